package concierge

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// meant is a dish that a message names or points at.
type meant struct {
	name  string   // the id of a dish of the card, or what it is called
	text  string   // as it is said
	count int      // 0: not said
	among []string // it may be any of these

	not   bool
	kind  bool // it says what kind of food it is
	card  bool // it is on the card
	plain bool // it is what dishes are made of
	ref   bool // it is pointed at
	drink bool

	within bool // dishes are made with it, and none is called so
	at, to int  // its place in the text
}

// eachDish are the dishes that a message names or points at, in its order: "a moqueca", "o segundo", "os dois", "o mais
// barato". What somebody must not have is none.
func (a asked) eachDish() (all []meant) {
	found := a.mentions(a.text)
	overlaps := func(from, to int) bool {
		return slices.ContainsFunc(all, func(d meant) bool { return d.at < to && from < d.to })
	}
	for _, m := range found {
		said := a.text[m.From:m.To]
		without := m.Plain && a.act == "about_dish" && len(a.focus()) != 1 && !a.asksWhich() && a.ruledOut(m.From)
		if overlaps(m.From, m.To) || without || a.avoided(said, m.Plain || m.Kind) || isPal(a.text[:m.From], said) {
			continue
		}
		d := meant{text: said, kind: m.Kind, card: true, plain: m.Plain, within: m.Within, at: m.From, to: m.To, count: a.countAt(m.From, m.To), not: a.notWanted(m.From, m.To)}
		if d.name = m.Things[0].ID; len(m.Things) > 1 {
			d.name, d.among = d.text, ids(m.Things)
		}
		all = append(all, d)
	}
	called := slices.DeleteFunc(slices.Clone(all), func(d meant) bool { return d.plain })
	for _, s := range a.spans {
		at := strings.Index(a.text, s.Text)
		if at < 0 {
			at = len(a.text) // it stands elsewhere in the message
		}
		avoided := s.P == "allergy" || s.P == "intolerance" || s.P == "dislike" || s.P == "cannot" && s.Of != ""
		if avoided || overlaps(at, at+len(s.Text)) || a.ruledOut(at) { // "sem açúcar"
			continue
		}
		food := (s.Kind == "food" || s.Kind == "drink" || s.Kind == "beer_style") && (understand.Edible(s.Text) || s.Kind == "drink" && s.P == "want")
		switch {
		case food && !vague(s.Text): // "água com gás"
			count, name := counted(s.Text)
			all = append(all, meant{name: name, text: name, drink: s.Kind != "food", count: max(count, a.countAt(at, at)), not: s.P == "not" || s.Drop, at: at, to: at + len(s.Text)})
		case s.Kind != "ref" || a.repeats(s, at, called):
		case !vague(s.Text) || onlyPoints(s.Text) && !is(lang.Fold(s.Text), "everyone"):
			some := a.dishesAt(s, at, len(called))
			all, called = append(all, some...), append(called, some...)
		}
	}
	if !slices.ContainsFunc(all, func(d meant) bool { return d.ref }) {
		all = append(all, a.eachShown()...)
	}
	if d, ok := a.extreme(); ok && !slices.ContainsFunc(all, func(d meant) bool { return d.ref }) {
		return []meant{d}
	}
	slices.SortStableFunc(all, func(x, y meant) int { return x.at - y.at })
	var labels []meant
	for _, d := range all {
		if i := a.labels(d, all); i >= 0 { // "duas IPAs, as de maracujá"
			labels, all[i].count = append(labels, d), cmp.Or(all[i].count, d.count)
		}
	}
	return slices.DeleteFunc(all, func(d meant) bool {
		return slices.ContainsFunc(labels, func(l meant) bool { return l.at == d.at && l.text == d.text })
	})
}

