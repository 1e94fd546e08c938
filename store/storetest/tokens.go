package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/base/token"
	"github.com/maitre-dev/maitre/internal/testkit/must"
)

// TokenStore is a store that keeps tokens of guests whom it can forget.
type TokenStore interface {
	token.Store
	Forget(ctx context.Context, guest string) error
}

// TestTokens checks that a store does as token.Store promises. Each call of
// open returns a store with nothing in it.
func TestTokens(t *testing.T, open func(t *testing.T) TokenStore) {
	for name, test := range map[string]func(tokenTest){
		"a token is found by the hash of its secret":  tokenTest.found,
		"a revoked token is found no more":            tokenTest.revoked,
		"tokens are listed, the oldest first":         tokenTest.listed,
		"use is noted, but not every time":            tokenTest.used,
		"a token has a role, and sessions that end":   tokenTest.signedOut,
		"no two tokens are the same":                  tokenTest.twice,
		"a forgotten guest has no tokens":             tokenTest.forgotten,
		"a call whose context has ended does nothing": tokenTest.cancelled,
	} {
		t.Run(name, func(t *testing.T) { test(tokenTest{t, open(t)}) })
	}
}

// tokenTest is a test with the store that it is about.
type tokenTest struct {
	t *testing.T
	s TokenStore
}

// made is a token with an id, and the hash of its secret.
func made(id, guest string) (token.Token, []byte) {
	_, t, hash := token.New(guest, "o laptop d'Ana")
	t.ID, t.Created = id, morning
	return t, hash
}

func (k tokenTest) put(t token.Token, hash []byte) {
	k.t.Helper()
	must.Do(k.t, k.s.PutToken(k.t.Context(), t, hash))
}

// find wants a token to be there, and returns when it was used.
func (k tokenTest) find(want token.Token, hash []byte) time.Time {
	k.t.Helper()
	got := must.Get(k.s.TokenByHash(k.t.Context(), hash))(k.t)
	want.Used = got.Used
	wantSame(k.t, "the token", got, want)
	return got.Used
}

func (k tokenTest) wantNone(hash []byte) {
	k.t.Helper()
	if got, err := k.s.TokenByHash(k.t.Context(), hash); !errors.Is(err, token.ErrNotFound) || got != (token.Token{}) {
		k.t.Errorf("TokenByHash = %+v, %v, want ErrNotFound", got, err)
	}
}

func (k tokenTest) wantList(guest string, want ...string) []token.Token {
	k.t.Helper()
	ts := must.Get(k.s.Tokens(k.t.Context(), guest))(k.t)
	var got []string
	for _, t := range ts {
		got = append(got, t.ID)
	}
	wantSame(k.t, "the tokens of "+guest, got, want)
	return ts
}

func (k tokenTest) found() {
	one, hash := made("k1", "ana")
	other, otherHash := made("k2", "rui")
	other.Name = ""
	k.wantNone(hash)
	k.wantNone(nil)
	k.put(one, hash)
	k.put(other, otherHash)
	k.find(one, hash)
	k.find(other, otherHash)
	for _, wrong := range [][]byte{nil, {}, hash[:31], append(hash[:31:31], hash[31]^1), []byte("%")} {
		k.wantNone(wrong)
	}
}

func (k tokenTest) revoked() {
	one, hash := made("k1", "ana")
	other, otherHash := made("k2", "ana")
	k.put(one, hash)
	k.put(other, otherHash)
	var first time.Time
	for range 2 {
		must.Do(k.t, k.s.RevokeToken(k.t.Context(), "k1"))
		k.wantNone(hash)
		at := k.wantList("ana", "k1", "k2")[0].Revoked
		if first.IsZero() {
			first = at
		}
		if age := time.Since(at); age < 0 || age > time.Minute || !at.Equal(first) {
			k.t.Errorf("revoked at %v, then at %v; want the first time, now", first, at)
		}
		pass()
	}
	k.find(other, otherHash)
	for _, id := range []string{"k3", "", "k"} {
		if err := k.s.RevokeToken(k.t.Context(), id); !errors.Is(err, token.ErrNotFound) {
			k.t.Errorf("RevokeToken(%q): error = %v, want ErrNotFound", id, err)
		}
	}
}

