package botedit

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Refusal says why a rename is not done; Reason is for the reader.
type Refusal struct{ Reason string }

// Error makes Refusal an error.
func (r *Refusal) Error() string { return r.Reason }

func refuse(format string, args ...any) error { return &Refusal{fmt.Sprintf(format, args...)} }

const (
	noName   = "nothing to rename here"
	engines  = "this name belongs to the engine"
	terminal = "`done` and `fail` belong to the engine"
)

// file is a file in a message: as seen from the root of the workspace.
func (n *names) file(p string) string {
	if rel, ok := strings.CutPrefix(p, n.snap.Root(p)+"/"); ok {
		return finding.Escape(rel)
	}
	return finding.Escape(path.Base(p))
}

// where is FILE:LINE of a place.
func (n *names) where(p string, off int) string {
	line := 1
	if t := n.snap.File(p).Text; t != nil {
		line = t.LineAt(off) + 1
	}
	return fmt.Sprintf("%s:%d", n.file(p), line)
}

func (n *names) whereDeclared(s *botindex.Symbol) string {
	if len(s.Decls) == 0 {
		return n.where(s.File, 0)
	}
	return n.where(s.Decls[0].Path, s.Decls[0].Span.Start)
}

// renamable says why what was found cannot be renamed at all, whatever the new
// name is (authoring.md 5.2).
func (n *names) renamable(p string, off int, o Options) error {
	switch {
	case n.at == nil:
		return n.nothing(p, off)
	case n.at.Kind == botindex.Terminal:
		return refuse(terminal)
	case n.at.Kind.Engine(), n.at.Kind == botindex.Field && strings.HasPrefix(n.at.Name, "_"):
		return refuse(engines)
	case n.at.Kind == botindex.Path, len(n.list) == 0:
		return refuse(noName)
	case !slices.ContainsFunc(n.list, func(x name) bool { return x.s.Declared() }):
		return refuse(noName+": nothing declares %s", finding.Quote(n.at.Name))
	case bot.Terminal(n.at.Name) && reserving(n.at.Kind):
		return refuse(terminal)
	}
	for _, check := range []func() error{n.readable, n.shared, n.written, n.inside} {
		if err := check(); err != nil {
			return err
		}
	}
	for _, x := range n.list {
		if x.s.File != "" && x.s.Kind == botindex.Prompt && !o.RenameFiles {
			return refuse("%s is the file prompts/%s.md; this editor cannot rename files", finding.Quote(x.s.Name), finding.Escape(x.s.Name))
		}
	}
	return nil
}

// nothing tells words of the engine from places where no name stands.
func (n *names) nothing(p string, off int) error {
	f, err := n.snap.Bot(p)
	if workspace.Kind(p) != workspace.Bot || err != nil {
		return refuse(noName)
	}
	i, found := slices.BinarySearchFunc(f.Tokens, off, func(t bot.Token, off int) int { return t.Span.Start - off })
	if !found {
		i--
	}
	for ; i >= 0 && f.Tokens[i].Span.Contains(off); i-- {
		if f.Tokens[i].Kind == bot.TokWord {
			return refuse(engines)
		}
	}
	return refuse(noName)
}

// harmless are the kinds of errors that hide no reference.
var harmless = map[string]bool{
	"renamed-property": true, "removed-property": true, "strict-escape": true, "unknown-escape": true,
	"bad-word": true, "unquoted-member": true, "overflow": true, "unknown-type": true, "missing-type": true,
	"reserved-name": true, "repeated-key": true, "second-block": true, "invalid-utf8": true,
}

// readable refuses where references may be hidden (R6).
func (n *names) readable() error {
	broken := func(p string) error {
		return refuse("fix the syntax errors in %s first: references may be hidden", n.file(p))
	}
	for _, x := range n.list {
		u := x.x.Unit
		for _, f := range u.Files {
			if slices.ContainsFunc(f.File.Errors, func(e bot.Error) bool { return !harmless[e.Kind] }) {
				return broken(f.Path)
			}
		}
		for _, e := range u.Errors {
			if e.Code != "E010" {
				return broken(e.Path)
			}
		}
		if len(x.x.Unread) > 0 {
			return broken(x.x.Unread[0].Path)
		}
		if u.ImportBroken {
			return broken(u.Path)
		}
	}
	return nil
}

