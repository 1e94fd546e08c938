package guard

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
)

// A span is tokens: from first to before last.
type span struct{ first, last int }

// harm finds things that the answer offers to a person who must not have them. An answer may name
// such a thing as a warning, or for another person: a mark tells that, or else the words around the
// name.
func (c *checker) harm(v *findings, found []mention) {
	for n, m := range found {
		if !m.whole && c.Things[m.things[0]].Unknown {
			continue // "a portion" is no dish of which nobody knows what is in it
		}
		if next := m.to; m.weak && m.own == 0 && next < len(v.tokens) && !v.tokens[next].breaks && edible(v.tokens[next].word) {
			continue // the "raw" of "raw coriander"
		}
		if m.weak && v.sounds(m.from) {
			continue // the milk of "coconut milk"
		}
		u := v.units[v.tokens[m.from].unit]
		for _, not := range c.notFor(m, v.has("each_of", u.first, m.from)) {
			if need := m.weak && lang.Fold(v.raw[v.tokens[m.from].from:v.tokens[m.to-1].to]) == lang.Fold(not.Why) && !v.has("offer", u.first, u.last); need {
				continue // "the shrimp of your husband is noted"
			}
			if !c.offeredTo(v, found, n, not) {
				continue
			}
			v.wrong(Harm, m.from, m.to, "%s must not have %s (%s): leave it out, warn of it, or say for whom else it is, with its mark", cmp.Or(not.Who, "the guest"), c.Things[m.things[0]].Name, not.Why)
			break
		}
	}
	c.vague(v, found)
}

// offeredTo reports whether a mention offers a thing to somebody who must not have it. A mark tells for
// whom it is. Where there is none it is offered to those of whom the words nearest to it speak, unless
// they leave it out or warn of it; where they speak of nobody, to the guest, and to all whom the guest asks for.
func (c *checker) offeredTo(v *findings, found []mention, n int, not NotFor) bool {
	m := found[n]
	u := v.units[v.tokens[m.from].unit]
	if marked, theirs := c.markedFor(v, found, m, not); marked {
		return theirs && !c.readsBack(v, found, n, not)
	}
	if c.excused(v, found, n, not) {
		return false
	}
	offers := c.offersIn(v, v.clause(u, m.from))
	if len(c.Marks) > 0 && !m.whole && !offers && !c.addresses(v, u, not) && !v.everybody(u.first, u.last) {
		return false
	}
	if c.retold(v, found, n) || not.Who != "" && v.owned(u, m.from) && !c.addresses(v, u, not) { // "your beer" stays the guest's
		return false
	}
	vouched := c.vouched(v, found, u, not)
	is := func(p string) bool {
		return hook.Person{Name: not.Who}.Is(p) || p == anybody || p == somebody && hook.SameName(not.Who, hook.Companion)
	}
	silent := !offers && !vouched
	switch who, all := c.audience(v, found, n); {
	case silent && c.pending(v, found, u, not):
		return false
	case all:
		return true
	case len(who) > 0:
		return slices.ContainsFunc(who, is)
	case not.Who != "" && silent && slices.Contains(c.guestNamed(), m.things[0]) && !v.has("yes", 0, min(3, len(v.tokens))):
		return false // who ordered it knows whom it is for
	case !offers && c.readBack(v, found, n), not.Who != "" && silent && (c.alone() || hook.SameName(not.Who, hook.Companion)):
		return false
	case not.Who != "" && (v.has("to_them", u.first, u.last) || c.addresses(v, u, not)):
		return false // the sentence has something else for them
	}
	who := c.people(c.asked, span{0, len(c.asked.tokens)})
	return len(who) == 0 || slices.ContainsFunc(who, is)
}

// vouched reports whether a sentence says that what somebody must not have is not in a thing, or that it keeps a diet.
func (c *checker) vouched(v *findings, found []mention, u unit, not NotFor) bool {
	return slices.ContainsFunc(c.claimsIn(v, found, u), func(x claim) bool {
		return x.diet != "" || slices.ContainsFunc(x.foods, func(food string) bool { return c.holds(food, not) })
	})
}

