package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/maitre-dev/maitre/internal/specialist/house"
)

func houseCommands() []command { return []command{houseSetCommand(), houseShowCommand()} }

func houseSetCommand() command {
	return command{
		name: "house set", args: "FILE", about: "tell what the house says of itself: hours, address, wifi, answers to questions",
		help: `FILE is TOML ("-": standard input) and replaces what was told before. Every worker answers from it at once.
Hours are written as OpenStreetMap does; texts are a string, or one for each of pt, en and es.

  hours    = "Tu-Su 12:00-15:00,19:00-23:00; PH off"
  kitchen  = "Tu-Su 12:00-14:30,19:00-22:15"
  address  = "Rua das Flores, 10"
  payment  = "Pix, débito e crédito"
  [wifi]
  pt = "rede Cantina, senha no balcão"
  en = "network Cantina, password at the bar"
  [[answers]]
  ask    = ["tem música ao vivo?", "is there live music?"]
  answer = "Sextas a partir das 20h."

  [tables]                # seats that may be taken at a time; minutes for which, between offered times, and ahead
  seats = 40
  stay  = 120
  slot  = 30
  lead  = 60

Besides these there are name, contact, booking, order, parking, children, pets, dress, country (whose public holidays
count: BR) and holidays of your own (["2026-12-24"]).`,
		setup: func(*flag.FlagSet) func(context.Context, *app, []string) error {
			return func(ctx context.Context, a *app, args []string) error {
				if len(args) != 1 {
					return &usageError{"name one file of what the house says of itself", `maitre help house set`}
				}
				text, err := a.readText(args[0])
				if err != nil {
					return err
				}
				facts, err := house.ParseFacts(text)
				if err != nil {
					return err
				}
				db, err := a.store(ctx)
				if err != nil {
					return err
				}
				if err := house.Keep(ctx, db, facts, time.Now()); err != nil {
					return err
				}
				_, err = fmt.Fprintf(a.Stdout, "told, with %d answers; look at it with: maitre house show\n", len(facts.Answers))
				return err
			}
		},
	}
}

// maxHouseFile is more than any house has to say.
const maxHouseFile = 1 << 20

// readText reads a small file, or standard input as "-".
func (a *app) readText(name string) (string, error) {
	from := a.Stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return "", err
		}
		defer f.Close()
		from = f
	}
	raw, err := io.ReadAll(io.LimitReader(from, maxHouseFile+1))
	if err == nil && len(raw) > maxHouseFile {
		err = fmt.Errorf("%s has more than %d bytes", name, maxHouseFile)
	}
	return string(raw), err
}

func houseShowCommand() command {
	return command{
		name: "house show", about: "what the house says of itself, as \"house set\" takes it",
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			asJSON := fs.Bool("json", false, "as one JSON object")
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				db, err := a.store(ctx)
				if err != nil {
					return err
				}
				facts, err := house.Kept(ctx, db)
				if err != nil {
					return err
				}
				if *asJSON {
					return writeJSON(a.Stdout, facts)
				}
				text, err := facts.TOML()
				if err != nil {
					return err
				}
				_, err = io.WriteString(a.Stdout, text)
				return err
			}
		},
	}
}
