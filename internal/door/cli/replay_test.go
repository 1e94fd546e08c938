package cli

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/operate/trace"
	"github.com/maitre-dev/maitre/internal/testkit/providertest"
	"github.com/maitre-dev/maitre/llm"
)

func TestAReplayKnowsNothingOfAGuestWhoWasNotKnownInTime(t *testing.T) {
	for stage, want := range map[string]bool{"pre_query": true, "post_response": false} {
		trouble := event.Payload(event.HookError, hook.Trouble{Hook: "memory", Stage: stage, Problem: "timeout"})
		events := []event.Event{{Type: event.RunStart}, {Type: event.HookError, Data: trouble}}
		if got := knewNothing(events); got != want {
			t.Errorf("knewNothing after a time-out of %s = %v, want %v", stage, got, want)
		}
	}
}

// looksFirst calls a tool of the menu, then answers.
func looksFirst(a providertest.Ask) providertest.Answer {
	if len(a.Called) > 0 || len(a.Tools) == 0 {
		return providertest.Answer{Text: "Claro! Fica à sua escolha."}
	}
	call := providertest.Call{Name: "ask_menu", Args: `{"question":"tem moqueca?"}`}
	if slices.Contains(a.Tools, "find_dishes") {
		call = providertest.Call{Name: "find_dishes", Args: `{"wish":"moqueca"}`}
	}
	return providertest.Answer{Calls: []providertest.Call{call}}
}

// again has all runs of a thread once more.
func again(t *testing.T, h *served, thread string) (all []*replayed) {
	t.Helper()
	runs, err := h.app.runs(t.Context(), thread)
	if err != nil {
		t.Fatal(err)
	}
	past, err := h.app.past(t.Context(), "ana")
	if err != nil {
		t.Fatal(err)
	}
	for _, events := range runs {
		r, err := h.app.replay(t.Context(), events, past)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

func TestARunOfTheConciergeIsHadAgain(t *testing.T) {
	h := serving(t, looksFirst, nil)
	for _, message := range []string{"Boa noite! Tem moqueca?", "e o que mais combina com ela?"} {
		reply, err := h.Turn(t.Context(), maitre.Turn{Thread: "t1", Guest: "ana", Message: message}, nil)
		if err != nil || reply.By != "test" {
			t.Fatalf("%q: %+v, %v, want the model's answer", message, reply, err)
		}
	}
	h.model.Play(providertest.Stall.Of(looksFirst)) // nobody asks it any more
	for i, r := range again(t, h, "t1") {
		if r.Models != 2 || r.Cannot != "" || len(r.Differences) > 0 {
			t.Errorf("run %d: %+v, want it the same with 2 recorded answers", i, r)
		}
	}
	if n := len(h.model.Asked()); n > 0 {
		t.Errorf("a provider was asked %d times", n)
	}
}

func TestARunWhoseModelFailedIsHadAgain(t *testing.T) {
	h := serving(t, providertest.Stall.Of(looksFirst), patience(providertest.Stall))
	if reply, err := h.Turn(t.Context(), maitre.Turn{Thread: "t1", Guest: "ana", Message: "Boa noite!"}, nil); err != nil || reply.By != "rule" {
		t.Fatalf("%+v, %v, want the rules' answer", reply, err)
	}
	for _, r := range again(t, h, "t1") {
		if len(r.Differences) > 0 {
			t.Errorf("it went otherwise: %+v", r.Differences)
		}
	}
}

func TestAModelsRunOfAnEarlierVersionIsNamedAndNotCompared(t *testing.T) {
	h := serving(t, looksFirst, nil)
	said := event.Payload(event.PreQuery, event.Said{ID: "m1", Text: "uma IPA"})
	graph := json.RawMessage(`{"graph":"beer@1"}`)
	old := []event.Event{
		{Run: "r1", Seq: 1, Thread: "t1", Guest: "ana", Type: event.RunStart, Data: graph},
		{Run: "r1", Seq: 2, Thread: "t1", Guest: "ana", Type: event.PreQuery, Data: said},
		{Run: "r1", Seq: 3, Thread: "t1", Guest: "ana", Type: event.ModelCall, Data: event.Payload(event.ModelCall, llm.Exchange{Key: "k", Model: "openai:test"})},
	}
	past, err := h.app.past(t.Context(), "ana")
	if err != nil {
		t.Fatal(err)
	}
	r, err := h.app.replay(t.Context(), old, past)
	if err != nil || !strings.Contains(r.Cannot, "beer@1") || len(r.Differences) > 0 {
		t.Fatalf("replay = %+v, %v", r, err)
	}
	h.log.Reset()
	if err := h.app.print("replay", r); err != nil || strings.Count(h.log.String(), "\n") != 1 {
		t.Errorf("it says %q, %v, want one line", h.log, err)
	}
	old = old[:2]
	old[0].Data = json.RawMessage(`{"graph":"bikes@1"}`)
	if r, err := h.app.replay(t.Context(), old, past); err != nil || r.Cannot != "it is a run of bikes@1, an agent that this house does not have" || len(r.Differences) > 0 {
		t.Errorf("of another agent: %+v, %v", r, err)
	}
}

func TestWhatAToolReturnedIsTheCauseOfADifference(t *testing.T) {
	run := func(reply string, tools ...trace.Span) trace.Trace { return trace.Trace{Reply: reply, Spans: tools} }
	call := func(name, input, result string) trace.Span {
		return trace.Span{Name: name, Kind: "tool", Data: json.RawMessage(`{"id":"` + result + `","input":` + input + `}`), Result: json.RawMessage(result)}
	}
	for _, tt := range []struct {
		name    string
		was, is trace.Trace
		want    string
	}{
		{"alone it is none", run("a", call("find", `{}`, `1`)), run("a", call("find", `{}`, `2`)), ""},
		{"before what came of it", run("a", call("find", `{}`, `1`)), run("b", call("find", `{}`, `2`)), "first call, reply"},
		{"with what was asked", run("a", call("find", `{"x":1}`, `1`)), run("b", call("find", `{}`, `1`)), "first call, reply"},
		{"or another call", run("a", call("find", `{}`, `1`)), run("b", call("bill", `{}`, `1`)), "first call, tool, reply"},
	} {
		var got []string
		for _, d := range compare(tt.was, tt.is) {
			got = append(got, d.What)
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%s: %q, want %s", tt.name, got, tt.want)
		}
	}
}
