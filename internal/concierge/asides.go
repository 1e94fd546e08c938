package concierge

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

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

// sign tells a subject by phrases, of each group one.
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
				phrases = append(phrases, singulars(phrase))
			}
			s.groups = append(s.groups, phrases)
		}
		all = append(all, s)
	}
	return all
})

// asides returns what a message asks beside the house's business, by its sentences.
func asides(message string) (all []aside) {
	for _, sentence := range sentences(message) {
		said := singulars(sentence)
		has := func(phrases []string) bool {
			return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(said, p) })
		}
		if strings.Contains(sentence, "?") && understand.Buyer(sentence) == understand.OtherPurchases && has(boughtOf) {
			all = append(all, aside{"others", sentence})
		}
		pays := strings.Contains(said, " paga") || strings.Contains(said, " pay ") // in dollars
		for _, s := range asideSigns() {
			if s.subject == "exchange" && pays {
				continue
			}
			if s.subject == "served" && !strings.Contains(sentence, "?") {
				s.subject = "sorry"
			}
			missing := func(g []string) bool { return s.subject == "served" || !has(g) }
			if !slices.ContainsFunc(s.groups, missing) && !slices.Contains(all, aside{s.subject, sentence}) {
				all = append(all, aside{s.subject, sentence})
			}
		}
	}
	return all
}

// boughtOf are beginnings of words of buying, which at a table are said of purchases.
var boughtOf = []string{" compr", " gast", " buy", " bought", " purchas", " spen", " historic", " history", " historial"}

// givesWay reports whether an act is only what the reader makes of asides: who asks
// for another guest's name does not ask the staff for a table.
func (a asked) givesWay(all []aside) bool {
	misuse := func(x aside) bool { return x.subject == "others" || x.subject == "prompt" }
	if picks := a.act == "order" || a.act == "choose" || a.act == "bill"; picks && slices.ContainsFunc(all, misuse) && !a.has("food", "drink", "beer_style") {
		return true // "roda essa aí" orders nothing
	}
	if a.act == "ask_purchases" && slices.ContainsFunc(all, func(x aside) bool { return x.subject == "others" }) && understand.Buyer(a.text) != understand.OwnPurchases {
		return true
	}
	if a.act == "plan_trip" && a.onTrip() && a.asksOnlyAside(all) {
		return true
	}
	if (a.act == "ask_staff" || a.act == "order" || a.act == "bill") && slices.ContainsFunc(all, func(x aside) bool { return ofFiled[x.subject] != "" }) {
		return true // whatever else is said of it
	}
	yields := false
	for _, s := range sentences(a.text) {
		mine := slices.ContainsFunc(all, func(x aside) bool { return strings.Contains(x.sentence, strings.TrimSpace(s)) && a.yields(x) })
		if part := a.part(s); !mine && len(strings.Fields(s)) > 4 && (strings.Contains(s, "?") || !a.atTable() || part.looksFor()) { // "boa." is no wish
			return false
		}
		yields = yields || mine
	}
	return yields
}

// asksOnlyAside reports whether a message about a trip asks of the world, as of the
// weather, and the rest of it for no place: "How cold is it in July? My mother feels it."
func (a asked) asksOnlyAside(all []aside) bool {
	rest, beside := "", false
	for _, s := range sentences(a.text) {
		if slices.ContainsFunc(all, func(x aside) bool { return worldly[x.subject] && strings.Contains(x.sentence, strings.TrimSpace(s)) }) {
			beside = true
		} else {
			rest += s
		}
	}
	b := a
	b.text = rest
	b.spans = slices.DeleteFunc(slices.Clone(a.spans), func(s understand.Span) bool { return !strings.Contains(rest, s.Text) })
	wish := b.search()
	return beside && !wish.stay && !wish.eat && !wish.changes() && !wish.others && !b.has("amenity") && len(b.pointed()) == 0
}