func (k tokenTest) listed() {
	k.wantList("")
	for i, id := range []string{"k3", "k1", "k2"} {
		t, hash := made(id, []string{"ana", "rui", "ana"}[i])
		t.Created = morning.Add(time.Duration(i) * time.Microsecond)
		k.put(t, hash)
	}
	same, hash := made("k0", "ana")
	same.Created = morning
	k.put(same, hash)
	k.wantList("", "k0", "k3", "k1", "k2")
	ts := k.wantList("ana", "k0", "k3", "k2")
	wantSame(k.t, "a listed token", ts[0], same)
	k.wantList("rui", "k1")
	k.wantList("an_")
}

func (k tokenTest) used() {
	never, hash := made("k1", "ana")
	k.put(never, hash)
	first := k.find(never, hash)
	if age := time.Since(first); age < 0 || age > time.Minute {
		k.t.Errorf("used at %v, want now", first)
	}
	pass()
	if again := k.find(never, hash); !again.Equal(first) {
		k.t.Errorf("used at %v, and noted again at %v", first, again)
	}
	old, hash := made("k2", "ana")
	old.Used = morning
	k.put(old, hash)
	at := k.find(old, hash)
	if age := time.Since(at); age > time.Minute {
		k.t.Errorf("used at %v, want now", at)
	}
	if listed := k.wantList("ana", "k1", "k2"); !listed[0].Used.Equal(first) || !listed[1].Used.Equal(at) {
		k.t.Errorf("listed as used at %v and %v, want %v and %v", listed[0].Used, listed[1].Used, first, at)
	}
}

func (k tokenTest) signedOut() {
	one, hash := made("k1", "ana")
	other, otherHash := made("k2", "rui")
	one.Role = token.Staff
	k.put(one, hash)
	k.put(other, otherHash)
	k.find(one, hash)
	must.Do(k.t, k.s.SignOutTokens(k.t.Context(), "ana"))
	k.find(other, otherHash)
	if got, err := k.s.TokenByHash(k.t.Context(), hash); err != nil || got.Role != token.Staff || time.Since(got.SignedOut) > time.Minute {
		k.t.Errorf("after signing out everywhere the token is %+v, %v", got, err)
	}
}

func (k tokenTest) twice() {
	one, hash := made("k1", "ana")
	other, otherHash := made("k2", "rui")
	k.put(one, hash)
	if err := k.s.PutToken(k.t.Context(), other, hash); err == nil {
		k.t.Error("another token has the same secret")
	}
	other.ID = "k1"
	if err := k.s.PutToken(k.t.Context(), other, otherHash); err == nil {
		k.t.Error("another token has the same id")
	}
	k.wantNone(otherHash)
	k.find(one, hash)
	k.wantList("", "k1")
}

func (k tokenTest) forgotten() {
	one, hash := made("k1", "ana")
	other, otherHash := made("k2", "rui")
	k.put(one, hash)
	k.put(other, otherHash)
	must.Do(k.t, k.s.Forget(k.t.Context(), "ana"))
	k.wantNone(hash)
	k.find(other, otherHash)
	k.wantList("", "k2")
}

func (k tokenTest) cancelled() {
	one, hash := made("k1", "ana")
	k.put(one, hash)
	other, otherHash := made("k2", "ana")
	ctx := ended(k.t)
	_, errFind := k.s.TokenByHash(ctx, hash)
	_, errList := k.s.Tokens(ctx, "")
	wantErr(k.t, context.Canceled, map[string]error{
		"PutToken": k.s.PutToken(ctx, other, otherHash), "RevokeToken": k.s.RevokeToken(ctx, "k1"),
		"TokenByHash": errFind, "Tokens": errList,
	})
	k.find(one, hash)
	k.wantList("", "k1")
}
