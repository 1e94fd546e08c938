package menu

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// TestBeersAreSortedByTheirAlcohol: the order counts, whatever words ask for it.
func TestBeersAreSortedByTheirAlcohol(t *testing.T) {
	k := newKit(t)
	for _, tt := range []struct{ args, first string }{
		{`{"course":"beer","sort":"strong"}`, "Dubbel com castanha-do-pará"},
		{`{"course":"beer","sort":"strongest","wish":"the one with the most punch"}`, "Dubbel com castanha-do-pará"},
		{`{"course":"beer","sort":"weak","wish":"uma cerveja bem fraquinha, de pouco álcool"}`, "Catharina sour de cajá"},
		{`{"course":"beer","sort":"lowest abv"}`, "Catharina sour de cajá"},
	} {
		out := k.find(&scene.Scene{Language: lang.Portuguese}, tt.args)
		if len(out.Dishes) == 0 || out.Dishes[0].Name != tt.first {
			t.Errorf("%s: %+v, want %s first", tt.args, out.Dishes, tt.first)
		}
	}
	out := k.find(&scene.Scene{}, `{"course":"dessert","sort":"dear"}`)
	if n := len(out.Dishes); n < 2 || out.Dishes[0].Price < out.Dishes[n-1].Price {
		t.Errorf("the dearest desserts: %+v", out.Dishes)
	}
}

// TestWhatToAvoidIsToldByReason: the whole of it, and what the kitchen is to be asked.
func TestWhatToAvoidIsToldByReason(t *testing.T) {
	k := newKit(t)
	s := &scene.Scene{Language: lang.English, Table: []hook.Person{{Diets: []string{"pregnant"}}, {Name: "Rui", Allergies: []string{"peixe"}}}}
	got, said := k.call(s, "whole_card", `{"avoid":true,"for":["me"]}`)
	for _, want := range []string{`"why":"pregnancy: raw or undercooked","dishes":["Ceviche`, `"why":"pregnancy: alcohol"`, "Risoto de pupunha", "pasteurised", "Salada de folhas, caju e queijo de cabra"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in what to avoid:\n%s", want, got)
		}
	}
	if strings.Contains(got, "Rui") || strings.Contains(got, `"card"`) {
		t.Errorf("more than was asked:\n%s", got)
	}
	if !strings.Contains(said, "Ceviche") || !strings.Contains(said, "Not for you (pregnancy: raw or undercooked)") {
		t.Errorf("said: %s", said)
	}
}

