package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/door/agui"
	"github.com/maitre-dev/maitre/internal/door/agui/aguitest"
)

const recommend = "Recomende cervejarias novas para mim"

// asked is a question that a client was asked.
type asked struct {
	events []aguitest.Event
	id     string   // of the interrupt
	offer  []string // the breweries
	raw    map[string]any
}

// question has a guest asked.
func (b *bar) question(in input) asked {
	b.t.Helper()
	q := asked{events: b.post(in)}
	c := heard(b.t, q.events)
	if len(c.Interrupts) != 1 {
		b.t.Fatalf("%d questions; it ended with %s", len(c.Interrupts), end(q.events))
	}
	q.raw = c.Interrupts[0]
	q.id, _ = q.raw["id"].(string)
	for _, e := range q.events {
		if e.Text("activityType") == "breweries-list" {
			var list struct {
				Content struct {
					Props struct{ Items []struct{ ID string } }
				}
			}
			must(b.t, json.Unmarshal(e.Raw, &list))
			for _, i := range list.Content.Props.Items {
				q.offer = append(q.offer, i.ID)
			}
		}
	}
	if len(q.offer) < 3 {
		b.t.Fatalf("%d breweries are offered", len(q.offer))
	}
	return q
}

// answers is the answer to a question in the thread t1.
func (q asked) answers(status string, payload any) input {
	entry := input{"interruptId": q.id, "status": status}
	if payload != nil {
		entry["payload"] = payload
	}
	return said("t1", recommend).with("runId", "the answer").with("resume", []any{entry})
}

func yes(brewery string) map[string]any {
	if brewery == "" {
		return map[string]any{"approved": true}
	}
	return map[string]any{"approved": true, "editedArgs": map[string]any{"brewery": brewery}}
}

var no = map[string]any{"approved": false}

// details returns the breweries whose details a stream shows.
func details(events []aguitest.Event) (ids []string) {
	for _, e := range events {
		if e.Text("activityType") == "brewery-details" {
			var card struct {
				Content struct {
					Props struct{ Brewery struct{ ID string } }
				}
			}
			_ = json.Unmarshal(e.Raw, &card)
			ids = append(ids, card.Content.Props.Brewery.ID)
		}
	}
	return ids
}

func TestOnlyClientsOfTheProtocolsVersionAreToldWhenAQuestionExpires(t *testing.T) {
	inBar(t, barOptions{}, func(t *testing.T, b *bar) {
		q := b.question(said("t1", recommend).with("protocolVersion", nil))
		terms, _ := q.raw["metadata"].(map[string]any)["maitre"].(map[string]any)
		if q.raw["expiresAt"] != nil || terms["deadline"] == nil {
			t.Errorf("the interrupt is %v", q.raw)
		}
	})
}

func TestAQuestionIsAnswered(t *testing.T) {
	late := 31 * time.Second
	for _, tt := range []struct {
		name   string
		answer func(asked) input
		wait   time.Duration
		end    string
		chosen int // of the offer; 0: none
	}{
		{"yes", func(q asked) input { return q.answers("resolved", yes("")) }, 0, "success", 1},
		{"yes, at the last moment", func(q asked) input { return q.answers("resolved", yes("")) }, 29 * time.Second, "success", 1},
		{"yes, to another", func(q asked) input { return q.answers("resolved", yes(q.offer[2])) }, 0, "success", 3},
		{"no", func(q asked) input { return q.answers("resolved", no) }, 0, "success", 0},
		{"cancelled", func(q asked) input { return q.answers("cancelled", nil) }, 0, "success", 0},
		{"with the interrupted run's id", func(q asked) input { return q.answers("resolved", yes("")).with("runId", "run of "+recommend) }, 0, "success", 1},
		{"without any messages", func(q asked) input { return q.answers("resolved", yes("")).with("messages", []any{}) }, 0, "success", 1},
		{"late yes", func(q asked) input { return q.answers("resolved", yes("")) }, late, "interrupt_expired", 0},
		{"late yes of an older client", func(q asked) input { return q.answers("resolved", yes("")).with("protocolVersion", nil) }, late, "success", 0},
		{"late no of an older client", func(q asked) input { return q.answers("resolved", no).with("protocolVersion", nil) }, late, "success", 0},
		{"cancelled too late", func(q asked) input { return q.answers("cancelled", nil) }, late, "success", 0},
		{"cancelled too late by an older client", func(q asked) input { return q.answers("cancelled", nil).with("protocolVersion", nil) }, late, "success", 0},
	} {
		for name, tends := range map[string]bool{"": false, ", and the house has noticed": true} {
			t.Run(tt.name+name, func(t *testing.T) {
				inBar(t, barOptions{tends: tends}, func(t *testing.T, b *bar) {
					q := b.question(said("t1", recommend))
					time.Sleep(tt.wait)
					in := tt.answer(q)
					events := b.post(in)
					if end(events) != tt.end || events[0].Text("runId") != in["runId"] {
						t.Fatalf("it ended with %s: %s", end(events), events[0].Raw)
					}
					var want []string
					if tt.chosen > 0 {
						want = q.offer[tt.chosen-1 : tt.chosen]
					}
					if diff := cmp.Diff(want, details(events)); diff != "" {
						t.Errorf("details (-want +got):\n%s", diff)
					}
					c := heard(t, append(q.events, events...))
					if tt.end == "success" && c.Said() == "" {
						t.Errorf("%d deltas say %q", c.Deltas, c.Said())
					}
					if declined := strings.Contains(fmt.Sprint(c.Messages), `{"declined":true}`); tt.end == "success" && declined != (tt.chosen == 0) {
						t.Errorf("the call is declined: %v", declined)
					}
					b.over("t1", tt.chosen > 0)
				})
			})
		}
	}
}

