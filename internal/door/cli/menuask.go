package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/jsonl"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/scrub"
)

func menuAskCommand() command {
	return command{
		name: "menu ask", args: "< in.jsonl", about: "what the waiter recommends to each of many guests",
		help: `A line {"id":…,"memory":["alérgico a camarão"],"message":"…"} gives {"id":…,"items":[{"id","name","allergens",
"ingredients"}],"text":…}, a line that cannot be used {"id":…,"error":…}. Memory is what is known of the guest, in words;
what the message says of them counts too. The items are those recommended; their allergens are those that the card states
and those that follow from the ingredients. Nothing is stored.

  echo '{"id":1,"memory":["alérgico a camarão"],"message":"quero um prato baiano"}' | maitre menu ask`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			restaurant := fs.String("restaurant", "", "`NAME` of the restaurant; without it the house")
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				return a.askMenu(ctx, *restaurant)
			}
		},
	}
}

func (a *app) askMenu(ctx context.Context, restaurant string) error {
	card, of, err := a.card(ctx, restaurant)
	if err != nil {
		return err
	}
	tasks, err := a.runner(ctx, "")
	if err != nil {
		return err
	}
	if of.Sample {
		fmt.Fprintln(a.Stderr, noCard)
	}
	if isTerminal(a.Stdin) {
		fmt.Fprintln(a.Stderr, `(reading lines {"id":…,"memory":[…],"message":…} from the terminal; Ctrl-D ends)`)
	}
	t := &table{
		waiter: a.waiterWith(tasks, func(context.Context) (*menu.Card, error) { return card, nil }, nil),
		sample: of.Sample, in: &lineCounter{r: bufio.NewReader(a.input(ctx))},
	}
	p := a.progress("lines")
	count, err := jsonl.Run(ctx, t.in, a.Stdout, t.serve, func(c jsonl.Count) { p.at(c.Lines, 0) })
	p.end()
	return a.answered(count, err)
}

// table is where guests sit of whom nothing is kept.
type table struct {
	waiter *menu.Waiter
	sample bool // the card is
	in     *lineCounter
}

// lineCounter hands on at most a line at a time, and so knows the number of the
// one that is being answered.
type lineCounter struct {
	r    *bufio.Reader
	line int
	rest bool // of the line there may be more
}

// Read implements io.Reader.
func (l *lineCounter) Read(p []byte) (int, error) {
	if _, err := l.r.Peek(1); err != nil {
		return 0, err
	}
	ready, _ := l.r.Peek(min(l.r.Buffered(), len(p)))
	end := bytes.IndexByte(ready, '\n') + 1
	if !l.rest {
		l.line++
	}
	if l.rest = end == 0; l.rest {
		end = len(ready)
	}
	return l.r.Read(p[:end])
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

func (t *table) serve(ctx context.Context, in menuAsked) (menuAnswer, error) {
	message := scrub.Text(strings.TrimSpace(in.Message))
	if message == "" {
		return menuAnswer{}, fmt.Errorf(`line %d: there is no "message"`, t.in.line)
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
	items, said, err := t.waiter.Find(ctx, message, l, known.Constraints)
	if err != nil {
		return menuAnswer{}, err
	}
	answer := menuAnswer{Items: []menuServed{}, Text: said}
	if t.sample {
		answer.Text += "\n" + texts.In(l).Menu.Sample
	}
	for _, it := range items {
		answer.Text = withID(answer.Text, it)
		answer.Items = append(answer.Items, menuServed{
			it.ID, it.Name, append(append([]string{}, it.Allergens...), it.Inferred...), append([]string{}, it.Ingredients...),
		})
	}
	return answer, nil
}

// withID writes an item's id after the first place where a text names it: what
// reads these lines is a program.
func withID(text string, it menu.Item) string {
	id := " [" + it.ID + "]"
	if strings.Contains(text, id) {
		return text
	}
	return strings.Replace(text, it.Name, it.Name+id, 1)
}

// knownOf reads what is known of a guest as a turn would: from what is
// remembered, which may speak of them as "the guest", and from the message. If
// a line speaks of an allergy and nothing in it is understood, the waiter asks.
func knownOf(ctx context.Context, lines []string, message string) (hook.Known, error) {
	now := time.Now()
	var rows []memory.Row
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
			body, err := json.Marshal(m)
			if err != nil {
				return hook.Known{}, err
			}
			rows = append(rows, memory.Row{ID: m.ID, Body: body})
		}
	}
	const guest = "guest"
	book := memory.NewBook(memory.Options{Store: &shelves{rows: map[string][]memory.Row{guest: rows}}})
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

// ofThemselves says what is told of a guest as they would say it: "o cliente
// tem alergia a soja" is "tenho alergia a soja".
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
