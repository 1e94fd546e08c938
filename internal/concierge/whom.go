package concierge

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
)

// someone is a person of whom words speak.
type someone struct {
	name     string // as at the table, or else as it is said; "me" is the guest
	from, to int
	known    bool // at the table
	behind   bool // a "for": "pra Ana"
}

// people are those of whom words speak, in their order: by name ("a Bia" is "minha filha Bia"), by what they
// must not have ("o vegetariano"), as the guest, or else as "ela", who was named last.
func (a asked) people() (all []someone) {
	words, named := spots(a.text), understand.People(a.text)
	var eating []string // who has something is known by name
	for _, l := range a.kept().Lines {
		eating = append(eating, strings.Split(l.For, " & ")...)
	}
	if a.text != "" && len(named) == 0 && len(words) > 1 && unicode.IsUpper([]rune(a.text)[0]) && (is(words[1].word, "pays") || is(words[1].word, "want") || is(words[1].word, "only")) && !understand.IsWord(words[0].word) {
		eating = append(eating, a.text[words[0].from:words[0].to]) // "Joe only pays…"
	}
	for i, w := range words {
		if n := len(all); n > 0 && w.from < all[n-1].to {
			continue
		}
		said, k := a.text[w.from:w.to], i-1
		for k > 0 && is(words[k].word, "article") && !is(words[k].word, "for") { // "para la nena"
			k--
		}
		behind := k >= 0 && is(words[k].word, "for") && words[k].word != "a"
		add := func(name string, to int) {
			x := someone{name: name, from: w.from, to: to, behind: behind}
			if at := hook.Among(a.at.Table, name); name != "me" && len(at) == 1 && a.at.Table[at[0]].Name != "" {
				x.name, x.known = a.at.Table[at[0]].Name, true
			}
			all = append(all, x)
		}
		p := slices.IndexFunc(named, func(p understand.Spoken) bool { return p.From == w.from })
		alone := len(hook.Among(a.at.Table, said)) == 1 && (unicode.IsUpper([]rune(said)[0]) || len(w.word) > shortWord || is(w.word, "children") || hook.Kin(w.word))
		switch {
		case p >= 0:
			add(named[p].Name, named[p].To)
		case alone, said != "me" && slices.Contains(eating, said):
			add(said, w.to)
		case is(w.word, "me"):
			weak := w.word == "mi" || w.word == "me" && a.at.Language != lang.English // "me traz", "mi tía"
			if owns := i+1 < len(words) && strings.TrimSpace(a.text[w.to:words[i+1].from]) == ""; !weak || behind && (w.word != "mi" || !owns) {
				add("me", w.to)
			}
		case is(w.word, "third") || said == "él":
			if name := a.standsFor(w, behind); name != "" {
				add(name, w.to)
			}
		case i > 0 && is(words[i-1].word, "article"):
			for _, name := range a.needing(w.word) {
				add(name, w.to)
			}
		}
	}
	return all
}

// needing are the names of those at the table of whom a word tells what they must not have: "celíaca". A food names nobody.
func (a asked) needing(word string) (names []string) {
	for _, p := range a.at.Table {
		need := func(n string) bool {
			return len(n) > shortWord && lang.Stem(n) == lang.Stem(word) && !understand.Edible(n)
		}
		if p.Name != "" && slices.ContainsFunc(strings.Fields(words(strings.Join(p.Diets, " "))), need) {
			names = append(names, p.Name)
		}
	}
	return names
}

