// Package analysis is the one way into the rules: the language server and the
// command line call the same functions and so give the same verdicts.
//
// Everything here is a pure function of a workspace.Snapshot and a request:
// nothing is written, started or fetched. File judges one document, Run a set
// of files as the command line sees it, with what needs all files of a
// workspace, Fix what a run would change. Launch runs a playbook, inside its
// interpreter and with the files of the snapshot. Results are memoised in the snapshot
// by the files they were computed from, so that a keystroke re-analyses only
// what it can change. A run keeps findings and summaries, not trees.
package analysis
