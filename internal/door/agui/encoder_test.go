package agui_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/door/agui"
	"github.com/maitre-dev/maitre/internal/door/agui/aguitest"
	"github.com/maitre-dev/maitre/internal/door/config"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

var update = flag.Bool("update", false, "write the golden files")

var evening = time.Date(2026, 11, 20, 19, 0, 0, 0, time.UTC)

// entry is an event to be: its step, what happened, and what is said of it.
type entry struct {
	step int
	typ  event.Type
	data any
}

// logged makes the events of a run, as the log would have them.
func logged(run string, entries ...entry) []event.Event {
	var all []event.Event
	for i, en := range entries {
		all = append(all, event.Event{
			Run: run, Seq: int64(i + 1), Thread: "t1", Guest: "C001", Step: en.step, Type: en.typ,
			Time: evening.Add(time.Duration(i) * time.Millisecond), Data: event.Payload(en.typ, en.data),
		})
	}
	return all
}

func node(name string) map[string]string { return map[string]string{"node": name} }

func begins(graph, message string) []entry {
	return []entry{
		{1, event.RunStart, map[string]string{"graph": graph}},
		{1, event.PreQuery, event.Said{ID: "u1", Text: message}},
	}
}

func ends(step int, answer string) []entry {
	return []entry{
		{step, event.PostResponse, event.Said{ID: "a1", Text: answer}},
		{step, event.RunEnd, map[string]string{"status": "ended"}},
	}
}

func card(id, call string) ui.Component {
	return ui.Component{V: 1, ID: id, Name: "accommodations-list", Props: json.RawMessage(`{"items":[{"id":"h1","name":"Pousada <do> Sol & Mar"}]}`), Text: "Pousada do Sol", ToolCallID: call}
}

func asks(step int) entry {
	return entry{step, event.Question, map[string]any{
		"text": "Quer mais detalhes da Cervejaria Bodebrown?", "timeout": 30 * time.Second, "deadline": evening.Add(30 * time.Second),
		"options": []graph.Option{{Value: "b1", Label: "Bodebrown"}, {Value: "b2", Label: "Way"}},
		"data":    map[string]any{"toolCall": llm.ToolCall{ID: "c1", Name: "brewery_details", Args: `{"breweryId":"b1"}`}, "silenceMeansYes": false},
	}}
}

const (
	greeting = "Boa noite! Aqui é o Bar do João: hoje temos moqueca, e a IPA da casa acabou de chegar."
	details  = "A Bodebrown fica em Curitiba e abre às 11h."
)

