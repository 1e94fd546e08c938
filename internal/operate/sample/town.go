package sample

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/lang"
)

// town is everybody, and all they bought and booked in the order of time.
type town struct {
	clients   []client
	purchases []purchase
	bookings  []booking

	beers   []Beer
	brewers map[string][]int // the beers of a brewery
	states  map[string][]int // and of a state
	ids     []string         // of the breweries
	local   map[string][]string
}

type client struct {
	id, name, email, phone, zip string
	place                       *place
	segment                     *segment
	joined                      int

	breweries []string // the favourites
	styles    []*style
}

// segment is a kind of client, and how it buys.
type segment struct {
	name      string
	share     int
	purchases span
	quantity  span
	channels  []string // the frequent ones more than once
}

var segments = []segment{
	{"bar", 30, span{24, 60}, span{2, 20}, []string{"rep", "rep", "phone", "online", "app"}},
	{"restaurant", 26, span{16, 44}, span{1, 12}, []string{"rep", "online", "online", "phone"}},
	{"shop", 12, span{30, 70}, span{4, 30}, []string{"rep", "rep", "online"}},
	{"hotel", 8, span{12, 36}, span{1, 14}, []string{"phone", "online", "rep"}},
	{"home", 24, span{6, 26}, span{1, 4}, []string{"app", "app", "online", "store", "store"}},
}

type purchase struct {
	client   string
	beer     *Beer
	at       time.Time
	channel  string
	quantity int
	cents    int // of one
	rating   int // 0 is none
}

type booking struct {
	client  string
	to      *place
	checkIn time.Time
	kind    *lodging
	nights  int
	cents   int
}

type lodging struct {
	name  string
	night span // its price in dollars
}

var lodgings = []lodging{
	{"hotel", span{110, 290}},
	{"inn", span{90, 190}},
	{"cabin", span{120, 260}},
	{"apartment", span{95, 240}},
	{"hostel", span{35, 70}},
}

// The time of the sample: two years that are over.
const (
	firstYear = 2024
	years     = 2
)

// busy says how much is bought and travelled in each month.
var busy = []int{8, 7, 8, 8, 9, 10, 11, 10, 9, 9, 8, 10}

func newTown(o Options) *town {
	t := &town{beers: Beers(), brewers: map[string][]int{}, states: map[string][]int{}, local: map[string][]string{}}
	state := map[string]string{}
	for _, b := range Breweries() {
		state[b.ID] = b.State
		t.ids = append(t.ids, b.ID)
		t.local[b.State] = append(t.local[b.State], b.ID)
	}
	for i, b := range t.beers {
		t.brewers[b.BreweryID] = append(t.brewers[b.BreweryID], i)
		t.states[state[b.BreweryID]] = append(t.states[state[b.BreweryID]], i)
	}
	for n := 1; n <= o.Clients; n++ {
		r := rand.New(rand.NewPCG(o.Seed, uint64(n)))
		c := t.newClient(r, n)
		t.purchases = t.shop(r, &c, t.purchases)
		t.bookings = travel(r, &c, t.bookings)
		if !o.Until.IsZero() {
			c.joined += o.Until.Year() - firstYear - 2*years + 1
		}
		t.clients = append(t.clients, c)
	}
	if !o.Until.IsZero() {
		for i := range t.purchases {
			t.purchases[i].at = lately(t.purchases[i].at, o.Until)
		}
		for i := range t.bookings {
			t.bookings[i].checkIn = lately(t.bookings[i].checkIn, o.Until)
		}
	}
	slices.SortStableFunc(t.purchases, func(a, b purchase) int { return a.at.Compare(b.at) })
	slices.SortStableFunc(t.bookings, func(a, b booking) int { return a.checkIn.Compare(b.checkIn) })
	return t
}

// lately returns the same day of a year that is one of the two before a time.
func lately(at, until time.Time) time.Time {
	at = at.AddDate(until.Year()-firstYear-years+1, 0, 0)
	if at.After(until) {
		at = at.AddDate(-years, 0, 0)
	}
	return at
}

// The first client is the guest of the examples. João goes round his favourite
// breweries; of the many in San Diego most are new to him.
const joao = "C001"

var joaosRound = strings.Fields("stone-brewing pure-project north-park-beer thorn-brewing hillcrest-brewing societe-brewing " +
	"ballast-point-brewing fall-brewing north-park-beer thorn-brewing alesmith-brewing")

