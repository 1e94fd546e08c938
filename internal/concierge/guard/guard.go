// Package guard looks at an answer as it will be sent to a guest, says what is
// wrong with it, span by span, and mends it. It knows the facts that the answer
// may state and nothing of who wrote it:
//
//	wrong := guard.Check(answer, facts)
//	mended, ok := guard.Mend(answer, wrong)
//
// What is dangerous, figures, names, links and the language are checked; all
// else is wording, and free. Of what goes against the card the guest is told the
// card's Word. The words it reads by are in words.txt.
package guard

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

// Facts are what an answer may say.
type Facts struct {
	Language lang.Language // the guest's; "": any
	Texts    []string      // all that was said in the conversation, oldest first; results of tools, as JSON; what is known of house and guest
	Fresh    []string      // of Texts, what is of this turn: results of tools and the guest's message
	Things   []Thing       // every dish on the card, breweries and places shown
	Shown    []string      // ids of Things that the guest was shown last, of which an answer may speak without a name
	Ordered  []string      // ids of the dishes that the guest has ordered
	Table    []hook.Person // who is there
	Asked    string        // the guest's message
	Today    time.Time
	Marks    []Mark // for whom its names are, by whoever wrote the answer
	Prompt   string // ours, of which no eight words in a row may be repeated
}

// Thing is something with a name that an answer may speak of.
type Thing struct {
	Kind, ID, Name string
	Price          int64    // in minor units; 0: not known
	Contains       []string // allergens that the card states
	Likely         []string // allergens that follow from its words
	Unknown        bool     // what is in it is not stated
	Says           []string // what the card states: tags such as "vegano" or "sem glúten", and ingredients
	NotFor         []NotFor
	Known          bool   // a tool returned it in this conversation
	Text           string // what the card says of it: description, ingredients, tags. If it is empty, the results of tools are searched for it
}

// NotFor is somebody who must not have a thing, and why: "" is the guest.
type NotFor struct{ Who, Why string }

// Kind is what is wrong.
type Kind string

// The kinds of violations.
const (
	Harm     Kind = "harm"     // offers what somebody must not have
	Claim    Kind = "claim"    // says of allergens or a diet what the card does not
	Figure   Kind = "figure"   // a number, price, date or time that nobody gave
	Name     Kind = "name"     // a dish, beer, brewery or place that nobody told of
	Link     Kind = "link"     // an address, markup or code that no tool returned
	ID       Kind = "id"       // an id among the words
	Language Kind = "language" // not the guest's
	Prompt   Kind = "prompt"   // repeats our instructions
)

// Violation is something wrong in an answer.
type Violation struct {
	From, To int // bytes of the answer
	Kind     Kind
	What     string // for the model that tries again, in English
	Fix      string // what to put there instead; empty: the sentence goes, if there is no Word
	Word     Word
	Thing    string // the name of what the Word is of
	Who, Why string // who must not have it ("" is the guest), and why; or the food, or the diet
	Again    bool   // whoever wrote the answer chose this, and is asked for another; the Word alone is not enough
}

// Word is what the card says against an answer, for the guest to read beside it.
type Word int

// What the card says: nothing; that Thing is not for Who because of Why; that it has Why, is not Why, or that it
// does not tell whether it has Why; that a card vouches for nothing.
const (
	NoWord Word = iota
	NotForThem
	Has
	IsNot
	NotTold
	NotVouched
)

// Check returns what is wrong with an answer, in the order of the text.
func Check(answer string, f Facts) []Violation { return newChecker(f).check(answer) }

// A checker has the facts made ready for several answers.
type checker struct {
	Facts
	names    *index
	said     []*said // of Texts and Asked, when it is first needed
	asked    *text
	askedOf  []int // things that the guest's message names
	profiles map[int]*profile
	requests []string
}

func newChecker(f Facts) *checker {
	c := &checker{Facts: f, names: indexOf(f.Things), profiles: map[int]*profile{}}
	c.asked = readText(f.Asked)
	for _, m := range c.mentions(c.asked) {
		c.askedOf = union(c.askedOf, m.things)
	}
	return c
}

