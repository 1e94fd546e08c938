package trip

import (
	"cmp"
	"context"
	"encoding/json"
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
	Sum   bool   `json:"sum,omitempty"` // trip_total tells what it costs
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
	ForAll    string `json:"for_all,omitempty"` // of a restaurant, for the party
	Site      ui.URL `json:"site,omitempty"`
	Contact   string `json:"contact,omitempty"`    // site, phone_on_card, unknown
	Sample    bool   `json:"sample,omitempty"`     // made up
	NoBooking bool   `json:"not_booked,omitempty"` // choosing books nothing; a sample cannot be booked at all
	Problem   string `json:"does_not_fit,omitempty"`
	Unsafe    string `json:"not_chosen_because,omitempty"`
	NotFor    string `json:"not_for,omitempty"` // who else is at the table must not eat there
	Dropped   bool   `json:"dropped,omitempty"`
	NoLonger  []gone `json:"no_longer_chosen,omitempty"`

	Said []string `json:"said_before,omitempty"` // sample_cannot_be_booked: need not be said again

	Which   []string `json:"which,omitempty"` // places that may be meant: nothing is chosen
	Ask     string   `json:"ask,omitempty"`   // which
	About   string   `json:"asked,omitempty"` // booking, price, hours, address or contact; "other"
	Also    []string `json:"also_asked,omitempty"`
	Unknown string   `json:"not_known,omitempty"` // what nobody knows of it

	card ui.Component
}

func (p *Planner) choosePlaceTool() (agent.Tool, error) {
	return agent.NewTool("choose_place", "Note the lodging or restaurant the guest decides for. Books nothing; tells how to reach it.", p.choosePlace, agent.Options[ChosenFacts]{
		First: true, Reads: true, Lenient: true,
		Schema: func(s *jsonschema.Schema) {
			delete(s.Properties, "sum") // of the reader
			s.Properties["kind"].Enum = []any{lodging, restaurant}
		},
		Show: func(f ChosenFacts) (ui.Component, error) { return f.card, nil },
		Say:  ChosenFacts.say,
	})
}

func (p *Planner) choosePlace(ctx context.Context, in chooseIn) (f ChosenFacts, err error) {
	s := scene.From(ctx)
	var t plan
	s.Load(planKey, &t)
	if in.Place == "" {
		c, ok := t.spokenOf(in.Kind)
		if !ok {
			return t.whichOne(in.Kind, in.Ask), nil
		}
		in.Place = c.id()
	}
	c, err := p.find(ctx, t, in.Place, in.Kind)
	if errors.Is(err, errFewer) {
		return t.whichOne(in.Kind, ""), nil
	}
	if err != nil {
		return f, err
	}
	f = ChosenFacts{Name: c.name(), ID: c.id(), What: c.kind(), Place: c.Spot.Name}
	if in.Ask != "" {
		f.answer(t, c, s, in.Ask)
		return f, s.Update(planKey, func(raw json.RawMessage) any {
			t = readPlan(raw)
			t.Last = c.id()
			return t
		})
	}
	if c.Restaurant != nil && !in.Drop {
		if f.Unsafe = unsafe(*c.Restaurant, c.For, s); f.Unsafe != "" {
			return f, nil
		}
		f.NotFor = unsafe(*c.Restaurant, nil, s)
	}
	now := dayOf(today(s.Now))
	if meal, wrong := readDay(in.Date, t.stay(), now); wrong == "" {
		c.Day = cmp.Or(mealDay(meal), c.Day)
	}
	if err := s.Update(planKey, func(raw json.RawMessage) any {
		t = readPlan(raw)
		t.goTo(c.Spot)
		if t.Start == "" {
			t.setDates(dates{}, now)
		}
		t.setPeople(0, 0, s.Party)
		f.NoLonger = t.elsewhere("")
		t.Chosen = slices.DeleteFunc(t.Chosen, func(old option) bool {
			return old.kind() == c.kind() && (old.id() == c.id() || c.Lodging != nil && old.Spot.Key == c.Spot.Key && !in.Drop)
		})
		if t.Last = ""; !in.Drop {
			t.Chosen, t.Last = append(t.Chosen, c), c.id()
		}
		return t
	}); err != nil {
		return f, err
	}
	if f.Dropped = in.Drop; f.Dropped {
		return f, nil
	}
	f.tell(t, c, s)
	if in.Sum {
		f.StayCost = StayCost{}
	}
	if f.Sample {
		if f.Said, err = saidBefore(s, samplePickNote); err != nil {
			return f, err
		}
	}
	f.card, err = Pick.New(cardID(ctx), PickProps{c.place(), f.Hours, texts.In(s.Language).Language, t.trip()})
	return f, err
}

