package trip

import (
	"cmp"
	"context"
	"fmt"
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
	Town     string   `json:"town,omitempty" jsonschema:"-"`  // of a trip to several, of which it is
	MaxTotal float64  `json:"max_total,omitempty" jsonschema:"-"`
	Each     bool     `json:"each,omitempty" jsonschema:"-"`
	Money    string   `json:"money,omitempty" jsonschema:"-"`   // how that was said
	Of       []string `json:"of,omitempty" jsonschema:"-"`      // places shown: only these, and none is chosen
	Rooms    int      `json:"rooms,omitempty" jsonschema:"-"`   // to count with
	Compare  []string `json:"compare,omitempty" jsonschema:"-"` // towns
	Per      []string `json:"per,omitempty" jsonschema:"-"`     // night, person, adult: what the sum is divided by
	Payers   int      `json:"payers,omitempty" jsonschema:"-"`  // adults, or among how many it is divided
	Summary  bool     `json:"summary,omitempty" jsonschema:"-"` // of the whole trip
	Eat      int      `json:"eat,omitempty" jsonschema:"-"`     // restaurants to name, of those shown if none is chosen
	EatAt    string   `json:"eat_at,omitempty" jsonschema:"-"`  // a restaurant that was shown
	Added    []added  `json:"added,omitempty" jsonschema:"-"`   // what the guest counts besides
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
	Lines       []TotalLine  `json:"lines,omitempty"`
	Total       string       `json:"total,omitempty"` // of what was chosen
	PerPerson   string       `json:"per_person,omitempty"`
	MaxTotal    string       `json:"max_total,omitempty"` // the budget,
	Before      []BeforeFact `json:"before,omitempty"`    // if the party or the nights are others now, or would be
	OtherMoney  string       `json:"limit_in_other_money,omitempty"`
	PricesIn    string       `json:"prices_in,omitempty"`      // the sign of their currency, beside it
	Fits        bool         `json:"budget_asked,omitempty"`   // whether it fits was asked
	Difference  string       `json:"difference,omitempty"`     // between the dearest and the cheapest of those asked about
	Left        string       `json:"left,omitempty"`           // and what the total, or the example's, leaves of it; less than nothing if it is more
	Summary     bool         `json:"-"`                        // of the whole trip, for Say
	Added       bool         `json:"-"`                        // the guest's own amounts count too
	Missing     []string     `json:"not_chosen_yet,omitempty"` // lodging, restaurants
	Example     string       `json:"example_total,omitempty"`  // with the cheapest of those shown
	NoPrice     []string     `json:"price_unknown,omitempty"`
	NotIncluded []string     `json:"not_included,omitempty"`
	Sample      bool         `json:"sample,omitempty"`
	Only        bool         `json:"only_these,omitempty"` // not of the whole trip
	Towns       []TownPrice  `json:"towns,omitempty"`      // that are compared
	Cheapest    string       `json:"cheapest_in,omitempty"`
	Cheaper     string       `json:"cheaper_on_average_in,omitempty"`
	Less        string       `json:"cheapest_less_a_night,omitempty"` // than the cheapest of the next town,
	LessInAll   string       `json:"cheapest_less_in_all,omitempty"`
	Share       *SharePart   `json:"share,omitempty"`
	Eat         []string     `json:"restaurants_shown,omitempty"` // with their prices

	chosen, example ui.Money // the sums; examples count what was chosen too
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
	sum     ui.Money
	Each    string `json:"per_person,omitempty"` // of one that is not chosen
	Left    string `json:"left,omitempty"`       // of the budget, if it is taken
}

// TownPrice is what a night costs the party in a town, over all lodgings that fit.
type TownPrice struct {
	Place    string `json:"place"`
	Lodgings int    `json:"lodgings"`
	Low      string `json:"lowest"`
	Cheapest string `json:"cheapest"` // its name
	High     string `json:"highest"`
	Mean     string `json:"mean"`

	low, mean ui.Money
}

