package concierge

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
)

// ordering reads a message as changes of the order, sentence by sentence: "bota dois mates e tira a sopa" adds one dish and
// drops another. A sentence is a row of clauses, each of one dish at most, and a verb holds until the next one.
type ordering struct {
	asked
	had order
	out []change

	right bool // the message corrects the order that was just told: "não, o bobó"
	words []spot
	notes []note
	start int // number of changes before this sentence

	do       string // add, drop, from and to (of a swap), keep
	once     bool   // the verb is of one dish: "em vez da sopa"
	more     bool   // the number is added to the dishes that are ordered: "mais", "another"
	fix      bool   // the number replaces one that was said: "na verdade", "make it"
	verb     bool   // a verb orders the dish: "bota", "quero"
	from     change // the dish that a swap takes off
	next     int    // number of the dish that follows: "os outros cinco, costela"
	counting bool   // the note belongs to some of several: "um com gelo"
	naming   bool   // the sentence says whose a dish is: "bota o nome da Ana no mate"
	shared   bool   // numbers divide a number said before: "dois mates, um pra Ana e um pra mim"
	about    string // id of the dish of the order that the sentence is about
	some     int    // number of that dish: "um dos quindins"; 0: all
	who      string // person named in the clause before: "a Ana chegou, quer a sopa"
}

// clause is a part of a sentence about one dish, its people, its number and its note. "dois mates, um pra Ana sem gelo" has
// two clauses; the second has no dish and is about that of the first.
type clause struct {
	dish   *meant
	who    []string
	behind bool // the people stand behind a "for"
	n      int
	note   string
	points bool // "tira ela"
	begins bool // the clause begins the sentence or stands behind a comma
	at     int  // index of its first word
}

// changes reads what a message does to the order: "troca o mate por duas caipirinhas" takes one off and adds two.
func (a asked) changes() []change {
	if only := a.keepsOnly(); len(only) > 0 {
		return only
	}
	o := ordering{asked: a, had: a.kept(), right: a.putsRight()}
	if a.restates() || a.scraps() != "" {
		o.out, o.had.Lines = append(o.out, change{Do: "clear"}), nil
	}
	for _, s := range sentences(a.text) {
		head, told, _ := strings.Cut(s, ":")
		switch p := a.part(s); {
		case p.tellsKitchen():
			o.tells(s)
		case told != "" && a.part(head).says("kitchen_note") && len(a.mentions(head)) == 0:
			o.tells(told)
		case !p.paysApart() && !p.wantsTold() && (!p.hasPhrase("rest_stays") || len(p.mentions(s)) > 0):
			o.read(p)
		}
	}
	return o.out
}

// wantsTold reports whether a sentence asks to be told or shown dishes and orders none: "mostra umas entradas e um chá".
func (a asked) wantsTold() bool {
	all := spots(a.text)
	told := slices.ContainsFunc(all[:min(len(all), 4)], func(w spot) bool { return is(w.word, "shows_us") }) ||
		a.superlative() && a.says("how_much") // "o mais barato desses quanto que é"
	return told && !slices.ContainsFunc(all, func(w spot) bool { return is(w.word, "add") || is(w.word, "bring") })
}

// putsRight reports whether a message begins with a "no" to the order that was just told, and goes on: "não, espera, o bobó".
func (a asked) putsRight() bool {
	words := spots(a.text)
	at := slices.IndexFunc(words[:min(len(words), 3)], func(w spot) bool { return is(w.word, "not") })
	return at >= 0 && at+1 < len(words) && len(words) <= shortAnswer && strings.ContainsAny(a.text[words[at].to:words[at+1].from], ",.;!") && !a.questions() && a.toldOrder() && len(understand.Needs(a.text)) == 0
}

