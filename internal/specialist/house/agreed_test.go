package house_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
)

// staffTalk is a conversation in which requests are made.
type staffTalk struct {
	t     *testing.T
	box   *house.Inbox
	at    *scene.Scene
	facts *house.Facts
	reach string // the telephone number that the message gives
}

func newStaffTalk(t *testing.T) *staffTalk {
	s := &staffTalk{t: t, box: inbox(t), at: &scene.Scene{Language: lang.English, Now: time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)}, facts: &house.Facts{}}
	s.box.Now = func() time.Time { return s.at.Now }
	return s
}

// says returns what a model reads when it calls ask_staff for a message; "": no call.
func (s *staffTalk) says(message, args string) string {
	s.t.Helper()
	facts, _ := s.call(message, args)
	return facts
}

// hears returns what a guest is told of it.
func (s *staffTalk) hears(message, args string) string {
	s.t.Helper()
	_, said := s.call(message, args)
	return said
}

func (s *staffTalk) call(message, args string) (facts, said string) {
	s.t.Helper()
	if s.at.Message != "" && s.at.Message != message {
		s.at.Said = append(s.at.Said, s.at.Message)
	}
	if s.at.Message = message; args == "" {
		return "", ""
	}
	tool := toolOf(s.t, &house.House{Inbox: s.box, Facts: func(context.Context) (*house.Facts, error) { return s.facts, nil }}, "ask_staff")
	out, err := tool.Run(scene.With(hook.WithContact(s.t.Context(), s.reach), s.at), args)
	if err != nil {
		s.t.Fatal(err)
	}
	facts = llm.ToolCall{}.Reply(tool.Told(out), nil).Result.Content
	return facts, tool.Say(llm.ToolCall{}.Reply(out, nil).Result.Content, s.at.Language)
}

