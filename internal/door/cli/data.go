package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/term"

	"github.com/maitre-dev/maitre/internal/base/token"
	"github.com/maitre-dev/maitre/internal/figures/chart"
	"github.com/maitre-dev/maitre/internal/figures/question"
	tbl "github.com/maitre-dev/maitre/internal/figures/table"
	"github.com/maitre-dev/maitre/internal/specialist/data"
	"github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/task"
)

// tables returns the tables that the operator added.
func (a *app) tables() *data.Tables { return &data.Tables{Store: a.db} }

// statistician makes the tools about tables.
func (a *app) statistician(tasks *task.Runner) *data.Statistician {
	s := &data.Statistician{
		Tasks: tasks.Logged(), Tables: a.tables(), Own: a.purchases().purchases, Keep: data.Pictures{Store: a.db}.Keep,
		Language: lang.Language(a.config.House.Language), Currency: a.config.House.Currency,
		May: a.owns,
	}
	s.Refine.Cache = semcache.New(a.db, "paraphrase", semcache.Options{})
	return s
}

// owns reports whether a guest may do what an owner may: who has an owner's token, or is
// the operator, and where there are no tokens everybody but those who came by a link.
func (a *app) owns(ctx context.Context, guest string) (bool, error) {
	switch {
	case a.config.Server.Auth != "token":
		at, err := (&house.Links{Store: a.db}).Visitor(ctx, guest)
		return at.Table == "", err
	case guest == "":
		return false, nil
	case guest == a.config.Server.Operator:
		return true, nil
	}
	all, err := a.db.Tokens(ctx, guest)
	return slices.ContainsFunc(all, func(t token.Token) bool { return t.Role == token.Owner && t.Revoked.IsZero() }), err
}

// purchases returns what a guest has bought, through the gate, in pages as long
// as it lets through; none for an operator whose tables differ from the sample's.
func (l *ledger) purchases(ctx context.Context, guest string) (*tbl.Table, bool, error) {
	const (
		sql = `SELECT p.purchased_at AS data, b.name AS cerveja, b.style AS estilo, b.abv AS teor, w.name AS cervejaria, w.city AS cidade,
			w.state AS estado, p.channel AS canal, p.quantity AS quantidade, p.unit_price AS "preço", p.amount AS valor, p.rating AS nota
			FROM my_purchases AS p JOIN beers AS b ON b.id = p.beer_id JOIN breweries AS w ON w.id = b.brewery_id
			ORDER BY p.purchased_at, p.id LIMIT %d OFFSET %d`
		page, most = 150, 3000
	)
	var columns []string
	var rows [][]any
	for len(rows) < most {
		res, err := l.ask(ctx, guest, fmt.Sprintf(sql, page, len(rows)))
		if refused, ok := errors.AsType[*safesql.Error](err); ok && (refused.Code == safesql.CodeNoTable || refused.Code == safesql.CodeNoColumn) {
			return nil, false, nil
		}
		if err != nil {
			return nil, false, err
		}
		columns, rows = res.Columns, append(rows, res.Rows...)
		if len(res.Rows) < page && !res.Truncated {
			break
		}
	}
	if len(rows) == 0 {
		return nil, false, nil
	}
	t, err := tbl.OfRows(columns, rows)
	return t, l.source(ctx) == "sample", err
}

