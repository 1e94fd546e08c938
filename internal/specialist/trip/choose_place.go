package trip

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/understand/choice"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

type chooseIn struct {
	Place string `json:"place" jsonschema:"number or name as shown"`
	Kind  string `json:"kind,omitempty" jsonschema:"of a number"`
	Date  string `json:"date,omitempty" jsonschema:"of a meal"`
	Drop  bool   `json:"drop,omitempty" jsonschema:"no longer wanted"`
	Ask   string `json:"ask,omitempty" jsonschema:"a question about it; chooses nothing"`
	Sum   bool   `json:"sum,omitempty" jsonschema:"-"` // trip_total tells what it costs
}

// ChosenFacts is what choose_place tells.
type ChosenFacts struct {
	PlaceFact
	What      string `json:"what"`            // lodging or restaurant
	Place     string `json:"place,omitempty"` // the town
	When      string `json:"when,omitempty"`  // the days, and how many people
	Site      ui.URL `json:"site,omitempty"`
	Contact   string `json:"contact,omitempty"`    // site, phone_on_card, unknown
	Sample    bool   `json:"sample,omitempty"`     // made up
	NoBooking bool   `json:"not_booked,omitempty"` // choosing books nothing; a sample cannot be booked at all
	Problem   string `json:"does_not_fit,omitempty"`
	Unsafe    string `json:"not_chosen_because,omitempty"`
	NotFor    string `json:"not_for,omitempty"` // who else is at the table must not eat there
	Dropped   bool   `json:"dropped,omitempty"`
	NoLonger  []gone `json:"no_longer_chosen,omitempty"`

	First bool `json:"first,omitempty"` // how to book is said once

	Which   []string `json:"which,omitempty"` // places that may be meant: nothing is chosen
	Ask     string   `json:"ask,omitempty"`   // which
	Answers bool     `json:"answers,omitempty"`
	Topics  []string `json:"asked,omitempty"`     // booking, price, hours, address, contact
	Unknown string   `json:"not_known,omitempty"` // what nobody knows of it

	card ui.Component
}

func (p *Planner) choosePlaceTool() (agent.Tool, error) {
	const about = "Note the lodging or restaurant the guest decides for. Books nothing; tells how to reach it."
	return agent.NewTool("choose_place", about, p.choosePlace, agent.Options[ChosenFacts]{
		First: true, Reads: true, Lenient: true,
		Schema: func(s *jsonschema.Schema) {
			s.Properties["kind"].Enum = []any{places.Lodging, places.Restaurant}
		},
		Show: func(f ChosenFacts) (ui.Component, error) { return f.card, nil },
		Say:  func(f ChosenFacts, l lang.Language) string { return phrases{texts.In(l)}.chosen(f) },
	})
}

func (p *Planner) choosePlace(ctx context.Context, in chooseIn) (f ChosenFacts, err error) {
	s := scene.From(ctx)
	t := loadPlan(s)
	c, err := p.find(ctx, t, in.Place, in.Kind)
	switch {
	case errors.Is(err, errWhich):
		return t.whichOne(in.Kind, in.Ask), nil
	case err != nil:
		return f, err
	}
	t.Last = c.ID
	f = ChosenFacts{PlaceFact: PlaceFact{Name: c.Name, ID: c.ID}, What: c.Sort(), Place: c.Spot.Name}
	if in.Ask != "" {
		f.tell(t, c, s)
		f.answer(in.Ask)
		return f, t.save(s)
	}
	if c.Sort() == places.Restaurant && !in.Drop {
		if f.Unsafe = unsafe(c.Listing, c.For, s); f.Unsafe != "" {
			return f, nil
		}
		f.NotFor = unsafe(c.Listing, nil, s)
	}
	now := dayOf(today(s.Now))
	if meal, wrong := readDay(in.Date, t.stay(), now); wrong == "" {
		c.Day = cmp.Or(mealDay(meal), c.Day)
	}
	if t.goTo(c.Spot); t.Start == "" {
		t.setDates(dates{}, now)
	}
	t.setPeople(0, 0, s.Party)
	f.NoLonger = t.elsewhere("")
	f.First = len(t.Chosen) == 0
	t.Chosen = slices.DeleteFunc(t.Chosen, func(old option) bool { // of lodgings one in a town
		return old.ID == c.ID || !in.Drop && c.Sort() == places.Lodging && old.Sort() == c.Sort() && old.Spot.Key == c.Spot.Key
	})
	if in.Drop {
		f.Dropped, t.Last = true, ""
		return f, t.save(s)
	}
	t.Chosen = append(t.Chosen, c)
	f.tell(t, c, s)
	if f.NoBooking = true; in.Sum {
		f.StayCost = StayCost{}
	}
	if err := t.save(s); err != nil {
		return f, err
	}
	f.card, err = Pick.New(cardID(ctx), PickProps{c.Place, f.Hours, texts.In(s.Language).Language, t.trip()})
	return f, err
}

