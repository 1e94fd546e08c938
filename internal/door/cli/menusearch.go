package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/maitre-dev/maitre/internal/specialist/menu"
)

func menuSearchCommand() command {
	return command{
		name: "menu search", args: `"WISH"`, about: "what on a card fits a wish",
		help: `Shows what really fits, the best first: nothing rather than something else. --json also has the pool among which
it was chosen. Without an imported card it searches the sample.

  maitre menu search "quero massa"
  maitre menu search "algo leve sem queijo até 40 reais" --json`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			restaurant := fs.String("restaurant", "", "`NAME` of the restaurant; without it the house")
			k := fs.Int("k", 10, "how `MANY` at most")
			asJSON := fs.Bool("json", false, "the result as one JSON object")
			return func(ctx context.Context, a *app, args []string) error {
				wish := strings.TrimSpace(strings.Join(args, " "))
				if wish == "" {
					return &usageError{"say what to look for", `maitre menu search "quero massa"`}
				}
				if *k < 1 || *k > 25 {
					return &usageError{"-k is from 1 to 25", ""}
				}
				card, of, err := a.card(ctx, *restaurant)
				if err != nil {
					return err
				}
				tasks, err := a.runner(ctx, "")
				if err != nil {
					return err
				}
				found, err := card.Find(ctx, tasks, wish, *k)
				if err != nil {
					return err
				}
				if *asJSON {
					return writeJSON(a.Stdout, menuFound{wish, of, found})
				}
				return writeFound(a, of, found)
			}
		},
	}
}

type menuFound struct {
	Query string `json:"query"`
	cardOf
	menu.Found
}

func writeFound(a *app, of cardOf, found menu.Found) error {
	if of.Sample {
		fmt.Fprintln(a.Stderr, noCard)
	}
	var b strings.Builder
	for i, it := range found.Items {
		price := ""
		if it.Price != nil {
			price = "  " + it.Price.Text("pt")
		}
		fmt.Fprintf(&b, "%2d. %s  [%s]%s\n", i+1, it.Name, it.ID, price)
		if it.Description != "" {
			fmt.Fprintf(&b, "    %s\n", it.Description)
		}
	}
	if len(found.Items) == 0 {
		b.WriteString("nothing fits")
		if len(found.Pool) > 0 {
			fmt.Fprintf(&b, "; the nearest is %s  [%s]", found.Pool[0].Name, found.Pool[0].ID)
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(a.Stdout, plain(b.String()))
	return err
}