func (c *checker) check(answer string) []Violation {
	t := c.read(answer)
	found := c.mentions(t)
	v := &findings{text: t}
	c.links(v)
	c.harm(v, found)
	c.claims(v, found)
	c.figures(v, found)
	c.invented(v, found)
	c.language(v, found)
	c.prompt(v, found)
	slices.SortStableFunc(v.all, func(a, b Violation) int { return cmp.Or(a.From-b.From, a.To-b.To) })
	return slices.Compact(v.all)
}

// read reads an answer with the edges of its marks.
func (c *checker) read(answer string) *text {
	t := readText(answer)
	for _, k := range c.Marks {
		t.edges = append(t.edges, k.From, k.To)
	}
	return t
}

// findings gather what is wrong with a text.
type findings struct {
	*text
	all []Violation
}

func (v *findings) add(kind Kind, from, to int, fix, format string, args ...any) {
	v.all = append(v.all, Violation{From: from, To: to, Kind: kind, What: fmt.Sprintf(format, args...), Fix: fix})
}

// reported reports whether a token is in a link or an id that is wrong already.
func (v *findings) reported(i int) bool {
	return slices.ContainsFunc(v.all, func(x Violation) bool {
		return (x.Kind == Link || x.Kind == ID) && x.From <= v.tokens[i].from && v.tokens[i].to <= x.To
	})
}

// wrong reports what is wrong from one token to before another.
func (v *findings) wrong(kind Kind, first, last int, format string, args ...any) {
	v.add(kind, v.tokens[first].from, v.tokens[last-1].to, "", format, args...)
}

var (
	markdown = pattern.Of(`!?\[([^\]\n]*)\]\(([^)\s]*)[^)\n]*\)`)
	address  = pattern.Of(`(?i)(?:\bhttps?://|\bwww\.|\b[\w.+-]+@)[^\s)>\]*"]+|(?-i:\b[a-zA-Z0-9-]{2,}(?:\.[a-z0-9-]{2,})*\.[a-z]{2,}/[^\s)>\]*"]*)|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|io|app|info|br|ar|uk|beer|menu|site|shop|example|xyz|top|link|click|online|store|dev|co|me|ly|es|mx|pt)\b(?:/[^\s)>\]*"]*)?`)
	markup   = pattern.Of("(?s)```.*?(?:```|$)|</?[a-zA-Z][^<>\n]*>|<!--.*?-->|`[^`\n]+`|\\{\\s*\"[^}]*\\}|&[a-z]+;|javascript:")
	internal = pattern.Of(`[a-z0-9]+(?:-[a-z0-9]+){2,}|\b(?:[A-Za-z]\w*_\w*\d\w*|[0-9a-f]{8}(?:-[0-9a-f]{4,12})+)\b`)
	opaque   = pattern.Of(`^[0-9a-f]{8}-`)
	bracket  = pattern.Of(`(?i)\s?[\[({]\s*(id\s*[:=#]?\s*)?([\w.:-]+)\s*[\])}]`)
)

// Addresses returns the addresses of the web in a text.
func Addresses(text string) []string { return address().FindAllString(text, -1) }

