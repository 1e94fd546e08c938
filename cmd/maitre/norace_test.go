//go:build !race

package main

const (
	conversations = 80
	perKill       = 8         // conversations begin between one kill and the next
	maxMemory     = 200 << 20 // of a worker, in bytes
)
