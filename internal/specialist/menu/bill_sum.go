package menu

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/maitre-dev/maitre/scene"
)

// addUp tells the total with service and tip, who pays what of it, and how it stands to the budget.
func (b *reckoning) addUp() {
	in, out := b.in, &b.out
	total := b.sum
	out.Sum, out.Fits, out.WhatIf = b.say(b.sum), in.Fits, in.WhatIf
	if in.Service > 0 {
		service := b.amount(tip{in.Service, true}, b.sum)
		total += service
		b.now.Service = strconv.FormatFloat(in.Service, 'f', -1, 64)
		out.Service, out.Percent = b.say(service), wordsIn(b.l).Number(in.Service)+"%"
	}
	if in.Tip.amount > 0 {
		extra := b.amount(in.Tip, b.sum)
		total += extra
		out.Tip = b.say(extra)
	}
	out.Total = b.say(total)
	switch {
	case b.last.Total > total:
		out.less = b.say(b.last.Total - total)
	case b.last.Total > 0 && b.last.Total < total:
		out.more = b.say(total - b.last.Total)
	}
	b.now.Total = total
	b.divide(total)
	out.Cheapest = in.Fits && slices.ContainsFunc(in.Changes, func(c change) bool { return c.Pick != nil && c.Pick.Sort == "cheap" })
	if budget := b.card.minor(cmp.Or(budgetOf(in, b.s), b.now.Budget)); budget > 0 && budget != b.card.minor(b.now.Kitty) {
		var x share
		x.within(total, budget, b.say)
		out.Budget, out.Left, out.Over = b.say(budget), x.Left, x.Over
	}
}

// divide tells who pays what of a total.
func (b *reckoning) divide(total int64) {
	in, out := b.in, &b.out
	pay := total - min(total, b.card.minor(in.Kitty))
	if pay < total {
		b.now.Kitty = in.Kitty
		out.Kitty, out.Rest = b.say(total-pay), b.say(pay)
	}
	b.now.Sober = in.Sober
	if in.People > 0 || len(in.Split) > 0 {
		b.now.Split = in.Split
	}
	most := b.card.minor(perHead(in, b.s))
	out.Shares, out.Nobody = b.payers(in, b.now.Lines, b.by, total).shares(b.sum, pay, most, b.say)
	if out.Shares == nil && in.People == 0 {
		owned := kept(b.now.Lines, func(l tabLine) bool { return !scene.Everybody(whoseOf(l.For)) }) // of which it was said whose they are
		rest := ""
		if out.own, rest = b.payers(billIn{Own: true}, owned, nil, total).shares(b.sum, pay, most, b.say); len(out.own) > 1 && rest != "" {
			out.own = append(out.own, share{Who: "shared, or of nobody told", Pays: rest})
		}
	}
	people := int64(in.People)
	each := (pay + people - 1) / max(1, people)
	if people > 1 && len(b.by) == 0 {
		out.People, out.Each, b.now.People = int(people), b.say(each), people
		if over := each*people - pay; over > 0 {
			out.Rounded = b.say(over)
		}
	}
	if most > 0 {
		if out.limit = (&share{Most: b.say(most)}); people > 1 {
			out.limit.within(each, most, b.say)
		}
	}
}

// budgetOf is what a party has for a bill, in all: as it is told with the bill, or else before. One that is told with a trip
// is of the trip.
func budgetOf(in billIn, s *scene.Scene) float64 {
	people := cmp.Or(in.People, float64(s.Party))
	switch {
	case in.Budget > 0:
		return in.Budget
	case in.PerHead > 0:
		return in.PerHead * max(1, people)
	case plansTrip(s):
		return 0
	case s.Budget.Total > 0:
		return s.Budget.Total
	case people < 2 || in.Tab: // the price of one dish is no budget
		return 0
	}
	return s.Budget.Person * people
}

// perHead is the most that each at the table will pay, if that is what was told.
func perHead(in billIn, s *scene.Scene) float64 {
	if in.Budget > 0 || in.PerHead == 0 && (plansTrip(s) || s.Budget.Total > 0) {
		return 0
	}
	return cmp.Or(in.PerHead, s.Budget.Person)
}

func plansTrip(s *scene.Scene) bool {
	return slices.ContainsFunc(s.Shown, func(t scene.Thing) bool { return t.Kind == "lodging" })
}
