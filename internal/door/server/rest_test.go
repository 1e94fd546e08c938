package server

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/graph"
)

func TestAConversationIsListedShownRenamedExportedAndDeleted(t *testing.T) {
	h := opened(t, nil)
	first := h.say("ana", "t1", "Olá, boa noite!")
	last := h.say("ana", "t1", "Quem é você?")

	var list struct{ Threads []listed }
	h.get("ana", "/api/v1/threads", &list)
	if len(list.Threads) != 1 || list.Threads[0].ID != "t1" || list.Threads[0].Title != "Olá, boa noite!" || time.Since(list.Threads[0].Updated) > time.Minute {
		t.Errorf("the list is %+v", list)
	}

	var shown struct {
		Messages []struct{ ID, Role, Content string }
		State    struct{ Run, Specialist, Status string }
		Pending  []any `json:"pendingInterrupts"`
	}
	h.get("ana", "/api/v1/threads/t1", &shown)
	var roles []string
	for _, m := range shown.Messages {
		if roles = append(roles, m.Role); m.ID == "" || m.Content == "" {
			t.Errorf("a message is %+v", m)
		}
	}
	if diff := cmp.Diff([]string{"user", "assistant", "user", "assistant"}, roles); diff != "" {
		t.Errorf("who spoke (-want +got):\n%s", diff)
	}
	if shown.State.Run != last || shown.State.Status != "ended" || shown.Pending == nil || len(shown.Pending) != 0 {
		t.Errorf("the thread stands at %+v, with %v pending", shown.State, shown.Pending)
	}

	a := h.ask(request{method: "PATCH", path: "/api/v1/threads/t1", guest: "ana", body: `{"title":" Sexta\nà noite "}`})
	if a.status != http.StatusOK || !strings.Contains(a.body, `"title":"Sexta à noite"`) {
		t.Errorf("renaming: %d %s", a.status, a.body)
	}
	a = h.ask(request{method: "GET", path: "/api/v1/threads/t1/export?format=md", guest: "ana"})
	if a.status != http.StatusOK || !strings.HasPrefix(a.body, "# Sexta à noite\n") || strings.Count(a.body, "**Você**") != 2 || strings.Count(a.body, "**maître**") != 2 || !strings.Contains(a.header.Get("Content-Disposition"), `"t1.md"`) {
		t.Errorf("as Markdown: %d %v %s", a.status, a.header, a.body)
	}
	var exported struct {
		ID, Guest, Title string
		Messages         []struct{ Text string }
	}
	h.get("ana", "/api/v1/threads/t1/export?format=json", &exported)
	if exported.ID != "t1" || exported.Guest != "ana" || len(exported.Messages) != 4 {
		t.Errorf("as JSON: %+v", exported)
	}

	var traced struct {
		Spans []struct{ Run, Name, Kind string }
		Runs  []struct {
			Run, Status, Message string
			Metrics              struct{ Runs map[string]int }
		}
	}
	h.get("ana", "/api/v1/threads/t1/trace", &traced)
	if len(traced.Runs) != 2 || traced.Runs[0].Run != first || traced.Runs[0].Status != "ended" || traced.Runs[0].Metrics.Runs["ended"] != 1 ||
		len(traced.Spans) == 0 || traced.Spans[0].Run != first || traced.Spans[0].Name == "" {
		t.Errorf("the trace is %+v", traced)
	}
	h.get("ana", "/api/v1/threads/t1/trace?run="+last, &traced)
	if len(traced.Runs) != 1 || traced.Runs[0].Run != last {
		t.Errorf("the trace of one run is %+v", traced.Runs)
	}

	if a := h.ask(request{method: "DELETE", path: "/api/v1/threads/t1", guest: "ana"}); a.status != http.StatusNoContent || a.body != "" {
		t.Errorf("deleting: %d %s", a.status, a.body)
	}
	refused(t, h.ask(request{method: "GET", path: "/api/v1/threads/t1", guest: "ana"}), 404, "not_found", "after it is deleted")
	if _, err := h.o.Store.Load(t.Context(), last); err != graph.ErrNotFound { //nolint:errorlint // what the store returns
		t.Errorf("its run: %v", err)
	}
}

