package menu

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/internal/voice"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/task"
)

var (
	//go:embed prompts/menu.route.md
	routePrompt string
	//go:embed prompts/menu.rerank.md
	rerankPrompt string
	//go:embed prompts/menu.answer.md
	answerPrompt string
)

// Tasks are the decisions this package takes.
var Tasks = []task.Any{Route, Rerank, Answer}

// An Intent is what a guest wants.
type Intent string

// The intents.
const (
	Talk    Intent = "talk"    // small talk: nothing is searched
	Wish    Intent = "wish"    // something to eat or drink
	About   Intent = "about"   // a question about a dish on the card
	Pairing Intent = "pairing" // what goes with something
	Order   Intent = "order"   // to order: how that is done here

	// These are told without a task.
	Seat  Intent = "seat"  // the card of another restaurant, or the house's again
	Which Intent = "which" // which cards there are
)

var intents = []Intent{Talk, Wish, About, Pairing, Order}

// Route tells what a message wants and says it so that it can be searched
// without the conversation.
var Route = &task.Task[RouteIn, RouteOut]{
	Name:   "menu.route",
	About:  "what a guest at the table wants: small talk, a wish, a question about a dish, a pairing, to order",
	Prompt: routePrompt,
	Params: task.Params{Timeout: 10 * time.Second},
	Schema: func(s *jsonschema.Schema) {
		for _, i := range intents {
			s.Properties["intent"].Enum = append(s.Properties["intent"].Enum, string(i))
		}
	},
	Rule: func(_ context.Context, in RouteIn) (RouteOut, error) { return routeByRule(in), nil },
}

// RouteIn is a message and what it may refer to.
type RouteIn struct {
	Message string `json:"message"`
	Query   string `json:"query,omitempty"` // what was searched last
	Recent  []Line `json:"recent,omitempty"`
	Dishes  []Dish `json:"dishes,omitempty"` // of the card, that the message names or points at
}

// A Dish is one of the card, by name.
type Dish struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// RouteOut is what the message wants.
type RouteOut struct {
	Intent Intent `json:"intent"`
	Query  string `json:"query,omitempty" jsonschema:"the wish in words that need no conversation: a follow-up with what it follows up"`
}

// Rerank picks, strictly, the candidates that are really what was asked, the
// best first: none, if none is.
var Rerank = &task.Task[RerankIn, RerankOut]{
	Name:   "menu.rerank",
	About:  "which candidates really are what a guest asked for, or none",
	Prompt: rerankPrompt,
	Params: task.Params{Timeout: 15 * time.Second},
	Check:  checkRanked,
	Rule:   func(_ context.Context, in RerankIn) (RerankOut, error) { return rerankByRule(in), nil },
}

// RerankIn is a wish and what may fulfil it.
type RerankIn struct {
	Query      string      `json:"query"`
	Candidates []Candidate `json:"candidates"`
	Limit      int         `json:"limit,omitempty"` // 0: 4
}

// A Candidate is an item as it is ranked.
type Candidate struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Description string   `json:"description,omitempty"`
	Ingredients []string `json:"ingredients,omitempty"`
	Course      string   `json:"course,omitempty"`
	Tags        []string `json:"tags,omitempty"`
	Price       string   `json:"price,omitempty"`

	is *described // nil: not read yet
}

// checkRanked refuses ids of which none is a candidate's: that is not the same
// as that nothing fits. Where some are, the others are left out.
func checkRanked(in RerankIn, out RerankOut) error {
	known := func(id string) bool {
		return slices.ContainsFunc(in.Candidates, func(c Candidate) bool { return c.ID == id })
	}
	if len(out.IDs) > 0 && !slices.ContainsFunc(out.IDs, known) {
		return errors.New("none of these is the id of a candidate")
	}
	return nil
}

// RerankOut are ids of candidates.
type RerankOut struct {
	IDs []string `json:"ids" jsonschema:"of the candidates that fit, the best first; empty if none does"`
}

// Answer says what was found, in the house's voice.
var Answer = &task.Task[AnswerIn, string]{
	Name:   "menu.answer",
	About:  "a recommendation in the house's voice, of the dishes that were chosen and no others",
	Prompt: answerPrompt,
	Params: task.Params{Temperature: 0.6, Timeout: 20 * time.Second},
	Speaks: func(in AnswerIn) lang.Language { return in.Language },
	Check:  checkAnswer,
	Rule:   func(_ context.Context, in AnswerIn) (string, error) { return answerByRule(in), nil },
}

