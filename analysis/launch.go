package analysis

import (
	"context"
	"path"

	"github.com/boundary-lsp/boundary-lsp/analysis/workspace"
	"github.com/boundary-lsp/boundary-lsp/dsl/playbook"
)

// Launch runs the entry playbook at file with its launch values and renders
// its prompts. Files are those of the snapshot, open documents first, and
// nothing outside of the workspace root is read. Errors are those of
// playbook.Compile.
func Launch(ctx context.Context, snap *workspace.Snapshot, file string, values map[string]any) (*playbook.Plan, error) {
	root := snap.PlaybookRoot(file)
	files := &loader{snap, root}
	return playbook.Compile(ctx, files.id(file), values, playbook.Options{
		Loader: files, Globs: workspace.PlaybookGlobs(snap.Config(file)),
	})
}

// ParamKinds gives the kinds of the parameters that the entry playbook at file
// may declare, by name, as far as its text shows them. Where two calls declare
// one name the first counts.
func ParamKinds(snap *workspace.Snapshot, file string) map[string]string {
	kinds := map[string]string{}
	for _, r := range Playbooks(snap, file) {
		for _, p := range r.Params {
			for _, name := range p.Names {
				if _, known := kinds[name]; !known {
					kinds[name] = p.Kind
				}
			}
		}
	}
	return kinds
}

// loader gives a run the files of one workspace root.
type loader struct {
	snap *workspace.Snapshot
	root string
}

func (l *loader) id(file string) string {
	m := modules{root: l.root}
	return m.id(file)
}

// Real follows symbolic links.
func (l *loader) Real(id string) (string, error) {
	real, inside := l.snap.PlaybookReal(l.root, path.Join(l.root, id))
	if !inside {
		return "", playbook.ErrOutside
	}
	return l.id(real), nil
}

// Read gives the text of a file.
func (l *loader) Read(id string) ([]byte, error) {
	t, err := l.snap.Text(path.Join(l.root, id))
	if err != nil {
		return nil, err
	}
	return []byte(t.String()), nil
}
