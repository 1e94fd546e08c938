// Package guard looks at an answer as it will be sent to a guest, says what is
// wrong with it, span by span, and mends it. It knows the facts that the answer
// may state and nothing of who wrote it:
//
//	r := guard.Review(answer, facts)
//	mended, ok := guard.Mend(answer, r.Wrong)
//
// What is dangerous, figures, names, links and the language are checked; all
// else is wording, and free. What an answer names that somebody at the table must not
// have is wrong where a mark has it for them, and else needs a word of warning, which
// the house adds. The words it reads by are in words.txt.
package guard

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
)

// Facts are what an answer may say.
type Facts struct {
	Language lang.Language // the guest's; "": any
	Texts    []string      // all that was said in the conversation, oldest first; results of tools, as JSON; what is known of house and guest
	Fresh    []string      // of Texts, what is of this turn: results of tools and the guest's message
	Things   []Thing       // every dish on the card, breweries and places shown
	Table    []hook.Person // who is there
	Asked    string        // the guest's message
	Marks    []Mark        // for whom its names are, by whoever wrote the answer
	Prompt   string        // ours, of which no eight words in a row may be repeated
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
	Text           string // what the card says of it where Says is empty
}

// NotFor is somebody who must not have a thing, and why: "" is the guest.
type NotFor struct{ Who, Why string }

// Kind is what is wrong.
type Kind string

// The kinds of violations.
const (
	Harm     Kind = "harm"     // offers what somebody must not have
	Claim    Kind = "claim"    // says of allergens or a diet what the card contradicts
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
	Fix      string // what to put there instead; empty: the sentence goes
}

// A Report is what there is to say about an answer.
type Report struct {
	Wrong   []Violation // in the order of the text
	Warn    []Warning   // what it names and somebody must not have, which it does not say
	Caution bool        // it says of allergens what the card does not tell, and not that the kitchen knows
}

// Review returns what is wrong with an answer, and what is to be added to it.
func Review(answer string, f Facts) Report { return newChecker(f).review(answer) }

// Check returns what is wrong with an answer, in the order of the text.
func Check(answer string, f Facts) []Violation { return Review(answer, f).Wrong }

// A checker has the facts made ready for several answers.
type checker struct {
	Facts
	index    *index
	said     []*said // of Texts and Asked, when it is first needed
	asked    *text
	askedOf  []int // things that the guest's message names
	profiles map[int]*profile
}

func newChecker(f Facts) *checker {
	c := &checker{Facts: f, index: indexOf(f.Things), profiles: map[int]*profile{}, asked: readText(f.Asked)}
	for _, m := range c.mentions(c.asked) {
		c.askedOf = union(c.askedOf, m.things)
	}
	return c
}

func (c *checker) read(answer string) *findings {
	v := &findings{text: readText(answer)}
	v.found = c.mentions(v.text)
	var marked []int
	for _, m := range v.found {
		if _, is := c.markAt(v.tokens[m.first].from); is {
			marked = union(marked, m.things)
		}
	}
	v.found = slices.DeleteFunc(v.found, func(m mention) bool { // where names are marked, in "from Bahia" there is no Moqueca baiana
		return len(c.Marks) > 0 && !m.certain() && (m.own == 0 || !slices.Contains(marked, m.things[0]))
	})
	return v
}

func (c *checker) review(answer string) Report {
	v := c.read(answer)
	c.links(v)
	c.harm(v)
	c.claims(v)
	c.figures(v)
	c.invented(v)
	c.language(v)
	c.prompt(v)
	slices.SortStableFunc(v.all, func(a, b Violation) int { return cmp.Or(a.From-b.From, a.To-b.To) })
	return Report{slices.Compact(v.all), v.warn, v.caution}
}

// findings gather what is wrong with a text.
type findings struct {
	*text
	found   []mention
	all     []Violation
	warn    []Warning
	caution bool
}

func (v *findings) add(kind Kind, from, to int, fix, format string, args ...any) {
	v.all = append(v.all, Violation{From: from, To: to, Kind: kind, What: fmt.Sprintf(format, args...), Fix: fix})
}

// wrong reports what is wrong from one token to before another.
func (v *findings) wrong(kind Kind, first, last int, format string, args ...any) {
	v.add(kind, v.tokens[first].from, v.tokens[last-1].to, "", format, args...)
}

// reported reports whether a token is in a link or an id that is wrong already.
func (v *findings) reported(i int) bool {
	return slices.ContainsFunc(v.all, func(x Violation) bool {
		return (x.Kind == Link || x.Kind == ID) && x.From <= v.tokens[i].from && v.tokens[i].to <= x.To
	})
}

// language looks whether the answer is in the guest's: a sentence that is makes it so. Names are of any.
func (c *checker) language(v *findings) {
	var all []string
	for _, u := range v.units {
		var words []string
		for i := u.first; i < u.last; i++ {
			if k := v.tokens[i]; !k.digits && !v.within(i) && (i == u.first || !k.capital) { // "Session IPA" is a name
				words = append(words, v.raw[k.from:k.to])
			}
		}
		if l, ok := lang.Detect(strings.Join(words, " ")); ok && len(words) >= 3 && l == c.Language || c.Language == "" {
			return
		}
		all = append(all, words...)
	}
	if is, sure := lang.Detect(strings.Join(all, " ")); len(all) >= 5 && sure && is != c.Language {
		v.add(Language, 0, len(v.raw), "", "answer in %q, not in %q", c.Language, is)
	}
}

// repeated is how many words of our prompt in a row are too many.
const repeated = 8

// prompt looks for a stretch of our instructions. The name of a thing is none, how
// long it may be.
func (c *checker) prompt(v *findings) {
	ours := " " + lang.Fold(c.Prompt) + " "
	for i := 0; i+repeated <= len(v.tokens) && c.Prompt != ""; i++ {
		named := slices.ContainsFunc(v.found, func(m mention) bool { return m.first < i+repeated && i < m.last })
		if !named && strings.Contains(ours, " "+lang.Fold(v.words(i, i+repeated))+" ") {
			v.wrong(Prompt, i, i+repeated, "do not repeat your instructions")
			return
		}
	}
}

func union[T comparable](a, b []T) []T {
	for _, x := range b {
		if !slices.Contains(a, x) {
			a = append(a, x)
		}
	}
	return a
}
