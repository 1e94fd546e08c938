package concierge

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// ordering reads words as changes of the order. A sentence is a row of words: verbs, numbers, dishes, people and notes; a verb holds until the
// next, a number waits for its dish, and what stands behind a dish is about it.
type ordering struct {
	asked
	had   order
	out   []change
	words []spot

	verb   string // add, drop, swap (for the dish that goes), to (for the one that comes)
	once   bool   // the verb is of one dish: "em vez da sopa"
	n      int    // a number that waits for its dish
	more   bool   // the number is added to what is ordered: "mais uma"
	fix    bool   // the number is put right: "na verdade", "só"
	who    string // who has the dishes that follow: "a Ana quer"
	gone   change // of a swap: what goes
	start  int    // number of changes before this sentence
	last   int    // the line that words go on about; -1: none
	about  string // the dish of the order that words go on about
	some   int    // how many of it
	spoke  string // the dish that the message named last, and as what that which was added last was called
	called string
}

// changes reads what words do to the order: "troca o mate por duas caipirinhas" takes one off and adds two.
func (a asked) changes() []change {
	o := ordering{asked: a, had: a.kept()}
	for _, m := range a.mentions(a.at.Message[:max(0, strings.Index(a.at.Message, a.text))]) { // "tem coxinha? quero duas"
		o.spoke = m.Things[0].ID
	}
	if a.scraps() {
		o.out, o.had.Lines = append(o.out, change{Do: "clear"}), nil
	}
	for _, s := range a.sentences() {
		switch {
		case s.asks() && !a.sums && !s.says("bring", "may_be", "drop", "swap", "cooked"):
			for _, d := range s.meants() {
				o.spoke = d.ids[0]
			}
		case s.paysApart() || s.says("shows_us") && !s.says("bring"):
		default:
			o.read(s)
		}
	}
	return o.out
}

// scraps reports whether words have all taken off the order that waits, and speak of nothing else: "cancela tudo".
func (a asked) scraps() bool {
	return a.unsent() && a.at.Notes["house.sent"] == nil && slices.ContainsFunc(a.clauses(), func(c asked) bool {
		other := slices.ContainsFunc(spots(c.text), func(w spot) bool { return !isAny(w.word, "drop", "erase", "scrap", "whole_order", "everything") })
		return c.says("drop", "erase", "scrap") && !other && c.says("everything", "ordered") || hasPhrase(words(c.text), "whole_order")
	})
}

// read makes changes of a sentence.
func (o *ordering) read(s asked) {
	*o = ordering{asked: o.asked, had: o.had, out: o.out, spoke: o.spoke, words: spots(s.text), start: len(o.out), last: -1}
	o.text, o.spans = s.text, s.spans
	notes, dishes, people := o.kitchenNotes(), s.meants(), s.people()
	for i := 0; i < len(o.words); i++ {
		w := o.words[i]
		end := w.to
		if i > 0 && strings.ContainsAny(o.text[o.words[i-1].to:w.from], ",.;:(!?\n") {
			o.pause()
		}
		n := slices.IndexFunc(notes, func(n span) bool { return n.from <= w.from && w.from < n.to })
		k := slices.IndexFunc(dishes, func(d meant) bool { return d.from <= w.from && w.from < d.to })
		p := slices.IndexFunc(people, func(x someone) bool { return x.from == w.from })
		switch {
		case n >= 0:
			end = notes[n].to
			o.note(strings.Trim(o.text[notes[n].from:end], " .,;:!?"))
		case k >= 0:
			end = dishes[k].to
			for _, d := range dishes[k:] { // "os dois" are two lines
				if d.from == dishes[k].from {
					o.dish(d)
				}
			}
			o.n = 0
		case p >= 0:
			end = people[p].to
			o.person(people[p])
		default:
			o.word(i)
		}
		for i+1 < len(o.words) && o.words[i+1].from < end {
			i++
		}
	}
	o.pause()
	if o.says("quits") && len(o.out) == o.start { // "a Ana desistiu"
		for _, l := range o.had.Lines {
			if slices.ContainsFunc(people, func(x someone) bool { return hook.SameName(x.name, l.For) }) {
				o.out = append(o.out, change{Do: "drop", Dish: l.ID, For: l.For})
			}
		}
	}
}

