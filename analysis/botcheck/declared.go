package botcheck

import (
	"math"
	"net/netip"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/bot"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// declared checks what declarations outside the graph say about themselves.
func (c *checker) declared() {
	for _, f := range c.u.Files {
		for _, d := range f.File.Decls {
			switch d.Kind {
			case bot.KindAttachments:
				c.mediaTypes(f, d.Props)
			case bot.KindSecrets:
				c.secretProps(f, d.Props)
			case bot.KindMCPServer:
				c.serverAuth(f, d)
				c.browser(f, d)
			}
		}
	}
	if w := c.u.Workflow; w != nil {
		if p := w.Decl.Prop("attachments"); p != nil {
			c.mediaTypes(w.UnitFile, p.Block)
		}
		if p := w.Decl.Prop("resources"); p != nil {
			c.capacities(w.UnitFile, p.Block)
		}
		c.compaction(w.UnitFile, w.Decl)
		c.skills(w.UnitFile, w.Decl)
	}
	for _, n := range c.order {
		switch {
		case isLLM(n.Decl.Kind):
			c.compaction(n.UnitFile, n.Decl)
			c.skills(n.UnitFile, n.Decl)
		case n.Decl.Kind == bot.KindSubbot:
			c.subbotSource(n)
		case n.Decl.Kind == bot.KindAwaitAnswers:
			c.asker(n)
		}
	}
}

// band is a range of a cursor.
type band struct{ low, high float64 }

// bandOf reads "lo..hi"; why says what is wrong with it.
func bandOf(s string) (b band, why string) {
	low, high, ok := strings.Cut(s, "..")
	if !ok {
		return b, " is no range; write it as 0.2..0.5"
	}
	var err, err2 error
	b.low, err = strconv.ParseFloat(strings.TrimSpace(low), 64)
	b.high, err2 = strconv.ParseFloat(strings.TrimSpace(high), 64)
	switch {
	case err != nil || err2 != nil || math.IsNaN(b.low) || math.IsNaN(b.high):
		return b, " has an end that is no number; write it as 0.2..0.5"
	case b.low < 0 || b.high > 1:
		return b, " leaves the range from 0 to 1"
	case b.low > b.high:
		return b, " ends before it begins"
	}
	return b, ""
}

// bandKey is the text of a band's key without its quotes.
func bandKey(p *bot.Prop) string { return strings.Trim(p.Name.Text, `"`) }

// cursorDeclarations checks the cursors that the unit declares.
func (c *checker) cursorDeclarations() {
	for _, f := range c.u.Files {
		for _, d := range f.File.Decls {
			if d.Kind == bot.KindCursor {
				c.cursor(f, d)
			}
		}
	}
}

// cursor checks a cursor's declaration. The engine passes over one that is
// wrong, so nothing is said of its values.
func (c *checker) cursor(f *bot.UnitFile, d *bot.Decl) {
	fault := func(kind string, at text.Span, message string) {
		delete(c.cursorDecls, d.Name.Text)
		c.add(issue{
			code: "BOT510", engine: "C085", kind: kind, name: d.Name.Text, at: place(f.Path, at),
			message: "the cursor " + finding.Quote(d.Name.Text) + message,
		})
	}
	values, bands := d.Prop("values"), d.Prop("bands")
	switch {
	case unsure(d):
		return
	case (values == nil || len(values.Block) == 0) && (bands == nil || len(bands.Block) == 0):
		fault("empty", d.Name.Span, " has neither values nor bands; add one of them")
		return
	case values != nil && bands != nil && len(values.Block) > 0 && len(bands.Block) > 0:
		fault("both", bands.Name.Span, " has values and bands, and only one may be; remove one")
		return
	}
	seen := map[string]bool{}
	if values != nil {
		for _, p := range values.Block {
			s, ok := str(f, p)
			switch {
			case ok && s.text == "":
				fault("empty-value", p.Name.Span, " has a value without a text; write one")
			case seen[p.Name.Text]:
				fault("twice", p.Name.Span, " has the value "+finding.Quote(p.Name.Text)+" twice; remove one")
			}
			seen[p.Name.Text] = true
		}
	}
	if bands == nil {
		return
	}
	var taken []band
	for _, p := range bands.Block {
		b, why := bandOf(bandKey(p))
		if why != "" {
			fault("band", p.Name.Span, ": the band "+finding.Quote(bandKey(p))+why)
			return
		}
		for _, t := range taken {
			if b.low <= t.high && t.low <= b.high {
				fault("overlap", p.Name.Span, ": the band "+finding.Quote(bandKey(p))+" overlaps another one, which hides it; part them")
				return
			}
		}
		if taken = append(taken, b); len(taken) > maxBands {
			return
		}
	}
}

// maxBands bounds how many bands are compared with each other.
const maxBands = 500

// cursorValue checks the value that a node gives a cursor.
func (c *checker) cursorValue(n *node, p *bot.Prop) {
	if p.Broken || p.Value == nil {
		return
	}
	d := c.cursorDecls[p.Name.Text]
	if d == nil || unsure(d.Decl) {
		return
	}
	raw := n.Bind(n.File.ValueText(p.Value))
	if strings.Contains(raw, "${") || strings.Contains(raw, "{{") {
		return
	}
	at := place(n.Path, p.Value.Span)
	if p.Value.Kind == bot.String && p.Value.Form == bot.Quoted {
		at.Span = p.Value.Inner
	}
	var names []string
	if b := d.Decl.Prop("values"); b != nil {
		for _, x := range b.Block {
			names = append(names, x.Name.Text)
		}
	}
	bands := d.Decl.Prop("bands")
	message := ""
	var fixes []finding.Fix
	if v, err := strconv.ParseFloat(strings.TrimSpace(raw), 64); err == nil {
		covered := bands == nil
		if bands != nil {
			for _, x := range bands.Block {
				b, why := bandOf(bandKey(x))
				covered = covered || why != "" || v >= b.low && v <= b.high
			}
		}
		switch {
		case math.IsNaN(v), v < 0, v > 1:
			message = " lies outside 0 to 1"
		case !covered:
			message = " is in none of its bands"
		}
	} else if !slices.Contains(names, raw) {
		if bands != nil && len(names) == 0 {
			message = " is no number, and the cursor has bands"
		} else {
			var hint string
			hint, fixes = c.didYouMean(raw, names, at, false)
			message = " is none of its values" + hint
		}
	}
	if message == "" {
		return
	}
	c.add(issue{
		code: "BOT510", engine: "C084", kind: "value", name: raw, at: at, fixes: fixes,
		message: "the cursor " + finding.Quote(p.Name.Text) + " is set to " + finding.Quote(raw) + ", which" + message,
		related: related(place(d.Path, d.Decl.Name.Span), "the cursor"),
	})
}

// mediaTypes checks what attachments accept.
func (c *checker) mediaTypes(f *bot.UnitFile, props []*bot.Prop) {
	for _, a := range props {
		p := a.Prop("accept_mime")
		if p == nil || p.Broken || p.Value == nil {
			continue
		}
		for _, v := range p.Value.Items {
			m := f.File.ValueText(v)
			if kind, sub, ok := strings.Cut(m, "/"); ok && kind != "" && sub != "" || v.Kind == bot.String && !v.Closed {
				continue
			}
			c.add(issue{
				code: "BOT511", engine: "C052", kind: "media-type", name: m, at: place(f.Path, v.Span),
				message: "the media type " + finding.Quote(m) + " is no type/subtype such as application/pdf or image/*",
			})
		}
	}
}

var envName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// secretProps checks how secrets are mounted and where they may go.
func (c *checker) secretProps(f *bot.UnitFile, props []*bot.Prop) {
	for _, s := range props {
		if openBlock(s.Broken, s.Block) {
			continue
		}
		fault := func(kind string, p *bot.Prop, message string) {
			c.add(issue{
				code: "BOT511", engine: "C094", kind: kind, name: s.Name.Text, at: place(f.Path, p.Value.Span),
				message: "the secret " + finding.Quote(s.Name.Text) + message,
			})
		}
		value := func(name string) (string, *bot.Prop) {
			p := s.Prop(name)
			if p == nil || p.Value == nil {
				return "", nil
			}
			return f.File.ValueText(p.Value), p
		}
		as, p := value("as")
		if p != nil && as != "" && as != "value" && as != "file" {
			fault("as", p, " is mounted as "+finding.Quote(as)+", which is neither value nor file")
		}
		mount, m := value("mount_path")
		env, e := value("env")
		switch {
		case as == "file":
		case mount != "":
			fault("no-file", m, " has a mount_path and is no file; write as: file")
		case env != "":
			fault("no-file", e, " has an env and is no file; write as: file")
		}
		if mount != "" && (!strings.HasPrefix(mount, "/") || path.Clean(mount) != mount || mount == "/") {
			fault("mount-path", m, " is mounted at "+finding.Quote(mount)+", which is no clean absolute path of a file")
		}
		if env != "" && !envName.MatchString(env) {
			fault("env", e, " is put into "+finding.Quote(env)+", which is no name of a variable")
		}
		if p := s.Prop("hosts"); p != nil && p.Value != nil {
			for _, v := range p.Value.Items {
				if h := f.File.ValueText(v); !validHost(h) {
					c.add(issue{
						code: "BOT511", engine: "C092", kind: "host", name: h, at: place(f.Path, v.Span),
						message: "the host " + finding.Quote(h) + " is no bare host name or address; write it without scheme, port and path",
					})
				}
			}
		}
	}
}

var hostLabel = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$`)

func validHost(h string) bool {
	h = strings.TrimSpace(h)
	if strings.ContainsAny(h, "/?#@\\ \t\n\r\x00%") {
		return false
	}
	if _, err := netip.ParseAddr(h); err == nil {
		return true
	}
	if len(h) > 253 {
		return false
	}
	for label := range strings.SplitSeq(h, ".") {
		if !hostLabel.MatchString(label) {
			return false
		}
	}
	return true
}

// serverAuth checks how a server asks who calls.
func (c *checker) serverAuth(f *bot.UnitFile, d *bot.Decl) {
	p := d.Prop("auth")
	if p == nil || p.Unknown || openBlock(p.Broken, p.Block) || !p.HasBlock {
		return
	}
	fault := func(prop, message string) {
		at := p.Name.Span
		if x := p.Prop(prop); x != nil && x.Value != nil {
			at = x.Value.Span
		}
		c.add(issue{
			code: "BOT504", engine: "C038", kind: prop, name: d.Name.Text, at: place(f.Path, at),
			message: "the auth of the server " + finding.Quote(d.Name.Text) + message,
		})
	}
	get := func(prop string) string {
		if x := p.Prop(prop); x != nil {
			return f.File.ValueText(x.Value)
		}
		return ""
	}
	switch t := get("type"); t {
	case "oauth2":
	case "":
		fault("type", ` has no type; write type: "oauth2"`)
		return
	default:
		fault("type", " is of the type "+finding.Quote(t)+`, and only "oauth2" is served`)
		return
	}
	for _, prop := range []string{"auth_url", "token_url", "revoke_url"} {
		switch v := get(prop); {
		case v == "" && prop != "revoke_url":
			fault(prop, " has no "+prop+"; add it")
		case v != "" && !httpURL(v):
			fault(prop, " has the "+prop+" "+finding.Quote(v)+", which is no http address")
		}
	}
	if get("client_id") == "" {
		fault("client_id", " has no client_id; add it")
	}
}

func httpURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// browser reports a server that drives a browser in a sandbox without one.
func (c *checker) browser(f *bot.UnitFile, d *bot.Decl) {
	w := c.u.Workflow
	if w == nil || unsure(d) || unread(w.Decl, "sandbox") || !c.boxed() {
		return
	}
	get := func(name string) string {
		if p := d.Prop(name); p != nil {
			return strings.ToLower(f.File.ValueText(p.Value))
		}
		return ""
	}
	command := get("command")
	drives := strings.Contains(command, "playwright-mcp") || strings.Contains(command, "playwright_mcp")
	if p := d.Prop("args"); command == "npx" && p != nil && p.Value != nil {
		for _, v := range p.Value.Items {
			drives = drives || strings.Contains(strings.ToLower(f.File.ValueText(v)), "@playwright/mcp")
		}
	}
	image := ""
	box := w.Decl.Prop("sandbox")
	if p := box.Prop("image"); p != nil {
		image = strings.ToLower(w.File.ValueText(p.Value))
	}
	if !drives || strings.Contains(image, "sandbox-browser") || strings.Contains(image, "sandbox-full-browser") {
		return
	}
	c.add(issue{
		code: "BOT504", engine: "C060", kind: "browser", name: d.Name.Text, at: place(f.Path, d.Name.Span),
		message: "the server " + finding.Quote(d.Name.Text) + " drives a browser, and the sandbox has none; give it an image with a browser, such as one named sandbox-browser",
		related: related(place(w.Path, box.Name.Span), "the sandbox"),
	})
}

// compaction checks when a context is shortened.
func (c *checker) compaction(f *bot.UnitFile, d *bot.Decl) {
	b := d.Prop("compaction")
	if b == nil || b.Unknown {
		return
	}
	fault := func(p *bot.Prop, message string) {
		v := f.File.ValueText(p.Value)
		c.add(issue{
			code: "BOT110", engine: "C043", kind: p.Name.Text, name: v, at: place(f.Path, p.Value.Span),
			message: "the " + p.Name.Text + " " + finding.Quote(v) + message,
		})
	}
	if p := b.Prop("threshold"); p != nil && !p.Broken && p.Value != nil {
		if v, err := strconv.ParseFloat(p.Value.Text, 64); err == nil && v > 1 {
			fault(p, " is above 1; write a fraction such as 0.85")
		}
	}
}

// capacities checks how many may hold a resource.
func (c *checker) capacities(f *bot.UnitFile, props []*bot.Prop) {
	for _, p := range props {
		if p.Broken || p.Value == nil {
			continue
		}
		empty := p.Value.Kind == bot.List && p.Value.Closed && len(p.Value.Items) == 0
		if !empty && (p.Value.Kind != bot.Int || strings.Trim(p.Value.Text, "0") != "") {
			continue
		}
		c.add(issue{
			code: "BOT110", engine: "C194", kind: "capacity", name: p.Name.Text, at: place(f.Path, p.Value.Span),
			message: "nobody can ever hold the resource " + finding.Quote(p.Name.Text) + "; write at least 1",
		})
	}
}

var skillName = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]*$`)

