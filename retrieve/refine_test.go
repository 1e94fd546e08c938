package retrieve_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/task"
)

func menu(t *testing.T) *retrieve.Collection {
	c := retrieve.New("menu", nil, embed.Local())
	put(t, c, card...)
	return c
}

func refine(t *testing.T, r retrieve.Refiner, text string) (retrieve.Result, retrieve.Refinement) {
	t.Helper()
	res, did, err := r.Search(t.Context(), menu(t), retrieve.Search{Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return res, did
}

func stages(did retrieve.Refinement) []string {
	var all []string
	for _, try := range did.Tries {
		all = append(all, try.Stage)
	}
	return slices.Compact(all)
}

func says(text string) *task.Runner {
	return &task.Runner{Models: []llm.Model{&llmtest.Script{Steps: []llmtest.Step{llmtest.Say(text)}}}}
}

func TestAGoodSearchIsNotRefined(t *testing.T) {
	_, did := refine(t, retrieve.Refiner{Threshold: 0.01}, "moqueca de peixe")
	if want := []string{retrieve.Original}; !slices.Equal(stages(did), want) || !did.Success || did.Iterations != 1 || did.ParaphraseUsed || did.Tested != 0 {
		t.Errorf("did %+v", did)
	}
}

func TestAParaphraseThatIsNearEnoughIsUsed(t *testing.T) {
	r := retrieve.Refiner{Tasks: says("1. Moqueca de peixe com robalo\n- \"Pudim de leite gelado\"\ncurta\n"), Threshold: 0.5}
	res, did := refine(t, r, "aquilo da panela da vovó na praia")
	if !did.Success || !did.ParaphraseUsed || did.Stage != retrieve.Paraphrased || did.Tested != 2 || did.BestParaphrase < 0.5 {
		t.Errorf("did %+v", did)
	}
	if want := []string{"Moqueca de peixe com robalo", "Pudim de leite gelado"}; !slices.Equal(did.Paraphrases, want) {
		t.Errorf("paraphrases %q, want %q", did.Paraphrases, want)
	}
	if len(res.Hits) == 0 || did.Similarity != did.BestParaphrase {
		t.Errorf("found %d with %v", len(res.Hits), did.Similarity)
	}
}

func TestEveryStageIsTriedInOrderAndThenItEnds(t *testing.T) {
	_, did := refine(t, retrieve.Refiner{Threshold: 0.99}, "algo leve com peixe e queijo")
	if diff := cmp.Diff([]string{retrieve.Original, retrieve.Paraphrased, retrieve.Ontology, retrieve.Global}, stages(did)); diff != "" {
		t.Error(diff)
	}
	if did.Success || did.Stage != retrieve.Global || did.Iterations > 4 || did.Tested > 3 {
		t.Errorf("did %+v", did)
	}
}

func TestStagesCanBeSwitchedOff(t *testing.T) {
	_, did := refine(t, retrieve.Refiner{Threshold: 0.99, Paraphrases: -1, Iterations: -1, NoGlobal: true}, "algo leve com peixe")
	if diff := cmp.Diff([]string{retrieve.Original}, stages(did)); diff != "" {
		t.Error(diff)
	}
	_, did = refine(t, retrieve.Refiner{Threshold: 0.99, NoGlobal: true, Tasks: says("Moqueca de peixe com robalo")}, "aquilo da panela da vovó na praia")
	if did.Tested != 1 || did.Stage != retrieve.Original || did.Query != "aquilo da panela da vovó na praia" || did.ParaphraseUsed {
		t.Errorf("what was found first is returned, but did %+v", did)
	}
}

// A model that forgets "sem queijo" does not bring the cheese back.
func TestWhatIsRuledOutStaysSoInOtherWords(t *testing.T) {
	for _, threshold := range []float32{0.4, 0.99} {
		r := retrieve.Refiner{Tasks: says("Pizza margherita com tomate e manjericão"), Threshold: threshold}
		res, did, err := r.Search(t.Context(), menu(t), retrieve.Search{Text: "zzz sem queijo", K: 1})
		if err != nil || did.Tested != 1 || len(res.Hits) != 1 {
			t.Fatalf("found %d, did %+v, %v", len(res.Hits), did, err)
		}
		if res.Hits[0].Doc.ID == "pizza" {
			t.Errorf("below %v a pizza is offered to who wants no cheese", threshold)
		}
	}
}

func TestABookIsNoQuestion(t *testing.T) {
	longest := 0
	model := llm.ModelFunc(func(ctx context.Context, req *llm.Request) iter.Seq2[llm.Chunk, error] {
		size := len(req.System)
		for _, m := range req.Messages {
			for _, p := range m.Parts {
				size += len(p.Text)
			}
		}
		longest = max(longest, size)
		return (&llmtest.Script{Steps: []llmtest.Step{llmtest.Say("moqueca de peixe robalo")}}).Generate(ctx, req)
	})
	_, did := refine(t, retrieve.Refiner{Tasks: &task.Runner{Models: []llm.Model{model}}, Threshold: 0.99}, strings.Repeat("peixe sem queijo ", 100_000))
	if longest == 0 || longest > 16<<10 || len(did.Query) > 16<<10 {
		t.Errorf("the model was given %d bytes, and the log %d", longest, len(did.Query))
	}
}

func TestRefiningWhileTheKindsOfDocumentsChange(t *testing.T) {
	c := menu(t)
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := range 20 {
			d := retrieve.Doc{ID: "pousada", Title: "Pousada na praia", Text: fmt.Sprint("quarto ", i)}
			if _, err := c.Put(t.Context(), []retrieve.Doc{d}, nil); err != nil {
				t.Error(err)
			}
			if err := c.Remove(t.Context(), d.ID); err != nil {
				t.Error(err)
			}
			put(t, c, card[i%len(card)], retrieve.Doc{ID: "suco", Title: "Suco", Text: fmt.Sprint("de laranja ", i)})
		}
	})
	for range 20 {
		if _, _, err := (&retrieve.Refiner{Threshold: 0.99}).Search(t.Context(), c, retrieve.Search{Text: "algo leve com peixe"}); err != nil {
			t.Error(err)
		}
	}
	wg.Wait()
}

