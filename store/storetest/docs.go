package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/retrieve"
)

// TestDocs checks that a retrieve.Store does as the interface promises. Each
// call of open returns a store with nothing in it.
func TestDocs(t *testing.T, open func(t *testing.T) retrieve.Store) {
	for name, test := range map[string]func(docTest){
		"documents come back as they were put, in order":             docTest.roundTrip,
		"a page goes on where the last one ended":                    docTest.pages,
		"a document put again is there once, as the last":            docTest.replace,
		"of two with one id in a batch the later stays":              docTest.twice,
		"a vector stays while the words are the same":                docTest.vectors,
		"a vector of words that have changed since is not kept":      docTest.vectorsLater,
		"what is removed is gone, and says so once":                  docTest.remove,
		"what was removed can come back, without its vectors":        docTest.comeBack,
		"collections are apart, and there while they have documents": docTest.collections,
		"nothing to put or remove changes nothing":                   docTest.nothing,
		"any bytes come back as they were":                           docTest.hostile,
		"some are put and others removed at once":                    docTest.together,
		"1,000 rows are put at once":                                 docTest.thousand,
		"what was given and returned is the caller's":                docTest.owned,
		"a reader beside many writers misses nothing":                docTest.beside,
		"a cancelled call writes all or nothing":                     docTest.cancelled,
	} {
		t.Run(name, func(t *testing.T) { test(docTest{t, open(t)}) })
	}
}

// docTest is a test with the store that it is about.
type docTest struct {
	t *testing.T
	s retrieve.Store
}

// doc returns a row whose id is also its title.
func doc(id, text string, vector ...byte) retrieve.Row {
	return retrieve.Row{Doc: retrieve.Doc{ID: id, Title: id, Text: text}, Vector: vector}
}

func (d docTest) put(collection, embedder string, rows ...retrieve.Row) {
	d.t.Helper()
	must.Do(d.t, d.s.PutDocs(d.t.Context(), collection, embedder, rows))
}

func (d docTest) removed(collection string, ids ...string) {
	d.t.Helper()
	d.put(collection, "", retrieve.Gone(ids)...)
}

func (d docTest) after(collection, embedder string, after int64, limit int) []retrieve.Row {
	d.t.Helper()
	return must.Get(d.s.DocsAfter(d.t.Context(), collection, embedder, after, limit))(d.t)
}

// want checks the rows after a number, where each want has its Seq.
func (d docTest) want(collection, embedder string, after int64, want ...retrieve.Row) {
	d.t.Helper()
	what := fmt.Sprintf("%.40q with vectors of %.40q after %d", collection, embedder, after)
	wantEqual(d.t, what, d.after(collection, embedder, after, 0), want)
}

func (d docTest) wantSizes(want map[string]int) {
	d.t.Helper()
	got, err := d.s.Collections(d.t.Context())
	if err != nil || !reflect.DeepEqual(got, want) {
		d.t.Errorf("Collections = %v, %v, want %v", got, err, want)
	}
}

func at(seq int64, r retrieve.Row) retrieve.Row {
	r.Seq = seq
	return r
}

func gone(seq int64, id string) retrieve.Row {
	return retrieve.Row{Doc: retrieve.Doc{ID: id}, Seq: seq, Gone: true}
}

func (d docTest) roundTrip() {
	d.want("menu", "e1", 0)
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
	d.put("menu", "e1", full, long)
	d.put("menu", "e1", bare)
	d.want("menu", "e1", 0, at(1, full), at(2, long), at(3, doc("c", "")))
}

// together puts some documents and removes others at once.
func (d docTest) together() {
	d.put("menu", "e1", doc("a", "x", 1), doc("b", "x", 2), doc("c", "x", 3))
	d.put("menu", "e1", doc("d", "y", 4), retrieve.Row{Doc: retrieve.Doc{ID: "a"}, Gone: true}, doc("b", "x"), retrieve.Row{Doc: retrieve.Doc{ID: "none"}, Gone: true})
	d.want("menu", "e1", 3, at(4, doc("d", "y", 4)), gone(5, "a"), at(6, doc("b", "x", 2)))
	d.wantSizes(map[string]int{"menu": 3})
	d.put("menu", "e1", doc("a", "x"))
	d.want("menu", "e1", 7, at(8, doc("a", "x"))) // its vector went with it
}