// word reads a word that names neither a dish nor a person.
func (o *ordering) word(i int) {
	w, next, before := o.words[i].word, "", ""
	if i+1 < len(o.words) {
		next = o.words[i+1].word
	}
	if i > 0 {
		before = o.words[i-1].word
	}
	switch n := o.numeral(i); {
	case numeral(w) > 0 && o.isOption(next):
		o.add(meant{ids: []string{o.out[o.last].Dish}}, numeral(w))
		o.out[o.last].Note, o.out[o.last].Own = next, true
	case n > 1 && o.last >= 0 && o.n == 0 && o.ends(i) && o.led(o.words[i].from, "for"), is(w, "everyone") && o.last >= 0 && o.n <= 1 && !o.says("split"):
		o.multiply(cmp.Or(n, o.payers()))
	case n > 0:
		o.n = n
	case is(w, "instead") && isAny(next, "of_place", "of", "than"):
		o.verb, o.once = "drop", true
	case is(w, "not") && isAny(next, "want", "bring", "need", "t"):
		o.takeOff()
		o.verb = "drop"
	case is(w, "swap") && o.verb != "to":
		o.pause()
		o.verb = "swap"
	case o.verb == "swap" && (is(w, "by") || is(w, "for") && w != "a"):
		o.verb = "to"
	case isAny(w, "drop", "erase") && !is(before, "not"):
		if o.pause(); o.ends(i) && o.takeOff() { // "o último pode tirar"
			return
		}
		if o.verb = "drop"; courseNamed(next) != "" && len(o.cut(o.words[i].to, len(o.text)).mentions(next)) == 0 {
			o.out = append(o.out, change{Do: "drop", Dish: courseNamed(next)})
		}
	case is(w, "round") && len(o.had.Lines) > 0:
		o.out, o.n, o.more = append(o.out, change{Do: "round", Dish: "drink", Quantity: max(1, o.n)}), 0, true
	case is(w, "same") && is(next, "for"):
		o.add(meant{ids: []string{cmp.Or(o.spoke, o.onTab())}}, 1)
	case is(w, "leave"):
		o.verb = ""
	case isAny(w, "add", "bring") && !is(before, "not"):
		if o.pause(); o.verb != "to" {
			o.verb = "add"
		}
	case is(w, "and"):
		o.pause()
	}
	o.more = o.more || is(w, "more") && !isAny(w, "add", "bring")
	o.fix = o.fix || isAny(w, "only", "make", "raise")
}

// numeral is the number of things that a word says, or 0: it may be of people, a table, an hour or an amount, or be denied.
func (o *ordering) numeral(i int) int {
	w, n := o.words[i], numeral(o.words[i].word)
	switch {
	case w.word == "a" && o.at.Language == lang.English:
		return 1
	case w.word == "dos" && o.at.Language != lang.Spanish:
		return 0
	case i+1 < len(o.words) && slices.ContainsFunc(o.mentions(o.text), func(m scene.Mention) bool { return m.From == o.words[i+1].from }):
		return n
	}
	other := slices.ContainsFunc(o.spans, func(s understand.Span) bool {
		return s.From <= w.from && w.from < s.To && (s.Kind == "date" || s.Kind == "time" || s.Kind == "money" || s.Kind == "people" && len(spots(s.Text)) > 1)
	})
	if other || o.near(w.from, 1, "seated", "not", "by", "among") && o.verb != "swap" && o.verb != "to" && !o.fix {
		return 0
	}
	return n
}