// skills checks the names of skills.
func (c *checker) skills(f *bot.UnitFile, d *bot.Decl) {
	p := d.Prop("skills")
	if p == nil || p.Broken || p.Unknown || p.Value == nil {
		return
	}
	for _, v := range p.Value.Items {
		s := f.File.ValueText(v)
		if skillName.MatchString(s) || v.Kind == bot.String && !v.Closed || strings.Contains(s, "{{") {
			continue
		}
		c.add(issue{
			code: "BOT520", engine: "C199", kind: "skill", name: s, at: place(f.Path, v.Span),
			message: "the skill " + finding.Quote(s) + " is no single name of letters, digits, dots, dashes and underscores, so nothing is found; write the name without a folder",
		})
	}
}

// subbotSource reports a draft as the bot to run.
func (c *checker) subbotSource(n *node) {
	s, ok := n.word("source")
	if !ok || !strings.HasSuffix(s, ".yaml") && !strings.HasSuffix(s, ".yml") {
		return
	}
	c.add(issue{
		code: "BOT519", engine: "C305", kind: "draft", name: s, at: place(n.Path, n.Decl.Prop("source").Value.Span),
		message: "the source " + finding.Quote(s) + " is a YAML draft, which is converted and never run; name the .bot file",
	})
}

// asker reports an await of answers to questions that nobody asks.
func (c *checker) asker(n *node) {
	name, ok := n.word("from")
	if !ok || name == "" {
		return
	}
	p := n.Decl.Prop("from")
	at := place(n.Path, p.Value.Span)
	if p.Value.Kind == bot.String && p.Value.Form == bot.Quoted {
		at.Span = p.Value.Inner
	}
	m, _, _ := c.outputsPath(strings.Split(name, "."), n.prefix())
	if m == nil {
		if c.nodeMayExist() {
			return
		}
		hint, fixes := c.didYouMean(name, c.nodeNames(), at, true)
		c.add(issue{
			code: "BOT202", engine: "C242", kind: "from", name: name, at: at, fixes: fixes,
			message: "the node " + finding.Quote(name) + " is not declared, so no answer ever comes" + hint,
		})
		return
	}
	if isLLM(m.Decl.Kind) && (c.interaction(m) == "async" || c.interaction(m) == "?" || unsure(m.Decl)) {
		return
	}
	c.add(issue{
		code: "BOT202", engine: "C242", kind: "from", name: name, at: at,
		message: "the node " + finding.Quote(name) + " asks no asynchronous question, so no answer ever comes; give it interaction: async",
		related: related(place(m.Path, m.Decl.Name.Span), "the node"),
	})
}