// audience returns for whom a mention is by what is said nearest to it, and whether that is all: with its name or
// those in a row with it, before the names of its clause or its sentence, or in the head of its list.
func (c *checker) audience(v *findings, found []mention, n int) (who []string, all bool) {
	at := v.tokens[found[n].from].unit
	u, first, last := v.units[at], n, n
	joined := func(i int) bool {
		return v.tokens[found[i].from].unit == at && v.tokens[found[i+1].from].unit == at && v.onlyRow(found, found[i].to, found[i+1].from)
	}
	for first > 0 && joined(first-1) {
		first--
	}
	for last+1 < len(found) && joined(last) {
		last++
	}
	own := v.clause(u, found[n].from)
	before := func(from int) span { // the words before the first name
		i := slices.IndexFunc(found, func(m mention) bool { return from <= m.from })
		return span{from, found[i].from}
	}
	scopes := []span{v.item(u, found, n), {v.item(u, found, first).first, v.item(u, found, last).last}, before(own.first), before(u.first)}
	if u.under >= 0 {
		scopes = append(scopes, span{v.units[u.under].first, v.units[u.under].last})
	}
	if last+1 == len(found) || found[last+1].from >= u.last { // "…, but it is for you"
		scopes = append(scopes, span{found[last].to, u.last})
	}
	for _, s := range scopes {
		if v.everybody(s.first, s.last) {
			return nil, true
		}
		if who = c.people(v.text, s); len(who) == 0 && v.has("to_them", s.first, s.last) {
			who = append(who, anybody)
		}
		if len(who) > 0 {
			return who, false
		}
	}
	return nil, false
}

// vague looks for offers of what somebody must not have by some words of its
// name: where a sentence names nothing, but has two words of it.
func (c *checker) vague(v *findings, found []mention) {
	for n, u := range v.units {
		if unitNames(v, found, n) || u.first == u.last || !v.has("offer", u.first, u.last) && !v.has("all", u.first, u.last) && !strings.Contains(v.raw[u.from:u.to], "$") {
			continue
		}
		of := c.known(c.near(v.text, found, u.first, u.last, 2))
		if len(of) == 0 || slices.ContainsFunc(found, func(m mention) bool { return slices.Contains(of, m.things[0]) }) { // what is named was looked at
			continue
		}
		m := mention{from: u.first, to: u.first + 1, things: of}
		for _, not := range c.notFor(m, false) {
			if !c.excused(v, []mention{m}, 0, not) {
				v.wrong(Harm, u.first, u.last, "%s must not have %s (%s)", cmp.Or(not.Who, "the guest"), c.Things[of[0]].Name, not.Why)
				break
			}
		}
	}
}

// notFor returns who must not have what a mention may stand for, also where only
// a doctor can tell.
func (c *checker) notFor(m mention, each bool) []NotFor {
	all := slices.Clone(c.Things[m.things[0]].NotFor)
	for _, i := range m.things[1:] {
		if each { // "cualquiera de los dos"
			all = append(all, c.Things[i].NotFor...)
			continue
		}
		all = slices.DeleteFunc(all, func(n NotFor) bool {
			return !slices.ContainsFunc(c.Things[i].NotFor, func(o NotFor) bool { return o.Who == n.Who })
		})
	}
	if len(m.things) > 1 {
		return all
	}
	b := book()
	for _, id := range b.under("cross") {
		for _, p := range c.Table {
			if slices.ContainsFunc(p.Allergies, func(a string) bool { return slices.Contains(classes(a), b.rest(id)) }) &&
				slices.ContainsFunc(strings.Fields(lang.Fold(c.profile(m.things[0]).text)), func(w string) bool { return isIn(id, w) }) {
				all = append(all, NotFor{p.Name, b.rest(id)})
			}
		}
	}
	return all
}

