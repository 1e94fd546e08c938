package concierge

import (
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
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
		if !dinnerWords[lang.Stem(w)] || i == 0 {
			continue
		}
		if n := numeral(all[i-1]); n > 1 && nights > 0 {
			return max(1, n/nights)
		}
		if withWords[all[i-1]] || i > 1 && withWords[all[i-2]] {
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
