package storetest

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/retrieve"
)

var docCases = cases{
	"documents come back as they were put, in order": func(t test) {
		t.wantDocs("menu", "e1", 0)
		full := retrieve.Row{
			Doc: retrieve.Doc{
				ID: "b", Title: "Moqueca", Text: "camarão, dendê\n— '; DROP TABLE docs; -- 🍤",
				Fields: map[string]string{"price": "42.50", "city": "São Luís & Alcântara", "a=b": "", "": "x+y %"},
			},
			Vector: []byte{0, 1, 0xff},
		}
		long := doc("a", strings.Repeat("longa ", 40_000), bytes.Repeat([]byte{7}, 3072)...)
		bare := doc("c", "")
		bare.Fields, bare.Vector, bare.Seq = map[string]string{}, []byte{}, 99 // numbers are the store's
		t.put("menu", "e1", full, long)
		t.put("menu", "e1", bare)
		t.put("menu", "e1") // nothing changes nothing
		t.put("none", "e1", gone("a"))
		t.wantDocs("menu", "e1", 0, at(1, full), at(2, long), at(3, doc("c", "")))
		t.wantSizes(map[string]int{"menu": 3})
	},
	"a page goes on where the last one ended": func(t test) {
		var want []retrieve.Row
		for i := range 10 {
			r := doc(fmt.Sprint("d", 9-i), "x", byte(i)) // order is of putting, not of id
			t.put("menu", "e1", r)
			want = append(want, at(int64(i)+1, r))
		}
		wantPages(t, want, func(last int64, limit int) []retrieve.Row { return t.docs("menu", "e1", last, limit) }, func(r retrieve.Row) int64 { return r.Seq })
		t.wantDocs("menu", "e1", 7, want[7:]...)
		t.wantDocs("menu", "e1", 99)
	},
	"a document is there once, as it was put last, and removed once": func(t test) {
		t.put("menu", "e1", doc("a", "first", 1), doc("b", "b", 2), doc("a", "second"), doc("c", "c", 3), doc("c", "c"))
		t.wantDocs("menu", "e1", 0, at(2, doc("b", "b", 2)), at(3, doc("a", "second")), at(5, doc("c", "c", 3)))
		t.put("menu", "e1", doc("a", "new", 3), gone("b"), gone("none"), doc("c", "c"))
		t.wantDocs("menu", "e1", 0, at(6, doc("a", "new", 3)), at(9, doc("c", "c", 3)))
		t.wantDocs("menu", "e1", 3, at(6, doc("a", "new", 3)), at(7, gone("b")), at(9, doc("c", "c", 3)))
		t.put("menu", "e1", gone("b")) // it is not there
		t.wantDocs("menu", "e1", 9)
		t.wantSizes(map[string]int{"menu": 2})
		t.put("menu", "e2", doc("b", "b", 4)) // back, without its vector
		t.wantDocs("menu", "e1", 9, at(11, doc("b", "b")))
		t.wantDocs("menu", "e2", 9, at(11, doc("b", "b", 4)))
	},
	"a vector stays while the words are the same": func(t test) {
		retitled, cheaper := doc("a", "text"), doc("a", "text")
		retitled.Title, cheaper.Fields = "another", map[string]string{"price": "1"}
		with := func(r retrieve.Row, vector ...byte) retrieve.Row {
			r.Vector = vector
			return r
		}
		for name, tt := range map[string]struct {
			put    retrieve.Row // with the embedder e1, where "a" has vectors of e1, e2 and e3
			e1, e2 []byte       // what it has then
		}{
			"the same words, no vector":          {doc("a", "text"), []byte{1}, []byte{2}},
			"the same words, another vector":     {doc("a", "text", 9), []byte{9}, []byte{2}},
			"other fields, no vector":            {cheaper, []byte{1}, []byte{2}},
			"another text, no vector":            {doc("a", "Text"), nil, nil},
			"another text and its vector":        {doc("a", "Text", 9), []byte{9}, nil},
			"another title, no vector":           {retitled, nil, nil},
			"another title and its vector":       {with(retitled, 9), []byte{9}, nil},
			"no words any more, but a vector":    {with(retrieve.Row{Doc: retrieve.Doc{ID: "a"}}, 9), []byte{9}, nil},
			"words moved from a text to a title": {with(retrieve.Row{Doc: retrieve.Doc{ID: "a", Title: "atext"}}, 9), []byte{9}, nil},
		} {
			other := doc("b", "text", 1)
			t.put(name, "e1", doc("a", "text", 1), other)
			t.put(name, "e2", doc("a", "text", 2), doc("b", "text"))
			t.put(name, "e3", doc("a", "text", 3), doc("b", "text"))
			t.put(name, "e1", tt.put)
			t.wantDocs(name, "e1", 0, at(6, other), at(7, with(tt.put, tt.e1...)))
			t.wantDocs(name, "e2", 0, at(6, doc("b", "text")), at(7, with(tt.put, tt.e2...)))
			t.wantDocs(name, "none", 0, at(6, doc("b", "text")), at(7, with(tt.put)))
		}
	},
	"a vector of words that have changed since is not kept": func(t test) {
		t.put("menu", "e1", doc("a", "a", 1), doc("b", "b", 2), doc("c", "c", 3))
		t.put("menu", "e1", doc("b", "new", 4), gone("c"))
		rows := []retrieve.Row{at(1, doc("a", "a", 7)), at(2, doc("b", "b", 8)), at(3, doc("c", "c", 9)), at(1, doc("never", "x", 9))}
		for range 2 { // again changes nothing
			must.Do(t, t.PutVectors(t.Context(), "menu", "e2", rows))
			t.wantDocs("menu", "e2", 0, at(1, doc("a", "a", 7)), at(4, doc("b", "new")))
			t.wantDocs("menu", "e1", 0, at(1, doc("a", "a", 1)), at(4, doc("b", "new", 4)))
		}
	},
	"collections are apart, and there while they have documents": func(t test) {
		t.wantSizes(map[string]int{})
		t.put("menu", "e1", doc("a", "a"), doc("b", "b"))
		t.put("beers", "e1", doc("a", "ipa"))
		t.wantDocs("beers", "e1", 0, at(1, doc("a", "ipa")))
		t.wantDocs("Beers", "e1", 0)
		t.wantSizes(map[string]int{"menu": 2, "beers": 1})
		t.put("beers", "e1", gone("a"))
		t.wantSizes(map[string]int{"menu": 2})
		t.put("beers", "e1", doc("b", "stout"))
		t.wantDocs("beers", "e1", 1, at(2, gone("a")), at(3, doc("b", "stout")))
	},
	"any bytes come back as they were": func(t test) {
		var want []retrieve.Row
		for _, h := range hostiles {
			want = append(want, retrieve.Row{Doc: retrieve.Doc{ID: h, Title: h, Text: h, Fields: map[string]string{h: h, "x": h}}, Vector: []byte(h + "\x00")})
		}
		sizes := map[string]int{}
		for i, h := range hostiles {
			t.put(h, "e"+h, want...)
			t.put(h, "", gone(hostiles[(i+1)%len(hostiles)]))
			sizes[h] = len(hostiles) - 1
		}
		t.wantSizes(sizes)
		for i, h := range hostiles {
			var there []retrieve.Row
			for j, r := range want {
				if j != (i+1)%len(hostiles) {
					there = append(there, at(int64(j)+1, r))
				}
			}
			t.wantDocs(h, "e"+h, 0, there...)
			if got := t.docs(h, "e", 0, 1); h != "" && got[0].Vector != nil {
				t.Errorf("a vector of %.40q is also one of %q", "e"+h, "e")
			}
		}
	},
	"what was given and returned is the caller's": func(t test) {
		given := []retrieve.Row{doc("a", "a", 1)}
		given[0].Fields = map[string]string{"price": "1"}
		t.put("menu", "e1", given...)
		for range 2 {
			given[0].Vector[0], given[0].Fields["price"], given[0].Text = 9, "9", "spoilt"
			given = t.docs("menu", "e1", 0, 0)
			want := doc("a", "a", 1)
			want.Fields = map[string]string{"price": "1"}
			wantEqual(t, "after a caller changed its own", given, []retrieve.Row{at(1, want)})
		}
	},
	// A writer that commits late must not have drawn its numbers early.
	"a reader beside many writers misses nothing": func(t test) {
		const writers, batches, size = 8, 12, 5
		id := func(w, b, i int) string { return fmt.Sprintf("%d/%d/%d", w, b, i) }
		seen := map[string]retrieve.Row{}
		t.beside(writers, func(w int) {
			for b := range batches {
				var rows []retrieve.Row
				for i := range size {
					rows = append(rows, doc(id(w, b, i), "x", byte(w)))
				}
				t.put("menu", "e1", rows...)
				t.put("menu", "e1", gone(rows[0].ID)) // one that was just seen moves to the end, and is seen again
			}
		}, func(last int64) int64 {
			for _, r := range t.docs("menu", "e1", last, 7) {
				if r.Seq <= last {
					t.Fatalf("number %d came after %d", r.Seq, last)
				}
				seen[r.ID], last = r, r.Seq
			}
			return last
		})
		for w := range writers {
			for b := range batches {
				for i := range size {
					r, ok := seen[id(w, b, i)]
					if removed := i == 0; ok && r.Gone != removed || !ok && !removed { // one may be gone before it was looked for
						t.Errorf("the reader has %s as %+v, %v", id(w, b, i), r, ok)
					}
					if next := seen[id(w, b, i+1)]; i > 0 && i+1 < size && next.Seq != r.Seq+1 {
						t.Errorf("%s has number %d, the next of its batch %d", id(w, b, i), r.Seq, next.Seq)
					}
				}
			}
		}
		t.wantSizes(map[string]int{"menu": writers * batches * (size - 1)})
	},
	"a cancelled call writes all or nothing, however much": func(t test) {
		t.put("menu", "e1", doc("a", "a"))
		ctx := t.ended()
		_, errDocs := t.DocsAfter(ctx, "menu", "e1", 0, 0)
		_, errCollections := t.Collections(ctx)
		t.fails(context.Canceled, map[string]error{
			"PutDocs":    t.PutDocs(ctx, "menu", "e1", []retrieve.Row{doc("b", "b")}),
			"PutVectors": t.PutVectors(ctx, "menu", "e2", []retrieve.Row{at(1, doc("a", "a", 1))}),
			"DocsAfter":  errDocs, "Collections": errCollections,
		})
		t.wantDocs("menu", "e1", 0, at(1, doc("a", "a")))
		var rows []retrieve.Row
		for i := range 1000 {
			rows = append(rows, doc(fmt.Sprint(i), "segredo", bytes.Repeat([]byte{byte(i)}, 768)...))
		}
		t.put("all", "e1", rows...)
		t.hurried(20, func(ctx context.Context, n int) {
			name := fmt.Sprint("c", n)
			err := t.PutDocs(ctx, name, "e1", rows[:50])
			if err != nil && strings.Contains(err.Error(), "segredo") {
				t.Errorf("PutDocs = %v", err)
			}
			if got := t.docs(name, "e1", 0, 0); err == nil && len(got) != 50 || err != nil && len(got) != 0 {
				t.Errorf("PutDocs = %v, and %d of 50 documents are there", err, len(got))
			}
		})
		for i := range rows {
			rows[i].Seq = int64(i) + 1
		}
		t.wantDocs("all", "e1", 0, rows...)
	},
}