func (s *staffTalk) filed() []house.Request {
	s.t.Helper()
	all, err := s.box.List(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}

func TestAYesInOtherWordsFilesTheRequest(t *testing.T) {
	const wish = `{"kind":"complaint","request":"the soup came cold"}`
	for _, tt := range []struct {
		between, message, args string
		files                  bool
	}{
		{"", "avisa eles então, mesa 7", `{"kind":"complaint","request":"the soup came cold, table 7"}`, true},
		{"", "isso, pode mandar", `{"answer":"yes"}`, true},
		{"", "go on then, and it is table 7", `{"kind":"complaint","request":"the soup came cold, table 7","answer":"go on then"}`, true},
		{"", "perfect, send it", `{"answer":"true"}`, true},
		{"what is in the pie?", "yes, tell them about the soup", `{"answer":"yes"}`, true},
		{"", "I want the chef to taste it himself", `{"kind":"complaint","request":"the soup came cold; the chef is to taste it"}`, false},
		{"", "how much is the pie?", `{"answer":"yes"}`, false},
		{"", "avise então", `{"answer":"yes"}`, true},
		{"", "ask the waiter whether the pie is sweet", `{"kind":"complaint","request":"the soup came cold","answer":"ask the waiter"}`, false},
		{"", "quanto custa a torta?", wish, false},
		{"", "no, déjalo", `{"answer":"yes"}`, false},
		{"what is in the pie?", "thanks", wish, false},
	} {
		s := newStaffTalk(t)
		s.says("the soup was cold", wish)
		if tt.between != "" {
			s.says(tt.between, "")
		}
		got := s.says(tt.message, tt.args)
		if files := len(s.filed()) == 1; files != tt.files || files != strings.Contains(got, `"filed"`) {
			t.Errorf("%q filed: %t, want %t; %s", tt.message, files, tt.files, got)
		}
	}
}

func TestAChangedRequestReplacesWhatItSaid(t *testing.T) {
	s := newStaffTalk(t)
	s.says("send two soups and a tea to table 4", `{"kind":"order","request":"two soups and one tea to table 4"}`)
	got := s.says("make it three soups", `{"kind":"order","request":"three soups and one tea to table 4"}`)
	if strings.Contains(got, "two soups") || !strings.Contains(got, "three soups") {
		t.Errorf("read back %s", got)
	}
	if got = s.says("what is the wifi password?", `{"kind":"order","request":"three soups and one tea to table 4"}`); !strings.Contains(got, `"pending"`) {
		t.Errorf("what waits is not said to wait: %s", got)
	}
	if got, _, _ = house.Waiting(t.Context(), s.at); !strings.Contains(got, "three soups") {
		t.Errorf("waiting: %q", got)
	}
}

// A guest who complains and then has somebody called is not filed without the complaint, and
// a text that is put right takes the place of the one that was filed.
func TestAComplaintGoesWithWhomItIsToReach(t *testing.T) {
	s := newStaffTalk(t)
	s.says("my stew is cold and I wait since seven", `{"kind":"complaint","request":"The stew is cold, waiting since seven."}`)
	s.says("enough, call the manager now", `{"kind":"complaint","request":"The guest wants the manager.","answer":"call the manager now"}`)
	if all := s.filed(); len(all) != 1 || !strings.Contains(all[0].Text, "cold") || !strings.Contains(all[0].Text, "manager") {
		t.Errorf("filed: %+v", all)
	}
	s.says("it was half past seven", `{"kind":"complaint","filed":"change","request":"The stew is cold, waiting since half past seven. The guest wants the manager."}`)
	s.says("yes, put it right", `{"kind":"complaint","answer":"yes"}`)
	open := slices.DeleteFunc(s.filed(), func(r house.Request) bool { return r.Undone })
	if len(open) != 1 || !strings.Contains(open[0].Text, "half past seven") {
		t.Errorf("after the change there are %+v", open)
	}
	if _, told, _ := house.Waiting(t.Context(), s.at); !strings.Contains(told, "half past seven") || strings.Contains(told, "; and") {
		t.Errorf("filed, for a model: %q", told)
	}
}

// An allergy that was read back is filed when the guest has the kitchen told of it, whatever was said between.
func TestAnAllergyIsFiledOnCommand(t *testing.T) {
	for _, says := range []string{"manda avisar a cozinha da alergia dela", "now tell the kitchen about her allergy please", "dile a la cocina lo de la alergia"} {
		s := newStaffTalk(t)
		s.says("minha filha tem alergia a leite", `{"kind":"allergy","request":"A filha tem alergia a leite."}`)
		s.says("e uma velinha?", `{"kind":"allergy","request":"Uma velinha no bolo, sem leite."}`)
		s.says(says, `{"kind":"allergy","send":true}`)
		if all := s.filed(); len(all) != 1 || !strings.Contains(all[0].Text, "alergia a leite") {
			t.Errorf("%q files %+v", says, all)
		}
	}
}

func TestARequestGoesOnWaitingBesideAnother(t *testing.T) {
	s := newStaffTalk(t)
	s.says("a table for 4 on Friday at 8", `{"kind":"booking","request":"a table","people":4,"date":"2026-11-20","time":"20:00"}`)
	s.says("and last time the soup was cold", `{"kind":"complaint","request":"the soup was cold"}`)
	if got, _, _ := house.Waiting(t.Context(), s.at); !strings.Contains(got, "soup") || !strings.Contains(got, "4 people") {
		t.Errorf("waiting: %q", got)
	}
	s.says("yes, tell them", `{"kind":"complaint","answer":"yes"}`)
	s.says("yes, the table too", `{"kind":"booking","answer":"yes"}`)
	if all := s.filed(); len(all) != 2 {
		t.Errorf("filed: %+v", all)
	}
}

func TestABookingKeepsItsDetailsBetweenQuestions(t *testing.T) {
	s := newStaffTalk(t)
	s.says("mesa pra 4 na sexta às 20h", `{"kind":"booking","request":"mesa","people":4,"date":"2026-11-20","time":"20:00"}`)
	s.says("tem estacionamento?", "")
	if got := s.says("agora somos 6", `{"kind":"booking","people":6}`); !strings.Contains(got, `"people":6,"date":"2026-11-20","time":"20:00"`) || strings.Contains(got, "ask_for") {
		t.Errorf("read back %s", got)
	}
}

// A telephone number reaches the staff from whatever message, and no model.
func TestTheModelHearsOnlyThatTheStaffHasTheNumber(t *testing.T) {
	s := newStaffTalk(t)
	s.says("my number is [PHONE]", "")
	house.Waiting(hook.WithContact(t.Context(), "+44 20 7946 0958"), s.at)
	for _, call := range []struct{ message, args string }{{"a taxi at ten, please", `{"kind":"other","request":"a taxi at ten"}`}, {"yes", `{"answer":"yes"}`}} {
		if got := s.says(call.message, call.args); !strings.Contains(got, "the staff gets the number") || strings.Contains(got, "7946") {
			t.Errorf("%s: %s", call.message, got)
		}
	}
	if all := s.filed(); len(all) != 1 || all[0].Contact != "+44 20 7946 0958" {
		t.Errorf("filed %+v", all)
	}
}

func TestWhatAGuestCommandsIsPassedOnAtOnce(t *testing.T) {
	for _, tt := range []struct {
		message, kind string
		files         bool
	}{
		{"tell the cook the stew was too salty", "complaint", true},
		{"Is there celery in it? Could you ask the kitchen for us", "other", true},
		{"let the chef know that the fish was superb", "other", true},
		{"avisa a cozinha que o arroz veio sem sal", "complaint", true},
		{"che, decile al cocinero que el arroz estaba soso", "complaint", true},
		{"avisa lá que o caldo veio frio", "complaint", true},
		{"me avisa quando a cozinha fechar", "other", false},
		{"tell me about the chef", "other", false},
		{"don't tell the cook, but it was salty", "complaint", false},
		{"my stew was cold", "complaint", false},
		{"não precisa avisar a cozinha", "complaint", false},
		{"diz se a cozinha fecha tarde", "other", false},
		{"manda a conta", "other", false},
		{"tell the staff that we want a table for 2 tomorrow at 8pm", "booking", false},
		{"send the kitchen two stews", "order", false}, // of which nobody was told the price
	} {
		s := newStaffTalk(t)
		got := s.says(tt.message, `{"kind":"`+tt.kind+`","request":"`+tt.message+`","people":2,"date":"2026-11-17","time":"20:00"}`)
		if files := len(s.filed()) == 1; files != tt.files || files != strings.Contains(got, "take it back") {
			t.Errorf("%q is passed on: %t, want %t; %s", tt.message, files, tt.files, got)
		}
		s.says(tt.message, `{"kind":"`+tt.kind+`","request":"by the way: `+tt.message+`"}`)
		if n := len(s.filed()); n > 1 {
			t.Errorf("%q is passed on %d times", tt.message, n)
		}
	}
}

// A model that sends is believed about messages and complaints, and about a table with all that it
// takes; rooms, and orders with no price, were read back in an earlier message, as they are.
func TestAModelSendsWhatTheGuestWantsSent(t *testing.T) {
	const table = `"kind":"booking","request":"a table","people":2,"date":"2026-11-20","time":"20:00"`
	for name, tt := range map[string]struct {
		turns []string
		filed string
	}{
		"a complaint":            {[]string{"get on with it, will you", `{"kind":"complaint","request":"40 minutes for a soup","send":true}`}, "40 minutes for a soup"},
		"what was read back":     {[]string{"cold soup", `{"kind":"complaint","request":"cold soup"}`, "table 7 it is, hurry", `{"kind":"complaint","request":"cold soup, table 7","send":true}`}, "cold soup, table 7"},
		"a table at first":       {[]string{"a table on Friday, do it", `{` + table + `,"send":true}`}, ""},
		"a table asked outright": {[]string{"a table for 2 on Friday at 8 pm for Noa", `{` + table + `,"name":"Noa","send":true}`}, "a table"},
		"a table with no text":   {[]string{"a table for 2 on Friday at 8 pm for Noa", `{"kind":"booking","people":2,"date":"2026-11-20","time":"20:00","name":"Noa","send":true}`}, "a table for 2 on Friday at 8 pm for Noa"},
		"a room at first":        {[]string{"a room for 2 until Sunday for Noa", `{"kind":"room","request":"a room","people":2,"date":"2026-11-20","until":"2026-11-22","name":"Noa","send":true}`}, ""},
		"a table with no hour":   {[]string{"a table on Friday for Noa", `{"kind":"booking","request":"a table","people":2,"date":"2026-11-20","name":"Noa","send":true}`}, ""},
		"the hour that it lacks": {[]string{"a table on Friday", `{"kind":"booking","request":"a table","people":2,"date":"2026-11-20"}`, "book it for 8 pm", `{"kind":"booking","time":"20:00","send":true}`}, "a table. book it for 8 pm"},
		"a table":                {[]string{"a table on Friday", `{` + table + `}`, "that is it", `{"kind":"booking","send":true}`}, "a table"},
		"a table with another":   {[]string{"a table on Friday", `{` + table + `}`, "yes, for 5", `{"kind":"booking","people":5,"send":true}`}, ""},
		"an order with no total": {[]string{"two soups, now", `{"kind":"order","request":"two soups","send":true}`}, ""},
		"taken back":             {[]string{"cold soup", `{"kind":"complaint","request":"cold soup","send":true}`, "forget it", `{"filed":"withdraw","send":true}`}, ""},
		"what was only read":     {[]string{"cold soup", `{"kind":"complaint","request":"cold soup"}`, "forget it", `{"filed":"withdraw","send":true}`}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, got := newStaffTalk(t), ""
			for turn := range slices.Chunk(tt.turns, 2) {
				got = s.says(turn[0], turn[1])
			}
			open := slices.DeleteFunc(s.filed(), func(r house.Request) bool { return r.Undone })
			if len(open) > 1 || len(open) == 1 != (tt.filed != "") || len(open) == 1 && open[0].Text != tt.filed {
				t.Errorf("filed %+v; %s", open, got)
			}
		})
	}
}

