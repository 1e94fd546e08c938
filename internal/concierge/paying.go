package concierge

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
)

// percent finds the service or the tip that a message says.
var percent = pattern.Of(`(\d{1,2}(?:[.,]\d)?)\s*(?:%|por cento|por ciento|percent)`)

// spelled is a service that is said in words, or without its mark: "os dez por cento", "com os 10".
var spelled = pattern.Of(` (\pL+) (?:por cento|por ciento|percent) | (?:com|con|with) (?:os|the|los|el) (10|12|13|15) `)

// bill changes the order, or says again what it comes to: split, or with service.
func (a asked) bill(order bool) []llm.ToolCall {
	in := args{"tab": true}
	all := a.changes()
	if a.says("tip") { // "y le dejo 8% de propina" names no dish
		all = slices.DeleteFunc(all, func(c change) bool { return c.Missing })
	}
	if a.asksOfShown() {
		if all = nil; !a.sumsOrder() && a.also("about_dish") { // "quanto custa esse?" of a dish that is not on it
			a.act = "about_dish"
			return a.aboutDish()
		}
	}
	if len(all) > 0 && (a.charged() == 0 || len(a.mentions(a.text)) > 0) { // "cobraram 90 por isso" orders no 90
		in["changes"] = all
		in.put("what_if", a.wouldBe())
	}
	if in["changes"] == nil && len(a.tab()) == 0 && (order || !a.addsUp() && !a.says("ordered")) {
		return nil // what was shown is not ordered by that
	}
	if in.put("charged", a.charged()); in["charged"] != nil { // what was had is not ordered
		order = false
	}
	in.put("order", order)
	in.put("people", a.shares())
	in.put("budget", a.budget())
	in.put("fits", a.says("fits") && !a.says("kitty"))
	rate := a.rate()
	if rate == "" && a.says("service") && (!a.says("except") || a.says("with")) { // "já com o serviço", "com e sem o serviço"
		rate = a.kept().Service
	}
	if rate != "" && a.says("tip") {
		in["tip"] = rate + "%"
	} else if rate != "" && !a.says("discount") {
		in["service_percent"] = rate
	} else if a.says("tip") {
		in.put("tip", a.tipSaid())
	}
	for name, value := range a.split() {
		in[name] = value
	}
	if who := a.sober(); len(who) > 0 && in["people"] != nil {
		in["sober"] = args{"who": who, "heads": in["people"]}
		delete(in, "people")
		delete(in, "split")
	}
	switch {
	case a.halves():
		in["people"] = 2
		delete(in, "split")
	case in["split"] != nil || in["own"] != nil: // the rest is one of its parts
		delete(in, "people")
	}
	if last := a.kept(); in["changes"] == nil && !a.says("except") { // "e com os 10%?" of what was split, and the other way round
		if in["service_percent"] != nil && in["people"] == nil {
			if in.put("people", last.People); last.Sober != nil {
				in["sober"] = last.Sober
			}
		}
		if in["people"] != nil && in["service_percent"] == nil {
			in.put("service_percent", last.Service)
		}
	}
	return call("bill", in)
}

// sumsOrder reports whether words ask what the order comes to that was told last, at which they may point and of which they
// name nothing: "quanto isso dá?", "what does all that come to?".
func (a asked) sumsOrder() bool {
	tab, told := a.tab(), a.lastTold()
	return a.asksOfShown() && len(told) > 0 && !slices.ContainsFunc(told, func(t scene.Thing) bool { return !slices.Contains(tab, t.ID) })
}

// asksOfShown reports whether words ask what something costs at which they point at most: it is not ordered by that.
func (a asked) asksOfShown() bool {
	points := func(c change) bool {
		return c.Do == "add" && (c.Dish == "" && len(c.Among) > 0 || !c.said && (c.ref || len(c.Among) > 0 || c.Missing))
	}
	return len(a.tab()) > 0 && a.says("sum") && (a.questions() || a.has("ref")) && len(a.mentions(a.text)) == 0 && !slices.ContainsFunc(a.changes(), func(c change) bool { return !points(c) }) &&
		!slices.ContainsFunc(a.spans, func(s understand.Span) bool { return s.Kind == "ref" && len(understand.Point(s.Text).Numbers) > 0 })
}

