package ui_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/ui"
)

func TestBesidesAnAnswerStandsWhatItDoesNotTell(t *testing.T) {
	const (
		text   = "- Moqueca (R$ 98,00)\n- Tutu (R$ 52,00)"
		stays  = "Onde ficar:\n1. Pousada do Sol: R$ 1.280,00 por noite"
		sample = "(O cardápio é um exemplo: os pratos são inventados.)"
	)
	card := func(name, text, items string) ui.Component {
		return ui.Component{Name: name, Text: text, Props: json.RawMessage(`{"language":"pt","items":[` + items + `]}`)}
	}
	own := card("dishes-list", text, `{"id":"moqueca","name":"Moqueca","price":{"amount":9800,"currency":"BRL"}},{"id":"tutu","name":"Tutu","price":{"amount":5200,"currency":"BRL"}}`)
	made := card("dishes-list", text, `{"id":"moqueca","name":"Moqueca","price":{"amount":9800,"currency":"BRL"},"source":"sample"}`)
	stay := card("accommodations-list", stays, `{"id":"sol","name":"Pousada do Sol","night":{"amount":128000,"currency":"BRL"},"total":{"amount":384000,"currency":"BRL"},"source":"sample"}`)
	free := card("breweries-list", "1. Stone", `{"id":"stone","name":"Stone"}`)
	eat := card("restaurants-list", "Onde comer:\n1. Cantina", `{"id":"c","name":"Cantina do Morro","source":"sample"}`)
	none := card("accommodations-list", "Não encontrei hospedagem.", "")
	rows := ui.Component{Name: "query-result", Text: "Stone: 0 compras; Lost Coast: 0", Props: json.RawMessage(`{"rows":[[{"text":"Stone"},{"text":"0"}],[{"text":"Lost Coast"},{"text":"0"}]]}`)}
	details := ui.Component{Name: "brewery-details", Text: "Stone: faz IPAs.", Props: json.RawMessage(`{"items":7}`)}
	known := ui.Component{Name: "brewery-details", Text: "Stone: faz IPAs.", Props: json.RawMessage(`{"brewery":{"name":"Stone","city":"Escondido"},"sources":[]}`)}
	read := ui.Component{Name: "brewery-details", Text: "Stone: fundada em 1996.", Props: json.RawMessage(`{"brewery":{"name":"Stone","city":"Escondido"},"sources":[{"title":"x"}]}`)}
	for _, tt := range []struct {
		name, answer string
		shown        []ui.Component
		want         []string
	}{
		{"a brewery that the answer tells of", "A Stone, de Escondido, é boa de IPA.", []ui.Component{known}, nil},
		{"one that it only names", "É o que sei da Stone.", []ui.Component{known}, []string{"Stone: faz IPAs."}},
		{"what was found on the web", "A Stone, de Escondido, é boa de IPA.", []ui.Component{read}, []string{"Stone: fundada em 1996."}},
		{"a list that is announced, whatever is named", "Veja onde ficar em Natal. O mais em conta: Pousada do Sol, R$ 3.840,00.", []ui.Component{stay}, []string{stays}},
		{"nothing is shown", "Boa noite!", nil, nil},
		{"a sum that is as much as a price", "Eu iria de Moqueca. Os dois sucos dão R$ 98,00; o Tutu sai por R$ 52,00.", []ui.Component{own}, []string{"- Moqueca (R$ 98,00)"}},
		{"all is told, with prices", "A moqueca sai por R$ 98 e o tutu, por R$ 52,00.", []ui.Component{own}, nil},
		{"in another language", "The Moqueca is R$98.00, the Tutu R$52.", []ui.Component{own}, nil},
		{"one is not named: it was not chosen", "A moqueca sai por R$ 98,00.", []ui.Component{own}, nil},
		{"a price is not told", "A moqueca (R$ 98,00) ou o tutu.", []ui.Component{own}, []string{"- Tutu (R$ 52,00)"}},
		{"in the order of the answer", "O tutu, ou talvez a moqueca.", []ui.Component{own}, []string{"- Tutu (R$ 52,00)\n- Moqueca (R$ 98,00)"}},
		{"another price is", "A moqueca (R$ 98,00) ou o tutu (R$ 52,90).", []ui.Component{own}, []string{"- Tutu (R$ 52,00)"}},
		{"a longer one is", "A moqueca (R$ 98,00) ou o tutu (R$ 520).", []ui.Component{own}, []string{"- Tutu (R$ 52,00)"}},
		{"several of one", "Duas moquecas dão R$ 196,00.", []ui.Component{own}, []string{"- Moqueca (R$ 98,00)"}},
		{"a line of a bill", "2 × Moqueca: R$ 196,00\nTotal: R$ 196,00", []ui.Component{own}, []string{"- Moqueca (R$ 98,00)"}},
		{"a list of the same subject of which nothing is chosen", "Fique na Pousada do Sol.", []ui.Component{stay, eat}, []string{"- Pousada do Sol: R$ 1.280,00 por noite", "(São exemplos inventados.)"}},
		{"a list that is empty", "Há outras cidades por perto.", []ui.Component{none}, nil},
		{"figures of which the answer tells some", "Nenhuma compra da Stone.", []ui.Component{rows, free}, nil},
		{"an answer that says it is a sample", "A Pousada do Sol, de amostra, por R$ 3.840,00.", []ui.Component{stay}, nil},
		{"the list stands in the answer", "Temos:\n" + text + "\nBom apetite!", []ui.Component{own}, nil},
		{"the same list is shown twice", "Veja só:", []ui.Component{own, own}, []string{text}},
		{"a sample is marked by a line", "Sugiro a Moqueca (R$ 98,00).", []ui.Component{made, made}, []string{sample}},
		{"or by the list, once", "Sugiro a Moqueca (R$ 98,00).", []ui.Component{made, stay}, []string{stays}},
		{"one price of several is enough", "A Pousada do Sol fica em R$ 3.840,00 no total.", []ui.Component{stay}, []string{"(São exemplos inventados.)"}},
		{"what has no price is named", "A Stone é nova para você.", []ui.Component{free}, nil},
		{"what lists nothing is written", "Aqui está.", []ui.Component{details}, []string{"Stone: faz IPAs."}},
	} {
		if diff := cmp.Diff(tt.want, ui.Besides(tt.answer, false, tt.shown)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	trip := ui.Component{Name: "trip-summary", Text: "Paraty, de 3 a 5 de maio"}
	if got, want := ui.Besides("Veja só:", false, []ui.Component{trip, stay, trip}), []string{trip.Text, stay.Text}; !slices.Equal(got, want) {
		t.Errorf("a trip and where to stay: %q, want %q", got, want)
	}
	if got := ui.Besides("A moqueca (R$ 98,00); o tutu, não.", true, []ui.Component{trip, own}); got != nil {
		t.Errorf("beside words that tell all: %q", got)
	}
}
