package places

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
)

//go:embed sample.txt
var sampleText string

// words are what made-up names consist of, in one language.
type words struct {
	language     int // in names: 0 Portuguese, 1 Spanish, 2 English
	form, street string
	heads, tails []string
}

type sampleLodging struct {
	is            []string // in each language
	kind          Kind
	sleeps, stars int
	night         float64
}

type sampleRestaurant struct {
	is                     []string
	cuisines, diets, hours string
	person                 float64
}

// samples are sample.txt.
var samples = sync.OnceValue(func() (all struct {
	values      map[string]string // of the keys of languages
	lodgings    []sampleLodging
	restaurants []sampleRestaurant
},
) {
	all.values = map[string]string{}
	for key, value := range wordfile.Entries(sampleText) {
		f := strings.Split(value, "|")
		switch is := wordfile.List(f[0]); key {
		case "lodging":
			l := sampleLodging{is: is}
			_, _ = fmt.Sscan(f[1], &l.kind, &l.sleeps, &l.stars, &l.night)
			all.lodgings = append(all.lodgings, l)
		case "restaurant":
			r := sampleRestaurant{is: is, cuisines: strings.TrimSpace(f[1]), diets: strings.TrimSpace(f[2]), hours: strings.TrimSpace(f[3])}
			_, _ = fmt.Sscan(f[4], &r.person)
			all.restaurants = append(all.restaurants, r)
		default:
			all.values[key] = value
		}
	}
	return all
})

// wordsOf returns the words for a country; where it is unknown, and where none
// of the languages is spoken, the house's own, Portuguese.
func wordsOf(country string) words {
	said := samples().values
	language, key := 0, "pt"
	for i, l := range []string{"es", "en"} {
		if slices.Contains(strings.Fields(said[l+" countries"]), strings.ToUpper(country)) {
			language, key = i+1, l
		}
	}
	return words{language, said[key+" form"], said[key+" street"], wordfile.List(said[key+" heads"]), wordfile.List(said[key+" tails"])}
}

// perReal is about what a real buys of other currencies: enough for prices that
// are made up to look like prices.
var perReal = map[string]float64{
	"BRL": 1, "ARS": 250, "BOB": 1.3, "CLP": 175, "COP": 750, "EUR": 0.17, "GBP": 0.14, "JPY": 28,
	"MXN": 3.4, "PEN": 0.65, "PYG": 1350, "USD": 0.19, "UYU": 7.5,
}

const perReal0 = 0.2
