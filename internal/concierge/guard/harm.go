package guard

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
)

// A Warning is a thing that an answer names, and those who must not have it and of whom it does not say so.
type Warning struct {
	Thing Thing
	For   []NotFor
}

// harm looks for names that are marked as for somebody who must not have the thing. Of what has no such
// mark the answer has to warn them, or a warning is added to it.
func (c *checker) harm(v *findings) {
	for n, m := range v.found {
		thing := c.Things[m.things[0]]
		if !m.whole && thing.Unknown {
			continue // "a portion" is no dish of which nobody knows what is in it
		}
		for _, not := range c.notFor(m) {
			switch theirs, others := c.markedFor(v, n, not); {
			case theirs:
				v.wrong(Harm, m.first, m.last, "%s must not have %s (%s): leave it out, or say for whom else it is, with its mark", cmp.Or(not.Who, "the guest"), thing.Name, not.Why)
			case !others && !c.told(v, n, not):
				i := slices.IndexFunc(v.warn, func(w Warning) bool { return w.Thing.ID == thing.ID })
				if i < 0 {
					i, v.warn = len(v.warn), append(v.warn, Warning{Thing: thing})
				}
				v.warn[i].For = union(v.warn[i].For, []NotFor{not})
			}
		}
	}
	for _, k := range c.Marks { // "[cheese bread](Ana)", which the card calls otherwise
		who, _ := c.takers(k)
		for _, p := range c.Table {
			why, bad := (hook.Constraints{Allergies: p.Allergies, Diets: p.Diets}).Violates(v.raw[k.From:k.To])
			if bad && slices.Contains(who, p.Name) && !v.names(k) {
				v.add(Harm, k.From, k.To, "", "%s must not have %s (%s)", cmp.Or(p.Name, "the guest"), v.raw[k.From:k.To], why)
			}
		}
	}
}

// names reports whether the words of a mark name a thing.
func (v *findings) names(k Mark) bool {
	return slices.ContainsFunc(v.found, func(m mention) bool { return k.From <= v.tokens[m.first].from && v.tokens[m.first].from < k.To })
}

// markedFor reports whether a mention is marked as for somebody, or as for others and not for them. Who writes
// an answer may lie: where the words with the name have it for them, the mark does not count.
func (c *checker) markedFor(v *findings, n int, not NotFor) (theirs, others bool) {
	k, ok := c.markOf(v, v.found[n])
	if !ok || k.Not {
		return false, false
	}
	who, known := c.takers(k)
	if slices.ContainsFunc(who, func(p string) bool { return hook.SameName(p, not.Who) }) {
		return true, false
	}
	return false, known && !hook.Speaks(v.item(n), not.Who)
}

// item returns the words that stand with a name: from the name or the "and" before it, or where the clause begins, to
// where something is set off or the next name stands.
func (v *findings) item(n int) string {
	m, s := v.found[n], v.clause(v.found[n].first)
	for i := m.first - 1; i >= s.first; i-- {
		if v.within(i) || v.has("and", i, i+1) {
			s.first = i + 1
		}
	}
	for i := m.last; i < s.last; i++ {
		if v.tokens[i].breaks || v.within(i) || v.has("and", i, i+1) {
			s.last = i
		}
	}
	return v.words(s.first, s.last)
}

// notFor returns who must not have what a mention may stand for, also where only
// a doctor can tell.
func (c *checker) notFor(m mention) []NotFor {
	all := slices.Clone(c.Things[m.things[0]].NotFor)
	for _, i := range m.things[1:] {
		all = slices.DeleteFunc(all, func(n NotFor) bool {
			return !slices.ContainsFunc(c.Things[i].NotFor, func(o NotFor) bool { return o.Who == n.Who })
		})
	}
	for _, id := range book().kinds["cross"] {
		may := func(word string) bool { return isIn(book().lists[id], word) && len(m.things) == 1 }
		for _, p := range c.Table {
			if slices.ContainsFunc(strings.Fields(lang.Fold(c.profile(m.things[0]).text)), may) &&
				slices.ContainsFunc(p.Allergies, func(a string) bool { return slices.Contains(classes(a), book().rest(id)) }) {
				all = append(all, NotFor{p.Name, book().rest(id)})
			}
		}
	}
	return all
}

// told reports whether an answer says somewhere that a thing is not for somebody: in the clause of its name, the head
// of its list, or the next sentence if that names nothing.
func (c *checker) told(v *findings, n int, not NotFor) bool {
	return slices.ContainsFunc(v.found, func(m mention) bool {
		at := v.tokens[m.first].unit
		u, own := v.units[at], v.clause(m.first)
		k, _ := c.markOf(v, m)
		switch {
		case !slices.Equal(m.things, v.found[n].things):
			return false
		case c.labelled(v, u, m, not), k.Not && c.warns(v, u.span, not, true), c.warns(v, own, not, false), u.under >= 0 && c.warns(v, v.units[u.under].span, not, false):
			return true
		}
		return at+1 < len(v.units) && !v.unitNames(at+1) && !v.units[at+1].list && c.warns(v, v.units[at+1].span, not, false)
	})
}

