// Command boundary-lsp is the language server for Iterion workflows on
// standard input and output, and the same analyses on the command line. Run
// it with --help.
package main
