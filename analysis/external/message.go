package external

import (
	"fmt"
	"strings"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
)

// message is the sentence of a finding (playbook.md 11; cli.md, Messages). No
// launch value can be in it, since the analysis knows none.
func (p *problem) message() string {
	if p.fixed != "" {
		return p.fixed
	}
	switch p.code {
	case codeConverted:
		return p.convertedMessage()
	case codeMethod:
		name := finding.Quote("." + p.what)
		if p.sev == finding.Error {
			return "External text has no methods: calling " + name + " fails. Join the text with + instead."
		}
		return "External text has no methods: calling " + name + " would fail, and nothing calls it. Join the text with + instead."
	case codeCompared:
		return fmt.Sprintf("External text (%s) compares by identity: this is always %s for a supplied value. Use `kind = \"choice\"` to branch on a value.", quotedList(p.params), p.what)
	case codeHasattr:
		return "hasattr is true for every name on external text. Test `type(x) == \"external_text\"` instead."
	case codeNoncharacter:
		return "U+FDD0 is reserved for the withheld placeholder and has no place in a playbook. Remove it."
	case codeOperator:
		return fmt.Sprintf("This is not supported on external text (%s): its content is not available. Join it with + instead.", finding.Quote(p.what))
	case codeUnhashable:
		return "External text cannot be a dict key or set element. Use a plain name as the key and keep the text as the value."
	case codeMisplaced:
		return fmt.Sprintf("%s(%s) takes the author's text only, and external text (%s) may come here. Put it into a prompt, a question or a context value.",
			finding.Quote(p.arg), finding.Quote(p.what), quotedList(p.params))
	case codePrinted:
		return fmt.Sprintf("%s shows the placeholder, never the value of external text.", finding.Quote(p.what))
	case codeBadArgument:
		return p.argumentMessage()
	case codeDuplicateParam:
		return fmt.Sprintf("The parameter %s is already declared. A name is declared once per run.", finding.Quote(p.what))
	case codeDuplicateStep:
		return fmt.Sprintf("A node named %s exists already. Steps, gates and parallels need names of their own.", finding.Quote(p.what))
	case codeUnknownStep:
		return fmt.Sprintf("No node is named %s, so the run refuses this `after`.", finding.Quote(p.what)) + p.suggestion()
	case codeOutsideEntry:
		return fmt.Sprintf("%s cannot run while a module is loaded. Call it from the entry, or from a function that the entry calls.", finding.Quote(p.what))
	case codeNoPlaybook:
		return "An entry file must call `playbook(…)` once."
	case codeSecondPlaybook:
		return "The run has its playbook already. An entry calls `playbook(…)` once."
	case codeComputedName:
		return "Tools cannot list a parameter whose name is computed. Write the name as a string literal."
	case codeIncomplete:
		return fmt.Sprintf("The analysis of this playbook is incomplete (%s): it may report more than a run refuses. Split the playbook up or simplify it.", p.what)
	case codeLoadNotFound:
		if p.what != "" {
			return "A run does not read this module: " + p.what + "."
		}
		return "This module does not exist. The path is read from the folder of this file, or from the workspace root after //."
	case codeLoadOutside:
		return "A load may not leave the workspace: the path is relative, or begins with // at the workspace root, and ends in .star."
	case codeLoadCycle:
		return "This load closes a circle: the module is being loaded already. Move what both need into a third module."
	case codeLoadMissingName:
		return fmt.Sprintf("The loaded module has no name %s at its top level.", finding.Quote(p.what)) + p.suggestion()
	case codeLoadEntry:
		return "An entry playbook cannot be loaded. Move what is shared into a module."
	}
	return p.what
}

func (p *problem) convertedMessage() string {
	ending := "It never holds the value."
	switch {
	case p.conv.fails:
		ending = "The call fails."
	case len(p.rel) > 0 && p.rel[0].ctor != "":
		ending = finding.Quote(p.rel[0].ctor) + " refuses it."
	}
	return fmt.Sprintf("%s turns external text (%s) into a string: only a placeholder is left. Join it with + instead. %s",
		finding.Quote(p.what), quotedList(p.params), ending)
}

func (p *problem) argumentMessage() string {
	if p.key != "missing" {
		return fmt.Sprintf("A bad argument of %s: %s.", finding.Quote(p.arg), p.what)
	}
	names := strings.Split(p.what, "\x00")
	if len(names) == 1 {
		return fmt.Sprintf("The argument %s of %s is missing.", finding.Quote(names[0]), finding.Quote(p.arg))
	}
	return fmt.Sprintf("The arguments %s of %s are missing.", quotedList(names), finding.Quote(p.arg))
}

func (p *problem) suggestion() string {
	if len(p.near) == 0 {
		return ""
	}
	return " Did you mean " + finding.Quote(p.near[0]) + "?"
}
