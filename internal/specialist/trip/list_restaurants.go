package trip

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

type restaurantsIn struct {
	Place        string   `json:"place,omitempty"`
	Date         string   `json:"date,omitempty"`
	People       int      `json:"people,omitempty"`
	Cuisine      string   `json:"cuisine,omitempty"`
	Not          []string `json:"not,omitempty" jsonschema:"-"` // kitchens that are not wanted
	Wishes       []string `json:"wishes,omitempty"`
	MaxPerPerson float64  `json:"max_per_person,omitempty"`
	For          []string `json:"for,omitempty" jsonschema:"me, names; omit: all"`
	Sort         string   `json:"sort,omitempty" jsonschema:"-"`
	Others       bool     `json:"others,omitempty"`
	Max          int      `json:"max,omitempty" jsonschema:"-"`
}

func (p *Planner) listRestaurantsTool() (agent.Tool, error) {
	const about = "Where to eat on a trip, without what those named must not eat."
	return agent.NewTool(ListRestaurants, about, p.listRestaurants, listOptions(places.Restaurant))
}

func (p *Planner) listRestaurants(ctx context.Context, in restaurantsIn) (f ListFacts, err error) {
	s := scene.From(ctx)
	t, facts, err := p.hear(ctx, s, told{place: in.Place, people: in.People, change: func(t *plan) {
		t.MaxPerson = cmp.Or(in.MaxPerPerson, t.MaxPerson)
	}})
	f.Plan = facts
	if err != nil || f.Ask != "" {
		return f, err
	}
	now := dayOf(today(s.Now))
	meal, wrong := readDay(in.Date, t.stay(), now)
	if wrong != "" {
		lost := f.NoLonger
		f.Plan = t.asks(wrong, now)
		f.NoLonger = lost
		return f, nil
	}
	w := in.mealWishes(s, t.last(places.Restaurant))
	wish := places.Wish{Guests: t.People, Diets: w.never.Diets, Allergies: w.never.Allergies, Dislikes: w.never.Dislikes, BudgetPerson: max(0, t.MaxPerson)}
	found, above, err := p.search(ctx, places.Restaurant, t.Place.Area, &wish)
	if err != nil {
		return f, err
	}
	f.Above = above
	if found.Places = w.kitchens(found.Places, in.Not); w.cuisine != "" && len(ofCuisine(found.Places, w.cuisine)) == 0 {
		f.NoSuchCuisine = w.cuisine
	}
	open, closed := split(found.Places, func(l places.Listing) bool { return !closedOn(l.Hours, meal.Start) })
	found.Places = append(open, closed...)
	o := order{cheap: w.cheap || above, most: in.Max, others: in.Others, price: func(l places.Listing) *ui.Money { return l.Person }}
	l := f.narrow(&t, list{Kind: places.Restaurant, Spot: *t.Place, For: in.For, Cuisine: w.cuisine, Day: mealDay(meal)}, &found, o)
	t.listed(l)
	f.tell(&t, s, found, o)
	f.UnknownWishes, f.MustNotsOpen = w.unknown, w.never.Unknown
	f.tellMeals(t, s, w.never, found.Places, meal.Start)
	for _, x := range found.Places {
		if x.Person != nil && wish.BudgetPerson > 0 {
			f.MaxPerson = moneyOf(wish.BudgetPerson, x.Person.Currency).Text(s.Language)
		}
	}
	card, err := Restaurants.New(cardID(ctx), t.restaurants(ctx, s, found, w.never))
	return f, f.show(ctx, s, &t, places.Restaurant, card, err)
}

// tellMeals tells when the restaurants are closed and for which needs they cater, what was
// chosen, and what the kitchens must confirm.
func (f *ListFacts) tellMeals(t plan, s *scene.Scene, never hook.Constraints, found []places.Listing, meal time.Time) {
	w := texts.In(s.Language)
	if !meal.IsZero() {
		f.Date = w.Date(meal)
	}
	for i, r := range found {
		x := &f.Items[i]
		x.Closed = closedOn(r.Hours, meal)
		for _, d := range r.Diets {
			if slices.ContainsFunc(slices.Concat(never.Diets, never.Allergies), func(need string) bool { return places.SameFood(need, d) }) {
				x.Diets = append(x.Diets, d)
			}
		}
	}
	var names []string
	for _, c := range t.chosen(places.Restaurant, "") {
		names = append(names, c.Name)
	}
	if names != nil {
		f.Chosen = names
	}
	if len(f.Items) > 0 {
		f.Confirm = slices.DeleteFunc(slices.Clone(never.Allergies), func(w string) bool { return slices.Contains(f.Unchecked, w) })
	}
}

