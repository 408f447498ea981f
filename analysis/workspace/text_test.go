package workspace

import (
	"errors"
	"testing"
)

// A NUL byte must not hide a bot from the checks: the engine reads past it.
func TestWhatIsText(t *testing.T) {
	for name, c := range map[string]struct {
		path, src string
		text      bool
	}{
		"a bot with a NUL in a comment":    {"/w/a.bot", "## c\x00\nagent a:\n  model: \"m\"\n", true},
		"a picture called a bot":           {"/w/a.bot", "\x00\x01\x02PNG", false},
		"UTF-16":                           {"/w/a.bot", "a\x00g\x00e\x00n\x00t\x00 \x00a\x00:\x00\n\x00", false},
		"a page with a NUL":                {"/w/README.md", "# Title\x00\n\n```bot\nprompt p:\n  x\n```\n", true},
		"a picture called a page":          {"/w/README.md", "\x89PNG\x00\xff", false},
		"anything else with a NUL in it":   {"/w/playbook.star", "x = 1\x00\n", false},
		"a bot without one":                {"/w/a.bot", "hello\n", true},
		"a bot in which nothing is to see": {"/w/a.bot", "hello\x00\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			err := unfit(c.path, c.src)
			if (err == nil) != c.text || err != nil && !errors.Is(err, ErrNotText) {
				t.Errorf("%v", err)
			}
		})
	}
}
