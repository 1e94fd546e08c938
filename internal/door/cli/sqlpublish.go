package cli

import (
	"context"
	"flag"
	"fmt"
	"time"

	"github.com/maitre-dev/maitre/safesql"
)

func sqlPublishCommand() command {
	return command{
		name: "sql publish", about: "publish figures about all customers, from which questions about everybody are answered",
		help: `Reads the customers' database and writes figures about all of them into maitre's own: by month, style, state and so on,
each of several customers and a little off, so that none of them can be found out. It is done by itself when there is none, and when the
last is a day old; this command does it now, after an import.

  maitre sql publish --customers customers.db`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			asJSON := fs.Bool("json", false, "the report as one JSON object")
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				c, err := a.customers(ctx)
				if err != nil {
					return err
				}
				p, err := a.policy()
				if err != nil {
					return err
				}
				g, err := a.gate(ctx, c, p)
				if err != nil {
					return err
				}
				r, err := g.Publish(ctx)
				if err != nil {
					return fmt.Errorf("%s: %w", c.name, err)
				}
				return a.published(c, r, *asJSON)
			}
		},
	}
}

func (a *app) published(c *customers, r safesql.Report, asJSON bool) error {
	if asJSON {
		return writeJSON(a.Stdout, struct {
			Source string `json:"source"`
			safesql.Report
			MS int64 `json:"ms"`
		}{c.source, r, r.Took.Milliseconds()})
	}
	_, err := fmt.Fprintf(a.Stdout, "published %d tables with %d rows about the clients of %s in %v; source: %s\n", r.Tables, r.Cells, c.name, r.Took.Round(time.Millisecond), c.source)
	return err
}
