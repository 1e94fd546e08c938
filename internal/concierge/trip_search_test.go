package concierge

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/scene"
)

// onTripTo is a message of somebody who looks for places in Olinda.
func onTripTo(message string) asked {
	at := &scene.Scene{Now: time.Date(2026, time.November, 16, 12, 0, 0, 0, time.UTC), Message: message, Said: []string{"pousada em Olinda"}}
	at.Notes = map[string]json.RawMessage{"trip": json.RawMessage(`{"people":2,"place":{"name":"Olinda"},"seen":1}`)}
	at.Shown = []scene.Thing{{Kind: lodgingKind, Number: 1, ID: "a", Name: "Pousada Alfa"}, {Kind: lodgingKind, Number: 2, ID: "b", Name: "Hotel Beta"}}
	r := understand.Read(message, understand.Before{Last: "trip_stay"})
	return asked{act: "plan_trip", text: message, spans: r.Spans, at: at, last: "trip_stay"}
}

func TestPlacesAndTheirLengthsAreReadTogether(t *testing.T) {
	for _, tt := range []struct{ message, want string }{
		{"3 nights in Recife and 2 in Natal", "[{Recife 3} {Natal 2}]"},
		{"Recife, then la, 4 nights each", "[{Recife 4} {la 4}]"},
		{"uma semana em Recife e 4 noites em Maceió", "[{Recife 7} {Maceió 4}]"},
		{"vamos a Salta y Mendoza, 4 noches y 6 noches", "[{Salta 4} {Mendoza 6}]"},
		{"duas noites lá e uma em Recife", "[{Olinda 2} {Recife 1}]"},
		{"forget Recife, Maceió is nicer to stay", "[{Maceió 0}]"},
		{"ten days in Brazil: Recife and Natal", "[{Recife 0} {Natal 0}]"},
	} {
		if got := fmt.Sprint(onTripTo(tt.message).legs()); got != tt.want {
			t.Errorf("legs(%q) = %s, want %s", tt.message, got, tt.want)
		}
	}
}

func TestAListIsMadeOnlyWhereOneIsAskedForOrChanges(t *testing.T) {
	for _, tt := range []struct{ message, tools string }{
		{"is it very crowded there around carnival time?", ""},
		{"e em abril?", "list-accommodations"},
		{"e para 5 pessoas?", "list-accommodations"},
		{"onde a gente dorme e onde a gente come?", "list-accommodations list-restaurants"},
		{"dónde como por ahí?", "list-restaurants"},
		{"something near Recife", "list-accommodations"},
	} {
		var names []string
		for _, c := range onTripTo(tt.message).trip() {
			names = append(names, c.Name)
		}
		if got := strings.Join(names, " "); got != tt.tools {
			t.Errorf("%q calls %q, want %q", tt.message, got, tt.tools)
		}
	}
}

func TestWhatALodgingIsToBe(t *testing.T) {
	for _, tt := range []struct {
		message, kinds string
		cheap          bool
	}{
		{"um hotel ou uma pousada sem gastar uma fortuna", "hotel pousada", true},
		{"a guest house or a flat, nothing too expensive", "pousada apartment", true},
		{"algún hostal o cabaña que no sea tan caro", "hostel apartment", true},
		{"restaurante perto do hotel", "", false},
	} {
		if s := onTripTo(tt.message).search(); s.kinds != tt.kinds || s.cheap != tt.cheap {
			t.Errorf("%q asks for %q, cheap %v; want %q, %v", tt.message, s.kinds, s.cheap, tt.kinds, tt.cheap)
		}
	}
}

