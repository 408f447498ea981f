package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// enumFlag is a flag that takes one of words; *p holds its default.
func enumFlag(cmd *cobra.Command, p *string, name, usage string, words ...string) {
	cmd.Flags().Var(&enum{p, words}, name, usage+": "+strings.Join(words, ", "))
	_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// enum is a pflag.Value; a word that it does not know is an error of usage.
type enum struct {
	value *string
	words []string
}

func (e *enum) String() string { return *e.value }
func (e *enum) Type() string   { return "WORD" }

func (e *enum) Set(s string) error {
	for _, w := range e.words {
		if w == s {
			*e.value = s
			return nil
		}
	}
	return fmt.Errorf("there are %s", strings.Join(e.words, ", "))
}

// optionalFile is the value of --write[=FILE] and --check[=FILE].
type optionalFile struct {
	set  bool
	file string // empty for the configured one
}

// configured is what the flag parser hands over where there is no =FILE. No
// file can have that name.
const configured = "\x00"

func (o *optionalFile) String() string { return o.file }
func (o *optionalFile) Type() string   { return "FILE" }

func (o *optionalFile) Set(s string) error {
	if s == "" {
		return fmt.Errorf("an empty name names no file")
	}
	o.set, o.file = true, strings.TrimPrefix(s, configured)
	return nil
}

// optionalFileFlag is a flag that stands alone or with =FILE.
func optionalFileFlag(cmd *cobra.Command, o *optionalFile, name, usage string) {
	cmd.Flags().Var(o, name, usage)
	cmd.Flags().Lookup(name).NoOptDefVal = configured
}
