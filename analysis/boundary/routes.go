package boundary

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// The names of backends that the rules tell apart; they compare exactly
// (boundary-class.md 2.1).
const (
	claw       = "claw"
	claudeCode = "claude_code"
	codex      = "codex"
	auto       = "auto"
)

// ReadingKind says what a backend value decides.
type ReadingKind uint8

// The three ways a backend value reads (boundary-class.md 2.2).
const (
	FallsThrough ReadingKind = iota
	Routed
	Undecided
)

// Reading is a backend value as it reads without a host.
type Reading struct {
	Kind ReadingKind
	// Route is the name of the backend, empty unless Kind is Routed.
	Route string
	// Raw is the value as written, trimmed.
	Raw string
	// Vars are the host's variables that the value names, in order.
	Vars []string
	// Template says that a template stands in it.
	Template bool
}

// maxRereads bounds how often replaced references may form new ones.
const maxRereads = 8

// ReadBackend reads a backend value (boundary-class.md 2.2).
func ReadBackend(raw string) Reading {
	value := strings.TrimSpace(raw)
	r := Reading{Raw: value}
	for range maxRereads {
		switch {
		case value == "" || value == auto:
			r.Kind = FallsThrough
			return r
		case strings.Contains(value, "{{"):
			r.Kind, r.Template = Undecided, true
			return r
		}
		expanded, vars, decided := bot.ExpandDefaults(value)
		r.Vars = append(r.Vars, vars...)
		switch {
		case !decided:
			r.Kind = Undecided
			return r
		case len(vars) == 0:
			r.Kind, r.Route = Routed, value
			return r
		}
		value = strings.TrimSpace(expanded)
	}
	r.Kind = Undecided
	return r
}

// Primary is a node's primary route (boundary-class.md 2.3).
type Primary struct {
	Reading
	// Property is the property whose value decided: "backend",
	// "default_backend", or empty where nobody names a backend.
	Property string
}

// Shown is the route as reasons name it, escaped; empty where undecided.
func (p Primary) Shown() string {
	if p.Property == "" {
		return claudeCode + " (no backend named)"
	}
	return shown(p.Route)
}

// readPrimary reads a node's backend and the workflow's default.
func readPrimary(backend, fallback string) Primary {
	if r := ReadBackend(backend); r.Kind != FallsThrough {
		return Primary{r, "backend"}
	}
	if r := ReadBackend(fallback); r.Kind != FallsThrough {
		return Primary{r, defaultBackend}
	}
	// The compiled-in detection order is claude_code, then claw.
	return Primary{Reading: Reading{Kind: Routed, Route: claudeCode}}
}

// FallbackKind says what a fallback route is to the class.
type FallbackKind uint8

// The kinds of fallback routes (boundary-class.md 2.5).
const (
	FallbackRoute     FallbackKind = iota // onto Route
	FallbackUndecided                     // open, whatever the node declares
	FallbackSkip                          // runs no model
	FallbackOwn                           // stays on the node's own route
)

// Fallback is one entry of `fallbacks:`.
type Fallback struct {
	Name string
	Kind FallbackKind
	// Reading is that of the cell; a cell is not detected, so that `auto` is a
	// name there. Its Kind is not meant: see Kind above.
	Reading
}

// readFallback reads one entry.
func readFallback(name, backend, action string) Fallback {
	if action == "skip" {
		return Fallback{Name: name, Kind: FallbackSkip}
	}
	f := Fallback{Name: name, Reading: ReadBackend(backend)}
	switch {
	case f.Raw == "":
		f.Kind = FallbackOwn
	case f.Reading.Kind == Undecided:
		f.Kind = FallbackUndecided
	case f.Reading.Kind == FallsThrough:
		f.Route = auto
	}
	return f
}

// readFallbacks reads a node's fallbacks in order.
func readFallbacks(n *bot.Node) []Fallback {
	p := n.Decl.Prop("fallbacks")
	if p == nil {
		return nil
	}
	list := make([]Fallback, 0, len(p.Block))
	for _, e := range p.Block {
		list = append(list, readFallback(e.Name.Text, propText(n, e.Prop("backend")), propText(n, e.Prop("action"))))
	}
	return list
}

// propText is the text of a scalar property with the group's parameters bound;
// empty without one.
func propText(n *bot.Node, p *bot.Prop) string {
	if p == nil {
		return ""
	}
	return n.Bind(n.File.ValueText(p.Value))
}
