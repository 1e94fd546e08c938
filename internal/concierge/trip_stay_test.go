package concierge

import (
	"encoding/json"
	"testing"

	"github.com/maitre-dev/maitre/internal/understand"
)

// withStay is a message of somebody who has chosen a hotel in Olinda.
func withStay(act, message string) asked {
	a := onTripTo(message)
	a.at.Notes["trip"] = json.RawMessage(`{"people":2,"start":"2026-12-11","end":"2026-12-14","place":{"name":"Olinda"},"seen":1,"chosen":[{"name":"Hotel Beta","kind":"hotel"}]}`)
	a.act, a.last, a.spans = act, "place", understand.Read(message, understand.Before{Last: "place"}).Spans
	return a
}

func TestTheStayThatIsChosenIsSummedAnew(t *testing.T) {
	for message, want := range map[string]string{
		"chegamos dois dias depois":        "trip_total",
		"na verdade vai ser de 18 a 21":    "trip_total",
		"we'd like to add one more night":  "trip_total",
		"ahora somos cinco":                "trip_total",
		"e em Natal, nas mesmas datas?":    "list-accommodations",
		"mostra pousadas de 18 a 21":       "list-accommodations",
		"is it crowded there in February?": "",
	} {
		got := ""
		if calls := withStay("plan_trip", message).trip(); len(calls) > 0 {
			got = calls[0].Name
		}
		if got != want {
			t.Errorf("%q calls %q, want %q", message, got, want)
		}
	}
}

func TestAStayIsCalledOff(t *testing.T) {
	for message, want := range map[string]bool{
		"esquece a viagem": true, "cancel the whole trip": true, "ya no iremos, lo siento": true, "abandona Olinda, choveu": true,
		"não vamos mais de ônibus": false, "esquece tudo": false, "esquece Olinda, vamos a Natal": false, "cancela a segunda noite?": false,
	} {
		if got := withStay("choose", message).callsOff(); got != want {
			t.Errorf("callsOff(%q) = %v, want %v", message, got, want)
		}
	}
}

func TestALodgingIsMeantByItsKind(t *testing.T) {
	for message, want := range map[string]string{"fico com a pousada": "pousada", "we take the hotel": "hotel", "me quedo con el albergue": "hostel"} {
		a := onTripTo(message)
		if got := a.pointed(); len(got) != 1 || got[0]["kind"] != want || got[0]["place"] != "" {
			t.Errorf("%q points at %v, want the %s", message, got, want)
		}
	}
	for message, want := range map[string]string{"prefiro hostel": "hostel", "solo los hoteles": "hotel", "mostra apenas pousada": "pousada", "é longe do hotel?": ""} {
		a := onTripTo(message)
		a.spans = nil
		if got := a.search().kinds; got != want {
			t.Errorf("%q is of kind %q, want %q", message, got, want)
		}
	}
}
