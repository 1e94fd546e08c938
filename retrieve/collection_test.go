package retrieve_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/store/storetest"
)

var card = []retrieve.Doc{
	{ID: "moqueca", Title: "Moqueca de peixe", Text: "Posta de robalo em leite de coco e dendê", Fields: map[string]string{"price": "78"}},
	{ID: "salada", Title: "Salada da horta", Text: "Folhas, tomate e azeite", Fields: map[string]string{"price": "29"}},
	{ID: "feijoada", Title: "Feijoada", Text: "Feijão preto com carnes de porco, arroz e couve", Fields: map[string]string{"price": "62"}},
	{ID: "pudim", Title: "Pudim", Text: "Pudim de leite com calda de caramelo", Fields: map[string]string{"price": "18"}},
	{ID: "pizza", Title: "Pizza margherita", Text: "Molho de tomate, queijo e manjericão", Fields: map[string]string{"price": "55"}},
}

func put(t *testing.T, c *retrieve.Collection, docs ...retrieve.Doc) int {
	t.Helper()
	return must.Get(c.Put(t.Context(), docs, nil))(t)
}

func ids(t *testing.T, c *retrieve.Collection, s retrieve.Search) []string {
	t.Helper()
	res := must.Get(c.Search(t.Context(), s))(t)
	var all []string
	for _, h := range res.Hits {
		all = append(all, h.Doc.ID)
	}
	return all
}

func TestASearchFindsWhatIsMeant(t *testing.T) {
	c := retrieve.New("menu", nil, embed.Local())
	put(t, c, card...)
	for query, want := range map[string]string{
		"sobremesa":                 "pudim",
		"something light and green": "salada",
		"frutos do mar":             "moqueca",
		"porco":                     "feijoada",
		"massa italiana com queijo": "pizza",
	} {
		if got := ids(t, c, retrieve.Search{Text: query}); len(got) == 0 || got[0] != want {
			t.Errorf("%q finds %v, want %s first", query, got, want)
		}
	}
}

func TestWhatIsRuledOutComesLast(t *testing.T) {
	c := retrieve.New("menu", nil, embed.Local())
	put(t, c, card...)
	got := ids(t, c, retrieve.Search{Text: "comida sem queijo e sem carne"})
	if i, j := slices.Index(got, "salada"), slices.Index(got, "pizza"); i < 0 || j >= 0 && j < i {
		t.Errorf("found %v", got)
	}
}

// A document that may not be offered takes no place from one that may.
func TestAFilterIsObeyedBeforeRanking(t *testing.T) {
	c := retrieve.New("menu", nil, embed.Local())
	var docs []retrieve.Doc
	for i := range 500 {
		docs = append(docs, retrieve.Doc{ID: fmt.Sprintf("best%d", i), Title: "Moqueca de peixe", Text: "robalo fresco"})
	}
	docs = append(docs, retrieve.Doc{ID: "kept", Title: "Casquinha de siri", Text: "com farofa"})
	put(t, c, docs...)
	got := ids(t, c, retrieve.Search{Text: "moqueca de peixe", K: 3, Keep: func(d *retrieve.Doc) bool { return d.ID == "kept" }})
	if len(got) != 1 || got[0] != "kept" {
		t.Errorf("found %v, want what the filter keeps", got)
	}
}

func TestPuttingTheSameAgainChangesNothing(t *testing.T) {
	counted := &counting{Embedder: embed.Local()}
	c := retrieve.New("menu", storetest.Memory(t), counted)
	if n := put(t, c, card...); n != len(card) {
		t.Errorf("%d changed at first, want %d", n, len(card))
	}
	before := counted.texts
	changed := card[1]
	changed.Text = "Folhas e figos"
	if n := put(t, c, card[0], changed, card[2]); n != 1 {
		t.Errorf("%d changed, want 1", n)
	}
	if counted.texts-before != 1 {
		t.Errorf("%d texts were embedded again, want 1", counted.texts-before)
	}
	if got := ids(t, c, retrieve.Search{Text: "figo", K: 1}); len(got) != 1 || got[0] != "salada" {
		t.Errorf("the new words find %v", got)
	}
}

type counting struct {
	embed.Embedder
	mu    sync.Mutex
	texts int
}

func (c *counting) Embed(ctx context.Context, kind llm.EmbedKind, texts []string) ([][]float32, error) {
	if kind == llm.Document {
		c.mu.Lock()
		c.texts += len(texts)
		c.mu.Unlock()
	}
	return c.Embedder.Embed(ctx, kind, texts)
}

