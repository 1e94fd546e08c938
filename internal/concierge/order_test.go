package concierge

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// nameDishes finds the dishes of a small card by their first words.
func nameDishes(text string) (all []scene.Mention) {
	for _, w := range spots(text) {
		for _, dish := range []string{"lasanha", "quindim", "tacaca", "limonada"} {
			if lang.Stem(w.word) == lang.Stem(dish) {
				all = append(all, scene.Mention{From: w.from, To: w.to, Things: []scene.Thing{{Kind: "dish", ID: dish, Name: dish}}})
			}
		}
	}
	return all
}

func TestTheOrderFollowsWhatIsSaid(t *testing.T) {
	for _, tt := range []struct{ tab, message, want string }{
		{"", "duas lasanhas, uma limonada e 3x tacacá", "+2 lasanha, +1 limonada, +3 tacaca"},
		{"", "I'll have the lasanha and my sister two quindins", "+1 lasanha, +2 quindim"},
		{"lasanha limonada", "troca a limonada por dois quindins", "-0 limonada, +2 quindim"},
		{"lasanha", "instead of the lasanha, bring a tacacá", "-0 lasanha, +1 tacaca"},
		{"lasanha limonada", "no quiero la limonada", "-0 limonada"},
		{"lasanha limonada", "tira uma limonada e bota um quindim", "-0 limonada, +1 quindim"},
		{"lasanha", "mais duas limonadas", "+2 limonada"},
		{"", "pedimos três limonadas e uma lasanha. me confirma o total?", "+3 limonada, +1 lasanha"},
		{"", "meus dois sobrinhos querem lasanha e eu um quindim", "+2 lasanha, +1 quindim"},
		{"", "my four cousins want a lasanha each", "+4 lasanha"},
		{"limonada limonada limonada", "troca uma delas por um quindim", "-1 limonada, +1 quindim"},
		{"", "quindim pra nós dois", "+2 quindim"},
		{"", "uma limonada pra mim e uma limonada pra ela", "+1 limonada, +1 limonada"},
		{"lasanha limonada", "o mesmo para minha mãe", "+1 limonada"},
		{"lasanha limonada", "na verdade só duas", "2 limonada"},
		{"lasanha", "esquece os principais", "-0 main"},
		{"", "uma lasanha para compartir", "+1 lasanha"},
		{"limonada", "another round, but a tacacá for Joe", "1 drink, +1 tacaca"},
		{"limonada tacaca", "otra ronda: dos limonadas y un tacacá", "+2 limonada, +1 tacaca"},
		{"limonada tacaca", "mais duas rodadas de limonada", "2 limonada"},
		{"limonada", "round it up to 40", ""},
		{"", "quero a lasanha, mas sem limonada", "+1 lasanha"},
		{"lasanha quindim", "the bill: two lasanhas and the quindim", "0 clear, +2 lasanha, +1 quindim"},
		{"lasanha quindim", "¿cuánto es con y sin el quindim?", "-0 quindim"},
		{"lasanha quindim", "so that is one lasanha, one quindim and one limonada", "1 lasanha, 1 quindim, +1 limonada"},
		{"lasanha limonada", "o quindim a gente não quer, a limonada não precisa", "-0 limonada"},
		{"lasanha limonada", "we don't need the limonada anymore", "-0 limonada"},
		{"lasanha limonada", "sácame la cuenta, porfa", ""},
		{"lasanha limonada", "esquece o que a gente pediu", ""},
		{"lasanha limonada", "forget what we ordered", "0 clear"},
		{"lasanha limonada", "sem a limonada, vou dirigir", "-0 limonada"},
		{"lasanha quindim limonada", "deixa só o quindim", "-0 lasanha, -0 limonada"},
		{"lasanha", "bring the tacacá rather than the lasanha", "+1 tacaca, -0 lasanha"},
		{"lasanha", "the same lasanha for my aunt", "+1 lasanha"},
		{"", "lasanha três, tacacá um", "+3 lasanha, +1 tacaca"},
		{"", "para Inês o tacacá. as outras quatro, lasanha", "+1 tacaca, +4 lasanha"},
		{"lasanha", "mi tío cambia la lasanha por el tacacá", "-0 lasanha, +1 tacaca"},
		{"lasanha limonada", "mais três quindins e tira um", "+2 quindim"},
		{"", "três lasanhas, uma pra Rita e duas pro Tom", "+1 lasanha, +2 lasanha"},
		{"", "uma lasanha bem passada e outra ao ponto", "+1 lasanha, +1 lasanha"},
		{"", "três lasanhas, duas ao ponto e uma bem passada", "+2 lasanha, +1 lasanha"},
		{"lasanha limonada", "muda a limonada pra quatro", "4 limonada"},
		{"lasanha", "uma limonada. na verdade, duas limonadas", "+2 limonada"},
		{"limonada limonada", "uma das limonadas é pra Rita", "1 limonada"},
		{"limonada quindim", "as limonadas são três, não 2", "3 limonada"},
		{"limonada limonada", "uma limonada a menos", "-1 limonada"},
		{"lasanha limonada", "desmarque tudo, por favor", "0 clear"},
		{"limonada", "bota o nome da Rita na limonada", "1 limonada"},
		{"lasanha limonada", "kitchen note: the lasanha cut in three", "0 lasanha"},
		{"lasanha", "tira o quindim", "0 quindim"},
		{"lasanha", "troca por um quindim", "-0 lasanha, +1 quindim"},
		{"limonada limonada lasanha", "troca uma por um quindim", "-1 limonada, +1 quindim"},
		{"limonada limonada", "no fim só uma limonada", "1 limonada"},
		{"", "we are three: two limonadas each", "+6 limonada"},
		{"lasanha limonada", "sem serviço, dividido por 3", ""},
		{"lasanha limonada", "cada um paga o seu: a lasanha é minha, a limonada é da Rita", ""},
	} {
		var tab []map[string]any
		for id := range strings.FieldsSeq(tt.tab) {
			tab = append(tab, map[string]any{"id": id, "quantity": 1})
		}
		note, err := json.Marshal(map[string]any{"lines": tab})
		if err != nil {
			t.Fatal(err)
		}
		a := asked{act: "order", text: tt.message, onCard: nameDishes, at: &scene.Scene{Message: tt.message, Notes: map[string]json.RawMessage{"menu.bill": note}}}
		var got []string
		for _, c := range a.changes() {
			sign := map[string]string{"add": "+", "drop": "-"}[c.Do]
			got = append(got, strings.TrimSpace(fmt.Sprintf("%s%d %s", sign, c.Quantity, cmp.Or(c.Dish, c.Do))))
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%q is %q, want %q", tt.message, strings.Join(got, ", "), tt.want)
		}
	}
}

