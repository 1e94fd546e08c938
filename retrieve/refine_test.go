package retrieve_test

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/store/memory"
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
	store := memory.New()
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
	res, err := retrieve.Paraphrase.Do(t.Context(), &task.Runner{}, retrieve.ParaphraseIn{Query: "algo leve com macaxeira, sem queijo", N: 3})
	if err != nil {
		t.Fatal(err)
	}
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