// isOption reports whether a word is an option of the dish that was added last: "uma tapioca grande e uma pequena".
func (o *ordering) isOption(word string) bool {
	if word == "" || o.last < 0 || len(o.mentions(word)) > 0 {
		return false
	}
	first, _, _ := strings.Cut(o.called, " ")
	all := o.mentions(first + " " + word)
	return len(all) == 1 && all[0].To == len(first+" "+word) && all[0].Things[0].ID == o.out[o.last].Dish
}

// ends reports whether a clause ends with a word.
func (o *ordering) ends(i int) bool {
	return i+1 == len(o.words) || strings.ContainsAny(o.text[o.words[i].to:o.words[i+1].from], ".,;:!?") || isAny(o.words[i+1].word, "please", "and")
}

// pause ends a clause: a number without a dish is of what was spoken of.
func (o *ordering) pause() {
	n, told, target, fresh := o.n, o.offered(), cmp.Or(o.about, o.onTab()), len(o.out) == o.start
	o.n = 0
	line := o.last
	if line < 0 && len(o.out) > 0 && o.out[len(o.out)-1].Do == "add" && !o.out[len(o.out)-1].said {
		line = len(o.out) - 1
	}
	switch {
	case n == 0:
	case o.verb == "drop":
		if line >= 0 {
			target = o.out[line].Dish
		}
		o.drop(change{Dish: target, Quantity: n})
	case o.verb == "to" && o.gone.Do != "": // "troca o mate pra três"
		o.out[len(o.out)-1] = change{Do: "set", Dish: o.gone.Dish, Quantity: n, For: o.gone.For, said: true}
	case line >= 0 && (o.fix || !o.out[line].said):
		o.out[line].Quantity, o.out[line].said = n, true
	case o.fix && !o.more && target != "" && fresh:
		o.out = append(o.out, change{Do: "set", Dish: target, Quantity: n, said: true})
	case o.spoke != "" && fresh:
		o.add(meant{ids: []string{o.spoke}}, n)
	case (o.verb == "add" || o.more) && len(told) > 0 && fresh:
		o.add(meant{ids: ids(told)}, n)
	}
}

// dish adds, drops, swaps or sets a dish, as the verb, the number and the order so far say.
func (o *ordering) dish(d meant) {
	n, on := o.n, 0
	if m := times().FindStringSubmatch(o.text[d.to:]); m != nil && n == 0 {
		n = numeral(m[1])
	}
	ordered := slices.DeleteFunc(slices.Clone(d.ids), func(id string) bool { return o.quantity(id) == 0 })
	if len(ordered) == 1 && len(d.ids) > 1 && !o.more && (n == 0 || o.verb != "add") && o.verb != "to" {
		d.ids = ordered // "a sopa" is the only soup that is ordered
	}
	one := d.ids[0]
	if len(d.ids) > 1 {
		one = ""
	}
	if one != "" {
		on, o.spoke = o.quantity(one), one
	}
	refused := slices.ContainsFunc(o.spans, func(s understand.Span) bool { return (s.P == "not" || s.Drop) && s.From <= d.from && d.from < s.To })
	behindNot := o.near(d.from, 2, "without", "except") || o.near(d.from, 1, "not")
	asked := slices.ContainsFunc(o.had.Asked, func(q question) bool { return slices.Contains(q.Among, d.ids[0]) })
	switch {
	case o.verb == "drop", o.verb == "swap", on > 0 && (behindNot || refused && o.verb != "to"):
		o.dropped(d, one, n)
	case behindNot, d.plain && !asked && n == 0 && o.verb == "" && o.who == "" && !o.near(d.from, 1, "article") && on == 0:
	case o.verb == "to":
		if o.gone.Do == "" { // "então troca pela salada"
			o.drop(change{Dish: o.onTab(), Quantity: n})
		}
		o.who = cmp.Or(o.who, o.gone.For)
		o.add(d, cmp.Or(n, o.gone.Quantity, 1))
	case on > 0 && n > 0 && !o.more && (o.fix || o.verb == "" && o.addsUp()):
		o.out = append(o.out, change{Do: "set", Dish: one, Quantity: n, said: true})
	case on > 0 && n == 0 && !o.more && (o.who == "" || o.whose(one) == ""): // it is only spoken of
		if o.about, o.some = one, 0; o.who != "" {
			o.out = append(o.out, change{Do: "note", Dish: one, For: o.who})
		}
	case on >= n && n > 0 && someOf().MatchString(o.text[:d.from]): // "um dos mates"
		o.about, o.some = one, n
	default:
		o.add(d, n)
	}
}

