// Package route picks the specialist for a message: small talk, the menu,
// beer, a trip or data, or one that a house has made itself.
//
// [Choose] is its one task: a view of what package understand reads, for scripts
// and for houses with specialists of their own. A message that names nothing of
// its own stays with whoever is in charge.
package route

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/task"
)

//go:embed prompts/route.md
var routePrompt string

// Tasks are the decisions this package takes.
var Tasks = []task.Any{Choose}

// Choose picks the specialist who answers a message.
var Choose = &task.Task[In, Out]{
	Name:   "route",
	About:  "which specialist answers: chat, menu, beer, trip or data",
	Prompt: routePrompt,
	Schema: choices,
	Params: task.Params{Timeout: 10 * time.Second},
	Rule:   func(_ context.Context, in In) (Out, error) { return Out{byReading(in)}, nil },
}

func choices(s *jsonschema.Schema) {
	for _, name := range specialists {
		s.Properties["specialist"].Enum = append(s.Properties["specialist"].Enum, name)
	}
}

// In is a message and the talk it belongs to.
type In struct {
	Message string   `json:"message"`
	Active  string   `json:"active,omitempty"` // the specialist in charge, "" at the start
	Recent  []string `json:"recent,omitempty"` // said before, oldest first: the guest, the house, the guest…

	// Others are specialists of the house's own making, and Absent those of
	// ours that it lacks, which matters only to who is chosen among others.
	Others []Other  `json:"others,omitempty"`
	Absent []string `json:"absent,omitempty"`
}

// Other is a specialist that is not one of ours.
type Other struct {
	Name  string `json:"name"`
	About string `json:"about"` // what it is for, in words that guests use
}

// Ours reports whether a name is that of a specialist that the reader
// knows.
func Ours(name string) bool { return slices.Contains(specialists[:], name) }

// Line is something said before.
type Line struct {
	By   string `json:"by"` // "guest" or "house"
	Text string `json:"text"`
}

// Prompted implements [task.Prompted]: Lately is the end of the talk as a model is told it.
func (in In) Prompted() map[string]any {
	var lines []Line
	for i := max(0, len(in.Recent)-recentTexts); i < len(in.Recent); i++ {
		by := [...]string{"guest", "house"}[i%2]
		lines = append(lines, Line{by, fmt.Sprintf("%.*s", recentBytes, in.Recent[i])})
	}
	return map[string]any{"Lately": lines}
}

// Out is the choice.
type Out struct {
	Specialist string `json:"specialist" jsonschema:"who answers the message"`
}

// The specialists. Chat is small talk, and whatever no other is for.
const (
	Chat = "chat"
	Menu = "menu" // dishes and drinks of this house, diets, ordering, pairing
	Beer = "beer" // breweries, the guest's purchases, what sells
	Trip = "trip" // destinations, lodging, eating in a named town
	Data = "data" // loaded files, columns, statistics, plots
)

var specialists = [...]string{Chat, Menu, Beer, Trip, Data}

// How much of the talk a model is told.
const (
	recentTexts = 6
	recentBytes = 400
)
