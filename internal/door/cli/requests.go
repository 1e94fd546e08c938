package cli

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/maitre-dev/maitre/internal/specialist/house"
)

func requestsCommands() []command { return []command{requestsListCommand(), requestsSetCommand()} }

// inbox opens the requests of guests to the staff.
func (a *app) inbox(ctx context.Context) (*house.Inbox, error) {
	db, err := a.store(ctx)
	return &house.Inbox{Store: db, Threads: db}, err
}

func requestsListCommand() command {
	return command{
		name: "requests list", about: "what guests asked of the staff: tables, orders, complaints",
		help: `Those that wait longest come first. What is done is left out, unless with --all.

  maitre requests list
  maitre requests set 4f1c… done --by Ana --reply "Mesa para 4 às 20h, confirmado."`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			asJSON := fs.Bool("json", false, "one JSON object a line")
			all := fs.Bool("all", false, "those that are done too")
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				box, err := a.inbox(ctx)
				if err != nil {
					return err
				}
				list, err := box.List(ctx)
				if err != nil {
					return err
				}
				w := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
				for _, r := range list {
					switch {
					case r.State == house.Done && !*all:
					case *asJSON:
						err = writeJSON(a.Stdout, r)
					default:
						_, err = fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", r.ID, r.State, r.By, r.Made.Local().Format(time.DateTime), brief(r))
					}
					if err != nil {
						return err
					}
				}
				return w.Flush()
			}
		},
	}
}

// brief is a request on one line, for the staff.
func brief(r house.Request) string {
	parts := []string{r.Kind}
	if r.Table != "" {
		parts = append(parts, "table "+r.Table)
	}
	if r.People > 0 {
		parts = append(parts, fmt.Sprintf("%d people", r.People))
	}
	for _, p := range []string{r.Date, r.Time, r.Name, r.Contact, strings.Join(r.Order, ", "), strings.Join(r.Needs, "; "), r.Text} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(strings.Fields(strings.Join(parts, " · ")), " ")
}

func requestsSetCommand() command {
	return command{
		name: "requests set", args: "ID new|taken|done", about: "take a guest's request, hand it back or say that it is done, with a reply in their conversation",
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			by := fs.String("by", "", "your `NAME`, which the guest reads")
			reply := fs.String("reply", "", "`TEXT` to the guest")
			declined := fs.Bool("declined", false, "it is done, but not as the guest wished: seats that were kept are free again")
			return func(ctx context.Context, a *app, args []string) error {
				if len(args) != 2 || *by == "" {
					return &usageError{"say which request, what it is now, and who you are", `maitre requests set ID done --by Ana`}
				}
				box, err := a.inbox(ctx)
				if err != nil {
					return err
				}
				r, err := box.Set(ctx, args[0], house.Change{State: args[1], By: *by, Reply: *reply, Declined: *declined})
				if err != nil {
					return fmt.Errorf("request %s: %w", args[0], err)
				}
				_, err = fmt.Fprintf(a.Stdout, "%s %s by %s\n", r.ID, r.State, r.By)
				return err
			}
		},
	}
}
