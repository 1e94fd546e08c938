package question

import (
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// token is a word of a question, or several that mean one thing.
type token struct {
	raw    string   // as it is written, of the first word
	text   string   // folded
	is     []string // its concepts; none: a word that nobody knows
	values []value  // what it may name, of a catalogue or a table
	field  string   // of a table, that it names
	n      float64  // of a number
	span   *Span    // of a time that is written exactly

	proper bool // written with a capital, and not because it is the first
	begins bool // the first of a sentence
	sep    bool // behind a comma, or the like
}

// has reports whether a token is of one of some concepts.
func (t token) has(concepts ...string) bool {
	return slices.ContainsFunc(t.is, func(c string) bool { return slices.Contains(concepts, c) })
}

// means reports whether a token changes what is asked; unknown that nobody knows what it means.
func (t token) means() bool   { return !t.unknown() && !t.has("plain") }
func (t token) unknown() bool { return len(t.is)+len(t.values) == 0 && t.field == "" }

func (t token) plural() bool {
	first, _, _ := strings.Cut(t.text, " ")
	return strings.HasSuffix(first, "s") && !t.has("singular")
}

// exact reports whether a token is a value or a time that is written exactly, as [exactly] does.
func (t token) exact() bool { return strings.HasPrefix(t.raw, "⟨") }

// of are the values of a token that a column has.
func (t token) of(column string) (texts []string) {
	for _, x := range t.values {
		if x.column == column {
			texts = append(texts, x.text)
		}
	}
	return texts
}

var (
	wordPattern = pattern.Of(`⟨[^⟩]*⟩|\d+(?:[.,]\d+)+|[\p{L}\p{M}\p{N}]+`)
	timesOver   = pattern.Of(`(?i)\b(\d+)x\b`)
	plusSign    = pattern.Of(`(\d)\+`)
)

// split cuts a question into words: "3x" are "3 times", "4+" is "4 or more".
func split(question string) (words []token) {
	question = timesOver().ReplaceAllString(strings.ReplaceAll(question, "%", " percent "), "$1 times")
	question = plusSign().ReplaceAllString(question, "$1 or more ")
	capitals, end := 0, 0
	language, _ := lang.Detect(question)
	for _, at := range wordPattern().FindAllStringIndex(question, -1) {
		raw, gap := question[at[0]:at[1]], question[end:at[0]]
		end = at[1]
		if field, x, ok := strings.Cut(strings.Trim(raw, "⟨⟩"), ":"); ok && strings.HasPrefix(raw, "⟨") {
			w := token{raw: raw, values: []value{{field, x}}}
			if s := labelled(x); field == "when" {
				w = token{raw: raw, is: []string{"time"}, span: &s}
			}
			words = append(words, w)
			continue
		}
		w := token{raw: raw, text: lang.Fold(raw), sep: strings.ContainsAny(gap, ",;:(&+/"), begins: len(words) == 0 || strings.ContainsAny(gap, ".?!¿¡:\n")}
		if strings.ContainsAny(raw, ".,") { // of a number
			w.text = raw
		}
		if w.text == "dos" && language == lang.Spanish { // two; in Portuguese "of the"
			w.text = "2"
		}
		if w.text == "" {
			continue
		}
		if w.proper = !w.begins && unicode.IsUpper([]rune(raw)[0]); w.proper {
			capitals++
		}
		words = append(words, w)
	}
	if len(words) > 5 && 3*capitals >= 2*len(words) { // in a text of capitals they mark no names
		for i := range words {
			words[i].proper = false
		}
	}
	return words
}

// phrase is what words say.
func phrase(words []token) string {
	said := words[0].text
	for _, w := range words[1:] {
		said += " " + w.text
	}
	return said
}

// lex joins words to tokens: of what overlaps the longest, and of what is as long a name.
func (v *Vocabulary) lex(words []token) (toks []token) {
	styles := v.stylesIn(words)
	for i := 0; i < len(words); {
		t, n := words[i], 1
		if !t.exact() {
			t, n = v.token(words, i, styles)
		}
		for _, w := range words[i+1 : i+n] {
			t.raw += " " + w.raw
		}
		toks = append(toks, t)
		i += n
	}
	if v.table != nil {
		v.rowNouns(toks)
	}
	return toks
}

// token reads the token that begins at word i, and how many words it takes.
func (v *Vocabulary) token(words []token, i int, styles map[string]string) (token, int) {
	t := words[i]
	end := slices.IndexFunc(words[i:], token.exact)
	if end < 0 {
		end = len(words) - i
	}
	for n := min(max(v.longest, v.lexicon.longest), end); n > 0; n-- {
		t.text = phrase(words[i : i+n])
		exact, concepts := v.lexicon.exact[t.text], v.lexicon.of(t.text)
		t.field = v.fields[t.text]
		switch {
		case t.field != "":
		case len(v.find(t.text, words, i, n)) > 0:
			t.values = v.find(t.text, words, i, n)
			return t, n
		case exact == nil || slices.Contains(exact, "row"):
			t.field = v.loose[loosely(t.text)]
		}
		if t.mean(concepts); t.field == "" {
			t.field = v.fieldOf(t.is)
		}
		if t.unknown() && styles[t.text] != "" {
			t.values = []value{{"style", styles[t.text]}}
		}
		if !t.unknown() {
			return t, n
		}
	}
	if n, ok := numberIn(t.text); ok {
		t.is, t.n = []string{"number"}, n
	} else if values, n := v.part(words, i); n > 0 {
		t.values, t.text = values, phrase(words[i:i+n])
		return t, n
	} else if !t.proper {
		t.mean(v.lexicon.near(t.text))
		t.field = v.fieldOf(t.is)
	}
	return t, 1
}

// fieldOf is the field of the rows that one of some concepts is called by: of a table only a period.
func (v *Vocabulary) fieldOf(concepts []string) string {
	for _, c := range concepts {
		if v.table != nil && c == "price" && v.table.role(c) != "" {
			return v.table.role(c)
		}
		if v.table == nil && houseFields[c] || v.table != nil && isPeriod(c) && v.table.field(c) != nil {
			return c
		}
	}
	return ""
}

// mean gives a token its concepts. One that is written "channel=app" is a value. What names a field of a
// table has no other meaning than that of a row's noun.
func (t *token) mean(concepts []string) {
	t.is, t.values = nil, nil
	for _, c := range concepts {
		if column, x, ok := strings.Cut(c, "="); ok {
			t.values = append(t.values, value{column, x})
		} else if t.field == "" || c == "row" {
			t.is = append(t.is, c)
		}
	}
	if strings.HasSuffix(t.raw, "ó") { // "compró": somebody
		t.is = slices.DeleteFunc(t.is, func(c string) bool { return c == "own" })
	}
}

// stylesIn are the catalogue's styles that words mean in any language, such as "cerveja de trigo".
func (v *Vocabulary) stylesIn(words []token) map[string]string {
	all := map[string]string{}
	if len(words) == 0 {
		return all
	}
	for _, m := range ontology.Default().Read(phrase(words)) {
		_, rest, _ := strings.Cut(m.Words, " ")
		if s := v.styles[m.Concept]; s != "" && v.lexicon.of(rest) == nil { // "cerveja mais forte" is none
			all[m.Words] = s
		}
	}
	return all
}

// find returns what words name in the catalogue, or in the table. One word that could be any
// word must be written like a name, or stand where a name does.
func (v *Vocabulary) find(said string, words []token, i, n int) []value {
	raw, proper, exact := words[i].raw, words[i].proper, v.lexicon.exact[said]
	if n == 1 && proper && len(raw) == 2 && raw == strings.ToUpper(raw) && v.states[raw] != "" {
		return []value{{"state", raw}}
	}
	placed := i > 0 && slices.Contains(v.lexicon.exact[words[i-1].text], "prep")
	return slices.DeleteFunc(slices.Clone(v.values[said]), func(x value) bool {
		switch {
		case proper || x.column == "style" || x.column == "state":
			return false
		case v.table != nil:
			return exact != nil && !(placed && slices.Contains(exact, "earn"))
		case n == 1:
			return len(words) > 1 && (!placed || exact != nil)
		}
		return x.column != "city" && exact != nil
	})
}

// rowNouns tells the words that mean the rows of a table, "quantas vendas", from those that mean a column of money
// that is called so.
func (v *Vocabulary) rowNouns(toks []token) {
	var before token
	for i, t := range toks {
		if t.has("row") {
			toks[i].is = nil
			counted := before.has("howmany", "percent", "list", "which", "last", "first", "without", "number") || t.plural() && before.has("most", "least")
			if lang.Fold(t.field) != t.text && (t.field == "" || counted) {
				toks[i].is, toks[i].field = []string{"rows"}, ""
			}
		}
		if t.means() {
			before = t
		}
	}
}
