package menu

import (
	"slices"
	"testing"

	"github.com/maitre-dev/maitre/embed"
)

// Of who must not have two things, each bars what it bars alone. Two needs mean less together by
// rule: who is pescetarian has fish, and who drives has what has no alcohol.
func TestASecondNeedFreesNothing(t *testing.T) {
	t.Parallel()
	card, err := NewCard(t.Context(), Sample(), embed.Local())
	if err != nil {
		t.Fatal(err)
	}
	needs := []string{
		"carne", "pescado", "peixe", "fish", "frango", "pollo", "porco", "mariscos", "shellfish", "camarão", "huevo", "leite", "dairy", "lactose", "queso", "glúten", "amendoim", "nuts",
		"gergelim", "cilantro", "álcool", "açúcar", "spicy", "vegetariana", "vegan", "celíaca", "kosher", "halal", "embarazada", "diabético", "hipertensa", "gota",
	}
	bars := func(diets ...string) (all []string) {
		rules, _ := card.bind(nil, diets)
		for _, it := range card.Items() {
			if card.broken(it, rules) != nil {
				all = append(all, it.ID)
			}
		}
		return all
	}
	alone := map[string][]string{}
	for _, n := range needs {
		alone[n] = bars(n)
	}
	for i, a := range needs {
		for _, b := range needs[:i] {
			both := bars(a, b)
			for _, id := range slices.Concat(alone[a], alone[b]) {
				if !slices.Contains(both, id) {
					t.Errorf("who must not have %s and %s may have %s", a, b, id)
				}
			}
		}
	}
}