// read cuts a sentence into clauses and makes changes of each.
func (o *ordering) read(p asked) {
	o.text, o.spans, o.words, o.start = p.text, p.spans, spots(p.text), len(o.out)
	o.do, o.once, o.more, o.fix, o.verb, o.next, o.shared = "", false, false, o.right || slices.ContainsFunc(o.words, o.wasSo), false, 0, false
	o.notes = p.kitchenNotes(len(o.had.Lines)+len(o.out) > 0)
	in := func(at int) func(note) bool { return func(n note) bool { return n.from <= at && at < n.to } }
	things := slices.DeleteFunc(p.eachDish(), func(d meant) bool { return slices.ContainsFunc(o.notes, in(d.at)) })
	summed := func(d meant) bool { // "…, quanto fica as duas?" adds none to those that it sums
		return d.ref && o.part(p.text[strings.LastIndexAny(p.text[:d.at], ",.;:!?")+1:d.at]).says("how_much")
	}
	sums := slices.DeleteFunc(slices.Clone(things), func(d meant) bool { return !summed(d) })
	if len(sums) == len(things) {
		sums = nil
	}
	o.naming = p.says("name_of")
	raised := p.says("raise") // "sobe as sopas pra 5" speaks of no five people
	people := slices.DeleteFunc(p.people(), func(x someone) bool {
		return raised && countIn(x.name) > 0 || o.part(p.text[strings.LastIndexAny(p.text[:x.from], ".,;:!?")+1:x.from]).notFor() || slices.ContainsFunc(things, func(d meant) bool { return d.at < x.to && x.from < d.to })
	})
	c := clause{begins: true}
	next := func(i int, marked bool) {
		o.end(c)
		c = clause{begins: marked, at: i}
	}
	behind := 0 // of a "for"
	for i := 0; i < len(o.words); i++ {
		w := o.words[i]
		if i > 0 && strings.ContainsAny(o.text[o.words[i-1].to:w.from], ",.;:(!?\n") {
			if next(i, true); o.once || o.do == "keep" {
				o.do, o.once = "", false
			}
		}
		end := w.to
		if k := slices.IndexFunc(sums, func(d meant) bool { return d.at <= w.from && w.from < d.to }); k >= 0 {
			end = sums[k].to
		} else if k := slices.IndexFunc(o.notes, in(w.from)); k >= 0 {
			end = o.notes[k].to
			c.note = strings.TrimPrefix(c.note+", "+o.noted(o.notes[k]), ", ")
		} else if k := slices.IndexFunc(things, func(d meant) bool { return d.at <= w.from && w.from < d.to }); k >= 0 {
			if c.dish != nil {
				next(i, false)
			}
			c.dish, end = &things[k], things[k].to
			for k++; k < len(things) && things[k].at == c.dish.at && things[k].to == end; k++ { // "os dois" are two lines
				had := c
				next(i, false)
				c.dish, c.n, c.who = &things[k], had.n, had.who
			}
			if n := slices.IndexFunc(o.notes, func(n note) bool { return w.from < n.from && n.from < end }); n >= 0 { // "burger well done", in one name
				end = o.notes[n].from
			}
		} else if k := slices.IndexFunc(people, func(x someone) bool { return x.from == w.from }); k >= 0 {
			x := people[k]
			x.behind = x.behind || o.shares(i)
			if c.dish != nil && !x.behind && !(len(c.who) > 0 && is(o.words[i-1].word, "and")) && !o.owns(i) {
				next(i, false)
			}
			c.who, c.behind, end = append(c.who, x.name), c.behind || x.behind, x.to
		} else {
			switch {
			case is(w.word, "and") && o.text[w.from:w.to] != "é" && (c.dish != nil || c.n > 0 || c.points):
				next(i, false)
			case is(w.word, "for") && w.word != "a":
				behind = i
			}
			i += o.hear(i, &c, behind > 0 && i-behind < 3)
			continue
		}
		for i+1 < len(o.words) && o.words[i+1].from < end {
			i++
		}
	}
	o.end(c)
	for k := range things { // pointed at by words that stand elsewhere
		if things[k].at >= len(o.text) {
			o.end(clause{dish: &things[k]})
		}
	}
	o.leaves(things, people)
	o.who = ""
	if len(people) > 0 && !people[0].behind {
		o.who = people[0].name
	}
}

