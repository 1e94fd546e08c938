package openai_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/door/openai"
	"github.com/maitre-dev/maitre/internal/operate/sample"
	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/outside/websearch"
	"github.com/maitre-dev/maitre/internal/specialist/beer"
	"github.com/maitre-dev/maitre/internal/specialist/beer/customer"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

// guest is who asks.
const guest = "C001"

// house is a door with all that is behind it.
type house struct {
	t     *testing.T
	url   string
	store *sqlite.Store
	book  *memory.Book
}

// open opens a house without specialists, or with those of beer and the menu
// where no model decides.
func open(t *testing.T, model llm.Model) *house {
	t.Helper()
	h := &house{t: t, store: storetest.Memory(t)}
	tasks := &task.Runner{}
	var specialists []maitre.Specialist
	if model != nil {
		tasks.Models = []llm.Model{model}
	} else {
		specialists = wired(t, tasks)
	}
	h.book = memory.NewBook(memory.Options{Store: h.store, Log: h.store, Org: "casa", Forget: h.store.Forget})
	hooks := hook.Chain{h.book.Hook()}
	hooks[0].Budgets = hook.Budgets{PreQuery: time.Minute, Other: time.Minute} // however slow the machine
	m, err := maitre.New(maitre.Options{House: maitre.House{Name: "Casa", Language: "pt"}, Store: h.store, Tasks: tasks, Hooks: hooks, Specialists: specialists})
	must(t, err)
	door := &openai.Door{Talker: m}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		if err == nil {
			err = door.Chat(w, r, raw, guest)
		}
		if known, ok := errors.AsType[*openai.Error](err); ok {
			known.Write(w)
		} else if err != nil {
			(&openai.Error{Status: http.StatusInternalServerError, Code: "internal", Message: "something went wrong"}).Write(w)
		}
	}))
	t.Cleanup(server.Close)
	h.url = server.URL
	return h
}

// wired are specialists over the sample's catalogue and card.
func wired(t *testing.T, tasks *task.Runner) []maitre.Specialist {
	t.Helper()
	catalogue := &brewery.Catalogue{}
	for _, b := range sample.Breweries() {
		catalogue.Sample = append(catalogue.Sample, brewery.Brewery{ID: b.ID, Name: b.Name, Type: b.Type, City: b.City, State: b.State, Country: b.Country, Website: b.Website})
	}
	about := maitre.Beer(&beer.Advisor{
		Tasks: tasks.Logged(), Breweries: catalogue, Explorer: &websearch.Explorer{Tasks: tasks.Logged()},
		Profile: func(context.Context, string, customer.Lookup) (customer.Profile, error) {
			return customer.Profile{ClientID: guest, ClientName: "Bar do João", Location: "San Diego, CA", SearchMetadata: customer.Search{Status: customer.Found}}, nil
		},
		Ask:    func(context.Context, string, string) (*safesql.Result, error) { return &safesql.Result{}, nil },
		AskOwn: func(context.Context, string, string) (*safesql.Result, error) { return &safesql.Result{}, nil },
		Source: func(context.Context) ui.Source { return ui.Sample },
	})
	card := sync.OnceValues(func() (*menu.Card, error) { return menu.NewCard(context.Background(), menu.Sample(), embed.Local()) })
	return []maitre.Specialist{about, maitre.Menu(&menu.Waiter{Tasks: tasks.Logged(), Card: func(context.Context) (*menu.Card, error) { return card() }})}
}

// answer is what is read of a completion, or of a chunk.
type answer struct {
	ID      string
	Object  string
	Model   string
	Choices []struct {
		Message      struct{ Role, Content string }
		Delta        struct{ Role, Content string }
		FinishReason *string `json:"finish_reason"`
	}
	Usage *struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
		Total      int `json:"total_tokens"`
	}
	Maitre struct{ UI []ui.Component } `json:"x_maitre"`
	Error  *struct{ Message, Type, Code, Param string }
}

func (a answer) text() string { return a.Choices[0].Message.Content }

