package menu

import (
	"slices"

	"github.com/maitre-dev/maitre/hook"
)

// A share is what somebody pays of a bill, and how that stands to the most that they will.
type share struct {
	Who  string `json:"who,omitempty"`
	Pays string `json:"pays,omitempty"`
	Most string `json:"most,omitempty"`
	Left string `json:"left,omitempty"`
	Over string `json:"over,omitempty"`
}

// within says how an amount stands to the most that somebody will pay; 0: any.
func (x *share) within(pays, most int64, say func(int64) string) {
	switch {
	case most <= 0:
	case pays > most:
		x.Over = say(pays - most)
	default:
		x.Left = say(most - pays)
	}
}

// payers are who pays for what of a bill.
type payers struct {
	who  []string
	owes []float64 // in minor units, before service and tip
}

// add puts an amount on some people, in equal parts. One who is named twice pays for two.
func (p *payers) add(who []string, amount int64) {
	for _, name := range who {
		i := slices.IndexFunc(p.who, func(had string) bool { return hook.SameName(had, name) })
		if i < 0 {
			i, p.who, p.owes = len(p.who), append(p.who, name), append(p.owes, 0)
		}
		p.owes[i] += float64(amount) / float64(len(who))
	}
}

// shares returns what each pays of the total, service and tip in proportion, so that all
// of them make it up, and how that stands to the most that each will pay; and what is left
// of it that nobody pays for.
func (p *payers) shares(sum, total, most int64, say func(int64) string) (all []share, nobody string) {
	if len(p.who) == 0 || sum == 0 {
		return nil, ""
	}
	var owed float64
	var paid int64
	for i, name := range p.who {
		before := paid
		owed += p.owes[i]
		paid = int64(owed*float64(total)/float64(sum) + 0.5)
		if hook.SameName(name, "") {
			name = guestName
		}
		one := share{Who: name, Pays: say(paid - before)}
		one.within(paid-before, most, say)
		all = append(all, one)
	}
	if paid < total {
		nobody = say(total - paid)
	}
	return all, nobody
}

// A paying is who pays for what of the order.
type paying struct {
	Payers []payer `json:"payers,omitempty"`
	Own    bool    `json:"own,omitempty"`   // each pays for what they have, and a part of the rest
	Kitty  number  `json:"kitty,omitempty"` // paid from it first
}

// A payer is somebody who pays for some dishes, for what they have, or for the rest.
type payer struct {
	Who    string `json:"who"`
	Dishes list   `json:"dishes,omitempty"`
	Rest   bool   `json:"rest,omitempty"`
}

// share puts the lines of a tab on those who pay for them, and returns what is left of the total,
// which the others share.
func (x *paying) share(card *Card, t *tab, paid *payers, sum, total int64, people int) (rest int64) {
	left := sum
	put := func(who []string, l tabLine) {
		if it := card.byID[l.ID]; it.Price != nil && len(who) > 0 {
			paid.add(who, l.Quantity*it.Price.Amount)
			left -= l.Quantity * it.Price.Amount
		}
	}
	takes := func(p payer, l tabLine) bool {
		return slices.Contains(p.Dishes, l.ID) || len(p.Dishes) == 0 && !p.Rest && slices.ContainsFunc(t.whose(l.For), func(name string) bool { return hook.SameName(name, p.Who) })
	}
	for _, l := range t.Lines {
		i := slices.IndexFunc(x.Payers, func(p payer) bool { return takes(p, l) })
		switch {
		case i >= 0:
			put([]string{x.Payers[i].Who}, l)
		case x.Own:
			put(t.whose(l.For), l)
		}
	}
	all := slices.Clone(paid.who)
	if i := slices.IndexFunc(x.Payers, func(p payer) bool { return p.Rest }); i >= 0 {
		all, x.Own = []string{x.Payers[i].Who}, true
	}
	if x.Own && left > 0 && len(all) > 0 && (people == 0 || people == len(all) || len(all) == 1) {
		paid.add(all, left)
		left = 0
	}
	return int64(float64(left)*float64(total)/float64(max(1, sum)) + 0.5)
}
