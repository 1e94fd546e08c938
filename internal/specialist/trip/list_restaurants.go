package trip

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

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
	Wishes       []string `json:"wishes,omitempty"`
	MaxPerPerson float64  `json:"max_per_person,omitempty"`
	For          []string `json:"for,omitempty" jsonschema:"me, names; omit: all"`
	Sort         string   `json:"sort,omitempty"`
	Others       bool     `json:"others,omitempty"`
	Max          int      `json:"max,omitempty"`
}

// RestaurantsFacts is what list-restaurants tells.
type RestaurantsFacts struct {
	Plan
	Date          string           `json:"date,omitempty"`
	MaxPerson     string           `json:"max_per_person,omitempty"` // the limit that holds
	Items         []RestaurantFact `json:"items,omitempty"`
	Chosen        []string         `json:"chosen,omitempty"`
	Confirm       []string         `json:"kitchen_must_confirm,omitempty"` // nobody has asked the kitchens
	Unchecked     []string         `json:"unchecked,omitempty"`            // diets of which nothing is known
	MustNotsOpen  bool             `json:"must_nots_unknown,omitempty"`
	NoSuchCuisine string           `json:"no_such_cuisine,omitempty"`
	listFacts
}

// RestaurantFact is a restaurant as it is told.
type RestaurantFact struct {
	Number    int      `json:"number,omitempty"`
	ID        string   `json:"id,omitempty"` // a model points by name or number
	Name      string   `json:"name"`
	Cuisines  string   `json:"cuisine,omitempty"`
	Address   string   `json:"address,omitempty"`
	PerPerson string   `json:"per_person,omitempty"`
	Hours     string   `json:"hours,omitempty"`
	Closed    bool     `json:"closed_that_day,omitempty"`
	ClosedOn  []string `json:"closed_during_stay,omitempty"` // days of the week
	Diets     []string `json:"caters_for,omitempty"`         // of those that somebody needs
}

func (p *Planner) listRestaurantsTool() (agent.Tool, error) {
	return agent.NewTool(ListRestaurants, "Where to eat on a trip, without what those named must not eat.", p.listRestaurants, agent.Options[RestaurantsFacts]{
		First: true, Reads: true, Lenient: true,
		Schema: func(s *jsonschema.Schema) {
			delete(s.Properties, "sort") // of the reader; for a model it is a wish
			delete(s.Properties, "max")  // and its answer chooses what is shown
		},
		Show: func(f RestaurantsFacts) (ui.Component, error) { return f.card, nil },
		Tell: func(f RestaurantsFacts) any {
			f.Items = slices.Clone(f.Items)
			for i := range f.Items {
				f.Items[i].ID = ""
			}
			f.Sample, f.Said, f.Least = f.newSample(f.Said), nil, nil
			return f
		},
		Say: RestaurantsFacts.say,
	})
}

func (p *Planner) listRestaurants(ctx context.Context, in restaurantsIn) (f RestaurantsFacts, err error) {
	s := scene.From(ctx)
	t, facts, err := p.hear(ctx, s, told{place: in.Place, people: in.People, change: func(t *plan) {
		t.MaxPerson = cmp.Or(in.MaxPerPerson, t.MaxPerson)
	}})
	f.Plan = facts.withoutAssumedDates()
	if err != nil || f.Ask != "" {
		return f, err
	}
	now := dayOf(today(s.Now))
	meal, wrong := readDay(in.Date, t.stay(), now)
	if wrong != "" {
		f.Plan = Plan{Place: f.Place, People: f.People, Ask: "dates", DatesWrong: wrong, Today: today(now), NoLonger: f.NoLonger}
		return f, nil
	}
	before := t.last(restaurant)
	w := in.mealWishes(s, before)
	wish := places.Wish{Guests: t.People, Diets: w.never.Diets, Allergies: w.never.Allergies, Dislikes: w.never.Dislikes, BudgetPerson: max(0, t.MaxPerson)}
	found, err := p.Places.Restaurants(ctx, t.Place.Area, wish)
	if err != nil {
		return f, fmt.Errorf("restaurants cannot be looked up just now, tell the guest: %w", err)
	}
	if some := ofCuisine(found.Places, w.cuisine); len(some) > 0 {
		found.Places = some
	} else if w.cuisine != "" {
		f.NoSuchCuisine = w.cuisine
	}
	slices.SortStableFunc(found.Places, func(a, b places.Restaurant) int {
		return cmp.Compare(one(closedOn(a.Hours, meal.Start)), one(closedOn(b.Hours, meal.Start)))
	})
	l := list{Kind: restaurant, Spot: *t.Place, For: in.For, Cuisine: w.cuisine, Day: mealDay(meal)}
	found, l.Seen = narrowed(&f.listFacts, found, before, in.Others, order{cheap: w.cheap, most: in.Max}, func(r places.Restaurant) *ui.Money { return r.Person })
	l.Restaurants = found.Places
	var lost []gone
	if err := s.Update(planKey, func(raw json.RawMessage) any {
		now := readPlan(raw)
		now.listed(l)
		return now
	}); err != nil {
		return f, err
	}
	if lost, err = dropUnsafe(s); err != nil {
		return f, err
	}
	s.Load(planKey, &t)
	f.NoLonger = append(f.NoLonger, lost...)
	f.UnknownWishes, f.Cheap = w.unknown, w.cheap
	f.tell(t, s, w.never, found, meal.Start)
	things := make([]scene.Thing, len(f.Items))
	for i, x := range f.Items {
		things[i] = scene.Thing{Kind: restaurant, ID: x.ID, Name: x.Name, Price: x.PerPerson, Note: t.Place.Name}
		if x.PerPerson != "" && wish.BudgetPerson > 0 {
			f.MaxPerson = moneyOf(wish.BudgetPerson, found.Places[i].Person.Currency).Text(s.Language)
		}
	}
	if f.Said, err = onceOf(s, f.Sample, len(f.Items) > 0); err != nil {
		return f, err
	}
	card, err := Restaurants.New(cardID(ctx), restaurantsOf(t.request(ctx, s, w.never), found))
	if err == nil && len(f.Items) > 0 {
		f.card, err = hold(ctx, s, card, things)
	}
	return f, err
}

