package trip

import (
	"strings"

	"github.com/maitre-dev/maitre/internal/staydate"
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
	if name, _, ok := destination(text, asked, nil); ok && lang.Fold(name) != lang.Fold(in.Details.Location) && !strings.Contains(lang.Fold(in.Details.Location), lang.Fold(name)) {
		return false
	}
	if stay, ok := staydate.Dates(text, now); ok {
		if !stay.Start.IsZero() && today(stay.Start) != string(in.Details.StartDate) || !stay.End.IsZero() && today(stay.End) != string(in.Details.EndDate) {
			return false
		}
	} else if n, ok := staydate.Nights(text); ok && n != in.Details.Nights() {
		return false
	}
	if n, ok := staydate.Party(text); ok && n != in.Details.NumberOfGuests {
		return false
	}
	return true
}

// changes are ways to say that a detail changes without saying what to.
var changes = []string{
	"outra cidade", "outro destino", "outro lugar para ir", "mudar o destino", "mudar de destino", "mudar as datas", "mudar a data", "mudar de data", "outras datas", "outra data",
	"adiar", "antecipar", "remarcar", "mais uma pessoa", "mais um adulto", "mais uma crianca", "mais dois", "mais duas pessoas", "uma pessoa a mais", "uma pessoa a menos", "um a menos", "um a mais",
	"vai junto", "vao junto", "nao vai mais", "nao vem mais", "nao vao mais", "another city", "different city", "another destination", "different dates", "other dates", "change the date", "change the dates", "change dates",
	"postpone", "one more person", "one more guest", "one less", "one fewer", "extra person", "is coming too", "coming along", "joining us", "otra ciudad", "otras fechas", "cambiar las fechas", "una persona mas",
	"um dia a mais", "uma noite a mais", "mais um dia", "mais uma noite", "one more night", "one more day", "extra night", "una noche mas", "estender", "extend", "encurtar",
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
