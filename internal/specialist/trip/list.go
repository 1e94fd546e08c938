package trip

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/hours"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/thread"
	"github.com/maitre-dev/maitre/ui"
)

// ListFacts is what the tools that list places tell.
type ListFacts struct {
	Plan
	Items         []PlaceFact   `json:"items,omitempty"`
	Chosen        any           `json:"chosen,omitempty"` // a PlaceFact of a lodging, names of restaurants
	More          int           `json:"more,omitempty"`   // that fit and are not listed
	LeftOut       []leftFact    `json:"left_out,omitempty"`
	UnknownWishes []string      `json:"unknown_wishes,omitempty"` // nobody knows whether places have it
	NoMore        bool          `json:"no_others,omitempty"`
	Cheap         bool          `json:"cheapest_first,omitempty"`
	NoPrices      bool          `json:"prices_unknown,omitempty"`
	Sample        bool          `json:"sample,omitempty"` // made-up places
	Notice        places.Notice `json:"source_is,omitempty"`
	Credit        string        `json:"credit,omitempty"`
	Least         []string      `json:"least,omitempty"` // the cheapest, where that or a change is asked for: for Say, a model has the items

	// Of lodgings.
	Kinds    []string `json:"only,omitempty"`          // kinds that were asked for
	MaxNight string   `json:"max_per_night,omitempty"` // the limit that holds
	MaxRoom  string   `json:"max_per_room,omitempty"`  // a night
	LimitOf  string   `json:"limit_is_of,omitempty"`   // what max_per_night is compared with
	MaxTotal string   `json:"max_total,omitempty"`
	Above    bool     `json:"all_above_limit,omitempty"` // nothing is within it

	OtherMoney string `json:"limit_in_other_money,omitempty"`
	PricesIn   string `json:"prices_in,omitempty"` // the sign of their currency, beside it

	// Of restaurants.
	Date          string   `json:"date,omitempty"`
	MaxPerson     string   `json:"max_per_person,omitempty"`       // the limit that holds
	Confirm       []string `json:"kitchen_must_confirm,omitempty"` // nobody has asked the kitchens
	Unchecked     []string `json:"unchecked,omitempty"`            // diets of which nothing is known
	MustNotsOpen  bool     `json:"must_nots_unknown,omitempty"`
	NoSuchCuisine string   `json:"no_such_cuisine,omitempty"`

	card  ui.Component
	again bool // there was such a list of the place before
}

// PlaceFact is a lodging or a restaurant as it is told.
type PlaceFact struct {
	Number  int    `json:"number,omitempty"`
	ID      string `json:"id,omitempty"` // a model points by name or number
	Name    string `json:"name"`
	Kind    string `json:"kind,omitempty"`
	Cuisine string `json:"cuisine,omitempty"`
	Address string `json:"address,omitempty"`
	StayCost
	Stars     int      `json:"stars,omitempty"`
	OneUnit   bool     `json:"number_of_rooms_unknown,omitempty"` // several were asked for: an apartment or beds of a hostel
	PerPerson string   `json:"per_person,omitempty"`
	ForAll    string   `json:"for_all,omitempty"` // what the party pays
	Hours     string   `json:"hours,omitempty"`
	Closed    bool     `json:"closed_that_day,omitempty"`
	Diets     []string `json:"caters_for,omitempty"` // of those that somebody needs
}

// leftFact is what was left out: a place by name, or how many of them.
type leftFact struct {
	Name  string `json:"name,omitempty"`
	Count int    `json:"count,omitempty"`
	Why   string `json:"why"`
}

// listOptions are those of both tools: they set the plan before the others of their step run.
func listOptions(kind string) agent.Options[ListFacts] {
	return agent.Options[ListFacts]{
		First: true, Reads: true, Lenient: true,
		Show: func(f ListFacts) (ui.Component, error) { return f.card, nil },
		Tell: func(f ListFacts) any {
			f.Items = slices.Clone(f.Items)
			for i := range f.Items {
				f.Items[i].ID = ""
			}
			f.Sample, f.First, f.Least = f.Sample && f.First, false, nil
			return f
		},
		Say: func(f ListFacts, l lang.Language) string { return phrases{texts.In(l)}.list(f, kind) },
	}
}

// order is how the guest wants a list to be.
type order struct {
	cheap  bool // the cheapest first
	most   int  // how many; 0: as many as are shown at most
	others bool // not those that were shown
	price  func(places.Listing) *ui.Money
}

const shownAtMost = 6