// mealWish is what a call asks of restaurants.
type mealWish struct {
	never   hook.Constraints
	cuisine string
	cheap   bool
	unknown []string
}

// mealWishes reads them. A diet among the wishes is one to mind; a kitchen that
// was asked for before holds for others of that list.
func (in restaurantsIn) mealWishes(s *scene.Scene, before list) (w mealWish) {
	w.never = s.MustNots(in.For)
	w.never.Diets = slices.DeleteFunc(slices.Clone(w.never.Diets), sober) // nobody has to drink
	w.never.Allergies = slices.DeleteFunc(slices.Clone(w.never.Allergies), sober)
	w.cheap = means("cheap", in.Sort) || in.Sort == "price"
	wishes := in.Wishes
	switch {
	case in.Others && in.Cuisine == "":
		w.cuisine = before.Cuisine
	case withDiet(in.Cuisine, &w.never), means("any", in.Cuisine): // "vegana" is a diet
	default:
		w.cuisine = in.Cuisine
	}
	for _, wish := range wishes {
		switch {
		case withDiet(wish, &w.never):
		case means("cheap", wish):
			w.cheap = true
		case w.cuisine == "" && len(kitchensNamed(wish)) > 0:
			w.cuisine = wish
		default:
			w.unknown = append(w.unknown, wish)
		}
	}
	return w
}

// kitchens returns the restaurants of the kitchen that is wanted, if there are any, without those of kitchens that are not.
func (w mealWish) kitchens(all []places.Listing, not []string) []places.Listing {
	if some := ofCuisine(all, w.cuisine); len(some) > 0 {
		all = some
	}
	unwanted := ofCuisine(all, strings.Join(not, " "))
	wanted, _ := split(all, func(l places.Listing) bool {
		return !slices.ContainsFunc(unwanted, func(u places.Listing) bool { return u.ID == l.ID })
	})
	if len(wanted) == 0 {
		return all
	}
	return wanted
}

// split returns the places that are something, and those that are not.
func split(all []places.Listing, is func(places.Listing) bool) (some, others []places.Listing) {
	for _, l := range all {
		if is(l) {
			some = append(some, l)
		} else {
			others = append(others, l)
		}
	}
	return some, others
}

// sober reports whether a need is to have no alcohol.
func sober(need string) bool {
	o := ontology.Default()
	return slices.ContainsFunc(o.Read(need), func(m ontology.Mention) bool { return strings.Contains(o.Name(m.Concept), "alcool") })
}

// ofCuisine returns the restaurants of a kitchen that is named in any language,
// by what they cook or by their names.
func ofCuisine(all []places.Listing, cuisine string) (some []places.Listing) {
	keys, said := kitchensNamed(cuisine), stemsOf(cuisine)
	for _, r := range all {
		if slices.ContainsFunc(r.Cuisines, func(c string) bool { return slices.Contains(keys, c) }) || share(stemsOf(r.Name+" "+strings.Join(r.Cuisines, " ")), said) {
			some = append(some, r)
		}
	}
	return some
}

// kitchensNamed returns the kitchens, as OpenStreetMap calls them, that a text names in any
// language; of fish and of grills those that serve the same.
func kitchensNamed(text string) (keys []string) {
	said := stemsOf(text)
	keys = named("kitchen", text)
	all := func(of []string) bool { // "vista pro mar" is no "frutos do mar"
		return len(of) > 0 && !slices.ContainsFunc(of, func(w string) bool { return !slices.Contains(said, w) })
	}
	for _, w := range texts.All() {
		for key, name := range w.Trip.Kitchens {
			if all(stemsOf(name)) || all(stemsOf(key)) {
				keys = append(keys, key)
			}
		}
	}
	for _, same := range [][]string{{"fish", "seafood"}, {"barbecue", "grill", "steak_house"}, {"sushi", "japanese"}, {"pasta", "italian"}} {
		if share(same, keys) {
			keys = append(keys, same...)
		}
	}
	return keys
}

// share reports whether two lists have a word in common.
func share(a, b []string) bool {
	return slices.ContainsFunc(a, func(w string) bool { return slices.Contains(b, w) })
}

// stemsOf returns what the words of a text begin with, "japon" of japonesa and japonés; small words
// are left out.
func stemsOf(text string) (stems []string) {
	const most = 5
	for w := range strings.FieldsSeq(lang.Fold(strings.ReplaceAll(text, "_", " "))) {
		if w = lang.Stem(w); len(w) > 2 && w != "the" {
			stems = append(stems, w[:min(len(w), most)])
		}
	}
	return stems
}