func (d docTest) pages() {
	var want []retrieve.Row
	for i := range 10 {
		r := doc(fmt.Sprint("d", 9-i), "x", byte(i)) // order is of putting, not of id
		d.put("menu", "e1", r)
		want = append(want, at(int64(i)+1, r))
	}
	wantPages(d.t, want, func(last int64, limit int) []retrieve.Row { return d.after("menu", "e1", last, limit) }, func(r retrieve.Row) int64 { return r.Seq })
	d.want("menu", "e1", 7, want[7:]...)
	d.want("menu", "e1", 10)
	d.want("menu", "e1", 99)
}

func (d docTest) replace() {
	d.put("menu", "e1", doc("a", "old", 1), doc("b", "b", 2))
	d.put("menu", "e1", doc("a", "new", 3))
	d.want("menu", "e1", 0, at(2, doc("b", "b", 2)), at(3, doc("a", "new", 3)))
	d.want("menu", "e1", 2, at(3, doc("a", "new", 3)))
	d.put("menu", "e1", doc("b", "b", 2)) // the same again is a change too
	d.want("menu", "e1", 0, at(3, doc("a", "new", 3)), at(4, doc("b", "b", 2)))
	d.wantSizes(map[string]int{"menu": 2})
}

// A vector made of words that have changed meanwhile must not be kept.
func (d docTest) vectorsLater() {
	d.put("menu", "e1", doc("a", "a", 1), doc("b", "b", 2), doc("c", "c", 3))
	d.put("menu", "e1", doc("b", "new", 4))
	d.removed("menu", "c")
	rows := []retrieve.Row{at(1, doc("a", "a", 7)), at(2, doc("b", "b", 8)), at(3, doc("c", "c", 9)), at(1, doc("never", "x", 9))}
	for range 2 { // again changes nothing
		must.Do(d.t, d.s.PutVectors(d.t.Context(), "menu", "e2", rows))
		d.want("menu", "e2", 0, at(1, doc("a", "a", 7)), at(4, doc("b", "new")))
		d.want("menu", "e1", 0, at(1, doc("a", "a", 1)), at(4, doc("b", "new", 4)))
	}
}

func (d docTest) twice() {
	d.put("menu", "e1", doc("a", "first", 1), doc("b", "b", 2), doc("a", "second"), doc("c", "c", 3), doc("c", "c"))
	d.want("menu", "e1", 0, at(2, doc("b", "b", 2)), at(3, doc("a", "second")), at(5, doc("c", "c", 3)))
	d.put("menu", "e1", doc("d", "d"))
	d.want("menu", "e1", 5, at(6, doc("d", "d")))
}

func (d docTest) vectors() {
	retitled := doc("a", "text")
	retitled.Title = "another"
	cheaper := doc("a", "text")
	cheaper.Fields = map[string]string{"price": "1"}
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
		"no words any more, and no vector":   {retrieve.Row{Doc: retrieve.Doc{ID: "a"}}, nil, nil},
		"no words any more, but a vector":    {with(retrieve.Row{Doc: retrieve.Doc{ID: "a"}}, 9), []byte{9}, nil},
		"words moved from a text to a title": {with(retrieve.Row{Doc: retrieve.Doc{ID: "a", Title: "atext"}}, 9), []byte{9}, nil},
	} {
		other := doc("b", "text", 1)
		d.put(name, "e1", doc("a", "text", 1), other)
		d.put(name, "e2", doc("a", "text", 2), doc("b", "text"))
		d.put(name, "e3", doc("a", "text", 3), doc("b", "text"))
		d.put(name, "e1", tt.put)
		d.want(name, "e1", 0, at(6, other), at(7, with(tt.put, tt.e1...)))
		d.want(name, "e2", 0, at(6, doc("b", "text")), at(7, with(tt.put, tt.e2...)))
		d.want(name, "none", 0, at(6, doc("b", "text")), at(7, with(tt.put)))
	}
}

func (d docTest) remove() {
	d.put("menu", "e1", doc("a", "a", 1), doc("b", "b", 2), doc("c", "c", 3))
	d.put("other", "e1", doc("b", "b", 4))
	d.removed("menu", "c", "nobody", "b", "c")
	d.want("menu", "e1", 0, at(1, doc("a", "a", 1)))
	d.want("menu", "e1", 1, gone(4, "c"), gone(6, "b")) // what is not there has a number too
	d.want("menu", "e1", 4, gone(6, "b"))
	d.wantSizes(map[string]int{"menu": 1, "other": 1})
	d.removed("menu", "b") // it is not there
	d.want("menu", "e1", 6)
	d.want("other", "e1", 0, at(1, doc("b", "b", 4)))
}

