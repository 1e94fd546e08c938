package cli

import (
	"context"
	"flag"
	"fmt"
	"time"
)

func pruneCommand() command {
	return command{
		name: "prune", about: "remove the log of runs that were over before a time",
		help: `It removes events and checkpoints, not the messages of the threads. Nothing else removes an event.

  maitre prune --days 365 --yes`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			days := fs.Int("days", 0, "`DAYS` that are kept")
			yes := fs.Bool("yes", false, "do it: what is removed is gone")
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				if *days < 1 {
					return &usageError{"say how many days are kept", "--days 365"}
				}
				before := time.Now().AddDate(0, 0, -*days)
				if !*yes {
					return &usageError{fmt.Sprintf("this would remove the log of all runs that were over before %s for good", before.Format(time.DateOnly)), "add --yes"}
				}
				if err := a.load(); err != nil {
					return err
				}
				db, err := a.store(ctx)
				if err != nil {
					return err
				}
				n, err := db.Prune(ctx, before)
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(a.Stdout, "%d events removed\n", n)
				return err
			}
		},
	}
}
