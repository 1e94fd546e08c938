package graph_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
)

// place is a node of a random graph. What it does and where it goes follows
// from where the run has been, so that a model can know it.
type place struct {
	name  string
	asks  bool
	waits time.Duration // after each of its events
	emits int
	fails int // at every so many visits of any place; 0: never
	to    []string
}

const modelSteps = 12

// choice is a number from 0 to n-1 that follows from s and salt.
func choice(s list, salt string, n int) int {
	h := fnv.New32a()
	fmt.Fprint(h, salt, s.Been)
	return int(h.Sum32()) % n
}

func (p place) next(s list) string { return p.to[choice(s, "route", len(p.to))] }

func (p place) broken(s list) bool { return p.fails > 0 && choice(s, "fail", p.fails) == 0 }

func randomPlaces(t *rapid.T) []place {
	n := rapid.IntRange(1, 5).Draw(t, "places")
	var places []place
	for i := range n {
		p := place{
			name:  fmt.Sprint("p", i),
			asks:  rapid.IntRange(0, 2).Draw(t, "asks") == 0,
			waits: rapid.SampledFrom([]time.Duration{0, time.Millisecond, 30 * time.Millisecond}).Draw(t, "waits"),
			emits: rapid.IntRange(0, 3).Draw(t, "emits"),
			fails: rapid.SampledFrom([]int{0, 0, 0, 9}).Draw(t, "fails"),
			to:    []string{graph.End}, // which all can reach
		}
		if i+1 < n {
			p.to = append(p.to, fmt.Sprint("p", i+1)) // all can be reached
		}
		p.to = append(p.to, fmt.Sprint("p", rapid.IntRange(0, n-1).Draw(t, "to")))
		places = append(places, p)
	}
	return places
}

func build(places []place) *graph.Graph[list] {
	g := graph.New[list]("random@1")
	g.Start(nil, "p0")
	for _, p := range places {
		if p.asks {
			g.Ask(p.name, func(list) graph.Question { return graph.Question{Timeout: time.Hour} }, func(s list, a graph.Answer) (list, error) {
				if string(a.Value) == `"bad"` {
					return s, errors.New("not that")
				}
				return hears(s.add(p.name), a)
			}, p.next, p.to...)
			continue
		}
		g.Node(p.name, func(_ context.Context, s list, emit graph.Emit) (list, error) {
			for i := range p.emits {
				emit(event.Text, i)
				time.Sleep(p.waits)
			}
			if p.broken(s) {
				return s, errBroken
			}
			return s.add(p.name), nil
		}, p.next, p.to...)
	}
	g.Close(func(s list, how graph.Status, emit graph.Emit) { emit(event.PostResponse, len(s.Been)) })
	return g
}

// predict is the model: what counts of a run whose questions got the answers.
func predict(places []place, answers []graph.Answer, cancelled bool) (lines []string, s list) {
	say := func(step int, format string, args ...any) {
		lines = append(lines, fmt.Sprint(step, " ", fmt.Sprintf(format, args...)))
	}
	end := func(step int, how string) ([]string, list) {
		say(step, "post_response %d", len(s.Been))
		say(step, "run_end %s", how)
		return lines, s
	}
	say(1, `run_start {"graph":"random@1"}`)
	at := "p0"
	for step := 1; ; step++ {
		if step > modelSteps {
			return end(step, fmt.Sprintf(`{"status":"failed","err":"more than %d steps"}`, modelSteps))
		}
		p := places[slices.IndexFunc(places, func(p place) bool { return p.name == at })]
		switch {
		case p.asks:
			say(step, "question")
			if len(answers) == 0 && cancelled {
				return end(step, `{"status":"cancelled","err":"enough"}`)
			}
			data, _ := json.Marshal(answers[0])
			say(step, "answer %s", data)
			s, _ = hears(s.add(p.name), answers[0])
			answers = answers[1:]
		default:
			say(step, `step_start {"node":%q}`, p.name)
			for i := range p.emits {
				say(step, "text %d", i)
			}
			if p.broken(s) {
				return end(step, fmt.Sprintf(`{"status":"failed","err":"node %s: %v"}`, p.name, errBroken))
			}
			s = s.add(p.name)
			say(step, `step_end {"node":%q}`, p.name)
		}
		if at = p.next(s); at == graph.End {
			return end(step, `{"status":"ended"}`)
		}
	}
}