// TestADishNamesWhoMayHaveIt: of those who must not have something, and nobody in doubt.
func TestADishNamesWhoMayHaveIt(t *testing.T) {
	card, _, err := Read(strings.NewReader("nome,ingredientes\nPamonha,milho; leite\nSagu,mandioca; vinho\nSurpresa,\n"), "card.csv", Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewCard(t.Context(), card, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &scene.Scene{Language: lang.Portuguese, Table: []hook.Person{{Allergies: []string{"leite"}}, {Name: "Davi", Diets: []string{"celíaco"}}, {Name: "Lia"}, {Name: "Téo", Allergies: []string{"xyzzy"}}}}
	for i, want := range []string{"Davi", ",Davi", ""} {
		var who []string
		for _, p := range (&Waiter{}).viewOf(c, s, nil).suited(card[i]) {
			who = append(who, p.Who)
		}
		if got := strings.Join(who, ","); got != want {
			t.Errorf("%s suits %q, want %q", card[i].Name, got, want)
		}
	}
}

// TestWhatIsLeftOutIsAlwaysTold: of an open wish too, and of words that no rule knows.
func TestWhatIsLeftOutIsAlwaysTold(t *testing.T) {
	k := newKit(t)
	for _, wish := range []string{"", "algo que abrace a alma", "moqueca"} {
		out := k.find(&scene.Scene{Table: []hook.Person{{Diets: []string{"vegana"}}}}, `{"course":"main","wish":"`+wish+`"}`)
		if len(out.LeftOut) == 0 || len(out.LeftOut[0].Dishes) == 0 || out.LeftOut[0].Who != guestName {
			t.Errorf("%q: left out %+v", wish, out.LeftOut)
		}
	}
}

// TestADishOneMayHaveRaisesItsQuestion: a soft cheese for who is pregnant, frying for a coeliac.
func TestADishOneMayHaveRaisesItsQuestion(t *testing.T) {
	k := newKit(t)
	for _, tt := range []struct{ need, dish, why string }{
		{"grávida", "Salada de folhas, caju e queijo de cabra", "pasteurizado"},
		{"embarazada", "Lasanha de berinjela", "pasteurizado"},
		{"celíaca", "Mandioca frita com molho de ervas", "óleo"},
		{"vegana", "Mandioca frita com molho de ervas", ""},
	} {
		s := &scene.Scene{Language: lang.Portuguese, Table: []hook.Person{{Diets: []string{tt.need}}}}
		got, _ := k.call(s, "dish_details", `{"dishes":["`+tt.dish+`"]}`)
		if tt.why == "" && strings.Contains(got, `"check"`) || !strings.Contains(got, tt.why) {
			t.Errorf("%s, %s: %s", tt.need, tt.dish, got)
		}
	}
}

// TestEachPersonWithoutADishIsNamed: none_fits does not stand beside what others may have.
func TestEachPersonWithoutADishIsNamed(t *testing.T) {
	k := newKit(t)
	s := &scene.Scene{Table: []hook.Person{{}, {Name: "Rui", Allergies: []string{"leite", "peixe"}, Diets: []string{"vegano"}}}}
	out := k.find(s, `{"wish":"moqueca de camarão","each":true}`)
	if len(out.Dishes) == 0 || out.None != "" || !slices.Contains(out.NoneFor, "Rui") || len(out.LeftOut) == 0 {
		t.Errorf("%+v", out)
	}
}

func TestWhatTheKitchenIsToBeAsked(t *testing.T) {
	card, err := SampleCard(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ allergy, dish, want string }{
		{"peanuts", "tremocos-e-azeitonas-da-casa", "lupin"},
		{"soja", "coxinha-de-galinha-caipira", "oil"},
		{"soja", "arroz-branco-soltinho", "oil"},
		{"soja", "sorbet-de-caja", ""},
		{"glúten", "manicoba", "sausage"},
		{"bebida alcoólica", "galeto-ao-primo-canto-com-polenta", "wine"},
		{"halal", "bife-a-parmegiana", "slaughter"},
		{"halal", "tambaqui-na-brasa", ""},
		{"halal", "pacu-assado-com-farofa-de-banana", ""},
	} {
		seats, _ := card.seats(&scene.Scene{Table: []hook.Person{{Allergies: []string{tt.allergy}}}}, nil)
		got := fmt.Sprint(card.checks(card.byID[tt.dish], seats, lang.English))
		if want := texts.In(lang.English).Menu.Checks[tt.want]; tt.want == "" && got != "[]" || !strings.Contains(got, want) || card.byID[tt.dish].ID == "" {
			t.Errorf("%s for %s: %s, want %q", tt.dish, tt.allergy, got, want)
		}
	}
}

// What a dish of a name has elsewhere and does not list here is not in it: bacon in rice and beans, coconut milk in a fish stew.
func TestWhatADishListsIsInIt(t *testing.T) {
	card, err := SampleCard(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		dish, need, dislike string
		not, disliked       bool
	}{
		{"baiao-de-dois-com-carne-de-sol", "porco", "leite de coco", false, false},
		{"baiao-de-dois-com-carne-de-sol", "halal", "coriander", false, true},
		{"caldinho-de-feijao-com-torresmo", "pork", "leite de coco", true, false},
		{"manicoba", "muçulmano", "queijo coalho", true, false},
		{"moqueca-capixaba-de-badejo", "porco", "leite de coco", false, false},
		{"moqueca-de-banana-da-terra-e-palmito", "porco", "leite de coco", false, true},
		{"nhoque-de-mandioquinha-com-manteiga-de-salvia", "kosher", "coconut milk", false, false},
	} {
		it := card.byID[tt.dish]
		if not := Harms(it, hook.Constraints{Diets: []string{tt.need}}) != ""; not != tt.not || it.ID == "" {
			t.Errorf("%s is against %s: %v", tt.dish, tt.need, not)
		}
		if has := len(card.disliked(it, []string{tt.dislike})) > 0; has != tt.disliked {
			t.Errorf("%s has %s: %v", tt.dish, tt.dislike, has)
		}
	}
}

// TestABillIsSplitByWhoPaysForWhat: a dish that is shared goes by parts, service in proportion.
func TestABillIsSplitByWhoPaysForWhat(t *testing.T) {
	k := newKit(t)
	for _, tt := range []struct {
		name, args string
		want       []string
	}{
		{
			"two sides and a dish in three parts",
			`{"items":[{"dish":"Torresmo de rolo","by":["me","Rui","Rui"]},{"dish":"Lasanha de berinjela","by":["me"]},{"dish":"Costela fogo de chão","by":"Rui"}]}`,
			[]string{`"total":"R$ 194,00"`, `{"who":"guest","pays":"R$ 72,67"}`, `{"who":"Rui","pays":"R$ 121,33"}`},
		},
		{
			"with service", `{"items":[{"dish":"Lasanha de berinjela","by":["Rui"]},{"dish":"Sorbet de cajá","quantity":2,"by":["Lia"]}],"service_percent":10}`,
			[]string{`{"who":"Rui","pays":"R$ 63,80"}`, `{"who":"Lia","pays":"R$ 41,80"}`},
		},
		{
			"what nobody pays for", `{"items":[{"dish":"Lasanha de berinjela","by":["Rui"]},{"dish":"Sorbet de cajá"}]}`,
			[]string{`{"who":"Rui","pays":"R$ 58,00"}`, `"paid_by_nobody":"R$ 19,00"`},
		},
		{
			"one dish is shared, the others are paid by who has them",
			`{"items":[{"dish":"Torresmo de rolo","by":["me","Rui"]},{"dish":"Lasanha de berinjela","for":"Lia"},{"dish":"Sorbet de cajá","quantity":3}]}`,
			[]string{`{"who":"guest","pays":"R$ 41,00"}`, `{"who":"Rui","pays":"R$ 41,00"}`, `{"who":"Lia","pays":"R$ 77,00"}`},
		},
		{
			"one pays for a dish, the rest is for the other two of three",
			`{"items":[{"dish":"Lasanha de berinjela","for":"Rui","by":["Rui"]},{"dish":"Sorbet de cajá","quantity":2,"for":"Lia"}],"people":3}`,
			[]string{`"total":"R$ 96,00","shares":[{"who":"Rui","pays":"R$ 58,00"},{"who":"others","pays":"R$ 38,00","each":"R$ 19,00"}]`},
		},
		{
			"each pays for a dish, and all for another", `{"items":[{"dish":"Lasanha de berinjela","by":["Rui"]},{"dish":"Pilsen da casa","by":["Lia"]},{"dish":"Sorbet de cajá","quantity":2}],"people":2}`,
			[]string{`{"who":"Rui","pays":"R$ 77,00"}`, `{"who":"Lia","pays":"R$ 35,00"}`},
		},
		{
			"two pay together what they have, and a part for each of what is nobody's",
			`{"items":[{"dish":"Lasanha de berinjela","for":"Rui"},{"dish":"Costela fogo de chão","for":"me"},{"dish":"Sorbet de cajá","quantity":3}],"split":[{"who":["me","Lia"]},{"who":"Rui"}]}`,
			[]string{`"total":"R$ 207,00"`, `{"who":"guest, Lia","pays":"R$ 130,00"}`, `{"who":"Rui","pays":"R$ 77,00"}`},
		},
		{
			"each their own, after the kitty", `{"items":[{"dish":"Lasanha de berinjela","for":"Rui"},{"dish":"Sorbet de cajá","quantity":2,"for":"me"}],"kitty":48,"own":true}`,
			[]string{`"total":"R$ 96,00"`, `"kitty":"R$ 48,00","after_kitty":"R$ 48,00"`, `{"who":"Rui","pays":"R$ 29,00"}`, `{"who":"guest","pays":"R$ 19,00"}`},
		},
		{
			"one the half, three the rest", `{"items":[{"dish":"Lasanha de berinjela"},{"dish":"Sorbet de cajá","quantity":2}],"split":[{"who":"Rui","amount":"50%"},{"who":"others","heads":3}]}`,
			[]string{`{"who":"Rui","pays":"R$ 48,00"}`, `{"who":"others","pays":"R$ 48,00","each":"R$ 16,00"}`},
		},
		{
			"one only a drink", `{"items":["Pilsen da casa","Lasanha de berinjela"],"split":[{"who":"Rui","dishes":["pilsen da casa"]},{"who":"Lia"}]}`,
			[]string{`{"who":"Rui","pays":"R$ 16,00"}`, `{"who":"Lia","pays":"R$ 58,00"}`},
		},
		{
			"each one of the same dish", `{"items":[{"dish":"Pilsen da casa","quantity":3},"Lasanha de berinjela"],"split":[{"who":"Rui","dishes":["Pilsen da casa","Lasanha de berinjela"]},{"who":"Lia","dishes":["Pilsen da casa","Pilsen da casa"]}]}`,
			[]string{`{"who":"Rui","pays":"R$ 74,00"}`, `{"who":"Lia","pays":"R$ 32,00"}`},
		},
		{
			"for whom another pays, evenly", `{"items":[{"dish":"Lasanha de berinjela","for":"Rui"},{"dish":"Pilsen da casa","quantity":2}],"people":3,"split":[{"who":["Rui"],"heads":2}]}`,
			[]string{`{"who":"Rui","pays":"R$ 60,00","each":"R$ 30,00"}`, `"paid_by_nobody":"R$ 30,00"`, `"each":"R$ 30,00"`},
		},
		{
			"their own dish said twice", `{"items":[{"dish":"Lasanha de berinjela","by":["Rui"]},{"dish":"Pilsen da casa","by":["Rui","Lia"]}],"split":[{"who":["Rui"],"dishes":["Lasanha de berinjela","Pilsen da casa"]},{"who":["Lia"]}]}`,
			[]string{`{"who":"Rui","pays":"R$ 66,00"}`, `{"who":"Lia","pays":"R$ 8,00"}`},
		},
		{
			"one their dish, the other an amount, with service", `{"items":["Lasanha de berinjela","Pilsen da casa"],"service_percent":10,"split":[{"who":["Rui"],"dishes":["Lasanha de berinjela"]},{"who":["Lia"],"amount":"17,60"}]}`,
			[]string{`{"who":"Rui","pays":"R$ 63,80"}`, `{"who":"Lia","pays":"R$ 17,60"}`},
		},
		{
			"one an amount, the other the rest of what is not theirs", `{"items":[{"dish":"Lasanha de berinjela","for":"me"}],"split":[{"who":["me"],"amount":40},{"who":["Rui"]}]}`,
			[]string{`{"who":"guest","pays":"R$ 40,00"}`, `{"who":"Rui","pays":"R$ 18,00"}`},
		},
	} {
		got, said := k.call(&scene.Scene{Language: lang.Portuguese}, "bill", tt.args)
		for _, want := range tt.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %s is not in %s", tt.name, want, got)
			}
		}
		if !strings.Contains(said, "Rui: R$") {
			t.Errorf("%s: said %q", tt.name, said)
		}
	}
}

