package guard

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/lang"
)

// A token is a word or a number of a text.
type token struct {
	from, to int // bytes
	word     string
	same     string // the word without plural and gender
	digits   bool   // it begins with a digit
	capital  bool
	breaks   bool // a comma, colon, bracket, dash or end of a line stands before it
	unit     int
}

// A unit is a sentence, or a line of a list: what is kept or deleted as one.
type unit struct {
	from, to int // bytes
	span
	list  bool
	opens bool // ends with a colon: what follows is under it
	under int  // the unit that opens the list in which this one is, or -1
}

// A span is tokens: from first to before last.
type span struct{ first, last int }

// A text is what was read of an answer or of a message.
type text struct {
	raw    string
	tokens []token
	units  []unit
	by     [][]mark // marks by list
}

// readText reads a text. What is read of it is shared: nobody changes it.
var readText = recent.Texts(128, func(s string) *text {
	t := &text{raw: s, tokens: tokens(s)}
	t.split()
	t.mark()
	return t
})

// mark finds the phrases of all lists.
func (t *text) mark() {
	words := make([]string, len(t.tokens))
	for i, k := range t.tokens {
		words[i] = k.word
	}
	t.by = make([][]mark, len(book().lists))
	for _, m := range book().read(words) {
		t.by[m.list] = append(t.by[m.list], m)
	}
}

// word is a number as it is written (1.234,50, 19h30, 10/03/2027, 2027-03-10), or a word.
var word = pattern.Of(`\d{4}-\d\d-\d\d\b|\d+(?:[.,:/]\d+)*(?:[hH](?:\d+|\b))?|[\pL\pN][\pL\pN\p{Mn}]*`)

func tokens(s string) (all []token) {
	before := 0
	for _, m := range word().FindAllStringIndex(s, -1) {
		raw, gap := s[m[0]:m[1]], s[before:m[0]]
		first, _ := utf8.DecodeRuneInString(raw)
		k := token{from: m[0], to: m[1], word: lang.Fold(raw), capital: unicode.IsUpper(first), digits: '0' <= first && first <= '9'}
		switch {
		case k.digits:
			k.word = strings.ToLower(raw)
		case k.word == "so" && strings.Contains(raw, "ó"): // "só" is not the English "so"
			k.word = "somente"
		case k.word == "e" && len(raw) > 1: // "é" is no "and"
			k.word = "eh"
		}
		k.same = sameWord(k.word)
		k.breaks = strings.ContainsAny(gap, ",;:()[]!?|\n—–…") || strings.Contains(gap, " - ") || strings.Contains(gap, ". ")
		all, before = append(all, k), m[1]
	}
	return all
}

// sameWord is a word without plural and gender, also of Spanish: limón, limones.
func sameWord(word string) string {
	one := lang.Same(word)
	if len(one) > 4 {
		one = strings.TrimSuffix(one, "e")
	}
	if stem, ok := strings.CutSuffix(one, "n"); ok && len(stem) > 3 {
		return stem + "m"
	}
	return one
}

// abbreviations end with a full stop that ends no sentence.
var abbreviations = lang.Set("sr sra dr dra mr mrs ms st sto sta aprox ex obs vs etc min max tel av approx incl p")

// split finds the units, and the one in which each token is.
func (t *text) split() {
	next, opener, at := 0, -1, 0
	for line := range strings.Lines(t.raw) {
		end, list := at+len(strings.TrimSuffix(line, "\n")), listed().MatchString(strings.TrimSpace(line))
		if !list && strings.TrimSpace(line) != "" && opener >= 0 && t.units[len(t.units)-1].list {
			opener = -1 // prose after the list
		}
		for from, to := at, end; from < end; from, to = to, end {
			if !list {
				to = sentence(t.raw, from, end)
			}
			if strings.TrimSpace(t.raw[from:to]) == "" {
				continue
			}
			u := unit{from: from, to: to, span: span{next, next}, list: list, under: -1, opens: strings.HasSuffix(strings.Trim(t.raw[from:to], " *_#\n\r\t"), ":")}
			for u.last < len(t.tokens) && t.tokens[u.last].from < to {
				t.tokens[u.last].unit = len(t.units)
				u.last++
			}
			if next = u.last; list {
				u.under = opener
			}
			if u.opens {
				opener = len(t.units)
			} else if !list {
				opener = -1
			}
			t.units = append(t.units, u)
		}
		at += len(line)
	}
}