// What is sent beside a question that waits is a request of its own; more of a complaint is one
// with it.
func TestAnotherMatterIsSentAlone(t *testing.T) {
	for _, tt := range []struct{ kind, first, then, filed string }{
		{"other", "ask whether the corn bread can be had without butter", "have the waiter come to the garden", "have the waiter come to the garden"},
		{"complaint", "our soup has not come for an hour", "bring the bread instead", "our soup has not come for an hour. bring the bread instead"},
	} {
		s := newStaffTalk(t)
		s.says("…", `{"kind":"`+tt.kind+`","request":"`+tt.first+`"}`)
		s.says("hm", "")
		got := s.says("…!", `{"kind":"`+tt.kind+`","request":"`+tt.then+`","send":true}`)
		if all := s.filed(); len(all) != 1 || all[0].Text != tt.filed {
			t.Errorf("filed %+v; %s", all, got)
		}
		if waits, _, _ := house.Waiting(t.Context(), s.at); strings.Contains(waits, tt.first) != (tt.kind == "other") {
			t.Errorf("there waits %q", waits)
		}
	}
}

// The kitchen goes by the lines of the bill: an order whose text has more is not sent.
func TestAnOrderIsSentAsItIsOnTheBill(t *testing.T) {
	s := newStaffTalk(t)
	s.at.Currency, s.at.Shown = "BRL", []scene.Thing{{Kind: "dish", ID: "d1", Name: "Coxinha", Price: "R$ 24,00"}, {Kind: "dish", ID: "d2", Name: "Quindim", Price: "R$ 9,00"}}
	s.at.Notes = map[string]json.RawMessage{"menu.bill": json.RawMessage(`{"lines":[{"id":"d1","quantity":2}],"since":"duas coxinhas"}`)}
	s.says("duas coxinhas", `{"kind":"order","request":"2 Coxinha"}`)
	s.at.Notes["menu.bill"] = json.RawMessage(`{"lines":[{"id":"d1","quantity":3}],"since":"três coxinhas"}`)
	if waits, _, _ := house.Waiting(t.Context(), s.at); !strings.Contains(waits, "3 x Coxinha") || strings.Contains(waits, "2 ") {
		t.Errorf("after the bill has changed there waits %s", waits)
	}
	s.at.Notes["menu.bill"] = json.RawMessage(`{"lines":[{"id":"d1","quantity":2}],"since":"duas coxinhas"}`)
	if got := s.says("e um quindim, pode mandar", `{"kind":"order","request":"2 Coxinha e 1 Quindim","send":true}`); len(s.filed()) != 0 || !strings.Contains(got, "Quindim there with bill") {
		t.Errorf("filed %+v; %s", s.filed(), got)
	}
	if got := s.says("deixa o quindim, pode mandar na mesa 15", `{"kind":"order","request":"2 Coxinha","send":true}`); len(s.filed()) != 1 || s.filed()[0].More != "mesa 15" {
		t.Error(got)
	}
}

