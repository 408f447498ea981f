// Package playbookedit holds the editor features of Starlark playbooks
// (playbook.md 13) as plain functions of one workspace root. It knows nothing
// of any protocol: places are ids and byte offsets.
//
// Three views of a file are used side by side. The tree of dsl/playbook, which
// may have holes, says what names mean (index.go, scope.go). The results of
// analysis/external say what values may be. And where the text before the
// cursor is half typed, its tokens alone (lex.go) say what is expected there.
//
// Where a piece of a file could not be read at all, the last version that
// parsed answers in its place (good.go, playbook.md 14.4).
package playbookedit
