package memory

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
)

// What the house says of its book, in the guest's language. The first sentence
// of consentText is by which an answer to it is known.
var (
	consentText = map[lang.Language]string{
		lang.Portuguese: "Posso guardar o que você contou sobre sua alimentação e sua saúde para as próximas vezes? (sim ou não) Até lá, vale só para esta conversa.",
		lang.English:    "May I remember what you told me about your diet and health for next time? (yes or no) Until then it counts for this conversation only.",
		lang.Spanish:    "¿Puedo guardar lo que contó sobre su alimentación y su salud para las próximas veces? (sí o no) Hasta entonces vale solo para esta conversación.",
	}
	consentYes = map[lang.Language]string{
		lang.Portuguese: "Combinado: vou lembrar nas próximas vezes. Você pode perguntar o que sei de você, ou pedir que eu esqueça, quando quiser.",
		lang.English:    "Done: I will remember it next time. You can ask what I know about you, or tell me to forget it, whenever you like.",
		lang.Spanish:    "Hecho: lo recordaré las próximas veces. Puede preguntar qué sé de usted, o pedir que lo olvide, cuando quiera.",
	}
	consentNo = map[lang.Language]string{
		lang.Portuguese: "Tudo bem: não vou guardar. Vale só para esta conversa.",
		lang.English:    "All right: I will not keep it. It counts for this conversation only.",
		lang.Spanish:    "De acuerdo: no lo guardo. Vale solo para esta conversación.",
	}
	consentMaybe = map[lang.Language]string{
		lang.Portuguese: "Sem pressa: por enquanto vale só para esta conversa. Se decidir agora, diga sim ou não.",
		lang.English:    "No hurry: for now it counts for this conversation only. If you decide now, say yes or no.",
		lang.Spanish:    "Sin prisa: por ahora vale solo para esta conversación. Si decide ahora, diga sí o no.",
	}
	understood = map[lang.Language]string{
		lang.Portuguese: " Entendi %s; se não for isso, me diga.",
		lang.English:    " I took it to be %s; tell me if it is not.",
		lang.Spanish:    " Entendí %s; si no es eso, dígamelo.",
	}
	moreText = map[lang.Language]string{
		lang.Portuguese: "E mais %d: tudo está em \"meus dados\" na página, ou peça à casa.",
		lang.English:    "And %d more: all of it is under \"my data\" on the page, or ask the house.",
		lang.Spanish:    "Y %d más: todo está en \"mis datos\" en la página, o pídalo a la casa.",
	}
	forgetText = map[lang.Language]string{
		lang.Portuguese: "Para que eu esqueça tudo o que sei de você, diga “esqueça tudo o que sabe de mim”: não há volta. O que você disser que não vale mais, eu esqueço também.",
		lang.English:    "To have me forget everything I know about you, say “forget everything you know about me”: it cannot be undone. What you say no longer holds I forget too.",
		lang.Spanish:    "Para que olvide todo lo que sé de usted, diga “olvide todo lo que sabe de mí”: no hay vuelta atrás. Lo que diga que ya no vale también lo olvido.",
	}
	forgottenText = map[lang.Language]string{
		lang.Portuguese: "Pronto: esqueci tudo o que sabia de você. Se houver algo que você não pode comer, me diga de novo. As conversas ficam na sua lista até que você as apague.",
		lang.English:    "Done: I have forgotten everything I knew about you. If there is anything you must not eat, tell me again. The conversations stay in your list until you delete them.",
		lang.Spanish:    "Listo: olvidé todo lo que sabía de usted. Si hay algo que no puede comer, dígamelo de nuevo. Las conversaciones quedan en su lista hasta que las borre.",
	}
)

// noted says what was learnt in a turn of what may harm the guest: whoever tells
// of an allergy wants to know that it was heard, and as what if they misspelt it.
func (s *Set) noted(t hook.Turn, l lang.Language) string {
	var all, guesses []string
	for _, m := range s.all {
		if m.Run != t.Run || !m.Safety() || m.Retired != "" {
			continue
		}
		all = append(all, m.label(l)+": "+m.Value)
		if m.Kind == Diet && slip(lang.Fold(m.Value), t.Message) {
			guesses = append(guesses, m.Value)
		}
	}
	if len(all) == 0 {
		return ""
	}
	slices.Sort(all)
	text := map[lang.Language]string{lang.Portuguese: "Anotado: ", lang.English: "Noted: ", lang.Spanish: "Anotado: "}[l] + strings.Join(all, "; ") + "."
	if len(guesses) > 0 {
		slices.Sort(guesses)
		text += fmt.Sprintf(understood[l], strings.Join(guesses, ", "))
	}
	return text
}

