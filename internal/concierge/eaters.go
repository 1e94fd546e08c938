package concierge

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
)

// newLimit is the price that a short message sets for the last search: "baixa pra 90".
func (a asked) newLimit() float64 {
	words := spots(a.text)
	searched := slices.ContainsFunc(a.again, func(c llm.ToolCall) bool { return c.Name == "find_dishes" })
	if !searched || len(words) > 6 || !a.says("limit") || a.orders() {
		return 0
	}
	for _, w := range words {
		if n, ok := understand.Amount(w.word); ok && n >= 10 {
			return n
		}
	}
	return 0
}

// eaters are for whom a wish is, if it is not for all: those whom its words speak of where they
// tell no need, and the guest, unless it says that it is for others.
func (a asked) eaters() (who []string) {
	me, others := asked{text: a.at.Message}.recipients()
	said := a.text
	for _, piece := range pieces(a.text) { // "somos nós dois e a bebê, tem vinho?", "ela é celíaca, o que temos?"
		if _, party := staydate.Party(piece); (party || a.tellsNeed(piece)) && len(pieces(a.text)) > 1 {
			said = strings.Replace(said, piece, strings.Repeat(" ", len(piece)), 1)
		}
	}
	who = a.spokenIn(said, a.text)
	mine := a.hasPhrase("for_me")
	switch {
	case forAll().MatchString(words(a.at.Message)), me && others, a.says("shared"), a.says("for_us"), a.says("us") && a.says("third"), joinsMe().MatchString(words(said)):
		return nil
	case a.hasPhrase("for_rest") && len(a.at.Table) > 1: // the guest has what others have
		return []string{"me"}
	case mine && !others:
		return append(who, "me")
	}
	return who
}

// thirsts reports whether words ask what somebody at the table has to drink: "e ela toma o quê?".
func (a asked) thirsts() bool {
	all := a.courses()
	return len(all) == 1 && all[0] == "drink" && a.questions() && len(a.eaters()) > 0
}

// forAll are words by which something is for all at the table: "for both of us".
var forAll = pattern.Of(` (?:for|para|pra|pro|pros|pras) (?:both|all|us|the (?:two|three|four|five|six) of us|all of us|everybody|everyone|nos|nos (?:dois|duas|tres|quatro|todos)|todos|todas|todo mundo|a gente|gente|nosotros|nosotras|los (?:dos|tres|cuatro)|las (?:dos|tres)|ambos|ambas) `)

// joinsMe are words by which the guest has a dish together with somebody: "minha mãe e eu".
var joinsMe = pattern.Of(` (?:e|y|and) (?:eu|yo|i|mim|me|mi) | (?:eu|yo|i) (?:e|y|and) | (?:com|con|with) (?:meu|minha|meus|minhas|mi|mis|my|um|uma|un|una|o|a|os|as|el|la) `)

// recipients reports whether words say that something is for the guest, and for somebody else:
// "pra mim e pra minha mãe".
func (a asked) recipients() (me, others bool) {
	all, people := spots(a.text), understand.People(a.text)
	for i := 1; i < len(all); i++ {
		if is(all[i-1].word, "for") && all[i-1].word != "a" {
			mine := is(all[i].word, "me") && (all[i].word != "mi" || i+1 == len(all) || strings.ContainsAny(a.text[all[i].to:all[i+1].from], ",.;?!"))
			me = me || mine
			others = others || !mine && (is(all[i].word, "own") || is(all[i].word, "third") || is(all[i].word, "article") || slices.ContainsFunc(people, func(p understand.Spoken) bool { return p.From == all[i].from }))
		}
	}
	return me, others
}

