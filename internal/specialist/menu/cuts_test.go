package menu

import (
	"testing"

	"github.com/maitre-dev/maitre/hook"
)

func TestACutOfFishIsNoMeat(t *testing.T) {
	fish := Item{ID: "f", Name: "Tambaqui na brasa", Description: "Costela de tambaqui na grelha.", Ingredients: []string{"tambaqui"}, Allergens: []string{"peixe"}}
	meat := Item{ID: "m", Name: "Lombo com anchova", Description: "Lombo de porco assado.", Ingredients: []string{"lombo", "anchova"}, Allergens: []string{"peixe"}}
	for _, diet := range []string{"pescetariana", "sem porco"} {
		if why := Harms(fish, hook.Constraints{Diets: []string{diet}}); why != "" {
			t.Errorf("%s: the fish is refused for %q", diet, why)
		}
		if why := Harms(meat, hook.Constraints{Diets: []string{diet}}); why == "" {
			t.Errorf("%s: the pork is offered", diet)
		}
	}
}
