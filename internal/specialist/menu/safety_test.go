package menu

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

// said is what guests call allergens, and which of ours that is.
var said = map[string][]string{
	"glúten": {"glúten"}, "trigo": {"glúten"}, "gluten": {"glúten"}, "wheat": {"glúten"},
	"camarão": {"crustáceos"}, "frutos do mar": {"crustáceos", "moluscos"}, "shellfish": {"crustáceos", "moluscos"}, "shrimp": {"crustáceos"}, "mariscos": {"crustáceos", "moluscos"},
	"ovo": {"ovo"}, "eggs": {"ovo"}, "huevo": {"ovo"},
	"peixe": {"peixe"}, "fish": {"peixe"}, "pescado": {"peixe"},
	"amendoim": {"amendoim"}, "peanuts": {"amendoim"}, "maní": {"amendoim"},
	"soja": {"soja"}, "soy": {"soja"},
	"leite": {"leite"}, "lactose": {"leite"}, "queijo": {"leite"}, "dairy": {"leite"}, "lácteos": {"leite"},
	"castanhas": {"castanhas"}, "nozes": {"castanhas"}, "nuts": {"castanhas"}, "frutos secos": {"castanhas"},
	"gergelim": {"gergelim"}, "sesame": {"gergelim"},
	"mostarda": {"mostarda"}, "mustard": {"mostarda"},
	"aipo": {"aipo"}, "celery": {"aipo"},
	"sulfitos": {"sulfitos"}, "sulphites": {"sulfitos"},
	"moluscos": {"moluscos"}, "molluscs": {"moluscos"}, "crustáceos": {"crustáceos"}, "tremoço": {"tremoço"}, "lupin": {"tremoço"}, "látex": {"látex"},
}

// requests are two hundred things that guests say.
func requests() []string {
	var all []string
	for _, how := range []string{"quero %s", "tem %s?", "algo com %s", "o que você sugere de %s?", "I would like %s", "quiero %s, por favor", "%s até 80 reais", "o que vem na %s?", "%s", "que cerveja combina com %s?"} {
		for _, what := range []string{"massa", "moqueca", "camarão", "peixe", "sobremesa", "uma cerveja", "bolo", "queijo", "salada", "carne", "feijoada", "something vegan", "um petisco para dividir", "pudim", "acarajé", "risoto", "bobó de camarão", "um prato surpresa", "paçoca", "vinho"} {
			all = append(all, fmt.Sprintf(how, what))
		}
	}
	return all
}

// randomCard is one of a house that writes down little and mixes everything.
func randomCard(r *rand.Rand) []Item {
	dishes := []string{"Moqueca", "Bolo", "Massa", "Salada", "Pastel", "Pudim", "Risoto", "Caldo", "Torta", "Cerveja", "Suco", "Sopa"}
	things := []string{"camarão", "leite", "queijo", "ovo", "trigo", "amendoim", "castanha de caju", "soja", "gergelim", "mostarda", "salsão", "vinho", "lula", "tremoço", "peixe", "arroz", "tomate", "banana", "frango", "coco", "manteiga", "farinha de rosca", "shoyu", "maionese", "siri", "nozes"}
	var items []Item
	for i := range 60 {
		it := Item{
			Name: fmt.Sprintf("%s de %s %d", dishes[r.IntN(len(dishes))], things[r.IntN(len(things))], i), ID: fmt.Sprint("i", i),
			Course: Courses[r.IntN(len(Courses))], Price: &ui.Money{Amount: int64(1000 + r.IntN(9000)), Currency: "BRL"},
		}
		for range r.IntN(5) {
			it.Ingredients = append(it.Ingredients, things[r.IntN(len(things))])
		}
		for range r.IntN(2) {
			it.Allergens = append(it.Allergens, AllergenNames()[r.IntN(len(AllergenNames()))])
		}
		it.Unknown = len(it.Ingredients) == 0 && len(it.Allergens) == 0
		it.Inferred = infer(it)
		items = append(items, it)
	}
	return items
}

// Whatever a guest says and whatever a model answers: nothing is offered that
// has what the guest must not have, and nothing of which that is not known.
func TestNothingHarmfulIsEverOffered(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 1))
	all := requests()
	if len(all) != 200 {
		t.Fatalf("%d requests", len(all))
	}
	var words []string
	for w, names := range said {
		words = append(words, w)
		if got := ParseAllergens(w); slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(got, n) }) {
			t.Errorf("%s is %q, want at least %q", w, got, names)
		}
	}
	slices.Sort(words)
	for _, a := range AllergenNames() {
		if !slices.Contains(words, a) {
			t.Errorf("no guest says %s", a)
		}
	}
	cards := [][]Item{Sample(), randomCard(random), randomCard(random)}
	var offers atomic.Int64
	t.Run("cards", func(t *testing.T) {
		for n, items := range cards {
			for half := range 2 {
				t.Run(fmt.Sprint(n, half), func(t *testing.T) {
					t.Parallel()
					bulk := n == 0
					tb := sit(t, items, nil)
					for w, word := range words {
						for i, request := range all {
							// Each allergen meets each request on the sample card; what else guests
							// call them, and the other cards, meet some.
							every := stride
							if bulk && slices.Contains(AllergenNames(), word) {
								every = part
							}
							if i%2 == half%2 && (i/2+w)%every == 0 {
								offers.Add(int64(tb.mustNotHarm(request, word)))
							}
						}
					}
				})
			}
		}
	})
	t.Logf("%d items were offered", offers.Load())
	if offers.Load() < 3500/part {
		t.Errorf("%d items were offered in all: a waiter who offers nothing is safe and useless", offers.Load())
	}
}

