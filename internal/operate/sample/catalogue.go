package sample

import (
	_ "embed"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Brewery is one that exists.
type Brewery struct {
	ID      string // "stone-brewing"; it never changes
	Name    string
	Type    string // as Open Brewery DB has it: micro, brewpub, regional, large
	City    string
	State   string // "California"
	Country string
	Website string // "" if not known for sure
}

func (b Brewery) row(int) []any {
	var website any
	if b.Website != "" {
		website = b.Website
	}
	return []any{b.ID, b.Name, b.Type, b.City, b.State, b.Country, website}
}

// Beer is a beer of a brewery: a real one if breweries.txt names it, else one
// that could be.
type Beer struct {
	ID        string // the brewery's, with a number
	Name      string
	Style     string
	ABV       float64
	IBU       int
	BreweryID string

	style *style
	cents int // what a pack costs in the first year
}

func (b Beer) row(int) []any {
	return []any{b.ID, b.Name, b.Style, b.ABV, b.IBU, b.BreweryID}
}

//go:embed breweries.txt
var breweriesText string

type catalogue struct {
	breweries []Brewery
	beers     []Beer
}

var shipped = sync.OnceValue(func() (c catalogue) {
	state := ""
	for line := range strings.Lines(breweriesText) {
		line = strings.TrimSpace(line)
		name, isState := strings.CutPrefix(line, "== ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case isState:
			state = name
		default:
			c.add(state, line)
		}
	}
	return c
})

// Breweries returns the list that is shipped, by state.
func Breweries() []Brewery { return slices.Clone(shipped().breweries) }

// Beers returns two to five beers for each brewery, in the order of Breweries.
func Beers() []Beer { return slices.Clone(shipped().beers) }

// add reads a line: id | name | type | city | website | beers; the last two may be missing.
func (c *catalogue) add(state, line string) {
	var fields [6]string
	for i, p := range strings.Split(line, "|") {
		fields[i] = strings.TrimSpace(p)
	}
	b := Brewery{
		ID: fields[0], Name: fields[1], Type: fields[2], City: fields[3],
		State: state, Country: "United States", Website: fields[4],
	}
	var known []Beer
	for text := range strings.SplitSeq(fields[5], ";") {
		if text = strings.TrimSpace(text); text != "" {
			known = append(known, parseBeer(text))
		}
	}
	c.breweries = append(c.breweries, b)
	c.beers = append(c.beers, brew(b, known)...)
}

// parseBeer reads "Fat Tire: Amber Ale 5.2". It panics if there is no such style: the
// list is part of the program.
func parseBeer(text string) (b Beer) {
	b.Name, b.Style, _ = strings.Cut(text, ": ")
	if space := strings.LastIndex(b.Style, " "); space > 0 {
		if abv, err := strconv.ParseFloat(b.Style[space+1:], 64); err == nil {
			b.Style, b.ABV = b.Style[:space], abv
		}
	}
	i := slices.IndexFunc(styles(), func(s style) bool { return s.name == b.Style })
	if i < 0 {
		panic("breweries.txt: no style is known of " + text)
	}
	b.style = &styles()[i]
	return b
}

// brew completes the beers of a brewery. They depend on the brewery alone, so
// that every sample has the same.
func brew(b Brewery, beers []Beer) []Beer {
	h := fnv.New64a()
	_, _ = h.Write([]byte(b.ID))
	r := rand.New(rand.NewPCG(h.Sum64(), 0))
	for want := max(len(beers)+1, 2+r.IntN(3)); len(beers) < want; {
		s := &styles()[weighted(r, styles(), func(s style) int { return s.share })]
		if slices.ContainsFunc(beers, func(b Beer) bool { return b.style == s }) {
			continue
		}
		beers = append(beers, Beer{Name: pick(r, names()["beer"]) + " " + s.name, Style: s.name, style: s})
	}
	for i := range beers {
		beer, s := &beers[i], beers[i].style
		beer.ID = b.ID + "-" + strconv.Itoa(i+1)
		beer.BreweryID = b.ID
		if abv := s.abv.in(r); beer.ABV == 0 {
			beer.ABV = float64(abv) / 10
		}
		beer.IBU = s.ibu.in(r)
		beer.cents = s.price.in(r)*25 - 1
	}
	return beers
}