// extreme is the cheapest or the dearest of some dishes, where words single it out: "quero a mais barata".
func (a asked) extreme() (d meant, ok bool) {
	by := a.compares()
	if by != "cheap" && by != "dear" {
		return d, false
	}
	t := cheapest(a.choices(), by == "dear")
	d = meant{name: t.ID, text: t.Name, card: true, ref: true}
	for _, w := range spots(a.text) { // "mais barata"
		if is(w.word, "than") || is(w.word, by) {
			d.at, d.to = w.from, w.to
		}
	}
	return d, d.to > 0
}

// labels is the place of the dish of the message of which words only say what it is, or -1: "de sobremesa um quindim".
func (a asked) labels(d meant, all []meant) int {
	return slices.IndexFunc(all, func(x meant) bool {
		apposed := x.at > d.to && strings.HasPrefix(a.text[d.to:], ",") && len(spots(a.text[d.to:x.at])) < 4 && x.count == 0
		return !x.kind && len(x.among) == 0 && slices.Contains(d.among, x.name) && (d.kind || apposed)
	})
}

// isPal reports whether a word is a friend and no drink: "my mate".
func isPal(before, word string) bool {
	all := spots(before)
	return is(lang.Fold(word), "pal") && len(all) > 0 && is(all[len(all)-1].word, "owner")
}

// dishes returns the dishes that a message names or points at, each once.
func (a asked) dishes() (once []meant) {
	for _, d := range a.eachDish() {
		if i := slices.IndexFunc(once, func(had meant) bool { return had.name == d.name && had.plain == d.plain }); i >= 0 {
			once[i].count = max(once[i].count, d.count)
			continue
		}
		once = append(once, d)
	}
	return once
}

// eachShown are the dishes told of last, where a number of each is wanted: "duas de cada", "one of each".
func (a asked) eachShown() (all []meant) {
	told, words := a.lastTold(), spots(a.text)
	if len(told) < 2 || !a.follows() || !a.hasPhrase("of_each") {
		return nil
	}
	for i := 2; i < len(words); i++ {
		n := numeral(words[i-2].word)
		if n == 0 || !is(words[i].word, "everyone") {
			continue
		}
		for _, t := range told {
			all = append(all, meant{name: t.ID, text: t.Name, card: true, ref: true, count: n, at: words[i-2].from, to: words[i].to})
		}
		return all
	}
	return nil
}

// dishesAt are the dishes that a reference points at. "Os dois" of a message that names them itself are no others.
func (a asked) dishesAt(s understand.Span, at, named int) (all []meant) {
	list, told, count := a.listed(), a.offered(), a.countAt(at, at+len(s.Text))
	if len(told) == 0 && (a.follows() || a.last == "consent") { // something was noted in between
		told = list
	}
	of, rest := counted(s.Text)
	p := understand.Point(s.Text)
	if of > 0 && onlyPoints(rest) { // "dois desse"
		p = understand.Point(rest)
	}
	d := meant{text: s.Text, card: true, ref: true, not: s.P == "not" || s.Drop, at: at, to: at + len(s.Text)}
	var some []scene.Thing
	switch {
	case len(p.Numbers) > 0:
		for _, n := range p.Numbers {
			if n < 0 {
				n = len(list)
			}
			some = append(some, slices.DeleteFunc(slices.Clone(list), func(t scene.Thing) bool { return t.Number != n })...)
		}
		d.count = count
	case p.Middle && len(list) > 2:
		some = list[len(list)/2:][:1]
	case p.Count > 0:
		told = a.recent(told, p.Count)
		some = told[:min(p.Count, len(told))]
	case p.Sort != "" && len(told) > 1:
		some, d.count = []scene.Thing{cheapest(told, p.Sort == "dear")}, max(of, count)
	case onlyPoints(s.Text) && len(told) > 1 && a.act != "about_dish" && !(a.says("for") && (asked{text: s.Text}).says("same")):
		return []meant{{name: s.Text, text: s.Text, among: ids(told), at: at, to: d.to, count: max(of, count)}}
	case onlyPoints(s.Text):
		some, d.count = told, max(of, count)
	case len(a.mentions(rest)) == 0 && named == 0:
		return []meant{{name: unpointed(rest), text: rest, count: max(of, count), at: at, to: d.to}}
	}
	for _, t := range some {
		d.name = t.ID
		all = append(all, d)
	}
	return all
}

