package playbook

import "strconv"

// ArgKind says what an argument of a constructor accepts (playbook.md 3.2).
type ArgKind uint8

// The kinds. Only KindText, KindContext, KindParts and, for a parameter of
// kind text, KindDefault take external text.
const (
	KindStr     ArgKind = iota // a string
	KindName                   // a string that IsName
	KindBool                   // True or False
	KindInt                    // an int within Arg.Min and Arg.Max
	KindStrs                   // a list or tuple of strings
	KindText                   // a string or external text
	KindContext                // a dict of labelled text
	KindTools                  // a list or tuple of tool
	KindNodes                  // a list or tuple of step, gate, parallel
	KindRefs                   // a list or tuple of node names or nodes
	KindAgent                  // an agent
	KindDefault                // None, or a value of the parameter's own kind
	KindParts                  // text, or a list or tuple of text
)

var kindNames = [...]string{
	"str", "name", "bool", "int", "strs", "text", "context", "tools", "nodes",
	"refs", "agent", "default", "parts",
}

// String gives the word of playbook.md 3.2.
func (k ArgKind) String() string { return kindNames[k] }

var kindWants = [...]string{
	"a string",
	"a name",
	"True or False",
	"an int",
	"a list of strings",
	"a string or external text",
	"a dict of strings to text, lists of text, or dicts of strings to text",
	"a list of tools",
	"a list of steps, gates and parallels",
	"a list of node names or nodes",
	"an agent",
	"a value of the parameter's kind",
	"text, or a list of text",
}

// Wants says in words what the kind accepts, for messages.
func (k ArgKind) Wants() string { return kindWants[k] }

// TakesExternal reports whether external text is welcome. For KindDefault it
// depends on the kind of the parameter; this says yes.
func (k ArgKind) TakesExternal() bool {
	switch k {
	case KindText, KindContext, KindDefault, KindParts:
		return true
	}
	return false
}

// Arg is one argument of a constructor.
type Arg struct {
	Name     string
	Kind     ArgKind
	Required bool
	Default  string // Starlark source text, for display
	Doc      string
	Enum     []string // the only values, for KindStr
	Min, Max int      // bounds of a KindInt, both inclusive
}

// Signature is one constructor. Args[0] may be given by position, all others
// by keyword only; a constructor with Variadic takes that by position, and all
// Args by keyword.
type Signature struct {
	Name, Doc string
	Returns   string // the type() of the result; "" where it depends
	Args      []Arg
	Variadic  *Arg
}

// Arg finds an argument by name.
func (s *Signature) Arg(name string) (*Arg, bool) {
	for i := range s.Args {
		if s.Args[i].Name == name {
			return &s.Args[i], true
		}
	}
	return nil, false
}

// IsName reports whether s may name a parameter, tool, agent or node:
// [a-z][a-z0-9_-]{0,63}.
func IsName(s string) bool {
	if s == "" || len(s) > 64 || s[0] < 'a' || s[0] > 'z' {
		return false
	}
	for i := 1; i < len(s); i++ {
		c := s[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' && c != '-' {
			return false
		}
	}
	return true
}

// Signatures is the table of constructors (playbook.md 3.3), in the order in
// which it is documented: the run binds by it, and analysis, hover, completion
// and signature help read it. Callers do not change it.
func Signatures() []Signature { return signatures }

// LookupSignature finds a constructor by name.
func LookupSignature(name string) (*Signature, bool) {
	for i := range signatures {
		if signatures[i].Name == name {
			return &signatures[i], true
		}
	}
	return nil, false
}

// The kinds of a parameter (playbook.md 4).
const (
	ParamText   = "text"
	ParamInt    = "int"
	ParamFlag   = "flag"
	ParamChoice = "choice"
)

// MaxRetries bounds retries of a step.
const MaxRetries = 10

func nameArg(doc string) Arg {
	return Arg{Name: "name", Kind: KindName, Required: true, Doc: doc}
}

func docArg(doc string) Arg {
	return Arg{Name: "doc", Kind: KindStr, Default: `""`, Doc: doc}
}

