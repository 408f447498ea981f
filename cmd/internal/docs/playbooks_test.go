package docs

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

var constructorTable = regexp.MustCompile(`(?s)<!-- constructors -->\n.*?<!-- end of constructors -->`)

// constructors is the table of constructors as the page shows it.
func constructors() string {
	var b strings.Builder
	b.WriteString("<!-- constructors -->\n| constructor | argument | takes | default | |\n| --- | --- | --- | --- | --- |\n")
	for _, s := range playbook.Signatures() {
		fmt.Fprintf(&b, "| `%s` | | | | %s |\n", s.Name, s.Doc)
		args := s.Args
		if s.Variadic != nil {
			args = append([]playbook.Arg{*s.Variadic}, args...)
		}
		for i, a := range args {
			name, takes, byDefault := a.Name, a.Kind.Wants(), "`"+a.Default+"`"
			switch {
			case s.Variadic != nil && i == 0:
				name, byDefault = "*"+name, ""
			case a.Required:
				byDefault = "required"
			}
			if len(a.Enum) > 0 {
				takes = "`\"" + strings.Join(a.Enum, "\"`, `\"") + "\"`"
			}
			fmt.Fprintf(&b, "| | `%s` | %s | %s | %s |\n", name, strings.ReplaceAll(takes, "|", `\|`), byDefault, a.Doc)
		}
	}
	b.WriteString("<!-- end of constructors -->")
	return b.String()
}

func TestTheTableOfConstructorsIsThatOfTheCode(t *testing.T) {
	const name = "docs/playbooks.md"
	page := pages(t)[name]
	if n := len(constructorTable.FindAllString(page, -1)); n != 1 {
		t.Fatalf("%d tables of constructors in %s", n, name)
	}
	now := constructorTable.ReplaceAllLiteralString(page, constructors())
	if now != page || *update {
		onDisk(t, filepath.Join(root, filepath.FromSlash(name)), []byte(now))
	}
}
