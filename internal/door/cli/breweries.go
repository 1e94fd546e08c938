package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

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
		c.Sample = append(c.Sample, brewery.Brewery{ID: b.ID, Name: b.Name, Type: b.Type, City: b.City, State: b.State, Country: b.Country, Website: b.Website})
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

type breweriesFindIn struct {
	City, State, Country, Type, Name, Near string
	Limit                                  int
}

func breweriesFind(ctx context.Context, a *app, in breweriesFindIn) (any, error) {
	q := brewery.Query{City: in.City, State: in.State, Country: in.Country, Type: in.Type, Name: in.Name, Limit: in.Limit}
	if in.Near != "" {
		lat, lon, _ := strings.Cut(in.Near, ",")
		y, err := strconv.ParseFloat(strings.TrimSpace(lat), 64)
		x, err2 := strconv.ParseFloat(strings.TrimSpace(lon), 64)
		if err != nil || err2 != nil {
			return nil, wrong("--near 32.72,-117.16", "--near %q is not two numbers", in.Near)
		}
		q.Near = &brewery.Point{Lat: y, Lon: x}
	}
	found, err := a.finder().Find(ctx, q)
	if errors.Is(err, brewery.ErrQuery) {
		return nil, wrong(`"maitre breweries find --help" tells more`, "%v", err)
	}
	if err != nil {
		return nil, err
	}
	if found.Note != "" {
		a.note("maitre: %s", found.Note)
	}
	if found.Source == brewery.Sample {
		a.note(`maitre: there is no catalogue yet: this is the sample ("maitre breweries import FILE.csv" makes one)`)
	}
	found.Asked, found.Breweries = found.Asked.UTC().Truncate(time.Second), append([]brewery.Brewery{}, found.Breweries...)
	return found, nil
}

type breweryPair struct {
	A brewery.Brewery `json:"a"`
	B brewery.Brewery `json:"b"`
}

type breweryVerdict struct {
	Verdict brewery.Verdict `json:"verdict"`
}

type breweriesMatchIn struct {
	City, State string
	Names       []string
}

// breweriesMatch compares two names, or without any the pairs on standard input.
func breweriesMatch(ctx context.Context, a *app, in breweriesMatchIn) (any, error) {
	switch len(in.Names) {
	case 0:
		return nil, answerLines(ctx, a, `{"id":…,"a":{"name":…},"b":{"name":…}}`, matchBreweries)
	case 2:
		of := func(name string) brewery.Brewery { return brewery.Brewery{Name: name, City: in.City, State: in.State} }
		return brewery.Compare(of(in.Names[0]), of(in.Names[1])).String(), nil
	}
	return nil, wrong(`maitre breweries match "Stone Brewing Co." "Stone Brewing"`, "say two names, or none and pairs on standard input")
}

func matchBreweries(_ context.Context, p breweryPair) (breweryVerdict, error) {
	if strings.TrimSpace(p.A.Name) == "" || strings.TrimSpace(p.B.Name) == "" {
		return breweryVerdict{}, errors.New(`"a" and "b" must each have a "name"`)
	}
	return breweryVerdict{brewery.Compare(p.A, p.B)}, nil
}

type breweriesReport struct {
	DryRun    bool      `json:"dry_run,omitempty"`
	Breweries int       `json:"breweries"` // in the file, or from the service
	New       int       `json:"new"`
	Changed   int       `json:"changed"`
	Pages     int       `json:"pages,omitempty"`
	Skipped   []skipped `json:"skipped"`
	Millis    int64     `json:"ms"`
}

// skipped is a line of a file that was not taken.
type skipped struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

type breweriesImportIn struct {
	DryRun, Live bool
	Country      string
	Files        []string
}