func (d docTest) comeBack() {
	d.put("menu", "e1", doc("a", "a", 1), retrieve.Row{Vector: []byte{2}})
	d.removed("menu", "a", "")
	d.put("menu", "e2", doc("a", "a", 3), retrieve.Row{})
	d.want("menu", "e1", 0, at(5, doc("a", "a")), retrieve.Row{Seq: 6})
	d.want("menu", "e2", 1, at(5, doc("a", "a", 3)), retrieve.Row{Seq: 6})
	d.wantSizes(map[string]int{"menu": 2})
}

func (d docTest) collections() {
	d.wantSizes(map[string]int{})
	d.put("menu", "e1", doc("a", "a"), doc("b", "b"))
	d.put("beers", "e1", doc("a", "ipa"))
	d.want("beers", "e1", 0, at(1, doc("a", "ipa")))
	d.want("Beers", "e1", 0)
	d.wantSizes(map[string]int{"menu": 2, "beers": 1})
	d.removed("beers", "a")
	d.wantSizes(map[string]int{"menu": 2})
	d.put("beers", "e1", doc("b", "stout"))
	d.want("beers", "e1", 1, gone(2, "a"), at(3, doc("b", "stout")))
}

func (d docTest) nothing() {
	d.put("menu", "e1")
	d.removed("menu", "a")
	d.wantSizes(map[string]int{})
	d.put("menu", "e1", doc("a", "a"))
	d.put("menu", "e1")
	d.removed("menu")
	d.put("menu", "e1", doc("b", "b"))
	d.want("menu", "e1", 0, at(2, doc("a", "a")), at(3, doc("b", "b")))
}

// hostiles are what a database may refuse, cut off or take for the same.
var hostiles = []string{
	"", " ", "a", "A", "a\x00", "a\x00b", "\x00", "\xff\xfe", "a\xc3", "\\x61", `\`, "'", `"`, "'; DROP TABLE docs; --",
	"%", "_", "$1", "?1", "@name", "{a,b}", "NULL", "é", "e\u0301", "\u202eevil", "\ufffd", noise(6_000),
}

// noise is a name that no index has room for, nor makes shorter.
func noise(n int) string {
	b := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{}).Read(b)
	return string(b)
}

func (d docTest) hostile() {
	var want []retrieve.Row
	for _, h := range hostiles {
		want = append(want, retrieve.Row{Doc: retrieve.Doc{ID: h, Title: h, Text: h, Fields: map[string]string{h: h, "x": h}}, Vector: []byte(h + "\x00")})
	}
	sizes := map[string]int{}
	for i, h := range hostiles {
		d.put(h, "e"+h, want...)
		d.removed(h, hostiles[(i+1)%len(hostiles)])
		sizes[h] = len(hostiles) - 1
	}
	d.wantSizes(sizes)
	for i, h := range hostiles {
		var there []retrieve.Row
		for j, r := range want {
			if j != (i+1)%len(hostiles) {
				there = append(there, at(int64(j)+1, r))
			}
		}
		d.want(h, "e"+h, 0, there...)
		if got := d.after(h, "e", 0, 1); h != "" && got[0].Vector != nil {
			d.t.Errorf("a vector of %.40q is also one of %q", "e"+h, "e")
		}
	}
}

func (d docTest) thousand() {
	var rows []retrieve.Row
	for i := range 1000 {
		rows = append(rows, doc(fmt.Sprint("d", i), "texto", bytes.Repeat([]byte{byte(i)}, 768)...))
	}
	for round := range int64(2) {
		d.put("menu", "e1", rows...)
		for i := range rows {
			rows[i].Seq = 1000*round + int64(i) + 1
		}
		d.want("menu", "e1", 0, rows...)
	}
	var ids []string
	var want []retrieve.Row
	for i, r := range rows {
		ids, want = append(ids, r.ID), append(want, gone(2000+int64(i)+1, r.ID))
	}
	d.removed("menu", ids...)
	d.want("menu", "e1", 0)
	d.want("menu", "e1", 2000, want...)
}

