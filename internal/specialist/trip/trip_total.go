package trip

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

type totalIn struct {
	Nights      int  `json:"nights,omitempty" jsonschema:"what if"`
	People      int  `json:"people,omitempty" jsonschema:"what if; omit: as planned"`
	MealsPerDay int  `json:"meals_per_day,omitempty"`
	Change      bool `json:"change,omitempty" jsonschema:"the plan shall be so"`

	Of      []string `json:"of,omitempty"`      // places shown: only these, and none is chosen
	Rooms   int      `json:"rooms,omitempty"`   // to count with
	Compare []string `json:"compare,omitempty"` // towns
	Per     []string `json:"per,omitempty"`     // night, person, adult: what the sum is divided by
	Payers  int      `json:"payers,omitempty"`  // adults, or among how many it is divided
	Eat     int      `json:"eat,omitempty"`     // restaurants to name, of those shown if none is chosen
}

// TotalFacts is what trip_total tells.
type TotalFacts struct {
	Plan
	Lines       []TotalLine `json:"lines,omitempty"`
	Total       string      `json:"total,omitempty"` // of what was chosen
	PerPerson   string      `json:"per_person,omitempty"`
	MaxTotal    string      `json:"max_total,omitempty"`      // the budget,
	Left        string      `json:"left,omitempty"`           // and what the total, or the example's, leaves of it; less than nothing if it is more
	Missing     []string    `json:"not_chosen_yet,omitempty"` // lodging, restaurants
	Example     string      `json:"example_total,omitempty"`  // with the cheapest of those shown
	NoPrice     []string    `json:"price_unknown,omitempty"`
	NotIncluded []string    `json:"not_included,omitempty"`
	Sample      bool        `json:"sample,omitempty"`
	Only        bool        `json:"only_these,omitempty"` // not of the whole trip
	Towns       []TownPrice `json:"towns,omitempty"`      // that are compared
	Cheapest    string      `json:"cheapest_in,omitempty"`
	Cheaper     string      `json:"cheaper_on_average_in,omitempty"`
	Less        string      `json:"cheapest_less_a_night,omitempty"` // than the cheapest of the next town,
	LessInAll   string      `json:"cheapest_less_in_all,omitempty"`
	Share       *SharePart  `json:"share,omitempty"`
	Eat         []string    `json:"restaurants_shown,omitempty"` // with their prices

	sum ui.Money // of which a share is asked
}

// SharePart is the part of a sum that was asked for.
type SharePart struct {
	Of     string   `json:"of"`  // the sum
	Per    []string `json:"per"` // night, person, adult
	Payers int      `json:"payers,omitempty"`
	Amount string   `json:"amount"`
}

// TotalLine is one place and what it costs.
type TotalLine struct {
	Name    string `json:"name"`
	What    string `json:"what"`              // lodging or restaurant
	Place   string `json:"place,omitempty"`   // of a trip to several
	Example bool   `json:"example,omitempty"` // shown, but not chosen
	Price   string `json:"price"`             // of a night in one room, or of a meal for one
	Rooms   int    `json:"rooms,omitempty"`
	Beds    int    `json:"beds,omitempty"`
	Nights  int    `json:"nights,omitempty"`
	People  int    `json:"people,omitempty"`
	Meals   int    `json:"meals,omitempty"`
	Sum     string `json:"sum"`
	Each    string `json:"per_person,omitempty"` // of one that is not chosen
	Left    string `json:"left,omitempty"`       // of the budget, if it is taken
}

func (p *Planner) tripTotalTool() (agent.Tool, error) {
	return agent.NewTool("trip_total", "Costs of the trip: of what was chosen, or each lodging shown.", p.tripTotal, agent.Options[TotalFacts]{
		Reads: true, Lenient: true,
		Schema: func(s *jsonschema.Schema) { // of the reader; a model has the lists
			for _, field := range []string{"of", "rooms", "compare", "per", "payers", "eat"} {
				delete(s.Properties, field)
			}
		},
		Say: TotalFacts.say,
	})
}