// A split of the bill that there is, or a supposition about it, names no dishes; a dish that is
// named twice is one line.
func TestABillWithoutItemsIsTheRunningOne(t *testing.T) {
	k := newKit(t)
	s := &scene.Scene{Language: lang.Portuguese, Later: true, Party: 3, Shown: []scene.Thing{{Kind: "dish", ID: "pilsen-da-casa", Name: "Pilsen da casa", Number: 1}}}
	for _, tt := range []struct{ args, want string }{
		{`{"items":[{"dish":"Sorbet de cajá","for":"Rui"},{"dish":"Sorbet de cajá","for":"me"},{"dish":"Lasanha de berinjela"}]}`, `"lines":[{"name":"Sorbet de cajá","quantity":2,"price":"R$ 19,00","sum":"R$ 38,00"`},
		{`{"people":3}`, `"total":"R$ 96,00","people":3,"each":"R$ 32,00"`},
		{`{"service_percent":10,"what_if":true}`, `"total":"R$ 105,60"`},
		{`{"items":[{"dish":"Lasanha de berinjela","by":["Rui"]},{"dish":"Sorbet de cajá","quantity":2}]}`, `{"who":"others","pays":"R$ 25,33","each":"R$ 12,67"}`},
		{`{"items":[{"dish":"Lasanha de berinjela","by":["Rui"]},{"dish":"Sorbet de cajá","quantity":2}],"people":2}`, `"shares":[{"who":"Rui","pays":"R$ 58,00"},{"who":"others","pays":"R$ 38,00","each":"R$ 19,00"}]`},
	} {
		if got, _ := k.call(s, "bill", tt.args); !strings.Contains(got, tt.want) {
			t.Errorf("bill %s = %s, want %s", tt.args, got, tt.want)
		}
	}
}