func TestAModelThatFailsOrTalksRubbishCostsOnlyItsStage(t *testing.T) {
	for name, model := range map[string]llm.Model{
		"fails":   &llmtest.Script{Steps: []llmtest.Step{llmtest.Fail(llm.Permanent)}},
		"rubbish": &llmtest.Script{Steps: []llmtest.Step{llmtest.Say("ok\n{}\n\n\x00")}},
		"endless": &llmtest.Script{Steps: []llmtest.Step{llmtest.Say(strings.Repeat("uma variação da pergunta\n", 10_000))}},
	} {
		t.Run(name, func(t *testing.T) {
			res, did := refine(t, retrieve.Refiner{Tasks: &task.Runner{Models: []llm.Model{model}}, Threshold: 0.99}, "algo leve com peixe")
			if len(res.Hits) == 0 || did.Stage != retrieve.Global || did.Tested > 3 {
				t.Errorf("did %+v", did)
			}
		})
	}
}

func TestASilentModelIsNotWaitedForLongerThanTheLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		silent := llm.ModelFunc(func(ctx context.Context, _ *llm.Request) iter.Seq2[llm.Chunk, error] {
			return func(yield func(llm.Chunk, error) bool) {
				<-ctx.Done()
				yield(llm.Chunk{}, ctx.Err())
			}
		})
		start := time.Now()
		res, did := refine(t, retrieve.Refiner{Tasks: &task.Runner{Models: []llm.Model{silent}}, Threshold: 0.99, Limit: 5 * time.Second}, "algo leve com peixe")
		if waited := time.Since(start); waited > 5*time.Second {
			t.Errorf("waited %v", waited)
		}
		if len(res.Hits) == 0 || did.Err == "" {
			t.Errorf("found %d, error %q: what the question itself found should be there, and the reason", len(res.Hits), did.Err)
		}
	})
}

