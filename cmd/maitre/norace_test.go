//go:build !race

package main

const (
	conversations = 48
	perKill       = 6         // conversations begin between one kill and the next
	maxMemory     = 200 << 20 // of a worker, in bytes
)