func TestAnOrderThatWasToldIsSentOnCommand(t *testing.T) {
	for message, files := range map[string]bool{
		"send it to the kitchen now": true, "pode mandar": true, "mandala nomás": true, "great, bring it to table 12 please": true, "pode trazer tudo": true, "bueno, pídemelo": true, "pede a conta": false, "tráiganlo aquí, ¿hay agua?": true, "traz mais um pudim": false, "bring us the bill": false, "isso, confirma o pedido": true, "perfect, place the order please": true,
		"manda a conta": false, "how much is it?": false, "tell the cook to hurry": false, "não manda ainda": false,
	} {
		s := newStaffTalk(t)
		s.at.Currency, s.at.Shown = "BRL", []scene.Thing{{Kind: "dish", ID: "d1", Name: "Coxinha", Price: "R$ 24,00"}}
		s.at.Notes = map[string]json.RawMessage{"menu.bill": json.RawMessage(`{"lines":[{"id":"d1","quantity":2}],"since":"duas coxinhas"}`)}
		s.says("duas coxinhas", "")
		if _, _, unsent := house.Waiting(t.Context(), s.at); unsent != "R$48.00" {
			t.Errorf("not sent yet: %q", unsent)
		}
		s.says(message, `{"kind":"order","request":"two coxinhas"}`)
		all := s.filed()
		if len(all) == 1 != files || files && (len(all[0].Order) != 1 || all[0].Total == "") {
			t.Errorf("%q sends: %t; %+v", message, files, all)
		}
		if _, _, unsent := house.Waiting(t.Context(), s.at); (unsent == "") != files {
			t.Errorf("%q: not sent yet: %q", message, unsent)
		}
	}
}

