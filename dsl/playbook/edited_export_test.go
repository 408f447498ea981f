package playbook

// WasCopied reports whether Edited does not parse the whole of g.
func WasCopied(f, g *File) bool {
	if !f.Whole || !g.Whole || len(f.Tree.Stmts) == 0 {
		return false
	}
	_, ok := f.around(g.Source)
	return ok
}