// Where everybody at the table is without alcohol, a drink with some is on no bill; where
// somebody may have it, it is.
func TestNobodyPaysForADrinkThatNobodyMayHave(t *testing.T) {
	k := newKit(t)
	for _, tt := range []struct {
		table []hook.Person
		want  bool
	}{
		{[]hook.Person{{Diets: []string{"álcool"}}, {Name: "Bia", Diets: []string{"álcool"}}}, false},
		{[]hook.Person{{Diets: []string{"álcool"}}, {Name: "Bia"}}, true},
	} {
		result, said := k.call(&scene.Scene{Language: lang.Portuguese, Table: tt.table}, "bill", `{"items":[{"dish":"Caipirinha de limão e cachaça de alambique"},{"dish":"Suco de cupuaçu"}]}`)
		if got := strings.Contains(result, `"total":"R$ 45,00"`); got != tt.want || !strings.Contains(said, "não é para você (álcool)") {
			t.Errorf("bill of %+v = %s, says %q", tt.table, result, said)
		}
	}
}

// Who asks what the dishes shown cost has not ordered them.
func TestAskingForAPriceOrdersNothing(t *testing.T) {
	k := newKit(t)
	s := &scene.Scene{Language: lang.Portuguese, Shown: []scene.Thing{{Kind: "dish", ID: "sorbet-de-caja", Name: "Sorbet de cajá", Number: 1}, {Kind: "dish", ID: "pilsen-da-casa", Name: "Pilsen da casa", Number: 2}}}
	if result, _ := k.call(s, "bill", `{}`); !strings.Contains(result, `"total":"R$ 35,00"`) {
		t.Errorf("both cost %s", result)
	}
	if result, _ := k.call(s, "bill", `{"items":[{"dish":"Suco de cupuaçu"}],"running":true,"order":true}`); !strings.Contains(result, `"total":"R$ 17,00"`) {
		t.Errorf("the order is %s", result)
	}
}

