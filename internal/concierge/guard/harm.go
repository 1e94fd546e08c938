package guard

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
)

// harm finds the names of things that somebody at the table must not have, where the answer offers them to that person.
func (a *answer) harm() {
	for _, m := range a.named {
		thing := a.Things[m.things[0]].Name
		for _, not := range a.notFor(m) {
			if wrong, again := a.offeredTo(m, not); wrong {
				a.add(Violation{
					Kind: Harm, Word: NotForThem, Thing: thing, Who: not.Who, Why: not.Why, Again: again,
					What: cmp.Or(not.Who, "the guest") + " must not have " + thing + " (" + not.Why + "): leave it out, or mark it for those who may",
				}, m.span)
			}
		}
	}
}

// offeredTo reports whether a name is for somebody who must not have the thing, and whether that was chosen: it is marked
// for them, or suggested. For whom a name is its mark tells, unless the words right before it name this person: "sua tia fica
// com o …". Without a mark it may be for anybody; but what is ordered, and a short name beside names that are marked, is
// only spoken of, unless it is suggested or its sentence names this person. Nothing is wrong where the answer gives the reason beside the name, "o bobó leva
// camarão", but for a mark; that may only tell what is ordered.
func (a *answer) offeredTo(m mention, not NotFor) (wrong, again bool) {
	u, told := a.unitOf(m.first), a.tells(m, not)
	k, marked := a.markOf(m)
	who, known := a.takers(k)
	theirs := slices.ContainsFunc(who, func(p string) bool { return hook.SameName(p, not.Who) })
	ordered := slices.Contains(a.Ordered, a.Things[m.things[0]].ID)
	offers := a.has("offer", u.first, u.last)
	switch {
	case marked && k.Not:
		wrong = !told && (a.addressed(m, not.Who) || offers) && (len(a.nots(u.span)) == 0 || a.denies(u.span, not))
	case marked && known && theirs:
		wrong = !told || !ordered
	case marked && known:
		wrong = !told && a.addressed(m, not.Who)
	case !marked && (ordered || len(a.Marks) > 0 && !m.whole):
		wrong = !told && (offers && !ordered || a.aimedAt(u.span, not.Who))
	default:
		wrong = !told
	}
	return wrong, theirs || offers
}

// aimedAt reports whether a sentence names somebody, or everybody.
func (a *answer) aimedAt(s span, who string) bool {
	return a.has("all", s.first, s.last) || who == "" && a.has("you", s.first, s.last) || who != "" && slices.Contains(a.people(s), who)
}

// addressed reports whether the words right before a name, since a comma or the name before, are of somebody.
func (a *answer) addressed(m mention, who string) bool {
	from := m.first
	for from > a.unitOf(m.first).first && !a.tokens[from].breaks && !within(a.named, from-1) {
		from--
	}
	return who != "" && slices.Contains(a.people(span{from, m.first}), who)
}

// tells reports whether the answer says of a thing that is named in it what somebody must not have: behind its name,
// before it in a line that leaves it out, in the head of its list, or in a sentence after it that names nothing.
func (a *answer) tells(m mention, not NotFor) bool {
	for _, o := range a.named {
		if !slices.Equal(o.things, m.things) {
			continue
		}
		i := a.tokens[o.first].unit
		u := a.units[i]
		if a.gives(span{o.last, u.last}, not) || u.under >= 0 && a.gives(a.units[u.under].span, not) || a.leavesOut(u, o) && a.gives(span{u.first, o.first}, not) {
			return true
		}
		for i++; i < len(a.units) && !a.namesIn(a.units[i]) && !a.units[i].list; i++ {
			if a.gives(a.units[i].span, not) {
				return true
			}
		}
	}
	return false
}

// leavesOut reports whether a line begins with what it says against the names in it: "Para a Ana, fora por leite: o Pudim".
func (a *answer) leavesOut(u unit, m mention) bool {
	return !a.has("offer", u.first, u.last) && strings.Contains(a.raw[u.from:a.tokens[m.first].from], ":") && a.has("drop", u.first, m.first)
}

// namesIn reports whether a unit names a thing.
func (a *answer) namesIn(u unit) bool {
	return slices.ContainsFunc(a.named, func(m mention) bool { return u.first <= m.first && m.first < u.last })
}

