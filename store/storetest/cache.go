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
	"testing"
	"time"

	"github.com/maitre-dev/maitre/semcache"
)

// TestCache checks that a semcache.Store does as the interface promises. Each
// call of open returns a store with nothing in it.
func TestCache(t *testing.T, open func(t *testing.T) semcache.Store) {
	for name, test := range map[string]func(cacheTest){
		"an answer comes back as it was put":      cacheTest.roundTrip,
		"a page goes on where the last one ended": cacheTest.pages,
		"one is removed, or all":                  cacheTest.remove,
		"the oldest beyond keep are gone":         cacheTest.keep,
		"any bytes come back as they were":        cacheTest.hostile,
		"a claim holds until it ends":             cacheTest.claim,
		"of many who claim one gets it":           cacheTest.race,
		"a swap wants what it has seen":           cacheTest.swap,
		"of many who swap at once none is lost":   cacheTest.count,
		"what a guest asked goes with the guest":  cacheTest.forget,
	} {
		t.Run(name, func(t *testing.T) { test(cacheTest{t, open(t)}) })
	}
}

// cacheTest is a test with the store that it is about.
type cacheTest struct {
	t *testing.T
	s semcache.Store
}

// answer returns an entry that was made some minutes after morning.
func answer(key string, minutes int) semcache.Entry {
	return semcache.Entry{
		Key: key, Text: "text of " + key, Embedder: "e1", Vector: []byte{0, 1, 0xff}, Value: []byte("value of " + key),
		Made: morning.Add(time.Duration(minutes) * time.Minute),
	}
}

func (c cacheTest) put(space string, keep int, es ...semcache.Entry) {
	c.t.Helper()
	for _, e := range es {
		if err := c.s.CachePut(c.t.Context(), space, e, keep); err != nil {
			c.t.Fatal(err)
		}
	}
}

func (c cacheTest) removed(space, key string) {
	c.t.Helper()
	if err := c.s.CacheRemove(c.t.Context(), space, key); err != nil {
		c.t.Fatal(err)
	}
}

func (c cacheTest) after(space string, after int64, limit int) []semcache.Entry {
	c.t.Helper()
	es, err := c.s.CacheAfter(c.t.Context(), space, after, limit)
	if err != nil {
		c.t.Fatal(err)
	}
	return es
}

// want checks the entry of a key.
func (c cacheTest) want(space string, seq int64, want semcache.Entry) {
	c.t.Helper()
	want.Seq = seq
	got, err := c.s.CacheGet(c.t.Context(), space, want.Key)
	if err != nil {
		c.t.Errorf("CacheGet(%.40q, %.40q): %v", space, want.Key, err)
		return
	}
	wantEqual(c.t, fmt.Sprintf("%.40q of %.40q", want.Key, space), []semcache.Entry{got}, []semcache.Entry{want})
}

func (c cacheTest) wantNone(space string, keys ...string) {
	c.t.Helper()
	for _, key := range keys {
		if e, err := c.s.CacheGet(c.t.Context(), space, key); !errors.Is(err, semcache.ErrNone) || !reflect.DeepEqual(e, semcache.Entry{}) {
			c.t.Errorf("CacheGet(%.40q, %.40q) = %+v, %v, want none", space, key, e, err)
		}
	}
}

// wantKeys checks the numbers and the keys after a number, as "7 key"; what is
// gone is "7 -key".
func (c cacheTest) wantKeys(space string, after int64, want ...string) {
	c.t.Helper()
	var got []string
	for _, e := range c.after(space, after, 0) {
		mark := ""
		if e.Gone {
			mark = "-"
			if bare := (semcache.Entry{Key: e.Key, Seq: e.Seq, Gone: true}); !reflect.DeepEqual(e, bare) {
				c.t.Errorf("of what is gone there is still %+v", e)
			}
		}
		got = append(got, fmt.Sprint(e.Seq, " ", mark, e.Key))
	}
	if !reflect.DeepEqual(got, want) {
		c.t.Errorf("%s after %d = %q, want %q", space, after, got, want)
	}
}

func (c cacheTest) roundTrip() {
	c.wantNone("s", "a", "")
	e := answer("a", 0)
	e.Value = []byte(strings.Repeat("resposta\x00\xff", 20_000))
	c.put("s", 10, e, semcache.Entry{Key: "bare", Vector: []byte{}, Value: []byte{}, Seq: 99, Gone: true})
	c.want("s", 1, e)
	c.want("s", 2, semcache.Entry{Key: "bare"})
	local := answer("local", 0)
	local.Made = local.Made.Add(999).In(time.FixedZone("BRT", -3*3600)) // nanoseconds are cut off
	c.put("t", 10, local)
	c.want("t", 1, answer("local", 0))
	c.wantNone("s", "local", "A", "a ", "")
	c.wantNone("S", "a")
	if err := c.s.CachePut(c.t.Context(), "s", answer("", 0), 10); err == nil {
		c.t.Error("an answer without a key was kept")
	}
	c.wantKeys("s", 0, "1 a", "2 bare")
}

