// Package seal keeps what a guest said under a key of that guest, so that
// destroying the key forgets it, wherever copies of it may be.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// What a guest said is sealed with a key of that guest (AES-256-GCM), together
// with the place where it stands, so that it can be moved nowhere else. Without
// the key it is noise, wherever copies of it may be. What belongs to no guest
// is not sealed.
//
// A sealed value is the mark, the id of its key, a nonce and the ciphertext. No
// JSON begins with the mark, so that what was written before there were keys is
// told apart. The mark alone is what was plain and is forgotten.
//
// A thread of a guest, and a memory, has a key that is derived from the guest's and a
// salt of its own: without either it is noise.
const (
	mark     = "\x01"
	keySize  = 32
	saltSize = 16
	idOffset = len(mark)
	offset   = idOffset + 8 // of nonce and ciphertext
)

// Forgotten is the Data of an event of which only the place in the log is
// left.
var Forgotten = json.RawMessage(`{"forgotten":true}`)

// ErrForgotten is of what was sealed with a key that is destroyed.
var ErrForgotten = errors.New("it was forgotten, or its guest was")

// A Key seals what one guest says. A nil Key is of no guest: it seals nothing.
type Key struct {
	ID   int64
	Raw  []byte
	aead cipher.AEAD
}

// New returns the key of an id.
func New(id int64, raw []byte) (*Key, error) {
	if len(raw) != keySize {
		return nil, fmt.Errorf("a guest's key has %d bytes, not %d", len(raw), keySize)
	}
	block, err := aes.NewCipher(raw)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return &Key{id, raw, aead}, err
}

// Make makes a new key.
func Make() (*Key, error) {
	random := make([]byte, 8+keySize)
	_, _ = rand.Read(random) // never fails
	return New(int64(binary.BigEndian.Uint64(random)), random[8:])
}

// Salt makes the salt of a new memory or thread.
func Salt() []byte {
	salt := make([]byte, saltSize)
	_, _ = rand.Read(salt) // never fails
	return salt
}

// Of returns the key of the guest's memory that has the salt, or ErrForgotten
// if there is none. What is of no guest stays so.
func (k *Key) Of(salt []byte) (*Key, error) { return k.derive(salt, "memory") }

// OfThread is Of for a thread.
func (k *Key) OfThread(salt []byte) (*Key, error) { return k.derive(salt, "thread") }

func (k *Key) derive(salt []byte, use string) (*Key, error) {
	if k == nil {
		return nil, nil
	}
	if len(salt) == 0 {
		return nil, ErrForgotten
	}
	derived, err := hkdf.Key(sha256.New, k.Raw, salt, use, 8+keySize)
	if err != nil {
		return nil, err
	}
	return New(int64(binary.BigEndian.Uint64(derived)), derived[8:])
}

// Seal seals what is to stand at a place. Nothing stays nothing.
func (k *Key) Seal(plain []byte, place ...string) []byte {
	if k == nil {
		return plain
	}
	if len(plain) == 0 {
		return nil
	}
	sealed := make([]byte, offset, offset+len(plain)+k.aead.Overhead())
	copy(sealed, mark)
	binary.BigEndian.PutUint64(sealed[idOffset:], uint64(k.ID))
	return k.aead.Seal(sealed, nil, plain, at(place))
}

// SealText returns what a text's own column holds, and the one beside it.
func (k *Key) SealText(text string, place ...string) (plain string, sealed []byte) {
	if k == nil {
		return text, nil
	}
	return "", k.Seal([]byte(text), place...)
}

func at(place []string) []byte { return []byte(strings.Join(place, "\x00")) }

// An Opener opens what was sealed, row by row. A row gives the guest it belongs
// to, and their key if they have one; the next row is often of the same.
type Opener struct {
	Guest  string
	Memory string // that the row is about; empty: none
	id     *int64
	raw    []byte
	salt   []byte
	thread []byte // salt of the thread that the row stands in
	last   *Key   // of the guest
	own    *Key   // of the thread
	made   string // what own was derived from
}

// Into is where six columns of a row are scanned to: its guest, the id of their key and the key,
// the salt of the thread it stands in, the memory it is about, and the salt of that.
func (o *Opener) Into() []any {
	return []any{&o.Guest, &o.id, &o.raw, &o.thread, &o.Memory, &o.salt}
}

// Open returns what was sealed, or ErrForgotten.
func (o *Opener) Open(value []byte, place ...string) ([]byte, error) {
	if string(value) == mark {
		return nil, ErrForgotten
	}
	if o.Guest == "" || len(value) == 0 || value[0] != mark[0] {
		return value, nil
	}
	k, err := o.key()
	if err != nil {
		return nil, err
	}
	if len(value) < offset {
		return nil, ErrForgotten
	}
	id := int64(binary.BigEndian.Uint64(value[idOffset:]))
	if id != k.ID && o.Memory == "" { // else it is of before threads had keys
		if k, err = o.ofThread(k); err != nil {
			return nil, err
		}
	}
	if id != k.ID {
		return nil, ErrForgotten
	}
	plain, err := k.aead.Open(nil, nil, value[offset:], at(place))
	if err != nil {
		return nil, fmt.Errorf("%s is not as it was sealed: another program has changed it", strings.Join(place, " "))
	}
	return plain, nil
}

// Key returns the key that the row was sealed with, or nil for a row of no guest.
func (o *Opener) Key() (*Key, error) {
	if o.Guest == "" {
		return nil, nil
	}
	return o.key()
}

// key returns the key that the row was sealed with, if it is there still.
func (o *Opener) key() (k *Key, err error) {
	if o.id == nil {
		return nil, ErrForgotten
	}
	if o.last == nil || o.last.ID != *o.id {
		if o.last, err = New(*o.id, o.raw); err != nil {
			return nil, err
		}
	}
	if o.Memory == "" {
		return o.last, nil
	}
	return o.last.Of(o.salt)
}

// ofThread returns the key of the row's thread, or ErrForgotten.
func (o *Opener) ofThread(k *Key) (_ *Key, err error) {
	if of := string(k.Raw) + string(o.thread); o.own == nil || o.made != of {
		if o.own, err = k.OfThread(o.thread); err != nil {
			return nil, err
		}
		o.made = of
	}
	return o.own, nil
}

// OpenText returns the text that SealText made two of. One that is forgotten
// is empty.
func (o *Opener) OpenText(plain string, sealed []byte, place ...string) (string, error) {
	if len(sealed) == 0 {
		return plain, nil
	}
	text, err := o.Open(sealed, place...)
	if errors.Is(err, ErrForgotten) {
		return "", nil
	}
	return string(text), err
}
