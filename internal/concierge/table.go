package concierge

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
)

// onTable shares the sentences about the card out among the order, questions about
// dishes and searches, as each sentence tells: what a question names is not ordered, and
// what is wished for with no dish named is looked for.
func onTable(all []asked, message string) []asked {
	for i, a := range all {
		if whole := a.part(sentenceOf(message, a.text)); a.act == "house_info" && whole.asksHours() { // "e a sopa, que horas sai?"
			all[i].text, all[i].spans = whole.text, whole.spans
		}
		for _, s := range sentences(all[i].text) {
			if act := (asked{act: all[i].part(s).tableAct(), last: a.last}); act.atTable() {
				all[i].act = act.act
				break
			}
		}
	}
	first := slices.IndexFunc(all, asked.atTable)
	if first < 0 {
		return all
	}
	table := all[first]
	for _, a := range all {
		for _, s := range a.spans {
			if a.atTable() && strings.Contains(message, s.Text) && !slices.Contains(table.spans, s) {
				table.spans = append(slices.Clip(table.spans), s)
			}
		}
	}
	kept := slices.DeleteFunc(slices.Clone(all), asked.atTable)
	named, heard, from := "", 0, 0
	var idle []asked // of which nobody knows what they wish for
	var cut []string
	for _, sentence := range sentences(message) {
		cut = append(cut, table.apart(sentence)...)
	}
	for i, sentence := range cut {
		said, given := ownWords(all, table, sentence, message)
		part := table.part(said)
		part.act, part.from = given, from
		from += len(sentence)
		if part.text == "" {
			continue
		}
		heard++
		switch part.act = part.tableAct(); {
		case part.act == "" || part.explains():
			continue
		case part.act == "find_dishes" && part.superlative() && i+1 < len(cut) && table.takesFound(cut[i:i+2]):
			part.act = "order" // "qual a mais barata? traz duas dela"
		case part.act == "find_dishes" && (!part.looksFor() || part.onlyNeeds()):
			idle = append(idle, part)
			continue
		case part.act == "about_dish" && !part.orders() && named != "" && part.says("sum") && !part.says("holds"): // "… ¿cuánto es?"
			part.act = "bill"
		case part.act == "about_dish" && !part.orders() && named != "": // "… vem com o quê?"
			part.text = named + " " + part.text
		case part.orders(), part.act == "about_dish" && part.has("ref") && len(part.dishes()) == 1:
			named = part.text
		}
		kept = joinTable(kept, table, part)
	}
	if !slices.ContainsFunc(kept, func(a asked) bool { return a.atTable() || a.act == "show_card" }) {
		for _, part := range idle {
			kept = joinTable(kept, table, part)
		}
	}
	if heard > 0 && !slices.ContainsFunc(kept, func(a asked) bool { return a.act != "tell" && !courtesies[a.act] }) {
		table.act, table.text = "heard", message
		kept = append(kept, table)
	}
	slices.SortStableFunc(kept, func(a, b asked) int { return a.from - b.from })
	return kept
}

// takesFound reports whether the second of two sentences orders what the first looks for.
func (a asked) takesFound(two []string) bool {
	return slices.ContainsFunc(a.part(strings.Join(two, "")).changes(), func(c change) bool { return c.Pick != nil })
}

// explains reports whether words only give a reason for what the rest of the message says:
// "porque quero provar do prato dele", or words in brackets.
func (a asked) explains() bool {
	all := spots(a.text)
	if len(all) == 0 || a.questions() || a.text == strings.TrimSpace(a.at.Message) {
		return false
	}
	return strings.HasPrefix(a.text, "(") || is(all[0].word, "because") || len(all) > 1 && slices.Contains(menuWords()["_because"], all[0].word+" "+all[1].word)
}

// atTable reports whether an act is one that sentences about the card are shared among.
func (a asked) atTable() bool {
	return a.bills() || a.act == "find_dishes" || a.act == "about_dish"
}

// bills reports whether an act is of the order.
func (a asked) bills() bool {
	return a.act == "order" || a.act == "bill" || a.act == "choose" && a.follows()
}

// ownWords are the words of a sentence that are about the card, and the act that the
// reader gives them.
func ownWords(all []asked, table asked, sentence, message string) (said, given string) {
	for _, piece := range pieces(sentence) {
		act := ""
		for _, a := range all {
			if a.text != message && strings.Contains(a.text, strings.TrimSpace(piece)) {
				act = a.act
				if !a.atTable() && !((act == "tell" || courtesies[act]) && table.part(piece).takes()) {
					act = "-"
				}
				break
			}
		}
		if act == "-" {
			continue
		}
		if said += piece; given == "" && (asked{act: act, last: table.last}).atTable() {
			given = act
		}
	}
	if given != "" {
		return said, given
	}
	for _, a := range all { // whose words no part has
		if a.atTable() && (given == "" || a.act == "bill") {
			given = a.act
		}
	}
	return said, given
}

