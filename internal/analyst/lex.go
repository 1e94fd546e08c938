package analyst

import (
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/maitre-dev/maitre/lang"
)

// token is a word of a question, or several that mean one thing.
type token struct {
	class  string // of words.txt; "value", "number", "time", or "" for a word that is plain or not known
	text   string // folded
	raw    string // as written
	values []value
	n      float64 // of a number
	proper bool    // written with a capital, and not because it is the first
	plain  bool    // a word that changes nothing, such as an article
}

// word is a word as written and folded.
type word struct {
	raw, folded string
	proper      bool
	name        bool // part of a name of several words: Rio de Janeiro is no month
	time        bool // part of a time
}

var wordPattern = regexp.MustCompile(`\d+[.,]\d+|[\p{L}\p{M}\p{N}]+`)

func split(question string) []word {
	question = strings.ReplaceAll(question, "%", " percent ")
	var words []word
	letters, capitals := 0, 0
	for _, at := range wordPattern.FindAllStringIndex(question, -1) {
		raw := question[at[0]:at[1]]
		w := word{raw: raw, folded: lang.Fold(raw)}
		if strings.ContainsAny(raw, ".,") { // of a number
			w.folded = strings.Replace(raw, ",", ".", 1)
		}
		if w.folded == "" {
			continue
		}
		w.proper = len(words) > 0 && unicode.IsUpper([]rune(raw)[0])
		if len(words) > 0 && unicode.IsLetter([]rune(raw)[0]) && raw != "percent" {
			letters++
		}
		if w.proper {
			capitals++
		}
		words = append(words, w)
	}
	if letters > 4 && 3*capitals > 2*letters { // who writes like that says nothing by it
		for i := range words {
			words[i].proper = false
		}
	}
	return words
}

//go:embed words.txt
var wordsText string

type lexicon struct {
	exact, loose map[string]string // classes by form
	words        int               // of the longest form
}

var lexed = sync.OnceValue(func() lexicon {
	l := lexicon{exact: map[string]string{}, loose: map[string]string{}}
	for line := range strings.Lines(wordsText) {
		class, forms, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for form := range strings.SplitSeq(forms, ",") {
			form = strings.TrimSpace(form)
			if _, taken := l.exact[form]; taken {
				continue // the first class has it
			}
			l.exact[form] = class
			if key := loosely(form); l.loose[key] == "" && !asWritten(class) {
				l.loose[key] = class
			}
			l.words = max(l.words, strings.Count(form, " ")+1)
		}
	}
	return l
})

// asWritten reports whether only the very forms of a class count: compro is
// what the guest does, compra what somebody does.
func asWritten(class string) bool {
	return class == "plain" || class == "else" || strings.HasSuffix(class, "own")
}

func loosely(form string) string {
	words := strings.Fields(form)
	for i, w := range words {
		words[i] = lang.Same(w)
	}
	return strings.Join(words, " ")
}

func (l lexicon) class(form string) string {
	if c, ok := l.exact[form]; ok {
		return c
	}
	return l.loose[loosely(form)]
}

// near returns the class of a word that is a slip of the finger away, where no
// harm can come of it.
func (l lexicon) near(said string) string {
	if len(said) < 7 || len(said) > 20 { // batata is no slip for barata
		return ""
	}
	class := ""
	for form, c := range l.exact {
		if d := len(form) - len(said); d < -1 || d > 1 || form[0] != said[0] || len(form) < 6 || strings.Contains(form, " ") || lang.Distance(said, form) > 1 {
			continue
		}
		if class != "" && c != class {
			return "" // it could be either
		}
		class = c
	}
	if class == "write" || class == "who" || class == "absent" {
		return ""
	}
	return class
}

var numbers = map[string]float64{
	"dois": 2, "duas": 2, "two": 2, "dos": 0, "tres": 3, "three": 3, "quatro": 4, "four": 4, "cuatro": 4, "cinco": 5, "five": 5,
	"seis": 6, "six": 6, "sete": 7, "seven": 7, "siete": 7, "oito": 8, "eight": 8, "ocho": 8, "nove": 9, "nine": 9, "nueve": 9,
	"dez": 10, "ten": 10, "diez": 10, "doze": 12, "twelve": 12, "doce": 12, "quinze": 15, "fifteen": 15, "vinte": 20, "twenty": 20,
}

// number reads a number in digits or as a word.
func number(folded string) (float64, bool) {
	if n := numbers[folded]; n > 0 {
		return n, true
	}
	n, err := strconv.ParseFloat(folded, 64)
	return n, err == nil && folded[0] >= '0' && folded[0] <= '9' && n < 1e9
}