// owns reports whether a word stands behind "of", as a person who has a dish does: "tira a sopa da Ana".
func (o *ordering) owns(i int) bool { return i > 0 && is(o.words[i-1].word, "of_place") }

// shares reports whether a word stands behind "to share with", as a person who has some of a dish does: "pra dividir com a
// Ana".
func (o *ordering) shares(i int) bool {
	for i--; i > 0 && (is(o.words[i].word, "article") || is(o.words[i].word, "own")); i-- {
	}
	return i > 0 && is(o.words[i].word, "with") && is(o.words[i-1].word, "shared")
}

// hear reads a word that names neither a dish nor a person, such as a verb or a number, into the clause. It returns how many
// words behind it belong to it.
func (o *ordering) hear(i int, c *clause, behind bool) int {
	w := o.words[i].word
	k := i + 1
	for is(w, "not") && k+1 < len(o.words) && (o.words[k].word == "t" || is(o.words[k].word, "article")) { // "don't want", "no la quiero"
		k++
	}
	after := func(use string) bool {
		return k < len(o.words) && is(o.words[k].word, use) && !strings.ContainsAny(o.text[o.words[k-1].to:o.words[k].from], ".,;!?")
	}
	before := func(use string) bool { return i > 0 && is(o.words[i-1].word, use) }
	verb := func(do string) {
		if c.dish != nil || c.n > 0 || c.points {
			o.end(*c)
			*c = clause{at: i}
		}
		o.do, o.once = do, false
	}
	switch n := numeral(w); {
	case o.each(i, behind) > 0:
		apiece := c.dish != nil && c.dish.count > 1 && is(w, "everyone") // "two coffees each"
		o.end(*c)
		*c = clause{at: i}
		o.multiply(o.each(i, behind), apiece)
	case n > 0 && o.wasSo(o.words[i]):
	case n > 0 && c.dish != nil && max(c.dish.count, c.n) == 0 && strings.TrimSpace(o.text[c.dish.to:o.words[i].from]) == "" && o.ends(i): // "sopa dois, suco um"
		c.n = n
	case n > 1 && (before("others") || before("rest_of")):
		o.next = n
	case (n > 0 || is(w, "other") || is(w, "others") && after("without")) && o.standsAlone(i) && !before("seated") && (o.do == "to" || o.fix || !before("by")) && !o.splitsBy(i) && !(before("we_are") && o.added() < 0):
		if c.dish != nil {
			o.end(*c)
			*c = clause{at: i}
		}
		c.n = max(1, n)
		if k := o.mannerEnd(i + 1); len(o.out) > 0 && k > i+1 {
			o.counting = true
			c.note = o.noted(note{o.words[i+1].from, o.words[k-1].to})
			o.counting = false
			return k - 1 - i
		}
	case (n > 0 || is(w, "other")) && o.option(i+1): // "uma sopa grande e uma pequena"
		o.end(*c)
		*c = clause{at: i, n: max(1, n), note: o.text[o.words[i+1].from:o.words[i+1].to]}
		return 1
	case is(w, "instead") && (after("of") || wordBehind(o.text, o.words[i].to) == "than"):
		verb("drop")
		o.once = true
		return 1
	case is(w, "not") && (after("want") || after("bring")) && o.namesBehind(i):
		verb("drop")
		return k - i
	case is(w, "swap") && !is(w, "by"):
		verb("from")
	case o.do == "from" && (is(w, "by") || is(w, "for") && (w != "a" || o.at.Language == lang.Spanish) && o.names(i+1)):
		c.points = c.points || is(o.words[i-1].word, "swap") && len(sentences(o.at.Message)) == 1 // "troca por uma pilsen"
		verb("to")
	case is(w, "turn"), is(w, "off"), is(w, "not") && (after("want") || after("need")): // "uma sopa vira salada", "a farofa não precisa"
		o.end(*c)
		*c = clause{at: i}
		if o.flip(); is(w, "turn") {
			o.do = "to"
		}
	case c.dish != nil && is(w, "ours") && before("being"): // "a sopa é minha"
		c.who, c.behind = append(c.who, "me"), true
	case o.naming && (is(w, "add") || is(w, "more")):
	case is(w, "raise"): // "sobe pra 4 chopes"
		verb("add")
		o.verb, o.fix, o.more = true, true, false
	case is(w, "leave"):
		verb("keep")
	case is(w, "drop") && o.ends(i) && (c.dish != nil || o.about != "" && c.n == 0) && o.do == "": // "um café a menos", "o último pode tirar"
		o.end(*c)
		*c = clause{at: i}
		o.flip()
	case is(w, "drop") && is(w, "little") && i+1 < len(o.words) && understand.Edible(o.words[i+1].word) && o.named(o.words[i+1].word) == "": // "menos sal"
	case is(w, "drop") && after("article") && i+2 < len(o.words) && !is(o.words[i+1].word, "of_place") && is(o.words[i+2].word, "the_bill"): // "saca la cuenta" adds up
	case (is(w, "drop") || is(w, "erase")) && !(is(w, "forget") && after("not")) && !slices.Contains(menuWords()["=forgot"], w):
		verb("drop")
	case (o.do == "drop" || o.do == "from") && courseNamed(w) != "" && c.dish == nil: // "esquece os principais"
		o.out = append(o.out, change{Do: "drop", Dish: courseNamed(w), For: strings.Join(c.who, " & "), firm: true})
		o.from = change{Do: "drop"}
	case is(w, "round") && !(i+1 < len(o.words) && slices.Contains([]string{"it", "up", "off", "down"}, o.words[i+1].word)):
		o.round(i, c)
	case is(w, "same") && o.names(i+1): // "the same soup for Ana" is another
		o.more = true
	case is(w, "same") && (after("for") || after("drink")), is(w, "again") && after("of"):
		d := meant{name: o.newest(0), card: true}
		if last := o.added(); last >= o.start {
			d.name, d.among = o.out[last].Dish, o.out[last].Among
		}
		if o.more = true; d.name != "" {
			c.dish, c.n = &d, 1
		}
	case is(w, "add"), is(w, "bring"), is(w, "want"):
		verb("add")
		o.verb = true
	case is(w, "turns"):
		verb("")
	case is(w, "this") && (o.do != "" || !is(w, "third")) && (!is(w, "article") || o.do == "drop") && c.dish == nil && !behind && wordBehind(o.text, o.words[i].to) != "s":
		c.points = true
	}
	o.more = o.more || is(w, "more") && !o.naming && o.do != "drop" && !is(w, "turns")
	o.fix = o.fix || is(w, "only") || is(w, "make")
	return 0
}