func TestALimitIsOfWhatItIsSaidOf(t *testing.T) {
	for _, tt := range []struct{ message, want string }{
		{"até 200 por pessoa por noite", "200 0 0 true "},
		{"no máximo 900 por cabeça", "0 900 0 true "},
		{"temos 1800 reais pra estadia toda", "0 1800 0 false "},
		{"hasta 90 euros la noche", "90 0 0 false hasta 90 euros la noche"},
	} {
		s := onTripTo(tt.message).search()
		if got := fmt.Sprint(s.night, s.total, s.person, s.each) + " " + s.foreign; got != tt.want {
			t.Errorf("%q: limits %s, want %s", tt.message, got, tt.want)
		}
	}
}

func TestLodgingsArePointedAtByWhatTheyCost(t *testing.T) {
	for _, tt := range []struct{ message, want string }{
		{"compara os dois mais em conta", `trip_total {"of":["number 1 cheapest","number 2 cheapest"]}`},
		{"qual a diferença entre a primeira e a segunda?", `trip_total {"of":["1","2"]}`},
		{"o mais caro aceita cancelamento?", `choose_place {"ask":"o mais caro aceita cancelamento?","kind":"lodging","place":"dearest"}`},
	} {
		a := onTripTo(tt.message)
		if calls := a.trip(); len(calls) != 1 || calls[0].Name+" "+calls[0].Args != tt.want {
			t.Errorf("%q calls %v, want %s", tt.message, calls, tt.want)
		}
	}
}

func TestASumIsDividedAsAsked(t *testing.T) {
	for _, tt := range []struct{ message, args string }{
		{"what does the cheapest one cost a night for each adult, 2 adults?", `{"of":["cheapest"],"payers":2,"per":["night","adult"]}`},
		{"quanto dá dividido por 4 pessoas?", `{"payers":4,"per":["person"]}`},
		{"e com uma noite a menos, quanto sai?", `{"change":true,"nights":3}`},
	} {
		a := onTripTo(tt.message)
		a.at.Notes["trip"] = json.RawMessage(`{"people":4,"place":{"name":"Olinda"},"seen":1,"start":"2027-03-10","end":"2027-03-14"}`)
		a.act = "trip_total"
		calls := a.total()
		if len(calls) != 1 || calls[0].Name != "trip_total" || calls[0].Args != tt.args {
			t.Errorf("%q calls %v, want trip_total %s", tt.message, calls, tt.args)
		}
	}
}

func TestThereIsTheTownOfAnotherSentence(t *testing.T) {
	for message, want := range map[string]string{
		"is it hot in Recife in May? we'd stay there for two nights": "Recife", "we'd stay in Natal for two nights. is it hot there?": "Natal",
	} {
		first, _, _ := strings.Cut(message, "? ")
		a := onTripTo(message)
		a.at.Notes, a.at.Shown, a.text = nil, nil, strings.TrimPrefix(message, first+"? ")
		a.spans = understand.Read(a.text, understand.Before{}).Spans
		if calls := a.trip(); len(calls) != 1 || !strings.Contains(calls[0].Args, `"place":"`+want+`"`) {
			t.Errorf("%q calls %v, want %s", message, calls, want)
		}
	}
}

// A place that a sentence chooses is chosen, whatever is asked beside it; one that is only priced is not.
func TestWhoAsksForASumChoosesByASentence(t *testing.T) {
	for message, want := range map[string]bool{
		"o segundo.": true, "me quedo con el segundo,": true, "we'll take the second,": true, "e o segundo,": false, "and the second one": false,
	} {
		a := onTripTo(message)
		a.at.Message = message + " quanto dá tudo?"
		if got := !a.onlyPriced(); got != want {
			t.Errorf("%q chooses: %v", message, got)
		}
	}
}

func TestPeopleNamedOneByOneAreCounted(t *testing.T) {
	for message, want := range map[string]int{"hotel em Natal, eu e meu orientador": 2, "hotel em Natal em maio": 0} {
		a := onTripTo(message)
		if got := a.party(planned{}); got != want {
			t.Errorf("party(%q) = %d, want %d", message, got, want)
		}
	}
}

