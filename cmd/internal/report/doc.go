// Package report shows what a run found: a Run holds the findings as the
// reader asked for them, and each format writes one.
//
// Formats know nothing of flags, of exit codes, or of where they write to.
// They share one reading of places (1-based lines, columns in code points,
// 0-based byte offsets), of fingerprints and of paths (cli.md, JSON), and
// every text that comes from a file is escaped on its way to a person (cli.md,
// Messages).
package report