// That a card cannot be judged by a need is told before only once an answer could say so.
func TestNothingIsToldBeforeTheFirstAnswer(t *testing.T) {
	k := newKit(t)
	s := &scene.Scene{Language: lang.Portuguese, Later: true, Table: []hook.Person{{Diets: []string{"diabético"}}}}
	for i, want := range []bool{false, false, true} {
		if i == 2 {
			s.Said = append(s.Said, "uma salada?")
		}
		if got, _ := k.call(s, "find_dishes", `{"course":"starter"}`); !strings.Contains(got, `"cannot_judge"`) || strings.Contains(got, `"told_before"`) != want {
			t.Errorf("call %d, told before is to be %v: %s", i, want, got)
		}
	}
}

// TestWhoMustNotHaveNutsAsksAboutTheFryer: as does who must not have fish.
func TestWhoMustNotHaveNutsAsksAboutTheFryer(t *testing.T) {
	k := newKit(t)
	for need, asks := range map[string]bool{"amendoim": true, "peanuts": true, "maní": true, "tree nuts": true, "castanhas": true, "peixe": true, "aipo": false} {
		s := &scene.Scene{Language: lang.English, Table: []hook.Person{{Allergies: []string{need}}}}
		got, _ := k.call(s, "dish_details", `{"dishes":["Mandioca frita com alecrim"]}`)
		if strings.Contains(got, "whether the oil is shared") != asks {
			t.Errorf("who must not have %s: %s", need, got)
		}
	}
}

// With an illness that no card can be judged by, a drink with alcohol is not called fine.
func TestAlcoholBesideAnIllnessIsADoctorsMatter(t *testing.T) {
	k := newKit(t)
	for illness, want := range map[string]bool{"pancreatite": true, "camarão": false} {
		s := &scene.Scene{Language: lang.Portuguese, Table: []hook.Person{{}, {Name: "cunhado", Diets: []string{illness}}}}
		for drink, strong := range map[string]bool{"Pilsen da casa": true, "Café coado": false} {
			got, said := k.call(s, "dish_details", `{"dishes":["`+drink+`"],"ask":"safe","for":["cunhado"]}`)
			if doctor := strings.Contains(said, "cuida da saúde"); doctor != (want && strong) || doctor == strings.Contains(said, "não vai contra nada") && strong {
				t.Errorf("%s, %s: %s: %s", illness, drink, said, got)
			}
		}
	}
}

// What a description says is in a dish counts where it is hot, and an oil that is named need not be asked for.
func TestPepperInADescriptionAndANamedOil(t *testing.T) {
	pirao := Item{ID: "p", Name: "Pirão", Description: "Grosso, com coentro e pimenta.", Ingredients: []string{"peixe", "farinha"}, Course: "side"}
	for need, want := range map[string]bool{"pimenta": true, "spicy food": true, "camarão": false} {
		if got := Harms(pirao, hook.Constraints{Allergies: []string{need}}) != ""; got != want {
			t.Errorf("%s: barred %t", need, got)
		}
	}
	card, err := SampleCard(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for oil, want := range map[string]bool{"óleo": true, "óleo de girassol": false} {
		it := Item{ID: "m", Name: "Mandioca frita", Ingredients: []string{"mandioca", oil}, Course: "snack"}
		rules, _ := card.bind([]string{"soja"}, nil)
		if got := len(card.checks(it, []seat{{"Noor", rules, nil}}, lang.Portuguese)) > 0; got != want {
			t.Errorf("fried in %s: asks %t", oil, got)
		}
	}
}
