package concierge

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/scene"
)

// toStaffOf are the arguments of ask_staff for a message on 18 November 2026, after the house read back or filed a request.
func toStaffOf(message, waits, filed string) asked {
	at := &scene.Scene{Message: message, Said: []string{"before"}, Now: time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC), Notes: map[string]json.RawMessage{}}
	if waits != "" {
		at.Notes["house.request"] = json.RawMessage(waits)
	}
	if filed != "" {
		at.Notes["house.filed"], at.Notes["house.request"] = json.RawMessage(filed), json.RawMessage(`{}`)
		at.Last = "Passei à equipe: recado."
	}
	return asked{text: message, onCard: nameDishes, at: at, spans: understand.Read(message, understand.Before{}).Spans}
}

func TestACallOrAThingForTheTableIsSentAtOnce(t *testing.T) {
	for message, want := range map[string]bool{
		"someone spilt wine at table 14":          true,
		"precisamos de um cinzeiro":               true,
		"call our waitress, please":               true,
		"¿puede venir alguien de verdad?":         true,
		"faltam duas cadeiras":                    true,
		"perdi meu ônibus":                        false,
		"mesa 14 pessoas, pra minha tia":          false,
		"quero reservar a mesa 14 para amanhã":    false,
		"the soup at table 14 was cold and salty": false,
	} {
		calls := toStaffOf(message, "", "").staff("")
		if got := strings.Contains(calls[0].Args, `"send":true`); got != want {
			t.Errorf("%q is sent at once: %v; %s", message, got, calls[0].Args)
		}
	}
}

func TestWhoTellsHowManyComeForAFeastWantsATable(t *testing.T) {
	for message, want := range map[string]bool{
		"a formatura da Bia é sábado, somos 11, dá pra pendurar faixas?": true,
		"christening lunch on 6 December for 14, can we bring flowers?":  true,
		"preciso de lugar para 7 na sexta":                               true,
		"a birthday cake for 14 people on Friday":                        false,
		"it is my wedding anniversary, what do you suggest?":             false,
	} {
		if got := toStaffOf(message, "", "").comes(); got != want {
			t.Errorf("comes(%q) = %v", message, got)
		}
	}
}

func TestANameBesideATable(t *testing.T) {
	for message, want := range map[string]string{
		"mesa para 2 hoje às 22h, Nadir Couto":        "Nadir Couto",
		"pode anotar como Iolanda e reservar a mesa?": "Iolanda",
		"a table for 3, it's Bram Visser. By the bar": "Bram Visser",
		"apunte a Nuria Vidal, por favor":             "Nuria Vidal",
		"mesa para 3 amanhã, Pedro, [PHONE]":          "Pedro",
		"a table for 3, it's Friday":                  "",
	} {
		if got := toStaffOf(message, "", "").bookedIn(); got != want {
			t.Errorf("bookedIn(%q) = %q, want %q", message, got, want)
		}
	}
}

func TestWhatWaitsForAYesIsNotLost(t *testing.T) {
	const waits = `{"kind":"complaint","text":"o chuveiro pinga","message":"long before"}`
	a := toStaffOf("yes", waits, "")
	a.act = "yes"
	if calls := a.calls(); len(calls) != 1 || calls[0].Args != `{"kind":"complaint"}` {
		t.Errorf("a late yes calls %v", calls)
	}
	const now = `{"kind":"complaint","text":"o chuveiro pinga","message":"before"}`
	if calls := toStaffOf("quero reservar uma suíte de 3 a 5 de janeiro", now, "").adds(); calls != nil {
		t.Errorf("a room is added to a complaint: %v", calls)
	}
}

func TestANumberOfADishIsNoMoney(t *testing.T) {
	a := asked{text: "uma limonada 500", onCard: func(string) []scene.Mention {
		return []scene.Mention{{From: 4, To: 12, Things: []scene.Thing{{Kind: "dish", ID: "l", Name: "Limonada 500 ml"}}}}
	}, spans: []understand.Span{{Kind: "money", Text: "500", Per: "all"}}}
	if n := a.limit("all"); n != 0 {
		t.Errorf("a budget of %v", n)
	}
}

func TestATableIsChangedByWhatIsNotDenied(t *testing.T) {
	const waits = `{"kind":"booking","text":"mesa","date":"2026-11-28","time":"20h","people":7,"message":"before"}`
	for message, want := range map[string]string{
		"we are 9 and not 7":                          `"people":9`,
		"não às 20h, às 21h30":                        `"time":"21h30"`,
		"passa pra quinta que sábado eu trabalho":     `"date":"2026-11-26"`,
		"make it Monday":                              `"date":"2026-11-30"`,
		"o som alto é ruim pra ela, melhor num canto": `"request"`,
	} {
		calls := toStaffOf(message, waits, "").ofRequest()
		if len(calls) != 1 || !strings.Contains(calls[0].Args, want) || strings.Contains(calls[0].Args, "complaint") {
			t.Errorf("%q calls %v, want %s", message, calls, want)
		}
	}
}

func TestARequestIsAskedAboutAndTakenBack(t *testing.T) {
	const filed = `[{"ID":"r1","kind":"other","text":"uma manta"}]`
	for message, want := range map[string]string{
		"have they replied or not": "state", "quem ficou com isso?": "state", "quem inventou o pastel?": "state",
		"olvídelo, ya encontré una": "withdraw", "undo it, I spoke of the wrong place": "withdraw", "e duas colheres limpas, mesa 14": "change",
	} {
		a, got := toStaffOf(message, "", filed), ""
		if a.asksNoted() {
			got = "state"
		}
		for _, x := range a.asidesOf() {
			if got == "" && x.subject == "withdraw" && strings.Contains(a.filed(x.subject)[0].Args, `"kind":"other"`) {
				got = ofFiled[x.subject]
			}
		}
		if calls := a.adds(); got == "" && len(calls) == 1 && strings.Contains(calls[0].Args, `"send":true`) {
			got = "change"
		}
		if got != want {
			t.Errorf("%q does %q, want %q", message, got, want)
		}
	}
}