// tableAct is what a sentence is at the table: an order, a question about the bill or about dishes,
// a search; nothing, as a story; or else the act that the reader gives it.
func (a asked) tableAct() string {
	if a.act == "ask_purchases" && a.has("measure") && (a.has("operator", "dimension", "date") || understand.Buyer(a.text) == understand.OwnPurchases) { // "quantas vezes comprei stout?"
		return a.act
	}
	all, dishes, asks := a.changes(), a.dishes(), a.inquires()
	if besideOrder[a.act] && !a.says("suppose") && !a.also("order") && !a.also("bill") && !a.takes() && !a.says("put") {
		all = nil // what is named beside something else is not ordered: "he can't stand cheese"
	}
	atTable, nothing := a.atTable(), a.act
	if atTable {
		nothing = ""
	}
	drops := slices.ContainsFunc(all, func(c change) bool { return c.Do != "add" })
	firm := slices.ContainsFunc(all, func(c change) bool { return c.firm }) && (a.orders() || a.has("ref") || drops || len(all) > 1 || !all[0].Missing)
	busy := !atTable && (a.has("place", "date", "time", "lodging", "brewery") || a.act == "forget" || a.act == "recall")
	switch {
	case a.says("differs") && a.questions() && len(dishes) > 0, !busy && a.asksOfNeeds(), !busy && a.asksHours() && (a.act != "ask_staff" || a.questions()), atTable && a.says("hours") && a.questions() && len(dishes) == 0:
		return "about_dish"
	case busy:
		return a.act
	case len(all) > 0 && a.says("suppose"):
		return "bill"
	case atTable && is(firstWord(a.text), "example"): // "like a soup"
		return "find_dishes"
	case a.ofOrder(), len(a.split()) > 0 && len(a.tab())+len(all) > 0:
		return "bill"
	case drops && !asks, a.answersWhich() && !asks, len(a.kept().If) > 0 && len(all) > 0 && !asks:
		return "order"
	case a.tells(), atTable && a.bills() && a.onlyNeeds() && !a.takes(), a.says("eats_all") && !a.questions() && !a.takes():
		return nothing
	case asks:
		return a.askAct(all, dishes)
	case a.addsUp() && (a.bills() || len(a.tab())+len(all) > 0) && !a.has("place", "date", "lodging") && (atTable || a.follows()):
		return "bill"
	case a.act == "about_dish" && (a.says("suggest") && !a.orders() && !a.has("ref") || len(dishes) == 0 && a.courseAsked() != ""), a.narrows():
		return "find_dishes"
	case slices.ContainsFunc(all, func(c change) bool { return c.Pick != nil }):
		return "order"
	case atTable && a.says("pair"), a.bound() && a.act == "find_dishes":
		return a.act
	case (atTable || a.act == "show_card") && (a.alternatives() || a.describes() && !a.ofServed() || a.says("pick") && !a.orders() || a.says("shared") && len(a.courses()) > 0 && !a.orders()):
		return "find_dishes"
	case firm && (atTable || a.orders() || a.has("ref") && a.follows()) && !(a.act == "find_dishes" && (a.conditions() || a.onlyUnknown(all))):
		return "order"
	case atTable && len(all) > 0 && a.orders() && a.besides() <= mostBesides && !a.conditions() && !a.says("holds"):
		return "order"
	case a.bills() && !a.addsUp() && a.onlyUnknown(all) && !firm:
		return "find_dishes"
	case a.bills() && a.orders() && len(all) == 0: // of a dish that is on the order
		return "about_dish"
	case a.bills() && !a.evident():
		return ""
	case len(a.courses()) > 0 && !a.orders() && (a.questions() || a.says("want") || a.says("some") || a.says("suggest")) && idleActs[a.act]:
		return "find_dishes"
	case a.follows() && (a.says("cheap") || a.says("dear")) && (a.act == "house_info" || a.act == "repeat" || a.act == "other" || a.act == "more"):
		return "find_dishes"
	}
	return a.act
}

// besideOrder are acts in whose words nothing is ordered, unless a verb says so.
var besideOrder = lang.Set("about_dish plan_trip trip_total find_breweries about_brewery ask_purchases ask_data draw_chart recall forget house_info")