// Two guests call a conversation by the same name, and each has their own.
func TestTheNameOfAConversationIsItsGuests(t *testing.T) {
	h := opened(t, nil)
	said := func(guest string) (texts []string) {
		var shown struct {
			Messages []struct{ Role, Content string }
		}
		h.get(guest, "/api/v1/threads/friday", &shown)
		for _, m := range shown.Messages {
			if m.Role == "user" {
				texts = append(texts, m.Content)
			}
		}
		return texts
	}
	h.say("ana", "friday", "Olá, aqui é da janela!")
	h.say("bia", "friday", "Oi, aqui é do balcão!")
	chat := request{method: "POST", path: "/v1/chat/completions", guest: "bia", header: map[string]string{"X-Session-Id": "friday"}}
	chat.body = `{"model":"maitre","messages":[{"role":"user","content":"Quem é você?"}]}`
	answered(t, h.ask(chat), http.StatusOK, "by way of OpenAI's door")
	if diff := cmp.Diff([]string{"Olá, aqui é da janela!"}, said("ana")); diff != "" {
		t.Errorf("ana's (-want +got):\n%s", diff)
	}
	bias := []string{"Oi, aqui é do balcão!", "Quem é você?"}
	if diff := cmp.Diff(bias, said("bia")); diff != "" {
		t.Errorf("bia's (-want +got):\n%s", diff)
	}
	judge := request{method: "POST", path: "/api/v1/feedback", guest: "bia", body: `{"threadId":"friday","type":"positive"}`}
	answered(t, h.ask(judge), http.StatusCreated, "bia's opinion")
	var list struct{ Threads []listed }
	if h.get("bia", "/api/v1/threads", &list); len(list.Threads) != 1 {
		t.Fatalf("bia's list is %+v", list)
	}
	for _, id := range []string{"friday", list.Threads[0].ID} { // who has none of that name
		refused(t, h.ask(request{method: "GET", path: "/api/v1/threads/" + id, guest: "caio"}), 404, "not_found", "caio reads", id)
	}
	h.ask(request{method: "DELETE", path: "/api/v1/threads/friday", guest: "ana"})
	h.say("bia", "friday", "Ainda estou aqui")
	if diff := cmp.Diff(append(bias, "Ainda estou aqui"), said("bia")); diff != "" {
		t.Errorf("bia's when ana has deleted hers (-want +got):\n%s", diff)
	}
}

// asksOnce is a graph of one question.
func asksOnce(timeout time.Duration) *graph.Graph[string] {
	g := graph.New[string]("asking@1")
	g.Start(nil, "ask")
	g.Ask("ask", func(string) graph.Question {
		return graph.Question{Text: "Posso?", Timeout: timeout, Options: []graph.Option{{Value: "sim", Label: "Sim"}}}
	}, func(s string, _ graph.Answer) (string, error) { return s, nil }, nil, graph.End)
	return g
}

// waits has a run of ana's, run1, wait with its question.
func waits(t *testing.T, store Store, g *graph.Graph[string]) *graph.Runner[string] {
	t.Helper()
	asking, err := g.Compile(store, graph.Options{})
	must(t, err)
	_, err = store.Open(t.Context(), "t1", "ana")
	must(t, err)
	_, err = asking.Run(t.Context(), graph.Run{ID: "run1", Thread: "t1", Guest: "ana"}, "", nil)
	must(t, err)
	return asking
}

func TestAThreadTellsTheQuestionThatWaits(t *testing.T) {
	g := asksOnce(time.Minute)
	h := opened(t, func(o *Options) {
		s := maitre.NewSpecialist("asking", "questions", g, func(maitre.Query) string { return "" }, func(string) string { return "" })
		m, err := maitre.New(maitre.Options{Store: o.Store.(maitre.Store), Specialists: []maitre.Specialist{s}})
		must(t, err)
		o.Maitre = m
	})
	asking := waits(t, h.o.Store, g)
	type shown struct {
		State   struct{ Run, Status string }
		Pending []struct{ ID, Message, ExpiresAt string } `json:"pendingInterrupts"`
	}
	var got shown
	h.get("ana", "/api/v1/threads/t1", &got)
	if len(got.Pending) != 1 || got.Pending[0].Message != "Posso?" || got.Pending[0].ExpiresAt != "" || got.State.Status != "waiting" {
		t.Errorf("what waits: %+v", got)
	}
	if h.get("ana", "/api/v1/threads/t1?protocolVersion=1.0", &got); len(got.Pending) != 1 || got.Pending[0].ExpiresAt == "" {
		t.Errorf("for a client of the protocol: %+v", got)
	}
	_, err := asking.Answer(t.Context(), "run1", graph.Answer{Value: json.RawMessage(`"sim"`)}, nil)
	must(t, err)
	if h.get("ana", "/api/v1/threads/t1", &got); len(got.Pending) != 0 || got.State.Status != "ended" {
		t.Errorf("after the answer: %+v", got)
	}
}

