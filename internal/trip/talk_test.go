package trip_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/trip"
	"github.com/maitre-dev/maitre/internal/voice"
)

// talk has a conversation and returns how it ended.
func talk(t *testing.T, says ...string) trip.State {
	t.Helper()
	p := planner()
	r, err := p.Graph().Compile(graph.NewMemory(), graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var (
		state trip.State
		said  []trip.Message
	)
	for i, text := range says {
		var before *trip.State
		if i > 0 {
			before = &state
		}
		said = append(said, trip.Message{Role: "user", Content: text})
		out, err := r.Run(t.Context(), graph.Run{ID: fmt.Sprintf("run%d", i+1)}, p.Begin(before, said, "", hook.Constraints{}), nil)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		state = out.State
		said = append(said, trip.Message{Role: "assistant", Content: state.Text})
	}
	return state
}

var pt, en, es = &voice.All()[0].Trip, &voice.All()[1].Trip, &voice.All()[2].Trip

func TestAnAnswerMeetsWhatWasSaid(t *testing.T) {
	toTheSea := "Floripa de 10 a 15 de janeiro, 4 pessoas"
	toLisbon := "We are going to Lisbon from January 10 to 15"
	toMadrid := "Queremos ir a Madrid del 10 al 15 de enero"
	tests := []struct {
		name  string
		says  []string
		want  string // all that is said, or what is in it if it begins with …
		lacks string
	}{
		{"a day that does not exist is asked about", []string{"30 de fevereiro em Natal, 2 noites"}, pt.Doubts["no_such_day"], ""},
		{"in a trip that is known too", []string{toTheSea, "muda para 31 de abril"}, pt.Doubts["no_such_day"], ""},
		{"and the right one is taken", []string{"30 de fevereiro em Natal, 2 noites", "28 de fevereiro"}, "…de 28 de fevereiro a 2 de março de 2027", ""},
		{"dates that run backwards are asked about", []string{toTheSea, "de 15 a 10 de março"}, pt.Doubts["backwards"], ""},
		{"in English", []string{"Lisbon from March 15 to March 10, please"}, en.Doubts["backwards"], ""},
		{"in Spanish", []string{"Queremos ir a Madrid del 15 al 10 de marzo"}, es.Doubts["backwards"], ""},
		{"a year that is over", []string{"quero ir para Natal de 10 a 15 de março de 2020"}, pt.Doubts["past"], ""},
		{"what was then is no plan", []string{toTheSea, "fomos em março de 2024 e adoramos, mostra restaurantes"}, "…" + pt.Eat, ""},
		{"two months may be named by one", []string{"Floripa de 28 a 3 de março"}, "…de 28 de fevereiro a 3 de março de 2027 (3 noites)", ""},

		{"of a month a week is assumed, and said", []string{"Gramado em maio, 2 pessoas"}, "…de 1 a 8 de maio de 2027 (7 noites), para 2 pessoas. Como você não disse, supus as datas.", ""},
		{"of some days in a month the first", []string{"Gramado em janeiro, 5 dias, 2 pessoas"}, "…de 1 a 6 de janeiro de 2027 (5 noites), para 2 pessoas. Como você não disse, supus a ida.", ""},
		{"a whole month that is said is one", []string{"Gramado de 1 a 31 de maio, 2 pessoas"}, "…(30 noites), para 2 pessoas.\n", ""},
		{"days are found in the month", []string{"Gramado em maio, 2 pessoas", "do dia 11 ao dia 18"}, "…de 11 a 18 de maio de 2027 (7 noites), para 2 pessoas.\n", ""},

		{"a trip is called off", []string{toTheSea, "cancela"}, pt.Off, ""},
		{"politely", []string{toTheSea, "deixa pra lá, obrigado"}, pt.Off, ""},
		{"in plain English", []string{toLisbon, "never mind, we're not going"}, en.Off, ""},
		{"in plain Spanish", []string{toMadrid, "olvídelo, ya no vamos"}, es.Off, ""},
		{"and is not taken up again", []string{toTheSea, "esquece a viagem", "quero viajar"}, pt.Where, ""},
		{"a place called off is another matter", []string{toTheSea, "cancela Floripa, quero Canela"}, "…Canela, de 10 a 15 de janeiro", ""},

		{"who is spoken of does not make the party smaller", []string{toTheSea, "minha esposa é celíaca e as crianças são vegetarianas, onde comer?"}, "…para 4 pessoas", ""},
		{"nor does who eats along", []string{toTheSea, "onde comer com minha filha celíaca?"}, "…para 4 pessoas", ""},

		{"a diet that is asked for binds", []string{"restaurantes vegetarianos em Floripa"}, "…Levei em conta: vegetarianos", "\n3. Churrascaria"},
		{"so does what is left out", []string{"restaurante sem glúten em Floripa em janeiro"}, "…Levei em conta: glúten", "\n1. Pizzaria"},
		{"and in a question of another turn", []string{"onde comer em Salvador com minha filha celíaca?", "e em Natal?"}, "…Levei em conta: celíaca", ""},
		{"until it is over", []string{"restaurantes veganos em Natal", "não precisa ser vegano, mostra restaurantes"}, "…" + pt.Eat, "Levei em conta"},

		{"which a guest cannot say for another", []string{"onde comer em Natal com minha filha celíaca?", "eu não sou celíaco, mostra restaurantes"}, "…Levei em conta: celíaca", ""},
		{"but for themselves", []string{"sou celíaco, onde comer em Natal?", "na verdade não sou celíaco, mostra restaurantes"}, "…" + pt.Eat, "Levei em conta"},
		{"only hostels", []string{toTheSea, "só hostels, por favor"}, "…de outro tipo", "(hotel)"},
		{"only hostels, in English", []string{toLisbon, "only hostels please"}, "…of another kind", "(hotel)"},
		{"no hostels", []string{toMadrid, "nada de hostales, mejor un apartamento"}, "…de otro tipo", "(hostal)"},
		{"a kind stays until another is named", []string{toTheSea, "só hostels", "e para 2 pessoas?"}, "…(hostel)", "(hotel)"},
		{"a hotel is any", []string{toTheSea, "só hostels", "tem hotel?"}, "…(hotel)", "de outro tipo"},

		{"who are only two are not after hotels only", []string{"somos só 2, hotel em Floripa de 10 a 15 de janeiro"}, "…(hostel)", "de outro tipo"},
		{"two kinds", []string{"pousada ou hotel em Floripa de 10 a 15 de janeiro"}, "…(pousada)", "(hostel)"},
		{"no more than so much", []string{toLisbon, "no more than 200 a night"}, "…above your budget", ""},
		{"at least so much is no budget", []string{toTheSea, "hotel de no mínimo 300 por noite"}, "…" + pt.Stay, "acima do seu orçamento"},
		{"the night of a day is no price", []string{toTheSea, "onde jantar dia 12 a noite?"}, "…" + pt.Eat, "acima do seu orçamento"},
		{"about so much a night", []string{toTheSea, "pode ser uns 300 reais por noite"}, "…acima do seu orçamento", ""},
		{"about so much a night, in English", []string{toLisbon, "around 200 a night would be fine"}, "…above your budget", ""},
		{"about so much a night, in Spanish", []string{toMadrid, "unos 200 por noche"}, "…por encima de su presupuesto", ""},

		{"flights are not looked for", []string{toMadrid, "¿vuelos?"}, es.Beyond["transport"], ""},
		{"nor is the weather", []string{toTheSea, "qual o clima lá?"}, pt.Beyond["weather"], ""},
		{"nor are beaches", []string{toTheSea, "tem praia boa?"}, pt.Beyond["sights"], ""},
		{"nothing is booked", []string{toTheSea, "reserva pra mim"}, pt.Beyond["booking"], ""},
		{"a pool cannot be checked", []string{toMadrid, "algo con piscina y desayuno"}, es.Beyond["features"], ""},
		{"and with the first list that is said too", []string{"hotel com piscina em Natal de 10 a 15 de janeiro"}, "…" + pt.Beyond["features"], ""},
		{"the same list is no answer to anything else", []string{toLisbon, "do we need a visa?"}, en.Beyond[""], ""},
		{"nor to a wish for what no list tells", []string{toTheSea, "algo mais romântico"}, pt.Beyond[""], ""},
		{"nor to praise", []string{toMadrid, "¡genial, gracias!"}, es.Next, ""},
		{"a shorter list is news", []string{toTheSea, "hotel com piscina"}, "…" + pt.Stay, pt.Eat},
		{"where to have breakfast is somewhere to eat", []string{toTheSea, "onde tomar café da manhã?"}, "…" + pt.Eat, pt.Beyond["features"]},
		{"a list can be seen again", []string{toTheSea, "tem voos?", "mostra as opções de novo"}, "…" + pt.Stay, ""},

		{"a beach is no destination", []string{"quero viajar", "praia"}, pt.Where, ""},
		{"nor is a place that nobody knows", []string{"quero viajar para Nárnia"}, fmt.Sprintf(pt.NoPlace, "Nárnia"), ""},
		{"and another can be said", []string{"quero viajar para Nárnia de 10 a 15 de maio", "então Gramado"}, "…Gramado, de 10 a 15 de maio", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := talk(t, tt.says...).Text
			want, part := strings.CutPrefix(tt.want, "…")
			if part && !strings.Contains(got, want) || !part && got != want {
				t.Errorf("%q is answered with\n%s\nwant %s", tt.says, got, tt.want)
			}
			if tt.lacks != "" && strings.Contains(got, tt.lacks) {
				t.Errorf("%q is answered with\n%s\nwhich has %q", tt.says, got, tt.lacks)
			}
		})
	}
}
