// Package docs holds no code: its tests keep the documentation of this
// repository true. They draw the pictures from the real output of the program,
// run the commands whose output the pages show, read every example, follow
// every link, and hold the code to the house rules of docs/house.md.
package docs

//go:generate go test . -update