func (c cacheTest) pages() {
	var want []semcache.Entry
	for i := range 10 {
		e := answer(fmt.Sprint("k", 9-i), -i) // order is of putting
		c.put("s", 0, e)
		e.Seq, e.Value = int64(i)+1, nil
		want = append(want, e)
	}
	for _, limit := range []int{1, 3, 10, 11} {
		var got []semcache.Entry
		for last := int64(0); ; {
			page := c.after("s", last, limit)
			if len(page) == 0 {
				break
			}
			if len(page) > limit {
				c.t.Fatalf("%d entries, want at most %d", len(page), limit)
			}
			got, last = append(got, page...), page[len(page)-1].Seq
		}
		wantEqual(c.t, fmt.Sprint("in pages of ", limit), got, want)
	}
	c.wantKeys("s", 10)
	c.wantKeys("none", 0)
}

func (c cacheTest) remove() {
	c.put("s", 0, answer("a", 3), answer("b", 2), answer("c", 1), answer("d", 0))
	c.put("t", 0, answer("a", 0))
	c.removed("s", "b")
	c.removed("s", "b")
	c.removed("s", "nobody")
	c.removed("none", "a")
	c.removed("none", "")
	c.wantNone("s", "b")
	c.wantKeys("s", 0, "1 a", "3 c", "4 d")
	c.wantKeys("s", 1, "3 c", "4 d", "5 -b")
	c.removed("s", "")
	c.removed("s", "")
	c.wantNone("s", "a", "b", "c", "d")
	c.wantKeys("s", 0)
	c.wantKeys("s", 4, "5 -b", "6 -d", "7 -c", "8 -a")
	c.put("s", 0, answer("b", 5))
	c.want("s", 9, answer("b", 5))
	c.wantKeys("s", 5, "6 -d", "7 -c", "8 -a", "9 b")
	c.want("t", 1, answer("a", 0))
}

func (c cacheTest) keep() {
	c.put("s", 0, answer("a", 5), answer("b", 3), answer("c", 4), answer("d", 3))
	c.put("t", 0, answer("a", 0), answer("b", 0))
	c.put("s", 4, answer("e", 6)) // b and d are as old: b came first
	c.wantKeys("s", 4, "5 e", "6 -b")
	c.put("s", 4, answer("e", 7)) // nothing is one more
	c.wantKeys("s", 6, "7 e")
	c.put("s", 2, answer("f", 8)) // three are too many
	c.wantKeys("s", 7, "8 f", "10 -c", "11 -a")
	c.wantKeys("s", 0, "7 e", "8 f")
	c.put("s", 2, answer("old", 0)) // older than those that are there
	c.wantNone("s", "a", "b", "c", "d", "old")
	c.wantKeys("s", 0, "7 e", "8 f")
	c.wantKeys("t", 0, "1 a", "2 b")
}

func (c cacheTest) hostile() {
	entry := func(h string) semcache.Entry {
		return semcache.Entry{Key: "k" + h, Text: h, Embedder: h, Vector: []byte(h + "\x00"), Value: []byte(h + "\xff"), Made: morning}
	}
	claim := func(name, owner string) bool {
		ok, err := c.s.CacheClaim(c.t.Context(), name, name, owner, morning, morning.Add(time.Hour))
		if err != nil {
			c.t.Errorf("CacheClaim(%.40q): %v", name, err)
		}
		return ok
	}
	for _, h := range hostiles {
		c.put("all", 0, entry(h))
		c.put("s"+h, 0, entry(h))
		if !claim(h, h) {
			c.t.Errorf("%.40q was claimed already", h)
		}
	}
	for i, h := range hostiles {
		c.want("all", int64(i)+1, entry(h))
		c.want("s"+h, 1, entry(h))
		without := entry(h)
		without.Seq, without.Value = 1, nil
		wantEqual(c.t, fmt.Sprintf("the space %.40q", h), c.after("s"+h, 0, 0), []semcache.Entry{without})
		if claim(h, h+"x") {
			c.t.Errorf("%.40q was claimed twice", h)
		}
		c.removed("all", "k"+h)
		c.wantNone("all", "k"+h)
	}
}

