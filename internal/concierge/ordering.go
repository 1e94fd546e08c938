package concierge

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/understand"
)

// ordering reads a message as lines of the order, word by word: a verb says whether the
// dishes behind it come or go, until another does or the sentence ends.
type ordering struct {
	asked
	words  []spot
	dishes []meant
	tab    []string // what is on the order
	own    string   // what the guest has of it
	lines  []billLine

	shared, split, head bool // what the whole message speaks of
	anew                bool // the message lists the whole order itself
	again               bool // it names several dishes that are on the order

	drop, swap, instead bool   // dishes go: "tira", "troca … por", "em vez de"
	swapped             bool   // the other side of a swap has begun: "por"
	next                int    // how many have the dish that follows: "os outros cinco, costela"
	more                bool   // they come to those that are there: "mais", "another"
	fix                 bool   // it is a number put right: "na verdade", "make it"
	verb                bool   // somebody wants them: "bota", "quero"
	clause, sentence    int    // where these begin among the lines
	named               bool   // somebody was named who has a dish
	leave               bool   // dishes stay as they are: "deixa o mate"
	spoken              string // a dish of the order that is only spoken of
	round               int    // the place behind the line of a round of drinks
}

// lines reads what a message puts on the order: "troca o mate por duas caipirinhas" is
// one line less and one more.
func (a asked) lines() []billLine {
	o := ordering{asked: a, words: spots(a.text), dishes: a.dishes(), tab: a.tab(), own: a.mine(), shared: a.says("shared"), split: a.says("split"), head: a.says("head"), anew: a.restates()}
	o.again = o.namesOrder()
	next := 0
	for i := 0; i < len(o.words); i++ {
		w := o.words[i]
		o.begin(i)
		if next < len(o.dishes) && w.from >= o.dishes[next].at {
			d := o.dishes[next]
			o.add(d, i)
			for next < len(o.dishes) && o.dishes[next].at <= w.from {
				next++
			}
			for i+1 < len(o.words) && o.words[i+1].from < d.to {
				i++
			}
			continue
		}
		i += o.hear(i, next == len(o.dishes) || o.dishes[next].at > w.from)
	}
	for ; next < len(o.dishes); next++ { // pointed at by words that stand elsewhere
		l := o.dishes[next].line()
		l.drop = o.dishes[next].not
		o.lines = append(o.lines, l)
	}
	return o.unnamed()
}

// begin forgets what a sentence or a clause said when the next begins with a word.
func (o *ordering) begin(i int) {
	if i == 0 {
		return
	}
	between := o.text[o.words[i-1].to:o.words[i].from]
	if strings.ContainsAny(between, ".;!?\n") {
		o.drop, o.swap, o.swapped, o.instead, o.more, o.fix, o.verb, o.named, o.leave = false, false, false, false, false, false, false, false, false
		o.next = 0
		o.clause, o.sentence = len(o.lines), len(o.lines)
	}
	if strings.Contains(between, ",") {
		if o.instead {
			o.drop, o.instead = false, false
		}
		o.clause, o.leave = len(o.lines), false
	}
}

// add is a line for a dish that begins with a word.
func (o *ordering) add(d meant, i int) {
	if o.spares(i) {
		return
	}
	l := d.line()
	if !d.kind {
		l = l.onOrder(o.tab)
	}
	if o.round > 0 && o.ofRound(d, l) {
		return
	}
	before := func(use string) bool { return i > 0 && is(o.words[i-1].word, use) }
	on := slices.Contains(o.tab, l.Dish)
	if l.Mine = o.forMe(d); !l.Mine {
		l.For = o.eater(d)
	}
	l.drop = o.drop || d.not && !o.swapped || on && o.lacks(i)
	if o.swapped && !l.drop && l.For == "" && !l.Mine { // who had the one has the other
		for _, had := range o.kept().Lines {
			if last := len(o.lines) - 1; last >= 0 && o.lines[last].drop && o.lines[last].Dish == had.ID {
				l.Mine, l.For = had.Mine, had.For
			}
		}
	}
	if before("other") && !l.said {
		l.Quantity, l.said, o.more = 1, true, true
	}
	if n := cmp.Or(o.next, o.pending(d)); !l.said && n > 0 {
		l.Quantity, l.said, o.next = n, true, 0
	}
	if before("both") || d.count > 1 && l.drop && o.quantity(l.Dish) == d.count {
		l.said, l.one = false, false // all of them
	} else {
		l.one = l.drop && !l.said && (o.swap && !strings.HasSuffix(o.words[i].word, "s") || before("own"))
	}
	switch {
	case o.leave, d.plain && !on && !l.said && !l.Mine && l.For == "" && !o.swapped && !o.article(i) && !before("bring"), !on && o.lacks(i): // "come carne", "sem vinho"
		return
	case l.drop, o.anew:
	case on && !l.said && !o.more && !o.verb: // it is only spoken of
		o.spoken = l.Dish
		return
	case on && !l.said && !o.more: // "quero a sopa" that is on the order
		l.Quantity = o.quantity(l.Dish)
	case on && !o.fix && !o.onlyBehind(d):
		l.More = o.more || (o.verb || o.act == "order" || o.act == "choose") && !o.again
	case l.said:
		l.More = o.more
	}
	o.lines = append(o.lines, l)
}

