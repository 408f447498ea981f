package external

import "github.com/boundary-lsp/boundary-lsp/analysis/finding"

// The codes of playbook.md 11 that an analysis gives. PB003, PB050 and PB051
// come from a preview run.
const (
	codeConverted       = "PB001"
	codeMethod          = "PB002"
	codeCompared        = "PB004"
	codeHasattr         = "PB005"
	codeNoncharacter    = "PB006"
	codeOperator        = "PB007"
	codeUnhashable      = "PB008"
	codeMisplaced       = "PB009"
	codePrinted         = "PB010"
	codeMarker          = "PB011"
	codeBadArgument     = "PB020"
	codeDuplicateParam  = "PB021"
	codeDuplicateStep   = "PB022"
	codeUnknownStep     = "PB023"
	codeOutsideEntry    = "PB024"
	codeNoPlaybook      = "PB025"
	codeSecondPlaybook  = "PB026"
	codeUnusedParam     = "PB027"
	codeComputedName    = "PB028"
	codeIncomplete      = "PB029"
	codeLoadNotFound    = "PB030"
	codeLoadOutside     = "PB031"
	codeLoadCycle       = "PB032"
	codeLoadMissingName = "PB033"
	codeLoadEntry       = "PB034"
	codeUnusedLoad      = "PB035"
	codeSyntax          = "PB040"
	codeResolve         = "PB041"
)

// Codes lists every code that an analysis can give with its severities, worst
// first (rules.md, PB).
func Codes() map[string][]finding.Severity {
	out := make(map[string][]finding.Severity, len(severities))
	for code, s := range severities {
		out[code] = []finding.Severity{s.worst}
		if s.mild != finding.Off {
			out[code] = append(out[code], s.mild)
		}
	}
	return out
}

// severities is the default severity of each code, and the milder one where
// the case decides.
var severities = map[string]struct{ worst, mild finding.Severity }{
	codeConverted:       {finding.Error, finding.Warning},
	codeMethod:          {finding.Error, finding.Warning},
	codeCompared:        {finding.Warning, finding.Info},
	codeHasattr:         {worst: finding.Warning},
	codeNoncharacter:    {worst: finding.Error},
	codeOperator:        {finding.Error, finding.Warning},
	codeUnhashable:      {worst: finding.Error},
	codeMisplaced:       {worst: finding.Error},
	codePrinted:         {worst: finding.Info},
	codeMarker:          {worst: finding.Warning},
	codeBadArgument:     {worst: finding.Error},
	codeDuplicateParam:  {worst: finding.Error},
	codeDuplicateStep:   {worst: finding.Error},
	codeUnknownStep:     {worst: finding.Error},
	codeOutsideEntry:    {worst: finding.Error},
	codeNoPlaybook:      {worst: finding.Error},
	codeSecondPlaybook:  {worst: finding.Error},
	codeUnusedParam:     {worst: finding.Hint},
	codeComputedName:    {worst: finding.Warning},
	codeIncomplete:      {worst: finding.Info},
	codeLoadNotFound:    {worst: finding.Error},
	codeLoadOutside:     {worst: finding.Error},
	codeLoadCycle:       {worst: finding.Error},
	codeLoadMissingName: {worst: finding.Error},
	codeLoadEntry:       {worst: finding.Error},
	codeUnusedLoad:      {worst: finding.Hint},
	codeSyntax:          {worst: finding.Error},
	codeResolve:         {worst: finding.Error},
}
