package trip

import (
	"context"
	"fmt"
	"log"
	"slices"
	"time"

	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/places"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

func Example() {
	p := &Planner{
		Tasks:  &task.Runner{}, // no model: the rules decide
		Places: places.Fallback{Sample: places.Sample{}},
		Now:    func() time.Time { return time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC) },
	}
	r, err := p.Graph().Compile(graph.NewMemory(), graph.Options{})
	if err != nil {
		log.Fatal(err)
	}
	var before *State
	var said []Message
	for i, text := range []string{"Quero viajar em família, somos 4", "Para Floripa, de 10 a 15 de março"} {
		said = append(said, Message{"user", text})
		out, err := r.Run(context.Background(), graph.Run{ID: fmt.Sprint("run", i)}, p.Begin(before, said, "", hook.Constraints{}), nil)
		if err != nil {
			log.Fatal(err)
		}
		before, said = &out.State, append(said, Message{"assistant", out.State.Text})
		fmt.Printf("> %s\n%.57s\n", text, out.State.Text)
	}
	for _, c := range before.UI {
		fmt.Println(c.Name)
	}
	// Output:
	// > Quero viajar em família, somos 4
	// Que bom, vamos planejar! Para onde você quer ir?
	// > Para Floripa, de 10 a 15 de março
	// Florianópolis, de 10 a 15 de março de 2027 (5 noites), pa
	// trip-summary
	// accommodations-list
	// restaurants-list
}

// A component is defined in cards.go and named in Kinds.
var weatherCard = ui.Define("weather-card", 1, func(p weatherProps) string {
	return fmt.Sprintf("%s: %s", p.Place, p.Sky)
})

type weatherProps struct {
	Place  string    `json:"place"`
	Sky    string    `json:"sky"`
	Source ui.Source `json:"source"`
}

// A tool is a row of tools, in tools.go.
var showWeather = tool{
	name:  "show-weather",
	about: "the weather there",
	words: []string{"clima", "previsao", "weather"},
	call: func(_ context.Context, _ *Planner, r request) (res result) {
		res.shown, res.err = weatherCard.New(r.id, weatherProps{r.where.Name, "sol", ui.Sample})
		return res
	},
}

// A node is a function that returns a new state, and a line in Graph.
func wellWish(_ context.Context, s State, emit graph.Emit) (State, error) {
	return s.say(emit, s.Text+" Boa viagem!"), nil
}

// This is docs/trip.md: a planner with one more component, tool and node.
func Example_oneMore() {
	defer func(was []tool) { tools = was }(tools)
	tools = append(slices.Clone(tools), showWeather)

	p := &Planner{Tasks: &task.Runner{}, Places: places.Fallback{Sample: places.Sample{}}}
	g := graph.New[State]("trip@2")
	g.Start(routeStart, "extraction", "classify")
	g.Node("classify", p.classify, routeClassified, "extraction", "callTools")
	g.Node("extraction", p.extract, routeExtracted, "callTools", graph.End)
	g.Node("callTools", p.callTools, nil, "wellWish")
	g.Node("wellWish", wellWish, nil, graph.End)

	r, err := g.Compile(graph.NewMemory(), graph.Options{})
	if err != nil {
		log.Fatal(err)
	}
	begin := p.Begin(nil, []Message{{"user", "Como é o clima em Gramado em julho?"}}, "", hook.Constraints{})
	out, err := r.Run(context.Background(), graph.Run{ID: "run"}, begin, nil)
	if err != nil {
		log.Fatal(err)
	}
	card := out.State.UI[1]
	fmt.Println(card.Name, string(card.Props))
	fmt.Println(out.State.Text[len(out.State.Text)-len("Gramado: sol Boa viagem!"):])
	// Output:
	// weather-card {"place":"Gramado","sky":"sol","source":"sample"}
	// Gramado: sol Boa viagem!
}