// idleActs are acts that a wish for a course is taken for.
var idleActs = lang.Set("smalltalk help heard greet")

// askAct is what a question at the table is about: the bill, dishes that it names or points at,
// or dishes that are looked for.
func (a asked) askAct(all []change, dishes []meant) string {
	known := a.orders() || a.has("ref")
	switch {
	case a.says("fits") && len(a.tab()) > 0 && !a.orders():
		return "bill"
	case a.addsUp() && (a.bills() || len(a.tab()) > 0 && a.follows()) && !a.pricesOne(all) && (len(a.tab())+len(all) > 0 || a.says("running")) && a.compares() == "" && (!a.says("holds") || slices.ContainsFunc(all, func(c change) bool { return c.said })):
		return "bill"
	case a.narrows():
		return "find_dishes"
	case a.act == "find_dishes" && !(a.says("which") && a.says("between") && len(dishes) > 1) && !(a.compares() != "" && len(dishes) > 1):
		return a.act
	case a.says("safe") && len(a.at.Table) > 0 && (known || a.says("this") && len(a.focus()) > 0) && len(a.courses()) == 0:
		return "about_dish"
	case a.act == "about_dish" && (a.says("suggest") && !known || len(dishes) == 0 && a.courseAsked() != ""):
		return "find_dishes"
	case a.describes() && len(a.courses()) > 0 && (a.atTable() || idleActs[a.act]):
		return "find_dishes"
	case a.bills() && (known || len(dishes) == 0 && (a.says("holds") || a.says("price"))):
		return "about_dish"
	case a.bills() && len(dishes) > 0:
		return "find_dishes"
	case a.bills() && len(a.tab()) == 0 && !a.says("running"):
		return "about_dish"
	}
	return a.act
}

// asksOfNeeds reports whether words ask what those at the table must not have.
func (a asked) asksOfNeeds() bool {
	switch a.act {
	case "tell", "forget", "recall", "plan_trip", "greet", "thanks", "bye":
		return false
	}
	return a.asksDanger() || a.asksForbidden()
}

// onlyUnknown reports whether words want what no dish is called ("uma massa"), or
// courses of which they only say what they should be like ("a sweet drink").
func (a asked) onlyUnknown(all []change) bool {
	if len(all) == 0 || slices.ContainsFunc(all, func(c change) bool { return c.Do != "add" || c.Pick != nil }) {
		return false
	}
	certain := slices.ContainsFunc(a.dishes(), func(d meant) bool { return d.ref || d.card && !d.kind && !d.plain && len(d.among) < 2 })
	missing := !slices.ContainsFunc(all, func(c change) bool { return !c.Missing || c.said && !a.has("taste", "cuisine") })
	return missing || !certain && len(a.courses()) > 0 && len(a.tab()) == 0
}

// bound reports whether words tell what somebody must not have beside a wish: "ele quer
// hambúrguer mas é celíaco".
func (a asked) bound() bool {
	return slices.ContainsFunc(a.spans, func(s understand.Span) bool {
		return s.P == "allergy" || s.P == "intolerance" || s.P == "cannot" && s.Kind == "diet"
	})
}

// looksFor reports whether words say what is looked for.
func (a asked) looksFor() bool {
	wished := func(s understand.Span) bool {
		return slices.Contains(wishKinds, s.Kind) && (s.P == "" || s.P == "want" || s.P == "like")
	}
	return a.questions() || slices.ContainsFunc(a.spans, wished) || a.has("money", "ref") || len(a.courses()) > 0 || a.says("cheap") || a.says("pick") || a.says("some") || len(a.dishes()) > 0
}

// onlyNeeds reports whether words tell what somebody must not have, and ask for nothing:
// "minha irmã dirige".
func (a asked) onlyNeeds() bool {
	return !a.questions() && len(a.courses()) == 0 && !a.wishesFor(wishKinds...) && len(told(understand.Reading{Spans: a.spans}, a.text)) > 0
}

// tells reports whether words tell of former days and ask for nothing: "minha avó fazia
// um bolo assim".
func (a asked) tells() bool {
	return a.says("past") && !a.questions() && !a.takes() && !a.addsUp()
}

// addsUp reports whether words speak of what an order comes to.
func (a asked) addsUp() bool {
	return a.says("sum") || a.says("split") || a.says("service") || a.says("tip")
}

// pricesOne reports whether words ask what one dish costs, and order nothing: "quanto sai
// a tábua?".
func (a asked) pricesOne(all []change) bool {
	if len(all) == 0 || len(all) > 1 && !a.says("price") || a.takes() || a.says("split") || a.says("service") || !a.orders() || a.says("running") {
		return false
	}
	return !slices.ContainsFunc(all, func(c change) bool { return c.said || c.Do != "add" || slices.Contains(a.tab(), c.Dish) })
}