func TestAWorkerSeesWhatAnotherWrites(t *testing.T) {
	store := storetest.Memory(t)
	one, two := retrieve.New("menu", store, embed.Local()), retrieve.New("menu", store, embed.Local())
	put(t, one, card...)
	if got := ids(t, two, retrieve.Search{Text: "sobremesa", K: 1}); len(got) != 1 || got[0] != "pudim" {
		t.Fatalf("the other worker finds %v", got)
	}
	must.Do(t, one.Remove(t.Context(), "pudim", "never there"))
	if got := ids(t, two, retrieve.Search{Text: "sobremesa"}); slices.Contains(got, "pudim") {
		t.Errorf("the other worker still finds %v", got)
	}
	if _, ok := two.Get("pudim"); ok {
		t.Error("the other worker still has what was removed")
	}
}

// other is another embedder: the same vectors under another name.
type other struct{ embed.Embedder }

func (o other) Info() embed.Info {
	i := o.Embedder.Info()
	i.ID = "other"
	return i
}

func TestAnotherEmbedderMakesItsOwnVectors(t *testing.T) {
	store := storetest.Memory(t)
	put(t, retrieve.New("menu", store, embed.Local()), card...)
	counted := &counting{Embedder: other{embed.Local()}}
	c := retrieve.New("menu", store, counted)
	if got := ids(t, c, retrieve.Search{Text: "sobremesa", K: 1}); len(got) != 1 || got[0] != "pudim" {
		t.Errorf("found %v", got)
	}
	if counted.texts != len(card) {
		t.Errorf("%d texts were embedded, want all %d: vectors of two embedders must not meet", counted.texts, len(card))
	}
	again := &counting{Embedder: other{embed.Local()}}
	ids(t, retrieve.New("menu", store, again), retrieve.Search{Text: "sobremesa"})
	if again.texts != 0 {
		t.Errorf("%d texts were embedded again though their vectors are stored", again.texts)
	}
}

// failing is an embedder that cannot embed documents for a while.
type failing struct {
	embed.Embedder
	down bool
}

func (f *failing) Embed(ctx context.Context, kind llm.EmbedKind, texts []string) ([][]float32, error) {
	if f.down && kind == llm.Document {
		return nil, errors.New("down")
	}
	return f.Embedder.Embed(ctx, kind, texts)
}

func TestDocumentsWaitForAnEmbedderThatFails(t *testing.T) {
	store := storetest.Memory(t)
	first := retrieve.New("menu", store, other{embed.Local()})
	put(t, first, card...)
	e := &failing{embed.Local(), true}
	c := retrieve.New("menu", store, e)
	if _, err := c.Search(t.Context(), retrieve.Search{Text: "peixe"}); err == nil {
		t.Error("a search of documents without vectors does not fail")
	}
	must.Do(t, first.Remove(t.Context(), "moqueca"))
	e.down = false
	got := ids(t, c, retrieve.Search{Text: "comida"})
	if c.Len() != len(card)-1 || slices.Contains(got, "moqueca") {
		t.Errorf("there are %v; want all but what was removed meanwhile", c.IDs())
	}
}

// A change is there as a whole or, if something fails before, not at all; words that are
// known are not embedded again.
func TestAChangeIsAllOrNothing(t *testing.T) {
	store := storetest.Memory(t)
	e := &failing{embed.Local(), false}
	counted := &counting{Embedder: e}
	c, reader := retrieve.New("menu", store, counted), retrieve.New("menu", store, embed.Local())
	put(t, c, card...)
	dearer := card[0]
	dearer.Fields = map[string]string{"price": "80"}
	change := func() error {
		return c.Change(t.Context(), []retrieve.Doc{dearer, {ID: "bolo", Title: "Bolo de fubá"}}, []string{"pudim", "pizza"}, nil)
	}
	state := func() string {
		must.Do(t, reader.Sync(t.Context()))
		d, _ := reader.Get("moqueca")
		all := reader.IDs()
		slices.Sort(all)
		return d.Fields["price"] + " " + strings.Join(all, " ")
	}
	e.down = true
	if err, got := change(), state(); err == nil || got != "78 feijoada moqueca pizza pudim salada" {
		t.Errorf("after a change that failed, %v: %s", err, got)
	}
	e.down, counted.texts = false, 0
	if err, got := change(), state(); err != nil || got != "80 bolo feijoada moqueca salada" || counted.texts != 1 {
		t.Errorf("after the change, %v: %s; %d texts were embedded", err, got, counted.texts)
	}
}

