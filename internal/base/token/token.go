// Package token makes the bearer tokens that a guest's programs sign in with.
// [New] makes one, a [Store] keeps it: of the secret only the hash.
package token

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"math/big"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/thread"
)

// Token is what is known of a token. Its secret is not in it.
type Token struct {
	ID      string    `json:"id"`
	Guest   string    `json:"guest"`
	Name    string    `json:"name,omitempty"` // for people: where it is used, or by whom
	Role    string    `json:"role,omitempty"` // Owner, Staff, or a guest's: ""
	Created time.Time `json:"created"`
	Used    time.Time `json:"used,omitzero"`    // last, give or take UsedEvery; zero: never
	Revoked time.Time `json:"revoked,omitzero"` // zero: it is good

	// SignedOut is when its bearer signed out everywhere: sessions from before are over.
	SignedOut time.Time `json:"signed_out,omitzero"`
}

// Roles of those who work in a house. An owner may do all that the staff may.
const (
	Owner = "owner"
	Staff = "staff"
)

// Prefix is what every secret begins with, so that a scanner of leaked files
// knows one when it sees it.
const Prefix = "mtr_"

// randomDigits is how many digits in base 62 hold any 32 bytes.
const randomDigits = 43

// UsedEvery is how much later a token must be used again for a store to note
// it: not every request is to wait for a write.
const UsedEvery = time.Minute

// New makes a token that signs its bearer in as the guest. The secret is to be
// shown once and kept nowhere. The name is cleaned as titles are.
func New(guest, name string) (secret string, t Token, hash []byte) {
	random := make([]byte, 32)
	_, _ = rand.Read(random) // never fails
	digits := new(big.Int).SetBytes(random).Text(62)
	secret = Prefix + strings.Repeat("0", randomDigits-len(digits)) + digits
	now := time.Now().UTC().Truncate(time.Microsecond)
	return secret, Token{ID: thread.NewID(), Guest: guest, Name: thread.CleanTitle(name), Created: now}, Hash(secret)
}

// Person makes up the guest whom a token of somebody who works in the house signs in.
func Person() string { return "p-" + thread.NewID() }

// Hash returns what a Store knows a secret by. A secret has 256 random bits: to
// hash it slowly, as passwords are, would win nothing.
func Hash(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

// ErrNotFound says that there is no such token, or that it is good no more.
var ErrNotFound = errors.New("no such token")

// Store keeps tokens. Times come back in UTC, to the microsecond. To forget a
// guest removes theirs.
type Store interface {
	// PutToken adds a token. One that has the id or the hash of another is an
	// error.
	PutToken(ctx context.Context, t Token, hash []byte) error

	// TokenByHash returns the token whose secret has the hash, and notes that it
	// is used. A revoked one is ErrNotFound.
	TokenByHash(ctx context.Context, hash []byte) (Token, error)

	// Tokens returns a guest's tokens, the oldest first, also those that were
	// revoked; those of all guests when guest is empty.
	Tokens(ctx context.Context, guest string) ([]Token, error)

	// RevokeToken makes a token good for nothing, for ever. One that was revoked
	// before stays as it is; one that is not there is ErrNotFound.
	RevokeToken(ctx context.Context, id string) error

	// SignOutTokens notes that sessions of a guest's tokens are over, for all of them.
	SignOutTokens(ctx context.Context, guest string) error
}