// mannerEnd returns the index behind the words that say how a dish is to be made, from a given word on: "com gelo", "de ellas
// sin hielo". 0: no such words begin there.
func (o *ordering) mannerEnd(i int) int {
	for i < len(o.words) && is(o.words[i].word, "of_them") {
		i++
	}
	if i == len(o.words) || !is(o.words[i].word, "with") && !is(o.words[i].word, "without") {
		return 0
	}
	counts := func(k int) bool {
		return k < len(o.words) && (is(o.words[k].word, "article") || numeral(o.words[k].word) > 0 || is(o.words[k].word, "other"))
	}
	for i++; i < len(o.words) && !strings.ContainsAny(o.text[o.words[i-1].to:o.words[i].from], ".,;:!?)") && !(is(o.words[i].word, "and") && counts(i+1)); i++ {
	}
	return i
}

// option reports whether a word is an option of the dish that the message adds last: "pequena".
func (o *ordering) option(i int) bool {
	last := o.added()
	if i >= len(o.words) || last < o.start || o.out[last].called == "" || len(o.mentions(o.words[i].word)) > 0 {
		return false
	}
	first, _, _ := strings.Cut(o.out[last].called, " ")
	with := first + " " + o.words[i].word
	all := o.mentions(with)
	return len(all) == 1 && all[0].From == 0 && all[0].To == len(with) && len(all[0].Things) == 1 && all[0].Things[0].ID == o.out[last].Dish
}