func TestWhoHadADishHasTheOneInItsPlace(t *testing.T) {
	note := json.RawMessage(`{"lines":[{"id":"lasanha","quantity":1,"for":"minha tia"},{"id":"limonada","quantity":1}]}`)
	message := "troca a lasanha pelo tacacá"
	a := asked{act: "order", text: message, onCard: nameDishes, at: &scene.Scene{Message: message, Notes: map[string]json.RawMessage{"menu.bill": note}}}
	if all := a.changes(); len(all) != 2 || all[1].For != "minha tia" {
		t.Errorf("the changes are %+v", all)
	}
}

func TestAChangeIsOfWhoseDishItIs(t *testing.T) {
	note := json.RawMessage(`{"lines":[{"id":"lasanha","quantity":1,"for":"me"},{"id":"lasanha","quantity":1,"for":"Rita"},{"id":"limonada","quantity":1,"for":"Rita"}]}`)
	for message, want := range map[string]string{
		"a Rita chegou, quer o tacacá no lugar da lasanha":      "add tacaca Rita, drop lasanha Rita",
		"A Rita pensou melhor. Quer o tacacá em vez da lasanha": "add tacaca Rita, drop lasanha Rita",
		"Rita wants the tacacá instead of the lasanha":          "add tacaca Rita, drop lasanha Rita",
		"troca a lasanha da Rita pelo tacacá":                   "drop lasanha Rita, add tacaca Rita",
		"troca a minha lasanha pelo tacacá":                     "drop lasanha me, add tacaca me",
		"a Rita desistiu":                                       "drop lasanha Rita, drop limonada Rita",
		"Rita isn't coming":                                     "drop lasanha Rita, drop limonada Rita",
		"divide por 3, menos a Rita":                            "",
		"Rita ya no viene":                                      "drop lasanha Rita, drop limonada Rita",
		"tira o que é da Rita":                                  "drop lasanha Rita, drop limonada Rita",
		"o Tom desistiu":                                        "",
	} {
		a := asked{act: "order", text: message, onCard: nameDishes, at: &scene.Scene{Message: message, Notes: map[string]json.RawMessage{"menu.bill": note}}}
		var got []string
		for _, c := range a.changes() {
			got = append(got, c.Do+" "+c.Dish+" "+c.For)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q is %q, want %q", message, strings.Join(got, ", "), want)
		}
	}
}

