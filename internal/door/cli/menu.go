package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/jsonl"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/internal/specialist/menu/editor"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/scrub"
)

// toldCardOf finds a card, and says so if it is the sample.
func (a *app) toldCardOf(ctx context.Context, restaurant string) (cardOf, error) {
	of, err := a.cardOf(ctx, restaurant)
	if err == nil && of.Sample {
		a.note(`(the house has no card yet: this is the sample; "maitre menu import FILE" makes one)`)
	}
	return of, err
}

func menuExport(ctx context.Context, a *app, in struct{ Restaurant, Format string }) (any, error) {
	of, err := a.toldCardOf(ctx, in.Restaurant)
	if err != nil {
		return nil, err
	}
	items, err := a.items(ctx, of)
	if err != nil {
		return nil, err
	}
	out := bufio.NewWriter(a.Stdout)
	write := map[string]func(io.Writer, []menu.Item) error{"jsonl": menu.WriteJSONL, "csv": menu.WriteCSV}[in.Format]
	return nil, errors.Join(write(out, items), out.Flush())
}

type listedCard struct {
	Restaurant string `json:"restaurant"`
	Items      int    `json:"items"`
	House      bool   `json:"house,omitempty"`  // it is the house's
	Sample     bool   `json:"sample,omitempty"` // it was not imported
}

func menuList(ctx context.Context, a *app, _ nothing) (any, error) {
	sizes, err := a.restaurants(ctx)
	if err != nil {
		return nil, err
	}
	house, err := a.cardOf(ctx, "")
	var all []listedCard
	for _, r := range slices.Sorted(maps.Keys(sizes)) {
		all = append(all, listedCard{Restaurant: r, Items: sizes[r], House: house == cardOf{Restaurant: r}})
	}
	if house.Sample {
		all = append(all, listedCard{Items: len(menu.Sample()), House: true, Sample: true})
	}
	a.note(`(its dishes: "maitre menu export --format csv")`)
	return all, err
}

type importReport struct {
	DryRun   bool           `json:"dry_run,omitempty"`
	Cards    []importedCard `json:"cards"`
	Problems []menu.Problem `json:"problems"`
}

type importedCard struct {
	Restaurant string `json:"restaurant"` // "": the house
	Items      int    `json:"items"`      // in the file
	editor.Replaced
}

type menuImportIn struct {
	File, Restaurant  string
	DryRun, Keep, Yes bool
}

func menuImport(ctx context.Context, a *app, in menuImportIn) (any, error) {
	report, err := a.importMenu(ctx, in.File, in.Restaurant, editor.Replacing{By: "import", Keep: in.Keep, Dry: in.DryRun, Careful: !in.Yes})
	for _, p := range report.Problems {
		a.note("%v", p)
	}
	return report, err
}

// importMenu reads a file and makes cards of it, one a restaurant.
func (a *app) importMenu(ctx context.Context, path, restaurant string, how editor.Replacing) (*importReport, error) {
	report := &importReport{DryRun: how.Dry, Cards: []importedCard{}, Problems: []menu.Problem{}}
	if restaurant == "" {
		restaurant = a.config.House.Restaurant
	}
	items, problems, err := a.readMenu(ctx, path, menu.Options{Restaurant: restaurant, Currency: a.config.House.Currency})
	report.Problems = append(report.Problems, problems...)
	mistakes := len(slices.DeleteFunc(problems, func(p menu.Problem) bool { return p.Warning }))
	switch {
	case err != nil:
		return report, err
	case mistakes > 0:
		return report, fmt.Errorf("%s has %s: nothing was imported", path, counted(mistakes, "mistake"))
	case len(items) == 0:
		return report, fmt.Errorf("%s has no item", path)
	}
	if err := a.openToChange(ctx, how.Dry); err != nil {
		return report, err
	}
	of := map[string][]menu.Item{}
	for _, it := range items {
		of[it.Restaurant] = append(of[it.Restaurant], it)
	}
	p := a.progress("items")
	defer p.end()
	how.Progress = p.at
	for _, r := range slices.Sorted(maps.Keys(of)) {
		done, err := a.importCard(ctx, r, of[r], how)
		if err != nil {
			return report, fmt.Errorf("the card of %s: %w", called(r), err)
		}
		report.Cards = append(report.Cards, done)
	}
	return report, nil
}

// readMenu reads a file, whose form its name tells, or that of standard input its first bytes.
func (a *app) readMenu(ctx context.Context, path string, o menu.Options) ([]menu.Item, []menu.Problem, error) {
	f, err := a.read(ctx, path, "reading the card")
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	r, name := bufio.NewReader(f), filepath.Base(path)
	if path == "-" {
		begin, _ := r.Peek(64) // or all there is
		switch begin = bytes.TrimLeft(begin, "\ufeff \t\r\n"); {
		case bytes.HasPrefix(begin, []byte("{")):
			name = ".jsonl"
		case bytes.HasPrefix(begin, []byte("[")):
			name = ".json"
		default:
			name = ".csv"
		}
	}
	return menu.Read(r, name, o)
}

