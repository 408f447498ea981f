// Package botcomplete says what may be written at a place of a bot
// (authoring.md 3). It knows nothing of any protocol: places are paths and byte
// offsets.
//
// [Complete] decides the context from the line up to the cursor, from the
// lines above it by their indentation, and from the tolerant tree of what
// encloses it; so it answers in broken text and on a line that is half typed.
// What follows the cursor decides only how far an edit reaches. Names come from
// the units that read the file (workspace.Snapshot remembers those); nothing is
// computed for the whole workspace, and only what the context needs.
//
// All functions are pure functions of the snapshot and safe for concurrent use.
package botcomplete
