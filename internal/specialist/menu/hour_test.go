package menu

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

func TestTheHourAtWhichAGuestComes(t *testing.T) {
	for message, want := range map[string]string{
		"Domingo vamos almoçar aí, lá pelas 13h30":              "13:30",
		"reservei pras 21h, somos dois":                         "21:00",
		"we'd arrive around 8 tonight":                          "20:00",
		"Dinner at 7:15 with my boss":                           "19:15",
		"llegamos a las 9 de la noche":                          "21:00",
		"iremos a las 14 con los niños":                         "14:00",
		"chegamos às 9 da manhã pro café":                       "09:00",
		"passo aí às 10 da noite":                               "22:00",
		"lunch at 1pm on Friday":                                "13:00",
		"quero as 2 sobremesas e as 3 cervejas":                 "",
		"vocês fecham às 23h?":                                  "",
		"our flight is at 8 pm. What is light?":                 "",
		"somos 6, até 80 reais por cabeça":                      "",
		"trabalhei 10h seguidas, o que tem de almoço?":          "",
		"a sobremesa veio gelada e já era umas 22h":             "",
		"we waited until about 9, cold soup":                    "",
		"friday night we are six":                               "20:00",
		"boa noite, hoje viemos de bicicleta":                   "",
		"good evening, we walked here today":                    "",
		"boa noite, hoje à noite somos dois":                    "20:00",
		"vamos jantar aí na quinta":                             "20:00",
		"mañana almorzamos con mis suegros":                     "13:00",
		"tem mesa no domingo":                                   "another day",
		"o que vocês têm de jantar":                             "",
		"del 11 al 14 de diciembre":                             "",
		"a costela fica 12 horas na brasa?":                     "",
		"chego umas 20h. e o voo sai às 6h, dá tempo de comer?": "20:00",
	} {
		got := ""
		switch minute := minuteTold(message); {
		case minute == anotherDay:
			got = "another day"
		case minute >= 0:
			got = fmt.Sprintf("%02d:%02d", minute/60, minute%60)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}

func TestWhatIsServedWhenTheGuestComes(t *testing.T) {
	k := newKit(t)
	s := &scene.Scene{Language: lang.English, Now: time.Date(2026, 11, 17, 20, 0, 0, 0, time.UTC), Message: "is there a feijoada?"}
	told := func(args string) string {
		i := slices.IndexFunc(k.tools, func(t agent.Tool) bool { return t.Name == "find_dishes" })
		out, err := k.tools[i].Run(scene.With(t.Context(), s), args)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(out.(findDishesOut).forModel())
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	if got := told(`{"wish":"feijoada"}`); !strings.Contains(got, "not at 20:00") {
		t.Errorf("now: %s", got)
	}
	s.Said, s.Message = append(s.Said, s.Message), "and this weekend, say at one?"
	if got := told(`{"wish":"feijoada","when":"2026-11-21 13:00"}`); strings.Contains(got, "not at") {
		t.Errorf("on Saturday: %s", got)
	}
	s.Said, s.Message = append(s.Said, s.Message), "and is the feijoada big?"
	if got := told(`{"wish":"feijoada"}`); strings.Contains(got, "not at") {
		t.Errorf("asked later of that Saturday: %s", got)
	}
	if result, _ := k.call(s, "find_dishes", `{"wish":"feijoada","when":"Saturday"}`); !strings.Contains(result, "2026-11-21 13:00") {
		t.Errorf("a time that cannot be read: %s", result)
	}
}

// A dish of two weekdays is served on these, and after midnight on the day that follows.
func TestADishHasItsWeekdays(t *testing.T) {
	it := Item{Name: "Feijoada", Hours: "We,Sa 12:00-16:00"}
	late := Item{Name: "Caldo", Hours: "Fr 22:00-02:00"}
	at := func(day, hour int) time.Time { return time.Date(2026, 11, day, hour, 30, 0, 0, time.UTC) } // the 18th is a Wednesday
	for _, c := range []struct {
		it   Item
		at   time.Time
		want bool
	}{
		{it, at(18, 13), true},
		{it, at(21, 13), true},
		{it, at(19, 13), false},
		{it, at(18, 17), false},
		{late, at(20, 23), true},
		{late, at(21, 1), true},
		{late, at(20, 1), false},
		{late, at(21, 23), false},
	} {
		if got := c.it.Available(c.at); got != c.want {
			t.Errorf("%s at %v: %v", c.it.Name, c.at, got)
		}
	}
	for l, want := range map[lang.Language]string{
		lang.Portuguese: "Servimos Feijoada das 12:00 às 16:00 (quarta e sábado).",
		lang.English:    "We serve Feijoada from 12:00 to 16:00 (Wednesday and Saturday).",
	} {
		if got := wordsIn(l).hours(it.Name, it.Hours); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	w, s := &Waiter{}, &scene.Scene{Now: at(18, 13), Message: "e no sábado às 13h, tem?"}
	if when, sure := w.timeOf(s); when.Weekday() != time.Saturday || !sure {
		t.Errorf("the guest comes on %v, sure %v", when, sure)
	}
}
