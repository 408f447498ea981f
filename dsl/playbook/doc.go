// Package playbook is the Starlark dialect of playbooks: which files speak it,
// how they are parsed while they are being typed, the one table of
// constructors, and the run that turns an entry file and its launch values
// into a plan of prompts (playbook.md 1 to 9, 14).
//
// Two halves meet here. Parse is for tools: it always gives a tree, with
// whatever is broken left out or replaced by a hole; Edited gives the same for an
// edit at once. Compile is for a run: it
// takes the strict parse of go.starlark.net, executes it, and renders.
//
// Text that was supplied at launch exists in a run only as *ExternalText.
// Every conversion of one gives Placeholder and never a byte of the value; a
// supplied value leaves the run in one way only, inside a region of a rendered
// prompt. The package reads nothing but what its Loader hands it, and knows no
// clock, randomness or environment.
package playbook
