package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/retrieve"
)

func menuImportCommand() command {
	return command{
		name: "menu import", args: "FILE", about: "make a restaurant's card of a file",
		help: `FILE is CSV (any separator), .json (a list) or .jsonl; "-" is standard input. Columns may be named in Portuguese,
English or Spanish: name, description, ingredients, course, price, currency, allergens, tags, hours, photo, id and
restaurant; only the name must be there. "maitre menu export --format csv" writes one to begin with.

If one line is wrong nothing is imported, and all that is wrong is told. Importing again does only what changed, and
removes what the file no longer has.

  maitre menu import menu.csv --dry-run
  maitre menu import bar.jsonl --restaurant "Bar do Porto"`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			restaurant := fs.String("restaurant", "", "`NAME` of the restaurant, for items that name none; without it the house")
			dry := fs.Bool("dry-run", false, "tell what would be done, and do nothing")
			keep := fs.Bool("keep", false, "keep what the file does not have")
			asJSON := fs.Bool("json", false, "the report as one JSON object")
			return func(ctx context.Context, a *app, args []string) error {
				if len(args) != 1 {
					return &usageError{"say which file", "maitre menu import FILE"}
				}
				report, err := a.importMenu(ctx, args[0], *restaurant, *dry, *keep)
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

type importReport struct {
	DryRun   bool            `json:"dry_run,omitempty"`
	Cards    []importedCard  `json:"cards"`
	Problems []importProblem `json:"problems"`
}

type importedCard struct {
	Restaurant string `json:"restaurant"` // "": the house
	Items      int    `json:"items"`      // in the file
	New        int    `json:"new"`
	Changed    int    `json:"changed"`
	Removed    int    `json:"removed"`
	Embedded   int    `json:"embedded"` // those whose words are new
}

type importProblem struct {
	Line    int    `json:"line"`
	Text    string `json:"text"`
	Warning bool   `json:"warning,omitempty"`
}

func (r *importReport) write(a *app) error {
	for _, p := range r.Problems {
		fmt.Fprintln(a.Stderr, plain(menu.Problem(p).String()))
	}
	done := ""
	if r.DryRun {
		done = " (nothing was done)"
	}
	for _, c := range r.Cards {
		if _, err := fmt.Fprintf(a.Stdout, "%s: %d items, %d new, %d changed, %d removed%s\n", plain(called(c.Restaurant)), c.Items, c.New, c.Changed, c.Removed, done); err != nil {
			return err
		}
	}
	return nil
}

// importMenu reads a file and makes cards of it, one a restaurant. The report
// is nil if the file could not be read.
func (a *app) importMenu(ctx context.Context, path, restaurant string, dry, keep bool) (*importReport, error) {
	if err := a.load(); err != nil {
		return nil, err
	}
	if restaurant == "" {
		restaurant = a.config.House.Restaurant
	}
	p := a.progress("kB read")
	defer p.end()
	items, problems, err := a.readMenu(ctx, path, p, menu.Options{Restaurant: restaurant, Currency: a.config.House.Currency})
	report := &importReport{DryRun: dry, Cards: []importedCard{}, Problems: []importProblem{}}
	wrong := 0
	for _, found := range problems {
		report.Problems = append(report.Problems, importProblem(found))
		if !found.Warning {
			wrong++
		}
	}
	switch {
	case err != nil:
		return report, err
	case wrong > 0:
		return report, fmt.Errorf("%s has %s: nothing was imported", path, counted(wrong, "mistake"))
	case len(items) == 0:
		return report, fmt.Errorf("%s has no item", path)
	}
	of := map[string][]menu.Item{}
	for _, it := range items {
		of[it.Restaurant] = append(of[it.Restaurant], it)
	}
	p.what = "items"
	for _, r := range slices.Sorted(maps.Keys(of)) {
		done, err := a.importCard(ctx, r, of[r], p, dry, keep)
		if err != nil {
			return report, fmt.Errorf("the card of %s: run it again to go on: %w", called(r), err)
		}
		report.Cards = append(report.Cards, done)
	}
	return report, nil
}

func (a *app) readMenu(ctx context.Context, path string, p *progress, o menu.Options) ([]menu.Item, []menu.Problem, error) {
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, nil, fmt.Errorf("reading the card: %w", err)
		}
		defer f.Close()
		return menu.Read(&metered{f, p, 0}, filepath.Base(path), o)
	}
	r := bufio.NewReader(&metered{a.input(ctx), p, 0})
	begin, _ := r.Peek(64) // what there is, if it is less
	name := ".csv"
	switch begin = bytes.TrimLeft(begin, "\ufeff \t\r\n"); {
	case bytes.HasPrefix(begin, []byte("{")):
		name = ".jsonl"
	case bytes.HasPrefix(begin, []byte("[")):
		name = ".json"
	}
	return menu.Read(r, name, o)
}

// metered tells how much of a file is read.
type metered struct {
	io.Reader
	p *progress
	n int
}

func (m *metered) Read(b []byte) (int, error) {
	n, err := m.Reader.Read(b)
	m.n += n
	m.p.at(m.n>>10, 0)
	return n, err
}

// importCard brings a card up to what a file says. What differs only in what
// it is not found by, such as its price, keeps its vector.
func (a *app) importCard(ctx context.Context, restaurant string, items []menu.Item, p *progress, dry, keep bool) (importedCard, error) {
	done := importedCard{Restaurant: restaurant, Items: len(items)}
	docs, err := menu.Docs(items)
	if err != nil {
		return done, err
	}
	db, err := a.existing(ctx)
	if err == nil && db == nil && !dry {
		db, err = a.store(ctx)
	}
	if err != nil {
		return done, err
	}
	var rows []retrieve.Row
	if db != nil {
		if rows, err = db.DocsAfter(ctx, menu.Collection(restaurant), "", 0, 0); err != nil {
			return done, err
		}
	}
	if len(rows) > 0 && !isCard(rows) {
		return done, fmt.Errorf("the collection %s holds what maitre index put there; import with --restaurant NAME, or index that under another name", menu.Collection(restaurant))
	}
	was := map[string]retrieve.Row{}
	for _, r := range rows {
		was[r.ID] = r
	}
	var fresh []retrieve.Doc
	var same []retrieve.Row // in words
	for _, d := range docs {
		old, ok := was[d.ID]
		delete(was, d.ID)
		switch {
		case !ok:
			done.New++
			fresh = append(fresh, d)
		case old.Title != d.Title || old.Text != d.Text:
			done.Changed++
			fresh = append(fresh, d)
		case !maps.Equal(old.Fields, d.Fields):
			done.Changed++
			same = append(same, retrieve.Row{Doc: d})
		}
	}
	if keep {
		clear(was)
	}
	done.Removed, done.Embedded = len(was), len(fresh)
	if dry || len(fresh)+len(same)+len(was) == 0 {
		return done, nil
	}
	c, err := a.collection(ctx, menu.Collection(restaurant))
	if err != nil {
		return done, err
	}
	if _, err := c.Put(ctx, fresh, func(n int) { p.at(n, len(fresh)) }); err != nil {
		return done, err
	}
	if len(same) > 0 {
		if err := db.PutDocs(ctx, menu.Collection(restaurant), "", same); err != nil {
			return done, err
		}
	}
	return done, c.Remove(ctx, slices.Collect(maps.Keys(was))...)
}
