package storetest

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/base/token"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/llm"
)

var tokenCases = cases{
	"a token is found by the hash of its secret, until it is revoked": func(t test) {
		one, hash := t.token("k1", "ana")
		other, otherHash := t.token("k2", "rui")
		other.Name = ""
		t.wantNoToken(hash, nil)
		must.Do(t, errors.Join(t.PutToken(t.Context(), one, hash), t.PutToken(t.Context(), other, otherHash)))
		t.wantToken(one, hash)
		t.wantNoToken(nil, []byte{}, hash[:31], append(hash[:31:31], hash[31]^1), []byte("%"))
		var first time.Time
		for range 2 {
			must.Do(t, t.RevokeToken(t.Context(), "k1"))
			t.wantNoToken(hash)
			at := t.wantTokens("ana", "k1")[0].Revoked
			if first.IsZero() {
				first = at
			}
			if age := time.Since(at); age < 0 || age > time.Minute || !at.Equal(first) {
				t.Errorf("revoked at %v, then at %v; want the first time, now", first, at)
			}
			pass()
		}
		t.wantToken(other, otherHash)
		for _, id := range []string{"k3", "", "k"} {
			t.fails(token.ErrNotFound, map[string]error{"RevokeToken of " + id: t.RevokeToken(t.Context(), id)})
		}
		t.forget("rui")
		t.wantNoToken(otherHash)
		t.wantTokens("", "k1")
	},
	"tokens are listed, the oldest first": func(t test) {
		t.wantTokens("")
		for i, id := range []string{"k3", "k1", "k2", "k0"} {
			k, hash := t.token(id, []string{"ana", "rui", "ana", "ana"}[i])
			k.Created = morning.Add(time.Duration(i%3) * time.Microsecond)
			must.Do(t, t.PutToken(t.Context(), k, hash))
		}
		t.wantTokens("", "k0", "k3", "k1", "k2")
		same, _ := t.token("k0", "ana")
		t.same("a listed token", t.wantTokens("ana", "k0", "k3", "k2")[0], same)
		t.wantTokens("rui", "k1")
		t.wantTokens("an_")
	},
	"use is noted, but not every time": func(t test) {
		never, hash := t.token("k1", "ana")
		old, oldHash := t.token("k2", "ana")
		old.Used = morning
		must.Do(t, errors.Join(t.PutToken(t.Context(), never, hash), t.PutToken(t.Context(), old, oldHash)))
		first := t.wantToken(never, hash)
		pass()
		if again := t.wantToken(never, hash); time.Since(first) > time.Minute || !again.Equal(first) {
			t.Errorf("used at %v, and noted again at %v; want once, now", first, again)
		}
		if at := t.wantToken(old, oldHash); time.Since(at) > time.Minute {
			t.Errorf("used at %v, want now", at)
		}
		if listed := t.wantTokens("ana", "k1", "k2"); !listed[0].Used.Equal(first) {
			t.Errorf("listed as used at %v, want %v", listed[0].Used, first)
		}
	},
	"a token has a role, and sessions that end": func(t test) {
		one, hash := t.token("k1", "ana")
		other, otherHash := t.token("k2", "rui")
		one.Role = token.Staff
		must.Do(t, errors.Join(t.PutToken(t.Context(), one, hash), t.PutToken(t.Context(), other, otherHash)))
		t.wantToken(one, hash)
		must.Do(t, t.SignOutTokens(t.Context(), "ana"))
		t.wantToken(other, otherHash)
		if got := must.Get(t.TokenByHash(t.Context(), hash))(t); got.Role != token.Staff || time.Since(got.SignedOut) > time.Minute {
			t.Errorf("after signing out everywhere the token is %+v", got)
		}
	},
	"no two tokens are the same, and a call whose context has ended does nothing": func(t test) {
		one, hash := t.token("k1", "ana")
		other, otherHash := t.token("k2", "rui")
		must.Do(t, t.PutToken(t.Context(), one, hash))
		ctx := t.ended()
		_, errFind := t.TokenByHash(ctx, hash)
		_, errList := t.Tokens(ctx, "")
		t.fails(context.Canceled, map[string]error{
			"PutToken": t.PutToken(ctx, other, otherHash), "RevokeToken": t.RevokeToken(ctx, "k1"), "TokenByHash": errFind, "Tokens": errList,
		})
		if err := t.PutToken(t.Context(), other, hash); err == nil {
			t.Error("another token has the same secret")
		}
		other.ID = "k1"
		if err := t.PutToken(t.Context(), other, otherHash); err == nil {
			t.Error("another token has the same id")
		}
		t.wantNoToken(otherHash)
		t.wantToken(one, hash)
		t.wantTokens("", "k1")
	},
}

