package botcheck

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/analysis/yamlnames"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// ManifestNames are the names that a bundle's manifest may have, the first one
// first (bot-language.md 1.2).
var ManifestNames = []string{"manifest.yaml", "manifest.yml"}

// manifestKeys are the keys of a manifest. ours are those that no manifest of
// another tool has.
var manifestKeys = map[string]bool{ // value: ours
	"name": false, "display_name": true, "version": false, "description": false, "author": false, "schema_version": true,
	"compat": true, "attachments": true, "triggers": false, "capabilities": true, "when_to_use": true, "dispatch_vars": true,
	"enabled": false, "forge": true, "invocations": true, "requires": false, "chat": true, "launch": true, "produces": true,
	"consumes": true, "exports": false, "dependencies": false, "icon": false, "repo": false, "config_share": true,
	"category": false, "tags": false, "workflows": true,
}

// manifest is a manifest that was read.
type manifest struct {
	path string
	text *text.Text
	// byTrail are the entries by the keys that lead to them, keys and values
	// apart.
	byTrail map[trail][]entry
}

type trail struct {
	keys string // joined by dots
	key  bool
}

// entry is a key or value of a manifest.
type entry struct {
	value string
	span  text.Span
}

// keys are the keys below a trail, values its values.
func (m *manifest) keys(keys string) []entry   { return m.byTrail[trail{keys, true}] }
func (m *manifest) values(keys string) []entry { return m.byTrail[trail{keys, false}] }

// value is the value below a trail, the last one where it is there twice.
func (m *manifest) value(keys string) (e entry, ok bool) {
	list := m.values(keys)
	if len(list) == 0 {
		return e, false
	}
	return list[len(list)-1], true
}

// at is the place of an entry.
func (m *manifest) at(e entry) finding.Place { return place(m.path, e.span) }

// bundle checks what stands beside the main file of a bundle: the manifest and
// the skills.
func (c *checker) bundle() {
	if c.src == nil || path.Base(c.u.Path) != "main.bot" || c.u.Workflow == nil {
		return
	}
	c.skillDocuments()
	m := c.readManifest()
	if m == nil {
		return
	}
	if !c.hidden.all && !c.hidden.vars {
		c.manifestVars(m)
	}
	if !c.nodeMayExist() {
		c.chat(m)
	}
	c.forge(m)
	c.granted(m)
	c.sameNames(m)
	c.floor(m)
	c.face(m)
}

// readManifest reads the bundle's manifest; nil where there is none or the
// engine would not read it.
func (c *checker) readManifest() *manifest {
	m := &manifest{byTrail: map[trail][]entry{}}
	for _, name := range ManifestNames {
		t, err := c.src.Text(path.Join(c.u.Root, name))
		if err == nil {
			m.path, m.text = path.Join(c.u.Root, name), t
			break
		}
	}
	if m.text == nil {
		return nil
	}
	unread := func(engine, kind, name string, at finding.Place, message string, fixes []finding.Fix) {
		c.add(issue{code: "BOT604", engine: engine, kind: kind, name: name, at: at, message: message, fixes: fixes})
	}
	err := yamlnames.Each(m.text, m.text.String(), 0, func(words []string, isKey bool, value string, span text.Span) {
		t := trail{strings.Join(words, "."), isKey}
		m.byTrail[t] = append(m.byTrail[t], entry{value, span})
	})
	if err != nil {
		unread("C223", "unreadable", path.Base(m.path), place(m.path, m.text.Line(0)),
			"the manifest is not read: "+err.Error()+", so the bundle's prompts, presets and skills are unknown", nil)
		return nil
	}
	ours, read := false, true
	for _, e := range m.keys("") {
		ours = ours || manifestKeys[e.value]
	}
	for _, e := range m.keys("") {
		if _, ok := manifestKeys[e.value]; ok {
			continue
		}
		read = false
		engine := "C222"
		if !ours {
			engine = "C223"
		}
		hint, fixes := c.didYouMean(e.value, namesOf(&c.guesses, manifestKeys), m.at(e), false)
		unread(engine, "unknown-key", e.value, m.at(e),
			"the key "+finding.Quote(e.value)+" is none of a manifest, so it is not read and the bundle's prompts, presets and skills are unknown"+hint, fixes)
	}
	if !read {
		return nil
	}
	return m
}

