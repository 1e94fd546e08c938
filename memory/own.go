package memory

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

// messageBytes is how much is read of a message: a guest may paste a book.
const messageBytes = 4000

// ownWords returns what of a message is the guest's own: not what they quote, what
// follows "achei no site:", the output of a machine, or what is all a joke or an attack.
func ownWords(text string) string {
	text = strings.ToValidUTF8(text[:min(len(text), messageBytes)], " ")
	if machineMark().MatchString(strings.ToLower(text)) || jesting(text) {
		return ""
	}
	if strings.ContainsAny(text, `"“«'`) {
		text = quotation().ReplaceAllString(text, " … ")
	}
	if strings.Contains(text, ":") {
		if at := reported().FindStringIndex(text); at != nil {
			text = text[:at[1]]
		}
	}
	var kept strings.Builder
	for _, s := range sentences(text) {
		if !machine().MatchString(s.text) && !orders(s.text) {
			kept.WriteString(s.text)
		}
	}
	return kept.String()
}

// jesting reports that a message is all a joke, or an attack. "Sem brincadeira" is not.
func jesting(text string) bool {
	folded := " " + strings.Join(wordsOf(text), " ") + " "
	for _, j := range jests {
		if before, _, ok := strings.Cut(folded, " "+j+" "); ok && !strings.HasSuffix(before, " sem") && !strings.HasSuffix(before, " not") && !strings.HasSuffix(before, " nao") {
			return true
		}
	}
	return false
}

// orders reports a sentence that would have something kept of everybody, or of the house:
// "lembre que todos têm desconto".
func orders(text string) bool {
	words := wordsOf(text)
	return hasAny(words, keeping) && hasAny(words, favours)
}

var (
	machineMark = pattern.Of(`^\s*(?:\[(?:p[aá]gina|web|tool|site|resultado|result|system|sistema|documento|document|trecho|search|fonte|source)|<(?:html|tool|web|result|document)|\{\s*")`)
	quotation   = pattern.Of(`"[^"]*"|“[^”]*”|«[^»]*»|\B'[^'\n]{3,}'\B`)
	machine     = pattern.Of(`<[/\pL]|\pL=\S|\{"|https?:|www\.`)
	// What somebody else says or wrote follows the colon.
	reported = pattern.Of(`(?i)\b(?:diss\pL+|diz|dizem|falou|gritou|escreveu|respondeu|comentou|postou|said|says|shouted|wrote|dijo|dice|gritó|escribió|livro|música|poema|frase|placa|camiseta|site|blog|internet|instagram|review|avaliação|resenha|artigo|post|link|tripadvisor|google|receita|e-?mail|texto|article|website|recipe|reportagem|rótulo|whatsapp|tweet|letreiro)\b[^.!?:\n]{0,30}:`)

	favours = set("desconto descontos gratis cortesia discount discounts free sistema system admin acesso everyone guests")
	jests   = inLists()["jests"]
)

// sentence is a part of a message that a mark ends, with the mark.
type sentence struct {
	text  string
	asked bool
}

// sentences cuts a message where a mark ends a sentence. A point between digits is none.
func sentences(text string) (all []sentence) {
	from := 0
	for _, end := range fullStop().FindAllStringIndex(text, -1) {
		all = append(all, sentence{text[from:end[1]], strings.Contains(text[end[0]:end[1]], "?")})
		from = end[1]
	}
	if from < len(text) {
		all = append(all, sentence{text: text[from:]})
	}
	return all
}

var fullStop = pattern.Of(`[!?;\n…]+|\.+(?:\s|$)`)

// wordsOf are the words of a text, folded, with the no of "don't" written out.
func wordsOf(text string) []string {
	return strings.FieldsFunc(lang.Fold(shortNot.Replace(text)), notWord)
}

// plainWords are the words of a text, folded.
func plainWords(text string) []string { return strings.FieldsFunc(lang.Fold(text), notWord) }

// spaced are the same in a text with a space around each.
func spaced(text string) string { return " " + strings.Join(plainWords(text), " ") + " " }

// stemsIn are the stems of the words of a text.
func stemsIn(text string) map[string]bool {
	all := map[string]bool{}
	for _, w := range plainWords(text) {
		all[lang.Stem(w)] = true
	}
	return all
}

// hasPhrase reports whether one of several phrases, folded, stands in a text.
func hasPhrase(text string, phrases []string) bool {
	folded := spaced(text)
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(folded, " "+p+" ") })
}

// forToday reports whether a text speaks of this one time: "hoje", "this time".
func forToday(text string) bool { return hasPhrase(text, todays) }

var todays = []string{"hoje", "hoy", "today", "tonight", "esta noite", "esta noche", "dessa vez", "desta vez", "this time", "esta vez", "por enquanto", "por ahora", "for now", "nessa viagem", "nesta viagem", "this trip", "este viaje"}

var (
	// answerIn is a wish to be answered in a language, and which that is.
	answerIn = pattern.Of(`(?i)\b(?:answer|respond\pL*|reply|speak|talk|fal[ae]\pL*|escrev\pL+|write|contest\pL+|habl\pL+|escrib\pL+)\b(?:\s+\pL+){0,4}\s+(?:in|em|en)\s+(english|inglês|ingles|inglés|portugu\pL+|español|espanhol|espanol|spanish|castellano)\b`)
	leadIn   = pattern.Of(`(?i)^\s*(?:em|in|en|no|na|at|de|do|da)\s+`)
)

var set = lang.Set