// lex cuts words into tokens: of what overlaps the longest, and of what is as
// long the catalogue's name if it is written like one.
func lex(v *Vocabulary, words []word) []token {
	l := lexed()
	var toks []token
	for i := 0; i < len(words); {
		t, n := v.token(l, words, i)
		if t.class == "plain" || t.class == "else" {
			t.class, t.plain = "", t.class == "plain"
		}
		toks = append(toks, t)
		switch {
		case t.class == "rating" && topRated.MatchString(t.text):
			toks = append(toks, token{class: "best"})
		case (t.class == "popular" || t.class == "unpopular") && travelled.MatchString(t.text):
			toks = append(toks, token{class: "trip"})
		case t.class == "rateown":
			toks[len(toks)-1].class = "buyown"
			toks = append(toks, token{class: "rating"})
		case t.class == "tripown":
			toks[len(toks)-1].class = "trip"
			toks = append(toks, token{class: "own"})
		}
		i += n
	}
	for i := range toks { // "bares ou lojas": who buys, not where
		if toks[i].class == "store" && (i > 1 && segments[toks[i-2].class] || i+2 < len(toks) && segments[toks[i+2].class]) {
			toks[i].class = "shop"
		}
	}
	for i := range toks { // "o extrato do que comprei": nothing is compared
		if toks[i].text == "do que" && i+1 < len(toks) && strings.HasSuffix(toks[i+1].class, "own") && !slices.ContainsFunc(toks[:i], token.degree) {
			toks[i].class = "which"
		}
	}
	for i := range toks { // "qual estado compra mais": here it is no noun
		if t := &toks[i]; t.text == "compra" && (i+1 < len(toks) && (toks[i+1].class == "most" || toks[i+1].class == "least") ||
			i > 0 && (toks[i-1].text == "mais" || toks[i-1].text == "menos" || toks[i-1].class == "segment" || toks[i-1].class == "state" || toks[i-1].class == "city")) {
			t.class = "buy"
		}
	}
	return toks
}

// degree reports whether a word says more or less.
func (t token) degree() bool { return t.class == "most" || t.class == "least" }

var travelled = regexp.MustCompile(`visit|reserv|booked`)

var topRated = regexp.MustCompile(`\b(best|top|highest|melhor|melhores|mejor|mejores)\b`)

func (v *Vocabulary) token(l lexicon, words []word, i int) (token, int) {
	t := token{text: words[i].folded, raw: words[i].raw, proper: words[i].proper}
	if words[i].time {
		t.class = "time"
		return t, 1
	}
	for n := min(max(v.words, l.words), len(words)-i); n > 0; n-- {
		span := words[i : i+n]
		said, ok := join(span)
		if !ok {
			continue
		}
		if found := v.find(said, words, i, n); len(found) > 0 {
			t.class, t.text, t.values = "value", said, found
			return t, n
		}
		if c := l.class(said); c != "" {
			t.class, t.text = c, said
			return t, n
		}
	}
	if n, ok := number(t.text); ok {
		t.class, t.n = "number", n
		return t, 1
	}
	says := []string{t.text}
	if i > 1 && words[i-1].folded == "de" { // "cerveja de trigo"
		says = append(says, "cerveja de "+t.text)
	} else if i > 0 && l.class(words[i-1].folded) == "beer" {
		says = append(says, "cerveja "+t.text)
	}
	for _, s := range says {
		if style, ok := v.style(s); ok {
			t.class, t.values = "value", []value{{"style", style}}
			return t, 1
		}
	}
	if !t.proper {
		t.class = l.near(t.text)
	}
	return t, 1
}

// markNames marks the words of names that have several.
func (v *Vocabulary) markNames(words []word) {
	for i := 0; i < len(words); i++ {
		for n := min(v.words, len(words)-i); n > 1; n-- {
			if said, _ := join(words[i : i+n]); len(v.values[said]) > 0 {
				for j := i; j < i+n; j++ {
					words[j].name = true
				}
				i += n - 1
				break
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
var places = map[string]bool{
	"em": true, "in": true, "no": true, "na": true, "de": true, "do": true, "da": true, "from": true, "para": true, "to": true,
	"en": true, "of": true, "near": true, "pra": true, "at": true, "around": true, "e": true, "ou": true, "or": true, "and": true, "y": true,
}

// find returns what the words name in the catalogue. One word that could be any
// word must be written like a name.
func (v *Vocabulary) find(said string, words []word, i, n int) []value {
	if n == 1 {
		if raw := words[i].raw; words[i].proper && len(raw) == 2 && raw == strings.ToUpper(raw) && v.states[raw] != "" {
			return []value{{"state", raw}}
		}
	}
	var found []value
	for _, x := range v.values[said] {
		ok := true
		switch {
		case x.column == "style" || x.column == "state":
		case n == 1 && x.column == "city":
			ok = words[i].proper || i > 0 && places[words[i-1].folded]
		case n == 1:
			ok = words[i].proper || i == 0 && len(words) == 1
		case x.column != "city" && lexed().class(said) != "":
			ok = words[i].proper
		}
		if ok {
			found = append(found, x)
		}
	}
	return found
}