// standsAlone reports whether no noun follows a number: "uma pra ela", "two of those".
func (o *ordering) standsAlone(i int) bool {
	if len(o.words[i].word) < 2 && o.words[i].word[0] > '9' { // "a"
		return false
	}
	if i+1 == len(o.words) || strings.ContainsAny(o.text[o.words[i].to:o.words[i+1].from], ",.;:()!?") {
		return true
	}
	next, to := o.words[i+1].word, o.words[i+1].from
	of := slices.ContainsFunc(o.notes, func(n note) bool { return n.from == to }) || next == "of" && i+2 < len(o.words) && is(o.words[i+2].word, "this")
	of = of || o.do == "from" && is(next, "by") // "troca uma por"
	of = of || i+2 < len(o.words) && is(o.words[i+2].word, "please") && next == "por"
	for _, use := range []string{"for", "this", "please", "only", "and", "with", "without", "of_them"} {
		of = of || is(next, use)
	}
	return of && next != "a" && !strings.HasPrefix(o.text[o.words[i+1].from:], "é") // "uma é vegana"
}

// end finishes a clause: it makes changes of it. A clause with a dish goes to take; the cases here are of clauses without
// one, "um pra Ana", which are about a dish named before.
func (o *ordering) end(c clause) {
	last := o.added()
	said := c.n > 0
	switch {
	case c.dish != nil:
		o.take(c)
	case said && o.do == "to" && len(o.out) > 0 && o.out[len(o.out)-1].Do == "drop": // "troca o pudim por três"
		o.out[len(o.out)-1] = change{Do: "set", Dish: o.from.Dish, Quantity: c.n, said: true, firm: true}
	case o.do == "drop" || o.do == "from":
		if id := cmp.Or(o.about, o.addedDish(), o.newest(c.n)); id != "" && (said || c.points) {
			o.drop(change{Dish: id, Quantity: c.n, said: said}, meant{})
		}
	case said && c.note != "" && len(o.out) > o.start && o.out[len(o.out)-1].Do == "set": // "two burgers then, one well done"
		o.out = append(o.out, change{Do: "note", Dish: o.out[len(o.out)-1].Dish, Quantity: c.n, Note: c.note, firm: true})
	case said && c.begins && len(o.out) > o.start && o.out[len(o.out)-1].Do == "set" && o.out[len(o.out)-1].Quantity > c.n: // "são dois, um pra cada"
	case said && last >= 0 && o.fix: // "two… make it three"
		o.out[last].Quantity, o.out[last].said = c.n, true
	case said && o.fix && o.newest(0) != "" && !o.part(o.text).addsUp() && !o.part(o.text).says("round"):
		o.out = append(o.out, change{Do: "set", Dish: cmp.Or(o.about, o.newest(0)), Quantity: c.n, said: true, firm: true})
	case said && last >= 0 && (len(c.who) > 0 || c.note != ""):
		o.share(c)
	case c.note != "" && said && !o.more && o.quantity(o.newest(c.n), "") > c.n: // "um deles sem gelo"
		o.out = append(o.out, change{Do: "note", Dish: o.newest(c.n), Quantity: c.n, Note: c.note, firm: true})
	case said && last >= 0 && c.n > 1 && c.begins && !o.out[last].said:
		o.out[last].Quantity, o.out[last].said = c.n, true
	case said || c.points && o.do == "add":
		if told := o.offered(); len(o.out) == o.start && len(told) > 0 && (c.points || c.begins || o.verb || o.more && len(o.out) == 0) && !o.part(o.text).says("split") && !o.part(o.text).says("head") {
			o.out = append(o.out, changeOfTold(told, change{Do: "add", Quantity: max(1, c.n), said: true, firm: true, For: strings.Join(c.who, " & "), Note: c.note}))
		}
	case c.note != "":
		o.note(cmp.Or(o.addedDish(), o.about, o.newest(0)), c.note)
	case len(c.who) > 0 && c.behind && len(o.out) > o.start && o.out[len(o.out)-1].Do == "note": // "um dos cafés sem açúcar e pra Ana"
		o.out[len(o.out)-1].For = strings.Join(c.who, " & ")
	case len(c.who) > 0 && c.behind && o.some > 0: // "um dos cafés é pra Ana"
		o.out = append(o.out, change{Do: "note", Dish: o.about, Quantity: o.some, For: strings.Join(c.who, " & "), firm: true})
	case len(c.who) > 0 && c.behind && last >= o.start && o.out[last].For != "": // "a sopa pra mim e pra ela"
		o.out[last].For += " & " + strings.Join(c.who, " & ")
	case len(c.who) > 0 && !c.behind:
		o.who = strings.Join(c.who, " & ")
	}
}

