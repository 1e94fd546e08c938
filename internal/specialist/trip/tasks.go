package trip

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

var (
	//go:embed prompts/trip.classify.md
	classifyPrompt string
	//go:embed prompts/trip.extract.md
	extractPrompt string
	//go:embed prompts/trip.tools.md
	toolsPrompt string
)

// A Message is something said, by the guest ("user") or by us ("assistant").
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Tasks are the decisions this package takes.
var Tasks = []task.Any{Classify, Extract, Choose}

// Classify tells whether the details of a trip still hold after what was said
// last. A change of place, dates or party ends them.
var Classify = &task.Task[ClassifyIn, ClassifyOut]{
	Name:   "trip.classify",
	About:  "whether the details of a trip still hold",
	Prompt: classifyPrompt,
	Params: task.Params{Timeout: 15 * time.Second},
	Rule: func(_ context.Context, in ClassifyIn) (ClassifyOut, error) {
		holds, err := stillHold(in)
		return ClassifyOut{holds}, err
	},
}

// ClassifyIn are the details and the conversation, oldest first.
type ClassifyIn struct {
	Details  Details   `json:"details"`
	Messages []Message `json:"messages"`
	Now      string    `json:"now,omitempty"` // the day, written 2006-01-02; empty: today
}

// Prompted implements [task.Prompted].
func (in ClassifyIn) Prompted() map[string]any { return map[string]any{"Today": today(dayOf(in.Now))} }

// ClassifyOut is the answer.
type ClassifyOut struct {
	IsRelevant bool `json:"isRelevant" jsonschema:"false if the last message changes the place, the dates or the number of guests"`
}

// Extract reads where, when and how many from a conversation.
var Extract = &task.Task[ExtractIn, ExtractOut]{
	Name:   "trip.extract",
	About:  "where, when and how many",
	Prompt: extractPrompt,
	Params: task.Params{Timeout: 15 * time.Second},
	Schema: func(s *jsonschema.Schema) {
		delete(s.Properties, "assumed") // ours to say
		delete(s.Properties, "candidates")
		least, most := 1.0, float64(maxGuests)
		s.Properties["numberOfGuests"].Minimum, s.Properties["numberOfGuests"].Maximum = &least, &most
	},
	Check: checkExtracted,
	Rule: func(_ context.Context, in ExtractIn) (ExtractOut, error) {
		return extractByReading(in)
	},
}

// ExtractIn is the conversation, oldest first.
type ExtractIn struct {
	Messages []Message `json:"messages"`
	Now      string    `json:"now,omitempty"` // the day, written 2006-01-02; empty: today
}

// Prompted implements [task.Prompted].
func (in ExtractIn) Prompted() map[string]any { return map[string]any{"Today": today(dayOf(in.Now))} }

// ExtractOut is what a conversation says of a trip. What a model leaves out is
// completed as the document says, and listed in Assumed.
type ExtractOut struct {
	Location       *string  `json:"location" jsonschema:"the destination by its proper name, or null if none was said"`
	StartDate      string   `json:"startDate,omitempty" jsonschema:"YYYY-MM-DD; left out if not said"`
	EndDate        string   `json:"endDate,omitempty" jsonschema:"YYYY-MM-DD, the day they leave; left out if not said"`
	NumberOfGuests int      `json:"numberOfGuests,omitempty" jsonschema:"left out if not said"`
	Assumed        []string `json:"assumed,omitempty"`
	Candidates     []string `json:"candidates,omitempty"` // places of that name, if it may be several
}

func checkExtracted(in ExtractIn, out ExtractOut) error {
	if at := out.Location; at != nil && (len(*at) > maxPlace || *at != ui.Clean(*at) || strings.Contains(*at, "\n")) {
		return errors.New("location is no name of a place")
	}
	if at := out.Location; at != nil && !spokenOf(*at, in.Messages) {
		return errors.New("location is no place that we know, and nobody has spoken of it")
	}
	now := dayOf(in.Now)
	var days [2]time.Time
	for i, s := range []string{out.StartDate, out.EndDate} {
		if s == "" {
			continue
		}
		d, err := time.Parse(time.DateOnly, s)
		if err != nil {
			return fmt.Errorf("%q is no day written like 2006-01-02", s)
		}
		if d.Before(now) {
			return fmt.Errorf("%s is past: today is %s", s, today(now))
		}
		days[i] = d
	}
	if !days[0].IsZero() && !days[1].IsZero() && !days[1].After(days[0]) {
		return errors.New("endDate must be after startDate")
	}
	return nil
}

// spokenOf reports whether a place is one of ours, or one that was spoken of,
// perhaps misspelt: a model's own must not be planned for.
func spokenOf(place string, messages []Message) bool {
	if strings.ContainsAny(place, "/:<>[]()") {
		return false
	}
	if place == "" || len(gazetteer.Find(place)) > 0 {
		return true
	}
	for w := range strings.FieldsSeq(lang.Fold(place)) {
		for _, m := range messages {
			for said := range strings.FieldsSeq(lang.Fold(m.Content)) {
				if said == w || len(w) > 4 && lang.Distance(said, w) <= 2 {
					return true
				}
			}
		}
	}
	return false
}

// Choose tells which tools the guest wants to be used.
var Choose = &task.Task[ChooseIn, ChooseOut]{
	Name:   "trip.tools",
	About:  "which lists the guest wants: where to stay, where to eat, or both",
	Prompt: toolsPrompt,
	Params: task.Params{Timeout: 15 * time.Second},
	Schema: func(s *jsonschema.Schema) {
		s.Properties["tools"].Items.Enum = []any{ListAccommodations, ListRestaurants}
	},
	Check: func(_ ChooseIn, out ChooseOut) error {
		if len(out.Tools) == 0 {
			return errors.New("at least one tool must be chosen")
		}
		for i, t := range out.Tools {
			if slices.Contains(out.Tools[:i], t) {
				return fmt.Errorf("%s is chosen twice", t)
			}
		}
		return nil
	},
	Rule: func(_ context.Context, in ChooseIn) (ChooseOut, error) {
		return ChooseOut{wanted(in.Messages)}, nil
	},
}

// ChooseIn are the details and the conversation, oldest first.
type ChooseIn struct {
	Details  Details   `json:"details"`
	Messages []Message `json:"messages"`
}

// Prompted implements [task.Prompted]: Tools are those to choose from.
func (ChooseIn) Prompted() map[string]any {
	return map[string]any{"Tools": fmt.Sprintf("- %q: where to stay.\n- %q: where to eat.", ListAccommodations, ListRestaurants)}
}

// ChooseOut is the choice.
type ChooseOut struct {
	Tools []string `json:"tools" jsonschema:"the tools to call"`
}