// shared refuses a field that is read through a prompt as that of another
// schema too (R5).
func (n *names) shared() error {
	for _, x := range n.list {
		if x.s.Kind != botindex.Field {
			continue
		}
		for _, o := range x.s.Refs {
			for _, t := range o.Symbols {
				if t == x.s || !t.Declared() || o.Prompt == nil {
					continue
				}
				return refuse("prompt %s is read with schemas %s and %s; rename would break %s",
					finding.Quote(promptName(o.Prompt)), finding.Quote(ownerName(x.s)), finding.Quote(ownerName(t)), finding.Quote(ownerName(t)))
			}
		}
	}
	return nil
}

func promptName(p *bot.Prompt) string {
	if p.Name == "" {
		return path.Base(p.Path)
	}
	return p.Name
}

// written refuses a name that some place spells with escapes.
func (n *names) written() error {
	for _, o := range n.occurrences() {
		t := n.snap.File(o.Path).Text
		if t == nil || t.Slice(o.Span) != o.Name {
			return refuse("%s is written with escapes at %s; write it as it is first", finding.Quote(o.Name), n.where(o.Path, o.Span.Start))
		}
	}
	return nil
}

// inside refuses where a place lies in no folder of the workspace, or in one
// that is not written (R8).
func (n *names) inside() error {
	folders := n.snap.Folders()
	check := func(p string) error {
		dir := ""
		for _, f := range folders {
			if workspace.Within(f, p) && len(f) > len(dir) {
				dir = f
			}
		}
		if dir == "" && len(folders) > 0 {
			if _, err := n.snap.Real(p); err != nil && n.snap.File(p).Open {
				return nil // a document that was never saved lies nowhere yet
			}
			return refuse("%s is not in the workspace", n.file(p))
		}
		if dir == "" {
			dir = n.snap.Root(p)
		}
		for e := range strings.SplitSeq(strings.TrimPrefix(p, dir), "/") {
			if e == "vendor" || e == "node_modules" {
				return refuse("%s is not in the workspace", n.file(p))
			}
		}
		return nil
	}
	last := ""
	for _, o := range n.occurrences() {
		if o.Path != last {
			last = o.Path
			if err := check(last); err != nil {
				return err
			}
		}
	}
	return nil
}

// reserving reports whether names of this kind may not be those of the
// terminals.
func reserving(k botindex.Kind) bool {
	switch k {
	case botindex.Node, botindex.Group, botindex.Prefix, botindex.Prompt, botindex.Schema, botindex.Cursor,
		botindex.Supervisor, botindex.Contract, botindex.MCPServer, botindex.Workflow:
		return true
	}
	return false
}

// word reports whether s is one word of the language.
func word(s string) bool {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}

// spaces are the kinds that share one namespace (bot-language.md 13).
var spaces = [][]botindex.Kind{
	{botindex.Node, botindex.Group, botindex.Prefix},
	{botindex.Var, botindex.Attachment, botindex.Secret},
	{botindex.Loop, botindex.Foreach},
}

func space(s *botindex.Symbol) []botindex.Kind {
	for _, list := range spaces {
		if slices.Contains(list, s.Kind) && s.Owner == nil {
			return list
		}
	}
	return []botindex.Kind{s.Kind}
}

// free refuses a new name that is taken, or that something uses already (R1 to
// R4).
func (n *names) free(to string) error {
	if !word(to) {
		return refuse("%s is no name: letters, digits and _, not starting with a digit", finding.Quote(to))
	}
	for _, x := range n.list {
		if bot.Terminal(to) && reserving(x.s.Kind) {
			return refuse(terminal)
		}
		if x.s.Kind == botindex.Field && strings.HasPrefix(to, "_") {
			return refuse(engines)
		}
		for _, k := range space(x.s) {
			t := x.x.Symbol(k, x.s.Owner, to)
			switch {
			case t == nil:
			case t.File != "" && len(t.Decls) == 0:
				return n.capture(to, t.File, text.Span{})
			case t.Kind == botindex.Preset && len(t.Decls) > 0 && t.In == nil:
				return n.capture(to, t.Decls[0].Path, t.Decls[0].Span) // of a file
			case t.Declared():
				return refuse("%s is already the %s at %s", finding.Quote(to), kindWord(t), n.whereDeclared(t))
			case len(t.Refs) > 0:
				return n.capture(to, t.Refs[0].Path, t.Refs[0].Span)
			}
		}
	}
	return nil
}

// kindWord is what a symbol is called in a message: nodes by their keyword.
func kindWord(s *botindex.Symbol) string {
	if s.Kind == botindex.Node && s.Decl != nil {
		return s.Decl.Kind.Keyword()
	}
	return s.Kind.String()
}

func (n *names) capture(to, p string, at text.Span) error {
	q := finding.Quote(to)
	return refuse("renaming to %s would change what %s means at %s", q, q, n.where(p, at.Start))
}
