package storetest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/thread"
)

// Behind is a store on disk, with a look behind it.
type Behind struct {
	Store, Other ForgetStore                        // two workers on one database
	Bytes        func() []byte                      // all bytes that the database has anywhere
	Rows         func(guest string) (rows []string) // what tables hold of a guest, as it is there
	Key          func(guest string) []byte          // of the guest; nil: there is none
	Salt         func(thread string) []byte         // of the thread; nil: there is none
	Save         func(thread string) (undo func())  // keeps a thread's row and messages, and puts them back
}

// TestSealed checks that what a guest said cannot be read behind a store's back,
// neither before the guest is forgotten nor after.
func TestSealed(t *testing.T, open func(t *testing.T) Behind) {
	t.Run("a guest's words are nowhere to be found", func(t *testing.T) { sealedWords(t, open(t)) })
	t.Run("other guests' rows stay byte by byte", func(t *testing.T) { sealedOthers(t, open(t)) })
	t.Run("a destroyed key is nowhere to be found", func(t *testing.T) { sealedKeys(t, open(t)) })
	t.Run("a deleted thread cannot be read, were its bytes there", func(t *testing.T) { sealedThreads(t, open(t)) })
	t.Run("another worker reads nothing more", func(t *testing.T) { sealedElsewhere(t, open(t)) })
}

func sealedWords(t *testing.T, b Behind) {
	ana := visit{"ana", "t1", "r1", "jabuticaba-7f3a91"}
	nobody := visit{"", "t2", "r2", "graviola-55b2c0"}
	find := func(when string) {
		t.Helper()
		all := b.Bytes()
		if bytes.Contains(all, []byte(ana.secret)) {
			t.Errorf("%s: the guest's words are there", when)
		}
		if !bytes.Contains(all, []byte(nobody.secret)) { // or it looks in the wrong place
			t.Errorf("%s: what belongs to nobody is not there", when)
		}
	}
	ana.begin(t, b.Store)
	nobody.begin(t, b.Store)
	find("before")
	ana.want(t, b.Store, true)
	mustForget(t, b.Store, "ana")
	find("after")
}

func sealedOthers(t *testing.T, b Behind) {
	var want []string
	for _, guest := range []string{"ana", "rui", "bia"} {
		newVisit(guest).begin(t, b.Store)
	}
	want = append(b.Rows("rui"), b.Rows("bia")...)
	mustForget(t, b.Store, "ana")
	wantSame(t, "the rows of others", append(b.Rows("rui"), b.Rows("bia")...), want)
	if len(want) < 14 { // a key, a thread, two messages, a run and three events, twice
		t.Errorf("others have %d rows, want more", len(want))
	}
}

// sealedKeys has enough guests for keys to move from page to page.
func sealedKeys(t *testing.T, b Behind) {
	const guests = 300
	keys := map[string][]byte{}
	for i := range guests {
		guest := fmt.Sprint(rand.Uint32())
		mustOpen(t, b.Store, fmt.Sprint("t", i), guest)
		mustAppend(t, b.Store, fmt.Sprint("t", i), guest, thread.Message{Role: thread.RoleUser, Text: "oi"})
		keys[guest] = b.Key(guest)
	}
	all, n := b.Bytes(), 0
	for guest, key := range keys {
		if !bytes.Contains(all, key) { // or it looks in the wrong place
			t.Fatalf("the key of %s is not there", guest)
		}
		if n++; n%5 == 0 {
			mustForget(t, b.Store, guest)
			if b.Key(guest) != nil {
				t.Errorf("%s has a key", guest)
			}
		} else {
			delete(keys, guest)
		}
	}
	all = b.Bytes()
	for guest, key := range keys {
		if bytes.Contains(all, key) {
			t.Errorf("the key of %s is still there", guest)
		}
	}
}

// sealedThreads puts back what a deleted thread had, as somebody can who finds its bytes.
func sealedThreads(t *testing.T, b Behind) {
	gone, stays := newVisit("ana"), visit{"ana", "t2", "r2", "maracujá-9d01f2"}
	gone.begin(t, b.Store)
	stays.begin(t, b.Store)
	salt := b.Salt(gone.thread)
	if len(salt) == 0 || !bytes.Contains(b.Bytes(), salt) { // or it looks in the wrong place
		t.Fatalf("the salt of the thread is not there: %x", salt)
	}
	putBack := b.Save(gone.thread)
	if err := b.Store.Delete(t.Context(), gone.thread, "ana"); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(b.Bytes(), salt) {
		t.Error("the salt of the deleted thread is there")
	}
	stays.want(t, b.Other, true)
	putBack()
	ms, err := b.Other.Messages(t.Context(), gone.thread, "ana", 0)
	if len(ms) != 2 || strings.Contains(fmt.Sprint(ms, err), gone.secret) {
		t.Errorf("put back, the messages are %v, %v, want two that are empty", ms, err)
	}
}

func sealedElsewhere(t *testing.T, b Behind) {
	ana := newVisit("ana")
	ana.begin(t, b.Other) // which has used the key
	ana.want(t, b.Store, true)
	mustForget(t, b.Store, "ana")
	ana.want(t, b.Other, false)
	again := visit{"ana", "t2", "r2", "novo segredo"}
	again.begin(t, b.Other) // with another key
	again.want(t, b.Store, true)
	mustForget(t, b.Other, "ana")
	again.want(t, b.Store, false)
}

const (
	forgotten   = 48 // guests
	forgetKills = 16
)

// TestForgetKill kills a process that forgets guests, again and again: each
// guest is there as before, or is forgotten. See Work for what else it needs.
func TestForgetKill(t *testing.T, dsn string, open Open) {
	s := openFor(t, open, dsn).(ForgetStore)
	var visits []visit
	for i := range forgotten {
		v := newVisit(fmt.Sprint("g", i))
		v.begin(t, s)
		visits = append(visits, v)
	}
	done := map[string]bool{}
	left := len(visits)
	for range forgetKills {
		heard := make(chan string, forgotten)
		c := startChild(t, "forget", dsn, func(line string) { heard <- line })
		for _, v := range visits {
			if all, err := v.left(t.Context(), s); err != nil {
				t.Fatal(err)
			} else if all {
				c.order(t, v.guest)
			}
		}
		select {
		case guest := <-heard:
			done[guest] = true
		case <-c.gone:
		case <-time.After(20 * time.Second):
			t.Fatal("a child forgets nobody")
		}
		time.Sleep(rand.N(12 * time.Millisecond))
		c.kill(t)
		close(heard)
		for guest := range heard {
			done[guest] = true
		}
		left = 0
		for _, v := range visits {
			all, err := v.left(t.Context(), s)
			switch {
			case err != nil:
				t.Error(err)
			case all && done[v.guest]:
				t.Errorf("%s was forgotten and is there", v.guest)
			case all:
				left++
			}
		}
		if left == 0 {
			break
		}
	}
	t.Logf("%d of %d guests were left in the end", left, forgotten)
	for _, v := range visits {
		mustForget(t, s, v.guest)
		v.want(t, s, false)
	}
}

// forgetWork forgets the guests that it is told, and then waits to be killed.
func forgetWork(s RunStore, orders *bufio.Scanner, print func(string)) error {
	f, ok := s.(ForgetStore)
	if !ok {
		return errors.New("the store cannot forget")
	}
	for orders.Scan() {
		if err := f.Forget(context.Background(), orders.Text()); err != nil {
			return err
		}
		print(orders.Text())
	}
	return orders.Err()
}
