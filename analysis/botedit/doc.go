// Package botedit holds the editor features of bot files (authoring.md) as
// plain functions of a snapshot, a path and a byte offset. It knows nothing of
// any protocol: places are paths and spans.
//
// What a place names, and where else that is named, comes from
// analysis/botindex. A name is followed through every unit that reads a file in
// which it stands, open or not: [names.grow] says how.
package botedit