// inquires reports whether words ask about dishes and do not ask for them: "a moqueca é
// picante?", "can she have the soup?", but not "me traz a moqueca?".
func (a asked) inquires() bool {
	switch {
	case !a.questions():
		return false
	case a.compares() != "" || a.asksFirst() || is(firstWord(a.text), "article"): // "la tabla trae cerdo?"
		return true
	case a.says("swap") || a.says("drop"): // "pode trocar o suco por um mate?"
		return false
	case a.says("safe") && (len(a.askedFor()) > 0 || len(a.at.Table) > 0 && a.at.Table[0].Safety()) && !a.says("put"):
		return true
	}
	return a.says("which") || a.says("we") || !a.says("bring")
}

// asksFirst reports whether words begin with the verb of a question about something: "does
// the soup have cream?".
func (a asked) asksFirst() bool {
	all := spots(bare(a.text))
	return len(all) > 1 && is(all[0].word, "asks_first") && (all[0].word != "e" || strings.HasPrefix(bare(a.text), "É"))
}

// firstWord is the word that a sentence begins with.
func firstWord(text string) string { return wordBehind(bare(text), 0) }

// conditions reports whether words say what a dish is to be like, and so leave the choice
// to the house: "uma sopa ou um caldo, sem pimenta".
func (a asked) conditions() bool {
	without := func(s understand.Span) bool { return s.P == "not" && slices.Contains(wishKinds, s.Kind) }
	return a.alternatives() || a.most() > 0 || a.has("taste", "cuisine") || slices.ContainsFunc(a.spans, without) && len(a.kitchenNotes()) == 0
}

// alternatives reports whether words name dishes of which one is wanted: "the soup or the
// salad".
func (a asked) alternatives() bool {
	all := a.dishes()
	for i := 1; i < len(all); i++ {
		if all[i-1].to > all[i].at {
			continue
		}
		between := spots(a.text[all[i-1].to:all[i].at])
		if len(between) > 0 && len(between) < 4 && slices.Contains([]string{"ou", "or", "u"}, between[0].word) || len(between) > 1 && between[0].word == "o" && a.at.Language == lang.Spanish {
			return true
		}
	}
	return false
}

// mostBesides is how many words beside its dishes an order has that no verb tells.
const mostBesides = 3

// besides counts the words of a message that are no part of a dish's name, nor join it.
func (a asked) besides() (n int) {
	dishes := a.dishes()
	for _, w := range spots(a.text) {
		in := slices.ContainsFunc(dishes, func(d meant) bool { return d.at <= w.from && w.from < d.to })
		if !in && len(w.word) > 2 && !is(w.word, "of") && !is(w.word, "for") && !is(w.word, "third") && !is(w.word, "us") && !is(w.word, "own") {
			n++
		}
	}
	return n
}

// joinTable adds a sentence about the card to the acts of a message: the order is one, a
// question another, and a search for somebody else is a search of its own.
func joinTable(all []asked, table, part asked) []asked {
	i := slices.IndexFunc(all, func(a asked) bool {
		return a.act == part.act && (a.act != "about_dish" || part.goesOn(a)) || a.bills() && part.bills()
	})
	if i >= 0 && part.act == "find_dishes" && (part.pairedWith() != all[i].pairedWith() || !slices.Equal(part.eaters(), all[i].eaters())) {
		i = -1
	}
	if i < 0 {
		return append(all, part)
	}
	text, act := all[i].text+" "+part.text, all[i].act
	if act == "choose" || part.act == "bill" {
		act = part.act
	}
	joined := table.part(text)
	joined.act, joined.from = act, all[i].from
	all[i] = joined
	return all
}

// goesOn reports whether a question about dishes only adds to the one before it: "e a
// salada?", or asks the same of other dishes.
func (a asked) goesOn(before asked) bool {
	ask, _ := a.askedOf(a.dishes())
	had, _ := before.askedOf(before.dishes())
	return !a.asksHours() && !before.asksHours() && (ask == had || ask == "" && len(spots(a.text)) <= shortOrder)
}

// part is what is asked with a part of the words.
func (a asked) part(text string) asked {
	a.text = strings.TrimSpace(text)
	a.spans = slices.DeleteFunc(slices.Clone(a.spans), func(s understand.Span) bool { return !strings.Contains(text, s.Text) })
	return a
}

