package concierge

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/scene"
)

// each is by how many the lines are multiplied that end with a word: "arroz pra nós dois", "uma caipirinha pra cada". 0 is not
// at all.
func (o *ordering) each(i int, behind bool) int {
	recounts := o.do == "to" && len(o.out) > 0 && o.out[len(o.out)-1].Do == "drop" // "troca o mate pra três"
	if p := o.part(o.text); i == 0 || o.do == "drop" || recounts || p.says("shared") || p.says("split") && !behind {
		return 0
	}
	w, before := o.words[i].word, o.words[i-1].word
	switch {
	case behind && (is(w, "both") || numeral(w) > 1 && (is(before, "article") || is(before, "us") || is(before, "for")) && o.standsAlone(i)):
		return max(2, numeral(w))
	case is(w, "everyone") && (behind || is(before, "one") || is(w, "each") && len(o.out) >= o.start && !is(before, "of")):
		for _, x := range o.words[i+1 : min(len(o.words), i+5)] {
			if n := numeral(x.word); n > 1 {
				return n
			}
		}
		if last := o.added(); last >= o.start && countIn(o.out[last].For) > 1 { // "os três meninos querem um cada"
			return countIn(o.out[last].For)
		}
		return o.heads()
	}
	return 0
}

// wasSo reports whether a word is a number that is put right: "dois, não 3", "não são 2", "not one".
func (o *ordering) wasSo(w spot) bool {
	i := slices.Index(o.words, w)
	if numeral(w.word) == 0 || i == 0 || o.do == "drop" {
		return false
	}
	from := i - 1
	if from > 0 && is(o.words[from].word, "being") {
		from--
	}
	others := slices.ContainsFunc(o.words, func(x spot) bool { return x != w && numeral(x.word) > 0 })
	return others && is(o.words[from].word, "not") && !strings.ContainsAny(o.text[o.words[from].to:w.from], ".,;:!?")
}

// names reports whether a number or another dish than those of the order stands at a place: "muda pra cinco", "muda pra sopa".
func (o *ordering) names(i int) bool {
	if i < len(o.words) && is(o.words[i].word, "article") && numeral(o.words[i].word) == 0 {
		i++
	}
	if i >= len(o.words) {
		return false
	}
	at := o.words[i].from
	return numeral(o.words[i].word) > 0 || slices.ContainsFunc(o.mentions(o.text), func(m scene.Mention) bool { return m.From == at })
}

// namesBehind reports whether a clause names a dish behind a word.
func (o *ordering) namesBehind(i int) bool {
	return len(o.mentions(clauses(o.text[o.words[i].to:] + " ")[0])) > 0
}

// ends reports whether a clause ends with a word.
func (o *ordering) ends(i int) bool {
	return i+1 == len(o.words) || strings.ContainsAny(o.text[o.words[i].to:o.words[i+1].from], ".,;:!?") || is(o.words[i+1].word, "please") || o.words[i+1].word == "por"
}

// becomes reports whether words go on to say of a dish whose it is: "a sopa é da Ana".
func (o *ordering) becomes(at int) bool {
	clause, _, _ := strings.Cut(o.text[at:], ",")
	return slices.ContainsFunc(spots(clause), func(w spot) bool { return is(w.word, "being") && clause[w.from:w.to] != "e" })
}

// notFor reports whether words are a "no" to somebody: "não pra" minha mãe.
func (a asked) notFor() bool {
	all := spots(a.text)
	return len(all) > 0 && len(all) < 4 && is(all[0].word, "not") && a.says("for")
}

// splitsBy reports whether a number is that of those who share the bill: "racha em 4".
func (o *ordering) splitsBy(i int) bool {
	return i > 0 && slices.Contains(sharing, o.words[i-1].word) && o.part(o.text).says("split")
}