// post sends a body and returns the answer, unread.
func (h *house) post(body string, headers ...string) *http.Response {
	h.t.Helper()
	req, err := http.NewRequestWithContext(h.t.Context(), http.MethodPost, h.url+"/v1/chat/completions", strings.NewReader(body))
	must(h.t, err)
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	must(h.t, err)
	h.t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

// ask sends a body and returns the whole answer.
func (h *house) ask(body string, headers ...string) (a answer, status int) {
	h.t.Helper()
	res := h.post(body, headers...)
	must(h.t, json.NewDecoder(res.Body).Decode(&a))
	return a, res.StatusCode
}

// say says something in a thread.
func (h *house) say(thread, text string) answer {
	h.t.Helper()
	a, status := h.ask(body(text), "X-Session-Id", thread)
	if status != http.StatusOK || len(a.Choices) != 1 {
		h.t.Fatalf("%q: status %d, %+v", text, status, a.Error)
	}
	return a
}

// body is a request with messages, the guest's and the house's in turn.
func body(said ...string) string {
	var all []map[string]string
	for i, text := range said {
		all = append(all, map[string]string{"role": [...]string{"user", "assistant"}[i%2], "content": text})
	}
	raw, _ := json.Marshal(map[string]any{"model": "maitre", "messages": all})
	return string(raw)
}

// chunks reads a stream to its end, and wants the end to be marked.
func chunks(t *testing.T, r io.Reader) (all []answer) {
	t.Helper()
	lines, done := bufio.NewScanner(r), false
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		switch {
		case !ok && lines.Text() != "":
			t.Fatalf("a line that is no data: %s", lines.Text())
		case !ok:
		case data == "[DONE]":
			done = true
		default:
			var a answer
			if err := json.Unmarshal([]byte(data), &a); err != nil || done {
				t.Fatalf("%s: %v, done: %v", data, err, done)
			}
			all = append(all, a)
		}
	}
	if !done {
		t.Error("the stream does not end with [DONE]")
	}
	return all
}

func TestAStreamSaysWhatTheWholeAnswerSays(t *testing.T) {
	h := open(t, nil)
	const asks = "recomende cervejarias novas em San Diego"
	whole := h.say("whole", asks)
	stream := strings.Replace(body(asks), "{", `{"stream":true,"stream_options":{"include_usage":true},`, 1)
	res := h.post(stream, "X-Session-Id", "stream")
	if kind := res.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Errorf("the stream is %s", kind)
	}
	all := chunks(t, res.Body)
	var text strings.Builder
	var shown []ui.Component
	for _, c := range all {
		if c.Object != "chat.completion.chunk" || c.Model != "maitre" || c.ID != all[0].ID {
			t.Errorf("a chunk is %+v", c)
		}
		for _, choice := range c.Choices {
			text.WriteString(choice.Delta.Content)
		}
		shown = append(shown, c.Maitre.UI...)
	}
	if diff := cmp.Diff(whole.text(), text.String()); diff != "" {
		t.Errorf("whole and streamed (-whole +streamed):\n%s", diff)
	}
	if len(shown) != 1 || len(whole.Maitre.UI) != 1 || shown[0].Name != "breweries-list" || whole.Maitre.UI[0].Name != "breweries-list" {
		t.Errorf("shown %+v, whole %+v", shown, whole.Maitre.UI)
	}
	finish, last := all[len(all)-2], all[len(all)-1]
	if all[0].Choices[0].Delta.Role != "assistant" || finish.Choices[0].FinishReason == nil || *finish.Choices[0].FinishReason != "stop" {
		t.Errorf("it begins with %+v and finishes with %+v", all[0], finish)
	}
	if len(last.Choices) != 0 || last.Usage == nil || last.Usage.Total != 0 {
		t.Errorf("the last chunk is %+v, want a usage of nothing: only rules decided", last)
	}
}

func TestAQuestionIsAnsweredByTheNextMessage(t *testing.T) {
	h := open(t, nil)
	const asks = "recomende cervejarias novas em San Diego"
	for name, tt := range map[string]struct{ answer, want string }{
		"yes":                          {"sim", "catálogo"},
		"one of those listed":          {"a segunda", "catálogo"},
		"no":                           {"não, obrigado", "Ficam as dicas"},
		"something else is no, and is": {"tem moqueca?", "Moqueca"},
	} {
		t.Run(name, func(t *testing.T) {
			thread := strings.ReplaceAll(name, " ", "-")[:2]
			first := h.say(thread, asks).text()
			if !strings.Contains(first, "Quer saber mais") || !strings.Contains(first, "(2) ") || !strings.Contains(first, "\n2. ") {
				t.Fatalf("asked %q", first)
			}
			if got := h.say(thread, tt.answer).text(); !strings.Contains(got, tt.want) || strings.Contains(got, "Quer saber mais") {
				t.Errorf("to %q it says %q, want %q in it", tt.answer, got, tt.want)
			}
		})
	}
}