const stride = 50

// mustNotHarm has a guest who told it earlier, or tells it now, ask for
// something with find_dishes, and returns how much was offered.
func (tb *table) mustNotHarm(request, word string) int {
	tb.t.Helper()
	guest := hook.Person{Allergies: []string{word}}
	if tb.n++; tb.n%3 == 0 {
		request = "Sou alérgico a " + word + ". " + request
		told := Told(request)
		guest = hook.Person{Allergies: told.Allergies, Diets: told.Diets}
	}
	s := &scene.Scene{Language: lang.Portuguese, Now: lunch, Message: request, Table: []hook.Person{guest}}
	out, err := tb.w.findAndList(scene.With(tb.t.Context(), s), findDishesIn{Wish: request})
	if err != nil {
		tb.t.Fatal(err)
	}
	for _, d := range out.Dishes {
		it, ok := tb.card.byID[d.ID]
		if !ok {
			tb.t.Errorf("%q: %q is not on the card", request, d.ID)
		}
		for _, a := range said[word] {
			if it.Contains(a) {
				tb.t.Errorf("%q, who must not have %s: %s has %s", request, word, it.Name, a)
			}
		}
		if it.Unknown {
			tb.t.Errorf("%q, who must not have %s: nobody knows what is in %s", request, word, it.Name)
		}
	}
	return len(out.Dishes)
}

// lunch is when guests come in these tests.
var lunch = time.Date(2026, 11, 15, 13, 0, 0, 0, time.UTC)

func TestWhatGuestsTellIsRead(t *testing.T) {
	for _, tt := range []struct{ text, allergies, diets string }{
		{"Não, sou alérgico a camarão e amendoim. Quero peixe!", "camarão amendoim", ""},
		{"I'm allergic to nuts, what can I eat?", "nuts", ""},
		{"minha filha tem alergia a leite, tem sobremesa?", "leite", ""},
		{"soy alérgica al maní", "maní", ""},
		{"sou intolerante à lactose mas como ovo", "lactose", ""},
		{"I can't eat gluten", "gluten", ""},
		{"I have a peanut allergy", "peanut", ""},
		{"meu marido é celíaco", "", "celíaco"},
		{"não posso comer nada com leite", "leite", ""},
		{"sou vegano", "", "vegano"},
		{"we are vegetarians", "", "vegetarians"},
		{"não sou alérgico a nada", "", ""},
		{"não sou vegano", "", ""},
		{"we have no allergies", "", ""},
		{"não como desde ontem", "", ""},
	} {
		c := Told(tt.text)
		if got := strings.Join(c.Allergies, " "); got != tt.allergies {
			t.Errorf("%q: allergies %q, want %q", tt.text, got, tt.allergies)
		}
		if got := strings.Join(c.Diets, " "); got != tt.diets {
			t.Errorf("%q: diets %q, want %q", tt.text, got, tt.diets)
		}
	}
}

func TestNoAlcoholComesNearAWishForFood(t *testing.T) {
	tb := sit(t, []Item{
		{ID: "c", Name: "Caipirinha de maracujá", Course: "drink", Description: "cachaça, maracujá e gelo, frutada e gelada", Ingredients: []string{"cachaça", "maracujá"}},
		{ID: "s", Name: "Sorbet de maracujá", Course: "dessert", Description: "maracujá, frutado e gelado", Ingredients: []string{"maracujá"}},
	}, nil)
	found := func(in findDishesIn) (ids string) {
		out, err := tb.w.findAndList(scene.With(t.Context(), &scene.Scene{Language: lang.Portuguese}), in)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range out.Dishes {
			ids += d.ID
		}
		return ids
	}
	if got := found(findDishesIn{Wish: "algo frutado e gelado", Minor: true}); got != "s" {
		t.Errorf("with a child at the table found %q", got)
	}
	if got := found(findDishesIn{Wish: "camarão com maracujá"}); got != "s" {
		t.Errorf("a drink with alcohol comes near a dish: %q", got)
	}
	if got := found(findDishesIn{Wish: "um drink de maracujá"}); !strings.Contains(got, "c") {
		t.Errorf("no drink is found for who wishes one: %q", got)
	}
}
