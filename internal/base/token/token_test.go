package token_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/base/token"
	"github.com/maitre-dev/maitre/thread"
)

func TestEverySecretIsLikeTheOthersAndDiffers(t *testing.T) {
	form := regexp.MustCompile(`^mtr_[0-9A-Za-z]{43}$`)
	seen := map[string]bool{}
	for range 2000 { // one in 43 begins with a zero
		secret, tok, hash := token.New("ana", "laptop")
		if !form.MatchString(secret) {
			t.Fatalf("a secret is %q", secret)
		}
		if seen[secret] || seen[tok.ID] {
			t.Fatal("two tokens are the same")
		}
		seen[secret], seen[tok.ID] = true, true
		if !bytes.Equal(hash, token.Hash(secret)) || len(hash) != 32 {
			t.Fatalf("the hash of %d bytes is not that of the secret", len(hash))
		}
	}
}

func TestATokenSaysNothingOfItsSecret(t *testing.T) {
	secret, tok, _ := token.New("ana", " o laptop\n\x1b[31m ")
	raw, err := json.Marshal(tok)
	if err != nil || strings.Contains(string(raw), strings.TrimPrefix(secret, token.Prefix)) {
		t.Errorf("JSON = %s, %v", raw, err)
	}
	if tok.Guest != "ana" || tok.Name != "o laptop [31m" || thread.CheckID(tok.ID) != nil {
		t.Errorf("the token is %+v", tok)
	}
	if age := time.Since(tok.Created); age < 0 || age > time.Minute || !tok.Used.IsZero() || !tok.Revoked.IsZero() {
		t.Errorf("created %v, used %v, revoked %v; want now and never", tok.Created, tok.Used, tok.Revoked)
	}
}
