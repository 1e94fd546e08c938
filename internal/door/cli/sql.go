package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/maitre-dev/maitre/internal/base/jsonl"
	"github.com/maitre-dev/maitre/safesql"
)

func sqlCommand() command {
	return command{
		name: "sql", args: `--as CLIENT "SELECT …"`, about: "ask the customers' database what a client may see",
		help: `A statement reads the client's own rows (my_profile, my_purchases, my_bookings), the catalogue (breweries, beers), and
of everybody the figures that were published: all_tables lists them (all_by_style, all_by_month_state). Without
--customers it reads sample customers. Exit code 1 when the statement is refused.

  maitre sql --as C001 "SELECT month, SUM(amount) FROM my_purchases GROUP BY month"
  maitre sql --as C001 --explain "SELECT state, amount / purchases FROM all_by_state"

With --jsonl each line {"id":…,"sql":…} of standard input gives a line {"id":…,"verdict":"ok" or "refused","code",
"message","hint","columns","rows","truncated","path","ms"}, or {"id":…,"error":…} when the line cannot be read.`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			client := fs.String("as", "", "`CLIENT` who asks")
			explain := fs.Bool("explain", false, "tell which published tables were read")
			asJSON := fs.Bool("json", false, "the answer as one JSON object")
			lines := fs.Bool("jsonl", false, "answer the statements on standard input")
			return func(ctx context.Context, a *app, args []string) error {
				if *client == "" {
					return &usageError{"say which client asks", "--as C001"}
				}
				if *lines != (len(args) == 0) {
					return &usageError{"give one statement, or --jsonl and none", `maitre sql --as C001 "SELECT …"`}
				}
				c, err := a.customers(ctx)
				if err != nil {
					return err
				}
				d := desk{source: c.source, client: *client, explain: *explain}
				if d.gate, err = a.gateFor(ctx, c, *client); err != nil {
					return err
				}
				if *lines {
					return d.lines(ctx, a)
				}
				answer, refused := d.ask(ctx, strings.Join(args, " "))
				switch {
				case ctx.Err() != nil:
					return context.Cause(ctx)
				case *asJSON:
					err = writeJSON(a.Stdout, answer)
				case refused == nil:
					err = answer.write(a.Stdout)
				}
				return errors.Join(err, refused)
			}
		},
	}
}

// gateFor opens the gate for a client who must exist.
func (a *app) gateFor(ctx context.Context, c *customers, client string) (*safesql.Gate, error) {
	p, err := a.policy()
	if err != nil {
		return nil, err
	}
	g, err := a.gate(ctx, c, p)
	if err != nil {
		return nil, err
	}
	known, err := c.has(ctx, p, client)
	if err != nil {
		return nil, fmt.Errorf("%s: looking for the client: %w", c.name, err)
	}
	if !known {
		return nil, &usageError{fmt.Sprintf("there is no client %q in %s", client, c.name), `"maitre customer" finds one by postal code and name`}
	}
	return g, nil
}

// desk puts statements to a gate.
type desk struct {
	gate           *safesql.Gate
	client, source string
	explain        bool
}

// sqlAnswer is an answer as it is written. All fields but the last are always
// there.
type sqlAnswer struct {
	Verdict   string      `json:"verdict"`
	Code      string      `json:"code"`
	Message   string      `json:"message"`
	Hint      string      `json:"hint"`
	Columns   []string    `json:"columns"`
	Rows      [][]any     `json:"rows"`
	Truncated bool        `json:"truncated"`
	Path      string      `json:"path"`
	MS        float64     `json:"ms"`
	Source    string      `json:"source"`
	Notes     []string    `json:"notes"`
	Explain   *sqlExplain `json:"explain,omitempty"`
}

type sqlExplain struct {
	Blocks    []sqlBlock `json:"blocks"`
	Rewritten string     `json:"rewritten"` // always empty: statements run as they are
}

type sqlBlock struct {
	Table string `json:"table"`
	Rows  int    `json:"rows"`
	SQL   string `json:"sql"`
}

