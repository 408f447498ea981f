package external

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// fixer looks for the fixes of one problem over all results that reach its
// file (playbook.md 12).
type fixer struct {
	*problem
	group []*problem
	runs  []*interp
	path  func(id string) string
	out   []finding.Fix
}

func fixes(group []*problem, results []*Result, ws Workspace) []finding.Fix {
	f := &fixer{problem: group[0], group: group, path: ws.Path}
	for _, r := range results {
		if r.run.mods[f.mod.id] != nil {
			f.runs = append(f.runs, r.run)
		}
	}
	switch f.code {
	case codeConverted:
		f.unwrap()
		f.chain()
		f.concatConverted()
	case codeMethod:
		f.dropCall()
	case codeCompared:
		f.declareChoice()
	case codeNoncharacter:
		f.removeNoncharacter()
	case codeOperator:
		f.mendJoin()
	case codeMisplaced:
		f.testWhen()
	case codeBadArgument:
		f.insertMissing()
	case codeUnknownStep, codeLoadMissingName, codeResolve:
		f.respell()
	}
	return f.out
}

// offer adds a fix of one edit. Safe and preferred are one thing in playbooks
// (cli.md, How fixes combine); none is where it takes a comment away. A fix that
// would break the file gives no edits.
func (f *fixer) offer(id, title string, preferred bool, m *module, edit text.Edit) {
	if preferred && losesComment(m.file.Source[edit.Span.Start:edit.Span.End], edit.New) {
		preferred = false // somebody has to read it
	}
	path, node := f.path(m.id), f.node
	if m != f.mod {
		node = nil
	}
	x := finding.NewFix(id, title, preferred, func() []finding.Edit {
		if m.file.Whole && !m.stillParses(edit, node) {
			return nil
		}
		return []finding.Edit{{Path: path, Span: edit.Span, New: edit.New}}
	})
	x.Preferred = preferred
	f.out = append(f.out, x)
}

func (f *fixer) source(n syntax.Node) string {
	s := f.mod.file.Span(n)
	return f.mod.file.Source[s.Start:s.End]
}

// fact is what an expression was found to be in every context of every run;
// bottom where it was never reached.
func (f *fixer) fact(e syntax.Expr) *Value {
	if l, ok := e.(*syntax.Literal); ok {
		return literal(l)
	}
	out := bottom
	for _, it := range f.runs {
		if v := it.factOf(f.mod, e); v != nil {
			out = join(out, v)
		}
	}
	return out
}

// factOf finds the fact of a node, which may be of another parse of the same
// text.
func (it *interp) factOf(m *module, e syntax.Expr) *Value {
	own := it.mods[m.id]
	if own == nil || own.file == m.file {
		return it.known()[e]
	}
	if own.file.Source != m.file.Source {
		return unknown
	}
	want := m.file.Span(e)
	for x, v := range it.known() {
		if fmt.Sprintf("%T", x) == fmt.Sprintf("%T", e) && own.file.Span(x) == want {
			return v
		}
	}
	return nil
}

// textOnly is the use condition of PB001: nothing but text was made of the
// converted string. The use at except does not count.
func (f *fixer) textOnly(except syntax.Node) bool {
	var allowed text.Span
	if except != nil {
		allowed = f.mod.file.Span(except)
	}
	for _, p := range f.group {
		if p.conv == nil || p.conv.fails || p.conv.holds {
			return false
		}
		for n, joined := range p.conv.nonText {
			m := p.conv.nonTextIn[n]
			if except == nil || !joined || m == nil || m.id != f.mod.id || m.file.Span(n) != allowed {
				return false
			}
		}
	}
	return true
}

// means reports whether a name, written at an offset, would be the one that
// the language or the dialect gives it.
func (f *fixer) means(name string, off int) bool {
	m := f.mod
	if m.res == nil || m.index().bound[name] || m.file.Unknown(name) {
		return false
	}
	return !slices.ContainsFunc(m.functionsAt(off), func(fn *resolve.Function) bool {
		return slices.ContainsFunc(fn.Locals, func(b *resolve.Binding) bool { return b.First != nil && b.First.Name == name })
	})
}

// looserThanPlus reports whether e, as an operand of +, needs parentheses.
func looserThanPlus(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.CondExpr, *syntax.LambdaExpr:
		return true
	case *syntax.TupleExpr:
		return !e.Lparen.IsValid()
	case *syntax.UnaryExpr:
		return e.Op == syntax.NOT
	case *syntax.BinaryExpr:
		switch e.Op {
		case syntax.PLUS, syntax.MINUS, syntax.STAR, syntax.SLASH, syntax.SLASHSLASH, syntax.PERCENT:
			return false
		}
		return true
	}
	return false
}

