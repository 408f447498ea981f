// Package bothover says what stands under the cursor in a bot, or in a page or
// configuration that names things of bots (authoring.md 4): names and
// references with what they resolve to, properties and words with what they
// mean, arrows, loops, paths.
//
// [Hover] gives Markdown of one shape: a heading line in code font, a line for
// where the thing comes from, then the rest. Text from files is escaped, cut
// and in code font, or in a fence that it cannot close. The values of secrets
// and of environment variables are never in it.
//
// The verdict on an agent or judge belongs to analysis/boundary and is asked
// for by a function; what words mean is in analysis/botdocs.
package bothover