// doc returns a row whose id is also its title.
func doc(id, text string, vector ...byte) retrieve.Row {
	return retrieve.Row{Doc: retrieve.Doc{ID: id, Title: id, Text: text}, Vector: vector}
}

func gone(id string) retrieve.Row { return retrieve.Row{Doc: retrieve.Doc{ID: id}, Gone: true} }

func at(seq int64, r retrieve.Row) retrieve.Row {
	r.Seq = seq
	return r
}

func (t test) put(collection, embedder string, rows ...retrieve.Row) {
	t.Helper()
	must.Do(t, t.PutDocs(t.Context(), collection, embedder, rows))
}

func (t test) docs(collection, embedder string, after int64, limit int) []retrieve.Row {
	t.Helper()
	return must.Get(t.DocsAfter(t.Context(), collection, embedder, after, limit))(t)
}

// wantDocs checks the rows after a number, where each has its Seq.
func (t test) wantDocs(collection, embedder string, after int64, want ...retrieve.Row) {
	t.Helper()
	what := fmt.Sprintf("%.40q with vectors of %.40q after %d", collection, embedder, after)
	wantEqual(t, what, t.docs(collection, embedder, after, 0), want)
}

func (t test) wantSizes(want map[string]int) {
	t.Helper()
	if got := must.Get(t.Collections(t.Context()))(t); !reflect.DeepEqual(got, want) {
		t.Errorf("Collections = %v, want %v", got, want)
	}
}

