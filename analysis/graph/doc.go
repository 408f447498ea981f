// Package graph is the workflow graph of a unit and the three forms in which it
// is shown: JSON, Mermaid and SVG (authoring.md 9 to 11).
//
// [New] makes a [Graph] of a unit's verdict. A Graph is the JSON; [Graph.Mermaid]
// and [Graph.SVG] write the others. All three are a function of the unit's
// files: no date, no order of a map, no font of this machine. Text from files
// is cut and escaped before it stands in a label (cli.md, Messages), and nothing
// else in the Mermaid or the SVG comes from a file.
//
// A Graph is not changed after New and safe for concurrent use.
package graph