var (
	afterArg = Arg{Name: "after", Kind: KindRefs, Default: "[]", Doc: "Nodes that must finish first."}
	whenArg  = Arg{Name: "when", Kind: KindBool, Default: "True", Doc: "False leaves the node out of the plan."}
	stepsArg = Arg{Name: "steps", Kind: KindNodes, Required: true}
)

func withDoc(a Arg, doc string) Arg {
	a.Doc = doc
	return a
}

var signatures = []Signature{
	{
		Name:    "param",
		Doc:     "Declares a launch parameter and gives its value.",
		Returns: "",
		Args: []Arg{
			nameArg("The launch parameter. Should be a string literal, so that tools can list it."),
			{Name: "kind", Kind: KindStr, Default: `"text"`, Enum: []string{ParamText, ParamInt, ParamFlag, ParamChoice},
				Doc: "text gives external text; the others give plain values."},
			docArg("Shown to the launcher."),
			{Name: "default", Kind: KindDefault, Default: "None", Doc: "The author's value when nothing is supplied."},
			{Name: "required", Kind: KindBool, Default: "default is None",
				Doc: "False without a default gives None when nothing is supplied."},
			{Name: "choices", Kind: KindStrs, Default: "[]", Doc: "The allowed values of a choice."},
		},
	},
	{
		Name:     "concat",
		Doc:      "Joins text in order as + does; what was supplied stays external.",
		Returns:  "",
		Variadic: &Arg{Name: "parts", Kind: KindParts, Doc: "Pieces; a list or tuple stands for its items."},
		Args: []Arg{
			{Name: "sep", Kind: KindStr, Default: `""`, Doc: "Plain text put between the pieces."},
		},
	},
	{
		Name:    "tool",
		Doc:     "A tool that an agent may use.",
		Returns: "tool",
		Args: []Arg{
			nameArg("The tool as the runner knows it."),
			docArg("What it is for."),
			{Name: "allow", Kind: KindStrs, Default: "[]", Doc: "Command or path patterns it is limited to."},
			{Name: "readonly", Kind: KindBool, Default: "False", Doc: "The tool may not write."},
		},
	},
	{
		Name:    "agent",
		Doc:     "Who runs a step.",
		Returns: "agent",
		Args: []Arg{
			nameArg("The name of the agent."),
			{Name: "system", Kind: KindStr, Default: `""`, Doc: "System prompt: the author's words only."},
			{Name: "tools", Kind: KindTools, Default: "[]", Doc: "What it may use."},
			{Name: "model", Kind: KindStr, Default: `""`, Doc: "Model name; empty means the runner's default."},
			docArg("What it is for."),
		},
	},
	{
		Name:    "step",
		Doc:     "A prompt for an agent.",
		Returns: "step",
		Args: []Arg{
			nameArg("Unique among steps, gates and parallels of the run."),
			{Name: "agent", Kind: KindAgent, Required: true, Doc: "Who runs it."},
			{Name: "prompt", Kind: KindText, Required: true, Doc: "What is asked."},
			{Name: "context", Kind: KindContext, Default: "{}", Doc: "Extra labelled material, written below the prompt."},
			afterArg,
			whenArg,
			{Name: "retries", Kind: KindInt, Default: "0", Max: MaxRetries, Doc: "How often it may be tried again, at most " + strconv.Itoa(MaxRetries) + "."},
		},
	},
	{
		Name:    "gate",
		Doc:     "A question put to a person.",
		Returns: "gate",
		Args: []Arg{
			nameArg("Unique among steps, gates and parallels of the run."),
			{Name: "question", Kind: KindText, Required: true, Doc: "What is asked."},
			afterArg,
			whenArg,
		},
	},
	{
		Name:    "parallel",
		Doc:     "Nodes that may run at once.",
		Returns: "parallel",
		Args: []Arg{
			nameArg("Unique among steps, gates and parallels of the run."),
			withDoc(stepsArg, "The nodes."),
			afterArg,
		},
	},
	{
		Name:    "playbook",
		Doc:     "Names the plan; exactly one per run.",
		Returns: "playbook",
		Args: []Arg{
			nameArg("The name of the plan."),
			withDoc(stepsArg, "The nodes, in plan order."),
			docArg("What it is for."),
			{Name: "version", Kind: KindStr, Default: `"1"`, Doc: "The author's version of it."},
		},
	},
}