// tell fills in what was found.
func (f *RestaurantsFacts) tell(t plan, s *scene.Scene, never hook.Constraints, found places.Result[places.Restaurant], meal time.Time) {
	words := phrases{texts.In(s.Language)}
	if !meal.IsZero() {
		f.Date = words.Date(meal)
	}
	f.NoPrices = len(found.Places) > 0
	for i, r := range found.Places {
		x := RestaurantFact{Number: i + 1, ID: r.ID, Name: r.Name, Cuisines: words.cuisines(r.Cuisines), Address: r.Address, Hours: r.Hours, Closed: closedOn(r.Hours, meal)}
		if stay := t.stay(); meal.IsZero() && !stay.Start.IsZero() {
			for day := stay.Start; !day.After(stay.End) && len(x.ClosedOn) < len(weekdays); day = day.AddDate(0, 0, 1) {
				if name := words.House.Weekdays[day.Weekday()]; closedOn(r.Hours, day) && !slices.Contains(x.ClosedOn, name) {
					x.ClosedOn = append(x.ClosedOn, name)
				}
			}
		}
		if r.Person != nil {
			x.PerPerson = r.Person.Text(words.Language)
			f.NoPrices = false
		}
		for _, d := range r.Diets {
			if slices.ContainsFunc(slices.Concat(never.Diets, never.Allergies), func(w string) bool { return places.SameFood(w, d) }) {
				x.Diets = append(x.Diets, d)
			}
		}
		f.Items = append(f.Items, x)
		f.Sample = f.Sample || r.Source == ui.Sample
	}
	for _, r := range cheapestOf(found.Places, func(r places.Restaurant) *ui.Money { return r.Person }) {
		f.Least = append(f.Least, words.priced(r))
	}
	for _, c := range t.chosenOf(restaurant) {
		f.Chosen = append(f.Chosen, c.name())
	}
	f.LeftOut = leftOutFacts(found.Notes, s)
	for _, n := range found.Notes {
		if n.Reason == places.Unchecked {
			f.Unchecked = append(f.Unchecked, n.Word)
		}
	}
	if len(f.Items) > 0 {
		f.Confirm = slices.DeleteFunc(slices.Clone(never.Allergies), func(w string) bool { return slices.Contains(f.Unchecked, w) })
	}
	f.MustNotsOpen = never.Unknown
	f.from(found.Notice, found.Attribution, t.Place.Credit)
}

// withoutAssumedDates is the plan for who wants to eat and spoke of no dates.
func (f Plan) withoutAssumedDates() Plan {
	if slices.Contains(f.Assumed, "start_date") && slices.Contains(f.Assumed, "end_date") {
		f.StartDate, f.EndDate, f.When, f.Nights = "", "", "", 0
		f.Assumed = slices.DeleteFunc(slices.Clone(f.Assumed), func(a string) bool { return a != "people" })
	}
	return f
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
	w.cuisine, w.cheap = in.Cuisine, isCheap(in.Sort) || in.Sort == "price"
	if anyOf(w.cuisine) {
		w.cuisine = ""
	} else if in.Others && w.cuisine == "" {
		w.cuisine = before.Cuisine
	}
	if withDiet(w.cuisine, &w.never) { // "vegana" is a diet
		w.cuisine = ""
	}
	for _, wish := range in.Wishes {
		switch {
		case withDiet(wish, &w.never):
		case isCheap(wish):
			w.cheap = true
		case w.cuisine == "" && len(kitchensNamed(wish)) > 0:
			w.cuisine = wish
		default:
			w.unknown = append(w.unknown, wish)
		}
	}
	return w
}

