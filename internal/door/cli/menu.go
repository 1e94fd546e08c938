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
	"github.com/maitre-dev/maitre/task"
)

func menuExportCommand(ctx context.Context, a *app, _ []string) error {
	format := a.text("format")
	write := map[string]func(io.Writer, []menu.Item) error{"jsonl": menu.WriteJSONL, "csv": menu.WriteCSV}[format]
	if write == nil {
		return &usageError{fmt.Sprintf("--format %q is unknown", format), "jsonl or csv"}
	}
	items, of, err := a.items(ctx, a.text("restaurant"))
	if err != nil {
		return err
	}
	if of.Sample {
		fmt.Fprintln(a.Stderr, noCard)
	}
	out := bufio.NewWriter(a.Stdout)
	return errors.Join(write(out, items), out.Flush())
}

const noCard = `(the house has no card yet: this is the sample; "maitre menu import FILE" makes one)`

type listedCard struct {
	Restaurant string `json:"restaurant"`
	Items      int    `json:"items"`
	House      bool   `json:"house,omitempty"`  // it is the house's
	Sample     bool   `json:"sample,omitempty"` // it was not imported
}

func menuListCommand(ctx context.Context, a *app, _ []string) error {
	if err := a.openExisting(ctx); err != nil {
		return err
	}
	sizes, err := a.restaurants(ctx)
	if err != nil {
		return err
	}
	house, ok, err := a.restaurant(ctx, "")
	if err != nil {
		return err
	}
	var all []listedCard
	for _, r := range slices.Sorted(maps.Keys(sizes)) {
		all = append(all, listedCard{r, sizes[r], ok && r == house, false})
	}
	if !ok {
		all = append(all, listedCard{"", len(menu.Sample()), true, true})
	}
	if !a.json {
		fmt.Fprintln(a.Stderr, `(its dishes: "maitre menu export --format csv")`)
	}
	return showEach(a, all, func(w io.Writer, c listedCard) {
		of, note := cardOf{c.Restaurant, c.Sample}.String(), ""
		if c.House && of != called("") {
			note = "the house's"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", of, counted(c.Items, "item"), note)
	})
}

// counted says how many there are of something.
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func menuImportCommand(ctx context.Context, a *app, args []string) error {
	report, err := a.importMenu(ctx, args[0], a.text("restaurant"), editor.Replacing{By: "import", Keep: a.is("keep"), Dry: a.is("dry-run"), Careful: !a.is("yes")})
	if report == nil {
		return err
	}
	if !a.json {
		for _, p := range report.Problems {
			fmt.Fprintln(a.Stderr, plain(p.String()))
		}
	}
	return errors.Join(a.show(report, report.write), err)
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

func (r *importReport) write(w io.Writer) {
	for _, c := range r.Cards {
		fmt.Fprintf(w, "%s: %d items, %d new, %d changed, %d removed%s\n", called(c.Restaurant), c.Items, c.New, c.Changed, c.Removed, ifDry(r.DryRun))
	}
}

// ifDry ends the report of an import.
func ifDry(run bool) string {
	if run {
		return " (nothing was done)"
	}
	return ""
}

// importMenu reads a file and makes cards of it, one a restaurant. The report
// is nil if the file could not be read.
func (a *app) importMenu(ctx context.Context, path, restaurant string, how editor.Replacing) (*importReport, error) {
	if restaurant == "" {
		restaurant = a.config.House.Restaurant
	}
	p := a.progress("kB read")
	defer p.end()
	items, problems, err := a.readMenu(ctx, path, p, menu.Options{Restaurant: restaurant, Currency: a.config.House.Currency})
	report := &importReport{DryRun: how.Dry, Cards: []importedCard{}, Problems: append([]menu.Problem{}, problems...)}
	wrong := len(slices.DeleteFunc(problems, func(found menu.Problem) bool { return found.Warning }))
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
	p.what, how.Progress = "items", p.at
	for _, r := range slices.Sorted(maps.Keys(of)) {
		done, err := a.importCard(ctx, r, of[r], how)
		if err != nil {
			return report, fmt.Errorf("the card of %s: %w", called(r), err)
		}
		report.Cards = append(report.Cards, done)
	}
	return report, nil
}

func (a *app) readMenu(ctx context.Context, path string, p *progress, o menu.Options) ([]menu.Item, []menu.Problem, error) {
	f, err := a.openInput(ctx, path, "reading the card")
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	r := bufio.NewReader(&metered{f, p, 0})
	if path != "-" {
		return menu.Read(r, filepath.Base(path), o)
	}
	begin, _ := r.Peek(64) // or all there is
	name := ".csv"
	switch begin = bytes.TrimLeft(begin, "\ufeff \t\r\n"); {
	case bytes.HasPrefix(begin, []byte("{")):
		name = ".jsonl"
	case bytes.HasPrefix(begin, []byte("[")):
		name = ".json"
	}
	return menu.Read(r, name, o)
}

// metered shows on p how many kB of a file were read.
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

// importCard makes a card equal to a file.
func (a *app) importCard(ctx context.Context, restaurant string, items []menu.Item, how editor.Replacing) (importedCard, error) {
	done := importedCard{Restaurant: restaurant, Items: len(items)}
	err := a.openToChange(ctx, how.Dry)
	if err != nil {
		return done, err
	}
	if a.db == nil {
		done.New, done.Embedded = len(items), len(items)
		return done, nil
	}
	done.Replaced, err = a.desk().Replace(ctx, restaurant, items, how)
	if err == nil && !how.Dry {
		err = a.wrote(ctx, "menu import", "", strings.TrimSpace(fmt.Sprintf("%s +%d ~%d -%d", restaurant, done.New, done.Changed, done.Removed)))
	}
	switch {
	case errors.Is(err, editor.ErrOther):
		err = fmt.Errorf("the collection %s holds what maitre index put there; import with --restaurant NAME, or index that under another name", menu.Collection(restaurant))
	case errors.Is(err, editor.ErrLoses):
		err = fmt.Errorf("%d of its %d items would be removed, as the file does not have them: add --yes to do it, or --keep to keep them", done.Removed, done.Items-done.New+done.Removed)
	case err != nil:
		err = fmt.Errorf("run it again to go on: %w", err)
	}
	return done, err
}

// desk is where the card of the house is changed.
func (a *app) desk() *editor.Desk {
	return &editor.Desk{Store: a.db, Open: a.collection, Currency: a.config.House.Currency, House: func(ctx context.Context) (string, error) {
		r, ok, err := a.restaurant(ctx, "")
		if !ok {
			r = a.config.House.Restaurant
		}
		return r, err
	}}
}

func menuSearchCommand(ctx context.Context, a *app, args []string) error {
	k := a.number("k")
	wish := strings.TrimSpace(strings.Join(args, " "))
	if wish == "" {
		return &usageError{"say what to look for", `maitre menu search "quero massa"`}
	}
	if k < 1 || k > 25 {
		return &usageError{"-k is from 1 to 25", ""}
	}
	card, of, tasks, err := a.cardAndTasks(ctx, a.text("restaurant"))
	if err != nil {
		return err
	}
	found, err := card.Find(ctx, tasks, wish, k)
	if err != nil {
		return err
	}
	if of.Sample && !a.json {
		fmt.Fprintln(a.Stderr, noCard)
	}
	return a.show(menuFound{wish, of, found}, func(w io.Writer) { writeFound(w, found) })
}

// cardAndTasks are a restaurant's card, whose it is, and what decides about it.
func (a *app) cardAndTasks(ctx context.Context, restaurant string) (*menu.Card, cardOf, *task.Runner, error) {
	card, of, err := a.card(ctx, restaurant)
	if err != nil {
		return nil, of, nil, err
	}
	tasks, err := a.runner(ctx, "")
	return card, of, tasks, err
}

type menuFound struct {
	Query string `json:"query"`
	cardOf
	menu.Found
}

func writeFound(w io.Writer, found menu.Found) {
	for i, it := range found.Items {
		price := ""
		if it.Price != nil {
			price = "  " + it.Price.Text("pt")
		}
		fmt.Fprintf(w, "%2d. %s  [%s]%s\n", i+1, it.Name, it.ID, price)
		if it.Description != "" {
			fmt.Fprintf(w, "    %s\n", it.Description)
		}
	}
	switch {
	case len(found.Items) > 0:
	case len(found.Pool) > 0:
		fmt.Fprintf(w, "nothing fits; the nearest is %s  [%s]\n", found.Pool[0].Name, found.Pool[0].ID)
	default:
		fmt.Fprintln(w, "nothing fits")
	}
}

func menuAskCommand(ctx context.Context, a *app, _ []string) error {
	card, of, tasks, err := a.cardAndTasks(ctx, a.text("restaurant"))
	if err != nil {
		return err
	}
	if of.Sample {
		fmt.Fprintln(a.Stderr, noCard)
	}
	waiter := a.waiterWith(tasks, func(context.Context) (*menu.Card, error) { return card, nil }, nil)
	return answerLines(ctx, a, `{"id":…,"memory":[…],"message":…}`, func(ctx context.Context, in menuAsked) (menuAnswer, error) { return in.answer(ctx, waiter, of.Sample) })
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

// answer recommends from a card and keeps nothing of the guest.
func (in menuAsked) answer(ctx context.Context, waiter *menu.Waiter, sample bool) (menuAnswer, error) {
	message := scrub.Text(strings.TrimSpace(in.Message))
	if message == "" {
		return menuAnswer{}, jsonl.Unusable(`there is no "message"`)
	}
	known, err := knownOf(ctx, in.Memory, message)
	if err != nil {
		return menuAnswer{}, err
	}
	l := lang.Language(known.Language)
	if l == "" {
		l = lang.Portuguese
		if spoken, sure := lang.Detect(message); sure {
			l = spoken
		}
	}
	items, said, err := waiter.Find(ctx, message, l, known.Constraints)
	if err != nil {
		return menuAnswer{}, err
	}
	answer := menuAnswer{Items: []menuServed{}, Text: said}
	if sample {
		answer.Text += "\n" + texts.In(l).Menu.Sample
	}
	for _, it := range items {
		answer.Text = withID(answer.Text, it)
		answer.Items = append(answer.Items, menuServed{
			it.ID, it.Name, slices.Concat([]string{}, it.Allergens, it.Inferred, it.May), append([]string{}, it.Ingredients...),
		})
	}
	return answer, nil
}

// withID writes an item's id after its first mention in a text, for the program that
// reads these lines.
func withID(text string, it menu.Item) string {
	id := " [" + it.ID + "]"
	if strings.Contains(text, id) {
		return text
	}
	return strings.Replace(text, it.Name, it.Name+id, 1)
}

// knownOf reads a guest's constraints as a turn would: from lines of memory, which may
// speak of them as "the guest", and from the message. A line about an allergy in which
// nothing is understood makes the waiter ask.
func knownOf(ctx context.Context, lines []string, message string) (hook.Known, error) {
	now := time.Now()
	const guest = "guest"
	rows := &shelves{rows: map[string][]memory.Row{}}
	unclear := false
	var told hook.Constraints // by lines that memory does not read
	for i, line := range lines {
		line = scrub.Text(line)
		found := memory.Detect([]string{line})
		if len(found) == 0 {
			found = memory.Detect([]string{ofThemselves(line)})
		}
		if len(found) == 0 {
			read := menu.Told(line)
			told.Allergies, told.Diets = append(told.Allergies, read.Allergies...), append(told.Diets, read.Diets...)
			unclear = unclear || speaksOfHealth(line) && len(read.Allergies) == 0
		}
		if diet := menu.DietIn(line); diet != "" { // to memory "is pregnant" is a fact, and no diet
			told.Diets = append(told.Diets, diet)
		}
		for j, c := range found {
			if c.Kind == memory.Fact && c.Key == "health" && !c.Retract {
				told.Diets = append(told.Diets, c.Value) // kept to, or said to be what no card can be judged by
			}
			if c.Retract || c.Confidence < memory.ToWrite {
				continue
			}
			m := memory.Memory{
				ID: fmt.Sprintf("%d.%d", i, j), For: memory.ForUser, Kind: c.Kind, Key: c.Key, Value: c.Value, Subject: c.Subject,
				Source: memory.FromOperator, Since: now, Last: now, Evidence: 1, Alpha: 1,
			}
			if err := rows.add(guest, m); err != nil {
				return hook.Known{}, err
			}
		}
	}
	book := memory.NewBook(memory.Options{Store: rows})
	known, err := book.Hook().PreQuery(ctx, hook.Turn{Guest: guest, Thread: "t", Run: "r", Message: message, Time: now})
	known.Constraints.Allergies = append(known.Constraints.Allergies, told.Allergies...)
	known.Constraints.Diets = append(known.Constraints.Diets, told.Diets...)
	known.Constraints.Unknown = known.Constraints.Unknown || unclear
	return known, err
}

// speaksOfHealth reports whether a line says that something is bad for a guest.
func speaksOfHealth(line string) bool {
	folded := lang.Fold(line)
	return slices.ContainsFunc([]string{"alerg", "allerg", "intoler", "celiac", "anafil", "anaphyl"}, func(w string) bool { return strings.Contains(folded, w) })
}

// ofThemselves puts a line about a guest into the first person: "o cliente tem alergia
// a soja" becomes "tenho alergia a soja".
func ofThemselves(line string) string {
	words := strings.Fields(line)
	for len(words) > 0 && slices.Contains(theGuest, lang.Fold(words[0])) {
		words = words[1:]
	}
	for i, w := range words {
		if own, ok := ownWords[strings.ToLower(w)]; ok {
			words[i] = own
		}
	}
	return strings.Join(words, " ")
}

var (
	theGuest = strings.Fields("o a el la the cliente hospede convidado convidada usuario usuaria huesped guest user customer client ele ela he she they disse diz said says que that")
	ownWords = map[string]string{
		"é": "sou", "tem": "tenho", "come": "como", "bebe": "bebo", "pode": "posso", "gosta": "gosto", "prefere": "prefiro", "evita": "evito",
		"is": "I am", "are": "I am", "has": "I have", "doesn't": "I don't", "cannot": "I cannot", "can't": "I can't", "likes": "I like", "prefers": "I prefer", "avoids": "I avoid",
		"es": "soy", "tiene": "tengo", "puede": "puedo", "prefiere": "prefiero",
	}
)
