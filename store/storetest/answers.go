package storetest

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
)

const (
	answerers    = 64
	answerRounds = 20
)

// verdict is what came of a child's answers to one question.
type verdict struct {
	Won   int      `json:"won"`
	Lost  int      `json:"lost"`
	Other []string `json:"other"` // errors that should not be
}

// TestAnswers lets 64 goroutines in each of two processes answer the same
// question at once, half of the time after its deadline: one of them wins. See
// Work for what else it needs.
func TestAnswers(t *testing.T, dsn string, open Open) {
	s := openFor(t, open, dsn)
	r := mustCompile(questionnaire(), s, graph.Options{})
	verdicts := make(chan verdict, 2*answerRounds)
	hear := func(line string) {
		v := verdict{Other: []string{line}}
		_ = json.Unmarshal([]byte(line), &v) // else the line says what is wrong
		verdicts <- v
	}
	children := []*child{startChild(t, "answers", dsn, hear), startChild(t, "answers", dsn, hear)}
	for round := range answerRounds {
		id := fmt.Sprint("round", round)
		timeout := time.Hour
		if round%2 == 1 {
			timeout = time.Microsecond
		}
		out, err := r.Run(t.Context(), graph.Run{ID: id}, poll{Timeout: timeout}, nil)
		if err != nil || out.Status != graph.Waiting {
			t.Fatalf("Run = %+v, %v, want a question", out, err)
		}
		for _, c := range children {
			c.order(t, id)
		}
		var all verdict
		for _, c := range children {
			select {
			case v := <-verdicts:
				all = verdict{all.Won + v.Won, all.Lost + v.Lost, append(all.Other, v.Other...)}
			case <-c.gone:
				c.kill(t) // says why
			}
		}
		if all.Won != 1 || all.Lost != 2*answerers-1 {
			t.Errorf("round %d: %d won and %d lost, want 1 and %d; others: %q", round, all.Won, all.Lost, 2*answerers-1, all.Other)
		}
		checkPoll(t, s, id, timeout < time.Second)
	}
}

// checkPoll checks that one answer is in the log, and its effect in the state.
func checkPoll(t *testing.T, s RunStore, id string, late bool) {
	t.Helper()
	test := runTest{t, s}
	test.wantTypes(id, event.RunStart, event.Question, event.Answer, event.StepStart, event.StepEnd, event.RunEnd)
	cp := test.load(id)
	var p poll
	must.Do(t, json.Unmarshal(cp.State, &p))
	if cp.Status != graph.Ended || p.Heard != 1 || p.Silence != late {
		t.Errorf("the run %s is %s with %+v; want it ended with one answer, silence: %v", id, cp.Status, p, late)
	}
}

type poll struct {
	Timeout time.Duration
	Heard   int
	Silence bool
}

func questionnaire() *graph.Graph[poll] {
	g := graph.New[poll]("answers@1")
	g.Start(nil, "ask")
	g.Ask("ask", func(p poll) graph.Question {
		return graph.Question{Text: "Mais uma?", Timeout: p.Timeout}
	}, func(p poll, a graph.Answer) (poll, error) {
		p.Heard++
		p.Silence = a.TimedOut
		return p, nil
	}, nil, "after")
	g.Node("after", func(_ context.Context, p poll, _ graph.Emit) (poll, error) { return p, nil }, nil, graph.End)
	return g
}

// answersWork answers the question of each run that it is told of.
func answersWork(s RunStore, orders *bufio.Scanner, print func(string)) error {
	r := mustCompile(questionnaire(), s, graph.Options{})
	for orders.Scan() {
		var (
			wg sync.WaitGroup
			mu sync.Mutex
			v  verdict
		)
		for range answerers {
			wg.Go(func() {
				_, err := r.Answer(context.Background(), orders.Text(), graph.Answer{Value: json.RawMessage(`"sim"`)}, nil)
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil:
					v.Won++
				case errors.Is(err, graph.ErrNoAsk) || errors.Is(err, graph.ErrConflict):
					v.Lost++
				default:
					v.Other = append(v.Other, err.Error())
				}
			})
		}
		wg.Wait()
		line, err := json.Marshal(v)
		if err != nil {
			return err
		}
		print(string(line))
	}
	return orders.Err()
}
