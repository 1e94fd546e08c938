package data_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/specialist/data"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/store/storetest"
)

const shops = `loja;data;valor;itens
Centro;2025-01-10;R$ 100,00;2
Centro;2025-02-10;R$ 300,00;5
Praia;2025-01-15;R$ 50,00;1
Praia;2025-03-15;R$ 150,00;3
Norte;2025-03-20;R$ 400,00;9
`

// operated answers about the operator's tables, to the operator.
func operated(t *testing.T) *data.Statistician {
	t.Helper()
	s := statistician()
	s.Tables = tables(storetest.Memory(t))
	s.May = func(_ context.Context, guest string) (bool, error) { return guest == "", nil }
	add(t, s.Tables, "vendas", shops)
	return s
}

// called runs a tool and returns its facts as a model reads them.
func called(t *testing.T, s *data.Statistician, sc *scene.Scene, name, args string) (facts string, err error) {
	t.Helper()
	out, err := toolOf(t, s, name).Run(scene.With(t.Context(), sc), args)
	if err != nil {
		return "", err
	}
	return llm.ToolCall{Name: name}.Reply(out, nil).Result.Content, nil
}

func toolOf(t *testing.T, s *data.Statistician, name string) agent.Tool {
	t.Helper()
	all, err := s.Tools()
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range all {
		if tool.Name == name {
			return tool
		}
	}
	t.Fatalf("there is no tool %s", name)
	return agent.Tool{}
}

func inPortuguese() *scene.Scene {
	return &scene.Scene{Language: lang.Portuguese, Currency: "BRL", Now: time.Date(2025, 4, 2, 12, 0, 0, 0, time.UTC)}
}