// manifestVar reports a name that is no var of the workflow, or of another
// type than the manifest's surface sends.
func (c *checker) manifestVar(m *manifest, e entry, engine, kind, want string) {
	v := c.vars[e.value]
	if v != nil {
		if t := fieldType(v.prop); want == "" || t == "" || t == want {
			return
		}
		c.add(issue{
			code: "BOT601", engine: engine, kind: kind, name: e.value, at: m.at(e),
			message: "the var " + finding.Quote(e.value) + " is " + fieldType(v.prop) + ", and the chat sends a " + want + "; name one of that type",
			related: related(place(v.file.Path, v.prop.Name.Span), "the var"),
		})
		return
	}
	hint, fixes := c.didYouMean(e.value, namesOf(&c.guesses, c.vars), m.at(e), false)
	c.add(issue{
		code: "BOT601", engine: engine, kind: kind, name: e.value, at: m.at(e), fixes: fixes,
		message: "the workflow has no var " + finding.Quote(e.value) + ", so what is sent to it is dropped; declare it or correct the name" + hint,
	})
}

func (c *checker) manifestVars(m *manifest) {
	for _, x := range []struct{ keys, engine string }{
		{"dispatch_vars", "C200"}, {"invocations.context_vars", "C201"},
		{"invocations.schedule.default_vars", "C202"}, {"forge.webhook.launch_vars", "C203"},
	} {
		for _, e := range m.keys(x.keys) {
			c.manifestVar(m, e, x.engine, x.keys, "")
		}
	}
	for _, x := range []struct{ keys, engine, want string }{
		{"invocations.args_var", "C204", ""}, {"chat.seed_var", "C208", "string"}, {"chat.launcher_vars.name", "C209", "string"},
	} {
		for _, e := range m.values(x.keys) {
			c.manifestVar(m, e, x.engine, x.keys, x.want)
		}
	}
}

// chatFields are the fields that the chat reads and writes, with their types.
var chatFields = map[string]string{
	"summary_field": "string", "text_field": "string", "approved_field": "bool", "host_event_field": "json",
}

// chat checks the nodes that the manifest shows in a chat.
func (c *checker) chat(m *manifest) {
	for _, e := range m.keys("chat.nodes") {
		n := c.nodes[e.value]
		if n == nil {
			hint, fixes := c.didYouMean(e.value, c.nodeNames(), m.at(e), false)
			c.add(issue{
				code: "BOT601", engine: "C205", kind: "chat-node", name: e.value, at: m.at(e), fixes: fixes,
				message: "the workflow has no node " + finding.Quote(e.value) + ", so the chat never shows it" + hint,
			})
			continue
		}
		keys := "chat.nodes." + e.value
		kind, _ := m.value(keys + ".kind")
		if kind.value == "human" && n.Decl.Kind != bot.KindHuman {
			c.add(issue{
				code: "BOT601", engine: "C206", kind: "chat-kind", name: n.Name, at: m.at(kind),
				message: "the node " + finding.Quote(n.Name) + " is no human node and takes no answer; write banner or silent, or name a human node",
				related: related(place(n.Path, n.Decl.Name.Span), "the node"),
			})
			continue
		}
		for _, field := range []string{"summary_field", "text_field", "approved_field", "host_event_field"} {
			if f, ok := m.value(keys + "." + field); ok {
				c.chatField(m, n, f, chatFields[field])
			}
		}
		if kind.value == "human" {
			c.standby(m, n, e)
		}
	}
}

func (c *checker) chatField(m *manifest, n *node, e entry, want string) {
	i := issue{code: "BOT601", engine: "C207", kind: "chat-field", name: e.value, at: m.at(e)}
	if n.out == nil {
		if unsure(n.Decl) {
			return
		}
		i.message = "the node " + finding.Quote(n.Name) + " has no output schema that could hold the field " + finding.Quote(e.value) + "; give it one"
		c.add(i)
		return
	}
	f, known := n.out.field(e.value)
	t := fieldType(f)
	switch {
	case f == nil && known:
		var hint string
		hint, i.fixes = c.didYouMean(e.value, n.out.names, i.at, false)
		i.message = "the schema " + finding.Quote(n.out.name) + " of " + finding.Quote(n.Name) + " has no field " + finding.Quote(e.value) + hint
	case f != nil && t != "" && t != want:
		i.message = "the field " + finding.Quote(e.value) + " is " + t + ", and the chat needs a " + want + " there"
		i.related = related(place(n.out.file.Path, f.Name.Span), "the field")
	default:
		return
	}
	c.add(i)
}

