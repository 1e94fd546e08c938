package memory

import (
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
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
	text = quotation().ReplaceAllString(text, " … ")
	if at := reported().FindStringIndex(text); at != nil {
		text = text[:at[1]]
	}
	var kept strings.Builder
	for _, s := range sentences(text) {
		ofEverybody := hasAny(wordsOf(s), "keeping") && hasAny(wordsOf(s), "favours") // "lembre que todos têm desconto"
		if !machine().MatchString(s) && !ofEverybody {
			kept.WriteString(s)
		}
	}
	return kept.String()
}

// jesting reports that a message is all a joke, or an attack. "Sem brincadeira" is not.
func jesting(text string) bool {
	folded := spaced(text)
	for _, j := range lists()["jests"] {
		if before, _, ok := strings.Cut(folded, " "+j+" "); ok && !hasAny(plainWords(before[strings.LastIndexByte(before, ' ')+1:]), "without") {
			return true
		}
	}
	return false
}

var (
	machineMark = pattern.Of(`^\s*(?:\[(?:p[aá]gina|web|tool|site|resultado|result|system|sistema|documento|document|trecho|search|fonte|source)|<(?:html|tool|web|result|document)|\{\s*")`)
	quotation   = pattern.Of(`"[^"]*"|“[^”]*”|«[^»]*»|\B'[^'\n]{3,}'\B`)
	machine     = pattern.Of(`<[/\pL]|\pL=\S|\{"|https?:|www\.`)
	// What somebody else says or wrote follows the colon.
	reported = pattern.Of(`(?i)\b(?:diss\pL+|diz|dizem|falou|gritou|escreveu|respondeu|comentou|postou|said|says|shouted|wrote|dijo|dice|gritó|escribió|livro|música|poema|frase|placa|camiseta|site|blog|internet|instagram|review|avaliação|resenha|artigo|post|link|tripadvisor|google|receita|e-?mail|texto|article|website|recipe|reportagem|rótulo|whatsapp|tweet|letreiro)\b[^.!?:\n]{0,30}:`)
)
