package question

import (
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// word is a word as written and folded.
type word struct {
	raw, folded string
	proper      bool   // written with a capital, and not because it is the first
	name        bool   // part of a name of several words: Rio de Janeiro is no month
	sep         bool   // after a comma, or the like
	begins      bool   // the first of a sentence
	class       string // "time" or "change", if it is part of one
}

// token is a word of a question, or several that mean one thing.
type token struct {
	word
	class  string // of words/*.txt; "value", "number", "time", "field", or "" for a word that is plain or not known
	text   string // folded
	values []value
	field  string  // of a table, that the words name
	n      float64 // of a number
	plain  bool    // a word that changes nothing, such as an article
}

var (
	wordPattern = pattern.Of(`\d+(?:[.,]\d+)+|[\p{L}\p{M}\p{N}]+`)
	timesOver   = pattern.Of(`(?i)\b(\d+)x\b`)
	twice       = pattern.Of(`(?i)\btwice\b`)
	plusSign    = pattern.Of(`(\d)\+`)
)

// split cuts a question into words: "3x" are "3 times", "4+" is "4 or more".
func split(question string) []word {
	question = timesOver().ReplaceAllString(strings.ReplaceAll(question, "%", " percent "), "$1 times")
	question = plusSign().ReplaceAllString(twice().ReplaceAllString(question, "2 times"), "$1 or more ")
	var words []word
	letters, capitals, end := 0, 0, 0
	for _, at := range wordPattern().FindAllStringIndex(question, -1) {
		raw, gap := question[at[0]:at[1]], question[end:at[0]]
		first := []rune(raw)[0]
		w := word{raw: raw, folded: lang.Fold(raw), sep: strings.ContainsAny(gap, ",;:(&+/")}
		if strings.ContainsAny(raw, ".,") { // of a number
			w.folded = raw
		}
		if w.folded == "" {
			continue
		}
		w.begins = len(words) == 0 || strings.ContainsAny(gap, ".?!¿¡:\n")
		if w.proper = !w.begins && unicode.IsUpper(first); w.proper {
			capitals++
		}
		if len(words) > 0 && unicode.IsLetter(first) && raw != "percent" {
			letters++
		}
		words, end = append(words, w), at[1]
	}
	if letters > 4 && 3*capitals > 2*letters { // in a text of capitals they mark no names
		for i := range words {
			words[i].proper = false
		}
	}
	return words
}

// lex cuts words into tokens: of what overlaps the longest, and of what is as long the name if it is
// written like one.
func (v *Vocabulary) lex(words []word) (toks []token) {
	var all []token
	styles := v.stylesIn(words)
	for i := 0; i < len(words); {
		t, n := v.token(words, i, styles)
		t.mean()
		all = append(all, t)
		i += n
	}
	for _, t := range v.lexicon.compose(all) { // "avaliei" is buyown and rating
		first, rest, more := strings.Cut(t.class, "+")
		t.class = first
		for toks = append(toks, t); more; {
			first, rest, more = strings.Cut(rest, "+")
			toks = append(toks, token{class: first})
		}
	}
	if v.table != nil {
		v.rowNouns(toks)
	}
	asks := slices.ContainsFunc(toks, func(t token) bool { return t.class == "howmuch" || t.class == "howmany" || t.class == "price" })
	for i, t := range toks {
		switch {
		case t.class == "usual": // "how much do I usually spend", "what do I usually buy"
			toks[i].class = map[bool]string{true: "avg", false: "favourite"}[asks]
		case t.class == "moneyown" && strings.HasSuffix(t.text, " drop") && !asks: // "which beers did I drop?", but "how much did I drop?" is spent
			toks[i].class = "stopped"
		}
	}
	return toks
}

// mean sets the properties of a token that its class name encodes, such as plain.
func (t *token) mean() {
	if t.class == "plain" || t.class == "tell" || t.class == "else" {
		t.class, t.plain = "", t.class != "else"
	}
	if strings.HasSuffix(t.raw, "ó") && strings.HasSuffix(t.class, "own") { // "compró": somebody
		t.class = strings.TrimSuffix(t.class, "own")
	}
}

// degree reports whether a word says more or less.
func (t token) degree() bool { return t.class == "most" || t.class == "least" }

// rowNouns finds the words that mean the rows of a table: "quantas vendas", though vendas may be a
// column of money as well.
func (v *Vocabulary) rowNouns(toks []token) {
	has := func(toks []token, classes ...string) bool {
		return slices.ContainsFunc(toks, func(t token) bool { return slices.Contains(classes, t.class) })
	}
	before, limit := "", false
	for i := range toks {
		t := &toks[i]
		noun := t.class == "row" || t.class == "field" && v.lexicon.exact[t.text] == "row" && lang.Fold(t.field) != t.text
		switch one := !strings.HasSuffix(t.text, "s"); {
		case t.class == "":
			continue
		case noun:
			many := limit || !one
			rows := map[string]bool{
				"": listing(toks[i+1:]), "howmany": true, "percent": true, "list": true, "which": true, "last": true, "first": true,
				"without": has(toks, periods...), "most": many, "least": many, "dearest": many, "cheapest": many, "number": limit,
				"by": one && has(toks[:i], "field", "howmany", "avg", "median", "sd", "maximum", "minimum"),
			}
			if t.class == "row" || rows[before] || v.table.field(t.field).Kind == Date {
				t.class, t.field = "rows", ""
			}
		case t.class == "number":
			limit = true
		}
		before = t.class
	}
}

// listing reports whether tokens only bound rows, and may name columns of them: "acima de 800: data
// e vendedor".
func listing(toks []token) bool {
	bound := false
	for _, t := range toks {
		if slices.Contains([]string{"by", "howmany", "total", "avg", "howmuch", "percent", "trend"}, t.class) {
			return false
		}
		bound = bound || t.n != 0
	}
	return bound
}

// token reads the token that begins at word i, and how many words it takes.
func (v *Vocabulary) token(words []word, i int, styles map[string]string) (token, int) {
	t := token{word: words[i], text: words[i].folded, class: words[i].class}
	before := ""
	if i > 0 {
		before = words[i-1].folded
	}
	switch {
	case t.class == "change": // "em relação ao mês anterior" is one
		n := 1
		for ; i+n < len(words) && words[i+n].class == "change"; n++ {
			t.text += " " + words[i+n].folded
		}
		return t, n
	case t.class != "":
		return t, 1
	case t.text == "dos" && i+1 < len(words) && in("spanish", words[i+1].folded):
		t.class, t.n = "number", 2
		return t, 1
	}
	for n := min(max(v.words, v.lexicon.words), len(words)-i); n > 0; n-- {
		said, ok := phrase(words[i : i+n])
		if !ok {
			continue
		}
		c := v.lexicon.class(said)
		_, stated := v.lexicon.exact[said]
		exact, loose := v.fields[said], v.loose[loosely(said)]
		t.text = said
		switch t.values = v.find(said, words, i, n); {
		case exact != "" && !(said == "data" && in("english", before)): // "the data" is no date
			t.class, t.field = "field", exact
		case len(t.values) > 0:
			t.class = "value"
		case loose != "" && (c == "" || !stated):
			t.class, t.field = "field", loose
		case c != "" && !(c == "howmany" && v.fields[words[i].folded] != ""): // "quantidade de", where that is a column
			t.class = c
		case styles[said] != "":
			t.class, t.values = "value", []value{{"style", styles[said]}}
		default:
			continue
		}
		return t, n
	}
	if n, ok := numberIn(t.text); ok {
		t.class, t.n = "number", n
	} else if values, n := v.part(words, i); n > 0 {
		t.class, t.values = "value", values
		t.text, _ = phrase(words[i : i+n])
		return t, n
	} else if !t.proper {
		t.class = v.lexicon.near(t.text)
	}
	return t, 1
}

// stylesIn are the catalogue's styles that words mean in any language, such as "cerveja de trigo".
func (v *Vocabulary) stylesIn(words []word) map[string]string {
	all := map[string]string{}
	said, _ := phrase(words)
	for _, m := range ontology.Default().Read(said) {
		_, rest, _ := strings.Cut(m.Words, " ")
		if s := v.styles[m.Concept]; s != "" && v.lexicon.class(rest) == "" { // "cerveja mais forte" is none
			all[m.Words] = s
		}
	}
	return all
}

// markNames marks the words of names that have several.
func (v *Vocabulary) markNames(words []word) {
	for i := range words {
		for n := min(v.words, len(words)-i); n > 1; n-- {
			if said, _ := phrase(words[i : i+n]); len(v.values[said]) > 0 || v.fields[said] != "" {
				for j := i; j < i+n; j++ {
					words[j].name = true
				}
			}
		}
	}
}

// phrase is what words say; those of a time are not to be joined with others.
func phrase(span []word) (said string, ok bool) {
	ok = true
	for i, w := range span {
		if i > 0 {
			said += " "
		}
		said += w.folded
		ok = ok && w.class == ""
	}
	return said, ok
}

// find returns what the words name in the catalogue, or in the table. One word that could be any
// word must be written like a name.
func (v *Vocabulary) find(said string, words []word, i, n int) []value {
	raw, proper, placed := words[i].raw, words[i].proper, i > 0 && in("places", words[i-1].folded)
	maker := i > 0 && in("makers", words[i-1].folded) && v.lexicon.class(said) == "" // "quanto gastei com a stone"
	if n == 1 && proper && len(raw) == 2 && raw == strings.ToUpper(raw) && v.states[raw] != "" {
		return []value{{"state", raw}}
	}
	_, stated := v.lexicon.exact[said]
	return slices.DeleteFunc(slices.Clone(v.values[said]), func(x value) bool {
		switch {
		case v.table != nil:
			return !proper && stated && !(placed && v.lexicon.exact[said] == "earn")
		case x.column == "style" || x.column == "state":
			return false
		case n == 1 && x.column == "city":
			return !proper && !placed
		case n == 1:
			return !proper && len(words) > 1 && !(maker && x.column == "brewery")
		}
		return x.column != "city" && v.lexicon.class(said) != "" && !proper
	})
}
