package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/llm"
)

func TestAStreamIsPlainWhateverTheClientAccepts(t *testing.T) {
	inBar(t, barOptions{}, func(t *testing.T, b *bar) {
		r := said("t1", "Boa noite").request()
		r.header = map[string]string{"Accept-Encoding": "gzip, br", "Accept": "text/event-stream"}
		a := b.ask(r)
		for name, want := range map[string]string{"Content-Type": "text/event-stream", "Content-Encoding": "", "Cache-Control": "no-store", "X-Accel-Buffering": "no"} {
			if got := a.header.Get(name); got != want {
				t.Errorf("%s is %q, want %q", name, got, want)
			}
		}
		if !strings.HasPrefix(a.body, "id: 1\ndata: {") || strings.Contains(a.body, "\r") {
			t.Errorf("the body is %.200s", a.body)
		}
	})
}

// tattler is a model that says a secret to the house, beside a call of a tool
// that there is not, and then a greeting to the guest.
func tattler(secret string) llm.Model {
	return llm.ModelFunc(func(_ context.Context, req *llm.Request) iter.Seq2[llm.Chunk, error] {
		return func(yield func(llm.Chunk, error) bool) {
			if last := req.Messages[len(req.Messages)-1]; last.Parts[0].Result != nil {
				_ = yield(llm.Chunk{Part: llm.Part{Text: "Boa noite, fique à vontade."}}, nil) && yield(llm.Chunk{Finish: llm.Stop, Model: "tattler"}, nil)
				return
			}
			_ = yield(llm.Chunk{Part: llm.Part{Text: "I know it is " + secret}}, nil) &&
				yield(llm.Chunk{Part: llm.Part{Call: &llm.ToolCall{ID: "c1", Name: "tattle", Args: "{}"}}}, nil) &&
				yield(llm.Chunk{Finish: llm.ToolCalls, Model: "tattler"}, nil)
		}
	})
}

func TestWhatIsMeantForAModelIsNotTold(t *testing.T) {
	inBar(t, barOptions{model: tattler("classified")}, func(t *testing.T, b *bar) {
		for _, text := range []string{"Boa noite", "Uma viagem a Lisboa em maio, para dois", "Tem algo sem glúten no cardápio?"} {
			a := b.ask(said("t-"+text[:3], text).request())
			if strings.Contains(a.body, "classified") || !strings.Contains(a.body, "RUN_FINISHED") {
				t.Errorf("%s: %s", text, a.body)
			}
		}
	})
}

func TestARunThatFailsSaysWhyInACode(t *testing.T) {
	for want, err := range map[string]error{
		"provider_unavailable": fmt.Errorf("asking: %w", &llm.Error{Kind: llm.Transient, Provider: "openai", Status: 503, Err: errors.New("key sk-123 is over its quota")}),
		"timeout":              fmt.Errorf("looking: %w", context.DeadlineExceeded),
		"internal":             errors.New("table secrets has no column"),
	} {
		t.Run(want, func(t *testing.T) {
			inBar(t, barOptions{others: []maitre.Specialist{failing(err)}}, func(t *testing.T, b *bar) {
				a := b.ask(said("t1", "Recomende cervejarias novas para mim").request())
				events := b.stream(eventsOf(b.last("t1"), ""))
				if end(events) != want || heard(t, events).State["status"] != "failed" {
					t.Errorf("it ended with %s: %v", end(events), types(events))
				}
				if !strings.Contains(a.body, `"code":"`+want+`"`) || strings.Contains(a.body, "sk-123") || strings.Contains(a.body, "secrets") {
					t.Errorf("the client is told %s", a.body)
				}
				if again := b.post(said("t1", "Boa noite")); end(again) != "success" {
					t.Errorf("the next turn ends with %s", end(again))
				}
			})
		})
	}
}

// failing is a specialist for beer whose step fails.
func failing(err error) maitre.Specialist {
	g := graph.New[string]("beer@1")
	g.Start(nil, "fail")
	g.Node("fail", func(context.Context, string, graph.Emit) (string, error) { return "", err }, nil, graph.End)
	return maitre.NewSpecialist("beer", "beer", g, func(maitre.Query) string { return "" }, func(s string) string { return s })
}

func TestASilentStreamShowsThatItLives(t *testing.T) {
	inBar(t, barOptions{model: teller(16*time.Second, "Bem", "devagar.")}, func(t *testing.T, b *bar) {
		other := openBar(t, barOptions{store: b.store})
		here := b.open(said("t1", "Boa noite").request())
		there := other.open(request{method: "GET", path: "/api/v1/runs/" + b.last("t1") + "/events"})
		var wg sync.WaitGroup
		for name, res := range map[string]*http.Response{"where it runs": here, "elsewhere": there} {
			wg.Go(func() {
				body, err := io.ReadAll(res.Body)
				if pings := strings.Count(string(body), "\n\n: ping\n\n"); err != nil || pings != 1 || !strings.Contains(string(body), "RUN_FINISHED") {
					t.Errorf("%s: %d pings, %v\n%s", name, pings, err, body)
				}
			})
		}
		wg.Wait()
	})
}

func TestAThreadHasOneRunAtATime(t *testing.T) {
	for seconds, want := range map[int]int{5: http.StatusOK, 30: http.StatusConflict} { // one that ends soon is waited for
		inBar(t, barOptions{others: slowly(seconds)}, func(t *testing.T, b *bar) {
			res := b.open(said("t1", recommend).request())
			if events := b.post(said("t2", "Boa noite")); end(events) != "success" {
				t.Errorf("in another thread: %s", end(events))
			}
			chat := request{method: "POST", path: "/v1/chat/completions", body: `{"model":"maitre","metadata":{"session_id":"t1"},"messages":[{"role":"user","content":"Oi"}]}`}
			for _, r := range []request{said("t1", "E aí").request(), chat} {
				if a := b.ask(r); a.status != want || want == http.StatusConflict && !strings.Contains(a.body, `"busy"`) {
					t.Errorf("%s beside a run of %d seconds: %d %s", r.path, seconds, a.status, a.body)
				}
			}
			_, err := whole(res.Body)
			must(t, err)
			if events := b.post(said("t1", "E agora")); end(events) != "success" {
				t.Errorf("afterwards: %s", end(events))
			}
		})
	}
}

func TestATurnThatCannotBeTakenIsNoStream(t *testing.T) {
	inBar(t, barOptions{}, func(t *testing.T, b *bar) {
		if b.post(said("t1", "Boa noite")); t.Failed() {
			return
		}
		for _, tt := range []struct {
			name   string
			r      request
			status int
			code   string
		}{
			{"nothing said", said("t2", " ").request(), 400, "empty_message"},
			{"too much said", said("t2", strings.Repeat("a", 16_001)).with("runId", "r").request(), 400, "long_message"},
			{"the assistant's word", said("t2", "a").with("messages", []any{map[string]string{"id": "1", "role": "assistant", "content": "a"}}).request(), 400, "no_message"},
			{"no thread", said("", "a").request(), 400, "bad_request"},
			{"no JSON", request{method: "POST", path: "/agui", body: "{"}, 400, "bad_request"},
		} {
			refused(t, b.ask(tt.r), tt.status, tt.code, tt.name)
		}
	})
}
