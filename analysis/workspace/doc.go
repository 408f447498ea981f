// Package workspace gives analyses their files: what an editor has open wins
// over the disk, the disk is read once and on demand, and everything is seen
// through immutable snapshots.
//
// A Session holds the present state. Each change of it (an edit, a file
// changed on disk) makes a new Snapshot; who holds an old one goes on with the
// old texts. Files that are not open are read when they are first asked for;
// what has been read of them stays the same for all snapshots until
// Invalidate or Recheck names it.
//
// Memo is what makes a keystroke cheap. A computation gets its files through
// Deps, which notes what it read: files by content, folders by the names in
// them, paths by whether they exist. Its result is good for every later
// snapshot in which all of that is the same, so an undo, a file that is opened
// unchanged, or a disk write of the same bytes costs a comparison. Units and
// configurations are memoised in this way, and analyses are meant to be.
//
// Memory is bounded: texts and trees of files that are not open live in a
// cache of fixed size and are read again when they are needed again; what is
// kept of each file is its size, its time and a hash of its content.
//
// Paths are Keys everywhere: absolute, cleaned, with forward slashes.
package workspace
