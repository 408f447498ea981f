package playbookedit

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/rule"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Hover gives Markdown, of bold, code and lists alone, for an offset, and what
// it is about (playbook.md 13.1).
func Hover(src Source, id string, off int) (markdown string, span text.Span, ok bool) {
	s := newSession(src)
	x := s.index(id)
	if x == nil {
		return "", text.Span{}, false
	}
	if load, span, ok := x.loadPathAt(off); ok {
		return s.hoverPath(x, load), span, true
	}
	if md, span, ok := s.hoverConversion(x, off); ok {
		return md, span, true
	}
	if r, ok := x.at(off); ok {
		md := s.hoverRef(x, r)
		return md, r.span, md != ""
	}
	if n, ok := x.stringAt(off); ok && !n.decl {
		if places := s.declarations(id, n); len(places) > 0 {
			return fmt.Sprintf("node %s, made in %s, line %d", finding.Quote(n.name), finding.Quote(places[0].ID), s.line(places[0])), n.span, true
		}
		return "", text.Span{}, false
	}
	if st, ok := s.stale(x, off); ok && st.now.first != nil && !st.local() {
		md := s.hoverVariable(st.now.x, st.now.first, st.now.first)
		return md, st.span, md != ""
	}
	return "", text.Span{}, false
}

// line is the 1-based line of a place.
func (s *session) line(l Location) int {
	if x := s.index(l.ID); x != nil {
		return int(x.f.Position(l.Span.Start).Line)
	}
	return 1
}

func (s *session) hoverPath(x *index, load *syntax.LoadStmt) string {
	name, _, _ := literal(load.Module)
	if m := s.module(x, load); m != nil {
		return "module " + finding.Quote(m.f.ID)
	}
	if id, bad := playbook.ResolveLoad(x.f.ID, name); bad == "" {
		return "There is no module " + finding.Quote(id) + "."
	}
	return "The path " + finding.Quote(name) + " does not lead to a module of the workspace."
}

// hoverConversion explains a conversion of external text at its operator or at
// the name of the function that converts.
func (s *session) hoverConversion(x *index, off int) (string, text.Span, bool) {
	path := pathAt(x.f, off)
	for i := len(path) - 1; i >= 0; i-- {
		e, ok := path[i].(syntax.Expr)
		if !ok {
			continue
		}
		var at text.Span
		switch e := e.(type) {
		case *syntax.BinaryExpr:
			if e.Op != syntax.PERCENT {
				continue
			}
			start := x.f.Offset(e.OpPos)
			at = text.Span{Start: start, End: start + 1}
		case *syntax.CallExpr:
			switch fn := unparen(e.Fn).(type) {
			case *syntax.Ident:
				at = x.f.Span(fn)
			case *syntax.DotExpr:
				at = x.spanOf(fn.Name)
			default:
				continue
			}
		default:
			continue
		}
		if !at.Contains(off) {
			continue
		}
		whole := x.f.Span(e)
		for _, r := range s.Results(x.f.ID) {
			for _, f := range r.Findings[x.f.ID] {
				if f.Code == "PB001" && f.Span == whole {
					return conversionText(f), at, true
				}
			}
		}
	}
	return "", text.Span{}, false
}

func conversionText(f finding.Finding) string {
	md := "**" + f.Code + "** " + f.Message
	if r, ok := rule.Get(f.Code); ok {
		md += "\n\n" + r.Summary
	}
	return md + "\n\nFor example `\"Title: \" + value` keeps the text and its origin; `\"Title: %s\" % value` keeps a placeholder only."
}

func (s *session) hoverRef(x *index, r *ref) string {
	switch r.role {
	case roleKeyword:
		return s.hoverKeyword(x, r)
	case roleAttr:
		return s.hoverAttr(x, r)
	}
	if r.first == nil {
		md := hoverBuiltin(x, r.id)
		if call := paramCall(callOf(x, r.id)); call != nil {
			md = hoverParam(x, call) + "\n\n" + md
		}
		return md
	}
	return s.hoverVariable(x, r.first, r.id)
}

// callOf is the call of a name; nil where it is not called.
func callOf(x *index, name *syntax.Ident) syntax.Expr {
	for _, n := range pathAt(x.f, x.spanOf(name).Start) {
		if call, ok := n.(*syntax.CallExpr); ok && unparen(call.Fn) == name {
			return call
		}
	}
	return nil
}

func (s *session) hoverKeyword(x *index, r *ref) string {
	if sig, ok := constructor(r.call); ok {
		if a, ok := sig.Arg(r.id.Name); ok {
			return argumentRow(a)
		}
		return ""
	}
	if v, ok := s.variableOf(x, r); ok {
		return s.hoverVariable(v.x, v.first, v.first)
	}
	return ""
}

func (s *session) hoverAttr(x *index, r *ref) string {
	for _, n := range pathAt(x.f, r.span.Start) {
		d, ok := n.(*syntax.DotExpr)
		if !ok || d.Name != r.id {
			continue
		}
		of := s.info(x, d.X)
		if of.external && of.certain {
			return "External text has no methods: its content is not available to a playbook. Join it with `+`."
		}
		if of.only("string") {
			if m, ok := stringMethod(r.id.Name); ok {
				return "`" + m.label("string."+m.name) + "`\n\n" + m.doc
			}
		}
		return join(s.info(x, d).words, s.ways(x, r.id))
	}
	return ""
}

// join puts the parts that there are one below the other.
func join(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), "\n\n")
}