func (d docTest) owned() {
	given := []retrieve.Row{doc("a", "a", 1)}
	given[0].Fields = map[string]string{"price": "1"}
	d.put("menu", "e1", given...)
	for range 2 {
		given[0].Vector[0], given[0].Fields["price"], given[0].Text = 9, "9", "spoilt"
		given = d.after("menu", "e1", 0, 0)
		want := doc("a", "a", 1)
		want.Fields = map[string]string{"price": "1"}
		wantEqual(d.t, "after a caller changed its own", given, []retrieve.Row{at(1, want)})
	}
}

// A writer that commits late must not have drawn its numbers early.
func (d docTest) beside() {
	const writers, batches, size = 8, 12, 5
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for b := range batches {
				var rows []retrieve.Row
				for i := range size {
					rows = append(rows, doc(fmt.Sprintf("%d/%d/%d", w, b, i), "x", byte(w)))
				}
				if err := d.s.PutDocs(d.t.Context(), "menu", "e1", rows); err != nil {
					d.t.Error(err)
				}
				// One that was just seen moves to the end, and is seen again.
				if err := d.s.PutDocs(d.t.Context(), "menu", "e1", retrieve.Gone([]string{rows[0].ID})); err != nil {
					d.t.Error(err)
				}
			}
		})
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	seen := map[string]retrieve.Row{}
	for last, ended := int64(0), false; ; {
		select {
		case <-done:
			ended = true
		default:
		}
		rows := d.after("menu", "e1", last, 7)
		for _, r := range rows {
			if r.Seq <= last {
				d.t.Fatalf("number %d came after %d", r.Seq, last)
			}
			seen[r.ID], last = r, r.Seq
		}
		if ended && len(rows) == 0 {
			break
		}
	}
	for w := range writers {
		for b := range batches {
			for i := range size {
				id := fmt.Sprintf("%d/%d/%d", w, b, i)
				r, ok := seen[id]
				if removed := i == 0; ok && r.Gone != removed || !ok && !removed { // one may be gone before it was looked for
					d.t.Errorf("the reader has %s as %+v, %v", id, r, ok)
				}
				if next := seen[fmt.Sprintf("%d/%d/%d", w, b, i+1)]; i > 0 && i+1 < size && next.Seq != r.Seq+1 {
					d.t.Errorf("%s has number %d, the next of its batch %d", id, r.Seq, next.Seq)
				}
			}
		}
	}
	d.wantSizes(map[string]int{"menu": writers * batches * (size - 1)})
}

func (d docTest) cancelled() {
	d.put("menu", "e1", doc("a", "a"))
	ctx := ended(d.t)
	_, errDocs := d.s.DocsAfter(ctx, "menu", "e1", 0, 0)
	_, errCollections := d.s.Collections(ctx)
	wantErr(d.t, context.Canceled, map[string]error{
		"PutDocs":     d.s.PutDocs(ctx, "menu", "e1", []retrieve.Row{doc("b", "b")}),
		"PutVectors":  d.s.PutVectors(ctx, "menu", "e2", []retrieve.Row{at(1, doc("a", "a", 1))}),
		"DocsAfter":   errDocs,
		"Collections": errCollections,
	})
	d.want("menu", "e1", 0, at(1, doc("a", "a")))

	for i := range 20 {
		name := fmt.Sprint("c", i)
		var rows []retrieve.Row
		for j := range 50 {
			rows = append(rows, doc(fmt.Sprint(j), "segredo", 1, 2, 3))
		}
		ctx, cancel := context.WithTimeout(d.t.Context(), time.Duration(i)*100*time.Microsecond)
		err := d.s.PutDocs(ctx, name, "e1", rows)
		cancel()
		if err != nil && (!errors.Is(err, context.DeadlineExceeded) || strings.Contains(err.Error(), "segredo")) {
			d.t.Errorf("PutDocs = %v, want that its time was over", err)
		}
		if got := d.after(name, "e1", 0, 0); err == nil && len(got) != len(rows) || err != nil && len(got) != 0 {
			d.t.Errorf("PutDocs = %v, and %d of %d documents are there", err, len(got), len(rows))
		}
	}
}

// wantPages reads on from number to number, in pages of several sizes.
func wantPages[T any](t *testing.T, want []T, after func(last int64, limit int) []T, seq func(T) int64) {
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

// wantEqual compares byte for byte, where wantSame would take one kind of
// broken text for another, and shows the first that differs.
func wantEqual[T any](t *testing.T, what string, got, want []T) {
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
