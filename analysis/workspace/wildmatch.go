package workspace

import "strings"

// wildmatch reports whether name matches a pattern of a .gitignore file, with
// git's own rules (its wildmatch with WM_PATHNAME): `*`, `?` and classes do
// not match "/", `**` between slashes matches any number of folders, and
// everywhere else `**` is `*`. Patterns come from strangers, so the work is
// bounded by about the product of both lengths, and a pattern that is longer
// than any path matches nothing.
func wildmatch(pattern, name string) bool {
	if len(pattern) > maxPattern {
		return false
	}
	m := matcher{pattern: pattern, name: name}
	return m.match(0, 0) == matched
}

// maxPattern is the length up to which a pattern is tried, in bytes.
const maxPattern = 4096

type outcome uint8

const (
	matched outcome = iota
	mismatched
	// abortAll says that no later start in the name can match either.
	abortAll
	// abortToStarStar says that only a `**` further left can still match.
	abortToStarStar
)

type matcher struct {
	pattern, name string
	steps         int
	// tried remembers answers once a match has taken many steps.
	tried map[[2]int]outcome
	// failed is, by what follows a `**`, from where on in the name nothing
	// matches it.
	failed map[int]int
}

const matchSteps = 256

func (m *matcher) match(p, t int) outcome {
	m.steps++
	if m.steps < matchSteps {
		return m.run(p, t)
	}
	key := [2]int{p, t}
	if o, ok := m.tried[key]; ok {
		return o
	}
	if m.tried == nil {
		m.tried = map[[2]int]outcome{}
	}
	o := m.run(p, t)
	m.tried[key] = o
	return o
}

func (m *matcher) run(p, t int) outcome {
	pat, name := m.pattern, m.name
	for ; p < len(pat); p, t = p+1, t+1 {
		c := pat[p]
		if t >= len(name) && c != '*' {
			return abortAll
		}
		switch c {
		case '?':
			if name[t] == '/' {
				return mismatched
			}
		case '*':
			return m.star(p, t)
		case '[':
			end, ok := class(pat, p, name[t])
			if end < 0 {
				return abortAll
			}
			if !ok || name[t] == '/' {
				return mismatched
			}
			p = end
		case '\\':
			p++
			if p >= len(pat) || pat[p] != name[t] {
				return mismatched
			}
		default:
			if c != name[t] {
				return mismatched
			}
		}
	}
	if t < len(name) {
		return mismatched
	}
	return matched
}

// star matches the asterisks at p and what follows them.
func (m *matcher) star(p, t int) outcome {
	pat, name := m.pattern, m.name
	start := p
	for p < len(pat) && pat[p] == '*' {
		p++
	}
	slashes := false
	if p-start > 1 {
		rest := pat[p:]
		if (start == 0 || pat[start-1] == '/') &&
			(rest == "" || rest[0] == '/' || strings.HasPrefix(rest, `\/`)) {
			// `**/` may stand for no folder at all.
			if strings.HasPrefix(rest, "/") && m.match(p+1, t) == matched {
				return matched
			}
			slashes = true
		}
	}
	if p == len(pat) {
		if !slashes && strings.Contains(name[t:], "/") {
			return mismatched
		}
		return matched
	}
	if !slashes && pat[p] == '/' {
		i := strings.IndexByte(name[t:], '/')
		if i < 0 {
			return mismatched
		}
		return m.match(p+1, t+i+1)
	}
	if slashes {
		if from, ok := m.failed[p]; ok && t >= from {
			return abortAll
		}
	}
	o := m.search(p, t, slashes)
	if slashes && o != matched {
		if m.failed == nil {
			m.failed = map[int]int{}
		}
		m.failed[p] = t
	}
	return o
}

// search looks for a place from t on where the pattern from p on matches.
func (m *matcher) search(p, t int, slashes bool) outcome {
	pat, name := m.pattern, m.name
	literal := !strings.ContainsRune(`*?[\`, rune(pat[p]))
	for ; t < len(name); t++ {
		if literal && name[t] != pat[p] {
			if !slashes && name[t] == '/' {
				return mismatched
			}
			continue
		}
		o := m.match(p, t)
		if o != mismatched {
			if !slashes || o != abortToStarStar {
				return o
			}
		} else if !slashes && name[t] == '/' {
			return abortToStarStar
		}
	}
	if literal {
		return mismatched
	}
	return abortAll
}

// class matches b against the bracket expression at p. end is the offset of
// its closing bracket, -1 where the expression is unclosed or malformed.
func class(pat string, p int, b byte) (end int, ok bool) {
	p++
	negated := p < len(pat) && (pat[p] == '!' || pat[p] == '^')
	if negated {
		p++
	}
	var prev byte
	for first := true; first || p >= len(pat) || pat[p] != ']'; first, p = false, p+1 {
		if p >= len(pat) {
			return -1, false
		}
		c := pat[p]
		switch {
		case c == '\\':
			p++
			if p >= len(pat) {
				return -1, false
			}
			c = pat[p]
			ok = ok || c == b
		case c == '-' && prev != 0 && p+1 < len(pat) && pat[p+1] != ']':
			p++
			if c = pat[p]; c == '\\' {
				p++
				if p >= len(pat) {
					return -1, false
				}
				c = pat[p]
			}
			ok = ok || prev <= b && b <= c
			c = 0 // a range is no start of another one
		case c == '[' && p+1 < len(pat) && pat[p+1] == ':':
			i := strings.IndexByte(pat[p+2:], ']')
			if i < 0 {
				return -1, false
			}
			name := pat[p+2 : p+2+i]
			if !strings.HasSuffix(name, ":") {
				// No class after all: a bracket like any other character.
				ok = ok || c == b
				break
			}
			member, known := posixClasses[strings.TrimSuffix(name, ":")]
			if !known {
				return -1, false
			}
			p += 2 + i
			ok = ok || member(b)
			c = 0
		default:
			ok = ok || c == b
		}
		prev = c
	}
	return p, ok != negated
}

func between(lo, hi byte) func(byte) bool {
	return func(b byte) bool { return lo <= b && b <= hi }
}

func either(list ...func(byte) bool) func(byte) bool {
	return func(b byte) bool {
		for _, f := range list {
			if f(b) {
				return true
			}
		}
		return false
	}
}

var (
	lower = between('a', 'z')
	upper = between('A', 'Z')
	digit = between('0', '9')
	alpha = either(lower, upper)
	punct = either(between('!', '/'), between(':', '@'), between('[', '`'), between('{', '~'))

	posixClasses = map[string]func(byte) bool{
		"alnum":  either(alpha, digit),
		"alpha":  alpha,
		"blank":  func(b byte) bool { return b == ' ' || b == '\t' },
		"cntrl":  func(b byte) bool { return b < ' ' || b == 0x7f },
		"digit":  digit,
		"graph":  between('!', '~'),
		"lower":  lower,
		"print":  between(' ', '~'),
		"punct":  punct,
		"space":  func(b byte) bool { return b == ' ' || '\t' <= b && b <= '\r' },
		"upper":  upper,
		"xdigit": either(digit, between('a', 'f'), between('A', 'F')),
	}
)
