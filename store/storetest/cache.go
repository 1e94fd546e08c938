package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/semcache"
)

var cacheCases = cases{
	"an answer comes back as it was put": func(t test) {
		t.wantNone("s", "a", "")
		e := answer("a", 0)
		e.Value, e.Guest = []byte(strings.Repeat("resposta\x00\xff", 20_000)), "ana"
		t.keep("s", 10, e, semcache.Entry{Key: "bare", Vector: []byte{}, Value: []byte{}, Seq: 99, Gone: true})
		t.wantEntry("s", 1, e)
		t.wantEntry("s", 2, semcache.Entry{Key: "bare"})
		local := answer("local", 0)
		local.Made = local.Made.Add(999).In(time.FixedZone("BRT", -3*3600)) // nanoseconds are cut off
		t.keep("t", 10, local)
		t.wantEntry("t", 1, answer("local", 0))
		t.wantNone("s", "local", "A", "a ", "")
		t.wantNone("S", "a")
		if err := t.CachePut(t.Context(), "s", answer("", 0), 10); err == nil {
			t.Error("an answer without a key was kept")
		}
		t.wantKeys("s", 0, "1 a", "2 bare")
	},
	"an answer put again is there once, the last, and gone with nothing of it left": func(t test) {
		t.keep("s", 10, answer("a", 0), answer("b", 0))
		again := semcache.Entry{Key: "a", Made: morning.Add(-time.Hour), Value: []byte("new"), Guest: "rui"}
		t.keep("s", 10, again)
		t.wantEntry("s", 3, again)
		t.wantKeys("s", 0, "2 b", "3 a")
		t.drop("s", "a")
		t.wantKeys("s", 2, "4 -a")
	},
	"a page goes on where the last one ended": func(t test) {
		var want []semcache.Entry
		for i := range 10 {
			e := answer(fmt.Sprint("k", 9-i), -i) // order is of putting
			e.Guest = fmt.Sprint("g", i)
			t.keep("s", 0, e)
			e.Seq, e.Value = int64(i)+1, nil
			want = append(want, e)
		}
		wantPages(t, want, func(last int64, limit int) []semcache.Entry { return t.entries("s", last, limit) }, func(e semcache.Entry) int64 { return e.Seq })
		t.wantKeys("s", 10)
		t.wantKeys("none", 0)
	},
	"one is removed, or all": func(t test) {
		t.keep("s", 0, answer("a", 3), answer("b", 2), answer("c", 1), answer("d", 0))
		t.keep("t", 0, answer("a", 0))
		for range 2 {
			t.drop("s", "b")
			t.drop("s", "nobody")
			t.drop("none", "a")
			t.drop("none", "")
		}
		t.wantNone("s", "b")
		t.wantKeys("s", 0, "1 a", "3 c", "4 d")
		t.wantKeys("s", 1, "3 c", "4 d", "5 -b")
		t.drop("s", "")
		t.drop("s", "")
		t.wantNone("s", "a", "b", "c", "d")
		t.wantKeys("s", 0)
		t.wantKeys("s", 4, "5 -b", "6 -d", "7 -c", "8 -a")
		t.keep("s", 0, answer("b", 5))
		t.wantKeys("s", 5, "6 -d", "7 -c", "8 -a", "9 b")
		t.wantEntry("t", 1, answer("a", 0))
	},
	"the oldest beyond keep are gone, and so are old marks of what is gone": func(t test) {
		t.keep("s", 0, answer("a", 5), answer("b", 3), answer("c", 4), answer("d", 3))
		t.keep("t", 0, answer("a", 0), answer("b", 0))
		t.keep("s", 4, answer("e", 6)) // b and d are as old: b came first
		t.wantKeys("s", 4, "5 e", "6 -b")
		t.keep("s", 4, answer("e", 7)) // nothing is one more
		t.wantKeys("s", 6, "7 e")
		t.keep("s", 2, answer("f", 8)) // three are too many
		t.wantKeys("s", 7, "8 f", "10 -c", "11 -a")
		t.keep("s", 2, answer("old", 0)) // older than those that are there
		t.wantNone("s", "a", "b", "c", "d", "old")
		t.wantKeys("s", 0, "7 e", "8 f")
		t.wantKeys("t", 0, "1 a", "2 b")
		for i := range 20 {
			t.keep("u", 3, answer(fmt.Sprint("k", i), i))
		}
		t.wantKeys("u", 1, "32 k17", "33 -k14", "34 k18", "35 -k15", "36 k19", "37 -k16")
		t.drop("u", "")
		t.keep("u", 1, answer("last", 99))
		t.wantKeys("u", 1, "40 -k19", "41 last")
	},
	"any bytes come back as they were": func(t test) {
		entry := func(h string) semcache.Entry {
			return semcache.Entry{Key: "k" + h, Text: h, Embedder: h, Vector: []byte(h + "\x00"), Value: []byte(h + "\xff"), Made: morning}
		}
		for _, h := range hostiles {
			t.keep("all", 0, entry(h))
			t.keep("s"+h, 0, entry(h))
			t.wantClaim(h, h, h, 0, 60, true)
		}
		for i, h := range hostiles {
			t.wantEntry("all", int64(i)+1, entry(h))
			t.wantEntry("s"+h, 1, entry(h))
			t.wantClaim(h, h, h+"x", 0, 60, false)
			t.drop("all", "k"+h)
			t.wantNone("all", "k"+h)
		}
	},
	"what was given and returned is the caller's": func(t test) {
		given := answer("a", 0)
		t.keep("s", 0, given)
		for range 2 {
			given.Vector[0], given.Value[0] = 9, 'X'
			t.wantEntry("s", 1, answer("a", 0))
			t.entries("s", 0, 0)[0].Vector[0] = 9
			given = must.Get(t.CacheGet(t.Context(), "s", "a"))(t)
		}
	},
	"a claim holds until it ends": func(t test) {
		for _, step := range []struct {
			space, key, owner string
			now, until        int
			want              bool
		}{
			{"s", "a", "w1", 0, 10, true},
			{"s", "a", "w2", 0, 10, false},
			{"s", "a", "w2", 9, 19, false},
			{"s", "b", "w2", 0, 10, true}, // another key
			{"t", "a", "w2", 0, 10, true}, // another space
			{"s", "a", "w1", 5, 15, true}, // holds on
			{"s", "a", "w2", 14, 20, false},
			{"s", "a", "w2", 15, 20, true}, // it has ended
			{"s", "a", "w1", 16, 20, false},
		} {
			t.wantClaim(step.space, step.key, step.owner, step.now, step.until, step.want)
		}
		release := func(space, key, owner string) { must.Do(t, t.CacheRelease(t.Context(), space, key, owner)) }
		release("none", "a", "w1")
		release("s", "a", "w1") // has it no more
		t.wantClaim("s", "a", "w3", 16, 20, false)
		release("s", "a", "w2")
		t.wantClaim("s", "a", "w3", 16, 20, true)
		t.wantClaim("s", "b", "w3", 9, 20, false) // another key was not given up
		t.keep("s", 0, answer("a", 0))            // an answer does not end a claim, nor does its removal
		t.drop("s", "")
		t.wantClaim("s", "a", "w1", 16, 16, false)
		t.wantClaim("s", "c", "w1", 20+24*60+1, 20+24*60+1, true) // a day later a claim is forgotten,
		t.wantClaim("s", "a", "w1", 16, 16, true)                 // even for a clock that is behind
	},
	"of many who claim one gets it, and of many who swap none is lost": func(t test) {
		const workers, turns = 6, 5
		var wg sync.WaitGroup
		var winners atomic.Int64
		for w := range workers {
			wg.Go(func() {
				for range 2 { // the winner holds on, and nobody else gets it
					if must.Get(t.CacheClaim(t.Context(), "s", "k", fmt.Sprint("w", w), morning, morning.Add(time.Minute)))(t) {
						winners.Add(1)
					}
				}
				for done := 0; done < turns; {
					e, err := t.CacheGet(t.Context(), "s", "n")
					if err != nil && !errors.Is(err, semcache.ErrNone) {
						t.Error(err)
						return
					}
					next := answer("n", 0)
					next.Seq, next.Value = e.Seq, append(slices.Clone(e.Value), 'x')
					if must.Get(t.CacheSwap(t.Context(), "s", next))(t) {
						done++
					}
				}
			})
		}
		wg.Wait()
		if winners.Load() != 2 {
			t.Errorf("%d claims succeeded, want both of one owner", winners.Load())
		}
		if e := must.Get(t.CacheGet(t.Context(), "s", "n"))(t); len(e.Value) != workers*turns {
			t.Errorf("%d of %d swaps are there", len(e.Value), workers*turns)
		}
	},
	"a swap wants what it has seen": func(t test) {
		last := int64(0)
		swap := func(seq int64, value string, want bool) {
			t.Helper()
			e := answer("k", 0)
			e.Seq, e.Value = seq, []byte(value)
			if ok, err := t.CacheSwap(t.Context(), "s", e); ok != want || err != nil {
				t.Errorf("CacheSwap of %q at %d = %v, %v", value, seq, ok, err)
			}
			if got, err := t.CacheGet(t.Context(), "s", "k"); want && (err != nil || string(got.Value) != value) {
				t.Errorf("there is %q, %v; want %q", got.Value, err, value)
			} else if want {
				last = got.Seq
			}
		}
		swap(7, "of nothing", false)
		t.wantNone("s", "k")
		swap(0, "one", true)
		swap(0, "another", false)
		first := last
		swap(first, "two", true)
		swap(first, "three", false)
		t.drop("s", "k")
		swap(last, "of what is gone", false)
		t.wantNone("s", "k")
		swap(0, "anew", true)
	},
	"a reader beside many writers misses nothing": func(t test) {
		const writers, turns, keep = 8, 20, 10
		for space, keep := range map[string]int{"all": 0, "few": keep} {
			seen := map[string]bool{}
			t.beside(writers, func(w int) {
				for i := range turns {
					t.keep(space, keep, answer(fmt.Sprintf("%d/%d", w, i), i))
				}
			}, func(last int64) int64 {
				for _, e := range t.entries(space, last, 0) {
					if e.Seq <= last {
						t.Fatalf("number %d, %s, came after %d", e.Seq, e.Key, last)
					}
					seen[e.Key], last = !e.Gone, e.Seq
				}
				return last
			})
			left := t.entries(space, 0, 0)
			if want := writers * turns; keep == 0 && len(left) != want || keep > 0 && len(left) != keep {
				t.Errorf("%d answers are left in %s", len(left), space)
			}
			for _, e := range left {
				if !seen[e.Key] {
					t.Errorf("the reader has not got %s", e.Key)
				}
			}
		}
	},
	"a cancelled call writes all or nothing": func(t test) {
		t.keep("s", 0, answer("a", 0))
		ctx := t.ended()
		_, errGet := t.CacheGet(ctx, "s", "a")
		_, errAfter := t.CacheAfter(ctx, "s", 0, 0)
		_, errClaim := t.CacheClaim(ctx, "s", "a", "w1", morning, morning.Add(time.Hour))
		_, errSwap := t.CacheSwap(ctx, "s", answer("b", 0))
		t.fails(context.Canceled, map[string]error{
			"CacheGet": errGet, "CacheAfter": errAfter, "CacheClaim": errClaim, "CacheSwap": errSwap,
			"CachePut": t.CachePut(ctx, "s", answer("b", 1), 1), "CacheRemove": t.CacheRemove(ctx, "s", ""), "CacheRelease": t.CacheRelease(ctx, "s", "a", "w1"),
		})
		t.wantKeys("s", 0, "1 a")
		t.wantClaim("s", "a", "w2", 0, 0, true)
		last := "a"
		t.hurried(40, func(ctx context.Context, n int) {
			key := fmt.Sprint("k", n)
			err := t.CachePut(ctx, "s", answer(key, n+1), 1)
			if err == nil {
				last = key
			}
			if got := t.entries("s", 0, 0); len(got) != 1 || got[0].Key != last {
				t.Fatalf("CachePut = %v, and there is %+v; want only %s", err, got, last)
			}
		})
	},
	"what a guest asked goes with the guest": func(t test) {
		of := func(guest, key string) semcache.Entry {
			e := answer(key, 1)
			e.Guest = guest
			return e
		}
		t.keep("menu", 0, of("ana", "a"), of("rui", "b"), of("", "c"))
		t.keep("beer", 0, of("ana", "a"))
		t.forget("ana")
		t.wantNone("menu", "a")
		t.wantNone("beer", "a")
		t.wantKeys("menu", 0, "2 b", "3 c")
	},
}