// tell fills in what is known of the place. A phone is only on the card: from
// what is said phones are struck out.
func (f *ChosenFacts) tell(t plan, c option, s *scene.Scene) {
	w := phrases{texts.In(s.Language)}
	f.PlaceFact, f.Site = t.fact(c.Listing, w), c.Site
	if c.Sort() == places.Lodging {
		if f.Problem = t.unfit(c.Listing, s); !t.open() {
			f.When = t.facts(s.Language).When + ", " + w.Count(t.People, w.House.People)
		}
	}
	switch {
	case c.Source == ui.Sample:
		f.Sample, f.Site = true, ""
	case f.Site != "":
		f.Contact = "site"
	case c.Phone != "":
		f.Contact = "phone_on_card"
	default:
		f.Contact = "unknown"
	}
}

// kindMeant returns the kind of places that some words mean; empty: any.
func kindMeant(text string) string {
	if some := named("sort", text); len(some) > 0 {
		return some[len(some)-1]
	}
	if len(kindsNamed(text)) > 0 {
		return places.Lodging
	}
	return ""
}

// errWhich is about words that mean none of the places that were shown, or several.
var errWhich = errors.New("which place is meant is to be asked")

// find returns the place that is meant of those that were shown, or else of
// those that there are where the trip goes. said is the kind in words: of a kind of
// lodging "o segundo" is the second hotel.
func (p *Planner) find(ctx context.Context, t plan, ref, said string) (option, error) {
	kind := kindMeant(said)
	all, shown := t.offered(kind), t.shown(said)
	if ref == "" {
		if len(kindsNamed(said)) > 0 { // "o hotel"
			all = shown
		}
		return t.spokenOf(slices.Concat(all, t.chosen(kind, "")), shown)
	}
	if c, ok := byName(all, ref); ok {
		return c, nil
	}
	n, cheap, dear := choice.Ordinal(lang.Fold(ref)), means("cheap", ref), means("dear", ref)
	if cheap || dear {
		shown, n = t.byCost(shown, dear), max(n, 1)
	}
	switch {
	case n == 0:
		return p.elsewhere(ctx, t, ref, kind, all)
	case len(shown) == 0:
		return option{}, fmt.Errorf("no list was shown yet: call %s or %s first", ListAccommodations, ListRestaurants)
	case n > len(shown):
		return option{}, errWhich
	case n < 0:
		return shown[len(shown)-1], nil
	}
	return shown[n-1], nil
}

// elsewhere returns the place of a name that was not shown, of those that there are where the trip goes.
func (p *Planner) elsewhere(ctx context.Context, t plan, name, kind string, shown []option) (option, error) {
	for _, sort := range []string{places.Lodging, places.Restaurant} {
		if t.Place == nil || kind != "" && kind != sort {
			continue
		}
		found, err := p.Places.Find(ctx, sort, t.Place.Area, places.Wish{})
		if err != nil {
			return option{}, err
		}
		if c, ok := byName(list{Spot: *t.Place, Places: found.Places}.options(), name); ok {
			return c, nil
		}
	}
	const most = 12
	return option{}, fmt.Errorf("no place %q was shown, or several are called so; if there was no list call %s or %s first. Shown: %s",
		name, ListAccommodations, ListRestaurants, strings.Join(names(shown)[:min(len(shown), most)], "; "))
}

