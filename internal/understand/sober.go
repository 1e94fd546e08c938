package understand

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/lang"
)

// drivers are the needs of those who say that they drive: "sou eu quem volta dirigindo".
// Where the way goes is another matter: "vou dirigindo para Gramado".
func (h *hearing) drivers() (all []Need) {
	for k, t := range h.tokens {
		if !atWheel[t.word] || k+1 < len(h.tokens) && wayTo[h.tokens[k+1].word] || h.sentenceOf(k, h.sentences()).asked {
			continue
		}
		near := h.tokens[max(0, k-4):k]
		if slices.ContainsFunc(near, func(t token) bool { return negating[t.word] }) {
			continue
		}
		who, found := "", slices.ContainsFunc(near, func(t token) bool { return first[t.word] || going[t.word] })
		if slices.ContainsFunc(near, func(t token) bool { return ofUs[t.word] }) { // "one of us is driving"
			who, found = Somebody, true
		}
		for _, p := range h.people {
			if p.to <= k && k-p.to < 4 {
				who, found = p.name, !p.gone
			}
		}
		if found {
			all = append(all, Need{What: drinksOf(h.text), Kind: "diet", Of: []string{who}, Plain: true, Sober: true, From: t.from, To: t.to})
		}
	}
	return all
}

// drinksOf is what who drives does without: a sauce with wine is another matter.
func drinksOf(text string) string {
	switch l, _ := lang.Detect(text); l {
	case lang.Portuguese:
		return "bebida alcoólica"
	case lang.Spanish:
		return "bebidas alcohólicas"
	}
	return "alcoholic drinks"
}

// minors are the needs of those who are too young to drink, where drinks are spoken of:
// "meu irmão de 16 anos, qual cerveja ele toma?".
func (h *hearing) minors(said []string) (all []Need) {
	if !slices.ContainsFunc(h.tokens, func(t token) bool {
		return drinking[t.word] && h.text[t.from:t.to] != "bebê" || drinks[t.word] || drinks[strings.TrimSuffix(t.word, "s")]
	}) {
		return nil
	}
	return append(h.underage(), h.children(alcohol(h.text), said...)...)
}

// Minors are the companions whose age a message tells, who are too young to drink, whatever it speaks of: that they have no
// drinks goes without saying. Said are the guest's messages before it, as in [Reading.Needs].
func Minors(text string, said ...string) []Need {
	h := hear(text, nil)
	return h.children(drinksOf(text), said...)
}

// children are those of whom an age is said at which nobody drinks, with what they must not have.
func (h *hearing) children(what string, said ...string) (all []Need) {
	for k := range h.tokens {
		if who := h.agedAt(k, said); who != "" && !slices.ContainsFunc(all, func(n Need) bool { return n.Of[0] == who }) {
			all = append(all, Need{What: what, Kind: "diet", Of: []string{who}, Plain: true, Sober: true, From: h.tokens[k].from, To: h.tokens[k].to})
		}
	}
	return all
}

// agedAt is who is too young to drink by a number, which is their age: it stands with them ("meu filho de 6", "my 6 year old
// son") or behind a verb ("my son, he is only sixteen", "ela tem 9").
func (h *hearing) agedAt(k int, said []string) string {
	age, err := strconv.Atoi(h.tokens[k].word)
	if err != nil {
		age = int(numeralAt(h.tokens, k))
	}
	inYears, in := years[h.next(k)], func(k int) int {
		return slices.IndexFunc(h.people, func(p person) bool { return !p.gone && p.from <= k && k < p.to })
	}
	if age >= adult || err != nil && age < 2 || k == 0 {
		return ""
	}
	if p := in(k); p >= 0 {
		if inYears || h.tokens[k-1].word == "de" {
			return h.people[p].name
		}
		return ""
	}
	beside := h.tokens[k-1].word == "de" && h.inPerson(k-2) // "meu sobrinho de 14 quer"
	if !inYears && !beside && k+1 < len(h.tokens) && h.tokens[k+1].shape != mark && !afterAge[h.tokens[k+1].word] {
		return "" // "my son has 2 beers"
	}
	j, verb := k-1, inYears || hasAge[h.tokens[0].word] || h.inPerson(k-2) // "minha filha, 6"
	for ; j > 0 && (besideAge[h.tokens[j].word] || hasAge[h.tokens[j].word]) && !h.inPerson(j); j-- {
		verb = verb || hasAge[h.tokens[j].word]
	}
	if !verb {
		return ""
	}
	if p := in(j); p >= 0 {
		return h.people[p].name
	}
	switch they := h.tokens[j].word; {
	case j == 0 && hasAge[they]: // "tiene 9"
		return standsFor("", said)
	case pronouns[they]:
		for p := len(h.people) - 1; p >= 0; p-- {
			if is := h.people[p]; is.to <= j && !is.gone && h.agrees(they, is.from, is.to) {
				return is.name
			}
		}
		return standsFor(they, said)
	}
	return ""
}

