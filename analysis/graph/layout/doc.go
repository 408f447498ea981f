// Package layout places the boxes, lines and labels of a directed graph in
// layers from top to bottom (authoring.md 11, V2), as Gansner, Koutsofios, North
// and Vo describe in "A Technique for Drawing Directed Graphs" (1993): ranks and
// columns are two linear programs that the network simplex method solves, the
// order within a layer is found by medians and swaps.
//
// Everything is counted in whole units and in the order of the input, so equal
// graphs have equal layouts on every system. Each edge has a column of its own
// wherever it passes a layer, and its label stands in one of them: no label lies
// on a box, on another label, or on a line that is not its own.
//
// It is written here because the Graphviz that Go can link (go-graphviz) compiles
// its WebAssembly while the process starts, for every command and every server,
// and keeps the machine code in a folder of the temporary directory that anybody
// may have made.
package layout
