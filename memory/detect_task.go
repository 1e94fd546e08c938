package memory

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/task"
)

//go:embed prompts/memory.detect.md
var detectPrompt string

// Tasks are the decisions this package takes.
var Tasks = []task.Any{Detection}

// Detection proposes what may be remembered of what a guest wrote. Its rule is
// [Detect].
var Detection = &task.Task[DetectIn, DetectOut]{
	Name:   "memory.detect",
	About:  "what may be remembered of what a guest wrote",
	Prompt: detectPrompt,
	Schema: detectSchema,
	Params: task.Params{Timeout: 15 * time.Second},
	Check:  checkDetected,
	Rule: func(_ context.Context, in DetectIn) (DetectOut, error) {
		return DetectOut{Detect(in.Queries)}, nil
	},
}

// DetectIn is what a guest wrote in a turn, oldest first.
type DetectIn struct {
	Queries []string `json:"queries"`
}

// DetectOut is what may be remembered of it.
type DetectOut struct {
	Items []Candidate `json:"items"`
}

// Keys are the keys that each kind has. A correction's is free: what it
// corrects.
var Keys = map[Kind][]string{
	Communication: {"style", "tone", "language", "format", "name"},
	Correction:    nil,
	Fact:          {"name", "role", "company", "birthday", "anniversary", "family", "marital", "pet", "mobility", "health", "schedule", "other"},
	Diet:          {"allergy", "intolerance", "restriction"},
	Preference:    {"food", "drink", "ambience", "lodging", "transport"},
	Dislike:       {"food", "drink", "ambience", "lodging", "transport"},
	Budget:        {"max_person", "max_total", "max_night", "range", "level"},
	Location:      {"home", "current", "destination", "work"},
	PartySize:     {"people"},
	Episode:       {"visit", "trip"},
}

// valueRunes is how long a value may be: it is a thing, not a story.
const valueRunes = 120

// checkDetected says what is wrong with a model's items.
func checkDetected(_ DetectIn, out DetectOut) error {
	for _, c := range out.Items {
		if err := checkKey(c.Kind, c.Key); err != nil {
			return err
		}
		if strings.TrimSpace(c.Value) == "" || utf8.RuneCountInString(c.Value) > valueRunes {
			return fmt.Errorf("the value of %s %s must be a few words", c.Kind, c.Key)
		}
	}
	return nil
}

// checkKey says what is wrong with a kind and its key.
func checkKey(k Kind, key string) error {
	keys, ok := Keys[k]
	switch {
	case !ok:
		return fmt.Errorf("there is no kind %q", k)
	case keys != nil && !slices.Contains(keys, key):
		return fmt.Errorf("a %s has no key %q: it is one of %s", k, key, strings.Join(keys, ", "))
	}
	return nil
}

func detectSchema(s *jsonschema.Schema) {
	item := s.Properties["items"].Items
	for _, k := range []Kind{Communication, Correction, Fact, Diet, Preference, Dislike, Budget, Location, PartySize, Episode} {
		item.Properties["kind"].Enum = append(item.Properties["kind"].Enum, string(k))
	}
	delete(item.Properties, "person") // who a companion is comes with Remember
	delete(item.Properties, "count")
	item.Properties["scope"].Enum = []any{Durable, Session}
	item.Properties["subject"].Enum = []any{User, Companion}
	least, most := 0.0, 1.0
	item.Properties["confidence"].Minimum, item.Properties["confidence"].Maximum = &least, &most
}