// excused reports whether a mention of a thing that a person must not have is no offer to that
// person.
func (c *checker) excused(v *findings, found []mention, n int, not NotFor) bool {
	m := found[n]
	at := v.tokens[m.from].unit
	u := v.units[at]
	if head := c.head(v.text, at); head >= 0 && c.warnsAbove(v, v.units[head], not) {
		return true
	}
	if c.warned(v, found, n, not) || v.dropped(found, m, "against") {
		return true
	}
	for i := at + 1; i < len(v.units) && !unitNames(v, found, i) && !v.units[i].list; i++ { // "… Mas leva camarão."
		if next := v.units[i]; c.warns(v, span{next.first, next.last}, nil, nil, not) || c.onlyFor(v, next, not) {
			return true
		}
	}
	for i, o := range found { // warned of elsewhere
		w := v.units[v.tokens[o.from].unit]
		if i != n && slices.Equal(o.things, m.things) && w.first != u.first && !c.addresses(v, u, not) && !v.everybody(u.first, u.last) && c.warns(v, span{w.first, w.last}, found, &o, not) {
			return true
		}
	}
	return false
}

// retold reports whether a clause reports words or deeds of the past about a thing, as in a
// complaint: "what the waiter said of the tart".
func (c *checker) retold(v *findings, found []mention, n int) bool {
	m := found[n]
	u := v.units[v.tokens[m.from].unit]
	own := v.clause(u, m.from)
	if c.forWhom(v.text, span{v.item(u, found, n).first, m.from}) {
		return false
	}
	offers := slices.ContainsFunc(v.find("offer", own.first, own.last), func(o mark) bool { return !v.broken(min(o.from, m.from), max(o.from, m.from)) })
	return !offers && !v.everybody(own.first, own.last) && slices.ContainsFunc(v.find("report", own.first, own.last), func(w mark) bool {
		first, last := w.from, m.from
		if w.from >= m.to {
			first, last = m.to, w.from
		}
		return last-first <= retoldWithin && !v.broken(first, last) && !v.has("wish", first, last) && !v.has("eat", first, last) && !v.has("you", max(own.first, w.from-2), w.from)
	})
}

// retoldWithin is how many words there may be from what was said or done to the
// name of the thing.
const retoldWithin = 8

// item returns what stands with a name in a row of names: from the "and", the number
// or the name before it to the next.
func (t *text) item(u unit, found []mention, n int) span {
	s := span{found[n].from, found[n].to}
	other := func(i int) bool { return t.tokens[i].digits || within(found, i) || t.joins(i) }
	for s.first > u.first && !t.ends(s.first) && !other(s.first-1) {
		s.first--
	}
	for s.last < u.last && !t.ends(s.last) && !other(s.last) {
		s.last++
	}
	return s
}

// joins reports whether a token is an "and" or an "or". The Spanish "o" is one before an article: "el flan o la torta".
func (t *text) joins(i int) bool {
	if k := t.tokens[i]; k.word == "o" {
		return i+1 < len(t.tokens) && t.has("article", i+1, i+2)
	} else if t.raw[k.from:k.to] == "é" {
		return false
	}
	return t.has("and", i, i+1)
}

// owned reports whether the word right before a name says that the guest has the thing: "tua
// cerveja". Where the sentence speaks of another person "sua" may be that person's.
func (t *text) owned(u unit, at int) bool {
	if at == u.first || t.tokens[at].breaks {
		return false
	}
	return t.has("own", at-1, at) || t.has("theirs", at-1, at) && !t.has("who", u.first, u.last) && !t.has("to", u.first, at)
}

// dropped reports whether a name, or the row of names that it stands in, comes right
// after words of some lists, as such that leave it out: "leave the soup and the tart",
// "sem o bobó".
func (t *text) dropped(found []mention, m mention, lists ...string) bool {
	first := t.units[t.tokens[m.from].unit].first
	for i := m.from; i > first; i-- {
		if !t.tokens[i].breaks && slices.ContainsFunc(lists, func(list string) bool {
			return slices.ContainsFunc(t.find(list, first, i), func(w mark) bool { return w.to == i })
		}) {
			return true
		}
		if strings.ContainsAny(t.before(i), ";:—–") || t.has("instead", i-1, i) || !within(found, i-1) && !t.has("article", i-1, i) && !t.has("loose", i-1, i) && !t.has("and", i-1, i) {
			return false
		}
	}
	return false
}