// eater is the name of who at the table has a dish: "a sopa pra Ana", "meu pai quer a
// costela". Nobody says so of most.
func (o *ordering) eater(d meant) string {
	from, to := 0, len(o.text)
	for _, x := range o.dishes {
		if x.to <= d.at {
			from = max(from, x.to)
		}
		if x.at >= d.to {
			to = min(to, x.at)
		}
	}
	behind, before := o.text[d.to:to], o.text[from:d.at]
	if i := strings.IndexAny(behind, ".;!?"); i >= 0 {
		behind = behind[:i]
	}
	if beginsFor(behind) {
		return o.personIn(behind)
	}
	if from > 0 && beginsFor(before) { // of the dish before
		return ""
	}
	return o.personIn(before[strings.LastIndexAny(before, ".;!?")+1:])
}

// beginsFor reports whether words begin with "para": they say who has what stands before.
func beginsFor(words string) bool {
	all := spots(words)
	return len(all) > 0 && is(all[0].word, "for")
}

// namesOrder reports whether a message names several dishes that are on the order: it says
// again what they are, and no dish comes to them that it does not call another.
func (o *ordering) namesOrder() bool {
	n := 0
	for _, d := range o.dishes {
		if l := d.line().onOrder(o.tab); slices.Contains(o.tab, l.Dish) && !d.ref {
			n++
		}
	}
	return n > 1
}

// onlyBehind reports whether a number of a dish is put right behind its name: "um mate só".
func (o *ordering) onlyBehind(d meant) bool {
	behind := spots(o.text[d.to:])
	return len(behind) > 0 && is(behind[0].word, "only")
}

// personIn is the only one at the table that words speak of, or its children.
func (o *ordering) personIn(words string) string {
	who := o.spokenOf(words)
	if len(who) == 1 {
		return who[0]
	}
	if len(who) == 0 && o.part(words).says("children") && !slices.ContainsFunc(o.at.Table, isChild) {
		return children // of whom no need was told
	}
	return ""
}

// children is who has a dish that is for the children of a table.
const children = "children"

// isChild reports whether somebody at the table is called a child, or may be one.
func isChild(p hook.Person) bool {
	return p.Is(hook.Companion) || slices.ContainsFunc(spots(p.Name), func(w spot) bool { return is(w.word, "children") })
}

// article reports whether a word stands behind an article.
func (o *ordering) article(i int) bool {
	return i > 0 && (slices.Contains(definite, o.words[i-1].word) || numeral(o.words[i-1].word) > 0)
}

// lacks reports whether a word stands behind "sem" or "sin el".
func (o *ordering) lacks(i int) bool {
	for _, w := range slices.Backward(o.words[max(0, i-2):i]) {
		if is(w.word, "except") {
			return true
		}
	}
	return false
}

// ofRound takes up a dish that a round is said of ("mais uma rodada de chope"), or that
// somebody has in place of it ("mas um mate pro Zé"). It reports whether that is all.
func (o *ordering) ofRound(d meant, l billLine) bool {
	r := &o.lines[o.round-1]
	switch {
	case d.ref, d.kind: // "da mesma cerveja"
		return true
	case o.part(o.text[:d.at]).says("but"):
		r.But += max(1, l.Quantity)
	case l.said: // "uma rodada: dois chopes e um suco"
		o.lines, o.round = slices.Delete(o.lines, o.round-1, o.round), 0
	case slices.Contains(o.tab, l.Dish):
		r.Dish = l.Dish
		return true
	}
	o.more = true
	return false
}

