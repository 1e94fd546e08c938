package concierge

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/concierge/chat"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
)

// aside is something asked beside the house's business, or of the house itself: a
// flight, another guest's data, a discount.
type aside struct {
	subject  string
	sentence string
}

//go:embed words/asides.txt
var asidesText string

// sign tells a subject by phrases, of each group one, and none of a group that begins with "!".
type sign struct {
	subject string
	groups  [][]string
}

var asideSigns = sync.OnceValue(func() (all []sign) {
	for subject, rest := range wordfile.Entries(asidesText) {
		s := sign{subject: subject}
		for group := range strings.SplitSeq(rest, " & ") {
			var phrases []string
			for _, phrase := range wordfile.List(group) {
				if !strings.Contains("<!?", phrase[:1]) {
					phrase = singulars(phrase)
				}
				phrases = append(phrases, phrase)
			}
			s.groups = append(s.groups, phrases)
		}
		all = append(all, s)
	}
	return all
})

// asides returns the questions of a message that are beside the house's business or about the house
// itself ("is it going to rain?"), sentence by sentence.
var asides = recent.Texts(512, func(message string) (all []aside) {
	for _, sentence := range sentences(message) {
		said := singulars(sentence)
		has := func(phrases []string) bool {
			return slices.ContainsFunc(phrases, func(p string) bool {
				return strings.Contains(said, p) || p[0] == '<' && understand.Says(sentence, p[1:]) || p == "?" && strings.Contains(sentence, p)
			}) != (phrases[0] == "!")
		}
		if strings.Contains(sentence, "?") && understand.Buyer(sentence) == understand.OtherPurchases && has(boughtOf) {
			all = append(all, aside{"others", sentence})
		}
		for _, s := range asideSigns() {
			missing := func(g []string) bool { return !has(g) }
			if !slices.ContainsFunc(s.groups, missing) && !slices.Contains(all, aside{s.subject, sentence}) {
				all = append(all, aside{s.subject, sentence})
			}
		}
	}
	return all
})

// boughtOf are beginnings of words of buying, which at a table are said of purchases.
var boughtOf = []string{" compr", " gast", " buy", " bought", " purchas", " spen", " historic", " history", " historial"}

var inDollars = pattern.Of(`\b(?:em|en|in) (?:dolar|dolares|dollars?|usd)\b`)

// unsaid are subjects that the card does not tell of, and the staff does.
var unsaid = lang.Set("kitchen portion weight measure charge wait without exchange")

// apartFrom are subjects that a sentence is about and nothing else: the weather where a trip
// goes to is no other trip. refusing are those that are refused, whatever is named beside.
var apartFrom, refusing = lang.Set("prompt others role payer discount homework exchange weather privacy who sport pharmacy wait"), lang.Set("prompt others role payer")

// toSee are the subjects of who travels that the house cannot tell of, and what is said to them.
var toSee = map[string]string{"sights": "sights", "outing": "sights", "days": "days", "pace": "pace", "area": "area", "way": "travel"}

// ofTrip reports whether a sentence about what there is to see is about a trip: one is spoken of, or its message names a town, or "there" is
// where the guest said to go.
func (x aside) ofTrip(o own) bool {
	a := asked{text: x.sentence, at: o.Scene, last: o.Did, spans: understand.Read(x.sentence, understand.Before{}).Spans}
	plan, _ := a.planned()
	before := a.townBefore()
	lists := a.namesBrewery() || a.asksWhere("stay_verb") || a.asksWhere("eat_verb")
	points := a.saysThere() || x.subject == "days" || x.subject == "way"
	return toSee[x.subject] != "" && !lists && (len(a.legs()) < 2 || x.subject == "way") && (a.onTrip() || a.placeNew() != "" || points && plan.Place.Name+before != "")
}

