package cli

import (
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
)

// Memory that a process may use before it collects garbage for the first time:
// most commands are over before, and need not pay for it.
const young = 32 << 20

// youth puts off the first collection of garbage, after which all is as usual.
// A process whose environment says how to collect is left alone.
func youth(environ []string) {
	if slices.ContainsFunc(environ, func(v string) bool { return strings.HasPrefix(v, "GOGC=") || strings.HasPrefix(v, "GOMEMLIMIT=") }) {
		return
	}
	percent := debug.SetGCPercent(-1)
	debug.SetMemoryLimit(young)
	runtime.AddCleanup(new([64]byte), func(percent int) {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(math.MaxInt64)
	}, percent)
}
