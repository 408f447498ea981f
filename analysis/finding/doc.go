// Package finding holds what an analysis says: findings, their related
// places, and the fixes that mend them. It is shared by every rule family and
// knows none of them. Positions are byte spans in named files; only lsp turns
// them into protocol positions and only cmd into lines and columns.
package finding
