// Package botcheck says what is wrong with bot files: errors of syntax
// (BOT101 to BOT117), the names, graph, types and nodes of a whole unit
// (BOT2xx to BOT5xx), and what stands beside the main file of a bundle
// (BOT6xx), with the engine's verdicts. Where the engine changed, the
// newest rules count (bot-language.md 17).
//
// Its findings never guess. A finding that would only repeat another one's
// cause is not given (cli.md, JSON): in a unit with an import that cannot be
// read nothing is said about names that may stand there, what does not parse
// gets no second finding, and a half-typed edge neither breaks nor mends the
// graph.
package botcheck
