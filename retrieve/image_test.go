package retrieve_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/retrieve"
)

func TestACollectionIsOpenedAsItWasPut(t *testing.T) {
	docs := []retrieve.Doc{
		{ID: "b", Title: "Moqueca de peixe", Text: "dendê e leite de coco"},
		{ID: "a", Title: "Espaguete ao sugo", Text: "tomate e manjericão"},
		{ID: "c", Title: "Cerveja escura", Text: "malte torrado"},
	}
	put := retrieve.New("x", nil, embed.Local())
	must.Get(put.Put(t.Context(), append(docs, retrieve.Doc{ID: "gone", Title: "Nhoque"}), nil))(t)
	must.Do(t, put.Remove(t.Context(), "gone"))
	image := string(put.Image(docs))
	opened, ok := retrieve.Open("x", embed.Local(), docs, image)
	if !ok {
		t.Fatal("its own image is refused")
	}
	for _, text := range []string{"quero massa", "peixe sem dendê", "nhoque", "uma cerveja"} {
		want := must.Get(put.Search(t.Context(), retrieve.Search{Text: text}))(t)
		got := must.Get(opened.Search(t.Context(), retrieve.Search{Text: text}))(t)
		if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-6)); diff != "" {
			t.Errorf("%q (-put +opened):\n%s", text, diff)
		}
	}
	if n, err := opened.Put(t.Context(), []retrieve.Doc{docs[0], {ID: "d", Title: "Pudim"}}, nil); n != 1 || err != nil {
		t.Errorf("of a document that is there and one that is new, %d changed, %v", n, err)
	}
	docs[1].Text += " fresco"
	if _, ok := retrieve.Open("x", embed.Local(), docs, image); ok {
		t.Error("an image of other words is taken")
	}
	if _, ok := retrieve.Open("x", embed.Local(), docs, ""); ok {
		t.Error("no image is taken")
	}
}
