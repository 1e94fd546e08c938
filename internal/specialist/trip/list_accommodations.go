package trip

import (
	"cmp"
	"context"
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
	Money       string   `json:"money,omitempty" jsonschema:"-"` // how a limit was said, if in a currency that was named
	Each        bool     `json:"each,omitempty" jsonschema:"-"`  // the limits are of every one of the party
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
			if len(asked) > 0 || in.anew(before) {
				t.Kinds = asked
			}
			t.limit(in)
		},
	})
	f.Plan, f.UnknownWishes = facts, unknown
	if err != nil || f.Ask != "" {
		return f, err
	}
	wish := t.stayWish(s)
	found, above, err := p.search(ctx, places.Lodging, t.Place.Area, &wish)
	if err != nil {
		return f, err
	}
	f.Above = above
	o := order{cheap: cheap || above, most: in.Max, others: in.Others, price: func(l places.Listing) *ui.Money { return l.Total(t.party(), wish.Nights) }}
	l := f.narrow(&t, list{Kind: places.Lodging, Spot: *t.Place}, &found, o)
	if len(l.Places) > 0 { // else the guest still points at the last list
		t.listed(l)
	}
	f.tell(&t, s, found, o)
	f.limits(t, wish, found.Places, s.Language)
	if !s.Later && len(unknown) == 0 { // without a model, what else is wished
		said := named("wish", strings.ReplaceAll(lang.Fold(s.Message), lang.Fold(t.Place.Name), ""))
		f.UnknownWishes = slices.DeleteFunc(said, func(w string) bool { return w == "family" }) // the children that come along
	}
	if some := t.chosen(places.Lodging, t.Place.Key); len(some) > 0 {
		f.Chosen, f.Sample = t.fact(some[0].Listing, phrases{texts.In(s.Language)}), f.Sample || some[0].Source == ui.Sample
	}
	if err := t.tellSummary(ctx, s); err != nil {
		return f, err
	}
	card, err := Accommodations.New(cardID(ctx), t.accommodations(ctx, s, found))
	return f, f.show(ctx, s, &t, places.Lodging, card, err)
}

// limit notes the limits of a call. One for a night takes the place of the last.
func (t *plan) limit(in accommodationsIn) {
	if in.MaxPerNight != 0 || in.MaxPerRoom != 0 {
		t.MaxNight, t.MaxRoom, t.Each = in.MaxPerNight, in.MaxPerRoom, in.Each
	}
	if in.MaxTotal != 0 {
		t.MaxTotal, t.Each = in.MaxTotal, in.Each
	}
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
	if f.MaxTotal, f.MaxRoom = limit(t.forAll(t.MaxTotal)), limit(w.BudgetRoom); f.MaxTotal == "" {
		f.MaxNight = limit(w.BudgetNight)
	}
	if f.MaxNight != "" && slices.ContainsFunc(f.Items, func(x PlaceFact) bool { return x.Rooms+x.Beds > 1 }) {
		f.LimitOf = "all rooms together"
	}
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

// anew reports whether a call is a new wish, which forgets the kinds of the last one: it asks for any kind, or for another
// place and time. Only another place is the same wish elsewhere.
func (in accommodationsIn) anew(before plan) bool {
	elsewhere := in.Place != "" && before.Place != nil && !strings.Contains(lang.Fold(before.Place.Key), lang.Fold(in.Place))
	when := in.StartDate+in.EndDate != "" || in.Nights > 0
	return elsewhere && when || slices.ContainsFunc(in.Kind, func(k string) bool { return means("any", k) })
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
