package data_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/figures/table"
	"github.com/maitre-dev/maitre/internal/specialist/data"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/task"
)

// statistician answers about a sample customer's purchases.
func statistician(models ...llm.Model) *data.Statistician {
	return &data.Statistician{
		Tasks: (&task.Runner{Models: models}).Logged(),
		Own: func(ctx context.Context, guest string) (*table.Table, bool, error) {
			if guest != "C001" {
				return nil, false, nil
			}
			t, err := data.SampleTable(ctx)
			return t, true, err
		},
	}
}

func TestPicturesAreTheGuestsOwn(t *testing.T) {
	p := data.Pictures{Store: storetest.Memory(t)}
	path, err := p.Keep(t.Context(), "C001", "<svg/>")
	if err != nil {
		t.Fatal(err)
	}
	file := path[strings.LastIndexByte(path, '/')+1:]
	if svg, err := p.Open(t.Context(), "C001", file); err != nil || string(svg) != "<svg/>" {
		t.Errorf("the guest's own: %q, %v", svg, err)
	}
	if _, err := p.Open(t.Context(), "C002", file); !errors.Is(err, data.ErrNoPicture) {
		t.Errorf("another's: %v", err)
	}
}

func tables(store retrieve.Store) *data.Tables {
	return &data.Tables{Store: store}
}

func add(t *testing.T, ts *data.Tables, name, csv string) data.Entry {
	t.Helper()
	read, err := table.Read(t.Context(), strings.NewReader(csv), table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	e, err := ts.Add(t.Context(), name, name+".csv", read)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func names(all []data.Entry) []string {
	var out []string
	for _, e := range all {
		out = append(out, e.Name)
	}
	slices.Sort(out)
	return out
}

func TestAQuestionIsAnsweredInItsLanguage(t *testing.T) {
	s := statistician()
	from, err := s.Source(t.Context(), "C001", "", "")
	if err != nil {
		t.Fatal(err)
	}
	for question, want := range map[string]string{
		"qual canal tem o maior valor?":             "Total de valor: o maior é ",
		"what is the median price by style?":        "Median preço by estilo, from the highest down:\n- ",
		"¿cuánto gasté por mes en 2025?":            "Total de valor por mes en 2025: el mayor es ",
		"há outliers na quantidade?":                "quantidade: ",
		"qual a correlação entre preço e nota?":     "preço e nota: correlação ",
		"que colunas têm valores faltando?":         "Faltam valores em: nota ",
		"distribuição do preço na cidade San Diego": "Só as linhas com San Diego, ",
		"qual a velocidade da luz no vácuo?":        "A tabela não tem isto: velocidade",
	} {
		told, err := s.Ask(t.Context(), from, question)
		if err != nil || !strings.Contains(told.Text, want) {
			t.Errorf("%q: %v\n%s\nhas no %q", question, err, told.Text, want)
		}
	}
}
