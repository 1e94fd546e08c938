package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

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
func (a *app) statistician(tasks *task.Runner, at time.Time) *data.Statistician {
	s := &data.Statistician{
		Tasks: tasks.Logged(), Tables: a.tables(), Own: a.purchasesOf, Keep: data.Pictures{Store: a.db}.Keep, Now: clock(at),
		Language: lang.Language(a.config.House.Language), Currency: a.config.House.Currency,
		May: a.owns,
	}
	s.Refine.Cache = semcache.New(a.db, "paraphrase", semcache.Options{})
	if !at.IsZero() {
		s.Keep, s.Refine.Cache = data.Pictures{}.Keep, nil
	}
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

// purchasesOf returns what a guest has bought, through the gate, in pages as long
// as it lets through; none for an operator whose tables differ from the sample's.
func (a *app) purchasesOf(ctx context.Context, guest string) (*tbl.Table, bool, error) {
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
		res, err := a.askCustomers(ctx, guest, fmt.Sprintf(sql, page, len(rows)))
		if err != nil && isMissing(err) {
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
	return t, a.bought.customers.source == "sample", err
}

// isMissing reports whether a statement names what the policy does not have.
func isMissing(err error) bool {
	refused, ok := errors.AsType[*safesql.Error](err)
	return ok && (refused.Code == safesql.CodeNoTable || refused.Code == safesql.CodeNoColumn)
}

// dataAddIn has a file, or a statement and its client.
type dataAddIn struct {
	Name, SQL, As string
	Type          []string
	Yes           bool
	Files         []string
}

func dataAdd(ctx context.Context, a *app, in dataAddIn) (any, error) {
	if (len(in.Files) == 1) == (in.SQL != "") || len(in.Files) > 1 {
		return nil, wrong(`maitre data add FILE --name NAME, or --sql "SELECT …" --as C001 --name NAME`, "say which file, or which statement")
	}
	t, source, err := in.read(ctx, a)
	if err != nil {
		return nil, err
	}
	var bad []badLine
	for _, l := range t.BrokenLines {
		bad = append(bad, badLine{l.Line, l.Reason})
	}
	a.tellLines(bad)
	for _, c := range t.Columns() {
		if doubt := doubtOf(c); doubt != "" {
			a.tell("%s", oneLine(doubt))
		}
	}
	was, err := a.tables().Open(ctx, in.Name)
	if err == nil && !slices.EqualFunc(t.Columns(), was.Columns, func(c tbl.Column, name string) bool { return c.Name == name }) {
		what := fmt.Sprintf("the %d rows of %s have other columns (%s) and would be replaced", was.Rows, in.Name, oneLine(strings.Join(was.Columns, ", ")))
		if err := a.sure(ctx, in.Yes, what); err != nil {
			return nil, err
		}
	}
	e, err := a.tables().Add(ctx, in.Name, source, t)
	if errors.Is(err, data.ErrName) {
		return nil, wrong("--name vendas", "%v", err)
	}
	if err != nil {
		return nil, err
	}
	return dataAdded{e, t.Broken, t.Encoding, columnsOf(t)}, a.wrote(ctx, "data add", "", e.Name)
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

func columnsOf(t *tbl.Table) (all []dataColumn) {
	for _, c := range t.Columns() {
		all = append(all, dataColumn{c.Name, c.Kind, c.Unit, c.Confidence, c.Unfit})
	}
	return all
}

// doubtOf says which values of a column could not be read as its kind, such as "n/a"
// among numbers: they are missing in its sums.
func doubtOf(c tbl.Column) string {
	switch {
	case c.Unfit > 0:
		return fmt.Sprintf("column %s: %s no %s, left empty: %q", c.Name, counted(c.Unfit, "value"), c.Kind, c.Examples)
	case c.Near != "":
		return fmt.Sprintf("column %s: most values are a %s, but too few: it is kept as text (--type %q reads it as one)", c.Name, c.Near, c.Name+"="+string(c.Near))
	}
	return ""
}

// read reads the table, and says where it is from. Without a name it gets the file's.
func (in *dataAddIn) read(ctx context.Context, a *app) (t *tbl.Table, source string, err error) {
	if in.SQL != "" {
		t, err = in.query(ctx, a)
		return t, "sql", err
	}
	o := tbl.Options{Types: map[string]tbl.Kind{}}
	for _, s := range in.Type {
		name, kind, err := tbl.ParseType(s)
		if err != nil {
			return nil, "", wrong("--type cep=text", "--type %v", err)
		}
		o.Types[name] = kind
	}
	from, err := a.read(ctx, in.Files[0], "reading the table")
	if err != nil {
		return nil, "", err
	}
	defer from.Close()
	source = filepath.Base(in.Files[0])
	if in.Name == "" {
		in.Name = strings.ReplaceAll(lang.Fold(strings.TrimSuffix(source, filepath.Ext(source))), " ", "-")
	}
	t, err = tbl.Read(ctx, from, o)
	return t, source, err
}

func (in *dataAddIn) query(ctx context.Context, a *app) (*tbl.Table, error) {
	if in.As == "" || len(in.Type) > 0 {
		return nil, wrong("--as C001, and no --type", "a statement is asked as a client, and its columns have kinds already")
	}
	_, g, err := a.gateFor(ctx, in.As)
	if err != nil {
		return nil, err
	}
	res, err := g.Query(ctx, in.As, in.SQL)
	if err != nil {
		return nil, err
	}
	if len(res.Rows) == 0 {
		return nil, errors.New("the statement returned no rows")
	}
	if res.Truncated {
		a.tell("there are more rows than the gate lets through at once: the table has the first %d", len(res.Rows))
	}
	return tbl.OfRows(res.Columns, res.Rows)
}

// listedTables are written as one array.
type listedTables []data.Entry

// MarshalJSON implements json.Marshaler.
func (all listedTables) MarshalJSON() ([]byte, error) {
	return json.Marshal(append([]data.Entry{}, all...))
}

func dataList(ctx context.Context, a *app, _ nothing) (any, error) {
	all, err := a.tables().List(ctx)
	if err != nil {
		return nil, err
	}
	return listedTables(all), nil
}

// table opens a table by its name.
func (a *app) table(ctx context.Context, name string) (*data.Opened, error) {
	o, err := a.tables().Open(ctx, name)
	if errors.Is(err, data.ErrNoTable) {
		return nil, wrong(`"maitre data list" names them`, "there is no table %q", name)
	}
	return o, err
}

type shownTable struct {
	data.Entry
	Types []dataColumn `json:"types"`
	First [][]string   `json:"first"`
}

type dataShowIn struct {
	Name string
	Rows int
}

func dataShow(ctx context.Context, a *app, in dataShowIn) (any, error) {
	o, err := a.table(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	t := shownTable{o.Entry, columnsOf(o.Table), [][]string{}}
	for i := range min(max(in.Rows, 0), o.Table.Kept) {
		t.First = append(t.First, o.Table.Row(i))
	}
	return t, nil
}

func dataProfile(ctx context.Context, a *app, in struct{ Name string }) (any, error) {
	o, err := a.table(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	if a.json {
		return nil, writeJSON(a.Stdout, o.Table.Summary())
	}
	var names, facts []string
	for _, c := range o.Table.Columns() {
		names = append(names, c.Name)
	}
	for some := range slices.Chunk(names, 12) { // as many as are told at once
		found, err := data.Examine(o.Table, question.Plan{Do: question.Summary, Show: some}, lang.Language(a.config.House.Language))
		if err != nil {
			return nil, err
		}
		facts = append(facts, found.Facts...)
	}
	return facts, nil
}

type dataRemoveIn struct {
	Name string
	Yes  bool
}

func dataRemove(ctx context.Context, a *app, in dataRemoveIn) (any, error) {
	o, err := a.table(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	if err := a.sure(ctx, in.Yes, fmt.Sprintf("%s and its %d rows will be gone", o.Name, o.Rows)); err != nil {
		return nil, err
	}
	if err := a.tables().Remove(ctx, in.Name); err != nil {
		return nil, err
	}
	return in.Name + " is removed", a.wrote(ctx, "data remove", "", in.Name)
}

type dataAskIn struct {
	refining
	Table, As, Out string
	Explain        bool
	Question       words
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

	Explain bool     `json:"-"`
	Drawn   []string `json:"-"`
}

func dataAsk(ctx context.Context, a *app, in dataAskIn) (any, error) {
	question := string(in.Question)
	runner, err := a.runner(ctx, "")
	if err != nil {
		return nil, err
	}
	s := a.statistician(runner, time.Time{})
	s.May = nil // the operator runs the command
	cache := s.Refine.Cache
	s.Refine = in.refiner()
	s.Refine.Cache = cache
	from, err := a.askedTable(ctx, s, in.Table, in.As, question)
	if err != nil {
		return nil, err
	}
	told, err := s.Ask(ctx, from, question)
	if err != nil {
		return nil, err
	}
	if in.Out != "" {
		if err := drawTo(in.Out, told.Figures); err != nil {
			return nil, err
		}
	}
	answer := dataAnswer{
		Table: from.Name, Sample: from.Sample, Text: told.Text, Plan: told.Plan, SQL: told.SQL, Columns: told.Columns, Rows: told.Rows,
		Charts: []chart.Props{}, Refinement: told.Refinement, Explain: in.Explain,
	}
	for _, f := range told.Figures {
		answer.Charts = append(answer.Charts, f.Props("", "table"))
		answer.Drawn = append(answer.Drawn, f.Text(a.width()))
	}
	return answer, nil
}

// askedTable finds what is asked about: a table by its name, the one that the
// question means, or what the client has bought.
func (a *app) askedTable(ctx context.Context, s *data.Statistician, name, client, question string) (data.Source, error) {
	if name != "" {
		o, err := a.table(ctx, name)
		if err != nil {
			return data.Source{}, err
		}
		return s.Of(o), nil
	}
	s.Own = func(ctx context.Context, guest string) (*tbl.Table, bool, error) {
		c, _, err := a.purchases(ctx)
		if err == nil && guest == "" {
			guest, err = c.client(ctx, "")
		}
		if err != nil {
			return nil, false, err
		}
		return a.purchasesOf(ctx, guest)
	}
	from, err := s.Source(ctx, client, question, "")
	if several, ok := errors.AsType[*data.Several](err); ok {
		return from, wrong("--table "+several.Names[0], "%v", several)
	}
	if errors.Is(err, data.ErrNone) {
		return from, wrong("maitre data add FILE --name NAME", "there is no table to ask about")
	}
	return from, err
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
