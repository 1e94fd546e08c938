package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/safesql/attack"
)

func sqlCommand(ctx context.Context, a *app, args []string) error {
	client, lines := a.text("as"), a.is("jsonl")
	if client == "" {
		return &usageError{"say which client asks", "--as C001"}
	}
	if lines != (len(args) == 0) {
		return &usageError{"give one statement, or --jsonl and none", `maitre sql --as C001 "SELECT …"`}
	}
	c, err := a.customers(ctx)
	if err != nil {
		return err
	}
	d := desk{source: c.source, client: client, explain: a.is("explain")}
	if d.gate, err = a.gateFor(ctx, c, client); err != nil {
		return err
	}
	if lines {
		return answerLines(ctx, a, `{"id":…,"sql":…}`, d.line)
	}
	answer, refused := d.ask(ctx, strings.Join(args, " "))
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if refused == nil || a.json {
		err = a.show(answer, answer.write)
	}
	return errors.Join(err, refused)
}

// gateFor opens the gate for a client who must exist.
func (a *app) gateFor(ctx context.Context, c *customers, client string) (*safesql.Gate, error) {
	g, err := a.gate(ctx, c)
	if err != nil {
		return nil, err
	}
	known, err := c.has(ctx, client)
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
	Blocks    []safesql.Block `json:"blocks"`
	Rewritten string          `json:"rewritten"` // always empty: statements run as they are
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
		out.Explain = &sqlExplain{Blocks: append([]safesql.Block{}, res.Blocks...)}
	}
	return out, nil
}

type sqlLine struct {
	SQL *string `json:"sql"`
}

func (d desk) line(ctx context.Context, in sqlLine) (sqlAnswer, error) {
	if in.SQL == nil {
		return sqlAnswer{}, errors.New(`there is no "sql"`)
	}
	out, err := d.ask(ctx, *in.SQL)
	if out.Verdict == "refused" {
		err = nil
	}
	return out, err
}

func (s sqlAnswer) write(w io.Writer) {
	row := func(cells []string) { fmt.Fprintln(w, strings.Join(cells, "\t")) }
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
	count := fmt.Sprintf("%d rows", len(s.Rows))
	switch {
	case s.Truncated:
		count += ", and there are more"
	case len(s.Rows) == 1:
		count = "1 row"
	}
	fmt.Fprintf(w, "\n%s; %s, %.1f ms; source: %s\n", count, s.Path, s.MS, s.Source)
	for _, n := range s.Notes {
		fmt.Fprintf(w, "note: %s\n", n)
	}
	if s.Explain != nil {
		s.Explain.write(w)
	}
}

func (e *sqlExplain) write(w io.Writer) {
	for _, x := range e.Blocks {
		fmt.Fprintf(w, "\npublished %s, %d rows: %s\n", x.Table, x.Rows, oneLine(x.About))
	}
	fmt.Fprint(w, "\nthe statement ran as it is: it reads no rows of others\n")
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

func sqlPolicyCommand(_ context.Context, a *app, _ []string) error {
	_, err := io.WriteString(a.Stdout, safesql.SamplePolicy())
	return err
}

func sqlAttackCommand(ctx context.Context, a *app, _ []string) error {
	c, err := a.customers(ctx)
	if err != nil {
		return err
	}
	r, err := a.attack(ctx, c, a.text("as"), flagOf[time.Duration](a, "time"))
	if err != nil {
		return err
	}
	return a.attacked(c, r)
}

func (a *app) attack(ctx context.Context, c *customers, client string, limit time.Duration) (r attack.Report, err error) {
	if client == "" {
		if client, err = c.first(ctx); err != nil {
			return r, fmt.Errorf("%s: looking for a client: %w", c.name, err)
		}
	}
	o, err := attack.NewOracle(ctx, c, c.policy, client) // before the gate closes the vault to it
	if err != nil {
		return r, err
	}
	if o.Len() == 0 {
		return r, fmt.Errorf("%s holds nothing of other clients that could leak", c.name)
	}
	g, err := a.gateFor(ctx, c, client)
	if err != nil {
		return r, err
	}
	g.Time = cmp.Or(limit, g.Time)
	progress := a.progress("attacks")
	defer progress.end()
	return attack.Run(ctx, g, o, safesql.Attacks(), progress.at)
}

// attacked shows the report of an attack, and returns an error if something leaked.
func (a *app) attacked(c *customers, r attack.Report) error {
	report := struct {
		Source string `json:"source"`
		attack.Report
	}{c.source, r}
	err := a.show(report, func(w io.Writer) { writeReport(w, c, r) })
	if err == nil && len(r.Leaks) > 0 {
		err = fmt.Errorf("something leaked in %d places of %d attacks", len(r.Leaks), r.Attacks)
	}
	return err
}

func writeReport(w io.Writer, c *customers, r attack.Report) {
	for _, l := range r.Leaks {
		fmt.Fprintf(w, "LEAK  %s: a value of %s in a %s\n      %s\n", l.Kind, l.Table, l.Where, cell(l.SQL))
	}
	fmt.Fprintf(w, "%d attacks as %s on %s, looking for %d hidden values; source: %s\n", r.Attacks, r.Client, c.name, r.Canaries, c.source)
	fmt.Fprintf(w, "%d refused, %d answered, %d leaks\n", r.Refused, r.Answered, len(r.Leaks))
	if r.Failed > 0 {
		fmt.Fprintf(w, "%d of those refused because the database could not be read; the log says why\n", r.Failed)
	}
	fmt.Fprintf(w, "slowest  %.0f ms  %s\nlargest  %d bytes  %s\n", r.SlowestMS, cell(r.Slowest), r.LargestBytes, cell(r.Largest))
}

func sqlPublishCommand(ctx context.Context, a *app, _ []string) error {
	c, err := a.customers(ctx)
	if err != nil {
		return err
	}
	g, err := a.gate(ctx, c)
	if err != nil {
		return err
	}
	r, err := g.Publish(ctx)
	if err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	report := struct {
		Source string `json:"source"`
		safesql.Report
		MS int64 `json:"ms"`
	}{c.source, r, r.Took.Milliseconds()}
	return a.tell(report, "published %d tables with %d rows about the clients of %s in %v; source: %s", r.Tables, r.Cells, c.name, r.Took.Round(time.Millisecond), c.source)
}
