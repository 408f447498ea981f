package botcheck

import (
	"regexp"
	"strings"
	"time"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

var (
	actionID = regexp.MustCompile(`^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*){2,}$`)
	retries  = regexp.MustCompile(`^0*[1-9][0-9]{0,8}$`)
)

// connectorProps are the properties that only an action reads.
var connectorProps = []string{"connection", "params", "retry", "timeout"}

// action checks the call of a connector: it is as the author wrote it, so
// nothing may repair it or judge it but the other side's answer.
func (c *checker) action(n *node) {
	fault := func(engine, kind string, at text.Span, message string) {
		c.add(issue{code: "BOT501", engine: engine, kind: kind, name: n.Name, at: place(n.Path, at), message: message})
	}
	name := finding.Quote(n.Name)
	p := n.Decl.Prop("action")
	if p == nil {
		for _, prop := range connectorProps {
			if x := n.Decl.Prop(prop); x != nil && !x.Unknown {
				fault("C266", prop, x.Name.Span, "only an action reads "+prop+", and the tool "+name+" has none; remove it, or add action:")
			}
		}
		return
	}
	if id, ok := n.word("action"); ok && !actionID.MatchString(id) {
		fault("C260", "id", p.Value.Span, "the action "+finding.Quote(id)+" is no connector.resource.verb of lower-case words")
	}
	switch x := n.Decl.Prop("connection"); {
	case x == nil:
		fault("C261", "no-connection", p.Name.Span, "the action of "+name+" names no connection, so it has no credential; add connection:")
	default:
		v, ok := n.word("connection")
		switch {
		case ok && strings.TrimSpace(v) == "":
			fault("C261", "no-connection", x.Name.Span, "the connection of "+name+" is empty, so the action has no credential; name one")
		case ok && strings.Contains(v, "{{"):
			fault("C261", "connection-template", x.Value.Span, "the connection of "+name+" is not rendered, and a value must not choose a credential; write its name")
		}
	}
	policy, _ := n.word("policy")
	if x := n.Decl.Prop("recovery"); x != nil {
		fault("C262", "recovery", x.Name.Span, "an action has no recovery, since a model would repair what no model decides; remove it from "+name)
	} else if strings.TrimSpace(policy) == "recover" {
		fault("C262", "recovery", n.Decl.Prop("policy").Name.Span, "an action does not recover, since a model would repair what no model decides; remove the policy of "+name)
	}
	if v, ok := n.word("postcondition"); ok && v != "" {
		fault("C263", "postcondition", n.Decl.Prop("postcondition").Name.Span, "the other side's answer decides whether the action of "+name+" succeeded, not a command; remove the postcondition")
	}
	if v, ok := n.word("timeout"); ok && v != "" {
		if _, err := time.ParseDuration(v); err != nil {
			fault("C265", "timeout", n.Decl.Prop("timeout").Value.Span, "the timeout "+finding.Quote(v)+" is no duration such as 30s, so the call would have no bound")
		}
	}
	if v, ok := n.word("retry"); ok && v != "" && !retries.MatchString(v) {
		fault("C265", "retry", n.Decl.Prop("retry").Value.Span, "the retry "+finding.Quote(v)+" is no number of further attempts")
	}
	c.actionParams(n)
}

func (c *checker) actionParams(n *node) {
	p := n.Decl.Prop("params")
	if p == nil || p.Unknown {
		return
	}
	seen := map[string]*bot.Prop{}
	for _, x := range p.Block {
		key := strings.TrimSpace(strings.Trim(x.Name.Text, `"`))
		if x.Name.Missing() || x.Broken {
			continue
		}
		i := issue{code: "BOT501", engine: "C264", kind: "parameter", name: key, at: place(n.Path, x.Name.Span)}
		switch first := seen[key]; {
		case key == "":
			i.message = "a parameter of " + finding.Quote(n.Name) + " has no name; write one"
		case first != nil:
			i.message = "the parameter " + finding.Quote(key) + " is there twice, and only one could be sent; remove one"
			i.related = related(place(n.Path, first.Name.Span), "the first one")
		default:
			seen[key] = x
			continue
		}
		c.add(i)
	}
}
