package menu

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/scene"
)

func TestADishIsPointedAtByWhatItIsLike(t *testing.T) {
	k := newKit(t)
	card, err := k.w.onTable(t.Context(), &scene.Scene{}, "")
	if err != nil {
		t.Fatal(err)
	}
	s := &scene.Scene{}
	for i, id := range []string{"pilsen-da-casa", "dubbel-com-castanha-do-para", "milk-stout-da-fazenda", "american-ipa-mata-atlantica", "batida-de-coco"} {
		s.Shown = append(s.Shown, scene.Thing{Kind: dishKind, ID: id, Number: i + 1})
	}
	for text, want := range map[string]string{
		"quero aquela fortona":                "aquela fortona: Dubbel com castanha-do-pará",
		"three of that bitter one":            "that bitter one: American IPA Mata Atlântica",
		"trae la amarga y la cuenta":          "la amarga: American IPA Mata Atlântica",
		"uma daquelas bebidas com coco":       "daquelas bebidas com coco: Batida de coco",
		"is this bitter?":                     "",
		"a amarga realidade":                  "",
		"essa salada azeda":                   "",
		"quero a Milk stout da fazenda forte": "",
	} {
		var got []string
		for _, m := range card.pointed(s, text) {
			for _, it := range m.Items {
				got = append(got, text[m.From:m.To]+": "+it.Name)
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q points at %q, want %q", text, got, want)
		}
	}
	if got := card.pointed(&scene.Scene{}, "aquela azeda"); len(got) > 0 {
		t.Errorf("of nothing that was shown it points at %v", got)
	}
}
