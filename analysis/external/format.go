package external

import (
	"strings"

	"go.starlark.net/syntax"

	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// convert reports that the operands are turned into text at node (PB001),
// where one of them may be or hold external text. It gives the sites whose
// placeholders the resulting text may carry.
func (it *interp) convert(node syntax.Node, op string, operands ...*Value) *ids {
	var sites, from *ids
	found, holds := false, false
	for _, v := range operands {
		d := it.deep(v)
		sites = union(sites, d.conv)
		it.nonTextDeep(v, node)
		if d.ext {
			found = true
			holds = holds || v.kinds&(kObjects|kTuple|kStruct) != 0
			from = union(from, d.origins)
		}
	}
	if found && !it.st.dead {
		sites = union(sites, it.reports.convert(it, node, op, from, holds))
	}
	return sites
}

// verb is one conversion of a % format.
type verb struct {
	key   string
	keyed bool
	verb  byte
	start int // of the % in the format
	end   int
}

// parsePercent reads a % format as the run does; it stops at what the run
// refuses.
func parsePercent(f string) (list []verb, ok bool) {
	for i := 0; i < len(f); i++ {
		if f[i] != '%' {
			continue
		}
		v := verb{start: i}
		i++
		if i < len(f) && f[i] == '%' {
			v.verb, v.end = '%', i+1
			list = append(list, v)
			continue
		}
		if i < len(f) && f[i] == '(' {
			n := strings.IndexByte(f[i:], ')')
			if n < 0 {
				return list, false
			}
			v.keyed, v.key = true, f[i+1:i+n]
			i += n + 1
		}
		if i >= len(f) || strings.IndexByte("srdioxXeEfFgGc%", f[i]) < 0 {
			return list, false
		}
		v.verb, v.end = f[i], i+1
		list = append(list, v)
	}
	return list, true
}

// percent is x % y, x without external text.
func (it *interp) percent(x, y *Value, node, site syntax.Node) *Value {
	out := bottom
	if x.has(kInt|kFloat) && y.has(kExt) {
		it.operator(node, y, typesOf(x.keep(kInt|kFloat), y, "%"))
	}
	out = join(out, numbers(syntax.PERCENT, x, y, it.coarse == nil))
	it.nonText(x, node)
	if x.has(kStr) {
		formats, all := x.constsOf(kStr)
		if all && x.conv == nil {
			for _, f := range formats {
				out = join(out, it.percentFormat(f.s, y, node, site))
			}
		} else {
			sites := union(x.conv, it.convert(site, "%", y))
			out = join(out, convertedStr(sites))
		}
	}
	if x.has(kUnknown) {
		// An unknown format may convert whatever it gets.
		if it.deep(y).ext {
			out = join(out, unknown)
		} else {
			conv := it.deep(y).conv
			out = join(join(out, unknown), convertedStrOrNone(conv))
		}
	}
	return orUnknown(out, x, y)
}

func convertedStrOrNone(conv *ids) *Value {
	if conv == nil {
		return bottom
	}
	return convertedStr(conv)
}

// percentFormat is one known format applied to y.
func (it *interp) percentFormat(f string, y *Value, node, site syntax.Node) *Value {
	verbs, ok := parsePercent(f)
	tup, single := y.keepOnly(kTuple), y.keepOnly(^kTuple)
	var sites *ids
	index := 0
	certain := ok
	for _, v := range verbs {
		if v.verb == '%' && !v.keyed && v.end == v.start+2 {
			continue
		}
		arg := bottom
		switch {
		case v.keyed:
			for _, o := range it.objects(y, kDict) {
				w, _ := o.lookup(constant{kind: kStr, s: v.key})
				arg = join(arg, w)
			}
			if y.has(kUnknown) {
				arg = join(arg, unknown)
			}
		default:
			if tup.kinds != 0 && tup.tuple != nil {
				if !tup.tuple.known || index < len(tup.tuple.items) {
					w, _ := tup.tuple.at(tup, index)
					arg = join(arg, w)
				}
			}
			if index == 0 {
				arg = join(arg, single)
			}
		}
		index++
		if arg.kinds == 0 {
			certain = false
			continue
		}
		sites = union(sites, it.percentVerb(v.verb, arg, node, site))
		if v.verb != 's' && v.verb != 'r' && v.verb != '%' && arg.isOnly(kExt) {
			certain = false
		}
	}
	if !it.surplus(tup, single, index, node) {
		certain = false
	}
	if !certain {
		if sites == nil {
			return bottom
		}
		return convertedStr(sites)
	}
	return convertedStr(sites)
}

// percentVerb is one operand under one verb.
func (it *interp) percentVerb(v byte, arg *Value, node, site syntax.Node) *ids {
	switch v {
	case '%':
		return nil
	case 's', 'r':
		return it.convert(site, "%", arg)
	}
	if arg.has(kExt) {
		it.operator(node, arg, "%"+string(v)+" of external_text")
	}
	it.nonTextDeep(arg, node)
	if v != 'c' {
		return nil
	}
	if ints, _ := arg.constsOf(kInt); len(ints) > 0 {
		for _, c := range ints {
			if c.n == playbook.Noncharacter {
				it.reports.add(it, codeNoncharacter, node, nil)
			}
		}
	}
	return strConv(arg)
}

// surplus reports operands that the format leaves over and that may hold
// external text (PB007), and says whether the call may succeed.
func (it *interp) surplus(tup, single *Value, used int, node syntax.Node) bool {
	possible := false
	if tup.kinds != 0 && tup.tuple != nil {
		items := tup.tuple.items
		switch {
		case !tup.tuple.known:
			possible = true
			rest := tup.tuple.all(tup)
			it.nonTextDeep(rest, node)
			if it.deep(rest).ext && used == 0 {
				it.mayOperate(node, rest, "a format with more operands than verbs")
			}
		case used >= len(items):
			possible = used == len(items)
		default:
			for _, v := range items[used:] {
				it.nonTextDeep(v, node)
				if it.deep(v).ext {
					it.operator(node, v, "a format with more operands than verbs")
				}
			}
		}
	}
	if single.kinds == 0 {
		return possible
	}
	if used > 0 || single.has(kDict|kUnknown) {
		possible = true
	}
	if left := single.keepOnly(^(kDict | kUnknown)); used == 0 && left.kinds != 0 {
		it.nonTextDeep(left, node)
		if it.deep(left).ext {
			it.operator(node, left, "a format with more operands than verbs")
		}
	}
	return possible
}

// field is one replacement field of a format string.
type field struct {
	name       string
	conv       string
	start, end int // with the braces
	auto       bool
	bad        bool // a spec, a path, or an unknown conversion: the run fails
}

// parseFields reads a format() string as the run does.
func parseFields(f string) (list []field, ok bool) {
	for i := 0; i < len(f); i++ {
		switch f[i] {
		case '}':
			if i+1 >= len(f) || f[i+1] != '}' {
				return list, false
			}
			i++
		case '{':
			if i+1 < len(f) && f[i+1] == '{' {
				i++
				continue
			}
			n := strings.IndexByte(f[i:], '}')
			if n < 0 {
				return list, false
			}
			x := field{start: i, end: i + n + 1, conv: "s"}
			body := f[i+1 : i+n]
			name, conv, hasConv := strings.Cut(body, "!")
			spec := ""
			if hasConv {
				conv, spec, _ = strings.Cut(conv, ":")
				x.conv = conv
			} else {
				name, spec, _ = strings.Cut(body, ":")
			}
			x.name, x.auto = name, name == ""
			x.bad = spec != "" || x.conv != "s" && x.conv != "r"
			list = append(list, x)
			i += n
		}
	}
	return list, true
}

// decimal reads a field name that is a number.
func decimal(s string) (n int, ok bool) {
	if s == "" || len(s) > 9 {
		return 0, false
	}
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, true
}

// format is the method of that name.
func (it *interp) format(recv *Value, a *arguments, node syntax.Node) *Value {
	formats, all := recv.constsOf(kStr)
	if !all || recv.conv != nil {
		return convertedStr(union(recv.conv, it.convert(node, ".format", a.everything()...)))
	}
	out := bottom
	for _, f := range formats {
		out = join(out, it.formatWith(f.s, a, node))
	}
	return orUnknown(out, recv)
}

func (it *interp) formatWith(f string, a *arguments, node syntax.Node) *Value {
	fields, ok := parseFields(f)
	var sites *ids
	auto := 0
	for _, x := range fields {
		n, isNumber := decimal(x.name)
		var arg *Value
		switch {
		case x.auto:
			arg = a.at(auto, "")
			auto++
		case isNumber:
			arg = a.at(n, "")
		default:
			arg = a.at(-1, x.name)
		}
		if arg == nil {
			ok = false
			break
		}
		if x.bad {
			ok = false
			break
		}
		sites = union(sites, it.convert(node, ".format", arg))
	}
	if !ok && sites == nil {
		return bottom
	}
	return convertedStr(sites)
}
