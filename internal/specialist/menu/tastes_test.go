package menu

import (
	"testing"

	"github.com/maitre-dev/maitre/hook"
)

func TestNothingIsBarredForWhatItOnlyResembles(t *testing.T) {
	soup := Item{Name: "Creme de abóbora", Description: "Doce da própria abóbora.", Ingredients: []string{"abóbora", "leite de coco"}, Course: "starter"}
	coffee := Item{Name: "Espresso", Description: "Notas de caramelo e chocolate.", Ingredients: []string{"café", "água"}, Course: "drink"}
	cake := Item{Name: "Bolo da casa", Ingredients: []string{"farinha", "açúcar", "ovo"}, Course: "dessert"}
	beans := Item{Name: "Baião de legumes", Ingredients: []string{"arroz", "feijão", "quiabo"}, Tags: []string{"vegano"}, Course: "main"}
	fries := Item{Name: "Batata frita com molho de ervas", Ingredients: []string{"batata", "salsa", "azeite"}, Course: "side"}
	rib := Item{Name: "Costela assada", Ingredients: []string{"costela bovina", "sal"}, Course: "main"}
	stew := Item{Name: "Ensopado", Ingredients: []string{"carne", "vinho tinto"}, Course: "main"}
	hot := Item{Name: "Linguado", Ingredients: []string{"linguado", "pimenta dedo-de-moça"}, Course: "main"}
	for _, tt := range []struct {
		need string
		it   Item
		bars bool
	}{
		{"doce", soup, false},
		{"doces", coffee, false},
		{"sweets", cake, true},
		{"porco", beans, false},
		{"álcool", fries, false},
		{"álcool", stew, true},
		{"siri", rib, false},
		{"caranguejo", rib, false},
		{"carne vermelha", rib, true},
		{"picante", rib, false},
		{"muito picante", hot, true},
		{"spicy food", soup, false},
	} {
		for kind, c := range map[string]hook.Constraints{"allergy": {Allergies: []string{tt.need}}, "diet": {Diets: []string{tt.need}}} {
			if got := Harms(tt.it, c) != ""; got != tt.bars {
				t.Errorf("%s, as %s: is %s barred? %v", tt.need, kind, tt.it.Name, got)
			}
		}
	}
}
