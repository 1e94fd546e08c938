package analyst_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/analyst"
	"github.com/maitre-dev/maitre/lang"
)

func TestAResultIsSaidInPlainWords(t *testing.T) {
	several := [][]any{}
	for range 12 {
		several = append(several, []any{"IPA", int64(1)})
	}
	for _, tt := range []struct {
		name, question string
		columns        []string
		rows           [][]any
		language       lang.Language
		want           string
	}{
		{"money, in Portuguese", "", []string{"amount"}, [][]any{{5061.284}}, "pt-BR", "US$ 5.061,28."},
		{"money, in English", "", []string{"amount"}, [][]any{{5061.284}}, lang.English, "$5,061.28."},
		{"a count of one", "", []string{"trips"}, [][]any{{int64(1)}}, lang.Portuguese, "1 viagem."},
		{"a count of many", "", []string{"quantity"}, [][]any{{int64(12345)}}, lang.Spanish, "12.345 unidades."},
		{"a share", "", []string{"percent"}, [][]any{{26.31579}}, lang.Portuguese, "26,32%."},
		{"a row", "", []string{"name", "quantity"}, [][]any{{"Half Moon Pilsner", int64(65)}}, lang.English, "Half Moon Pilsner: 65 units."},
		{"a day, without the time of it", "", []string{"purchased_at"}, [][]any{{"2025-12-17 21:43:00"}}, lang.English, "2025-12-17."},
		{"years are not grouped by thousands", "", []string{"year", "amount"}, [][]any{{int64(2024), 1.0}, {int64(2025), 2.0}}, lang.English, "I found 2:\n- 2024: $1.00\n- 2025: $2.00"},
		{"nothing", "", []string{"name"}, nil, lang.Portuguese, "Não encontrei nada com isso nos dados."},
		{"no purchases in a time", "Quanto gastei este ano?", []string{"amount"}, [][]any{{nil}}, lang.Portuguese, "Não encontrei compras assim nesse período."},
		{"no trips in a time", "How many nights did I travel last year?", []string{"nights"}, [][]any{{nil}}, lang.English, "I found no such trips in that time."},
		{"a sum of nothing", "", []string{"amount"}, [][]any{{nil}}, lang.English, "I found nothing like that in the data."},
		{"beside everybody", "Gasto mais que a média?", []string{"mine", "everyone"}, [][]any{{5061.28, 4355.5}}, lang.Portuguese, "Você: US$ 5.061,28; média dos clientes: US$ 4.355,50: 16% acima da média."},
		{"beside everybody, below", "Do I travel more than other customers?", []string{"mine", "everyone"}, [][]any{{int64(3), 3.44}}, lang.English, "You: 3; the average customer: 3.44: 13% below average."},
		{"beside nobody", "", []string{"mine", "everyone"}, [][]any{{nil, 3.44}}, lang.English, "I found nothing like that in the data."},
		{"the question's language", "How much have I spent?", []string{"amount"}, [][]any{{1.5}}, "", "$1.50."},
		{"what somebody typed stays on its line", "", []string{"name", "style"}, [][]any{{"a\nb <b>c</b>", "IPA"}}, lang.English, "a b c: IPA."},
		{"a long list is cut", "", []string{"style", "quantity"}, several, lang.English, "I found 12:" +
			"\n- IPA: 1 unit\n- IPA: 1 unit\n- IPA: 1 unit\n- IPA: 1 unit\n- IPA: 1 unit\n- IPA: 1 unit\n- IPA: 1 unit\n- IPA: 1 unit\n- IPA: 1 unit\n- IPA: 1 unit\n… and 2 more."},
	} {
		if got := analyst.Phrase(tt.question, tt.columns, tt.rows, tt.language, ""); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestBarsSuitOneLabelAndOneNumber(t *testing.T) {
	bars := analyst.Shape{Bar: true, Label: 0, Value: 1}
	for _, tt := range []struct {
		name    string
		columns []string
		rows    [][]any
		want    analyst.Shape
	}{
		{"a number per name", []string{"style", "n"}, [][]any{{"IPA", int64(2)}, {"Stout", 1.5}}, bars},
		{"a number per year", []string{"year", "n"}, [][]any{{int64(2024), int64(2)}, {int64(2025), int64(3)}}, bars},
		{"one row", []string{"style", "n"}, [][]any{{"IPA", int64(2)}}, analyst.Shape{}},
		{"two numbers", []string{"ibu", "n"}, [][]any{{int64(3), int64(2)}, {int64(4), int64(2)}}, analyst.Shape{}},
		{"two names", []string{"style", "name"}, [][]any{{"IPA", "a"}, {"Stout", "b"}}, analyst.Shape{}},
		{"three columns", []string{"a", "b", "c"}, [][]any{{"x", "y", 1.0}, {"x", "y", 1.0}}, analyst.Shape{}},
		{"a number that is missing", []string{"style", "n"}, [][]any{{"IPA", nil}, {"Stout", 1.5}}, analyst.Shape{}},
		{"below nothing", []string{"style", "n"}, [][]any{{"IPA", -1.0}, {"Stout", 1.5}}, analyst.Shape{}},
	} {
		if diff := cmp.Diff(tt.want, analyst.ShapeOf(tt.columns, tt.rows)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
