package trip

import (
	"cmp"
	"context"
	"slices"

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

	Start    string   `json:"start_date,omitempty" jsonschema:"-"`
	Meals    int      `json:"meals,omitempty" jsonschema:"-"` // in all
	MaxTotal float64  `json:"max_total,omitempty" jsonschema:"-"`
	Each     bool     `json:"each,omitempty" jsonschema:"-"`   // of every one of the party
	Per      []string `json:"per,omitempty" jsonschema:"-"`    // night, person: what the sum is divided by
	Payers   int      `json:"payers,omitempty" jsonschema:"-"` // among how many it is divided; 0: all who travel
	Added    []added  `json:"added,omitempty" jsonschema:"-"`  // what the guest counts besides
}

// added is an amount that the guest adds to the sum: 80 a day for food.
type added struct {
	Name   string  `json:"name"`
	Amount float64 `json:"amount"`
	Daily  bool    `json:"daily,omitempty"`
}

// TotalFacts is what trip_total tells.
type TotalFacts struct {
	Plan
	Lines       []TotalLine `json:"lines,omitempty"`
	Total       string      `json:"total,omitempty"` // of what was chosen
	PerPerson   string      `json:"per_person,omitempty"`
	Missing     []string    `json:"not_chosen_yet,omitempty"` // lodging, restaurants
	Example     string      `json:"example_total,omitempty"`  // with the cheapest of those shown
	MaxTotal    string      `json:"max_total,omitempty"`      // the budget,
	Left        string      `json:"left,omitempty"`           // and what the total, or the example's, leaves of it; less than nothing if it is more
	Share       *SharePart  `json:"share,omitempty"`
	Eat         []string    `json:"restaurants_shown,omitempty"` // with their prices
	NoPrice     []string    `json:"price_unknown,omitempty"`
	NotIncluded []string    `json:"not_included,omitempty"`
	Sample      bool        `json:"sample,omitempty"`

	chosen, example ui.Money // the sums; examples count what was chosen too
}

// SharePart is the part of a sum that was asked for.
type SharePart struct {
	Of     string   `json:"of"`  // the sum
	Per    []string `json:"per"` // night, person
	Payers int      `json:"payers,omitempty"`
	Amount string   `json:"amount"`
}

// TotalLine is one place and what it costs.
type TotalLine struct {
	Name    string `json:"name"`
	What    string `json:"what"`              // lodging, restaurant, or own: what the guest adds
	Place   string `json:"place,omitempty"`   // of a trip to several
	Example bool   `json:"example,omitempty"` // the cheapest, but not chosen
	Price   string `json:"price"`             // of a night in one room, or of a meal for one
	Rooms   int    `json:"rooms,omitempty"`
	Beds    int    `json:"beds,omitempty"`
	Nights  int    `json:"nights,omitempty"`
	People  int    `json:"people,omitempty"`
	Meals   int    `json:"meals,omitempty"`
	Sum     string `json:"sum"`
}

func (p *Planner) tripTotalTool() (agent.Tool, error) {
	return agent.NewTool("trip_total", "Costs of the trip: of what was chosen, or with the cheapest.", p.tripTotal, agent.Options[TotalFacts]{
		Reads: true, Lenient: true,
		Say: func(f TotalFacts, l lang.Language) string { return phrases{texts.In(l)}.total(f) },
	})
}