func names(all []option) (names []string) {
	for _, c := range all {
		names = append(names, c.Name)
	}
	return names
}

// byName returns the one place that a reference means: by its id, its name, some words of its
// name, words with its name among them, or nearly its name.
func byName(all []option, ref string) (option, bool) {
	var some, nearly []option // each once, of however many lists
	said := " " + lang.Fold(ref) + " "
	for _, c := range all {
		name := " " + lang.Fold(c.Name) + " "
		had := slices.ContainsFunc(slices.Concat(some, nearly), func(o option) bool { return o.ID == c.ID })
		switch {
		case c.ID == ref || name == said:
			return c, true
		case had || len(ref) < 3:
		case strings.Contains(name, said) || strings.Contains(said, name):
			some = append(some, c)
		case len(said) > 8 && lang.Distance(name, said) <= 2:
			nearly = append(nearly, c)
		}
	}
	if len(some) == 0 {
		some = nearly
	}
	if len(some) != 1 {
		return option{}, false
	}
	return some[0], true
}

// ofKinds returns the lodgings of the kinds that are named, or all options if there are none.
func ofKinds(all []option, said string) []option {
	kinds := kindsNamed(said)
	some := slices.DeleteFunc(slices.Clone(all), func(c option) bool { return !slices.Contains(kinds, c.Kind) })
	if len(some) == 0 {
		return all
	}
	return some
}

// byCost returns options as they cost the party, the cheapest or the dearest first. Those of which no price is known come last.
func (t plan) byCost(all []option, dear bool) []option {
	all, priced := byPrice(all, func(c option) *ui.Money { return cmp.Or(c.Total(t.party(), 1), c.Person) })
	if dear {
		slices.Reverse(all[:priced])
	}
	return all
}

// spokenOf returns the place that was told of or chosen last, or the only one of
// the newest list.
func (t plan) spokenOf(all, shown []option) (option, error) {
	if i := slices.IndexFunc(all, func(c option) bool { return c.ID == t.Last }); i >= 0 {
		return all[i], nil
	}
	if len(shown) != 1 {
		return option{}, errWhich
	}
	return shown[0], nil
}

// offered are the options of all lists of a kind; of an empty one, of all.
func (t plan) offered(kind string) (all []option) {
	for _, l := range t.Lists {
		if kind == "" || l.Kind == kind {
			all = append(all, l.options()...)
		}
	}
	return all
}

// shown are the options of the newest list of a kind, on a trip to several places of that one where the guest looks.
func (t plan) shown(said string) []option {
	kind := kindMeant(said)
	of := func(l list) bool { return kind == "" || l.Kind == kind }
	i := slices.IndexFunc(t.Lists, func(l list) bool { return of(l) && (len(t.Stops) == 0 || l.Spot.Key == t.Place.Key) })
	if i < 0 {
		i = slices.IndexFunc(t.Lists, of)
	}
	if i < 0 {
		return nil
	}
	return ofKinds(t.Lists[i].options(), said)
}

// whichOne asks which place is meant. What nobody knows of any is not asked.
func (t plan) whichOne(said, ask string) (f ChosenFacts) {
	if f.answer(ask); ask == "" || len(f.Topics) > 0 {
		f.Ask, f.Which = "which", names(t.shown(said))
	}
	return f
}

// answer notes what is asked of a place, and what nobody knows of any.
func (f *ChosenFacts) answer(ask string) {
	f.Answers = ask != ""
	f.Topics, f.Unknown = named("topic", ask), strings.Join(named("wish", ask), ", ")
	if short := len(strings.Fields(ask)) <= 3 && !strings.Contains(ask, "?"); short && len(f.Topics) == 0 {
		f.Unknown = ask
	}
}