var (
	// someOf matches a text that ends in words for some of several: "um dos" before "pastéis".
	someOf = pattern.Of(`(?i)\b(?:d[oa]s|of (?:the|my|our|those)|de (?:los|las|mis))\s+$`)
	// times is how many, behind a thing: "mate x2".
	times = pattern.Of(`^\s*(?:\(\s*)?[x×](\d+)\b`)
)

// add puts a dish on the order: one that was added already is meant again. One that answers which of some is meant is as many, and for whom,
// as was asked.
func (o *ordering) add(d meant, n int) {
	c := change{Do: "add", Quantity: max(1, n), For: o.who, said: n > 0, Missing: d.missing}
	if c.Dish = d.ids[0]; len(d.ids) > 1 {
		if c.Among, c.Dish = d.ids, d.text; d.ref || onlyPoints(d.text) {
			c.Dish = ""
		}
	}
	if c.Dish == "" && len(c.Among) == 0 {
		return
	}
	had := slices.IndexFunc(o.out, func(x change) bool { return x.Do == "add" && x.Dish == c.Dish && x.For == c.For })
	if o.last, o.about = had, ""; had >= 0 && c.Dish != "" && (o.fix || n == 0) && o.verb != "to" {
		if n > 0 {
			o.out[had].Quantity = n
		}
		return
	}
	i := slices.IndexFunc(o.had.Asked, func(q question) bool { return slices.Contains(q.Among, c.Dish) })
	if i >= 0 && n == 0 {
		c.Quantity, c.For = o.had.Asked[i].Quantity, cmp.Or(c.For, o.had.Asked[i].For)
		o.had.Asked = slices.Delete(slices.Clone(o.had.Asked), i, i+1)
	}
	o.out = append(o.out, c)
	o.last, o.more, o.called = len(o.out)-1, false, cmp.Or(d.text, o.called)
}

// dropped takes a dish off. A food that is not on the order may be an ingredient to leave out: "tira a cebola".
func (o *ordering) dropped(d meant, one string, n int) {
	swaps := o.verb == "swap"
	had := slices.IndexFunc(o.out, func(c change) bool { return c.Do == "add" && c.Dish == one && one != "" })
	some := slices.ContainsFunc(d.ids, func(id string) bool { return o.quantity(id) > 0 })
	switch {
	case had >= 0 && !some && !swaps: // "um mate… não, tira o mate"
		o.out, o.last = slices.Delete(o.out, had, had+1), -1
	case !some && !swaps && (d.plain || d.missing || d.kind) && len(o.had.Lines) > 0:
		o.out = append(o.out, change{Do: "without", Dish: d.text, Note: withoutWord[o.at.Language] + " " + d.text})
	case !some && swaps:
		o.gone = change{Do: "drop"}
	default:
		c := change{Dish: one, Quantity: n}
		if one == "" {
			c.Among = d.ids
		}
		for _, x := range o.cut(d.to, len(o.text)).people() { // "a sopa da Ana"
			if x.owner && x.from < 8 {
				c.For = x.name
			}
		}
		if o.once && o.last >= o.start {
			c.For = o.out[o.last].For
		}
		if o.near(d.from, 1, "ours") && o.whose(one) == "me" { // "troca a minha sopa"
			c.For = "me"
		}
		o.drop(c)
	}
	if swaps {
		o.verb = "to"
	} else if o.once {
		o.verb, o.once = "add", false
	}
}

