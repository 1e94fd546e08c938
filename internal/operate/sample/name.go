package sample

import (
	_ "embed"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
)

//go:embed names.txt
var namesText string

var names = sync.OnceValue(func() map[string][]string { return wordfile.Lists(namesText) })

// clientName fills a pattern of the segment.
func clientName(r *rand.Rand, segment string) string {
	n := names()
	fill := strings.NewReplacer(
		"$given", pick(r, n["given"]), "$friend", pick(r, n["given"]), "$family", pick(r, n["family"]), "$other", pick(r, n["family"]),
		"$dono", pick(r, n["owners"]), "$color", pick(r, n["colors"]), "$thing", pick(r, n["things"]),
	)
	return fill.Replace(pick(r, n[segment]))
}
