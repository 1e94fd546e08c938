package concierge

import (
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// someone is a person of whom words speak.
type someone struct {
	name     string // as at the table, or else as it is said; "me" is the guest
	from, to int
	known    bool // at the table
	behind   bool // a "for": "pra Ana"
	owner    bool // behind an "of": "a sopa da Ana"
}

// people are those of whom words speak, in their order: by name or kin ("minha filha" is "minha filha Bia" of the table), by what they
// must not have ("o vegetariano"), as the guest, or as "ela", who was named last.
func (a asked) people() (all []someone) {
	all = a.peopleNamed()
	taken := func(w spot) bool {
		return slices.ContainsFunc(all, func(x someone) bool { return x.from <= w.from && w.from < x.to })
	}
	text := spots(a.text)
	for i, w := range text {
		said := a.text[w.from:w.to]
		x := someone{from: w.from, to: w.to}
		switch {
		case taken(w):
			continue
		case is(w.word, "me") && (w.word != "mi" || i+1 == len(text)) && (w.word != "me" || a.at.Language == lang.English):
			x.name = "me"
		case is(w.word, "third") || said == "él":
			x.name = a.standsFor(w)
		case a.isCalled(said):
			x.name = said
		case i > 0 && is(text[i-1].word, "article"):
			x.name = a.needing(w.word)
		}
		if x.name != "" {
			all = append(all, x)
		}
	}
	slices.SortFunc(all, func(x, y someone) int { return x.from - y.from })
	for i, x := range all {
		if at := hook.Among(a.at.Table, x.name); x.name != "me" && len(at) == 1 && a.at.Table[at[0]].Name != "" {
			all[i].name, all[i].known = a.at.Table[at[0]].Name, true
		}
		all[i].behind, all[i].owner = a.led(x.from, "for"), a.led(x.from, "of_place")
	}
	return all
}

// peopleNamed are those whom words call by name, or by what they are to the guest. The name of a dish is nobody's.
func (a asked) peopleNamed() (all []someone) {
	for _, p := range understand.People(a.text) {
		dish := slices.ContainsFunc(a.mentions(a.text), func(m scene.Mention) bool { return m.From < p.To && p.From < m.To })
		if !dish {
			all = append(all, someone{name: p.Name, from: p.From, to: p.To})
		}
	}
	return all
}

// isCalled reports whether somebody at the table, or who has something of the order, is called by a word.
func (a asked) isCalled(word string) bool {
	upper := unicode.IsUpper([]rune(word)[0])
	known := len(hook.Among(a.at.Table, word)) == 1 && (upper || len(word) > shortWord)
	return known || upper && slices.ContainsFunc(a.kept().Lines, func(l orderLine) bool { return strings.Contains(l.For, word) })
}

// led reports whether a word of a use stands before a place, with at most an article between.
func (a asked) led(at int, use string) bool {
	before := spots(a.text[:at])
	for n := len(before) - 1; n >= max(0, len(before)-2); n-- {
		w := before[n].word
		if is(w, use) && w != "a" && w != "as" {
			return true
		}
		if !isAny(w, "article", "own") {
			return false
		}
	}
	return false
}

// standsFor is the name of whom a pronoun means: who was named last, or the only one beside the guest.
func (a asked) standsFor(w spot) string {
	before := max(0, strings.Index(a.at.Message, a.text))
	for _, name := range understand.Whose(a.text, w.from, append(slices.Clone(a.at.Said), a.at.Message[:before])...) {
		if name != "" && name != understand.Somebody && len(a.mentions(name)) == 0 {
			return name
		}
	}
	var others []string
	for _, p := range a.at.Table {
		if p.Name != "" && !p.Is(hook.Companion) {
			others = append(others, p.Name)
		}
	}
	if len(others) != 1 {
		return ""
	}
	return others[0]
}

// needing is the name of who at the table is called by what they must not have: "a celíaca". A food names nobody.
func (a asked) needing(word string) string {
	if len(word) <= shortWord || understand.Edible(word) {
		return ""
	}
	for _, p := range a.at.Table {
		if p.Name != "" && slices.ContainsFunc(spots(strings.Join(p.Diets, " ")), func(w spot) bool { return lang.Stem(w.word) == lang.Stem(word) }) {
			return p.Name
		}
	}
	return ""
}

// spokenOf are those at the table of whom words speak, and not the guest; "o menino" may be each of the children.
func (a asked) spokenOf() (who []string) {
	add := func(name string) {
		if name != hook.Companion && !slices.Contains(who, name) {
			who = append(who, name)
		}
	}
	for _, x := range a.people() {
		if x.known {
			add(x.name)
		}
	}
	for _, x := range a.at.Table {
		if hook.Speaks(a.text, x.Name) || len(who) == 0 && a.says("children") && says(x.Name, "children") {
			add(x.Name)
		}
	}
	return who
}

// whoFor are those for whom something is wished: who is spoken of, and the guest where words say "for me". Nobody is all.
func (a asked) whoFor() (who []string) {
	for _, c := range a.clauses() {
		if len(understand.Needs(c.text)) > 0 && len(a.clauses()) > 1 { // "ela é celíaca, o que temos?"
			continue
		}
		for _, name := range c.spokenOf() {
			if !slices.Contains(who, name) {
				who = append(who, name)
			}
		}
	}
	me := a.says("for_me") || slices.ContainsFunc(a.people(), func(x someone) bool { return x.name == "me" && x.behind })
	switch {
	case a.says("for_us", "shared", "with_me"), me && len(who) > 0:
		return nil
	case me:
		return []string{"me"}
	}
	return who
}

// askedFor are those of whom words ask what they may have.
func (a asked) askedFor() []string {
	if who := a.spokenOf(); len(who) > 0 || !a.says("i_may") {
		return who
	}
	return []string{"me"}
}

// party is how many are at the table, as far as it is known.
func (a asked) party() int { return max(a.at.Party, len(a.at.Table)) }