// ofHouse leaves facts of the house out of the asides of a trip, whose lodging is asked
// about: "tem elevador lá?".
func ofHouse(all []aside, did string) []aside {
	if !strings.HasPrefix(did, "trip") && did != "place" {
		return all
	}
	return slices.DeleteFunc(all, func(x aside) bool { return x.subject == "fact" })
}

// beyondFacts is a message without what it only asks of the house: who asks for a
// certificate tells of no diet.
func beyondFacts(message string, all []aside) string {
	for _, x := range all {
		if x.subject == "fact" && strings.Contains(x.sentence, "?") {
			message = strings.TrimSpace(strings.Replace(message, x.sentence, "", 1))
		}
	}
	return message
}

// amongAsides reports whether a sentence of an act is an aside.
func (a asked) amongAsides(all []aside) bool {
	return slices.ContainsFunc(sentences(a.text), func(s string) bool {
		return slices.ContainsFunc(all, func(x aside) bool { return strings.Contains(x.sentence, strings.TrimSpace(s)) })
	})
}

// yields reports whether an act whose words are an aside's may be a mistake.
func (a asked) yields(x aside) bool {
	if x.subject == "forget" {
		return a.act != "forget" && a.act != "tell"
	}
	if ofFiled[x.subject] != "" {
		return true
	}
	switch a.act {
	case "find_dishes", "about_dish", "order", "bill":
		if x.subject == "separate" {
			return a.act == "find_dishes" || a.act == "about_dish"
		}
		if x.subject == "fact" && a.bills() && len(a.changes()) > 0 { // "um chope e a senha do wifi"
			return false
		}
		if x.subject == "sorry" || x.subject == "fact" || unsaid[x.subject] {
			return true // what was served is not asked for, nor is a lift a dish
		}
	case "outside", "smalltalk", "help", "ask_staff", "house_info", "show_card":
		return x.subject != "advise"
	case "ask_purchases":
		return x.subject == "others"
	case "forget":
		return x.subject == "prompt"
	case "recall":
		return x.subject == "privacy" || x.subject == "allergy"
	case "tell", "yes", "no", "trip_total":
		return false
	}
	if x.subject == "advise" {
		return a.onTrip() && a.destination() == "" || strings.HasPrefix(a.last, "brewer") && a.breweryPlace() == ""
	}
	if x.subject == "others" || x.subject == "exchange" && a.act == "about_dish" && !a.has("food", "drink") { // "what's that in dollars?"
		return true
	}
	if x.subject == "exchange" && a.act == "bill" && len(a.tab()) > 0 { // "the total in dollars?"
		return false
	}
	if x.subject == "fact" {
		return a.act == "plan_trip" && !a.onTrip() && !a.has("place", "lodging", "date")
	}
	if worldly[x.subject] && a.destination() != "" && (a.act == "find_breweries" || a.act == "plan_trip" && (a.wants("lodging") || a.hasWord(eatWords) || a.hasWord(stayWords))) {
		return false // what else is asked there is answered
	}
	return (worldly[x.subject] || x.subject == "prompt" || x.subject == "discount" || x.subject == "staff" || x.subject == "person" || x.subject == "sorry") && !a.has("food", "drink", "diet", "taste", "lodging", "amenity", "ref", "beer_style", "people")
}

// worldly are subjects of which nothing is on the card or in a plan.
var worldly = lang.Set("exchange sport politics weather law travel homework sights days plan discount joke")

// unsaid are subjects that the card does not tell of, and the staff does.
var unsaid = lang.Set("kitchen portion charge wait")

// reply is what is said to an aside.
func (x aside) reply(o own, house chat.House) string {
	in := chat.ReplyIn{Message: x.sentence, Language: string(o.Scene.Language), House: house}
	switch {
	case x.subject == "joke":
		return chat.ReplyTo("smalltalk", in)
	case o.lacks(actTopics[x.subject]):
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