func (p *Planner) tripTotal(ctx context.Context, in totalIn) (f TotalFacts, err error) {
	s := scene.From(ctx)
	if in.People < 0 || in.People > maxGuests {
		return f, errParty
	}
	said := told{change: func(t *plan) { t.limit(accommodationsIn{MaxTotal: in.MaxTotal, Each: in.Each}) }}
	if in.Change {
		said.start, said.nights, said.people = in.Start, in.Nights, in.People
	}
	t, facts, err := p.hear(ctx, s, said)
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
	what := t // if
	what.People = cmp.Or(in.People, t.People)
	f.Plan.People = what.People
	days := f.addStays(ctx, p, s, what, in.Nights)
	meals := cmp.Or(max(0, min(in.Meals, 100)), max(0, min(in.MealsPerDay, 10))*days)
	if len(in.Added) > 0 { // food may be among it
		meals = 0
	}
	f.addMeals(ctx, p, s, what, meals)
	for _, x := range in.Added {
		sum := moneyOf(x.Amount, cmp.Or(f.example.Currency, p.Currency, "BRL"))
		line := TotalLine{Name: x.Name, What: "own", Price: sum.Text(s.Language), Example: f.chosen.Amount == 0}
		if x.Daily {
			line.Nights = max(1, days)
			sum.Amount *= int64(line.Nights)
		}
		f.add(line, sum, s.Language)
	}
	f.sumUp(what, s, in)
	f.First = len(t.Lists) == 0
	return f, t.save(s)
}

// addStays adds the lodging of each place, for the nights that are planned or, where the guest looks, those of a
// what-if. It returns how many nights they are.
func (f *TotalFacts) addStays(ctx context.Context, p *Planner, s *scene.Scene, t plan, nights int) (days int) {
	for _, at := range t.stops() {
		here := t.in(at.Spot)
		stay := here.details().Nights()
		if at.Spot.Key == t.Place.Key && nights > 0 && nights != stay {
			stay = min(nights, int(maxStay/day))
			f.StartDate, f.EndDate, f.When, f.Plan.Nights = "", "", "", stay
		}
		days += stay
		l, example := p.bed(ctx, here, stay, s)
		if example {
			f.Missing = []string{places.Lodging}
		}
		f.Sample = f.Sample || l.Source == ui.Sample
		sum := l.Total(here.party(), stay)
		if sum == nil {
			if l.Name != "" {
				f.NoPrice = append(f.NoPrice, l.Name)
			}
			continue
		}
		line := TotalLine{Name: l.Name, What: places.Lodging, Price: l.Night.Text(s.Language), Nights: stay, Example: example}
		switch rooms, _ := l.Rooms(here.party()); l.Kind {
		case places.Apartment: // it is let as a whole
		case places.Hostel:
			line.Beds = rooms
		default:
			line.Rooms = rooms
		}
		if len(t.Stops) > 0 {
			line.Place = at.Spot.Name
		}
		f.add(line, *sum, s.Language)
	}
	return days
}

// bed is the lodging at one place of the trip: what was chosen there, or else, as an example, the cheapest that was
// shown, or that there is. It has no name where nobody knows any.
func (p *Planner) bed(ctx context.Context, t plan, nights int, s *scene.Scene) (l places.Listing, example bool) {
	if some := t.chosen(places.Lodging, t.Place.Key); len(some) > 0 {
		return some[0].Listing, false
	}
	wish := t.stayWish(s)
	some, _ := wish.Fit(t.last(places.Lodging).Places)
	for _, limited := range []bool{true, false} {
		if !limited {
			wish.BudgetNight, wish.BudgetRoom = 0, 0
		}
		if len(some) == 0 {
			found, _ := p.Places.Find(ctx, places.Lodging, t.Place.Area, wish) // none: it is missing
			some = found.Places
		}
	}
	some, _ = byPrice(some, func(l places.Listing) *ui.Money { return l.Total(t.party(), nights) })
	if len(some) > 0 {
		l = some[0]
	}
	return l, true
}

// fewTables is how many restaurants a sum names where none is chosen.
const fewTables = 2

