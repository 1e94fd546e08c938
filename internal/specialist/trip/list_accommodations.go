package trip

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/thread"
	"github.com/maitre-dev/maitre/ui"
)

type accommodationsIn struct {
	Place       string   `json:"place,omitempty" jsonschema:"town; omit what stays as before"`
	After       string   `json:"after,omitempty" jsonschema:"the stop before"`
	Instead     string   `json:"instead_of,omitempty" jsonschema:"place it replaces"`
	StartDate   string   `json:"start_date,omitempty" jsonschema:"YYYY-MM-DD, or July"`
	EndDate     string   `json:"end_date,omitempty" jsonschema:"day they leave"`
	Nights      int      `json:"nights,omitempty"`
	People      int      `json:"people,omitempty" jsonschema:"all, babies too"`
	Rooms       int      `json:"rooms,omitempty"`
	Kind        []string `json:"kind,omitempty" jsonschema:"apartment: whole house or flat"`
	Wishes      []string `json:"wishes,omitempty" jsonschema:"cheap, pool"`
	MaxPerNight float64  `json:"max_per_night,omitempty" jsonschema:"all rooms; -1: no limit"`
	MaxPerRoom  float64  `json:"max_per_room,omitempty" jsonschema:"a night"`
	MaxTotal    float64  `json:"max_total,omitempty"`
	Sort        string   `json:"sort,omitempty"`
	Others      bool     `json:"others,omitempty" jsonschema:"not those shown"`
	Max         int      `json:"max,omitempty" jsonschema:"how many are asked for"`
	UnlessSame  bool     `json:"unless_same,omitempty"` // the list that was just shown is not shown again
}

// AccommodationsFacts is what list-accommodations tells.
type AccommodationsFacts struct {
	Plan
	Kinds         []string      `json:"only,omitempty"`          // kinds that were asked for
	MaxNight      string        `json:"max_per_night,omitempty"` // the limit that holds
	MaxRoom       string        `json:"max_per_room,omitempty"`  // a night
	LimitOf       string        `json:"limit_is_of,omitempty"`   // what max_per_night is compared with
	MaxTotal      string        `json:"max_total,omitempty"`
	Items         []LodgingFact `json:"items,omitempty"`
	Chosen        *LodgingFact  `json:"chosen,omitempty"`
	CheapestAbove *LodgingFact  `json:"cheapest_above_limit,omitempty"`
	Same          bool          `json:"same_as_shown,omitempty"`
	Before        *BeforeFact   `json:"before,omitempty"` // if the party or the nights are others now
	listFacts
}

// LodgingFact is a lodging as it is told.
type LodgingFact struct {
	Number  int    `json:"number,omitempty"`
	ID      string `json:"id,omitempty"` // a model points by name or number
	Name    string `json:"name"`
	Kind    string `json:"kind"`
	Address string `json:"address,omitempty"`
	StayCost
	Stars   int  `json:"stars,omitempty"`
	OneUnit bool `json:"number_of_rooms_unknown,omitempty"` // several were asked for: an apartment or beds of a hostel
}

// StayCost is what a stay costs the party. Rooms, or beds of a hostel, are told
// where more than one is taken.
type StayCost struct {
	PerNight string `json:"per_night,omitempty"` // of the whole party
	Rooms    int    `json:"rooms,omitempty"`
	PerRoom  string `json:"per_room,omitempty"`
	Beds     int    `json:"beds,omitempty"`
	PerBed   string `json:"per_bed,omitempty"`
	Total    string `json:"total,omitempty"`
}

// BeforeFact is what the cheapest stay cost before the party or the nights changed.
type BeforeFact struct {
	People     int    `json:"people"`
	Nights     int    `json:"nights"`
	Name       string `json:"cheapest"`
	Total      string `json:"total"`
	Now        string `json:"now"` // less, more, same
	Difference string `json:"difference,omitempty"`
}

// leftFact is what was left out: a place by name, or how many of them.
type leftFact struct {
	Name  string `json:"name,omitempty"`
	Count int    `json:"count,omitempty"`
	Why   string `json:"why"`
}