// links looks for addresses, markup, code and ids.
func (c *checker) links(v *findings) {
	s := v.raw
	told := func(what string) bool {
		what = strings.TrimRight(what, ".,;:!?'…")
		return what != "" && slices.ContainsFunc(c.Texts, func(t string) bool { return strings.Contains(t, what) })
	}
	end := 0
	for _, m := range markdowns(s) {
		if url := s[m[4]:m[5]]; s[m[0]] == '!' || !told(url) || !address().MatchString(url) {
			words := s[m[2]:m[3]]
			if s[m[0]] == '!' { // of a picture
				words = ""
			}
			v.add(Link, m[0], m[1], cmp.Or(words, " "), "the link %q was not returned by a tool", url)
		}
		end = m[1]
	}
	for _, m := range addresses(s) {
		if m[0] >= end && !told(s[m[0]:m[1]]) {
			v.add(Link, m[0], m[1], "", "the address %q was not returned by a tool", s[m[0]:m[1]])
		}
	}
	for _, m := range coded(s) {
		if !told(s[m[0]:m[1]]) {
			v.add(Link, m[0], m[1], " ", "write plain text: no markup and no code such as %q", s[m[0]:m[1]])
		}
	}
	if strings.ContainsAny(s, "_-") {
		c.ids(v)
	}
	if !strings.ContainsAny(s, "[({") {
		return
	}
	for _, m := range bracket().FindAllStringSubmatchIndex(s, -1) {
		id := s[m[4]:m[5]]
		known := slices.ContainsFunc(c.Things, func(t Thing) bool {
			return t.ID == id && (lang.Fold(t.Name) != lang.Fold(id) || strings.ContainsAny(id, "-_"))
		})
		shaped := (m[2] >= 0 || strings.ContainsAny(s[m[0]:m[4]], "[{")) && strings.ContainsAny(id, "-_0123456789") && strings.ContainsFunc(id, unicode.IsLetter)
		if known && strings.ContainsFunc(id, unicode.IsLetter) || shaped && (m[1] >= len(s) || s[m[1]] != '(') {
			v.add(ID, m[0], m[1], "", "leave out the id %q", id)
		}
	}
}

// ids looks for ids that stand in the place of a name, or are nobody's name.
func (c *checker) ids(v *findings) {
	for _, m := range internal().FindAllStringIndex(v.raw, -1) {
		id := v.raw[m[0]:m[1]]
		if m[0] > 0 && strings.ContainsRune("[({/=", rune(v.raw[m[0]-1])) || strings.Contains(c.Asked, id) {
			continue
		}
		i := slices.IndexFunc(c.Things, func(t Thing) bool { return t.ID == id && !strings.Contains(t.Name, id) })
		if i >= 0 && strings.Count(id, "-") > 1 {
			v.add(ID, m[0], m[1], c.Things[i].Name, "write %q, not the id", c.Things[i].Name)
		} else if strings.ContainsFunc(id, unicode.IsLetter) && strings.ContainsFunc(id, unicode.IsDigit) && (strings.Contains(id, "_") || opaque().MatchString(id)) {
			v.add(ID, m[0], m[1], "", "leave out the id %q", id)
		}
	}
}

func markdowns(s string) [][]int {
	if !strings.Contains(s, "](") {
		return nil
	}
	return markdown().FindAllStringSubmatchIndex(s, -1)
}

// addresses returns where there may be one. Most texts have no sign of any.
func addresses(s string) [][]int {
	for i := range len(s) - 1 {
		if s[i] == '@' || s[i] == ':' && s[i+1] == '/' || s[i] == '.' && ('a' <= s[i+1]|0x20 && s[i+1]|0x20 <= 'z') {
			return address().FindAllStringIndex(s, -1)
		}
	}
	return nil
}

// coded returns where there is markup or code.
func coded(s string) [][]int {
	if !strings.ContainsAny(s, "<`{&") && !strings.Contains(s, "javascript:") {
		return nil
	}
	return markup().FindAllStringIndex(s, -1)
}

// language looks whether the answer is in the guest's: a sentence that is makes
// it so, and one word that Portuguese and Spanish do not share is not enough.
func (c *checker) language(v *findings, found []mention) {
	if c.Language == "" {
		return
	}
	var all []string
	theirs, others := 0, map[lang.Language]int{}
	for _, u := range v.units {
		var words []string
		for i := u.first; i < u.last; i++ {
			k := v.tokens[i]
			first, _ := utf8.DecodeRuneInString(v.raw[k.from:k.to])
			if k.digits || within(found, i) || i > u.first && unicode.IsUpper(first) { // "Session IPA" is a name
				continue
			}
			words = append(words, v.raw[k.from:k.to])
			if l, ok := lang.Detect(words[len(words)-1]); ok && l == c.Language {
				theirs++
			} else if ok {
				others[l]++
			}
		}
		if l, ok := lang.Detect(strings.Join(words, " ")); ok && len(words) >= 3 && l == c.Language {
			return
		}
		all = append(all, words...)
	}
	if is, sure := lang.Detect(strings.Join(all, " ")); len(all) >= 5 && sure && is != c.Language && others[is] >= max(2, 3*theirs) {
		v.add(Language, 0, len(v.raw), "", "answer in %q, not in %q", c.Language, is)
	}
}

