package maitre_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/store/storetest"
)

func TestWhatAnAnswerLeavesInACacheIsForgottenWithTheGuest(t *testing.T) {
	store := storetest.Memory(t)
	cache := semcache.New(store, "test", semcache.Options{})
	type state struct{ Wish string }
	g := graph.New[state]("wish@1")
	g.Start(nil, "ask")
	g.Ask("ask", func(state) graph.Question { return graph.Question{Text: "O que deseja?"} },
		func(s state, a graph.Answer) (state, error) { return s, json.Unmarshal(a.Value, &s.Wish) }, nil, "look")
	g.Node("look", func(ctx context.Context, s state, _ graph.Emit) (state, error) {
		_, err := cache.Get(ctx, semcache.Question{Key: s.Wish}, func(context.Context) ([]byte, error) { return []byte("{}"), nil })
		return s, err
	}, nil, graph.End)
	s := maitre.NewSpecialist("beer", "breweries", g, func(maitre.Query) state { return state{} }, func(state) string { return "Pois não." })
	m, err := maitre.New(maitre.Options{Store: store, Specialists: []maitre.Specialist{s}})
	must(t, err)
	r, err := turn(t, m, wantsBeer)
	if err != nil || r.Question == nil {
		t.Fatalf("reply %+v, %v", r, err)
	}
	if _, err := m.Answer(t.Context(), "ana", r.Run, graph.Answer{Value: json.RawMessage(`"algo para a Bia"`)}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := store.CacheGet(t.Context(), "test", "algo para a Bia"); err != nil {
		t.Fatalf("nothing was left in the cache: %v", err)
	}
	must(t, store.Forget(t.Context(), "ana"))
	if _, err := store.CacheGet(t.Context(), "test", "algo para a Bia"); !errors.Is(err, semcache.ErrNone) {
		t.Errorf("the guest's words are still in the cache: %v", err)
	}
}