func TestWhatIsAgainstANeedTakesASecondYes(t *testing.T) {
	const bill = `{"lines":[{"id":"d1","quantity":1,"for":"Lia","against":"Lia: leite"},{"id":"d1","quantity":1,"for":"me"}],"since":"duas coxinhas"}`
	const line = "1 x Coxinha (against the needs of Lia: leite)"
	for name, second := range map[string]string{"said again": `{"kind":"order","request":"send it"}`, "a yes": `{"answer":"yes"}`} {
		s := newStaffTalk(t)
		s.at.Currency, s.at.Shown = "BRL", []scene.Thing{{Kind: "dish", ID: "d1", Name: "Coxinha", Price: "R$ 24,00"}}
		s.at.Notes = map[string]json.RawMessage{"menu.bill": json.RawMessage(bill)}
		s.says("two coxinhas, one for Lia", "")
		for range 2 { // in one message it is one yes
			if got := s.says("send the order", `{"kind":"order","request":"send the order","send":true}`); len(s.filed()) != 0 || !strings.Contains(got, `"against_needs":["`+line+`"]`) {
				t.Fatalf("%s: filed %+v; %s", name, s.filed(), got)
			}
		}
		got := s.says("yes, send it", second)
		if all := s.filed(); len(all) != 1 || !slices.Equal(all[0].Order, []string{line, "1 x Coxinha"}) {
			t.Errorf("%s: filed %+v; %s", name, all, got)
		}
	}
	s := newStaffTalk(t)
	s.at.Currency, s.at.Shown = "BRL", []scene.Thing{{Kind: "dish", ID: "d1", Name: "Coxinha", Price: "R$ 24,00"}}
	s.at.Notes = map[string]json.RawMessage{"menu.bill": json.RawMessage(bill)}
	s.says("two coxinhas, one for Lia", "")
	s.says("send the order", `{"kind":"order","request":"send the order"}`)
	s.at.Notes["menu.bill"] = json.RawMessage(strings.ReplaceAll(bill, "Lia: leite", "guest: trigo"))
	if got := s.says("yes", `{"answer":"yes"}`); len(s.filed()) != 0 || !strings.Contains(got, "the needs of the guest: trigo") {
		t.Errorf("another need: filed %+v; %s", s.filed(), got)
	}
}

func TestAChangedTextIsReadBackAnew(t *testing.T) {
	const wish = `{"kind":"booking","request":"a table by the window for 4 people","people":4,"date":"2026-11-20","time":"20:00"}`
	for _, tt := range []struct{ message, args, text string }{
		{"ok, I forgot: my niece is coming with a pram", `{"kind":"booking","request":"a pram comes along"}`, ""},
		{"please update it, we bring a pram", `{"kind":"booking","request":"a table by the window for 4 people, a pram comes along"}`, ""},
		{"how much is the pie?", `{"kind":"booking","answer":"how much"}`, ""},
		{"yes, and a high chair", `{"kind":"booking","request":"a high chair","answer":"yes"}`, "a table by the window for 4 people. a high chair"},
		{"perfect. My aunt eats no eggs", `{"kind":"booking","answer":"perfect","people":4,"date":"2026-11-20","time":"20:00","request":"the aunt eats no eggs"}`, "a table by the window for 4 people. the aunt eats no eggs"},
	} {
		s := newStaffTalk(t)
		s.says("a table by the window for 4 on Friday at 8", wish)
		got := s.says(tt.message, tt.args)
		if all := s.filed(); (len(all) == 1) != (tt.text != "") || len(all) == 1 && all[0].Text != tt.text {
			t.Errorf("%q: %s; filed %+v", tt.message, got, all)
		}
	}
	s := newStaffTalk(t)
	s.says("a table by the window for 4 on Friday at 8", wish)
	if got := s.says("yes, but we are five, with a pram", `{"kind":"booking","answer":"yes","people":5,"request":"with a pram"}`); !strings.Contains(got, `"text":"a table by the window for 4 people. yes, but we are five, with a pram","more":"with a pram","people":5`) {
		t.Errorf("read back %s", got)
	}
}

func TestRequestsOfOneStepStayApart(t *testing.T) {
	s := newStaffTalk(t)
	const both = "a table for 4 on Friday at 8. And last time I was charged twice"
	s.says(both, `{"kind":"booking","request":"a table","people":4,"date":"2026-11-20","time":"20:00"}`)
	s.says(both, `{"kind":"other","request":"charged twice the last time"}`)
	s.says(both, `{"kind":"other","request":"and a parrot comes along"}`)
	if got, _, _ := house.Waiting(t.Context(), s.at); !strings.Contains(got, "4 people") || !strings.Contains(got, "charged") || !strings.Contains(got, "parrot") {
		t.Errorf("waiting: %s", got)
	}
	got := s.says("yes please", `{"answer":"yes"}`)
	if all := s.filed(); len(all) != 3 || !strings.Contains(got, "filed_too") {
		t.Errorf("filed %+v; %s", all, got)
	}
}

