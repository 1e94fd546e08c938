package concierge

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
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
	at     int  // its place in the text
	to     int
}

// eachDish are the dishes that a message names or points at, in its order: "a moqueca", "o
// segundo", "os dois", "o mais barato". What somebody must not have is none.
func (a asked) eachDish() (all []meant) {
	found := a.mentions(a.text)
	all = a.headless(found)
	elliptic := slices.Clone(all)
	for _, m := range found {
		if slices.ContainsFunc(elliptic, func(d meant) bool { return d.at < m.To && m.From < d.to }) {
			continue
		}
		taste := func(s understand.Span) bool { return s.Kind == "taste" && s.Text == a.text[m.From:m.To] }
		if slices.ContainsFunc(a.spans, taste) || m.Plain && a.act == "about_dish" && len(a.focus()) != 1 && a.ruledOut(m.From) || a.another(m) || a.avoided(a.text[m.From:m.To], m.Plain || m.Kind) || isPal(a.text[:m.From], a.text[m.From:m.To]) || m.Kind && tellsHabit(a.text[m.From:m.To]) {
			continue
		}
		d := meant{text: a.text[m.From:m.To], kind: m.Kind, card: true, plain: m.Plain, within: m.Within, at: m.From, to: m.To, count: a.countAt(m.From, m.To), not: a.notWanted(m.From, m.To)}
		all = append(all, d.of(m.Things))
	}
	named, called := len(all), 0
	for _, d := range all {
		if !d.plain {
			called++
		}
	}
	for _, s := range a.spans {
		at := strings.Index(a.text, s.Text)
		in := func(d meant) bool { return at < d.to && d.at < at+len(s.Text) }
		switch {
		case s.P == "allergy" || s.P == "intolerance" || s.P == "dislike" || s.P == "cannot" && s.Of != "" || at >= 0 && slices.ContainsFunc(all[:named], in):
		case at >= 0 && a.ruledOut(at): // "sem açúcar"
		case (s.Kind == "food" || s.Kind == "drink" || s.Kind == "beer_style") && !vague(s.Text) && (understand.Edible(s.Text) || s.Kind == "drink" && s.P == "want"): // "água com gás"
			count, name := counted(s.Text)
			all = append(all, meant{name: name, text: name, drink: s.Kind != "food", count: max(count, a.countAt(at, at)), not: s.P == "not" || s.Drop, at: max(at, 0), to: at + len(s.Text)})
		case s.Kind == "ref" && a.repeats(s, at, all[:min(called, len(all))]): // "o segundo … tem leite nele?"
		case s.Kind == "ref" && (!vague(s.Text) || onlyPoints(s.Text) && !is(lang.Fold(s.Text), "everyone")):
			some := a.dishesAt(s, max(at, 0), called)
			if len(some) == 1 && some[0].count == 0 && len(s.Text) > 1 { // "tira uma"
				some[0].count = numeral(s.Text)
			}
			all, called = append(all, some...), called+len(some)
		}
	}
	if t := a.extreme(); t != nil {
		d := meant{name: t.ID, text: t.Name, card: true, ref: true}
		if some := spots(a.text); len(some) > 0 { // "two of the cheapest"
			d.count = numeral(some[0].word)
		}
		all = []meant{d}
	}
	slices.SortStableFunc(all, func(x, y meant) int { return x.at - y.at })
	for _, d := range all {
		if i := a.labels(d, all); i >= 0 && all[i].count == 0 { // "duas IPAs, as de maracujá"
			all[i].count = d.count
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(d meant) bool { return a.labels(d, all) >= 0 }) // "de sobremesa um quindim"
}

// dishes are those a message names or points at, each once.
func (a asked) dishes() (once []meant) {
	for _, d := range a.eachDish() {
		if i := slices.IndexFunc(once, func(had meant) bool { return had.name == d.name }); i >= 0 {
			once[i].count = max(once[i].count, d.count)
			continue
		}
		once = append(once, d)
	}
	return once
}

// of is a dish that is one of some things.
func (d meant) of(things []scene.Thing) meant {
	if d.name = things[0].ID; len(things) > 1 {
		d.name = d.text
		for _, t := range things {
			d.among = append(d.among, t.ID)
		}
	}
	return d
}

// headless are the dishes of which words leave out what they are: "la de plátano" is the moqueca
// that was named, ordered or shown before.
func (a asked) headless(named []scene.Mention) (all []meant) {
	words := spots(a.text)
	var told []string
	ordered := a.tab()
	for _, t := range slices.Concat(a.lastTold(), a.at.Shown) {
		if t.Kind == dish && (slices.Contains(ordered, t.ID) || t.Number > 0 || strings.Contains(a.at.Last, t.Name)) {
			told = append(told, t.Name)
		}
	}
	for i := 2; i < len(words); i++ { // "uma sopa grande e uma pequena"
		k := slices.IndexFunc(named, func(m scene.Mention) bool { return m.To > words[i-1].from }) - 1
		if k < -1 {
			k = len(named) - 1
		}
		n := numeral(words[i-1].word)
		if is(words[i-1].word, "other") {
			n = 1
		}
		if k < 0 || n == 0 || named[k].Kind || len(named[k].Things) > 1 || a.countAt(named[k].From, named[k].To) > 1 && !is(wordBehind(a.text, named[k].To), "and") {
			continue
		}
		head := named[k]
		if way := a.wayAt(a.text[head.From:head.To], head.Things[0].ID, words[i:]); way > 0 {
			all = append(all, meant{name: head.Things[0].ID, text: a.text[head.From:head.To], card: true, at: words[i-1].from, to: words[i+way-1].to, count: n})
		}
	}
	for i := 2; i < len(words); i++ {
		if before := words[i-2].word; words[i-1].word != "de" && words[i-1].word != "of" && words[i-1].word != "with" || !is(before, "article") && !is(before, "by") && !is(before, "this") {
			continue
		}
		var heads []string
		for _, m := range slices.Backward(named) {
			if m.To <= words[i-2].from {
				heads = append(heads, a.text[m.From:m.To])
			}
		}
		for _, head := range slices.Concat(heads, told) {
			first, _, _ := strings.Cut(head, " ")
			found := a.mentions(first + " de " + a.text[words[i].from:words[i].to])
			if len(found) == 1 && len(found[0].Things) == 1 && !found[0].Kind && found[0].From == 0 && found[0].To > len(first) {
				all = append(all, meant{name: found[0].Things[0].ID, text: a.text[words[i].from:words[i].to], card: true, at: words[i].from, to: words[i].to, count: a.countAt(words[i-2].from, words[i-2].from)})
				break
			}
		}
	}
	return all
}

// wayAt is how many words say how a dish is to be that others begin with: "bem passado", or an option that it has, "pequena".
func (a asked) wayAt(dish, id string, words []spot) int {
	cooked := func(phrase string) bool { return strings.HasPrefix(joinWords(words)+" ", phrase+" ") }
	if i := slices.IndexFunc(menuWords()["_cooked"], cooked); i >= 0 {
		return len(strings.Fields(menuWords()["_cooked"][i]))
	}
	with := dish + " " + words[0].word
	if all := a.mentions(with); len(all) != 1 || all[0].From > 0 || all[0].To < len(with) || len(all[0].Things) > 1 || all[0].Things[0].ID != id || len(a.mentions(words[0].word)) > 0 {
		return 0
	}
	return 1
}

// another reports whether words name another dish than the one of the card that a part of them
// names: "suco de uva" is no other juice.
func (a asked) another(m scene.Mention) bool {
	for _, s := range a.spans {
		from := strings.Index(a.text, s.Text)
		if s.Kind != "food" && s.Kind != "drink" || from < 0 || from > m.From || from+len(s.Text) < m.To {
			continue
		}
		for _, w := range spots(s.Text) {
			if is(w.word, "by") || is(w.word, "and") || is(w.word, "except") {
				break
			}
			in := from+w.from >= m.From && from+w.from < m.To
			named := slices.ContainsFunc(m.Things, func(t scene.Thing) bool { return strings.Contains(words(t.Name), lang.Stem(w.word)) })
			if !in && !named && len(w.word) > 3 && !vague(w.word) && len(understand.Foods(w.word)) > 0 && courseNamed(w.word) == "" {
				return true
			}
		}
	}
	return false
}

// labels is the place of the dish of the message of which words only say what it is, or -1.
func (a asked) labels(d meant, all []meant) int {
	return slices.IndexFunc(all, func(x meant) bool {
		apposed := x.at > d.to && strings.HasPrefix(a.text[d.to:], ",") && len(spots(a.text[d.to:x.at])) < 4 && x.count == 0
		return !x.kind && len(x.among) == 0 && slices.Contains(d.among, x.name) && (d.kind || apposed)
	})
}

// isPal reports whether a word is a friend and no drink: "my mate".
func isPal(before, word string) bool {
	all := spots(before)
	return is(lang.Fold(word), "pal") && len(all) > 0 && slices.Contains([]string{"my", "your", "his", "her", "our"}, all[len(all)-1].word)
}

// tellsHabit reports whether words that stand for a kind of dish say what somebody does:
// "não bebo", "vou dirigir".
func tellsHabit(text string) bool {
	all := spots(text)
	return len(all) > 1 && (is(all[0].word, "not") || is(all[0].word, "want"))
}

// dishesAt are the dishes that a reference points at. "Os dois" of a message that names
// them itself are no others.
func (a asked) dishesAt(s understand.Span, at, named int) (all []meant) {
	list, count := a.listed(), a.countAt(at, at+len(s.Text))
	add := func(things []scene.Thing, count int) {
		for _, t := range things {
			all = append(all, meant{name: t.ID, text: s.Text, card: true, ref: true, count: count, not: s.P == "not" || s.Drop, at: at, to: at + len(s.Text)})
		}
	}
	p := understand.Point(s.Text)
	of, rest := counted(s.Text)
	switch {
	case a.sharesAt(s), a.countsCourse(s, at):
	case len(p.Numbers) > 0:
		for _, n := range p.Numbers {
			if n < 0 {
				n = len(list)
			}
			add(slices.DeleteFunc(slices.Clone(list), func(t scene.Thing) bool { return t.Number != n }), count)
		}
	case p.Count > 0:
		told := a.offered()
		if len(told) < p.Count {
			told = list
		}
		add(told[:min(p.Count, len(told))], 0)
	case onlyPoints(s.Text):
		if told := a.offered(); len(told) > 1 && a.act != "about_dish" {
			d := meant{name: s.Text, text: s.Text, at: at, to: at + len(s.Text), count: max(of, count)}
			for _, t := range told {
				d.among = append(d.among, t.ID)
			}
			all = append(all, d)
		} else {
			add(told, max(of, count))
		}
	case len(a.mentions(rest)) == 0 && named == 0:
		all = append(all, meant{name: unpointed(rest), text: rest, count: max(of, count), at: at, to: at + len(s.Text)})
	}
	return all
}

// vague reports whether words name no food: "principal", "cada".
func vague(text string) bool {
	for w := range strings.FieldsSeq(words(text)) {
		of := false
		for _, use := range []string{"starter", "snack", "main", "side", "dessert", "of", "this", "everyone", "pick", "one", "both", "two", "own", "generic"} {
			of = of || is(w, use)
		}
		if !of {
			return false
		}
	}
	return true
}

// repeats reports whether a reference only points, and at dishes that the message names
// itself: "os dois", or "nele" behind one.
func (a asked) repeats(s understand.Span, at int, named []meant) bool {
	p := understand.Point(s.Text)
	if len(named) == 0 || len(p.Numbers) > 0 || p.Sort != "" || !onlyPoints(s.Text) {
		return false
	}
	if p.Count > 0 {
		return len(named) >= p.Count
	}
	n, _ := counted(s.Text)
	return n == 0 && !slices.ContainsFunc(named, func(d meant) bool { return d.at > at })
}

// avoided reports whether words are what somebody must not have or dislikes, or what
// somebody else likes in general: no dish that is asked for.
func (a asked) avoided(words string, plain bool) bool {
	return slices.ContainsFunc(a.spans, func(s understand.Span) bool {
		avoids := s.P == "allergy" || s.P == "intolerance" || s.P == "dislike" || plain && s.P == "cannot" || s.P == "like" && s.Of != "" && (plain || a.says("likes"))
		return avoids && (strings.Contains(s.Text, words) || strings.Contains(words, s.Text))
	})
}

// notWanted reports whether the reader has heard that the words of a part are not wanted. What
// stands elsewhere too is unwanted there: "the stew with okra, hold the okra".
func (a asked) notWanted(from, to int) bool {
	words := a.text[from:to]
	return slices.ContainsFunc(a.spans, func(s understand.Span) bool {
		return (s.P == "not" || s.Drop) && (strings.Contains(s.Text, words) || strings.Contains(words, s.Text) && !strings.Contains(a.text[to:], s.Text))
	})
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

// focus are the dishes that the house named last, in its order: what "esse" and
// "it" mean.
func (a asked) focus() []scene.Thing { return a.namedIn(a.at.Last) }

// namedIn are the dishes that were shown and that words of the house name, in their order.
func (a asked) namedIn(said string) []scene.Thing {
	last := words(said)
	var all []scene.Thing
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

// offered are the dishes that the house named last and that are not on the order; if all
// are, those; if it named none, the one that the guest did.
func (a asked) offered() []scene.Thing {
	t := a.tab()
	told := a.lastTold()
	if before := a.mentions(a.saidBefore()); len(told) == 0 && len(before) == 1 && len(before[0].Things) == 1 { // "a mandioca dá pra dois?", "bota mais uma"
		return before[0].Things
	}
	fresh := slices.DeleteFunc(slices.Clone(told), func(x scene.Thing) bool { return slices.Contains(t, x.ID) })
	if len(fresh) == 0 {
		return told
	}
	return fresh
}

// lastTold are the dishes of the last part of what the house said that names any: of a bill
// and a list behind it those of the list.
func (a asked) lastTold() []scene.Thing {
	for _, part := range slices.Backward(strings.Split(a.at.Last, "\n\n")) {
		if told := a.namedIn(part); len(told) > 0 {
			return told
		}
	}
	return nil
}

// counted takes the number off a thing: "dois chopes", "two of those".
func counted(text string) (int, string) {
	all := strings.Fields(text)
	if len(all) < 2 {
		return 0, text
	}
	n := numeral(all[0])
	if n == 0 {
		return 0, text
	}
	return n, strings.Join(all[1:], " ")
}

// numeral is a number of things, in figures or words; 0 is none.
func numeral(word string) int {
	switch lang.Fold(word) {
	case "um", "uma", "un", "una", "uno", "one", "a", "an":
		return 1
	case "couple", "par", "pair", "casal":
		return 2
	}
	if n, ok := understand.Amount(word); ok && n >= 1 && n < 100 && !strings.ContainsAny(word, "%$") {
		return int(n)
	}
	return 0
}

// countAt is how many are said of what stands at a place of the text: "dois mates",
// "2x mate", "mate x2".
func (a asked) countAt(from, to int) int {
	if from < 0 {
		return 0
	}
	if m := times().FindStringSubmatch(a.text[to:]); m != nil {
		return numeral(m[1])
	}
	before := spots(a.text[strings.LastIndexAny(a.text[:from], ".,;:!?\n")+1 : from])
	for i, w := range slices.Backward(before) {
		n := numeral(w.word)
		if first := i == 0 || is(before[i-1].word, "add") || is(before[i-1].word, "and"); w.word == "dos" && !first && (a.at.Language == lang.Portuguese || numeral(before[i-1].word) > 0) { // "um dos mates"
			continue
		}
		if w.word[0] < 'a' { // "2x"
			n = numeral(strings.TrimSuffix(w.word, "x"))
		}
		if (w.word == "duzia" || w.word == "docena" || w.word == "dozen") && i > 0 {
			if n = 12 * max(1, numeral(before[i-1].word)); is(before[i-1].word, "half") {
				n = 6
			}
		}
		switch {
		case len(before)-i > 4:
			return 0
		case w.word == "a" || w.word == "as" || w.word == "o" || w.word == "os" || w.word == "x": // "a moqueca"
		case n > 0:
			return n
		case !is(w.word, "of"):
			return 0
		}
	}
	return 0
}

var times = pattern.Of(`^\s*(?:\(\s*)?[x×](\d+)\b`)

// sharesAt reports whether a reference is the number that a bill is split by.
func (a asked) sharesAt(s understand.Span) bool {
	if a.act != "bill" || a.shares() == 0 {
		return false
	}
	n, ok := understand.Amount(s.Text)
	return ok && int(n) == a.shares()
}

// countsCourse reports whether a reference is a number of dishes of a course, and not a
// place in a list: "3 porções".
func (a asked) countsCourse(s understand.Span, at int) bool {
	named := func(w spot) bool { return courseNamed(w.word) != "" }
	after := spots(a.text[min(len(a.text), at+len(s.Text)):])
	return numeral(strings.Fields(s.Text + " .")[0]) > 1 && (slices.ContainsFunc(spots(s.Text), named) || slices.ContainsFunc(after[:min(len(after), 1)], named))
}

// onlyPoints reports whether a reference names nothing: "esses dois aí".
func onlyPoints(ref string) bool {
	for w := range strings.FieldsSeq(words(ref)) {
		if numeral(w) == 0 && !slices.Contains(menuWords()["this"], lang.Stem(w)) && !slices.Contains(menuWords()["of"], lang.Stem(w)) && w != "any" && w != "ai" && w != "mesmo" && w != "with" && w != "com" && w != "con" {
			return false
		}
	}
	return true
}

// unpointed takes articles and such off a name: "essa lasanha".
func unpointed(name string) string {
	all := strings.Fields(name)
	for len(all) > 1 && (slices.Contains(menuWords()["this"], lang.Stem(lang.Fold(all[0]))) || slices.Contains(menuWords()["of"], lang.Stem(lang.Fold(all[0])))) {
		all = all[1:]
	}
	return strings.Join(all, " ")
}