// standby checks a gate that the host may answer: the node and the manifest
// both have to say so.
func (c *checker) standby(m *manifest, n *node, e entry) {
	mode := c.interaction(n)
	field, ok := m.value("chat.nodes." + e.value + ".host_event_field")
	i := issue{code: "BOT602", engine: "C212", kind: "host-event", name: n.Name, related: related(place(n.Path, n.Decl.Name.Span), "the node")}
	switch {
	case mode == "?":
		return
	case mode == "human_or_host" && !ok:
		i.at, i.severity = m.at(e), finding.Error
		i.message = "the gate " + finding.Quote(n.Name) + " waits for the host, and no host_event_field says where its word goes, so none ever comes; add one"
	case mode != "human_or_host" && ok:
		i.at, i.severity = m.at(field), finding.Warning
		i.message = "the host may answer the gate " + finding.Quote(n.Name) + ", and its node does not say so; write interaction: human_or_host there"
	default:
		return
	}
	c.add(i)
}

// forge checks the secret under which the forge's token reaches the bot.
func (c *checker) forge(m *manifest) {
	active := len(m.values("forge.events")) > 0
	for _, e := range m.values("invocations.kind") {
		active = active || e.value == "forge"
	}
	if !active || c.hidden.all || c.hidden.secrets {
		return
	}
	e, ok := m.value("forge.secret")
	if !ok {
		e.value = "forge_token"
		for _, key := range m.keys("") {
			if key.value == "forge" || e.span.Empty() && key.value == "invocations" {
				e.span = key.span
			}
		}
	}
	i := issue{code: "BOT602", name: e.value, at: m.at(e)}
	s := c.secrets[e.value]
	switch {
	case s == nil:
		hint := ""
		if ok {
			hint, i.fixes = c.didYouMean(e.value, namesOf(&c.guesses, c.secrets), i.at, false)
		}
		i.engine, i.kind = "C210", "no-secret"
		i.message = "the bot declares no secret " + finding.Quote(e.value) + ", so the forge's token never reaches it; declare it with as: file" + hint
	case s.prop.Broken:
		return
	default:
		if as := s.prop.Prop("as"); as != nil && s.file.File.ValueText(as.Value) == "file" {
			return
		}
		i.engine, i.kind = "C211", "no-file"
		i.message = "the secret " + finding.Quote(e.value) + " is no file, and the forge's token is mounted as one; write as: file"
		i.related = related(place(s.file.Path, s.prop.Name.Span), "the secret")
	}
	c.add(i)
}

// granted checks the capabilities that the manifest lists.
func (c *checker) granted(m *manifest) {
	listed := m.values("capabilities")
	if len(listed) == 0 {
		return
	}
	grants := map[string]bool{}
	unknown := c.hidden.all || c.hidden.nodes || c.hidden.edges
	add := func(f *bot.UnitFile, d *bot.Decl) {
		p := d.Prop("capabilities")
		if p == nil || p.Value == nil {
			return
		}
		for _, v := range p.Value.Items {
			grants[f.File.ValueText(v)] = true
		}
	}
	add(c.u.Workflow.UnitFile, c.u.Workflow.Decl)
	for _, n := range c.order {
		unknown = unknown || isLLM(n.Decl.Kind) && unsure(n.Decl)
		add(n.UnitFile, n.Decl)
	}
	var own []string
	for _, e := range listed {
		own = append(own, e.value)
		if !grants[e.value] && !unknown {
			c.add(issue{
				code: "BOT603", engine: "C220", kind: "not-granted", name: e.value, at: m.at(e),
				message: "no node is granted " + finding.Quote(e.value) + ", which the manifest lists; grant it to the node that needs it, or take it out",
			})
		}
	}
	front := c.frontCapabilities()
	slices.Sort(front)
	slices.Sort(own)
	if len(front) > 0 && !slices.Equal(front, own) {
		for _, key := range m.keys("") {
			if key.value == "capabilities" {
				c.add(issue{
					code: "BOT603", engine: "C221", kind: "frontmatter", name: "capabilities", at: m.at(key),
					message: "the frontmatter of main.bot lists other capabilities, and that list counts; keep one list",
				})
			}
		}
	}
}

