package menu

import (
	"context"
	"slices"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/scene"
)

// findForEach finds one dish for each person at the table, another for each where there
// are enough.
func (w *Waiter) findForEach(ctx context.Context, in findDishesIn, people []hook.Person) (all findDishesOut, err error) {
	in.Each = false
	all.Dishes, all.Course = []foundDish{}, courseCalled(in.Course)
	taken := func(d foundDish) bool {
		return slices.ContainsFunc(all.Dishes, func(had foundDish) bool { return had.ID == d.ID })
	}
	for _, p := range people {
		in.For = []string{or(p.Name, "me")}
		out, err := w.findDishes(ctx, in)
		if err != nil {
			return all, err
		}
		fit := fittingDishes(out.Dishes)
		i := max(0, slices.IndexFunc(fit, func(d foundDish) bool { return !taken(d) }))
		if len(fit) > 0 {
			fit[i].For, fit[i].NotFor = or(p.Name, guestName), nil
			all.Dishes = append(all.Dishes, fit[i])
		} else {
			all.NoneFor, all.AbovePrice = append(all.NoneFor, or(p.Name, guestName)), out.AbovePrice
		}
		for _, left := range out.LeftOut {
			if !slices.ContainsFunc(all.LeftOut, func(had leftOut) bool { return had.bar == left.bar }) {
				all.LeftOut = append(all.LeftOut, left)
			}
		}
		all.Kitchen, all.AskFirst = or(all.Kitchen, out.Kitchen), or(all.AskFirst, out.AskFirst)
		for _, b := range out.CannotJudge {
			if !slices.Contains(all.CannotJudge, b) {
				all.CannotJudge = append(all.CannotJudge, b)
			}
		}
	}
	return all, nil
}

// drinkers are those at the table whom a search for drinks is for, if the guest is one of
// them: who must not have any beer, as a driver, bars it to nobody else. Nobody is all.
func (card *Card) drinkers(s *scene.Scene) (who []string) {
	people := s.People()
	for _, p := range people {
		seats, _ := card.seats(s, []string{or(p.Name, "me")})
		may := func(it Item) bool { return it.Course == "beer" && len(card.bars(it, seats, s.Language)) == 0 }
		if p.Is(hook.Companion) || slices.ContainsFunc(card.Items(), may) {
			who = append(who, or(p.Name, "me"))
		} else if p.Name == "" {
			return nil
		}
	}
	if len(who) == len(people) {
		return nil
	}
	return who
}

// warned are the bars of an item that are worth saying: that a child or a driver has no wine
// goes without it, unless nobody at the table drinks.
func (card *Card) warned(it Item, seats []seat, s *scene.Scene) []bar {
	all := card.bars(it, seats, s.Language)
	if it.Course != "drink" && it.Course != "beer" || dry(s) {
		return all
	}
	return slices.DeleteFunc(all, func(b bar) bool { return b.Who != guestName && b.Why != unknownContents && aDrink(b.Why) })
}