// best returns the places to show. What has no price comes after what has one, and the
// cheapest is always among them.
func (o order) best(all []places.Listing) []places.Listing {
	most := min(len(all), cmp.Or(max(o.most, 0), shownAtMost), shownAtMost)
	sorted, priced := byPrice(all, o.price)
	some := slices.Clone(all[:most])
	switch {
	case o.cheap:
		return sorted[:most]
	case priced > 0 && !slices.ContainsFunc(some, func(l places.Listing) bool { return l.ID == sorted[0].ID }):
		some[most-1] = sorted[0]
	}
	return some
}

// byPrice sorts by price, what has none last, and returns how many have one.
func byPrice[T any](all []T, price func(T) *ui.Money) (sorted []T, priced int) {
	for _, x := range all {
		if price(x) != nil {
			sorted = append(sorted, x)
		}
	}
	slices.SortStableFunc(sorted, func(a, b T) int { return cmp.Compare(price(a).Amount, price(b).Amount) })
	without := slices.DeleteFunc(slices.Clone(all), func(x T) bool { return price(x) != nil })
	return append(sorted, without...), len(sorted)
}

// cheapest returns the first few of some places, by their price, that have one.
func cheapest(all []places.Listing, few int, price func(places.Listing) *ui.Money) []places.Listing {
	all, priced := byPrice(all, price)
	return all[:min(few, priced)]
}

// search looks for places. Where all are above a limit of the wish it finds those, and lifts the limit.
func (p *Planner) search(ctx context.Context, kind string, at places.Area, wish *places.Wish) (found places.Result, above bool, err error) {
	found, err = p.Places.Find(ctx, kind, at, *wish)
	if err != nil {
		return found, false, fmt.Errorf("places cannot be looked up just now, tell the guest: %w", err)
	}
	free := *wish
	if free.BudgetNight, free.BudgetRoom, free.BudgetPerson = 0, 0, 0; len(found.Places) > 0 {
		return found, false, nil
	}
	some, err := p.Places.Find(ctx, kind, at, free)
	if above = err == nil && len(some.Places) > 0; above {
		found, *wish = some, free
	}
	return found, above, nil
}

// narrow keeps the found places that are shown, and notes them in the plan as seen. Where others
// are wanted the places of the last list count as seen too.
func (f *ListFacts) narrow(t *plan, l list, found *places.Result, o order) list {
	last := t.last(l.Kind)
	f.again, f.First = len(last.Places) > 0, len(t.Lists) == 0
	if o.others {
		news := slices.DeleteFunc(slices.Clone(found.Places), func(x places.Listing) bool { return slices.Contains(last.Seen, x.ID) })
		if f.NoMore = len(news) == 0; !f.NoMore {
			found.Places, l.Seen = news, slices.Clone(last.Seen)
		}
	}
	fit := len(found.Places)
	found.Places = o.best(found.Places)
	f.More = fit - len(found.Places)
	for _, x := range found.Places {
		l.Seen = append(l.Seen, x.ID)
	}
	l.Places = found.Places
	return l
}

// tell fills in what both lists tell of what was found.
func (f *ListFacts) tell(t *plan, s *scene.Scene, found places.Result, o order) {
	w := phrases{texts.In(s.Language)}
	f.Cheap, f.NoPrices = o.cheap, len(found.Places) > 0
	for i, l := range found.Places {
		x := t.fact(l, w)
		x.Number = i + 1
		f.Items = append(f.Items, x)
		f.Sample = f.Sample || l.Source == ui.Sample
		f.NoPrices = f.NoPrices && l.Night == nil && l.Person == nil
	}
	const leastNamed = 2
	if o.cheap || f.again && !o.others {
		for _, l := range cheapest(found.Places, leastNamed, o.price) {
			f.Least = append(f.Least, w.priced(t.fact(l, w)))
		}
	}
	f.LeftOut, f.Unchecked = leftOut(found.Notes, func(n places.Note) string { return whose(n, s) })
	if f.Credit = credits(found.Attribution, t.Place.Credit); found.Notice == places.Stale || found.Notice == places.Down {
		f.Notice = found.Notice
	}
}