// sober reports whether a need is to have no alcohol.
func sober(need string) bool {
	o := ontology.Default()
	return slices.ContainsFunc(o.Read(need), func(m ontology.Mention) bool { return strings.Contains(o.Name(m.Concept), "alcool") })
}

// ofCuisine returns the restaurants of a kitchen that is named in any language,
// by what they cook or by their names.
func ofCuisine(all []places.Restaurant, cuisine string) (some []places.Restaurant) {
	if cuisine == "" {
		return nil
	}
	keys := kitchensNamed(cuisine)
	for _, key := range slices.Clone(keys) {
		keys = append(keys, served[key]...)
	}
	stems := stemsOf(cuisine)
	for _, r := range all {
		if slices.ContainsFunc(r.Cuisines, func(c string) bool { return slices.Contains(keys, c) }) ||
			slices.ContainsFunc(stemsOf(r.Name+" "+strings.Join(r.Cuisines, " ")), func(w string) bool { return slices.Contains(stems, w) }) {
			some = append(some, r)
		}
	}
	return some
}

// served are the kitchens that serve what another is named after.
var served = map[string][]string{
	"fish": {"seafood"}, "seafood": {"fish"}, "sushi": {"japanese"}, "pasta": {"italian"},
	"barbecue": {"steak_house", "grill"}, "grill": {"steak_house", "barbecue"}, "steak_house": {"barbecue", "grill"},
}

// kitchensNamed returns the kitchens, as OpenStreetMap calls them, that a text
// names.
func kitchensNamed(text string) (keys []string) {
	stems := stemsOf(text)
	for _, w := range texts.All() {
		for key, name := range w.Trip.Kitchens {
			of := stemsOf(name)
			all := !slices.ContainsFunc(of, func(s string) bool {
				return !slices.ContainsFunc(stems, func(said string) bool { return alike(s, said) })
			})
			if (all || slices.Contains(stems, lang.Stem(lang.Fold(key)))) && !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	slices.Sort(keys)
	return keys
}

// alike reports whether two stems are of one adjective: japones, japonesa.
func alike(a, b string) bool {
	const most = 5
	return a == b || len(a) >= most && len(b) >= most && a[:most] == b[:most]
}

// stemsOf returns what the words of a text begin with; small words are left out.
func stemsOf(text string) (stems []string) {
	for w := range strings.FieldsSeq(lang.Fold(strings.ReplaceAll(text, "_", " "))) {
		if len(w) > 3 || w == "mar" {
			stems = append(stems, lang.Stem(w))
		}
	}
	return stems
}

// weekdays are as OpenStreetMap writes them, from Sunday.
var weekdays = []string{"Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"}

// closedOn reports whether hours of one rule, as "Tu-Su 12:00-23:00", leave out
// the day. Of other hours nothing is said.
func closedOn(hours string, day time.Time) bool {
	span, _, ok := strings.Cut(hours, " ")
	from, to, ranged := strings.Cut(span, "-")
	a, b := slices.Index(weekdays, from), slices.Index(weekdays, to)
	if day.IsZero() || !ok || !ranged || a < 0 || b < 0 || strings.ContainsAny(hours, ";|") {
		return false
	}
	d := int(day.Weekday())
	return (d-a+7)%7 > (b-a+7)%7
}

// dropUnsafe drops the chosen restaurants that are not for those at the table by
// what is known now.
func dropUnsafe(s *scene.Scene) (lost []gone, err error) {
	var t plan
	s.Load(planKey, &t)
	bad := map[string]string{}
	for _, c := range t.chosenOf(restaurant) {
		if why := unsafe(*c.Restaurant, c.For, s); why != "" {
			bad[c.id()] = why
		}
	}
	if len(bad) == 0 {
		return nil, nil
	}
	err = s.Update(planKey, func(raw json.RawMessage) any {
		now := readPlan(raw)
		now.Chosen = slices.DeleteFunc(now.Chosen, func(c option) bool {
			why := bad[c.id()]
			if c.Restaurant == nil || why == "" {
				return false
			}
			lost = append(lost, gone{c.name(), why})
			return true
		})
		return now
	})
	return lost, err
}

// unsafe says why a restaurant is not for some people; empty: nothing is known
// against it.
func unsafe(r places.Restaurant, who []string, s *scene.Scene) string {
	never := s.MustNots(who)
	_, notes := places.Wish{Diets: never.Diets, Allergies: never.Allergies}.Restaurants([]places.Restaurant{r})
	for _, n := range notes {
		if n.Reason == places.Allergen || n.Reason == places.WrongDiet {
			return whose(n, s)
		}
	}
	return ""
}
