package trip

import (
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
)

// stillHold reports whether the details hold after the last thing the guest
// said: what it says of place, dates and party is what is known.
func stillHold(in ClassifyIn) bool {
	text, asked := lastSaid(in.Messages)
	if text == "" {
		return true
	}
	now := dayOf(in.Now)
	folded := " " + lang.Fold(text) + " "
	for _, change := range changes {
		if strings.Contains(folded, change) {
			return false
		}
	}
	d := in.Details
	known := said{place: d.Location, stay: d.stay(), guests: d.NumberOfGuests, turns: 1}
	if doubt(known.stay, answered(text, asked), now) != "" {
		return false
	}
	next := known
	next.hear(text, asked, now)
	there := next.place != "" && strings.Contains(lang.Fold(d.Location), lang.Fold(next.place))
	return there && next.guests == known.guests && (next.stay == known.stay || next.nights == d.Nights())
}

// changes are ways to say that a detail changes without saying what to.
var changes = []string{
	"outra cidade", "outro destino", "outro lugar para ir", "mudar o destino", "mudar de destino", "mudar as datas", "mudar a data", "mudar de data", "outras datas", "outra data",
	"gostei da cidade", "adiar", "antecipar", "remarcar", "mais uma pessoa", "mais um adulto", "mais uma crianca", "mais dois", "mais duas pessoas", "uma pessoa a mais", "uma pessoa a menos", "um a menos", "um a mais",
	"vai junto", "vao junto", "nao vai mais", "nao vem mais", "nao vao mais", "another city", "different city", "another destination", "different dates", "other dates", "change the date", "change the dates", "change dates",
	"postpone", "one more person", "one more guest", "one less", "one fewer", "extra person", "is coming too", "coming along", "coming too", "desistiu", "desistiram", "dropped out", "so eu ", "levar as criancas", "levar meu", "levar minha", "joining us", "otra ciudad", "otras fechas", "cambiar las fechas", "una persona mas",
	"um dia a mais", "uma noite a mais", "mais um dia", "mais uma noite", "one more night", "one more day", "extra night", "una noche mas", "estender", "extend", "encurtar",
}

// stay is the dates of the details.
func (d Details) stay() staydate.Stay {
	return staydate.Stay{Start: dayOf(string(d.StartDate)), End: dayOf(string(d.EndDate))}
}

// doubt returns what is wrong with the dates of a message that speaks of a stay
// to come: "fomos em março de 2024" does not.
func doubt(known staydate.Stay, text string, now time.Time) staydate.Doubt {
	d := known.Doubt(text, now)
	if told := " " + lang.Fold(text) + " "; d == staydate.Past && slices.ContainsFunc(bygone, func(w string) bool { return strings.Contains(told, w) }) {
		return ""
	}
	return d
}

// lastSaid returns what the guest said last, and what the house said before it.
func lastSaid(messages []Message) (text, asked string) {
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].Role != "user" {
			continue
		}
		if i > 0 && messages[i-1].Role != "user" {
			asked = messages[i-1].Content
		}
		return messages[i].Content, asked
	}
	return "", ""
}
