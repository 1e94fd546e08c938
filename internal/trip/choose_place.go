package trip

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/internal/choice"
	"github.com/maitre-dev/maitre/internal/places"
	"github.com/maitre-dev/maitre/internal/voice"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

type chooseIn struct {
	Place anyText `json:"place" jsonschema:"id, number or name as shown"`
	Kind  anyText `json:"kind,omitempty" jsonschema:"of a number"`
	Drop  yesNo   `json:"drop,omitempty" jsonschema:"no longer wanted"`
}

// ChosenFacts is what choose_place tells.
type ChosenFacts struct {
	Name    string `json:"name"`
	ID      string `json:"id"`
	What    string `json:"what"` // lodging or restaurant
	Kind    string `json:"kind,omitempty"`
	Place   string `json:"place,omitempty"` // the town
	Address string `json:"address,omitempty"`
	Hours   string `json:"hours,omitempty"`
	StayCost
	When      string `json:"when,omitempty"`
	PerPerson string `json:"per_person,omitempty"`
	Site      ui.URL `json:"site,omitempty"`
	Contact   string `json:"contact,omitempty"`    // site, phone_on_card, unknown
	Sample    bool   `json:"sample,omitempty"`     // made up
	NoBooking bool   `json:"not_booked,omitempty"` // choosing books nothing; a sample cannot be booked at all
	Problem   string `json:"does_not_fit,omitempty"`
	Unsafe    string `json:"not_chosen_because,omitempty"`
	NotFor    string `json:"not_for,omitempty"` // who else is at the table must not eat there
	Dropped   bool   `json:"dropped,omitempty"`
	NoLonger  []gone `json:"no_longer_chosen,omitempty"`

	card ui.Component
}

func (p *Planner) choosePlaceTool() (agent.Tool, error) {
	return newTool("choose_place", "Note the lodging or restaurant the guest decides for. Books nothing; tells how to reach it.", p.choosePlace, agent.Options[ChosenFacts]{
		First:  true,
		Schema: func(s *jsonschema.Schema) { s.Properties["kind"].Enum = []any{lodging, restaurant} },
		Show:   func(f ChosenFacts) (ui.Component, error) { return f.card, nil },
		Say:    ChosenFacts.say,
	})
}

func (p *Planner) choosePlace(ctx context.Context, in chooseIn) (f ChosenFacts, err error) {
	s := scene.From(ctx)
	var t plan
	s.Load(planKey, &t)
	c, err := p.find(ctx, t, string(in.Place), kindMeant(string(in.Kind)))
	if err != nil {
		return f, err
	}
	f = ChosenFacts{Name: c.name(), ID: c.id(), What: c.kind(), Place: c.Spot.Name}
	if c.Restaurant != nil && !bool(in.Drop) {
		if f.Unsafe = unsafe(*c.Restaurant, c.For, s); f.Unsafe != "" {
			return f, nil
		}
		f.NotFor = unsafe(*c.Restaurant, nil, s)
	}
	now := dayOf(today(s.Now))
	if err := s.Update(planKey, func(raw json.RawMessage) any {
		t = readPlan(raw)
		f.NoLonger = t.goTo(c.Spot)
		if t.Start == "" {
			t.setDates(dates{}, now)
		}
		t.setPeople(0, s.Party)
		t.Chosen = slices.DeleteFunc(t.Chosen, func(old option) bool {
			return old.kind() == c.kind() && (old.id() == c.id() || c.Lodging != nil && !bool(in.Drop))
		})
		if !in.Drop {
			t.Chosen = append(t.Chosen, c)
		}
		return t
	}); err != nil {
		return f, err
	}
	if f.Dropped = bool(in.Drop); f.Dropped {
		return f, nil
	}
	f.tell(t, c, s)
	card := PickProps{Name: c.name(), Language: voice.In(s.Language).Language, Source: c.source()}
	if l := c.Lodging; l != nil {
		card.Address, card.Site, card.Phone, card.Attribution = l.Address, l.Site, l.Phone, l.Attribution
	} else {
		r := c.Restaurant
		card.Address, card.Site, card.Phone, card.Attribution, card.Hours = r.Address, r.Site, r.Phone, r.Attribution, r.Hours
	}
	f.card, err = Pick.New(cardID(ctx), card)
	return f, err
}