func TestDaysAreReadWithoutWhoComes(t *testing.T) {
	for message, want := range map[string]string{
		"de 12 a 15 de março, somos 2":         "de 12 a 15 de março, somos",
		"from May 2 to May 5, the 2 of us":     "from May 2 to May 5, the   of us",
		"del 3 al 7 de julio, 3 personas, por": "del 3 al 7 de julio",
	} {
		if got := onTripTo(message).whenWords(); !strings.HasPrefix(got, strings.Fields(want)[0]) || !strings.Contains(strings.Join(strings.Fields(got), " "), strings.Join(strings.Fields(want)[:5], " ")) {
			t.Errorf("whenWords(%q) = %q", message, got)
		}
	}
}

func TestWordsAboutTheHouseLeaveATrip(t *testing.T) {
	for message, want := range map[string]bool{
		"what can we eat at your restaurant tonight?":   true,
		"a que horas fecha a cozinha de vocês?":         true,
		"esta noche, ¿qué hay de postre?":               true,
		"onde a gente janta por lá?":                    false,
		"is there a good place for a beer in that town": false,
		"tem café da manhã?":                            false,
	} {
		if got := onTripTo(message).leavesTrip(); got != want {
			t.Errorf("leavesTrip(%q) = %v", message, got)
		}
	}
}

func TestFoodElsewhereIsNotOfTheCard(t *testing.T) {
	for message, want := range map[string]bool{
		"where in Manaus should I have grilled tambaqui?": true,
		"lá eu quero provar um bom caranguejo":            true,
		"¿se consigue buen pulpo allí?":                   true,
		"queremos comer lagosta em Olinda":                true,
		"is your crab like the one there?":                false,
		"there are two of us, and we would like the crab": false,
		"um hotel lá que sirva lagosta":                   false,
	} {
		if got := onTripTo(message).eatsAway(); got != want {
			t.Errorf("eatsAway(%q) = %v", message, got)
		}
	}
}

func TestWhereSomebodyComesFromIsNoDestination(t *testing.T) {
	for message, want := range map[string]string{
		"three cousins from Oslo need a hostel":           "",
		"minha tia é de Natal, queremos uma pousada":      "",
		"nací en Quito, busco un hotel":                   "",
		"my aunt was born in Natal, any hotel in Recife?": "Recife",
		"sou de Natal e quero pousada em Natal":           "Natal",
		"two hours' drive from Natal":                     "Natal",
		"o passeio é de dois dias em Gramado":             "Gramado",
	} {
		if got := onTripTo(message).destination(); got != want {
			t.Errorf("destination(%q) = %q, want %q", message, got, want)
		}
	}
}

func TestTownsThatAreComparedStayTogether(t *testing.T) {
	for _, tt := range []struct{ notes, message, want string }{
		{`"lists":[{"spot":{"name":"Natal"},"turn":1},{"spot":{"name":"Olinda"},"turn":1}]`, "e hotel?", "Olinda Natal"},
		{`"lists":[{"spot":{"name":"Natal"},"turn":1},{"spot":{"name":"Olinda"},"turn":1}]`, "e hotel em Natal?", "Natal"},
		{`"lists":[{"spot":{"name":"Natal"},"turn":1},{"spot":{"name":"Olinda"},"turn":1}],"stops":[{}]`, "e hotel?", ""},
		{`"lists":[{"spot":{"name":"Natal"},"turn":2},{"spot":{"name":"Olinda"},"turn":1}]`, "e hotel?", ""},
	} {
		a := onTripTo(tt.message)
		a.at.Notes["trip"] = json.RawMessage(`{"people":2,"place":{"name":"Natal"},"seen":1,` + tt.notes + `}`)
		var towns []string
		for _, c := range a.trip() {
			var in struct{ Place string }
			if err := json.Unmarshal([]byte(c.Args), &in); err != nil {
				t.Fatal(err)
			}
			towns = append(towns, in.Place)
		}
		if got := strings.Join(towns, " "); got != tt.want {
			t.Errorf("%q looks in %q, want %q", tt.message, got, tt.want)
		}
	}
}