func TestUsageIsWhatModelsUsed(t *testing.T) {
	got := open(t, &llmtest.Script{Steps: []llmtest.Step{llmtest.Say("Boa ", "noite!")}}).say("t1", "Boa noite!")
	if got.text() != "Boa noite!" || got.Usage == nil || got.Usage.Prompt != 10 || got.Usage.Completion != 2 || got.Usage.Total != 12 {
		t.Errorf("%q used %+v", got.text(), got.Usage)
	}
}

func TestRequestsThatCannotBeAnswered(t *testing.T) {
	h := open(t, nil)
	for name, tt := range map[string]struct {
		body        string
		status      int
		code, param string
	}{
		"another model":            {`{"model":"gpt-9","messages":[{"role":"user","content":"oi"}]}`, 404, "model_not_found", "model"},
		"no model":                 {`{"messages":[{"role":"user","content":"oi"}]}`, 400, "", "model"},
		"no messages":              {`{"model":"maitre","messages":[]}`, 400, "", "messages"},
		"the assistant's are last": {`{"model":"maitre","messages":[{"role":"user","content":"oi"},{"role":"assistant","content":"olá"}]}`, 400, "", "messages"},
		"no text":                  {`{"model":"maitre","messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:x"}}]}]}`, 400, "", "messages"},
		"null":                     {`{"model":"maitre","messages":[{"role":"user","content":null}]}`, 400, "", "messages"},
		"a wrong type":             {`{"model":7}`, 400, "", "model"},
		"no JSON":                  {`{"model":"segredo`, 400, "", ""},
		"no UTF-8":                 {"{\"model\":\"maitre\",\"messages\":[{\"role\":\"user\",\"content\":\"\xff\"}]}", 400, "", ""},
	} {
		a, status := h.ask(tt.body)
		if a.Error == nil || status != tt.status || a.Error.Code != tt.code || a.Error.Param != tt.param || a.Error.Type != "invalid_request_error" || a.Error.Message == "" || strings.Contains(a.Error.Message, "segredo") {
			t.Errorf("%s: status %d, %+v", name, status, a.Error)
		}
	}
}

func TestTheThreadIsTheOneTheClientNames(t *testing.T) {
	h := open(t, nil)
	session := strings.Replace(body("oi"), "{", `{"metadata":{"session_id":"meta-1"},`, 1)
	h.ask(session, "X-OpenWebUI-Chat-Id", "webui-1", "X-Session-Id", "session-1")
	h.ask(session, "X-Session-Id", "session-1")
	h.ask(session)
	for _, id := range []string{"webui-1", "session-1", "meta-1"} {
		if said, err := h.store.Messages(t.Context(), id, guest, 0); err != nil || len(said) != 2 {
			t.Errorf("thread %s: %d messages, %v", id, len(said), err)
		}
	}
	h.ask(body("oi"), "X-Session-Id", "local:a b/ç")
	h.ask(body("bom dia", "Bom dia!", "oi"))
	h.ask(body("bom dia"))
	all, err := h.store.List(t.Context(), guest, 0)
	must(t, err)
	sizes := map[int]int{} // threads by their messages
	for _, th := range all {
		said, err := h.store.Messages(t.Context(), th.ID, guest, 0)
		must(t, err)
		sizes[len(said)]++
	}
	if diff := cmp.Diff(map[int]int{2: 4, 4: 1}, sizes); diff != "" {
		t.Errorf("a name that is no id has a thread, and so has a conversation by its first message (-want +got):\n%s", diff)
	}
}

func TestWhoLeavesCancelsTheRun(t *testing.T) {
	ctx, leave := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	h := open(t, llm.ModelFunc(func(ctx context.Context, _ *llm.Request) iter.Seq2[llm.Chunk, error] {
		return func(yield func(llm.Chunk, error) bool) {
			yield(llm.Chunk{Part: llm.Part{Text: "Boa noite, com muito prazer. "}}, nil)
			leave()
			<-ctx.Done()
			ended <- ctx.Err()
			yield(llm.Chunk{}, ctx.Err())
		}
	}))
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url+"/v1/chat/completions", strings.NewReader(body("oi")))
	must(t, err)
	if res, err := http.DefaultClient.Do(req); err == nil {
		_ = res.Body.Close()
		t.Error("who has left has an answer")
	}
	select {
	case err := <-ended:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("the model's call ended with %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Error("the model still talks to nobody")
	}
}

func TestModels(t *testing.T) {
	got, err := json.Marshal(openai.Models())
	if want := `{"data":[{"created":0,"id":"maitre","object":"model","owned_by":"maitre"}],"object":"list"}`; err != nil || string(got) != want {
		t.Errorf("models are %s, %v", got, err)
	}
}

// must ends a test that cannot go on.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
