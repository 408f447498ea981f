package playbooktest

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// Leak finds 4 neighbouring characters of a secret in s; "" where there are
// none.
func Leak(s string, secrets []string) string {
	if areSecrets(secrets) && !mayLeak(s) {
		return ""
	}
	for _, secret := range secrets {
		r := []rune(secret)
		for i := 0; i+4 <= len(r); i++ {
			if part := string(r[i : i+4]); strings.Contains(s, part) {
				return part
			}
		}
	}
	return ""
}

// areSecrets reports whether all values are of the alphabet of secrets.
func areSecrets(values []string) bool {
	for _, s := range values {
		if strings.ContainsFunc(s, func(r rune) bool { return !inSecrets(r) }) {
			return false
		}
	}
	return true
}

func inSecrets(r rune) bool {
	if r < 0x80 {
		return r == '#' || r == '@' || r == '~'
	}
	return strings.ContainsRune(secretAlphabet, r)
}

// mayLeak reports whether 4 neighbouring characters of s are of the alphabet of
// secrets. It looks at each character once.
func mayLeak(s string) bool {
	run := 0
	for _, r := range s {
		if !inSecrets(r) {
			run = 0
			continue
		}
		if run++; run == 4 {
			return true
		}
	}
	return false
}

// OutsideRegions cuts the regions out as a reader would: from each open marker
// to the next close marker. It fails where markers do not alternate.
func OutsideRegions(s string) (string, error) {
	var b strings.Builder
	for {
		i := strings.Index(s, playbook.ExternalOpen)
		j := strings.Index(s, playbook.ExternalClose)
		if i < 0 {
			if j >= 0 {
				return "", errors.New("a close marker without its open one")
			}
			b.WriteString(s)
			return b.String(), nil
		}
		if j < i {
			return "", errors.New("a close marker before its open one")
		}
		b.WriteString(s[:i])
		inner := s[i+len(playbook.ExternalOpen) : j]
		if strings.Contains(inner, playbook.ExternalOpen) {
			return "", errors.New("an open marker inside a region")
		}
		s = s[j+len(playbook.ExternalClose):]
	}
}

// EveryForm is what anybody might print of a value.
func EveryForm(v any) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v\n%+v\n%#v\n%s\n%q\n%d\n%x\n", v, v, v, v, v, v, v)
	data, err := json.Marshal(v)
	fmt.Fprintf(&b, "%s %v\n", data, err)
	slog.New(slog.NewTextHandler(&b, nil)).Info("value", "v", v)
	slog.New(slog.NewJSONHandler(&b, nil)).Info("value", "v", v)
	return b.String()
}

// CheckWithheld says where the end of a run shows a piece of a secret outside a
// region, or has regions that are not as playbook.md 7 says (properties 1 and 2
// of 15.3). It is "" where all is well. The secrets are a Program's; the
// program holds no character of their alphabet.
func CheckWithheld(plan *playbook.Plan, err error, secrets []string) string {
	if err != nil {
		return checkError(err, secrets)
	}
	for _, p := range plan.Prompts {
		if complaint := checkPrompt(p, secrets); complaint != "" {
			return complaint
		}
	}
	bare := *plan
	bare.Prompts = nil
	for _, p := range plan.Prompts {
		p.Text = ""
		bare.Prompts = append(bare.Prompts, p)
	}
	if p := Leak(EveryForm(&bare), secrets); p != "" {
		return fmt.Sprintf("the plan shows %q outside of its texts", p)
	}
	return ""
}

func checkError(err error, secrets []string) string {
	for e := err; e != nil; e = errors.Unwrap(e) {
		if p := Leak(EveryForm(e), secrets); p != "" {
			return fmt.Sprintf("the error shows %q", p)
		}
	}
	var e *playbook.Error
	if errors.As(err, &e) {
		if p := Leak(EveryForm(*e)+e.Stack.String(), secrets); p != "" {
			return fmt.Sprintf("the error shows %q", p)
		}
	}
	return ""
}

func checkPrompt(p playbook.Prompt, secrets []string) string {
	rest, err := OutsideRegions(p.Text)
	if err != nil {
		return fmt.Sprintf("the text of %s has %v", p.Step, err)
	}
	// Removing the regions leaves no character of a value.
	all := strings.Join(secrets, "")
	if i := strings.IndexFunc(rest, func(r rune) bool { return strings.ContainsRune(all, r) }); i >= 0 {
		return fmt.Sprintf("the text of %s shows %q outside its regions", p.Step, rest[i:])
	}
	last := 0
	for _, r := range p.Regions {
		s := p.Text[r.Start:r.End]
		if r.Start < last || !strings.HasPrefix(s, playbook.ExternalOpen) || !strings.HasSuffix(s, playbook.ExternalClose) || len(r.Params) == 0 {
			return fmt.Sprintf("the region %v of %s is %q", r, p.Step, s)
		}
		last = r.End
	}
	if n := strings.Count(p.Text, playbook.ExternalOpen); n != len(p.Regions) {
		return fmt.Sprintf("the text of %s has %d regions, and %d are told", p.Step, n, len(p.Regions))
	}
	return ""
}