func dataAddCommand(ctx context.Context, a *app, args []string) error {
	in := dataInput{name: a.text("name"), types: a.texts("type"), sql: a.text("sql"), client: a.text("as")}
	if (len(args) == 1) == (in.sql != "") || len(args) > 1 {
		return &usageError{"say which file, or which statement", `maitre data add FILE --name NAME, or --sql "SELECT …" --as C001 --name NAME`}
	}
	t, err := in.read(ctx, a, args)
	if err != nil {
		return err
	}
	a.tellLines(t.Broken, "", func(i int) (int, string) { return t.BrokenLines[i].Line, t.BrokenLines[i].Reason })
	for _, c := range t.Columns() {
		if doubt := doubtOf(c); doubt != "" {
			fmt.Fprintln(a.Stderr, plain(oneLine(doubt)))
		}
	}
	if was, err := a.tables().Open(ctx, in.name); err == nil && !slices.EqualFunc(t.Columns(), was.Columns, func(c tbl.Column, name string) bool { return c.Name == name }) {
		what := fmt.Sprintf("the %d rows of %s have other columns (%s) and would be replaced", was.Rows, in.name, oneLine(strings.Join(was.Columns, ", ")))
		if err := a.sure(ctx, a.is("yes"), what); err != nil {
			return err
		}
	}
	e, err := a.tables().Add(ctx, in.name, in.source, t)
	if errors.Is(err, data.ErrName) {
		return &usageError{err.Error(), "--name vendas"}
	}
	if err == nil {
		err = a.wrote(ctx, "data add", "", e.Name)
	}
	if err != nil {
		return err
	}
	return a.tell(dataAdded{e, t.Broken, t.Encoding, columnsOf(t)}, "%s: %d rows, %d columns, %d broken lines%s", e.Name, e.Rows, len(e.Columns), t.Broken, sampled(e))
}

type dataAdded struct {
	data.Entry
	Broken   int          `json:"broken"`
	Encoding string       `json:"encoding"`
	Types    []dataColumn `json:"types"`
}

type dataColumn struct {
	Name       string   `json:"name"`
	Kind       tbl.Kind `json:"kind"`
	Unit       string   `json:"unit,omitempty"`
	Confidence float64  `json:"confidence"`
	Unfit      int      `json:"unfit"`
}

func columnsOf(t *tbl.Table) []dataColumn {
	var all []dataColumn
	for _, c := range t.Columns() {
		all = append(all, dataColumn{c.Name, c.Kind, c.Unit, c.Confidence, c.Unfit})
	}
	return all
}

// doubtOf says which values of a column could not be read as its kind, such as "n/a"
// among numbers: they are missing in its sums.
func doubtOf(c tbl.Column) string {
	switch {
	case c.Unfit == 1:
		return fmt.Sprintf("column %s: 1 value is no %s and is left empty: %q", c.Name, c.Kind, c.Examples[0])
	case c.Unfit > 1:
		return fmt.Sprintf("column %s: %d values are no %s and are left empty, such as %q", c.Name, c.Unfit, c.Kind, c.Examples)
	case c.Near != "":
		return fmt.Sprintf("column %s: most values are a %s, but too few: it is kept as text (--type %q reads it as one)", c.Name, c.Near, c.Name+"="+string(c.Near))
	}
	return ""
}

func sampled(e data.Entry) string {
	if !e.Approximate {
		return ""
	}
	return fmt.Sprintf("; too many to keep all: answers are estimates from a sample of %d", e.Kept)
}

// dataInput has the flags of "data add": a file, or a statement and its client.
type dataInput struct {
	name, sql, client string
	types             []string
	source            string
}

func (in *dataInput) read(ctx context.Context, a *app, args []string) (*tbl.Table, error) {
	o := tbl.Options{Types: map[string]tbl.Kind{}}
	for _, s := range in.types {
		name, kind, err := tbl.ParseType(s)
		if err != nil {
			return nil, &usageError{"--type " + err.Error(), "--type cep=text"}
		}
		o.Types[name] = kind
	}
	if in.sql != "" {
		return in.query(ctx, a)
	}
	in.source = filepath.Base(args[0])
	from, err := a.openInput(ctx, args[0], "reading the table")
	if err != nil {
		return nil, err
	}
	defer from.Close()
	if in.name == "" {
		in.name = strings.ReplaceAll(lang.Fold(strings.TrimSuffix(in.source, filepath.Ext(in.source))), " ", "-")
	}
	p := a.progress("rows")
	o.Progress = func(rows int) { p.at(rows, 0) }
	t, err := tbl.Read(ctx, from, o)
	p.end()
	return t, err
}