// labelled reports whether the label before a colon warns of the names behind it: "Fora por leite: …".
func (c *checker) labelled(v *findings, u unit, m mention, not NotFor) bool {
	colon := v.clause(m.first).first
	return colon > u.first && strings.Contains(v.before(colon), ":") && !c.offers(v.text, span{colon, m.first}) && len(c.named(v, u.first, colon)) == 0 && c.warns(v, span{u.first, colon}, not, false)
}

// warns reports whether a stretch warns somebody: it refuses a thing, or says that it has what they must not have.
// What also offers something does not, unless that is marked as for nobody.
func (c *checker) warns(v *findings, s span, not NotFor, offers bool) bool {
	if c.namesOthers(v, s, not) || !offers && c.offers(v.text, s) {
		return false
	}
	for j := s.first; j < s.last && !v.asks(v.units[v.tokens[s.first].unit]); j++ {
		food, end := v.food(j, s.last)
		says := end > j && (v.allergen(j) > j || v.has("holds", max(s.first, j-12), j))
		if says && !v.within(j) && !c.negated(v.text, j) && !v.has("free_of", max(s.first, j-2), j) && !v.has("free", end, end+1) && c.holds(food, not) {
			return true
		}
	}
	return c.refuses(v, s)
}

// refuses reports whether a stretch has a word of warning, or a denial that something suits: "não é para", "isn't for",
// "ni el ceviche", "… para a Bia, não".
func (c *checker) refuses(v *findings, s span) bool {
	for _, w := range slices.Concat(v.find("warn", s.first, s.last), v.find("shun", s.first, s.last)) {
		if praise := v.has("safe", max(s.first, w.from-1), w.from+1); !praise && !v.within(w.from) && !c.negated(v.text, w.from) {
			return true
		}
	}
	return slices.ContainsFunc(c.nots(v.text, s), func(w mark) bool {
		to := w.to
		for to < min(w.to+3, s.last) && !v.tokens[to].breaks {
			to++
		}
		return !v.within(w.from) && (to == w.to || v.has("suit", w.to, to) || v.has("eat", w.to, to) || v.within(w.to) || v.within(w.to+1))
	})
}

// namesOthers reports whether a stretch names people at the table, and not somebody.
func (c *checker) namesOthers(v *findings, s span, not NotFor) bool {
	words := v.words(s.first, s.last)
	others := func(p hook.Person) bool { return p.Name != not.Who && hook.Speaks(words, p.Name) }
	return slices.ContainsFunc(c.Table, others) && !hook.Speaks(words, not.Who) && !(not.Who == "" && v.has("you", s.first, s.last))
}

// offers reports whether a stretch offers something.
func (c *checker) offers(t *text, s span) bool {
	return t.has("idiom", s.first, s.last) || strings.Contains(t.words(s.first, s.last), "$") || slices.ContainsFunc(t.find("offer", s.first, s.last), func(o mark) bool { return !c.negated(t, o.from) })
}

// nots returns the negations in a stretch, without sayings such as "não perca". In Portuguese "no" is none.
func (c *checker) nots(t *text, s span) []mark {
	all := slices.Clone(t.find("not", s.first, s.last))
	if c.Language != lang.Portuguese {
		all = append(all, t.find("no", s.first, s.last)...)
	}
	idioms := t.find("idiom", max(0, s.first-2), s.last)
	return slices.DeleteFunc(all, func(m mark) bool {
		return slices.ContainsFunc(idioms, func(i mark) bool { return i.from <= m.from && m.from < i.to })
	})
}

// negated reports whether a negation stands right before a token.
func (c *checker) negated(t *text, at int) bool {
	from := max(t.units[t.tokens[at].unit].first, at-3)
	return slices.ContainsFunc(c.nots(t, span{from, at}), func(m mark) bool { return !t.broken(m.from, at) })
}

// holds reports whether words name what somebody must not have.
func (c *checker) holds(words string, not NotFor) bool {
	must := hook.Constraints{Allergies: []string{not.Why}}
	for _, p := range c.Table {
		if p.Is(not.Who) {
			must.Allergies, must.Diets = slices.Concat(must.Allergies, p.Allergies, p.Dislikes), p.Diets
		}
	}
	_, bad := must.Violates(words)
	return bad || slices.ContainsFunc(must.Allergies, func(a string) bool {
		return slices.ContainsFunc(classes(a), func(x string) bool { return slices.Contains(classes(words), x) })
	})
}

// Aside returns the ids of the things that an answer without marks names to say that they are not for somebody.
func Aside(answer string, f Facts) (ids []string) {
	v := newChecker(f).read(answer)
	for _, m := range v.found {
		t := f.Things[m.things[0]]
		if len(m.things) == 1 && len(t.NotFor) > 0 && newChecker(f).refuses(v, v.clause(m.first)) {
			ids = union(ids, []string{t.ID})
		}
	}
	return ids
}
