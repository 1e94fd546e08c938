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
func (h *hearing) minors() (all []Need) {
	if !slices.ContainsFunc(h.tokens, func(t token) bool {
		return drinking[t.word] && h.text[t.from:t.to] != "bebê" || drinks[t.word] || drinks[strings.TrimSuffix(t.word, "s")]
	}) {
		return nil
	}
	return append(h.underage(), h.children(alcohol(h.text))...)
}

// Minors are the companions whose age a message tells, who are too young to drink, whatever it speaks of: that they have no
// drinks goes without saying.
func Minors(text string) []Need { h := hear(text, nil); return h.children(drinksOf(text)) }

// children are those of whom an age is said at which nobody drinks, with what they must not have.
func (h *hearing) children(what string) (all []Need) {
	for _, p := range h.people {
		for k := p.from; k < min(len(h.tokens), p.to+3); k++ {
			age, err := strconv.Atoi(h.tokens[k].word)
			said := k > 0 && h.tokens[k-1].word == "de" || k+1 < len(h.tokens) && years[h.tokens[k+1].word]
			if err == nil && age < adult && said && !p.gone {
				all = append(all, Need{What: what, Kind: "diet", Of: []string{p.name}, Plain: true, Sober: true, From: h.tokens[k].from, To: h.tokens[k].to})
				break
			}
		}
	}
	return all
}

// Young reports whether a message tells of somebody with an age who is too young to drink:
// "a 3-year-old", "my nephew is 4".
var Young = recent.Texts(512, func(text string) bool {
	for _, m := range aged().FindAllStringSubmatch(lang.Fold(text), -1) {
		if n, err := strconv.Atoi(m[1]); err == nil && n < adult {
			return true
		}
	}
	h := hear(text, nil)
	return slices.ContainsFunc(h.people, func(p person) bool {
		k := p.to
		for k < len(h.tokens) && k < p.to+3 && hasAge[h.tokens[k].word] {
			k++
		}
		if k == p.to || k >= len(h.tokens) {
			return false
		}
		age, err := strconv.Atoi(h.tokens[k].word)
		return err == nil && age < adult && (k+1 == len(h.tokens) || h.tokens[k+1].shape == mark || afterAge[h.tokens[k+1].word])
	})
})

var (
	aged   = pattern.Of(`\b(\d{1,2})[\s-]*(?:anos|anitos|aninhos|years?|yrs?|yo|y/o|meses|months?)\b`)
	hasAge = lang.Set(", is s tem tiene has de")
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
	afterAge = lang.Set("mas e but and pero y so ainda though anyway")

	years = lang.Set("anos anitos aninhos years year yo yrs anos")
)