// charged is the sum that somebody was asked to pay, which is to be checked: "cobraram 300 por isso".
func (a asked) charged() float64 {
	if !a.says("charged") || a.says("discount") {
		return 0
	}
	return a.sum()
}

// tipSaid is the tip that is said as an amount: "gorjeta de 20", "30 de propina".
func (a asked) tipSaid() float64 {
	if n, ok := understand.Amount(afterWord(a.text, menuWords()["tip"])); ok {
		return n
	}
	all := spots(a.text)
	for i, w := range all {
		for k := i - 1; is(w.word, "tip") && k >= max(0, i-3); k-- { // "20 reais de gorjeta"
			if n, ok := understand.Amount(all[k].word); ok && n > 1 {
				return n
			}
		}
	}
	return 0
}

// rate is the percentage that a message says, or nothing.
func (a asked) rate() string {
	if m := percent().FindStringSubmatch(a.text); m != nil {
		return m[1]
	}
	if m := spelled().FindStringSubmatch(words(a.text)); m != nil {
		if n, ok := understand.Amount(m[1]); ok {
			return strconv.FormatFloat(n, 'f', -1, 64)
		}
		return m[2]
	}
	return ""
}

// wouldBe reports whether a message asks what the order would come to, and changes nothing: "e
// se…", "quanto fica com duas cervejas?", "sem o mate dava quanto?".
func (a asked) wouldBe() bool {
	if a.says("suppose") {
		return true
	}
	if !a.questions() || !a.addsUp() {
		return false
	}
	for _, s := range sentences(a.text) {
		if all := a.mentions(s); len(all) > 0 { // "tira o mate. quanto dá sem o serviço?" takes it off
			p := a.part(s)
			return p.questions() && (a.part(s[:all[0].From]).says("sum") || p.says("except"))
		}
	}
	return a.says("except")
}

// split is who pays for what, as far as words say it: who pays for what they have, or for some
// dishes, who for the rest, and what is paid from a kitty.
func (a asked) split() args {
	in, o := args{}, ordering{asked: a, had: a.kept()}
	if a.says("apart") && len(o.had.Lines) > 0 || a.ownShare() { // "contas separadas", "quanto dá o meu?"
		in["own"] = true
	}
	var payers []args
	rest := 0
	for _, s := range sentences(a.text) {
		if !a.part(s).paysApart() {
			continue
		}
		o.open(a.part(s))
		if p := a.part(s); p.sum() > 0 && !slices.ContainsFunc(o.things, func(d meant) bool { return o.quantity(d.name) > 0 }) { // "the company covers 250"
			in.put("kitty", p.sum())
			continue
		}
		who := ""
		for _, c := range payClauses().FindAllStringIndex(o.text+",", -1) {
			to := min(c[1], len(o.text))
			p := o.asked.part(o.text[c[0]:to])
			var ids []string
			named := to // who stands behind a dish has it: "o Leo paga o pudim da Ana"
			for _, d := range o.things {
				if c[0] <= d.at && d.at < to && o.quantity(d.name) > 0 {
					ids, named = append(ids, d.name), min(named, d.at)
				}
			}
			if name := cmp.Or(o.whoIn(c[0], named, true), o.whoIn(c[0], to, true)); name != "" {
				who = name
			} else if p.says("rest_of_it") && p.says("ours") { // "o resto é meu"
				who = "me"
			}
			names := strings.Split(who, " & ")
			if who != "" && len(ids) == 0 && p.says("own_part") && !p.says("rest_of_it") {
				ids = o.dishesOf(names)
			}
			switch {
			case p.says("everyone") && p.says("own_part"):
				in["own"] = true
			case p.says("rest_of_it") && (p.says("split") || p.says("other_people") || p.says("half") || who == ""):
				rest = max(1, a.shares())
			case p.says("rest_of_it"):
				payers = append(payers, args{"who": names})
			case who != "" && len(ids) > 0 && len(payers) > 0 && slices.Equal(payers[len(payers)-1]["who"].([]string), names):
				had := payers[len(payers)-1]
				had["dishes"] = append(had["dishes"].([]string), ids...)
			case who != "" && len(ids) > 0:
				payers = append(payers, args{"who": names, "dishes": ids})
			}
		}
	}
	if rest > 0 && len(payers) > 0 {
		payers = append(payers, args{"who": []string{}, "heads": rest})
	}
	if len(payers) > 0 {
		in["split"] = payers
	}
	return in
}

