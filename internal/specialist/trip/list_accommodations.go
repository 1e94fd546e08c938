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
	Sort        string   `json:"sort,omitempty" jsonschema:"-"`
	Others      bool     `json:"others,omitempty" jsonschema:"not those shown"`
	Max         int      `json:"max,omitempty" jsonschema:"-"`
	Money       string   `json:"money,omitempty" jsonschema:"-"`       // how a limit was said, if in a currency that was named
	Each        bool     `json:"each,omitempty" jsonschema:"-"`        // the limits are of every one of the party
	UnlessSame  bool     `json:"unless_same,omitempty" jsonschema:"-"` // the list that was just shown is not shown again
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

// BeforeFact is what a stay, or the whole trip, cost before the party or the nights changed.
type BeforeFact struct {
	People     int    `json:"people"`
	Nights     int    `json:"nights"`
	Name       string `json:"name,omitempty"`
	Total      string `json:"total"`
	Now        string `json:"now"` // less, more, same
	Difference string `json:"difference,omitempty"`
}

func (p *Planner) listAccommodationsTool() (agent.Tool, error) {
	o := listOptions(places.Lodging)
	o.Schema = func(s *jsonschema.Schema) {
		s.Properties["kind"].Items.Enum = []any{"hotel", "pousada", "hostel", "apartment", "any"}
	}
	return agent.NewTool(ListAccommodations, "Where to stay, with prices for the party; again when something changes.", p.listAccommodations, o)
}

func (p *Planner) listAccommodations(ctx context.Context, in accommodationsIn) (f ListFacts, err error) {
	s := scene.From(ctx)
	asked, cheap, unknown := in.stayWishes()
	if f.OtherMoney, f.PricesIn = p.foreign(in.Money); f.OtherMoney != "" { // nobody knows what such a limit is here
		cheap, in.MaxPerNight, in.MaxPerRoom, in.MaxTotal = true, -1, 0, 0
	}
	before := loadPlan(s)
	t, facts, err := p.hear(ctx, s, told{
		place: in.Place, after: in.After, instead: in.Instead, start: in.StartDate, end: in.EndDate,
		nights: in.Nights, people: in.People, rooms: max(0, in.Rooms),
		change: func(t *plan) {
			if len(asked) > 0 || in.anew(before, unknown) {
				t.Kinds = asked
			}
			if in.MaxPerNight != 0 || in.MaxPerRoom != 0 { // one takes the place of the other
				t.MaxNight, t.MaxRoom, t.Each = in.MaxPerNight, in.MaxPerRoom, in.Each
			}
			t.Each = t.Each && in.MaxTotal == 0 || in.Each
			t.MaxTotal = cmp.Or(in.MaxTotal, t.MaxTotal)
		},
	})
	f.Plan, f.UnknownWishes = facts, unknown
	if err != nil || f.Ask != "" {
		return f, err
	}
	wish := t.stayWish(s)
	found, err := p.Places.Find(ctx, places.Lodging, t.Place.Area, wish)
	if err != nil {
		return f, fmt.Errorf("places to stay cannot be looked up just now, tell the guest: %w", err)
	}
	if free := wish; len(found.Places) == 0 && wish.BudgetNight+wish.BudgetRoom > 0 { // those above the limit, if there are any
		free.BudgetNight, free.BudgetRoom = 0, 0
		if some, err := p.Places.Find(ctx, places.Lodging, t.Place.Area, free); err == nil && len(some.Places) > 0 {
			found, wish, cheap, f.Above = some, free, true, true
		}
	}
	again := t.last(places.Lodging).Cheap && in.MaxPerNight+in.MaxPerRoom+in.MaxTotal == 0 && len(in.Kind) == 0
	l := list{Kind: places.Lodging, Spot: *t.Place, Kinds: t.Kinds, Cheap: cheap || again}
	if !t.open() && !t.assumed("end_date") && !t.assumed("people") {
		l.People, l.Rooms, l.Nights = t.People, t.Rooms, wish.Nights
	}
	o := order{cheap: l.Cheap, most: in.Max, others: in.Others, price: func(l places.Listing) *ui.Money { return l.Total(t.party(), wish.Nights) }}
	l = f.narrow(&t, l, &found, o)
	if len(l.Places) > 0 { // else the guest still points at the last list
		t.listed(l)
	}
	f.tell(&t, s, found, o)
	f.limits(t, wish, found.Places, s.Language)
	f.compareBefore(before, t, s.Language)
	if some := t.chosen(places.Lodging, t.Place.Key); len(some) > 0 {
		f.Chosen, f.Sample = t.fact(some[0].Listing, phrases{texts.In(s.Language)}), f.Sample || some[0].Source == ui.Sample
	}
	if f.Same = in.UnlessSame && !cheap && in.MaxPerNight+in.MaxTotal == 0 && before.shows(t, l); f.Same {
		f.UnknownWishes = slices.Concat(f.UnknownWishes, named("wish", s.Message))
	} else if !s.Later && len(unknown) == 0 && (in.Place == "" || strings.Contains(s.Message, "?")) {
		said := named("wish", strings.ReplaceAll(lang.Fold(s.Message), lang.Fold(t.Place.Name), ""))
		f.UnknownWishes = slices.DeleteFunc(said, func(w string) bool { return w == "family" }) // the children that come along
	}
	if err := t.tellSummary(ctx, s); err != nil {
		return f, err
	}
	card, err := Accommodations.New(cardID(ctx), t.accommodations(ctx, s, found))
	return f, f.show(ctx, s, &t, places.Lodging, card, err)
}

