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

	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/thread"
)

// Behind is a store on disk, with a look behind it.
type Behind struct {
	Store, Other MemoryStore                                // two workers on one database
	Bytes        func() []byte                              // all bytes that the database has anywhere
	Overwrites   bool                                       // what is deleted, sealed or not
	Query        func(statement string) (rows [][]any)      // of tables, as it is there
	Exec         func(t *testing.T, statement string) error // changes tables behind the store's back
}

// TestSealed checks that what a guest said cannot be read behind a store's back,
// neither before it is forgotten nor after, and that what is done there to
// memories can be mended.
func TestSealed(t *testing.T, open func(t *testing.T) Behind) {
	for name, test := range map[string]func(*testing.T, Behind){
		"a guest's words are nowhere to be found":               sealedWords,
		"other guests' rows stay byte by byte":                  sealedOthers,
		"a destroyed key is nowhere to be found":                sealedKeys,
		"a deleted thread cannot be read, were its bytes there": sealedThreads,
		"another worker reads nothing more":                     sealedElsewhere,
		"a sealed value is good only where it was put":          sealedPlaces,

		"a guest's memories are nowhere to be found":           sealedMemories,
		"a destroyed salt is nowhere to be found":              sealedSalts,
		"purging leaves other owners' rows byte by byte":       sealedRows,
		"another worker reads no memories any more":            sealedMemoriesElsewhere,
		"memories that were lost are made anew":                sealedLost,
		"what is sealed for one memory is not read of another": sealedMoved,
		"rows that were forged are left out until made anew":   sealedForged,
		"without the guest's key nothing is left":              sealedKey,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

// secret returns a key or a salt, such as "key FROM guest_keys WHERE guest" of
// somebody; nil: there is none.
func (b Behind) secret(what, of string) []byte {
	for _, row := range b.Query(fmt.Sprintf("SELECT %s = '%s'", what, of)) {
		return row[0].([]byte)
	}
	return nil
}

// mustExec changes tables behind the store's back.
func (b Behind) mustExec(t *testing.T, statement string) {
	t.Helper()
	must.Do(t, b.Exec(t, statement))
}

// rows are all that tables hold of a guest.
func (b Behind) rows(guest string) (rows []string) {
	for _, of := range []string{
		`guest_keys WHERE guest = '%s'`,
		`memories WHERE guest = '%s' ORDER BY id`,
		`memory_owners WHERE guest = '%s'`,
		`memory_salts WHERE guest = '%s' ORDER BY memory`,
		`thread_salts WHERE guest = '%s' ORDER BY thread`,
		`threads WHERE guest = '%s'`,
		`messages AS m JOIN threads AS t ON t.id = m.thread WHERE t.guest = '%s' ORDER BY m.seq`,
		`runs WHERE guest = '%s'`,
		`event_payloads AS p JOIN agent_events AS e ON e.id = p.event WHERE p.guest = '%s' ORDER BY e.id`,
	} {
		for _, row := range b.Query(`SELECT * FROM ` + fmt.Sprintf(of, guest)) {
			rows = append(rows, fmt.Sprintf("%x", row))
		}
	}
	return rows
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
	for _, guest := range []string{"ana", "rui", "bia"} {
		newVisit(guest).begin(t, b.Store)
	}
	want := append(b.rows("rui"), b.rows("bia")...)
	mustForget(t, b.Store, "ana")
	wantSame(t, "the rows of others", append(b.rows("rui"), b.rows("bia")...), want)
	if len(want) < 14 { // a key, a thread, two messages, a run and three events, twice
		t.Errorf("others have %d rows, want more", len(want))
	}
}

const guestKey = "key FROM guest_keys WHERE guest"

// sealedKeys has enough guests for keys to move from page to page.
func sealedKeys(t *testing.T, b Behind) {
	const guests = 300
	keys := map[string][]byte{}
	for i := range guests {
		guest := fmt.Sprint(rand.Uint32())
		mustOpen(t, b.Store, fmt.Sprint("t", i), guest)
		mustAppend(t, b.Store, fmt.Sprint("t", i), guest, thread.Message{Role: thread.RoleUser, Text: "oi"})
		keys[guest] = b.secret(guestKey, guest)
	}
	all, n := b.Bytes(), 0
	for guest, key := range keys {
		if !bytes.Contains(all, key) { // or it looks in the wrong place
			t.Fatalf("the key of %s is not there", guest)
		}
		if n++; n%5 == 0 {
			mustForget(t, b.Store, guest)
			if b.secret(guestKey, guest) != nil {
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
	salt := b.secret("salt FROM thread_salts WHERE thread", gone.thread)
	if len(salt) == 0 || !bytes.Contains(b.Bytes(), salt) { // or it looks in the wrong place
		t.Fatalf("the salt of the thread is not there: %x", salt)
	}
	b.mustExec(t, `CREATE TABLE t AS SELECT * FROM threads WHERE id = 't-ana'; CREATE TABLE m AS SELECT * FROM messages WHERE thread = 't-ana'`)
	mustDelete(t, b.Store, gone.thread, "ana")
	if bytes.Contains(b.Bytes(), salt) {
		t.Error("the salt of the deleted thread is there")
	}
	stays.want(t, b.Other, true)
	b.mustExec(t, `INSERT INTO threads SELECT * FROM t; INSERT INTO messages SELECT * FROM m`)
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

func sealedPlaces(t *testing.T, b Behind) {
	mustOpen(t, b.Store, "t1", "ana")
	mustAppend(t, b.Store, "t1", "ana", said("segredo um"), said("segredo dois"))
	b.mustExec(t, `UPDATE messages SET text_sealed = (SELECT text_sealed FROM messages WHERE seq = 1)`)
	ms, err := b.Store.Messages(t.Context(), "t1", "ana", 0)
	if err == nil || !strings.Contains(err.Error(), "is not as it was sealed") || strings.Contains(err.Error(), "segredo") {
		t.Errorf("Messages = %v, %v, want an error", ms, err)
	}
	r := runTest{t, b.Store}
	r.begin("r1", "")
	r.begin("r2", "")
	b.mustExec(t, `UPDATE runs SET state = (SELECT state FROM runs WHERE run = 'r1')`)
	if _, err := b.Store.Load(t.Context(), "r2"); err == nil || errors.Is(err, graph.ErrNotFound) {
		t.Errorf("Load: error = %v, want that it was changed", err)
	}
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
