package menu

import (
	"context"
	_ "embed"
	"errors"
	"slices"
	"time"

	"github.com/maitre-dev/maitre/task"
)

//go:embed prompts/menu.rerank.md
var rerankPrompt string

// Tasks are the decisions this package takes.
var Tasks = []task.Any{Rerank}

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

	is    *described // nil: not read yet
	words []string   // of the name; nil: not read yet
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
