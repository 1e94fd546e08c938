package beer

import (
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/lang"
)

// townIn returns the town and the state that a message names.
func townIn(message string) (city, state string) {
	rest := message
	if from, to, name := stateIn(message); name != "" {
		state, rest = name, message[:from]+", "+message[to:]
	}
	for _, m := range gazetteer.Read(rest) {
		if !m.Origin && !m.Guess && !slices.ContainsFunc(m.Places, func(p gazetteer.Place) bool { return p.Wide }) {
			return plainTown(m.Words), state
		}
	}
	return after(rest), state
}

// plainTown drops the state that stands behind a town.
func plainTown(words string) string {
	town, _, _ := strings.Cut(words, ",")
	return strings.TrimSpace(town)
}

// stateIn finds a state. Codes count only in capitals.
func stateIn(message string) (from, to int, name string) {
	type word struct{ from, to int }
	var words []word
	start := -1
	for i, r := range message + " " {
		letter := unicode.IsLetter(r)
		if letter && start < 0 {
			start = i
		}
		if !letter && start >= 0 {
			words, start = append(words, word{start, i}), -1
		}
	}
	for n := min(4, len(words)); n > 0; n-- {
		for i := 0; i+n <= len(words); i++ {
			from, to := words[i].from, words[i+n-1].to
			text := message[from:to]
			if len(text) <= 3 && text != strings.ToUpper(text) || n == 1 && stop[text] {
				continue // "or" and "para" are words
			}
			switch names := brewery.States(text); len(names) {
			case 0:
			case 1:
				return from, to, names[0]
			default:
				return from, to, text // the town tells which
			}
		}
	}
	return 0, 0, ""
}

// after returns the words behind the last "em", "in" or "near" of a message, if
// they may be a town.
func after(message string) string {
	parts := strings.FieldsFunc(message, func(r rune) bool { return strings.ContainsRune(",.;:!?()", r) })
	for _, part := range slices.Backward(parts) {
		fields := strings.Fields(part)
		for i := len(fields) - 1; i > 0; i-- {
			if !into[lang.Fold(fields[i-1])] {
				continue
			}
			var town []string
			for _, f := range fields[i:] {
				folded := lang.Fold(f)
				if len(town) == 0 && article[folded] {
					continue
				}
				if stop[folded] || len(town) == 3 {
					break
				}
				town = append(town, f)
			}
			if len(town) > 0 && !strings.ContainsAny(town[0], "0123456789") {
				return strings.Join(town, " ")
			}
		}
	}
	return ""
}

func kindOf(words []string) string {
	for _, w := range words {
		if k := kinds[w]; k != "" {
			return k
		}
	}
	return ""
}

var kinds = map[string]string{
	"micro": "micro", "microcervejaria": "micro", "microcervejarias": "micro", "microbrewery": "micro", "microbreweries": "micro", "microcerveceria": "micro", "microcervecerias": "micro",
	"brewpub": "brewpub", "brewpubs": "brewpub", "regional": "regional", "regionais": "regional", "regionales": "regional",
	"nano": "nano", "nanocervejaria": "nano", "nanobrewery": "nano", "taproom": "taproom", "taprooms": "taproom", "large": "large", "macro": "large",
}

var (
	telling = lang.Set("fale fala falar conta conte contar sobre about tell detalhe detalhes details detail site website saber info informacoes conhece know cuentame cuenta habla hablame")
	article = lang.Set("a o as os the la el las los um uma de da do em in en or me")
	into    = lang.Set("em in en near around no na nos nas perto de")
	stop    = lang.Set("com que para pra e ou with that for and or y con por hoje today amanha tomorrow please favor agora now perto geral promocao casa mim minha meu my me the a o as os um uma mes ano year month janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro " +
		"january february march april may june july august september october november december cervejaria cervejarias brewery breweries cerveja cervejas beer beers hotel jantar dinner centro downtown cidade town city aqui here there la area regiao region style estilo novo novas nova new quanto qual")
)
