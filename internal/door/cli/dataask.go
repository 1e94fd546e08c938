package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/term"

	"github.com/maitre-dev/maitre/internal/figures/chart"
	"github.com/maitre-dev/maitre/internal/figures/question"
	tbl "github.com/maitre-dev/maitre/internal/figures/table"
	"github.com/maitre-dev/maitre/internal/specialist/data"
	"github.com/maitre-dev/maitre/retrieve"
)

func dataAskCommand() command {
	return command{
		name: "data ask", args: `"QUESTION"`, about: "ask a table in words, and see the answer drawn",
		help: `Asks the table that the question names, or the one added last; without any the purchases of a sample customer.
Numbers are computed, never a model's. --out writes each figure as SVG: chart.svg, chart-2.svg and so on.

  maitre data ask "Qual a distribuição de cada variável (histogramas)?" --table vendas
  maitre data ask "compare o valor por estado" --out estados.svg`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			name := fs.String("table", "", "`NAME` of the table")
			client := fs.String("as", "", "`CLIENT` of the sample, where no table was added")
			out := fs.String("out", "", "`FILE` for the figures, as SVG")
			explain := fs.Bool("explain", false, "tell how the question was located and read")
			asJSON := fs.Bool("json", false, "the answer as one JSON object")
			flags := addCascade(fs)
			return func(ctx context.Context, a *app, args []string) error {
				question := strings.TrimSpace(strings.Join(args, " "))
				if question == "" {
					return &usageError{"there is no question", `maitre data ask "o que esse dado tem?"`}
				}
				refine, err := flags.refiner()
				if err != nil {
					return err
				}
				s, from, err := a.askedTable(ctx, *name, *client, question)
				if err != nil {
					return err
				}
				refine.Cache = s.Refine.Cache
				s.Refine = refine
				told, err := s.Ask(ctx, from, question)
				if err != nil {
					return err
				}
				if err := drawTo(*out, told.Figures); err != nil {
					return err
				}
				if *asJSON {
					return writeJSON(a.Stdout, dataAnswerOf(from, told))
				}
				return a.writeTold(told, *explain)
			}
		},
	}
}

// askedTable finds what is asked about: a table by its name, the one that the
// question means, or what the client has bought.
func (a *app) askedTable(ctx context.Context, name, client, question string) (*data.Statistician, data.Source, error) {
	runner, err := a.runner(ctx, "")
	if err != nil {
		return nil, data.Source{}, err
	}
	db, err := a.store(ctx)
	if err != nil {
		return nil, data.Source{}, err
	}
	s := a.statistician(db, runner)
	s.May = nil // who runs the command is the operator
	if name != "" {
		o, err := a.oneTable(ctx, []string{name})
		if err != nil {
			return nil, data.Source{}, err
		}
		return s, data.Source{Name: o.Name, Table: o.Table, Search: o.Search}, nil
	}
	s.Own = func(ctx context.Context, guest string) (*tbl.Table, bool, error) {
		if guest == "" {
			var err error
			if guest, err = a.ledger.first(ctx); err != nil {
				return nil, false, err
			}
		}
		return a.ledger.purchases(ctx, guest)
	}
	from, err := s.Source(ctx, client, question, "")
	if errors.Is(err, data.ErrNone) {
		return nil, from, &usageError{"there is no table to ask about", "maitre data add FILE --name NAME"}
	}
	return s, from, err
}

// first returns a client, always the same.
func (l *ledger) first(ctx context.Context) (string, error) {
	c, _, err := l.open(ctx)
	if err != nil {
		return "", err
	}
	p, err := l.app.policy()
	if err != nil {
		return "", err
	}
	return c.first(ctx, p)
}

type dataAnswer struct {
	Table      string              `json:"table"` // empty: the sample
	Sample     bool                `json:"sample,omitempty"`
	Text       string              `json:"text"`
	Asked      data.Reading        `json:"asked"`
	Plan       question.Plan       `json:"plan"`
	SQL        string              `json:"sql,omitempty"`
	Columns    []string            `json:"columns,omitempty"`
	Rows       [][]any             `json:"rows,omitempty"`
	Charts     []chart.Props       `json:"charts"`
	Refinement retrieve.Refinement `json:"refinement"`
}

func dataAnswerOf(from data.Source, told data.Told) dataAnswer {
	out := dataAnswer{Table: from.Name, Sample: from.Sample, Text: told.Text, Asked: told.Asked, Plan: told.Plan, SQL: told.SQL, Columns: told.Columns, Rows: told.Rows, Charts: []chart.Props{}, Refinement: told.Refinement}
	for _, f := range told.Figures {
		out.Charts = append(out.Charts, f.Props("", "table"))
	}
	return out
}

// drawTo writes figures to files that are named after the first.
func drawTo(path string, figures []chart.Figure) error {
	for i, f := range figures {
		if path == "" {
			return nil
		}
		file := path
		if i > 0 {
			ext := filepath.Ext(path)
			file = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(path, ext), i+1, ext)
		}
		if err := os.WriteFile(file, []byte(f.SVG()), 0o644); err != nil {
			return fmt.Errorf("writing a figure: %w", err)
		}
	}
	return nil
}

func (a *app) writeTold(told data.Told, explain bool) error {
	var b strings.Builder
	if explain {
		for _, t := range told.Refinement.Tries {
			fmt.Fprintf(&b, "%-11s %.3f of %.3f  %.2f ms  %s\n", t.Stage, t.Similarity, told.Refinement.Threshold, t.MS, t.Query)
		}
		fmt.Fprintf(&b, "read as     %s of [%s] by %q\n%s\n\n", told.Asked.Intent, strings.Join(told.Asked.Columns, ", "), told.Asked.By, told.SQL)
	}
	b.WriteString(told.Text + "\n")
	for _, f := range told.Figures {
		b.WriteString("\n" + f.Text(a.width()))
	}
	_, err := fmt.Fprint(a.Stdout, plain(b.String()))
	return err
}

// width is that of the terminal.
func (a *app) width() int {
	if f, ok := a.Stdout.(*os.File); ok {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil {
			return w
		}
	}
	return 80
}