// scenarios are the runs whose streams are golden.
var scenarios = map[string][]event.Event{
	"chat": logged("r1", slices.Concat(begins("chat@1", "boa noite"), []entry{
		{1, event.MemoryRetrieved, map[string]any{"ids": []string{"m1", "m2"}}},
		{1, event.Decision, task.Decision{Task: "route", By: "rule", Cost: new(llm.USD)}},
		{1, event.StepStart, node("reply")},
		{1, event.Decision, task.Decision{Task: "decide", By: "gemini-2.5-flash", Usage: llm.Usage{Input: 120, Output: 40}, Cost: new(llm.USD(136))}},
		{1, event.Text, event.Words{Text: greeting}},
		{1, event.StepEnd, node("reply")},
	}, ends(1, greeting), []entry{
		{1, event.MemorySaved, map[string]any{"id": "m3", "memory": map[string]any{"id": "m3", "kind": "preference", "key": "beer", "value": "IPA", "alpha": 1}}},
		{1, event.MemoryRejected, map[string]any{"kind": "fact", "key": "card", "value": "secret", "reason": "sensitive"}},
		{1, event.FeedbackAsked, nil},
		{1, event.Text, event.Words{Text: "\n\nPosso guardar isso?"}},
		{1, event.PostResponse, event.Said{ID: "a2", Text: "Posso guardar isso?"}},
		{1, event.SessionEnd, nil},
		{1, event.MemorySaved, map[string]any{"id": "m9"}},
	})...),

	"restart": logged("r1", slices.Concat(begins("chat@1", "oi"), []entry{
		{1, event.StepStart, node("reply")},
		{1, event.Text, event.Words{Text: "Vou procurar uma "}},
		{1, event.Text, event.Words{Text: "resposta para"}},
		{1, event.Text, event.Words{Text: "Boa noite! ", Restart: true}},
		{1, event.Text, event.Words{Text: "Tudo bem?"}},
		{1, event.StepEnd, node("reply")},
	}, ends(1, "Boa noite! Tudo bem?"))...),

	"untold": logged("r1", slices.Concat(begins("data@1", "quantos clientes?"), []entry{
		{1, event.StepStart, node("answer")},
		{1, event.StepEnd, node("answer")},
	}, ends(1, "São 42 clientes."))...),

	"trip": logged("r1", slices.Concat(begins("trip@1", "Floripa, 3 dias"), []entry{
		{1, event.StepStart, node("extract")},
		{1, event.StepEnd, node("extract")},
		{2, event.StepStart, node("call_tools")},
		{2, event.ToolCall, event.Call{ID: "r1.2-1", Tool: "list_accommodations", Input: map[string]any{"location": "Florianópolis"}}},
		{2, event.ToolCall, event.Call{ID: "r1.2-2", Tool: "list_restaurants", Input: map[string]any{"location": "Florianópolis"}}},
		{2, event.ToolCall, event.Call{ID: "r1.2-3", Tool: "list_flights"}},
		{2, event.ToolResult, event.Call{ID: "r1.2-1", Tool: "list_accommodations", Output: map[string]int{"found": 1}}},
		{2, event.ToolError, event.Call{ID: "r1.2-2", Tool: "list_restaurants", Err: "dial tcp 10.0.0.7: connection refused"}},
		{2, event.ToolResult, event.Call{ID: "r1.2-3", Tool: "list_flights", Output: map[string]int{"found": 0}}},
		{2, event.UI, card("r1.2-0", "")},
		{2, event.UI, card("r1.2-1", "r1.2-1")},
		{2, event.Text, event.Words{Text: "Pousada do Sol"}},
		{2, event.StepEnd, node("call_tools")},
	}, ends(2, "Pousada do Sol"))...),

	"question": logged("r1", slices.Concat(begins("beer@1", "cervejarias?"), []entry{
		{1, event.StepStart, node("think")},
		{1, event.Text, event.Words{Text: "Achei duas."}},
		{1, event.StepEnd, node("think")},
		asks(2),
	})...),

	"question-yes": logged("r1", slices.Concat(begins("beer@1", "cervejarias?"), []entry{
		{1, event.StepStart, node("think")},
		{1, event.StepEnd, node("think")},
		asks(2),
		{2, event.Answer, graph.Answer{Value: json.RawMessage(`{"approved":true}`), Step: 2}},
		{3, event.StepStart, node("act")},
		{3, event.ToolCall, event.Call{ID: "c1", Tool: "brewery_details", Input: json.RawMessage(`{"breweryId":"b1"}`)}},
		{3, event.UI, card("b1-card", "c1")},
		{3, event.ToolResult, event.Call{ID: "c1", Tool: "brewery_details", Output: map[string]string{"id": "b1"}}},
		{3, event.StepEnd, node("act")},
		{4, event.StepStart, node("think")},
		{4, event.ToolCall, event.Call{ID: "c1", Tool: "opening_hours", Input: map[string]string{"id": "b1"}}}, // a rule that counts from one again
		{4, event.ToolResult, event.Call{ID: "c1", Tool: "opening_hours", Output: "11h"}},
		{4, event.Text, event.Words{Text: details}},
		{4, event.StepEnd, node("think")},
	}, ends(4, details))...),

	"question-silence": logged("r1", slices.Concat(begins("beer@1", "cervejarias?"), []entry{
		asks(2),
		{2, event.Answer, graph.Answer{TimedOut: true}},
		{3, event.StepStart, node("think")},
		{3, event.Text, event.Words{Text: "Fica para a próxima."}},
		{3, event.StepEnd, node("think")},
	}, ends(3, "Fica para a próxima."))...),

	"cancelled": logged("r1", slices.Concat(begins("chat@1", "oi"), []entry{
		{1, event.StepStart, node("reply")},
		{1, event.ToolCall, event.Call{ID: "c9", Tool: "search"}},
		{1, event.Text, event.Words{Text: "Boa noi"}},
		{1, event.PostResponse, event.Said{ID: "r1.1", Text: "Boa noi"}},
		{1, event.RunEnd, map[string]string{"status": "cancelled", "err": "context canceled"}},
	})...),

	"failed": logged("r1", slices.Concat(begins("chat@1", "oi"), []entry{
		{1, event.StepStart, node("reply")},
		{1, event.Text, event.Words{Text: "Boa"}},
		{1, event.RunEnd, map[string]string{"status": "failed", "err": "node reply: gemini: 503 at https://example.com"}},
	})...),

	"crash": logged("r1", slices.Concat(begins("trip@1", "Floripa"), []entry{
		{1, event.StepStart, node("extract")},
		{1, event.StepEnd, node("extract")},
		{2, event.StepStart, node("call_tools")},
		{2, event.ToolCall, event.Call{ID: "r1.2-1", Tool: "list_accommodations"}},
		{2, event.Text, event.Words{Text: "Achei uma pou"}},
		{2, event.StepStart, node("call_tools")},
		{2, event.ToolCall, event.Call{ID: "r1.2-1", Tool: "list_accommodations"}},
		{2, event.ToolResult, event.Call{ID: "r1.2-1", Tool: "list_accommodations", Output: 1}},
		{2, event.UI, card("r1.2-1", "r1.2-1")},
		{2, event.Text, event.Words{Text: "Achei uma pousada."}},
		{2, event.StepEnd, node("call_tools")},
	}, ends(2, "Achei uma pousada."))...),

	"crash-card": logged("r1", slices.Concat(begins("trip@1", "Floripa"), []entry{
		{1, event.StepStart, node("call_tools")},
		{1, event.ToolCall, event.Call{ID: "r1.1-1", Tool: "list_accommodations"}},
		{1, event.ToolResult, event.Call{ID: "r1.1-1", Tool: "list_accommodations", Output: 1}},
		{1, event.UI, card("r1.1-1", "r1.1-1")},
		{1, event.StepStart, node("call_tools")}, // cut off before it says anything
		{1, event.ToolCall, event.Call{ID: "r1.1-1", Tool: "list_accommodations"}},
		{1, event.StepStart, node("call_tools")},
		{1, event.ToolCall, event.Call{ID: "r1.1-1", Tool: "list_accommodations"}},
		{1, event.ToolResult, event.Call{ID: "r1.1-1", Tool: "list_accommodations", Output: 1}},
		{1, event.UI, card("r1.1-1", "r1.1-1")},
		{1, event.Text, event.Words{Text: "Achei uma pousada."}},
		{1, event.StepEnd, node("call_tools")},
	}, ends(1, "Achei uma pousada."))...),
}

