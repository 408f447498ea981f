package botcomplete

import (
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// Complete lists what may be written at a byte offset of a bot, or of a text
// that is a prompt of one (authoring.md 3.1).
func Complete(snap *workspace.Snapshot, path string, off int, o Options) Result {
	c := &completer{snap: snap, path: path, o: o}
	switch workspace.Kind(path) {
	case workspace.Bot:
		f, err := snap.Bot(path)
		if err != nil {
			return Result{}
		}
		c.place = placeAt(f, off)
		c.u = unitsOf(snap, path)
		c.bot()
	case workspace.Markdown:
		t, err := snap.Text(path)
		if err != nil {
			return Result{}
		}
		c.promptFile(t, off)
	}
	return c.result()
}

// completer gathers the items of one request.
type completer struct {
	*place
	snap *workspace.Snapshot
	path string
	o    Options
	u    *units
	s    scope

	context    int
	incomplete bool
	list       []candidate
	given      map[string][]arrow // with values, by the node that gets them

	// span is what is replaced, the word at first; pre and post go around
	// every item; quote says that what is no dotted name stands in quotes.
	span      text.Span
	pre, post string
	quote     bool
}

// add offers candidates as a group of their own order.
func (c *completer) add(context, group int, list ...candidate) {
	c.context = context
	for i := range list {
		list[i].group = group
	}
	c.list = append(c.list, list...)
}

// sorted offers names by name.
func (c *completer) sorted(context, group int, list []candidate) {
	byName(list)
	c.add(context, group, list...)
}

// words offers the words of a closed set in their order, the default first.
func (c *completer) words(context, group int, kind Kind, deflt string, list ...string) {
	list = slices.Clone(list)
	if i := slices.Index(list, deflt); i > 0 {
		list = append([]string{deflt}, slices.Delete(list, i, i+1)...)
	}
	for _, w := range list {
		it := Item{Label: w, Kind: kind, Doc: Doc{Kind: docWord, Name: c.docName(w)}}
		if w == deflt {
			it.Detail = "default"
		}
		c.add(context, group, candidate{Item: it})
	}
}

// bot decides the context in a bot.
func (c *completer) bot() {
	c.span = c.word
	if c.bad {
		return
	}
	if c.in >= 0 {
		c.inside()
		return
	}
	if c.blankInText() {
		return
	}
	if c.indent == 0 {
		c.topLevel()
		return
	}
	c.s = c.scopeOf(c.frames(c.indent))
	if !c.s.lost {
		c.inScope()
	}
}

// inScope is a line within a declaration.
func (c *completer) inScope() {
	switch {
	case c.s.brace != nil:
		c.inMap(c.lineTokens(c.s.brace.start()), c.s.brace.indent)
	case c.s.list != nil:
		c.dashed()
	case c.before():
		c.lineStarts()
	case c.isEdge():
		c.edge(c.readEdge(c.toks), nil)
	case c.closing() != nil:
		c.edge(c.readEdge(c.closing()), nil)
	case c.s.block != nil && c.s.block.With && c.slice(c.toks[0]) == "with":
		c.inMap(c.toks, c.indent)
	default:
		if info, name, rest, ok := c.lastKey(); ok {
			c.value(info, name, rest)
		}
	}
}

// isEdge reports whether the line is one of the workflow's or group's edges:
// words and dots, then an arrow or nothing.
func (c *completer) isEdge() bool {
	if !c.s.edges() {
		return false
	}
	for _, tok := range c.toks {
		switch tok.Kind {
		case bot.TokWord, bot.TokDot:
		case bot.TokArrow:
			return true
		default:
			return false
		}
	}
	return false
}

// closing are the tokens of an edge up to the word, where the line begins with
// the brace that closes the map of the edge; nil elsewhere.
func (c *completer) closing() []bot.Token {
	if !c.s.edges() || len(c.toks) == 0 || c.toks[0].Kind != bot.TokRBrace {
		return nil
	}
	i, depth := c.first, 0
	for c.f.Tokens[i].Span.Start < c.toks[0].Span.Start {
		i++
	}
	for ; i >= 0; i-- {
		switch c.f.Tokens[i].Kind {
		case bot.TokText:
			return nil
		case bot.TokRBrace:
			depth++
		case bot.TokLBrace:
			if depth--; depth == 0 {
				for i > 0 && !c.endsLine(i-1) {
					i--
				}
				return c.lineTokens(c.f.Tokens[i].Span.Start)
			}
		}
	}
	return nil
}

// lastKey is the last `name:` of the line outside brackets, with what stands
// behind its colon.
func (c *completer) lastKey() (info *bot.PropInfo, name string, rest []bot.Token, ok bool) {
	depth, at := 0, -1
	for i, tok := range c.toks {
		switch tok.Kind {
		case bot.TokLBracket, bot.TokLBrace, bot.TokLParen:
			depth++
		case bot.TokRBracket, bot.TokRBrace, bot.TokRParen:
			depth--
		case bot.TokColon:
			if depth == 0 && i > 0 && (c.toks[i-1].Kind == bot.TokWord || c.toks[i-1].Kind == bot.TokString || c.toks[i-1].Kind == bot.TokInt) {
				at = i
			}
		}
	}
	if at < 0 {
		return nil, "", nil, false
	}
	name = c.key(c.toks[at-1])
	return c.s.block.Lookup(name), name, c.toks[at+1:], true
}

// inMap is the cursor in, or in front of, `with {…}`; toks begin with the line
// that opens it.
func (c *completer) inMap(toks []bot.Token, indent int) {
	e := &edgeLine{clauses: map[string]bool{}, keys: map[string]bool{}}
	switch first := c.slice(toks[0]); {
	case c.s.kind == bot.KindUse:
		e = c.useLine(toks)
	case c.s.block != nil && c.s.block.With && first == "with":
		e.at = atWith
		if len(toks) > 1 {
			e.mapping(c.place, toks[1:])
		}
	default:
		e = c.readEdge(toks)
	}
	c.laterKeys(e.keys, indent)
	c.edge(e, c.s.decl)
}

// useLine reads `use G as P with {…}`.
func (c *completer) useLine(toks []bot.Token) *edgeLine {
	e := &edgeLine{at: atNothing, clauses: map[string]bool{}, keys: map[string]bool{}}
	for i, tok := range toks {
		if tok.Kind == bot.TokLBrace {
			e.mapping(c.place, toks[i:])
			break
		}
	}
	return e
}

// result places and sorts what was gathered.
func (c *completer) result() Result {
	seen := map[string]bool{}
	list := c.list[:0]
	slices.SortStableFunc(c.list, func(a, b candidate) int { return a.group - b.group })
	for _, x := range c.list {
		if !seen[x.Label] {
			seen[x.Label] = true
			list = append(list, x)
		}
	}
	ranked(list)
	r := Result{Incomplete: c.incomplete}
	for i := range list {
		r.Items = append(r.Items, c.item(&list[i]))
	}
	if len(r.Items) > 0 {
		r.Context = c.context
	}
	return r
}

// item gives a candidate its place.
func (c *completer) item(x *candidate) Item {
	it := x.Item
	if it.Filter == "" {
		it.Filter = it.Label
	}
	body := x.body
	if body == nil {
		body = pieces{lit(it.Label)}
		if c.quote && !dotted(it.Label) {
			body = pieces{lit(quoted(it.Label))}
		}
	}
	body = slices.Concat(pieces{lit(c.pre)}, body, pieces{lit(c.post)})
	it.Snippet = c.o.Snippets && body.holes()
	it.New = body.render(it.Snippet)
	if it.New != it.Label {
		it.Commit = nil // what it inserts brings the character, or ends the reference
	}
	if strings.Contains(it.New, "\n") {
		it.Relative = c.o.Adjusts || it.Snippet
		eol := c.t.EOL()
		if !it.Relative {
			eol += strings.Repeat(" ", c.indent)
		}
		lines := strings.Split(it.New, "\n")
		for i := range lines {
			if i > 0 && lines[i] == "" {
				lines[i] = c.t.EOL()
			} else if i > 0 {
				lines[i] = eol + lines[i]
			}
		}
		it.New = strings.Join(lines, "")
	}
	it.Replace = c.span
	it.Insert = text.Span{Start: c.span.Start, End: c.off}
	return it
}

// dotted reports whether s may stand without quotes where words with dots may.
func dotted(s string) bool {
	s = strings.TrimSuffix(s, ".*")
	for w := range strings.SplitSeq(s, ".") {
		if w == "" || w[0] >= '0' && w[0] <= '9' || strings.ContainsFunc(w, func(r rune) bool { return !isWord(r) }) {
			return false
		}
	}
	return true
}

func quoted(s string) string { return `"` + s + `"` }
