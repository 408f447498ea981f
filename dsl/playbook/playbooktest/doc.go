// Package playbooktest helps to test what reads and runs playbooks: the
// vectors, a workspace in memory, and a generator of random programs. It is
// for tests only.
package playbooktest
