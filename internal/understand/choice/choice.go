// Package choice reads what a guest says to a question: yes, no, or one of the
// things that are offered, by its name or by its place in the list.
package choice

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// Answer is what was said: a yes, a no, or the Item of the list, which counts
// from 1 and is a yes too.
type Answer struct {
	Yes  bool
	Item int
}

// longest is how many words an answer has at most: who says more asks for
// something else.
const longest = 12

// Read reads an answer to a question that offers things by their names. It is
// false for a message that is something else: "qual a senha do wifi?".
func Read(message string, names []string) (Answer, bool) {
	folded := lang.Squeeze(lang.Fold(message))
	words := strings.Fields(folded)
	if len(words) == 0 {
		return Answer{}, strings.ContainsAny(message, "👎") && !strings.ContainsAny(message, "👍")
	}
	if len(words) > longest {
		return Answer{}, false
	}
	refused := slices.IndexFunc(words, isNo) // "não, a segunda" refuses another
	if n := Named(message, names); n > 0 && (refused < 0 || refused == 0 && len(words) > 2) {
		return Answer{true, n}, true
	}
	if n := Ordinal(folded); n != 0 && (refused < 0 || refused == 0 && len(words) > 2) {
		if n < 0 {
			n = len(names)
		}
		if n > len(names) {
			return Answer{}, false
		}
		return Answer{true, n}, true
	}
	switch {
	case refused >= 0: // "no, and the bill please" is more than a no
		return Answer{}, only(slices.DeleteFunc(slices.Clone(words), isNo))
	case yes[words[0]] && only(words[1:]), slices.Contains([]string{"por favor", "go ahead", "of course", "com certeza", "manda ver", "manda bala", "tell me more", "por supuesto", "como no", "tudo bem", "esta bien"}, folded):
		return Answer{Yes: true}, true
	}
	return Answer{}, false
}

func isNo(w string) bool { return no[w] }

// only reports whether words add nothing to a yes.
func only(words []string) bool {
	return len(words) <= 7 && !slices.ContainsFunc(words, func(w string) bool { return !yes[w] && !filler[w] })
}

var (
	yes = lang.Set("sim s ss quero claro pode podes bora vamos manda ok okay blz beleza aceito adoraria gostaria isso yes y yep yeah yup sure please absolutely definitely course " +
		"si sii dale vale bueno quiero conta conte fala fale mostra mostre diga tell show all todas todos both ambas ambos positivo afirmativo lets i we certeza")
	no = lang.Set("nao n nn no nope nah nem nenhuma nenhum none neither nunca never jamais dispenso deixa chega ninguna ninguno tampoco negativo basta skip pass not dont don")
	// filler may stand beside a yes.
	filler = lang.Set("entao entonces then agora hoje depois preciso precisa nada delas deles isso esse essa nenhuma now today later need anything thing ahora hoy despues necesito por favor gentileza saber mais mas delas deles de da do das dos a as o os me mim que ver queria detalhes detalhe sobre elas eles uma um alguma algum la lo el " +
		"i would like love to know more about them it that those details detail some info informacoes would d you can could go ahead want do mucho favor mas detalles quisiera obrigado obrigada thanks thank gracias tudo ai pra para gostaria e sera seria otimo great good nice boa bom legal very much and the of")
)

// Named returns which of the names a message mentions, from 1: whole, or by a
// word that is in no other of them. It is 0 for none, and for several.
func Named(message string, names []string) int {
	said := " " + lang.Fold(message) + " "
	found := 0
	for i, name := range names {
		if f := lang.Fold(name); f != "" && strings.Contains(said, " "+f+" ") && (found == 0 || len(name) > len(names[found-1])) {
			found = i + 1
		}
	}
	if found > 0 {
		return found
	}
	in := map[string]int{} // words → how many names have them
	for _, name := range names {
		for _, w := range slices.Compact(slices.Sorted(strings.FieldsSeq(lang.Fold(name)))) {
			in[w]++
		}
	}
	for i, name := range names {
		for w := range strings.FieldsSeq(lang.Fold(name)) {
			if in[w] > 1 || len(w) < 4 || common[w] || !strings.Contains(said, " "+w+" ") {
				continue
			}
			if found > 0 && found != i+1 {
				return 0
			}
			found = i + 1
		}
	}
	return found
}

// common are words of names that say nothing of which one is meant.
var common = lang.Set("brewing brewery breweries brewpub beer beers company cervejaria cerveja cervejas cerveceria cerveza bar hotel pousada restaurante house taproom craft the artesanal " +
	"primeira segunda terceira quarta first second third last ultima mais more sobre about saber quero favor please this that city park street north south east west new")

var ordinals = map[string]int{
	"primeiro": 1, "primeira": 1, "segundo": 2, "segunda": 2, "terceiro": 3, "terceira": 3, "quarto": 4, "quarta": 4, "quinto": 5, "quinta": 5, "sexto": 6, "sexta": 6, "ultimo": -1, "ultima": -1,
	"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "last": -1,
	"primero": 1, "tercero": 3, "tercera": 3, "cuarto": 4, "cuarta": 4,
}

// Ordinal returns which one a folded message picks: 2 for "quero o segundo", "a
// opção 2" or "2", -1 for the last, 0 for none. Days of the week are none: "na
// segunda".
func Ordinal(folded string) int {
	words := strings.FieldsFunc(folded, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	for i, w := range words {
		before, after := "", ""
		if i > 0 {
			before = words[i-1]
		}
		if i+1 < len(words) {
			after = words[i+1]
		}
		if n := ordinals[w]; n != 0 {
			weekday := before == "na" || before == "on" || before == "ate" || before == "de" || before == "a" && i > 1 && words[i-2] == "segunda" || after == "feira"
			room := w == "quarto" && (before == "um" || before == "o" && len(words) > 4)
			if !weekday && !room && (slices.Contains([]string{"o", "a", "the", "el", "la", "da", "do", "del"}, before) || len(words) <= 3) {
				return n
			}
		}
		if len(w) == 1 && w[0] >= '1' && w[0] <= '9' {
			if len(words) == 1 || slices.Contains([]string{"opcao", "numero", "option", "number", "n", "opcion", "item"}, before) || len(words) == 2 && (before == "o" || before == "a" || before == "quero") {
				return int(w[0] - '0')
			}
		}
	}
	return 0
}