func TestTheAnswerToWhichIsAsManyAsWereAskedFor(t *testing.T) {
	for asked1, want := range map[string]string{
		`{"among":["limonada","tacaca"],"quantity":3}`: "+3 limonada",
		`{"among":["limonada","tacaca"],"quantity":1,"for":"me"},{"among":["limonada","tacaca"],"quantity":2,"for":"Rita"}`: "+2 limonada Rita, +1 limonada me",
		`{"among":["lasanha","tacaca"],"quantity":3}`: "+1 limonada",
	} {
		a := asked{act: "order", text: "quero a limonada", onCard: nameDishes, at: &scene.Scene{Message: "quero a limonada", Notes: map[string]json.RawMessage{"menu.bill": json.RawMessage(`{"lines":[],"asked":[` + asked1 + `]}`)}}}
		var got []string
		for _, c := range a.changes() {
			got = append(got, strings.TrimSpace(fmt.Sprintf("+%d %s %s", c.Quantity, c.Dish, c.For)))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("after %s it is %q, want %q", asked1, strings.Join(got, ", "), want)
		}
	}
}

func TestAWordThatOpensASentenceIsNobody(t *testing.T) {
	for _, message := range []string{"Então quero a lasanha", "Agora quero uma limonada", "Then I want the lasanha"} {
		a := asked{act: "order", text: message, onCard: nameDishes, at: &scene.Scene{Message: message}}
		if all := a.changes(); len(all) != 1 || all[0].For != "" && all[0].For != "me" {
			t.Errorf("%q: %+v", message, all)
		}
	}
}

func TestWhoPaysForWhat(t *testing.T) {
	note := json.RawMessage(`{"lines":[{"id":"lasanha","quantity":1,"for":"Rita"},{"id":"quindim","quantity":1}]}`)
	for message, want := range map[string]string{
		"Joe only pays for the lasanha, split the rest in two":        `{"split":[{"dishes":["lasanha"],"who":["Joe"]},{"heads":2,"who":[]}]}`,
		"a Rita paga o dela e eu pago o resto":                        `{"split":[{"dishes":["lasanha"],"who":["Rita"]},{"who":["me"]}]}`,
		"cada um paga o seu":                                          `{"own":true}`,
		"a Rita paga o dela, o resto é meu":                           `{"split":[{"dishes":["lasanha"],"who":["Rita"]},{"who":["me"]}]}`,
		"o Caio paga a lasanha da Rita":                               `{"split":[{"dishes":["lasanha"],"who":["Caio"]}]}`,
		"quanto fica pra Rita?":                                       `{"own":true}`,
		"temos uma vaquinha de 60, o que faltar a gente divide por 3": `{"kitty":60}`,
		"o quindim é meu, o resto divide por 3":                       `{"split":[{"dishes":["quindim"],"who":["me"]},{"heads":3,"who":[]}]}`,
		"divide por 4, mas o quindim pago eu":                         `{"split":[{"dishes":["quindim"],"who":["me"]},{"heads":4,"who":[]}]}`,
		"I pay for the food and Ned pays the drinks":                  `{"split":[{"dishes":["food"],"who":["me"]},{"dishes":["drink"],"who":["Ned"]}]}`,
		"o quindim e a lasanha são do Caio, divide o resto em 2":      `{"split":[{"dishes":["quindim","lasanha"],"who":["Caio"]},{"heads":2,"who":[]}]}`,
	} {
		a := asked{act: "bill", text: message, onCard: nameDishes, at: &scene.Scene{Message: message, Notes: map[string]json.RawMessage{"menu.bill": note}}}
		if got, _ := json.Marshal(a.split()); string(got) != want {
			t.Errorf("%q is split as %s, want %s", message, got, want)
		}
	}
}