// Young reports whether a message tells of somebody with an age who is too young to drink:
// "a 3-year-old", "my nephew is 4".
var Young = recent.Texts(512, func(text string) bool {
	for _, m := range aged().FindAllStringSubmatch(lang.Fold(text), -1) {
		if n, err := strconv.Atoi(m[1]); err == nil && n < adult {
			return true
		}
	}
	return len(Minors(text)) > 0
})

var (
	aged      = pattern.Of(`\b(\d{1,2})[\s-]*(?:anos|anitos|aninhos|years?|yrs?|yo|y/o|meses|months?)\b`)
	hasAge    = lang.Set("fazer cumplir is s are tem tiene tienen has de turned turns fez faz completou cumplio cumple")
	besideAge = lang.Set(", . acabou acaba acabo vai va so solo only just apenas ja ya still ainda todavia who que")
)

// underage are the needs of guests who say their own age: "tenho 17", "we're both 16 years
// old". Behind the number stands nothing that it could count.
func (h *hearing) underage() (all []Need) {
	for k := 1; k < len(h.tokens); k++ {
		t := h.tokens[k]
		age, err := strconv.Atoi(t.word)
		end := k+1 == len(h.tokens) || years[h.tokens[k+1].word] || afterAge[h.tokens[k+1].word] || strings.Contains(",.;!?", h.tokens[k+1].word)
		if err != nil || age < 10 || age >= adult || !end || !slices.ContainsFunc(h.tokens[max(0, k-3):k], func(t token) bool { return ownAge[t.word] }) {
			continue
		}
		n := Need{What: alcohol(h.text), Kind: "diet", Of: []string{""}, Plain: true, Sober: true, From: t.from, To: t.to}
		all = append(all, n)
		if slices.ContainsFunc(h.tokens[max(0, k-4):k], func(t token) bool { return ourAge[t.word] }) {
			n.Of = []string{Somebody}
			all = append(all, n)
		}
	}
	return all
}

// adult is the age from which somebody may drink.
const adult = 18

var (
	atWheel = lang.Set("volante direcao dirigindo dirigir dirijo dirige driving manejo manejar maneja manejando conduzco conducir conduce conduciendo conduzindo")
	going   = lang.Set("to vou voy estoy voltar volto vuelvo")
	ofUs    = lang.Set("nos gente us nosotros nosotras alguem alguien someone somebody")
	wayTo   = lang.Set("de do da certa contraria para pra pro ate to from desde hasta em en por in around")

	drinks   = lang.Set("bebida bebidas cerveja cervejas chope chopp breja brejas drink drinks beer beers beber tomar cerveza cervezas vinho vino wine caipirinha cachaca alcool alcohol gin")
	ownAge   = lang.Set("tenho temos tengo tenemos gente i'm im m am we're we are")
	ourAge   = lang.Set("temos tenemos gente we we're both ambos")
	afterAge = lang.Set("mas e but and pero y so ainda though anyway already ja ya only")

	years = lang.Set("anos anitos aninhos years year yo yrs")
)
