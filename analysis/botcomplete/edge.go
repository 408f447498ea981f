package botcomplete

import (
	"slices"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// spot is where the cursor stands in an edge or a map.
type spot uint8

const (
	atNothing   spot = iota
	atSource         // in front of the first arrow
	atTarget         // behind an arrow
	atClause         // behind a target or clause
	atGuard          // behind `when`
	atNot            // behind `when not`
	atLoop           // behind `as`
	atLoopName       // behind `as NAME`, and within its parentheses
	atForeach        // behind `as foreach`
	atForeachIn      // behind `as foreach NAME`, and within its parentheses
	atWith           // behind `with`
	atKey            // of a map
	atValue          // of a map
	behindValue      // of a map, with no comma
)

// edgeLine is an edge, or a map, read up to the cursor.
type edgeLine struct {
	at spot
	// refs are the nodes in front of the cursor; prefix is the dotted name
	// that the cursor stands behind the dot of.
	refs    []string
	prefix  string
	clauses map[string]bool
	keys    map[string]bool
}

// source and target are the nodes of the last arrow.
func (e *edgeLine) source() string {
	if n := len(e.refs) - 2 + btoi(e.at == atTarget); n >= 0 && n < len(e.refs) {
		return e.refs[n]
	}
	return ""
}

func (e *edgeLine) target() string {
	if e.at == atTarget || len(e.refs) < 2 {
		return ""
	}
	return e.refs[len(e.refs)-1]
}

// readEdge reads tokens as `a -> b …`.
func (p *place) readEdge(toks []bot.Token) *edgeLine {
	e := &edgeLine{at: atSource, clauses: map[string]bool{}, keys: map[string]bool{}}
	ref, behind := "", false // a word of the reference stands, the cursor is behind it
	push := func() {
		if ref != "" {
			e.refs = append(e.refs, ref)
		}
		ref, behind = "", false
	}
	for i := 0; i < len(toks); i++ {
		tok := toks[i]
		switch {
		case e.at == atSource || e.at == atTarget:
			switch {
			case tok.Kind == bot.TokWord && !behind:
				ref, behind = ref+p.slice(tok), true
			case tok.Kind == bot.TokDot && behind:
				ref, behind = ref+".", false
			case tok.Kind == bot.TokArrow && behind:
				push()
				e.at = atTarget
			case tok.Kind == bot.TokWord && behind && e.at == atTarget:
				push()
				e.clause(p.slice(tok))
			default:
				e.at = atNothing
				return e
			}
		case e.at == atClause:
			if tok.Kind != bot.TokWord {
				e.at = atNothing
				return e
			}
			e.clause(p.slice(tok))
		case e.at == atGuard && tok.Kind == bot.TokWord && p.slice(tok) == "not":
			e.at = atNot
		case (e.at == atGuard || e.at == atNot) && tok.Kind == bot.TokWord, e.at == atGuard && tok.Kind == bot.TokString,
			e.at == atGuard && tok.Kind == bot.TokRaw:
			e.at = atClause
		case e.at == atLoop && tok.Kind == bot.TokWord && p.slice(tok) == "foreach":
			e.at = atForeach
		case e.at == atLoop && tok.Kind == bot.TokWord:
			e.at = atLoopName
		case e.at == atForeach && tok.Kind == bot.TokWord:
			e.at = atForeachIn
		case e.at == atLoopName || e.at == atForeachIn:
			if tok.Kind == bot.TokRParen {
				e.at = atClause
			}
		case e.at == atWith:
			rest := e.mapping(p, toks[i:])
			if rest == 0 {
				return e
			}
			i += rest - 1
		default:
			e.at = atNothing
			return e
		}
	}
	if (e.at == atSource || e.at == atTarget) && behind {
		// Behind a whole target the clauses begin; what follows it was read as
		// a word of its own.
		target := e.at == atTarget
		push()
		e.at = atNothing
		if target {
			e.at = atClause
		}
		return e
	}
	e.prefix = ref
	return e
}

func (e *edgeLine) clause(word string) {
	e.clauses[word] = true
	switch word {
	case "when":
		e.at = atGuard
	case "else":
		e.at = atClause
	case "as":
		e.at = atLoop
	case "with":
		e.at = atWith
	default:
		e.at = atNothing
	}
}

// mapping reads the tokens of `{ key: value, … }` and gives how many they are;
// 0 where the cursor stands in it.
func (e *edgeLine) mapping(p *place, toks []bot.Token) int {
	if toks[0].Kind != bot.TokLBrace {
		e.at = atNothing
		return 0
	}
	e.at = atKey
	key := ""
	for i, tok := range toks[1:] {
		switch {
		case tok.Kind == bot.TokRBrace:
			e.at = atClause
			return i + 2
		case tok.Kind == bot.TokComma:
			e.at = atKey
		case tok.Kind == bot.TokColon:
			e.at = atValue
			e.keys[key] = true
		case e.at == atValue:
			e.at = behindValue
		case e.at == atKey || e.at == behindValue:
			key, e.at = p.key(tok), atNothing
		}
	}
	return 0
}

// laterKeys adds the keys of the map that stand behind the cursor.
func (p *place) laterKeys(keys map[string]bool, indent int) {
	toks := p.f.Tokens
	for i := p.tokenFrom(p.word.End + 1); i >= 0 && i < len(toks); i++ {
		tok := toks[i]
		switch {
		case tok.Span.Start < p.word.End:
			continue
		case tok.Kind == bot.TokRBrace, tok.Kind == bot.TokText:
			return
		case tok.Kind == bot.TokWord && p.firstOnLine(i) && p.column(tok.Span.Start) <= indent && !p.onLine(tok.Span.Start):
			return
		case tok.Kind == bot.TokWord && i+1 < len(toks) && toks[i+1].Kind == bot.TokColon:
			keys[p.slice(tok)] = true
		}
	}
}

func (p *place) firstOnLine(i int) bool {
	return i == 0 || p.endsLine(i-1) || p.f.Tokens[i-1].Kind == bot.TokSpace && (i == 1 || p.endsLine(i-2))
}

// lineTokens are the tokens from the start of a frame up to the word, blanks
// and line ends left out.
func (p *place) lineTokens(from int) []bot.Token {
	i, _ := slices.BinarySearchFunc(p.f.Tokens, from, func(t bot.Token, at int) int { return t.Span.Start - at })
	end := p.word.Start
	if p.in >= 0 {
		end = p.f.Tokens[p.in].Span.Start
	}
	var list []bot.Token
	for ; i < len(p.f.Tokens) && p.f.Tokens[i].Span.End <= end; i++ {
		switch p.f.Tokens[i].Kind {
		case bot.TokSpace, bot.TokNewline, bot.TokComment, bot.TokBOM:
		default:
			list = append(list, p.f.Tokens[i])
		}
	}
	return list
}