// importCard makes a card equal to a file.
func (a *app) importCard(ctx context.Context, restaurant string, items []menu.Item, how editor.Replacing) (importedCard, error) {
	done := importedCard{Restaurant: restaurant, Items: len(items)}
	if a.db == nil { // of a dry run
		done.New, done.Embedded = len(items), len(items)
		return done, nil
	}
	var err error
	done.Replaced, err = a.desk().Replace(ctx, restaurant, items, how)
	switch {
	case errors.Is(err, editor.ErrOther):
		return done, fmt.Errorf("the collection %s holds what maitre index put there; import with --restaurant NAME, or index that under another name", menu.Collection(restaurant))
	case errors.Is(err, editor.ErrLoses):
		return done, fmt.Errorf("%d of its %d items would be removed, as the file does not have them: add --yes to do it, or --keep to keep them", done.Removed, done.Items-done.New+done.Removed)
	case err != nil:
		return done, fmt.Errorf("run it again to go on: %w", err)
	case how.Dry:
		return done, nil
	}
	return done, a.wrote(ctx, "menu import", "", strings.TrimSpace(fmt.Sprintf("%s +%d ~%d -%d", restaurant, done.New, done.Changed, done.Removed)))
}

type menuFound struct {
	Query string `json:"query"`
	cardOf
	menu.Found
}

type menuSearchIn struct {
	Restaurant string
	K          int
	Wish       words
}

func menuSearch(ctx context.Context, a *app, in menuSearchIn) (any, error) {
	of, err := a.toldCardOf(ctx, in.Restaurant)
	if err != nil {
		return nil, err
	}
	card, err := (&shelf{app: a}).open(ctx, of)
	if err != nil {
		return nil, err
	}
	tasks, err := a.runner(ctx, "")
	if err != nil {
		return nil, err
	}
	found, err := card.Find(ctx, tasks, string(in.Wish), in.K)
	if err != nil {
		return nil, err
	}
	return menuFound{string(in.Wish), of, found}, nil
}

type menuAsked struct {
	Memory  []string `json:"memory"`
	Message string   `json:"message"`
}

type menuAnswer struct {
	Items []menuServed `json:"items"`
	Text  string       `json:"text"`
}

type menuServed struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Allergens   []string `json:"allergens"`
	Ingredients []string `json:"ingredients"`
}

func menuAsk(ctx context.Context, a *app, in struct{ Restaurant string }) (any, error) {
	of, err := a.toldCardOf(ctx, in.Restaurant)
	if err != nil {
		return nil, err
	}
	tasks, err := a.runner(ctx, "")
	if err != nil {
		return nil, err
	}
	waiter, cards := a.waiter(tasks, time.Time{}), &shelf{app: a}
	waiter.Others, waiter.Card = nil, func(ctx context.Context) (*menu.Card, error) { return cards.open(ctx, of) }
	return nil, answerLines(ctx, a, `{"id":…,"memory":[…],"message":…}`, func(ctx context.Context, in menuAsked) (menuAnswer, error) { return in.answer(ctx, waiter, of.Sample) })
}

// answer recommends from a card and keeps nothing of the guest.
func (in menuAsked) answer(ctx context.Context, waiter *menu.Waiter, sample bool) (menuAnswer, error) {
	message := scrub.Text(strings.TrimSpace(in.Message))
	if message == "" {
		return menuAnswer{}, jsonl.Unusable(`there is no "message"`)
	}
	l := lang.Portuguese
	if spoken, sure := lang.Detect(message); sure {
		l = spoken
	}
	items, said, err := waiter.Find(ctx, message, l, knownOf(append(in.Memory, message)))
	if err != nil {
		return menuAnswer{}, err
	}
	answer := menuAnswer{Items: []menuServed{}, Text: said}
	if sample {
		answer.Text += "\n" + texts.In(l).Menu.Sample
	}
	for _, it := range items {
		if id := " [" + it.ID + "]"; !strings.Contains(answer.Text, id) { // for the program that reads these lines
			answer.Text = strings.Replace(answer.Text, it.Name, it.Name+id, 1)
		}
		answer.Items = append(answer.Items, menuServed{
			it.ID, it.Name, slices.Concat([]string{}, it.Allergens, it.Inferred, it.May), append([]string{}, it.Ingredients...),
		})
	}
	return answer, nil
}

// knownOf reads what a guest must not have from lines about them, in their own words or another's. A line
// about an allergy in which nothing is understood makes the waiter ask.
func knownOf(lines []string) (c hook.Constraints) {
	for _, line := range lines {
		line = scrub.Text(line)
		told, found := menu.Told(line), memory.Detect([]string{line})
		c.Allergies, c.Diets = append(c.Allergies, told.Allergies...), append(c.Diets, told.Diets...)
		for _, m := range found {
			if m.Kind == memory.Dislike && !m.Retract {
				c.Dislikes = append(c.Dislikes, m.Value)
			}
		}
		c.Unknown = c.Unknown || told.Unknown || len(found) == 0 && !told.Safety() && speaksOfHealth(line)
	}
	return c
}

// speaksOfHealth reports whether a line says that something is bad for a guest.
func speaksOfHealth(line string) bool {
	folded := lang.Fold(line)
	return slices.ContainsFunc([]string{"alerg", "allerg", "intoler", "celiac", "anafil", "anaphyl"}, func(w string) bool { return strings.Contains(folded, w) })
}
