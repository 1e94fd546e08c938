package concierge

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// eater is who has a dish: "a sopa pra Ana", "meu pai quer a costela", "I'll have the soup".
// Nobody says so of most.
func (o *ordering) eater(t meant) string {
	from, to := strings.LastIndexAny(o.text[:t.at], ",.;:!?\n")+1, len(o.text)
	if i := strings.IndexAny(o.text[t.to:], ",.;:!?\n"); i >= 0 {
		to = t.to + i
	}
	for _, x := range o.things { // "a sopa pra Ana e pra mim o peixe": who stands behind the last "and" has the next
		if x.to <= t.at {
			from = max(from, x.to, o.lastFor(x.to, t.at))
		} else if x.at >= t.to {
			to = min(to, cmp.Or(o.lastFor(t.to, x.at), x.at))
		}
	}
	for i, w := range o.words[:max(0, len(o.words)-2)] { // "um pra mim e um pra ela"
		if n := o.words[i+1].word; w.from >= t.to && w.from < to && is(w.word, "and") && (numeral(n) > 0 || is(n, "other")) && is(o.words[i+2].word, "for") {
			to = w.from
		}
	}
	if behind := spots(o.text[t.to:to]); len(behind) > 0 && is(behind[0].word, "for") && behind[0].word != "a" {
		return o.whoIn(t.to, to, false)
	} else if len(behind) > 1 && is(behind[0].word, "of") && slices.ContainsFunc(o.people, func(p understand.Spoken) bool { return t.to+behind[1].from == p.From }) { // "tira a sopa da Ana"
		return o.whoIn(t.to, to, false)
	}
	if before := spots(o.text[from:t.at]); len(before) > 0 && is(before[0].word, "for") && slices.ContainsFunc(o.things, func(d meant) bool { return d.to == from }) { // of the dish before
		return ""
	}
	who := o.whoIn(from, t.at, true)
	if first := wordBehind(o.text, from); who == "" && slices.Contains(menuWords()["=wants"], first) { // "a Ana chegou, quer a sopa"
		if who = cmp.Or(o.whoIn(0, from, true), o.who); strings.Contains(who, " & ") {
			return ""
		}
	}
	return who
}

// lastFor is where the last "and" of a part of the sentence stands, if a "for" follows it; 0 is nowhere.
func (o *ordering) lastFor(from, to int) (at int) {
	all := spots(o.text[from:max(from, to)])
	for i, w := range all {
		if is(w.word, "and") && i+1 < len(all) {
			if at = 0; is(all[i+1].word, "for") && all[i+1].word != "a" {
				at = from + w.to
			}
		}
	}
	return at
}