func (p *Planner) tripTotal(ctx context.Context, in totalIn) (f TotalFacts, err error) {
	s := scene.From(ctx)
	if in.People < 0 || in.People > maxGuests {
		return f, errParty
	}
	var change told
	if in.Change {
		change = told{nights: in.Nights, people: in.People}
	}
	t, facts, err := p.hear(ctx, s, change)
	if facts.Ask == "which_place" && t.Place != nil { // of the trip that there is
		facts = t.facts(s.Language)
	}
	if f.Plan = facts; err != nil || f.Ask != "" {
		return f, err
	}
	if in.Change {
		if err := t.tellSummary(ctx, s); err != nil {
			return f, err
		}
	}
	if len(in.Compare) > 0 {
		if err = p.compare(ctx, s, t, &f, in.Compare); err != nil || len(f.Towns) > 0 {
			return f, err
		}
	}
	if len(in.Of) > 0 {
		f.Plan.People = t.People
		if only, err := p.totalOf(ctx, s, t, f, in); err != nil || only.Only {
			only.divide(in, s.Language)
			return only, err
		}
	}
	var sum bill
	words := texts.In(s.Language)
	days := 0
	t.People = cmp.Or(in.People, t.People)
	for _, at := range t.stops() {
		here := t.in(at.Spot)
		nights := here.details().Nights()
		if at.Spot.Key == t.Place.Key && in.Nights > 0 {
			nights = min(in.Nights, maxNights)
			if nights != f.Nights {
				f.StartDate, f.EndDate, f.When = "", "", ""
			}
			f.Plan.Nights = nights
		}
		days += nights
		p.sleep(ctx, &f, &sum, here, nights, s)
	}
	f.Plan.People = t.People
	meals := max(0, min(in.MealsPerDay, 10))
	if meals > 0 && len(t.chosenOf(restaurant))+len(t.last(restaurant).Restaurants) == 0 { // some prices to count with
		never := s.MustNots(nil)
		if found, err := p.Places.Restaurants(ctx, t.Place.Area, places.Wish{Guests: t.People, Diets: never.Diets, Allergies: never.Allergies}); err == nil {
			t.Lists = append(t.Lists, list{Kind: restaurant, Spot: *t.Place, Restaurants: found.Places})
		}
	}
	f.eat(&sum, t, meals*days, meals > 0, words)
	f.NotIncluded = []string{"transport"}
	if !slices.ContainsFunc(f.Lines, func(l TotalLine) bool { return l.What == restaurant }) {
		f.NotIncluded = append(f.NotIncluded, "meals")
	}
	if total := sum.of(false); total != nil {
		f.Total = total.Text(words.Language)
		f.PerPerson, f.sum = share(*total, t.People).Text(words.Language), *total
	}
	if total := sum.of(true); total != nil && sum.examples {
		f.Example = total.Text(words.Language)
		if f.sum.Amount == 0 {
			f.sum = *total
		}
	}
	f.MaxTotal, f.Left = t.left(f.sum, s)
	f.divide(in, s.Language)
	for _, r := range t.last(restaurant).Restaurants {
		if len(f.Eat) < in.Eat && len(t.chosenOf(restaurant)) == 0 {
			f.Eat = append(f.Eat, phrases{words}.priced(r))
		}
	}
	f.Said, err = onceOf(s, f.Sample, false)
	return f, err
}

// divide tells the part of the sum that is asked for: of a night, of a person.
func (f *TotalFacts) divide(in totalIn, l lang.Language) {
	if len(in.Per) == 0 || f.sum.Amount == 0 {
		return
	}
	part := SharePart{Of: f.sum.Text(l), Per: in.Per}
	by := 1
	for _, per := range in.Per {
		switch per {
		case "night":
			by *= max(1, f.Plan.Nights)
		default:
			part.Payers = cmp.Or(in.Payers, f.Plan.People)
			by *= max(1, part.Payers)
		}
	}
	part.Amount = share(f.sum, by).Text(l)
	f.Share = &part
}

// priced is a restaurant and what it costs a person.
func (w phrases) priced(r places.Restaurant) string {
	if r.Person == nil {
		return r.Name
	}
	return fmt.Sprintf("%s (%s)", r.Name, fmt.Sprintf(w.Trip.PerPerson, r.Person.Text(w.Language)))
}

// sleep adds the nights at one place of the trip: in what was chosen there, or else in
// each lodging shown, of which the cheapest counts as an example.
func (p *Planner) sleep(ctx context.Context, f *TotalFacts, sum *bill, t plan, nights int, s *scene.Scene) {
	var stay []places.Lodging
	chosen := t.chosenIn(lodging, *t.Place)
	example := len(chosen) == 0
	town := map[string]string{} // by the id of a lodging elsewhere
	if !example {
		stay = []places.Lodging{*chosen[0].Lodging}
	} else {
		f.Missing = append(slices.DeleteFunc(f.Missing, func(m string) bool { return m == lodging }), lodging)
		if stay = t.onOffer(s, town); len(stay) == 0 { // the cheapest of all there are
			if found, err := p.Places.Lodgings(ctx, t.Place.Area, t.stayWish(s.Budget)); err == nil {
				stay = best(order{cheap: true, most: 1}, found.Places, func(l places.Lodging) *ui.Money { return l.Total(t.party(), nights) })
			}
		}
	}
	var least *ui.Money
	for _, l := range best(order{cheap: true}, stay, func(l places.Lodging) *ui.Money { return l.Total(t.party(), nights) }) {
		total := f.stay(t, l, nights, s)
		if total == nil {
			continue
		} else if line := &f.Lines[len(f.Lines)-1]; example {
			line.Example, line.Each, line.Place = true, share(*total, t.People).Text(s.Language), cmp.Or(town[l.ID], line.Place)
			_, line.Left = t.left(*total, s)
		}
		if least == nil || total.Amount < least.Amount {
			least = total
		}
	}
	if least != nil {
		sum.add(*least, example)
	}
}

