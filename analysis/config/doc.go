// Package config reads .boundary.toml (cli.md, .boundary.toml): the text
// becomes a Config with every default filled in, and what is wrong in it
// becomes findings CFG101 to CFG109 with places and fixes. It answers for the
// file alone; who is meant by it (the nearest file, --config) and what its
// values do to an analysis is decided elsewhere.
//
// The TOML is read with the expression parser of pelletier/go-toml
// (toml/unstable): it gives the byte range of every key and scalar, which
// neither its decoder nor BurntSushi's does, and it is linear. What the parser
// leaves to its user stands here: the ends of arrays, inline tables and
// headers (from the source, between ranges that the parser has vouched for),
// keys and tables that are defined twice (over maps: the decoder's own check
// is quadratic, and this file is somebody else's), and dates of the calendar.
//
// No text of the file is ever run, expanded or opened. Questions about the
// disk go through Env, so that an editor's unsaved files count.
package config