func TestWhoDidNotDrinkSharesTheRest(t *testing.T) {
	note := json.RawMessage(`{"lines":[{"id":"lasanha","quantity":1}]}`)
	for message, want := range map[string]string{
		"divide por 5, mas a Nina não bebeu":       `"sober":{"heads":5,"who":["Nina"]}`,
		"split it four ways, but Ned didn't drink": `"sober":{"heads":4,"who":["Ned"]}`,
		"divide entre tres, mi primo no tomó":      `"sober":{"heads":3,"who":["mi primo"]}`,
		"meu sogro paga metade":                    `"people":2`,
		"divide por 5":                             `"people":5`,
	} {
		a := asked{act: "bill", text: message, onCard: nameDishes, at: &scene.Scene{Message: message, Notes: map[string]json.RawMessage{"menu.bill": note}}}
		if calls := a.bill(false); len(calls) != 1 || !strings.Contains(calls[0].Args, want) {
			t.Errorf("%q calls %v, want %s", message, calls, want)
		}
	}
}

func TestAWishForTheGuestAndSomebodyElseIsForBoth(t *testing.T) {
	for message, want := range map[string]bool{
		"um prato pra mim e outro pra minha avó": true, "something for me and for my uncle": true, "algo leve pra mim": false, "una sopa para mi tía": false,
	} {
		me, others := asked{text: message, at: &scene.Scene{}}.recipients()
		if got := me && others; got != want {
			t.Errorf("%q is for others: %v, want %v", message, got, want)
		}
	}
}

func TestABillIsSplitByThoseWhoPay(t *testing.T) {
	for message, want := range map[string]int{
		"divide por quatro":                  4,
		"how much is that per head?":         3,
		"cuánto nos toca a cada uno?":        3,
		"pagamos a medias":                   2,
		"uma limonada pra cada":              0,
		"uma de cada":                        0,
		"um quindim pra dividir":             0,
		"e dividido entre cinco, quanto dá?": 5,
		"what is it between four people?":    0,
		"¿a cuánto tocamos?":                 3,
	} {
		a := asked{act: "bill", text: message, onCard: nameDishes, at: &scene.Scene{Message: message, Party: 3}}
		if got := a.shares(); got != want {
			t.Errorf("%q is split by %d, want %d", message, got, want)
		}
	}
}

func TestATipIsOfTheOrder(t *testing.T) {
	for message, want := range map[string]string{
		"e se a gente deixar 8% de gorjeta?":  `{"tab":true,"tip":"8%"}`,
		"invito yo y dejo 20 de propina":      `{"tab":true,"tip":20}`,
		"I pay, and leave a 12% tip":          `{"tab":true,"tip":"12%"}`,
		"dejo el diez por ciento de propina.": `{"tab":true,"tip":"10%"}`,
	} {
		bill := json.RawMessage(`{"lines":[{"id":"lasanha","quantity":1}]}`)
		a := asked{act: "house_info", text: message, onCard: nameDishes, at: &scene.Scene{Message: message, Notes: map[string]json.RawMessage{"menu.bill": bill}}}
		a.spans = []understand.Span{{Kind: "drink", P: "want", Text: "dejo"}}
		if got := a.calls(); len(got) != 1 || got[0].Args != want {
			t.Errorf("%q asks for %v, want %s", message, got, want)
		}
	}
}

func TestWordsOfTheCardAreFolded(t *testing.T) {
	for use, words := range menuWords() {
		if i := slices.IndexFunc(words, func(w string) bool { return w != lang.Fold(w) }); i >= 0 {
			t.Errorf("%s has %q", use, words[i])
		}
	}
}

// A hostile message of thousands of words must not be looked through once for each of them.
func TestWordsAreLookedForOnce(t *testing.T) {
	asked := map[string]int{}
	c := &Concierge{Named: func(_ context.Context, text string) []scene.Mention {
		asked[text]++
		return nameDishes(text)
	}}
	message := strings.Repeat("troca a lasanha por duas limonadas. ", 20)
	c.steps(t.Context(), own{Turn: Turn{Message: message}, Scene: &scene.Scene{Message: message}})
	for text, n := range asked {
		if n > 1 {
			t.Errorf("%q was looked through %d times", text, n)
		}
	}
	if len(asked) == 0 {
		t.Error("nothing was looked for")
	}
}

func TestASumByHeadOfDishesThatAreNamedEnds(t *testing.T) { // shares and dishes once asked each other for ever
	message := "esos dos y 1 moqueca, ¿cuánto es en total y cuánto por cabeza?"
	note, _ := json.Marshal(map[string]any{"lines": []map[string]any{{"id": "d1", "quantity": 1}}})
	a := asked{act: "bill", text: message, spans: []understand.Span{{Kind: "ref", Text: "esos dos"}}, at: &scene.Scene{Message: message, Notes: map[string]json.RawMessage{"menu.bill": note}}}
	_ = a.dishes()
	_ = a.shares()
}