// foreign is what is said to sentences that ask for what the house does not do, and the rest.
func (c *Concierge) foreign(o own) (said []string, rest string) {
	cut := pieces(o.Turn.Message)
	for i, piece := range cut { // "one last thing," is no wish
		if i+1 == len(cut) || !leadIn().MatchString(words(piece)) {
			rest += piece
		}
	}
	all := asides(rest)
	for _, x := range all {
		seen := slices.ContainsFunc(all, func(y aside) bool { return y.sentence == x.sentence && y != x && y.ofTrip(o) }) // whatever the weather
		away, refuses := toSee[x.subject] != "", refusing[x.subject]
		holds := func(s understand.Span) bool { // a need is heard wherever it stands, and a wish beside what is not refused
			return factKind(s) != "" && s.Kind != "name" || !refuses && (s.Kind == "food" || s.Kind == "drink" || s.Kind == "lodging" || s.Kind == "amenity" && !away)
		}
		r, p := understand.Read(x.sentence, understand.Before{}), asked{text: x.sentence, at: o.Scene}
		wishes := x.subject == "discount" && (p.says("want") || p.says("bring") || p.says("add")) // a dish for less is not ordered
		switch {
		case !strings.Contains(rest, x.sentence), // it is answered
			away && !x.ofTrip(o), !away && (seen || !apartFrom[x.subject]),
			x.subject == "exchange" && (o.Did == "purchases" || o.Did == "chart") && inDollars().MatchString(words(x.sentence)), // what was bought is told in them
			x.subject == "privacy" && (!strings.Contains(x.sentence, "?") || aboutMe().MatchString(lang.Fold(x.sentence))),      // what is known is told
			x.subject == "payer" && p.namesCompany(),
			x.subject == "wait" && (o.Scene.Notes["house.sent"] != nil || slices.Contains(all, aside{"send", x.sentence})), // how the order stands is told; "send it, how long does it take?"
			!refuses && !away && x.subject != "who" && (does(r, "house_info") || does(r, "show_card")), slices.ContainsFunc(r.Spans, holds) && !(x.subject == "discount" && !wishes) && x.subject != "pharmacy":
			continue
		}
		if away {
			x.subject = toSee[x.subject]
		}
		text := x.reply(o, c.house(o))
		if refuses && strings.Contains(o.Scene.Last, text) {
			text = texts.In(o.Scene.Language).Concierge.Asides["again"]
		}
		ofRole := x.subject == "discount" && slices.Contains(asides(o.Turn.Message), aside{"role", x.sentence}) // which tells of discounts too
		if rest = strings.Replace(rest, x.sentence, "", 1); !slices.Contains(said, text) && !ofRole {
			said = append(said, text)
		}
	}
	if r := understand.Read(rest, understand.Before{}); len(said) > 0 && len(told(r, rest)) == 0 && !strings.Contains(rest, "?") && len(strings.Fields(rest)) < fewWords && len(asides(rest)) == 0 && !slices.ContainsFunc(r.Acts, func(x understand.Act) bool { return !idle(x) && x.Score >= heardIdle }) {
		rest = "" // "ok, fair enough" and the like
	}
	return said, strings.TrimSpace(rest)
}

// namesCompany reports whether words name somebody who is at the table, or has something of the order.
func (a asked) namesCompany() bool {
	return slices.ContainsFunc(a.at.Table, func(p hook.Person) bool { return p.Name != "" && hook.Speaks(a.text, p.Name) }) ||
		slices.ContainsFunc(a.kept().Lines, func(l orderLine) bool { return l.For != "" && l.For != "me" && hook.Speaks(a.text, l.For) })
}

// fewWords are too few beside something refused to be a wish.
const fewWords = 6

var aboutMe = pattern.Of(`\b(?:about me|on me|(?:de|sobre|acerca de) mim?)\b`)

// leadIn finds words that only say that something follows: "one more thing,".
var leadIn = pattern.Of(`^ (?:(?:e|and|y|ah|oh|so|just) )?(?:(?:one |a |una? |uma )?(?:last|final|other|outra|otra|ultima) (?:one|thing|question|coisa|pergunta|duvida|cosa|pregunta|duda)|one more thing|mais uma coisa|una cosa mas|por ultimo|por fim|first things first) $`)

// reply is what is said to an aside.
func (x aside) reply(o own, house chat.House) string {
	in := chat.ReplyIn{Message: x.sentence, Language: string(o.Scene.Language), House: house}
	if o.lacks(actTopics[x.subject]) {
		return chat.Missing(in)
	}
	return texts.In(o.Scene.Language).Concierge.Asides[x.subject]
}

// beyond is what is said to a sentence that is none of the house's business: it is
// named, so that nothing asked is passed over.
func beyond(sentence string, o own) string {
	w := &texts.In(o.Scene.Language).Concierge
	text := bare(sentence)
	if n := len(strings.Fields(text)); n == 0 || n > mostQuoted {
		return w.Asides[""]
	}
	return fmt.Sprintf(w.Asides["of"], text)
}

// bare is a sentence without the marks around it and the words that join it to the one
// before.
func bare(sentence string) string {
	all := strings.Fields(strings.Trim(sentence, " .,;:!?¿¡\n"))
	for len(all) > 1 && joining[lang.Fold(all[0])] {
		all = all[1:]
	}
	return strings.Join(all, " ")
}

var joining = lang.Set("e y and mas but pero ah oh entao then so pues aproveita alias btw che")

// requests reports whether a question asks the house for something to be done, and not
// what it can do: "você consegue um violinista?".
func (a asked) requests() bool {
	all := strings.Fields(words(a.text))
	return len(all) > 3 && strings.Contains(a.text, "?") && !slices.ContainsFunc(all, func(w string) bool { return asksWhat[w] })
}

var asksWhat = lang.Set("que como what how qual quais which cual ajuda ajudar help ayuda ayudar")
