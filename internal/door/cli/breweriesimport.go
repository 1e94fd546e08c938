package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/records"
	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/outside/brewery/obdb"
	"github.com/maitre-dev/maitre/internal/outside/webclient"
	"github.com/maitre-dev/maitre/retrieve"
)

func breweriesImportCommand() command {
	return command{
		name: "breweries import", args: "FILE", about: "load breweries into the catalogue",
		help: `FILE is the CSV that Open Brewery DB publishes, with the columns id, name, brewery_type, address_1 to address_3, city,
state_province, postal_code, country, phone, website_url, longitude and latitude; "-" is standard input. A list of one's
own may say Nome, Cidade, UF instead, and needs no ids. Phones, postal codes, states and sites are cleaned. A line without
a name, or without an id where others have one, is skipped, and told. Importing again does only what changed; what the
file does not have stays. From the first import on the sample's breweries are no longer recommended.

  maitre breweries import breweries.csv --dry-run`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			dry := fs.Bool("dry-run", false, "tell what would be done, and do nothing")
			asJSON := fs.Bool("json", false, "the report as one JSON object")
			return func(ctx context.Context, a *app, args []string) error {
				if len(args) != 1 {
					return &usageError{"say which file", "maitre breweries import FILE.csv"}
				}
				report, err := a.importBreweries(ctx, args[0], *dry)
				if report == nil {
					return err
				}
				if *asJSON {
					return errors.Join(writeJSON(a.Stdout, report), err)
				}
				return errors.Join(report.write(a), err)
			}
		},
	}
}

type breweriesReport struct {
	DryRun    bool            `json:"dry_run,omitempty"`
	Breweries int             `json:"breweries"` // in the file, or from the service
	New       int             `json:"new"`
	Changed   int             `json:"changed"`
	Pages     int             `json:"pages,omitempty"`
	Skipped   []importProblem `json:"skipped"`
	Millis    int64           `json:"ms"`
}

func (r *breweriesReport) write(a *app) error {
	const told = 20
	for _, p := range r.Skipped[:min(told, len(r.Skipped))] {
		fmt.Fprintf(a.Stderr, "line %d: %s: skipped\n", p.Line, plain(p.Text))
	}
	if more := len(r.Skipped) - told; more > 0 {
		fmt.Fprintf(a.Stderr, "and %s more; --json has them all\n", counted(more, "line"))
	}
	what, done := "breweries", ""
	if r.Breweries == 1 {
		what = "brewery"
	}
	if r.DryRun {
		done = " (nothing was done)"
	}
	_, err := fmt.Fprintf(a.Stdout, "%d %s, %d new, %d changed, %d skipped, in %.1f s%s\n",
		r.Breweries, what, r.New, r.Changed, len(r.Skipped), float64(r.Millis)/1000, done)
	return err
}

// importBreweries reads a file into the catalogue. The report is nil if the
// file could not be read.
func (a *app) importBreweries(ctx context.Context, path string, dry bool) (*breweriesReport, error) {
	start := time.Now()
	in := a.input(ctx)
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, fmt.Errorf("reading the breweries: %w", err)
		}
		defer f.Close()
		in = f
	}
	p := a.progress("kB read")
	defer p.end()
	report := &breweriesReport{DryRun: dry, Skipped: []importProblem{}}
	all, err := report.read(&metered{in, p, 0}, filepath.Base(path))
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return report, fmt.Errorf("%s has no brewery", path)
	}
	k, err := a.keeper(ctx, dry)
	if err != nil {
		return report, err
	}
	first := k.Empty() && !dry
	p.what = "breweries"
	const batch = 2000
	done := 0
	for some := range slices.Chunk(all, batch) {
		fresh, changed, err := k.Keep(ctx, some)
		if err != nil {
			return report, fmt.Errorf("after %s; run it again to go on: %w", counted(done, "row"), err)
		}
		report.New, report.Changed, done = report.New+fresh, report.Changed+changed, done+len(some)
		p.at(done, len(all))
	}
	report.Millis = time.Since(start).Milliseconds()
	if first {
		fmt.Fprintln(a.Stderr, "the catalogue takes the place of the sample, whose breweries are no longer recommended")
	}
	return report, nil
}

func (r *breweriesReport) read(in io.Reader, name string) ([]brewery.Brewery, error) {
	var (
		all              []brewery.Brewery
		list             []records.Row
		named            []string // columns
		hasIDs, hasNames bool
	)
	known := map[string]int{}
	skip := func(line int, text string) {
		r.Skipped = append(r.Skipped, importProblem{Line: line, Text: text})
	}
	for row := range records.Read(in, name) {
		if errors.Is(row.Err, records.ErrRead) {
			return nil, fmt.Errorf("reading the breweries: %w", row.Err)
		}
		if row.Err != nil {
			skip(row.Line, row.Err.Error())
			continue
		}
		for name := range row.Fields {
			if !slices.Contains(named, name) {
				named = append(named, name)
			}
		}
		row.Fields = brewery.Columns(row.Fields)
		hasIDs, hasNames = hasIDs || row.Fields["id"] != "", hasNames || row.Fields["name"] != ""
		list = append(list, row)
	}
	if len(list) > 0 && !hasNames {
		slices.Sort(named)
		return nil, fmt.Errorf("no column has the names of the breweries: there are %s; call one of them name", strings.Join(named, ", "))
	}
	for _, row := range list {
		if !hasIDs {
			row.Fields["id"] = brewery.OwnID(row.Fields)
		}
		b, err := brewery.FromColumns(row.Fields)
		if err != nil {
			skip(row.Line, err.Error())
			continue
		}
		if first, ok := known[b.ID]; ok {
			skip(row.Line, fmt.Sprintf("line %d has this id", first))
			continue
		}
		known[b.ID] = row.Line
		all = append(all, b)
	}
	r.Breweries = len(all)
	return all, nil
}