func (t *town) newClient(r *rand.Rand, n int) client {
	c := client{
		id:      fmt.Sprintf("C%03d", n),
		place:   &places()[weighted(r, places(), func(p place) int { return p.share })],
		segment: &segments[weighted(r, segments, func(s segment) int { return s.share })],
		joined:  2015 + r.IntN(11),
	}
	if c.id == joao {
		c.place, c.segment, c.joined = &places()[0], &segments[0], 2019
	}
	c.name, c.zip = clientName(r, c.segment.name), pick(r, c.place.zips)
	if c.id == joao {
		c.name, c.zip = "Bar do João", c.place.zips[0]
	}
	c.email = fmt.Sprintf("%s.%d@example.com", strings.ReplaceAll(lang.Fold(c.name), " ", "."), n)
	c.phone = fmt.Sprintf("(%s) 555-01%02d", c.place.area, r.IntN(100)) // numbers kept for fiction
	for range 4 + r.IntN(6) {
		from := t.ids
		if r.IntN(10) < 7 {
			from = t.local[c.place.state]
		}
		c.breweries = append(c.breweries, pick(r, from))
	}
	for range 3 {
		c.styles = append(c.styles, &styles()[weighted(r, styles(), func(s style) int { return s.share })])
	}
	return c
}

func (c client) row(int) []any {
	return []any{c.id, c.name, c.email, c.phone, c.zip, c.place.city, c.place.code, c.segment.name, c.joined}
}

// shop appends what a client bought.
func (t *town) shop(r *rand.Rand, c *client, all []purchase) []purchase {
	times := make([]time.Time, c.segment.purchases.in(r))
	for i := range times {
		times[i] = c.day(r).Add(time.Duration(10*60+r.IntN(12*60)) * time.Minute)
	}
	slices.SortFunc(times, time.Time.Compare)
	for i, at := range times {
		from := t.brewers[pick(r, c.breweries)]
		if r.IntN(8) == 0 {
			from = t.states[c.place.state] // something else, from near
		}
		if c.id == joao {
			from = t.brewers[joaosRound[(len(times)-1-i)%len(joaosRound)]]
		}
		b := &t.beers[from[weighted(r, from, func(i int) int { return c.taste(&t.beers[i], at) })]]
		p := purchase{
			client: c.id, beer: b, at: at, channel: pick(r, c.segment.channels),
			quantity: c.segment.quantity.in(r), cents: b.cents,
		}
		if at.Year() > firstYear {
			p.cents += 50 // it all gets dearer
		}
		if r.IntN(7) > 0 {
			p.rating = 2 + r.IntN(4)
			if slices.Contains(c.styles, b.style) {
				p.rating = min(5, p.rating+1)
			} else if r.IntN(6) == 0 {
				p.rating = 1
			}
		}
		all = append(all, p)
	}
	return all
}

// taste says how likely a client takes a beer at that time of the year.
func (c *client) taste(b *Beer, at time.Time) int {
	weight := b.style.season[(at.Month()-1)/3]
	if slices.Contains(c.styles, b.style) {
		weight *= 4
	}
	return weight
}

// day is one since the client came.
func (c *client) day(r *rand.Rand) time.Time {
	year := max(c.joined, firstYear)
	year += r.IntN(firstYear + years - year)
	month := time.Month(1 + weighted(r, busy, func(n int) int { return n }))
	days := time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC).Day()
	return time.Date(year, month, 1+r.IntN(days), 0, 0, 0, 0, time.UTC)
}

func (p purchase) row(id int) []any {
	var rating any
	if p.rating > 0 {
		rating = p.rating
	}
	return []any{
		id, p.client, p.beer.ID, p.at.Format(time.DateTime), p.at.Format("2006-01"), p.channel,
		p.quantity, float64(p.cents) / 100, float64(p.quantity*p.cents) / 100, rating,
	}
}

// travel appends the trips of a client, which go elsewhere.
func travel(r *rand.Rand, c *client, all []booking) []booking {
	for range r.IntN(7) {
		to := &places()[weighted(r, places(), func(p place) int { return p.share })]
		if to == c.place {
			continue
		}
		b := booking{client: c.id, to: to, checkIn: c.day(r), kind: &lodgings[r.IntN(len(lodgings))], nights: 1 + r.IntN(6)}
		b.cents = b.nights * b.kind.night.in(r) * 100
		all = append(all, b)
	}
	return all
}

func (b booking) row(id int) []any {
	return []any{
		id, b.client, b.to.city, b.to.code, b.checkIn.Format(time.DateOnly), b.checkIn.Format("2006-01"),
		b.kind.name, b.nights, float64(b.cents) / 100,
	}
}