// cheapest is the cheapest of some things, or the dearest.
func cheapest(some []scene.Thing, dear bool) scene.Thing {
	price := func(t scene.Thing) float64 { n, _ := understand.Amount(t.Price); return n }
	return slices.MaxFunc(some, func(x, y scene.Thing) int {
		if d := price(y) - price(x); d > 0 == dear {
			return -1
		}
		return 1
	})
}

// vague reports whether words name no food: "principal", "cada".
func vague(text string) bool {
	for w := range strings.FieldsSeq(words(text)) {
		of := func(use string) bool { return is(w, use) }
		if !slices.ContainsFunc([]string{"starter", "snack", "main", "side", "dessert", "of", "this", "everyone", "pick", "one", "both", "two", "own", "generic"}, of) {
			return false
		}
	}
	return true
}

// repeats reports whether a reference only points, and at dishes that the message names itself: "os dois", or "nele" behind
// one.
func (a asked) repeats(s understand.Span, at int, named []meant) bool {
	p := understand.Point(s.Text)
	if len(named) == 0 || len(p.Numbers) > 0 || !onlyPoints(s.Text) {
		return false
	}
	if p.Count > 0 { // also "two more of that beer, both cold"
		return len(named) >= p.Count || len(named) == 1 && (&ordering{had: a.kept()}).quantity(named[0].name, "") == p.Count
	}
	n, _ := counted(s.Text)
	return n == 0 && !slices.ContainsFunc(named, func(d meant) bool { return d.at > at })
}

// avoided reports whether words are what somebody must not have or dislikes, or what somebody else likes in general: no dish
// that is asked for.
func (a asked) avoided(words string, plain bool) bool {
	return slices.ContainsFunc(a.spans, func(s understand.Span) bool {
		avoids := s.P == "allergy" || s.P == "intolerance" || s.P == "dislike" || plain && s.P == "cannot" || s.P == "like" && s.Of != "" && (plain || a.says("likes"))
		return avoids && (strings.Contains(s.Text, words) || strings.Contains(words, s.Text))
	})
}

// notWanted reports whether the reader has heard that the words of a part are not wanted. What stands elsewhere too is unwanted
// there: "the stew with okra, hold the okra".
func (a asked) notWanted(from, to int) bool {
	words := a.text[from:to]
	return slices.ContainsFunc(a.spans, func(s understand.Span) bool {
		head, _, within := strings.Cut(words, s.Text)
		lacks := a.part(head).says("without") || a.part(head).says("not") // "lasagna with no cheese" is wanted
		return (s.P == "not" || s.Drop) && (strings.Contains(s.Text, words) || within && !lacks && !strings.Contains(a.text[to:], s.Text))
	})
}

// isIn reports whether words ask what is in a dish, "tem ovo no acarajé?", and the food that its mention, and not its name, begins with.
func (a asked) isIn(d meant) (food string, in bool) {
	within := func(w spot) bool { return is(w.word, "within") && (w.word != "no" || a.at.Language == lang.Portuguese) }
	for _, w := range spots(d.text) {
		head := strings.TrimSpace(d.text[:w.from])
		begins := func(m scene.Mention) bool { return strings.HasPrefix(words(m.Things[0].Name), words(head)) }
		if within(w) && head != "" && food == "" && !slices.ContainsFunc(a.mentions(d.text), begins) {
			food = head
		}
	}
	before := spots(a.text[:min(d.at, len(a.text))])
	return food, d.card && (food != "" || slices.ContainsFunc(before[max(0, len(before)-2):], within))
}

// listed is the list of dishes shown last, by its numbers.
func (a asked) listed() (list []scene.Thing) {
	for _, t := range a.at.Shown {
		if t.Kind == dish && t.Number == len(list)+1 {
			list = append(list, t)
		}
	}
	return list
}