func (p *Planner) tripTotalTool() (agent.Tool, error) {
	return agent.NewTool("trip_total", "Costs of the trip: of what was chosen, or each lodging shown.", p.tripTotal, agent.Options[TotalFacts]{
		Reads: true, Lenient: true,
		Say: func(f TotalFacts, l lang.Language) string { return phrases{texts.In(l)}.total(f) },
	})
}

func (p *Planner) tripTotal(ctx context.Context, in totalIn) (f TotalFacts, err error) {
	s := scene.From(ctx)
	if in.People < 0 || in.People > maxGuests {
		return f, errParty
	}
	before := loadPlan(s)
	f.Summary = in.Summary
	change := told{place: in.Town}
	if in.Change {
		change.start, change.nights, change.people = in.Start, in.Nights, in.People
	}
	if f.OtherMoney, f.PricesIn = p.foreign(in.Money); f.OtherMoney == "" {
		change.change = func(t *plan) {
			t.MaxTotal, t.Each = cmp.Or(in.MaxTotal, t.MaxTotal), t.Each && in.MaxTotal == 0 || in.Each
		}
		f.Fits = in.MaxTotal > 0
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
	if err := p.compare(ctx, s, t, &f, in.Compare); err != nil || len(f.Towns) > 0 {
		return f, err
	}
	what := t // if
	what.People = cmp.Or(in.People, t.People)
	f.Plan.People = what.People
	of := p.pointed(ctx, &t, in.Of)
	if len(of) > 0 && in.Meals+in.MealsPerDay > 0 { // as if it was chosen
		if what.Chosen = append(what.chosen(places.Restaurant, ""), of[0]); in.EatAt != "" {
			if c, err := p.find(ctx, t, in.EatAt, places.Restaurant); err == nil {
				what.Chosen = []option{of[0], c}
			}
		}
		of = nil
	}
	if len(of) > 0 {
		what.Rooms = cmp.Or(max(0, min(in.Rooms, maxGuests)), t.Rooms)
		f.Only, f.Plan.Nights = true, cmp.Or(max(0, min(in.Nights, int(maxStay/day))), f.Plan.Nights)
		f.sleep(what, of, true, f.Plan.Nights, s)
		f.chosen = f.example
	} else {
		p.whole(ctx, s, what, &f, in)
		p.compareBefore(ctx, s, before, &f, in)
	}
	if last := len(f.Lines) - 1; f.Only && last > 0 {
		f.Difference, f.Cheapest = ui.Money{Amount: f.Lines[last].sum.Amount - f.chosen.Amount, Currency: f.chosen.Currency}.Text(s.Language), f.Lines[0].Name
	}
	f.addOwn(in.Added, cmp.Or(p.Currency, "BRL"), s.Language)
	f.divide(in, s.Language)
	f.Said = t.saidBefore(s, map[bool]string{true: sampleNote}[f.Sample])
	return f, t.save(s)
}

// compareBefore tells what the trip came to as it was planned before, if for other people or another number of nights.
func (p *Planner) compareBefore(ctx context.Context, s *scene.Scene, before plan, f *TotalFacts, in totalIn) {
	if before.Place == nil || before.Place.Name != f.Place {
		return
	}
	old, nights := TotalFacts{Plan: before.facts(s.Language)}, before.details().Nights()
	in.Nights = 0
	if p.whole(ctx, s, before, &old, in); (before.People != f.People || nights != f.Plan.Nights) && old.chosen.Amount > 0 && f.chosen.Amount > 0 {
		f.Before = append(f.Before, changed(BeforeFact{People: before.People, Nights: nights}, old.chosen, f.chosen, s.Language))
	}
}

// whole adds up the whole trip.
func (p *Planner) whole(ctx context.Context, s *scene.Scene, t plan, f *TotalFacts, in totalIn) {
	days := 0
	for _, at := range t.stops() {
		here := t.in(at.Spot)
		nights := here.details().Nights()
		if at.Spot.Key == t.Place.Key && in.Nights > 0 && in.Nights != nights {
			nights = min(in.Nights, int(maxStay/day))
			f.StartDate, f.EndDate, f.When, f.Plan.Nights = "", "", "", nights
		}
		days += nights
		stay, example := p.beds(ctx, here, nights, s)
		if f.sleep(here, stay, example, nights, s); example {
			f.Missing = []string{places.Lodging}
		}
	}
	p.eat(ctx, f, t, cmp.Or(max(0, min(in.Meals, 100)), max(0, min(in.MealsPerDay, 10))*days), s)
	f.NotIncluded = []string{"transport"}
	if !slices.ContainsFunc(f.Lines, func(l TotalLine) bool { return l.What == places.Restaurant }) {
		f.NotIncluded = append(f.NotIncluded, "meals")
	}
	if f.chosen.Amount > 0 {
		f.Total, f.PerPerson = f.chosen.Text(s.Language), each(f.chosen, t.People).Text(s.Language)
	}
	if f.example.Amount > f.chosen.Amount {
		f.Example = f.example.Text(s.Language)
	}
	if f.chosen.Amount == 0 {
		f.chosen = f.example
	}
	f.MaxTotal, f.Left = t.left(f.chosen, s)
	if w := (phrases{texts.In(s.Language)}); slices.Contains(f.Missing, "restaurants") {
		seen := t.last(places.Restaurant).Places
		for _, r := range seen[:min(max(0, in.Eat), len(seen))] {
			f.Eat = append(f.Eat, w.priced(t.fact(r, w)))
		}
	}
}

// add counts a line that was chosen, or an example.
func (f *TotalFacts) add(m ui.Money, example bool) {
	f.example = ui.Money{Amount: f.example.Amount + m.Amount, Currency: m.Currency}
	if !example {
		f.chosen = ui.Money{Amount: f.chosen.Amount + m.Amount, Currency: m.Currency}
	}
}

// addOwn adds the guest's own amounts to the sum, of lodgings that are only shown to that with the cheapest.
func (f *TotalFacts) addOwn(some []added, currency string, l lang.Language) {
	if f.Added = len(some) > 0 && len(f.Lines) > 0; !f.Added {
		return
	}
	if f.Lines[0].Example {
		f.Lines = f.Lines[:1]
	}
	for _, x := range some {
		sum := moneyOf(x.Amount, cmp.Or(f.chosen.Currency, currency))
		line := TotalLine{Name: x.Name, What: "own", Price: sum.Text(l), sum: sum}
		if x.Daily {
			line.Nights = max(1, f.Plan.Nights)
			sum.Amount *= int64(line.Nights)
		}
		line.Sum = sum.Text(l)
		f.Lines, f.chosen.Amount = append(f.Lines, line), f.chosen.Amount+sum.Amount
	}
	f.Total, f.PerPerson = f.chosen.Text(l), each(f.chosen, f.Plan.People).Text(l)
	f.Example, f.Missing, f.NotIncluded, f.Before, f.Difference = "", nil, nil, nil, ""
}

// divide tells the part of the sum that is asked for: of a night, of a person.
func (f *TotalFacts) divide(in totalIn, l lang.Language) {
	if in.Meals+in.MealsPerDay > 0 { // with those of an example
		f.chosen = f.example
	}
	if len(in.Per) == 0 || f.chosen.Amount == 0 {
		return
	}
	part := SharePart{Of: f.chosen.Text(l), Per: in.Per}
	by := 1
	for _, per := range in.Per {
		if per == "night" {
			by *= max(1, f.Plan.Nights)
			continue
		}
		part.Payers = cmp.Or(in.Payers, f.Plan.People)
		by *= max(1, part.Payers)
	}
	part.Amount = each(f.chosen, by).Text(l)
	f.Share = &part
}

// pointed returns the lodgings that are pointed at, "that" is the one told of last.
func (p *Planner) pointed(ctx context.Context, t *plan, refs []string) (some []option) {
	for _, ref := range refs {
		if ref == "that" {
			ref = ""
		}
		if c, err := p.find(ctx, *t, ref, places.Lodging); err == nil && c.Sort() == places.Lodging {
			some, t.Last = append(some, c), c.ID
		}
	}
	return some
}

// beds are the lodgings at one place of the trip: what was chosen there, or else, as an example,
// each that was shown.
func (p *Planner) beds(ctx context.Context, t plan, nights int, s *scene.Scene) (stay []option, example bool) {
	if stay = t.chosen(places.Lodging, t.Place.Key); len(stay) > 0 {
		return stay, false
	}
	if stay = t.onOffer(s); len(stay) == 0 { // the cheapest of all there are, or else above the limit
		wish := t.stayWish(s)
		found, _ := p.Places.Find(ctx, places.Lodging, t.Place.Area, wish)
		if wish.BudgetNight, wish.BudgetRoom = 0, 0; len(found.Places) == 0 {
			found, _ = p.Places.Find(ctx, places.Lodging, t.Place.Area, wish) // none: it is missing
		}
		least := cheapest(found.Places, 1, func(l places.Listing) *ui.Money { return l.Total(t.party(), nights) })
		stay = list{Spot: *t.Place, Places: least}.options()
	}
	return stay, true
}

// sleep adds the nights in some lodgings, of which the cheapest counts.
func (f *TotalFacts) sleep(t plan, stay []option, example bool, nights int, s *scene.Scene) {
	total := func(l places.Listing) *ui.Money { return l.Total(t.party(), nights) }
	stay, priced := byPrice(stay, func(c option) *ui.Money { return total(c.Listing) })
	if example && len(t.Stops) > 0 && !f.Only { // of each place the cheapest
		stay, priced = stay[:min(1, priced)], min(1, priced)
	}
	for _, c := range stay[priced:] {
		f.NoPrice, f.Sample = append(f.NoPrice, c.Name), f.Sample || c.Source == ui.Sample
	}
	for i, c := range stay[:priced] {
		sum := *total(c.Listing)
		if i == 0 {
			f.add(sum, example)
		}
		line := TotalLine{Name: c.Name, What: places.Lodging, Price: c.Night.Text(s.Language), Nights: nights, Sum: sum.Text(s.Language), sum: sum, Example: example}
		switch rooms, _ := c.Rooms(t.party()); c.Kind {
		case places.Apartment: // it is let as a whole
		case places.Hostel:
			line.Beds = rooms
		default:
			line.Rooms = rooms
		}
		if len(t.Stops) > 0 || c.Spot.Key != t.Place.Key {
			line.Place = c.Spot.Name
		}
		if example {
			line.Each = each(sum, t.People).Text(s.Language)
			_, line.Left = t.left(sum, s)
		}
		f.Lines, f.Sample = append(f.Lines, line), f.Sample || c.Source == ui.Sample
	}
}

// left tells a budget for the trip, and what a sum leaves of it.
func (t plan) left(sum ui.Money, s *scene.Scene) (of, left string) {
	budget := moneyOf(cmp.Or(t.maxTotal(), s.Budget.Total), sum.Currency)
	if budget.Amount <= 0 || sum.Amount == 0 {
		return "", ""
	}
	return budget.Text(s.Language), ui.Money{Amount: budget.Amount - sum.Amount, Currency: budget.Currency}.Text(s.Language)
}

// onOffer returns the lodgings that the answer numbered, of towns that are compared too, or
// else those of the last list that are within the limits.
func (t plan) onOffer(s *scene.Scene) (some []option) {
	for _, c := range t.offered(places.Lodging) {
		_, fits := c.Rooms(t.party())
		stray := c.Spot.Key != t.Place.Key && len(t.Stops) > 0
		if x, ok := s.Thing(places.Lodging, c.ID); ok && x.Number > 0 && fits && !stray {
			some = append(some, c)
		}
	}
	if some == nil || len(t.Stops) > 0 {
		l := t.last(places.Lodging)
		l.Places, _ = t.stayWish(s).Fit(l.Places)
		some = l.options()
	}
	return some
}

// eat adds the meals: one at each chosen restaurant, or so many of the whole
// trip taken in turns, with none chosen as an example at the cheapest.
func (p *Planner) eat(ctx context.Context, f *TotalFacts, t plan, meals int, s *scene.Scene) {
	some := t.chosen(places.Restaurant, "")
	example := len(some) == 0
	if example {
		f.Missing = append(f.Missing, "restaurants")
		if meals == 0 {
			return
		}
		l, never := list{Spot: *t.Place, Places: t.last(places.Restaurant).Places}, s.MustNots(nil)
		if len(l.Places) == 0 || len(never.Diets)+len(never.Allergies) > 0 { // what was shown may be against a need told since
			found, _ := p.Places.Find(ctx, places.Restaurant, t.Place.Area, places.Wish{Diets: never.Diets, Allergies: never.Allergies}) // none: they are missing
			l.Places = found.Places
		}
		l.Places = cheapest(l.Places, 1, func(r places.Listing) *ui.Money { return r.Person })
		some = l.options()
	}
	for i, c := range some {
		times := 1
		if meals > 0 {
			times = (meals + len(some) - 1 - i) / len(some)
		}
		f.Sample = f.Sample || c.Source == ui.Sample
		switch {
		case c.Person == nil:
			f.NoPrice = append(f.NoPrice, c.Name)
		case times > 0:
			total := ui.Money{Amount: c.Person.Amount * int64(t.People) * int64(times), Currency: c.Person.Currency}
			f.Lines = append(f.Lines, TotalLine{
				Name: c.Name, What: places.Restaurant, Example: example, Price: c.Person.Text(s.Language), People: t.People, Meals: times, Sum: total.Text(s.Language),
			})
			f.add(total, example)
		}
	}
}

// compare tells what a night costs in each of some towns. The plan stays as it is.
func (p *Planner) compare(ctx context.Context, s *scene.Scene, t plan, f *TotalFacts, towns []string) error {
	for _, name := range towns {
		where, _, err := p.whereTo(ctx, s, name, t)
		if err != nil || where == nil {
			return err
		}
		found, err := p.Places.Find(ctx, places.Lodging, where.Area, t.stayWish(s))
		if err != nil {
			return fmt.Errorf("places to stay cannot be looked up just now, tell the guest: %w", err)
		}
		if x, ok := t.townPrice(where.Name, found.Places, s.Language); ok {
			f.Towns = append(f.Towns, x)
		}
	}
	if len(f.Towns) == 0 {
		return nil
	}
	all := slices.SortedStableFunc(slices.Values(f.Towns), func(a, b TownPrice) int { return cmp.Compare(a.low.Amount, b.low.Amount) })
	f.Cheapest = all[0].Place
	f.Cheaper = slices.MinFunc(f.Towns, func(a, b TownPrice) int { return cmp.Compare(a.mean.Amount, b.mean.Amount) }).Place
	if len(all) < 2 || all[0].low == all[1].low {
		return nil
	}
	by := ui.Money{Amount: all[1].low.Amount - all[0].low.Amount, Currency: all[0].low.Currency}
	f.Less = by.Text(s.Language)
	if nights := t.details().Nights(); nights > 1 && !t.open() {
		by.Amount *= int64(nights)
		f.LessInAll, f.Plan.Nights = by.Text(s.Language), nights
	}
	return nil
}

// townPrice sums up what lodgings cost the party a night; false: no price is known.
func (t plan) townPrice(town string, all []places.Listing, l lang.Language) (x TownPrice, ok bool) {
	price := func(l places.Listing) *ui.Money { return l.Total(t.party(), 1) }
	all, priced := byPrice(all, price)
	if all = all[:priced]; priced == 0 {
		return x, false
	}
	x = TownPrice{Place: town, Lodgings: len(all), Cheapest: all[0].Name, low: *price(all[0])}
	x.mean.Currency = x.low.Currency
	for _, l := range all {
		x.mean.Amount += price(l).Amount
	}
	x.mean.Amount /= int64(len(all))
	x.Low, x.High, x.Mean = x.low.Text(l), price(all[len(all)-1]).Text(l), x.mean.Text(l)
	return x, true
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