// standsFor is the name of whom a pronoun means: who was named last, or the only one beside the guest.
func (a asked) standsFor(w spot, behind bool) string {
	before := max(0, strings.Index(a.at.Message, a.text))
	text := a.text
	if behind { // who is named behind "um pra ela e um pro meu pai" is another
		text = a.text[:w.to]
	}
	for _, name := range understand.Whose(text, w.from, append(slices.Clone(a.at.Said), a.at.Message[:before])...) {
		if name != "" && name != hook.Companion && name != understand.Somebody && len(a.mentions(name)) == 0 {
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

// spokenOf are those at the table of whom words speak, and not the guest; "o menino" may be each of the children.
func (a asked) spokenOf(text string) (who []string) {
	add := func(name string) {
		if !slices.Contains(who, name) {
			who = append(who, name)
		}
	}
	p := a.part(text)
	for _, x := range p.people() {
		if x.known && x.name != hook.Companion {
			add(x.name)
		}
	}
	for _, x := range a.at.Table {
		if hook.Speaks(text, x.Name) || len(who) == 0 && p.says("children") && (asked{text: x.Name}).says("children") {
			add(x.Name)
		}
	}
	return who
}

// recipients reports whether words say that something is for the guest, and for somebody else: "pra mim e pra minha mãe".
func (a asked) recipients() (me, others bool) {
	for _, x := range a.people() {
		me, others = me || x.behind && x.name == "me", others || x.behind && x.name != "me"
	}
	for i, w := range spots(a.text) {
		before := spots(a.text)[max(0, i-1)].word
		others = others || i > 0 && is(before, "for") && before != "a" && (is(w.word, "article") || is(w.word, "own") && w.word != "mi" || is(w.word, "third"))
	}
	return me, others
}

// eaters are for whom a wish is, if it is not for all: those of whom its words speak where they tell no need, and the
// guest, unless it says that it is for others.
func (a asked) eaters() (who []string) {
	me, others := a.part(a.at.Message).recipients()
	said := a.text
	for _, piece := range pieces(a.text) { // "somos nós dois e a bebê, tem vinho?", "ela é celíaca, o que temos?"
		if _, party := staydate.Party(piece); (party || a.tellsNeed(piece)) && len(pieces(a.text)) > 1 {
			said = strings.Replace(said, piece, "", 1)
		}
	}
	switch who = a.spokenOf(said); {
	case me && others, a.says("shared"), a.part(a.at.Message).says("for_us"), a.says("us") && a.says("third"), a.part(said).hasPhrase("with_me"):
		return nil
	case a.hasPhrase("for_rest") && len(a.at.Table) > 1: // the guest has what others have
		return []string{"me"}
	case a.hasPhrase("for_me") && !others:
		return append(who, "me")
	}
	return who
}

// thirsts reports whether a message asks for a drink for a person at the table: "e ela toma o
// quê?".
func (a asked) thirsts() bool {
	all := a.courses()
	return len(all) == 1 && all[0] == "drink" && a.questions() && len(a.eaters()) > 0
}

// askedFor are those of whom words ask what they may have: who is spoken of, or the guest. Nobody is all.
func (a asked) askedFor() []string {
	if who := a.spokenOf(a.text); len(who) > 0 || !a.says("i_may") {
		return who
	}
	return []string{"me"}
}

// portions are the searches of a message that wishes for several people, each their own: "algo leve pra Ana e um peixe pra
// mim". A course that stands before the first of them is that of all.
func (a asked) portions() (all []llm.ToolCall) {
	type portion struct {
		text string
		who  []string
	}
	var some []portion
	shared, known := "", false
	for _, clause := range ands().Split(strings.Join(pieces(a.text), " e "), -1) {
		p := a.part(clause)
		who := p.spokenOf(clause)
		me, others := p.recipients()
		if me {
			who = []string{"me"}
		}
		i := slices.IndexFunc(some, func(x portion) bool { return len(who) > 0 && slices.Equal(x.who, who) })
		switch {
		case i < 0 && (me || others && !a.tellsNeed(clause)):
			some, known = append(some, portion{clause, who}), known || len(who) > 0
		case i < 0 && len(some) == 0 && len(p.courses()) > 0:
			shared += clause + " "
		case len(some) > 0:
			if i < 0 {
				i = len(some) - 1
			}
			some[i].text += " " + clause // "e o dela sem cebola"
		}
	}
	joint := a.hasPhrase("any_dish") && len(some) > 1 && is(wordBehind(some[1].text, 0), "for") // "um prato pra mim e pra ela"
	if len(some) < 2 || a.says("shared") || joint || !known {
		return nil
	}
	var course any
	for _, x := range some {
		p := a.part(x.text)
		if len(p.courses()) == 0 {
			p = a.part(shared + x.text)
		}
		if p.portion = true; !p.has("money") {
			p.spans = append(p.spans, slices.DeleteFunc(slices.Clone(a.spans), func(s understand.Span) bool { return s.Kind != "money" })...)
		}
		for _, c := range p.findDishes() {
			in := args{}
			_ = json.Unmarshal([]byte(c.Args), &in) // ours
			delete(in, "each")
			if course != nil && len(p.courses()) == 0 && in["wish"] == nil { // "uma sobremesa pra Lia e uma pro Beto"
				in["course"] = course
			}
			course = in["course"]
			if delete(in, "for"); len(x.who) > 0 { // and else, of whom nothing is known, what all may have
				in["for"], in["named"] = x.who, true
			} else if named := understand.People(x.text); len(named) > 0 {
				in["whom"] = named[0].Name
			}
			all = append(all, call(c.Name, in)...)
		}
	}
	return all
}