// operand is the source of e as an operand of +: in parentheses where it binds
// looser, where a line break would end it, or where it is a sum whose parts
// may be something else than text and would now meet what stands before them.
func (f *fixer) operand(e syntax.Expr) string {
	s := f.source(e)
	if looserThanPlus(e) || broken(e, s) || f.unsureSum(e) {
		return "(" + s + ")"
	}
	return s
}

// unsureSum reports whether e is a sum, some part of which may be no text.
func (f *fixer) unsureSum(e syntax.Expr) bool {
	sum, ok := e.(*syntax.BinaryExpr)
	if !ok || sum.Op != syntax.PLUS {
		return false
	}
	for _, part := range []syntax.Expr{sum.X, sum.Y} {
		if v := f.fact(part); v == nil || !v.isOnly(kText) || f.unsureSum(part) {
			return true
		}
	}
	return false
}

// broken reports whether e may have a line break outside brackets.
func broken(e syntax.Expr, source string) bool {
	if !strings.ContainsAny(source, "\r\n") {
		return false
	}
	switch e.(type) {
	case *syntax.ParenExpr, *syntax.ListExpr, *syntax.DictExpr, *syntax.Comprehension, *syntax.Literal:
		return false
	}
	return true
}

// hasCall reports whether evaluating e may do something.
func hasCall(e syntax.Expr) bool {
	found := false
	syntax.Walk(e, func(n syntax.Node) bool {
		if _, ok := n.(*syntax.CallExpr); ok {
			found = true
		}
		return !found
	})
	return found
}

// unwrap is str(E) → E and repr(E) → E.
func (f *fixer) unwrap() {
	call, ok := f.node.(*syntax.CallExpr)
	if !ok || len(call.Args) != 1 || !isUniversalName(call.Fn, "str", "repr") || !f.textOnly(nil) {
		return
	}
	e := call.Args[0]
	if isStarred(e) || isKeyword(e) {
		return
	}
	v := f.fact(e)
	if v.kinds == 0 || v.has(kObjects|kTuple|kStruct) {
		return
	}
	preferred := v.isOnly(kText)
	if call.Fn.(*syntax.Ident).Name == "repr" {
		preferred = v.isOnly(kExt)
	}
	s := f.source(e)
	switch f.mod.parent(call).(type) {
	case *syntax.BinaryExpr, *syntax.UnaryExpr, *syntax.CondExpr:
		if looserThanPlus(e) {
			s = "(" + s + ")"
		}
	}
	if broken(e, s) {
		s = "(" + s + ")"
	}
	f.offer("use-the-text-itself", "Use the text itself", preferred, f.mod, text.Edit{Span: f.span, New: s})
}

// isUniversalName is isUniversal without parentheses.
func isUniversalName(e syntax.Expr, names ...string) bool {
	_, ok := e.(*syntax.Ident)
	return ok && isUniversal(e, names...)
}

func isStarred(e syntax.Expr) bool {
	u, ok := e.(*syntax.UnaryExpr)
	return ok && (u.Op == syntax.STAR || u.Op == syntax.STARSTAR)
}

func isKeyword(e syntax.Expr) bool {
	b, ok := e.(*syntax.BinaryExpr)
	return ok && b.Op == syntax.EQ
}

// dropCall is E.m(…) → E.
func (f *fixer) dropCall() {
	dot, ok := f.node.(*syntax.DotExpr)
	if !ok {
		return
	}
	call, ok := f.mod.parent(dot).(*syntax.CallExpr)
	if !ok || call.Fn != dot {
		return
	}
	f.offer("drop-the-method-call", "Drop the method call", false, f.mod,
		text.Edit{Span: f.mod.file.Span(call), New: f.source(dot.X)})
}

// declareChoice makes a choice of the parameter that is compared.
func (f *fixer) declareChoice() {
	cmp, ok := f.node.(*syntax.BinaryExpr)
	if !ok || cmp.Op != syntax.EQL && cmp.Op != syntax.NEQ || len(f.group) > 1 {
		return
	}
	x, lit := cmp.X, literalString(cmp.Y)
	if lit == nil {
		x, lit = cmp.Y, literalString(cmp.X)
	}
	if lit == nil {
		return
	}
	v := f.fact(x)
	id, one := only(v.origins)
	if !v.isOnly(kExt) || v.joined || !one {
		return
	}
	o := f.run.reports.origins[id]
	p := f.run.decl.byCall[o.node]
	call, ok := o.node.(*syntax.CallExpr)
	if p == nil || !ok || !p.literal {
		return
	}
	for _, a := range call.Args {
		if b, ok := a.(*syntax.BinaryExpr); isStarred(a) || ok && b.Op == syntax.EQ &&
			slices.Contains([]string{"kind", "choices", "default"}, b.X.(*syntax.Ident).Name) {
			return
		}
	}
	f.offer("declare-the-parameter-as-a-choice", "Declare the parameter as a choice", false, p.mod,
		p.mod.append(call, `kind = "choice", choices = [`+lit.Raw+"]"))
}