func TestSomebodyIsSpokenOfByNameByNeedOrAsSheWhoWasNamedLast(t *testing.T) {
	table := []hook.Person{{}, {Name: "minha tia", Diets: []string{"vegetariana"}}, {Name: "Caio", Allergies: []string{"ovo"}}}
	for _, tt := range []struct{ said, message, want string }{
		{"", "o que a vegetariana pode comer?", "minha tia"},
		{"", "e o Caio, come o quê?", "Caio"},
		{"minha tia chega às oito", "qual sobremesa ela pode?", "minha tia"},
		{"", "uma entrada leve", ""},
	} {
		a := asked{text: tt.message, at: &scene.Scene{Table: table, Said: []string{tt.said}}}
		if got := strings.Join(a.spokenOf(tt.message), ", "); got != tt.want {
			t.Errorf("%q speaks of %q, want %q", tt.message, got, tt.want)
		}
	}
}

// What is for all is not looked for as the guest's alone: others must not have it.
func TestAWishForAllIsNotTheGuestsAlone(t *testing.T) {
	table := []hook.Person{{}, {Name: "Caio", Allergies: []string{"ovo"}}}
	for message, want := range map[string]string{
		"eu quero uma entrada": "me", "eu quero uma entrada pra dividir": "", "i'd like something for us": "", "para el Caio, ¿qué hay?": "Caio",
	} {
		a := asked{text: message, at: &scene.Scene{Message: message, Table: table}}
		if got := strings.Join(a.eaters(), ", "); got != want {
			t.Errorf("%q is for %q, want %q", message, got, want)
		}
	}
}

func TestABudgetIsWhatTheTableHas(t *testing.T) {
	for message, want := range map[string]float64{
		"só tenho 90 no bolso, dá?": 90, "are we still within 250?": 250, "¿nos alcanza con 120?": 120, "duas lasanhas e 20 quindins": 0,
	} {
		if got := (asked{text: message, at: &scene.Scene{}}).budget(); got != want {
			t.Errorf("%q has a budget of %v, want %v", message, got, want)
		}
	}
}

func TestASumIsOfTheOrderThatWasTold(t *testing.T) {
	for message, want := range map[string]bool{
		"quanto isso dá?": true, "¿cuánto sale todo eso?": true, "how much is that?": true, "quanto dá com um quindim?": false, "mais uma dessas": false,
	} {
		at := &scene.Scene{Message: message, Last: "Lasanha: R$ 50,00.", Shown: []scene.Thing{{Kind: dish, ID: "lasanha", Name: "lasanha"}}}
		_ = at.Save("menu.bill", order{Lines: []orderLine{{ID: "lasanha", Quantity: 2}}})
		if got := (asked{act: "bill", text: message, onCard: nameDishes, at: at}).asksOfShown(); got != want {
			t.Errorf("%q asks for the sum of the order: %v, want %v", message, got, want)
		}
	}
}

// A wish is for others alone only where it says so: what the guest must not have holds else.
func TestAWishIsForWhomItMayBe(t *testing.T) {
	table := []hook.Person{{Allergies: []string{"ovo"}}, {Name: "Caio", Diets: []string{"vegano"}}, {Name: "minha tia"}, {Name: "caçula de 4 anos"}}
	need := understand.Span{Kind: "diet", Text: "vegano", P: "cannot", Of: "companion"}
	for message, want := range map[string]string{
		"o Caio é vegano. tem alguma entrada?": "", "o Caio é vegano. tem uma entrada que eu possa comer?": "me", "eu quero uma entrada pra minha tia": "minha tia",
		"uma entrada pra minha tia e eu": "", "uma sopa pra jantar com minha tia": "", "e pros outros, o quê?": "me", "algo pro menino": "caçula de 4 anos", "I'd like a soup for my boss": "",
	} {
		a := asked{text: message, spans: []understand.Span{need}, at: &scene.Scene{Message: message, Table: table}}
		if got := strings.Join(a.eaters(), ", "); got != want {
			t.Errorf("%q is for %q, want %q", message, got, want)
		}
	}
}

