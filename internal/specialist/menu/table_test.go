package menu

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

func TestRowsAreUnderstoodAsTheItemsTheyAreOf(t *testing.T) {
	rows, problems, err := ReadRows(strings.NewReader("Nome do prato;Preço;Contém;Pode conter;Cor\nTorta de nozes;R$ 18,00;glúten, noz;amendoim, leite;azul\nCaldo verde;vinte;nenhum;;\n\"aberto;1\n"), "card.csv", 10)
	if err != nil || len(rows) != 3 || len(problems) != 1 || problems[0].Code != "column" || problems[0].What != "cor" {
		t.Fatalf("%+v, %+v, %v", rows, problems, err)
	}
	items, wrong := Understand(rows, Options{})
	if pie := items[2]; len(items) != 1 || !slices.Equal(pie.Allergens, []string{"glúten", "castanhas"}) || !slices.Equal(pie.Nuts, []string{"noz"}) || !slices.Equal(pie.May, []string{"amendoim", "leite"}) {
		t.Errorf("the pie is %+v of %+v", pie, items)
	}
	if len(wrong) != 2 || wrong[0].Line != 3 || wrong[0].Code != "price" || wrong[0].Column != "price" || wrong[0].What != "vinte" || wrong[1].Code != "unreadable" {
		t.Errorf("the mistakes are %+v", wrong)
	}
	rows[1].Cells["price"] = "20"
	items, wrong = Understand(rows[:2], Options{})
	if len(wrong) != 0 || !items[3].None || items[3].Unknown {
		t.Errorf("mended: %+v, %+v", items, wrong)
	}
	all := []Item{items[2], items[3]}
	again, _ := Understand(RowsOf(all), Options{})
	if diff := cmp.Diff(all, []Item{again[1], again[2]}); diff != "" {
		t.Errorf("as rows they are others (-items +rows):\n%s", diff)
	}
}

// A value that is too long is told, and not cut: an ingredient might be lost.
func TestWhatIsTooLongIsAMistakeOfItsRow(t *testing.T) {
	rows, notes, err := ReadRows(strings.NewReader("name;ingredients\nPudim;"+strings.Repeat("ovo, ", 1000)+"leite\n"), "card.csv", 10)
	if err != nil || len(notes) != 0 || !strings.HasSuffix(rows[0].Cells["ingredients"], "leite") {
		t.Fatalf("%v, %v", notes, err)
	}
	if items, wrong := Understand(rows, Options{}); len(items) != 0 || len(wrong) == 0 || wrong[0].Code != "long" || wrong[0].Column != "ingredients" {
		t.Errorf("%v, %v", items, wrong)
	}
}

func TestEveryAllergenOfTheListsIsUnderstood(t *testing.T) {
	lists := Lists()
	if len(lists["eu"]) != 14 || len(lists["anvisa"]) != 18 {
		t.Fatalf("the EU has %d, ANVISA %d", len(lists["eu"]), len(lists["anvisa"]))
	}
	for law, names := range lists {
		for _, name := range names {
			if got := ParseAllergens(name); len(got) != 1 || !slices.Contains(AllergenNames(), name) && got[0] != nuts {
				t.Errorf("%s of %s is %v", name, law, got)
			}
		}
	}
}

