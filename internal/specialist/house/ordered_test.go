package house_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/scene"
)

// An order that takes the place of one that was sent has all its lines.
func TestAChangedOrderHasAllItsLines(t *testing.T) {
	s := newStaffTalk(t)
	s.at.Currency, s.at.Shown = "BRL", []scene.Thing{{Kind: "dish", ID: "d1", Name: "Pastel", Price: "R$ 10,00"}, {Kind: "dish", ID: "d2", Name: "Bolo", Price: "R$ 12,00"}, {Kind: "dish", ID: "d3", Name: "Caldo", Price: "R$ 9,00"}}
	s.at.Notes = map[string]json.RawMessage{"menu.bill": json.RawMessage(`{"lines":[{"id":"d1","quantity":1},{"id":"d3","quantity":1}],"since":"one pastel"}`)}
	s.says("one pastel", `{"kind":"order"}`)
	s.says("yes", `{"kind":"order","send":true}`)
	s.at.Notes["menu.bill"] = json.RawMessage(`{"lines":[{"id":"d1","quantity":1},{"id":"d2","quantity":2}],"since":"two cakes instead of soup"}`)
	s.says("two cakes instead of soup", `{"kind":"order","filed":"change","request":"two cakes"}`)
	s.says("yes, all of it", `{"kind":"order","send":true}`)
	s.says("the name is Noa", `{"kind":"order","filed":"change","name":"Noa","send":true}`)
	all := slices.DeleteFunc(s.filed(), func(r house.Request) bool { return r.Undone })
	if len(all) != 1 || all[0].Name != "Noa" || all[0].Total != "R$34.00" || !slices.Equal(all[0].Order, []string{"1 x Pastel", "2 x Bolo"}) {
		t.Errorf("the kitchen has %+v", all)
	}
}

// A change of an order that was sent goes out with the message that names what changes; what stays need not be named. A change
// that names less is read back.
func TestAnOrderIsChangedOutright(t *testing.T) {
	for message, want := range map[string]bool{
		"take the caldo off and make it two bolos": true,
		"tira o caldo e põe dois bolos":            true,
		"two bolos":                                false, // nothing is said of the soup
		"should I swap the caldo for two bolos?":   false,
	} {
		s := newStaffTalk(t)
		s.at.Currency, s.at.Shown = "BRL", []scene.Thing{{Kind: "dish", ID: "d1", Name: "Pastel", Price: "R$ 10,00"}, {Kind: "dish", ID: "d2", Name: "Bolo", Price: "R$ 12,00"}, {Kind: "dish", ID: "d3", Name: "Caldo", Price: "R$ 9,00"}}
		s.at.Notes = map[string]json.RawMessage{"menu.bill": json.RawMessage(`{"lines":[{"id":"d1","quantity":1},{"id":"d3","quantity":1}],"since":"a pastel and a caldo"}`)}
		s.says("a pastel and a caldo", `{"kind":"order","send":true}`)
		s.at.Notes["menu.bill"] = json.RawMessage(`{"lines":[{"id":"d1","quantity":1},{"id":"d2","quantity":2}],"since":"` + message + `"}`)
		got := s.says(message, `{"kind":"order","filed":"change","request":"two bolos","send":true}`)
		open := slices.DeleteFunc(s.filed(), func(r house.Request) bool { return r.Undone })
		if sent := len(open) == 1 && slices.Equal(open[0].Order, []string{"1 x Pastel", "2 x Bolo"}); sent != want || len(open) != 1 {
			t.Errorf("%q: the kitchen has %+v; %s", message, open, got)
		}
	}
}

// What comes on top of an order that was sent is an order of its own.
func TestOneMoreIsAnOrderOfItsOwn(t *testing.T) {
	for message, at := range map[string]int{"and two bolos, please": 2, "two of those too": 2} {
		s := newStaffTalk(t)
		s.at.Last = "We have Bolo, R$ 12,00."
		s.at.Currency, s.at.Shown = "BRL", []scene.Thing{{Kind: "dish", ID: "d1", Name: "Pastel", Price: "R$ 10,00"}, {Kind: "dish", ID: "d2", Name: "Bolo", Price: "R$ 12,00"}}
		s.at.Notes = map[string]json.RawMessage{"menu.bill": json.RawMessage(`{"lines":[{"id":"d1","quantity":1}],"since":"a pastel"}`)}
		s.says("a pastel", `{"kind":"order","send":true}`)
		s.at.Notes["menu.bill"] = json.RawMessage(`{"lines":[{"id":"d1","quantity":1},{"id":"d2","quantity":2}],"since":"` + message + `"}`)
		got := s.says(message, `{"kind":"order","filed":"change","request":"add two Bolo","where":"table 3","send":true}`)
		if n := len(s.filed()); n != at || !strings.Contains(got, `"order":["2 x Bolo"],"total":"R$24.00"`) {
			t.Errorf("%q: %d are filed; %s", message, n, got)
		}
		s.says("yes, go on", `{"kind":"order","send":true}`)
		if all := s.filed(); len(all) != 2 || all[0].Undone || all[1].Undone {
			t.Errorf("%q: there are %+v", message, all)
		}
	}
}

