package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/figures/question"
	tbl "github.com/maitre-dev/maitre/internal/figures/table"
	"github.com/maitre-dev/maitre/internal/specialist/data"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/task"
)

func dataCommands() []command {
	return []command{dataAddCommand(), dataListCommand(), dataShowCommand(), dataProfileCommand(), dataAskCommand(), dataRemoveCommand()}
}

// tables are the operator's.
func (a *app) tables(db store) *data.Tables {
	return &data.Tables{Store: db, Embedder: a.embedder}
}

// statistician makes what answers about tables. Where guests have tokens, the
// tables that were added are for the operator alone.
func (a *app) statistician(db store, tasks *task.Runner) *data.Statistician {
	if a.ledger == nil {
		a.ledger = &ledger{app: a}
	}
	s := &data.Statistician{
		Tasks: tasks.Logged(), Tables: a.tables(db), Own: a.ledger.purchases, Keep: data.Pictures{Store: db}.Keep,
		Language: lang.Language(a.config.House.Language),
		May: func(guest string) bool {
			return a.config.Server.Auth != "token" || guest != "" && guest == a.config.Server.Operator
		},
	}
	s.Refine.Cache = semcache.New(db, "paraphrase", semcache.Options{})
	return s
}

// purchases returns what a guest has bought, through the gate, in pages as long
// as it lets through. Whose tables are others than the sample's has none.
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
	t, err := data.OfRows(ctx, columns, rows)
	return t, l.source(ctx) == "sample", err
}

func dataAddCommand() command {
	return command{
		name: "data add", args: "FILE --name NAME", about: "keep a table to ask about",
		help: `FILE is CSV, TSV or JSON lines in any encoding, with any separator; "-" is standard input. Decimal commas, dates with the day first
and missing values are understood; a column that was taken for another kind is corrected with --type. Lines that
cannot be read are told by number and passed over. Of more than 3,000,000 rows a sample is kept, and answers are then
called estimates. A table of that name is replaced. With --sql the table is what a statement returns through the
gate of "maitre sql", as the client of --as may see it.

  maitre data add vendas.csv --name vendas --type cep=text
  maitre data add --sql "SELECT * FROM my_purchases" --as C001 --name minhas`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			var in dataInput
			fs.StringVar(&in.name, "name", "", "`NAME` of the table; without it the file's")
			fs.Var(&in.types, "type", "`COLUMN=KIND`: number, date, bool or text; may be given several times")
			fs.StringVar(&in.sql, "sql", "", "`STATEMENT` whose rows are the table")
			fs.StringVar(&in.client, "as", "", "`CLIENT` who asks, with --sql")
			asJSON := fs.Bool("json", false, "the report as one JSON object")
			return func(ctx context.Context, a *app, args []string) error {
				if (len(args) == 1) == (in.sql != "") || len(args) > 1 {
					return &usageError{"say which file, or which statement", `maitre data add FILE --name NAME, or --sql "SELECT …" --as C001 --name NAME`}
				}
				if err := a.load(); err != nil {
					return err
				}
				t, err := in.read(ctx, a, args)
				if err != nil {
					return err
				}
				for i, b := range t.BrokenLines {
					if i == 20 {
						fmt.Fprintf(a.Stderr, "and %d more broken lines\n", t.Broken-i)
						break
					}
					fmt.Fprintf(a.Stderr, "line %d: %s\n", b.Line, plain(b.Reason))
				}
				for _, c := range t.Columns() {
					if doubt := doubtOf(c); doubt != "" {
						fmt.Fprintln(a.Stderr, plain(oneLine(doubt)))
					}
				}
				db, err := a.store(ctx)
				if err != nil {
					return err
				}
				p := a.progress("chunks")
				e, err := a.tables(db).Add(ctx, in.name, in.source, t, p.at)
				p.end()
				if errors.Is(err, data.ErrName) {
					return &usageError{err.Error(), "--name vendas"}
				}
				if err != nil {
					return err
				}
				if *asJSON {
					return writeJSON(a.Stdout, dataAdded{e, t.Broken, t.Encoding, columnsOf(t)})
				}
				_, err = fmt.Fprintf(a.Stdout, "%s: %d rows, %d columns, %d broken lines%s\n", e.Name, e.Rows, len(e.Columns), t.Broken, sampled(e))
				return err
			}
		},
	}
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

// doubtOf says what of a column could not be read as what it is, so that nobody
// trusts a sum in which something is missing.
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

