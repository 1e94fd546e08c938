package places

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

// Sample makes places up, so that all works with no network: eight to twelve
// of a kind in every city, always the same, with names that nobody takes for
// real ones, sites under example.com and no coordinates. Their source is
// [ui.Sample].
type Sample struct {
	Currency string // of the prices; empty: BRL
}

var _ Finder = Sample{}

// Lodgings returns the lodgings of a city that fit a wish.
func (s Sample) Lodgings(_ context.Context, a Area, w Wish) ([]Lodging, error) {
	c := s.city("lodging", a)
	all := make([]Lodging, 0, len(samples().lodgings))
	for i, l := range pick(c, samples().lodgings) {
		id := c.slug + "-lodging-" + strconv.Itoa(i+1)
		all = append(all, Lodging{Place: c.place(id, l.is), Kind: l.kind, Stars: l.stars, Night: c.price(l.night), Sleeps: l.sleeps})
	}
	fit, _ := w.Lodgings(all)
	return fit, nil
}

// Restaurants returns the restaurants of a city that fit a wish.
func (s Sample) Restaurants(_ context.Context, a Area, w Wish) ([]Restaurant, error) {
	c := s.city("restaurant", a)
	all := make([]Restaurant, 0, len(samples().restaurants))
	for i, r := range pick(c, samples().restaurants) {
		id := c.slug + "-restaurant-" + strconv.Itoa(i+1)
		diets := strings.Fields(r.diets)
		all = append(all, Restaurant{
			Place: c.place(id, r.is), Cuisines: strings.Fields(r.cuisines), Diets: diets, Lacks: without(allDiets, diets),
			Hours: r.hours, Person: c.price(r.person),
		})
	}
	fit, _ := w.Restaurants(all)
	return fit, nil
}

// place makes up a place that is one of some things.
func (c *city) place(id string, is []string) Place {
	return Place{ID: id, Name: c.name(is), Address: c.address(), Site: site(id), Source: ui.Sample}
}

// allDiets are those of which a made-up place says yes or no. Of lactose most places say
// nothing, as real ones.
var allDiets = []string{"vegetarian", "vegan", "pescetarian", "gluten_free", "halal", "kosher"}

// without returns the diets that are not among some.
func without(all, some []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(d string) bool { return slices.Contains(some, d) })
}

// city makes up one list of one city. All chance comes from its name.
type city struct {
	rand     *rand.Rand
	words    words
	slug     string // begins IDs
	currency string
	level    float64 // of prices
	tails    []int   // in the order in which names take them
	heads    []int
}

func (s Sample) city(kind string, a Area) *city {
	name := lang.Fold(a.Name)
	h := fnv.New64a()
	fmt.Fprint(h, kind, "/", name, "/", strings.ToUpper(a.Country))
	c := &city{rand: rand.New(rand.NewPCG(h.Sum64(), 0)), words: wordsOf(a.Country)}
	c.slug = cmp.Or(slug(name), strconv.FormatUint(h.Sum64(), 36))
	c.currency = cmp.Or(s.Currency, "BRL")
	c.level = 0.8 + 0.6*c.rand.Float64()
	c.heads, c.tails = c.rand.Perm(len(c.words.heads)), c.rand.Perm(len(c.words.tails))
	return c
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

// pick returns eight to twelve of the twelve rows, the first eight always, in
// an order of the city's own.
func pick[T any](c *city, rows []T) []T {
	some := slices.Clone(rows[:8+c.rand.IntN(len(rows)-7)])
	c.rand.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
	return some
}

// name returns the next name for something that is one of three words, one in
// each language. No two of a list end alike.
func (c *city) name(is []string) string {
	head, tail := c.heads[0], c.tails[0]
	c.heads, c.tails = append(c.heads[1:], head), append(c.tails[1:], tail)
	return fmt.Sprintf(c.words.form, is[c.words.language], c.words.heads[head], c.words.tails[tail])
}

func (c *city) address() string {
	return fmt.Sprintf(c.words.street, 10+c.rand.IntN(890))
}

func site(id string) ui.URL { return ui.URL("https://example.com/" + id) }

// price turns a price in reais into one of the city, of two digits and zeros.
func (c *city) price(reais float64) *ui.Money {
	perReal, ok := perReal[c.currency]
	if !ok {
		perReal = perReal0
	}
	amount := reais * perReal * c.level * (0.9 + 0.2*c.rand.Float64())
	unit := math.Pow10(max(0, int(math.Log10(amount))-1))
	return &ui.Money{Amount: int64(math.Round(amount/unit)*unit) * int64(math.Pow10(decimals(c.currency))), Currency: c.currency}
}