// takes reports whether words say that somebody has a dish, or has it no more.
func (a asked) takes() bool {
	all := spots(a.text)
	return slices.ContainsFunc(all, func(w spot) bool {
		chosen := is(w.word, "then") && len(all) <= shortOrder && !a.questions() // "o mais barato, então"
		return chosen || is(w.word, "want") || is(w.word, "add") || is(w.word, "drop") || is(w.word, "swap")
	}) && (a.orders() || len(a.tab()) > 0)
}

// ofServed reports whether words speak of a course that is to come, and wish for none:
// "segura a sobremesa".
func (a asked) ofServed() bool {
	all := spots(a.text)
	for i, w := range all {
		if courseNamed(w.word) != "" && i > 0 && slices.Contains(definite, all[i-1].word) {
			return !a.questions() && !a.says("want") && !a.says("some") && !a.has(wishKinds...) && !a.has("money")
		}
	}
	return false
}

// narrows reports whether words say which dishes are looked for: "qual a sobremesa mais
// barata", or of those shown "só as sem carne".
func (a asked) narrows() bool {
	switch a.act {
	case "about_dish", "order", "bill", "choose", "tell", "help", "smalltalk", "heard", "yes", "no", "repeat", "other":
	default:
		return false
	}
	if a.newLimit() > 0 {
		return true
	}
	if a.sorts() != "" && a.superlative() && len(a.courses()) == 1 && !a.says("ordered") && a.questions() {
		return true
	}
	return a.follows() && !a.orders() && a.says("only") && a.says("except") && !a.says("sum")
}

// answersWhich reports whether a message names one of the dishes that the house has asked
// to choose from.
func (a asked) answersWhich() bool {
	asked := a.kept().Asked
	return len(asked) > 0 && slices.ContainsFunc(a.dishes(), func(d meant) bool {
		return d.card && slices.Contains(asked[len(asked)-1].Among, d.name)
	})
}

// ofOrder reports whether words ask for the order so far and name nothing else: "total
// please", "me traz a conta", "what did we order?".
func (a asked) ofOrder() bool {
	if len(a.tab()) == 0 || !a.says("sum") && !a.says("ordered") || a.has("place", "date", "lodging", "brewery") {
		return false
	}
	switch a.act {
	case "find_dishes", "about_dish":
		named := slices.ContainsFunc(a.dishes(), func(d meant) bool { return !d.ref && d.card })
		return (a.says("running") || a.says("again")) && !named && len(a.courses()) == 0
	case "order", "choose", "ask_staff", "plan_trip", "trip_total", "ask_purchases", "house_info", "summary", "repeat":
		return len(a.dishes()) == 0 && (a.follows() || a.act == "order" || a.says("ordered"))
	}
	return false
}

// questions reports whether words are a question, with or without its mark.
func (a asked) questions() bool {
	text := strings.TrimRight(a.text, " ?!.")
	if i := strings.LastIndexByte(text, ','); i > 0 && strings.Contains(a.text, "?") && !strings.Contains(text, "?") && !strings.Contains(text, "¿") {
		if tag := spots(text[i:]); len(tag) > 0 && len(tag) < 3 && is(tag[0].word, "tag") { // "sem cebola, tá?"
			return false
		}
	}
	return strings.Contains(a.text, "?") || a.hasPhrase("passes") || a.says("which") && a.says("than") || a.says("sum") && a.says("price")
}

// orders reports whether a message names a dish of the card.
func (a asked) orders() bool {
	return slices.ContainsFunc(a.dishes(), func(d meant) bool {
		return d.card && !d.kind && (!d.not || slices.Contains(a.tab(), d.name)) && !a.describedBy(d)
	})
}

// describedBy reports whether a food only says of what a dish is to be: "um prato de
// frango".
func (a asked) describedBy(d meant) bool {
	before := spots(a.text[:d.at])
	n := len(before)
	if n > 1 && is(before[n-2].word, "some") && (is(before[n-1].word, "of") || is(before[n-1].word, "with")) { // "algo com queijo"
		return true
	}
	return d.plain && !strings.Contains(d.text, " ") && n > 1 && is(before[n-1].word, "of") && courseNamed(before[n-2].word) != ""
}

// describes reports whether words only say what a dish should be like: "dois pratos leves
// até 70".
func (a asked) describes() bool {
	return !a.addsUp() && !a.orders() && (a.says("some") && a.has(wishKinds...) || len(a.courses()) > 0 || a.has("taste", "cuisine") || len(a.wanted("diet")) > 0 || a.most() > 0) && !slices.ContainsFunc(a.dishes(), func(d meant) bool { return d.ref })
}