var withoutWord = map[lang.Language]string{lang.Portuguese: "sem", lang.English: "without", lang.Spanish: "sin", "": "sem"}

func (o *ordering) drop(c change) {
	on := o.quantity(c.Dish)
	if c.Do = "drop"; c.Dish == "" && len(c.Among) == 0 {
		return
	}
	o.gone = c
	o.gone.Quantity, o.gone.For = cmp.Or(c.Quantity, on), cmp.Or(c.For, o.whose(c.Dish))
	if c.Quantity >= on && on > 0 {
		c.Quantity = 0
	}
	o.out, o.last = append(o.out, c), -1
}

// takeOff takes off what the sentence has named before the verb, "um café a menos", and reports whether it has.
func (o *ordering) takeOff() bool {
	c := change{Dish: o.about, Quantity: o.some}
	if o.last >= o.start {
		c = change{Dish: o.out[o.last].Dish, Quantity: o.out[o.last].Quantity}
		o.out = slices.Delete(o.out, o.last, o.last+1)
	}
	if o.last, o.about = -1, ""; c.Dish == "" || o.quantity(c.Dish) == 0 {
		return c.Dish != ""
	}
	o.drop(c)
	return true
}

// person gives a dish to somebody: the one named before, "a sopa pra Ana", some of it, "um pra Ana", or those that follow, "a Ana quer".
func (o *ordering) person(x someone) {
	switch {
	case o.near(x.from, 2, "except", "less"):
	case x.owner && (o.verb == "drop" || o.verb == "swap"):
	case !x.behind && !x.owner:
		o.pause()
		o.who = x.name
	case o.last >= o.start && o.n > 0:
		o.split(x.name, "")
	case o.last >= o.start:
		l := &o.out[o.last]
		l.For = strings.TrimPrefix(l.For+" & "+x.name, " & ")
	case o.about != "":
		o.out = append(o.out, change{Do: "note", Dish: o.about, Quantity: o.some, For: x.name})
	default:
		o.who = x.name
	}
}

// split takes some of the line before for a person or with a note: "dois mates, um pra ela", "dois mates, um sem gelo".
func (o *ordering) split(who, note string) {
	of := o.last
	for i := o.start; i < len(o.out); i++ {
		if c := o.out[i]; c.Do == "add" && c.Dish == o.out[o.last].Dish && c.For == "" && c.Note == "" {
			of = i
		}
	}
	if text := o.out[o.last].Note; note != "" && !strings.Contains(note, " ") { // "um com gelo e um sem"
		_, what, _ := strings.Cut(text, " ")
		note += " " + what
	}
	c := o.out[of]
	c.Quantity, c.For, c.Note, c.Own, c.said = min(o.n, c.Quantity), cmp.Or(who, c.For), note, note != "", true
	if o.out[of].Quantity -= c.Quantity; o.out[of].Quantity <= 0 {
		o.out = slices.Delete(o.out, of, of+1)
	}
	o.out = append(o.out, c)
	o.last, o.n = len(o.out)-1, 0
}

// note tells the kitchen how a dish is to be: the one that was named, also in the note itself ("sem cebola no hambúrguer"), or else
// each dish of the order that has what is left out.
func (o *ordering) note(text string) {
	foods, named := understand.Foods(text), cmp.Or(o.about, o.orderedIn(text))
	if named == "" && o.quantity(o.spoke) > 0 {
		named = o.spoke
	}
	switch {
	case o.last >= o.start && o.n > 0:
		o.split("", text)
	case o.last >= o.start:
		l := &o.out[o.last]
		l.Note = strings.TrimPrefix(l.Note+", "+text, ", ")
	case named == "" && len(foods) > 0 && len(o.had.Lines) > 0:
		o.out = append(o.out, change{Do: "without", Dish: foods[0], Quantity: o.n, Note: text})
	case cmp.Or(named, o.onTab()) != "":
		o.out = append(o.out, change{Do: "note", Dish: cmp.Or(named, o.onTab()), Quantity: cmp.Or(o.n, o.some), Note: text})
	}
	o.n = 0
}

