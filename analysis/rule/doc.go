// Package rule is the registry of rules: code, name, severity, fixes, ways to
// silence, engine codes, and the words that explain each rule. It is the
// source of `explain`, of docs/rules and of the SARIF rule list. It checks
// nothing itself and knows no file.
//
// Rules of families that this program analyses are a [Rule]. Of the others the
// code, the name and what may be configured are known ([Entry]), because
// .boundary.toml and silencing comments may name them.
package rule

//go:generate go test . -run TestPagesOnDisk -update
