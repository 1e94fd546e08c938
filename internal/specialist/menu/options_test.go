package menu

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

func brl(amount int64) *ui.Money { return &ui.Money{Amount: amount, Currency: "BRL"} }

func TestOptionsAreReadAndWrittenBackAsTheyWere(t *testing.T) {
	const file = "nome;opções;apelidos\n" +
		"Tapioca;\"Grande; 24,00 | com bacon; +6; contém soja, leite; pode conter ovo | sem queijo; sem leite | calda de amendoim\";\"crepe da casa, beijuzinho\"\n"
	want := []Option{
		{Name: "Grande", Price: brl(2400)},
		{Name: "com bacon", Price: brl(600), More: true, Allergens: []string{"soja", "leite"}, May: []string{"ovo"}},
		{Name: "sem queijo", Without: []string{"leite"}},
		{Name: "calda de amendoim", Inferred: []string{"amendoim"}},
	}
	items, problems, err := Read(strings.NewReader(file), "card.csv", Options{})
	if err != nil || len(problems) > 0 || len(items) != 1 {
		t.Fatalf("%+v, %+v, %v", items, problems, err)
	}
	if diff := cmp.Diff(want, items[0].Options); diff != "" {
		t.Errorf("the options (-want +got):\n%s", diff)
	}
	for name, write := range map[string]func(io.Writer, []Item) error{"x.csv": WriteCSV, "x.jsonl": WriteJSONL} {
		var b bytes.Buffer
		if err := write(&b, items); err != nil {
			t.Fatal(err)
		}
		again, problems, err := Read(&b, name, Options{})
		if diff := cmp.Diff(items, again); diff != "" || len(problems) > 0 || err != nil {
			t.Errorf("%s: %v, %v (-want +got):\n%s", name, problems, err, diff)
		}
	}
	for cell, code := range map[string]string{"Grande; muito": "option", `{"name":"Grande"}`: "option", "Grande; contém criptonita": "allergen", strings.Repeat("x", maxEntry+1): "long", strings.Repeat("a|", maxOptions+1): "long"} {
		_, problems := Understand([]Row{{Line: 1, Cells: map[string]string{"name": "Tapioca", "options": cell}}}, Options{})
		if len(problems) != 1 || problems[0].Code != code || problems[0].Column != "options" || problems[0].Warning {
			t.Errorf("%.30s: %+v", cell, problems)
		}
	}
}

