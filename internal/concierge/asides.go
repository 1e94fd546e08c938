package concierge

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

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
var asides = recent.Texts(512, func(message string) (all []aside) {
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
})

// boughtOf are beginnings of words of buying, which at a table are said of purchases.
var boughtOf = []string{" compr", " gast", " buy", " bought", " purchas", " spen", " historic", " history", " historial"}

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