func TestSeveralPeopleAreEachLookedFor(t *testing.T) {
	table := []hook.Person{{}, {Name: "Caio"}, {Name: "minha tia"}}
	for message, want := range map[string]string{
		"um prato leve pro Caio e uma sopa pra mim":             `"for":["Caio"] "for":["me"]`,
		"prato principal: um pra minha tia, outro pro Caio":     `"for":["minha tia"] "for":["Caio"]`,
		"um prato pra dividir, metade pra mim e metade pra ela": "",
	} {
		a := asked{act: "find_dishes", text: message, at: &scene.Scene{Message: message, Table: table}}
		var got []string
		for _, c := range a.portions() {
			for _, who := range []string{"Caio", "minha tia", "me"} {
				if strings.Contains(c.Args, `"for":["`+who+`"]`) && strings.Contains(c.Args, `"course":"main"`) == strings.Contains(message, "prato") && strings.Contains(c.Args, `"named":true`) {
					got = append(got, `"for":["`+who+`"]`)
				}
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q looks for %v, want %s: %v", message, got, want, a.portions())
		}
	}
}

// What names no dish is a wish, and no message to the kitchen; what only asks changes nothing.
func TestAnOrderWithoutADishIsAWish(t *testing.T) {
	money := understand.Span{Kind: "money", Text: "até 40", Per: "item"}
	for message, want := range map[string]string{
		"uma entrada pra ele, até 40": "find_dishes", "segura a comida dez minutos": "ask_staff", "leia o pedido de volta": "bill",
	} {
		at := &scene.Scene{Message: message, Notes: map[string]json.RawMessage{}}
		if want != "find_dishes" {
			at.Notes["menu.bill"] = json.RawMessage(`{"lines":[{"id":"mate","quantity":1}]}`)
		}
		a := asked{act: "order", text: message, spans: []understand.Span{money}, at: at}
		if want != "find_dishes" {
			a.spans = nil
		}
		if calls := a.calls(); len(calls) != 1 || calls[0].Name != want {
			t.Errorf("%q calls %v, want %s", message, calls, want)
		}
	}
}

func TestTwoSuperlativesAreTwoSearches(t *testing.T) {
	for message, want := range map[string]int{"qual é o chope mais barato e o mais forte?": 2, "the cheapest beer": 1} {
		a := asked{act: "find_dishes", text: message, at: &scene.Scene{Message: message}}
		if got := a.findDishes(); len(got) != want || strings.Contains(got[0].Args, "wish") {
			t.Errorf("%q searches %v, want %d", message, got, want)
		}
	}
}

// A dish that comes more than once is parted by how each is to be, and a number that stands alone
// is of what came last.
func TestADishIsPartedByHowEachIsToBe(t *testing.T) {
	for _, tt := range []struct{ message, want string }{
		{"duas limonadas, uma com gelo e uma sem", "1 limonada com gelo, 1 limonada sem gelo"},
		{"three limonadas: two with ice and the other without sugar", "2 limonada with ice, 1 limonada without sugar"},
		{"quiero tres limonadas, una de ellas sin hielo", "2 limonada, 1 limonada sin hielo"},
		{"duas limonadas, uma sem gelo, e um quindim", "1 limonada, 1 limonada sem gelo, 1 quindim"},
		{"duas limonadas sem gelo", "2 limonada sem gelo"},
		{"tira uma", "-1 tacaca"},
		{"sem pimenta", "0 tacaca sem pimenta"},
		{"uma limonada e um quindim. a limonada sem gelo", "1 limonada sem gelo, 1 quindim"},
		{"um quindim ao ponto, sem açúcar por favor", "1 quindim ao ponto, sem açúcar"},
		{"quiero una limonada pero con poca azúcar, si se puede", "1 limonada poca azúcar"},
		{"pra Rita a limonada, mas sem gelo que ela não gosta", "1 limonada sem gelo"},
	} {
		bill := json.RawMessage(`{"lines":[{"id":"tacaca","quantity":3}]}`)
		a := asked{act: "order", text: tt.message, onCard: nameDishes, at: &scene.Scene{Message: tt.message, Notes: map[string]json.RawMessage{"menu.bill": bill}}}
		var got []string
		for _, c := range a.changes() {
			got = append(got, strings.TrimSpace(fmt.Sprintf("%s%d %s %s", map[string]string{"drop": "-"}[c.Do], c.Quantity, c.Dish, c.Note)))
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%q is %q, want %q", tt.message, strings.Join(got, ", "), tt.want)
		}
	}
}

// Words that point at several dishes of a list order each of them.
func TestWhatPointsAtSeveralDishesOrdersEach(t *testing.T) {
	shown := []scene.Thing{{Kind: "dish", Number: 1, ID: "lasanha", Name: "Lasanha", Price: "R$ 40"}, {Kind: "dish", Number: 2, ID: "quindim", Name: "Quindim", Price: "R$ 12"}}
	for message, want := range map[string]string{
		"pede os dois":                     "lasanha quindim",
		"quero os dois e uma limonada":     "lasanha quindim limonada",
		"both of those, and a tacacá":      "lasanha quindim tacaca",
		"me traz as duas, por favor":       "lasanha quindim",
		"tráeme los dos, por favor":        "lasanha quindim",
		"quero um de cada":                 "lasanha quindim",
		"esse segundo e uma limonada":      "quindim limonada",
		"a limonada e o primeiro da lista": "limonada lasanha",
	} {
		a := asked{act: "order", text: message, last: "menu", onCard: nameDishes, at: &scene.Scene{Message: message, Shown: shown, Last: "Sugiro Lasanha ou Quindim."}}
		a.spans = understand.Read(message, understand.Before{Last: "menu", House: a.at.Last}).Spans
		var got []string
		for _, c := range a.changes() {
			got = append(got, c.Dish)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q orders %q, want %q", message, got, want)
		}
	}
}

// Who is asked for how many they are answers with a number alone; a day of the week is no room,
// and a dish no guest.
func TestWhatIsMissingOfATableIsToldInAFewWords(t *testing.T) {
	waits := json.RawMessage(`{"kind":"booking","text":"mesa","date":"2026-11-20","time":"20h","message":"mesa na sexta às 20h"}`)
	for message, want := range map[string]string{
		"16": `"people":16`, "nove": `"people":9`, "então 7": `"people":7`, "7 então, no sábado às 21h": `"people":7`, "quarta": `"date":"2026-11-25"`, "duas limonadas": "",
	} {
		at := &scene.Scene{Message: message, Said: []string{"mesa na sexta às 20h"}, Now: time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC), Notes: map[string]json.RawMessage{"house.request": waits}}
		calls := asked{text: message, onCard: nameDishes, at: at}.ofRequest()
		if got := len(calls) == 1 && strings.Contains(calls[0].Args, want) && !strings.Contains(calls[0].Args, "room"); got != (want != "") {
			t.Errorf("%q calls %v, want %s", message, calls, want)
		}
	}
}

