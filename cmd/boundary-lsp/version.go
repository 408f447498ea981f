package main

import (
	"fmt"

	"github.com/boundary-lsp/boundary-lsp/cmd/internal/buildinfo"
	"github.com/boundary-lsp/boundary-lsp/cmd/internal/report"
)

func (a *app) version(format string) error {
	info := buildinfo.Read()
	if format == "json" {
		return a.printed(report.WriteJSON(a.out, info))
	}
	commit := ""
	if info.Commit != "" {
		commit = "commit " + info.Commit + ", "
	}
	_, err := fmt.Fprintf(a.out, "%s %s (%s%s)\n", info.Name, info.Version, commit, info.Go)
	return a.printed(err)
}
