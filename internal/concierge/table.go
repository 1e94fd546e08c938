package concierge

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
)

// part is what is asked with a part of the words.
func (a asked) part(text string) asked {
	a.text = strings.TrimSpace(text)
	a.spans = slices.DeleteFunc(slices.Clone(a.spans), func(s understand.Span) bool { return !strings.Contains(text, s.Text) })
	return a
}

// spansHere are the spans with their places in a.text; a.spans have those of the whole message.
func (a asked) spansHere() (all []understand.Span) {
	for _, s := range a.spans {
		if at := strings.Index(a.text, s.Text); at >= 0 {
			s.From, s.To = at, at+len(s.Text)
			all = append(all, s)
		}
	}
	return all
}

// takes reports whether words say that somebody has a dish, or has it no more.
func (a asked) takes() bool {
	all := spots(a.text)
	return slices.ContainsFunc(all, func(w spot) bool {
		chosen := is(w.word, "then") && len(all) <= shortOrder && !a.questions() // "o mais barato, então"
		return chosen || is(w.word, "want") || is(w.word, "add") || is(w.word, "drop") || is(w.word, "swap")
	}) && (a.orders() || len(a.tab()) > 0)
}

// questions reports whether words are a question, with or without its mark.
func (a asked) questions() bool {
	return strings.Contains(a.text, "?") || a.hasPhrase("passes") || a.says("which") && a.says("than")
}

// orders reports whether a message names a dish of the card.
func (a asked) orders() bool {
	return slices.ContainsFunc(a.dishes(), func(d meant) bool {
		return d.card && !d.kind && (!d.not || slices.Contains(a.tab(), d.name)) && !a.describedBy(d)
	})
}

// describedBy reports whether a food only describes a course, and names no dish: "um prato de
// frango".
func (a asked) describedBy(d meant) bool {
	before := spots(a.text[:min(d.at, len(a.text))])
	n := len(before)
	return d.plain && !strings.Contains(d.text, " ") && n > 1 && is(before[n-1].word, "of") && courseNamed(before[n-2].word) != ""
}

// order is what somebody wants to have: what it costs, and who takes orders. Where no dish is named that is a wish for advice:
// "um prato pra ela, até 60".
func (a asked) order() []llm.ToolCall {
	changes := a.changes()
	sure := func(c change) bool { return c.Do != "add" || c.ref || len(c.Among) < 2 }
	uncertain := !slices.ContainsFunc(changes, sure)
	kinds := uncertain && !slices.ContainsFunc(changes, func(c change) bool { return len(c.Among) <= mostAsked })
	firm := slices.ContainsFunc(changes, func(c change) bool { return c.firm })
	switch both := a.advised(); {
	case both != nil:
		return both
	case len(changes) > 0 && !firm && slices.ContainsFunc(clauses(a.text), func(c string) bool { return a.part(c).says("not") && len(a.part(c).dishes()) > 0 }): // "vinho ela também não toma"
		return nil
	case a.also("find_dishes") && uncertain && (kinds || a.questions()), len(changes) == 0 && a.also("about_dish"):
		return nil // the same words, taken for both
	case kinds && len(changes) > 0 && a.asksAdvice():
		return a.findDishes()
	case len(changes) > 0:
	case a.says("other") && a.follows() && !a.questions(): // "então me vê outro"
		return a.moreDishes()
	case a.asksAdvice() && (len(a.tab()) == 0 || !a.has("ref")):
		return a.findDishes()
	case a.questions() && !a.says("bring") && !a.takes(), len(a.tab()) == 0 && a.says("send_it") && len(spots(a.text)) < 3:
		return nil
	case len(a.focus()) == 0 || !a.has("ref") && (!a.takes() || len(spots(a.text)) > shortOrder):
		if len(a.tab()) == 0 && len(a.courses())+len(a.mentions(a.text))+len(understand.Foods(a.text)) == 0 || len(understand.Needs(a.text)) > 0 {
			return nil // nothing is ordered by that
		}
		return a.staff("order") // "segura a sobremesa dez minutos"
	default: // "quero esse"
		a.spans = append(a.spans, understand.Span{Kind: "ref", Text: "esse", From: -1})
	}
	return a.bill(true)
}

// asksAdvice reports whether words that name no dish say what is wished for: something of a course, a taste or a price, or for
// somebody.
func (a asked) asksAdvice() bool {
	me, others := a.recipients()
	some := a.says("some") || a.says("one") || a.questions()
	return some && (me || others || a.says("shared") || a.has("money", "cuisine") || len(a.all("taste")) > 0 || len(a.courses()) > 0)
}

// advised are the calls for a message of which some sentences order dishes and others wish for something: "o pato pra ele. e
// algo leve pra mim?". There are none if it does not do both.
func (a asked) advised() []llm.ToolCall {
	var orders, wishes string
	for _, s := range sentences(a.text) {
		switch p := a.part(s); {
		case p.tellsTaste():
		case !p.questions() && ((p.takes() || p.says("has_it")) && p.onlyCertain() || a.act == "order" && len(p.changes()) > 0):
			orders += s
		case p.asksAdvice() && (p.says("some") || p.questions()) && !p.orders() && len(p.changes()) == 0, wishes != "":
			wishes += s
		}
	}
	if orders == "" || wishes == "" || a.also("order") || a.also("find_dishes") {
		return nil
	}
	p, w := a.part(orders), a.part(wishes)
	p.act, w.again = "order", nil // it is another wish than the last
	return append(p.bill(true), w.findDishes()...)
}

// onlyCertain reports whether words name dishes of the card in full, and nothing else that is wished for.
func (a asked) onlyCertain() bool {
	uncertain := func(d meant) bool {
		return !d.card || d.kind || d.plain && !a.near(d.at, 1, "article") || len(d.among) > 0
	}
	return len(a.dishes()) > 0 && !slices.ContainsFunc(a.dishes(), uncertain) && !a.wishesFor("taste", "cuisine", "diet") && !a.has("money")
}

// tellsTaste reports whether words say what people like, and order nothing: "she likes sour ones and I like dark ones".
func (a asked) tellsTaste() bool {
	return a.says("likes") && !a.says("bring") && !wouldLike().MatchString(lang.Fold(a.text))
}

var wouldLike = pattern.Of(`\b(?:d|would) (?:like|love)\b|\b(?:quero|queria|quiero|vou querer|me ve|me traz|i ll have|want)\b`)

// readsBack reports whether words ask for the order to be read: "resume o pedido", "how is the bill looking?".
func (a asked) readsBack() bool {
	return a.act == "about_dish" && a.says("the_bill") && a.questions() || (a.says("ordered") || a.saysJust("noted")) && (a.says("recap") || a.says("standing") || a.says("again") || a.says("sum_up"))
}

// asksOfOrder reports whether a message asks for whom a dish of the order is, or how many of it are
// ordered.
func (a asked) asksOfOrder() bool {
	asks := a.hasPhrase("whose") || a.saysJust("how_many") && a.says("ordered")
	return asks && (&ordering{asked: a, had: a.kept()}).named(a.text) != ""
}

// shortOrder is the number of words up to which a message without a dish orders the one told of
// last: "vou querer sim".
const shortOrder = 5
