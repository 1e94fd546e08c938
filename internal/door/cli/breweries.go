package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/records"
	"github.com/maitre-dev/maitre/internal/operate/sample"
	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/outside/brewery/obdb"
	"github.com/maitre-dev/maitre/internal/outside/webclient"
	"github.com/maitre-dev/maitre/retrieve"
)

// breweries is the catalogue of breweries: what was imported into the database, if
// there is one, or else the sample.
func (a *app) breweries() *brewery.Catalogue {
	c := &brewery.Catalogue{Store: a.db}
	for _, b := range sample.Breweries() {
		c.Sample = append(c.Sample, brewery.Brewery{
			ID: b.ID, Name: b.Name, Type: b.Type, City: b.City, State: b.State, Country: b.Country, Website: b.Website,
		})
	}
	return c
}

// finder finds breweries: in Open Brewery DB if the settings say so, else, and
// when that fails, in the catalogue.
func (a *app) finder() brewery.Finder {
	if a.config.Breweries != "openbrewerydb" {
		return a.breweries()
	}
	return brewery.WithFallback(obdb.New(a.config.BreweriesURL.Reveal(), nil), a.breweries())
}

func breweriesFindCommand(ctx context.Context, a *app, _ []string) error {
	near := a.text("near")
	q := brewery.Query{
		City: a.text("city"), State: a.text("state"), Country: a.text("country"), Type: a.text("type"), Name: a.text("name"), Limit: a.number("limit"),
	}
	if q.Limit < 1 || q.Limit > brewery.MaxFound {
		return &usageError{fmt.Sprintf("--limit is from 1 to %d", brewery.MaxFound), ""}
	}
	if near != "" {
		lat, lon, _ := strings.Cut(near, ",")
		y, err := strconv.ParseFloat(strings.TrimSpace(lat), 64)
		x, err2 := strconv.ParseFloat(strings.TrimSpace(lon), 64)
		if err != nil || err2 != nil {
			return &usageError{fmt.Sprintf("--near %q is not two numbers", near), "--near 32.72,-117.16"}
		}
		q.Near = &brewery.Point{Lat: y, Lon: x}
	}
	if err := a.openExisting(ctx); err != nil {
		return err
	}
	found, err := a.finder().Find(ctx, q)
	if errors.Is(err, brewery.ErrQuery) {
		return &usageError{err.Error(), `"maitre breweries find --help" tells more`}
	}
	if err != nil {
		return err
	}
	if found.Note != "" && !a.json {
		fmt.Fprintln(a.Stderr, plain("maitre: "+found.Note))
	}
	if found.Source == brewery.Sample && !a.json {
		fmt.Fprintln(a.Stderr, `maitre: there is no catalogue yet: this is the sample ("maitre breweries import FILE.csv" makes one)`)
	}
	found.Asked, found.Breweries = found.Asked.UTC().Truncate(time.Second), append([]brewery.Brewery{}, found.Breweries...)
	return a.show(found, func(w io.Writer) {
		for _, f := range found.Breweries {
			name := f.Name
			if f.Type != "" {
				name += "  [" + f.Type + "]"
			}
			fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("%s  %s, %s  %s", name, f.City, cmp.Or(f.State, f.Country), f.Website), " "))
		}
		if len(found.Breweries) == 0 {
			fmt.Fprintln(w, "none is known")
		}
	})
}

type breweryPair struct {
	A brewery.Brewery `json:"a"`
	B brewery.Brewery `json:"b"`
}

type breweryVerdict struct {
	Verdict brewery.Verdict `json:"verdict"`
}

// breweriesMatchCommand compares two names, or without any the pairs on standard
// input.
func breweriesMatchCommand(ctx context.Context, a *app, args []string) error {
	city, state := a.text("city"), a.text("state")
	if len(args) == 0 {
		return answerLines(ctx, a, `{"id":…,"a":{"name":…},"b":{"name":…}}`, matchBreweries)
	}
	if len(args) != 2 {
		return &usageError{"say two names, or none and pairs on standard input", `maitre breweries match "Stone Brewing Co." "Stone Brewing"`}
	}
	x := brewery.Brewery{Name: args[0], City: city, State: state}
	y := brewery.Brewery{Name: args[1], City: city, State: state}
	return a.tell(nil, "%v", brewery.Compare(x, y))
}

func matchBreweries(_ context.Context, p breweryPair) (breweryVerdict, error) {
	if strings.TrimSpace(p.A.Name) == "" || strings.TrimSpace(p.B.Name) == "" {
		return breweryVerdict{}, errors.New(`"a" and "b" must each have a "name"`)
	}
	return breweryVerdict{brewery.Compare(p.A, p.B)}, nil
}

func breweriesImportCommand(ctx context.Context, a *app, args []string) error {
	dry, live := a.is("dry-run"), a.is("live")
	if live != (len(args) == 0) || len(args) > 1 || live && dry {
		return &usageError{"say which file", "maitre breweries import FILE.csv, or --live for Open Brewery DB"}
	}
	var report *breweriesReport
	var err error
	if live {
		report, err = a.syncBreweries(ctx, a.text("country"))
	} else {
		report, err = a.importBreweries(ctx, args[0], dry)
	}
	if report == nil {
		return err
	}
	if !a.json {
		a.tellLines(len(report.Skipped), "; --json has them all", func(i int) (int, string) { return report.Skipped[i].Line, report.Skipped[i].Text + ": skipped" })
	}
	return errors.Join(a.show(report, report.write), err)
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

// importProblem is a line of a file that was not taken.
type importProblem struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

func (r *breweriesReport) write(w io.Writer) {
	what := "breweries"
	if r.Breweries == 1 {
		what = "brewery"
	}
	fmt.Fprintf(w, "%d %s, %d new, %d changed, %d skipped, in %.1f s%s\n",
		r.Breweries, what, r.New, r.Changed, len(r.Skipped), float64(r.Millis)/1000, ifDry(r.DryRun))
}

// importBreweries reads a file into the catalogue. The report is nil if the
// file could not be read.
func (a *app) importBreweries(ctx context.Context, path string, dry bool) (*breweriesReport, error) {
	start := time.Now()
	in, err := a.openInput(ctx, path, "reading the breweries")
	if err != nil {
		return nil, err
	}
	defer in.Close()
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
	if err := a.openToChange(ctx, dry); err != nil {
		return nil, err
	}
	k, err := brewery.NewKeeper(ctx, a.db)
	if err == nil && dry {
		k = k.Dry()
	}
	return k, err
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
	mark := "all " + country
	n, err := a.nextPage(ctx, mark)
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
		if err := a.putNextPage(ctx, mark, next); err != nil {
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

// nextPage returns the page that a sync of a name has come to, the first when there was none.
func (a *app) nextPage(ctx context.Context, of string) (int, error) {
	rows, err := a.db.DocsAfter(ctx, syncCollection, "", 0, 0)
	for _, r := range rows {
		if n, err := strconv.Atoi(r.Fields["page"]); r.ID == of && err == nil && n > 0 {
			return n, nil
		}
	}
	return 1, err
}

func (a *app) putNextPage(ctx context.Context, of string, n int) error {
	doc := retrieve.Doc{ID: of, Title: "breweries sync", Fields: map[string]string{"page": strconv.Itoa(n)}}
	return a.db.PutDocs(ctx, syncCollection, "", []retrieve.Row{{Doc: doc}})
}