// move is what happens to a run once, and which call of the store fails then.
type move struct {
	answer string // if it waits
	at     int    // 0: none
	after  bool
}

func randomMoves(t *rapid.T) []move {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) move {
		return move{
			rapid.SampledFrom([]string{"yes", "no", "bad", "silence", "yes", "cancel"}).Draw(t, "answer"),
			rapid.SampledFrom([]int{0, 2, 3, 4, 5, 6, 9}).Draw(t, "fails at"),
			rapid.Bool().Draw(t, "after"),
		}
	}), 0, 20).Draw(t, "moves")
}

func TestRandomGraphsWithCrashesDoAsTheModelSays(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		places, moves := randomPlaces(rt), randomMoves(rt)
		var err error
		synctest.Test(t, func(t *testing.T) { err = crashAndCompare(t.Context(), places, moves) })
		if err != nil {
			rt.Fatal(err)
		}
	})
}

// crashAndCompare makes the moves, each with a worker of its own whose store
// fails for good at some call, then goes on undisturbed until the run is over.
func crashAndCompare(ctx context.Context, places []place, moves []move) error {
	m := graph.NewMemory()
	for {
		next := move{answer: "yes"}
		if len(moves) > 0 {
			next, moves = moves[0], moves[1:]
		}
		cp, err := m.Load(ctx, "r1")
		if err == nil && cp.Status.Over() {
			return compare(ctx, m, places)
		}
		r, err := build(places).Compile(&faulty{Memory: m, dies: true, at: next.at, after: next.after}, graph.Options{MaxSteps: modelSteps})
		if err != nil {
			return err
		}
		switch {
		case cp == nil:
			_, err = r.Run(ctx, graph.Run{ID: "r1"}, list{}, nil)
		case cp.Status == graph.Running:
			time.Sleep(time.Minute)
			_, err = r.RecoverAll(ctx)
		default:
			err = respond(ctx, r, next.answer, !time.Now().Before(cp.Deadline))
		}
		if err != nil && !errors.Is(err, errBroken) && !strings.Contains(err.Error(), "more than") {
			return err
		}
	}
}

// respond does one of the things that can happen to a question.
func respond(ctx context.Context, r *graph.Runner[list], answer string, late bool) (err error) {
	switch answer {
	case "silence":
		time.Sleep(time.Hour)
		_, err = r.RecoverAll(ctx)
	case "cancel":
		err = r.Cancel(ctx, "r1", errors.New("enough"))
	case "bad":
		_, err = r.Answer(ctx, "r1", value("bad"), nil)
		switch {
		case late: // it counts as silence
		case err == nil:
			return errors.New("a bad answer was taken")
		default:
			return nil
		}
	default:
		_, err = r.Answer(ctx, "r1", value(answer), nil)
	}
	return err
}

// compare compares what is stored with the model.
func compare(ctx context.Context, m *graph.Memory, places []place) error {
	events, err := m.Events(ctx, "r1", 0, 0)
	if err != nil {
		return err
	}
	cp, err := m.Load(ctx, "r1")
	if err != nil || cp.Seq != int64(len(events)) {
		return fmt.Errorf("Load = %+v, %w with %d events", cp, err, len(events))
	}
	for i, e := range events {
		if e.Seq != int64(i)+1 {
			return fmt.Errorf("event %d has the number %d", i+1, e.Seq)
		}
	}
	var got []string
	var answers []graph.Answer
	for _, e := range event.Fold(events) {
		switch e.Type {
		case event.Answer:
			var a graph.Answer
			if err := json.Unmarshal(e.Data, &a); err != nil {
				return err
			}
			answers = append(answers, a)
		case event.Question:
			e.Data = nil
		}
		got = append(got, line(e))
	}
	want, state := predict(places, answers, cp.Status == graph.Cancelled)
	if diff := cmp.Diff(want, got); diff != "" {
		return fmt.Errorf("what counts (-want +got):\n%s", diff)
	}
	var stored list
	if err := json.Unmarshal(cp.State, &stored); err != nil {
		return err
	}
	if diff := cmp.Diff(state, stored); diff != "" {
		return fmt.Errorf("the state (-want +got):\n%s", diff)
	}
	return nil
}