// token is a token with an id, and the hash of its secret.
func (t test) token(id, guest string) (token.Token, []byte) {
	_, k, hash := token.New(guest, "o laptop d'Ana")
	k.ID, k.Created = id, morning
	return k, hash
}

// wantToken wants a token to be there, and returns when it was used.
func (t test) wantToken(want token.Token, hash []byte) time.Time {
	t.Helper()
	got := must.Get(t.TokenByHash(t.Context(), hash))(t)
	want.Used = got.Used
	t.same("the token", got, want)
	return got.Used
}

func (t test) wantNoToken(hashes ...[]byte) {
	t.Helper()
	for _, hash := range hashes {
		if got, err := t.TokenByHash(t.Context(), hash); !errors.Is(err, token.ErrNotFound) || got != (token.Token{}) {
			t.Errorf("TokenByHash = %+v, %v, want ErrNotFound", got, err)
		}
	}
}

func (t test) wantTokens(guest string, want ...string) []token.Token {
	t.Helper()
	ts := must.Get(t.Tokens(t.Context(), guest))(t)
	var got []string
	for _, k := range ts {
		got = append(got, k.ID)
	}
	t.same("the tokens of "+guest, got, want)
	return ts
}

// smallCases are of money, secrets and releases.
var smallCases = cases{
	"a day is filled up to its limit, and money given back can be spent again": func(t test) {
		const day = "2026-03-14"
		for _, step := range []struct {
			day                  string
			amount, limit, total llm.USD
			ok                   bool
		}{
			{day, 101, 100, 0, false},
			{day, 60, 100, 60, true},
			{day, 41, 100, 60, false},
			{day, 40, 100, 100, true},
			{day, 1, 100, 100, false},
			{day, 0, 100, 100, true},
			{"2026-03-15", 70, 100, 70, true}, // another day
			{day, -30, 50, 70, true},          // even past the limit
			{day, 1, 50, 70, false},
			{day, 30, 100, 100, true},
			{day, math.MaxInt64, math.MaxInt64, 100, false}, // no limit is the largest number
			{day, math.MaxInt64 - 100, math.MaxInt64, math.MaxInt64, true},
		} {
			total, ok, err := t.Spend(t.Context(), step.day, step.amount, step.limit)
			if total != step.total || ok != step.ok || err != nil {
				t.Errorf("Spend(%s, %d, %d) = %d, %v, %v, want %d, %v", step.day, step.amount, step.limit, total, ok, err, step.total, step.ok)
			}
		}
	},
	"16 goroutines never pass the limit": func(t test) {
		const limit, amount = 1000, 70
		var wg sync.WaitGroup
		var spent atomic.Int64
		for range 16 {
			wg.Go(func() {
				for range 4 {
					total, ok, err := t.Spend(t.Context(), "2026-03-14", amount, limit)
					if err != nil || total > limit {
						t.Errorf("Spend = %d, %v, %v with a limit of %d", total, ok, err, limit)
					}
					if ok {
						spent.Add(amount)
					}
				}
			})
		}
		wg.Wait()
		_, _, err := t.Spend(t.ended(), "2026-03-14", 1, limit+1)
		t.fails(context.Canceled, map[string]error{"Spend": err})
		if total, _, err := t.Spend(t.Context(), "2026-03-14", 0, limit); spent.Load() != limit/amount*amount || int64(total) != spent.Load() || err != nil {
			t.Errorf("%d were spent, and %d stand there, %v; want %d", spent.Load(), total, err, limit/amount*amount)
		}
	},
	"a name has one secret for all who ask at once, and no other has it": func(t test) {
		got := make([][]byte, 16)
		var wg sync.WaitGroup
		for i := range got {
			wg.Go(func() { got[i] = must.Get(t.Secret(t.Context(), "a"))(t) })
		}
		wg.Wait()
		for _, b := range got {
			if len(b) != 32 || !bytes.Equal(b, got[0]) {
				t.Fatalf("secrets of %d and %d bytes that differ", len(b), len(got[0]))
			}
		}
		first := bytes.Clone(got[0])
		got[0][0]++ // the caller's to keep
		if !bytes.Equal(must.Get(t.Secret(t.Context(), "a"))(t), first) || bytes.Equal(must.Get(t.Secret(t.Context(), "b"))(t), first) {
			t.Error("the secret has changed, or two are the same")
		}
		if b, err := t.Secret(t.ended(), "c"); b != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("Secret = %d bytes, %v, want context.Canceled", len(b), err)
		}
	},
	"of releases the last is kept, as a whole": func(t test) {
		want := func(name, have, version string, want []byte) {
			t.Helper()
			v, data, err := t.Release(t.Context(), name, have)
			if err != nil || v != version || !bytes.Equal(data, want) {
				t.Errorf("Release(%s, %q) = %q, %d bytes, %v; want %q, %d bytes", name, have, v, len(data), err, version, len(want))
			}
		}
		large := bytes.Repeat([]byte("figures "), 400_000)
		want("a", "", "", nil)
		must.Do(t, t.PutRelease(t.Context(), "a", "1", large))
		want("a", "", "1", large)
		want("a", "1", "", nil)
		must.Do(t, t.PutRelease(t.Context(), "a", "2", []byte("less")))
		must.Do(t, t.PutRelease(t.Context(), "b", "1", []byte("another")))
		want("a", "1", "2", []byte("less"))
		want("b", "", "1", []byte("another"))
		for round := range 5 { // of several that are put at once one stays
			name := "c" + strconv.Itoa(round)
			var all sync.WaitGroup
			for i := range 4 {
				all.Go(func() {
					if err := t.PutRelease(t.Context(), name, strconv.Itoa(i), bytes.Repeat([]byte{byte('0' + i)}, 1+i*1_500_000)); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			if v, data, err := t.Release(t.Context(), name, ""); err != nil || len(data) == 0 || v != string(data[:1]) || len(bytes.Trim(data, v)) > 0 {
				t.Errorf("of four that are put at once %q stays, with %d bytes, %d of them of others (%v)", v, len(data), len(bytes.Trim(data, v)), err)
			}
		}
	},
}

// TestOpening checks what becomes of a store that is opened, closed and opened
// again. Each call of at returns the place of a new one.
func TestOpening(t *testing.T, at func(t *testing.T) (dsn string), open Open) {
	const day = "2026-03-14"
	spent := func(t test, want int) {
		t.Helper()
		if total, _, err := t.Spend(t.Context(), day, 0, 100); int(total) != want || err != nil {
			t.Errorf("the day's total = %d, %v, want %d", total, err, want)
		}
	}
	t.Run("many open a new one at once", func(t *testing.T) {
		dsn := at(t)
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				s, err := open(t.Context(), dsn)
				if err == nil {
					_, _, err = s.Spend(t.Context(), day, 1, 100)
					err = errors.Join(err, s.Close())
				}
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		spent(open.test(t, dsn), 8)
	})
	t.Run("what was kept is there again, and a closed one fails", func(t *testing.T) {
		dsn, ana := at(t), newVisit("ana")
		s := open.test(t, dsn)
		s.visit(ana)
		before, log, secret := must.Get(s.List(t.Context(), "ana", 0))(t), s.readAll(), must.Get(s.Secret(t.Context(), "a"))(t)
		_, _, err := s.Spend(t.Context(), day, 42, 100)
		must.Do(t, errors.Join(err, s.Close(), s.Close()))
		if _, err := s.Open(t.Context(), "t1", "ana"); err == nil {
			t.Error("a closed store opened a thread")
		}
		if _, _, err := s.Spend(t.Context(), day, 1, 100); err == nil {
			t.Error("a closed store spent money")
		}
		s = open.test(t, dsn)
		s.wantVisit(ana, true)
		s.same("the threads", must.Get(s.List(t.Context(), "ana", 0))(t), before)
		s.same("the log", s.readAll(), log)
		s.same("the secret", must.Get(s.Secret(t.Context(), "a"))(t), secret)
		spent(s, 42)
		if other := must.Get(open.test(t, at(t)).Secret(t.Context(), "a"))(t); bytes.Equal(other, secret) {
			t.Error("two databases have the same secret")
		}
	})
}