// hearRound begins the line of another round of what the table drinks.
func (o *ordering) hearRound(i int) {
	sum := i+1 < len(o.words) && slices.Contains([]string{"it", "up", "off", "down"}, o.words[i+1].word) // "round it up"
	if len(o.tab) > 0 && o.round == 0 && !o.drop && is(o.words[i].word, "round") && !sum {
		o.lines = append(o.lines, billLine{Dish: "drink", Round: true, Quantity: max(1, o.countAt(o.words[i].from, o.words[i].to))})
		o.round = len(o.lines)
	}
}

// spares reports whether a word stands behind "com e sem".
func (o *ordering) spares(i int) bool {
	at := withAndWithout(o.words)
	return at > 0 && at <= i && i <= at+1
}

// withAndWithout is the place behind "com e sem", or 0.
func withAndWithout(words []spot) int {
	for i := 2; i < len(words); i++ {
		if is(words[i].word, "except") && is(words[i-2].word, "with") && (is(words[i-1].word, "and") || is(words[i-1].word, "between")) {
			return i + 1
		}
	}
	return 0
}

// spared are the ids of dishes of which a message asks what the bill is with and without, or
// which those have who do not pay for the rest: "o pudim é da minha filha, que não paga".
func (a asked) spared() (ids []string) {
	for _, s := range sentences(a.text) {
		if p := a.part(s); p.says("unpaid") || p.says("only_pays") {
			for _, d := range p.dishes() {
				if slices.Contains(a.tab(), d.name) {
					ids = append(ids, d.name)
				}
			}
		}
	}
	if len(ids) > 0 {
		return ids
	}
	all := spots(a.text)
	at := withAndWithout(all)
	if at == 0 {
		return nil
	}
	for _, m := range a.mentions(a.text[all[at-1].to:]) {
		ids = append(ids, m.Things[0].ID)
	}
	return ids
}

// hear takes up what a word says that names no dish, and returns how many words more it
// took.
func (o *ordering) hear(i int, free bool) int {
	w := o.words[i].word
	o.hearRound(i)
	if i > 0 && (is(o.words[i-1].word, "others") || is(o.words[i-1].word, "rest_of")) && numeral(w) > 1 {
		o.next = numeral(w)
		return 0
	}
	o.named = o.named || is(w, "for") && i+1 < len(o.words) && w != "a" && numeral(o.words[i+1].word) == 0
	if n := o.times(i); n > 0 {
		o.named = o.named || is(w, "each") && o.endsDish(i-1) // "a glass of wine each": that alone
		o.multiply(n)
		return 0
	}
	if o.drop && is(w, "everyone") && !o.swap { // "cancela tudo"
		for _, id := range o.tab {
			o.lines = append(o.lines, billLine{Dish: id, drop: true})
		}
		o.drop = false
		return 0
	}
	if o.drop && free && is(w, "this") { // "tira ela"
		if last := len(o.lines) - 1; last >= 0 && o.spoken == "" {
			o.lines[last].drop = true
		} else if len(o.tab) > 0 {
			n := o.countAt(o.words[i].from, o.words[i].to)
			o.lines = append(o.lines, billLine{Dish: cmp.Or(o.spoken, o.tab[len(o.tab)-1]), drop: true, Quantity: n, said: n > 0})
		}
	}
	if o.drop && o.own != "" && is(w, "mine") && !o.names(i+1) { // "troca o meu por…"
		o.lines = append(o.lines, billLine{Dish: o.own, drop: true, one: true})
	}
	if c := courseNamed(w); o.drop && c != "" { // "esquece os principais"
		o.lines = append(o.lines, billLine{Dish: c, drop: true})
	}
	if l, ok := o.elided(i); ok && !o.drop {
		o.lines = append(o.lines, l)
	}
	return o.verbs(i)
}

// verbs takes up a word that says whether dishes come or go.
func (o *ordering) verbs(i int) int {
	w := o.words[i].word
	switch {
	case o.insteadOf(o.words[i:]):
		o.drop, o.instead = true, true
	case is(w, "swap"):
		o.swap, o.drop = true, true
	case o.refuses(o.words[i:]) > 0:
		o.drop = true
		return o.refuses(o.words[i:])
	case is(w, "off") && i > 0 && is(o.words[i-1].word, "take"): // "take off the soup"
		o.drop = true
	case is(w, "off"): // "take the soup off"
		for j := o.clause; j < len(o.lines); j++ {
			o.lines[j].drop, o.lines[j].More = true, false
		}
	case (is(w, "turn") || is(w, "become") && (o.says("swap") || o.says("instead"))) && len(o.lines) > o.sentence: // "one of the soups should be a salad instead"
		o.lines[len(o.lines)-1].drop, o.lines[len(o.lines)-1].More = true, false
	case is(w, "not") && i+1 < len(o.words) && is(o.words[i+1].word, "need"): // "a farofa não precisa"
		if last := len(o.lines) - 1; o.spoken != "" {
			o.lines = append(o.lines, billLine{Dish: o.spoken, drop: true})
		} else if last >= 0 {
			o.lines[last].drop, o.lines[last].said = true, false
		}
	case is(w, "leave"):
		o.leave = true
	case is(w, "drop"):
		o.drop = true
	case o.swap && o.drop && is(w, "by"):
		o.swap, o.drop, o.swapped = false, false, true
	case is(w, "add"), is(w, "bring"), is(w, "want"):
		o.drop, o.verb = false, true
	case is(w, "turns"):
		o.drop = false
	}
	o.more = o.more || is(w, "more") && !o.drop
	o.fix = o.fix || is(w, "only") || is(w, "make")
	return 0
}