func TestASumHasTheMealsThatAreTold(t *testing.T) {
	for _, tt := range []struct{ message, want string }{
		{"take the cheapest bed and the second restaurant. how much with dinner every day?", `{"eat_at":"2","meals_per_day":1,"of":["cheapest"]}`},
		{"quanto dá o mais em conta com 2 refeições por dia?", `{"meals_per_day":2,"of":["cheapest"]}`},
		{"¿cuánto sale el segundo más barato con tres cenas?", `{"meals":3,"of":["number 2 cheapest"]}`},
		{"quanto dá com almoço todo dia?", `{"meals_per_day":1}`},
		{"quanto fica com um jantar caprichado?", `{"meals":1}`},
	} {
		a := onTripTo(tt.message)
		a.act = "trip_total"
		a.at.Shown = append(a.at.Shown, scene.Thing{Kind: restaurantKind, Number: 1, ID: "c", Name: "Bar Gama"}, scene.Thing{Kind: restaurantKind, Number: 2, ID: "d", Name: "Bar Delta"})
		if calls := a.total(); len(calls) != 1 || calls[0].Args != tt.want {
			t.Errorf("%q calls %v, want trip_total %s", tt.message, calls, tt.want)
		}
	}
}

func TestAPlaceThatWasToldOfIsReached(t *testing.T) {
	for message, want := range map[string]string{"qual o telefone dele?": "choose", "can you book it for us?": "book_place", "quero o mais caro": "choose"} {
		a := onTripTo(message)
		if a.last = "place"; message == "quero o mais caro" {
			a.last = "trip_stay"
		}
		o := own{Scene: a.at, Did: a.last}
		if r := a.hear(&o); !does(r.Reading, want) {
			t.Errorf("%q is read as %v, want %s", message, r.Acts, want)
		}
	}
}

func TestWhoIsYoungIsNoAdult(t *testing.T) {
	for _, tt := range []struct {
		message string
		want    int
	}{
		{"somos 5: eu, minha esposa, dois adolescentes e um bebê", 2},
		{"my parents, my husband, a teenager, a baby and I", 4},
		{"somos cuatro, con una nena y un adolescente", 2},
	} {
		a := onTripTo("")
		a.at.Said = []string{tt.message}
		if got := a.adults(); got != tt.want {
			t.Errorf("%q: %d adults, want %d", tt.message, got, tt.want)
		}
	}
}

func TestBreweriesAreLookedForWhereTheGuestGoes(t *testing.T) {
	for _, tt := range []struct{ message, said, want string }{
		{"tem cervejaria por perto?", "", "Olinda"},
		{"quero visitar uma cervejaria", "", "Olinda"},
		{"breweries near home", "", ""},
		{"any brewery in Denver?", "", "Denver"},
		{"alguma cervejaria por lá?", "amanhã vou pra Lages", "Lages"},
		{"breweries, please", "tomorrow I go to Lages", ""},
	} {
		a := onTripTo(tt.message)
		if tt.said != "" {
			a.at.Said, a.at.Notes, a.last = []string{tt.said}, nil, ""
		}
		a.act = "find_breweries"
		var in struct{ Place string }
		if err := json.Unmarshal([]byte(a.breweries()[0].Args), &in); err != nil || in.Place != tt.want {
			t.Errorf("%q after %q looks in %q, want %q", tt.message, tt.said, in.Place, tt.want)
		}
	}
}

