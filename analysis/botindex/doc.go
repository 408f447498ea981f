// Package botindex is the symbol table of a bot unit: every name that the unit
// declares and every place that names something, with what it names
// (authoring.md 5.1, bot-language.md 13). It reads the tolerant tree and
// decoded texts; nothing is found by searching text, and words in prose,
// comments and plain strings are no occurrences.
//
// [Of] gives the index of one main file, [For] those of all units that read a
// file; both are memoised in the snapshot, by what the unit was read from. An
// [Index] has
//
//   - [Symbol]s: one for each name in its namespace. Several declarations of
//     one name are one symbol, and a name that nothing declares is a symbol
//     without declarations.
//   - [Occurrence]s: the places, sorted by file and offset, that do not overlap.
//     [Index.At] finds the one under a cursor in O(log n), [Index.In] lists
//     those of a file.
//
// Occurrences lie in the files of the unit, in its prompt files and what they
// include, in the bundle's manifest and presets, and in the .boundary.toml in
// force.
//
// A node of a group is one symbol, owned by its group, however often the group
// is used; a clone `p.n` is named by two occurrences, the use prefix p and the
// node n. A field is owned by its schema; the keys that edges map into a node
// without an input schema, and the references to them, are undeclared fields
// that the node owns. A reference in a prompt that nodes with different schemas
// share has a symbol for each.
//
// An Index is immutable and safe for concurrent use. All spans are byte offsets
// in the file as it is.
package botindex