func TestACallerWhoGivesUpIsToldSo(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := (&retrieve.Refiner{}).Search(ctx, menu(t), retrieve.Search{Text: "peixe"}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestParaphrasesOfAModelAreKept(t *testing.T) {
	store := storetest.Memory(t)
	asked := 0
	model := llm.ModelFunc(func(ctx context.Context, req *llm.Request) iter.Seq2[llm.Chunk, error] {
		asked++
		return (&llmtest.Script{Steps: []llmtest.Step{llmtest.Say("moqueca de peixe robalo")}}).Generate(ctx, req)
	})
	r := retrieve.Refiner{Tasks: &task.Runner{Models: []llm.Model{model}}, Cache: semcache.New(store, "paraphrase", semcache.Options{}), Threshold: 0.99}
	refine(t, r, "Aquele ensopado baiano?")
	_, did := refine(t, r, "aquele ensopado BAIANO")
	if asked != 1 || did.ParaphraseCache != string(semcache.Hit) || len(did.Paraphrases) != 1 {
		t.Errorf("the model was asked %d times, %+v", asked, did)
	}
}

// broken is a store of answers that fails.
type broken struct{ semcache.Store }

func (broken) CacheGet(context.Context, string, string) (semcache.Entry, error) {
	return semcache.Entry{}, errors.New("the disk is full")
}

func TestACacheThatFailsCostsOnlyItself(t *testing.T) {
	r := retrieve.Refiner{Tasks: says("Moqueca de peixe com robalo"), Cache: semcache.New(broken{storetest.Memory(t)}, "paraphrase", semcache.Options{}), Threshold: 0.5}
	_, did := refine(t, r, "aquilo da panela da vovó na praia")
	if !did.ParaphraseUsed || !strings.Contains(did.Err, "the disk is full") {
		t.Errorf("did %+v", did)
	}
}

func TestRubbishIsNotKept(t *testing.T) {
	store := storetest.Memory(t)
	r := retrieve.Refiner{Tasks: says("ok"), Cache: semcache.New(store, "paraphrase", semcache.Options{}), Threshold: 0.99}
	_, did := refine(t, r, "aquele ensopado baiano com peixe")
	if kept, err := store.CacheAfter(t.Context(), "paraphrase", 0, 0); err != nil || len(kept) > 0 {
		t.Errorf("%d answers are kept, %v", len(kept), err)
	}
	if did.Model != task.ByRule || did.Tested == 0 || did.Err == "" {
		t.Errorf("did %+v; want the rule's paraphrases, and why", did)
	}
}

func TestTheTriesGoToTheLog(t *testing.T) {
	var got []event.Type
	ctx := event.With(t.Context(), func(e event.Type, _ any) { got = append(got, e) })
	if _, _, err := (&retrieve.Refiner{}).Search(ctx, menu(t), retrieve.Search{Text: "peixe"}); err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(got, event.Retrieved) {
		t.Errorf("the log has %v", got)
	}
}

func TestLinesAreStrippedAndCounted(t *testing.T) {
	got := retrieve.Lines("Aqui estão:\n\n1) Como está a distribuição?\n2. Como está a distribuição?\n• \"Mostre a dispersão das colunas\"\n- curta\n(3) Qual o comportamento?\n", 3)
	want := []string{"Aqui estão:", "Como está a distribuição?", "Mostre a dispersão das colunas"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestTheTaskIsInOrder(t *testing.T) {
	if err := retrieve.Paraphrase.Verify(); err != nil {
		t.Error(err)
	}
	res := must.Get(retrieve.Paraphrase.Do(t.Context(), &task.Runner{}, retrieve.ParaphraseIn{Query: "algo leve com macaxeira, sem queijo", N: 3}))(t)
	lines := retrieve.Lines(res.Out, 3)
	if len(lines) != 3 || slices.ContainsFunc(lines, func(l string) bool { return !strings.Contains(l, "sem ") && !strings.Contains(l, "without") }) {
		t.Errorf("the rule says %q", lines)
	}
}

func FuzzLines(f *testing.F) {
	f.Add("1. a\n2. b\n", 3)
	f.Fuzz(func(t *testing.T, text string, n int) {
		if got := retrieve.Lines(text, n); n > 0 && len(got) > n {
			t.Errorf("%d lines, want %d at most", len(got), n)
		}
	})
}
