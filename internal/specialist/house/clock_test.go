package house

import (
	"testing"
	"time"
)

func TestGuestsWriteTimesInManyWays(t *testing.T) {
	dinner := &Facts{Hours: "Mo-Su 18:00-23:30"}
	cafe := &Facts{Hours: "Mo-Su 07:00-22:00"}
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		f           *Facts
		clock, want string
	}{
		{dinner, "20h", "20:00"},
		{dinner, "20h30", "20:30"},
		{dinner, "às 21:15", "21:15"},
		{dinner, "19.45", "19:45"},
		{dinner, "8", "20:00"},
		{dinner, "8 pm", "20:00"},
		{dinner, "8:30 p.m.", "20:30"},
		{dinner, "8 da noite", "20:00"},
		{dinner, "las 9 y media de la noche", "21:30"},
		{dinner, "8 e meia", "20:30"},
		{dinner, "7 horas da noite", "19:00"},
		{cafe, "8", "08:00"},
		{cafe, "8 da manhã", "08:00"},
		{cafe, "9 de la mañana", "09:00"},
		{cafe, "3 da tarde", "15:00"},
		{cafe, "meio-dia", "12:00"},
		{cafe, "noon", "12:00"},
		{cafe, "meio-dia e meia", "12:30"},
		{&Facts{}, "8", "20:00"},
		{&Facts{}, "8am", "08:00"},
		{dinner, "mais tarde", ""},
		{dinner, "25h", ""},
		{dinner, "", ""},
	} {
		got := ""
		if at, ok := tt.f.moment("2026-11-21", tt.clock, now); ok {
			got = at.Format("15:04")
		}
		if got != tt.want {
			t.Errorf("%q is %q, want %q", tt.clock, got, tt.want)
		}
	}
}
