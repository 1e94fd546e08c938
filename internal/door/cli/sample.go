package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"

	"github.com/maitre-dev/maitre/internal/door/config"
	"github.com/maitre-dev/maitre/internal/operate/sample"
)

func sampleCommand() command {
	return command{
		name: "sample customers", args: "--out FILE", about: "write fictional customers who buy from real breweries",
		help: `FILE becomes a SQLite database; postgres://user:password@host/database gets the tables instead. The same seed
gives the same customers. C001 is Bar do João in San Diego.

  maitre sample customers --out customers.db
  maitre sql --customers customers.db --as C001 "SELECT * FROM my_profile"`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			out := fs.String("out", "", "`FILE` to write, which must not exist")
			clients := fs.Int("clients", 400, "how `MANY` clients")
			seed := fs.Uint64("seed", 7, "`NUMBER` from which they are made up")
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				if *out == "" {
					return &usageError{"say where to write", "--out FILE"}
				}
				if *clients < 1 || *seed < 1 {
					return &usageError{"--clients and --seed are 1 or more", ""}
				}
				return a.writeSample(ctx, config.Address(*out), sample.Options{Clients: *clients, Seed: *seed})
			}
		},
	}
}

func (a *app) writeSample(ctx context.Context, out config.Address, o sample.Options) error {
	write := sample.Write
	if isURL(out) {
		write = sample.WritePostgres
	}
	err := write(ctx, out.Reveal(), o)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%v is there already, and stays as it is; name another file", out)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.Stdout, "%v: %d clients (%s)\n", out, o.Clients, sample.Note)
	return err
}
