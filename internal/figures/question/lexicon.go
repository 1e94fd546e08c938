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

var sets = sync.OnceValue(func() wordfile.Book { return wordfile.Sets(wordFile("sets")) })

// in reports whether a word or a class is in a set of words/sets.txt.
func in(set, w string) bool { return sets().Set(set)[w] }

// generalWords are those of any table, houseWords those of purchases too.
var (
	generalWords = sync.OnceValue(func() *lexicon { return newLexicon(wordFile("general")) })
	houseWords   = sync.OnceValue(func() *lexicon {
		l := newLexicon(wordFile("house") + wordFile("general"))
		l.conjugate(wordFile("verbs"))
		return l
	})
)

// lexicon is the meanings of words that do not depend on the table.
type lexicon struct {
	exact, loose map[string]string // classes by form
	words        int               // of the longest form
	rules        []rule
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

// asWritten reports whether a class counts only its exact forms: "compro" is the guest's purchase,
// "compra" another person's.
func asWritten(class string) bool {
	return class == "plain" || class == "else" || strings.Contains(class, "own")
}

// loosely is a form without plural and gender.
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
	return ""
}

// near returns the class of a word that is a slip of the finger away, where no harm can come of it.
func (l *lexicon) near(said string) (class string) {
	if len(said) < 7 || len(said) > 20 { // batata is no slip for barata
		return ""
	}
	for form, c := range l.exact {
		d := len(form) - len(said)
		if d < -1 || d > 1 || form[0] != said[0] || len(form) < 6 || strings.Contains(form, " ") || lang.Distance(said, form) > 1 {
			continue
		}
		if class != "" && c != class || c == "write" || c == "who" || c == "absent" {
			return "" // it could be either
		}
		class = c
	}
	return class
}

// rule makes one token of several side by side: "strongest: < most abv" reads "mais forte". A part
// is a class, a word after "=", or the end of one after "=*"; what stands in brackets has to be
// there and stays as it is. Words that change nothing may stand between the parts, unless the rule
// begins with "<<".
type rule struct {
	class string
	parts []part
	close bool
}

type part struct {
	any     []string
	context bool
}

func newRule(class, text string) rule {
	text, tight := strings.CutPrefix(text, "<")
	r := rule{class: class, close: tight}
	for p := range strings.FieldsSeq(text) {
		inner := strings.Trim(p, "()")
		r.parts = append(r.parts, part{strings.Split(inner, "|"), inner != p})
	}
	return r
}

// fits reports whether the parts begin at token i, and which tokens they make one of.
func (r rule) fits(toks []token, i int) (from, to int, ok bool) {
	from = -1
	for n, p := range r.parts {
		for n > 0 && !r.close && i < len(toks) && toks[i].class == "" && toks[i].plain && !p.has(toks[i]) {
			i++
		}
		if i >= len(toks) || !p.has(toks[i]) {
			return 0, 0, false
		}
		if i++; !p.context {
			if to = i; from < 0 {
				from = i - 1
			}
		}
	}
	return from, to, true
}

func (p part) has(t token) bool {
	return slices.ContainsFunc(p.any, func(x string) bool {
		if end, ok := strings.CutPrefix(x, "=*"); ok {
			return strings.HasSuffix(t.text, end)
		}
		return x == "="+t.text || x == t.class
	})
}

// compose puts the rules to use, the first first.
func (l *lexicon) compose(toks []token) []token {
	for _, r := range l.rules {
		for i := 0; i < len(toks); i++ {
			from, to, ok := r.fits(toks, i)
			if !ok {
				continue
			}
			t := &toks[from]
			for _, more := range toks[from+1 : to] {
				t.text += " " + more.text
			}
			t.class, t.field, t.plain = r.class, "", false
			t.mean()
			toks = slices.Delete(toks, from+1, to)
		}
	}
	return toks
}

// verbEndings are those of verbs in -ar, and in -er and -ir: what somebody does, what the guest
// does, and neither.
var verbEndings = map[bool][3]string{
	true:  {"a am an ou aram aron ava avam aba aban am ara", "o ei e amos avamos abamos", "ar ando ado ada ados adas"},
	false: {"e em en eu iu io eram iram ieron ia iam ian", "o i emos imos iamos", "er ir endo indo iendo ido ida idos idas"},
}

// conjugate adds the forms of verbs that no class has yet.
func (l *lexicon) conjugate(text string) {
	for classes, verbs := range wordfile.Entries(text) {
		somebody, own, _ := strings.Cut(classes, ", ")
		for verb := range strings.FieldsSeq(verbs) {
			stem, ar := strings.CutSuffix(verb, "ar")
			if !ar {
				stem = verb[:len(verb)-2]
			}
			for i, class := range []string{somebody, own, somebody} {
				for end := range strings.FieldsSeq(verbEndings[ar][i]) {
					if c, taken := l.exact[stem+end]; !taken || c == "earn" { // which is of tables
						l.exact[stem+end] = class
					}
				}
			}
		}
	}
}

var digitsOf = pattern.Of(`^p?(\d+)(st|nd|rd|th|o|a|k|mil)?$`)

// numberIn reads a number in digits or as a word.
func numberIn(said string) (float64, bool) {
	if strings.ContainsAny(said, ".,") {
		return understand.Number(said)
	}
	if !strings.ContainsAny(said, "0123456789") {
		n, ok := understand.Amount(said)
		return n, ok && n > 1 && said != "dos"
	}
	m := digitsOf().FindStringSubmatch(said)
	if m == nil {
		return 0, false
	}
	n, err := strconv.ParseFloat(m[1], 64)
	if m[2] == "k" || m[2] == "mil" {
		n *= 1000
	}
	return n, err == nil && n < 1e12
}
