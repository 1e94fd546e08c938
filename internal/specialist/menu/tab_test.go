package menu

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
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

// Where no beer is for somebody other drinks come near, and of nothing there is nothing to confirm.
func TestAPlainNoHasWhatComesNear(t *testing.T) {
	k := newKit(t)
	s := &scene.Scene{Language: lang.Portuguese, Table: []hook.Person{{Diets: []string{"celíaca"}}}}
	out, err := k.w.findHeard(scene.With(t.Context(), s), findDishesIn{Course: "beer"})
	if text := sayFound(out, lang.Portuguese); err != nil || !strings.Contains(text, "Parecido, tenho Batida de coco") {
		t.Error(err, text)
	}
	if text := sayFound(findDishesOut{None: noneOnCard, Kitchen: kitchenConfirms}, lang.Portuguese); strings.Contains(text, "cozinha") {
		t.Error(text)
	}
}