func (in *dataInput) query(ctx context.Context, a *app) (*tbl.Table, error) {
	if in.client == "" || len(in.types) > 0 {
		return nil, &usageError{"a statement is asked as a client, and its columns have kinds already", "--as C001, and no --type"}
	}
	in.source = "sql"
	c, err := a.customers(ctx)
	if err != nil {
		return nil, err
	}
	g, err := a.gateFor(ctx, c, in.client)
	if err != nil {
		return nil, err
	}
	res, err := g.Query(ctx, in.client, in.sql)
	if err != nil {
		return nil, err
	}
	if len(res.Rows) == 0 {
		return nil, errors.New("the statement returned no rows")
	}
	if res.Truncated {
		fmt.Fprintf(a.Stderr, "there are more rows than the gate lets through at once: the table has the first %d\n", len(res.Rows))
	}
	return tbl.OfRows(res.Columns, res.Rows)
}

func dataListCommand(ctx context.Context, a *app, _ []string) error {
	all, err := a.tables().List(ctx)
	if err != nil {
		return err
	}
	return a.show(append([]data.Entry{}, all...), func(w io.Writer) {
		for _, e := range all {
			fmt.Fprintf(w, "%-20s %9d rows %4d columns  %s  %s\n", e.Name, e.Rows, len(e.Columns), e.Added.Format("2006-01-02"), oneLine(e.Source))
		}
		if len(all) == 0 {
			fmt.Fprintln(w, "no tables yet: maitre data add FILE --name NAME")
		}
	})
}

// noTable says that there is no table of a name, if that is the error.
func noTable(name string, err error) error {
	if errors.Is(err, data.ErrNoTable) {
		return &usageError{fmt.Sprintf("there is no table %q", name), `"maitre data list" names them`}
	}
	return err
}

func dataShowCommand(ctx context.Context, a *app, args []string) error {
	o, err := a.tables().Open(ctx, args[0])
	if err != nil {
		return noTable(args[0], err)
	}
	rows := [][]string{}
	for i := range min(max(a.number("rows"), 0), o.Table.Kept) {
		rows = append(rows, o.Table.Row(i))
	}
	shown := struct {
		data.Entry
		Types []dataColumn `json:"types"`
		First [][]string   `json:"first"`
	}{o.Entry, columnsOf(o.Table), rows}
	return a.show(shown, func(w io.Writer) {
		fmt.Fprintf(w, "%s: %d rows from %s%s\n", o.Name, o.Rows, o.Source, sampled(o.Entry))
		for _, c := range o.Table.Columns() {
			fmt.Fprintf(w, "  %-24s %s %s\n", c.Name, c.Kind, c.Unit)
		}
		for _, row := range rows {
			for i, v := range row {
				row[i] = oneLine(v)
			}
			fmt.Fprintln(w, strings.Join(row, " | "))
		}
	})
}

func dataProfileCommand(ctx context.Context, a *app, args []string) error {
	o, err := a.tables().Open(ctx, args[0])
	if err != nil {
		return noTable(args[0], err)
	}
	if a.json {
		return writeJSON(a.Stdout, o.Table.Summary())
	}
	var names []string
	for _, c := range o.Table.Columns() {
		names = append(names, c.Name)
	}
	for some := range slices.Chunk(names, 12) { // as many as are told at once
		found, err := data.Examine(o.Table, question.Plan{Do: question.Summary, Show: some}, lang.Language(a.config.House.Language))
		if err != nil {
			return err
		}
		fmt.Fprintln(a.Stdout, plain(strings.Join(found.Facts, "\n")))
	}
	return nil
}

func dataRemoveCommand(ctx context.Context, a *app, args []string) error {
	o, err := a.tables().Open(ctx, args[0])
	if err != nil {
		return noTable(args[0], err)
	}
	if err := a.sure(ctx, a.is("yes"), fmt.Sprintf("%s and its %d rows will be gone", o.Name, o.Rows)); err != nil {
		return err
	}
	if err := a.tables().Remove(ctx, args[0]); err != nil {
		return noTable(args[0], err)
	}
	return a.done(ctx, "data remove", "", args[0], "%s is removed", args[0])
}