// share takes some of the dish that was added before for a person or with a note: "dois mates, um pra ela", "dois mates, um
// sem gelo".
func (o *ordering) share(c clause) {
	last := o.added()
	x := o.out[last]
	o.shared = o.shared || c.begins // "dois mates, um pra Ana", and not "e um pra Ana"
	all := slices.IndexFunc(o.out, func(y change) bool {
		return y.Do == "add" && y.Dish == x.Dish && y.For == "" && y.Quantity >= c.n && !y.part
	})
	x.Quantity, x.For, x.firm, x.said, x.part = c.n, strings.Join(c.who, " & "), true, true, true
	if x.Note = c.note; c.note != "" {
		x.For, x.Own = cmp.Or(x.For, o.out[last].For), true
	}
	if o.out = append(o.out, x); all >= 0 && o.shared {
		if o.out[all].Quantity -= c.n; o.out[all].Quantity == 0 {
			o.out = slices.Delete(o.out, all, all+1)
		} else if c.note != "" {
			o.out[all].Own = true
		}
	}
}

// added is the place of the dish that the message adds last, or -1; addedDish is that dish.
func (o *ordering) added() int {
	for i, c := range slices.Backward(o.out) {
		if c.Do == "add" && !c.Missing {
			return i
		}
	}
	return -1
}

func (o *ordering) addedDish() string {
	if i := o.added(); i >= 0 && len(o.out[i].Among) == 0 {
		return o.out[i].Dish
	}
	return ""
}

// newest returns the dish of the order that earlier messages named last, or else the last one; of n of several the only one with more.
func (o *ordering) newest(n int) string {
	more := slices.DeleteFunc(slices.Compact(o.tab()), func(id string) bool { return o.quantity(id, "") <= n })
	if id := cmp.Or(o.named(o.saidBefore()), append([]string{""}, o.tab()...)[len(o.had.Lines)]); n == 0 || len(more) != 1 || o.quantity(id, "") > n {
		return id
	}
	return more[0]
}

