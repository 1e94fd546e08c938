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

// The staff is told the room in which a guest said to be, or a model says they are.
func TestTheStaffIsToldTheRoom(t *testing.T) {
	for _, tt := range []struct{ before, message, args, where string }{
		{"we are in room 7", "two pillows, please", `{"kind":"other","request":"two pillows","send":true}`, "room 7"},
		{"estamos no quarto 14", "manda um travesseiro", `{"kind":"other","request":"um travesseiro","send":true}`, "quarto 14"},
		{"hi", "two pillows for us up here", `{"kind":"other","request":"two pillows","where":"bungalow 3","send":true}`, "bungalow 3"},
		{"hi", "two pillows for room 7", `{"kind":"other","request":"two pillows for room 7","send":true}`, ""},
		{"a room 2 nights", "two pillows", `{"kind":"other","request":"two pillows","send":true}`, ""},
		{"table 5 is cold", "two pillows", `{"kind":"other","request":"two pillows","send":true}`, ""},
	} {
		s := newStaffTalk(t)
		s.says(tt.before, "")
		got := s.says(tt.message, tt.args)
		if all := s.filed(); len(all) != 1 || all[0].More != tt.where {
			t.Errorf("%q, %q: %+v; %s", tt.before, tt.message, all, got)
		}
	}
	s := newStaffTalk(t)
	s.says("two pillows", `{"kind":"other","request":"two pillows","send":true}`)
	s.says("we are in 12", `{"kind":"other","filed":"change","where":"room 12","send":true}`)
	if all := slices.DeleteFunc(s.filed(), func(r house.Request) bool { return r.Undone }); len(all) != 1 || all[0].More != "room 12" || all[0].Text != "two pillows" {
		t.Errorf("told later: %+v", all)
	}
}