// addresses reports whether a line, or the head of its list, says that it is for
// somebody.
func (c *checker) addresses(v *findings, u unit, not NotFor) bool {
	who := c.people(v.text, span{u.first, u.last})
	if u.under >= 0 {
		who = append(who, c.people(v.text, span{v.units[u.under].first, v.units[u.under].last})...)
	}
	return slices.ContainsFunc(who, func(p string) bool { return hook.Person{Name: not.Who}.Is(p) })
}

// warns reports whether a sentence warns somebody of a mention, or of what it
// speaks of if there is none.
func (c *checker) warns(v *findings, s span, found []mention, m *mention, not NotFor) bool {
	if m == nil {
		m = &mention{from: s.first, to: s.first}
	}
	between := func(from, to int) bool { // something else is offered between
		return slices.ContainsFunc(slices.Concat(v.find("offer", from, max(from, to)), v.find("grant", from, max(from, to))), func(o mark) bool { return !c.negated(v.text, o.from) && len(c.nots(v.text, span{o.from, o.to})) == 0 })
	}
	for _, w := range v.find("warn", s.first, s.last) {
		if w.from >= m.from && w.to <= m.to || c.praise(v.text, w) || v.has("idiom", w.from, w.from+1) || v.has("shun", w.from, w.to) && c.negated(v.text, w.from) {
			continue
		}
		after := w.to
		if let := v.find("offer", w.to, min(w.to+5, s.last)); len(let) > 0 && v.has("let", w.from, w.to) && !v.has("free_of", w.to, let[0].from) {
			after = let[0].to // "don't let her try the pie"
		}
		if w.from < m.from && between(after, m.from) {
			continue
		}
		if w.from >= m.to && slices.ContainsFunc(found, func(o mention) bool {
			return o.from >= w.to && o.from <= w.to+4 && !slices.Equal(o.things, m.things) && !v.broken(w.from, o.from) && v.tokens[o.from].unit == v.tokens[w.from].unit
		}) {
			continue
		}
		return true
	}
	for _, w := range c.nots(v.text, s) {
		switch {
		case w.to <= m.from && v.has("shun", w.to, min(w.to+2, m.from)): // "don't skip the tart"
		case w.to <= m.from:
			if v.tokens[w.to].breaks && slices.ContainsFunc(c.people(v.text, span{s.first, w.from}), func(p string) bool { return hook.Person{Name: not.Who}.Is(p) }) {
				return true // "para a Bia, não: …"
			}
			if !v.broken(w.from, m.from) && !between(w.to+1, m.from) && (v.has("suit", w.to, m.from) || v.has("eat", w.to, m.from) || m.from-w.to <= 2) {
				return true
			}
		case w.to == s.last || v.tokens[w.to].breaks: // "… para a Bia não"
			return true
		case c.refuses(v, s, found, w, not):
			return true
		case v.has("suit", w.to, min(w.to+3, s.last)) && !v.broken(w.from, min(w.to+1, s.last-1)) && !v.has("relative", max(s.first, w.from-3), w.from):
			return true
		}
	}
	if v.has("has_it", max(m.to, s.first), s.last) && c.holds(v.raw[:v.tokens[s.last-1].to]+" "+c.Asked, not) {
		return true
	}
	if v.has("yes", s.first, s.last) && !v.has("offer", s.first, s.last) && c.asked.has("holds", 0, len(c.asked.tokens)) && !c.asked.has("eat", 0, len(c.asked.tokens)) && c.holds(c.Asked, not) {
		return true // asked whether it is in it
	}
	if v.has("offer", s.first, s.last) && !v.has("but", s.first, s.last) {
		return false
	}
	return c.tells(v, s, found, not)
}