func TestATableIsAskedInWords(t *testing.T) {
	for _, tt := range []struct{ name, args, want string }{
		{"nothing asked lists the tables", `{}`, `{"tables":[{"name":"vendas","rows":"5","columns":["loja","data","valor","itens"]}]}`},
		{
			"by group", `{"question":"total de valor por loja"}`,
			`{"table":"vendas","whose":"house","rows":"5","facts":["Total de valor por loja, do maior para o menor:\n- Centro: R$ 400,00\n- Norte: R$ 400,00\n- Praia: R$ 200,00"],"draw_chart_can_show":["Total de valor por loja"],"columns":["loja","data","valor","itens"]}`,
		},
		{"names in other letters", `{"question":"top 1 LOJAS by total ITENS"}`, `"Total de itens: o maior é Norte, com 9."`},
		{"a first place that is shared", `{"question":"qual loja tem o maior total de valor?"}`, `"Total de valor por loja: empate entre Centro e Norte, com R$ 400,00 cada."`},
		{"shares of the whole", `{"question":"share of valor by loja"}`, `- Centro: 40%\n- Norte: 40%\n- Praia: 20%`},
		{"the highest of each group", `{"question":"maximum valor by loja"}`, `- Centro: R$ 300,00`},
		{"by month is over time", `{"question":"total de valor por mês"}`, `- janeiro de 2025: R$ 150,00\n- fevereiro de 2025: R$ 300,00\n- março de 2025: R$ 550,00`},
		{"only some rows", `{"question":"total de valor da loja Centro"}`, `Total de valor (Centro): R$ 400,00.`},
		{"two values of a column are either", `{"question":"total de valor das lojas Centro e Praia juntas"}`, `Total de valor (Centro e Praia): R$ 600,00.`},
		{"a month in words", `{"question":"total de valor em março de 2025"}`, `Total de valor em março de 2025: R$ 550,00.`},
		{"a filter by a number", `{"question":"total de valor com itens igual a 9"}`, `Total de valor (itens igual a 9): R$ 400,00.`},
		{"a median by group", `{"question":"mediana de valor por loja"}`, `Mediana de valor por loja`},
		{"the table by a name that is nearly its", `{"table":"venda","question":"faltam valores?"}`, `Não falta nada`},
		{"two groupings", `{"question":"total de valor por loja e mês"}`, `- Centro: fevereiro de 2025, R$ 300,00`},
		{"a table alone is summed up", `{"table":"vendas"}`, `valor`},
		{"two questions have two answers", `{"question":"qual mês faturou mais e qual a média de itens?"}`, `"facts":["Total de valor: o maior é março de 2025, com R$ 550,00.","Média de itens: 4."]`},
		{"what brings most and what is most often there", `{"question":"que mês faturou mais e que mês teve mais vendas?"}`, `Total de valor: o maior é março de 2025, com R$ 550,00.","Linhas por mês: empate entre janeiro de 2025 e março de 2025, com 2 linhas cada."`},
		{"the median is of the column that was looked at", `{"question":"há itens em branco? e qual a mediana dos demais?"}`, `"Mediana de itens: 3."`},
		{"what rises with what", `{"question":"lojas com mais itens têm maior valor?"}`, `itens e valor: correlação forte positiva`},
		{"what there is, by the names of columns", `{"question":"que colunas existem aí, e são quantas linhas?"}`, `"As 4 colunas: loja, data, valor e itens.","data: de 10/01/2025 a 20/03/2025;`},
		{"from when to when", `{"question":"de quando a quando são os dados?"}`, `de 10/01/2025 a 20/03/2025`},
		{"no row in a month is no purchase that was not made", `{"question":"algum mês sem nenhuma venda?"}`, `Não entendi`},
		{"a statement", `{"question":"vendas em dobro","sql":"SELECT loja, SUM(valor) AS soma FROM data GROUP BY loja HAVING COUNT(*) > 1 ORDER BY loja;"}`, `"result":["loja | soma","Centro | 400","Praia | 200"]`},
		{"a statement that finds nothing", `{"sql":"SELECT * FROM data WHERE itens * 0 > valor"}`, `"notes":["no row"],"result":["loja | data | valor | itens"]`},
		{"what is not understood is told with the columns", `{"question":"lucro bruto?"}`, `"columns":["loja","data","valor","itens"]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := called(t, operated(t), inPortuguese(), "ask_data", tt.args)
			if err != nil || !strings.Contains(got, tt.want) {
				t.Errorf("ask_data(%s) = %s, %v, want %s", tt.args, got, err, tt.want)
			}
		})
	}
}

func TestNothingIsLostInTheTelling(t *testing.T) {
	s := operated(t)
	var names, row, gaps []string
	for i := range 12 {
		names, row, gaps = append(names, fmt.Sprintf("c%02d", i+1)), append(row, "12345.67"), append(gaps, "0.41")
	}
	gaps[11] = ""
	add(t, s.Tables, "larga", strings.Join([]string{strings.Join(names, ","), strings.Join(row, ","), strings.Join(gaps, ",")}, "\n")+"\n")
	for _, tt := range []struct{ name, args, want string }{
		{"all columns of a summary", `{"table":"larga","question":"resumo"}`, "c12"},
		{"how many values are missing", `{"table":"larga","question":"o que falta?"}`, "c12 (1, 50%)"},
		{"the cents of a total", `{"table":"larga","question":"total de c01"}`, "12.346,08"},
	} {
		if got, err := called(t, s, inPortuguese(), "ask_data", tt.args); err != nil || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %s, %v, want %s", tt.name, got, err, tt.want)
		}
	}
}

func TestAWrongNameIsToldWithTheRightOnes(t *testing.T) {
	s := operated(t)
	add(t, s.Tables, "estoque", "item;caixas\nCopo;1\nPrato;2\n")
	want := `there is no table "clientes"; the tables are: estoque, vendas`
	if got, err := called(t, s, inPortuguese(), "ask_data", `{"table":"clientes","question":"resumo"}`); err == nil || err.Error() != want {
		t.Errorf("%s, %v, want the error %s", got, err, want)
	}
}

func TestTablesOfTheHouseAreForOperators(t *testing.T) {
	s := operated(t)
	sc := inPortuguese()
	for _, args := range []string{`{}`, `{"table":"vendas"}`, `{"question":"total de valor na tabela vendas"}`} {
		out := asGuest(t, s, sc, "C001", "ask_data", args)
		if strings.Contains(out.facts, "loja") || !strings.Contains(out.facts, `"whose":"guest, sample data"`) {
			t.Errorf("ask_data(%s) tells a guest %s", args, out.facts)
		}
		if out := asGuest(t, s, sc, "C999", "ask_data", args); out.facts != `{"tables":[]}` {
			t.Errorf("ask_data(%s) tells a guest without rows %s", args, out.facts)
		}
	}
}

func TestOfWhichTableAQuestionIsIsAskedWhereItNamesNone(t *testing.T) {
	s, sc := operated(t), inPortuguese()
	add(t, s.Tables, "entregas", "bairro;data;frete\nCentro;2025-01-10;R$ 9,00\nLapa;2025-02-11;R$ 12,00\n")
	for _, tt := range []struct{ question, want string }{
		{"qual o maior por mês?", `{"which_table":["entregas","vendas"]}`},
		{"da tabela vendas", `"table":"vendas"`}, // answers that
		{"e o frete médio?", `"table":"entregas"`},
		{"quantas linhas são?", `"table":"entregas"`}, // goes on
		{"quanto vendemos por loja?", `"table":"vendas"`},
		{"quantas foram entregues?", `"table":"entregas"`},
		{"o faturamento todo", `"table":"vendas"`},
	} {
		facts, err := called(t, s, sc, "ask_data", fmt.Sprintf(`{"question":%q}`, tt.question))
		if err != nil || !strings.Contains(facts, tt.want) {
			t.Errorf("%q: %s, %v, want %s", tt.question, facts, err, tt.want)
		}
	}
	if said := asGuest(t, s, inPortuguese(), "", "ask_data", `{"question":"qual o maior por mês?"}`).said; said != "De qual tabela: entregas ou vendas?" {
		t.Errorf("without a model it says %q", said)
	}
	for text, want := range map[string]bool{"quanto se vendeu?": true, "as entregas de ontem": true, "a conta, por favor": false, "uma mesa na loja": false} {
		if got := s.Names(t.Context(), "", text); got != want || s.Names(t.Context(), "C001", text) {
			t.Errorf("Names(%q) = %v, want %v, and false for a guest", text, got, want)
		}
	}
}

// heard is what an agent hears of a call.
type heard struct {
	facts, card, said string
}

// asGuest lets an agent call a tool for a guest.
func asGuest(t *testing.T, s *data.Statistician, sc *scene.Scene, guest, name, args string) heard {
	t.Helper()
	all, err := s.Tools()
	if err != nil {
		t.Fatal(err)
	}
	think := func(_ context.Context, s agent.State, _ []llm.ToolSpec, _ func(event.Words)) (agent.Thought, error) {
		if s.Iteration > 1 {
			return agent.Thought{Text: "pronto"}, nil
		}
		return agent.Thought{Calls: []llm.ToolCall{{ID: "c1", Name: name, Args: args}}}, nil
	}
	a := agent.Agent{Name: "x@1", Think: think, Tools: all, Around: func(ctx context.Context, _ agent.State) (context.Context, func(agent.State) agent.State) {
		return scene.With(ctx, sc), func(s agent.State) agent.State { return s }
	}}
	g, err := a.Graph()
	if err != nil {
		t.Fatal(err)
	}
	r, err := g.Compile(graph.NewMemory(), graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var h heard
	_, err = r.Run(t.Context(), graph.Run{ID: "r", Guest: guest}, agent.State{Messages: []llm.Message{llm.Text(llm.RoleUser, "x")}}, func(e event.Event) {
		var d struct {
			Output json.RawMessage
			Err    string
			Text   string
		}
		_ = json.Unmarshal(e.Data, &d)
		switch e.Type {
		case event.ToolResult:
			h.facts = string(d.Output)
		case event.ToolError:
			t.Errorf("%s(%s): %s", name, args, d.Err)
		case event.UI:
			h.card = d.Text
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	h.said = toolOf(t, s, name).Say(h.facts, sc.Language)
	return h
}

const tills = `momento;caixa;valor;preço
2025-01-10 09:15:00;A;100;10
2025-01-11 17:59:00;B;50;20
2025-03-15 18:00:00;A;150;30
2025-03-20 22:40:00;C;200;20
`

func TestRowsOfSomeHours(t *testing.T) {
	s := operated(t)
	add(t, s.Tables, "caixas", tills)
	for _, tt := range []struct{ question, want, not string }{
		{"total de valor a partir das 18h", "Total de valor (18h–23h): 350", `"words_not_used"`},
		{"total valor between 17:00 and 19:00", "200", "500"},
		{"que parte do total de valor é de depois das 18h?", "70%", ""},
		{"total de valor por caixa após as 6 pm", "- C: 200", "- B"},
		{"média de preço por caixa", `"mean_is":"of rows`, ""},
		{"total de valor de clientes assinantes", `A tabela não tem isto: clientes`, "500"},
	} {
		got, err := called(t, s, inPortuguese(), "ask_data", `{"table":"caixas","question":"`+tt.question+`"}`)
		if err != nil || !strings.Contains(got, tt.want) || tt.not != "" && strings.Contains(got, tt.not) {
			t.Errorf("%s: %s, %v", tt.question, got, err)
		}
	}
	sc := inPortuguese()
	for _, tt := range []struct{ question, want string }{
		{"total de valor por mês na tabela caixas", `"values":["janeiro de 2025: 150","fevereiro de 2025: 0","março de 2025: 350"]`},
		{"média de preço por mês na tabela caixas", `"values":["janeiro de 2025: 15","março de 2025: 25"]`},
	} {
		if got, err := called(t, s, sc, "draw_chart", `{"of":"`+tt.question+`"}`); err != nil || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %s, %v", tt.question, got, err)
		}
	}
}