// ask answers a statement. The error is that of the answer, if it is refused.
func (d desk) ask(ctx context.Context, sql string) (sqlAnswer, error) {
	start := time.Now()
	res, err := d.gate.Query(ctx, d.client, sql)
	out := sqlAnswer{
		Verdict: "ok", Columns: []string{}, Rows: [][]any{}, Notes: []string{}, Source: d.source,
		MS: float64(time.Since(start).Microseconds()) / 1000,
	}
	if refused, ok := errors.AsType[*safesql.Error](err); ok {
		out.Verdict, out.Code, out.Message, out.Hint = "refused", refused.Code, refused.Message, refused.Hint
	}
	if err != nil {
		return out, err
	}
	out.Columns, out.Truncated, out.Path = append(out.Columns, res.Columns...), res.Truncated, res.Path
	out.Rows, out.Notes = append(out.Rows, res.Rows...), append(out.Notes, res.Notes...)
	if d.explain {
		out.Explain = &sqlExplain{Blocks: []sqlBlock{}}
		for _, b := range res.Blocks {
			out.Explain.Blocks = append(out.Explain.Blocks, sqlBlock{b.Table, b.Rows, b.About})
		}
	}
	return out, nil
}

type sqlLine struct {
	SQL *string `json:"sql"`
}

func (d desk) lines(ctx context.Context, a *app) error {
	if isTerminal(a.Stdin) {
		fmt.Fprintln(a.Stderr, `(reading lines {"id":…,"sql":…} from the terminal; Ctrl-D ends)`)
	}
	p := a.progress("statements")
	count, err := jsonl.Run(ctx, a.input(ctx), a.Stdout, func(ctx context.Context, in sqlLine) (sqlAnswer, error) {
		if in.SQL == nil {
			return sqlAnswer{}, errors.New(`there is no "sql"`)
		}
		out, err := d.ask(ctx, *in.SQL)
		if out.Verdict == "refused" {
			err = nil
		}
		return out, err
	}, func(c jsonl.Count) { p.at(c.Lines, 0) })
	p.end()
	return a.answered(count, err)
}

func (s sqlAnswer) write(w io.Writer) error {
	var b strings.Builder
	tw := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	row := func(cells []string) { fmt.Fprintln(tw, strings.Join(cells, "\t")) }
	var head, rule []string
	for _, c := range s.Columns {
		head = append(head, cell(c))
		rule = append(rule, strings.Repeat("-", len([]rune(cell(c)))))
	}
	row(head)
	row(rule)
	for _, r := range s.Rows {
		cells := make([]string, len(r))
		for i, v := range r {
			cells[i] = cell(v)
		}
		row(cells)
	}
	_ = tw.Flush() // a strings.Builder takes everything
	count := fmt.Sprintf("%d rows", len(s.Rows))
	switch {
	case s.Truncated:
		count += ", and there are more"
	case len(s.Rows) == 1:
		count = "1 row"
	}
	fmt.Fprintf(&b, "\n%s; %s, %.1f ms; source: %s\n", count, s.Path, s.MS, s.Source)
	for _, n := range s.Notes {
		fmt.Fprintf(&b, "note: %s\n", n)
	}
	if s.Explain != nil {
		s.Explain.write(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (e *sqlExplain) write(b *strings.Builder) {
	for _, x := range e.Blocks {
		fmt.Fprintf(b, "\npublished %s, %d rows: %s\n", x.Table, x.Rows, plain(oneLine(x.SQL)))
	}
	b.WriteString("\nthe statement ran as it is: it reads no rows of others\n")
}

// cell writes a value on one line, with nothing in it that steers a terminal.
func cell(v any) string {
	switch v := v.(type) {
	case nil:
		return "NULL"
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case string:
		return plain(oneLine(v))
	}
	return fmt.Sprint(v)
}

func sqlPolicyCommand() command {
	return command{
		name: "sql policy", about: "print the shipped policy: which tables and columns a statement may read, and how",
		help: `An operator whose tables are others writes one of their own and names it with --policy:

  maitre sql policy > policy.toml`,
		setup: func(*flag.FlagSet) func(context.Context, *app, []string) error {
			return func(_ context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				_, err := io.WriteString(a.Stdout, safesql.SamplePolicy())
				return err
			}
		},
	}
}
