//go:build !unix && !windows

package rpc

// process cannot be asked about here; the end of the input has to do.
type process struct{}

func openProcess(int) *process { return &process{} }

func (*process) alive() bool { return true }

func (*process) close() {}
