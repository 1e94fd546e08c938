package data

import (
	_ "embed"
	"strings"
)

// Ways of asking, besides those that package question names.
const (
	comparing = "comparison"
	trending  = "trend"
	ranking   = "top"
)

// way is a way of asking: what its chunk says, and for what kinds of columns.
type way struct{ intent, title, kinds, about string }

//go:embed words/ways.txt
var waysFile string

// ways are those of the file, in its order.
var ways = func() (all []way) {
	for line := range strings.Lines(waysFile) {
		if parts := strings.Split(strings.TrimSpace(line), " | "); len(parts) == 4 {
			all = append(all, way{parts[0], parts[1], parts[2], parts[3]})
		}
	}
	return all
}()