func TestFeedbackIsOfTheRunThatIsMeant(t *testing.T) {
	h := opened(t, nil)
	first := h.say("ana", "t1", "Olá!")
	last := h.say("ana", "t1", "Quem é você?")
	var shown struct{ Messages []struct{ ID, Role string } }
	h.get("ana", "/api/v1/threads/t1", &shown)
	said := shown.Messages[1].ID

	for _, tt := range []struct {
		name, path, body string
		want             string
	}{
		{"the last one", "/api/v1/feedback", `{"threadId":"t1","type":"positive"}`, last + "~positive"},
		{"a named one", "/api/v1/feedback", `{"threadId":"t1","runId":"` + first + `","type":"negative","data":{}}`, first + "~negative"},
		{"a message's", "/api/v1/feedback", `{"threadId":"t1","messageId":"` + said + `","type":"positive","data":null}`, first + "~positive"},
		{"as document 004 has it", "/api/feedback", `{"session_id":"t1","type":"correction","data":"não sou vegetariano"}`, last + "~correction"},
		{"words in an object", "/api/feedback", `{"session_id":"t1","type":"preference","data":{"text":"prefiro vinho tinto"}}`, last + "~preference"},
	} {
		var got struct{ ID string }
		a := h.ask(request{method: "POST", path: tt.path, guest: "ana", body: tt.body})
		if err := json.Unmarshal([]byte(a.body), &got); err != nil || a.status != http.StatusCreated || got.ID != tt.want {
			t.Errorf("%s: %d %s, want %s", tt.name, a.status, a.body, tt.want)
		}
	}
	for name, body := range map[string]string{
		"another run's":            `{"threadId":"t1","runId":"nope","type":"positive"}`,
		"another message's":        `{"threadId":"t1","messageId":"nope","type":"positive"}`,
		"a message of another run": `{"threadId":"t1","runId":"` + last + `","messageId":"` + said + `","type":"positive"}`,
	} {
		refused(t, h.ask(request{method: "POST", path: "/api/v1/feedback", guest: "ana", body: body}), 404, "not_found", name)
	}
	for name, body := range map[string]string{
		"no kind":                    `{"threadId":"t1"}`,
		"a kind that there is not":   `{"threadId":"t1","type":"shrug"}`,
		"a correction without words": `{"threadId":"t1","type":"correction","data":{"stars":5}}`,
		"no thread":                  `{"type":"positive"}`,
	} {
		refused(t, h.ask(request{method: "POST", path: "/api/v1/feedback", guest: "ana", body: body}), 400, "bad_request", name)
	}
}