func TestAnAllergyIsConfirmedAndAnOrderBegun(t *testing.T) {
	s := newStaffTalk(t)
	s.says("two teas", `{"kind":"order","request":"two teas"}`)
	s.says("my boss has an allergy to soy", `{"kind":"allergy","request":"the boss has an allergy to soy"}`)
	s.says("ok. Three teas then", `{"kind":"allergy","answer":"ok"}`)
	got := s.says("ok. Three teas then", `{"kind":"order","request":"three teas"}`)
	all := s.filed()
	if len(all) != 1 || all[0].Kind != "allergy" || !strings.Contains(got, `"read_back":{"kind":"order","text":"three teas"`) || strings.Contains(got, "boss has an allergy to soy. three") {
		t.Errorf("filed %+v; %s", all, got)
	}
}

func TestACompanionIsNoNameOfABookingAndAComplaintHasNoNeeds(t *testing.T) {
	s := newStaffTalk(t)
	s.at.Table = []hook.Person{{}, {Name: "Greta", Allergies: []string{"soy"}}}
	if got := s.says("her name's Greta, no soy at all. We come tonight at 8, five of us", `{"kind":"booking","request":"a table","people":5,"date":"2026-11-16","time":"20:00"}`); strings.Contains(got, `"name":"Greta"`) || !strings.Contains(got, "Greta: soy") {
		t.Errorf("read back %s", got)
	}
	if got := s.says("tell the cook that the bread was stale", `{"kind":"complaint","request":"the bread was stale"}`); !strings.Contains(got, `"filed"`) || strings.Contains(got[strings.Index(got, `"filed"`):], "soy") {
		t.Errorf("a complaint is filed with needs: %s", got)
	}
}

// A model is told of a table that is begun what it is for, and what was not told yet.
func TestWhatIsBegunIsToldToAModel(t *testing.T) {
	s := newStaffTalk(t)
	s.says("a quiet table for 5 on Friday", `{"kind":"booking","request":"a quiet table by the window","people":5,"date":"2026-11-20"}`)
	if got, _, _ := house.Waiting(t.Context(), s.at); !strings.Contains(got, "by the window") || !strings.Contains(got, "not told yet are time") {
		t.Errorf("waiting: %q", got)
	}
	s.says("at 8", `{"kind":"booking","time":"20:00"}`)
	if got, _, _ := house.Waiting(t.Context(), s.at); !strings.Contains(got, "by the window") || strings.Contains(got, "not told yet") {
		t.Errorf("waiting: %q", got)
	}
}

// What a kitchen is told has nothing of who has no drinks: a child of nine, whoever drives.
func TestDrinksAreNoMatterOfAKitchen(t *testing.T) {
	for _, kind := range []string{"order", "allergy"} {
		s := newStaffTalk(t)
		s.at.Table = []hook.Person{{}, {Name: "Nina", Allergies: []string{"soy"}, Diets: []string{"bebida alcoólica"}}}
		got := s.says("two soups, Nina is nine and has no soy", `{"kind":"`+kind+`","request":"two soups"}`)
		if strings.Contains(got, "alcoólica") || !strings.Contains(got, "soy") {
			t.Errorf("%s: %s", kind, got)
		}
	}
}

// Who asks how a table stands that was only read back hears it again, and has not agreed to it, whatever else the message says.
func TestAskingHowARequestStandsFilesNothing(t *testing.T) {
	s := newStaffTalk(t)
	s.says("a table for 4 tomorrow at 8 pm", `{"kind":"booking","request":"a table","people":4,"date":"2026-11-17","time":"20:00"}`)
	if got := s.says("right, just checking, what time did we say?", `{"filed":"state"}`); len(s.filed()) != 0 || !strings.Contains(got, `"read_back"`) {
		t.Errorf("%d are filed; %s", len(s.filed()), got)
	}
}

