package config

import (
	"fmt"

	"github.com/boundary-lsp/boundary-lsp/analysis/finding"
	"github.com/boundary-lsp/boundary-lsp/dsl/text"
)

// kind is the type of a TOML value.
type kind uint8

const (
	kindString kind = iota
	kindInteger
	kindFloat
	kindBool
	kindDate
	kindTime // a time or a date with one
	kindArray
	kindTable
	kindTables // an array of tables written with [[headers]]
)

// String says what the value is, with its article.
func (k kind) String() string {
	return [...]string{
		"a string", "a whole number", "a decimal number", "a boolean", "a date",
		"a time", "a list", "a table", "a list of tables",
	}[k]
}

// value is a TOML value. Which of the fields below span count depends on kind.
type value struct {
	kind kind
	// span is the value as written: with quotes, brackets or braces. For
	// tables that have none it is the table's place, for a list of tables
	// the first one's.
	span text.Span
	text string   // strings: decoded; numbers and dates: as written
	list []value  // kindArray
	tab  *table   // kindTable
	tabs []*table // kindTables
}

// entry is one key of a table with its value.
type entry struct {
	name string
	// keys are the places where this key is written: one for a value, one
	// for each header or dotted key that leads through a table.
	keys []text.Span
	// span is `key = value` where this entry is the last part of its key;
	// line says that it stands on lines of its own, not in an inline table.
	span text.Span
	line bool
	val  value
}

// place is where a finding about the key stands.
func (e *entry) place() text.Span { return e.keys[0] }

// origin says how a table came to be, which decides who may add to it.
type origin uint8

const (
	implied  origin = iota // on the way of a longer header
	headed                 // by its own [header], or an element of [[header]]
	dotted                 // by a dotted key
	inlined                // {…}, closed for good
	toplevel               // the document
)

// table is a TOML table with its entries in file order.
type table struct {
	origin  origin
	at      text.Span // header, braces or first key: where findings stand
	entries []*entry
	index   map[string]*entry
	parent  *table

	// The statements of the table and of all below it: the first, the last,
	// and how many. They are one piece of the file if no other lie between.
	first, last, count int
}

func (t *table) get(name string) *entry { return t.index[name] }

func (t *table) add(name string, key text.Span, v value) *entry {
	e := &entry{name: name, keys: []text.Span{key}, val: v}
	if t.index == nil {
		t.index = map[string]*entry{}
	}
	t.index[name] = e
	t.entries = append(t.entries, e)
	return e
}

// statement is a header or a top-level `key = value`: what stands on lines of
// its own.
type statement struct {
	span text.Span
	// in is the innermost table that the statement opens or adds to.
	in *table
}

// document is a whole file.
type document struct {
	root       *table
	tables     []*table // all but root and inline ones, parents first
	statements []statement
}

// syntaxError says why a text is no TOML. why obeys cli.md, Messages.
type syntaxError struct {
	span text.Span
	why  string
}

// part is one part of a dotted key.
type part struct {
	name string
	span text.Span
}

func (d *document) table(o origin, at text.Span, parent *table) *table {
	t := &table{origin: o, at: at, parent: parent, first: -1}
	d.tables = append(d.tables, t)
	return t
}

// descend follows one part of a header that another part comes after.
func (d *document) descend(t *table, p part) (*table, *syntaxError) {
	e := t.get(p.name)
	if e == nil {
		sub := d.table(implied, p.span, t)
		t.add(p.name, p.span, value{kind: kindTable, span: p.span, tab: sub})
		return sub, nil
	}
	e.keys = append(e.keys, p.span)
	switch {
	case e.val.kind == kindTables:
		return e.val.tabs[len(e.val.tabs)-1], nil
	case e.val.kind == kindTable && e.val.tab.origin != inlined:
		return e.val.tab, nil
	}
	return nil, twice(p)
}

// header opens the table of a [header] or the next of a [[header]].
func (d *document) header(parts []part, at text.Span, many bool) (*table, *syntaxError) {
	t := d.root
	last := parts[len(parts)-1]
	for _, p := range parts[:len(parts)-1] {
		var err *syntaxError
		if t, err = d.descend(t, p); err != nil {
			return nil, err
		}
	}
	e := t.get(last.name)
	switch {
	case e == nil && many:
		sub := d.table(headed, at, t)
		t.add(last.name, last.span, value{kind: kindTables, span: at, tabs: []*table{sub}})
		return sub, nil
	case e == nil:
		sub := d.table(headed, at, t)
		t.add(last.name, last.span, value{kind: kindTable, span: at, tab: sub})
		return sub, nil
	case many && e.val.kind == kindTables:
		sub := d.table(headed, at, t)
		e.keys = append(e.keys, last.span)
		e.val.tabs = append(e.val.tabs, sub)
		return sub, nil
	case !many && e.val.kind == kindTable && e.val.tab.origin == implied:
		sub := e.val.tab
		sub.origin, sub.at = headed, at
		e.keys = append(e.keys, last.span)
		e.val.span = at
		return sub, nil
	}
	return nil, twice(last)
}

// assign puts a value under a dotted key and gives the table that holds it.
func (d *document) assign(t *table, parts []part, span text.Span, v value) (*table, *syntaxError) {
	line := t.origin != inlined
	for _, p := range parts[:len(parts)-1] {
		e := t.get(p.name)
		switch {
		case e == nil:
			var sub *table
			if t.origin == inlined {
				sub = &table{origin: dotted, at: p.span, parent: t}
			} else {
				sub = d.table(dotted, p.span, t)
			}
			t.add(p.name, p.span, value{kind: kindTable, span: p.span, tab: sub})
			t = sub
		case e.val.kind == kindTable && e.val.tab.origin == dotted:
			e.keys = append(e.keys, p.span)
			t = e.val.tab
		default:
			return nil, twice(p)
		}
	}
	last := parts[len(parts)-1]
	if t.get(last.name) != nil {
		return nil, twice(last)
	}
	e := t.add(last.name, last.span, v)
	e.span, e.line = span, line
	return t, nil
}

func twice(p part) *syntaxError {
	return &syntaxError{p.span, fmt.Sprintf("the key %s is defined twice", finding.Quote(p.name))}
}

// number the statements of every table, its sub-tables included.
func (d *document) number() {
	count := func(t *table, first, last, n int) {
		if n == 0 {
			return
		}
		if t.count == 0 {
			t.first = first
		}
		t.first, t.last, t.count = min(t.first, first), max(t.last, last), t.count+n
	}
	for i, s := range d.statements {
		count(s.in, i, i, 1)
	}
	for i := len(d.tables) - 1; i >= 0; i-- {
		t := d.tables[i]
		count(t.parent, t.first, t.last, t.count)
	}
}