// gives reports whether some words, without names that are certain and what they deny, name what somebody must not
// have, or with a negation the diet for which it is so: "não é para a Bia, vegana".
func (a *answer) gives(s span, not NotFor) bool {
	var words []string
	denied := a.denials(s)
	for i := s.first; i < s.last; i++ {
		if !a.has("not", i, i+1) && !slices.ContainsFunc(denied, func(x claim) bool { return x.first <= i && i < x.last }) && !slices.ContainsFunc(a.named, func(m mention) bool { return m.certain() && m.first <= i && i < m.last }) {
			words = append(words, a.tokens[i].word)
		}
	}
	return len(words) > 0 && a.holds(strings.Join(words, " "), not, len(a.nots(s)) > 0)
}

// denials returns where a stretch says that foods are not in something.
func (a *answer) denials(s span) (all []claim) {
	for i := s.first; i < s.last; i++ {
		if x, ok := a.without(i); ok {
			all = append(all, x)
		}
	}
	return all
}

// denies reports whether a stretch says that what somebody must not have is not in something.
func (a *answer) denies(s span, not NotFor) bool {
	return slices.ContainsFunc(a.denials(s), func(x claim) bool {
		return slices.ContainsFunc(x.foods, func(food string) bool { return a.holds(food, not, false) })
	})
}

// notFor returns who must not have what a mention stands for, also where only a doctor can tell. Of several
// things that it may stand for it is what is against all of them.
func (c *checker) notFor(m mention) []NotFor {
	all := slices.Clone(c.Things[m.things[0]].NotFor)
	for _, i := range m.things[1:] {
		all = slices.DeleteFunc(all, func(n NotFor) bool {
			return !slices.ContainsFunc(c.Things[i].NotFor, func(o NotFor) bool { return o.Who == n.Who })
		})
	}
	if len(m.things) > 1 {
		return all
	}
	made := readText(c.profile(m.things[0]).text)
	for i := range made.tokens {
		for allergen := range made.labels("cross", i) {
			for _, p := range c.Table {
				if slices.ContainsFunc(p.Allergies, func(a string) bool { return slices.Contains(allergensIn(a), allergen) }) {
					all = union(all, []NotFor{{p.Name, allergen}})
				}
			}
		}
	}
	return all
}

// nots returns the negations of a stretch that are in no name.
func (a *answer) nots(s span) []span {
	all := slices.Clone(a.find("not", s.first, s.last))
	if a.Language != lang.Portuguese {
		all = append(all, a.find("no", s.first, s.last)...)
	}
	return slices.DeleteFunc(all, func(n span) bool { return within(a.named, n.first) })
}

// negated reports whether a negation stands right before a token.
func (a *answer) negated(at int) bool {
	before := span{max(a.unitOf(at).first, at-3), at}
	return slices.ContainsFunc(a.nots(before), func(n span) bool { return !a.broken(n.first, at) })
}

// holds reports whether words name a food that a person must not have, or the diet for which it is so.
func (c *checker) holds(words string, not NotFor, diet bool) bool {
	must := hook.Constraints{Allergies: []string{not.Why}}
	for _, p := range c.Table {
		if !p.Is(not.Who) {
			continue
		}
		if must.Diets = p.Diets; !diet && slices.Contains(p.Diets, not.Why) {
			must.Allergies = nil
		}
		must.Allergies = append(must.Allergies, p.Allergies...)
	}
	if _, bad := must.Violates(words); bad {
		return true
	}
	have := allergensIn(words)
	return slices.ContainsFunc(must.Allergies, func(a string) bool { return shared(allergensIn(a), have) })
}

// people returns which people at the table a stretch names.
func (a *answer) people(s span) (who []string) {
	for _, p := range a.Table {
		for _, w := range strings.Fields(lang.Fold(p.Name)) {
			if len(w) > 1 && p.Name != hook.Companion && slices.ContainsFunc(a.tokens[s.first:s.last], func(k token) bool { return k.same == sameWord(w) }) {
				who = append(who, p.Name)
				break
			}
		}
	}
	return who
}
