package cli

import (
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

func menuAskCommand(fs *flag.FlagSet) action {
	restaurant := fs.String("restaurant", "", "`NAME` of the restaurant; without it the house")
	return func(ctx context.Context, a *app, _ []string) error {
		card, of, err := a.card(ctx, *restaurant)
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
		t := &table{a.waiterWith(tasks, func(context.Context) (*menu.Card, error) { return card, nil }, nil), of.Sample}
		return answerLines(ctx, a, `{"id":…,"memory":[…],"message":…}`, t.serve)
	}
}

// table answers guests about a card and keeps nothing of them.
type table struct {
	waiter *menu.Waiter
	sample bool // the card is the sample
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
