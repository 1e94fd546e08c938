package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/safesql/attack"
)

type sqlAskIn struct {
	As             string
	Explain, JSONL bool
	Statement      []string
}

func sqlAsk(ctx context.Context, a *app, in sqlAskIn) (any, error) {
	if in.JSONL != (len(in.Statement) == 0) {
		return nil, wrong(`maitre sql --as C001 "SELECT …"`, "give one statement, or --jsonl and none")
	}
	c, g, err := a.gateFor(ctx, in.As)
	if err != nil {
		return nil, err
	}
	d := window{gate: g, source: c.source, client: in.As, explain: in.Explain}
	if in.JSONL {
		return nil, answerLines(ctx, a, `{"id":…,"sql":…}`, d.line)
	}
	answer, refused := d.ask(ctx, strings.Join(in.Statement, " "))
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if refused != nil && !a.json {
		return nil, refused
	}
	return answer, refused
}

// window is where statements are put to a gate.
type window struct {
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
func (d window) ask(ctx context.Context, sql string) (sqlAnswer, error) {
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

func (d window) line(ctx context.Context, in sqlLine) (sqlAnswer, error) {
	if in.SQL == nil {
		return sqlAnswer{}, errors.New(`there is no "sql"`)
	}
	out, err := d.ask(ctx, *in.SQL)
	if out.Verdict == "refused" {
		err = nil
	}
	return out, err
}

func sqlPolicy(_ context.Context, a *app, _ nothing) (any, error) {
	_, err := io.WriteString(a.Stdout, safesql.SamplePolicy())
	return nil, err
}

type attackReport struct {
	Source string `json:"source"`
	attack.Report
	Database string `json:"-"`
}

type sqlAttackIn struct {
	As   string
	Time time.Duration
}

func sqlAttack(ctx context.Context, a *app, in sqlAttackIn) (any, error) {
	c, err := a.customers(ctx)
	if err != nil {
		return nil, err
	}
	r, err := a.attack(ctx, c, in.As, in.Time)
	if err != nil {
		return nil, err
	}
	return attackReport{c.source, r, c.name}, leaked(r)
}

// leaked is an error if something did.
func leaked(r attack.Report) error {
	if len(r.Leaks) == 0 {
		return nil
	}
	return fmt.Errorf("something leaked in %d places of %d attacks", len(r.Leaks), r.Attacks)
}

// attack puts the shipped attacks to the customers, as a client or as the first there is.
func (a *app) attack(ctx context.Context, c *customers, client string, limit time.Duration) (r attack.Report, err error) {
	if client, err = c.client(ctx, client); err != nil {
		return r, err
	}
	o, err := attack.NewOracle(ctx, c, c.policy, client) // before the gate closes the vault to it
	if err != nil {
		return r, err
	}
	if o.Len() == 0 {
		return r, fmt.Errorf("%s holds nothing of other clients that could leak", c.name)
	}
	g, err := a.gate(ctx, c)
	if err != nil {
		return r, err
	}
	g.Time = cmp.Or(limit, g.Time)
	p := a.progress("attacks")
	defer p.end()
	return attack.Run(ctx, g, o, safesql.Attacks(), p.at)
}

type publishReport struct {
	Source string `json:"source"`
	safesql.Report
	MS       int64  `json:"ms"`
	Database string `json:"-"`
}

func sqlPublish(ctx context.Context, a *app, _ nothing) (any, error) {
	c, g, err := a.purchases(ctx)
	if err != nil {
		return nil, err
	}
	r, err := g.Publish(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.name, err)
	}
	return publishReport{c.source, r, r.Took.Milliseconds(), c.name}, nil
}