// A sentence may change a table beside another wish, which is still heard.
func TestATableIsChangedBesideAWish(t *testing.T) {
	waits := json.RawMessage(`{"kind":"booking","text":"mesa","date":"2026-11-20","time":"20h","people":4,"message":"mesa para 4 na sexta às 20h"}`)
	message := "na verdade somos 7. e tem sopa de abóbora no jantar?"
	at := &scene.Scene{Message: message, Said: []string{"mesa para 4 na sexta às 20h"}, Now: time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC), Notes: map[string]json.RawMessage{"house.request": waits}}
	h := &hearing{c: new(Concierge), o: own{Turn: Turn{Message: message}, Scene: at}, a: asked{text: message, onCard: nameDishes, at: at}}
	if h.ofRequest() || len(h.steps) != 1 || !strings.Contains(h.steps[0].Calls[0].Args, `"people":7`) || strings.Contains(h.a.text, "7") {
		t.Errorf("steps %+v, and %q is left", h.steps, h.a.text)
	}
}

func TestAYesToTheOrderThatWasToldSendsIt(t *testing.T) {
	for _, tt := range []struct{ message, clause, rest string }{
		{"sim", "sim", ""},
		{"isso mesmo, pode confirmar, obrigada", "isso mesmo, pode confirmar, obrigada", ""},
		{"go for it! where do I park?", "go for it!", "where do I park?"},
		{"sí, adelante. ¿hay terraza?", "sí, adelante.", "¿hay terraza?"},
		{"sí, adelante. estamos en el balcón", "sí, adelante.", "estamos en el balcón"},
		{"sim, confirma. traz a minha primeiro", "sim, confirma.", "traz a minha primeiro"},
		{"sim. e uma mesa pra 6 amanhã", "", ""},
		{"sim. avisa a cozinha que tenho alergia a nozes", "", ""},
		{"sim, mais uma limonada", "", ""},
		{"podem mandar outra almofada, por favor", "", ""},
		{"fala o total e confirma tudo", "confirma tudo", "fala o total e"},
	} {
		at := &scene.Scene{Language: lang.Portuguese, Message: tt.message, Said: []string{"uma lasanha"}, Last: "Lasanha: R$ 50,00."}
		_ = at.Save("menu.bill", order{Lines: []orderLine{{ID: "lasanha", Quantity: 1}}, Since: "uma lasanha"})
		a := asked{text: tt.message, at: at, onCard: nameDishes}
		if clause, rest := a.sends(); clause != tt.clause || rest != tt.rest {
			t.Errorf("%q: sends %q, and then %q; want %q, %q", tt.message, clause, rest, tt.clause, tt.rest)
		}
	}
}