// tell fills in what is known of the place. A phone is only on the card: from
// what is said phones are struck out.
func (f *ChosenFacts) tell(t plan, c option, s *scene.Scene) {
	words := phrases{voice.In(s.Language)}
	var phone string
	if l := c.Lodging; l != nil {
		f.StayCost, f.Kind, f.When = t.cost(*l, words.Language), words.Trip.Kinds[string(l.Kind)], t.facts(s.Language).When
		f.Address, f.Site, phone = l.Address, l.Site, l.Phone
		f.Problem = t.unfit(*l, s.Budget)
	} else {
		r := c.Restaurant
		f.Kind, f.Hours, f.Address, f.Site, phone = words.cuisines(r.Cuisines), r.Hours, r.Address, r.Site, r.Phone
		if r.Person != nil {
			f.PerPerson = r.Person.Text(words.Language)
		}
	}
	f.NoBooking = true
	switch {
	case c.source() == ui.Sample:
		f.Sample, f.Site, f.Address = true, "", ""
	case f.Site != "":
		f.Contact = "site"
	case phone != "":
		f.Contact = "phone_on_card"
	default:
		f.Contact = "unknown"
	}
}

// kindMeant returns the kind that a model means; empty: any.
func kindMeant(text string) string {
	folded := " " + lang.Fold(text) + " "
	switch {
	case text == "":
		return ""
	case strings.Contains(folded, restaurant):
		return restaurant
	case strings.Contains(folded, lodging), len(kindsNamed(text)) > 0, containsAny(folded, []string{"accommod", "hosped", "aloj"}):
		return lodging
	}
	return ""
}

// find returns the place that is meant of those that were shown, or else of
// those that there are where the trip goes.
func (p *Planner) find(ctx context.Context, t plan, ref, kind string) (option, error) {
	var all []option
	for _, l := range t.Lists {
		if kind == "" || l.Kind == kind {
			all = append(all, l.options()...)
		}
	}
	if c, ok := byName(all, ref); ok {
		return c, nil
	}
	if n := ordinal(ref); n != 0 {
		i := slices.IndexFunc(t.Lists, func(l list) bool { return kind == "" || l.Kind == kind })
		if i < 0 {
			return option{}, fmt.Errorf("no list was shown yet: call %s or %s first", ListAccommodations, ListRestaurants)
		}
		shown := t.Lists[i].options()
		if n < 0 {
			n = len(shown)
		}
		if n > len(shown) {
			return option{}, fmt.Errorf("only %d places were shown: ask which one", len(shown))
		}
		return shown[n-1], nil
	}
	if t.Place != nil {
		there, err := p.all(ctx, *t.Place, kind)
		if err != nil {
			return option{}, err
		}
		if c, ok := byName(there, ref); ok {
			return c, nil
		}
	}
	var names []string
	for _, c := range all {
		names = append(names, c.name())
	}
	if len(names) == 0 {
		return option{}, fmt.Errorf("no place %q was shown: call %s or %s first", ref, ListAccommodations, ListRestaurants)
	}
	return option{}, fmt.Errorf("no place %q was shown, or several are called so. Shown: %s", ref, strings.Join(names[:min(len(names), 12)], "; "))
}

// all returns all that there is in a place.
func (p *Planner) all(ctx context.Context, where spot, kind string) (some []option, err error) {
	if kind != restaurant {
		found, err := p.Places.Lodgings(ctx, where.Area, places.Wish{})
		if err != nil {
			return nil, err
		}
		some = append(some, list{Spot: where, Lodgings: found.Places}.options()...)
	}
	if kind != lodging {
		found, err := p.Places.Restaurants(ctx, where.Area, places.Wish{})
		if err != nil {
			return nil, err
		}
		some = append(some, list{Spot: where, Restaurants: found.Places}.options()...)
	}
	return some, nil
}

// ordinal reads which one of a list is meant: "2", "#2", "o segundo", -1 for the
// last, 0 for none.
func ordinal(ref string) int { return choice.Ordinal(lang.Fold(ref)) }

// byName returns the one place that a reference means: by its id, its name, the
// words of its name, or nearly its name.
func byName(all []option, ref string) (option, bool) {
	for _, c := range all {
		if c.id() == ref {
			return c, true
		}
	}
	folded := lang.Fold(ref)
	if len(folded) < 3 {
		return option{}, false
	}
	for _, is := range []func(name string) bool{
		func(name string) bool { return name == folded },
		func(name string) bool { return strings.Contains(" "+name+" ", " "+folded+" ") },
		func(name string) bool { return strings.Contains(" "+folded+" ", " "+name+" ") },
		func(name string) bool { return len(folded) > 6 && lang.Distance(name, folded) <= 2 },
	} {
		var some []option
		for _, c := range all {
			if is(lang.Fold(c.name())) && !slices.ContainsFunc(some, func(o option) bool { return o.id() == c.id() }) {
				some = append(some, c)
			}
		}
		if len(some) == 1 {
			return some[0], true
		}
	}
	return option{}, false
}
