package trip_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
)

// says begins a turn of the guest.
func (d *desk) says(message string) {
	if d.scene.Message != "" {
		d.scene.Said = append(d.scene.Said, d.scene.Message)
	}
	d.scene.Message = message
}

// stay is where and when a tool has looked, and for how many.
func (f facts) stay() string {
	return fmt.Sprint(f["place"], " ", f["start_date"], " ", f["end_date"], " ", f["people"], " ", f["assumed"])
}

func (d *desk) stays(name, args, want string) {
	d.Helper()
	if got := d.call(name, args).stay(); got != want {
		d.Errorf("%s %s is for %s, want %s", name, args, got, want)
	}
}

func TestEachPlaceHasDatesOfItsOwn(t *testing.T) {
	d := deskOf(t, planner())
	d.says("de 3 a 10 de maio, 3 noites em Natal e 4 em Fortaleza, somos 6")
	d.stays("list-accommodations", `{"place":"Natal","start_date":"2027-05-03","nights":3,"people":6}`, "Natal 2027-05-03 2027-05-06 6 <nil>")
	d.stays("list-accommodations", `{"place":"Fortaleza","nights":4}`, "Fortaleza 2027-05-06 2027-05-10 6 <nil>")
	d.says("e onde comer em Natal?")
	d.stays("list-restaurants", `{"place":"Natal"}`, "Natal 2027-05-03 2027-05-06 6 <nil>")
	d.says("fica uma noite a mais em Natal")
	f := d.call("list-accommodations", `{"nights":4}`)
	if got := fmt.Sprint(f["whole_trip"]); got != "[Natal: de 3 a 7 de maio de 2027 (4 noites) Fortaleza: de 7 a 11 de maio de 2027 (4 noites)]" {
		t.Errorf("the trip is %s", got)
	}
	d.says("depois 2 em Gramado")
	d.stays("list-accommodations", `{"place":"Gramado","after":"Fortaleza","nights":2}`, "Gramado 2027-05-11 2027-05-13 6 <nil>")
	d.says("Fortaleza não, algo perto de Recife no lugar")
	d.has(d.call("list-accommodations", `{"place":"perto de Recife","instead_of":"fortaleza"}`), "ask", `"town_near"`)
	d.stays("list-accommodations", `{"place":"Olinda"}`, "Olinda 2027-05-07 2027-05-11 6 <nil>")
	d.says("ou Recife mesmo")
	d.stays("list-accommodations", `{"place":"Recife","after":"natal","nights":4}`, "Recife 2027-05-07 2027-05-11 6 <nil>")
	d.has(d.call("trip_total", `{}`), "whole_trip", `["Natal: de 3 a 7 de maio de 2027 (4 noites)","Recife: de 7 a 11 de maio de 2027 (4 noites)","Gramado: de 11 a 13 de maio de 2027 (2 noites)"]`)
}

// A meal has the day that the guest said, of the list or of the choice, and moves with the stay.
func TestAMealHasItsDay(t *testing.T) {
	d := deskOf(t, planner())
	d.says("hotel em Natal de 3 a 10 de maio")
	d.call("list-accommodations", `{"place":"Natal","start_date":"2027-05-03","end_date":"2027-05-10","people":2}`)
	for _, tt := range []struct{ tool, args, want string }{
		{"list-restaurants", `{}`, "[]"},
		{"choose_place", `{"place":"1","kind":"restaurant"}`, `[""]`},
		{"list-restaurants", `{"date":"dia 5"}`, `[""]`},
		{"choose_place", `{"place":"2","kind":"restaurant"}`, `["" "2027-05-05"]`},
		{"choose_place", `{"place":"3","kind":"restaurant","date":"2027-05-09"}`, `["" "2027-05-05" "2027-05-09"]`},
		{"list-accommodations", `{"start_date":"2027-05-04"}`, `["" "2027-05-05" "2027-05-09"]`},
		{"list-accommodations", `{"start_date":"2027-06-04","end_date":"2027-06-10"}`, `["" "2027-06-05" "2027-06-09"]`},
	} {
		d.call(tt.tool, tt.args)
		var plan struct{ Chosen []struct{ Day string } }
		d.scene.Load("trip", &plan)
		var days []string
		for _, c := range plan.Chosen {
			days = append(days, c.Day)
		}
		if got := fmt.Sprintf("%q", days); got != tt.want {
			t.Errorf("after %s %s the meals are on %q, want %q", tt.tool, tt.args, got, tt.want)
		}
	}
}

