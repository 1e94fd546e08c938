package data

import (
	_ "embed"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
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
	for name, about := range wordfile.Entries(waysFile) {
		parts := strings.Split(about, " | ")
		all = append(all, way{name, parts[0], parts[1], parts[2]})
	}
	return all
}()