// addMeals adds the meals: one at each chosen restaurant, or so many of the whole trip taken in turns, with none
// chosen as an example at the cheapest.
func (f *TotalFacts) addMeals(ctx context.Context, p *Planner, s *scene.Scene, t plan, meals int) {
	var some []places.Listing
	for _, c := range t.chosen(places.Restaurant, "") {
		some = append(some, c.Listing)
	}
	example := len(some) == 0
	if example {
		f.Missing = append(f.Missing, "restaurants")
		all := p.tables(ctx, s, t)
		if len(t.last(places.Restaurant).Places) > 0 {
			w := phrases{texts.In(s.Language)}
			for _, r := range all[:min(fewTables, len(all))] {
				f.Eat = append(f.Eat, w.priced(t.fact(r, w)))
			}
		}
		if meals == 0 {
			return
		}
		some = cheapest(all, 1, func(r places.Listing) *ui.Money { return r.Person })
	}
	for i, r := range some {
		times := 1
		if meals > 0 {
			times = (meals + len(some) - 1 - i) / len(some)
		}
		f.Sample = f.Sample || r.Source == ui.Sample
		switch {
		case r.Person == nil:
			f.NoPrice = append(f.NoPrice, r.Name)
		case times > 0:
			line := TotalLine{Name: r.Name, What: places.Restaurant, Example: example, Price: r.Person.Text(s.Language), People: t.People, Meals: times}
			f.add(line, ui.Money{Amount: r.Person.Amount * int64(t.People) * int64(times), Currency: r.Person.Currency}, s.Language)
		}
	}
}

// tables are the restaurants that were shown and that all may eat at, or else those that there are.
func (p *Planner) tables(ctx context.Context, s *scene.Scene, t plan) []places.Listing {
	never := s.MustNots(nil)
	wish := places.Wish{Diets: never.Diets, Allergies: never.Allergies}
	some, _ := wish.Fit(t.last(places.Restaurant).Places)
	if len(some) == 0 {
		found, _ := p.Places.Find(ctx, places.Restaurant, t.Place.Area, wish) // none: they are missing
		some = found.Places
	}
	return some
}

// add counts a line that was chosen, or an example.
func (f *TotalFacts) add(l TotalLine, m ui.Money, language lang.Language) {
	l.Sum = m.Text(language)
	f.Lines = append(f.Lines, l)
	f.example = ui.Money{Amount: f.example.Amount + m.Amount, Currency: m.Currency}
	if !l.Example {
		f.chosen = ui.Money{Amount: f.chosen.Amount + m.Amount, Currency: m.Currency}
	}
}

// sumUp tells the sums, what they leave of the budget, and the part that is asked for.
func (f *TotalFacts) sumUp(t plan, s *scene.Scene, in totalIn) {
	if len(in.Added) == 0 {
		f.NotIncluded = []string{"transport"}
		if !slices.ContainsFunc(f.Lines, func(l TotalLine) bool { return l.What == places.Restaurant }) {
			f.NotIncluded = append(f.NotIncluded, "meals")
		}
	}
	if f.chosen.Amount > 0 {
		f.Total, f.PerPerson = f.chosen.Text(s.Language), each(f.chosen, t.People).Text(s.Language)
	}
	if f.example.Amount > f.chosen.Amount {
		f.Example = f.example.Text(s.Language)
	}
	if budget := moneyOf(cmp.Or(t.forAll(t.MaxTotal), s.Budget.Total), f.example.Currency); budget.Amount > 0 && f.example.Amount > 0 {
		f.MaxTotal, f.Left = budget.Text(s.Language), ui.Money{Amount: budget.Amount - f.example.Amount, Currency: budget.Currency}.Text(s.Language)
	}
	if len(in.Per) == 0 || f.example.Amount == 0 {
		return
	}
	f.Share = &SharePart{Of: f.example.Text(s.Language), Per: in.Per}
	by := 1
	if slices.Contains(in.Per, "night") {
		by = max(1, f.Plan.Nights)
	}
	if slices.Contains(in.Per, "person") {
		f.Share.Payers = cmp.Or(in.Payers, f.Plan.People)
		by *= max(1, f.Share.Payers)
	}
	f.Share.Amount = each(f.example, by).Text(s.Language)
}

// each is what one of some people pays, rounded.
func each(m ui.Money, people int) ui.Money {
	n := int64(max(1, people))
	return ui.Money{Amount: (m.Amount + n/2) / n, Currency: m.Currency}
}

// moneyOf makes money of an amount in whole units.
func moneyOf(amount float64, currency string) ui.Money {
	return ui.Money{Amount: int64(amount*places.Minor(currency) + 0.5), Currency: currency}
}
