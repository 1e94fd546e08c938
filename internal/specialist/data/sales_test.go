package data_test

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/specialist/data"
)

const sales = `data;prato;quantidade;preço unitário;total;garçom;pagamento
06/11/2024;IPA Serra Negra 473 ml;44;28,00;1.232,00;João;Débito
07/11/2024;Moqueca de camarão;22;89,00;1.958,00;Rita;Crédito
12/10/2024;Feijoada completa;30;68,50;2.055,00;Rita;Pix
13/10/2024;Moqueca de banana-da-terra;9;49,00;441,00;João;Pix
31/10/2024;IPA Serra Negra 473 ml;31;28,50;883,50;Rita;Crédito
;Total;136;;6.569,50;;
`

func TestAHousesSalesAreAskedAsAnOwnerWould(t *testing.T) {
	s := &data.Statistician{Tasks: operated(t).Tasks, Tables: operated(t).Tables, Currency: "BRL"}
	add(t, s.Tables, "caixa", sales)
	for question, want := range map[string]string{
		"compare outubro com novembro":                 "- outubro de 2024: R$ 3.379,50\\n- novembro de 2024: R$ 3.190,00",
		"qual o ticket médio?":                         "Média de total: R$ 1.313,90.",
		"o que a Rita mais vendeu?":                    "o maior é Feijoada completa",
		"qual o lucro por prato?":                      "A tabela não tem isto: lucro. Ela tem as colunas data, prato",
		"quanto custa a feijoada?":                     "R$ 68,50",
		"qual o custo dos pratos?":                     "A tabela não tem isto: custo",
		"quantos clientes atendi?":                     "A tabela não tem isto: clientes",
		"quantas cervejas vendi?":                      "A tabela não tem isto: cervejas",
		"quais pratos nunca venderam?":                 "Não entendi esta parte: nunca",
		"qual horário vende mais?":                     "A tabela não tem isto: horário",
		"how many feijoadas did we sell?":              "30",
		"vendas acima de R$ 1.300: prato, data, total": "Feijoada completa",
	} {
		got, err := called(t, s, inPortuguese(), "ask_data", `{"table":"caixa","question":"`+question+`"}`)
		if err != nil || !strings.Contains(got, want) {
			t.Errorf("%s: %s, %v, want %s", question, got, err, want)
		}
	}
	if got := asGuest(t, s, inPortuguese(), "", "ask_data", `{"table":"caixa","question":"vendas acima de R$ 1.300"}`); strings.Contains(got.facts, "draw_chart_can_show") || !strings.HasPrefix(got.said, "Tabela caixa, 5 linhas.") {
		t.Errorf("single rows: %+v", got)
	}
	add(t, s.Tables, "uma", "dia;valor\n05/03/2024;2\n")
	if got := asGuest(t, s, inPortuguese(), "", "ask_data", `{"table":"uma","question":"total de valor"}`).said; !strings.HasPrefix(got, "Tabela uma, 1 linha.") {
		t.Errorf("of one row: %q", got)
	}
	add(t, s.Tables, "anos", "dia;valor\n05/03/2023;2\n05/03/2024;3\n05/04/2024;4\n")
	for question, want := range map[string]string{
		"total de valor em março":             "Total de valor em março de todos os anos: 5.",
		"compare o valor de março e de abril": "março de todos os anos: 5",
	} {
		if got, err := called(t, s, inPortuguese(), "ask_data", `{"table":"anos","question":"`+question+`"}`); err != nil || !strings.Contains(got, want) {
			t.Errorf("%s: %s, %v, want %s", question, got, err, want)
		}
	}
}
