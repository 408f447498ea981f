//go:build unix

package rpc

import (
	"os"
	"syscall"
)

// process is a process that is asked about. The parent of this process is
// recognised as such: when it ends we get another one, also where it stays
// behind as a zombie or its number is taken again.
type process struct {
	pid    int
	parent bool
}

func openProcess(pid int) *process {
	return &process{pid: pid, parent: os.Getppid() == pid}
}

func (p *process) alive() bool {
	if p.parent {
		return os.Getppid() == p.pid
	}
	// EPERM is someone else's process, and alive.
	return syscall.Kill(p.pid, 0) != syscall.ESRCH
}

func (p *process) close() {}
