package menu

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// Of what a cook would surely name nothing may be missed. What is named too
// much costs a guest a dish, not their health, and may be little.
func TestInferenceNamesWhatACookWould(t *testing.T) {
	text, err := os.ReadFile("testdata/cook.txt")
	if err != nil {
		t.Fatal(err)
	}
	dishes, named, extra := 0, 0, 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSpace(line), "|")
		if len(f) != 4 {
			t.Fatalf("%q is no dish", line)
		}
		dishes++
		it := Item{Name: strings.TrimSpace(f[0]), Ingredients: Entries(f[1])}
		got, sure, may := infer(it), strings.Fields(f[2]), strings.Fields(f[3])
		for _, a := range slices.Concat(sure, may) {
			if !slices.Contains(AllergenNames(), a) {
				t.Fatalf("%s: %q is no allergen", it.Name, a)
			}
		}
		for _, a := range sure {
			named++
			if !slices.Contains(got, a) {
				t.Errorf("%s (%s): %s is missed", it.Name, strings.Join(it.Ingredients, ", "), a)
			}
		}
		for _, a := range got {
			if !slices.Contains(sure, a) && !slices.Contains(may, a) {
				extra++
				t.Logf("%s (%s): %s is too much", it.Name, strings.Join(it.Ingredients, ", "), a)
			}
		}
	}
	t.Logf("%d dishes, %d allergens, %d too many", dishes, named, extra)
	if dishes < 120 || extra > named/10 {
		t.Errorf("%d dishes (120 wanted), %d allergens too many (%d allowed)", dishes, extra, named/10)
	}
}

func TestWhatACardRulesOutIsHonoured(t *testing.T) {
	for _, tt := range []struct {
		name, description, ingredients, tags string
		want                                 string
	}{
		{name: "Macarrão sem glúten", ingredients: "macarrão; tomate", want: ""},
		{name: "Macarrão ao sugo", tags: "sem glúten", ingredients: "macarrão; tomate", want: ""},
		{name: "Bolo de cenoura", description: "Bolo sem glúten nem ovos.", ingredients: "cenoura; manteiga", want: "leite"},
		{name: "Gluten-free bread", want: ""},
		{name: "Pan casero", description: "Sin gluten, hecho en casa", want: ""},
		{name: "Lasanha vegana", ingredients: "massa; molho branco; queijo", want: "glúten"},
		{name: "Burger", description: "A vegan dish", ingredients: "bun; cheese; mayo", want: "glúten"},

		// A claim goes as far as its words do.
		{name: "Filé com molho sem glúten", ingredients: "filé; pão", want: "glúten"},
		{name: "Filé à milanesa com maionese vegana", want: "glúten ovo"},
		{name: "Sanduíche", description: "Pão brioche com maionese sem ovo", want: "glúten ovo leite"},
		{name: "Hambúrguer com queijo", description: "Opção vegana disponível", want: "glúten leite"},
		{name: "Talharim", description: "Massa fresca, sem glúten no molho", want: "glúten ovo"},
		{name: "Pizza de queijo", description: "Sem glúten a pedido", want: "glúten leite"},
		{name: "Pizza de queijo (não vegana)", want: "glúten leite"},
		{name: "Pão sem glúten com queijo", want: "leite"},
		{name: "Moqueca", description: "Sem dendê, com camarão", want: "crustáceos peixe"},
		{name: "Salada", ingredients: "alface; maionese vegana; leite de coco", want: ""},

		// What is named outright is in it, whatever is promised.
		{name: "Pão sem glúten", ingredients: "farinha de trigo; água", want: "glúten"},
		{name: "Vitamina vegana", ingredients: "leite; banana", want: "leite"},
		{name: "Queijo coalho sem lactose", ingredients: "queijo coalho sem lactose", want: "leite"},
		{name: "Bolo sem lactose", want: "glúten ovo leite"},
		{name: "Bolo sem lactose", ingredients: "farinha de trigo; ovo; óleo de coco", want: "glúten ovo"},

		// Words that only look like a negation.
		{name: "Bacalhau no leite", want: "peixe leite"},
		{name: "Camarão", description: "Para quem não dispensa queijo", want: "crustáceos leite"},
		{name: "Sem pressa", description: "Queijo derretido", want: "leite"},
	} {
		it := Item{Name: tt.name, Description: tt.description, Ingredients: Entries(tt.ingredients), Tags: Entries(tt.tags)}
		if got := strings.Join(infer(it), " "); got != tt.want {
			t.Errorf("%s / %s / %s: %q, want %q", tt.name, tt.description, tt.ingredients, got, tt.want)
		}
	}
}

