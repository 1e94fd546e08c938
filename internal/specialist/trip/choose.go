package trip

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand/choice"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// The tools, in the order in which they are shown.
const (
	ListAccommodations = "list-accommodations"
	ListRestaurants    = "list-restaurants"
)

// wanted returns the tools that a conversation asks for: what its last message
// names or says yes to, or else the last one before that names any, or else all.
func wanted(messages []Message, location string) []string {
	text, asked := lastSaid(messages)
	if some := named(text); len(some) > 0 {
		return some
	}
	if said, _ := choice.Read(text, nil); said.Yes && strings.Contains(asked, "?") {
		if some := named(asked); len(some) == 1 {
			return some
		}
	}
	if plain := plainWords(text); nightly().MatchString(plain) {
		return []string{ListAccommodations}
	}
	for _, m := range slices.Backward(aboutTrip(messages, location)) {
		if some := named(m.Content); m.Role == "user" && len(some) > 0 {
			return some
		}
	}
	return names()
}

// nightly is a price for a night: "600 reais por noite".
var nightly = pattern.Of(`\d{2,} (?:[a-z]+ )?(?:por|a|per|la|cada|na|de|p) (?:uma )?(?:noite|diaria|night|noche)\b|(?:diarias?|night|noche) (?:[a-z]+ ){0,3}\d{2,}\b`)

// aboutTrip returns the messages from the first that names where the trip goes,
// or else any place: what was said before, to another specialist, asks for no
// list of this trip.
func aboutTrip(messages []Message, location string) []Message {
	names := func(m Message, there func(gazetteer.Mention) bool) bool {
		return m.Role == "user" && slices.ContainsFunc(gazetteer.Read(m.Content), there)
	}
	i := slices.IndexFunc(messages, func(m Message) bool {
		return names(m, func(x gazetteer.Mention) bool {
			return slices.ContainsFunc(x.Places, func(p gazetteer.Place) bool { return p.Name == location || p.String() == location })
		})
	})
	if i < 0 {
		i = slices.IndexFunc(messages, func(m Message) bool { return names(m, func(gazetteer.Mention) bool { return true }) })
	}
	return messages[max(i, 0):]
}

func names() (all []string) {
	for _, t := range tools {
		all = append(all, t.name)
	}
	return all
}

// named returns the tools that a message names and does not rule out. A
// sentence that picks a place names none if another one does: "amei o segundo
// hotel. E fondue, onde tem?".
func named(text string) []string {
	var picks, asks []string
	for sentence := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(".!?;\n", r) }) {
		some := namedIn(sentence)
		if settles(sentence) {
			picks = append(picks, some...)
		} else {
			asks = append(asks, some...)
		}
	}
	if len(asks) == 0 {
		asks = picks
	}
	for _, t := range tools[2:] { // what is neither to stay nor to eat goes by its words alone
		if _, _, ok := cutWord(plainWords(text), t.name, nil); ok {
			asks = append(asks, t.name)
		}
	}
	return slices.DeleteFunc(names(), func(name string) bool { return !slices.Contains(asks, name) })
}

// settles reports whether a sentence picks a place, or says that it is liked.
func settles(sentence string) bool {
	folded := lang.Fold(sentence)
	first, _, _ := strings.Cut(folded, " ")
	return choice.Ordinal(folded) != 0 || liking[first]
}

// namedIn returns the tools that a sentence names: by the words of each, or
// else by what else it speaks of.
func namedIn(sentence string) (some []string) {
	folded := plainWords(sentence)
	if containsAny(folded, whole) {
		return names()
	}
	if !containsAny(folded, seeking) { // else it is what a hotel offers
		folded = breakfasts.Replace(folded)
	}
	lodging, after, ok := cutWord(folded, ListAccommodations, near)
	if !ok {
		if _, _, ok := cutWord(folded, ListRestaurants, nil); ok {
			return []string{ListRestaurants}
		}
		clauses := slices.DeleteFunc(strings.Split(folded, ","), func(c string) bool { return ruled(c, ListAccommodations) })
		if some = guessed(strings.Join(clauses, ",")); len(some) == 0 && ruled(folded, ListAccommodations) && slices.ContainsFunc(strings.Fields(folded), func(w string) bool { return already[w] }) {
			some = []string{ListRestaurants} // "já tenho onde ficar"
		}
		return some
	}
	some = []string{ListAccommodations}
	_, offered, has := strings.Cut(offers.Replace(after), " com ")
	switch eat := func(text string) bool { _, _, ok := cutWord(text, ListRestaurants, near); return ok }; {
	case eat(lodging), slices.Contains(guessed(lodging), ListRestaurants):
	case !has && (eat(after) || slices.Contains(guessed(after), ListRestaurants)):
	case has && containsAny(afterWords(offered, 2), eating): // a hotel with a restaurant is a hotel
	default:
		return some
	}
	return append(some, ListRestaurants)
}

// plainWords folds a text, but keeps its commas as words.
func plainWords(text string) string {
	clauses := strings.Split(text, ",")
	for i, c := range clauses {
		clauses[i] = lang.Fold(c)
	}
	return " " + strings.Join(clauses, " , ") + " "
}

