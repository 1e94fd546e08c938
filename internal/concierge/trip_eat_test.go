package concierge

import (
	"testing"

	"github.com/maitre-dev/maitre/internal/understand"
)

func TestAMealElsewhereIsNoStay(t *testing.T) {
	for message, want := range map[string]string{
		"hoje em Natal, minha irmã é vegana":             "list-restaurants",
		"we're starving in Natal, allergic to shrimp":    "list-restaurants",
		"algo de pescado cerca del alojamiento en Natal": "list-restaurants",
		"¿dónde ceno en Natal?":                          "list-restaurants",
		"em Natal de 5 a 9 de março, sou vegana":         "list-accommodations",
		"onde dormir em Natal hoje, sou celíaca":         "list-accommodations",
		"a hotel in Natal for March, I am allergic":      "list-accommodations",
		"hotel near a good restaurant in Natal, March":   "list-accommodations",
	} {
		a := onTripTo(message)
		a.at.Notes, a.at.Shown, a.last = nil, nil, ""
		a.spans = understand.Read(message, understand.Before{}).Spans
		got := ""
		if calls := a.trip(); len(calls) > 0 {
			got = calls[0].Name
		}
		if got != want {
			t.Errorf("%q calls %q, want %q", message, got, want)
		}
	}
}
