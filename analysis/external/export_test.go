package external

import "context"

// AnalyzeCoarse is Analyze with a budget that is hit at once.
func AnalyzeCoarse(ctx context.Context, ws Workspace, entry string) *Result {
	return analyze(ctx, ws, entry, 1)
}