// listed is how a line of a list or a table begins.
var listed = pattern.Of(`^(?:[-*•–—] |[·|✓✅❌⚠]|(?:\*\*)?\d+(?:[.)] |\x{fe0f}\x{20e3}))`)

// sentence returns where the sentence that begins at from ends, before end.
func sentence(s string, from, end int) int {
	for i := from; i < end; i++ {
		if strings.IndexByte(".!?", s[i]) < 0 && !strings.HasPrefix(s[i:], "…") {
			continue
		}
		j := i + 1
		for j < end && (strings.IndexByte(".!?*_)\"'", s[j]) >= 0 || s[j] >= utf8.RuneSelf && closes(s[j:])) {
			j++
			for j < end && !utf8.RuneStart(s[j]) {
				j++
			}
		}
		if j >= end {
			return end
		}
		if s[j] != ' ' && s[j] != '\t' {
			continue
		}
		word := lang.Fold(s[from:i][strings.LastIndexAny(s[from:i], " \t(")+1:])
		next, _ := utf8.DecodeRuneInString(strings.TrimLeft(s[j:end], " \t*_(\"'“¿¡"))
		if s[i] == '.' && (abbreviations[word] || len(word) == 1 && word >= "a" && word != "e") || unicode.IsLower(next) && s[i] != '!' && s[i] != '?' {
			continue
		}
		return j
	}
	return end
}

func closes(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return strings.ContainsRune("”»’…\ufe0f", r) || unicode.Is(unicode.So, r)
}

// find returns the marks of a list between two tokens.
func (t *text) find(list string, from, to int) []mark {
	all := t.by[book().list(list)]
	i, _ := slices.BinarySearchFunc(all, from, func(m mark, at int) int { return m.from - at })
	j := i
	for j < len(all) && all[j].from < to {
		j++
	}
	return all[i:j]
}

func (t *text) has(list string, from, to int) bool { return len(t.find(list, from, to)) > 0 }

func (t *text) hasAny(from, to int, lists ...string) bool {
	return slices.ContainsFunc(lists, func(list string) bool { return t.has(list, from, to) })
}

// at reports whether a phrase of a list begins at a token, and its end.
func (t *text) at(list string, i int) (int, bool) {
	if m := t.find(list, i, i+1); len(m) > 0 {
		return m[0].to, true
	}
	return i, false
}

// isOnly reports whether a stretch has nothing but words of some lists.
func (t *text) isOnly(from, to int, lists ...string) bool {
	for i := from; i < to; i++ {
		if !t.hasAny(i, i+1, lists...) {
			return false
		}
	}
	return true
}

// broken reports whether a clause ends between two tokens: after from and up to to.
func (t *text) broken(from, to int) bool {
	for i := from + 1; i <= to && i < len(t.tokens); i++ {
		if t.tokens[i].breaks {
			return true
		}
	}
	return false
}

// clause returns the part of a unit around a token that has its own subject.
func (t *text) clause(at int) span {
	s, u := span{at, at + 1}, t.units[t.tokens[at].unit]
	for s.first > u.first && !t.ends(s.first) {
		s.first--
	}
	for s.last < u.last && !t.ends(s.last) {
		s.last++
	}
	return s
}

// ends reports whether a clause with its own subject begins at a token.
func (t *text) ends(i int) bool {
	return strings.ContainsAny(t.before(i), ";—–:") || t.has("but", i, i+1) && (t.tokens[i].breaks || t.has("contrast", i, i+1))
}

// before is the text in front of a token up to the token before it.
func (t *text) before(i int) string {
	from := 0
	if i > 0 {
		from = t.tokens[i-1].to
	}
	return t.raw[from:t.tokens[i].from]
}

// after is the text behind a token up to the next.
func (t *text) after(i int) string {
	to := len(t.raw)
	if i+1 < len(t.tokens) {
		to = t.tokens[i+1].from
	}
	return t.raw[t.tokens[i].to:to]
}

// words is the text of a stretch.
func (t *text) words(from, to int) string {
	if from >= to {
		return ""
	}
	return t.raw[t.tokens[from].from:t.tokens[to-1].to]
}

// asks reports whether a unit is a question.
func (t *text) asks(u unit) bool {
	return strings.HasSuffix(strings.TrimSpace(t.raw[u.from:u.to]), "?")
}