// over checks that nothing is pending in a thread, that it can be gone on with,
// and whether details were looked for in it.
func (b *bar) over(thread string, spent bool) {
	b.t.Helper()
	a := b.ask(request{method: "GET", path: "/api/v1/threads/" + thread})
	if !strings.Contains(a.body, `"pendingInterrupts":[]`) || strings.Contains(a.body, `"brewery-details"`) != spent {
		b.t.Errorf("the thread is %s", a.body)
	}
	if events := b.post(said(thread, "Obrigado")); end(events) != "success" {
		b.t.Errorf("the next turn ends with %s", end(events))
	}
}

func TestTheSameAnswerTwiceIsToldTwice(t *testing.T) {
	for name, tt := range map[string]struct {
		payload, again, other any
	}{
		"yes": {yes(""), map[string]any{"approved": true, "editedArgs": map[string]any{}}, no},
		"no":  {no, no, yes("")},
	} {
		t.Run(name, func(t *testing.T) {
			inBar(t, barOptions{}, func(t *testing.T, b *bar) {
				q := b.question(said("t1", recommend))
				first := b.ask(q.answers("resolved", tt.payload).request())
				time.Sleep(time.Minute)
				second := b.ask(q.answers("resolved", tt.again).request())
				if diff := cmp.Diff(first.body, second.body); diff != "" {
					t.Errorf("the second time (-first +second):\n%s", diff)
				}
				if events := b.post(q.answers("resolved", tt.other)); end(events) != "interrupt_answered" {
					t.Errorf("another answer: %s", end(events))
				}
				b.over("t1", name == "yes")
			})
		})
	}
}

func TestWhatIsNoAnswerLeavesTheQuestionOpen(t *testing.T) {
	inBar(t, barOptions{}, func(t *testing.T, b *bar) {
		q := b.question(said("t1", recommend))
		for name, payload := range map[string]any{
			"nothing":                nil,
			"a word":                 "sim",
			"a list":                 []any{true},
			"no word on the matter":  map[string]any{},
			"not yes, not no":        map[string]any{"approved": "yes"},
			"a brewery not on offer": yes("somewhere-else"),
			"a brewery by number":    map[string]any{"approved": true, "editedArgs": map[string]any{"brewery": 1}},
		} {
			if events := b.post(q.answers("resolved", payload)); end(events) != "interrupt_payload" {
				t.Errorf("%s: %s", name, end(events))
			}
		}
		for name, in := range map[string]input{
			"another question":  asked{id: q.id + "1"}.answers("resolved", yes("")),
			"no question":       asked{id: "x"}.answers("resolved", yes("")),
			"another thread's":  q.answers("resolved", yes("")).with("threadId", "t2"),
			"two at once":       q.answers("resolved", no).with("resume", []any{input{"interruptId": q.id, "status": "resolved"}, input{"interruptId": "x", "status": "resolved"}}),
			"a run's, not ours": asked{id: "nope-q1"}.answers("cancelled", nil),
		} {
			if events := b.post(in); end(events) != "interrupt_unknown" {
				t.Errorf("%s: %s", name, end(events))
			}
		}
		theirs := q.answers("resolved", yes("")).request()
		theirs.guest = "ana"
		if events := b.stream(theirs); end(events) != "interrupt_unknown" {
			t.Errorf("another guest's answer: %s", end(events))
		}
		if events := b.post(q.answers("resolved", yes(q.offer[1]))); end(events) != "success" || details(events)[0] != q.offer[1] {
			t.Errorf("the right answer: %s", end(events))
		}
	})
}

