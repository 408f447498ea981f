package botindex

// Kind says what a symbol is, or what a place names.
type Kind uint8

// The kinds of symbols. Those from Terminal on are the engine's own and have no
// declaration.
const (
	NoKind      Kind = iota
	Node             // Owner: its group, nil outside of groups
	Group            //
	Prefix           // of a use
	Param            // of a group; Owner: the group
	Prompt           //
	Schema           //
	Field            // Owner: the schema; undeclared, the node perhaps
	Var              //
	Attachment       //
	Secret           //
	Artifact         // declared by publish
	Preset           //
	Loop             // declared by its first edge
	Foreach          // declared by its first edge
	Item             // of a foreach; Owner: the foreach
	Alias            // `as` of a fan_out_each; Owner: the router
	Resource         //
	Cursor           //
	CursorValue      // Owner: the cursor
	MCPServer        //
	Contract         //
	InputPort        // Owner: the contract
	OutputPort       // Owner: the contract
	Criterion        // Owner: the contract
	Effect           // Owner: the contract
	Fallback         // a route; Owner: the node
	Supervisor       //
	Event            // declared by emit
	Slot             // declared by its first session_slot
	Workflow         //
	Lambda           // a parameter of a lambda; its scope is the lambda
	Terminal         // done and fail
	Namespace        // vars, input, outputs, … in references
	Member           // of run, loop, each, attachments, secrets; history and fields with _
	Function         // of the expression language
	Env              // NAME of ${NAME}
	Path             // of an import, an include or a source; see Occurrence.Target
)

var kindNames = [...]string{
	Node: "node", Group: "group", Prefix: "use prefix", Param: "parameter", Prompt: "prompt",
	Schema: "schema", Field: "field", Var: "var", Attachment: "attachment", Secret: "secret",
	Artifact: "artifact", Preset: "preset", Loop: "loop", Foreach: "foreach", Item: "item",
	Alias: "alias", Resource: "resource", Cursor: "cursor", CursorValue: "cursor value",
	MCPServer: "mcp_server", Contract: "contract", InputPort: "input port", OutputPort: "output port",
	Criterion: "criterion", Effect: "effect", Fallback: "fallback", Supervisor: "supervisor",
	Event: "event", Slot: "session slot", Workflow: "workflow", Lambda: "lambda parameter",
	Terminal: "terminal", Namespace: "namespace", Member: "member", Function: "function",
	Env: "environment variable", Path: "path",
}

// String is the kind in a message.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return ""
}

// Engine reports whether names of this kind belong to the engine.
func (k Kind) Engine() bool { return k >= Terminal && k <= Env }

// Role says as what a place names something.
type Role uint8

// The roles of occurrences.
const (
	Declares     Role = iota // the declaration, or one of them
	EdgeSource               // of one arrow; the middle of a chain is an EdgeTarget
	EdgeTarget               //
	Entry                    // entry:
	Watches                  // an element of watches:
	From                     // from: of await_answers and of contract ports
	System                   // system:
	User                     // user:
	Instructions             // instructions:
	Interaction              // interaction_prompt:
	Input                    // input:
	Output                   // output:
	PortType                 // the type of a contract's port, or its file's schema
	Template                 // in {{…}}
	Expression               // in an expression, behind a namespace
	Bare                     // a bare word in an expression
	Guard                    // when f, when not f
	WithKey                  // a key of with {…}
	ExprKey                  // a key of expr:
	PresetKey                // a key of a preset
	Use                      // use G
	Clause                   // as NAME of an edge that is not the first
	Property                 // any other property that names something
	Tool                     // the server in mcp.SERVER.tool of a tool list
	Config                   // a node's key in .boundary.toml
	Manifest                 // in manifest.yaml
	PresetFile               // in the front matter of presets/*.md
	Import                   // the path of an import
	Include                  // the path of an {{include}}
	Source                   // the source of a subbot
)
