package semcache_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/store/storetest"
)

// A blur is an embedder to whom all texts mean the same.
type blur struct {
	id  string
	err error
}

func (b *blur) Info() embed.Info { return embed.Info{ID: b.id, Dim: 2, Good: 0.72} }

func (b *blur) Embed(_ context.Context, _ llm.EmbedKind, texts []string) ([][]float32, error) {
	vs := make([][]float32, len(texts))
	for i := range vs {
		vs[i] = []float32{0.6, 0.8}
	}
	return vs, b.err
}

func TestQuestionsThatMeanTheSame(t *testing.T) {
	for _, tt := range []struct {
		kept, asked string
		want        bool // by meaning, with the embedder of the house
		blurred     bool // with one that sees no difference
	}{
		{"Sopa de mandioca", "sopa de macaxeira", true, true},
		{"Tem sobremesa quente?", "quero uma sobremesa quente", true, true},
		{"Tem prato picante?", "Do you have a spicy dish?", true, true},
		{"Tem sobremesa sem glúten?", "do you have a gluten free dessert?", true, true},
		{"um lugar romântico para jantar", "a romantic place for dinner", true, true},
		{"sobremesa em Austin", "Sobremesas em austin!", true, true},

		{"sobremesa em Austin", "sobremesa em Denver", false, false},
		{"sobremesa perto de zubrowka", "sobremesa perto de xangrila", false, true}, // no names to the other
		{"sobremesa perto de zubrowka", "sobremesa longe de zubrowka", false, false},
		{"sobremesa no dia 12", "sobremesa no dia 13", false, false},
		{"sobremesa por 1.500 reais", "sobremesa por 500 reais", false, false},
		{"sobremesa para quatro", "sobremesa para cinco", false, false},
		{"quatro zubrowkas de sobremesa", "4 zubrowkas de sobremesa", true, true},
		{"sopa para 2 velhos e 3 novos", "sopa para 3 velhos e 2 novos", false, false},
		{"sopa para 2 velhos e 3 novos", "sopa para 2 novos e 3 velhos", false, false},
		{"de Austin a Denver", "de Denver a Austin", false, false},

		{"prato com carne", "prato sem carne", false, false},
		{"prato com pimenta", "prato sem pimenta", false, false},
		{"dish with cheese", "dish without cheese", false, false},
		{"prato sem pimenta", "prato sem fritura", false, false},
		{"does zubrowka serve dessert", "doesn't zubrowka serve dessert", false, false},
		{"onde zubrowka serve sobremesa", "onde zubrowka não serve sobremesa", false, false},
		{"sopa barata", "sopa cara", false, false},
		{"sobremesa", "sobremesa barata", false, true},
		{"onde tem sobremesa", "quando tem sobremesa", false, true},

		{"?", "!", false, false},
		{"o que tem?", "qual é?", false, false},
	} {
		for _, by := range []struct {
			embed.Embedder
			want bool
		}{{embed.Local(), tt.want}, {&blur{id: "blur"}, tt.blurred}} {
			for _, pair := range [][2]string{{tt.kept, tt.asked}, {tt.asked, tt.kept}} {
				c := semcache.New(storetest.Memory(t), "web", semcache.Options{Embedder: by.Embedder})
				must.Get(c.Get(t.Context(), semcache.Question{Text: pair[0]}, says("kept")))(t)
				a := must.Get(c.Get(t.Context(), semcache.Question{Text: pair[1]}, says("made")))(t)
				got := a.State == semcache.Hit && string(a.Value) == "kept" && a.Like == pair[0] && a.Score > 0.6
				if got != by.want || !got && a.State != semcache.Miss {
					t.Errorf("%s: after %q, %q is the same: %v, want %v\n%+v", by.Info().ID, pair[0], pair[1], got, by.want, a)
				}
			}
		}
	}
}