// dropped says what may harm the guest and was taken back since another set was
// true: who was misunderstood must be able to say so.
func (s *Set) dropped(before *Set, l lang.Language) string {
	var all []string
	for id, was := range before.all {
		if now := s.all[id]; now != nil && was.Safety() && was.Retired == "" && now.Retired == "retracted" {
			all = append(all, was.label(l)+": "+was.Value)
		}
	}
	if len(all) == 0 {
		return ""
	}
	slices.Sort(all)
	return map[lang.Language]string{lang.Portuguese: "Não vale mais: ", lang.English: "No longer holds: ", lang.Spanish: "Ya no vale: "}[l] + strings.Join(all, "; ") + "."
}

// asksConsent reports whether an answer of the house has asked for consent.
func asksConsent(text string) bool {
	for _, t := range consentText {
		question, _, _ := strings.Cut(t, "?")
		if strings.Contains(text, question+"?") {
			return true
		}
	}
	return false
}

// asksWhatIsKnown reports "o que você sabe sobre mim?".
func asksWhatIsKnown(message string) bool {
	return asks(message, whatKnown) && len(strings.Fields(message)) <= 16
}

// asksToForget reports what sounds like a wish to have all forgotten, but is not
// said plainly enough to do so.
func asksToForget(message string) bool {
	return asks(message, forgetAll) && len(strings.Fields(message)) <= 16
}

func asks(message string, ways [][]string) bool {
	text := " " + strings.Join(strings.FieldsFunc(lang.Fold(message), notWord), " ") + " "
	for _, way := range ways {
		at := 0
		for _, part := range way {
			i := strings.Index(text[at:], " "+part)
			if i < 0 {
				at = -1
				break
			}
			at += i + 1 + len(strings.TrimRight(part, " ")) // the next begins with a space
		}
		if at >= 0 {
			return true
		}
	}
	return false
}

// The ways to ask, each some beginnings of words in their order.
var (
	whatKnown = [][]string{
		{"o que ", "sabe", "mim"},
		{"que ", "sabe", "de mi"},
		{"o que ", "lembra", "mim"},
		{"o que ", "guard", "mim"},
		{"o que ", "dados", "meu"},
		{"quais ", "dados", "mim"},
		{"quais ", "dados meus"},
		{"quais ", "meus dados"},
		{"quais ", "informac", "mim"},
		{"que informac", "mim"},
		{"que dados", "mim"},
		{"mostr", "meus dados"},
		{"ver ", "meus dados"},
		{"what do you", "know", "me "},
		{"what do you", "remember", "me "},
		{"what have you", "about me"},
		{"what data", "me "},
		{"which data", "me "},
		{"show", "my data"},
		{"que ", "recuerd", "de mi"},
		{"que datos", "mi"},
		{"muestr", "mis datos"},
	}
	forgetAll = [][]string{
		{"esquec", "tudo", "mim"},
		{"esquec", "tudo que sabe"},
		{"apag", "meus dados"},
		{"apag", "tudo", "mim"},
		{"exclu", "meus dados"},
		{"delet", "meus dados"},
		{"remov", "meus dados"},
		{"forget everything"},
		{"forget all", "me "},
		{"delet", "my data"},
		{"eras", "my data"},
		{"borr", "mis datos"},
		{"olvid", "todo", "mi"},
	}
)

// Tell says what is known in a thread ("": beyond all), for the guest.
// What may harm them comes first if it is too much for a conversation.
func (s *Set) Tell(thread string, l lang.Language) string {
	all := slices.DeleteFunc(s.In(thread), func(m *Memory) bool { return m.Kind == Asked })
	if len(all) <= maxTold {
		return tell(all, l)
	}
	some := first(maxTold, all, func(a, b *Memory) int {
		return cmp.Or(cmp.Compare(b.danger(), a.danger()), b.Last.Compare(a.Last), older(a, b))
	})
	return tell(some, l) + "\n\n" + fmt.Sprintf(moreText[l], len(all)-maxTold)
}

// maxTold is how many memories are told at once.
const maxTold = 50

func tell(all []*Memory, l lang.Language) string {
	var b strings.Builder
	for _, m := range all {
		if m.Kind != Asked {
			b.WriteString("- " + m.sentence(l) + "\n")
		}
	}
	if b.Len() == 0 {
		return map[lang.Language]string{
			lang.Portuguese: "Ainda não guardei nada sobre você.",
			lang.English:    "I have not kept anything about you yet.",
			lang.Spanish:    "Todavía no he guardado nada sobre usted.",
		}[l]
	}
	head := map[lang.Language]string{
		lang.Portuguese: "O que sei de você, porque você disse:\n\n",
		lang.English:    "What I know about you, because you said so:\n\n",
		lang.Spanish:    "Lo que sé de usted, porque lo dijo:\n\n",
	}[l]
	return head + strings.TrimSpace(b.String())
}

// label is what a memory is of, for the guest.
func (m *Memory) label(l lang.Language) string {
	return cmp.Or(labels[l][string(m.Kind)+"/"+m.Key], labels[l][string(m.Kind)])
}