// dataInput is where a table comes from.
type dataInput struct {
	name, sql, client string
	types             names
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
	in.source = "-"
	from := a.input(ctx)
	if args[0] != "-" {
		f, err := os.Open(args[0])
		if err != nil {
			return nil, fmt.Errorf("reading the table: %w", err)
		}
		defer f.Close()
		in.source, from = filepath.Base(args[0]), f
	}
	if in.name == "" {
		in.name = strings.ReplaceAll(lang.Fold(strings.TrimSuffix(in.source, filepath.Ext(in.source))), " ", "-")
	}
	p := a.progress("rows")
	o.Progress = func(at tbl.Progress) { p.at(at.Rows, 0) }
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
	return data.OfRows(ctx, res.Columns, res.Rows)
}

func dataListCommand() command {
	return command{
		name: "data list", about: "the tables that were added, the last first",
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			asJSON := fs.Bool("json", false, "one JSON array")
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				ts, err := a.openTables(ctx)
				if err != nil {
					return err
				}
				all, err := ts.List(ctx)
				if err != nil {
					return err
				}
				if *asJSON {
					return writeJSON(a.Stdout, append([]data.Entry{}, all...))
				}
				for _, e := range all {
					fmt.Fprintf(a.Stdout, "%-20s %9d rows %4d columns  %s  %s\n", e.Name, e.Rows, len(e.Columns), e.Added.Format("2006-01-02"), plain(oneLine(e.Source)))
				}
				if len(all) == 0 {
					_, err = fmt.Fprintln(a.Stdout, "no tables yet: maitre data add FILE --name NAME")
				}
				return err
			}
		},
	}
}

func (a *app) openTables(ctx context.Context) (*data.Tables, error) {
	if err := a.load(); err != nil {
		return nil, err
	}
	db, err := a.store(ctx)
	if err != nil {
		return nil, err
	}
	return a.tables(db), nil
}

// oneTable opens the table that is named.
func (a *app) oneTable(ctx context.Context, args []string) (*data.Opened, error) {
	if len(args) != 1 {
		return nil, &usageError{"say which table", `"maitre data list" names them`}
	}
	ts, err := a.openTables(ctx)
	if err != nil {
		return nil, err
	}
	o, err := ts.Open(ctx, args[0])
	if errors.Is(err, data.ErrNoTable) {
		return nil, &usageError{fmt.Sprintf("there is no table %q", args[0]), `"maitre data list" names them`}
	}
	return o, err
}

func dataShowCommand() command {
	return command{
		name: "data show", args: "NAME", about: "the columns of a table and its first rows",
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			n := fs.Int("rows", 5, "how `MANY` rows")
			asJSON := fs.Bool("json", false, "one JSON object")
			return func(ctx context.Context, a *app, args []string) error {
				o, err := a.oneTable(ctx, args)
				if err != nil {
					return err
				}
				rows := [][]string{}
				for i := range min(max(*n, 0), o.Table.Kept) {
					rows = append(rows, o.Table.Row(i))
				}
				if *asJSON {
					return writeJSON(a.Stdout, struct {
						data.Entry
						Types []dataColumn `json:"types"`
						First [][]string   `json:"first"`
					}{o.Entry, columnsOf(o.Table), rows})
				}
				var b strings.Builder
				fmt.Fprintf(&b, "%s: %d rows from %s%s\n", o.Name, o.Rows, o.Source, sampled(o.Entry))
				for _, c := range o.Table.Columns() {
					fmt.Fprintf(&b, "  %-24s %s %s\n", c.Name, c.Kind, c.Unit)
				}
				for _, row := range rows {
					for i, v := range row {
						row[i] = oneLine(v)
					}
					fmt.Fprintln(&b, strings.Join(row, " | "))
				}
				_, err = io.WriteString(a.Stdout, plain(b.String()))
				return err
			}
		},
	}
}

func dataProfileCommand() command {
	return command{
		name: "data profile", args: "NAME", about: "every column of a table: its spread, what is missing, what is unusual",
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			asJSON := fs.Bool("json", false, "one JSON array, with histograms and the most frequent values")
			return func(ctx context.Context, a *app, args []string) error {
				o, err := a.oneTable(ctx, args)
				if err != nil {
					return err
				}
				if *asJSON {
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
		},
	}
}

func dataRemoveCommand() command {
	return command{
		name: "data remove", args: "NAME", about: "forget a table",
		setup: func(*flag.FlagSet) func(context.Context, *app, []string) error {
			return func(ctx context.Context, a *app, args []string) error {
				if len(args) != 1 {
					return &usageError{"say which table", `"maitre data list" names them`}
				}
				ts, err := a.openTables(ctx)
				if err != nil {
					return err
				}
				if err := ts.Remove(ctx, args[0]); errors.Is(err, data.ErrNoTable) {
					return &usageError{fmt.Sprintf("there is no table %q", args[0]), `"maitre data list" names them`}
				} else if err != nil {
					return err
				}
				_, err = fmt.Fprintf(a.Stdout, "%s is removed\n", args[0])
				return err
			}
		},
	}
}