// shows reports whether the last list of a plan, which the guest still has before them, is this
// one, for the same days and people.
func (t plan) shows(now plan, l list) bool {
	const just = 3 // turns
	if len(t.Lists) == 0 || len(l.Places) == 0 || now.Seen-t.Lists[0].Turn > just {
		return false
	}
	same := func(a, b places.Listing) bool { return a.ID == b.ID }
	return t.Lists[0].Kind == l.Kind && slices.EqualFunc(t.Lists[0].Places, l.Places, same) &&
		t.Start == now.Start && t.End == now.End && t.People == now.People && t.Rooms == now.Rooms
}

// limits tells which kinds were asked for, and the limits that hold.
func (f *ListFacts) limits(t plan, w places.Wish, found []places.Listing, l lang.Language) {
	for _, k := range t.Kinds {
		f.Kinds = append(f.Kinds, texts.In(l).Trip.Kinds[string(k)])
	}
	if f.NoPrices || len(found) == 0 || f.Above {
		return
	}
	limit := func(amount float64) string {
		if amount <= 0 {
			return ""
		}
		return moneyOf(amount, found[0].Night.Currency).Text(l)
	}
	if f.MaxTotal, f.MaxRoom = limit(t.maxTotal()), limit(w.BudgetRoom); f.MaxTotal == "" {
		f.MaxNight = limit(w.BudgetNight)
	}
	if f.MaxNight != "" && slices.ContainsFunc(f.Items, func(x PlaceFact) bool { return x.Rooms+x.Beds > 1 }) {
		f.LimitOf = "all rooms together"
	}
}

// compareBefore tells what the cheapest stay of the last list, and the one that was spoken of, cost before and cost now, where that list
// was of the same town for other people or for another number of nights.
func (f *ListFacts) compareBefore(before, t plan, l lang.Language) {
	before.Place = t.Place
	had, nights := before.last(places.Lodging), t.details().Nights()
	if had.Nights == 0 || had.People == t.People && had.Nights == nights || !slices.Equal(had.Kinds, t.Kinds) {
		return
	}
	then := places.Wish{Guests: had.People, Rooms: had.Rooms}
	old := cheapest(had.Places, 1, func(l places.Listing) *ui.Money { return l.Total(then, had.Nights) })
	for _, x := range had.Places {
		spoken := x.ID == before.Last || len(old) > 0 && x.ID == old[0].ID
		if was, is := x.Total(then, had.Nights), x.Total(t.party(), nights); spoken && was != nil && is != nil {
			f.Before = append(f.Before, changed(BeforeFact{People: had.People, Nights: had.Nights, Name: x.Name}, *was, *is, l))
		}
	}
}

// changed fills in a sum before and after a change, and the difference.
func changed(b BeforeFact, was, is ui.Money, l lang.Language) BeforeFact {
	by := ui.Money{Amount: is.Amount - was.Amount, Currency: is.Currency}
	b.Total, b.Now = was.Text(l), "same"
	switch {
	case by.Amount < 0:
		by.Amount = -by.Amount
		b.Now, b.Difference = "less", by.Text(l)
	case by.Amount > 0:
		b.Now, b.Difference = "more", by.Text(l)
	}
	return b
}

// foreign returns an amount that is of another currency than the prices, and their sign; empty: it is of that one, or none is named.
func (p *Planner) foreign(amount string) (other, sign string) {
	said, all := strings.ToLower(amount)+" ", meanings()["money"]
	i := slices.IndexFunc(all, func(m meaning) bool {
		return slices.ContainsFunc(m.words, func(w string) bool { return strings.Contains(said, w) })
	})
	home := cmp.Or(p.Currency, "BRL")
	if i < 0 || all[i].name == home {
		return "", ""
	}
	return amount, strings.Trim(ui.Money{Currency: home}.Text(lang.English), "0.")
}

// cost tells what a lodging costs the party. One that does not say how many
// sleep in it has only the price of a room.
func (t plan) cost(l places.Listing, language lang.Language) (c StayCost) {
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

// anew reports whether a call is a new wish, which forgets the kinds of the last one: it
// asks for any kind, for something else, or for another place and time. Only another
// place is the same wish elsewhere, and "with a pool" leaves the kind as it is.
func (in accommodationsIn) anew(before plan, unknown []string) bool {
	elsewhere := in.Place != "" && before.Place != nil && !strings.Contains(lang.Fold(before.Place.Key), lang.Fold(in.Place))
	when := in.StartDate+in.EndDate != "" || in.Nights > 0
	anyKind := slices.ContainsFunc(in.Kind, func(k string) bool { return means("any", k) })
	return elsewhere && when || anyKind || len(in.Wishes) > len(unknown) && !in.Others
}

// stayWishes reads the kinds that are asked for, whether cheap ones come first,
// and which wishes nobody can check.
func (in accommodationsIn) stayWishes() (kinds []places.Kind, cheap bool, unknown []string) {
	cheap = means("cheap", in.Sort) || in.Sort == "price"
	for _, w := range slices.Concat(in.Kind, in.Wishes) {
		switch some := kindsNamed(w); {
		case len(some) > 0:
			kinds = append(kinds, some...)
		case means("cheap", w):
			cheap = true
		case !means("any", w):
			unknown = append(unknown, w)
		}
	}
	return kinds, cheap, unknown
}

// kindsNamed returns the kinds of lodging that a text names.
func kindsNamed(text string) (kinds []places.Kind) {
	for _, k := range named("kind", text) {
		kinds = append(kinds, places.Kind(k))
	}
	if len(kinds) == 0 && means("home", text) {
		kinds = []places.Kind{places.Apartment}
	}
	return kinds
}