// sentence says a memory with why and since when.
func (m *Memory) sentence(l lang.Language) string {
	label := m.label(l)
	var more []string
	word := func(pt, en, es string) string {
		return map[lang.Language]string{lang.Portuguese: pt, lang.English: en, lang.Spanish: es}[l]
	}
	if m.Subject == Companion {
		more = append(more, word("de quem te acompanha", "of someone with you", "de quien le acompaña"))
	}
	day := map[lang.Language]string{lang.Portuguese: "02/01/2006", lang.English: "2006-01-02", lang.Spanish: "02/01/2006"}[l]
	switch since := m.Since.Format(day); {
	case m.Source == FromOperator:
		more = append(more, word("anotado pela casa em ", "noted by the house on ", "anotado por la casa el ")+since)
	case m.Evidence > 1:
		more = append(more, fmt.Sprintf(word("dito %d vezes, desde %s", "said %d times, since %s", "dicho %d veces, desde %s"), m.Evidence, since))
	default:
		more = append(more, word("dito em ", "said on ", "dicho el ")+since)
	}
	if m.Session != "" {
		more = append(more, word("só para esta conversa", "for this conversation only", "solo para esta conversación"))
	}
	if m.Retired != "" {
		more = append(more, word("não vale mais", "no longer holds", "ya no vale"))
	}
	if m.Kind == Correction && m.Key != "" {
		label += " (" + m.Key + ")"
	}
	return label + ": " + m.Value + " (" + strings.Join(more, "; ") + ")"
}

var labels = map[lang.Language]map[string]string{
	lang.Portuguese: {
		"communication": "Como falar com você", "communication/name": "Como chamar você", "communication/language": "Idioma",
		"correction": "Correção sua", "fact": "Sobre você", "fact/name": "Nome", "fact/role": "Trabalho", "fact/company": "Empresa",
		"fact/birthday": "Aniversário", "fact/anniversary": "Aniversário de casamento", "fact/family": "Família", "fact/marital": "Estado civil", "fact/pet": "Bicho de estimação",
		"fact/mobility": "Mobilidade", "fact/health": "Saúde", "fact/schedule": "Horários",
		"diet/allergy": "Alergia", "diet/intolerance": "Intolerância", "diet/restriction": "Restrição alimentar",
		"preference": "Gosta de", "dislike": "Não gosta de", "budget": "Orçamento", "budget/max_person": "Até por pessoa", "budget/max_total": "Até no total", "budget/max_night": "Até por noite",
		"location/home": "Mora em", "location/current": "Está em", "location/destination": "Vai a", "location/work": "Trabalha em",
		"party_size": "Pessoas", "procedural": "Pergunta com frequência sobre", "episode/visit": "Visita", "episode/trip": "Viagem",
	},
	lang.English: {
		"communication": "How to talk with you", "communication/name": "What to call you", "communication/language": "Language",
		"correction": "Your correction", "fact": "About you", "fact/name": "Name", "fact/role": "Work", "fact/company": "Company",
		"fact/birthday": "Birthday", "fact/anniversary": "Anniversary", "fact/family": "Family", "fact/marital": "Marital status", "fact/pet": "Pet",
		"fact/mobility": "Mobility", "fact/health": "Health", "fact/schedule": "Schedule",
		"diet/allergy": "Allergy", "diet/intolerance": "Intolerance", "diet/restriction": "Diet",
		"preference": "Likes", "dislike": "Dislikes", "budget": "Budget", "budget/max_person": "At most per person", "budget/max_total": "At most in total", "budget/max_night": "At most per night",
		"location/home": "Lives in", "location/current": "Is in", "location/destination": "Is going to", "location/work": "Works in",
		"party_size": "People", "procedural": "Often asks about", "episode/visit": "Visit", "episode/trip": "Trip",
	},
	lang.Spanish: {
		"communication": "Cómo hablar con usted", "communication/name": "Cómo llamarle", "communication/language": "Idioma",
		"correction": "Corrección suya", "fact": "Sobre usted", "fact/name": "Nombre", "fact/role": "Trabajo", "fact/company": "Empresa",
		"fact/birthday": "Cumpleaños", "fact/anniversary": "Aniversario", "fact/family": "Familia", "fact/marital": "Estado civil", "fact/pet": "Mascota",
		"fact/mobility": "Movilidad", "fact/health": "Salud", "fact/schedule": "Horarios",
		"diet/allergy": "Alergia", "diet/intolerance": "Intolerancia", "diet/restriction": "Restricción alimentaria",
		"preference": "Le gusta", "dislike": "No le gusta", "budget": "Presupuesto", "budget/max_person": "Hasta por persona", "budget/max_total": "Hasta en total", "budget/max_night": "Hasta por noche",
		"location/home": "Vive en", "location/current": "Está en", "location/destination": "Va a", "location/work": "Trabaja en",
		"party_size": "Personas", "procedural": "Pregunta a menudo por", "episode/visit": "Visita", "episode/trip": "Viaje",
	},
}
