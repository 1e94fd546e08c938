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

var marking = pattern.Of(`!?\[([^\[\]\n]{2,120})\]\(([^()\n]{0,120})\)`)

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
		if answer[m[0]] == '!' || strings.ContainsAny(who, ":/#") || address().MatchString(who) {
			continue
		}
		b.WriteString(answer[at:m[0]])
		k := Mark{From: b.Len(), Not: strings.Trim(who, "-–— ") == ""}
		b.WriteString(answer[m[2]:m[3]])
		k.To, at = b.Len(), m[1]
		for _, p := range strings.FieldsFunc(who, func(r rune) bool { return strings.ContainsRune(",;&+", r) }) {
			if p = strings.TrimSpace(p); p != "" && !k.Not {
				k.For = append(k.For, p)
			}
		}
		marks = append(marks, k)
	}
	return b.String() + answer[at:], marks
}

// unfinished returns where a mark begins that is not yet written to its end.
func unfinished(s string) int {
	open := strings.LastIndexByte(s, '[')
	if open < 0 || len(s)-open > 300 || strings.ContainsRune(s[open:], '\n') {
		return len(s)
	}
	words, rest, closed := strings.Cut(s[open:], "]")
	if closed && rest != "" && (rest[0] != '(' || strings.Contains(rest, ")")) || len(words) == 0 {
		return len(s)
	}
	return open
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

// markAt returns the mark that a byte of the answer stands in.
func (c *checker) markAt(at int) (Mark, bool) {
	i := slices.IndexFunc(c.Marks, func(k Mark) bool { return k.From <= at && at < k.To })
	if i < 0 {
		return Mark{}, false
	}
	return c.Marks[i], true
}

// markOf returns the mark of a mention: its own, or else that of the same thing elsewhere in
// the answer, first if it is for somebody.
func (a *answer) markOf(m mention) (k Mark, ok bool) {
	if k, ok = a.markAt(a.tokens[m.first].from); ok {
		return k, true
	}
	for _, o := range a.named {
		e, marked := a.markAt(a.tokens[o.first].from)
		if marked && slices.Equal(o.things, m.things) && (!ok || k.Not) {
			k, ok = e, true
		}
	}
	return k, ok
}

// takers returns those at the table for whom a mark is, and whether all its names are
// known: the guest is "".
func (c *checker) takers(k Mark) (who []string, known bool) {
	for _, name := range k.For {
		switch folded := lang.Fold(name); {
		case folded == All || is(folded, "all"):
			for _, p := range c.Table {
				who = append(who, p.Name)
			}
			who = append(who, "")
		case is(folded, "you") || hook.SameName(name, ""):
			who = append(who, "")
		default:
			places := hook.Among(c.Table, name)
			if len(places) == 0 && !stranger(folded) {
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

// stranger reports whether words mean people by how many they are or by whose they are: "other three", "your friend".
func stranger(who string) bool {
	words := slices.DeleteFunc(strings.Fields(who), func(w string) bool { return is(w, "counting") })
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
	a := newChecker(f).read(text)
	for _, m := range a.named {
		x := a.Things[m.things[0]]
		if len(m.things) != 1 || m.weak() && !a.edible(m.things[0]) { // "from the hostel to the hotel"
			continue
		}
		i := slices.IndexFunc(all, func(s Spoken) bool { return s.Kind == x.Kind && s.ID == x.ID })
		if i < 0 {
			i, all = len(all), append(all, Spoken{Kind: x.Kind, ID: x.ID})
		}
		if k, ok := a.markAt(a.tokens[m.first].from); ok {
			all[i].For, all[i].Not = all[i].For || !k.Not, all[i].Not || k.Not
		} else if len(a.Marks) == 0 {
			all[i].Warned = all[i].Warned || slices.ContainsFunc(a.notFor(m), func(n NotFor) bool { return a.tells(m, n) })
		}
	}
	return all
}
