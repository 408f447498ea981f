package rpc

import "syscall"

// process is a process that is asked about. While the handle is open its number
// is not used again.
type process struct {
	handle  syscall.Handle
	unknown bool // it may not be asked about
	missing bool
}

func openProcess(pid int) *process {
	handle, err := syscall.OpenProcess(syscall.SYNCHRONIZE, false, uint32(pid))
	switch err {
	case nil:
		return &process{handle: handle}
	case syscall.ERROR_ACCESS_DENIED:
		return &process{unknown: true}
	}
	return &process{missing: true}
}

func (p *process) alive() bool {
	if p.missing || p.unknown {
		return p.unknown
	}
	event, err := syscall.WaitForSingleObject(p.handle, 0)
	return err != nil || event != syscall.WAIT_OBJECT_0
}

func (p *process) close() {
	if !p.missing && !p.unknown {
		_ = syscall.CloseHandle(p.handle)
	}
}