func TestDatesFollowTheMonthThatWasSaid(t *testing.T) {
	d := deskOf(t, planner())
	d.says("uns dias em Natal em maio")
	d.stays("list-accommodations", `{"place":"Natal","start_date":"maio","people":3}`, "Natal 2027-05-01 2027-05-08 3 [start_date end_date]")
	d.says("de 8 a 12")
	d.stays("list-accommodations", `{"start_date":"de 8 a 12"}`, "Natal 2027-05-08 2027-05-12 3 <nil>")
	d.says("ficamos até o dia 15")
	d.stays("list-accommodations", `{"start_date":"ficamos até o dia 15"}`, "Natal 2027-05-08 2027-05-15 3 <nil>")
}

func TestWhatIsChosenInEachPlaceIsAddedUp(t *testing.T) {
	d := deskOf(t, planner())
	d.says("2 nights in Natal and 3 in Maceió, four of us")
	d.call("list-accommodations", `{"place":"Natal","start_date":"2027-05-03","nights":2,"people":4}`)
	d.call("list-accommodations", `{"place":"Maceió","nights":3}`)
	d.call("choose_place", `{"place":"natal-lodging-5"}`) // 330 a night, for all
	f := d.call("choose_place", `{"place":"maceio-lodging-5"}`)
	d.has(f, "no_longer_chosen", "null")
	lines := d.call("trip_total", `{}`).items("lines")
	if len(lines) != 2 {
		t.Fatalf("lines: %s", lines)
	}
	d.has(lines[0], "place", `"Natal"`, "nights", "2", "sum", `"R$ 660,00"`)
	d.has(lines[1], "place", `"Maceió"`, "nights", "3")
}

func TestWhatTheGuestSaidHoldsWhereACallOmitsIt(t *testing.T) {
	for _, tt := range []struct {
		name string
		said []string
		args string
		want string
	}{
		{"a month and a length", []string{"10 dias na Bahia em agosto: meu marido, nossos três filhos e minha avó"}, `{"place":"Ilhéus"}`, "Ilhéus 2027-08-01 2027-08-11 6 [start_date end_date]"},
		{"weekdays", []string{"I get to Curitiba on a Wednesday and fly home on Saturday"}, `{"place":"Curitiba","nights":3,"people":1}`, "Curitiba 2026-11-18 2026-11-21 1 <nil>"},
		{"in an earlier message", []string{"vamos a Mendoza con mis padres del 4 al 9 de enero", "mejor Bariloche"}, `{"place":"Bariloche"}`, "Bariloche 2027-01-04 2027-01-09 3 <nil>"},
		{"before any trip", []string{"mesa para 8 sábado", "e hotel em Natal?"}, `{"place":"Natal"}`, "Natal 2026-12-13 2026-12-20 2 [start_date end_date people]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := deskOf(t, planner())
			for _, m := range tt.said {
				d.says(m)
			}
			d.stays("list-accommodations", tt.args, tt.want)
		})
	}
}

func TestAMonthNamedAgainChangesNothing(t *testing.T) {
	d := deskOf(t, planner())
	d.call("list-accommodations", `{"place":"Natal","start_date":"August","nights":10,"people":3}`)
	d.stays("list-accommodations", `{"start_date":"in August"}`, "Natal 2027-08-01 2027-08-11 3 [start_date end_date]")
	d.stays("list-accommodations", `{"start_date":"September"}`, "Natal 2027-09-01 2027-09-11 3 [start_date end_date]")
}

func TestARegionIsNoTownToSleepIn(t *testing.T) {
	for _, place := range []string{"Ceará", "Nordeste", "Brazil", "Italy"} {
		d := deskOf(t, planner())
		f := d.call("list-accommodations", fmt.Sprintf(`{"place":%q}`, place))
		d.has(f, "ask", `"town"`, "items", "null")
		if which, _ := f["which"].([]any); len(which) == 0 {
			t.Errorf("%s has no towns: %s", place, f)
		}
		d.has(d.call("list-restaurants", `{"place":"Fortaleza"}`), "place", `"Fortaleza"`)
	}
}

func TestKindsAreThoseOfTheLastWish(t *testing.T) {
	d := deskOf(t, planner())
	kinds := func(f facts) string {
		var all []string
		for _, x := range f.items("items") {
			if k := x["kind"].(string); !strings.Contains(strings.Join(all, " "), k) {
				all = append(all, k)
			}
		}
		return strings.Join(all, " ")
	}
	f := d.call("list-accommodations", `{"place":"Natal","kind":["hostel","pousada"],"people":2}`)
	if got := kinds(f); got != "hostel pousada" && got != "pousada hostel" {
		t.Errorf("hostels and guest houses are %s", got)
	}
	if got := kinds(d.call("list-accommodations", `{"people":3}`)); strings.Contains(got, "hotel") {
		t.Errorf("for three: %s", got)
	}
	if got := kinds(d.call("list-accommodations", `{"place":"Maceió","nights":2}`)); !strings.Contains(got, "hotel") {
		t.Errorf("another wish: %s", got)
	}
}

