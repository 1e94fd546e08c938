//go:build race

package main

// The race detector takes many times the time and the memory, so that some of
// the conversations stand for all.
const (
	conversations = 40
	perKill       = 5       // conversations begin between one kill and the next
	maxMemory     = 1 << 30 // of a worker, in bytes
)
