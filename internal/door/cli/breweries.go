package cli

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/jsonl"
	"github.com/maitre-dev/maitre/internal/operate/sample"
	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/outside/brewery/obdb"
)

func breweriesCommands() []command {
	return []command{breweriesImportCommand(), breweriesSyncCommand(), breweriesFindCommand(), breweriesSameCommand(), breweriesMatchCommand()}
}

// breweries is the catalogue of breweries: what was imported into db, which may
// be nil, or else the sample.
func (a *app) breweries(db store) *brewery.Catalogue {
	c := &brewery.Catalogue{}
	if db != nil {
		c.Store = db
	}
	for _, b := range sample.Breweries() {
		c.Sample = append(c.Sample, brewery.Brewery{
			ID: b.ID, Name: b.Name, Type: b.Type, City: b.City, State: b.State, Country: b.Country, Website: b.Website,
		})
	}
	return c
}

// finder finds breweries: in Open Brewery DB if the settings say so, else, and
// when that fails, in the catalogue.
func (a *app) finder(db store) brewery.Finder {
	if a.config.Breweries != "openbrewerydb" {
		return a.breweries(db)
	}
	return brewery.WithFallback(obdb.New(a.config.BreweriesURL.Reveal(), nil), a.breweries(db))
}

func breweriesFindCommand() command {
	return command{
		name: "breweries find", about: "breweries in a city or a state",
		help: `Names are compared whole, however they are spelt, in Portuguese or English: --state ca, --state Califórnia.
Only --name finds what has more in its name. Without an imported catalogue it finds in the sample.

  maitre breweries find --city "San Diego" --state CA --type micro
  maitre breweries find --near 32.72,-117.16 --limit 5 --json`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			var q brewery.Query
			fs.StringVar(&q.City, "city", "", "`NAME` of the city")
			fs.StringVar(&q.State, "state", "", "name or code of the `STATE`")
			fs.StringVar(&q.Country, "country", "", "name or code of the `COUNTRY`")
			fs.StringVar(&q.Type, "type", "", "`TYPE` of brewery: micro, brewpub, regional …")
			fs.StringVar(&q.Name, "name", "", "`WORDS` of its name")
			near := fs.String("near", "", "`LAT,LON` in degrees: the nearest first")
			fs.IntVar(&q.Limit, "limit", 50, "how `MANY` at most, up to 200")
			asJSON := fs.Bool("json", false, "the result as one JSON object")
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				if q.Limit < 1 || q.Limit > brewery.MaxFound {
					return &usageError{fmt.Sprintf("--limit is from 1 to %d", brewery.MaxFound), ""}
				}
				if *near != "" {
					p, err := parsePoint(*near)
					if err != nil {
						return err
					}
					q.Near = p
				}
				return a.findBreweries(ctx, q, *asJSON)
			}
		},
	}
}

func parsePoint(text string) (*brewery.Point, error) {
	lat, lon, _ := strings.Cut(text, ",")
	y, err := strconv.ParseFloat(strings.TrimSpace(lat), 64)
	x, err2 := strconv.ParseFloat(strings.TrimSpace(lon), 64)
	if err != nil || err2 != nil {
		return nil, &usageError{fmt.Sprintf("--near %q is not two numbers", text), "--near 32.72,-117.16"}
	}
	return &brewery.Point{Lat: y, Lon: x}, nil
}

type breweriesFound struct {
	Source    string            `json:"source"`
	Stale     bool              `json:"stale,omitempty"`
	Note      string            `json:"note,omitempty"`
	Asked     time.Time         `json:"asked"`
	Breweries []brewery.Brewery `json:"breweries"`
}

