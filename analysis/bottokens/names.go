package bottokens

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/botcomplete"
	"github.com/boundary-lsp/boundary-lsp/analysis/botindex"
)

// kinds are the types of names (T2 to T7, T10, T11). What has no row there is
// shown as what it is most like: an MCP server as a namespace, a cursor as a
// type, the names that a contract or a node owns as properties.
var kinds = [...]struct {
	Type
	Mods
}{
	botindex.Node:        {Class, 0},
	botindex.Group:       {Class, 0},
	botindex.Prefix:      {Class, 0},
	botindex.Supervisor:  {Class, 0},
	botindex.Workflow:    {Class, 0},
	botindex.Terminal:    {Class, Readonly | DefaultLibrary},
	botindex.Schema:      {Struct, 0},
	botindex.Contract:    {Struct, 0},
	botindex.Prompt:      {Function, 0},
	botindex.Function:    {Function, DefaultLibrary},
	botindex.Field:       {Property, 0},
	botindex.Alias:       {Property, 0},
	botindex.InputPort:   {Property, 0},
	botindex.OutputPort:  {Property, 0},
	botindex.Criterion:   {Property, 0},
	botindex.Effect:      {Property, 0},
	botindex.Fallback:    {Property, 0},
	botindex.Member:      {Property, DefaultLibrary},
	botindex.Var:         {Variable, 0},
	botindex.Attachment:  {Variable, 0},
	botindex.Artifact:    {Variable, 0},
	botindex.Resource:    {Variable, 0},
	botindex.Preset:      {Variable, 0},
	botindex.Slot:        {Variable, 0},
	botindex.Item:        {Variable, 0},
	botindex.Secret:      {Variable, Readonly},
	botindex.Env:         {Variable, Readonly},
	botindex.Loop:        {Event, 0},
	botindex.Foreach:     {Event, 0},
	botindex.Event:       {Event, 0},
	botindex.Param:       {Parameter, 0},
	botindex.Lambda:      {Parameter, 0},
	botindex.CursorValue: {EnumMember, 0},
	botindex.Cursor:      {BuiltinType, 0},
	botindex.MCPServer:   {Namespace, 0},
	botindex.Namespace:   {Namespace, 0},
}

// names reads the occurrences. A name that one unit resolves is resolved.
func (b *builder) names() {
	n := len(b.units[0].In(b.path))
	b.known = make([]Token, 0, n)
	for _, x := range b.units {
		list := x.In(b.path)
		given := map[*botindex.Symbol]bool{}
		for i, o := range list {
			if o.Kind == botindex.Path || int(o.Kind) >= len(kinds) || x.Unit.File(b.path) == nil && o.Role != botindex.Template {
				continue
			}
			t := Token{Span: o.Span, Type: kinds[o.Kind].Type, Mods: kinds[o.Kind].Mods}
			ok := false
			switch s := o.Symbol(); {
			case o.Kind == botindex.Member:
				ok = member(list[:i], o)
			case o.Kind.Engine():
				ok = true
			case o.Unit != "":
				ok = b.declaredIn(o)
			case s == nil:
				// A key of what takes any key.
				ok = o.Role == botindex.WithKey || o.Role == botindex.ExprKey
			default:
				ok = slices.ContainsFunc(o.Symbols, func(s *botindex.Symbol) bool { return resolved(s, given) })
			}
			if o.Role == botindex.Declares {
				t.Mods |= Declaration
			}
			if !ok {
				t.Type, t.Mods = hole, 0
				b.unknown = append(b.unknown, t)
				continue
			}
			b.known = append(b.known, t)
		}
	}
}

// resolved reports whether something declares a symbol, or an edge gives the
// field to a node without an input schema. given remembers the latter.
func resolved(s *botindex.Symbol, given map[*botindex.Symbol]bool) bool {
	if s.Declared() {
		return true
	}
	if s.Kind != botindex.Field || s.Owner == nil || s.Owner.Kind != botindex.Node {
		return false
	}
	ok, known := given[s]
	if !known {
		ok = slices.ContainsFunc(s.Refs, func(o *botindex.Occurrence) bool { return o.Role == botindex.WithKey })
		given[s] = ok
	}
	return ok
}

// declaredIn reports whether the unit that a name belongs to declares it.
func (b *builder) declaredIn(o *botindex.Occurrence) bool {
	x := botindex.Of(b.d, o.Unit)
	if x == nil {
		return false
	}
	s := x.Symbol(o.Kind, nil, o.Name)
	return s != nil && s.Declared()
}

// member reports whether the engine knows a member; before are the occurrences
// in front of it.
func member(before []*botindex.Occurrence, o *botindex.Occurrence) bool {
	if strings.HasPrefix(o.Name, "_") || o.Name == "history" {
		return true
	}
	if len(before) == 0 {
		return false
	}
	of := before[len(before)-1]
	namespace := ""
	switch of.Kind {
	case botindex.Namespace:
		namespace = of.Name
	case botindex.Loop:
		namespace = "loop"
	case botindex.Foreach, botindex.Alias:
		namespace = "each"
	case botindex.Attachment:
		namespace = "attachments"
	case botindex.Secret:
		namespace = "secrets"
	default:
		// What await_answers and routers give is not declared anywhere.
		return of.Kind == botindex.Node
	}
	return slices.Contains(botcomplete.Members(namespace), o.Name)
}