// append is the edit that gives a call one more argument.
func (m *module) append(call *syntax.CallExpr, arg string) text.Edit {
	if len(call.Args) == 0 {
		off := m.file.Offset(call.Rparen)
		return text.Edit{Span: text.Span{Start: off, End: off}, New: arg}
	}
	off := m.file.Span(call.Args[len(call.Args)-1]).End
	return text.Edit{Span: text.Span{Start: off, End: off}, New: ", " + arg}
}

// removeNoncharacter takes the escape, or the character, out of a literal.
func (f *fixer) removeNoncharacter() {
	lit, ok := f.node.(*syntax.Literal)
	if !ok {
		return
	}
	raw := lit.Raw
	for _, s := range []string{"\ufdd0", `\ufdd0`, `\uFDD0`, `\U0000fdd0`, `\U0000FDD0`, `\xef\xb7\x90`, `\xEF\xB7\x90`} {
		raw = strings.ReplaceAll(raw, s, "")
	}
	e, err := playbook.FileOptions().ParseExpr("", raw, 0)
	if err != nil || raw == lit.Raw {
		return
	}
	if l, ok := e.(*syntax.Literal); !ok || strings.ContainsRune(fmt.Sprint(l.Value), playbook.Noncharacter) {
		return
	}
	f.offer("remove-the-noncharacter", "Remove the noncharacter", false, f.mod, text.Edit{Span: f.span, New: raw})
}

// testWhen is when = E → when = bool(E).
func (f *fixer) testWhen() {
	b, ok := f.mod.parent(f.node).(*syntax.BinaryExpr)
	if !ok || b.Op != syntax.EQ || f.what != "when" || b.Y != f.node || !f.means("bool", f.span.Start) {
		return
	}
	f.offer("test-for-non-empty-text", "Test for non-empty text", true, f.mod,
		text.Edit{Span: f.span, New: "bool(" + f.source(f.node) + ")"})
}

// insertMissing gives a constructor the arguments that it requires.
func (f *fixer) insertMissing() {
	if f.key != "missing" {
		return
	}
	call, ok := f.mod.parent(f.node).(*syntax.CallExpr)
	if !ok || call.Fn != f.node {
		return
	}
	sig, ok := playbook.LookupSignature(f.arg)
	if !ok {
		return
	}
	var args []string
	for _, name := range strings.Split(f.what, "\x00") {
		a, ok := sig.Arg(name)
		if !ok {
			return
		}
		value := `""`
		switch a.Kind {
		case playbook.KindNodes, playbook.KindStrs, playbook.KindTools:
			value = "[]"
		case playbook.KindAgent:
			value = "None"
		}
		args = append(args, name+" = "+value)
	}
	f.offer("insert-the-missing-arguments", "Insert the missing arguments", false, f.mod, f.mod.append(call, strings.Join(args, ", ")))
}

// respell changes a misspelt name to the nearest one.
func (f *fixer) respell() {
	for _, name := range f.near {
		edit := text.Edit{Span: f.span, New: name}
		switch n := f.node.(type) {
		case *syntax.Literal:
			quote := strings.TrimLeft(n.Raw, "rb")[:1]
			edit.New = quote + name + quote
			if !playbook.IsName(name) {
				continue
			}
		case *syntax.Ident:
			edit.New = f.loadedAs(n, name)
		case nil:
		default:
			continue
		}
		if edit.New == "" {
			continue
		}
		f.offer("change-to", "Change to "+finding.Cut(name), f.distance == 1 && len(f.near) == 1, f.mod, edit)
	}
}

// loadedAs is the text that loads name where from stood: under the local name
// that is in use.
func (f *fixer) loadedAs(from *syntax.Ident, name string) string {
	load, ok := f.mod.parent(from).(*syntax.LoadStmt)
	i := slices.Index(load.From, from)
	if !ok || i < 0 {
		return ""
	}
	quoted := `"` + name + `"`
	if load.To[i].NamePos != from.NamePos {
		return quoted
	}
	if b, ok := load.To[i].Binding.(*resolve.Binding); ok && b.First != nil && f.mod.index().uses[b.First] > 1 {
		return from.Name + " = " + quoted
	}
	return quoted
}