// frontCapabilities are the capabilities of the main file's catalogue block
// (bot-language.md 6.3).
func (c *checker) frontCapabilities() []string {
	t := c.u.Files[0].File.Text
	var b strings.Builder
	inside := false
	for line := range t.Lines() {
		s := strings.TrimPrefix(strings.TrimRight(t.Slice(t.Line(line)), " \t"), "\ufeff")
		switch {
		case s == "" && !inside:
		case s == "## ---" && !inside:
			inside = true
		case s == "## ---":
			var list []string
			src := b.String()
			_ = yamlnames.Each(text.New(src), src, 0, func(trail []string, isKey bool, value string, _ text.Span) {
				if !isKey && len(trail) == 1 && trail[0] == "capabilities" {
					list = append(list, value)
				}
			})
			return list
		case inside && strings.HasPrefix(s, "##"):
			b.WriteString(strings.TrimPrefix(strings.TrimPrefix(s, "##"), " "))
			b.WriteByte('\n')
		default:
			return nil
		}
	}
	return nil
}

// sameNames checks that a bot with a memory of its own has one name.
func (c *checker) sameNames(m *manifest) {
	w := c.u.Workflow
	dir := path.Base(c.u.Root)
	e, ok := m.value("name")
	if w.Decl.Name.Missing() || w.Decl.Name.Text == dir && e.value == dir || !c.remembers() {
		return
	}
	if !ok {
		e.span = m.text.Line(0)
	}
	c.add(issue{
		code: "BOT605", engine: "C230", kind: "names", name: e.value, at: m.at(e),
		message: "the bot keeps a memory of its own, and its folder " + finding.Quote(dir) + ", manifest " + finding.Quote(e.value) +
			" and workflow " + finding.Quote(w.Decl.Name.Text) + " have different names, so the memory falls apart; give all three one name",
		related: related(place(w.Path, w.Decl.Name.Span), "the workflow"),
	})
}

// remembers reports whether some node keeps a memory of the bot.
func (c *checker) remembers() bool {
	auto := func(f *bot.UnitFile, d *bot.Decl) bool {
		p := d.Prop("auto_memory")
		return p != nil && p.Value != nil && strings.EqualFold(strings.TrimSpace(f.File.ValueText(p.Value)), "on")
	}
	if auto(c.u.Workflow.UnitFile, c.u.Workflow.Decl) {
		return true
	}
	for _, n := range c.order {
		if !isLLM(n.Decl.Kind) {
			continue
		}
		if p := n.Decl.Prop("memory"); p != nil && on(p, "enabled") {
			if v := p.Prop("visibility"); v != nil && n.File.ValueText(v.Value) == "bot" {
				return true
			}
		}
		if auto(n.UnitFile, n.Decl) {
			return true
		}
	}
	return false
}

var engineFloor = regexp.MustCompile(`^(>=\s*)?v?[0-9]{1,9}(\.[0-9]{1,9})*(\+\S*)?$`)

// floor checks the engine version that the bundle asks for.
func (c *checker) floor(m *manifest) {
	i := issue{code: "BOT607", name: "iterion"}
	e, ok := m.value("requires.iterion")
	if ok {
		if engineFloor.MatchString(strings.TrimSpace(e.value)) {
			return
		}
		i.engine, i.kind, i.name, i.at = "C250", "malformed", e.value, m.at(e)
		i.message = "the required version " + finding.Quote(e.value) + " is none that the engine can compare; write >= and a number such as 3.141.0"
		c.add(i)
		return
	}
	uses := ""
	for _, f := range c.u.Files {
		switch {
		case f.File.Profile > 1:
			uses = "dsl: 2"
		case len(f.File.Imports) > 0 && uses == "":
			uses = "import"
		case uses == "":
			for _, d := range f.File.Decls {
				if d.Kind == bot.KindContract {
					uses = "a contract"
				}
			}
		}
	}
	if uses == "" {
		return
	}
	keys := m.keys("")
	if len(keys) == 0 || slices.ContainsFunc(keys, func(e entry) bool { return e.value == "requires" }) {
		return
	}
	i.engine, i.kind, i.at = "C252", "missing", m.at(keys[0])
	i.message = "the bot uses " + uses + ", which old engines cannot read, and the manifest asks for no version; add requires: with iterion: \">= …\""
	c.add(i)
}