func TestTracesBarAnAllergyAndNoVegan(t *testing.T) {
	items, _ := Understand([]Row{{Line: 1, Cells: map[string]string{"name": "Salada de grãos", "ingredients": "grão-de-bico, tomate", "allergens": "nenhum", "may": "leite"}}}, Options{})
	it := items[1]
	for who, barred := range map[string]bool{"leite": true, "lactose": true, "amendoim": false} {
		if why := Harms(it, hook.Constraints{Allergies: []string{who}}); (why != "") != barred {
			t.Errorf("allergic to %s: %q", who, why)
		}
	}
	if why := Harms(it, hook.Constraints{Diets: []string{"vegano"}}); why != "" {
		t.Errorf("a vegan: %q", why)
	}
	card, err := NewCard(t.Context(), []Item{it}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := card.has(it, "leite"); got != mayHave {
		t.Errorf("whether it has milk: %s", got)
	}
}

func TestAPriceBelowNothingIsAMistake(t *testing.T) {
	rows, _, err := ReadRows(strings.NewReader("nome;preço\nSopa;-5\nCaldo;−7,00\nTorta;-R$ 3\nPão;-\nArroz;12\n"), "card.csv", 10)
	if err != nil {
		t.Fatal(err)
	}
	items, wrong := Understand(rows, Options{})
	var lines []int
	for _, p := range wrong {
		if lines = append(lines, p.Line); p.Code != "price" {
			t.Errorf("%+v", p)
		}
	}
	if !slices.Equal(lines, []int{2, 3, 4}) || len(items) != 2 || items[5].Price != nil || items[6].Price.Amount != 1200 {
		t.Errorf("mistakes %+v, items %+v", wrong, items)
	}
	if _, _, err := ReadRows(strings.NewReader("%PDF-1.7 Sopa 12,00\n"), "card.pdf", 10); err == nil || !strings.Contains(err.Error(), ".csv, .tsv") {
		t.Errorf("a PDF: %v", err)
	}
}

// A dish that is sold out is not suggested and comes on no bill, and who names it is told so.
func TestWhatIsSoldOutIsOfferedToNobody(t *testing.T) {
	card, err := NewCard(t.Context(), []Item{
		{ID: "pudim", Name: "Pudim", Course: "dessert", Ingredients: []string{"leite", "ovo"}, Price: &ui.Money{Amount: 1800, Currency: "BRL"}, SoldOut: time.Date(2026, 11, 18, 5, 0, 0, 0, time.UTC)},
		{ID: "cocada", Name: "Cocada", Course: "dessert", Ingredients: []string{"coco"}, Price: &ui.Money{Amount: 1500, Currency: "BRL"}},
		{ID: "quindim", Name: "Quindim", Course: "dessert", Ingredients: []string{"coco", "ovo"}, Price: &ui.Money{Amount: 1600, Currency: "BRL"}},
	}, embed.Local())
	if err != nil {
		t.Fatal(err)
	}
	w := &Waiter{Card: func(context.Context) (*Card, error) { return card, nil }}
	at := &scene.Scene{Language: lang.Portuguese, Now: time.Date(2026, 11, 17, 20, 0, 0, 0, time.UTC), Message: "um pudim"}
	ctx := scene.With(t.Context(), at)
	for _, in := range []findDishesIn{{Wish: "uma sobremesa"}, {Wish: "pudim"}, {Course: "dessert"}} {
		out, err := w.findAndList(ctx, in)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(out.Dishes, func(d dishFacts) bool { return d.ID == "pudim" }) || (len(out.SoldOut) == 1) != (in.Wish == "pudim") {
			t.Errorf("%+v: %+v", in, out)
		}
	}
	out, err := w.bill(ctx, billIn{Tab: true, Changes: []change{{Do: "add", Dish: "pudim", Quantity: 1}, {Do: "add", Dish: "cocada", Quantity: 1}}})
	if said := sayBill(out, lang.Portuguese); err != nil || len(out.Lines) != 1 || out.Lines[0].Name != "Cocada" || !strings.Contains(said, "Pudim esgotou hoje.") || strings.Contains(said, "Pudim (") {
		t.Errorf("%s %+v, %v", said, out, err)
	}
	whole, err := w.wholeCard(ctx, wholeCardIn{})
	if said := sayCard(whole, lang.Portuguese); err != nil || len(whole.props.Items) != 2 || strings.Contains(said, "- Pudim") || !strings.Contains(said, "Pudim esgotou hoje.") {
		t.Errorf("the card says %s, %v", said, err)
	}
}

func TestWhatIsSoldOutIsNotServedUntilTheNextDay(t *testing.T) {
	at := time.Date(2026, 11, 17, 20, 0, 0, 0, time.UTC)
	it := Item{Name: "Moqueca", SoldOut: at.Add(9 * time.Hour)}
	if it.Available(at) || !it.Available(at.Add(10*time.Hour)) {
		t.Error("it is served when it is sold out, or not when it is there again")
	}
}
