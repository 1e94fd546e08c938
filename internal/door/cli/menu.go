package cli

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"github.com/maitre-dev/maitre/internal/specialist/menu"
)

func menuCommands() []command {
	return []command{menuImportCommand(), menuExportCommand(), menuListCommand(), menuSearchCommand(), menuAskCommand()}
}

func menuExportCommand() command {
	return command{
		name: "menu export", about: "write a card as a file that can be imported",
		help: `If the house has no card it is the sample's: something to begin with.

  maitre menu export --format csv > menu.csv`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			restaurant := fs.String("restaurant", "", "`NAME` of the restaurant; without it the house")
			format := fs.String("format", "jsonl", "`FORMAT`, jsonl or csv")
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				write := map[string]func(io.Writer, []menu.Item) error{"jsonl": menu.WriteJSONL, "csv": menu.WriteCSV}[*format]
				if write == nil {
					return &usageError{fmt.Sprintf("--format %q is unknown", *format), "jsonl or csv"}
				}
				items, of, err := a.items(ctx, *restaurant)
				if err != nil {
					return err
				}
				if of.Sample {
					fmt.Fprintln(a.Stderr, noCard)
				}
				out := bufio.NewWriter(a.Stdout)
				return errors.Join(write(out, items), out.Flush())
			}
		},
	}
}

const noCard = `(the house has no card yet: this is the sample; "maitre menu import FILE" makes one)`

func menuListCommand() command {
	return command{
		name: "menu list", about: "the cards that there are",
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			asJSON := fs.Bool("json", false, "one JSON object a card")
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				return a.listMenus(ctx, *asJSON)
			}
		},
	}
}

type listedCard struct {
	Restaurant string `json:"restaurant"`
	Items      int    `json:"items"`
	House      bool   `json:"house,omitempty"`  // it is the house's
	Sample     bool   `json:"sample,omitempty"` // it was not imported
}

func (a *app) listMenus(ctx context.Context, asJSON bool) error {
	db, err := a.existing(ctx)
	if err != nil {
		return err
	}
	sizes, err := restaurants(ctx, db)
	if err != nil {
		return err
	}
	house, ok, err := a.restaurant(ctx, db, "")
	if err != nil {
		return err
	}
	var all []listedCard
	for _, r := range slices.Sorted(maps.Keys(sizes)) {
		all = append(all, listedCard{r, sizes[r], ok && r == house, false})
	}
	if !ok {
		all = append(all, listedCard{"", len(menu.Sample()), true, true})
	}
	tw := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	for _, c := range all {
		if asJSON {
			if err := writeJSON(a.Stdout, c); err != nil {
				return err
			}
			continue
		}
		of := cardOf{c.Restaurant, c.Sample}.String()
		note := ""
		if c.House && of != called("") {
			note = "the house's"
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\n", plain(of), counted(c.Items, "item"), note)
	}
	return tw.Flush()
}

// counted says how many there are of something.
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