func TestWhatNobodyKnowsIsSaidInGoodWords(t *testing.T) {
	d := deskOf(t, planner())
	f := d.call("list-accommodations", `{"place":"Natal","wishes":["step-free shower for a wheelchair","fast wifi","hammocks"]}`)
	content := llm.ToolCall{}.Reply(f, nil).Result.Content
	said := d.tool("list-accommodations").Say(content, lang.English)
	if !strings.Contains(said, "I cannot tell about wheelchair access, the wi-fi and “hammocks”") {
		t.Errorf("said: %s", said)
	}
	f = d.call("choose_place", `{"place":"1","ask":"how far is it from the beach, and is there a bus?"}`)
	content = llm.ToolCall{}.Reply(f, nil).Result.Content
	if said := d.tool("choose_place").Say(content, lang.English); !strings.Contains(said, "the distance to the beach and the distance to stations") {
		t.Errorf("said: %s", said)
	}
	d.has(d.call("choose_place", `{"place":"1","ask":"what is the address?"}`), "address", `"Rua Exemplo, 535"`, "not_known", "null")
}

func TestBareDaysAreOfTheTripThatIsPlanned(t *testing.T) {
	d := deskOf(t, planner())
	d.says("Natal, de 3 a 10 de maio")
	d.stays("list-accommodations", `{"place":"Natal","start_date":"de 3 a 10 de maio","people":2}`, "Natal 2027-05-03 2027-05-10 2 <nil>")
	d.says("melhor de 5 a 9")
	d.stays("list-accommodations", `{"start_date":"melhor de 5 a 9"}`, "Natal 2027-05-05 2027-05-09 2 <nil>")
}

// Towns that are compared are no stops, whichever dates each was looked at with.
func TestComparedTownsAreAlternatives(t *testing.T) {
	d := deskOf(t, planner())
	d.says("praia: Natal ou Fortaleza, de 3 a 8 de maio")
	d.call("list-accommodations", `{"place":"Natal","start_date":"2027-05-03","end_date":"2027-05-08","people":2}`)
	d.has(d.call("list-accommodations", `{"place":"Fortaleza","start_date":"2027-05-03","end_date":"2027-05-08"}`), "whole_trip", "null")
	d.says("adiamos para o dia 15")
	d.has(d.call("list-accommodations", `{"place":"Natal","instead_of":"Fortaleza","start_date":"2027-05-15","nights":5}`), "whole_trip", "null")
	d.has(d.call("list-accommodations", `{"place":"Fortaleza","instead_of":"Natal","start_date":"2027-05-20","nights":5}`), "whole_trip", "null")
	d.says("e em junho?")
	d.has(d.call("list-accommodations", `{"place":"Natal","start_date":"2027-06-10","nights":4}`), "whole_trip", "null", "nights", "4")
	d.has(d.call("trip_total", `{}`), "whole_trip", "null")
	d.says("depois três noites em Fortaleza")
	d.has(d.call("list-accommodations", `{"place":"Fortaleza","after":"Natal","nights":3}`), "whole_trip", `["Natal: de 10 a 14 de junho de 2027 (4 noites)","Fortaleza: de 14 a 17 de junho de 2027 (3 noites)"]`)

	d = deskOf(t, planner())
	d.says("Natal ou Fortaleza em janeiro?")
	d.call("list-accommodations", `{"place":"Natal","start_date":"January","people":2}`)
	d.call("list-accommodations", `{"place":"Fortaleza","start_date":"January"}`)
	d.says("de 8 a 15")
	d.has(d.call("list-accommodations", `{"place":"Natal","start_date":"2027-01-08","end_date":"2027-01-15"}`), "whole_trip", "null")
	d.has(d.call("list-accommodations", `{"place":"Fortaleza","start_date":"2027-01-08","end_date":"2027-01-15"}`), "whole_trip", "null", "end_date", `"2027-01-15"`)
}

func TestAMonthAloneIsADay(t *testing.T) {
	for _, month := range []string{"May", "May 2027", "maio", "2027-05", "2027-5"} {
		d := deskOf(t, planner())
		d.says("Natal")
		d.has(d.call("list-accommodations", fmt.Sprintf(`{"place":"Natal","start_date":%q,"people":2}`, month)), "start_date", `"2027-05-01"`)
	}
}