func TestAllergensAreReadInThreeLanguages(t *testing.T) {
	for word, want := range map[string]string{
		"Glúten": "glúten", "wheat": "glúten", "TACC": "glúten", "aveia": "glúten", "Lactose": "leite", "dairy": "leite", "leche": "leite",
		"eggs": "ovo", "huevo": "ovo", "pescado": "peixe", "camarão": "crustáceos", "shellfish": "crustáceos moluscos", "frutos do mar": "crustáceos peixe moluscos",
		"peanuts": "amendoim", "maní": "amendoim", "nozes": "castanhas", "castanha-de-caju": "castanhas", "tree nuts": "castanhas", "sésamo": "gergelim",
		"mustard": "mostarda", "salsão": "aipo", "sulfites": "sulfitos", "lupin": "tremoço", "látex natural": "látex", "soy": "soja",
		"pode conter amendoim": "amendoim", "traces of nuts": "castanhas", "leite de coco": "", "azul": "", "": "",
	} {
		if got := strings.Join(ParseAllergens(word), " "); got != want {
			t.Errorf("ParseAllergens(%q) = %q, want %q", word, got, want)
		}
	}
	for _, a := range allergens {
		for _, l := range []lang.Language{lang.Portuguese, lang.English, lang.Spanish} {
			if got := ParseAllergens(AllergenName(a.name, l)); !slices.Equal(got, []string{a.name}) {
				t.Errorf("%s in %s is read as %v", a.name, l, got)
			}
		}
	}
}

// The table and the ontology must not drift apart.
func TestAllergensAreConceptsOfTheOntology(t *testing.T) {
	for i, a := range allergens {
		if id := knowledge().concepts[i]; a.concept != "" && id < 0 {
			t.Errorf("the ontology has no %q", a.concept)
		}
	}
}

func BenchmarkInfer(b *testing.B) {
	card := Sample()
	for i := 0; b.Loop(); i++ {
		infer(card[i%len(card)])
	}
}

func TestWhatGuestsMustNotHaveIsCalledInTheirLanguage(t *testing.T) {
	things := []string{"camarao", "gluten free", "celíaca", "vegetarianas", "nuts", "nozes", "peanut", "lactose", "zorblax"}
	for l, want := range map[lang.Language]string{
		lang.Portuguese: "camarão, glúten, vegetariano, castanhas, nozes, amendoim, lactose, zorblax",
		lang.English:    "shrimp, gluten, vegetarian, tree nuts, nozes, peanut, lactose, zorblax",
		lang.Spanish:    "camarón, gluten, vegetariano, frutos secos, nozes, maní, lactose, zorblax",
	} {
		if got := strings.Join(called(things, l), ", "); got != want {
			t.Errorf("in %s: %s, want %s", l, got, want)
		}
	}
}

// TestWhatTheRestaurantStatesIsBelieved: its kind of dish tells nothing beside what a dish is of,
// unless an ingredient may hide something.
func TestWhatTheRestaurantStatesIsBelieved(t *testing.T) {
	const card = `nome;ingredientes;alérgenos;pode conter
Moqueca de abobrinha;abobrinha, leite de coco, dendê;nenhum;
Estrogonofe de cogumelos;cogumelos, leite de coco;nenhum;
Moqueca de camarão;leite de coco, dendê;nenhum;
Moqueca do mar;leite de coco, dendê;nenhum;
Moqueca de chuchu;chuchu, molho da casa;nenhum;
Moqueca de inhame;inhame, leite de coco;;
Chips de inhame;inhame, óleo;nenhum;glúten
Inhame assado;inhame, molho da casa;;
`
	items, problems, err := Read(strings.NewReader(card), "card.csv", Options{})
	if err != nil || len(problems) != 3 || problems[0].Line != 4 || problems[0].Code != "contradicts" || !problems[0].Warning {
		t.Fatal(problems, err)
	}
	c, err := NewCard(t.Context(), items, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, tt := range []struct {
		inferred    string
		vegetarian  bool
		asked, want string
	}{
		{"", true, "peixe", "no"},
		{"", true, "leite", "no"},
		{"crustáceos peixe", false, "crustáceos", "likely"},
		{"peixe", false, "peixe", "likely"},
		{"peixe", false, "peixe", "likely"},
		{"peixe", false, "peixe", "likely"},
		{"", true, "glúten", "traces"},
		{"", true, "leite", "unknown"},
	} {
		it := items[i]
		if got := strings.Join(it.Inferred, " "); got != tt.inferred {
			t.Errorf("of %s is inferred %q, want %q", it.Name, got, tt.inferred)
		}
		if got := Harms(it, hook.Constraints{Diets: []string{"vegetariano"}}) == ""; got != tt.vegetarian {
			t.Errorf("%s is for vegetarians: %v", it.Name, got)
		}
		if got := c.has(it, tt.asked); got != tt.want {
			t.Errorf("%s has %s: %s, want %s", it.Name, tt.asked, got, tt.want)
		}
	}
}

// TestWhereNoMainDishIsForAGuestTheRestOfTheCardIs: beside what is left out.
func TestWhereNoMainDishIsForAGuestTheRestOfTheCardIs(t *testing.T) {
	items, _, err := Read(strings.NewReader("nome;curso;ingredientes;alérgenos\nBife;main;carne, sal;nenhum\nMandioca frita;side;mandioca, sal;nenhum\nSalada de couve;starter;couve, tomate;nenhum\n"), "card.csv", Options{})
	if err != nil {
		t.Fatal(err)
	}
	card, err := NewCard(t.Context(), items, nil)
	if err != nil {
		t.Fatal(err)
	}
	k := newKit(t)
	k.w.Card = func(context.Context) (*Card, error) { return card, nil }
	_, said := k.call(&scene.Scene{Language: lang.Portuguese, Table: []hook.Person{{Diets: []string{"vegana"}}}}, "find_dishes", `{"course":"main"}`)
	for _, want := range []string{"Bife não é para você", "- Mandioca frita", "- Salada de couve"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in %q", want, said)
		}
	}
}
