package concierge

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
)

// shifted is how many nights a stay has that a message makes longer or shorter by some:
// "uma noite a menos". Nights that are no such change are the length itself.
func (a asked) shifted(plan planned, nights int) int {
	stay := plan.stay()
	next, ok := stay.Next(a.text, a.at.Now)
	length := nightsOf(staydate.Stay{Start: stay.Start, End: next.End})
	if !ok || !next.Start.IsZero() || length < 1 {
		return nights
	}
	return length
}

// movesDates reports whether a message names no day of its own and yet, read after the plan,
// other dates: "push it back two days".
func (a asked) movesDates() bool {
	plan, _ := a.planned()
	_, dated := staydate.Dates(a.whenWords(), a.at.Now)
	next, moves := plan.stay().Next(a.whenWords(), a.at.Now)
	return !dated && moves && !next.End.IsZero() && !plan.stay().End.IsZero()
}

// stay is when the trip is; zero: nobody knows.
func (p planned) stay() (s staydate.Stay) {
	s.Start, _ = time.Parse(time.DateOnly, string(p.Start))
	s.End, _ = time.Parse(time.DateOnly, string(p.End))
	return s
}

func (p planned) nights() int { return nightsOf(p.stay()) }

func nightsOf(s staydate.Stay) int {
	if s.Start.IsZero() || s.End.IsZero() {
		return 0
	}
	return int(s.End.Sub(s.Start).Hours() / 24)
}

// mealsPerDay is how many meals of a day a sum is to have: "com jantar todo dia", "6
// noites e 6 jantares"; 0: none are spoken of.
func (a asked) mealsPerDay(nights int) int {
	all := strings.Fields(words(a.text))
	for i, w := range all {
		if !dinnerWords[lang.Stem(w)] && !diningWords[w] || i == 0 {
			continue
		}
		n, daily := numeral(all[i-1]), i+2 < len(all) && eachWords[all[i+1]] && unitWords[all[i+2]]
		switch {
		case n > 0 && daily: // "two meals a day"
			return n
		case n > 1 && nights > 0:
			return max(1, n/nights)
		case withWords[all[i-1]] || i > 1 && withWords[all[i-2]] || diningWords[w]:
			return 1
		}
	}
	return 0
}

// party is how many come by what a message says; 0: it does not. People who are named one
// by one are counted ("eu e meu orientador"), where nobody has said how many they are.
func (a asked) party(plan planned) (n int) {
	known := plan.People
	if slices.Contains(plan.Assumed, "people") {
		known = 0
	}
	if n, ok := staydate.PartyAfter(known, a.text); ok || known > 0 {
		if n < known && (a.has("diet") || len(understand.Needs(a.text)) > 0 || n == 1 && !alone().MatchString(lang.Fold(a.text))) {
			return 0 // some of them: "three of us are vegan", "my aunt prefers Recife"
		}
		return n
	}
	self, others := 0, 0
	for _, s := range a.spans {
		some, counted := staydate.Party(s.Text)
		switch word := lang.Fold(s.Text); {
		case s.Kind != "people" || s.Of == "other" || s.Drop:
		case selfWords[word]:
			self = 1
		case counted:
			return 0 // which PartyAfter did not mean
		default:
			others += max(1, some)
			self = 1
		}
	}
	if others == 0 {
		return 0
	}
	return self + others
}

// alone finds that one person travels, and not that somebody is spoken of.
var alone = pattern.Of(`\b(?:sozinh[oa]|so (?:eu|ele|ela|yo|el|ella)|solo (?:yo|el|ella)|sol[oa]|alone|(?:by )?myself|(?:just|only) (?:me|him|her|i|one)|(?:1|uma|one|una) (?:pessoa|person|persona|adulto|adult|hospede|guest)|(?:for|para|pra) (?:1|one|um|uno)|single|individual|desisti\w*|menos|less|without|sem|sin|drop\w*|cancel\w*)\b`)

// oneNight reports whether a stay is said to be for the night of a day: "Saturday night".
func (a asked) oneNight() bool {
	const reach = 4
	all := strings.Fields(words(a.text))
	for i, w := range all {
		if weekdayWords[w] && len(a.kinds())+a.countWord(stayWords)+a.countWord(bedWords) > 0 && slices.ContainsFunc(all[i+1:min(len(all), i+reach)], func(v string) bool { return perWords[lang.Stem(v)] == "night" }) {
			return true
		}
	}
	return false
}

// takenTogether makes one sum of a message that chooses where to sleep, and asks what that comes to
// with meals.
func takenTogether(all []asked) ([]asked, bool) {
	of := func(a asked) bool {
		return slices.Contains([]string{"plan_trip", "trip_total", "choose", "book_place"}, a.act)
	}
	first := slices.IndexFunc(all, of)
	if first < 0 {
		return nil, false
	}
	sum := all[first]
	sum.act, sum.text, sum.spans = "trip_total", sum.at.Message, nil
	var rest []asked
	for _, a := range all {
		if of(a) {
			sum.spans = append(sum.spans, a.spans...)
		} else {
			rest = append(rest, a)
		}
	}
	if sum.taken() == nil {
		return nil, false
	}
	return slices.Insert(rest, min(first, len(rest)), sum), true
}

// taken chooses where to sleep, and where to eat if that is spoken of, and adds both up: "pega o
// mais barato, quanto dá com almoço todo dia?". nil: nothing is chosen, or no meals are to be added.
func (a asked) taken() (all []llm.ToolCall) {
	plan, _ := a.planned()
	meals := a.mealsPerDay(plan.nights())
	if meals == 0 || !a.shownOf(lodgingKind) || a.destination() != "" || a.supposes() {
		return nil
	}
	var bed, table args
	chosen := false
	for _, sentence := range sentences(a.text) {
		part := a.part(sentence)
		by := map[string]string{"cheap": "cheapest", "dear": "dearest"}[understand.Point(part.text).Sort]
		if part.hasWord(priceWords) || strings.Contains(sentence, "?") {
			continue
		}
		chosen = chosen || by != "" || len(part.pointed()) > 0
		for _, in := range part.pointed() {
			if in["kind"] == restaurantKind && table == nil {
				table = in
			} else if bed == nil && in["kind"] != restaurantKind {
				bed = in
			}
		}
		if bed == nil && by != "" {
			bed = args{"place": by, "kind": lodgingKind}
		}
		if table == nil && a.shownOf(restaurantKind) && part.hasWord(eatWords) {
			table = args{"place": cmp.Or(part.ordinalOf(eatWords), by, "cheapest"), "kind": restaurantKind}
		}
	}
	if !chosen || bed == nil {
		return nil
	}
	bed["sum"] = true
	all = call("choose_place", bed)
	if table != nil {
		all = append(all, call("choose_place", table)...)
	}
	return append(all, call("trip_total", args{"meals_per_day": meals})...)
}

// ordinalOf is the number in a list that is said of a noun: 2 of "o segundo restaurante"; empty: none.
func (a asked) ordinalOf(nouns map[string]bool) string {
	all := strings.Fields(words(a.text))
	for i, w := range all[:max(0, len(all)-1)] {
		if n := understand.Point(w).Numbers; len(n) == 1 && n[0] > 0 && nouns[lang.Stem(all[i+1])] {
			return strconv.Itoa(n[0])
		}
	}
	return ""
}
