package menu

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

// setCourse is how many dishes of a course a set is to have.
type setCourse struct {
	Course string `json:"course"`
	Count  int    `json:"count"`
	Wish   string `json:"wish,omitempty"`
}

// A dishSet is dishes for a whole table that are put together for a budget.
type dishSet struct {
	Lines  []string `json:"lines"`
	Total  string   `json:"total"`
	Budget string   `json:"budget,omitempty"`
	Left   string   `json:"left,omitempty"`
	Over   string   `json:"over,omitempty"` // how much more than the budget the cheapest set is
}

// setPlace is one dish of a set, and those that may take its place, the cheapest first.
type setPlace struct {
	it    Item
	other []Item
}

// findSet puts a set together that everybody at the table may have: what fits best of
// each course, and where that is too much the cheaper ones.
func (w *Waiter) findSet(ctx context.Context, card *Card, in findDishesIn) (all findDishesOut, err error) {
	s := scene.From(ctx)
	all.Dishes = []foundDish{}
	var places []setPlace
	for _, c := range in.Set {
		out, err := w.findDishes(ctx, findDishesIn{Course: c.Course, Wish: c.Wish, For: in.For})
		if err != nil {
			return all, err
		}
		cheap, err := w.findDishes(ctx, findDishesIn{Course: c.Course, For: in.For, Sort: "cheap"})
		if err != nil {
			return all, err
		}
		all.Kitchen, all.CannotJudge, all.AskFirst = cmp.Or(all.Kitchen, out.Kitchen), append(all.CannotJudge, out.CannotJudge...), cmp.Or(all.AskFirst, out.AskFirst)
		best, other := card.priced(out.Dishes), card.priced(cheap.Dishes)
		if len(best)+len(other) == 0 {
			all.NoneFor, all.None = append(all.NoneFor, c.Course), "nothing of a course is for everybody"
			return all, nil
		}
		for i := range max(1, c.Count) {
			if len(best) == 0 {
				best = other
			}
			places = append(places, setPlace{best[i%len(best)], other})
		}
	}
	budget := card.minor(cmp.Or(float64(in.MaxPrice), budgetOf(billIn{}, s)))
	all.Put = addedUp(cheapened(places, budget), budget, s.Language)
	return all, nil
}

// priced are the items of candidates that fit and have a price.
func (card *Card) priced(all []foundDish) (items []Item) {
	for _, d := range fittingDishes(all) {
		if it := card.byID[d.ID]; it.Price != nil && d.Closed == "" {
			items = append(items, it)
		}
	}
	return items
}

// cheapened puts cheaper dishes in the place of the dearest until a set costs no more
// than a budget, or none is cheaper.
func cheapened(all []setPlace, budget int64) []setPlace {
	for budget > 0 && sumOf(all) > budget {
		most, saves := -1, int64(0)
		for i, p := range all {
			if len(p.other) > 0 && p.it.Price.Amount-p.other[0].Price.Amount > saves {
				most, saves = i, p.it.Price.Amount-p.other[0].Price.Amount
			}
		}
		if most < 0 {
			break
		}
		dear, over := &all[most], sumOf(all)-budget
		enough := func(it Item) bool { return dear.it.Price.Amount-it.Price.Amount >= over }
		next := dear.other[0]
		for _, it := range dear.other { // the dearest that is cheap enough
			if enough(it) {
				next = it
			}
		}
		dear.it = next
	}
	return all
}

func sumOf(all []setPlace) (sum int64) {
	for _, p := range all {
		sum += p.it.Price.Amount
	}
	return sum
}

// addedUp is a set with its lines, each dish once, and what is left of the budget.
func addedUp(all []setPlace, budget int64, l lang.Language) *dishSet {
	out := &dishSet{}
	say := func(minor int64) string {
		return ui.Money{Amount: minor, Currency: all[0].it.Price.Currency}.Text(l)
	}
	var ids []string
	for _, p := range all {
		if slices.Contains(ids, p.it.ID) {
			continue
		}
		ids = append(ids, p.it.ID)
		n := int64(0)
		for _, x := range all {
			if x.it.ID == p.it.ID {
				n++
			}
		}
		line := p.it.Name + ": " + say(n*p.it.Price.Amount)
		if n > 1 {
			line = fmt.Sprintf("%d × %s", n, line)
		}
		out.Lines = append(out.Lines, line)
	}
	total := sumOf(all)
	if out.Total = say(total); budget > 0 {
		if out.Budget = say(budget); total > budget {
			out.Over = say(total - budget)
		} else {
			out.Left = say(budget - total)
		}
	}
	return out
}

// put says a set, what it comes to, and whether it is within the budget.
func (t phrases) put(out findDishesOut) string {
	var lines []string
	for _, line := range out.Put.Lines {
		lines = append(lines, "- "+line)
	}
	lines = append(lines, fmt.Sprintf(t.Menu.Total, out.Put.Total))
	switch {
	case out.Put.Over != "":
		lines = append(lines, fmt.Sprintf(t.Menu.OverBudget, out.Put.Over, out.Put.Budget))
	case out.Put.Left != "":
		lines = append(lines, fmt.Sprintf(t.Menu.LeftOver, out.Put.Left, out.Put.Budget))
	}
	return strings.Join(append(lines, t.caution(out.CannotJudge, out.Kitchen)...), "\n")
}
