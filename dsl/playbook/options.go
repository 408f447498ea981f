package playbook

import "time"

// Options are what a run needs besides its entry and its launch values.
type Options struct {
	// Loader is the only way to any file. It is required.
	Loader Loader
	// Globs tell entries from libraries; the zero value is DefaultGlobs.
	Globs Globs
	// Limits bound the run; a field that is zero has its default.
	Limits Limits
	// RecordConversions keeps a log of where external text was converted. It
	// is off in ordinary runs.
	RecordConversions bool
}

// Limits bound a run (playbook.md 8). They do not bound memory: "x" * 100000000
// is nine steps. Nor do they end a single operation that takes for ever, though
// Compile returns. A host that runs other people's playbooks bounds both from
// outside.
type Limits struct {
	Steps       uint64        // execution steps, all modules together
	ValueBytes  int           // of one launch value
	LaunchBytes int           // of all launch values
	SourceBytes int           // of one source file
	Modules     int           // loaded modules, the entry aside
	LoadDepth   int           // modules that load each other, the entry aside
	Segments    int           // of one external text
	TextBytes   int           // of one external text
	PromptBytes int           // of one rendered text
	PlanBytes   int           // of all rendered texts
	PrintBytes  int           // of everything printed
	Wall        time.Duration // wall clock; a context that ends earlier wins
}

// DefaultLimits are those of playbook.md 8.
func DefaultLimits() Limits {
	return Limits{
		Steps:       1_000_000,
		ValueBytes:  256 << 10,
		LaunchBytes: 1 << 20,
		SourceBytes: MaxSourceBytes,
		Modules:     64,
		LoadDepth:   32,
		Segments:    10_000,
		TextBytes:   1 << 20,
		PromptBytes: 1 << 20,
		PlanBytes:   4 << 20,
		PrintBytes:  64 << 10,
		Wall:        10 * time.Second,
	}
}

func (l Limits) withDefaults() Limits {
	d := DefaultLimits()
	pick(&l.Steps, d.Steps)
	pick(&l.ValueBytes, d.ValueBytes)
	pick(&l.LaunchBytes, d.LaunchBytes)
	pick(&l.SourceBytes, d.SourceBytes)
	pick(&l.Modules, d.Modules)
	pick(&l.LoadDepth, d.LoadDepth)
	pick(&l.Segments, d.Segments)
	pick(&l.TextBytes, d.TextBytes)
	pick(&l.PromptBytes, d.PromptBytes)
	pick(&l.PlanBytes, d.PlanBytes)
	pick(&l.PrintBytes, d.PrintBytes)
	pick(&l.Wall, d.Wall)
	return l
}

func pick[T comparable](field *T, byDefault T) {
	var zero T
	if *field == zero {
		*field = byDefault
	}
}