func (p *Planner) listAccommodationsTool() (agent.Tool, error) {
	return agent.NewTool(ListAccommodations, "Where to stay, with prices for the party; again when something changes.", p.listAccommodations, agent.Options[AccommodationsFacts]{
		First: true, Reads: true, Lenient: true,
		Schema: func(s *jsonschema.Schema) {
			delete(s.Properties, "sort") // of the reader; for a model it is a wish
			delete(s.Properties, "max")  // and its answer chooses what is shown
			delete(s.Properties, "unless_same")
			s.Properties["kind"].Items.Enum = []any{"hotel", "pousada", "hostel", "apartment", "any"}
		},
		Show: func(f AccommodationsFacts) (ui.Component, error) { return f.card, nil },
		Tell: func(f AccommodationsFacts) any {
			f.Items = slices.Clone(f.Items)
			for i := range f.Items {
				f.Items[i].ID = ""
			}
			f.Sample, f.Said, f.Least = f.newSample(f.Said), nil, nil
			return f
		},
		Say: AccommodationsFacts.say,
	})
}

func (p *Planner) listAccommodations(ctx context.Context, in accommodationsIn) (f AccommodationsFacts, err error) {
	s := scene.From(ctx)
	asked, cheap, unknown := in.stayWishes()
	var before plan
	s.Load(planKey, &before)
	t, facts, err := p.hear(ctx, s, told{
		place: in.Place, after: in.After, instead: in.Instead, start: in.StartDate, end: in.EndDate, nights: in.Nights, people: in.People, rooms: max(0, in.Rooms),
		change: func(t *plan) {
			if len(asked) > 0 || in.anew(before) {
				t.Kinds = asked
			}
			if in.MaxPerNight != 0 || in.MaxPerRoom != 0 { // one takes the place of the other
				t.MaxNight, t.MaxRoom = in.MaxPerNight, in.MaxPerRoom
			}
			t.MaxTotal = cmp.Or(in.MaxTotal, t.MaxTotal)
		},
	})
	f.Plan, f.UnknownWishes, f.Cheap = facts, unknown, cheap
	if err != nil || f.Ask != "" {
		return f, err
	}
	wish := t.stayWish(s.Budget)
	found, err := p.Places.Lodgings(ctx, t.Place.Area, wish)
	if err != nil {
		return f, fmt.Errorf("places to stay cannot be looked up just now, tell the guest: %w", err)
	}
	there := found
	l := list{Kind: lodging, Spot: *t.Place, Kinds: t.Kinds}
	if !t.open() && !t.assumed("end_date") && !t.assumed("people") {
		l.People, l.Rooms, l.Nights = t.People, t.Rooms, t.details().Nights()
	}
	found, l.Seen = narrowed(&f.listFacts, found, t.last(lodging), in.Others, order{cheap: cheap, most: in.Max}, func(l places.Lodging) *ui.Money { return l.Total(t.party(), wish.Nights) })
	l.Lodgings = found.Places
	f.Same = in.UnlessSame && !cheap && before.shows(t, l)
	var lost []gone
	if err := s.Update(planKey, func(raw json.RawMessage) any {
		now := readPlan(raw)
		now.listed(l)
		lost = now.stillThere(there)
		t.Chosen = now.Chosen
		return now
	}); err != nil {
		return f, err
	}
	f.NoLonger = append(f.NoLonger, lost...)
	if err = t.tellSummary(ctx, s); err != nil {
		return f, err
	}
	f.tell(t, s, wish, found)
	f.compareBefore(before, t, found.Places, s.Language)
	if len(f.Items) == 0 && wish.BudgetNight+wish.BudgetRoom > 0 {
		wish.BudgetNight, wish.BudgetRoom = 0, 0
		if above, err := p.Places.Lodgings(ctx, t.Place.Area, wish); err == nil {
			f.aboveLimit(t, s, above.Places)
		}
	}
	things := make([]scene.Thing, len(f.Items))
	for i, x := range f.Items {
		things[i] = scene.Thing{Kind: lodging, ID: x.ID, Name: x.Name, Price: x.PerNight, Total: x.Total, Note: t.Place.Name}
	}
	if f.Said, err = onceOf(s, f.Sample, len(f.Items) > 0); err != nil {
		return f, err
	}
	props := accommodationsOf(t.request(ctx, s, hook.Constraints{}), found)
	for i := range props.Items {
		if t.open() {
			props.Items[i].Total = nil
		}
	}
	if f.Same {
		f.UnknownWishes = slices.Concat(f.UnknownWishes, wishesIn(s.Message))
		return f, nil
	}
	card, err := Accommodations.New(cardID(ctx), props)
	if err == nil && len(f.Items) > 0 {
		f.card, err = hold(ctx, s, card, things)
	}
	return f, err
}

