package menu

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/scene"
)

// A payment is what some people pay of a bill together: an amount, or some dishes, or else what they have and an equal part,
// a head, of what is nobody's.
type payment struct {
	Who    []string `json:"who"`
	Dishes []string `json:"dishes,omitempty" jsonschema:"of one that is there several times, all that nobody else names; again for one each"`
	Amount tip      `json:"amount,omitzero" jsonschema:"or 50%"`
	Heads  float64  `json:"heads,omitempty" jsonschema:"-"`
}

// A share is what somebody pays of a bill, and how that stands to the most that they will.
type share struct {
	Who  string `json:"who,omitempty"` // several: "Ana, guest"
	Pays string `json:"pays,omitempty"`
	Each string `json:"each,omitempty"` // of several who have no name
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

// A payer is somebody who pays, alone or with others, and for what.
type payer struct {
	who   []string
	heads int64
	open  bool    // they pay a part of what is nobody's
	fixed int64   // of the total, in minor units
	owes  float64 // before service and tip
}

type payers []payer

// paidFor is a dish with the people who pay for it, and its cost.
type paidFor struct {
	id     string
	who    []string
	amount float64
}

// add puts an amount on some people, in equal parts. One who is named twice pays for two; strangers, who pay for nothing yet,
// are left out unless they are let in.
func (all *payers) add(who []string, amount float64, letIn bool) (left float64) {
	for _, name := range who {
		i := slices.IndexFunc(*all, func(p payer) bool {
			return slices.ContainsFunc(p.who, func(had string) bool { return hook.SameName(had, name) })
		})
		if i < 0 && letIn {
			i, *all = len(*all), append(*all, payer{who: []string{name}, heads: 1, open: true})
		}
		if one := amount / float64(len(who)); i < 0 {
			left += one
		} else {
			(*all)[i].owes += one
		}
	}
	return left
}

// others adds those who have no name.
func (all *payers) others(heads float64) {
	*all = append(*all, payer{who: []string{"others"}, heads: int64(heads), open: true})
}

// heads are those of all who share what is nobody's.
func (all payers) heads() (n float64) {
	for _, p := range all {
		if p.open {
			n += float64(p.heads)
		}
	}
	return n
}

// payers returns the people who pay a bill unevenly: for the dishes given to them (by), for their own, or as the split
// says. There are none if the bill is split evenly.
func (b *reckoning) payers(in billIn, lines []tabLine, by []paidFor, total int64) (all payers) {
	left := map[string]float64{} // of what each dish costs
	cost := func(l tabLine) float64 {
		if price := b.card.byID[l.ID].Price; price != nil {
			return float64(l.Quantity * price.Amount)
		}
		return 0
	}
	for _, l := range lines {
		left[l.ID] += cost(l)
	}
	people := b.s.People()
	if dry := scene.Apart(people, in.Sober.Who); len(dry) > 0 && int(in.Sober.Heads) > len(dry) { // who has no drinks, and the others
		all = payers{{who: dry, heads: int64(len(dry)), open: true}, {heads: int64(in.Sober.Heads) - int64(len(dry)), open: true}}
		for id, amount := range left {
			if strong(b.card.byID[id]) {
				all[1].owes, left[id] = all[1].owes+amount, 0
			}
		}
		lines = nil // it is split, whoever has what
	}
	for _, p := range in.Split {
		one := payer{who: scene.Apart(people, p.Who), fixed: b.amount(p.Amount, total), heads: int64(p.Heads)}
		if one.heads <= 0 {
			one.heads = int64(len(one.who))
		}
		one.open = one.fixed == 0 && len(p.Dishes) == 0
		all = append(all, one)
	}
	for _, x := range by {
		left[x.id] += all.add(x.who, x.amount, true) - x.amount
	}
	if others := in.People; len(by) > 0 && len(in.Split) == 0 { // "Ana pays the wine, the rest by three"
		if payers := float64(len(all)); others+payers > float64(b.s.Party) { // they are among those people
			others -= payers
		}
		if others >= 1 {
			for i := range all {
				all[i].open = false
			}
			all.others(others)
			lines, in.People = nil, 0 // whoever has what
		}
	}
	claims := map[string][]int{} // who pays for a dish: each time it is named it is one part of what it costs
	for i, p := range in.Split {
		for _, dish := range p.Dishes {
			for _, it := range b.paidAs(dish) {
				claims[it.ID] = append(claims[it.ID], i)
			}
		}
	}
	for id, claimed := range claims {
		for _, i := range claimed {
			all[i].owes += left[id] / float64(len(claimed))
		}
		left[id] = 0
	}
	own := in.Own || len(in.Split) == 0 && lines != nil // who has what nobody was told to pay for pays it
	if own && !in.Own && len(by) == 0 {
		return nil
	}
	for _, l := range lines {
		if who := scene.Apart(people, whoseOf(l.For)); len(who) > 0 && in.People == 0 {
			amount := min(left[l.ID], cost(l))
			left[l.ID] += all.add(who, amount, own) - amount
		}
	}
	rest := 0.0
	for _, amount := range left {
		rest += amount
	}
	if others := max(in.People, float64(b.s.Party)) - all.heads(); own && !in.Own && rest >= 1 {
		if others < 1 && len(all) < 2 {
			return all // who pays the rest nobody said
		} else if others >= 1 {
			all.others(others)
		}
	}
	heads := max(all.heads(), in.People)
	for i, p := range all {
		if p.open {
			all[i].owes += rest * float64(p.heads) / heads
		}
	}
	return all
}

// paidAs are the dishes that a word of a split means: a dish, or of the order all of a course, or the food.
func (b *reckoning) paidAs(word string) []Item {
	of := func(l tabLine) bool {
		it := b.card.byID[l.ID]
		return word == "food" && !it.drinkable() || slices.Contains(Courses, word) && fitsCourse(it.Course, word, false)
	}
	if some := kept(b.now.Lines, of); len(some) > 0 {
		return b.items(some)
	}
	return b.card.refer(b.s, word)
}

// shares returns the part of a total that each payer pays, service and tip in proportion, so that the parts make up the
// total, and the rest that nobody pays. Fixed amounts come off first, then the dishes of people who pay for those; the
// others pay the rest.
func (all payers) shares(sum, total, most int64, say func(int64) string) (parts []share, nobody string) {
	if len(all) == 0 || sum == 0 {
		return nil, ""
	}
	scale := float64(total) / float64(sum)
	rest, open, fixed := float64(total), 0.0, int64(0)
	for _, p := range all {
		switch {
		case p.fixed > 0:
			fixed += p.fixed
		case p.open:
			open += p.owes
		default:
			rest -= p.owes * scale
		}
	}
	rest = max(0, rest-float64(fixed))
	part := func(p payer) float64 {
		switch {
		case !p.open:
			return p.owes * scale
		case open == 0:
			return rest * float64(p.heads) / all.heads()
		case fixed > 0: // those pay for whatever it is
			return p.owes * rest / open
		}
		return p.owes * scale
	}
	var owed float64
	var paid int64
	for _, p := range all {
		pays := p.fixed
		if pays == 0 {
			owed += part(p)
			pays = int64(owed+0.5) - paid
			paid += pays
		}
		if pays == 0 && len(p.who) == 0 { // there is no rest
			continue
		}
		who := slices.Clone(p.who)
		for i, name := range who {
			if hook.SameName(name, "") {
				who[i] = guestName
			}
		}
		one := share{Who: strings.Join(who, ", "), Pays: say(pays)}
		if n := p.heads; n > int64(len(who)) {
			one.Each = say((pays + n - 1) / n)
		}
		one.within(pays, most, say)
		parts = append(parts, one)
	}
	if paid += fixed; paid < total {
		nobody = say(total - paid)
	}
	return parts, nobody
}