func TestABrokenVectorIsMadeAgain(t *testing.T) {
	store := storetest.Memory(t)
	row := retrieve.Row{Doc: card[0], Vector: []byte("broken")}
	must.Do(t, store.PutDocs(t.Context(), "menu", embed.Local().Info().ID, []retrieve.Row{row}))
	if got := ids(t, retrieve.New("menu", store, embed.Local()), retrieve.Search{Text: "peixe"}); len(got) != 1 {
		t.Errorf("found %v", got)
	}
}

// slow is an embedder that does not answer before its context ends.
type slow struct{ embed.Embedder }

func (s slow) Embed(ctx context.Context, _ llm.EmbedKind, _ []string) ([][]float32, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func TestWhoWaitsForAnotherReaderCanGiveUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := storetest.Memory(t)
		put(t, retrieve.New("menu", store, other{embed.Local()}), card...)
		c := retrieve.New("menu", store, slow{embed.Local()})
		long, cancel := context.WithCancel(t.Context())
		go func() { _ = c.Sync(long) }()
		synctest.Wait()
		short, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		start := time.Now()
		if err := c.Sync(short); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) > time.Second {
			t.Errorf("got %v after %v", err, time.Since(start))
		}
		cancel()
	})
}

func TestAScoreDoesNotDependOnWhatWasThereBefore(t *testing.T) {
	fresh, used := retrieve.New("menu", nil, embed.Local()), retrieve.New("menu", nil, embed.Local())
	put(t, fresh, card...)
	for i := range 20 {
		for _, d := range card {
			d.Fields = map[string]string{"turn": fmt.Sprint(i)}
			put(t, used, d)
		}
	}
	put(t, used, card...)
	s := retrieve.Search{Text: "tomate e queijo", K: math.MaxInt}
	want := must.Get(fresh.Search(t.Context(), s))(t)
	got := must.Get(used.Search(t.Context(), s))(t)
	if diff := cmp.Diff(want, got); diff != "" || len(got.Hits) == 0 {
		t.Errorf("found %d: %s", len(got.Hits), diff)
	}
}

// The cascade tries again or not for what is there, not for how much is asked.
func TestTheBestDoesNotDependOnHowManyAreAsked(t *testing.T) {
	c := retrieve.New("menu", nil, embed.Local())
	put(t, c, card...)
	for _, text := range []string{"tomate e queijo", "comida sem queijo", "doce de leite com peixe"} {
		one := must.Get(c.Search(t.Context(), retrieve.Search{Text: text, K: 1}))(t)
		all := must.Get(c.Search(t.Context(), retrieve.Search{Text: text}))(t)
		if one.Best != all.Best {
			t.Errorf("%q: the best of one is %v, of all %v", text, one.Best, all.Best)
		}
	}
}

func TestBadDocumentsAreRefusedWithTheReason(t *testing.T) {
	c := retrieve.New("menu", nil, embed.Local())
	for _, tt := range []struct {
		doc  retrieve.Doc
		want string
	}{
		{retrieve.Doc{Title: "Pudim"}, "its id is empty"},
		{retrieve.Doc{ID: "a"}, "no words to find it by"},
		{retrieve.Doc{ID: "a", Text: strings.Repeat("a", 70_000)}, "cut it into parts"},
		{retrieve.Doc{ID: "a", Text: "a", Fields: map[string]string{"photo": strings.Repeat("a", 300_000)}}, "the fields of"},
	} {
		if _, err := c.Put(t.Context(), []retrieve.Doc{tt.doc}, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %q", err, tt.want)
		}
	}
	if _, err := c.Search(t.Context(), retrieve.Search{Text: "  "}); err == nil {
		t.Error("a question without words was searched for")
	}
}

func TestSearchingWhileOthersPutAndRemove(t *testing.T) {
	c := retrieve.New("menu", storetest.Memory(t), embed.Local())
	put(t, c, card...)
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := range 20 {
				d := retrieve.Doc{ID: fmt.Sprint(w), Title: "Prato", Text: fmt.Sprint("peixe ", i)}
				if _, err := c.Put(t.Context(), []retrieve.Doc{d}, nil); err != nil {
					t.Error(err)
				}
				if _, err := c.Search(t.Context(), retrieve.Search{Text: "peixe"}); err != nil {
					t.Error(err)
				}
				if err := c.Remove(t.Context(), fmt.Sprint(w)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if c.Len() != len(card) {
		t.Errorf("%d documents, want %d", c.Len(), len(card))
	}
}