func TestMeaningKeepsInStepWithOtherWorkers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := storetest.Memory(t)
		here := semcache.New(store, "web", semcache.Options{Embedder: embed.Local()})
		there := semcache.New(store, "web", semcache.Options{Embedder: embed.Local()})
		cassava, macaxeira := semcache.Question{Text: "sopa de mandioca"}, semcache.Question{Text: "sopa de macaxeira"}

		get(t, here, semcache.Question{Text: "sobremesa"}, says("0"), semcache.Answer{Value: []byte("0"), State: semcache.Miss, Key: "sobremesa"})
		get(t, there, cassava, says("1"), semcache.Answer{Value: []byte("1"), State: semcache.Miss, Key: cassava.Text})
		a, err := here.Get(t.Context(), macaxeira, fails)
		if err != nil || string(a.Value) != "1" || a.Key != cassava.Text {
			t.Errorf("what another worker has made is not found: %+v, %v", a, err)
		}

		// Of what is past its time the meaning still helps when nothing else does.
		time.Sleep(31 * day)
		a, err = here.Get(t.Context(), macaxeira, fails)
		if err != nil || a.State != semcache.Stale || !a.Expired || a.Like != cassava.Text || !errors.Is(a.Err, errDead) {
			t.Errorf("an old answer by meaning: %+v, %v", a, err)
		}
		// One by another key that is still good goes before an old one by its own.
		time.Sleep(time.Minute)
		get(t, there, macaxeira, says("2"), semcache.Answer{Value: []byte("2"), State: semcache.Stale, Key: macaxeira.Text})
		a, err = here.Get(t.Context(), cassava, fails)
		if err != nil || a.State != semcache.Hit || string(a.Value) != "2" || a.Like != macaxeira.Text {
			t.Errorf("a good answer by meaning: %+v, %v", a, err)
		}

		must.Do(t, there.Clear(t.Context()))
		time.Sleep(time.Minute)
		if a, err := here.Get(t.Context(), cassava, fails); err == nil {
			t.Errorf("what was removed is found: %+v", a)
		}
	})
}

func TestVectorsOfAnotherEmbedderAreNotCompared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := storetest.Memory(t)
		one := semcache.New(store, "web", semcache.Options{Embedder: &blur{id: "one"}})
		two := semcache.New(store, "web", semcache.Options{Embedder: &blur{id: "two"}})
		q, like := semcache.Question{Text: "sopa de mandioca"}, semcache.Question{Text: "sopa de macaxeira"}
		get(t, one, q, says("1"), semcache.Answer{Value: []byte("1"), State: semcache.Miss, Key: q.Text})
		get(t, two, q, fails, semcache.Answer{Value: []byte("1"), State: semcache.Hit, Key: q.Text})
		if a, err := two.Get(t.Context(), like, fails); err == nil {
			t.Errorf("the vector of another embedder is found: %+v", a)
		}
		get(t, one, like, fails, semcache.Answer{Value: []byte("1"), State: semcache.Hit, Key: q.Text, Like: q.Text, Score: 1})

		// Made again by the second, it is out of the first's sight.
		must.Do(t, two.Forget(t.Context(), q))
		get(t, two, q, says("2"), semcache.Answer{Value: []byte("2"), State: semcache.Miss, Key: q.Text})
		if a, err := one.Get(t.Context(), like, fails); err == nil {
			t.Errorf("the vector of another embedder is found: %+v", a)
		}
	})
}

func TestWithoutItsEmbedderTheCacheGoesByKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &blur{id: "one"}
		c := semcache.New(storetest.Memory(t), "web", semcache.Options{Embedder: e})
		q := semcache.Question{Text: "sopa de mandioca"}
		e.err = errDead
		get(t, c, q, says("1"), semcache.Answer{Value: []byte("1"), State: semcache.Miss, Key: q.Text, Err: errDead})
		get(t, c, q, fails, semcache.Answer{Value: []byte("1"), State: semcache.Hit, Key: q.Text})
	})
}

// A forgetful store does not tell what is gone.
type forgetful struct{ *sqlite.Store }

func (s forgetful) CacheAfter(ctx context.Context, space string, after int64, limit int) ([]semcache.Entry, error) {
	es, err := s.Store.CacheAfter(ctx, space, after, limit)
	return slices.DeleteFunc(es, func(e semcache.Entry) bool { return e.Gone }), err
}

func TestWhatIsGoneUntoldIsNotInTheWayForLong(t *testing.T) {
	store := forgetful{storetest.Memory(t)}
	c := semcache.New(store, "web", semcache.Options{Embedder: embed.Local()})
	fussy := semcache.New(store, "web", semcache.Options{Embedder: embed.Local(), Threshold: 2}) // nothing is so near
	put := func(key string) {
		must.Get(fussy.Get(t.Context(), semcache.Question{Key: key, Text: "sopa de mandioca"}, says(key)))(t)
	}
	for i := range 20 {
		put(fmt.Sprint(i))
	}
	ask := semcache.Question{Text: "sopa de macaxeira"}
	if a, err := c.Get(t.Context(), ask, fails); err != nil || string(a.Value) != "0" {
		t.Errorf("Get = %+v, %v", a, err)
	}
	must.Do(t, c.Clear(t.Context()))
	put("new") // the last of equals
	var a semcache.Answer
	for range 3 {
		a, _ = c.Get(t.Context(), ask, fails)
	}
	if string(a.Value) != "new" {
		t.Errorf("Get = %+v", a)
	}
}