// portions are the searches of a message that wishes for several people, each their own: "algo leve
// pra Ana e um peixe pra mim". A course that stands before the first of them is that of all.
func (a asked) portions() (all []llm.ToolCall) {
	var texts []string
	var whose [][]string
	shared, from := "", 0
	for _, clause := range ands().Split(strings.Join(pieces(a.text), " e "), -1) {
		at := from + max(0, strings.Index(a.text[from:], clause))
		from = min(len(a.text), at+len(clause))
		who := a.spokenIn(strings.Repeat(" ", at)+clause, a.text)
		me, others := asked{text: clause}.recipients()
		if me {
			who = []string{"me"}
		}
		i := slices.IndexFunc(whose, func(had []string) bool { return len(who) > 0 && slices.Equal(had, who) })
		switch {
		case i >= 0: // "e o dela sem cebola"
			texts[i] += " " + clause
		case me || others && !a.tellsNeed(clause):
			texts, whose = append(texts, clause), append(whose, who)
		case len(texts) > 0:
			texts[len(texts)-1] += " " + clause
		case len(a.part(clause).courses()) > 0:
			shared += clause + " "
		}
	}
	joint := a.hasPhrase("any_dish") && slices.ContainsFunc(texts[min(1, len(texts)):], func(text string) bool { return is(spots(text)[0].word, "for") }) // "um prato pra mim e pra ela"
	if len(texts) < 2 || a.says("shared") || joint || !slices.ContainsFunc(whose, func(who []string) bool { return len(who) > 0 }) {
		return nil
	}
	var course any
	for i, text := range texts {
		p := a.part(text)
		if len(p.courses()) == 0 {
			p = a.part(shared + text)
		}
		if p.portion = true; !p.has("money") {
			p.spans = append(p.spans, slices.DeleteFunc(slices.Clone(a.spans), func(s understand.Span) bool { return s.Kind != "money" })...)
		}
		for _, c := range p.findDishes() {
			in := args{}
			_ = json.Unmarshal([]byte(c.Args), &in) // ours
			delete(in, "each")
			if wish, _ := in["wish"].(string); course != nil && len(p.courses()) == 0 && (wish == "" || strings.HasPrefix(wish, "sem ")) { // "uma sobremesa pra Lia e uma pro Beto"
				in["course"] = course
			}
			course = in["course"]
			if delete(in, "for"); len(whose[i]) > 0 { // and else, of whom nothing is known, what all may have
				in["for"], in["named"] = whose[i], true
			} else if named := understand.People(text); len(named) > 0 {
				in["whom"] = named[0].Name
			}
			all = append(all, call(c.Name, in)...)
		}
	}
	return all
}

// spokenOf are those at the table whom words speak of: by a name ("a Bia" is "minha filha
// Bia"), by what they must not have ("o vegetariano"), or else as "ela", who was named last.
func (a asked) spokenOf(text string) (who []string) { return a.spokenIn(text, text) }

// spokenIn are those whom a part of words speaks of, of which the rest is blank.
func (a asked) spokenIn(text, whole string) (who []string) {
	add := func(places []int) {
		for _, i := range places {
			if p := a.at.Table[i]; p.Name != "" && !p.Is(hook.Companion) && !slices.Contains(who, p.Name) {
				who = append(who, p.Name)
			}
		}
	}
	all := spots(text)
	child := slices.ContainsFunc(all, func(w spot) bool { return is(w.word, "children") })
	for i, p := range a.at.Table {
		if hook.Speaks(text, p.Name) || child && (asked{text: p.Name}).says("children") { // "o menino" may be each of them
			add([]int{i})
		}
	}
	for k, w := range all {
		if at := hook.Among(a.at.Table, text[w.from:w.to]); len(at) == 1 && (unicode.IsUpper(rune(text[w.from])) || len(w.word) > shortWord || is(w.word, "children") || hook.Kin(w.word)) {
			add(at)
		}
		if k > 0 && is(all[k-1].word, "article") {
			add(a.havingNeed(w.word))
		}
	}
	for k, w := range all {
		if (len(who) == 0 || k > 0 && is(all[k-1].word, "for")) && (is(w.word, "third") || text[w.from:w.to] == "él") {
			add(a.standingFor(whole[:w.to], w.from)) // who is named behind it is another: "um pra ela e um pro meu pai"
		}
	}
	return who
}

// havingNeed are the places at the table of those whom a word for what they must not have
// names: "celíaca". A food names nobody.
func (a asked) havingNeed(word string) (places []int) {
	for i, p := range a.at.Table {
		if slices.ContainsFunc(strings.Fields(words(strings.Join(p.Diets, " "))), func(need string) bool {
			return len(need) > shortWord && lang.Stem(need) == lang.Stem(strings.TrimSpace(word)) && !understand.Edible(need)
		}) {
			places = append(places, i)
		}
	}
	return places
}

// standingFor is the place at the table of whom a pronoun means: who was named last, or
// the only one beside the guest.
func (a asked) standingFor(text string, at int) []int {
	for _, name := range understand.Whose(text, at, a.at.Said...) {
		if places := hook.Among(a.at.Table, name); name != "" && name != hook.Companion && len(places) == 1 {
			return places
		}
	}
	var others []int
	for i, p := range a.at.Table {
		if p.Name != "" {
			others = append(others, i)
		}
	}
	if len(others) != 1 {
		return nil
	}
	return others
}

// askedFor are those of whom words ask what they may have: who is spoken of, or the guest.
// Nobody is all.
func (a asked) askedFor() []string {
	if who := a.spokenOf(a.text); len(who) > 0 || !a.says("i_may") {
		return who
	}
	return []string{"me"}
}
