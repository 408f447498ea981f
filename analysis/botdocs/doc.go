// Package botdocs says what the words of the bot language mean: declarations,
// properties, the words that properties take, backends, capabilities, tools,
// namespaces and their members, functions (bot-language.md 8 to 12,
// boundary-class.md 2 to 4).
//
// It is data and its look-up. [Docs] gives the Markdown for a word; hover,
// completion and docs/bot-properties.md say the same with it. What a form
// accepts and which words there are comes from the registry of dsl/bot; a test
// holds that every property and every word of it is described here.
package botdocs
