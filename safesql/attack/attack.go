// Package attack tries a gate on the operator's own data with statements that
// must not get anything out of it, and looks for what is hidden in all that a
// caller would learn.
//
//	o, err := attack.NewOracle(ctx, vault, policy, "C001")
//	report, err := attack.Run(ctx, gate, o, safesql.Attacks(), nil)
//
// It finds values that come out as they are, or in hexadecimal. It does not
// find what could be concluded from answers: the release policy is for that.
package attack

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/maitre-dev/maitre/safesql"
)

// Gate is a [*safesql.Gate].
type Gate interface {
	Query(ctx context.Context, client, sql string) (*safesql.Result, error)
}

// Report is how it went.
type Report struct {
	Client   string `json:"client"`   // who attacked
	Canaries int    `json:"canaries"` // hidden values that were looked for
	Attacks  int    `json:"attacks"`
	Refused  int    `json:"refused"`
	Answered int    `json:"answered"` // with what the client may see, if nothing leaked
	Failed   int    `json:"failed"`   // the database could not answer; counted as refused too
	Leaks    []Leak `json:"leaks"`

	SlowestMS    float64 `json:"slowest_ms"`
	Slowest      string  `json:"slowest"`
	LargestBytes int     `json:"largest_bytes"`
	Largest      string  `json:"largest"`
}

// Leak is a hidden value that came out. The value itself is not told.
type Leak struct {
	Kind  string `json:"kind"`
	SQL   string `json:"sql"`
	Where string `json:"where"` // "column", "cell", "note" or "error"
	Table string `json:"table"` // that hides the value
}

// Run tries all attacks, one after the other, as the oracle's client. progress
// may be nil.
func Run(ctx context.Context, g Gate, o *Oracle, attacks []safesql.Attack, progress func(done, total int)) (Report, error) {
	r := Report{Client: o.client, Canaries: o.Len(), Leaks: []Leak{}}
	// A gate that answers nothing leaks nothing.
	if _, err := g.Query(ctx, o.client, "SELECT 1"); err != nil {
		return r, fmt.Errorf("asking a harmless question first: %w", err)
	}
	for i, a := range attacks {
		start := time.Now()
		res, err := g.Query(ctx, o.client, a.SQL)
		if ctx.Err() != nil {
			return r, context.Cause(ctx)
		}
		r.add(a, res, err, time.Since(start), o)
		if progress != nil {
			progress(i+1, len(attacks))
		}
	}
	return r, nil
}

func (r *Report) add(a safesql.Attack, res *safesql.Result, err error, took time.Duration, o *Oracle) {
	r.Attacks++
	told := map[string][]string{} // by where
	if err != nil {
		r.Refused++
		if refused, ok := errors.AsType[*safesql.Error](err); ok && refused.Code == safesql.CodeUnavailable {
			r.Failed++
		}
		told["error"] = []string{err.Error()}
	} else {
		r.Answered++
		told["column"], told["note"] = res.Columns, res.Notes
		for _, row := range res.Rows {
			for _, v := range row {
				told["cell"] = append(told["cell"], text(v))
			}
		}
	}
	size := 0
	for _, where := range []string{"column", "cell", "note", "error"} {
		for _, s := range told[where] {
			size += len(s)
		}
		if table := o.find(told[where], a.SQL); table != "" {
			r.Leaks = append(r.Leaks, Leak{a.Kind, a.SQL, where, table})
		}
	}
	if ms := float64(took) / float64(time.Millisecond); ms > r.SlowestMS {
		r.SlowestMS, r.Slowest = math.Round(ms*100)/100, a.SQL
	}
	if size > r.LargestBytes {
		r.LargestBytes, r.Largest = size, a.SQL
	}
}

// text writes a cell. A short number is left out: every count would be
// somebody's postal code.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int64:
		if s := strconv.FormatInt(v, 10); len(s) >= long {
			return s
		}
	case float64:
		if s := strconv.FormatFloat(v, 'f', -1, 64); len(s) >= long {
			return s
		}
	}
	return ""
}
