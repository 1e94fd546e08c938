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

	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/semcache"
)

// TestCache checks that a semcache.Store does as the interface promises. Each
// call of open returns a store with nothing in it.
func TestCache(t *testing.T, open func(t *testing.T) semcache.Store) {
	for name, test := range map[string]func(cacheTest){
		"an answer comes back as it was put":          cacheTest.roundTrip,
		"an answer put again is there once, the last": cacheTest.replace,
		"a page goes on where the last one ended":     cacheTest.pages,
		"one is removed, or all":                      cacheTest.remove,
		"the oldest beyond keep are gone":             cacheTest.keep,
		"the marks of what is gone are bounded too":   cacheTest.marks,
		"any bytes come back as they were":            cacheTest.hostile,
		"what was given and returned is the caller's": cacheTest.owned,
		"a claim holds until it ends":                 cacheTest.claim,
		"of many who claim one gets it":               cacheTest.race,
		"a swap wants what it has seen":               cacheTest.swap,
		"of many who swap at once none is lost":       cacheTest.count,
		"a reader beside many writers misses nothing": cacheTest.beside,
		"a cancelled call writes all or nothing":      cacheTest.cancelled,
		"what a guest asked goes with the guest":      cacheTest.forget,
		"it is known who asked":                       cacheTest.guest,
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
		must.Do(c.t, c.s.CachePut(c.t.Context(), space, e, keep))
	}
}

func (c cacheTest) removed(space, key string) {
	c.t.Helper()
	must.Do(c.t, c.s.CacheRemove(c.t.Context(), space, key))
}

func (c cacheTest) after(space string, after int64, limit int) []semcache.Entry {
	c.t.Helper()
	return must.Get(c.s.CacheAfter(c.t.Context(), space, after, limit))(c.t)
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

func (c cacheTest) guest() {
	e, again := answer("a", 0), answer("b", 1)
	e.Guest, again.Guest = "ana", "rui"
	c.put("s", 0, e, again)
	c.want("s", 1, e)
	c.want("s", 2, again)
	if es := c.after("s", 0, 0); len(es) != 2 || es[0].Guest != "ana" || es[1].Guest != "rui" {
		c.t.Errorf("CacheAfter = %+v, want ana's and rui's", es)
	}
	again.Guest = ""
	c.put("s", 0, again)
	c.want("s", 3, again)
	c.removed("s", "a")
	c.wantKeys("s", 2, "3 b", "4 -a") // of which not even the guest is left
}

func (c cacheTest) replace() {
	c.put("s", 10, answer("a", 0), answer("b", 0))
	again := semcache.Entry{Key: "a", Made: morning.Add(-time.Hour), Value: []byte("new")}
	c.put("s", 10, again)
	c.want("s", 3, again)
	c.wantKeys("s", 0, "2 b", "3 a")
	c.wantKeys("s", 2, "3 a")
}

func (c cacheTest) pages() {
	var want []semcache.Entry
	for i := range 10 {
		e := answer(fmt.Sprint("k", 9-i), -i) // order is of putting
		c.put("s", 0, e)
		e.Seq, e.Value = int64(i)+1, nil
		want = append(want, e)
	}
	wantPages(c.t, want, func(last int64, limit int) []semcache.Entry { return c.after("s", last, limit) }, func(e semcache.Entry) int64 { return e.Seq })
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

func (c cacheTest) marks() {
	for i := range 20 {
		c.put("s", 3, answer(fmt.Sprint("k", i), i))
	}
	c.wantKeys("s", 0, "32 k17", "34 k18", "36 k19")
	c.wantKeys("s", 1, "32 k17", "33 -k14", "34 k18", "35 -k15", "36 k19", "37 -k16")
	c.removed("s", "")
	c.put("s", 1, answer("last", 99))
	c.wantKeys("s", 1, "40 -k19", "41 last")
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

func (c cacheTest) owned() {
	given := answer("a", 0)
	c.put("s", 0, given)
	for range 2 {
		given.Vector[0], given.Value[0] = 9, 'X'
		c.want("s", 1, answer("a", 0))
		seen := c.after("s", 0, 0)
		seen[0].Vector[0] = 9
		given, _ = c.s.CacheGet(c.t.Context(), "s", "a")
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

func (c cacheTest) beside() {
	const writers, turns, keep = 8, 20, 10
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range turns {
				for space, keep := range map[string]int{"all": 0, "few": keep} {
					if err := c.s.CachePut(c.t.Context(), space, answer(fmt.Sprintf("%d/%d", w, i), i), keep); err != nil {
						c.t.Error(err)
					}
				}
			}
		})
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	seen, few := map[string]bool{}, map[string]bool{}
	for last, lastFew, ended := int64(0), int64(0), false; ; {
		select {
		case <-done:
			ended = true
		default:
		}
		es := c.after("all", last, 7)
		for _, e := range es {
			if e.Seq <= last || seen[e.Key] {
				c.t.Fatalf("number %d, %s, came after %d", e.Seq, e.Key, last)
			}
			seen[e.Key], last = true, e.Seq
		}
		changes := c.after("few", lastFew, 0)
		for _, e := range changes {
			few[e.Key], lastFew = !e.Gone, e.Seq
		}
		if ended && len(es)+len(changes) == 0 {
			break
		}
	}
	if len(seen) != writers*turns {
		c.t.Errorf("the reader saw %d answers, want %d", len(seen), writers*turns)
	}
	left := c.after("few", 0, 0)
	if len(left) != keep {
		c.t.Errorf("%d answers are left, want %d", len(left), keep)
	}
	for _, e := range left {
		if !few[e.Key] {
			c.t.Errorf("the reader has not got %s", e.Key)
		}
	}
}

func (c cacheTest) cancelled() {
	c.put("s", 0, answer("a", 0))
	ctx := ended(c.t)
	_, errGet := c.s.CacheGet(ctx, "s", "a")
	_, errAfter := c.s.CacheAfter(ctx, "s", 0, 0)
	ok, errClaim := c.s.CacheClaim(ctx, "s", "a", "w1", morning, morning.Add(time.Hour))
	wantErr(c.t, context.Canceled, map[string]error{
		"CacheGet":     errGet,
		"CachePut":     c.s.CachePut(ctx, "s", answer("b", 1), 1),
		"CacheRemove":  c.s.CacheRemove(ctx, "s", ""),
		"CacheAfter":   errAfter,
		"CacheClaim":   errClaim,
		"CacheRelease": c.s.CacheRelease(ctx, "s", "a", "w1"),
	})
	c.wantKeys("s", 0, "1 a")
	if again, err := c.s.CacheClaim(c.t.Context(), "s", "a", "w2", morning, morning); ok || !again || err != nil {
		c.t.Errorf("a cancelled claim = %v, and then another's = %v, %v", ok, again, err)
	}

	last := "a"
	for i := range 40 {
		ctx, cancel := context.WithTimeout(c.t.Context(), time.Duration(i)*50*time.Microsecond)
		key := fmt.Sprint("k", i)
		err := c.s.CachePut(ctx, "s", answer(key, i+1), 1)
		cancel()
		if err == nil {
			last = key
		}
		if got := c.after("s", 0, 0); len(got) != 1 || got[0].Key != last {
			c.t.Fatalf("CachePut = %v, and there is %+v; want only %s", err, got, last)
		}
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
	must.Do(c.t, forgets.Forget(c.t.Context(), "ana"))
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
