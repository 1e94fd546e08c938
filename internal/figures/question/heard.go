package question

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
)

// hear reads a question by what was learned of how people ask for figures. A verb that no
// list has is a measure if it was read as one ("quanto eu torrei"), and what something is
// asked of and no row has is not passed over.
func (q *reading) hear(text string, after bool) {
	before := understand.Before{Last: "none"}
	switch {
	case q.voc.table != nil:
		before.Last = "table"
	case after:
		before.Last = "purchases"
	}
	for _, s := range understand.Read(text, before).Spans {
		if s.Kind != "name" {
			q.spans = append(q.spans, s.Text)
		}
		words := strings.Fields(lang.Squeeze(lang.Fold(s.Text)))
		var strange []int
		read := false
		for i, t := range q.toks {
			in := slices.ContainsFunc(strings.Fields(t.text), func(w string) bool { return slices.Contains(words, w) })
			switch {
			case !in || t.plain || columnWords[t.text] || chartWords[t.text]:
			case t.class == "" && len(t.text) > 2:
				strange = append(strange, i)
			case t.class != "":
				read = true
			}
		}
		switch {
		case len(strange) == 0 || read:
		case s.Kind == "measure" && q.voc.table == nil && len(strange) == 1 && acted(q.toks[strange[0]].text):
			q.toks[strange[0]].class = map[bool]string{true: "moneyown", false: "buyown"}[q.has("howmuch")]
		case asked[s.Kind] && q.heardOf == "":
			q.heardOf = s.Text
		}
	}
}

// thing is the part of a question in which a name stands that is of nobody: "desde a
// Semana Santa", or an abbreviation.
func (q *reading) thing(name string) (part string, ok bool) {
	for _, s := range q.spans {
		if strings.Contains(s, name) {
			return s, true
		}
	}
	return name, name == strings.ToUpper(name)
}

// acted reports whether a verb tells what the guest did: "torrei", "bebemos".
func acted(verb string) bool {
	return len(verb) > 3 && slices.ContainsFunc([]string{"ei", "i", "amos", "emos", "imos", "e"}, func(end string) bool { return strings.HasSuffix(verb, end) })
}

// columnWords are words for any column of a table.
var columnWords = lang.Set("variavel variaveis variable variables coluna colunas columna columnas column columns campo campos field fields atributo atributos attribute attributes")

// asked are the kinds of spans that figures are asked of.
var asked = lang.Set("beer_style food drink brewery place dimension cuisine lodging")
