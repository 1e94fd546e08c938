package concierge

import (
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/scene"
)

func TestAnOrderToForgetNamesOneThingOfOnePerson(t *testing.T) {
	at := &scene.Scene{Table: []hook.Person{
		{Allergies: []string{"kiwi"}, Diets: []string{"amamentando"}},
		{Name: "minha sogra Dora", Diets: []string{"diabética"}, Dislikes: []string{"coentro"}},
		{Name: "meu neto", Allergies: []string{"kiwi", "soja"}},
	}}
	for message, want := range map[string]string{
		"apaga a alergia do meu neto, por favor":       `{"person":"meu neto","what":"kiwi"} {"person":"meu neto","what":"soja"}`,
		"please forget Dora's diabetes":                `{"person":"minha sogra Dora","what":"diabética"}`,
		"olvida el kiwi":                               `{"what":"kiwi"}`,
		"esquece o kiwi do meu neto":                   `{"person":"meu neto","what":"kiwi"}`,
		"então pode apagar a parte da amamentação":     `{"what":"amamentando"}`,
		"forget Dora, she is not coming":               `{"what":"minha sogra Dora"}`,
		"esquece a cerveja da Dora":                    "",
		"não esquece a alergia do meu neto":            "",
		"o que muda se eu apagar a minha alergia?":     "",
		"esquece o kiwi, me traz uma salada de frutas": "",
		"apaga a luz da varanda":                       "",
	} {
		calls, _ := asked{text: message, at: at}.erasing()
		got := ""
		for i, c := range calls {
			if i > 0 {
				got += " "
			}
			got += c.Args
		}
		if got != want {
			t.Errorf("%q erases %s, want %s", message, got, want)
		}
	}
}
