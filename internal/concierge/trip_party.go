package concierge

import (
	"slices"
	"time"

	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
)

// shifted is how many nights a stay has that a message makes longer or shorter by some:
// "uma noite a menos". Nights that are no such change are the length itself.
func (a asked) shifted(plan planned, nights int) int {
	start, err := time.Parse(time.DateOnly, string(plan.Start))
	end, failed := time.Parse(time.DateOnly, string(plan.End))
	next, ok := staydate.Stay{Start: start, End: end}.Next(a.text, a.at.Now)
	length := int(next.End.Sub(start).Hours() / 24)
	if err != nil || failed != nil || !ok || !next.Start.IsZero() || length < 1 {
		return nights
	}
	return length
}

// party is how many come by what a message says; 0: it does not. People who are named one
// by one are counted ("eu e meu treinador"), where nobody has said how many they are.
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