// keeper opens the catalogue to change it, or to tell what would change.
func (a *app) keeper(ctx context.Context, dry bool) (*brewery.Keeper, error) {
	db, err := a.existing(ctx)
	if err == nil && db == nil && !dry {
		db, err = a.store(ctx)
	}
	if err != nil {
		return nil, err
	}
	if db == nil {
		return brewery.NewKeeper(ctx, nil)
	}
	k, err := brewery.NewKeeper(ctx, db)
	if err == nil && dry {
		k = k.Dry()
	}
	return k, err
}

func breweriesSyncCommand() command {
	return command{
		name: "breweries sync", about: "build the catalogue from Open Brewery DB",
		help: `Asks for page after page, slowly, and waits when the service wants it to. If it is stopped, it goes on next time with
the page it had reached; once it has them all, it begins anew. What the service no longer has stays.

  maitre breweries sync --country Germany`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			country := fs.String("country", "", "only the breweries of this `COUNTRY`")
			asJSON := fs.Bool("json", false, "the report as one JSON object")
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				report, err := a.syncBreweries(ctx, *country)
				if err != nil {
					return err
				}
				if *asJSON {
					return writeJSON(a.Stdout, report)
				}
				return report.write(a)
			}
		},
	}
}

const (
	syncCollection = "breweries-sync" // where the page is kept that a sync has reached
	longestWait    = 10 * time.Minute // for a service that wants to be left alone
)

func (a *app) syncBreweries(ctx context.Context, country string) (*breweriesReport, error) {
	start := time.Now()
	if country != "" {
		name, ok := brewery.Country(country)
		if !ok {
			return nil, &usageError{"that is no country of Open Brewery DB", "--country Germany"}
		}
		country = name
	}
	k, err := a.keeper(ctx, false)
	if err != nil {
		return nil, err
	}
	mark := bookmark{a.db, "all " + country}
	n, err := mark.page(ctx)
	if err != nil {
		return nil, err
	}
	client := obdb.New(a.config.BreweriesURL.Reveal(), nil)
	p := a.progress("breweries")
	defer p.end()
	report := &breweriesReport{Skipped: []importProblem{}}
	for more := true; more; n++ {
		var some []brewery.Brewery
		if some, more, err = patiently(ctx, client, country, n); err != nil {
			return nil, fmt.Errorf("%w; run it again to go on", err)
		}
		fresh, changed, err := k.Keep(ctx, some)
		if err != nil {
			return nil, err
		}
		report.Breweries, report.New, report.Changed = report.Breweries+len(some), report.New+fresh, report.Changed+changed
		report.Pages++
		p.at(report.Breweries, 0)
		next := n + 1
		if !more {
			next = 1
		}
		if err := mark.put(ctx, next); err != nil {
			return nil, err
		}
	}
	report.Millis = time.Since(start).Milliseconds()
	return report, nil
}

// patiently asks for a page, again when the service has been left alone for as
// long as it wanted.
func patiently(ctx context.Context, c *obdb.Client, country string, n int) ([]brewery.Brewery, bool, error) {
	for tries := 0; ; tries++ {
		some, more, err := c.Page(ctx, country, n)
		busy, ok := errors.AsType[*webclient.BusyError](err)
		if !ok || busy.Left > longestWait || tries == 5 {
			return some, more, err
		}
		select {
		case <-time.After(busy.Left):
		case <-ctx.Done():
			return nil, false, context.Cause(ctx)
		}
	}
}

// bookmark remembers the next page of a sync.
type bookmark struct {
	db store
	of string
}

func (m bookmark) page(ctx context.Context) (int, error) {
	rows, err := m.db.DocsAfter(ctx, syncCollection, "", 0, 0)
	if err != nil {
		return 0, err
	}
	for _, r := range rows {
		if n, err := strconv.Atoi(r.Fields["page"]); r.ID == m.of && err == nil && n > 0 {
			return n, nil
		}
	}
	return 1, nil
}

func (m bookmark) put(ctx context.Context, n int) error {
	doc := retrieve.Doc{ID: m.of, Title: "breweries sync", Fields: map[string]string{"page": strconv.Itoa(n)}}
	return m.db.PutDocs(ctx, syncCollection, "", []retrieve.Row{{Doc: doc}})
}