// An order is sent at once if the guest's own words order what was named to them: "yes, and two cakes", "send us a pastel". What
// somebody at the table must not have is told first.
func TestWhatAMessageOrdersIsSentWithIt(t *testing.T) {
	const pastel, cakes = `{"id":"d1","quantity":1}`, `{"id":"d2","quantity":2}`
	for _, tt := range []struct {
		message, more string
		first, added  bool // sent as an order of its own; beside the yes to one pastel
	}{
		{"yes. a pastel, and two bolos for later", pastel + "," + cakes, true, true},
		{"isso, e mais dois bolos", pastel + "," + cakes, true, true},
		{"sí, y dos bolos de milho al final", pastel + "," + cakes, true, true},
		{"a pastel and two bolos, how long do they take?", pastel + "," + cakes, false, false},
		{"a pastel, not the bolo", pastel + "," + cakes, false, false},
		{"yes, and two bolos", pastel + `,{"id":"d2","quantity":2,"doubt":true}`, false, false},
		{"a pastel and two bolos for Lia", pastel + `,{"id":"d2","quantity":2,"against":"Lia: leite"}`, false, false},
	} {
		for _, told := range []bool{false, true} {
			s, want := newStaffTalk(t), tt.first
			s.at.Currency, s.at.Shown = "BRL", []scene.Thing{{Kind: "dish", ID: "d1", Name: "Pastel", Price: "R$ 10,00"}, {Kind: "dish", ID: "d2", Name: "Bolo de milho", Price: "R$ 12,00"}}
			s.at.Notes = map[string]json.RawMessage{"menu.bill": json.RawMessage(`{"lines":[` + pastel + `],"since":"one"}`)}
			if told {
				s.says("one", `{"kind":"order"}`)
				want = tt.added
			}
			s.at.Notes["menu.bill"] = json.RawMessage(`{"lines":[` + tt.more + `],"since":"` + tt.message + `","before":{"lines":[` + pastel + `],"since":"one"}}`)
			got := s.says(tt.message, `{"kind":"order","send":true}`)
			if all := s.filed(); (len(all) == 1) != want || want && (all[0].Total != "R$34.00" || !strings.Contains(got, "take it back")) {
				t.Errorf("%q, told before: %t: filed %+v; %s", tt.message, told, all, got)
			}
		}
	}
}