func hoverBuiltin(x *index, id *syntax.Ident) string {
	name, ok := builtin(id)
	if !ok || x.f.Unknown(id.Name) {
		return ""
	}
	if sig, ok := playbook.LookupSignature(name); ok {
		return constructorText(sig)
	}
	switch name {
	case playbook.OpenName:
		return "`" + name + "` = `" + playbook.ExternalOpen + "`\n\nThe marker in front of external text in a prompt."
	case playbook.CloseName:
		return "`" + name + "` = `" + playbook.ExternalClose + "`\n\nThe marker behind external text in a prompt."
	case "struct":
		return "`struct(**fields)`\n\nA value with these fields."
	case "json":
		return "`json` has `encode`, `encode_indent`, `decode` and `indent`."
	}
	return "`" + name + "` is built into Starlark."
}

// constructorText is a constructor's signature, what it does, and its
// arguments.
func constructorText(sig *playbook.Signature) string {
	l := constructorLabel(sig)
	var b strings.Builder
	fmt.Fprintf(&b, "`%s`\n\n%s\n", l.text, sig.Doc)
	if sig.Variadic != nil {
		b.WriteString("\n- " + strings.ReplaceAll(argumentRow(sig.Variadic), "\n\n", " "))
	}
	for i := range sig.Args {
		b.WriteString("\n- " + strings.ReplaceAll(argumentRow(&sig.Args[i]), "\n\n", " "))
	}
	return b.String()
}

func argumentRow(a *playbook.Arg) string {
	md := "`" + a.Name + "`: " + a.Kind.Wants()
	if len(a.Enum) > 0 {
		md = "`" + a.Name + "`: one of `" + strings.Join(a.Enum, "`, `") + "`"
	}
	switch {
	case a.Required:
		md += ", required."
	case a.Default != "":
		md += ", default `" + a.Default + "`."
	default:
		md += "."
	}
	if a.Doc != "" {
		md += "\n\n" + a.Doc
	}
	return md
}

// hoverVariable describes a variable, seen at one of its identifiers.
func (s *session) hoverVariable(x *index, first, at *syntax.Ident) string {
	v, ok := s.origin(variable{x, first})
	if !ok {
		return "The module or its name " + finding.Quote(first.Name) + " cannot be found."
	}
	if fn := v.x.funcs[v.first]; fn != nil {
		return s.hoverFunction(v.x, fn, first.Name)
	}
	words, ways := s.info(x, at).words, s.ways(x, at)
	if words == "" {
		words, ways = s.info(v.x, v.first).words, s.ways(v.x, v.first)
	}
	param := ""
	if call := paramCall(v.x.values[v.first]); call != nil {
		param = hoverParam(v.x, call)
	}
	if words == "" && param == "" {
		return ""
	}
	head := "`" + first.Name + "`"
	if words != "" {
		head += ": " + s.pieces(x, at, words)
	}
	return join(head, param, ways)
}

// paramCall is a call of param.
func paramCall(e syntax.Expr) *syntax.CallExpr {
	if e == nil {
		return nil
	}
	call, ok := unparen(e).(*syntax.CallExpr)
	if !ok {
		return nil
	}
	if sig, ok := constructor(call); !ok || sig.Name != "param" {
		return nil
	}
	return call
}

func hoverParam(x *index, call *syntax.CallExpr) string {
	sig, _ := constructor(call)
	source := func(e syntax.Expr) string {
		span := x.f.Span(e)
		return finding.Quote(x.f.Source[span.Start:span.End])
	}
	md := "launch parameter"
	if name := argument(call, sig, "name"); name != nil {
		md += " " + source(name)
	}
	kind := playbook.ParamText
	if e := argument(call, sig, "kind"); e != nil {
		if word, _, ok := literal(e); ok {
			kind = word
		}
	}
	md += ", kind " + finding.Quote(kind)
	deflt := argument(call, sig, "default")
	required := argument(call, sig, "required")
	switch {
	case deflt != nil:
		md += ", default " + source(deflt)
	case required != nil:
		md += ", required: " + source(required)
	default:
		md += ", required"
	}
	if kind == playbook.ParamText {
		md += "\n\nsupplied at launch: external text"
	}
	if e := argument(call, sig, "doc"); e != nil {
		if doc, _, ok := literal(e); ok && doc != "" {
			md += "\n\n" + prose(doc)
		}
	}
	return md
}

func (s *session) hoverFunction(x *index, fn syntax.Node, name string) string {
	md := "`" + functionLabel(x, fn, name).text + "`"
	if doc := docstring(fn); doc != "" {
		md += "\n\n" + prose(doc)
	}
	if flow := s.flow(x, fn); flow != "" {
		md += "\n\n" + flow
	}
	return md
}

// prose is text of a file, say a docstring, in code marks line by line, so that
// it stays text whatever is in it.
func prose(s string) string {
	var lines []string
	for line := range strings.Lines(strings.TrimSpace(s)) {
		line = strings.ReplaceAll(finding.Escape(strings.TrimSpace(line)), "`", "'")
		if line != "" {
			line = "`" + line + "`"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// flow says what the calls that were seen put in and got out.
func (s *session) flow(x *index, fn syntax.Node) string {
	f := s.knowledge(x.f.ID).flows[Location{x.f.ID, x.f.Span(fn)}]
	in, out, converted := f.in, f.out, false
	_, body, result := functionOf(fn)
	if result != nil {
		converted = s.info(x, result).converted
	}
	for _, stmt := range body {
		syntax.Walk(stmt, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.DefStmt, *syntax.LambdaExpr:
				return false
			case *syntax.ReturnStmt:
				converted = converted || n.Result != nil && s.info(x, n.Result).converted
			}
			return true
		})
	}
	switch {
	case in && converted:
		return "external text in → a converted string out: the placeholder only"
	case in && out:
		return "external text in → external text out"
	case in:
		return "external text in → no external text out"
	case out:
		return "external text out"
	}
	return ""
}
