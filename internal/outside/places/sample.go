package places

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

// Sample makes places up, so that all works with no network: eight to twelve
// of a sort in every city, always the same, with names that nobody takes for
// real ones, sites under example.com and no coordinates. Their source is
// [ui.Sample].
type Sample struct {
	Currency string // of the prices; empty: BRL
}

var _ Finder = Sample{}

// Find returns the places of a city.
func (s Sample) Find(_ context.Context, sort string, a Area) (all []Listing, _ error) {
	c := s.city(sort, a)
	rows := samples()[sort]
	rows = slices.Clone(rows[:8+c.rand.IntN(len(rows)-7)]) // the first eight always
	c.rand.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	for i, r := range rows {
		id := fmt.Sprintf("%s-%s-%d", c.slug, sort, i+1)
		l := Listing{Place: Place{ID: id, Name: c.name(wordfile.List(r[0])), Source: ui.Sample, Site: ui.URL("https://example.com/" + id)}}
		l.Address = fmt.Sprintf(c.said["street"], 10+c.rand.IntN(890))
		if price := c.price(r[4]); sort == Lodging {
			l.Kind, l.Night = Kind(r[1]), price
			l.Sleeps, _ = strconv.Atoi(r[2])
			l.Stars, _ = strconv.Atoi(r[3])
		} else {
			l.Cuisines, l.Diets, l.Hours, l.Person = strings.Fields(r[1]), strings.Fields(r[2]), r[3], price
			l.Lacks = slices.DeleteFunc(strings.Fields(told), func(d string) bool { return slices.Contains(l.Diets, d) })
		}
		all = append(all, l)
	}
	return all, nil
}

// told are the diets of which a made-up place says yes or no. Of lactose most places say
// nothing, as real ones.
const told = "vegetarian vegan pescetarian gluten_free halal kosher"

// city makes up one list of one city. All chance comes from its name.
type city struct {
	rand         *rand.Rand
	said         map[string]string // form and street of names, in its language
	language     int               // in names: 0 Portuguese, 1 Spanish, 2 English
	heads, tails []string          // of names, in the order in which they are taken
	slug         string            // begins IDs
	currency     string
	level        float64 // of prices
}

func (s Sample) city(sort string, a Area) *city {
	name := lang.Fold(a.Name)
	h := fnv.New64a()
	fmt.Fprint(h, sort, "/", name, "/", strings.ToUpper(a.Country))
	c := &city{rand: rand.New(rand.NewPCG(h.Sum64(), 0)), currency: cmp.Or(s.Currency, "BRL")}
	c.slug = cmp.Or(slug(name), strconv.FormatUint(h.Sum64(), 36))
	c.language, c.said = languageOf(a.Country)
	c.level = 0.8 + 0.6*c.rand.Float64()
	c.heads, c.tails = c.shuffled("heads"), c.shuffled("tails")
	return c
}

func (c *city) shuffled(key string) (some []string) {
	all := wordfile.List(c.said[key])
	for _, i := range c.rand.Perm(len(all)) {
		some = append(some, all[i])
	}
	return some
}

// slug is a folded name as a part of a URL; what is not ASCII is left out.
func slug(folded string) string {
	ascii := strings.Map(func(r rune) rune {
		if r > 'z' {
			return -1
		}
		return r
	}, folded)
	slug := strings.Join(strings.Fields(ascii), "-")
	return slug[:min(len(slug), 60)]
}

// name returns the next name for something that is one of three words, one in
// each language. No two of a list end alike.
func (c *city) name(is []string) string {
	head, tail := c.heads[0], c.tails[0]
	c.heads, c.tails = append(c.heads[1:], head), append(c.tails[1:], tail)
	return fmt.Sprintf(c.said["form"], is[c.language], head, tail)
}

// price turns a price in reais into one of the city, of two digits and zeros.
func (c *city) price(text string) *ui.Money {
	reais, _ := strconv.ParseFloat(text, 64)
	amount := reais * cmp.Or(perReal[c.currency], perRealElse) * c.level * (0.9 + 0.2*c.rand.Float64())
	unit := math.Pow10(max(0, int(math.Log10(amount))-1))
	return &ui.Money{Amount: int64(math.Round(amount/unit)*unit) * int64(Minor(c.currency)), Currency: c.currency}
}

// perReal is about what a real buys of other currencies: enough for prices that
// are made up to look like prices.
var perReal = map[string]float64{
	"BRL": 1, "ARS": 250, "BOB": 1.3, "CLP": 175, "COP": 750, "EUR": 0.17, "GBP": 0.14, "JPY": 28,
	"MXN": 3.4, "PEN": 0.65, "PYG": 1350, "USD": 0.19, "UYU": 7.5,
}

const perRealElse = 0.2

//go:embed sample.txt
var sampleText string

// samples are the rows of sample.txt by their keys, which are sorts of places or languages.
var samples = sync.OnceValue(func() map[string][][]string {
	all := map[string][][]string{}
	for key, value := range wordfile.Entries(sampleText) {
		row := strings.Split(value, "|")
		for i := range row {
			row[i] = strings.TrimSpace(row[i])
		}
		all[key] = append(all[key], row)
	}
	return all
})

// languageOf returns the language of a country and its words; where it is unknown, and where
// none of the languages is spoken, the house's own, Portuguese.
func languageOf(country string) (which int, said map[string]string) {
	said = map[string]string{}
	for i, l := range []string{"pt", "es", "en"} {
		if countries := samples()[l+" countries"]; countries == nil || slices.Contains(strings.Fields(countries[0][0]), strings.ToUpper(country)) {
			which = i
			for _, key := range []string{"form", "street", "heads", "tails"} {
				said[key] = samples()[l+" "+key][0][0]
			}
		}
	}
	return which, said
}
