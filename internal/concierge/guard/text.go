package guard

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
	from, to    int // bytes
	first, last int // tokens: from first to before last
	list        bool
	opens       bool // ends with a colon: what follows is under it
	under       int  // the unit that opens the list in which this one is, or -1
}

// A text is what was read of an answer.
type text struct {
	raw    string
	tokens []token
	units  []unit
	marks  []mark
	by     [][]mark    // marks by list
	other  [][]wording // of each token, as words of names
	named  []mention   // set once the names are read
	edges  []int       // where marks begin and end, in bytes: no name goes on over one
}

// readText reads a text. What is read of it once, also by others, nobody changes.
func readText(s string) *text {
	t := *lastText(s)
	return &t
}

var lastText = recent.Texts(128, func(s string) *text {
	t := &text{raw: s, tokens: tokens(s)}
	t.split()
	words := make([]string, len(t.tokens))
	for i, k := range t.tokens {
		words[i] = k.word
	}
	b := book()
	t.marks, t.by = b.read(words), make([][]mark, len(b.lists))
	for _, m := range t.marks {
		t.by[m.list] = append(t.by[m.list], m)
	}
	return t
})

func tokens(s string) []token {
	var all []token
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			i += n
			continue
		}
		k := token{from: i, capital: unicode.IsUpper(r)}
		if r < utf8.RuneSelf && unicode.IsDigit(r) {
			k.digits = true
			k.to = number(s, i)
			k.word = strings.ToLower(s[k.from:k.to])
		} else {
			for k.to = i; k.to < len(s); k.to += n {
				if r, n = utf8.DecodeRuneInString(s[k.to:]); !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) && !unicode.IsDigit(r) {
					break
				}
			}
			k.word = lang.Fold(s[k.from:k.to])
			if k.word == "so" && s[k.from:k.to] != "so" && s[k.from:k.to] != "So" { // "só" is not the English "so"
				k.word = "somente"
			}
		}
		k.same = sameWord(k.word)
		before := 0
		if len(all) > 0 {
			before = all[len(all)-1].to
		}
		gap := s[before:k.from]
		k.breaks = strings.ContainsAny(gap, ",;:()[]!?|\n—–…") || strings.Contains(gap, " - ") || strings.Contains(gap, ". ")
		all = append(all, k)
		i = k.to
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

// number returns where a number ends: 1.234,50, 19h30, 10/03/2027, 2027-03-10.
func number(s string, i int) int {
	digit := func(i int) bool { return i < len(s) && '0' <= s[i] && s[i] <= '9' }
	start := i
	for i < len(s) {
		switch {
		case digit(i):
			i++
		case strings.IndexByte(".,:/", s[i]) >= 0 && digit(i+1):
			i++
		case s[i] == '-' && (i-start == 4 || i-start == 7 && s[start+4] == '-') && digit(i+1) && digit(i+2) && !digit(i+3):
			i++
		case (s[i] == 'h' || s[i] == 'H') && i-start <= 2 && (digit(i+1) || i+1 == len(s) || !isLetter(s[i+1:])):
			i++
		default:
			return i
		}
	}
	return i
}

func isLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}

// abbreviations end with a full stop that ends no sentence.
var abbreviations = lang.Set("sr sra dr dra mr mrs ms st sto sta aprox ex obs vs etc min max tel av approx incl p no")

// split finds the units and notes in which each token is.
func (t *text) split() {
	s, next, opener := t.raw, 0, -1
	for from := 0; from < len(s); {
		end := from
		for end < len(s) && s[end] != '\n' {
			end++
		}
		line := strings.TrimSpace(s[from:end])
		if line == "" {
			from = end + 1
			continue
		}
		list := listed(line)
		if !list && opener >= 0 && t.units[len(t.units)-1].list {
			opener = -1 // prose after the list
		}
		for at := from; at < end; {
			to := end
			if !list {
				to = sentence(s, at, end)
			}
			if strings.TrimSpace(s[at:to]) != "" {
				u := unit{from: at, to: to, first: next, list: list, under: -1}
				for next < len(t.tokens) && t.tokens[next].from < to {
					t.tokens[next].unit = len(t.units)
					next++
				}
				u.last = next
				u.opens = strings.HasSuffix(strings.Trim(s[at:to], " *_#\n\r\t"), ":")
				if list {
					u.under = opener
				}
				if u.opens {
					opener = len(t.units)
				} else if !list {
					opener = -1
				}
				t.units = append(t.units, u)
			}
			at = to
		}
		from = end + 1
	}
}

// listed reports whether a line is one of a list or a table.
func listed(line string) bool {
	for _, mark := range []string{"- ", "* ", "• ", "– ", "— ", "·", "|", "✓", "✅", "❌", "⚠"} {
		if strings.HasPrefix(line, mark) {
			return true
		}
	}
	rest := strings.TrimLeft(strings.TrimPrefix(line, "**"), "0123456789")
	return rest != "" && rest != strings.TrimPrefix(line, "**") && (strings.HasPrefix(rest, ". ") || strings.HasPrefix(rest, ") ") || strings.HasPrefix(rest, "\ufe0f\u20e3"))
}

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
		word := s[from:i]
		word = lang.Fold(word[strings.LastIndexAny(word, " \t(")+1:])
		rest := strings.TrimLeft(s[j:end], " \t*_(\"'“¿¡")
		r, _ := utf8.DecodeRuneInString(rest)
		if s[i] == '.' && (abbreviations[word] && word != "no" || len(word) == 1 && word >= "a" && word != "e") || unicode.IsLower(r) && s[i] != '!' && s[i] != '?' {
			continue
		}
		return j
	}
	return end
}

func closes(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r == '”' || r == '»' || r == '’' || r == '…' || unicode.Is(unicode.So, r) || r == '\ufe0f'
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

// at reports whether a phrase of a list begins at a token, and its end.
func (t *text) at(list string, i int) (int, bool) {
	if m := t.find(list, i, i+1); len(m) > 0 {
		return m[0].to, true
	}
	return i, false
}

// broken reports whether a clause ends between two tokens: after from and up to
// to.
func (t *text) broken(from, to int) bool {
	for i := from + 1; i <= to && i < len(t.tokens); i++ {
		if t.tokens[i].breaks {
			return true
		}
	}
	return false
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
