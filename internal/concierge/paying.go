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

// percent finds the service or the tip that a message says; spelled one that is said in words, or without its mark: "os dez por
// cento", "com os 10".
var (
	percent = pattern.Of(`(\d{1,2}(?:[.,]\d)?)\s*(?:%|por cento|por ciento|percent)`)
	spelled = pattern.Of(` (\pL+) (?:por cento|por ciento|percent) | (?:com|con|with) (?:os|the|los|el) (10|12|13|15) `)
)

// bill changes the order, or says again what it comes to: split, or with service.
func (a asked) bill(order bool) []llm.ToolCall {
	in, all, last := args{"tab": true}, a.changes(), a.kept()
	if a.asksOfShown() || a.says("tip") { // "y le dejo 8% de propina" names no dish
		all = slices.DeleteFunc(all, func(c change) bool { return c.Missing || !a.says("tip") })
	}
	charged := a.charged()
	if len(all) > 0 && (charged == 0 || len(a.mentions(a.text)) > 0) { // "cobraram 90 por isso" orders no 90
		in["changes"] = all
		in.put("what_if", a.wouldBe())
	} else if len(last.Lines) == 0 && (order || !a.addsUp() && !a.says("ordered")) {
		return nil // what was shown is not ordered by that
	}
	in.put("charged", charged)
	in.put("order", order && charged == 0) // what was had is not ordered
	in.put("people", a.shares())
	in.put("budget", a.budget())
	in.put("fits", a.says("fits") && !a.says("kitty"))
	rate := a.rate()
	if rate == "" && a.says("service") && !a.says("except") { // "já com o serviço"
		rate = last.Service
	}
	switch {
	case rate != "" && a.says("tip"):
		in["tip"] = rate + "%"
	case a.says("tip"):
		in.put("tip", a.sum())
	case rate != "" && !a.says("discount"):
		in["service_percent"] = rate
	}
	for name, value := range a.split() {
		in[name] = value
	}
	if who := a.sober(); len(who) > 0 && in["people"] != nil {
		in["sober"] = args{"who": who, "heads": in["people"]}
		delete(in, "people")
		delete(in, "split")
	}
	if len(last.Split) > 0 && in["split"] == nil && in["own"] == nil && !a.says("split") && (in["people"] != nil || in["service_percent"] != nil) {
		in["split"] = last.Split // as it was agreed before
	}
	if in["split"] != nil || in["own"] != nil { // the rest is one of its parts
		delete(in, "people")
	}
	if in["changes"] == nil && !a.says("except") { // "e com os 10%?" of what was split, and the other way round
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

// charged returns the amount that the guest says was charged, for the bill to check: "cobraram 300
// por isso".
func (a asked) charged() float64 {
	if !a.says("charged") || a.says("discount") {
		return 0
	}
	return a.sum()
}

// addsUp reports whether words speak of what an order comes to.
func (a asked) addsUp() bool {
	return a.says("sum") || a.says("split") || a.says("service") || a.says("tip")
}

// asksOfShown reports whether words ask what something costs at which they point at most: it is not ordered by that.
func (a asked) asksOfShown() bool {
	points := func(c change) bool { return c.Do == "add" && (c.Dish == "" || !c.said && (c.ref || c.Missing)) }
	return len(a.tab()) > 0 && a.says("sum") && (a.questions() || a.has("ref")) && len(a.mentions(a.text)) == 0 && !slices.ContainsFunc(a.changes(), func(c change) bool { return !points(c) }) &&
		!slices.ContainsFunc(a.spans, func(s understand.Span) bool { return s.Kind == "ref" && len(understand.Point(s.Text).Numbers) > 0 })
}

// rate is the percentage that a message says, or nothing.
func (a asked) rate() string {
	if m := percent().FindStringSubmatch(a.text); m != nil {
		return m[1]
	}
	m := spelled().FindStringSubmatch(words(a.text))
	if m == nil {
		return ""
	}
	if n, ok := understand.Amount(m[1]); ok {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return m[2]
}

// wouldBe reports whether a message asks what the order would come to, and changes nothing: "e se…", "quanto fica com duas
// cervejas?", "sem o mate dava quanto?".
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

// split is who pays for what, as far as words say it: who pays for what they have, or for some dishes, who for the rest, and what
// is paid from a kitty.
func (a asked) split() args {
	in, lines := args{}, a.kept().Lines
	if a.says("apart") && len(lines) > 0 && !a.says("kitchen_note") || a.ownShare() { // "contas separadas", "quanto dá o meu?"
		in["own"] = true
	}
	var payers []args
	rest := 0
	var who, open []string // "a Ana paga o dela e o vinho"
	for _, clause := range payClauses().FindAllString(a.text+",", -1) {
		p := a.part(clause)
		if p.says("kitty") || a.paysApart() && !slices.ContainsFunc(p.dishes(), a.hasOrdered) { // "the company covers 250"
			in.put("kitty", p.sum())
		}
		if !a.paysApart() || in["kitty"] != nil {
			continue
		}
		ids, dishes := p.paidFor(), p.dishes()
		people := slices.DeleteFunc(p.people(), func(x someone) bool { // "caju amigo" is nobody
			return slices.ContainsFunc(dishes, func(d meant) bool { return d.at <= x.from && x.from < d.to })
		})
		if len(people) > 0 && people[0].name != "" {
			who = []string{people[0].name}
			for _, x := range people[1:] {
				if len(ids) == 0 { // who stands behind a dish has it: "o Leo paga o pudim da Ana"
					who = append(who, x.name)
				}
			}
		} else if p.says("ours") { // "o resto é meu"
			who = []string{"me"}
		} else if p.says("rest_of_it") {
			who = nil
		}
		if p.says("rest_of_it") {
			open = nil
		} else if ids, open = append(open, ids...), nil; len(who) == 0 { // "a sopa e o mate são da Ana"
			open = ids
		}
		own := p.says("own_part") || p.says("pays") && p.says("theirs")
		if own && !p.says("rest_of_it") && !slices.ContainsFunc(ids, func(id string) bool { return slices.Contains(a.tab(), id) }) {
			ids = nil
			for _, l := range lines {
				if l.For != "" && slices.ContainsFunc(who, func(name string) bool { return hook.SameName(l.For, name) }) {
					ids = append(ids, l.ID)
				}
			}
		}
		switch {
		case p.says("everyone") && p.says("own_part"):
			in["own"] = true
		case p.says("rest_of_it") && (len(who) == 0 || p.says("split")):
			if rest = max(1, a.shares()); p.says("others") { // "o resto os outros dois"
				rest = max(1, p.shares())
			}
		case p.says("rest_of_it"):
			payers = append(payers, args{"who": who})
		case len(who) > 0 && len(ids) > 0:
			payers = append(payers, args{"who": who, "dishes": ids})
		}
	}
	if len(payers) > 0 {
		delete(in, "own")
		if rest = cmp.Or(rest, a.shares()); rest > 0 { // "divide por 4, mas o vinho é meu"
			payers = append(payers, args{"who": []string{}, "heads": rest})
		}
		in["split"] = payers
	}
	return in
}

// paidFor is what words name of the order: dishes, or else all of a course, or the food.
func (a asked) paidFor() (ids []string) {
	for _, d := range a.dishes() {
		if a.hasOrdered(d) {
			ids = append(ids, d.name)
		}
	}
	if len(ids) > 0 {
		return ids
	}
	if a.says("food") {
		ids = append(ids, "food")
	}
	return append(ids, a.courses()...)
}

// hasOrdered reports whether a dish is on the order.
func (a asked) hasOrdered(d meant) bool { return slices.Contains(a.tab(), d.name) }

// payClauses are the parts of a message about who pays.
var payClauses = pattern.Of(`(?i)[^,;.]+?(?:[,;.]| (?:e|y|and|mas|pero|but)(?: |$))`)

// paysApart reports whether words say who pays for what: "a Ana paga o dela".
func (a asked) paysApart() bool {
	if a.says("kitty") {
		return true
	}
	own := a.says("pays") && (a.says("own_part") || a.says("me") || len(a.people()) > 0 || a.sum() > 0) && !(a.sum() > 0 && a.questions())
	with := slices.ContainsFunc(spots(a.text), func(w spot) bool { return is(w.word, "with") && !is(w.word, "turns") }) // "mas" is a but
	mine := a.says("split") && a.says("ours") && !with && len(a.paidFor()) > 0
	rest := mine || a.says("rest_of_it") && !a.hasPhrase("rest_stays") && !a.says("put") && !(a.says("fits") && a.questions()) // not "sobrou quanto?"
	return len(a.tab()) > 0 && (own || rest)
}

// sharesBill reports whether a message is about who pays how much of the order, and orders nothing: "o Leo paga o dele", "half on
// me, half on Ana", "quanto dá pra mim?".
func (a asked) sharesBill() bool {
	if len(a.tab()) == 0 || a.sum() > 0 {
		return false
	}
	return a.paysApart() || len(a.mentions(a.text)) == 0 && (a.halves() || a.ownShare())
}

// ownShare reports whether words ask what somebody's dishes come to, where it was said whose they are.
func (a asked) ownShare() bool {
	shared := slices.ContainsFunc(a.kept().Lines, func(l orderLine) bool { return l.For != "" })
	return shared && a.says("sum") && a.questions() && len(a.mentions(a.text)) == 0 && !a.says("split") && !a.says("everyone") && !a.says("pays") &&
		(a.says("own_part") || a.says("ours") || a.says("for") && len(a.people()) > 0)
}

// halves reports whether words say that the bill is paid by halves.
func (a asked) halves() bool {
	return a.says("half") && len(a.mentions(a.text)) == 0 && (a.says("pays") || a.says("split") || a.says("rest_of_it") || len(a.tab()) > 0 && (a.act == "bill" || a.says("me")) && !a.says("want") && !a.says("bring"))
}

// sober are those who share a bill and not its drinks: "divide por 3, mas a Ana não bebeu".
func (a asked) sober() (who []string) {
	for _, s := range clauses(a.at.Message) {
		p := a.part(s)
		drinks := slices.ContainsFunc(spots(s), func(w spot) bool { return is(w.word, "drink") || is(w.word, "beer") })
		if !p.hasPhrase("sober") && !(drinks && p.says("without")) {
			continue
		}
		for _, x := range p.people() {
			who = append(who, x.name)
		}
		if len(who) == 0 {
			who = p.spokenOf(s)
		}
		if w := spots(p.text)[0]; len(who) == 0 && unicode.IsUpper([]rune(p.text)[0]) && !understand.IsWord(w.word) { // "Joe didn't drink"
			who = append(who, p.text[w.from:w.to])
		}
	}
	return who
}

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
	word := func(i int) string {
		if i < 0 || i >= len(text) {
			return ""
		}
		return text[i].word
	}
	for i, w := range text {
		before, after := word(i-1), word(i+1)
		n, ok := understand.Amount(w.word)
		ok = ok && n >= 2 && n <= 50
		beside := slices.Contains(sharing, before) || slices.Contains(sharing, after) && after != "por" || is(before, "others") || is(before, "rest_of")
		ends := after == "" || strings.ContainsAny(said[w.to:text[i+1].from], ".,;:!?") || slices.Contains(sharing, after)
		among := is(before, "among") || is(before, "article") && is(word(i-2), "among")
		if ok && (beside && (a.says("split") || a.says("pays")) || among && ends && a.says("sum") && !a.says("swap")) { // "quanto fica por seis?"
			return int(n)
		}
		counted := before == "de" || before == "of" || is(before, "one") || numeral(before) > 1
		head := is(w.word, "head") && (!counted && (a.says("sum") || a.says("price")) || a.act == "bill" && len(a.mentions(a.text)) == 0 && len(a.tab()) > 0)
		splits = splits || head || is(w.word, "split") && !(is(w.word, "shared") && is(before, "for"))
	}
	switch {
	case a.halves():
		return 2
	case !splits || a.says("own_part") && !a.says("rest_of_it"):
		return 0
	case a.says("adults"):
		return a.adults()
	}
	return a.payers()
}

// payers are how many share a bill: all who are there, as far as it is known.
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

// adults is how many of the party are no children, or 0 if nobody knows.
func (a asked) adults() int {
	party, kids := a.at.Party, 0
	for _, said := range slices.Concat([]string{a.text}, a.at.Said) {
		if n, ok := staydate.Party(said); ok {
			party = max(party, n)
		}
		young := 0
		for all, i := spots(said), 0; i < len(all); i++ {
			n := 0
			if i > 0 {
				n = numeral(all[i-1].word)
			}
			switch {
			case is(all[i].word, "adults") && n > 1:
				return n
			case is(all[i].word, "children"): // "meu filho e a nenê", "dois filhos e um bebê"
				young += max(n, 1)
			}
		}
		kids = max(kids, young)
	}
	return max(0, party-kids)
}

// budget returns the amount that the table has for the whole bill: "tenho 80 no vale", "cabe nos
// 200?".
func (a asked) budget() float64 {
	if a.paysApart() || a.charged() > 0 {
		return 0
	}
	if n := a.limit("all"); n > 0 || !a.says("purse") && !a.says("fits") {
		return n
	}
	return a.sum()
}

// leastBudget is the lowest number that is taken for a budget: "for 4" is none.
const leastBudget = 20

// paying returns the sentences that may say among how many people a bill is split. "A dish for two to share"
// splits none.
func (a asked) paying() (text string) {
	for _, sentence := range sentences(a.text) {
		called := func(m scene.Mention) bool { return !m.Kind }
		if part := a.part(sentence); part.says("sum") || part.says("head") || part.says("pays") || part.says("rest_of_it") || part.says("split") && !part.says("shared") || !slices.ContainsFunc(a.mentions(sentence), called) {
			text += sentence
		}
	}
	return text
}

var sharing = strings.Fields("por em en entre by in between among para pra nos for ways way pessoas people personas partes split")
