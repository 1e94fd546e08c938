package cli

import (
	"context"
	"flag"
	"fmt"
	"time"

	"github.com/maitre-dev/maitre/memory"
)

func pruneCommand() command {
	return command{
		name: "prune", about: "remove the log of runs that were over before a time, and memories that are too old",
		help: `Of runs it removes events and checkpoints, not the messages of the threads. Memories of guests are forgotten
when the settings memory.keep, memory.keep_sessions and memory.keep_retired say so. Nothing else goes with time.

  maitre prune --days 365 --yes
  maitre prune --memories --yes`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			days := fs.Int("days", 0, "`DAYS` of which the log is kept")
			memories := fs.Bool("memories", false, "only memories: the log is kept whole")
			yes := fs.Bool("yes", false, "do it: what is removed is gone")
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				given := map[string]bool{}
				fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
				what := "forget all memories that are older than the settings keep them"
				before := time.Now().AddDate(0, 0, -*days)
				switch {
				case *memories && *days != 0:
					return &usageError{"--memories keeps the log whole, --days does not", "give one of them"}
				case given["days"] && *days < 1:
					return &usageError{fmt.Sprintf("--days %d keeps nothing, not even what is under way", *days), "--days 1 is the least; maitre memory forget removes one guest at once"}
				case !*memories && *days < 1:
					return &usageError{"say how many days are kept", "--days 365, or --memories to leave the log alone"}
				case !*memories:
					what = fmt.Sprintf("remove the log of all runs that were over before %s, and %s,", before.Format(time.DateOnly), what)
				}
				if !*yes {
					return &usageError{"this would " + what + " for good", "add --yes"}
				}
				book, err := a.book(ctx)
				if err != nil {
					return err
				}
				if !*memories {
					n, err := a.db.Prune(ctx, before)
					if err != nil {
						return err
					}
					fmt.Fprintf(a.Stdout, "%d events removed\n", n)
				}
				k := a.config.Memory
				n, err := book.Expire(ctx, memory.Keep{Memories: k.Keep, Sessions: k.Sessions, Retired: k.Retired}, time.Now())
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(a.Stdout, "%d memories forgotten\n", n)
				return err
			}
		},
	}
}
