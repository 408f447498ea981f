package bot

import (
	"errors"
	"path"
	"sort"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// MaxInclude is the size up to which the engine splices an included file
// (C055).
const MaxInclude = 256 << 10

// MaxIncluded bounds what all includes of one prompt bring together, so that a
// small file cannot ask for memory without end. It is ours; the engine has no
// such bound.
const MaxIncluded = 4 << 20

// Compiled is a prompt's text as the engine hands it to the model, but for
// references: strings decoded, the body dedented, blank lines dropped where
// the profile drops them, includes spliced. Every byte leads back to its
// source.
type Compiled struct {
	Prompt *Prompt
	Text   string
	// Includes are the include directives in order, spliced or not. In a bound
	// text the group parameters are among them, and one that stands in
	// included text parts that text in two.
	Includes []Include
	// Bound says that the parameters of a group are bound for one use.
	Bound bool
	base  text.Map
}

// Include is an {{include "…"}} directive of a compiled prompt, or the
// {{params.x}} of a bound one.
type Include struct {
	// Param is the parameter as the template names it, `{{params.x}}`; empty
	// for an include. Path and Text are then those of the file with the use.
	Param string
	// Out is what the directive became in Compiled.Text; where the file
	// could not be read, the directive itself.
	Out text.Span
	// Directive is the directive in the prompt's own file.
	Directive text.Span
	Path      string     // of the included file, absolute
	Text      *text.Text // nil where it could not be read
	Err       error
	fold      text.Map
	from      int // where the spliced text starts in what fold leads back
	length    int // of the directive in the decoded text
	shift     int // by how much it and those before it moved what is behind
}

// Origin is where a byte of a compiled text comes from.
type Origin struct {
	Path string
	Span text.Span
	// Include is the directive that brought the text, nil for the prompt's
	// own.
	Include *Include
}

// Decoded is the prompt's text before includes are spliced, with the map to
// its file. It is computed once.
func (p *Prompt) Decoded() (string, text.Map) {
	p.once.Do(func() { p.decoded, p.back = p.decode() })
	return p.decoded, p.back
}

func (p *Prompt) decode() (string, text.Map) {
	switch {
	case p.Text != nil:
		return Fold(p.Text.String(), 0)
	case p.Inline != nil:
		return p.File.Decode(p.Inline)
	case p.Decl.Body != nil:
		return p.File.BodyText(p.Decl.Body)
	}
	return "", text.Map{}
}

// Fold gives s with CRLF folded to LF and a leading byte order mark dropped,
// and the map back to offsets of s, moved by at.
func Fold(s string, at int) (string, text.Map) {
	var m text.Map
	start := 0
	if strings.HasPrefix(s, "\ufeff") {
		start = len("\ufeff")
	}
	m.Verbatim(0, at+start)
	if !strings.Contains(s, "\r\n") {
		return s[start:], m
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := start; ; {
		n := strings.Index(s[i:], "\r\n")
		if n < 0 {
			b.WriteString(s[i:])
			return b.String(), m
		}
		b.WriteString(s[i : i+n])
		m.Folded(b.Len(), text.Span{Start: at + i + n, End: at + i + n + 2})
		b.WriteByte('\n')
		i += n + 2
		m.Verbatim(b.Len(), at+i)
	}
}

// Compile splices the prompt's includes. src reads the included files; they
// are looked for beside the file that holds the prompt and must stay in its
// folder (bot-language.md 12.1).
func Compile(src Source, p *Prompt) *Compiled {
	decoded, m := p.Decoded()
	c := &Compiled{Prompt: p, Text: decoded, base: m}
	if !strings.Contains(decoded, "{{") || !strings.Contains(decoded, "include") {
		return c
	}
	var b strings.Builder
	last, shift, brought := 0, 0, 0
	for _, t := range Templates(decoded) {
		if !t.IsInclude {
			continue
		}
		b.WriteString(decoded[last:t.Span.Start])
		last = t.Span.End
		inc := Include{Directive: m.SourceSpan(t.Span), length: t.Span.Len()}
		inc.Path, inc.Text, inc.Err = include(src, path.Dir(p.Path), t.Include)
		if inc.Text != nil {
			if brought += inc.Text.Len(); brought > MaxIncluded {
				inc.Text, inc.Err = nil, errors.New("the includes of this prompt are larger than 4 MiB together")
			}
		}
		start := b.Len()
		if inc.Text == nil {
			b.WriteString(decoded[t.Span.Start:t.Span.End])
		} else {
			var s string
			s, inc.fold = Fold(inc.Text.String(), 0)
			b.WriteString(s)
		}
		inc.Out = text.Span{Start: start, End: b.Len()}
		shift += inc.Out.Len() - inc.length
		inc.shift = shift
		c.Includes = append(c.Includes, inc)
	}
	if c.Includes == nil {
		return c
	}
	b.WriteString(decoded[last:])
	c.Text = b.String()
	return c
}

// own converts an offset of the compiled text that lies outside every include
// to one of the decoded text.
func (c *Compiled) own(out int) int {
	i := sort.Search(len(c.Includes), func(i int) bool { return out < c.Includes[i].Out.End })
	if i == 0 {
		return out
	}
	return out - c.Includes[i-1].shift
}

func include(src Source, dir, rel string) (string, *text.Text, error) {
	target := path.Join(dir, rel)
	if rel == "" || path.IsAbs(rel) || strings.ContainsAny(rel, "\\\x00") || !strings.HasPrefix(target, dir+"/") {
		return target, nil, errors.New("the path must stay in the folder of the file that includes it")
	}
	t, err := src.Text(target)
	if err != nil {
		return target, nil, err
	}
	if t.Len() > MaxInclude {
		return target, nil, errors.New("the file is larger than 256 KiB")
	}
	return target, t, nil
}

// Origin leads a span of the compiled text back to its source. A span that
// crosses the edge of an include is cut at that edge.
func (c *Compiled) Origin(s text.Span) Origin {
	first := sort.Search(len(c.Includes), func(i int) bool { return s.Start < c.Includes[i].Out.End })
	for i := first; i < len(c.Includes) && c.Includes[i].Out.Start < max(s.End, s.Start+1); i++ {
		inc := &c.Includes[i]
		if inc.Text == nil {
			continue
		}
		if inc.Out.Start <= s.Start && s.Start < inc.Out.End {
			s.End = min(s.End, inc.Out.End)
			return Origin{inc.Path, inc.fold.SourceSpan(s.Shift(inc.from - inc.Out.Start)), inc}
		}
		if s.Start < inc.Out.Start && inc.Out.Start < s.End {
			s.End = inc.Out.Start
		}
	}
	own := text.Span{Start: c.own(s.Start), End: c.own(s.End)}
	return Origin{c.Prompt.Path, c.base.SourceSpan(own), nil}
}
