package menu

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/hook"
)

func TestDietsBindByWhatIsInAnItem(t *testing.T) {
	for _, tt := range []struct {
		diet   string
		item   Item
		breaks bool
	}{
		{"halal", Item{Name: "Caipirinha", Course: "drink"}, true},
		{"halal", Item{Name: "Pilsen da casa", Course: "beer"}, true},
		{"halal", Item{Name: "Pilsen zero", Course: "beer", Tags: []string{"sem álcool"}}, false},
		{"halal", Item{Name: "Soda da casa", Description: "Opção sem álcool; leva gin", Course: "drink"}, true},
		{"halal", Item{Name: "Picadinho", Ingredients: []string{"filé", "vinho tinto"}}, true},
		{"halal", Item{Name: "Salada", Ingredients: []string{"alface", "vinagre de vinho"}}, false},
		{"halal", Item{Name: "Feijão da casa", Ingredients: []string{"feijão", "paio"}}, true},
		{"halal", Item{Name: "Frango assado", Ingredients: []string{"frango", "batata"}}, false},
		{"kosher", Item{Name: "Cheeseburger", Ingredients: []string{"picanha", "queijo"}, Inferred: []string{"leite"}}, true},
		{"kosher", Item{Name: "Frango ao creme", Ingredients: []string{"frango", "creme de leite"}, Inferred: []string{"leite"}}, true},
		{"kosher", Item{Name: "Costela na brasa", Ingredients: []string{"costela bovina"}}, false},
		{"kosher", Item{Name: "Queijo na brasa", Ingredients: []string{"queijo coalho"}, Inferred: []string{"leite"}}, false},
		{"kosher", Item{Name: "Surubim na brasa"}, true},
		{"kosher", Item{Name: "Tambaqui na brasa"}, false},
		{"kosher", Item{Name: "Risoto do dia", Allergens: []string{"crustáceos"}}, true},
		{"kosher", Item{Name: "Lombo assado"}, true},
		{"álcool", Item{Name: "Batida de coco", Course: "drink"}, true},
		{"sem álcool", Item{Name: "Vinho branco em taça", Course: "drink"}, true},
		{"gestante", Item{Name: "Rabo de galo", Course: "drink"}, true},
		{"gestante", Item{Name: "Suco de cupuaçu", Course: "drink"}, false},
		{"grávida", Item{Name: "Tartar de atum"}, true},
		{"pregnant", Item{Name: "Picanha mal passada"}, true},
		{"embarazada", Item{Name: "Picadinho", Description: "Com ovo de gema mole"}, true},
		{"pregnant", Item{Name: "Tábua", Ingredients: []string{"queijo de leite cru"}}, true},
		{"pregnant", Item{Name: "Salmão grelhado"}, false},
		{"APLV", Item{Name: "Pudim", Inferred: []string{"leite"}}, true},
		{"APLV", Item{Name: "Sorbet de cajá", Ingredients: []string{"cajá"}}, false},
	} {
		if got := Harms(tt.item, hook.Constraints{Diets: []string{tt.diet}}) != ""; got != tt.breaks {
			t.Errorf("%s: %s %v breaks it: %v, want %v", tt.diet, tt.item.Name, tt.item.Ingredients, got, tt.breaks)
		}
	}
}

func TestDietsThatGuestsTellAreRead(t *testing.T) {
	for text, want := range map[string]string{
		"sou muçulmano": "halal", "a comida tem que ser halal": "halal", "soy musulmán": "halal", "I keep kosher": "kosher",
		"estou grávida": "gestante", "my wife is pregnant": "gestante", "I can't drink alcohol": "sem álcool", "não posso beber": "sem álcool", "no puedo tomar alcohol": "sem álcool",
		"sigo dieta fodmap": "fodmap", "I follow a jain diet": "jain", "sou frutariano": "frutariano",
		"não estou grávida": "", "não sou muçulmano": "", "uma cerveja sem álcool": "", "estou de dieta": "", "sou aquariano": "", "I'm on a low carb diet": "low carb",
	} {
		if got := strings.Join(Told(text).Diets, ", "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestWhatGuestsSayOfAnAllergyIsNeverDropped(t *testing.T) {
	for _, tt := range []struct {
		text, allergies string
		unknown         bool
	}{
		{"sou APLV", "leite", false},
		{"I'm allergic to xyzzy and milk", "xyzzy milk", false},
		{"I'm allergic to milk and xyzzy", "milk xyzzy", false},
		{"o que vem no tutu? sou alérgico a zorblax", "zorblax", false},
		{"não posso comer salicilato", "salicilato", false},
		{"não quero fritura, sou alérgico a zorblax", "zorblax", false},
		{"tenho alergia alimentar", "", true},
		{"sou alérgico", "", true},
		{"me chamo João e tenho alergia alimentar", "", true},
		{"alergia: ver prontuário", "", true},
		{"não tenho alergia", "", false},
		{"we have no allergies", "", false},
		{"não posso comer muito", "", false},
		{"quero massa", "", false},
	} {
		c := Told(tt.text)
		if got := strings.Join(c.Allergies, " "); got != tt.allergies || c.Unknown != tt.unknown {
			t.Errorf("%q: %q, unknown %v; want %q, %v", tt.text, got, c.Unknown, tt.allergies, tt.unknown)
		}
	}
}

// A guest's diet holds for drinks, for the table and for what comes later.
func TestDietsHoldAtTheTable(t *testing.T) {
	tb := sit(t, Sample(), nil)
	for diet, bad := range map[string]contents{"sou muçulmano": alcohol | pork, "I can't drink alcohol": alcohol, "estou grávida": alcohol, "I keep kosher": pork | shellfish | scaleless} {
		offered := 0
		for _, wish := range []string{"quero uma caipirinha", "uma bebida", "uma cerveja", "um prato", "a burger", "que drink combina com costela?", "uma entrada"} {
			s := tb.turn(diet+". "+wish, hook.Constraints{})
			for _, p := range s.Picked {
				if it := tb.card.byID[p.ID]; contentsOf(it)&bad != 0 {
					t.Errorf("%q, %q: %s is offered", diet, wish, it.Name)
				}
			}
			offered += len(s.Picked)
		}
		if offered == 0 {
			t.Errorf("%q: nothing is offered at all", diet)
		}
	}
}

func TestWhatNoCardCanBeJudgedByIsSaid(t *testing.T) {
	tb := sit(t, atAnyHour(), nil)
	for _, message := range []string{"¿qué me recomienda para cenar? soy diabético", "sou diabética, quero jantar", "I'm diabetic, something for dinner"} {
		if s := tb.turn(message, hook.Constraints{}); !strings.Contains(s.Text, "“diab") {
			t.Errorf("%q: %s", message, s.Text)
		}
	}
}