// cutWord cuts a text at the first word of a tool that is wanted. beside are
// words that make it a place to be near to.
func cutWord(text, name string, beside map[string]bool) (before, after string, ok bool) {
	first := len(text)
	for _, t := range tools {
		for _, w := range t.words {
			if t.name != name {
				continue
			}
			for from := 0; ; {
				i := strings.Index(text[from:], " "+w)
				if i < 0 {
					break
				}
				if i += from; i < first && !ruledOut(text[:i+1], text[i+1:]) && !slices.ContainsFunc(lastWords(text[:i+1], 3), func(w string) bool { return beside[w] }) {
					first = i
				}
				from = i + 1
			}
		}
	}
	if first == len(text) {
		return text, "", false
	}
	return text[:first+1], text[first:], true
}

// ruled reports whether a clause names a tool only to rule it out.
func ruled(clause, name string) bool {
	_, _, wanted := cutWord(clause, name, nil)
	return !wanted && slices.ContainsFunc(tools, func(t tool) bool { return t.name == name && containsAny(" "+clause, t.words) })
}

// guessed returns the one tool that finds what a text speaks of.
func guessed(text string) []string {
	text = strings.NewReplacer("pessoas", "", "people", "").Replace(text) // "2 pessoas" is a portion too
	for _, m := range slices.Backward(gazetteer.Read(text)) {             // Canela is a town
		text = text[:m.From] + text[m.To:]
	}
	switch k := ontology.Default().Kinds(text) & (ontology.Comida | ontology.Bebida | ontology.Hospedagem); k {
	case ontology.Hospedagem:
		return []string{ListAccommodations}
	case ontology.Comida, ontology.Bebida:
		return []string{ListRestaurants}
	}
	return nil
}

func containsAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, " "+w) })
}

// window is how far around a word to look, in bytes: a text may be very long.
const window = 120

// lastWords returns the last n words of a clause.
func lastWords(text string, n int) []string {
	text = text[max(0, len(text)-window):]
	words := strings.Fields(text[strings.LastIndex(text, ",")+1:])
	return words[max(0, len(words)-n):]
}

// afterWords returns a text without its first n words.
func afterWords(text string, n int) string {
	words := strings.Fields(text)
	return " " + strings.Join(words[min(n, len(words)):], " ") + " "
}

// ruledOut reports whether what stands around a word says that it is not
// wanted: "já tenho hotel", "não preciso de pousada", "hotel já tenho".
func ruledOut(before, after string) bool {
	words := lastWords(before, 5)
	for i, w := range words {
		but := slices.Contains(words[i:], "mas") || slices.Contains(words[i:], "but")
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		if (refusing[w] && !asking[next] || w == "nada" && next == "de") && len(words)-i <= 4 && !but || already[w] && slices.ContainsFunc(words[i:], func(w string) bool { return having[w] }) {
			return true
		}
	}
	clause, _, _ := strings.Cut(after[:min(len(after), window)], ",")
	words = strings.Fields(clause)
	for i, w := range words[:min(len(words), 4)] {
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		if already[w] && having[next] || having[w] && already[next] || w == "nao" && (next == "precisa" || next == "preciso" || next == "quero") || i > 0 && settled[w] {
			return true
		}
	}
	return false
}

var (
	near     = lang.Set("perto proximo proxima pertinho near nearby close cerca lado longe walking around dentro inside nosso meu our my")
	refusing = lang.Set("nao not dont don sem without sin nem esquece esqueca forget skip dispenso tirando menos fora")
	asking   = lang.Set("tem teria ha tinha existe seria hay") // "não tem hotel mais barato?"
	already  = lang.Set("ja already ya")
	having   = lang.Set("tenho temos reservei reservamos fechei fechamos tem tenemos have booked got tengo reserve reservado ta esta resolvi resolvemos know sei sabemos escolhi escolhemos peguei pegamos vi")
	settled  = lang.Set("ok resolvido reservado garantido booked sorted covered reservada")
	eating   = []string{"restaurantes", "restaurants", "onde ", "lugares", "places", "where ", "dicas"}
	offers   = strings.NewReplacer(" with ", " com ", " con ", " com ", " que tenha ", " com ", " que tem ", " com ", " que sirva ", " com ", " that serves ", " com ", " that has ", " com ")
	liking   = lang.Set("gostei gostamos amei amamos adorei adoramos curti fechado loved love like liked perfeito")
)

// whole are how words begin that ask for all there is.
var whole = []string{"roteiro", "plano completo", "planejar", "planeje", "planeja ", "plan my", "plan a", "plan the", "plan our", "full plan", "itinerar", "onde ficar e comer", "ficar e comer", "onde ficar e onde comer", "stay and eat", "where to stay and", "tudo que", "as duas coisas", "manda os dois", "mostra os dois", "quero os dois", "os dois por favor", "os dois,", "ambos", "both"}

var (
	// seeking are words of who looks for a place to have breakfast.
	seeking    = []string{"onde ", "where ", "donde ", "tomar ", "lugar para", "lugar pra", "place", "spot"}
	breakfasts = strings.NewReplacer(" cafe da manha", " ", " breakfast", " ", " desayuno", " ")
)
