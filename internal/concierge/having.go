package concierge

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/llm"
)

// having is the call for an ingredient of which words ask what it is, or which dishes have it: "o que é jambu?", "quais pratos
// levam coentro?".
func (a asked) having() []llm.ToolCall {
	if slices.Contains([]string{"figures", "trip", "breweries", "memory", "staff"}, subjects[a.act]) {
		return nil
	}
	food, explain, points := a.askedFood()
	if points { // "e quais pratos levam isso?"
		food, explain, _ = a.part(a.saidBefore()).askedFood()
	}
	if food == "" {
		return nil
	}
	in := args{"course": "any", "ask": food}
	in.put("explain", explain)
	return call("dish_details", in)
}

// askedFood is the ingredient that is asked about, and whether it is asked what it is; points tells that it is asked which dishes
// have it, and it is named before. What a dish of the card is called by is no ingredient.
func (a asked) askedFood() (food string, explain, points bool) {
	for _, sentence := range sentences(a.text) {
		text := words(sentence)
		if m := whatIs().FindStringSubmatch(text); m != nil && !a.heads(m[1]) {
			if food = a.ingredient(m[1]); food != "" {
				return food, true, false
			}
		}
		if m := whichHave().FindStringSubmatch(text); m != nil {
			food = a.ingredient(m[1])
			points = a.has("ref") || a.says("this") || strings.Contains(text, " lo ")
			return food, false, food == "" && len(understand.Foods(text)) == 0 && points
		}
	}
	return "", false, false
}

var (
	whatIs = pattern.Of(`(?: o que| oque| oq| what|^(?: y| e| pero| mas)? que)(?: on earth| in the world| the heck| exactly| exatamente| diabos| diablos| raios| rayos)? (?:e|eh|es|sao|son|is|s|are|seria) ` +
		`(?:(?:o|a|os|as|el|la|los|las|the|esse|essa|este|esta|ese|esa|this|that|um|uma|un|una|tal|de) )*(\S+(?: \S+){0,2}) $`)
	whichHave = pattern.Of(` (?:quais|qual|que|q|which|what|cuales|any) (?:(?:sao|son|are|os|los|the|of|dos|das|de|your|outros|otros|other) )*` +
		`(?:pratos?|platos?|dish|dishes|itens|items|comidas?|coisas|cosas|things|receitas|recetas) ` +
		`(?:(?:que|that|which|do|you|voces|ustedes|da|casa|aqui|lo|la|ainda|tambem|also|tambien) )*` +
		`(?:leva|levam|tem|contem|usam|usa|lleva|llevan|tienen|tiene|contienen|contiene|usan|contain|contains|have|has|use|made with|com|con|with)( .*)$`)
)

// ingredient is the one food, or several, that some folded words name and say little besides, as the guest writes it, or nothing.
func (a asked) ingredient(text string) string {
	text = strings.TrimSpace(text)
	foods, said := understand.Foods(text), 0
	heard := slices.ContainsFunc(a.spans, func(s understand.Span) bool { return s.Kind == "food" && strings.TrimSpace(words(s.Text)) == text })
	onCard := !strings.Contains(text, " ") && len(a.mentions(text)) > 0
	if len(foods) == 0 && text != "" && (heard || onCard) {
		foods = []string{text} // a word that the ontology has for no food: "dendê"
	}
	for _, f := range foods {
		said += len(strings.Fields(f))
	}
	if len(strings.Fields(text)) > 2*said+1 {
		return ""
	}
	for i, f := range foods {
		foods[i] = a.spelt(f)
	}
	return strings.Join(foods, ", ")
}

// spelt are folded words as the message has them: "cupuaçu".
func (a asked) spelt(folded string) string {
	all, n := spots(a.text), len(strings.Fields(folded))
	for i := 0; i+n <= len(all); i++ {
		if joinWords(all[i:i+n]) == folded {
			return a.text[all[i].from:all[i+n-1].to]
		}
	}
	return folded
}

// heads reports whether a dish of the card is called by some words: "tacacá".
func (a asked) heads(text string) bool {
	for _, m := range a.mentions(text) {
		for _, t := range m.Things {
			if strings.HasPrefix(words(t.Name), words(text[m.From:m.To])) {
				return true
			}
		}
	}
	return false
}

// chilled is a word for cold beside a course, "uma sobremesa gelada", and "" beside a beer, which is cold.
func (a asked) chilled() string {
	for _, w := range spots(a.text) {
		if is(w.word, "cold") && len(a.courses()) > 0 && !slices.Contains(a.courses(), "beer") {
			return w.word
		}
	}
	return ""
}