// justShown is for how many turns a guest has a list before them.
const justShown = 3

// shows reports whether the last list of a plan is this one, for the same days and people.
func (t plan) shows(now plan, l list) bool {
	if len(t.Lists) == 0 || len(l.Lodgings) == 0 || now.Seen-t.Lists[0].Turn > justShown {
		return false
	}
	same := func(a, b places.Lodging) bool { return a.ID == b.ID }
	return t.Lists[0].Kind == l.Kind && slices.EqualFunc(t.Lists[0].Lodgings, l.Lodgings, same) && t.Start == now.Start && t.End == now.End && t.People == now.People && t.Rooms == now.Rooms
}

// tell fills in what was found.
func (f *AccommodationsFacts) tell(t plan, s *scene.Scene, w places.Wish, found places.Result[places.Lodging]) {
	words := texts.In(s.Language)
	for _, k := range t.Kinds {
		f.Kinds = append(f.Kinds, words.Trip.Kinds[string(k)])
	}
	f.NoPrices = len(found.Places) > 0
	for i, l := range found.Places {
		x := t.lodgingFact(l, words)
		x.Number = i + 1
		f.Items = append(f.Items, x)
		f.Sample = f.Sample || l.Source == ui.Sample
		f.NoPrices = f.NoPrices && l.Night == nil
		switch {
		case l.Night == nil:
		case t.MaxTotal > 0:
			f.MaxTotal = moneyOf(t.MaxTotal, l.Night.Currency).Text(s.Language)
		case w.BudgetNight > 0:
			f.MaxNight = moneyOf(w.BudgetNight, l.Night.Currency).Text(s.Language)
			if x.Rooms+x.Beds > 1 {
				f.LimitOf = "all rooms together"
			}
		}
		if l.Night != nil && w.BudgetRoom > 0 {
			f.MaxRoom = moneyOf(w.BudgetRoom, l.Night.Currency).Text(s.Language)
		}
	}
	if some := t.chosenIn(lodging, *t.Place); len(some) > 0 {
		x := t.lodgingFact(*some[0].Lodging, words)
		f.Chosen, f.Sample = &x, f.Sample || some[0].source() == ui.Sample
	}
	for _, l := range cheapestOf(found.Places, func(l places.Lodging) *ui.Money { return l.Total(t.party(), 1) }) {
		x := t.lodgingFact(l, words)
		f.Least = append(f.Least, fmt.Sprintf("%s (%s), %s", x.Name, x.Kind, phrases{words}.cost(x.StayCost)))
	}
	f.LeftOut = leftOutFacts(found.Notes, s)
	f.from(found.Notice, found.Attribution, t.Place.Credit)
}