func TestTheFiguresJustGivenAreDrawn(t *testing.T) {
	purchases := scene.Figures{Title: "Gasto por mês", Columns: []string{"mês", "compras", "total"}, Money: "BRL", Rows: [][]any{{"2025-03", 4, 120.5}, {"2025-01", 2, 80}, {"2025-02", 1, 19.9}}}
	beers := scene.Figures{Title: "Cervejas mais compradas", Columns: []string{"name", "quantity"}, Money: "BRL", Rows: [][]any{{"Bier Hoff", 12}, {"Vila IPA", 7}}}
	written := scene.Figures{Title: "Spent", Columns: []string{"brewery", "spent"}, Money: "BRL", Rows: [][]any{{"A", 1250}, {"B", 250}}}
	years := scene.Figures{Title: "Por ano", Columns: []string{"ano", "valor"}, Money: "BRL", Rows: [][]any{{2024, 10}, {2023, 30}}}
	quarters := scene.Figures{Title: "Compras", Columns: []string{"trimestre", "compras"}, Rows: [][]any{{"2023-Q4", 3}, {"2024-Q2", 8}}}
	for _, tt := range []struct {
		name    string
		figures scene.Figures
		args    string
		want    string
	}{
		{"over time a line, in its order", purchases, `{}`, `{"title":"Gasto por mês","type":"line","points":3,"largest":{"label":"março de 2025","value":"R$ 120,50"},"smallest":{"label":"fevereiro de 2025","value":"R$ 19,90"},"fact":"O maior é março de 2025, com R$ 120,50.","values":["janeiro de 2025: R$ 80,00","fevereiro de 2025: R$ 19,90","março de 2025: R$ 120,50"]}`},
		{"groups are bars, and what is counted is no money", beers, `{}`, `{"title":"Cervejas mais compradas","type":"bar","points":2,"largest":{"label":"Bier Hoff","value":"12"},"smallest":{"label":"Vila IPA","value":"7"},"fact":"O maior é Bier Hoff, com 12 unidades.","values":["Bier Hoff: 12","Vila IPA: 7"]}`},
		{"what is named is what was given", purchases, `{"of":"esses números"}`, `"title":"Gasto por mês","type":"line"`},
		{"what a model called a sum", written, `{"of":"spent"}`, `"largest":{"label":"A","value":"R$ 1.250,00"}`},
		{"a pie is a ring of shares", written, `{"type":"pie"}`, `{"title":"Spent (%)","type":"ring","points":2,"largest":{"label":"A","value":"83,3%"}`},
		{"years", years, `{}`, `"type":"line","points":2,"largest":{"label":"2023","value":"R$ 30,00"}`},
		{"a quarter with nothing is zero", quarters, `{"type":"bar"}`, `"values":["4º trimestre de 2023: 3","1º trimestre de 2024: 0","2º trimestre de 2024: 8"]`},
		{"as bars if asked", years, `{"type":"bar"}`, `"type":"bar"`},
		{"a histogram if asked", purchases, `{"type":"histogram"}`, `"type":"histogram"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sc := inPortuguese()
			if err := sc.Save("figures", tt.figures); err != nil {
				t.Fatal(err)
			}
			got, err := called(t, &data.Statistician{}, sc, "draw_chart", tt.args)
			if err != nil || !strings.Contains(got, tt.want) {
				t.Errorf("draw_chart(%s) = %s, %v, want %s", tt.args, got, err, tt.want)
			}
		})
	}
}

func TestAChartIsOfTheLastAnswerOrOfAQuestion(t *testing.T) {
	s, sc := operated(t), inPortuguese()
	if _, err := called(t, s, sc, "draw_chart", `{}`); err == nil || !strings.Contains(err.Error(), "first call ask_purchases or ask_data") {
		t.Errorf("without figures: %v, want what to call first", err)
	}
	asked := asGuest(t, s, sc, "", "ask_data", `{"question":"distribuição de valor"}`)
	if asked.card != "" {
		t.Errorf("ask_data shows %q", asked.card)
	}
	drawn := asGuest(t, s, sc, "", "draw_chart", `{}`)
	if !strings.HasPrefix(drawn.card, "Distribuição de valor\n") || !strings.Contains(drawn.facts, `"type":"histogram"`) {
		t.Errorf("draw_chart shows %q of %s", drawn.card, drawn.facts)
	}
	drawn = asGuest(t, s, sc, "", "draw_chart", `{"of":"total de valor por loja"}`)
	if !strings.HasPrefix(drawn.card, "Total de valor por loja\n") || !strings.HasPrefix(drawn.said, "Desenhei o gráfico: Total de valor por loja.") {
		t.Errorf("draw_chart of a question shows %q and says %q", drawn.card, drawn.said)
	}
	if err := sc.Save("figures", scene.Figures{Title: "x", Columns: []string{"total"}, Rows: [][]any{{12.0}}}); err != nil {
		t.Fatal(err)
	}
	if got, err := called(t, s, sc, "draw_chart", `{}`); err == nil || !strings.Contains(err.Error(), "single figure") {
		t.Errorf("of one number: %s, %v", got, err)
	}
	years := scene.Figures{Title: "gasto por mês, 2025 e 2026", Columns: []string{"mes", "total_2025", "total_2026"}, Rows: [][]any{{"01", 10.5, 20.0}, {"02", 30.0, 5.25}}, Money: "USD"}
	if err := sc.Save("figures", years); err != nil {
		t.Fatal(err)
	}
	if drawn = asGuest(t, s, sc, "", "draw_chart", `{}`); !strings.Contains(drawn.facts, "20,00") || !strings.Contains(drawn.facts, "10,50") {
		t.Errorf("of two years there is drawn %s", drawn.facts)
	}
	if err := sc.Save("figures", scene.Figures{Title: "x", Columns: []string{"total"}, Rows: [][]any{{12.0}}}); err != nil {
		t.Fatal(err)
	}
	asks := 0
	s.Purchases = func(context.Context, string) bool { asks++; return false }
	for _, later := range []bool{true, false} { // a model says itself what else is to be drawn
		if sc.Later = later; asks != 0 {
			t.Error("for a model other figures are looked for")
		}
		if got, err := called(t, s, sc, "draw_chart", `{}`); err == nil {
			t.Errorf("of one number: %s", got)
		}
	}
	if asks != 1 {
		t.Errorf("without a model other figures are looked for %d times", asks)
	}
}

func TestFactsOfATableAreSaidInEachLanguage(t *testing.T) {
	for l, want := range map[lang.Language]string{
		lang.Portuguese: "Tabela vendas, 5 linhas.\nTotal de valor por loja, do maior para o menor:\n- Centro: R$ 400,00\n- Norte: R$ 400,00\n- Praia: R$ 200,00",
		lang.English:    "Table vendas, 5 rows.\nTotal valor by loja, from the highest down:\n- Centro: R$400.00\n- Norte: R$400.00\n- Praia: R$200.00",
		lang.Spanish:    "Tabla vendas, 5 filas.\nTotal de valor por loja, de mayor a menor:\n- Centro: R$ 400,00\n- Norte: R$ 400,00\n- Praia: R$ 200,00",
	} {
		sc := inPortuguese()
		sc.Language = l
		if got := asGuest(t, operated(t), sc, "", "ask_data", `{"question":"total de valor por loja"}`).said; got != want {
			t.Errorf("%s: %q, want %q", l, got, want)
		}
	}
	if got := toolOf(t, statistician(), "ask_data").Say(`{"tables":[]}`, lang.English); !strings.HasPrefix(got, "I have no table of data") {
		t.Errorf("without a table: %q", got)
	}
}

func TestAChartIsOfTheTableThatIsNamed(t *testing.T) {
	s := operated(t)
	add(t, s.Tables, "filiais", "loja;valor\nLeste;10\nOeste;30\n")
	for table, want := range map[string]string{"vendas": "Centro: R$ 400,00", "filiais": "Oeste: 30"} {
		if got, err := called(t, s, inPortuguese(), "draw_chart", `{"of":"total de valor por loja","table":"`+table+`"}`); err != nil || !strings.Contains(got, want) {
			t.Errorf("of %s: %s, %v, want %s", table, got, err, want)
		}
	}
}