// multiply gives the dishes of the sentence the number of those who have them: "uma caipirinha pra cada".
func (o *ordering) multiply(n int) {
	o.n = 0
	for i := o.start; i < len(o.out) && !o.says("shared"); i++ {
		if c := &o.out[i]; c.Do == "add" && c.For == "" && n > 1 {
			c.Quantity, c.said = n*max(1, c.Quantity), true
		}
	}
}

// quantity is how many of a dish are on the order, and whose is who has it, if that was said.
func (o *ordering) quantity(id string) (n int) {
	for _, l := range o.had.Lines {
		if l.ID == id {
			n += l.Quantity
		}
	}
	return n
}

func (o *ordering) whose(id string) (who string) {
	for _, l := range o.had.Lines {
		if l.ID == id && l.For != "" {
			who = l.For
		}
	}
	return who
}

// onTab is the dish of the order that this message names last, or the one before, or else the last line.
func (o *ordering) onTab() string {
	return cmp.Or(o.orderedIn(o.at.Message), o.orderedIn(o.saidBefore()), append([]string{""}, o.tab()...)[len(o.had.Lines)])
}

// orderedIn is the dish of the order that words name last, or "".
func (o *ordering) orderedIn(said string) string {
	for _, m := range slices.Backward(o.apart(said)) {
		if len(m.Things) == 1 && o.quantity(m.Things[0].ID) > 0 {
			return m.Things[0].ID
		}
	}
	return ""
}

// span is a part of a text.
type span struct{ from, to int }

// kitchenNotes are where words say how the kitchen is to make a dish: "sem cebola", "com o ovo bem passado", "um com gelo". What stands in the
// name of a dish is none, nor is a dish of the order, which is taken off.
func (o *ordering) kitchenNotes() (all []span) {
	begun := len(o.had.Lines)+len(o.out) > 0
	for i, w := range o.words {
		counted := i > 0 && numeral(o.words[i-1].word) > 0
		lacks := is(w.word, "without") || o.at.Language == lang.English && w.word == "no" || is(w.word, "with") && counted
		cooked := is(w.word, "cooked") || slices.ContainsFunc(menuWords().phrases["cooked"], func(p string) bool {
			return strings.HasPrefix(words(o.text[w.from:min(len(o.text), w.from+40)])+" ", " "+p+" ")
		})
		if !lacks && !cooked || len(all) > 0 && w.from < all[len(all)-1].to || o.inName(w.from) {
			continue
		}
		behind := o.cut(w.to, len(o.text))
		taken := slices.ContainsFunc(behind.meants(), func(d meant) bool { return d.from < 5 && len(d.ids) == 1 && o.quantity(d.ids[0]) > 0 && !d.plain })
		if lacks && (taken || o.says("sum", "service") || behind.text == "" && !counted) || (!begun || is(w.word, "with")) && len(o.cut(0, w.from).meants()) == 0 {
			continue
		}
		n := span{w.from, len(o.text)}
		for k := i - 1; !lacks && k >= max(0, i-3) && !strings.ContainsAny(o.text[o.words[k].to:o.words[k+1].from], ".,;"); k-- {
			if is(o.words[k].word, "with") {
				n.from = o.words[k].from
			}
		}
		for k := i + 1; k < len(o.words); k++ {
			x := o.words[k]
			also := k+1 < len(o.words) && is(o.words[k+1].word, "without")
			if strings.ContainsAny(o.text[o.words[k-1].to:x.from], ".,;:!?()") || is(x.word, "and") && !also || is(x.word, "for") && x.word != "a" || isAny(x.word, "please", "note_end") {
				n.to = o.words[k-1].to
				break
			}
		}
		all = append(all, n)
	}
	return all
}