// tells reports whether a sentence says that something has what somebody must not
// have: by a verb ("o bobó leva camarão"), or by naming an allergen where nothing
// is offered ("fuja do acarajé, com amendoim"). A sentence without a name begins
// with the verb.
func (c *checker) tells(v *findings, s span, found []mention, not NotFor) bool {
	u := v.units[v.tokens[s.first].unit]
	denied := c.claimsIn(v, found, u)
	named := len(c.named(found, s.first, s.last)) > 0
	offered := strings.Contains(v.raw[u.from:u.to], "$") || v.has("all", s.first, s.last) || v.has("yours", s.first, s.last)
	for j := s.first; j < s.last && !v.asks(u); j++ {
		food, end := v.food(j, s.last)
		if end == j || within(found, j) || v.has("wish", max(s.first, j-3), j) || c.negated(v.text, j) || !c.holds(food, not) ||
			slices.ContainsFunc(denied, func(x claim) bool {
				return v.clause(u, x.first) == v.clause(u, j) && slices.ContainsFunc(v.tokens[x.first:x.last], func(k token) bool { return k.same == v.tokens[j].same })
			}) {
			continue
		}
		own := v.clause(u, j)
		verbs := slices.Concat(v.find("holds", max(own.first, j-12), j), v.find("is", max(own.first, j-4), j))
		if !offered && v.allergen(j) > j && len(c.named(found, own.first, own.last)) > 0 || slices.ContainsFunc(verbs, func(w mark) bool {
			object := len(c.named(found, w.to, j)) > 0 // "have the moqueca, fish in a pot"
			return !object && (named || w.from < s.first+3) && v.raw[v.tokens[w.from].from:v.tokens[w.to-1].to] != "e"
		}) {
			return true
		}
	}
	return false
}

// warnsAbove reports whether the head of a list warns a person of the things below it: "not for
// Ana:".
func (c *checker) warnsAbove(v *findings, head unit, not NotFor) bool {
	s := span{head.first, head.last}
	if slices.ContainsFunc(v.find("warn", s.first, s.last), func(w mark) bool { return !c.praise(v.text, w) }) {
		return true
	}
	return slices.ContainsFunc(c.nots(v.text, s), func(w mark) bool {
		return !v.has("relative", max(s.first, w.from-3), w.from) && !c.lacking(v.text, w, s.last)
	}) ||
		slices.ContainsFunc(v.find("holds", s.first, s.last), func(h mark) bool {
			return h.to < s.last && c.holds(v.raw[v.tokens[h.to].from:v.tokens[s.last-1].to], not)
		})
}

// praise reports whether a word of warning is none here: "sem risco", "com
// cuidado".
func (c *checker) praise(t *text, w mark) bool {
	if slices.ContainsFunc(t.find("safe", max(0, w.from-3), w.to), func(m mark) bool { return m.to > w.from }) {
		return true
	}
	return w.from > 0 && slices.Contains([]string{"com", "con", "with", "sem", "sin", "without"}, t.tokens[w.from-1].word) && !t.tokens[w.from].breaks
}

// nots returns the negations in a stretch, without sayings such as "não perca".
func (c *checker) nots(t *text, s span) []mark {
	all := slices.Clone(t.find("not", s.first, s.last))
	if c.Language != lang.Portuguese {
		all = append(all, t.find("no", s.first, s.last)...)
	}
	idioms := t.find("idiom", max(0, s.first-2), s.last)
	return slices.DeleteFunc(all, func(m mark) bool {
		return within(t.named, m.from) || slices.ContainsFunc(idioms, func(i mark) bool { return i.from <= m.from && m.from < i.to })
	})
}

// negated reports whether a negation stands right before a token.
func (c *checker) negated(t *text, at int) bool {
	from := max(t.units[t.tokens[at].unit].first, at-3)
	return slices.ContainsFunc(c.nots(t, span{from, at}), func(m mark) bool { return !t.broken(m.from, at) })
}

