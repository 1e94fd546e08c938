package cli

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/safesql/attack"
)

func sqlAttackCommand() command {
	return command{
		name: "sql attack", args: "[--as CLIENT]", about: "try to make your own customers' database leak",
		help: `Puts the shipped attacks to the database as a client, and looks in every column, cell and error for values that the
client must not see: names, addresses, telephone numbers, postal codes, exact times and whatever else the tables
of clients hold of others. Nothing is written. Exit code 1 when something leaks.

  maitre sql attack --customers customers.db`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			client := fs.String("as", "", "`CLIENT` who attacks; without it the first there is")
			limit := fs.Duration("time", 0, "what a statement may take; without it what a guest's may")
			asJSON := fs.Bool("json", false, "the report as one JSON object")
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				c, err := a.customers(ctx)
				if err != nil {
					return err
				}
				r, err := a.attack(ctx, c, *client, *limit)
				if err != nil {
					return err
				}
				return writeReport(a.Stdout, c, r, *asJSON)
			}
		},
	}
}

func (a *app) attack(ctx context.Context, c *customers, client string, limit time.Duration) (r attack.Report, err error) {
	p, err := a.policy()
	if err != nil {
		return r, err
	}
	if client == "" {
		if client, err = c.first(ctx, p); err != nil {
			return r, fmt.Errorf("%s: looking for a client: %w", c.name, err)
		}
	}
	o, err := attack.NewOracle(ctx, c, p, client) // before the gate closes the vault to it
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

// writeReport returns an error if something leaked.
func writeReport(w io.Writer, c *customers, r attack.Report, asJSON bool) (err error) {
	if asJSON {
		err = writeJSON(w, struct {
			Source string `json:"source"`
			attack.Report
		}{c.source, r})
	} else {
		_, err = io.WriteString(w, plain(reportText(c, r)))
	}
	if err == nil && len(r.Leaks) > 0 {
		err = fmt.Errorf("something leaked in %d places of %d attacks", len(r.Leaks), r.Attacks)
	}
	return err
}

func reportText(c *customers, r attack.Report) string {
	var b strings.Builder
	for _, l := range r.Leaks {
		fmt.Fprintf(&b, "LEAK  %s: a value of %s in a %s\n      %s\n", l.Kind, l.Table, l.Where, cell(l.SQL))
	}
	fmt.Fprintf(&b, "%d attacks as %s on %s, looking for %d hidden values; source: %s\n", r.Attacks, r.Client, c.name, r.Canaries, c.source)
	fmt.Fprintf(&b, "%d refused, %d answered, %d leaks\n", r.Refused, r.Answered, len(r.Leaks))
	if r.Failed > 0 {
		fmt.Fprintf(&b, "%d of those refused because the database could not be read; the log says why\n", r.Failed)
	}
	fmt.Fprintf(&b, "slowest  %.0f ms  %s\nlargest  %d bytes  %s\n", r.SlowestMS, cell(r.Slowest), r.LargestBytes, cell(r.Largest))
	return b.String()
}