// compareBefore tells what the cheapest stay cost before, where it was listed in the same town for
// other people or for another number of nights and everything else is as it was.
func (f *AccommodationsFacts) compareBefore(before, t plan, found []places.Lodging, l lang.Language) {
	i := slices.IndexFunc(before.Lists, func(l list) bool { return l.Kind == lodging && l.Spot.Key == t.Place.Key })
	if i < 0 || before.Lists[i].Nights == 0 || !slices.Equal(before.Lists[i].Kinds, t.Kinds) {
		return
	}
	had, nights := before.Lists[i], t.details().Nights()
	if had.People == t.People && had.Nights == nights {
		return
	}
	before.People, before.Rooms = had.People, had.Rooms
	was, is := cheapestStay(before, had.Lodgings), cheapestStay(t, found)
	if was == nil || is == nil {
		return
	}
	cost, costs := was.Total(before.party(), had.Nights), is.Total(t.party(), nights)
	if cost.Currency != costs.Currency {
		return
	}
	f.Before = &BeforeFact{People: had.People, Nights: had.Nights, Name: was.Name, Total: cost.Text(l), Now: "same"}
	switch by := costs.Amount - cost.Amount; {
	case by < 0:
		f.Before.Now, f.Before.Difference = "less", ui.Money{Amount: -by, Currency: cost.Currency}.Text(l)
	case by > 0:
		f.Before.Now, f.Before.Difference = "more", ui.Money{Amount: by, Currency: cost.Currency}.Text(l)
	}
}

// lodgingFact tells a lodging for the plan's party and nights.
func (t plan) lodgingFact(l places.Lodging, w *texts.Words) LodgingFact {
	return LodgingFact{ID: l.ID, Name: l.Name, Kind: w.Trip.Kinds[string(l.Kind)], Address: l.Address, Stars: l.Stars, StayCost: t.cost(l, w.Language), OneUnit: t.Rooms > 1 && (l.Kind == places.Apartment || l.Kind == places.Hostel)}
}

// cost tells what a lodging costs the party. One that does not say how many
// sleep in it has only the price of a room.
func (t plan) cost(l places.Lodging, language lang.Language) (c StayCost) {
	if l.Night == nil {
		return c
	}
	each := l.Night.Text(language)
	night, total := l.Total(t.party(), 1), l.Total(t.party(), t.details().Nights())
	if night == nil || total == nil {
		return StayCost{PerRoom: each}
	}
	if c.PerNight = night.Text(language); !t.open() {
		c.Total = total.Text(language)
	}
	switch rooms, _ := l.Rooms(t.party()); {
	case rooms < 2:
	case l.Kind == places.Hostel:
		c.Beds, c.PerBed = rooms, each
	default:
		c.Rooms, c.PerRoom = rooms, each
	}
	return c
}

// aboveLimit tells the cheapest lodging, if it is only the limit that rules out
// all.
func (f *AccommodationsFacts) aboveLimit(t plan, s *scene.Scene, all []places.Lodging) {
	if l := cheapestStay(t, all); l != nil {
		x := t.lodgingFact(*l, texts.In(s.Language))
		f.CheapestAbove, f.Sample = &x, l.Source == ui.Sample
	}
}

// cheapestStay returns the lodging that costs the party least; nil: no price is
// known.
func cheapestStay(t plan, all []places.Lodging) *places.Lodging {
	all = best(order{cheap: true}, all, func(l places.Lodging) *ui.Money { return l.Total(t.party(), 1) })
	if len(all) == 0 || all[0].Total(t.party(), 1) == nil {
		return nil
	}
	return &all[0]
}

// stillThere drops the chosen lodging if the place has none of its name any
// more. While the source is down nobody knows.
func (t *plan) stillThere(found places.Result[places.Lodging]) (lost []gone) {
	if found.Notice == places.Down {
		return nil
	}
	t.Chosen = slices.DeleteFunc(t.Chosen, func(c option) bool {
		if c.Lodging == nil || c.Spot.Key != t.Place.Key {
			return false
		}
		there := slices.ContainsFunc(found.Notes, func(n places.Note) bool { return n.Place == c.name() }) ||
			slices.ContainsFunc(found.Places, func(l places.Lodging) bool { return l.ID == c.id() })
		if !there {
			lost = append(lost, gone{c.name(), "not_listed"})
		}
		return !there
	})
	return lost
}