func TestATownToldBeforeHoldsForALaterSearch(t *testing.T) {
	for _, tt := range []struct{ said, message, want string }{
		{"amanhã viajo pra Lages e volto domingo", "tem pousada boa lá?", `"place":"Lages"`},
		{"tomorrow we drive to Lages", "where could we eat?", `"place":"Lages"`},
		{"moro em Lages", "onde ficar perto da praia?", `"place":"praia"`},
		{"quero uma sopa", "tem pousada boa?", `{"kind":["pousada"]}`},
	} {
		a := onTripTo(tt.message)
		a.at.Said, a.at.Notes, a.at.Shown, a.last = []string{tt.said}, nil, nil, ""
		if calls := a.trip(); len(calls) != 1 || !strings.Contains(calls[0].Args, tt.want) {
			t.Errorf("%q after %q calls %v, want %s", tt.message, tt.said, calls, tt.want)
		}
	}
}

func TestSomeOfThePartyAreNotTheParty(t *testing.T) {
	for message, want := range map[string]int{
		"four of us are vegan, where do we eat?": 0,
		"minha tia prefere Recife":               0,
		"agora somos só 3":                       3,
		"viajo sola":                             1,
	} {
		a := onTripTo(message)
		a.at.Notes["trip"] = json.RawMessage(`{"people":6,"place":{"name":"Olinda"},"seen":1}`)
		if got := a.search().people; got != want {
			t.Errorf("%q is for %d people, want %d", message, got, want)
		}
	}
}

func TestARoomWithoutATownIsOfTheHouse(t *testing.T) {
	for _, tt := range []struct{ message, want string }{
		{"quero um quarto silencioso de 4 a 8 de maio", "ask_staff"},
		{"we need two rooms from 4 to 8 May", "ask_staff"},
		{"¿las habitaciones dan al patio?", "house_info"},
		{"dá pra dormir aqui com barulho?", "house_info"},
		{"quero um quarto em Lages de 4 a 8 de maio", "list-accommodations"},
		{"um hotel com quartos grandes", "list-accommodations"},
	} {
		a := onTripTo(tt.message)
		a.act, a.at.Said, a.at.Notes, a.at.Shown, a.last = "plan_trip", nil, nil, nil, ""
		if calls := a.calls(); len(calls) != 1 || calls[0].Name != tt.want {
			t.Errorf("%q calls %v, want %s", tt.message, calls, tt.want)
		}
	}
}

func TestAWishThatNobodyKnowsIsAnsweredWithoutTheList(t *testing.T) {
	for _, tt := range []struct{ message, want string }{
		{"queria um com piscina", "choose_place"},
		{"it should have parking", "choose_place"},
		{"um com piscina, de 4 a 8 de maio", "list-accommodations"},
		{"mostra a lista de novo", "list-accommodations"},
	} {
		calls := onTripTo(tt.message).trip()
		if len(calls) != 1 || calls[0].Name != tt.want {
			t.Errorf("%q calls %v, want %s", tt.message, calls, tt.want)
		}
	}
}

// The notes for a model have the trip in a line once places were listed.
func TestTheTripIsNoted(t *testing.T) {
	for plan, want := range map[string]string{
		`{"place":{"name":"Natal"},"start":"2027-03-05","end":"2027-03-07"}`:                                              "",
		`{"place":{"name":"Natal"},"start":"2027-03-05","end":"2027-03-07","people":2,"assumed":["people"],"lists":[{}]}`: "Natal 2027-03-05 to 2027-03-07; 2 people; only assumed: people",

		`{"place":{"name":"Natal"},"start":"2027-03-07","end":"2027-03-09","people":4,"maxTotal":3000,"lists":[{}],"chosen":[{"name":"Pousada da Vila"}],"stops":[{"spot":{"name":"Pipa"},"start":"2027-03-05","end":"2027-03-07"}]}`: "Pipa 2027-03-05 to 2027-03-07; Natal 2027-03-07 to 2027-03-09; 4 people; chosen Pousada da Vila; at most 3000.00 in all",
	} {
		in := (&Concierge{}).decideIn(t.Context(), Turn{}, &scene.Scene{Notes: map[string]json.RawMessage{"trip": json.RawMessage(plan)}})
		if in.Trip != want {
			t.Errorf("of %s noted is %q, want %q", plan, in.Trip, want)
		}
	}
}