// A name for a table that was filed goes along without another yes, and so does another hour that the guest asks for.
func TestANameIsAddedToWhatWasFiled(t *testing.T) {
	s := newStaffTalk(t)
	s.says("a table for 4 tomorrow at 8 pm", `{"kind":"booking","request":"a table","people":4,"date":"2026-11-17","time":"20:00"}`)
	s.says("yes, send it", `{"kind":"booking","send":true}`)
	if got := s.says("the name is Ines", `{"kind":"booking","filed":"change","name":"Ines","send":true}`); s.filed()[0].Name != "Ines" || !s.filed()[1].Undone || strings.Contains(got, "not sent") {
		t.Errorf("a name: %s, %+v", got, s.filed())
	}
	if got := s.says("and at nine instead", `{"kind":"booking","filed":"change","name":"Ines","time":"21:00","send":true}`); strings.Contains(got, "not sent") || s.filed()[0].Time != "21:00" {
		t.Errorf("an hour: %s, %+v", got, s.filed())
	}
	s.at.Table = []hook.Person{{Allergies: []string{"amendoim"}}}
	if _, filed, _ := house.Waiting(t.Context(), s.at); !strings.Contains(filed, "not told with it: amendoim") {
		t.Errorf("a need told later: %s", filed)
	}
}

// A table that waits for its yes goes on waiting while an order is sent, is read back again and
// filed by a yes of its own, even in the same word.
func TestWhatWaitedBeforeIsReadBackAgain(t *testing.T) {
	s := newStaffTalk(t)
	s.at.Shown = []scene.Thing{{Kind: "dish", ID: "d1", Name: "Pastel", Price: "R$ 10,00"}}
	s.says("a table for 4 tomorrow at 8 pm", `{"kind":"booking","request":"a table","people":4,"date":"2026-11-17","time":"20:00"}`)
	s.at.Notes["menu.bill"] = json.RawMessage(`{"lines":[{"id":"d1","quantity":1},{"id":"d1","quantity":1},{"id":"d1","quantity":1,"note":"cold"}]}`)
	if got := s.says("three pastels, please", `{"kind":"order","request":"three pastels"}`); !strings.Contains(got, `"order":["2 x Pastel","1 x Pastel (cold)"]`) || strings.Contains(got, "booking") {
		t.Errorf("the order is read back as %s", got)
	}
	if got := s.says("yes", `{"answer":"yes"}`); len(s.filed()) != 1 || !strings.Contains(got, `"read_back":{"kind":"booking"`) {
		t.Errorf("after the order's yes %d are filed, and it is said %s", len(s.filed()), got)
	}
	if s.says("yes", `{"answer":"yes"}`); len(s.filed()) != 1 {
		t.Error("one yes files two")
	}
	s.at.Said = append(s.at.Said, "yes")
	if s.says("yes", `{"answer":"yes"}`); len(s.filed()) != 2 {
		t.Errorf("%d are filed", len(s.filed()))
	}
}

// An order that was read back is not sent with what a call put on the bill in the message of the yes.
func TestAYesIsToWhatWasReadBack(t *testing.T) {
	s := newStaffTalk(t)
	s.at.Shown = []scene.Thing{{Kind: "dish", ID: "d1", Name: "Pastel", Price: "R$ 10,00"}, {Kind: "dish", ID: "d2", Name: "Bolo", Price: "R$ 12,00"}}
	s.at.Notes = map[string]json.RawMessage{"menu.bill": json.RawMessage(`{"lines":[{"id":"d1","quantity":1}],"since":"one pastel"}`)}
	s.says("one pastel", `{"kind":"order","request":"one pastel"}`)
	s.at.Notes["menu.bill"] = json.RawMessage(`{"lines":[{"id":"d1","quantity":1},{"id":"d2","quantity":4}],"since":"yes, and what is my share of the whole evening?"}`)
	if got := s.says("yes, and what is my share of the whole evening?", `{"kind":"order","send":true}`); len(s.filed()) != 0 || !strings.Contains(got, "not sent") {
		t.Errorf("%s, %+v", got, s.filed())
	}
	if got := s.says("yes, all of it", `{"kind":"order","send":true}`); len(s.filed()) != 1 {
		t.Errorf("%s, %+v", got, s.filed())
	}
}