// left tells a budget for the trip, and what a sum leaves of it.
func (t plan) left(sum ui.Money, s *scene.Scene) (of, left string) {
	budget := moneyOf(cmp.Or(s.Budget.Total, t.MaxTotal), sum.Currency)
	if budget.Amount <= 0 || sum.Amount == 0 {
		return "", ""
	}
	return budget.Text(s.Language), ui.Money{Amount: budget.Amount - sum.Amount, Currency: budget.Currency}.Text(s.Language)
}

// stay adds the line of a lodging, and returns what it costs; nil, if that is not known.
func (f *TotalFacts) stay(t plan, l places.Lodging, nights int, s *scene.Scene) *ui.Money {
	f.Sample = f.Sample || l.Source == ui.Sample
	total := l.Total(t.party(), nights)
	if total == nil {
		f.NoPrice = append(f.NoPrice, l.Name)
		return nil
	}
	line := TotalLine{Name: l.Name, What: lodging, Price: l.Night.Text(s.Language), Nights: nights, Sum: total.Text(s.Language)}
	switch rooms, _ := l.Rooms(t.party()); l.Kind {
	case places.Apartment: // it is let as a whole
	case places.Hostel:
		line.Beds = rooms
	default:
		line.Rooms = rooms
	}
	if len(t.Stops) > 0 {
		line.Place = t.Place.Name
	}
	f.Lines = append(f.Lines, line)
	return total
}

// onOffer returns the lodgings that the answer numbered, of towns that are compared too, or
// else those of the last list that are within the limits. town is filled in for those elsewhere.
func (t plan) onOffer(s *scene.Scene, town map[string]string) (told []places.Lodging) {
	for _, c := range t.offered(lodging) {
		_, fits := c.Lodging.Rooms(t.party())
		elsewhere := c.Spot.Key != t.Place.Key
		if x, ok := s.Thing(lodging, c.id()); ok && x.Number > 0 && fits && !(elsewhere && len(t.Stops) > 0) {
			if told = append(told, *c.Lodging); elsewhere {
				town[c.id()] = c.Spot.Name
			}
		}
	}
	if len(told) == 0 {
		told, _ = t.stayWish(s.Budget).Lodgings(t.last(lodging).Lodgings)
	}
	return told
}

// eat adds the meals: one at each chosen restaurant, or so many of the whole
// trip taken in turns.
func (f *TotalFacts) eat(sum *bill, t plan, meals int, counted bool, words *texts.Words) {
	some, example := t.chosenOf(restaurant), false
	if len(some) == 0 {
		f.Missing = append(f.Missing, "restaurants")
		if !counted {
			return
		}
		example = true
		all := t.last(restaurant).Restaurants
		all = best(order{cheap: true}, all, func(r places.Restaurant) *ui.Money { return r.Person })
		if len(all) == 0 || all[0].Person == nil {
			return
		}
		some = []option{{Restaurant: &all[0]}}
	}
	for i, c := range some {
		r := *c.Restaurant
		times := 1
		if counted {
			times = meals / len(some)
			if i < meals%len(some) {
				times++
			}
		}
		f.Sample = f.Sample || r.Source == ui.Sample
		switch {
		case r.Person == nil:
			f.NoPrice = append(f.NoPrice, r.Name)
		case times > 0:
			total := ui.Money{Amount: r.Person.Amount * int64(t.People) * int64(times), Currency: r.Person.Currency}
			f.Lines = append(f.Lines, TotalLine{Name: r.Name, What: restaurant, Example: example, Price: r.Person.Text(words.Language), People: t.People, Meals: times, Sum: total.Text(words.Language)})
			sum.add(total, example)
		}
	}
}

// bill adds money up. Sums in several currencies have no total.
type bill struct {
	chosen, all int64
	lines       int
	currency    string
	mixed       bool
	examples    bool
}

func (b *bill) add(m ui.Money, example bool) {
	b.mixed = b.mixed || b.currency != "" && b.currency != m.Currency
	b.currency = m.Currency
	b.all += m.Amount
	if b.examples = b.examples || example; !example {
		b.chosen += m.Amount
		b.lines++
	}
}

// of returns the total of what was chosen, or of the examples too; nil if there
// is none.
func (b *bill) of(all bool) *ui.Money {
	switch {
	case b.mixed || b.currency == "":
		return nil
	case all:
		return &ui.Money{Amount: b.all, Currency: b.currency}
	case b.lines == 0:
		return nil
	}
	return &ui.Money{Amount: b.chosen, Currency: b.currency}
}

// share is what one of some people pays, rounded.
func share(m ui.Money, people int) ui.Money {
	n := int64(max(1, people))
	return ui.Money{Amount: (m.Amount + n/2) / n, Currency: m.Currency}
}

// moneyOf makes money of an amount in whole units.
func moneyOf(amount float64, currency string) ui.Money {
	_, fraction, _ := strings.Cut(ui.Money{Currency: currency}.Text(lang.English), ".")
	for range fraction {
		amount *= 10
	}
	return ui.Money{Amount: int64(amount + 0.5), Currency: currency}
}