func TestAMessageBeforeTheDeadlineMustWaitAndAfterItIsANo(t *testing.T) {
	for name, tends := range map[string]bool{"by the message": false, "by the house": true} {
		t.Run(name, func(t *testing.T) {
			inBar(t, barOptions{tends: tends}, func(t *testing.T, b *bar) {
				q := b.question(said("t1", recommend))
				time.Sleep(29 * time.Second)
				events := b.post(said("t1", "Boa noite"))
				if diff := cmp.Diff([]string{"RUN_STARTED", "RUN_ERROR"}, types(events)); diff != "" || end(events) != "interrupt_pending" || events[0].ID != 0 {
					t.Errorf("before: %s %s", end(events), diff)
				}
				time.Sleep(2 * time.Second)
				events = b.post(said("t1", "Boa noite"))
				if c := heard(t, events); end(events) != "success" || !strings.HasPrefix(c.Said(), "Boa noite") {
					t.Errorf("after: %s %q", end(events), c.Said())
				}
				events = b.post(q.answers("resolved", yes("")))
				if end(events) != "interrupt_expired" {
					t.Errorf("a yes after it: %s", end(events))
				}
				b.over("t1", false)
			})
		})
	}
}

// asking is a specialist for beer that asks so many questions, and thinks for a
// while about the last answer.
func asking(questions int, think time.Duration) []maitre.Specialist {
	g := graph.New[int]("beer@1")
	g.Start(nil, "ask")
	g.Ask("ask", func(n int) graph.Question {
		return graph.Question{Text: fmt.Sprintf("Mesmo? (%d)", n), Timeout: 30 * time.Second}
	}, func(n int, _ graph.Answer) (int, error) { return n + 1, nil }, func(n int) string {
		if n < questions {
			return "ask"
		}
		return "think"
	}, "ask", "think")
	g.Node("think", func(ctx context.Context, n int, _ graph.Emit) (int, error) {
		time.Sleep(think)
		return n, ctx.Err()
	}, nil, graph.End)
	return []maitre.Specialist{maitre.NewSpecialist("beer", "beer", g, func(maitre.Query) int { return 0 }, func(n int) string { return fmt.Sprintf("Perguntei %d vezes.", n) })}
}

func TestAMessageWaitsForWhatSilenceHasSetGoing(t *testing.T) {
	for think, want := range map[time.Duration]int{5 * time.Second: http.StatusOK, time.Minute: http.StatusConflict} {
		inBar(t, barOptions{others: asking(1, think), tends: true}, func(t *testing.T, b *bar) {
			if events := b.post(said("t1", recommend)); end(events) != "interrupt" {
				t.Fatal(end(events))
			}
			time.Sleep(32 * time.Second) // the house has noticed, and thinks
			answered(t, b.ask(said("t1", "Boa noite").request()), want, "it takes", think)
		})
	}
}

func TestAGuestMayTakeMoreTimeForAQuestion(t *testing.T) {
	inBar(t, barOptions{tends: true}, func(t *testing.T, b *bar) {
		q := b.question(said("t1", recommend))
		start := time.Now()
		run, _, _ := agui.ParseInterrupt(q.id)
		more := func() answer { return b.ask(request{method: "POST", path: "/api/v1/runs/" + run + "/extend"}) }
		time.Sleep(20 * time.Second)
		for _, whole := range []time.Duration{90, 150, 210, 270, 300} {
			a := more()
			until := start.Add(whole * time.Second).UTC().Format("2006-01-02T15:04:05")
			if want := fmt.Sprintf(`"timeoutSeconds":%d`, whole); a.status != http.StatusOK || !strings.Contains(a.body, `"expiresAt":"`+until) || !strings.Contains(a.body, want) {
				t.Errorf("%d %s, want it to expire at %s", a.status, a.body, until)
			}
			for _, r := range []request{{method: "GET", path: "/api/v1/threads/t1?protocolVersion=1.0"}, eventsOf(run, "")} {
				if a := b.ask(r); !strings.Contains(a.body, `"expiresAt":"`+until) {
					t.Errorf("%s: %s, want it to expire at %s", r.path, a.body, until)
				}
			}
		}
		answered(t, more(), http.StatusConflict, "after five minutes in all")
		time.Sleep(250 * time.Second)
		if events := b.post(q.answers("resolved", yes(""))); end(events) != "success" {
			t.Errorf("a yes in the time that was added: %s", end(events))
		}
	})
}