// names reports whether a word begins a dish.
func (o *ordering) names(i int) bool {
	return i < len(o.words) && slices.ContainsFunc(o.dishes, func(d meant) bool { return d.at == o.words[i].from })
}

// times is by how many the lines are multiplied that end with a word: "arroz pra nós dois",
// "uma caipirinha pra cada". 0 is not at all.
func (o *ordering) times(i int) int {
	if i == 0 || o.shared || o.split && !is(o.words[i-1].word, "for") {
		return 0
	}
	w, before := o.words[i].word, o.words[i-1].word
	switch {
	case is(w, "both") && is(before, "for"), is(w, "two") && o.forUs(o.words[:i]) && !o.names(i+1):
		return 2
	case is(w, "everyone") && (is(before, "for") || is(before, "one") || is(w, "each") && o.endsDish(i-1)):
		if n := o.ofThem(i); n > 0 {
			return n
		}
		return max(o.at.Party, len(o.at.Table))
	}
	return 0
}

// endsDish reports whether a word is the last of a dish.
func (o *ordering) endsDish(i int) bool {
	return slices.ContainsFunc(o.dishes, func(d meant) bool { return d.to == o.words[i].to })
}

// ofThem is how many they are of whom each has something: "pra cada um de nós três".
func (o *ordering) ofThem(i int) int {
	for _, w := range o.words[i+1 : min(len(o.words), i+5)] {
		if n := numeral(w.word); n > 1 {
			return n
		}
	}
	return 0
}

// multiply gives lines the number of those who have them: all of the sentence, or the last
// alone where others were named.
func (o *ordering) multiply(n int) {
	from := o.sentence
	if o.named || len(o.lines) > from && o.lines[len(o.lines)-1].Mine {
		from = max(from, len(o.lines)-1)
	}
	if slices.ContainsFunc(o.lines[from:], func(l billLine) bool { return l.Mine }) {
		from = len(o.lines) - 1
	}
	for j := from; j < len(o.lines); j++ {
		if l := &o.lines[j]; !l.drop && (!l.said || l.Quantity == 1) && len(l.Among) == 0 {
			l.Quantity, l.said = n, true
		}
	}
}

// elided is the line of a number that stands alone and means the dish told of last: "bota
// uma pra mim", "add one". Of several it may be any.
func (o *ordering) elided(i int) (l billLine, ok bool) {
	w := o.words[i]
	n := numeral(w.word)
	if n == 0 || len(w.word) < 2 && !unicode.IsDigit(rune(w.word[0])) || !o.standsAlone(i) || o.pointsAt(o.text[w.from:]) {
		return l, false
	}
	if last := len(o.lines) - 1; last >= 0 { // "two… make it three", "bota mate. dois"
		begins := strings.ContainsAny(o.text[o.words[max(0, i-1)].to:w.from], ".;!\n")
		other := i+2 < len(o.words) && is(o.words[i+1].word, "for") && !is(o.words[i+2].word, "everyone") // "um pra mim e um pra ela"
		switch {
		case o.instead:
		case o.fix || n > 1 && begins && !o.lines[last].said:
			o.lines[last].Quantity, o.lines[last].said = n, true
		case other && !o.lines[last].drop && len(o.lines[last].Among) == 0:
			o.lines[last].Quantity += n
		}
		return l, false
	}
	begins := i == 0 || strings.ContainsAny(o.text[o.words[i-1].to:w.from], ".,;:!?") || i == 1 && is(o.words[0].word, "and")
	told := o.offered()
	settles := o.fix && len(o.tab) == 0 && len(told) == 1 // "make it two" of what was told of
	if !begins && !settles && !is(o.words[i-1].word, "add") && !is(o.words[i-1].word, "bring") && !is(o.words[i-1].word, "more") || o.fix && !settles || o.split || o.head {
		return l, false
	}
	l = billLine{Quantity: n, said: true}
	switch {
	case len(told) == 1:
		l.Dish, l.More, l.Mine = told[0].ID, slices.Contains(o.tab, told[0].ID), o.forMe(meant{at: w.from, to: w.to})
	case len(told) > 1:
		for _, t := range told {
			l.Among = append(l.Among, t.ID)
		}
	}
	return l, len(told) > 0
}

