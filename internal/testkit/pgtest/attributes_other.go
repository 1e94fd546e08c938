//go:build !linux

package pgtest

import "syscall"

// attributes are Linux's: elsewhere a killed test leaves its server behind,
// and root cannot start one.
func attributes(*account) *syscall.SysProcAttr { return nil }