func breweriesImport(ctx context.Context, a *app, in breweriesImportIn) (any, error) {
	if in.Live != (len(in.Files) == 0) || len(in.Files) > 1 || in.Live && in.DryRun {
		return nil, wrong("maitre breweries import FILE.csv, or --live for Open Brewery DB", "say which file")
	}
	start, report := time.Now(), &breweriesReport{DryRun: in.DryRun, Skipped: []skipped{}}
	var err error
	if in.Live {
		err = a.syncBreweries(ctx, in.Country, report)
	} else {
		err = a.importBreweries(ctx, in.Files[0], report)
	}
	report.Millis = time.Since(start).Milliseconds()
	var bad []badLine
	for _, s := range report.Skipped {
		bad = append(bad, badLine{s.Line, s.Text + ": skipped"})
	}
	if !a.json {
		a.tellLines(bad)
	}
	if err != nil && report.Breweries+len(report.Skipped) == 0 { // nothing was read
		return nil, err
	}
	return report, err
}

// importBreweries reads a file into the catalogue.
func (a *app) importBreweries(ctx context.Context, path string, report *breweriesReport) error {
	all, bad, err := readRows(ctx, a, path, func(fields map[string]string, hasIDs bool) (b brewery.Brewery, id string, err error) {
		fields = brewery.Columns(fields)
		if fields["name"] == "" {
			return b, "", errors.New("there is no name")
		}
		if !hasIDs { // anywhere: each gets one of its name and place
			fields["id"] = brewery.OwnID(fields)
		}
		b, err = brewery.FromColumns(fields)
		return b, b.ID, err
	})
	for _, l := range bad {
		report.Skipped = append(report.Skipped, skipped{l.Line, l.Error})
	}
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s has no brewery", path)
	}
	if err != nil {
		return err
	}
	k, err := a.keeper(ctx, report.DryRun)
	if err != nil {
		return err
	}
	p := a.progress("breweries")
	defer p.end()
	const batch = 2000
	for some := range slices.Chunk(all, batch) {
		if err := report.keep(ctx, k, some); err != nil {
			return fmt.Errorf("after %d rows; run it again to go on: %w", report.Breweries, err)
		}
		p.at(report.Breweries, len(all))
	}
	return nil
}

// keep puts some breweries into the catalogue.
func (r *breweriesReport) keep(ctx context.Context, k *brewery.Keeper, some []brewery.Brewery) error {
	fresh, changed, err := k.Keep(ctx, some)
	if err == nil {
		r.Breweries += len(some)
	}
	r.New, r.Changed = r.New+fresh, r.Changed+changed
	return err
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

// syncBreweries reads Open Brewery DB into the catalogue, page after page, from the one that the last sync
// has reached.
func (a *app) syncBreweries(ctx context.Context, country string, report *breweriesReport) error {
	if country != "" {
		name, ok := brewery.Country(country)
		if !ok {
			return wrong("--country Germany", "that is no country of Open Brewery DB")
		}
		country = name
	}
	k, err := a.keeper(ctx, false)
	if err != nil {
		return err
	}
	mark := "all " + country
	n, err := a.nextPage(ctx, mark)
	client := obdb.New(a.config.BreweriesURL.Reveal(), nil)
	p := a.progress("breweries")
	defer p.end()
	for more := true; more && err == nil; report.Pages++ {
		var some []brewery.Brewery
		if some, more, err = patiently(ctx, client, country, n); err != nil {
			return fmt.Errorf("%w; run it again to go on", err)
		}
		if err := report.keep(ctx, k, some); err != nil {
			return err
		}
		p.at(report.Breweries, 0)
		if n++; !more {
			n = 1
		}
		err = a.putNextPage(ctx, mark, n)
	}
	return err
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
	n := 1
	for _, r := range rows {
		if r.ID == of {
			n, _ = strconv.Atoi(r.Fields["page"])
		}
	}
	return max(1, n), err
}

func (a *app) putNextPage(ctx context.Context, of string, n int) error {
	doc := retrieve.Doc{ID: of, Title: "breweries sync", Fields: map[string]string{"page": strconv.Itoa(n)}}
	return a.db.PutDocs(ctx, syncCollection, "", []retrieve.Row{{Doc: doc}})
}
