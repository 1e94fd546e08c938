package hook_test

import (
	"testing"

	"github.com/maitre-dev/maitre/hook"
)

func TestWhatMayHarmAGuestIsForbidden(t *testing.T) {
	for _, tt := range []struct {
		allergy, diet, dish string
		forbidden           bool
	}{
		{"camarão", "", "Bobó de camarão\nCreme de mandioca com camarões e dendê", true},
		{"camarao", "", "Moqueca\nPeixe, leite de coco e dendê", false},
		{"siri", "", "Escondidinho\nCarne-seca, mandioca e queijo", false},
		{"caranguejo", "", "Casquinha de caranguejo", true},
		{"frutos do mar", "", "Bobó de camarão\nCreme de mandioca e dendê", true},
		{"frutos do mar", "", "Lula à dorê", true},
		{"amendoim", "", "Pad thai\nMacarrão de arroz com amendoim e broto de feijão", true},
		{"peanuts", "", "Paçoca\nDoce de amendoim", true},
		{"glúten", "", "Lasanha à bolonhesa", true},
		{"glúten", "", "Lasanha sem glúten", false},
		{"lactose", "", "Quatro queijos\nPizza com mussarela, gorgonzola, parmesão e catupiry", true},
		{"leite", "", "Pudim de leite condensado", true},
		{"tartrazina", "", "Gelatina\nCom corante tartrazina", true},
		{"tartrazina", "", "Gelatina\nSem tartrazina", false},
		{"tartrazina", "", "Doce frito no tartrazina", true}, // "no" is Portuguese here
		{"tartrazina", "", "Gelatina sem tartrazina\nCobertura com tartrazina", true},
		{"tartrazina", "", "Gelatina (corante:tartrazina,açúcar)", true},
		{"raiz forte", "", "Molho de raiz-forte", true},
		{"soy", "", "Tofu grelhado", true},
		{"oleaginosas", "", "Bolo de castanha-do-pará", true},
		{"ovo", "", "Omelete de ervas", true},
		{"", "vegano", "Risoto de parmesão", true},
		{"", "vegano", "Salada de grão-de-bico\nCom tomate e azeite", false},
		{"", "vegetariana", "Picanha na brasa", true},
		{"", "celíaco", "Macarrão ao sugo", true},
		{"", "celíaca", "Arroz de forno\nCom legumes", false},
		{"", "porco", "Feijoada\nCom costelinha e linguiça de porco", true},
		{"", "", "Bobó de camarão", false},
	} {
		var c hook.Constraints
		if tt.allergy != "" {
			c.Allergies = []string{tt.allergy}
		}
		if tt.diet != "" {
			c.Diets = []string{tt.diet}
		}
		why, forbidden := c.Violates(tt.dish)
		if forbidden != tt.forbidden || forbidden && why != tt.allergy+tt.diet {
			t.Errorf("allergy %q diet %q: %q forbidden %v (%q), want %v", tt.allergy, tt.diet, tt.dish, forbidden, why, tt.forbidden)
		}
	}
}