// Who orders in few words has a dish by a word of its name or by pointing at what the house has just told, and no other. What a message asks or refuses is read back.
func TestAnOrderInFewWordsIsSent(t *testing.T) {
	const pastel, cake, cakes, soup = `{"id":"d1","quantity":1}`, `{"id":"d2","quantity":1}`, `{"id":"d2","quantity":2}`, `{"id":"d3","quantity":1}`
	for _, tt := range []struct {
		message, before, bill string
		sent                  bool
	}{
		{"um pastel então, e a Lia não pode gergelim", "", pastel, true},
		{"traz dois desse e um pastel", "", pastel + "," + cakes, true},
		{"bring us two of those", "", cakes, true},
		{"the caldo or the bolo, which is milder? send two of the bolo", "", cakes, true}, // to send it is said outright
		{"no pepper on mine, and one pastel", "", pastel, false},
		{"bring us one of those", "", soup, false}, // of which the house has not just spoken
		{"bring us one of those", "", `{"id":"d4","quantity":1}`, false},
		{"two of those, wait", "", cakes, false},
		{"um pastel, mas não manda ainda", "", pastel, false},
		{"um pastel. ou o bolo é melhor?", "", pastel, false},
		{"what is a pastel", "", pastel, false},
		{"quero esse aí", "", cake, true},
		{"um pastel. quanto ficou?", "", pastel, false},
		{"the bolo, but don't send it yet", "", cake, false},
		{"põe um docinho também", "", cake, true}, // of a kind that several are
		{"um pastel. não, espera", "", pastel, false},
		{"um pastel. tem gergelim?", "", pastel, false},
		{"one of the corn cakes, please", "", cake, true}, // as the card is called abroad
	} {
		s := newStaffTalk(t)
		s.at.Currency, s.at.Last = "BRL", "We have Bolo de milho, R$ 12,00."
		s.at.Shown = []scene.Thing{{Kind: "dish", ID: "d1", Name: "Pastel", Price: "R$ 10,00"}, {Kind: "dish", ID: "d2", Name: "Bolo de milho", Price: "R$ 12,00"}, {Kind: "dish", ID: "d3", Name: "Caldo", Price: "R$ 9,00"}}
		s.at.Found = []scene.Thing{{Kind: "dish", ID: "d4", Name: "Lagosta", Price: "R$ 300,00"}}
		s.at.Names = func(text string) []scene.Mention {
			if strings.Contains(text, "docinho") {
				return []scene.Mention{{Things: s.at.Shown[1:], Kind: true}}
			}
			if strings.Contains(text, "corn cake") {
				return []scene.Mention{{Things: s.at.Shown[1:2]}}
			}
			return nil
		}
		s.says("a pastel for me", "")
		s.says("how much is the caldo?", "")
		s.at.Notes = map[string]json.RawMessage{"menu.bill": json.RawMessage(`{"lines":[` + tt.bill + `],"since":"` + tt.message + `","before":{"lines":[` + tt.before + `],"since":"x"}}`)}
		if got := s.says(tt.message, `{"kind":"order","send":true}`); (len(s.filed()) == 1) != tt.sent {
			t.Errorf("%q with %s: %s", tt.message, tt.bill, got)
		}
	}
}

// An order is held once to tell that somebody must not have a dish in it, and many of a dish are read back.
func TestAnOrderIsHeldOnceForWhomItIs(t *testing.T) {
	s := newStaffTalk(t)
	s.at.Currency, s.at.Shown = "BRL", []scene.Thing{{Kind: "dish", ID: "d1", Name: "Pastel", Price: "R$ 10,00"}, {Kind: "dish", ID: "d2", Name: "Bolo", Price: "R$ 12,00"}}
	bill := func(message, lines string) {
		s.at.Notes["menu.bill"] = json.RawMessage(`{"lines":[` + lines + `],"since":"` + message + `"}`)
	}
	s.at.Notes = map[string]json.RawMessage{}
	bill("a pastel", `{"id":"d1","quantity":1,"doubt":true}`)
	if got := s.says("a pastel", `{"kind":"order","send":true}`); len(s.filed()) != 0 || !strings.Contains(got, "for whom") {
		t.Errorf("it is sent: %s", got)
	}
	bill("and a bolo, send it", `{"id":"d1","quantity":1,"doubt":true},{"id":"d2","quantity":1}`)
	if got := s.says("and a bolo, send it", `{"kind":"order","send":true}`); len(s.filed()) != 1 {
		t.Errorf("it is not sent: %s", got)
	}
	bill("send us pastel", `{"id":"d1","quantity":13},{"id":"d2","quantity":1}`)
	if got := s.says("send us pastel", `{"kind":"order","send":true}`); len(s.filed()) != 1 {
		t.Errorf("twelve are sent that nobody counted: %s", got)
	}
}