func TestAGuestSeesAndForgetsWhatIsKnown(t *testing.T) {
	h := opened(t, nil)
	h.say("ana", "t1", "Prefiro vinho tinto, sempre.")
	add := func(key, value string) string {
		m, err := h.o.Book.Add(t.Context(), "ana", "user", "preference", key, value)
		must(t, err)
		return m.ID
	}
	id := add("drink", "cerveja ipa")

	type memory struct{ ID, Key, Value, Text string }
	var known struct {
		Guest    string
		Health   string `json:"health_may_be_remembered"`
		Memories []memory
	}
	find := func() (found memory) {
		h.get("ana", "/api/v1/me/memory?lang=en", &known)
		for _, m := range known.Memories {
			if m.ID == id {
				found = m
			}
		}
		return found
	}
	if got := find(); got.Value != "cerveja ipa" || got.Text == "" || known.Guest != "ana" {
		t.Errorf("what is known: %+v", known)
	}
	var all struct {
		Guest   string
		Memory  struct{ Memories []memory }
		Threads []struct {
			ID       string
			Messages []any
		}
	}
	h.get("ana", "/api/v1/me/export", &all)
	if all.Guest != "ana" || len(all.Memory.Memories) != len(known.Memories) || len(all.Threads) != 1 || len(all.Threads[0].Messages) < 2 {
		t.Errorf("all that is kept: %+v", all)
	}

	for range 2 { // the second time it is gone
		a := h.ask(request{method: "DELETE", path: "/api/v1/me/memory/" + id, guest: "ana"})
		if found := find(); found != (memory{}) {
			t.Errorf("%d %s, and it is still known: %+v", a.status, a.body, found)
		}
	}
	refused(t, h.ask(request{method: "DELETE", path: "/api/v1/me/memory/" + id, guest: "ana"}), 404, "not_found")
	add("food", "italiana")
	answered(t, h.ask(request{method: "DELETE", path: "/api/v1/me/memory", guest: "ana"}), http.StatusNoContent, "forgetting all")
	if find(); len(known.Memories) != 0 {
		t.Errorf("after all was forgotten: %+v", known.Memories)
	}
	for body, want := range map[string]string{`{"health":true}`: "yes", `{"health":false}`: "no"} {
		answered(t, h.ask(request{method: "POST", path: "/api/v1/me/memory/consent", guest: "ana", body: body}), http.StatusNoContent, "consent")
		if find(); known.Health != want {
			t.Errorf("after %s health may be remembered: %s", body, known.Health)
		}
	}
	refused(t, h.ask(request{method: "POST", path: "/api/v1/me/memory/consent", guest: "ana", body: `{"health":true,"person":"<b>\u202e"}`}), 400, "bad_request")
	var list struct{ Threads []listed }
	if h.get("ana", "/api/v1/threads", &list); len(list.Threads) != 1 {
		t.Errorf("the conversations: %+v", list.Threads)
	}
}

func TestMetricsGoOnWhereTheyStopped(t *testing.T) {
	h := opened(t, nil)
	var m struct{ Runs map[string]int }
	for want := 1; want <= 2; want++ {
		h.say("ana", "t1", "Olá!")
		if h.get("", "/api/v1/metrics", &m); m.Runs["ended"] != want {
			t.Errorf("after %d runs: %+v", want, m)
		}
	}
	a := h.ask(request{method: "GET", path: "/metrics"})
	if a.status != http.StatusOK || !strings.HasSuffix(a.body, "# EOF\n") || !strings.Contains(a.header.Get("Content-Type"), "openmetrics") {
		t.Errorf("for Prometheus: %d %v %s", a.status, a.header, a.body)
	}
}

func TestAConversationIsFoundByItsTitleAndItsMessages(t *testing.T) {
	h := opened(t, nil)
	h.say("ana", "t1", "Olá, boa noite!")
	h.say("ana", "t1", "Prefiro café à tarde.")
	h.say("ana", "t2", "Bom dia!")
	h.say("bia", "t3", "Prefiro café.")
	for q, want := range map[string][]string{
		"": {"t2", "t1"}, "cafe": {"t1"}, "NOITE caf": {"t1"}, "dia": {"t2"}, "cafe dia": nil, "zebra": nil,
	} {
		var list struct{ Threads []listed }
		h.get("ana", "/api/v1/threads?q="+url.QueryEscape(q), &list)
		var got []string
		for _, t := range list.Threads {
			got = append(got, t.ID)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", q, diff)
		}
	}
}

func TestWhatWasSaidBeforeALogWasPrunedIsStillShown(t *testing.T) {
	h := opened(t, nil)
	h.say("ana", "t1", "Olá, boa noite!")
	if _, err := h.o.Store.Prune(t.Context(), time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	h.say("ana", "t1", "Quem é você?")
	var shown struct {
		Messages []struct{ Role, Content string }
	}
	h.get("ana", "/api/v1/threads/t1", &shown)
	if len(shown.Messages) != 4 || shown.Messages[0].Content != "Olá, boa noite!" || shown.Messages[2].Content != "Quem é você?" {
		t.Errorf("the messages are %+v", shown.Messages)
	}
}