// hostiles are what a database may refuse, cut off or take for the same; the last is a name
// that no index has room for, nor makes shorter.
var hostiles = []string{
	"", " ", "a", "A", "a\x00", "a\x00b", "\x00", "\xff\xfe", "a\xc3", "\\x61", `\`, "'", `"`, "'; DROP TABLE docs; --",
	"%", "_", "$1", "?1", "@name", "{a,b}", "NULL", "é", "e\u0301", "\u202eevil", "\ufffd", noise(6_000),
}

func noise(n int) string {
	b := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{}).Read(b)
	return string(b)
}

// beside lets writers write while read reads on from a number to another, until there is
// nothing new.
func (t test) beside(writers int, write func(w int), read func(last int64) int64) {
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() { write(w) })
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	for last, ended := int64(0), false; ; {
		select {
		case <-done:
			ended = true
		default:
		}
		next := read(last)
		if ended && next == last {
			return
		}
		last = next
	}
}

// wantPages reads on from number to number, in pages of several sizes.
func wantPages[T any](t test, want []T, after func(last int64, limit int) []T, seq func(T) int64) {
	t.Helper()
	for _, limit := range []int{1, 3, 4, 5, 10, 11} {
		var got []T
		for page := after(0, limit); len(page) > 0; page = after(seq(page[len(page)-1]), limit) {
			if len(page) > limit {
				t.Fatalf("%d in a page, want at most %d", len(page), limit)
			}
			got = append(got, page...)
		}
		wantEqual(t, fmt.Sprint("in pages of ", limit), got, want)
	}
}

// wantEqual compares byte for byte, where same would take one kind of
// broken text for another, and shows the first that differs.
func wantEqual[T any](t test, what string, got, want []T) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: got %d, want %d: %.500s", what, len(got), len(want), fmt.Sprintf("%#v", got))
		return
	}
	for i := range got {
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf("%s, number %d:\ngot  %.500s\nwant %.500s", what, i+1, fmt.Sprintf("%#v", got[i]), fmt.Sprintf("%#v", want[i]))
			return
		}
	}
}
