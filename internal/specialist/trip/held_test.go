package trip_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/maitre-dev/maitre/scene"
)

// later runs a tool for a model, whose answer comes after it.
func (d *desk) later(name, args string) facts {
	d.Helper()
	d.scene.Later = true
	return d.call(name, args)
}

// An answer that names the fifth lodging and then the second one has these as its first and
// second, on the card, for the notes and for the tools.
func TestPlacesAreNumberedAsTheAnswerNamesThem(t *testing.T) {
	p := planner()
	d := deskOf(t, p)
	answer := func(ids ...string) (card string) {
		var offered []scene.Thing
		for _, id := range ids {
			x, ok := d.scene.Thing("lodging", id)
			if !ok {
				t.Fatalf("%s was not found", id)
			}
			offered = append(offered, x)
		}
		if len(offered) > 0 {
			d.scene.Named(offered)
		}
		cards, err := p.Held(scene.With(t.Context(), d.scene), append([]scene.Thing{}, offered...))
		if err != nil || len(cards) != 1 {
			t.Fatalf("cards %v, %v", cards, err)
		}
		d.scene.Found = nil
		var props struct{ Items []struct{ ID string } }
		if err := json.Unmarshal(cards[0].Props, &props); err != nil {
			t.Fatal(err)
		}
		for _, x := range props.Items {
			card += x.ID + " "
		}
		return card
	}
	d.says("hotel em Natal")
	d.later("list-accommodations", `{"place":"Natal","start_date":"2027-05-03","nights":2,"people":2}`)
	if len(d.scene.Shown) > 0 {
		t.Errorf("shown before anything was said: %v", d.scene.Shown)
	}
	if got := answer("natal-lodging-5", "natal-lodging-2"); got != "natal-lodging-5 natal-lodging-2 " {
		t.Errorf("the card has %s", got)
	}
	if len(d.scene.Shown) != 2 || d.scene.Shown[1].ID != "natal-lodging-2" || d.scene.Shown[1].Number != 2 {
		t.Errorf("shown: %v", d.scene.Shown)
	}
	d.has(d.call("choose_place", `{"place":"2","ask":"address"}`), "id", `"natal-lodging-2"`)
	d.says("uma noite a mais")
	d.later("list-accommodations", `{"nights":3}`)
	answer("natal-lodging-2")
	if x := d.scene.Shown[1]; x.Number != 2 || x.Total != "R$ 840,00" {
		t.Errorf("the second is %+v, want it with three nights", x)
	}
	d.says("ou Fortaleza, as duas para a semana seguinte")
	d.later("list-accommodations", `{"place":"Fortaleza","instead_of":"Natal","start_date":"2027-05-10","nights":3}`)
	d.later("list-accommodations", `{"place":"Natal","instead_of":"Fortaleza","start_date":"2027-05-10","nights":3}`)
	both := []scene.Thing{}
	for _, id := range []string{"fortaleza-lodging-5", "natal-lodging-2"} {
		x, _ := d.scene.Thing("lodging", id)
		both = append(both, x)
	}
	d.scene.Named(both)
	if _, err := p.Held(scene.With(t.Context(), d.scene), both); err != nil || len(d.scene.Shown) < 2 || d.scene.Shown[0].Note != "Fortaleza" || d.scene.Shown[1].Note != "Natal" {
		t.Errorf("of two towns that are compared: %v, %v", d.scene.Shown, err)
	}
	d.says("Natal não, Fortaleza")
	d.later("list-accommodations", `{"place":"Fortaleza","instead_of":"Natal"}`)
	answer() // about the whole list
	if slices.ContainsFunc(d.scene.Shown, func(x scene.Thing) bool { return x.Note != "Fortaleza" || x.Number == 0 }) || len(d.scene.Shown) < 4 {
		t.Errorf("shown: %v, want the list of Fortaleza", d.scene.Shown)
	}
}