// take makes changes of a clause with a dish. The dish may be added, dropped, swapped, set to another number, or get a note
// or a person, as the verb, the number and the order so far say.
func (o *ordering) take(c clause) {
	t := *c.dish
	t.not = t.not && !o.part(o.text).says("raise")
	o.more = o.more || t.ref && (asked{text: t.text}).says("same") && is(wordBehind(o.text, t.to), "for") // "o mesmo pra ela"
	if on := slices.DeleteFunc(slices.Clone(t.among), func(id string) bool { return o.quantity(id, "") == 0 }); len(on) == 1 && (o.do == "drop" || o.do == "from" || (o.fix || max(t.count, c.n) == 0) && !o.more && o.do != "to") {
		t.name, t.among = on[0], nil // "a sopa" is the only soup that is ordered
	}
	x := change{Do: "add", Dish: t.name, Among: t.among, Missing: !t.card && len(t.among) == 0, Quantity: cmp.Or(t.count, c.n), For: strings.Join(c.who, " & "), Note: c.note, ref: t.ref || onlyPoints(t.text), called: t.text}
	if x.Quantity == 0 && o.next > 0 {
		x.Quantity, o.next = o.next, 0
	}
	if x.said = x.Quantity > 0; len(t.among) > 0 && (t.ref || onlyPoints(t.text) || unpointed(t.text) != t.text) {
		x.Dish = ""
	}
	if x.For == "" && o.do == "add" && slices.Contains(menuWords()["=wants"], o.words[c.at].word) { // "a Ana chegou, quer a sopa"
		x.For = o.who
	}
	if !x.said && o.do != "drop" && o.do != "from" {
		x = o.asAskedFor(x)
	}
	on, lacks := o.quantity(x.Dish, ""), o.near(t.at, 2, "except")
	if k := slices.IndexFunc(o.words, func(w spot) bool { return w.from < t.at && o.wasSo(w) }); on > 0 && o.do == "" && k >= 0 && t.count > 0 && o.near(t.at, 3, "not") { // "não são 2 sopas, são 3"
		o.about, o.some, o.fix = x.Dish, 0, true
		return
	}
	switch {
	case lacks && on == 0:
		return
	case lacks || o.do == "drop" || o.do == "from" || t.not && o.do != "to" && on > 0 && c.note == "":
		o.drop(x, t)
		return
	case t.not && o.do != "to", o.describedBy(t):
		return
	case o.do == "keep" && !(o.fix && x.said):
		o.about = x.Dish
		return
	case o.do == "to":
		if id := cmp.Or(o.about, o.named(o.at.Message)); o.from.Do == "" && o.quantity(id, "") > 0 { // "a sopa tem leite? troca pelo pato"
			o.drop(change{Dish: id}, meant{})
		}
		if x.For = cmp.Or(x.For, o.from.For); !x.said && o.from.Do != "" {
			x.Quantity, x.said = max(1, o.from.Quantity), true
		}
	}
	if n := countIn(x.For); n > 1 && !x.said && len(x.Among) == 0 && !o.part(o.text).says("shared") { // "as duas crianças querem a sopa"
		x.Quantity, x.said = n, true
	}
	had := slices.IndexFunc(o.out, func(y change) bool { return y.Dish == x.Dish && y.Do == "add" })
	some := on >= x.Quantity && x.said && someOf().MatchString(o.text[:t.at]) && !(o.at.Language == lang.Spanish && o.near(t.at, 1, "two"))
	theirs := o.becomes(t.to)
	some = some || x.said && !o.more && o.do == "" && (on >= x.Quantity && theirs || on > x.Quantity && c.note != "" && x.For == "" && len(o.out) == o.start)
	anew := o.more && (c.note == "" || o.near(t.at, 1, "other")) // "bota a sopa sem sal" is of the soup that is ordered
	switch known := !x.said && !anew && o.do != "to"; {
	case some && (c.note != "" || x.For != "" && o.do == "" && !o.more): // "um dos quindins é pra Ana"
		x.Do = "note"
	case some && o.do == "" && !o.more:
		o.about, o.some = x.Dish, x.Quantity
		return
	case had >= 0 && o.fix && x.said: // "um mate. na verdade, dois mates"
		o.out[had].Quantity = x.Quantity
		return
	case on > 0 && o.fix && x.said && !o.more:
		x.Do = "set"
	case on > 0 && known && x.For != "" && (theirs || o.whose(x.Dish) == ""): // "a sopa é da Ana"
		x.Do, x.Quantity = "note", on
	case on > 0 && known && x.For == "", had >= 0 && known && x.For == "": // the dish is only spoken of
		if o.about, o.some = x.Dish, 0; c.note != "" {
			o.note(x.Dish, c.note)
		}
		return
	case t.plain && on == 0 && !x.said && o.do != "to" && x.For == "" && !o.article(t.at, len(o.out) > o.start): // "come carne"
		return
	}
	if n := len(o.had.Lines); o.right && on == 0 && o.do == "" && !o.more && n > 0 && len(x.Among) == 0 && t.card { // the dish replaces the last one ordered
		l := o.had.Lines[n-1]
		x.Quantity, x.For = cmp.Or(x.Quantity, l.Quantity), cmp.Or(x.For, l.For)
		o.out, o.right = append(o.out, change{Do: "drop", Dish: l.ID, Quantity: l.Quantity, For: l.For, firm: true}), false
	}
	x.Quantity, x.firm = max(1, x.Quantity), x.firm || o.verb || o.do == "to" || x.said || x.ref || x.For != ""
	if o.out = append(o.out, x); o.once {
		o.do, o.once = "", false
	}
}

