// Package guard looks at an answer as it will be sent to a guest, says what is
// wrong with it, span by span, and mends it. It knows the facts that the answer
// may state and nothing of who wrote it:
//
//	wrong := guard.Check(answer, facts)
//	mended, ok := guard.Mend(answer, wrong)
//
// What is dangerous, figures, names, links and the language are checked; all
// else is wording, and free. Where it cannot tell, it lets pass what does no harm.
// Of what goes against the card the guest is told the card's Word. The words it
// reads by are in words.txt.
package guard

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/hook"
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
	Whole    bool   // the answer has names in full: "batida" in a description is no Batida de coco
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
	Text           string // what the card says of it, if Says is empty
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
	index    *index
	asked    *answer
	askedOf  []int // things that the guest's message names
	profiles map[int]*profile
	sayings  []*amounts // by Texts and Asked, when they are first needed
}

func newChecker(f Facts) *checker {
	c := &checker{Facts: f, index: indexOf(f.Things), profiles: map[int]*profile{}}
	c.Marks, c.Whole = nil, false // they are of the answer
	c.asked = c.read(f.Asked)
	for _, m := range c.asked.named {
		c.askedOf = union(c.askedOf, m.things)
	}
	c.Marks, c.Whole = f.Marks, f.Whole
	return c
}

// An answer is a text with the things it names, and what is wrong with it.
type answer struct {
	*checker
	*text
	named []mention
	wrong []Violation
}

func (c *checker) read(said string) *answer {
	t := readText(said)
	return &answer{checker: c, text: t, named: c.mentions(t)}
}

func (c *checker) check(said string) []Violation {
	a := c.read(said)
	a.links()
	a.ids()
	a.harm()
	a.claims()
	a.figures()
	a.invented()
	a.language()
	a.prompt()
	slices.SortStableFunc(a.wrong, func(x, y Violation) int { return cmp.Or(x.From-y.From, x.To-y.To) })
	return slices.Compact(a.wrong)
}

// add notes what is wrong with some tokens.
func (a *answer) add(x Violation, s span) {
	x.From, x.To = a.tokens[s.first].from, a.tokens[s.last-1].to
	a.wrong = append(a.wrong, x)
}

func (a *answer) wrongly(kind Kind, s span, what string, args ...any) {
	a.add(Violation{Kind: kind, What: fmt.Sprintf(what, args...)}, s)
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
		switch {
		case x.From < 0 || x.To > len(answer) || x.From > x.To || x.Word != NoWord && !x.Again:
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
	t.hangOn(gone)
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
	mended = tidy(b.String() + answer[at:])
	return mended, readText(mended).saysSomething()
}

// hangOn marks as gone what hangs on units that go: "Custa R$ 94." on the sentence with the name, the head of a list on its
// last line.
func (t *text) hangOn(gone []bool) {
	for i := 1; i < len(t.units); i++ {
		u := t.units[i]
		if gone[i-1] && t.has("costs", u.first, u.first+1) && !u.list && !strings.Contains(t.raw[t.units[i-1].to:u.from], "\n") {
			gone[i] = true
		}
	}
	for i, u := range t.units {
		lines, left := 0, 0
		for j, w := range t.units {
			if w.under == i {
				lines++
				left += rank(!gone[j])
			}
		}
		gone[i] = gone[i] || u.opens && lines > 0 && left == 0
	}
}

// saysSomething reports whether more is left than heads of lists and questions.
func (t *text) saysSomething() bool {
	words := 0
	for _, u := range t.units {
		if !u.opens && !t.asks(u) {
			words += u.last - u.first
		}
	}
	return words >= 3
}

// tidy takes away the empty lines and spaces that deleting left.
func tidy(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t")
		if indented := strings.HasPrefix(line, "  "); !indented {
			lines[i] = strings.TrimSpace(line)
		}
	}
	s = strings.Join(lines, "\n")
	for strings.Contains(s, "\n\n\n") {
		s = strings.ReplaceAll(s, "\n\n\n", "\n\n")
	}
	return strings.TrimSpace(s)
}
