package websearch_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/maitre-dev/maitre/internal/outside/websearch"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/task"
)

const day = 24 * time.Hour

var stone = websearch.Place{Name: "Stone Brewing", URL: "https://www.stonebrewing.com/", Type: "regional", Address: "1999 Citracado Pkwy, Escondido, California"}

const stoneFacts = "Stone Brewing: cervejaria regional em 1999 Citracado Pkwy, Escondido, California. Site: stonebrewing.com."

// searched is an answer for which the web was searched.
func searched(text string, sources ...llm.Source) llmtest.Step {
	s := llmtest.Say(text)
	last := &s.Chunks[len(s.Chunks)-1]
	last.Grounding = &llm.Grounding{Queries: []string{"stone brewing escondido"}, Sources: sources}
	last.Usage.Searches = 1
	return s
}

var page = llm.Source{URL: "https://www.stonebrewing.com/visit", Title: "Visit Stone"}

func explorer(t *testing.T, steps ...llmtest.Step) (*websearch.Explorer, *llmtest.Script) {
	t.Helper()
	m := &llmtest.Script{Steps: steps}
	return &websearch.Explorer{
		Cache: semcache.New(storetest.Memory(t), "web", semcache.Options{}),
		Tasks: &task.Runner{Models: []llm.Model{m}},
	}, m
}

func summarise(t *testing.T, e *websearch.Explorer, p websearch.Place) websearch.Summary {
	t.Helper()
	s, err := e.Summarise(t.Context(), p, lang.Portuguese)
	if err != nil {
		t.Fatalf("Summarise(%+v) fails: %v", p, err)
	}
	return s
}

func found(text string, state semcache.State, age time.Duration) websearch.Summary {
	return websearch.Summary{
		Text: text, Sources: []websearch.Source{{Title: "Visit Stone", URL: page.URL}},
		Status: state, Age: age, Verified: true, By: "script",
	}
}

func compare(t *testing.T, what string, want, got websearch.Summary) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(websearch.Summary{}, "Err")); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func TestASearchIsPaidForOnceAMonth(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, m := explorer(t, searched("Faz IPAs.", page), searched("Faz IPAs e lagers.", page), llmtest.Fail(llm.Auth), searched("Faz saisons.", page))
		compare(t, "first", found("Faz IPAs.", semcache.Miss, 0), summarise(t, e, stone))
		time.Sleep(30*day - time.Nanosecond)
		compare(t, "within the time", found("Faz IPAs.", semcache.Hit, 30*day-time.Nanosecond), summarise(t, e, stone))
		time.Sleep(time.Nanosecond)
		compare(t, "after it", found("Faz IPAs e lagers.", semcache.Stale, 0), summarise(t, e, stone))

		time.Sleep(45 * day)
		stale := found("Faz IPAs e lagers.", semcache.Stale, 45*day)
		stale.Note = websearch.Stale
		got := summarise(t, e, stone)
		compare(t, "when the search fails", stale, got)
		if got.Err == nil || got.Status != "CACHE_STALE" {
			t.Errorf("the operator is told %v, the log %s", got.Err, got.Status)
		}
		time.Sleep(time.Minute)
		compare(t, "when it works again", found("Faz saisons.", semcache.Stale, 0), summarise(t, e, stone))
		for _, req := range m.Asked() {
			if !req.WebSearch || req.Label != "explore.summarise" {
				t.Errorf("a search was asked for without searching: %+v", req)
			}
		}
	})
}

func TestWithoutWhatTheWebSaysTheCatalogueSpeaks(t *testing.T) {
	for _, tt := range []struct {
		name  string
		steps []llmtest.Step
		want  websearch.Note
		asked int // when asked again after a minute, in all
	}{
		{"nobody can search", nil, websearch.NoProvider, 0},
		{"the model did not search", []llmtest.Step{llmtest.Say("I know it by heart."), llmtest.Say("I do.")}, websearch.Failed, 2},
		{"no source can be linked", []llmtest.Step{searched("Faz IPAs.", llm.Source{URL: "http://a.example/x"}), searched("Faz IPAs.")}, websearch.Failed, 2},
		{"nothing but markup was said", []llmtest.Step{searched("![x](https://evil.example/p.png)", page), searched("**", page)}, websearch.Failed, 2},
		{"the web has nothing, which is kept", []llmtest.Step{searched("Vou procurar. SUMMARY: NONE.", page)}, websearch.NotFound, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				e, m := explorer(t, tt.steps...)
				if tt.steps == nil {
					e.Tasks.Models = nil
				}
				for range 2 {
					got := summarise(t, e, stone)
					if got.Text != stoneFacts || got.Verified || got.Note != tt.want || got.By != task.ByRule || got.Sources != nil {
						t.Errorf("Summarise = %+v, want the facts and %q", got, tt.want)
					}
					time.Sleep(time.Minute)
				}
				if n := len(m.Asked()); n != tt.asked {
					t.Errorf("the model was asked %d times, want %d", n, tt.asked)
				}
			})
		})
	}
}