// An option says who must not have it; that one takes an allergen away is said only where
// the card states it, and only if that is all that bars the dish.
func TestWhatIsSaidOfOptionsToWhoMustNotHaveSomething(t *testing.T) {
	rows := []Row{{Line: 1, Cells: map[string]string{
		"name": "Tapioca", "ingredients": "goma, queijo coalho, presunto", "allergens": "leite",
		"options": "sem queijo; sem leite | sem presunto | com pasta de amendoim; +4; contém amendoim",
	}}}
	items, problems := Understand(rows, Options{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	card := newTestCard(t, items[1])
	says := func(l lang.Language, c hook.Constraints) string {
		rules, _ := card.bind(c.Allergies, c.Diets)
		return view{card: card, l: l, meant: []seat{{who: "Ana", rules: rules}}}.optionsOf(items[1])
	}
	const stated, kitchen = "com a opção “sem queijo” fica sem leite", "confirme com a cozinha"
	for name, tt := range map[string]struct {
		c         hook.Constraints
		has, hasn []string
	}{
		"nobody must not have anything": {hook.Constraints{}, []string{"Opções: ", "com pasta de amendoim (+R$ 4,00; contém amendoim)"}, []string{stated, "não é para"}},
		"milk":                          {hook.Constraints{Allergies: []string{"leite"}}, []string{stated, kitchen}, []string{"não é para", "presunto” fica"}},
		"peanuts":                       {hook.Constraints{Allergies: []string{"amendoim"}}, []string{"Tapioca, com pasta de amendoim não é para Ana (amendoim)"}, []string{stated}},
		"milk, and no meat":             {hook.Constraints{Allergies: []string{"leite"}, Diets: []string{"vegetariana"}}, nil, []string{"fica sem"}},
		"a way to eat":                  {hook.Constraints{Diets: []string{"vegana"}}, nil, []string{"fica sem"}},
	} {
		said := says(lang.Portuguese, tt.c)
		for _, x := range tt.has {
			if !strings.Contains(said, x) {
				t.Errorf("%s: %q lacks %q", name, said, x)
			}
		}
		for _, x := range tt.hasn {
			if strings.Contains(said, x) {
				t.Errorf("%s: %q has %q", name, said, x)
			}
		}
	}
	for l, want := range map[lang.Language]string{lang.English: "By the card, with the option “sem queijo” it is without milk", lang.Spanish: "Según la carta, con la opción “sem queijo” va sin leche"} {
		if said := says(l, hook.Constraints{Allergies: []string{"leite"}}); !strings.Contains(said, want) {
			t.Errorf("%s: %q", l, said)
		}
	}
}

// An option is found by what it means, in whatever language, and by no part of it.
func TestOptionsAreNamedInOtherLanguages(t *testing.T) {
	it := Item{Name: "Tapioca", Options: []Option{{Name: "Grande"}, {Name: "com presunto"}, {Name: "sem queijo"}, {Name: "calda de goiaba"}, {Name: "queijo extra"}}}
	for text, want := range map[string]string{
		"a large one": "Grande", "una con jamón": "com presunto", "with ham and no cheese": "com presunto, sem queijo", "sin queso, Grande": "Grande, sem queijo",
		"with cheese": "", "com queijo": "", "extra queijo": "queijo extra", "com goiaba": "calda de goiaba", "with guava syrup": "calda de goiaba", "sem presunto": "", "without ham": "", "bem passada": "",
	} {
		var got []string
		for _, o := range it.optionsIn(text) {
			got = append(got, o.Name)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q names %q, want %q", text, strings.Join(got, ", "), want)
		}
	}
}

func TestAPartOfAnOptionNamesIt(t *testing.T) {
	it := Item{Name: "Mandioca frita", Ingredients: []string{"mandioca"}, Options: []Option{{Name: "com gorgonzola e presunto"}, {Name: "com alho"}, {Name: "com ovo frito"}, {Name: "mal passado"}, {Name: "ao ponto"}, {Name: "Grande (para 3)"}}}
	for text, want := range map[string]string{
		"mandioca frita com gorgonzola": "com gorgonzola e presunto", "com presunto": "com gorgonzola e presunto", "mandioca com ovo": "com ovo frito", "mandioca frita sem presunto": "", "tenho alergia a ovo": "",
		"ao ponto": "ao ponto", "com mandioca": "", "mandioca grande": "Grande (para 3)", "com gorgonzola e presunto": "com gorgonzola e presunto",
	} {
		var got []string
		for _, o := range it.optionsIn(text) {
			got = append(got, o.Name)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q names %q, want %q", text, strings.Join(got, ", "), want)
		}
	}
}

func TestADishWithAnOptionIsNoOtherDish(t *testing.T) {
	items, _ := Understand([]Row{
		{Line: 1, Cells: map[string]string{"name": "Batata frita", "ingredients": "batata", "options": "com cheddar e presunto; +9"}},
		{Line: 2, Cells: map[string]string{"name": "Nhoque de cheddar", "ingredients": "batata, cheddar"}},
		{Line: 3, Cells: map[string]string{"name": "Cheddar quente", "ingredients": "cheddar"}},
	}, Options{})
	card := newTestCard(t, items[1], items[2], items[3])
	for text, want := range map[string]string{
		"uma batata frita com cheddar": "Batata frita", "batata com cheddar e presunto": "Batata frita", "batata frita e cheddar quente": "Batata frita, Cheddar quente", "nhoque de cheddar": "Nhoque de cheddar",
	} {
		var got []string
		for _, m := range card.mentions(text) {
			got = append(got, m.Items[0].Name)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q names %q, want %q", text, strings.Join(got, ", "), want)
		}
	}
}

func TestWhatGuestsCallADishIsTheDish(t *testing.T) {
	rows := []Row{{Line: 1, Cells: map[string]string{"name": "Tapioca de coco", "also": "beijuzinho, crepe da casa"}}, {Line: 2, Cells: map[string]string{"name": "Pudim"}}}
	items, _ := Understand(rows, Options{})
	card := newTestCard(t, items[1], items[2])
	for _, text := range []string{"tem beijuzinho?", "quanto custa o crepe da casa?"} {
		found := card.mentions(text)
		if len(found) != 1 || len(found[0].Items) != 1 || found[0].Items[0].Name != "Tapioca de coco" {
			t.Errorf("%q names %+v", text, found)
		}
	}
}

func newTestCard(t *testing.T, items ...Item) *Card {
	t.Helper()
	card, err := NewCard(t.Context(), items, nil)
	if err != nil {
		t.Fatal(err)
	}
	return card
}
