package concierge

import (
	"slices"
	"strings"
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

// splitsBy reports whether a number is that of those who share the bill: "racha em 4".
func (o *ordering) splitsBy(i int) bool {
	return i > 0 && slices.Contains(sharing, o.words[i-1].word) && o.part(o.text).says("split")
}

// multiply gives the dishes of the sentence the number of those who have them; the last alone where others were named.
func (o *ordering) multiply(n int) {
	from := o.start
	if slices.ContainsFunc(o.out[from:], func(c change) bool { return c.For != "" }) {
		from = max(from, len(o.out)-1)
	}
	for i := from; i < len(o.out); i++ {
		if c := &o.out[i]; c.Do == "add" && c.Quantity <= 1 && len(c.Among) == 0 {
			c.Quantity, c.said, c.firm = n, true, true
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