func (a *app) findBreweries(ctx context.Context, q brewery.Query, asJSON bool) error {
	db, err := a.existing(ctx)
	if err != nil {
		return err
	}
	found, err := a.finder(db).Find(ctx, q)
	if errors.Is(err, brewery.ErrQuery) {
		return &usageError{err.Error(), `"maitre breweries find --help" tells more`}
	}
	if err != nil {
		return err
	}
	if asJSON {
		out := breweriesFound{found.Source, found.Stale, found.Note, found.Asked.UTC().Truncate(time.Second), found.Breweries}
		if out.Breweries == nil {
			out.Breweries = []brewery.Brewery{}
		}
		return writeJSON(a.Stdout, out)
	}
	if found.Note != "" {
		fmt.Fprintln(a.Stderr, plain("maitre: "+found.Note))
	}
	if found.Source == brewery.Sample {
		fmt.Fprintln(a.Stderr, `maitre: there is no catalogue yet: this is the sample ("maitre breweries import FILE.csv" makes one)`)
	}
	var b strings.Builder
	for _, f := range found.Breweries {
		b.WriteString(f.Name)
		if f.Type != "" {
			b.WriteString("  [" + f.Type + "]")
		}
		fmt.Fprintf(&b, "  %s, %s", f.City, cmp.Or(f.State, f.Country))
		if f.Website != "" {
			b.WriteString("  " + f.Website)
		}
		b.WriteByte('\n')
	}
	if len(found.Breweries) == 0 {
		b.WriteString("none is known\n")
	}
	_, err = io.WriteString(a.Stdout, plain(b.String()))
	return err
}

func breweriesSameCommand() command {
	return command{
		name: "breweries same", args: `"A" "B"`, about: "whether two names are of one brewery",
		help: `Says same, likely or different. Branches of one house are the same.

  maitre breweries same "Stone Brewing Co." "Stone Brewing"
  maitre breweries same "San Diego Brewing" "San Diego Brewpub" --city "San Diego"`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			city := fs.String("city", "", "`NAME` of the city that both are in")
			state := fs.String("state", "", "name or code of the `STATE`")
			return func(_ context.Context, a *app, args []string) error {
				if len(args) != 2 {
					return &usageError{"say two names", `maitre breweries same "Stone Brewing Co." "Stone Brewing"`}
				}
				x := brewery.Brewery{Name: args[0], City: *city, State: *state}
				y := brewery.Brewery{Name: args[1], City: *city, State: *state}
				_, err := fmt.Fprintln(a.Stdout, brewery.Compare(x, y))
				return err
			}
		},
	}
}

type breweryPair struct {
	A brewery.Brewery `json:"a"`
	B brewery.Brewery `json:"b"`
}

type breweryVerdict struct {
	Verdict brewery.Verdict `json:"verdict"`
}

func breweriesMatchCommand() command {
	return command{
		name: "breweries match", args: "< in.jsonl", about: "whether breweries are the same, two on each line",
		help: `A line {"id":…,"a":{"name":…,"city":…},"b":{"name":…,"city":…}} gives {"id":…,"verdict":"same"}, or likely, or
different; a line that cannot be used {"id":…,"error":…}. What else counts where it is known: id, state, country, phone and
website_url.

  echo '{"id":1,"a":{"name":"Stone Brewing Co."},"b":{"name":"Stone Brewing"}}' | maitre breweries match`,
		setup: func(*flag.FlagSet) func(context.Context, *app, []string) error {
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				p := a.progress("lines")
				count, err := jsonl.Run(ctx, a.input(ctx), a.Stdout, matchBreweries, func(c jsonl.Count) { p.at(c.Lines, 0) })
				p.end()
				return a.answered(count, err)
			}
		},
	}
}

func matchBreweries(_ context.Context, p breweryPair) (breweryVerdict, error) {
	if strings.TrimSpace(p.A.Name) == "" || strings.TrimSpace(p.B.Name) == "" {
		return breweryVerdict{}, errors.New(`"a" and "b" must each have a "name"`)
	}
	return breweryVerdict{brewery.Compare(p.A, p.B)}, nil
}
