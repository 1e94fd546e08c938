package maitre_test

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"log"
	"strings"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/task"
)

type wantIn struct {
	Message string `json:"message"`
}

type wantOut struct {
	Subject string `json:"subject" jsonschema:"what the book is about, in one word"`
	Borrow  bool   `json:"borrow"`
}

//go:embed testdata/library.want.md
var wantPrompt string

// want is what a guest of the library wants.
var want = &task.Task[wantIn, wantOut]{
	Name:   "library.want",
	About:  "which book, and whether to take it home",
	Prompt: wantPrompt,
	Rule: func(_ context.Context, in wantIn) (wantOut, error) {
		words := strings.Fields(strings.ToLower(strings.Trim(in.Message, "?!. ")))
		if len(words) == 0 {
			return wantOut{}, nil
		}
		return wantOut{Subject: words[len(words)-1], Borrow: strings.Contains(in.Message, "borrow")}, nil
	},
}

type book struct {
	Title string `json:"title"`
}

type loan struct {
	Title string `json:"title"`
	Until string `json:"until"`
}

func find(_ context.Context, in wantOut) (book, error) {
	shelves := map[string]string{"whales": "Moby-Dick", "windmills": "Don Quixote"}
	title, ok := shelves[in.Subject]
	if !ok {
		return book{}, fmt.Errorf("no book about %q", in.Subject) // the model reads this
	}
	return book{title}, nil
}

// lend lends a book. After a crash it may be called again for the same loan:
// agent.Key(ctx) is then the same too.
func lend(_ context.Context, in book) (loan, error) {
	fmt.Println("lending", in.Title)
	return loan{in.Title, "Friday"}, nil
}

func tools() ([]agent.Tool, error) {
	finds, err := agent.NewTool("find", "Finds a book by its subject", find, agent.Options[book]{
		Say: func(b book, _ lang.Language) string { return b.Title }, // if the model fails now
	})
	if err != nil {
		return nil, err
	}
	lends, err := agent.NewTool("lend", "Lends a book to the guest", lend, agent.Options[loan]{
		Ask: &agent.AskFirst{
			Text: func(_ agent.State, call llm.ToolCall) string {
				var b book
				_ = json.Unmarshal([]byte(call.Args), &b) // they fit the schema
				return "Shall I lend you " + b.Title + "?"
			},
			Timeout: time.Minute,
		},
	})
	return []agent.Tool{finds, lends}, err
}

// byRule does without a model what a model would do with the tools: it looks at
// what was said and found out, and takes the next step.
func byRule(tasks *task.Runner) agent.Think {
	return func(ctx context.Context, s agent.State, _ []llm.ToolSpec, _ func(event.Words)) (agent.Thought, error) {
		wanted, err := want.Do(ctx, tasks, wantIn{s.Messages[0].Parts[0].Text})
		if err != nil {
			return agent.Thought{}, err
		}
		last := s.Messages[len(s.Messages)-1].Parts[0]
		switch {
		case last.Result == nil:
			args, err := json.Marshal(wanted.Out)
			return agent.Thought{Calls: []llm.ToolCall{{ID: graph.Key(ctx), Name: "find", Args: string(args)}}}, err
		case last.Result.IsError:
			return agent.Thought{Text: "Sorry: " + last.Result.Content + "."}, nil
		case last.Result.Name == "find" && wanted.Out.Borrow:
			return agent.Thought{Calls: []llm.ToolCall{{ID: graph.Key(ctx), Name: "lend", Args: last.Result.Content}}}, nil
		}
		return agent.Thought{Text: "Here you are: " + last.Result.Content}, nil
	}
}

// library makes the specialist: tools for a model, and a graph of a rule and the
// same tools for when there is none.
func library(tasks *task.Runner) (maitre.Specialist, error) {
	all, err := tools()
	if err != nil {
		return maitre.Specialist{}, err
	}
	g, err := agent.Agent{Name: "library@1", Tools: all, Think: byRule(tasks)}.Graph()
	if err != nil {
		return maitre.Specialist{}, err
	}
	begin := func(q maitre.Query) agent.State {
		return agent.State{Messages: []llm.Message{llm.Text(llm.RoleUser, q.Message)}}
	}
	desk := maitre.NewSpecialist("library", "books and novels, to read and borrow", g, begin, func(s agent.State) string { return s.Text })
	desk.Tools = all
	return desk, nil
}

// tend lets questions time out and takes over from workers that died.
func tend(ctx context.Context, house *maitre.Maitre) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
			if _, err := house.RecoverAll(ctx); err != nil && ctx.Err() == nil {
				log.Print(err)
			}
		}
	}
}

// A library's desk: a specialist of one's own, with a task, tools of which one
// asks first, memory, and a database.
func Example() {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	store, err := sqlite.Open(ctx, sqlite.Memory) // or "library.db"
	if err != nil {
		log.Fatal(err)
	}
	defer store.Close()

	tasks := (&task.Runner{}).Logged() // Models: the concierge's, in the order they are asked
	desk, err := library(tasks)
	if err != nil {
		log.Fatal(err)
	}
	guests := memory.NewBook(memory.Options{Store: store, Log: store, Org: "Library", Forget: store.Forget})
	house, err := maitre.New(maitre.Options{
		House:       maitre.House{Name: "Library", Language: "en"},
		Store:       store,
		Tasks:       tasks,
		Hooks:       hook.Chain{guests.Hook()},
		Specialists: []maitre.Specialist{desk, maitre.Memory(guests, "")},
	})
	if err != nil {
		log.Fatal(err)
	}
	go tend(ctx, house)

	reply, err := house.Turn(ctx, maitre.Turn{Thread: "t1", Guest: "ana", Message: "May I borrow a novel about whales?"}, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(reply.Specialist, "asks:", reply.Question.Text)

	yes := graph.Answer{Value: json.RawMessage(`{"approved":true}`)}
	if reply, err = house.Answer(ctx, "ana", reply.Run, yes, nil); err != nil {
		log.Fatal(err)
	}
	fmt.Println(reply.Text)

	events, err := store.Events(ctx, reply.Run, 0, 0)
	if err != nil {
		log.Fatal(err)
	}
	for _, e := range event.Fold(events) {
		switch e.Type {
		case event.ToolCall, event.ToolResult, event.Question, event.Answer:
			fmt.Println(e.Step, e.Type)
		}
	}
	// Output:
	// library asks: Shall I lend you Moby-Dick?
	// lending Moby-Dick
	// Here you are: {"title":"Moby-Dick","until":"Friday"}
	// 2 tool_call
	// 2 tool_result
	// 4 question
	// 4 answer
	// 5 tool_call
	// 5 tool_result
}
