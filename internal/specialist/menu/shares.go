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