func TestANewProviderIsNotKeptFromSearching(t *testing.T) {
	store := storetest.Memory(t)
	without := &websearch.Explorer{Cache: semcache.New(store, "web", semcache.Options{})}
	if got := summarise(t, without, stone); got.Note != websearch.NoProvider {
		t.Fatalf("Summarise = %+v", got)
	}
	with := &websearch.Explorer{Cache: semcache.New(store, "web", semcache.Options{}), Tasks: &task.Runner{Models: []llm.Model{
		&llmtest.Script{Steps: []llmtest.Step{llmtest.Say("From memory.")}},
		&llmtest.Script{Steps: []llmtest.Step{searched("Faz IPAs.", page)}},
	}}}
	if got := summarise(t, with, stone); got.Text != "Faz IPAs." || got.Status != semcache.Miss {
		t.Errorf("Summarise = %+v, want what the second model found", got)
	}
	// What was found is there for who cannot search.
	if got := summarise(t, without, stone); got.Text != "Faz IPAs." || got.Status != semcache.Hit || !got.Verified {
		t.Errorf("Summarise = %+v, want what is kept", got)
	}
}

func TestTwoBreweriesAreNeverTakenForOne(t *testing.T) {
	austin := websearch.Place{Name: "Live Oak Brewing", URL: "http://liveoak.example", Address: "Austin, Texas"}
	for _, tt := range []struct {
		name  string
		place websearch.Place
		want  string
	}{
		{"spelt otherwise", websearch.Place{Name: "LIVE OAK brewing", URL: "https://www.liveoak.example/beers?x=1", Address: "austin - texas"}, "Um."},
		{"another town", websearch.Place{Name: "Live Oak Brewing", URL: "http://liveoak.example", Address: "Denver, Colorado"}, "Dois."},
		{"another site", websearch.Place{Name: "Live Oak Brewing", URL: "http://oak.example", Address: "Austin, Texas"}, "Dois."},
		{"neither town nor site", websearch.Place{Name: "Live Oak Brewing"}, "Dois."},
		{"another name", websearch.Place{Name: "Dead Oak Brewing", URL: "http://liveoak.example", Address: "Austin, Texas"}, "Dois."},
	} {
		e, _ := explorer(t, searched("Um.", page), searched("Dois.", page))
		summarise(t, e, austin)
		if got := summarise(t, e, tt.place); got.Text != tt.want {
			t.Errorf("%s: Summarise(%+v) = %q, want %q", tt.name, tt.place, got.Text, tt.want)
		}
	}
}

func TestASearchIsHeldToTheBudgetAndCounted(t *testing.T) {
	for _, tt := range []struct {
		name  string
		cap   llm.USD
		want  websearch.Note
		spent llm.USD
	}{
		// A thousand searches cost 35 dollars, so one is 35,000 millionths.
		{"enough", llm.Dollars(1), "", 35_000},
		{"too little", llm.Dollars(0.01), websearch.Failed, 0},
	} {
		e, m := explorer(t, searched("Faz IPAs.", page))
		var spent llm.USD
		e.Tasks.Decided = func(_ context.Context, d task.Decision) { spent += *d.Cost }
		budget := &llm.Budget{Turn: tt.cap}
		e.Tasks.Models = []llm.Model{llm.Wrap(m, budget.Middleware("script", &llm.Price{Search: 35}))}
		got, err := e.Summarise(budget.Begin(t.Context()), stone, lang.Portuguese)
		if err != nil || got.Note != tt.want || spent != tt.spent {
			t.Errorf("%s: note %q, %v spent, %v; want %q, %v", tt.name, got.Note, spent, err, tt.want, tt.spent)
		}
	}
}
