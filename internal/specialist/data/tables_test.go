package data_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/figures/table"
	"github.com/maitre-dev/maitre/internal/specialist/data"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/store/storetest"
)

func TestATableIsThereForOtherWorkersUntilItIsReplacedOrRemoved(t *testing.T) {
	store := storetest.Memory(t)
	one, other := tables(store), tables(store)
	add(t, one, "vendas", "loja;valor\nCentro;10\nPraia;20\n")
	add(t, one, "estoque", "item;caixas\nCopo;1\n")
	o, err := other.Open(t.Context(), "vendas")
	if err != nil || o.Table.Kept != 2 || o.Rows != 2 || o.Source != "vendas.csv" {
		t.Fatalf("opened %+v, %v", o, err)
	}
	add(t, one, "vendas", "cidade;lucro;mês\nRecife;1;2025-01-01\n")
	if o, err = other.Open(t.Context(), "vendas"); err != nil || !cmp.Equal(o.Columns, []string{"cidade", "lucro", "mês"}) {
		t.Fatalf("opened %+v, %v", o, err)
	}
	if chunks := data.Chunks(o.Table); len(chunks) == 0 || slices.ContainsFunc(chunks, func(d retrieve.Doc) bool { return d.ID == "column:loja" }) {
		t.Errorf("of the old table can be found: %v", chunks)
	}
	if err := other.Remove(t.Context(), "vendas"); err != nil {
		t.Fatal(err)
	}
	if _, err := one.Open(t.Context(), "vendas"); !errors.Is(err, data.ErrNoTable) {
		t.Errorf("after removing it, opening fails with %v", err)
	}
	all, err := one.List(t.Context())
	if diff := cmp.Diff([]string{"estoque"}, names(all)); diff != "" || err != nil {
		t.Errorf("%v, tables (-want +got):\n%s", err, diff)
	}
	if sizes, err := store.Collections(t.Context()); err != nil || sizes["table:vendas"] > 0 {
		t.Errorf("left behind: %v, %v", sizes, err)
	}
}

func TestATableOfManyPiecesComesBackAsItWas(t *testing.T) {
	var b strings.Builder
	b.WriteString("a,b\n")
	random := rand.New(rand.NewPCG(1, 2))
	for range 60_000 { // too random to be compressed into one piece
		fmt.Fprintf(&b, "%v,%v\n", random.Float64(), random.Int64N(1e15))
	}
	store := storetest.Memory(t)
	add(t, tables(store), "grande", b.String())
	sizes, err := store.Collections(t.Context())
	if err != nil || sizes["table:grande"] < 3 {
		t.Fatalf("%d pieces, %v", sizes["table:grande"], err)
	}
	o, err := tables(store).Open(t.Context(), "grande")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(data.Chunks(o.Table)); n > 800 {
		t.Errorf("%d chunks, more than the fallback reads", n)
	}
	first := strings.Split(strings.SplitN(b.String(), "\n", 3)[1], ",")
	if diff := cmp.Diff(first, o.Table.Row(0)); o.Table.Kept != 60_000 || diff != "" {
		t.Errorf("%d rows, the first (-want +got):\n%s", o.Table.Kept, diff)
	}
	if err := store.PutDocs(t.Context(), "table:grande", "", retrieve.Gone([]string{"x"})); err != nil {
		t.Fatal(err)
	}
	rows, err := store.DocsAfter(t.Context(), "table:grande", "", 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.PutDocs(t.Context(), "table:grande", "", retrieve.Gone([]string{rows[0].ID})); err != nil {
		t.Fatal(err)
	}
	if _, err := tables(store).Open(t.Context(), "grande"); err == nil {
		t.Error("a table without one of its pieces is opened")
	}
}

func TestATablesNameIsAWord(t *testing.T) {
	for _, name := range []string{"", "../x", "Vendas", "a b", "9", strings.Repeat("a", 41), "data:x"} {
		ts := tables(storetest.Memory(t))
		if _, err := ts.Add(t.Context(), name, "", sample(t)); !errors.Is(err, data.ErrName) {
			t.Errorf("Add(%q) = %v, want ErrName", name, err)
		}
	}
}

func sample(t *testing.T) *table.Table {
	t.Helper()
	read, err := data.SampleTable(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func TestTheLastTableThatWasAddedIsTheFirstOfTheList(t *testing.T) {
	ts := tables(storetest.Memory(t))
	for _, name := range []string{"a", "c", "b"} { // within one second
		add(t, ts, name, "loja;valor\nCentro;10\n")
	}
	all, err := ts.List(t.Context())
	var got []string
	for _, e := range all {
		got = append(got, e.Name)
	}
	if diff := cmp.Diff([]string{"b", "c", "a"}, got); diff != "" || err != nil {
		t.Errorf("%v, tables (-want +got):\n%s", err, diff)
	}
}
