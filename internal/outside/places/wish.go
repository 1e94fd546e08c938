package places

import (
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

// Fit returns the places that fit the wish, and notes on those that do not. What is unknown
// of a place is not held against it, and a restaurant whose cuisine is built on what a guest
// must not eat does not fit; that another is safe is for its kitchen to say. Restaurants known
// to cater for the diets come first, those built on what somebody does not like last.
func (w Wish) Fit(all []Listing) (fit []Listing, notes []Note) {
	needs, notes := w.needs()
	for _, l := range all {
		if n := w.against(l, needs); n.Reason != "" {
			n.Place = l.Name
			notes = append(notes, n)
		} else {
			fit = append(fit, l)
		}
	}
	disliked, _ := Wish{Diets: w.Dislikes}.needs()
	rank := func(l Listing) (n int) {
		if slices.ContainsFunc(disliked, func(n need) bool { return n.against(l) }) {
			n = len(needs) + 1
		}
		for _, need := range needs {
			if need.food.servedBy(l) {
				n--
			}
		}
		return n
	}
	slices.SortStableFunc(fit, func(a, b Listing) int { return rank(a) - rank(b) })
	return fit, notes
}

// against says why a place does not fit, if it does not.
func (w Wish) against(l Listing, needs []need) Note {
	_, fits := l.Rooms(w)
	at := slices.IndexFunc(needs, func(n need) bool { return n.against(l) })
	switch {
	case len(w.Kinds) > 0 && !slices.Contains(w.Kinds, l.Kind):
		return Note{Reason: OtherKind}
	case !fits:
		return Note{Reason: TooSmall}
	case at >= 0:
		return Note{Reason: needs[at].reason, Word: needs[at].word}
	case over(l.Total(w, 1), w.BudgetNight), over(l.Night, w.BudgetRoom), over(l.Person, w.BudgetPerson):
		return Note{Reason: OverBudget}
	}
	return Note{}
}

// over reports whether a price is known and above a budget.
func over(price *ui.Money, budget float64) bool {
	return price != nil && budget > 0 && float64(price.Amount) > budget*Minor(price.Currency)
}

// Minor returns how many of its minor unit a currency's unit has: 100 of BRL, 1 of JPY.
// Package ui knows them and shows them.
func Minor(currency string) float64 {
	_, fraction, _ := strings.Cut(ui.Money{Currency: currency}.Text(lang.English), ".")
	return math.Pow10(len(fraction))
}
