package sample

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
)

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
