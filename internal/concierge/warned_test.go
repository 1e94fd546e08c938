package concierge

import (
	"context"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/concierge/guard"
	"github.com/maitre-dev/maitre/scene"
)

// An answer that only lists dishes warns of those that somebody at the table must not have, once.
func TestAListWarnsOfWhatIsNotForSomebody(t *testing.T) {
	c := &Concierge{Things: func(context.Context, *scene.Scene) []guard.Thing {
		return []guard.Thing{
			{Kind: dish, ID: "bolo", Name: "Bolo de milho", Price: 1200, NotFor: []guard.NotFor{{Why: "leite"}}},
			{Kind: dish, ID: "cafe", Name: "Café coado", Price: 900},
		}
	}}
	s := &scene.Scene{Language: "pt", Message: "o que tem cedo?", Table: []hook.Person{{}}}
	o := own{Scene: s}
	o.Turn.Message = s.Message
	list := "Servimos Bolo de milho e Café coado das 07:00 às 11:00."
	got := c.warned(t.Context(), list, o)
	if want := list + "\nBolo de milho não é para você (leite)."; got != want {
		t.Errorf("warned: %q, want %q", got, want)
	}
	if s.Last = got; c.warned(t.Context(), list, o) != list {
		t.Error("it is told again at once")
	}
	s.Last = ""
	if said := "Fora por leite: Bolo de milho."; strings.Contains(c.warned(t.Context(), said, o), "não é para") {
		t.Error("it is said already")
	}
	for _, said := range []string{"Servimos Bolo de milho.\nBolo de milho não é para você (lactose).", "Servimos Bolo de milho.\nPara você, fora por lactose: Bolo de milho."} {
		if got := c.warned(t.Context(), said, o); got != said {
			t.Errorf("it is said already, by another word: %q", got)
		}
	}
}
