package botcomplete

// silence is K24: the codes in a comment that silences findings.
func (c *completer) silence() {
	if c.o.Codes == nil {
		return
	}
	covered, others := c.o.Codes(c.off)
	for i, list := range [][]Rule{covered, others} {
		for _, r := range list {
			c.add(24, i, candidate{Item: Item{Label: r.Code, Kind: Code, Detail: r.Name, Doc: Doc{Kind: docRule, Name: r.Code}}})
		}
	}
}