// multiply gives the dishes of the sentence the number of those who have them; the last alone where others were named.
func (o *ordering) multiply(n int, apiece bool) {
	from := o.start
	if slices.ContainsFunc(o.out[from:], func(c change) bool { return c.For != "" }) {
		from = max(from, len(o.out)-1)
	}
	for i := from; i < len(o.out); i++ {
		if c := &o.out[i]; c.Do == "add" && (apiece || c.Quantity <= 1) && len(c.Among) == 0 {
			c.Quantity, c.said, c.firm = n*max(1, c.Quantity), true, true
		}
	}
}

// heads is how many there are at the table, as far as it is known.
func (o *ordering) heads() int {
	who := map[string]bool{}
	for _, l := range o.had.Lines {
		for name := range strings.SplitSeq(l.For, " & ") {
			who[name] = true
		}
	}
	delete(who, "")
	return max(o.payers(), len(who))
}

// round is another round of what the table drinks, or one of the drink that is named behind it.
func (o *ordering) round(i int, c *clause) {
	n := max(1, c.n, o.countAt(o.words[i].from, o.words[i].to))
	c.n, o.more = 0, true
	drinks := o.part(o.text[o.words[i].to:]).dishes()
	switch {
	case len(drinks) > 0 && drinks[0].count == 0 && o.quantity(drinks[0].name, "") > 0 && is(wordBehind(o.text, o.words[i].to), "of"):
		o.out = append(o.out, change{Do: "round", Dish: drinks[0].name, Quantity: n, firm: true})
		o.do = "keep" // it is said
	case len(o.had.Lines) > 0 && (len(drinks) == 0 || drinks[0].count == 0):
		o.out = append(o.out, change{Do: "round", Dish: "drink", Quantity: n, firm: true})
	}
}

// countIn is how many people words for them say: "duas crianças", and not "filha de 9 anos"; 0 is that they do not.
func countIn(who string) (n int) {
	for i, w := range spots(who) {
		if i < 2 {
			n = max(n, numeral(w.word))
		}
	}
	return n
}

// quantity is how many of a dish are on the order, or of those that somebody has.
func (o *ordering) quantity(id, who string) (n int) {
	for _, l := range o.had.Lines {
		if l.ID == id && (who == "" || l.For == who) {
			n += l.Quantity
		}
	}
	return n
}

// named returns the dish of the order that a text names last.
func (o *ordering) named(text string) (id string) {
	for _, m := range o.mentions(text) {
		for _, t := range m.Things {
			if o.quantity(t.ID, "") > 0 {
				id = t.ID
			}
		}
	}
	return id
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

// article reports whether what stands at a place stands behind an article, a number or a verb, or goes on with a list.
func (o *ordering) article(at int, list bool) bool {
	i := slices.IndexFunc(o.words, func(w spot) bool { return w.from >= at }) - 1
	if i < 0 {
		return false
	}
	w := o.words[i].word
	return is(w, "article") || numeral(w) > 0 || is(w, "bring") || list && (is(w, "and") || strings.Contains(o.text[o.words[i].to:at], ","))
}

// leaves takes all dishes of a person off who wants nothing any more: "a Ana desistiu", "tira o da Ana".
func (o *ordering) leaves(things []meant, people []someone) {
	quits := o.part(o.text).says("quits")
	if len(things) > 0 || len(o.out) > o.start || !quits && o.do != "drop" || o.part(o.text).says("but") {
		return
	}
	for _, l := range o.had.Lines {
		if slices.ContainsFunc(people, func(x someone) bool { return hook.SameName(x.name, l.For) }) {
			o.out = append(o.out, change{Do: "drop", Dish: l.ID, For: l.For, firm: true})
		}
	}
}

// changeOfTold makes a change about the dish that was told of last; of several dishes the bill asks which.
func changeOfTold(told []scene.Thing, c change) change {
	if c.Dish = told[0].ID; len(told) > 1 {
		c.Dish, c.Among = "", ids(told)
	}
	return c
}
