package places

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

// Wish is what a party needs. The zero value wishes for nothing, and all places
// fit it.
type Wish struct {
	Guests int
	Rooms  int // at least
	Nights int

	// Diets and Allergies are in the guests' words, Portuguese, English or
	// Spanish: "vegano", "celiac", "frutos do mar".
	Diets     []string
	Allergies []string

	// Budgets are in the currency of the prices they are compared with, for
	// the whole party's night, for a night in one room, and for one person's meal. 0 is
	// none.
	BudgetNight  float64
	BudgetRoom   float64
	BudgetPerson float64

	Kinds []Kind // of lodging; none: any

	Dislikes []string // foods: a restaurant built on one comes last
	Limit    int      // of places; 0: all
}

// Reason is why a place was left out.
type Reason string

// The reasons. Unchecked is of no place: what Word asks for cannot be told
// from what sources say, and nobody was left out for it.
const (
	TooSmall   Reason = "too_small"
	OtherKind  Reason = "other_kind"
	OverBudget Reason = "over_budget"
	WrongDiet  Reason = "diet"
	Allergen   Reason = "allergy"
	Unchecked  Reason = "unchecked"
)

// Note says what a wish did to a list.
type Note struct {
	Place  string `json:"place,omitempty"` // its name
	Reason Reason `json:"reason"`
	Word   string `json:"word,omitempty" jsonschema:"the guest's own, of a diet or an allergy"`
}

// Lodgings returns those that fit the wish, in their order, and notes on those
// that do not. What is unknown of a place is not held against it.
func (w Wish) Lodgings(all []Lodging) (fit []Lodging, notes []Note) {
	for _, l := range all {
		_, fits := l.Rooms(w)
		switch {
		case len(w.Kinds) > 0 && !slices.Contains(w.Kinds, l.Kind):
			notes = append(notes, Note{Place: l.Name, Reason: OtherKind})
		case !fits:
			notes = append(notes, Note{Place: l.Name, Reason: TooSmall})
		case over(l.Total(w, 1), w.BudgetNight), over(l.Night, w.BudgetRoom):
			notes = append(notes, Note{Place: l.Name, Reason: OverBudget})
		default:
			fit = append(fit, l)
		}
	}
	return first(fit, w.Limit), notes
}

// Restaurants returns those that fit the wish and notes on those that do not.
// Those known to cater for the diets come first, and those built on what somebody
// does not like last. One whose cuisine is built on
// what a guest must not eat does not fit; that another is safe is for its
// kitchen to say.
func (w Wish) Restaurants(all []Restaurant) (fit []Restaurant, notes []Note) {
	needs, notes := w.needs()
	for _, r := range all {
		at := slices.IndexFunc(needs, func(n need) bool { return n.against(r) })
		switch {
		case at >= 0:
			notes = append(notes, Note{Place: r.Name, Reason: needs[at].reason, Word: needs[at].word})
		case over(r.Person, w.BudgetPerson):
			notes = append(notes, Note{Place: r.Name, Reason: OverBudget})
		default:
			fit = append(fit, r)
		}
	}
	disliked, _ := Wish{Diets: w.Dislikes}.needs()
	against := func(r Restaurant) (n int) {
		if slices.ContainsFunc(disliked, func(n need) bool { return n.against(r) }) {
			n = 1
		}
		return n
	}
	slices.SortStableFunc(fit, func(a, b Restaurant) int {
		return cmp.Or(cmp.Compare(against(a), against(b)), cmp.Compare(served(b, needs), served(a, needs)))
	})
	return first(fit, w.Limit), notes
}

func first[T any](all []T, limit int) []T {
	if limit > 0 && limit < len(all) {
		return all[:limit]
	}
	return all
}

// over reports whether a price is known and above a budget.
func over(price *ui.Money, budget float64) bool {
	return price != nil && budget > 0 && float64(price.Amount) > budget*math.Pow10(decimals(price.Currency))
}

// decimals returns how many digits the minor unit of a currency is. Package ui
// knows them and shows them.
func decimals(currency string) int {
	_, fraction, _ := strings.Cut(ui.Money{Currency: currency}.Text(lang.English), ".")
	return len(fraction)
}