// AnswerIn is what is to be said.
type AnswerIn struct {
	Message  string        `json:"message"`
	Intent   Intent        `json:"intent"`
	Language lang.Language `json:"language"`
	House    House         `json:"house"`
	// Restaurant is whose card it is, if not the house's; Restaurants are whose
	// there are besides, "" being the house's.
	Restaurant  string   `json:"restaurant,omitempty"`
	Restaurants []string `json:"restaurants,omitempty"`

	Items   []Item    `json:"items,omitempty"`
	Nearest string    `json:"nearest,omitempty"` // a dish's name, when none fits
	Later   []Item    `json:"later,omitempty"`   // what fits, but is served at another hour
	Harmful []Harmful `json:"harmful,omitempty"` // asked about, and not for this guest
	Unsure  []string  `json:"unsure,omitempty"`  // left out: what is in them is not known
	Avoid   []string  `json:"avoid,omitempty"`   // what the guest must not have
	Heard   []string  `json:"heard,omitempty"`   // of these, what a misspelt word was taken for just now
	Unclear []string  `json:"unclear,omitempty"` // what the guest must not have, and nobody understands
	Unknown bool      `json:"unknown,omitempty"` // and whether that could be found out
	Health  []string  `json:"health,omitempty"`  // of the guest, that no card can be judged by
	Known   string    `json:"known,omitempty"`
	Others  []string  `json:"-"` // the rest of the card, folded: not to be named
}

// Harmful is an item that breaks a constraint, or may for all that is known:
// then Why is empty.
type Harmful struct {
	Item Item   `json:"item"`
	Why  string `json:"why,omitempty"`
}

var marks = lazily(`\[([^\[\]\n]{1,200})\]`)

// checkAnswer refuses an answer that leaves out a dish that is shown, names one
// that is not, or tells of a price or of something to eat that nobody spoke of.
func checkAnswer(in AnswerIn, out string) error {
	if name := spaced(in.Restaurant); in.Restaurant != "" && len(in.Items) > 0 && !strings.Contains(spaced(out), name) {
		return fmt.Errorf("it must be said that this is from the card of%s", name)
	}
	for _, it := range in.Items {
		if !strings.Contains(out, "["+it.ID+"]") {
			return fmt.Errorf("each dish must be named with its id in brackets: [%s]", it.ID)
		}
	}
	for _, m := range marks().FindAllStringSubmatch(out, -1) {
		if !slices.ContainsFunc(in.Items, func(it Item) bool { return it.ID == m[1] }) {
			return fmt.Errorf("[%s] is not one of the items", m[1])
		}
	}
	said, theirs := spaced(out), ""
	for _, it := range in.Items {
		said = strings.ReplaceAll(said, spaced(it.Name), " ")
		theirs += spaced(it.Description + ", " + strings.Join(it.Ingredients, ", "))
	}
	for _, name := range in.Others {
		// A dish may come with another: "com arroz branco soltinho".
		if strings.Contains(said, name) && !strings.Contains(theirs, name) {
			return fmt.Errorf("no other dish may be named than the items, and%sis one", name)
		}
	}
	return madeUp(in, out)
}

// madeUp refuses prices and things to eat or drink that are neither of the items
// nor in what the guest said.
func madeUp(in AnswerIn, out string) error {
	known := in.Message + "\n" + in.Nearest + "\n" + strings.Join(slices.Concat(in.Avoid, in.Unsure, []string{in.House.Name, in.House.Persona, in.House.Order, in.Restaurant}), "\n")
	prices := map[string]bool{}
	for _, it := range slices.Concat(in.Items, in.Later) {
		known += "\n" + it.Text() + "\n" + it.Course + "\n" + strings.Join(it.Allergens, "\n") + "\n" + strings.Join(it.Inferred, "\n") + "\n" + it.Hours
		if it.Price != nil {
			for _, w := range voice.All() {
				prices[amountOf(it.Price.Text(w.Language))] = true
			}
		}
	}
	for _, m := range money().FindAllString(out, -1) {
		if amount := amountOf(m); !prices[amount] && !prices[amount+"00"] && !strings.Contains(in.Message, strings.TrimSpace(m)) {
			return fmt.Errorf("%q is no price of the items", m)
		}
	}
	o := knowledge().food
	d := o.Describe(known)
	said := map[int]bool{}
	for _, m := range o.Read(known) {
		said[m.Concept] = true
	}
	for _, m := range o.Read(out) {
		if words := strings.Fields(m.Words); !m.Negated && !said[m.Concept] && !d.Has(m.Concept) && isFood(m.Words) && !generic[m.Words] && slices.ContainsFunc(words, func(w string) bool { return !asking[w] && !generic[w] }) {
			return fmt.Errorf("nobody spoke of %q: say only what the card says of the items", m.Words)
		}
	}
	return nil
}

var money = lazily(`(?i)(?:R\$|US\$|\$|€)\s*\d[\d.,]*|\d[\d.,]*\s*(?:reais|real|dollars|d[óo]lares|euros|pesos|brl|usd)\b`)

// amountOf is the figures of a price.
func amountOf(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

// spaced folds a text to words with a space around each.
func spaced(text string) string { return " " + strings.Join(wordsOf(text), " ") + " " }
