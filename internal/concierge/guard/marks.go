package guard

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

// A Mark says for whom a name in an answer is meant. Whoever writes the answer marks the
// names of dishes and places, "[Pudim de leite](Ana)", and the guest reads "Pudim de leite".
type Mark struct {
	From, To int      // bytes of the answer without marks
	For      []string // as they are called at the table; All: for everybody
	Not      bool     // it is for nobody: it is refused, warned of or only spoken of
}

// All marks what is for everybody at the table.
const All = "all"

var marking = pattern.Of(`\[([^\[\]\n]{2,120})\]\(([^()\n]{0,120})\)`)

// Unmark returns an answer as the guest reads it, and the marks that were in it. An address
// in the place of people is no mark, but a link.
func Unmark(answer string) (plain string, marks []Mark) {
	if !strings.Contains(answer, "](") {
		return answer, nil
	}
	var b strings.Builder
	at := 0
	for _, m := range marking().FindAllStringSubmatchIndex(answer, -1) {
		who := answer[m[4]:m[5]]
		if m[0] > 0 && answer[m[0]-1] == '!' || strings.ContainsAny(who, ":/#") || address().MatchString(who) {
			continue
		}
		b.WriteString(answer[at:m[0]])
		mark := Mark{From: b.Len(), Not: strings.Trim(who, "-–— ") == ""}
		b.WriteString(answer[m[2]:m[3]])
		mark.To, at = b.Len(), m[1]
		for _, p := range strings.FieldsFunc(who, func(r rune) bool { return r == ',' || r == ';' || r == '&' || r == '+' }) {
			if p = strings.TrimSpace(p); p != "" && !mark.Not {
				mark.For = append(mark.For, p)
			}
		}
		marks = append(marks, mark)
	}
	b.WriteString(answer[at:])
	return b.String(), marks
}

// unfinished returns where a mark begins that is not yet written to its end.
func unfinished(s string) int {
	open := strings.LastIndexByte(s, '[')
	if open < 0 || len(s)-open > 300 || strings.ContainsRune(s[open:], '\n') {
		return len(s)
	}
	rest := s[open:]
	closed := strings.IndexByte(rest, ']')
	if closed >= 0 && closed+1 < len(rest) && (rest[closed+1] != '(' || strings.IndexByte(rest[closed:], ')') > 0) {
		return len(s)
	}
	return open
}

// markOf returns the mark of a mention: the one that its words stand in, or else that of
// the same thing elsewhere in the answer, first if it is for somebody.
func (c *checker) markOf(v *findings, found []mention, m mention) (k Mark, ok bool) {
	if k, ok = c.markAt(v.tokens[m.from].from); ok {
		return k, true
	}
	for _, o := range found {
		if e, is := c.markAt(v.tokens[o.from].from); is && slices.Equal(o.things, m.things) && (!ok || k.Not) {
			k, ok = e, true
		}
	}
	return k, ok
}

func (c *checker) markAt(at int) (Mark, bool) {
	i := slices.IndexFunc(c.Marks, func(k Mark) bool { return k.From <= at && at < k.To })
	if i < 0 {
		return Mark{}, false
	}
	return c.Marks[i], true
}

// takers returns those at the table for whom a mark is, and whether all its names are
// known: the guest is "".
func (c *checker) takers(k Mark) (who []string, known bool) {
	for _, name := range k.For {
		switch folded := lang.Fold(name); {
		case folded == All || isIn(book().list("all"), folded):
			for _, p := range c.Table {
				who = append(who, p.Name)
			}
			who = append(who, "")
		case isIn(book().list("you"), folded) || hook.SameName(name, ""):
			who = append(who, "")
		default:
			places := hook.Among(c.Table, name)
			if len(places) == 0 && !othersBy(folded) {
				return nil, false
			}
			if len(places) == 0 { // somebody who needs nothing
				who = append(who, name)
			}
			for _, i := range places {
				who = append(who, c.Table[i].Name)
			}
		}
	}
	return who, len(who) > 0
}

// othersBy reports whether words mean people by how many they are or by whose they are: "other three",
// "your friend".
func othersBy(who string) bool {
	loose := []string{"counting", "article", "own", "theirs"}
	words := slices.DeleteFunc(strings.Fields(who), func(w string) bool {
		return slices.ContainsFunc(loose, func(list string) bool { return isIn(book().list(list), w) })
	})
	return len(words) == 0 || hook.Kin(strings.Join(words, " "))
}

// A Spoken is a thing that a text names: for somebody or for nobody by its mark, or where there is none maybe with the
// reason for which somebody must not have it.
type Spoken struct {
	Kind, ID         string
	For, Not, Warned bool
}

// Names returns the things that a text names, each once, in its order; a part of a name counts if it can mean only one.
func Names(text string, f Facts) (all []Spoken) {
	c := newChecker(f)
	v := &findings{text: c.read(text)}
	for _, m := range c.mentions(v.text) {
		if len(m.things) != 1 || m.weak && !c.dish(m.things[0]) { // "from the hostel to the hotel"
			continue
		}
		x := c.Things[m.things[0]]
		i := slices.IndexFunc(all, func(s Spoken) bool { return s.Kind == x.Kind && s.ID == x.ID })
		if i < 0 {
			i, all = len(all), append(all, Spoken{Kind: x.Kind, ID: x.ID})
		}
		if k, ok := c.markAt(v.tokens[m.from].from); ok {
			all[i].For, all[i].Not = all[i].For || !k.Not, all[i].Not || k.Not
		} else if len(c.Marks) == 0 {
			all[i].Warned = all[i].Warned || slices.ContainsFunc(c.notFor(m), func(not NotFor) bool { return c.tells(v, v.named, m, not) })
		}
	}
	return all
}

// shifted returns marks of a text of which some bytes before them are gone.
func shifted(marks []Mark, by int) []Mark {
	marks = slices.Clone(marks)
	for i := range marks {
		marks[i].From, marks[i].To = marks[i].From+by, marks[i].To+by
	}
	return marks
}

// Moved returns the marks of a text that are left in what became of it, each where its
// words stand now.
func Moved(marks []Mark, was, is string) (left []Mark) {
	at := 0
	for _, k := range marks {
		words := was[k.From:k.To]
		if i := strings.Index(is[at:], words); i >= 0 {
			k.From, k.To = at+i, at+i+len(words)
			at, left = k.To, append(left, k)
		}
	}
	return left
}
