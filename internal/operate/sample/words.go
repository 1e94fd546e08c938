package sample

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"strconv"
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

// place is a city where clients live and travel.
type place struct {
	share int // how many live there
	city  string
	code  string // "CA"
	state string // "California"
	area  string // of its telephones
	zips  []string
}

//go:embed places.txt
var placesText string

var places = sync.OnceValue(func() (all []place) {
	for city, about := range wordfile.Entries(placesText) {
		f := strings.Split(about, " | ")
		share, _ := strconv.Atoi(f[0])
		all = append(all, place{share, city, f[1], f[2], f[3], strings.Fields(f[4])})
	}
	return all
})

// style is a kind of beer, what it is like, and when people drink it: see styles.txt.
type style struct {
	name            string
	share           int
	abv, ibu, price span
	season          [4]int
}

//go:embed styles.txt
var stylesText string

var styles = sync.OnceValue(func() (all []style) {
	for name, about := range wordfile.Entries(stylesText) {
		s := style{name: name}
		_, err := fmt.Sscanf(about, "%d | %d-%d | %d-%d | %d-%d | %d %d %d %d", &s.share, &s.abv.low, &s.abv.high, &s.ibu.low, &s.ibu.high,
			&s.price.low, &s.price.high, &s.season[0], &s.season[1], &s.season[2], &s.season[3])
		if err != nil {
			panic("styles.txt: " + name + ": " + err.Error())
		}
		all = append(all, s)
	}
	return all
})

// span is a range, with both ends.
type span struct{ low, high int }

func (s span) in(r *rand.Rand) int { return s.low + r.IntN(s.high-s.low+1) }

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// weighted returns the index of one of the things, the heavier the likelier.
func weighted[T any](r *rand.Rand, things []T, weight func(T) int) int {
	sum := 0
	for _, t := range things {
		sum += weight(t)
	}
	n := r.IntN(sum)
	for i, t := range things {
		if n -= weight(t); n < 0 {
			return i
		}
	}
	return len(things) - 1
}