// dishesOf are the dishes of the order that some people have.
func (o *ordering) dishesOf(names []string) (ids []string) {
	for _, l := range o.had.Lines {
		if slices.ContainsFunc(strings.Split(l.For, " & "), func(had string) bool {
			return had != "" && slices.ContainsFunc(names, func(name string) bool { return hook.SameName(had, name) })
		}) {
			ids = append(ids, l.ID)
		}
	}
	return ids
}

// paysApart reports whether words say who pays for what: "a Ana paga o dela".
func (a asked) paysApart() bool {
	return a.says("kitty") || len(a.tab()) > 0 && (a.says("pays") && (a.says("own_part") || len(understand.People(a.text)) > 0 || a.says("me") || a.sum() > 0 && !a.questions()) || a.says("rest_of_it") && !a.says("put"))
}

// sharesBill reports whether a message is about who pays how much of the order, and orders nothing:
// "o Leo paga o dele", "half on me, half on Ana", "quanto dá pra mim?".
func (a asked) sharesBill() bool {
	if len(a.tab()) == 0 || a.sum() > 0 || len(a.mentions(a.text)) > 0 && !a.says("pays") {
		return false
	}
	return a.paysApart() || a.halves() || a.ownShare()
}

// sober are those who share a bill and not its drinks: "divide por 3, mas a Ana não bebeu".
func (a asked) sober() []string {
	o := ordering{asked: a, had: a.kept()}
	for _, s := range clauses(a.at.Message) {
		if p := a.part(s); p.hasPhrase("sober") {
			o.open(p)
			if who := o.whoIn(0, len(s), true); who != "" {
				return strings.Split(who, " & ")
			}
			if w := o.words[0]; unicode.IsUpper([]rune(s[w.from:])[0]) && (!understand.IsWord(w.word) || !strings.HasPrefix(a.at.Message, s)) { // "Joe didn't drink"
				return []string{s[w.from:w.to]}
			}
		}
	}
	return nil
}

// halves reports whether words say that the bill is paid by halves.
func (a asked) halves() bool {
	return a.says("half") && len(a.mentions(a.text)) == 0 && (a.says("pays") || a.says("rest_of_it") || a.says("me") && !a.says("want") && !a.says("bring"))
}

// ownShare reports whether words ask what somebody's dishes come to, where it was said whose they are.
func (a asked) ownShare() bool {
	shared := slices.ContainsFunc(a.kept().Lines, func(l orderLine) bool { return l.For != "" })
	return shared && a.says("sum") && a.questions() && len(a.mentions(a.text)) == 0 && !a.says("split") && !a.says("everyone") && !a.says("pays") &&
		(a.says("own_part") || a.says("ours") || a.says("for") && (a.says("me") || len(understand.People(a.text)) > 0))
}

// payClauses are the parts of a sentence about who pays.
var payClauses = pattern.Of(`(?i)[^,;]+?(?:[,;]| (?:e|y|and|mas|pero|but)(?: |$))`)

// sum is the largest amount that words say.
func (a asked) sum() (most float64) {
	for _, w := range spots(a.text) {
		if n, ok := understand.Amount(w.word); ok && n >= leastBudget && !strings.HasSuffix(w.word, "%") && w.word != "cento" && w.word != "ciento" { // "10 por ciento"
			most = max(most, n)
		}
	}
	return most
}