// encode returns all frames of a run.
func encode(enc agui.Encoder, events []event.Event) []agui.Frame {
	var all []agui.Frame
	for _, e := range events {
		all = append(all, enc.Event(e)...)
	}
	return append(all, enc.End()...)
}

func stream(frames []agui.Frame) []byte {
	var b bytes.Buffer
	for _, f := range frames {
		b.Write(f.Append(nil))
	}
	return b.Bytes()
}

// follow reads frames as a client does that starts with what it said.
func follow(t *testing.T, frames []agui.Frame) ([]aguitest.Event, *aguitest.Client) {
	t.Helper()
	events, err := aguitest.Read(bytes.NewReader(stream(frames)))
	must(t, err)
	if err := aguitest.Check(events); err != nil {
		t.Error(err)
	}
	c := &aguitest.Client{}
	if err := c.Apply(events); err != nil {
		t.Error(err)
	}
	return events, c
}

// golden compares with a file of testdata/streams.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", "streams", name)
	if *update {
		must(t, os.WriteFile(file, got, 0o644))
	}
	want, err := os.ReadFile(file)
	must(t, err)
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s has changed (-want +got):\n%s", name, diff)
	}
}

// has says what a client has that said "u1" and followed the events, for the
// oracle to compare with. Clients of before 1.0 do not know of cancelled runs.
func has(t *testing.T, events []aguitest.Event) []byte {
	t.Helper()
	type client struct {
		Since      string           `json:"since,omitempty"`
		Error      string           `json:"error,omitempty"`
		Messages   []agui.Message   `json:"messages"`
		State      map[string]any   `json:"state"`
		Interrupts []map[string]any `json:"interrupts"`
	}
	c := &aguitest.Client{Messages: []agui.Message{{ID: "u1", Role: "user", Content: "oi"}}}
	must(t, c.Apply(events))
	end := events[len(events)-1]
	all := client{"", end.Text("message"), c.Messages, c.State, append([]map[string]any{}, c.Interrupts...)}
	if c.State["status"] == "cancelled" {
		all.Since = "1.0.0"
	}
	b, err := json.MarshalIndent(all, "", "  ")
	must(t, err)
	return append(b, '\n')
}

func TestStreams(t *testing.T) {
	for name, events := range scenarios {
		t.Run(name, func(t *testing.T) {
			frames := encode(agui.Encoder{Run: "client-run", Expiry: true}, events)
			events, _ := follow(t, frames)
			golden(t, name+".txt", stream(frames))
			golden(t, name+".json", has(t, events))
		})
	}
}

