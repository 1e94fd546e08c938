package house_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/scene"
)

// An order that takes the place of one that was sent has all its lines.
func TestAChangedOrderHasAllItsLines(t *testing.T) {
	s := newStaffTalk(t)
	s.at.Currency, s.at.Shown = "BRL", []scene.Thing{{Kind: "dish", ID: "d1", Name: "Pastel", Price: "R$ 10,00"}, {Kind: "dish", ID: "d2", Name: "Bolo", Price: "R$ 12,00"}}
	s.at.Notes = map[string]json.RawMessage{"menu.bill": json.RawMessage(`{"lines":[{"id":"d1","quantity":1}],"since":"one pastel"}`)}
	s.says("one pastel", `{"kind":"order"}`)
	s.says("yes", `{"kind":"order","send":true}`)
	s.at.Notes["menu.bill"] = json.RawMessage(`{"lines":[{"id":"d1","quantity":1},{"id":"d2","quantity":2}],"since":"and two cakes"}`)
	s.says("and two cakes", `{"kind":"order","filed":"change","request":"two more"}`)
	s.says("yes, all of it", `{"kind":"order","send":true}`)
	s.says("the name is Noa", `{"kind":"order","filed":"change","name":"Noa","send":true}`)
	all := slices.DeleteFunc(s.filed(), func(r house.Request) bool { return r.Undone })
	if len(all) != 1 || all[0].Name != "Noa" || all[0].Total != "R$34.00" || !slices.Equal(all[0].Order, []string{"1 x Pastel", "2 x Bolo"}) {
		t.Errorf("the kitchen has %+v", all)
	}
}
