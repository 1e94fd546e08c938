package question

import (
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

// token is a word of a question, or several that mean one thing.
type token struct {
	class  string // of words/*.txt; "value", "number", "time", "field", or "" for a word that is plain or not known
	text   string // folded
	raw    string // as written
	values []value
	field  string  // of a table, that the words name
	n      float64 // of a number
	proper bool    // written with a capital, and not because it is the first
	sep    bool    // after a comma, or the like
	begins bool    // the first of a sentence
	plain  bool    // a word that changes nothing, such as an article
}

// word is a word as written and folded.
type word struct {
	raw, folded string
	proper      bool
	name        bool // part of a name of several words: Rio de Janeiro is no month
	time        bool // part of a time
	sep         bool // after a comma, or the like
	begins      bool // the first of a sentence
	change      bool // part of what a time is set against: "against the previous month"
}

var wordPattern = pattern.Of(`\d+(?:[.,]\d+)+|[\p{L}\p{M}\p{N}]+`)

var (
	timesOver = pattern.Of(`(?i)\b(\d+)x\b`)
	twice     = pattern.Of(`(?i)\btwice\b`)
)

func split(question string) []word {
	question = timesOver().ReplaceAllString(strings.ReplaceAll(question, "%", " percent "), "$1 times")
	question = twice().ReplaceAllString(question, "2 times")
	var words []word
	letters, capitals, end := 0, 0, 0
	for _, at := range wordPattern().FindAllStringIndex(question, -1) {
		raw := question[at[0]:at[1]]
		w := word{raw: raw, folded: lang.Fold(raw), sep: strings.ContainsAny(question[end:at[0]], ",;:(&+/")}
		if strings.ContainsAny(raw, ".,") { // of a number
			w.folded = raw
		}
		if w.folded == "" {
			continue
		}
		begins := len(words) == 0 || strings.ContainsAny(question[end:at[0]], ".?!¿¡:\n")
		w.begins = begins
		w.proper = !begins && unicode.IsUpper([]rune(raw)[0])
		if len(words) > 0 && unicode.IsLetter([]rune(raw)[0]) && raw != "percent" {
			letters++
		}
		if w.proper {
			capitals++
		}
		words, end = append(words, w), at[1]
	}
	if letters > 4 && 3*capitals > 2*letters { // who writes like that says nothing by it
		for i := range words {
			words[i].proper = false
		}
	}
	return words
}

// lex cuts words into tokens: of what overlaps the longest, and of what is as
// long the name if it is written like one.
func (v *Vocabulary) lex(words []word) []token {
	var toks []token
	for i := 0; i < len(words); {
		t, n := v.token(words, i)
		if t.class == "plain" || t.class == "else" {
			t.class, t.plain = "", t.class == "plain"
		}
		toks = append(toks, t)
		i += n
	}
	toks = v.expand(v.lexicon.compose(toks))
	if v.table == nil {
		adjust(toks)
	} else {
		v.rowNouns(toks)
	}
	return toks
}

// expand makes two tokens of those that say two things.
func (v *Vocabulary) expand(all []token) (toks []token) {
	for _, t := range all {
		if t.class == "tell" { // "me diga quanto"
			t.class, t.plain = "", true
		}
		toks = append(toks, t)
		switch {
		case t.class == "rating" && topRated().MatchString(t.text):
			toks = append(toks, token{class: "best"})
		case (t.class == "popular" || t.class == "unpopular") && travelled().MatchString(t.text):
			toks = append(toks, token{class: "trip"})
		case t.class == "rateown":
			toks[len(toks)-1].class = "buyown"
			toks = append(toks, token{class: "rating"})
		case t.class == "lowrated" || t.class == "highrated": // "mal avaliadas"
			toks[len(toks)-1].class = "rating"
			toks = append(toks, token{class: t.class})
		case t.class == "lowrateown" || t.class == "highrateown":
			toks[len(toks)-1].class = "buyown"
			toks = append(toks, token{class: "rating"}, token{class: strings.Replace(t.class, "rateown", "rated", 1)})
		case t.class == "tripown":
			toks[len(toks)-1].class = "trip"
			toks = append(toks, token{class: "own"})
		}
	}
	return toks
}

// adjust tells apart words of the house that mean something else beside others.
func adjust(toks []token) {
	asks := slices.ContainsFunc(toks, func(t token) bool { return t.class == "howmuch" || t.class == "howmany" || t.class == "price" })
	for i := range toks {
		switch t := &toks[i]; {
		case t.class == "moneyown" && strings.HasSuffix(t.text, " drop") && !asks && slices.ContainsFunc(toks, func(t token) bool { return t.class == "beer" || t.class == "style" || t.class == "brewery" }):
			t.class = "stopped" // "which beers did I drop?", but "how much did I drop?" is spent
		case segments[t.class] && i > 0 && toks[i-1].class == "own":
			t.class, t.plain = "", true // "my bar" is the guest, no kind of client
		case t.class == "usual": // "how much do I usually spend", "what do I usually buy"
			t.class = map[bool]string{true: "avg", false: "favourite"}[asks]
		case t.class == "price" && i == 0 && len(toks) > 1 && toks[1].sep:
			t.class = "" // "cara, …" is a man
		case t.class == "shop" && i > 0 && slices.ContainsFunc(toks[max(0, i-2):i], func(t token) bool { return t.class == "own" || t.class == "avg" || t.class == "favourite" }):
			t.class = "buy" // "do I shop"
		case t.class == "site" && slices.ContainsFunc(toks, func(t token) bool { return channels[t.class] && t.class != "store" }):
			t.class = "online"
		case strings.HasSuffix(t.class, "own") && i > 0 && third[toks[i-1].text] && participle().MatchString(t.text):
			t.class = map[string]string{"buyown": "buyall", "moneyown": "buyall", "rateown": "rating", "tripown": "trip"}[t.class] // "han comprado"
		case t.class == "others" && slices.ContainsFunc(toks, func(t token) bool { return t.class == "buyers" }):
			t.class = "also" // "those who buy it take which others"
		case first[t.text] && i+1 < len(toks) && participle().MatchString(toks[i+1].text):
			t.class = "own" // "he pedido"
		case doing[t.text] && i+1 < len(toks) && strings.HasSuffix(toks[i+1].text, "ndo"):
			t.class = "own" // "estou comprando"
		case t.class == "howmuch" && i+1 < len(toks) && toks[i+1].class == "everyone":
			t.class = "howmany" // "quanta gente"
		case (t.class == "buyown" || t.class == "moneyown") && strings.HasSuffix(t.raw, "ó"):
			t.class = map[string]string{"buyown": "buy", "moneyown": "money"}[t.class] // "compró": somebody
		case t.class == "why" && strings.HasSuffix(t.text, "que") && i+1 < len(toks) && (entity[toks[i+1].class] || isPeriod(toks[i+1].class)):
			t.class = "which" // "por qué canal"
		case t.text == "que" && t.class == "which" && i > 0 && slices.ContainsFunc(toks[max(0, i-4):i], func(t token) bool { return t.degree() || t.class == "ratio" }) && besides(toks[i+1:]):
			t.class = "compare" // "más unidades que los restaurantes"
		case (t.class == "strongest" || t.class == "weakest") && i+1 < len(toks) && (isPeriod(toks[i+1].class) || toks[i+1].class == "segment" || toks[i+1].class == "channel" || toks[i+1].class == "city" || toks[i+1].class == "state"),
			(t.class == "strongest" || t.class == "weakest") && i > 0 && (isPeriod(toks[i-1].class) || toks[i-1].class == "segment" || toks[i-1].class == "channel"):
			t.class = map[string]string{"strongest": "most", "weakest": "least"}[t.class] // of sales
		case t.class == "store" && (i > 1 && segments[toks[i-2].class] || i+2 < len(toks) && segments[toks[i+2].class]):
			t.class = "shop" // "bares ou lojas": who buys, not where
		case t.text == "do que" && i+1 < len(toks) && strings.HasSuffix(toks[i+1].class, "own") && !slices.ContainsFunc(toks[:i], token.degree):
			t.class = "which" // "o extrato do que comprei": nothing is compared
		case t.text == "compra" && !(i > 0 && toks[i-1].class == "own") && (i+1 < len(toks) && toks[i+1].degree() ||
			i > 0 && (toks[i-1].text == "mais" || toks[i-1].text == "menos" || toks[i-1].class == "segment" || toks[i-1].class == "state" || toks[i-1].class == "city")):
			t.class = "buy" // "qual estado compra mais": here it is no noun
		}
	}
}

// first are verbs in the first person before what the guest has done.
var (
	first      = lang.Set("he hemos tenho llevo levo")
	doing      = lang.Set("estou to tou ando estamos andamos venho estoy vengo venimos sigo continuo")
	third      = lang.Set("han ha has foi foram sido was were been")
	participle = pattern.Of(`[ai]d[oa]s?$`)
)

// besides reports whether tokens begin with the name of something that is
// compared, after an article.
func besides(toks []token) bool {
	for i, t := range toks {
		if t.class != "" || i > 2 {
			return t.class == "value" || t.class == "time" || segments[t.class] || channels[t.class] || types[t.class]
		}
	}
	return false
}

// rowNouns finds the words that mean the rows of a table: "quantas vendas", though
// vendas may be a column of money as well.
func (v *Vocabulary) rowNouns(toks []token) {
	before := ""
	for i := range toks {
		t := &toks[i]
		if t.class == "" {
			continue
		}
		noun := t.class == "row" || t.class == "field" && v.lexicon.exact[t.text] == "row" && lang.Fold(t.field) != t.text
		period := slices.ContainsFunc(toks, func(t token) bool { return isPeriod(t.class) })
		if noun && (t.class == "row" || before == "without" && period || before == "bounded" || before == "degree" && !strings.HasSuffix(t.text, "s") && slices.ContainsFunc(toks[i+1:], func(t token) bool { return t.sep && t.class != "" }) || before == "by" && !strings.HasSuffix(t.text, "s") && ofEach(toks, i) || before == "" && listing(toks[i+1:]) || before == "howmany" || before == "percent" || before == "list" || before == "which" || before == "last" || before == "first" || before == "several" || v.table.field(t.field).Kind == Date) {
			t.class, t.field = "rows", ""
		}
		degree := t.degree() || t.class == "dearest" || t.class == "cheapest"
		if t.class == "number" && (before == "above" || before == "below") {
			before = "bounded" // "mais de 5 vendas"
		} else if degree && before != "number" && i+1 < len(toks) && toks[i+1].class != "number" {
			before = "degree" // "the biggest sale"
		} else if degree && (before == "number" || i+1 < len(toks) && toks[i+1].class == "number") {
			before = "several" // "as 3 maiores vendas"
		} else if !(before == "several" && t.class == "number") {
			before = t.class
		}
	}
}

// ofEach reports whether a figure is wanted of each row, not of groups: "por venda".
func ofEach(toks []token, i int) bool {
	return slices.ContainsFunc(toks[:i], func(t token) bool { return t.class == "field" || t.class == "howmany" || statistics[t.class] != "" })
}

// listing reports whether tokens only bound rows, and may name columns of them:
// "acima de 800: data e vendedor".
func listing(toks []token) bool {
	bound := false
	for _, t := range toks {
		switch {
		case slices.Contains([]string{"by", "howmany", "total", "avg", "howmuch", "percent", "trend"}, t.class):
			return false
		case t.class == "number":
			bound = true
		}
	}
	return bound
}

// degree reports whether a word says more or less.
func (t token) degree() bool { return t.class == "most" || t.class == "least" }

var travelled = pattern.Of(`visit|reserv|booked`)

var topRated = pattern.Of(`\b(best|top|highest|melhor|melhores|mejor|mejores)\b`)

func (v *Vocabulary) token(words []word, i int) (token, int) {
	l := v.lexicon
	t := token{text: words[i].folded, raw: words[i].raw, proper: words[i].proper, sep: words[i].sep, begins: words[i].begins}
	if words[i].time {
		t.class = "time"
		return t, 1
	}
	if t.text == "dos" && i+1 < len(words) && spanish[words[i+1].folded] {
		t.class, t.n = "number", 2
		return t, 1
	}
	if words[i].change {
		n := 1
		for i+n < len(words) && words[i+n].change {
			n++
		}
		t.text, _ = join(words[i : i+n])
		t.class = "change"
		return t, n
	}
	for n := min(max(v.words, l.words), len(words)-i); n > 0; n-- {
		said, ok := join(words[i : i+n])
		if !ok {
			continue
		}
		if f := v.fields[said]; f != "" && !(said == "data" && i > 0 && english[words[i-1].folded]) { // "the data" is no date
			t.class, t.text, t.field = "field", said, f
			return t, n
		}
		if found := v.find(said, words, i, n); len(found) > 0 {
			t.class, t.text, t.values = "value", said, found
			return t, n
		}
		c := l.class(said)
		if f := v.loose[loosely(said)]; f != "" && (c == "" || !l.stated(said)) {
			t.class, t.text, t.field = "field", said, f
			return t, n
		}
		if c != "" && !(c == "howmany" && v.fields[words[i].folded] != "") { // "quantidade de", where that is a column
			t.class, t.text = c, said
			return t, n
		}
	}
	if n, ok := numberIn(t.text); ok {
		t.class, t.n = "number", n
		return t, 1
	}
	if style := v.styleAt(words, i); style != "" {
		t.class, t.values = "value", []value{{"style", style}}
		return t, 1
	}
	if !t.proper {
		t.class = l.near(t.text)
	}
	return t, 1
}

// spanish are words of that language alone: before them "dos" is a number.
var spanish = lang.Set("veces botellas cervezas ventas cervecerias mayores mejores peores")

// english are words before which "data" is the English word.
var english = lang.Set("the this that these those my our your of in")

// stated reports whether words are a form of a class as they are written.
func (l *lexicon) stated(said string) bool { _, ok := l.exact[said]; return ok }

// styleAt returns the style that a word means beside the words before it:
// "cerveja de trigo".
func (v *Vocabulary) styleAt(words []word, i int) string {
	if v.table != nil {
		return ""
	}
	says := []string{words[i].folded}
	if i > 1 && words[i-1].folded == "de" {
		says = append(says, "cerveja de "+says[0])
	} else if i > 0 && v.lexicon.class(words[i-1].folded) == "beer" {
		says = append(says, "cerveja "+says[0])
	}
	for _, s := range says {
		if style, ok := v.style(s); ok {
			return style
		}
	}
	return ""
}

// markNames marks the words of names that have several, and of what only looks
// like a time: "em relação ao mês anterior".
func (v *Vocabulary) markNames(words []word) {
	markChange(words)
	for i := 0; i < len(words); i++ {
		for n := min(max(v.words, v.lexicon.words), len(words)-i); n > 1; n-- {
			if said, _ := join(words[i : i+n]); len(v.values[said]) > 0 || v.fields[said] != "" || v.lexicon.class(said) == "change" {
				for j := i; j < i+n; j++ {
					words[j].name = true
				}
				i += n - 1
				break
			}
		}
	}
}

// againstRE finds the period before that each is set against, and from one to the
// next.
var againstRE = pattern.Of(`\b(?:em relacao|com relacao|con relacion|con respecto|respecto|frente|compar\w+|relative|versus|vs|contra|against|over|from|sobre|on|than|do que)(?: (?:a|ao|al|del|com|con|to|with|the|o|el|que|no|na))* (?:(?:previous|prior|preceding) (?:month|quarter|year|one)|(?:month|quarter|year|one) before|(?:mes|trimestre|ano) (?:anterior|previo))(?: each| one)?\b|` +
	`\b(?:de (?:um|un) (mes|ano|trimestre) (?:para|pro|a|al) (?:o )?(?:outro|otro|seguinte|siguiente)|from (?:one )?(?:month|quarter|year) to (?:the )?(?:next|month|quarter|year)|mes sobre mes|ano sobre ano)\b`)

func markChange(words []word) {
	var b strings.Builder
	var starts []int
	for _, w := range words {
		starts = append(starts, b.Len())
		b.WriteString(w.folded + " ")
	}
	for _, at := range againstRE().FindAllStringIndex(b.String(), -1) {
		for i, from := range starts {
			if from >= at[0] && from < at[1] {
				words[i].name, words[i].change = true, true
			}
		}
	}
}

func join(span []word) (string, bool) {
	var b strings.Builder
	for i, w := range span {
		if w.time {
			return "", false
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.folded)
	}
	return b.String(), true
}

// places is what stands before the name of a place.
var places = lang.Set("em in no na de do da from para to en of near pra at around e ou or and y")

// find returns what the words name in the catalogue, or in the table. One word
// that could be any word must be written like a name.
func (v *Vocabulary) find(said string, words []word, i, n int) []value {
	if n == 1 && v.table == nil {
		if raw := words[i].raw; words[i].proper && len(raw) == 2 && raw == strings.ToUpper(raw) && v.states[raw] != "" {
			return []value{{"state", raw}}
		}
	}
	var found []value
	for _, x := range v.values[said] {
		ok := true
		switch {
		case v.table != nil:
			ok = words[i].proper || !v.lexicon.stated(said) || i > 0 && places[words[i-1].folded] && v.lexicon.exact[said] == "earn"
		case x.column == "style" || x.column == "state":
		case n == 1 && x.column == "city":
			ok = words[i].proper || i > 0 && places[words[i-1].folded]
		case n == 1:
			ok = words[i].proper || i == 0 && len(words) == 1
		case x.column != "city" && v.lexicon.class(said) != "":
			ok = words[i].proper
		}
		if ok {
			found = append(found, x)
		}
	}
	return found
}
