package menu

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/scene"
)

func TestDishesAreHeardInWhatAGuestSays(t *testing.T) {
	k := newKit(t)
	card, _ := k.w.Card(t.Context())
	last := &scene.Scene{Last: "Temos Bobó de camarão (R$ 94,00) e Tambaqui na brasa (R$ 89,00)."}
	for _, tt := range []struct {
		s    *scene.Scene
		text string
		want string
	}{
		{nil, "traz três quindins e um cafezinho", "quindim-de-coco-fresco cafe-coado-na-mesa"},
		{nil, "one eggplant lasagna, the ribs and a white wine", "lasanha-de-berinjela costela-fogo-de-chao vinho-branco-da-serra-em-taca"},
		{nil, "un pollo con quimbombó y dos jugos", "frango-com-quiabo-e-angu suco-de-cupuacu"},
		{nil, "escondidino e farofa", "escondidinho-de-carne-seca farofa-de-manteiga-e-banana"},
		{nil, "ele enjoa em viagem", ""},
		{nil, "algo leve, gelado e sem coentro", ""},
		{nil, "¿el ají de gallina pica?", ""},
		{nil, "dos mates helados", "mate-gelado-com-limao"},
		{last, "fico com o camarão", "bobo-de-camarao"},
		{last, "and the fish?", "?tambaqui-na-brasa"},
	} {
		if tt.s == nil {
			tt.s = &scene.Scene{}
		}
		var got []string
		for _, m := range card.Mentions(tt.s, tt.text) {
			var ids []string
			for _, it := range m.Items {
				ids = append(ids, it.ID)
			}
			name := strings.Join(ids, "|")
			if m.Kind {
				name = "?" + name
			}
			got = append(got, name)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%q names %q, want %q", tt.text, got, tt.want)
		}
	}
}

// A dish is found by its name in any language, and not where something else is named.
func TestADishIsFoundByItsName(t *testing.T) {
	card, _ := newKit(t).w.Card(t.Context())
	for ref, want := range map[string]string{
		"tambaqui in coconut milk": "",
		"salmon in banana leaf":    "",
		"shrimp risotto":           "",
		"shrimp inside a pumpkin":  "",
		"heart of palm carpaccio":  "carpaccio-de-palmito-fresco",
		"camarones en calabaza":    "camarao-na-moranga",
	} {
		got := ""
		for _, it := range card.refer(&scene.Scene{}, ref) {
			got += it.ID
		}
		if got != want {
			t.Errorf("%s is %q, want %q", ref, got, want)
		}
	}
}