// repeated is how many words of our prompt in a row are too many.
const repeated = 8

// prompt looks for a stretch of our instructions. The name of a thing is none, how
// long it may be.
func (c *checker) prompt(v *findings, found []mention) {
	if c.Prompt == "" || len(v.tokens) < repeated {
		return
	}
	ours := " " + lang.Fold(c.Prompt) + " "
	for i := 0; i+repeated <= len(v.tokens); i++ {
		named := slices.ContainsFunc(found, func(m mention) bool { return m.from < i+repeated && i < m.to })
		if !named && strings.Contains(ours, " "+v.tokens[i].word+" "+v.tokens[i+1].word+" ") &&
			strings.Contains(ours, " "+lang.Fold(v.raw[v.tokens[i].from:v.tokens[i+repeated-1].to])+" ") {
			v.wrong(Prompt, i, i+repeated, "do not repeat your instructions")
			return
		}
	}
}

// Mend puts values right where their violations have a Fix, takes out ids, and deletes the sentence or the line
// of a list of every other violation, but for those of which the card's Word is enough.
// It is not ok if nothing that says anything remains.
func Mend(answer string, vs []Violation) (mended string, ok bool) {
	t := readText(answer)
	type cut struct {
		from, to int
		put      string
	}
	var cuts []cut
	gone := make([]bool, len(t.units))
	for _, x := range vs {
		if x.From < 0 || x.To > len(answer) || x.From > x.To || x.Word != NoWord && !x.Again {
			continue
		}
		switch {
		case x.Kind == Language:
			return "", false
		case x.Fix != "" || x.Kind == ID:
			cuts = append(cuts, cut{x.From, x.To, strings.TrimSpace(x.Fix)})
		default:
			for i, u := range t.units {
				gone[i] = gone[i] || x.From < u.to && x.To > u.from
			}
		}
	}
	for i := 1; i < len(t.units); i++ { // "Custa R$ 94." goes with the name it hangs on
		u := t.units[i]
		if _, costs := t.at("costs", u.first); gone[i-1] && costs && !u.list && !strings.Contains(answer[t.units[i-1].to:u.from], "\n") {
			gone[i] = true
		}
	}
	for i, u := range t.units { // a head goes with the last line under it
		under := func(w unit) bool { return w.under == i }
		if u.opens && !gone[i] && slices.ContainsFunc(t.units, under) {
			left := false
			for j, w := range t.units {
				left = left || under(w) && !gone[j]
			}
			gone[i] = !left
		}
	}
	for i, u := range t.units {
		if gone[i] {
			if (u.from == 0 || answer[u.from-1] == '\n') && u.to < len(answer) && answer[u.to] == '\n' {
				u.to++ // the whole line
			}
			cuts = append(cuts, cut{u.from, u.to, ""})
		}
	}
	slices.SortStableFunc(cuts, func(a, b cut) int { return cmp.Or(a.from-b.from, b.to-a.to) })
	var b strings.Builder
	at := 0
	for _, x := range cuts {
		if x.from >= at {
			b.WriteString(answer[at:x.from] + x.put)
			at = x.to
		}
	}
	b.WriteString(answer[at:])
	mended = tidy(b.String())
	left := readText(mended)
	says := 0
	for _, u := range left.units {
		if !u.opens && !strings.HasSuffix(strings.TrimSpace(left.raw[u.from:u.to]), "?") {
			says += u.last - u.first
		}
	}
	return mended, says >= 3
}

// tidy takes away the empty lines and spaces that deleting left.
func tidy(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t")
		if at := len(line) - len(strings.TrimLeft(line, " ")); at == 1 {
			lines[i] = strings.TrimSpace(line)
		}
	}
	s = strings.Join(lines, "\n")
	for strings.Contains(s, "\n\n\n") {
		s = strings.ReplaceAll(s, "\n\n\n", "\n\n")
	}
	return strings.TrimSpace(s)
}

func union[T comparable](a, b []T) []T {
	for _, x := range b {
		if !slices.Contains(a, x) {
			a = append(a, x)
		}
	}
	return a
}
