package house

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/choice"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// answered reads what the guest says to a request that was read back in an earlier message.
// Who calls the tool says what they heard, and the guest's own message must bear it out: a
// model alone files nothing. What is called with no answer is agreed to if the guest does so
// in the message right after: "isso, manda, e uma cadeira alta".
func (w *waiting) answered(s *scene.Scene, in askStaffIn) (yes, no bool) {
	heard, ok := heardAs(in.Answer)
	if ok && !heard {
		return false, true
	}
	other := in.Kind != "" && in.Kind != w.Kind
	if w.Text == "" || w.Message == s.Message || other {
		return false, false
	}
	if n := len(s.Said); !ok && (n == 0 || w.Message != s.Said[n-1] || w.moves(in)) {
		return false, false
	}
	return agrees(s, in.Answer, ok), false
}

// heardAs is what whoever calls the tool takes the guest's answer for: yes, no, or nothing.
func heardAs(answer string) (yes, ok bool) {
	switch lang.Fold(strings.TrimSpace(answer)) {
	case "":
		return false, false
	case "true", "ok":
		return true, true
	case "false":
		return false, true
	}
	if a, ok := choice.Read(answer, nil); ok {
		return a.Yes, ok
	}
	no := refuses(answer)
	return !no, !no // the guest's own words: "let them know, then"
}

func refuses(text string) bool {
	return slices.ContainsFunc(strings.Fields(lang.Squeeze(lang.Fold(text))), func(w string) bool { return refusing[w] })
}

var refusing = lang.Set("nao no not dont don nunca never nem ni espera wait espere cancela cancel deixa")

// cancels reports whether a guest says that something is no longer wanted: "cancela a mesa".
func cancels(message string) bool {
	return !strings.Contains(message, "?") && slices.ContainsFunc(strings.Fields(lang.Squeeze(lang.Fold(message))), func(w string) bool { return cancelling[w] })
}

var cancelling = lang.Set("cancela cancele cancelem cancelar cancelamos cancel cancelled cancelen cancelo desmarca desmarque desmarcar desmarcamos anula anule anulen anular anulamos retira retire retiren retirar desisto desistimos desistir withdraw")

// agrees reports whether a message agrees to what was read back: in a clause of it, or in
// the words that were heard as the answer and stand in it. If nobody heard one, a clause that
// wishes for more is none: "quero que me liguem".
func agrees(s *scene.Scene, answer string, heard bool) bool {
	if folded := lang.Fold(answer); strings.Contains(lang.Fold(s.Message), folded) && len(strings.Fields(folded)) > 1 && !refuses(answer) {
		return !strings.Contains(answer, "?")
	}
	all := strings.FieldsFunc(s.Message, func(r rune) bool { return strings.ContainsRune(".,;:!\n", r) })
	return slices.ContainsFunc(append(all, s.Message), func(clause string) bool { return agreesIn(clause, s.Last, heard) })
}

// agreesIn reports whether a clause is a yes by its words, or by the reader, who knows what
// the house said last.
func agreesIn(clause, house string, heard bool) bool {
	if strings.Contains(clause, "?") || refuses(clause) {
		return false
	}
	if a, ok := choice.Read(clause, nil); ok {
		return a.Yes
	}
	if first := strings.Fields(lang.Squeeze(lang.Fold(clause))); len(first) > 0 && (passing[first[0]] || heard && approving[first[0]]) {
		return true
	}
	r, free := understand.Read(clause, understand.Before{Last: "ask_staff", House: house}), understand.Read(clause, understand.Before{})
	if len(free.Acts) > 0 && free.Acts[0].Score >= clear && !near[free.Acts[0].Name] {
		return false
	}
	return slices.ContainsFunc(r.Acts, func(a understand.Act) bool {
		return a.Score >= likely && (a.Name == "yes" || heard && a.Name == "ask_staff")
	}) && !slices.ContainsFunc(r.Spans, func(s understand.Span) bool { return s.P != "" })
}

// passing are verbs with which a guest has something passed on: "avise então".
var passing = lang.Set("avise avisa avisem avisar mande manda mandem mandar envie envia enviar passe passa passem passar encaminhe encaminha fala fale send forward notify tell avisen avisale avisales dile diles diganles mandalo mandale pasalo pasale envialo")

// approving are words that approve of what was read back, if whoever calls heard it so.
var approving = lang.Set("otimo otima perfeito perfeita excelente maravilha show fechado fechou combinado joia certo great perfect excellent lovely brilliant cool deal genial perfecto perfecta listo estupendo barbaro buenisimo")

// near are acts that a yes may be taken for when nobody knows what was asked, likely and
// clear the scores from which on an act counts.
var near = lang.Set("yes ask_staff tell thanks greet bye smalltalk help order choose")

const likely, clear = 0.5, 0.8

// retells reports whether a text says anew what another said: it has most words of it.
func retells(text, before string) bool {
	have, all := stems(text), stems(before)
	same := slices.DeleteFunc(slices.Clone(all), func(w string) bool { return !slices.Contains(have, w) })
	return len(all) > 0 && 2*len(same) >= len(all)
}