// focus are the dishes that the house named last, in its order: what "esse" and "it" mean.
func (a asked) focus() []scene.Thing { return a.namedIn(a.at.Last) }

// namedIn are the dishes that were shown and that words of the house name, in their order.
func (a asked) namedIn(said string) (all []scene.Thing) {
	last := words(said)
	for _, t := range a.at.Shown {
		if t.Kind == dish && strings.Contains(last, words(t.Name)) {
			all = append(all, t)
		}
	}
	slices.SortStableFunc(all, func(x, y scene.Thing) int {
		return strings.Index(last, words(x.Name)) - strings.Index(last, words(y.Name))
	})
	return all
}

// lastTold are the dishes of the last part of what the house said that names any: of a bill and a list behind it those of the
// list.
func (a asked) lastTold() []scene.Thing {
	for _, part := range slices.Backward(strings.Split(a.at.Last, "\n\n")) {
		if told := a.namedIn(part); len(told) > 0 {
			return told
		}
	}
	return nil
}

// offered are the dishes that the house named last and that are not on the order; if all are, those; if it named none, the one
// that the guest did.
func (a asked) offered() []scene.Thing {
	on, told := a.tab(), a.lastTold()
	if before := a.mentions(a.saidBefore()); len(told) == 0 && len(before) == 1 && len(before[0].Things) == 1 { // "a mandioca dá pra dois?", "bota mais uma"
		return before[0].Things
	}
	if fresh := slices.DeleteFunc(slices.Clone(told), func(x scene.Thing) bool { return slices.Contains(on, x.ID) }); len(fresh) > 0 {
		return fresh
	}
	return told
}

// counted takes the number off a thing: "dois chopes", "two of those".
func counted(text string) (int, string) {
	first, rest, ok := strings.Cut(text, " ")
	if n := numeral(first); ok && n > 0 {
		return n, rest
	}
	return 0, text
}

// countAt returns the number that a message gives for the words at an offset: "dois mates", "2x mate",
// "mate x2".
func (a asked) countAt(from, to int) int {
	if m := times().FindStringSubmatch(a.text[min(to, len(a.text)):]); m != nil {
		return numeral(m[1])
	}
	before := spots(a.text[strings.LastIndexAny(a.text[:min(from, len(a.text))], ".,;:!?\n")+1 : min(from, len(a.text))])
	for i, w := range slices.Backward(before) {
		n := numeral(strings.TrimSuffix(w.word, "x"))
		if first := i == 0 || is(before[i-1].word, "add") || is(before[i-1].word, "and"); w.word == "dos" && !first && (a.at.Language == lang.Portuguese || numeral(before[i-1].word) > 0) { // "um dos mates"
			continue
		}
		if is(w.word, "dozen") && i > 0 {
			if n = 12 * max(1, numeral(before[i-1].word)); is(before[i-1].word, "half") {
				n = 6
			}
		}
		article := slices.Contains([]string{"a", "as", "o", "os"}, w.word) // "a moqueca"
		if n > 0 && !article || !article && !is(w.word, "of") {
			return n
		}
	}
	return 0
}

// onlyPoints reports whether a reference names nothing: "esses dois aí".
func onlyPoints(ref string) bool {
	for w := range strings.FieldsSeq(words(ref)) {
		if numeral(w) == 0 && !points(w) && !slices.Contains([]string{"any", "ai", "mesmo", "with", "com", "con"}, w) {
			return false
		}
	}
	return true
}

// points reports whether a word is an article or a pronoun.
func points(w string) bool {
	stem := lang.Stem(lang.Fold(w))
	return slices.Contains(menuWords()["this"], stem) || slices.Contains(menuWords()["of"], stem)
}

// unpointed takes articles and such off a name: "essa lasanha".
func unpointed(name string) string {
	all := strings.Fields(name)
	for len(all) > 1 && points(all[0]) {
		all = all[1:]
	}
	return strings.Join(all, " ")
}