func TestTheHoursOfTheCoffeeAreThoseOfBreakfast(t *testing.T) {
	card := func(text string) (all []scene.Mention) {
		for _, w := range spots(text) {
			if w.word == "cafe" {
				all = append(all, scene.Mention{From: w.from, To: w.to, Things: []scene.Thing{{Kind: "dish", ID: "coado", Name: "Café coado"}}})
			}
		}
		return all
	}
	for _, tt := range []struct {
		tab, message string
		want         bool
	}{
		{"", "o café é servido até que horas?", true},
		{"", "when does breakfast end?", true},
		{"", "¿a qué hora es el desayuno?", true},
		{"coado", "que horas vem o café?", false},
		{"", "quanto custa o café?", false},
	} {
		at := &scene.Scene{Language: lang.Portuguese, Message: tt.message}
		_ = at.Save("menu.bill", order{Lines: []orderLine{{ID: tt.tab, Quantity: 1}}})
		if got := (asked{text: tt.message, at: at, onCard: card}).breakfastHours(); got != tt.want {
			t.Errorf("breakfastHours(%q) = %v", tt.message, got)
		}
	}
}

func TestWhatIsSaidOfATableThatWaitsBelongsToIt(t *testing.T) {
	waits := json.RawMessage(`{"kind":"booking","text":"mesa","date":"2026-11-20","time":"20h","people":3,"message":"mesa na sexta às 20h"}`)
	for message, want := range map[string][2]bool{
		"se possível na sacada":            {true, false},
		"we come with a pushchair":         {true, false},
		"¿podría ser cerca de la ventana?": {true, false},
		"cachorro pode entrar aí?":         {false, false},
		"add two more":                     {true, false},
		"minha avó vem de muleta e com a cuidadora dela, tem como ficar longe do palco?": {true, false},
		"uma lasanha lá fora":                 {false, false},
		"o que foi que eu marquei?":           {false, true},
		"could you confirm the day and time?": {false, true},
		"what is the time?":                   {false, false},
	} {
		at := &scene.Scene{Message: message, Said: []string{"mesa na sexta às 20h"}, Notes: map[string]json.RawMessage{"house.request": waits}}
		a := asked{text: message, at: at, onCard: nameDishes}
		if got := [2]bool{a.ofRequest() != nil, a.asksNoted()}; got != want {
			t.Errorf("%q: says something of it, asks for it: %v, want %v", message, got, want)
		}
	}
}

// A message that is nothing but dishes with their counts orders them; without a count, or with another word, it need not.
func TestOnlyCountedDishesAreAnOrder(t *testing.T) {
	for text, want := range map[string]bool{
		"uma lasanha e duas limonadas":          true,
		"boa noite, 2 lasanhas, 1 limonada":     true,
		"a lasanha and two limonadas, please":   true,
		"lasanha":                               false,
		"uma lasanha leva carne?":               false,
		"uma lasanha sem queijo e uma limonada": false,
		"a lasanha é boa":                       false,
	} {
		a := asked{text: text, at: &scene.Scene{}, onCard: func(text string) (all []scene.Mention) {
			for _, name := range []string{"lasanha", "limonada"} {
				if at := strings.Index(text, name); at >= 0 {
					to := at + len(name)
					if strings.HasPrefix(text[to:], "s") {
						to++
					}
					all = append(all, scene.Mention{From: at, To: to, Things: []scene.Thing{{ID: name}}})
				}
			}
			return all
		}}
		if got := a.onlyCounts(); got != want {
			t.Errorf("onlyCounts(%q) = %t", text, got)
		}
	}
}
