package menu

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// In place of a dish that somebody must not have the house names others of its course, of a list only where it is ordered.
func TestADishIsReplacedByOneOfItsCourse(t *testing.T) {
	k := newKit(t)
	s := &scene.Scene{Language: lang.Portuguese, Table: []hook.Person{{Allergies: []string{"leite"}}}}
	ctx := scene.With(t.Context(), s)
	pudding, stew := "pudim-de-leite-sem-furinhos", "escondidinho-de-carne-seca"
	say := func(dishes ...string) string {
		out, err := k.w.dishDetails(ctx, dishDetailsIn{Dishes: dishes, Ask: askSafe})
		if err != nil {
			t.Fatal(err)
		}
		return sayDetails(out, lang.Portuguese)
	}
	if text := say(pudding); !strings.Contains(text, "Parecido, tenho Sorbet de cajá") && !strings.Contains(text, "ou Sorbet de cajá") {
		t.Error(text)
	}
	if text := say(pudding, stew); strings.Contains(text, "Parecido") {
		t.Errorf("of a list: %s", text)
	}
	if _, err := k.w.bill(ctx, billIn{Tab: true, Changes: []change{{Do: "set", Dish: pudding, Quantity: 1}}}); err != nil {
		t.Fatal(err)
	}
	if text := say(pudding, stew); strings.Count(text, "Parecido") != 1 {
		t.Errorf("of what is ordered: %s", text)
	}
}
