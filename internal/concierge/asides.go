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

//go:embed words/asides.txt
var asidesText string

// sign tells a subject of words/asides.txt by phrases, of each group one, and none of a group that begins with "!".
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

// asides are the subjects that a sentence is about beside the house's business, or of the house itself: a flight, another guest's data, a
// word to the kitchen.
var asides = recent.Texts(512, func(sentence string) (all []string) {
	said := singulars(sentence)
	has := func(phrases []string) bool {
		return slices.ContainsFunc(phrases, func(p string) bool {
			return strings.Contains(said, p) || p[0] == '<' && understand.Says(sentence, p[1:]) || p == "?" && strings.Contains(sentence, p)
		}) != (phrases[0] == "!")
	}
	if strings.Contains(sentence, "?") && understand.Buyer(sentence) == understand.OtherPurchases && has(boughtOf) {
		all = append(all, "others")
	}
	for _, s := range asideSigns() {
		missing := func(g []string) bool { return !has(g) }
		if !slices.ContainsFunc(s.groups, missing) && !slices.Contains(all, s.subject) {
			all = append(all, s.subject)
		}
	}
	return all
})

// boughtOf are beginnings of words of buying, which at a table are said of purchases.
var boughtOf = strings.Split(" compr, gast, buy, bought, purchas, spen, historic, history, historial", ",")

// Subjects by what is done with them. Those of refusing are refused, whatever is asked besides; answered are answered by a sentence of the house;
// away too, of who travels; toStaff are passed on to the people of the house, with the kind of request; filed are about a request that they have.
var (
	refusing = lang.Set("prompt others role payer discount")
	answered = lang.Set("homework exchange weather privacy who sport politics law pharmacy medicine kitchen sources weight portion measure charge wait")
	away     = map[string]string{"sights": "sights", "outing": "sights", "days": "days", "pace": "pace", "area": "area", "way": "travel", "travel": "travel", "plan": "plan", "weather": "weather"}
	toStaff  = map[string]string{"sorry": "complaint", "allergy": "allergy", "told": "allergy", "check": "other", "person": "other", "ask": "other", "notice": "other", "party": "other", "things": "other"}
	filed    = map[string]string{"amend": "change", "withdraw": "withdraw", "state": "state"}
)

// aside is the first subject of a sentence that is of some set, or "".
func aside[T any](sentence string, of map[string]T) string {
	all := asides(sentence)
	if i := slices.IndexFunc(all, func(s string) bool { _, ok := of[s]; return ok }); i >= 0 {
		return all[i]
	}
	return ""
}

// reply is what the house says to a subject.
func (h *hearing) reply(subject string) string {
	if h.o.lacks(actTopics[subject]) {
		return chat.Missing(chat.ReplyIn{Message: h.a.text, Language: string(h.o.Scene.Language), House: h.c.house(h.o)})
	}
	w := &texts.In(h.o.Scene.Language).Concierge
	if text := w.Asides[subject]; !refusing[subject] || !strings.Contains(h.o.Scene.Last, text) {
		return text
	}
	return w.Asides["again"]
}

// subjectOf is what a sentence is about that the house refuses, or has one answer to; or "".
func (a asked) subjectOf() string {
	subject := aside(a.text, refusing)
	if subject == "payer" && len(a.people()) > 0 {
		subject = ""
	}
	travels := shownIn[a.last] == "trip"
	if trip := aside(a.text, away); subject == "" && trip != "" && (travels || a.town() != "" || trip == "weather") && !a.meansPlace() && a.asks() && !a.says("lodge") {
		return away[trip]
	}
	if subject == "" && !travels && shownIn[a.last] != "figures" {
		subject = aside(a.text, answered)
	}
	if subject == "portion" || subject == "sources" && len(a.listed(dish)) == 0 || subject == "wait" && a.at.Notes["house.sent"] != nil {
		return ""
	}
	return subject
}

// beyond is what is said to a sentence that is none of the house's business: it is named, so that nothing asked is passed over.
func beyond(sentence string, o own) string {
	w := &texts.In(o.Scene.Language).Concierge
	text := bare(sentence)
	if n := len(strings.Fields(text)); n == 0 || n > mostQuoted {
		return w.Asides[""]
	}
	return fmt.Sprintf(w.Asides["of"], text)
}