// holds reports whether words name a food that a person must not have.
func (c *checker) holds(words string, not NotFor) bool {
	must := hook.Constraints{Allergies: []string{not.Why}}
	for _, p := range c.Table {
		if p.Is(not.Who) {
			must.Allergies, must.Diets = append(must.Allergies, p.Allergies...), p.Diets
		}
	}
	if _, bad := must.Violates(words); bad {
		return true
	}
	have := classes(words)
	return slices.ContainsFunc(must.Allergies, func(a string) bool {
		return slices.ContainsFunc(classes(a), func(x string) bool { return slices.Contains(have, x) })
	})
}

// everybody reports whether a stretch speaks of all at the table, and not of all others:
// "só para vocês".
func (t *text) everybody(from, to int) bool {
	others := t.find("other", from, to)
	return slices.ContainsFunc(t.find("all", from, to), func(m mark) bool {
		return !slices.ContainsFunc(others, func(o mark) bool { return o.from <= m.from && m.to <= o.to })
	})
}

// Of whom it is not known who they are: others than those with must-nots, and
// somebody who is not the guest.
const (
	others   = "\x00others"
	somebody = "\x00somebody"
	anybody  = "\x00anybody" // "if she likes": whom it means is not known
)

// names reports whether a stretch has a word of somebody's name that is not anybody's,
// or the whole of a name that has none: "los otros dos".
func (t *text) names(s span, name string) bool {
	own := false
	for _, w := range strings.Fields(lang.Fold(name)) {
		if len(w) < 3 || isIn(book().list("counting"), w) || isIn(book().list("your"), w) || w == "minha" || w == "meu" {
			continue
		}
		own = true
		if slices.ContainsFunc(t.tokens[s.first:s.last], func(k token) bool { return k.same == sameWord(w) }) {
			return true
		}
	}
	return !own && name != "" && s.first < s.last && strings.Contains(" "+lang.Fold(t.raw[t.tokens[s.first].from:t.tokens[s.last-1].to])+" ", " "+lang.Fold(name)+" ")
}

// people returns for whom a stretch says something is.
func (c *checker) people(t *text, s span) (who []string) {
	if len(t.tokens) == 0 {
		return nil
	}
	guest := "you"
	if t == c.asked {
		guest = "me"
	}
	for _, p := range c.Table {
		if p.Name != hook.Companion && t.names(s, p.Name) {
			who = append(who, p.Name)
		}
	}
	if t.has("other", s.first, s.last) {
		who = append(who, others)
	}
	if t != c.asked && (t.has("yours", s.first, s.last) || t.has("if_you", s.first, s.last) && !c.forThem() || t.has("own_dish", s.first, s.last) && !t.has("who", s.first, s.last) || t.has("if_liked", s.first, s.last) && c.alone()) {
		who = append(who, "")
	}
	if t.has("if_they", s.first, s.last) && len(who) == 0 {
		who = append(who, anybody)
	}
	for _, m := range t.find("to", s.first, s.last) {
		i := m.to
		if i < s.last && t.has(guest, i, i+1) {
			who = append(who, "")
		}
		for i < s.last && (t.has("your", i, i+1) || t.has("article", i, i+1)) {
			i++
		}
		if i < s.last && i > m.to && t.has(guest, i, i+1) { // "para a senhora"
			who = append(who, "")
		}
		if i < s.last && i > m.to && t.has("who", i, i+1) && len(who) == 0 {
			who = append(who, somebody)
		}
		if t.has("for_whom", m.from, m.to) && len(who) == 0 && (c.unknownPerson(t, i, s.last) || t.onlyThem(m, i, s.last)) {
			who = append(who, others)
		}
	}
	for _, m := range t.find(guest, s.first, s.last) {
		if m.to < s.last && t.has("can", m.to, m.to+1) {
			who = append(who, "")
		}
	}
	return who
}