// answer returns an entry that was made some minutes after morning.
func answer(key string, minutes int) semcache.Entry {
	return semcache.Entry{
		Key: key, Text: "text of " + key, Embedder: "e1", Vector: []byte{0, 1, 0xff}, Value: []byte("value of " + key),
		Made: morning.Add(time.Duration(minutes) * time.Minute),
	}
}

func (t test) keep(space string, keep int, es ...semcache.Entry) {
	t.Helper()
	for _, e := range es {
		must.Do(t, t.CachePut(t.Context(), space, e, keep))
	}
}

func (t test) drop(space, key string) {
	t.Helper()
	must.Do(t, t.CacheRemove(t.Context(), space, key))
}

func (t test) entries(space string, after int64, limit int) []semcache.Entry {
	t.Helper()
	return must.Get(t.CacheAfter(t.Context(), space, after, limit))(t)
}

// wantClaim claims a key from some minutes after morning to others.
func (t test) wantClaim(space, key, owner string, now, until int, want bool) {
	t.Helper()
	minute := func(n int) time.Time { return morning.Add(time.Duration(n) * time.Minute) }
	if ok, err := t.CacheClaim(t.Context(), space, key, owner, minute(now), minute(until)); ok != want || err != nil {
		t.Errorf("CacheClaim of %.40q by %.40q from %d to %d = %v, %v", key, owner, now, until, ok, err)
	}
}