// What the house offered to add to an order that was read back goes along with a plain yes to it.
func TestAYesIsToWhatWasOffered(t *testing.T) {
	const one, both, four = `{"lines":[{"id":"d1","quantity":1}]`, `{"lines":[{"id":"d1","quantity":1},{"id":"d2","quantity":1}]`, `{"lines":[{"id":"d1","quantity":1},{"id":"d2","quantity":4}]`
	for _, tt := range []struct {
		house, guest, bill string
		sent               bool
	}{
		{"There is Bolo, R$12.00. Shall I add it and send the order?", "yes please, send it", both, true},
		{"With one Bolo it comes to R$22.00. Shall I send it?", "sim, pode mandar", both, true},
		{"With four Bolo it comes to R$58.00. Shall I send it?", "dale, mándalo", four, true},
		{"There is Bolo, R$12.00. Shall I add it and send the order?", "yes please, send it", four, false},
		{"There is Bolo, R$12.00. Shall I add it and send the order?", "yes, but what is in it?", both, false},
		{"There is Bolo, R$12.00. Shall I add it and send the order?", "no, send it as it was", both, false},
		{"The order is R$10.00. Shall I send it?", "yes please, send it", both, false},
		{"Bolo de milho is R$12.00.", "yes please, send it", both, false},
	} {
		s := newStaffTalk(t)
		s.at.Currency, s.at.Shown = "BRL", []scene.Thing{{Kind: "dish", ID: "d1", Name: "Pastel", Price: "R$ 10,00"}, {Kind: "dish", ID: "d2", Name: "Bolo", Price: "R$ 12,00"}}
		s.at.Notes = map[string]json.RawMessage{"menu.bill": json.RawMessage(one + `,"since":"one pastel"}`)}
		s.says("one pastel", `{"kind":"order","request":"one pastel"}`)
		s.at.Last = tt.house
		s.at.Notes["menu.bill"] = json.RawMessage(tt.bill + `,"since":"` + tt.guest + `"}`)
		if got := s.says(tt.guest, `{"kind":"order","send":true}`); (len(s.filed()) == 1) != tt.sent {
			t.Errorf("%q to %q: sent %t; %s", tt.guest, tt.house, !tt.sent, got)
		}
	}
}

// A text that says what the lines of an order say follows the bill. Another one, such as a condition
// for the kitchen, stays as it was told, and says so once the lines that it speaks of are others.
func TestTheTextOfAnOrderIsToldWithItsLines(t *testing.T) {
	dishes := []scene.Thing{{Kind: "dish", ID: "d1", Name: "Caldo de milho e queijo", Price: "R$ 10,00"}, {Kind: "dish", ID: "d2", Name: "Bolo", Price: "R$ 12,00"}, {Kind: "dish", ID: "d3", Name: "Pastel", Price: "R$ 8,00"}}
	const first, then = `{"lines":[{"id":"d1","quantity":1},{"id":"d2","quantity":2}],"since":"a"}`, `{"lines":[{"id":"d1","quantity":3},{"id":"d3","quantity":1}],"since":"b"}`
	for text, want := range map[string]string{
		"The caldo only if no sesame is near it": "the order has changed; before that the guest said: The caldo only if no sesame is near it",
		"No nuts for Lia, it is her birthday":    "No nuts for Lia, it is her birthday",
		"2 Bolo":                                 "3 x Caldo de milho e queijo, 1 x Pastel",
		"":                                       "3 x Caldo de milho e queijo, 1 x Pastel",
	} {
		s := newStaffTalk(t)
		s.at.Currency, s.at.Shown = "BRL", dishes
		s.at.Notes = map[string]json.RawMessage{"menu.bill": json.RawMessage(first)}
		s.says("a", `{"kind":"order","request":"`+text+`"}`)
		s.at.Notes["menu.bill"] = json.RawMessage(then)
		s.says("b", "")
		if waits, _, _ := house.Waiting(t.Context(), s.at); strings.Count(waits, want) != 1 {
			t.Errorf("%q waits as %s", text, waits)
		}
		if got := s.says("yes", `{"kind":"order","send":true}`); len(s.filed()) != 1 || s.filed()[0].Text != want {
			t.Errorf("%q is sent as %+v; %s", text, s.filed(), got)
		}
	}
}

// One yes to a table and an order files the order only as it was read back.
func TestAYesToSeveralIsToWhatWasReadBack(t *testing.T) {
	s := newStaffTalk(t)
	s.at.Shown = []scene.Thing{{Kind: "dish", ID: "d1", Name: "Pastel", Price: "R$ 10,00"}}
	s.at.Notes = map[string]json.RawMessage{"menu.bill": json.RawMessage(`{"lines":[{"id":"d1","quantity":1}],"since":"a"}`)}
	const both = "a pastel, and a table for 4 tomorrow at 8 pm"
	s.says(both, `{"kind":"order","request":"a pastel"}`)
	s.says(both, `{"kind":"booking","request":"a table","people":4,"date":"2026-11-17","time":"20:00"}`)
	s.at.Notes["menu.bill"] = json.RawMessage(`{"lines":[{"id":"d1","quantity":7}],"since":"b"}`)
	if got := s.says("yes", `{"answer":"yes"}`); len(s.filed()) != 1 || s.filed()[0].Kind != "booking" || !strings.Contains(got, "7 x Pastel") {
		t.Errorf("filed %+v; %s", s.filed(), got)
	}
}
