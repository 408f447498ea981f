package graph

// Collisions are what lies on what in the picture of a graph, for tests.
func Collisions(g *Graph) ([]string, error) {
	d, err := g.drawing()
	if err != nil {
		return nil, err
	}
	return collisions(d), nil
}
