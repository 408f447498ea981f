package playbook

import "go.starlark.net/syntax"

// Plan is what a run gives: prompts in plan order. Supplied values are in it
// only inside the regions of Prompt.Text.
type Plan struct {
	Name, Doc, Version string
	Prompts            []Prompt
	Agents             []Agent  // those that the prompts use, in that order
	Params             []Param  // in the order of their declaration
	Printed            []string // what print was given, call by call
	// Conversions is the log of the run, where Options.RecordConversions is on.
	Conversions []Conversion
}

// Prompt is the text of one step or gate.
type Prompt struct {
	Step    string // the name of the node
	Kind    string // "step" or "gate"
	Agent   string // name of the agent; "" for a gate
	After   []string
	Retries int
	Text    string
	Regions []Region
	Pos     syntax.Position // of the constructor call
}

// Region is one external region of a rendered text: the byte offsets of its
// first marker's start and its last marker's end, and the parameters whose
// values it holds, sorted.
type Region struct {
	Start, End int
	Params     []string
}

// Agent is who runs a step.
type Agent struct {
	Name, Doc, System, Model string
	Tools                    []Tool
}

// Tool is what an agent may use.
type Tool struct {
	Name, Doc string
	Allow     []string
	ReadOnly  bool
}

// Param is a declared launch parameter.
type Param struct {
	Name, Kind, Doc      string
	Choices              []string
	Required, HasDefault bool
	Supplied             bool
	Pos                  syntax.Position // of the param call
}