// anew reports whether a call is a new wish, which forgets the kinds of the last one: it
// asks for any kind, for something else, or for another place and time. Only another
// place is the same wish elsewhere.
func (in accommodationsIn) anew(before plan) bool {
	elsewhere := in.Place != "" && before.Place != nil && !strings.Contains(lang.Fold(before.Place.Key), lang.Fold(in.Place))
	when := in.StartDate+in.EndDate != "" || in.Nights > 0
	_, _, unknown := in.stayWishes() // "with a pool" leaves the kind as it is
	return elsewhere && when || slices.ContainsFunc(in.Kind, anyOf) || len(in.Wishes) > len(unknown) && !in.Others
}

// stayWishes reads the kinds that are asked for, whether cheap ones come first,
// and which wishes nobody can check.
func (in accommodationsIn) stayWishes() (kinds []places.Kind, cheap bool, unknown []string) {
	cheap = isCheap(in.Sort) || in.Sort == "price"
	for _, w := range slices.Concat(in.Kind, in.Wishes) {
		switch some := kindsNamed(w); {
		case len(some) > 0:
			kinds = append(kinds, some...)
		case isCheap(w):
			cheap = true
		case !anyOf(w):
			unknown = append(unknown, w)
		}
	}
	return kinds, cheap, unknown
}

// kindsNamed returns the kinds of lodging that a text names.
func kindsNamed(text string) (kinds []places.Kind) {
	folded := " " + strings.ReplaceAll(lang.Fold(text), "_", " ") + " "
	for _, k := range lodgings {
		if containsAny(folded, k.words) || folded == " guest house " && k.kind == places.GuestHouse {
			kinds = append(kinds, k.kind)
		}
	}
	if len(kinds) == 0 && containsAny(folded, homes) {
		kinds = []places.Kind{places.Apartment}
	}
	return kinds
}

// homes are more words for a lodging that is let as a whole.
var homes = []string{"casa ", "casas ", "casinha", "chale", "house", "cabin", "cabana", "home ", "villa"}

func anyOf(kind string) bool {
	return containsAny(" "+lang.Fold(kind)+" ", []string{"any ", "qualquer", "todos", "cualquier", "all "})
}

func isCheap(text string) bool { return containsAny(" "+lang.Fold(text)+" ", cheaper) }

// leftOutFacts tells what was left out: by name what somebody must not have,
// three at most, and how many for other reasons.
func leftOutFacts(notes []places.Note, s *scene.Scene) (all []leftFact) {
	const most = 3
	count := map[places.Reason]int{}
	for _, n := range notes {
		switch n.Reason {
		case places.Unchecked:
		case places.Allergen, places.WrongDiet:
			if count["unsafe"]++; count["unsafe"] <= most {
				all = append(all, leftFact{Name: n.Place, Why: whose(n, s)})
			}
		default:
			count[n.Reason]++
		}
	}
	if n := count["unsafe"] - most; n > 0 {
		all = append(all, leftFact{Count: n, Why: "must_not_eat"})
	}
	for _, r := range []places.Reason{places.OverBudget, places.TooSmall, places.OtherKind} {
		if count[r] > 0 {
			all = append(all, leftFact{Count: count[r], Why: string(r)})
		}
	}
	return all
}

// whose says why a restaurant is left out: "camarão: allergy of Ana".
func whose(n places.Note, s *scene.Scene) string {
	what := "allergy"
	if n.Reason == places.WrongDiet {
		what = "diet"
	}
	for _, who := range s.People() {
		if slices.Contains(who.Allergies, n.Word) || slices.Contains(who.Diets, n.Word) {
			return fmt.Sprintf("%s: %s of %s", n.Word, what, cmp.Or(who.Name, "the guest"))
		}
	}
	return n.Word + ": " + what
}

// request is what the cards are made of.
func (t plan) request(ctx context.Context, s *scene.Scene, c hook.Constraints) request {
	return request{t.details(), t.party(), texts.In(s.Language).Language, c, cmp.Or(agent.CallID(ctx), cardID(ctx)), t.Place.Credit, t.trip()}
}

// cardID is the id of a call's component.
func cardID(ctx context.Context) string { return cmp.Or(agent.Key(ctx), thread.NewID()) }
