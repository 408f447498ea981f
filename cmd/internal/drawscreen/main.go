// Command drawscreen draws the screen of a terminal as SVG: it reads what tmux
// capture-pane -e -p writes. editors/picture/run makes the pictures of editors
// with it.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/boundary-lsp/boundary-lsp/cmd/internal/picture"
)

func main() {
	title := flag.String("title", "", "what a screen reader says")
	caption := flag.String("caption", "", "what stands in the bar of the window")
	flag.Parse()
	if err := run(*title, *caption, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "drawscreen:", err)
		os.Exit(1)
	}
}

func run(title, caption string, in io.Reader, out io.Writer) error {
	screen, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	svg, err := picture.Screen(title, caption, string(screen))
	if err != nil {
		return err
	}
	_, err = out.Write(svg)
	return err
}