// tell fills in what is known of the place. A phone is only on the card: from
// what is said phones are struck out.
func (f *ChosenFacts) tell(t plan, c option, s *scene.Scene) {
	words := phrases{texts.In(s.Language)}
	at := c.place()
	f.Address, f.Site = at.Address, at.Site
	if l := c.Lodging; l != nil {
		f.StayCost, f.Kind, f.When = t.cost(*l, words.Language), words.Trip.Kinds[string(l.Kind)], t.facts(s.Language).When
		if t.open() {
			f.When = ""
		}
		f.Problem = t.unfit(*l, s.Budget)
	} else {
		r := c.Restaurant
		f.Kind, f.Hours = words.cuisines(r.Cuisines), r.Hours
		if r.Person != nil {
			f.PerPerson = r.Person.Text(words.Language)
			if t.People > 1 {
				f.ForAll = fmt.Sprintf(words.Trip.Among, words.Count(t.People, words.House.People)+": "+ui.Money{Amount: r.Person.Amount * int64(t.People), Currency: r.Person.Currency}.Text(words.Language))
			}
		}
	}
	f.NoBooking = true
	switch {
	case c.source() == ui.Sample:
		f.Sample, f.Site = true, ""
	case f.Site != "":
		f.Contact = "site"
	case at.Phone != "":
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
// those that there are where the trip goes. said is the kind in words: of a kind of
// lodging "o segundo" is the second hotel.
func (p *Planner) find(ctx context.Context, t plan, ref, said string) (option, error) {
	kind := kindMeant(said)
	all := t.offered(kind)
	if c, ok := byName(all, ref); ok {
		return c, nil
	}
	if n, cheap, dear := choice.Ordinal(lang.Fold(ref)), isCheap(ref), containsAny(" "+lang.Fold(ref)+" ", dearest); n != 0 || cheap || dear {
		shown := t.shown(said)
		if len(shown) == 0 {
			return option{}, fmt.Errorf("no list was shown yet: call %s or %s first", ListAccommodations, ListRestaurants)
		}
		if cheap || dear {
			return t.extreme(ofKinds(t.beside(shown), kindsNamed(said)), dear), nil
		}
		if n < 0 {
			n = len(shown)
		}
		if n > len(shown) {
			return option{}, errFewer
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

// errFewer is about a number that no place of the list has.
var errFewer = errors.New("so many places were not shown")

// ofKinds returns the lodgings of some kinds, or all options if there are none.
func ofKinds(all []option, kinds []places.Kind) []option {
	some := slices.DeleteFunc(slices.Clone(all), func(c option) bool { return c.Lodging == nil || !slices.Contains(kinds, c.Lodging.Kind) })
	if len(some) == 0 {
		return all
	}
	return some
}

// extreme returns the option that costs the party least, or most. One of which no
// price is known is neither.
func (t plan) extreme(all []option, dear bool) option {
	price := func(c option) *ui.Money {
		if c.Lodging != nil {
			return c.Lodging.Total(t.party(), 1)
		}
		return c.Restaurant.Person
	}
	best := all[0]
	for _, c := range all[1:] {
		a, b := price(c), price(best)
		if a != nil && (b == nil || a.Amount != b.Amount && (a.Amount > b.Amount) == dear) {
			best = c
		}
	}
	return best
}

// spokenOf returns the place that was told of or chosen last, or the only one of
// the newest list.
func (t plan) spokenOf(said string) (option, bool) {
	kind := kindMeant(said)
	for _, c := range slices.Concat(t.Chosen, t.offered(kind)) {
		if c.id() == t.Last && (kind == "" || c.kind() == kind) {
			return c, true
		}
	}
	shown := t.shown(said)
	if len(shown) != 1 {
		return option{}, false
	}
	return shown[0], true
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

// shown are the options of the newest list of a kind.
func (t plan) shown(said string) []option {
	kind := kindMeant(said)
	i := slices.IndexFunc(t.Lists, func(l list) bool { return kind == "" || l.Kind == kind })
	if i < 0 {
		return nil
	}
	return ofKinds(t.Lists[i].options(), kindsNamed(said))
}

// beside are the options of a list and of those of the other towns that were listed with it, to be
// compared.
func (t plan) beside(shown []option) (all []option) {
	for _, l := range t.Lists {
		newest := slices.ContainsFunc(t.Lists, func(x list) bool { return x.Kind == l.Kind && x.Turn > l.Turn })
		if l.Kind == shown[0].kind() && l.Turn > 0 && !newest && len(t.Stops) == 0 {
			all = append(all, l.options()...)
		}
	}
	if len(all) == 0 {
		return shown
	}
	return all
}

// whichOne asks which place is meant. What nobody knows of any is not asked.
func (t plan) whichOne(said, ask string) (f ChosenFacts) {
	f.Ask = "which"
	for _, c := range t.shown(said) {
		f.Which = append(f.Which, c.name())
	}
	if ask != "" {
		if f.About = topicsOf(ask)[0]; f.About == "other" {
			f.Ask, f.Which, f.Unknown = "", nil, unknownOf(ask)
		}
	}
	return f
}

// answer tells of a place what is asked, as far as it is known.
func (f *ChosenFacts) answer(t plan, c option, s *scene.Scene, ask string) {
	f.tell(t, c, s)
	all := topicsOf(ask)
	f.NoBooking, f.About, f.Also = false, all[0], all[1:]
	known := map[string]bool{
		"booking": true, "price": f.PerNight+f.PerRoom+f.PerPerson != "", "hours": f.Hours != "", "address": f.Address != "", "contact": f.Contact != "unknown" && !f.Sample,
	}
	if !known[f.About] || f.About == "booking" && brief(ask) == "" { // "has it got parking, and would you book it?"
		f.Unknown = unknownOf(ask)
	}
}

// topicsOf returns what of a place a question is about; "other": nothing that may be
// known. How to book takes in the rest.
func topicsOf(ask string) (all []string) {
	folded := plainWords(ask)
	for _, t := range topicWords {
		if containsAny(folded, t.words) {
			all = append(all, t.topic)
		}
	}
	switch {
	case len(all) == 0:
		return []string{"other"}
	case all[0] == "booking":
		return all[:1]
	}
	return all
}

// topicWords are how words begin, folded, of what may be known of a place.
var topicWords = []struct {
	topic string
	words []string
}{
	{"booking", []string{"booking", "reserv", "book "}},
	{"price", []string{"preco", "quanto", "custa", "valor", "diaria", "price", "cost", "how much", "rate", "tarifa", "precio", "cuanto", "cuesta", "barat", "cheap", "caro", "expensive", "econom"}},
	{"hours", []string{"hora", "abre", "fecha", "aberto", "open", "close ", "closes", "hours", "cierra", "abierto"}},
	{"address", []string{"endereco", "onde fica", "onde e", "rua ", "address", "where is", "located", "direccion", "donde queda", "donde esta"}},
	{"contact", []string{"telefone", "contato", "site", "whats", "phone", "contact", "website", "telefono"}},
}

// unknownOf is what nobody knows of a place: what was asked, or else what that is about;
// empty: it cannot be said in a few words.
func unknownOf(ask string) string {
	return cmp.Or(brief(ask), strings.Trim(strings.Join(wishSubjects([]string{ask}), ", "), ", "))
}

// brief is what was asked, if it is short enough to be said again.
func brief(ask string) string {
	if len(strings.Fields(ask)) > 3 || strings.Contains(ask, "?") {
		return ""
	}
	return ask
}

// dearest is how words begin that ask for the dearest.
var dearest = []string{"dearest", "mais car", "most expensive", "mas car"}

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
