package beer

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/analyst"
	"github.com/maitre-dev/maitre/internal/brewery"
	"github.com/maitre-dev/maitre/internal/choice"
	"github.com/maitre-dev/maitre/internal/gazetteer"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/task"
)

// intent is what a guest wants.
type intent int

const (
	nothing   intent = iota // that the advisor could do
	recommend               // new breweries
	details                 // of one brewery
	questions               // about data
	profiles                // what is known of their purchases
)

// wish is a message as the rule reads it.
type wish struct {
	intent
	item        int    // of those listed, from 1
	name        string // of a brewery that is not listed
	city, state string
	kind        string
	others      bool   // than those that were shown
	question    string // about data, whole
}

// read tells what a guest wants.
func (a *Advisor) read(ctx context.Context, o own) wish {
	words := strings.Fields(lang.Fold(o.Message))
	has := func(set map[string]bool) bool {
		return slices.ContainsFunc(words, func(w string) bool { return set[w] })
	}
	w := wish{kind: kindOf(words)}
	wanted := has(recommending) || !has(counting) && (has(breweries) && (has(novelty) || has(nearness)) || has(novelty) && has(trying))
	if !wanted {
		if w.item = mentioned(o); w.item > 0 {
			w.intent = details
			return w
		}
		if len(o.Listed) > 0 && has(another) && !slices.ContainsFunc(words, func(w string) bool { return !another[w] && !around[w] && !breweries[w] }) {
			return o.next(w, has(plural))
		}
		if has(telling) && !has(mine) {
			if w.name = nameIn(o.Message); w.name != "" {
				w.intent = details
				return w
			}
		}
	}
	w.city, w.state = townIn(o.Message)
	if w.city == "" && w.state == "" && has(nearness) && o.Place != "" && !has(mine) {
		w.city = o.Place
	}
	if wanted || has(breweries) && (w.city != "" || w.state != "") && !has(counting) {
		w.intent = recommend
		return w
	}
	if has(profiling) && has(mine) {
		w.intent = profiles
		return w
	}
	for _, w.question = range []string{analyst.Follow(o.Asked, o.Message), o.Message} {
		if w.question != "" && a.understands(ctx, w.question) {
			w.intent = questions
			return w
		}
	}
	if len(o.Listed) > 0 && w.city != "" && len(words) <= 5 { // "e em Portland?"
		w.intent = recommend
	}
	if has(breweries) || has(beers) && (w.city != "" || w.state != "") {
		w.intent = recommend
	}
	return w
}

// understands reports whether a question is one about data, be it that it must
// not be answered.
func (a *Advisor) understands(ctx context.Context, question string) bool {
	res, err := a.sql(ctx).Do(ctx, &task.Runner{}, analyst.SQLIn{Question: question, Now: a.now().Format(time.DateOnly)})
	return err == nil && (res.Out.SQL != "" || res.Out.Declined != analyst.NotUnderstood)
}

// next is what "outra" wants: the first of those that were shown which was not
// told of yet. If there is none, or several are wanted, it is others of the
// same town.
func (o own) next(w wish, several bool) wish {
	left := slices.IndexFunc(o.Listed, func(i Item) bool { return !slices.Contains(o.Told, i.ID) })
	if left >= 0 && !several {
		w.intent, w.item = details, left+1
		return w
	}
	w.intent, w.others, w.city, w.state = recommend, true, known(o.Listed[0].City), known(o.Listed[0].State)
	return w
}

// mentioned returns which of the breweries shown before a message is about.
func mentioned(o own) int {
	if len(o.Listed) == 0 {
		return 0
	}
	folded := lang.Fold(o.Message)
	if len(strings.Fields(folded)) > 14 {
		return 0
	}
	names := namesOf(o.Listed)
	n := choice.Named(o.Message, names)
	if n == 0 {
		n = choice.Ordinal(folded)
	}
	switch {
	case n < 0:
		return len(names)
	case n > len(names):
		return 0
	}
	return n
}

// nameIn returns the name of the brewery that a message asks about: "me fale da
// Sierra Nevada".
func nameIn(message string) string {
	fields := strings.Fields(strings.Trim(message, " ?!."))
	for i := len(fields) - 1; i > 0; i-- {
		f := lang.Fold(fields[i-1])
		if !before[f] {
			continue
		}
		rest := fields[i:]
		for len(rest) > 0 && (article[lang.Fold(rest[0])] || breweries[lang.Fold(rest[0])]) {
			rest = rest[1:]
		}
		if len(rest) > 0 && len(rest) <= 5 && capital(rest[0]) {
			return strings.Trim(strings.Join(rest, " "), `"'“”,;:`)
		}
	}
	return ""
}

func capital(word string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, `"'“”`))
	return unicode.IsUpper(r) || unicode.IsDigit(r)
}

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
	recommending = lang.Set("recomenda recomende recomendar recomendacao recomendacoes recomendas recomiende recomienda recomendacion indica indique indicacao indicar sugere sugira sugestao sugestoes sugerir sugerencia sugiere sugerencias " +
		"recommend recommendation recommendations suggest suggestion suggestions descobrir discover descubrir")
	novelty   = lang.Set("nova novas novo novos new nueva nuevas nuevo nuevos diferente diferentes different other outra outras otra otras desconhecida desconhecidas inedita ineditas")
	another   = lang.Set("outra outras outro outros otra otras otro otros another other others mais more mas next proxima proximo seguinte siguiente")
	plural    = lang.Set("outras outros otras otros others more")
	around    = lang.Set("e a o as os uma um de alguma algum tem ha quero me fale mostre mostra diga e pode ser and one any some the show me tell about is are there do you have y una un hay quiero alguna algunas muestre por favor please")
	trying    = lang.Set("experimentar conhecer try visit visitar provar probar conocer tomar beber drink")
	breweries = lang.Set("cervejaria cervejarias brewery breweries brewpub brewpubs cerveceria cervecerias microcervejaria microcervejarias microbrewery microbreweries taproom taprooms cervejeira cervejeiras")
	beers     = lang.Set("cerveja cervejas beer beers cerveza cervezas chope chopp")
	nearness  = lang.Set("perto proxima proximas proximo proximos near nearby cerca cercana cercanas aqui la there ali around redondezas close")
	telling   = lang.Set("fale fala falar conta conte contar sobre about tell detalhe detalhes details detail site website saber info informacoes conhece know cuentame cuenta habla hablame")
	mine      = lang.Set("meu meus minha minhas eu my i mi mis yo comprei compro gastei bought")
	counting  = lang.Set("quanto quantos quanta quantas how many much media average avg total mais most menos least top maior menor vende vendem vendida sells sold ranking porcentagem percent share cuanto cuantos cuantas promedio compro comprei buy bought gastei spent")
	profiling = lang.Set("perfil profile cadastro")
	before    = lang.Set("da do de sobre about on la del a of")
	article   = lang.Set("a o as os the la el las los um uma de da do em in en or me")
	into      = lang.Set("em in en near around no na nos nas perto de")
	stop      = lang.Set("com que para pra e ou with that for and or y con por hoje today amanha tomorrow please favor agora now perto geral promocao casa mim minha meu my me the a o as os um uma mes ano year month janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro " +
		"january february march april may june july august september october november december cervejaria cervejarias brewery breweries cerveja cervejas beer beers hotel jantar dinner centro downtown cidade town city aqui here there la area regiao region style estilo novo novas nova new quanto qual")
)
