package analyst_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/analyst"
	"github.com/maitre-dev/maitre/task"
)

// An operator's own catalogue: names with quotes, states as codes, a style that
// the shipped one does not have.
func catalogue(_ context.Context, sql string) ([][]any, error) {
	if !strings.HasSuffix(sql, "OFFSET 0") {
		return nil, nil
	}
	if strings.Contains(sql, "FROM breweries") {
		return [][]any{{"O'Hara's Brewing Co.", "Springfield", "IL"}, {"Cervejaria Ipê", "Paraty", "Rio de Janeiro"}, {nil, nil, nil}}, nil
	}
	return [][]any{{"Ruby's 'Best'", "Gose"}, {"Ouro Velho", "Vienna Lager"}, {"short"}}, nil
}

func TestNamesComeFromTheCatalogue(t *testing.T) {
	v, err := analyst.Load(t.Context(), catalogue)
	if err != nil {
		t.Fatal(err)
	}
	sql := analyst.New(v)
	for _, tt := range []struct{ question, want string }{
		{"Quanto gastei na O'Hara's?", `br.name = 'O''Hara''s Brewing Co.'`},
		{"Quantas vezes comprei Ouro Velho?", `b.name = 'Ouro Velho'`},
		{"Quantas vezes comprei Ruby's Best?", `b.name = 'Ruby''s ''Best'''`},
		{"Quantas goses eu comprei?", `b.style = 'Gose'`},
		{"Quantas cervejarias há em Illinois?", `br.state = 'IL'`},
		{"Quantas cervejarias há no Rio de Janeiro?", `br.state = 'Rio de Janeiro'`},
		{"Quantas cervejarias há em Paraty?", `br.city = 'Paraty'`},
		{"Quantas cervejarias há em Springfeild?", `br.city = 'Springfield'`},
		{"Quantos clientes há em Atlantis?", `c.city = 'Atlantis'`},
		{"Quantas noites fiquei em Atlantis?", `t.dest_city = 'Atlantis'`},
	} {
		res, err := sql.Do(t.Context(), &task.Runner{}, analyst.SQLIn{Question: tt.question})
		if err != nil || !strings.Contains(res.Out.SQL, tt.want) {
			t.Errorf("%q = %+v, %v; want %s", tt.question, res.Out, err, tt.want)
		}
	}
}

// The catalogue's towns are all known. Where clients live, and where the guest
// has been, may be others.
func TestATownThatIsNotInTheDataIsSaidToBeNone(t *testing.T) {
	for _, question := range []string{"Quantas cervejarias há em Atlantis?", "Qual a cerveja mais vendida em Atlantis?", "quanto custa uma diária em Atlantis?", "Quais cervejas de Atlantis eu comprei?"} {
		if out := rule(t, question, ""); out.Declined != analyst.NotInData {
			t.Errorf("%q = %+v, want %s", question, out, analyst.NotInData)
		}
	}
}

func TestACatalogueThatCannotBeReadIsAnError(t *testing.T) {
	down := errors.New("down")
	_, err := analyst.Load(t.Context(), func(context.Context, string) ([][]any, error) { return nil, down })
	if !errors.Is(err, down) {
		t.Errorf("Load = %v, want %v", err, down)
	}
}

// The gate is a Query, and what it holds is what is shipped.
func TestTheGateHasTheVocabulary(t *testing.T) {
	g := gate(t, 0)
	v, err := analyst.Load(t.Context(), func(ctx context.Context, sql string) ([][]any, error) {
		res, err := g.Query(ctx, me, sql)
		if err != nil {
			return nil, err
		}
		return res.Rows, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	sql := analyst.New(v)
	for _, q := range questions(t) {
		res, err := sql.Do(t.Context(), &task.Runner{}, analyst.SQLIn{Question: q.question, Now: q.now})
		if want := rule(t, q.question, q.now); err != nil || res.Out != want {
			t.Errorf("%q = %+v, %v; want %+v", q.question, res.Out, err, want)
		}
	}
}