// A line against a need says how all of it is sent.
func TestWhatHoldsAnOrderIsTold(t *testing.T) {
	s := newStaffTalk(t)
	s.at.Currency, s.at.Shown = "BRL", []scene.Thing{{Kind: "dish", ID: "d1", Name: "Pastel", Price: "R$ 10,00"}, {Kind: "dish", ID: "d2", Name: "Bolo", Price: "R$ 12,00"}}
	s.at.Notes = map[string]json.RawMessage{"menu.bill": json.RawMessage(`{"lines":[{"id":"d1","quantity":1,"against":"Lia: leite"},{"id":"d2","quantity":1}],"since":"both"}`)}
	got := s.says("both", `{"kind":"order","send":true}`)
	if len(s.filed()) != 0 || !strings.Contains(got, "plain yes sends all of it") {
		t.Errorf("it is held with %s", got)
	}
	if got := s.says("yes", `{"kind":"order","send":true}`); len(s.filed()) != 1 {
		t.Errorf("a plain yes: %s", got)
	}
	s.says("a table for two on Friday at 8 pm, a calm corner, for Noa", `{"kind":"booking","request":"a calm corner","people":2,"date":"2026-11-20","time":"20:00","name":"Noa","send":true}`)
	if _, filed, _ := house.Waiting(t.Context(), s.at); !strings.Contains(filed, "a calm corner") || !strings.Contains(filed, "1 x Bolo") {
		t.Errorf("filed: %s", filed)
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

// An order says no more of somebody whom the guest has had forgotten: not in its text, not among the needs.
func TestAnOrderForgetsWhoIsForgotten(t *testing.T) {
	s := newStaffTalk(t)
	s.at.Currency, s.at.Shown = "BRL", []scene.Thing{{Kind: "dish", ID: "d1", Name: "Pastel", Price: "R$ 10,00"}}
	s.at.Notes = map[string]json.RawMessage{"menu.bill": json.RawMessage(`{"lines":[{"id":"d1","quantity":1}],"since":"pastel"}`)}
	s.at.Tell(hook.Person{Name: "my aunt", Diets: []string{"diabetic"}})
	s.at.Tell(hook.Person{Name: "Lia", Allergies: []string{"milk"}})
	s.says("what would it be?", `{"kind":"order","request":"my aunt is diabetic; Lia eats later"}`)
	s.at.Leave("my aunt")
	if got := s.says("and now?", `{"kind":"order"}`); strings.Contains(got, "aunt") || strings.Contains(got, "diabetic") || !strings.Contains(got, "Lia: milk") {
		t.Errorf("it is %s", got)
	}
}

// Of two orders that were sent that one is changed which loses a dish, and what it said besides its lines stays.
func TestTheOrderThatLosesADishIsChanged(t *testing.T) {
	s := newStaffTalk(t)
	s.at.Currency, s.at.Notes = "BRL", map[string]json.RawMessage{}
	s.at.Shown = []scene.Thing{{Kind: "dish", ID: "d1", Name: "Pastel", Price: "R$ 10,00"}, {Kind: "dish", ID: "d2", Name: "Bolo", Price: "R$ 12,00"}, {Kind: "dish", ID: "d3", Name: "Suco", Price: "R$ 7,00"}}
	bill := func(message, lines string) {
		s.at.Notes["menu.bill"] = json.RawMessage(`{"lines":[` + lines + `],"since":"` + message + `"}`)
	}
	bill("one pastel and two suco, ask about the vinegar", `{"id":"d1","quantity":1},{"id":"d3","quantity":2}`)
	s.says("one pastel and two suco, ask about the vinegar", `{"kind":"order","request":"please confirm the vinegar","send":true}`)
	bill("and a bolo", `{"id":"d1","quantity":1},{"id":"d3","quantity":2},{"id":"d2","quantity":1}`)
	s.says("and a bolo", `{"kind":"order","send":true}`)
	bill("drop one suco", `{"id":"d1","quantity":1},{"id":"d3","quantity":1},{"id":"d2","quantity":1}`)
	s.says("drop one suco", `{"kind":"order","filed":"change","request":"one suco less","send":true}`)
	var stand []string
	for _, r := range s.filed() {
		if r.State == "new" {
			stand = append(stand, strings.Join(r.Order, ", ")+": "+r.Text)
		}
	}
	slices.Sort(stand)
	want := []string{"1 x Bolo: 1 x Bolo", "1 x Pastel, 1 x Suco: please confirm the vinegar"}
	if !slices.Equal(stand, want) {
		t.Errorf("there stand %q, want %q", stand, want)
	}
}

// The kitchen reads beside a dish who has it, but for what the guest orders who may have anything.
func TestAPlateIsToldFromTheOthers(t *testing.T) {
	s := newStaffTalk(t)
	s.at.Currency, s.at.Shown = "BRL", []scene.Thing{{Kind: "dish", ID: "d1", Name: "Pastel", Price: "R$ 10,00"}}
	s.at.Table = []hook.Person{{}, {Name: "Lia", Allergies: []string{"leite"}}, {Name: "Rui"}}
	s.at.Notes = map[string]json.RawMessage{"menu.bill": json.RawMessage(`{"lines":[{"id":"d1","quantity":1,"for":"Lia","note":"sem sal"},{"id":"d1","quantity":1,"for":"Rui"},{"id":"d1","quantity":2,"for":"me"}],"since":"four pastel, send it"}`)}
	got := s.says("four pastel, send it", `{"kind":"order","send":true}`)
	if all := s.filed(); len(all) != 1 || strings.Join(all[0].Order, ", ") != "1 x Pastel (Lia; sem sal), 1 x Pastel (Rui), 2 x Pastel" {
		t.Errorf("filed %+v: %s", all, got)
	}
}