// shares is by how many people a bill is split, or what is left of it.
func (a asked) shares() int {
	said := a.paying()
	text := spots(said)
	splits := a.hasPhrase("split") && a.says("sum")
	for i, w := range text {
		before, after := "", ""
		if i > 0 {
			before = text[i-1].word
		}
		if i+1 < len(text) {
			after = text[i+1].word
		}
		if is(w.word, "half") && (a.says("split") || before == "a" || before == "in" || a.act == "bill" && len(a.tab()) > 0 && len(a.mentions(a.text)) == 0) {
			return 2
		}
		n, ok := understand.Amount(w.word)
		if ok && n >= 2 && n <= 50 && (after != "por" || slices.Contains(sharing, before)) && (slices.Contains(sharing, before) || slices.Contains(sharing, after) || is(before, "others") || is(before, "rest_of")) && (a.says("split") || a.says("pays")) {
			return int(n)
		}
		ends := after == "" || strings.ContainsAny(said[w.to:text[i+1].from], ".,;:!?") || slices.Contains(sharing, after)
		if by := is(before, "among") || i > 1 && is(before, "article") && is(text[i-2].word, "among"); ok && n >= 2 && n <= 50 && by && ends && a.says("sum") && !a.says("swap") { // "quanto fica por seis?"
			return int(n)
		}
		counted := before == "de" || before == "of" || is(before, "one") || numeral(before) > 1
		splits = splits || is(w.word, "head") && a.act == "bill" && len(a.mentions(a.text)) == 0 && len(a.tab()) > 0 || is(w.word, "split") && !(is(w.word, "shared") && is(before, "for")) || is(w.word, "head") && !counted && (a.says("sum") || a.says("price") || before == "por" || before == "per" || before == "by")
	}
	if !splits || a.says("own_part") && !a.says("rest_of_it") {
		return 0
	}
	if a.says("adults") {
		return a.adults()
	}
	return a.payers()
}

// payers are how many share a bill: all who are there, but for who does not pay.
func (a asked) payers() int {
	party := a.at.Party
	for _, said := range slices.Backward(a.at.Said) {
		if n, ok := staydate.Party(said); ok && party == 0 {
			party = n
		}
	}
	told, ok := staydate.Party(a.paying())
	alone := slices.ContainsFunc(a.at.Table, func(p hook.Person) bool { return p.Is(hook.Companion) })
	switch n := a.kept().People; {
	case ok:
		return told
	case n > 1: // as it was split before
		return n
	case party == 0 && alone:
		return 0 // of whom nobody knows how many they are
	}
	return max(party, len(a.at.Table))
}

// budget is what the table has for the bill, as the message says: "tenho 80 no vale",
// "cabe nos 200?".
func (a asked) budget() float64 {
	if a.paysApart() || a.charged() > 0 {
		return 0
	}
	if n := a.limit("all"); n > 0 {
		return n
	}
	all := spots(a.text)
	for i, w := range all {
		n, ok := understand.Amount(w.word)
		if !ok || n < leastBudget || strings.HasSuffix(w.word, "%") {
			continue
		}
		if slices.ContainsFunc(all[max(0, i-4):i], func(b spot) bool { return is(b.word, "purse") }) {
			return n
		}
	}
	return 0
}

// leastBudget is from what amount on a number may be what somebody has to spend.
const leastBudget = 20

// adults is how many of the party are no children, or 0 if nobody knows.
func (a asked) adults() int {
	party, kids := a.at.Party, 0
	for _, said := range slices.Concat([]string{a.text}, a.at.Said) {
		if n, ok := staydate.Party(said); ok {
			party = max(party, n)
		}
		kids = max(kids, countOf(spots(said), "children"))
		if n := countOf(spots(said), "adults"); n > 0 {
			return n
		}
	}
	return max(0, party-kids)
}

// countOf counts those of a use that words tell of: "duas crianças", "meu filho e a nenê".
func countOf(words []spot, use string) (n int) {
	for i, w := range words {
		switch {
		case !is(w.word, use):
		case i > 0 && numeral(words[i-1].word) > 1 || i > 0 && n > 0 && numeral(words[i-1].word) == 1: // "dois filhos e um bebê"
			n += numeral(words[i-1].word)
		case use == "children" && n == 0:
			n++
		}
	}
	return n
}

// paying are the sentences that may say by how many a bill is split: a dish that is for
// two to share splits none.
func (a asked) paying() (text string) {
	for _, sentence := range sentences(a.text) {
		called := func(m scene.Mention) bool { return !m.Kind }
		if part := a.part(sentence); part.says("sum") || part.says("head") || part.says("split") && !part.says("shared") || !slices.ContainsFunc(a.mentions(sentence), called) {
			text += sentence
		}
	}
	return text
}

var sharing = strings.Fields("por em en entre by in between among para pra nos for ways way pessoas people personas partes split")