func TestAClientThatFollowedTheStreamHasTheThreadsMessages(t *testing.T) {
	for name, events := range scenarios {
		t.Run(name, func(t *testing.T) {
			all := agui.Messages(events)
			want := all[1:] // but for what the client said itself
			_, c := follow(t, encode(agui.Encoder{}, events))
			got := slices.DeleteFunc(c.Messages, func(m agui.Message) bool { return m.Role == "user" })
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("the client has other messages (-want +got):\n%s", diff)
			}
			folded := agui.Messages(event.Fold(slices.Clone(events))) // a card keeps the place of its first try
			if diff := cmp.Diff(byID(all), byID(folded)); diff != "" {
				t.Errorf("what was void is there (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAClientThatComesBackMissesNothingAndGetsNothingTwice(t *testing.T) {
	for name, events := range scenarios {
		all := encode(agui.Encoder{}, events)
		for i, f := range all {
			if f.ID != int64(i+1) {
				t.Errorf("%s: frame %d has the id %d", name, i+1, f.ID)
			}
			id, err := agui.ParseID(string(bytes.TrimPrefix(bytes.SplitN(f.Append(nil), []byte("\n"), 2)[0], []byte("id: "))))
			must(t, err)
			rest := encode(agui.Encoder{AfterFrame: id}, events)
			if diff := cmp.Diff(string(stream(all[i+1:])), string(stream(rest))); diff != "" {
				t.Errorf("%s: after frame %d (-want +got):\n%s", name, id, diff)
			}
		}
	}
}

func TestWhatAnAnswerSaysStands(t *testing.T) {
	for _, tt := range []struct{ name, told, answer, want string }{
		{"told as it is", "Boa noite!", "Boa noite!", "Boa noite!"},
		{"told with other spaces", "Boa noite! \n", "Boa noite!", "Boa noite! \n"},
		{"told in part", "Boa", "Boa noite!", "Boa noite!"},
		{"told otherwise", "Bom dia", "Boa noite!", "Boa noite!"},
		{"not told", "", "Boa noite!", "Boa noite!"},
		{"nothing to tell", "", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			events := logged("r1", slices.Concat(begins("chat@1", "oi"), []entry{{1, event.Text, event.Words{Text: tt.told}}}, ends(1, tt.answer))...)
			_, c := follow(t, encode(agui.Encoder{}, events))
			if got := c.Said(); got != tt.want {
				t.Errorf("the client reads %q, want %q", got, tt.want)
			}
			if got := len(c.Messages); got > 2 {
				t.Errorf("the client has %d messages", got)
			}
		})
	}
}

func TestASnapshotHoldsTheThreadsHistory(t *testing.T) {
	earlier := []agui.Message{{ID: "u0", Role: "user", Content: "oi"}, {ID: "r0-m3", Role: "assistant", Content: "Olá!"}}
	for _, name := range []string{"restart", "crash", "question"} {
		events, _ := follow(t, encode(agui.Encoder{History: func() []agui.Message { return earlier }}, scenarios[name]))
		c := &aguitest.Client{Messages: append(slices.Clone(earlier), agui.Message{ID: "u1", Role: "user"})}
		must(t, c.Apply(events))
		want := append(slices.Clone(earlier), agui.Messages(scenarios[name])...)
		if diff := cmp.Diff(want, c.Messages); diff != "" {
			t.Errorf("%s: the client has other messages (-want +got):\n%s", name, diff)
		}
	}
	unasked := func() []agui.Message { t.Error("the history was read for nothing"); return nil }
	encode(agui.Encoder{History: unasked}, scenarios["trip"])
	encode(agui.Encoder{History: unasked, AfterSeq: 5}, scenarios["question-yes"])
}

func TestAnAnswerBeginsARunOfTheClients(t *testing.T) {
	events := scenarios["question-yes"]
	q := agui.Questions(events)[0]
	frames := encode(agui.Encoder{Run: "second", AfterSeq: q.Seq}, events)
	got, _ := follow(t, frames)
	if got[0].Type != "RUN_STARTED" || got[0].Text("runId") != "second" || got[0].ID < 2 {
		t.Errorf("the second run begins with %+v", got[0])
	}
	for _, e := range got {
		if e.Type == "TOOL_CALL_START" && e.Text("toolCallName") == "brewery_details" {
			t.Error("the call is announced again: a client would have its arguments twice")
		}
	}
}

func TestARunEndsOnceItsHooksHave(t *testing.T) {
	var enc agui.Encoder
	for _, e := range scenarios["restart"] {
		for _, f := range enc.Event(e) {
			if f.Type == agui.RunFinished {
				t.Error("the run is finished before End")
			}
		}
	}
	if !enc.Ended() || enc.Finished() {
		t.Errorf("Ended, Finished = %v, %v, want true, false", enc.Ended(), enc.Finished())
	}
	lesson := logged("r1~memory", entry{1, event.MemorySaved, map[string]any{"memory": map[string]any{"id": "m7", "key": "beer"}}})
	frames := enc.End(lesson...)
	if last := frames[len(frames)-1]; last.Type != agui.RunFinished || !enc.Finished() {
		t.Errorf("the last frame is %s", last.Type)
	}
	if !bytes.Contains(stream(frames), []byte(`"saved":[{"id":"m7","key":"beer"}]`)) {
		t.Errorf("what was learnt is not told: %s", stream(frames))
	}
	if more := append(enc.End(), enc.Event(event.Event{Run: "r1", Seq: 99, Type: event.Text, Data: json.RawMessage(`{"text":"x"}`)})...); more != nil {
		t.Errorf("after the end came %v", more)
	}
}

func TestWhatIsNotForAClientStaysInTheLog(t *testing.T) {
	events := logged("r1", slices.Concat(begins("trip@1", "oi"), []entry{
		{1, event.ModelCall, map[string]string{"prompt": "SECRET"}},
		{1, event.Guarded, map[string]any{"outcome": "repaired", "kinds": []string{"SECRET"}}},
		{1, event.Decision, map[string]string{"task": "trip.extract", "out": "SECRET"}},
		{1, event.Retrieved, map[string]string{"query": "SECRET"}},
		{1, event.HookError, map[string]string{"problem": "SECRET"}},
		{1, event.MemoryCandidate, map[string]string{"value": "SECRET"}},
		{1, event.MemoryRejected, map[string]string{"value": "SECRET"}},
		{1, event.ToolCall, event.Call{ID: "c1", Tool: "x"}},
		{1, event.ToolError, event.Call{ID: "c1", Tool: "x", Err: "SECRET"}},
		{1, event.RunEnd, map[string]string{"status": "failed", "err": "SECRET"}},
	})...)
	got := stream(encode(agui.Encoder{}, events))
	if strings.Contains(string(got), "SECRET") {
		t.Errorf("the stream tells what it must not:\n%s", got)
	}
}

func TestCodesOfFailure(t *testing.T) {
	codes := map[string]string{
		"node think: context deadline exceeded":  agui.Timeout,
		"node think: more than 100 steps":        agui.Internal,
		"node think: the rule does not know why": agui.Internal,
	}
	for _, name := range config.Providers() {
		codes["node think: "+name+": 503"] = agui.Unavailable
	}
	for err, want := range codes {
		events := logged("r1", entry{1, event.RunStart, nil}, entry{1, event.RunEnd, map[string]string{"status": "failed", "err": err}})
		got, _ := follow(t, encode(agui.Encoder{}, events))
		if last := got[len(got)-1]; last.Text("code") != want {
			t.Errorf("%q has the code %q, want %q", err, last.Text("code"), want)
		}
	}
}

func TestStateOf(t *testing.T) {
	for name, want := range map[string]agui.State{
		"trip":         {Run: "r1", Specialist: "trip", Status: "ended"},
		"question":     {Run: "r1", Specialist: "beer", Status: "waiting"},
		"question-yes": {Run: "r1", Specialist: "beer", Status: "ended"},
		"cancelled":    {Run: "r1", Specialist: "chat", Status: "cancelled"},
	} {
		if got := agui.StateOf(scenarios[name]); got != want {
			t.Errorf("StateOf(%s) = %+v, want %+v", name, got, want)
		}
	}
	if got := agui.StateOf(scenarios["trip"][:4]).Status; got != "running" {
		t.Errorf("a run in the middle is %s", got)
	}
}

func BenchmarkATurnOfThirtyEvents(b *testing.B) {
	entries := begins("chat@1", "oi")
	for range 24 {
		entries = append(entries, entry{1, event.Text, event.Words{Text: "mais umas palavras "}})
	}
	events := logged("r1", slices.Concat(entries, ends(1, strings.Repeat("mais umas palavras ", 24)))...)
	b.ReportAllocs()
	for b.Loop() {
		encode(agui.Encoder{}, events)
	}
}

// must ends a test that cannot go on.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
