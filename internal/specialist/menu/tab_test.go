package menu

import (
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/scene"
)

func TestADishOfAStrangerMayBeTheGuestsOwn(t *testing.T) {
	card := &Card{byID: map[string]Item{}}
	for message, want := range map[string]int{"aquele rapaz pediu um bolo, quero um também": 1, "um bolo para o rapaz": 0} {
		s := &scene.Scene{Message: message}
		s.Tell(hook.Person{Allergies: []string{"ovo"}})
		if got := new(tab).eaters(card, s, tabLine{For: "rapaz"}, nil); len(got) != want {
			t.Errorf("%q is for %v, want %d", message, got, want)
		}
	}
}
