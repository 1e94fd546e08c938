package cli

import (
	"context"
	"flag"
	"fmt"
	"text/tabwriter"
)

func configCommand() command {
	return command{
		name: "config", about: "the settings in force and where each came from, keys masked",
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			asJSON := fs.Bool("json", false, "one JSON object a setting")
			return func(_ context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				if err := a.load(); err != nil {
					return err
				}
				tw := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
				for _, s := range a.config.Explain() {
					if *asJSON {
						if err := writeJSON(a.Stdout, s); err != nil {
							return err
						}
						continue
					}
					fmt.Fprintf(tw, "%s\t%s\t%s\n", s.Key, oneLine(s.Value), s.From)
				}
				return tw.Flush()
			}
		},
	}
}