// standsAlone reports whether no noun follows a number: "uma pra ela", "two of those".
func (o *ordering) standsAlone(i int) bool {
	if i+1 == len(o.words) || strings.ContainsAny(o.text[o.words[i].to:o.words[i+1].from], ".,;:!?") {
		return true
	}
	next := o.words[i+1].word
	if next == "of" && i+2 < len(o.words) {
		next = o.words[i+2].word
	}
	return is(next, "for") && next != "a" || is(next, "this") || is(next, "please") || is(next, "and") && !o.names(i+1) && !strings.HasPrefix(o.text[o.words[i+1].from:], "é") // "uma é vegana"
}

// unnamed adds what a message says of no dish by its name: "o mesmo pra ela", "só uma",
// "uma de cada", "troca então".
func (o *ordering) unnamed() []billLine {
	count := 0
	for i, w := range o.words {
		n := numeral(w.word)
		if n > 0 && (len(w.word) > 1 || unicode.IsDigit(rune(w.word[0]))) && o.standsAlone(i) {
			count = n
		}
		if n > 0 && i+2 < len(o.words) && is(o.words[i+1].word, "of") && is(o.words[i+2].word, "everyone") { // "duas de cada"
			return o.ofEach(n)
		}
		if is(w.word, "same") && i+1 < len(o.words) && is(o.words[i+1].word, "for") {
			if last := len(o.lines) - 1; last >= 0 {
				o.lines[last].Quantity++
			} else if len(o.tab) > 0 {
				o.lines = append(o.lines, billLine{Dish: o.tab[len(o.tab)-1], Quantity: 1, More: true})
			}
			return o.lines
		}
	}
	switch {
	case len(o.lines) > 0 || len(o.tab) == 0:
	case o.says("swap"):
		o.swapTold()
	case count > 0 && o.says("only") && o.shares() == 0:
		o.lines = append(o.lines, billLine{Dish: o.tab[len(o.tab)-1], Quantity: count})
	}
	return o.lines
}

// ofEach is so many of each dish that was named, or told of last.
func (o *ordering) ofEach(n int) []billLine {
	if told := o.focus(); len(o.lines) == 0 && len(told) > 1 {
		for _, t := range told {
			o.lines = append(o.lines, billLine{Dish: t.ID})
		}
	} else if len(o.lines) == 0 {
		for _, m := range o.mentions(o.saidBefore()) {
			o.lines = append(o.lines, billLine{Dish: m.Things[0].ID})
		}
	}
	for j := range o.lines {
		if !o.lines[j].said {
			o.lines[j].Quantity, o.lines[j].said = n, true
		}
	}
	return o.lines
}

// swapTold puts what the house told of in the place of what the guest spoke of.
func (o *ordering) swapTold() {
	for _, m := range o.mentions(o.saidBefore()) {
		if len(m.Things) == 1 && slices.Contains(o.tab, m.Things[0].ID) {
			o.lines = append(o.lines, billLine{Dish: m.Things[0].ID, drop: true})
			break
		}
	}
	for _, x := range o.focus() {
		if !slices.Contains(o.tab, x.ID) && len(o.lines) == 1 {
			o.lines = append(o.lines, billLine{Dish: x.ID, Quantity: 1})
		}
	}
}

// pending is how many of a dish were asked for when it was not clear which.
func (o *ordering) pending(d meant) int {
	for _, p := range o.kept().Asked {
		if slices.Contains(p.Among, d.name) {
			return p.Quantity
		}
	}
	return 0
}

// quantity is how many of a dish are on the order.
func (o *ordering) quantity(id string) int {
	for _, l := range o.kept().Lines {
		if l.ID == id {
			return l.Quantity
		}
	}
	return 0
}

// pointsAt reports whether words begin with a reference.
func (a asked) pointsAt(words string) bool {
	return slices.ContainsFunc(a.spans, func(s understand.Span) bool { return s.Kind == "ref" && strings.HasPrefix(words, s.Text) })
}