func (c cacheTest) claim() {
	minute := func(n int) time.Time { return morning.Add(time.Duration(n) * time.Minute) }
	for i, step := range []struct {
		space, key, owner string
		now, until        int  // minutes
		release           bool // rather than claim
		want              bool
	}{
		{"s", "a", "w1", 0, 10, false, true},
		{"s", "a", "w2", 0, 10, false, false},
		{"s", "a", "w2", 9, 19, false, false},
		{"s", "b", "w2", 0, 10, false, true}, // another key
		{"t", "a", "w2", 0, 10, false, true}, // another space
		{"s", "a", "w1", 5, 15, false, true}, // holds on
		{"s", "a", "w2", 14, 20, false, false},
		{"s", "a", "w2", 15, 20, false, true}, // it has ended
		{"s", "a", "w1", 16, 20, false, false},
		{"s", "a", "w1", 0, 0, true, false}, // has it no more
		{"s", "a", "w3", 16, 20, false, false},
		{"s", "a", "w2", 0, 0, true, false},
		{"s", "a", "w3", 16, 20, false, true},
		{"s", "b", "w3", 9, 20, false, false}, // another key was not given up
		{"none", "a", "w1", 0, 0, true, false},
	} {
		var ok bool
		var err error
		if step.release {
			err = c.s.CacheRelease(c.t.Context(), step.space, step.key, step.owner)
		} else {
			ok, err = c.s.CacheClaim(c.t.Context(), step.space, step.key, step.owner, minute(step.now), minute(step.until))
		}
		if ok != step.want || err != nil {
			c.t.Errorf("step %d: %+v = %v, %v", i, step, ok, err)
		}
	}
	c.put("s", 0, answer("a", 0)) // an answer does not end a claim, nor does its removal
	c.removed("s", "")
	for _, step := range []struct {
		key  string
		now  int
		want bool
	}{{"a", 16, false}, {"c", 20 + 24*60 + 1, true}, {"a", 16, true}} { // a day later a claim is forgotten, even for a clock that is behind
		ok, err := c.s.CacheClaim(c.t.Context(), "s", step.key, "w1", minute(step.now), minute(step.now))
		if ok != step.want || err != nil {
			c.t.Errorf("CacheClaim of %s at %d = %v, %v", step.key, step.now, ok, err)
		}
	}
}

func (c cacheTest) race() {
	for round := range 5 {
		key := fmt.Sprint("k", round)
		var wg sync.WaitGroup
		var winners atomic.Int64
		for w := range 8 {
			wg.Go(func() {
				for range 2 { // the winner holds on, and nobody else gets it
					ok, err := c.s.CacheClaim(c.t.Context(), "s", key, fmt.Sprint("w", w), morning, morning.Add(time.Minute))
					if err != nil {
						c.t.Error(err)
					}
					if ok {
						winners.Add(1)
					}
				}
			})
		}
		wg.Wait()
		if winners.Load() != 2 {
			c.t.Errorf("%d claims of %s succeeded, want both of one owner", winners.Load(), key)
		}
	}
}

func (c cacheTest) swap() {
	swap := func(seq int64, value string, want bool) {
		c.t.Helper()
		e := answer("k", 0)
		e.Seq, e.Value = seq, []byte(value)
		if ok, err := c.s.CacheSwap(c.t.Context(), "s", e); ok != want || err != nil {
			c.t.Errorf("CacheSwap of %q at %d = %v, %v", value, seq, ok, err)
		}
	}
	seen := func(want string) int64 {
		c.t.Helper()
		e, err := c.s.CacheGet(c.t.Context(), "s", "k")
		if err != nil || string(e.Value) != want {
			c.t.Errorf("there is %q, %v; want %q", e.Value, err, want)
		}
		return e.Seq
	}
	swap(7, "of nothing", false)
	c.wantNone("s", "k")
	swap(0, "one", true)
	swap(0, "another", false)
	first := seen("one")
	swap(first, "two", true)
	swap(first, "three", false)
	last := seen("two")
	c.removed("s", "k")
	swap(last, "of what is gone", false)
	c.wantNone("s", "k")
	swap(0, "anew", true)
	seen("anew")
}

func (c cacheTest) count() {
	const workers, turns = 6, 5
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for done := 0; done < turns; {
				e, err := c.s.CacheGet(c.t.Context(), "s", "n")
				if err != nil && !errors.Is(err, semcache.ErrNone) {
					c.t.Error(err)
					return
				}
				next := answer("n", 0)
				next.Seq, next.Value = e.Seq, append(slices.Clone(e.Value), 'x')
				ok, err := c.s.CacheSwap(c.t.Context(), "s", next)
				if err != nil {
					c.t.Error(err)
					return
				}
				if ok {
					done++
				}
			}
		})
	}
	wg.Wait()
	if e, err := c.s.CacheGet(c.t.Context(), "s", "n"); err != nil || len(e.Value) != workers*turns {
		c.t.Errorf("%d of %d swaps are there, %v", len(e.Value), workers*turns, err)
	}
}

func (c cacheTest) forget() {
	forgets, ok := c.s.(interface {
		Forget(ctx context.Context, guest string) error
	})
	if !ok {
		c.t.Fatal("the store cannot forget a guest")
	}
	of := func(guest, key string) semcache.Entry {
		e := answer(key, 1)
		e.Guest = guest
		return e
	}
	c.put("menu", 0, of("ana", "a"), of("rui", "b"), answer("c", 2))
	c.put("beer", 0, of("ana", "a"))
	if err := forgets.Forget(c.t.Context(), "ana"); err != nil {
		c.t.Fatal(err)
	}
	for _, space := range []string{"menu", "beer"} {
		if e, err := c.s.CacheGet(c.t.Context(), space, "a"); !errors.Is(err, semcache.ErrNone) {
			c.t.Errorf("what ana asked is in %s: %+v, %v", space, e, err)
		}
	}
	for _, key := range []string{"b", "c"} {
		if _, err := c.s.CacheGet(c.t.Context(), "menu", key); err != nil {
			c.t.Errorf("%s, which ana did not ask: %v", key, err)
		}
	}
}