func dataAskCommand(ctx context.Context, a *app, args []string) error {
	out := a.text("out")
	question := strings.TrimSpace(strings.Join(args, " "))
	if question == "" {
		return &usageError{"there is no question", `maitre data ask "o que esse dado tem?"`}
	}
	refine, err := a.refiner()
	if err != nil {
		return err
	}
	s, from, err := a.askedTable(ctx, a.text("table"), a.text("as"), question)
	if err != nil {
		return err
	}
	refine.Cache = s.Refine.Cache
	s.Refine = refine
	told, err := s.Ask(ctx, from, question)
	if err != nil {
		return err
	}
	if out != "" {
		if err := drawTo(out, told.Figures); err != nil {
			return err
		}
	}
	answer := dataAnswer{Table: from.Name, Sample: from.Sample, Text: told.Text, Plan: told.Plan, SQL: told.SQL, Columns: told.Columns, Rows: told.Rows, Charts: []chart.Props{}, Refinement: told.Refinement}
	for _, f := range told.Figures {
		answer.Charts = append(answer.Charts, f.Props("", "table"))
	}
	return a.show(answer, func(w io.Writer) { writeTold(w, told, a.is("explain"), a.width()) })
}

// askedTable finds what is asked about: a table by its name, the one that the
// question means, or what the client has bought.
func (a *app) askedTable(ctx context.Context, name, client, question string) (*data.Statistician, data.Source, error) {
	runner, err := a.runner(ctx, "")
	if err != nil {
		return nil, data.Source{}, err
	}
	s := a.statistician(runner)
	s.May = nil // the operator runs the command
	if name != "" {
		o, err := s.Tables.Open(ctx, name)
		if err != nil {
			return nil, data.Source{}, noTable(name, err)
		}
		return s, s.Of(o), nil
	}
	s.Own = func(ctx context.Context, guest string) (*tbl.Table, bool, error) {
		c, _, err := a.ledger.open(ctx)
		if err == nil && guest == "" {
			guest, err = c.first(ctx)
		}
		if err != nil {
			return nil, false, err
		}
		return a.ledger.purchases(ctx, guest)
	}
	from, err := s.Source(ctx, client, question, "")
	if several, ok := errors.AsType[*data.Several](err); ok {
		return nil, from, &usageError{several.Error(), "--table " + several.Names[0]}
	}
	if errors.Is(err, data.ErrNone) {
		return nil, from, &usageError{"there is no table to ask about", "maitre data add FILE --name NAME"}
	}
	return s, from, err
}

type dataAnswer struct {
	Table      string              `json:"table"` // empty: the sample
	Sample     bool                `json:"sample,omitempty"`
	Text       string              `json:"text"`
	Plan       question.Plan       `json:"plan"`
	SQL        string              `json:"sql,omitempty"`
	Columns    []string            `json:"columns,omitempty"`
	Rows       [][]any             `json:"rows,omitempty"`
	Charts     []chart.Props       `json:"charts"`
	Refinement retrieve.Refinement `json:"refinement"`
}

// drawTo writes figures to files that are named after the first.
func drawTo(path string, figures []chart.Figure) error {
	for i, f := range figures {
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

func writeTold(w io.Writer, told data.Told, explain bool, width int) {
	if explain {
		for _, t := range told.Refinement.Tries {
			fmt.Fprintf(w, "%-11s %.3f of %.3f  %.2f ms  %s\n", t.Stage, t.Similarity, told.Refinement.Threshold, t.MS, t.Query)
		}
		plan, _ := json.Marshal(told.Plan)
		fmt.Fprintf(w, "read as     %s\n%s\n\n", plan, told.SQL)
	}
	fmt.Fprintln(w, told.Text)
	for _, f := range told.Figures {
		fmt.Fprint(w, "\n"+f.Text(width))
	}
}

// width is the number of columns of the terminal, or 80.
func (a *app) width() int {
	if f, ok := a.Stdout.(*os.File); ok {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil {
			return w
		}
	}
	return 80
}
