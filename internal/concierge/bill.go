package concierge

import (
	"cmp"
	"maps"
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

// percent finds the service or the tip that words say; spelled one that is said in words or without its mark: "com os 10".
var (
	percent = pattern.Of(`(\d{1,2}(?:[.,]\d)?)\s*(?:%|por cento|por ciento|percent)`)
	spelled = pattern.Of(` (\pL+) (?:por cento|por ciento|percent) | (?:com|con|with) (?:os|the|los|el) (10|12|13|15) `)
)

// bill changes the order as words say, and tells what it comes to: split, with service, against a budget.
func (a asked) bill(order bool) []llm.ToolCall {
	in, all, last := args{"tab": true}, a.changes(), a.kept()
	would := a.wouldBe()
	if len(all)+len(last.Lines) == 0 && (a.has("ref") || len(a.named()) > 0) { // "quanto dá os dois?"
		a.sums = true
		all, would = a.changes(), !order
	}
	charged := 0.0
	if a.says("charged") && !a.says("discount") {
		charged = a.sum()
	}
	switch {
	case len(all) > 0 && (charged == 0 || len(a.mentions(a.text)) > 0):
		in["changes"] = all
		in.put("what_if", would)
	case len(last.Lines) == 0 && (order || !a.addsUp() && !a.says("ordered")):
		return nil // what was shown is not ordered by that
	}
	in.put("charged", charged)
	in.put("order", order && charged == 0)
	a.pay(in, last)
	if !a.paysApart() && charged == 0 {
		in.put("budget", a.amount("all"))
		if a.says("purse", "fits") && in["budget"] == nil {
			in.put("budget", a.sum())
		}
		in.put("fits", a.says("fits") && !a.says("kitty"))
	}
	return call("bill", in)
}

// pay sets who pays for what, the service and the tip. What was agreed before holds where a message only adds to it.
func (a asked) pay(in args, last order) {
	in.put("people", a.shares())
	rate := a.rate()
	switch {
	case rate != "" && a.says("tip"):
		in["tip"] = rate + "%"
	case a.says("tip"):
		in.put("tip", a.sum())
	case rate != "" && !a.says("discount"):
		in["service_percent"] = rate
	case a.says("service") && !a.says("except"):
		in.put("service_percent", last.Service)
	}
	maps.Copy(in, a.split())
	if who := a.sober(); len(who) > 0 && a.payers() > 0 {
		in["sober"] = args{"who": who, "heads": a.payers()}
		delete(in, "split")
	}
	divided := in["split"] != nil || in["own"] != nil || in["sober"] != nil
	if again := in["people"] != nil || in["service_percent"] != nil; again && !divided && len(last.Split) > 0 {
		in["split"], divided = last.Split, true
	} else if again && !divided && in["changes"] == nil && !a.says("except") { // "e com os 10%?" of what was split, and the other way round
		if in["service_percent"] == nil {
			in.put("service_percent", last.Service)
		}
		if in["people"] == nil && last.Sober != nil {
			in["sober"], divided = last.Sober, true
		} else if in["people"] == nil {
			in.put("people", last.People)
		}
	}
	if divided {
		delete(in, "people")
	}
}

// addsUp reports whether words speak of what an order comes to.
func (a asked) addsUp() bool { return a.says("sum", "split", "service", "tip") }

// rate is the percentage that words say, or "".
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

// wouldBe reports whether words ask what the order would come to, and change nothing: "e se…", "sem o mate dava quanto?".
func (a asked) wouldBe() bool {
	if a.says("suppose") {
		return true
	}
	return slices.ContainsFunc(a.sentences(), func(s asked) bool {
		all := s.mentions(s.text)
		return len(all) > 0 && s.asks() && s.addsUp() && (s.cut(0, all[0].From).says("sum") || s.says("except", "would"))
	})
}

// shares is by how many people a bill is split; 0: it is not.
func (a asked) shares() int {
	said := slices.DeleteFunc(a.sentences(), func(s asked) bool { return s.says("shared") && !s.addsUp() })
	splits := false
	for _, s := range said {
		text := spots(s.text)
		splits = splits || s.says("split") && !s.says("shared") || s.addsUp() && s.says("head")
		for i, w := range text {
			n := numeral(w.word)
			if n < 2 || n > 50 || i == 0 || strings.HasSuffix(w.word, "%") {
				continue
			}
			sharing := func(k int) bool { return k >= 0 && k < len(text) && slices.Contains(sharingWords, text[k].word) }
			among := is(text[i-1].word, "among") || is(text[i-1].word, "article") && i > 1 && is(text[i-2].word, "among")
			ends := i+1 == len(text) || sharing(i+1) || strings.ContainsAny(s.text[w.to:text[i+1].from], ".,;:!?")
			if (sharing(i-1) || sharing(i+1)) && s.says("split", "pays") || among && ends && s.says("sum") {
				return n
			}
		}
	}
	switch {
	case a.says("half") && (a.says("pays", "split") || len(a.tab()) > 0 && len(a.mentions(a.text)) == 0 && !a.says("want", "bring")):
		return 2
	case !splits || a.says("own_part") && !a.says("rest_of_it"):
		return 0
	}
	return a.payers()
}

var sharingWords = strings.Fields("por em en entre by in between among para pra nos for ways way pessoas people personas partes split")

// payers are how many share a bill: all who are there, as far as it is known.
func (a asked) payers() int {
	if n, ok := staydate.Party(a.text); ok {
		return n
	}
	if n := a.kept().People; n > 1 { // as it was split before
		return n
	}
	party := a.at.Party
	for _, said := range slices.Backward(a.at.Said) {
		if n, ok := staydate.Party(said); ok && party == 0 {
			party = n
		}
	}
	unknown := slices.ContainsFunc(a.at.Table, func(p hook.Person) bool { return p.Is(hook.Companion) })
	if party == 0 && unknown {
		return 0 // of whom nobody knows how many they are
	}
	return max(party, len(a.at.Table))
}

// paysApart reports whether words say who pays for what: "a Ana paga o dela".
func (a asked) paysApart() bool {
	if len(a.tab()) == 0 {
		return false
	}
	own := a.says("pays") && (a.says("own_part") || len(a.people()) > 0 || a.sum() > 0) && !(a.sum() > 0 && a.asks())
	return a.says("kitty") || own || a.says("rest_of_it") && !a.says("rest_stays") && !a.says("put") || a.says("split") && a.says("ours") && len(a.paidFor()) > 0
}

// split is who pays for what, as far as words say it: who for some dishes or for their own, who for the rest, and what is paid from a kitty.
func (a asked) split() args {
	in := args{}
	asksOwn := a.says("sum") && a.asks() && len(a.mentions(a.text)) == 0 && !a.says("split", "everyone", "pays") && (a.says("own_part") || len(a.people()) > 0)
	shared := slices.ContainsFunc(a.kept().Lines, func(l orderLine) bool { return l.For != "" })
	if a.says("apart") && len(a.tab()) > 0 || a.says("everyone") && a.says("own_part") || asksOwn && shared {
		in["own"] = true
	}
	if !a.paysApart() {
		return in
	}
	var payers []args
	var who, open []string
	heads := 0
	for _, c := range a.clauses() {
		if c.says("kitty") {
			in.put("kitty", c.sum())
			continue
		}
		paid := c.paidFor()
		if people := c.payersNamed(); len(people) > 0 {
			who = people
		} else if c.says("ours") { // "o resto é meu"
			who = []string{"me"}
		} else if c.says("rest_of_it") {
			who = nil
		}
		if c.says("own_part") || c.says("pays") && c.says("theirs") && !slices.ContainsFunc(paid, func(id string) bool { return slices.Contains(a.tab(), id) }) {
			for _, l := range a.kept().Lines {
				if slices.ContainsFunc(who, func(name string) bool { return hook.SameName(l.For, name) }) {
					paid = append(paid, l.ID)
				}
			}
		}
		switch {
		case c.says("rest_of_it") && (len(who) == 0 || c.says("split")):
			heads = max(1, cmp.Or(c.shares(), a.shares()))
		case c.says("rest_of_it"):
			payers = append(payers, args{"who": who})
		case len(paid) > 0 && len(who) == 0: // "a sopa e o mate são da Ana"
			open = append(open, paid...)
		case len(payers) > 0 && slices.Equal(payers[len(payers)-1]["who"].([]string), who) && payers[len(payers)-1]["dishes"] != nil:
			last := payers[len(payers)-1]
			last["dishes"] = append(last["dishes"].([]string), paid...)
		case len(paid) > 0:
			payers, open = append(payers, args{"who": who, "dishes": append(open, paid...)}), nil
		}
	}
	if len(payers) > 0 {
		delete(in, "own")
		if heads = cmp.Or(heads, a.shares()); heads > 0 { // "divide por 4, mas o vinho é meu"
			payers = append(payers, args{"who": []string{}, "heads": heads})
		}
		in["split"] = payers
	}
	return in
}

// payersNamed are those whom a clause names, but for who has a dish that another pays.
func (a asked) payersNamed() (who []string) {
	ids := a.paidFor()
	for i, x := range a.people() {
		dish := slices.ContainsFunc(a.mentions(a.text), func(m scene.Mention) bool { return m.From <= x.from && x.from < m.To })
		if !dish && (i == 0 || len(ids) == 0) {
			who = append(who, x.name)
		}
	}
	return who
}

// paidFor is what words name of the order: dishes, or else all of a course, or the food.
func (a asked) paidFor() (of []string) {
	for _, d := range a.meants() {
		if len(d.ids) == 1 && slices.Contains(a.tab(), d.ids[0]) {
			of = append(of, d.ids[0])
		}
	}
	if len(of) > 0 {
		return of
	}
	if a.says("food") {
		of = append(of, "food")
	}
	return append(of, a.courses()...)
}

// sober are those who share a bill and not its drinks: "divide por 3, mas a Ana não bebeu".
func (a asked) sober() (who []string) {
	for _, c := range a.clauses() {
		if !c.says("sober") {
			continue
		}
		for _, x := range c.people() {
			who = append(who, x.name)
		}
		if w := spots(c.text)[0]; len(who) == 0 && unicode.IsUpper([]rune(c.text)[0]) && !understand.IsWord(w.word) { // "Joe didn't drink"
			who = append(who, c.text[w.from:w.to])
		}
	}
	return who
}

// affords is the call for a question whether an amount is enough, or for a meal that is to be put together: without an order, of each course
// that is named the cheapest that everybody at the table may have. nil: words are about no such thing.
func (a asked) affords() []llm.ToolCall {
	amount := cmp.Or(a.amount("all", "person", "item", ""), a.sum())
	composes := a.says("compose", "whole_meal") && len(a.named()) == 0
	if amount < leastSum || !composes && !(a.asks() && a.says("suffice") && !a.says("which", "what")) {
		return nil
	}
	told, _ := staydate.Party(a.text)
	heads := max(1, cmp.Or(told, a.party()))
	if slices.ContainsFunc(a.spans, func(s understand.Span) bool { return s.Kind == "money" && s.Per == "person" }) {
		amount *= float64(heads)
	}
	in, changes := args{"tab": true, "budget": amount, "fits": true}, a.changes()
	if courses := a.courses(); composes || len(changes)+len(a.tab()) == 0 {
		if !slices.Contains(courses, "main") {
			courses = append([]string{"main"}, courses...)
		}
		for _, c := range courses {
			changes = append(changes, change{Do: "add", Quantity: heads, Pick: args{"course": c, "sort": "cheap", "count": 1, "max_price": anyPrice}})
		}
	}
	if len(changes) > 0 {
		in["changes"], in["what_if"] = changes, true
	}
	return call("bill", in)
}

// anyPrice is the limit of a search that the limits said before do not bind: what a budget is too small for is to be told.
const anyPrice = 1e6
