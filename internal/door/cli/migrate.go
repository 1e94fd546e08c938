package cli

import (
	"context"
	"flag"
	"fmt"

	"github.com/maitre-dev/maitre/store/postgres"
	"github.com/maitre-dev/maitre/store/sqlite"
)

func migrateCommand() command {
	return command{
		name: "migrate", about: "bring the database up to date; other commands do so too",
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			show := fs.Bool("print", false, "print the SQL that is missing there, and change nothing")
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				if err := a.load(); err != nil {
					return err
				}
				before, steps, err := a.schema(ctx)
				if err != nil {
					return err
				}
				if *show {
					for _, s := range steps[min(before, len(steps)):] {
						if _, err := fmt.Fprintf(a.Stdout, "-- %d: %s\n%s\n", s.number, s.name, s.sql); err != nil {
							return err
						}
					}
					return nil
				}
				if _, err := a.store(ctx); err != nil {
					return err
				}
				_, err = fmt.Fprintf(a.Stdout, "%v: schema %d, was %d\n", a.config.DB, len(steps), before)
				return err
			}
		},
	}
}

type migration struct {
	number    int
	name, sql string
}

// schema returns how far the database is and all that there is.
func (a *app) schema(ctx context.Context) (version int, steps []migration, err error) {
	if a.inPostgres() {
		for _, m := range postgres.Migrations() {
			steps = append(steps, migration{m.Number, m.Name, m.SQL})
		}
		version, err = postgres.Version(ctx, a.config.DB.Reveal())
		return version, steps, err
	}
	for _, m := range sqlite.Migrations() {
		steps = append(steps, migration{m.Number, m.Name, m.SQL})
	}
	version, err = sqlite.Version(ctx, a.config.DB.Reveal())
	return version, steps, err
}
