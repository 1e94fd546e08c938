package websearch

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/task"
)

//go:embed prompts/explore.summarise.md
var summarisePrompt string

// Tasks are the decisions this package takes.
var Tasks = []task.Any{Summarise}

// Summarise says what the web knows of a place. An Explorer asks it, and reads
// and cleans what a model answers; the rule knows the catalogue's facts only.
var Summarise = &task.Task[SummariseIn, string]{
	Name:   "explore.summarise",
	About:  "what the web says of a brewery, in up to three sentences",
	Prompt: summarisePrompt,
	// Shorter than the minute that a cache waits for an answer.
	Params: task.Params{WebSearch: true, Timeout: 45 * time.Second},
	Rule: func(_ context.Context, in SummariseIn) (string, error) {
		return facts(in.Place.clean(), in.Language), nil
	},
}

// SummariseIn is the place, and the language to write in.
type SummariseIn struct {
	Place
	Language lang.Language `json:"language,omitempty"` // pt, en or es; empty: pt
}

const (
	// begin is where the answer begins: some models tell first that they are
	// going to search.
	begin = "SUMMARY:"
	// none is the answer of a model that found nothing.
	none = "NONE"
)

// read makes of a model's answer what is worth keeping.
func read(res task.Result[string]) (found, error) {
	if res.By == task.ByRule {
		return found{}, errors.New(res.Why)
	}
	g := res.Grounding
	if g == nil {
		return found{}, fmt.Errorf("%s answered without a search", res.By)
	}
	f := found{By: res.By}
	text := res.Out
	if i := strings.LastIndex(text, begin); i >= 0 {
		text = text[i+len(begin):]
	}
	if strings.Trim(text, " .*`\"\n") == none {
		return f, nil
	}
	f.Text = summary(text)
	f.Sources = sources(g)
	if f.Text == "" || len(f.Sources) == 0 {
		return found{}, fmt.Errorf("%s answered without words or sources", res.By)
	}
	return f, nil
}
