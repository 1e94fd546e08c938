package question

import (
	"embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
)

//go:embed words/*.txt
var wordFiles embed.FS

func wordFile(name string) string {
	b, err := wordFiles.ReadFile("words/" + name + ".txt")
	if err != nil {
		panic(err) // it is embedded
	}
	return string(b)
}

// lexicon is what words mean, whatever is asked about.
type lexicon struct {
	exact, loose map[string]string // classes by form
	words        int               // of the longest form
	rules        []rule
}

// rule makes one token of several side by side: "strongest: < most abv" reads
// "mais forte". A part is a class, or a word after "=".
type rule struct {
	class string
	parts [][]string
	close bool // nothing may stand between
}

func newRule(class, parts string) rule {
	parts, tight := strings.CutPrefix(parts, "<")
	r := rule{class: class, close: tight}
	for p := range strings.FieldsSeq(parts) {
		r.parts = append(r.parts, strings.Split(p, "|"))
	}
	return r
}

// fits returns where the parts end that begin at token i, or 0. Words that
// change nothing may stand between.
func (r rule) fits(toks []token, i int) int {
	for n, part := range r.parts {
		for n > 0 && !r.close && i < len(toks) && toks[i].class == "" && toks[i].plain && !toks[i].among(part) {
			i++
		}
		if i >= len(toks) || !toks[i].among(part) {
			return 0
		}
		i++
	}
	return i
}

func (t token) among(part []string) bool {
	return slices.Contains(part, t.class) && t.class != "" || slices.Contains(part, "="+t.text)
}

// compose puts the rules to use, the first first.
func (l *lexicon) compose(toks []token) []token {
	for _, r := range l.rules {
		for i := range toks {
			if end := r.fits(toks, i); end > 0 {
				said := make([]string, 0, end-i)
				for _, t := range toks[i:end] {
					said = append(said, t.text)
				}
				toks[i].class, toks[i].text, toks[i].plain = r.class, strings.Join(said, " "), false
				toks = slices.Delete(toks, i+1, end)
			}
			if i+1 >= len(toks) {
				break
			}
		}
	}
	return toks
}

// generalWords are those of any table, houseWords those of purchases too.
var (
	generalWords = sync.OnceValue(func() *lexicon { return newLexicon(wordFile("general")) })
	houseWords   = sync.OnceValue(func() *lexicon {
		l := newLexicon(wordFile("house") + wordFile("general"))
		l.conjugate(wordFile("verbs"))
		return l
	})
)

// endings of verbs in -ar, and in -er and -ir: what somebody does, what the guest
// does, and neither.
var verbEndings = map[bool][3]string{
	true:  {"a am an ou aram aron ava avam aba aban am ara", "o ei e amos avamos abamos", "ar ando ado ada ados adas"},
	false: {"e em en eu iu io eram iram ieron ia iam ian", "o i emos imos iamos", "er ir endo indo iendo ido ida idos idas"},
}

// conjugate adds the forms of verbs that no class has yet.
func (l *lexicon) conjugate(text string) {
	put := func(form, class string) {
		if c, taken := l.exact[form]; !taken || c == "earn" { // which is of tables
			l.exact[form] = class
		}
	}
	for classes, verbs := range wordfile.Entries(text) {
		somebody, own, _ := strings.Cut(classes, ", ")
		for _, verb := range strings.Fields(verbs) {
			stem, ar := strings.CutSuffix(verb, "ar")
			if !ar {
				stem = verb[:len(verb)-2]
			}
			for i, some := range verbEndings[ar] {
				for _, end := range strings.Fields(some) {
					put(stem+end, map[bool]string{true: own, false: somebody}[i == 1])
				}
			}
		}
	}
}

func newLexicon(text string) *lexicon {
	l := &lexicon{exact: map[string]string{}, loose: map[string]string{}}
	for class, forms := range wordfile.Entries(text) {
		if parts, ok := strings.CutPrefix(forms, "<"); ok {
			l.rules = append(l.rules, newRule(class, parts))
			continue
		}
		for _, form := range wordfile.List(forms) {
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
}

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

func (l *lexicon) class(form string) string {
	if c, ok := l.exact[form]; ok {
		return c
	}
	if c := l.loose[loosely(form)]; c != "" {
		return c
	}
	if one, ok := strings.CutSuffix(form, "es"); ok && len(one) > 4 && !asWritten(l.exact[one]) { // ciudades
		return l.exact[one]
	}
	if bid, ok := strings.CutSuffix(form, "me"); ok && l.exact[bid] == "list" { // pásame
		return "list"
	}
	return ""
}

// forms are other words for a value that is the name of a channel, a segment or a
// kind, such as phone.
func (l *lexicon) forms(value string) (all []string) {
	if !channels[value] && !segments[value] && !kinds[value] && !types[value] {
		return nil
	}
	for form, class := range l.exact {
		if class == value {
			all = append(all, form)
		}
	}
	return all
}

// near returns the class of a word that is a slip of the finger away, where no
// harm can come of it.
func (l *lexicon) near(said string) string {
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

var numerals = map[string]float64{
	"dois": 2, "duas": 2, "two": 2, "dos": 0, "tres": 3, "three": 3, "quatro": 4, "four": 4, "cuatro": 4, "cinco": 5, "five": 5,
	"seis": 6, "six": 6, "sete": 7, "seven": 7, "siete": 7, "oito": 8, "eight": 8, "ocho": 8, "nove": 9, "nine": 9, "nueve": 9,
	"dez": 10, "ten": 10, "diez": 10, "doze": 12, "twelve": 12, "doce": 12, "quinze": 15, "fifteen": 15, "vinte": 20, "twenty": 20,
}

var ordinal = pattern.Of(`^(p?)(\d+)(st|nd|rd|th|o|a|k|mil)?$`)

// numberIn reads a number in digits or as a word.
func numberIn(said string) (float64, bool) {
	if n := numerals[said]; n > 0 {
		return n, true
	}
	if strings.ContainsAny(said, ".,") {
		return understand.Number(said)
	}
	m := ordinal().FindStringSubmatch(said)
	if m == nil {
		return 0, false
	}
	n, err := strconv.ParseFloat(m[2], 64)
	if m[3] == "k" || m[3] == "mil" {
		n *= 1000
	}
	return n, err == nil && n < 1e12
}