// fact tells a place for the plan's party and nights.
func (t plan) fact(l places.Listing, w phrases) PlaceFact {
	x := PlaceFact{
		ID: l.ID, Name: l.Name, Kind: w.Trip.Kinds[string(l.Kind)], Address: l.Address, Stars: l.Stars, StayCost: t.cost(l, w.Language),
		OneUnit: t.Rooms > 1 && (l.Kind == places.Apartment || l.Kind == places.Hostel), Cuisine: w.cuisines(l.Cuisines), Hours: l.Hours,
	}
	if h, err := hours.Parse(l.Hours); err == nil && l.Hours != "" {
		x.Hours = w.Week(h, time.Now())
	}
	if l.Person != nil {
		x.PerPerson = l.Person.Text(w.Language)
		if all := l.Person.Amount * int64(t.People); t.People > 1 && !t.assumed("people") {
			x.ForAll = fmt.Sprintf(w.Trip.Among, w.Count(t.People, w.House.People)+": "+ui.Money{Amount: all, Currency: l.Person.Currency}.Text(w.Language))
		}
	}
	return x
}

// mustNot counts the places that are left out besides those that are named.
const mustNot = "must_not_eat"

// leftOut tells what was left out: by name what somebody must not have, a few at most, and how
// many for other reasons. why says that of a place; unchecked are needs that nobody can check.
func leftOut(notes []places.Note, why func(places.Note) string) (all []leftFact, unchecked []string) {
	count := map[string]int{}
	for _, n := range notes {
		switch n.Reason {
		case places.Unchecked:
			unchecked = append(unchecked, n.Word)
		case places.Allergen, places.WrongDiet:
			all = append(all, leftFact{Name: n.Place, Why: why(n)})
		default:
			count[string(n.Reason)]++
		}
	}
	if most := 4; len(all) > most { // a city by the sea
		count[mustNot] = len(all) - most + 1
		all = all[:most-1]
	}
	for _, why := range []string{mustNot, string(places.OverBudget), string(places.TooSmall), string(places.OtherKind)} {
		if count[why] > 0 {
			all = append(all, leftFact{Count: count[why], Why: why})
		}
	}
	return all, unchecked
}

// whose says why a restaurant is left out: "camarão: allergy of Ana".
func whose(n places.Note, s *scene.Scene) string {
	what := map[places.Reason]string{places.Allergen: "allergy", places.WrongDiet: "diet"}[n.Reason]
	for _, who := range s.People() {
		if slices.Contains(slices.Concat(who.Allergies, who.Diets), n.Word) {
			return fmt.Sprintf("%s: %s of %s", n.Word, what, cmp.Or(who.Name, "the guest"))
		}
	}
	return n.Word + ": " + what
}

// unsafe says why a restaurant is not for some people; empty: nothing is known
// against it.
func unsafe(l places.Listing, who []string, s *scene.Scene) string {
	never := s.MustNots(who)
	_, notes := places.Wish{Diets: never.Diets, Allergies: never.Allergies}.Fit([]places.Listing{l})
	for _, n := range notes {
		if n.Reason != places.Unchecked {
			return whose(n, s)
		}
	}
	return ""
}

// show keeps the plan and shows a list, or holds its card for a model's answer.
func (f *ListFacts) show(ctx context.Context, s *scene.Scene, t *plan, kind string, card ui.Component, err error) error {
	if saved := t.save(s); err == nil {
		err = saved
	}
	if err != nil || len(f.Items) == 0 {
		return err
	}
	things := make([]scene.Thing, len(f.Items))
	for i, x := range f.Items {
		things[i] = scene.Thing{Kind: kind, ID: x.ID, Name: x.Name, Price: cmp.Or(x.PerNight, x.PerPerson), Total: x.Total, Note: t.Place.Name}
	}
	f.card, err = hold(ctx, s, card, things)
	return err
}

// cardID is the id of a call's component.
func cardID(ctx context.Context) string { return cmp.Or(agent.Key(ctx), thread.NewID()) }

// closedOn reports whether opening hours leave out a day. It is false for hours that cannot be
// read, and it does not know holidays.
func closedOn(text string, day time.Time) bool {
	h, err := hours.Parse(text)
	return err == nil && !day.IsZero() && len(h.On(day, false)) == 0
}

// withDiet adds to what is known of the party what a wish asks of kitchens: "vegana", "sem
// glúten". It reports whether the wish is one.
func withDiet(wish string, c *hook.Constraints) bool {
	diets, without := places.Asked(wish)
	news := func(words []string) []string {
		return slices.DeleteFunc(slices.Clone(words), func(w string) bool {
			return slices.ContainsFunc(slices.Concat(c.Diets, c.Allergies), func(known string) bool { return places.SameFood(known, w) })
		})
	}
	c.Diets = append(slices.Clip(c.Diets), news(diets)...)
	c.Allergies = append(slices.Clip(c.Allergies), news(without)...)
	return len(diets)+len(without) > 0
}
