package boundary

import (
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
)

// Supervisor is a supervisor with its verdict (boundary-class.md 7).
type Supervisor struct {
	*bot.Ref
	// Key is what a deferral would name it by; empty without keys.
	Key string
	// Body is what its `system:` resolves to; nil where nothing was read.
	Body *Body
	Prop *bot.Prop // the `system:` property, nil without one
	// Cause is that of BND301; empty where the paragraph is there; "unread"
	// where the lines do not parse or an import cannot be read.
	Cause string
}

// Inspected reports whether the supervisor's body was read.
func (s *Supervisor) Inspected() bool { return s.Body != nil }

func (c *Class) supervisor(r *bot.Ref) *Supervisor {
	s := &Supervisor{Ref: r}
	if c.HasKeys {
		s.Key = Key(c.Prefix, r.Decl.Name.Text)
	}
	prop := r.Decl.Prop("system")
	if (r.Decl.Broken || prop != nil && broken(prop)) && c.shown(r.UnitFile, r.Decl.Span) {
		s.Cause = causeUnread
		return s
	}
	var unknown bool
	s.Body, s.Prop, unknown = c.prompt(r.Decl, "system")
	switch {
	case s.Prop == nil:
		s.Cause = causeNoSystem
	case unknown && c.importBroken():
		s.Cause = causeUnread
	case unknown:
		s.Cause = causeUnknown
	case c.bodyless(s.Body):
		s.Cause = causeUnread
	default:
		s.Cause = s.Body.Status
	}
	return s
}

// finding is the supervisor's BND301, if it has one.
func (s *Supervisor) finding(c *Class) (finding.Finding, bool) {
	if s.Cause == paragraphThere || s.Cause == causeUnread {
		return finding.Finding{}, false
	}
	name := strings.Clone(s.Decl.Name.Text)
	at := s.Decl.Name.Span
	if s.Prop != nil {
		at = s.Prop.Value.Span
	}
	id := s.Key
	if id == "" {
		id = name
	}
	f := finding.Finding{
		Code: "BND301", Severity: finding.Error, Place: finding.Place{Path: s.Path, Span: at},
		Message: "The supervisor " + finding.Quote(name) + " " + lacks(s.Cause, promptName(s.Body, s.Prop), "") +
			"; it watches events that quote outside text, and what it says reaches the node as the operator's word: " + mend(s.Cause),
		Data: map[string]any{"supervisor": id, "cause": s.Cause, "prompt": promptName(s.Body, s.Prop)},
	}
	f.Related = declaredElsewhere(s.Path, s.Body)
	f.Fixes = c.supervisorFixes(s)
	return f, true
}