func (t test) wantEntry(space string, seq int64, want semcache.Entry) {
	t.Helper()
	want.Seq = seq
	got := must.Get(t.CacheGet(t.Context(), space, want.Key))(t)
	wantEqual(t, fmt.Sprintf("%.40q of %.40q", want.Key, space), []semcache.Entry{got}, []semcache.Entry{want})
}

func (t test) wantNone(space string, keys ...string) {
	t.Helper()
	for _, key := range keys {
		if e, err := t.CacheGet(t.Context(), space, key); !errors.Is(err, semcache.ErrNone) || !reflect.DeepEqual(e, semcache.Entry{}) {
			t.Errorf("CacheGet(%.40q, %.40q) = %+v, %v, want none", space, key, e, err)
		}
	}
}

// wantKeys checks the numbers and the keys after a number, as "7 key"; what is
// gone is "7 -key".
func (t test) wantKeys(space string, after int64, want ...string) {
	t.Helper()
	var got []string
	for _, e := range t.entries(space, after, 0) {
		mark := ""
		if e.Gone {
			mark = "-"
			if bare := (semcache.Entry{Key: e.Key, Seq: e.Seq, Gone: true}); !reflect.DeepEqual(e, bare) {
				t.Errorf("of what is gone there is still %+v", e)
			}
		}
		got = append(got, fmt.Sprint(e.Seq, " ", mark, e.Key))
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s after %d = %q, want %q", space, after, got, want)
	}
}