// someOf matches a text that ends in words for some of several: "um dos" before pastéis.
var someOf = pattern.Of(`(?i)\b(?:d[oa]s|of (?:the|my|our|those)|de (?:los|las|mis))\s+$`)

// asAskedFor completes a dish that answers the house's question which one is meant: after "quatro chopes" and "which beer?",
// "Helles" is four of them, for the same people. It adds one change more for each other person whose question it answers.
func (o *ordering) asAskedFor(x change) change {
	who, open := x.For, o.had.Asked
	o.had.Asked = nil
	for _, q := range open {
		switch of := slices.Contains(q.Among, x.Dish) && (who == "" || q.For == "" || who == q.For); {
		case of && !x.said:
			x.Quantity, x.For, x.said = q.Quantity, cmp.Or(who, q.For), true
		case of && q.For != "" && q.For != x.For:
			more := x
			more.Quantity, more.For, more.firm = q.Quantity, q.For, true
			o.out = append(o.out, more)
		default:
			o.had.Asked = append(o.had.Asked, q)
		}
	}
	return x
}

// drop takes a dish off the order. A food that is not on the order may be an ingredient to leave out: "tira a cebola".
func (o *ordering) drop(x change, t meant) {
	x.Do, x.firm = "drop", true
	if x.For == "" && o.quantity(x.Dish, "me") > 0 && o.part(o.text).says("ours") { // "troca a minha sopa"
		x.For = "me"
	}
	last := o.added()
	if x.For == "" && o.once && last >= o.start { // "a Ana quer o risoto no lugar da sopa"
		x.For = o.out[last].For
	}
	on, some := o.quantity(x.Dish, ""), slices.ContainsFunc(x.Among, func(id string) bool { return o.quantity(id, "") > 0 })
	added := slices.IndexFunc(o.out, func(y change) bool { return y.Do == "add" && y.Dish == x.Dish })
	switch {
	case t.within, on == 0 && !some && (t.plain || o.do == "drop" && added < 0 && t.card && !o.near(t.at, 4, "not") || x.Missing && understand.Edible(t.text)):
		o.without(t)
		return
	case on == 0 && !some && added >= 0 && o.do != "from": // "um mate… não, tira o mate"
		if o.out[added].Quantity -= x.Quantity; x.Quantity == 0 || o.out[added].Quantity <= 0 {
			o.out = slices.Delete(o.out, added, added+1)
		}
		return
	case on == 0 && !some:
		return
	case x.Quantity >= on && on > 0:
		x.Quantity = 0
	}
	o.from = x
	o.from.Quantity, o.from.For = cmp.Or(x.Quantity, o.quantity(x.Dish, x.For), on), cmp.Or(x.For, o.whose(x.Dish))
	if o.out = append(o.out, x); o.once {
		if o.do, o.once = "", false; last < o.start {
			o.do = "to"
		}
	}
}

// flip takes the dish off that the sentence has named before the verb: "um café a menos".
func (o *ordering) flip() {
	x := change{Dish: o.about, Quantity: o.some, said: o.some > 0}
	if last := o.added(); last >= o.start {
		if x = o.out[last]; !x.said {
			x.Quantity = 0
		}
		o.out = o.out[:last]
	}
	if o.do = "drop"; x.Dish != "" {
		o.drop(x, meant{})
		o.do = ""
	}
}