// whoIn is who is spoken of in a part of the sentence: the nearest to its end, or all who
// are joined.
func (o *ordering) whoIn(from, to int, subject bool) string {
	var names []string
	add := func(name string) {
		for _, i := range hook.Among(o.at.Table, name) {
			if p := o.at.Table[i]; p.Name != "" && name != "me" && len(hook.Among(o.at.Table, name)) == 1 {
				name = p.Name
			}
		}
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for i, w := range o.words {
		if w.from < from || w.from >= to {
			continue
		}
		p := slices.IndexFunc(o.people, func(p understand.Spoken) bool { return p.From == w.from })
		switch {
		case p >= 0:
			add(o.people[p].Name)
		case o.saysMe(i, subject):
			add("me")
		case len(names) == 0 && (is(w.word, "third") || o.text[w.from:w.to] == "él"):
			add(o.pronounOf(w.from))
		}
	}
	return strings.Join(names, " & ")
}

// saysMe reports whether a word is the guest: "mi" alone may be whose somebody is, and "me
// traz" says of nobody who eats.
func (o *ordering) saysMe(i int, subject bool) bool {
	w := o.words[i].word
	switch {
	case !is(w, "me"):
		return false
	case w == "mi" || w == "me" && !(subject && o.at.Language == lang.English):
		return i > 0 && is(o.words[i-1].word, "for") && (w != "mi" || i+1 == len(o.words) || !slices.ContainsFunc(o.people, func(p understand.Spoken) bool { return p.From == o.words[i].from }))
	}
	return true
}

// pronounOf is the name of whom a pronoun of the sentence means: who was named last.
func (o *ordering) pronounOf(at int) string {
	before := strings.Index(o.at.Message, o.text)
	said := append(slices.Clone(o.at.Said), o.at.Message[:max(0, before)])
	for _, name := range understand.Whose(o.text, at, said...) {
		if name != "" && name != hook.Companion && name != understand.Somebody {
			return name
		}
	}
	return ""
}

// quantity is how many of a dish are on the order.
func (o *ordering) quantity(id string) int { return o.quantityOf(id, "") }

// quantityOf is how many of a dish somebody has, or all.
func (o *ordering) quantityOf(id, who string) (n int) {
	for _, l := range o.had.Lines {
		if l.ID == id && (who == "" || l.For == who) {
			n += l.Quantity
		}
	}
	return n
}

// answers is a dish as many times, and for whom, as it was asked for when the house asked which: "quatro chopes", "Helles".
func (o *ordering) answers(c change) change {
	first, who := true, c.For
	for i := 0; i < len(o.had.Asked); i++ {
		x := o.had.Asked[i]
		if !slices.Contains(x.Among, c.Dish) || who != "" && x.For != "" && who != x.For || !first && len(o.things) > 1 {
			continue
		}
		switch {
		case first:
			c.Quantity, c.For, c.said = x.Quantity, cmp.Or(who, x.For), true
		case x.For != "" && x.For != c.For: // one for each who asked
			more := c
			more.Quantity, more.For, more.firm, more.Do = x.Quantity, x.For, true, "add"
			o.out = append(o.out, more)
		}
		first = false
		o.had.Asked = slices.Delete(slices.Clone(o.had.Asked), i, i+1)
		i--
	}
	return c
}

// leaves takes off what somebody has who no longer wants anything: "a Ana desistiu", "tira o da Ana".
func (o *ordering) leaves() {
	drops := slices.ContainsFunc(o.words, func(w spot) bool { return is(w.word, "drop") && !is(w.word, "but") }) // and not "divide por 3, menos a Ana"
	quits := o.part(o.text).says("quits")
	if len(o.things) > 0 || len(o.out) > o.start || !quits && !drops {
		return
	}
	theirs := func(who string) bool { // "da Ana"
		return slices.ContainsFunc(o.people, func(p understand.Spoken) bool {
			before := spots(o.text[:p.From])
			return hook.SameName(p.Name, who) && len(before) > 0 && is(before[len(before)-1].word, "of_place")
		})
	}
	for _, l := range o.had.Lines {
		if quits && hook.Speaks(o.text, l.For) || theirs(l.For) {
			o.out = append(o.out, change{Do: "drop", Dish: l.ID, For: l.For, firm: true})
		}
	}
}

// whose is who has a dish of the order, if that was said.
func (o *ordering) whose(id string) (who string) {
	for _, l := range o.had.Lines {
		if l.ID == id && l.For != "" {
			who = l.For
		}
	}
	return who
}

// newest is the dish that came last on the order.
func (o *ordering) newest() string {
	if n := len(o.had.Lines); n > 0 {
		return o.had.Lines[n-1].ID
	}
	return ""
}

// heads is how many there are at the table, as far as it is known.
func (o *ordering) heads() int {
	who := map[string]bool{}
	for _, l := range o.had.Lines {
		for name := range strings.SplitSeq(l.For, " & ") {
			who[name] = true
		}
	}
	for _, c := range o.out {
		who[c.For] = true
	}
	delete(who, "")
	return max(o.payers(), len(who))
}

// article reports whether a word stands behind an article or a number.
func (o *ordering) article(i int) bool {
	return i > 0 && i <= len(o.words) && (is(o.words[i-1].word, "article") || numeral(o.words[i-1].word) > 0)
}

// times is by how many the lines are multiplied that end with a word: "arroz pra nós dois",
// "uma caipirinha pra cada". 0 is not at all.
func (o *ordering) times(i int) int {
	if i == 0 || o.mode == "drop" || o.part(o.text).says("shared") || o.part(o.text).says("split") && !is(o.words[i-1].word, "for") {
		return 0
	}
	w, before := o.words[i].word, o.words[i-1].word
	forUs := is(before, "for") && before != "a" || i > 1 && (is(before, "article") || before == "nos" || before == "us") && is(o.words[i-2].word, "for") && o.words[i-2].word != "a"
	switch {
	case is(w, "both") && is(before, "for"), numeral(w) > 1 && forUs && !o.beginsThing(i+1):
		return max(2, numeral(w))
	case is(w, "everyone") && (is(before, "for") || is(before, "one") || is(w, "each") && o.endsThing(i-1)):
		for _, x := range o.words[i+1 : min(len(o.words), i+5)] {
			if n := numeral(x.word); n > 1 {
				return n
			}
		}
		if last := len(o.out) - 1; last >= o.start && countIn(o.out[last].For) > 1 { // "os três meninos querem um cada"
			return countIn(o.out[last].For)
		}
		return o.heads()
	}
	return 0
}

// countIn is how many people words for them say: "duas crianças"; 0 is that they do not.
func countIn(who string) (n int) {
	for _, w := range spots(who) {
		n = max(n, numeral(w.word))
	}
	return n
}

// multiply gives the changes of the sentence the number of those who have them; the last alone
// where it is said of it, or others were named.
func (o *ordering) multiply(n int, lastOnly bool) {
	from := o.start
	if lastOnly || o.named || slices.ContainsFunc(o.out[from:], func(c change) bool { return c.For != "" }) {
		from = max(from, len(o.out)-1)
	}
	for i := from; i < len(o.out); i++ {
		if c := &o.out[i]; c.Do == "add" && c.Quantity <= 1 && len(c.Among) == 0 {
			c.Quantity, c.said, c.firm = n, true, true
		}
	}
}

func (o *ordering) beginsThing(i int) bool {
	return i < len(o.words) && slices.ContainsFunc(o.things, func(d meant) bool { return d.at == o.words[i].from })
}

func (o *ordering) endsThing(i int) bool {
	return slices.ContainsFunc(o.things, func(d meant) bool { return d.to == o.words[i].to })
}

// wordBehind is the first word behind a place of a text.
func wordBehind(text string, at int) string {
	if all := spots(text[min(at, len(text)):]); len(all) > 0 {
		return all[0].word
	}
	return ""
}

// flip takes off what was named last in the sentence: "a farofa não precisa", "uma sopa vira salada".
func (o *ordering) flip() bool {
	last := len(o.out) - 1
	switch {
	case last >= o.start && o.out[last].Do == "drop":
		return true
	case last >= o.start && o.out[last].Do == "add" && o.quantity(o.out[last].Dish) > 0:
		c := o.out[last]
		if o.out = o.out[:last]; !c.said {
			c.Quantity = 0
		}
		of := meant{}
		if i := slices.IndexFunc(o.things, func(d meant) bool { return d.name == c.Dish }); i >= 0 {
			of = o.things[i]
		}
		o.drop(c, of, len(o.words))
	case last >= o.start && o.out[last].Do == "add":
		o.out = o.out[:last]
	case o.about != "":
		o.drop(change{Dish: o.about}, meant{}, len(o.words))
	default:
		return false
	}
	return true
}

// insteadAt reports whether words begin with "em vez de", "instead of" or "rather than".
func (o *ordering) insteadAt(i int) bool {
	return i+1 < len(o.words) && is(o.words[i].word, "instead") && (is(o.words[i+1].word, "of") || o.words[i+1].word == "than" || o.words[i+1].word == "que")
}

// refuses returns how many words behind a "não" the "quero" is that words begin with, or 0.
func (o *ordering) refuses(i int) int {
	if !is(o.words[i].word, "not") {
		return 0
	}
	for k := i + 1; k < min(len(o.words), i+4); k++ {
		if strings.ContainsAny(o.text[o.words[k-1].to:o.words[k].from], ".,;!?") { // "não, ele quer…"
			return 0
		}
		if is(o.words[k].word, "want") && !is(o.words[k].word, "need") || k == i+1 && is(o.words[k].word, "bring") { // "não põe o vinho"
			return k - i
		}
	}
	return 0
}

// round is another round of what the table drinks, or one of the drink that is named behind it.
func (o *ordering) round(i int) {
	n := max(1, o.countAt(o.words[i].from, o.words[i].to))
	counted := slices.ContainsFunc(o.things, func(d meant) bool { return d.at > o.words[i].from && d.count > 0 }) && !o.part(o.text).says("but") // "otra ronda: dos mates y un café"
	if at := slices.IndexFunc(o.things, func(d meant) bool { return d.at > o.words[i].from }); at >= 0 && !counted && is(wordBehind(o.text, o.words[i].to), "of") {
		if t := o.things[at]; o.quantity(t.name) == 0 && !t.kind && !t.ref {
			o.next, o.verb = n*max(1, o.heads()), true
			return
		} else if !t.kind && !t.ref {
			o.out = append(o.out, change{Do: "round", Dish: t.name, Quantity: n, firm: true})
			o.mode = "keep" // it is said
			return
		}
	}
	if o.more = true; len(o.had.Lines) > 0 && !counted {
		o.out = append(o.out, change{Do: "round", Dish: "drink", Quantity: n, firm: true})
	}
}

// same is one more of what came last: "o mesmo pra ela".
func (o *ordering) same(i int) {
	c := change{Do: "add", Dish: o.newest(), Quantity: 1, For: o.whoIn(o.words[i].to, len(o.text), false), said: true, firm: true}
	if last := len(o.out) - 1; last >= o.start {
		c.Dish, c.Among, c.Missing = o.out[last].Dish, o.out[last].Among, o.out[last].Missing
	}
	if c.Dish != "" {
		o.out = append(o.out, c)
	}
}

// points reports whether a word points at a dish and no name follows: "tira ela", "traz duas dela".
func (o *ordering) points(i int) bool {
	w := o.words[i].word
	if !is(w, "this") || wordBehind(o.text, o.words[i].to) == "s" || // "if that's possible"
		is(w, "article") && o.mode != "drop" || i > 0 && (o.endsThing(i-1) || is(w, "third") && is(o.words[i-1].word, "for")) || o.beginsThing(i+1) || slices.ContainsFunc(o.things, func(d meant) bool { return d.at <= o.words[i].from && o.words[i].from < d.to }) {
		return false
	}
	return o.mode == "add" || o.mode == "drop" || o.mode == "from" || o.countAt(o.words[i].from, o.words[i].to) > 0
}

// pronoun takes up a word that points at a dish.
func (o *ordering) pronoun(i int) {
	n := o.countAt(o.words[i].from, o.words[i].to)
	turns := slices.ContainsFunc(o.words[i:], func(w spot) bool { return is(w.word, "turn") })
	told := o.offered()
	switch last := len(o.out) - 1; {
	case o.mode == "drop" || o.mode == "from" || turns:
		id := o.newest()
		if o.about != "" {
			id = o.about
		}
		if last >= 0 && o.out[last].Do == "add" {
			id = o.out[last].Dish
		}
		o.drop(change{Dish: id, Quantity: n, said: n > 0}, meant{}, len(o.words))
	case o.found != nil:
		o.out = append(o.out, change{Do: "add", Pick: o.found, Quantity: max(1, n), said: n > 0, firm: true, For: o.whoIn(o.words[i].to, len(o.text), false)})
		o.found = nil
	case last >= o.start || len(told) == 0:
	default:
		o.add(told, max(1, n), i)
	}
}

// add is some of the one dish that was told of, or of one of several.
func (o *ordering) add(told []scene.Thing, n, i int) {
	c := change{Do: "add", Quantity: n, said: true, firm: true, For: o.eater(meant{at: o.words[i].from, to: o.words[i].to})}
	if c.Dish = told[0].ID; len(told) > 1 {
		c.Dish = ""
		for _, t := range told {
			c.Among = append(c.Among, t.ID)
		}
	}
	o.out = append(o.out, c)
}

// elided takes up a number that stands alone and means the dish told of last: "bota uma pra
// mim", "make it two". Of several it may be any.
func (o *ordering) elided(i int) bool {
	w := o.words[i]
	n := numeral(w.word)
	if n == 0 && is(w.word, "other") && i+1 < len(o.words) && is(o.words[i+1].word, "for") { // "uma pra mim, outra pra ela"
		n = 1
	}
	if n == 0 || len(w.word) < 2 && !unicode.IsDigit(rune(w.word[0])) || !o.standsAlone(i) || o.pointsAt(o.text[w.from:]) || i > 0 && is(o.words[i-1].word, "seated") {
		return false
	}
	if last := len(o.out) - 1; o.mode == "drop" && last >= o.start && o.out[last].Do == "add" { // "mais 4 chopes e tira um"
		switch left := o.out[last].Quantity - n; {
		case left > 0:
			o.out[last].Quantity = left
		case left == 0:
			o.out = o.out[:last]
		}
		return true
	}
	if id := cmp.Or(o.about, o.newest()); (o.mode == "drop" || o.mode == "from") && id != "" { // "tira um", "troca uma por…"
		o.drop(change{Dish: id, Quantity: n, said: true}, meant{}, len(o.words))
		return true
	}
	begins := i == 0 || strings.ContainsAny(o.text[o.words[i-1].to:w.from], ".,;:!?") || i == 1 && is(o.words[0].word, "and")
	if last := len(o.out) - 1; last >= 0 && o.out[last].Do == "add" { // "two… make it three", "bota mate. dois"
		other := i+2 < len(o.words) && is(o.words[i+1].word, "for") && !is(o.words[i+2].word, "everyone") // "um pra mim e um pra ela"
		switch c := o.out[last]; {
		case o.fix || n > 1 && begins && !c.said:
			o.out[last].Quantity, o.out[last].said = n, true
		case other:
			all := slices.IndexFunc(o.out[o.start:], func(x change) bool { return x.Do == "add" && x.Dish == c.Dish && x.For == "" && x.Quantity >= n })
			shares := all >= 0 && (c.part || strings.ContainsAny(o.text[o.words[i-1].to:w.from], ",:;(")) // "dois mates, um pra mim e um pra ela"
			if !shares && len(c.Among) > 0 {
				return true
			}
			c.Quantity, c.For, c.part = n, o.eater(meant{at: w.from, to: w.to}), shares
			o.out = append(o.out, c)
			if shares {
				all += o.start
				if o.out[all].Quantity -= n; o.out[all].Quantity == 0 {
					o.out = slices.Delete(o.out, all, all+1)
				}
			}
		}
		return true
	}
	told := o.offered()
	settles := o.fix && len(o.had.Lines) == 0 && len(told) == 1 // "make it two" of what was told of
	p := o.part(o.text)
	if !begins && !settles && !(i > 0 && (is(o.words[i-1].word, "put") || is(o.words[i-1].word, "more"))) || o.fix && !settles || p.says("split") || p.says("head") || len(told) == 0 {
		return false
	}
	o.add(told, n, i)
	return true
}

// standsAlone reports whether no noun follows a number: "uma pra ela", "two of those".
func (o *ordering) standsAlone(i int) bool {
	if i+1 == len(o.words) || strings.ContainsAny(o.text[o.words[i].to:o.words[i+1].from], ".,;:!?") {
		return true
	}
	next := o.words[i+1].word
	if next == "of" && i+2 < len(o.words) {
		i, next = i+1, o.words[i+2].word
	}
	if o.beginsThing(i + 1) { // "três daquela azeda"
		return false
	}
	return is(next, "for") && next != "a" || is(next, "this") || is(next, "please") || is(next, "only") || is(next, "and") && !strings.HasPrefix(o.text[o.words[i+1].from:], "é") // "uma é vegana"
}

// ellipsis adds what a sentence says of no dish by its name: "só uma", "uma de cada", "troca então".
func (o *ordering) ellipsis() {
	for i, w := range o.words {
		if n := numeral(w.word); n > 0 && i+2 < len(o.words) && is(o.words[i+1].word, "of") && is(o.words[i+2].word, "everyone") { // "duas de cada"
			o.ofEach(n)
			return
		}
	}
	if p := o.part(o.text); len(o.out) > o.start || o.newest() == "" || p.addsUp() || p.says("round") {
		return
	}
	for i, w := range o.words {
		if n := numeral(w.word); n > 0 && (len(w.word) > 1 || unicode.IsDigit(rune(w.word[0]))) && o.standsAlone(i) && o.fix {
			id := o.newest()
			if o.about != "" {
				id = o.about
			}
			o.out = append(o.out, change{Do: "set", Dish: id, Quantity: n, said: true, firm: true})
			return
		}
	}
}

// ofEach is so many of each dish that was named, or told of last.
func (o *ordering) ofEach(n int) {
	for i := o.start; i < len(o.out); i++ {
		if c := &o.out[i]; !c.said {
			c.Quantity, c.said, c.firm = n, true, true
		}
	}
}

// pointsAt reports whether words begin with a reference.
func (a asked) pointsAt(words string) bool {
	return slices.ContainsFunc(a.spans, func(s understand.Span) bool { return s.Kind == "ref" && strings.HasPrefix(words, s.Text) })
}

// variants parts a dish that comes more than once by how each is to be: "dois cafés, um com leite e
// um sem". Those of which nothing is said come as they are.
func (o *ordering) variants() {
	for _, d := range o.things {
		k := slices.IndexFunc(o.out, func(c change) bool { return c.Do == "add" && c.Dish == d.name && c.Quantity == d.count })
		if d.count < 2 || k < 0 || k < o.start {
			continue
		}
		rest, end := o.out[k], d.to
		var some []change
		for j := slices.IndexFunc(o.words, func(w spot) bool { return w.from >= d.to }); j >= 0 && j < len(o.words); {
			for j < len(o.words) && (is(o.words[j].word, "and") && len(some) > 0 || is(o.words[j].word, "article") && numeral(o.words[j].word) == 0) {
				j++
			}
			if j+1 >= len(o.words) {
				break
			}
			c, from := rest, j+1
			if c.Quantity = numeral(o.words[j].word); is(o.words[j].word, "other") {
				c.Quantity = 1
			} else if is(o.words[j].word, "others") {
				c.Quantity = rest.Quantity
			}
			for from < len(o.words) && is(o.words[from].word, "of_them") {
				from++
			}
			if c.Quantity == 0 || from == len(o.words) || !is(o.words[from].word, "with") && !is(o.words[from].word, "without") && o.wayAt(d.text, d.name, o.words[from:]) == 0 {
				break
			}
			to := from + 1
			for to < len(o.words) && !strings.ContainsAny(o.text[o.words[to-1].to:o.words[to].from], ".,;:!?)") && !(is(o.words[to].word, "and") && to+1 < len(o.words) && (is(o.words[to+1].word, "article") || numeral(o.words[to+1].word) > 0 || is(o.words[to+1].word, "other"))) {
				to++
			}
			c.Note, c.Own, c.firm = o.text[o.words[from].from:o.words[to-1].to], true, true
			if to == from+1 && len(some) > 0 { // "um sem"
				_, what, _ := strings.Cut(some[len(some)-1].Note, " ")
				c.Note += " " + what
			}
			some, rest.Quantity, end, j = append(some, c), rest.Quantity-c.Quantity, o.words[to-1].to, to
		}
		if len(some) == 0 || rest.Quantity < 0 {
			continue
		}
		if rest.Note, rest.Own = "", true; rest.Quantity > 0 {
			some = append(some, rest)
		}
		within := func(c change) bool {
			return c.Do == "add" && c.Dish != d.name && slices.ContainsFunc(o.things, func(x meant) bool { return x.name == c.Dish && d.to <= x.at && x.at < end })
		}
		o.out = append(o.out[:o.start], slices.DeleteFunc(slices.Replace(o.out[o.start:], k-o.start, k-o.start+1, some...), within)...)
	}
}
