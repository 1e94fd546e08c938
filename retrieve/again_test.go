package retrieve_test

import (
	"testing"

	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/retrieve"
)

func TestTheSameQuestionFindsWhatHasChangedSince(t *testing.T) {
	c := retrieve.New("menu", nil, nil)
	ids := func(keep func(*retrieve.Doc) bool) (all []string) {
		res := must.Get(c.Search(t.Context(), retrieve.Search{Text: "bolo de chocolate", Keep: keep}))(t)
		for _, h := range res.Hits {
			all = append(all, h.Doc.ID)
		}
		return all
	}
	put := func(id, title string) {
		must.Get(c.Put(t.Context(), []retrieve.Doc{{ID: id, Title: title}}, nil))(t)
	}
	put("a", "Bolo de cenoura")
	if got := ids(nil); len(got) != 1 || got[0] != "a" {
		t.Fatalf("found %q, want a", got)
	}
	put("b", "Bolo de chocolate")
	if got := ids(nil); len(got) != 2 || got[0] != "b" {
		t.Errorf("found %q, want b first", got)
	}
	if got := ids(func(d *retrieve.Doc) bool { return d.ID != "b" }); len(got) != 1 || got[0] != "a" {
		t.Errorf("found %q, want a alone", got)
	}
	put("a", "Sopa de mandioca")
	must.Do(t, c.Remove(t.Context(), "b"))
	for _, id := range ids(nil) {
		if id == "b" {
			t.Error("found what was removed")
		}
	}
}
