package storetest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/memory"
)

func (t test) forget(guest string) {
	t.Helper()
	must.Do(t, t.Forget(t.Context(), guest))
}

// forgetCases are of what is left of a guest who was forgotten, and of others.
var forgetCases = cases{
	"what a guest said is gone, and the order of events stays; nothing of another guest changes": func(t test) {
		ana := newVisit("ana")
		others := []visit{newVisit("rui"), newVisit("anabela"), newVisit("Ana"), newVisit("an_"), newVisit("a%"), newVisit("")}
		for i := range others {
			others[i].thread = fmt.Sprint("t", i)
			t.visit(others[i])
		}
		t.visit(ana)
		t.wantVisit(ana, true)
		before := t.readAll()
		if err := t.Forget(t.Context(), ""); err == nil {
			t.Error("nobody was forgotten")
		}
		for range 3 {
			t.forget("ana")
			t.forget("bia") // who was never there
			t.wantVisit(ana, false)
		}
		for i := range before[ana.run] {
			if before[ana.run][i].Data != nil {
				before[ana.run][i].Data = json.RawMessage(saysForgotten)
			}
		}
		t.same("the log", t.readAll(), before)
		t.wantRuns(ana.thread, ana.run)
		for _, v := range others {
			t.wantVisit(v, true)
		}
		for _, want := range []int{3, 0} {
			if n, err := t.Prune(t.Context(), time.Now().Add(time.Hour)); n != want || err != nil {
				t.Errorf("Prune = %d, %v, want %d events", n, err, want)
			}
		}
	},
	"a worker that is still at it can write nothing more": func(t test) {
		v := newVisit("ana")
		cp := t.visit(v)
		if err := t.Forget(t.ended(), "ana"); !errors.Is(err, context.Canceled) {
			t.Errorf("error = %v, want context.Canceled", err)
		}
		t.wantVisit(v, true)
		t.forget("ana")
		t.fails(graph.ErrConflict, t.goOn(v, cp))
		t.wantNoThread(v.thread, v.guest)
		t.wantVisit(v, false)
	},
	"no forgotten run is overdue, abandoned or in the way": func(t test) {
		v := newVisit("ana")
		t.visit(v)
		t.begin("alone", "")
		t.forget("ana")
		later := time.Now().Add(time.Hour)
		due, stalled := must.Get(t.Due(t.Context(), "beer@1", later, 9))(t), must.Get(t.Stalled(t.Context(), "beer@1", later, 9))(t)
		if len(due)+len(stalled) > 0 {
			t.Errorf("overdue %q, abandoned %q; want none", due, stalled)
		}
		t.begin("next", v.thread) // the thread is free
		t.load("next")
	},
	"a guest who comes back begins anew": func(t test) {
		old := newVisit("ana")
		t.visit(old)
		t.forget("ana")
		if th := t.open(old.thread, "ana"); th.Title != "" {
			t.Errorf("the new thread has the title %q", th.Title)
		}
		again := visit{"ana", old.thread, "r2", "novo segredo"}
		t.visit(again)
		t.wantVisit(again, true)
		t.wantNoRun(old.run)
		t.wantSays(old.run, saysForgotten, "", saysForgotten)
		t.forget("ana")
		t.wantVisit(again, false)
	},
	// Whatever came first, what is left in the end is nothing, or a run that can be
	// loaded and goes on.
	"guests are forgotten while they talk": func(t test) {
		t.talkWhile(func(guest string, _ int) error { return t.Forget(t.Context(), guest) })
		for _, run := range must.Get(t.Stalled(t.Context(), "beer@1", time.Now().Add(time.Hour), talking*turns))(t) {
			cp := t.load(run) // not forgotten: it began afterwards
			if err := t.AppendEvents(t.Context(), run, cp.Version, nil); err != nil {
				t.Errorf("run %s cannot go on: %v", run, err)
			}
		}
		for g := range talking {
			t.forget(fmt.Sprint("g", g))
		}
		for run, events := range t.readAll() {
			for _, e := range events {
				if string(e.Data) != saysForgotten {
					t.Errorf("event %d of %s says %s", e.Seq, run, e.Data)
				}
			}
		}
	},
}

// says returns what the events of a run say.
func (t test) wantSays(run string, want ...string) {
	t.Helper()
	var got []string
	for _, e := range must.Get(t.Events(t.Context(), run, 0, 0))(t) {
		got = append(got, string(e.Data))
	}
	if !slices.Equal(got, want) {
		t.Errorf("the events of %s say %q, want %q", run, got, want)
	}
}

// Behind is a store on disk, with a look behind it.
type Behind struct {
	Store, Other Store                                      // two workers on one database
	Bytes        func() []byte                              // all bytes that the database has anywhere
	Overwrites   bool                                       // what is deleted, sealed or not
	Query        func(statement string) (rows [][]any)      // of tables, as it is there
	Exec         func(t *testing.T, statement string) error // changes tables behind the store's back
}

// TestSealed checks that what a guest said cannot be read behind a store's back,
// neither before it is forgotten nor after, that what is done there to memories can be
// mended, and that events stay.
func TestSealed(t *testing.T, open func(t *testing.T) Behind) {
	for name, do := range sealedCases {
		t.Run(name, func(t *testing.T) {
			b := open(t)
			do(test{t, b.Store, b.Store, b.Other}, b)
		})
	}
}

// found wants bytes to be somewhere, or nowhere.
func (b Behind) found(t test, what string, some []byte, want bool) {
	t.Helper()
	if got := len(some) > 0 && bytes.Contains(b.Bytes(), some); got != want {
		t.Errorf("%s is there: %v, want %v", what, got, want)
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

// exec changes tables behind the store's back.
func (b Behind) exec(t test, statement string) {
	t.Helper()
	must.Do(t, b.Exec(t.T, statement))
}

// rows are all that tables hold of guests.
func (b Behind) rows(guests ...string) (rows []string) {
	for _, guest := range guests {
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
	}
	return rows
}

const (
	guestKey   = "key FROM guest_keys WHERE guest"
	memorySalt = "salt FROM memory_salts WHERE memory"
	threadSalt = "salt FROM thread_salts WHERE thread"
)

var sealedCases = map[string]func(t test, b Behind){
	"a guest's words and memories are nowhere to be found": func(t test, b Behind) {
		const secret, plain, other = "jabuticaba-7f3a91", "graviola-55b2c0", "pitanga-90aa17"
		t.visit(visit{"ana", "t1", "r1", secret})
		t.visit(visit{"", "t2", "r2", plain})
		t.learn("ana", "l1", "m1="+secret)
		t.learn("", "l2", "m2="+other, "m3="+plain)
		b.found(t, "what the guest said", []byte(secret), false)
		b.found(t, "what belongs to nobody", []byte(plain), true) // or it looks in the wrong place
		b.found(t, "what is of the house", []byte(other), true)
		t.purge("ana", "m1")
		t.purge("", "m2")
		t.wantAll("ana")
		t.forget("ana")
		b.found(t, "what the guest said", []byte(secret), false)
		b.found(t, "what belongs to nobody", []byte(plain), true)
		if b.Overwrites {
			b.found(t, "what was purged", []byte(other), false)
		}
		for _, events := range t.readAll() {
			for _, e := range events {
				if strings.Contains(string(e.Data), secret) || strings.Contains(string(e.Data), other) {
					t.Errorf("event %d of %s says %s", e.Seq, e.Run, e.Data)
				}
			}
		}
	},
	"other guests' rows stay byte by byte": func(t test, b Behind) {
		for i, guest := range []string{"ana", "rui", "bia", ""} {
			t.visit(newVisit(guest))
			t.learn(guest, "l-"+guest, fmt.Sprintf("m%d=camarão", i), fmt.Sprintf("n%d=vinho", i))
		}
		want := b.rows("rui", "bia", "")
		if len(want) < 36 { // a key, salts, a thread, two messages, a run, memories and five events, of each
			t.Errorf("others have %d rows, want more", len(want))
		}
		t.purge("ana", "m0")
		t.purge("ana")
		t.purge("caio")
		t.learn("ana", "again", "m0=camarão")
		t.forget("ana")
		t.same("the rows of others", b.rows("rui", "bia", ""), want)
		if left := b.rows("ana"); len(left) != 7 {
			t.Errorf("of a forgotten guest %d rows are left, want those of a run and six events", len(left))
		}
	},
	// There are enough guests and memories for keys and salts to move from page to page.
	"a destroyed key or salt is nowhere to be found": func(t test, b Behind) {
		const guests, each = 200, 3
		secrets := map[string][]byte{}
		for i := range guests {
			guest, id := fmt.Sprint(rand.Uint32()), fmt.Sprint("t", i)
			t.open(id, guest)
			t.say(id, guest, said("oi"))
			secrets["key "+guest] = b.secret(guestKey, guest)
			for n := range each {
				m := fmt.Sprint(guest, "-", n)
				t.learn(guest, "l"+m, m+"=sal")
				secrets["salt "+m] = b.secret(memorySalt, m)
			}
		}
		all := b.Bytes()
		gone := map[string][]byte{}
		n := 0
		for name, secret := range secrets {
			if len(secret) < 16 || !bytes.Contains(all, secret) { // or it looks in the wrong place
				t.Fatalf("the %s is not there", name)
			}
			kind, of, _ := strings.Cut(name, " ")
			if n++; n%12 > 0 {
				continue
			}
			gone[name] = secret
			if guest, _, _ := strings.Cut(of, "-"); kind == "key" {
				t.forget(guest)
			} else {
				t.purge(guest, of)
			}
		}
		all = b.Bytes()
		for name, secret := range gone {
			if bytes.Contains(all, secret) {
				t.Errorf("the %s is still there", name)
			}
		}
	},
	// What a deleted thread had is put back, as somebody can who finds its bytes.
	"a deleted thread cannot be read, were its bytes there": func(t test, b Behind) {
		gone, stays := newVisit("ana"), visit{"ana", "t2", "r2", "maracujá-9d01f2"}
		t.visit(gone)
		t.visit(stays)
		salt := b.secret(threadSalt, gone.thread)
		b.found(t, "the salt of the thread", salt, true)
		b.exec(t, `CREATE TABLE t AS SELECT * FROM threads WHERE id = 't-ana'; CREATE TABLE m AS SELECT * FROM messages WHERE thread = 't-ana'`)
		t.remove(gone.thread, "ana")
		b.found(t, "the salt of the deleted thread", salt, false)
		test{t.T, t.there, t.here, t.there}.wantVisit(stays, true)
		b.exec(t, `INSERT INTO threads SELECT * FROM t; INSERT INTO messages SELECT * FROM m`)
		ms, err := t.there.Messages(t.Context(), gone.thread, "ana", 0)
		if len(ms) != 2 || strings.Contains(fmt.Sprint(ms, err), gone.secret) {
			t.Errorf("put back, the messages are %v, %v, want two that are empty", ms, err)
		}
	},
	"another worker reads nothing more": func(t test, b Behind) {
		there := test{t.T, t.there, t.here, t.there}
		ana := newVisit("ana")
		there.visit(ana) // which has used the key
		there.learn("ana", "l1", "m1=camarão", "m2=vinho")
		t.wantVisit(ana, true)
		before := t.page("ana", 0)
		t.purge("ana", "m1")
		there.wantPage("the memories of ana", there.page("ana", before.Rev), true, "m2=vinho")
		t.forget("ana")
		there.wantVisit(ana, false)
		there.wantAll("ana")
		there.wantSays("l1", saysForgotten, saysForgotten)
		again := visit{"ana", "t2", "r2", "novo segredo"}
		there.visit(again) // with another key
		there.learn("ana", "l2", "m1=lagosta")
		t.wantVisit(again, true)
		t.wantAll("ana", "m1=lagosta")
		there.forget("ana")
		t.wantVisit(again, false)
		t.wantAll("ana")
	},
	"a sealed value is good only where it was put": func(t test, b Behind) {
		t.open("t1", "ana")
		t.say("t1", "ana", said("segredo um"), said("segredo dois"))
		b.exec(t, `UPDATE messages SET text_sealed = (SELECT text_sealed FROM messages WHERE seq = 1)`)
		ms, err := t.Messages(t.Context(), "t1", "ana", 0)
		if err == nil || !strings.Contains(err.Error(), "is not as it was sealed") || strings.Contains(err.Error(), "segredo") {
			t.Errorf("Messages = %v, %v, want an error", ms, err)
		}
		t.begin("r1", "")
		t.begin("r2", "")
		b.exec(t, `UPDATE runs SET state = (SELECT state FROM runs WHERE run = 'r1')`)
		if _, err := t.Load(t.Context(), "r2"); err == nil || errors.Is(err, graph.ErrNotFound) {
			t.Errorf("Load: error = %v, want that it was changed", err)
		}
		t.learn("ana", "l1", "m1=camarão", "m2=vinho")
		t.learn("rui", "l2", "m3=rock")
		b.exec(t, `UPDATE memories SET body = (SELECT body FROM memories WHERE id = 'm1')`)
		t.wantAll("ana", "m1=camarão")
		t.wantAll("rui")
		t.rebuild(lastSaid)
		t.wantAll("ana", "m1=camarão", "m2=vinho")
		t.wantAll("rui", "m3=rock")
		b.exec(t, `UPDATE memory_salts SET salt = (SELECT salt FROM memory_salts WHERE memory = 'm1')`)
		t.wantAll("ana", "m1=camarão")
		t.wantSays("l1", `{"value":"camarão"}`, saysForgotten)
		b.exec(t, `DELETE FROM guest_keys`) // but not the salts, which Forget never does
		t.wantAll("ana")
		t.wantSays("l1", saysForgotten, saysForgotten)
	},
	"memories that were lost are made anew": func(t test, b Behind) {
		for _, loss := range []string{
			`DELETE FROM memories`,
			`DELETE FROM memories; DELETE FROM memory_owners`,
			`UPDATE memories SET guest = 'rui', rev = 1`,
		} {
			t.learn("ana", "1"+loss, "m1=camarão", "m2=vinho")
			t.learn("ana", "2"+loss, "m1=lagosta")
			t.learn("", "3"+loss, "m3=sol")
			before := map[string]memory.Page{"ana": t.page("ana", 0), "": t.page("", 0)}
			b.exec(t, loss)
			must.Do(t, t.there.Rebuild(t.Context(), lastSaid))
			for owner, was := range before {
				now := t.page(owner, was.Rev)
				if !now.All || now.Rev <= was.Rev || !slices.Equal(lines(now.Rows), lines(was.Rows)) {
					t.Errorf("%s: there is %v, want all of %v at a later revision", loss, now, was)
				}
			}
		}
	},
	"events are only appended, and removed only by who prunes": func(t test, b Behind) {
		over := t.begin("over", "", runStart)
		over.Version, over.Status = 2, graph.Ended
		t.save(over)
		t.begin("r1", "", runStart)
		want := b.rows("ana")
		for range 2 {
			for _, statement := range []string{
				`UPDATE agent_events SET type = 'ui'`, `DELETE FROM agent_events`,
				`UPDATE event_payloads SET body = NULL`, `DELETE FROM event_payloads`,
			} {
				if err := b.Exec(t.T, statement); err == nil || !strings.Contains(err.Error(), "events are only appended") {
					t.Errorf("%s: error = %v, want that events are only appended", statement, err)
				}
			}
			t.same("the rows", b.rows("ana"), want)
			must.Get(t.Prune(t.Context(), time.Now().Add(time.Hour)))(t)
			want = b.rows("ana")
		}
		for _, table := range []string{"agent_events", "event_payloads", "runs"} {
			if n := b.Query(`SELECT COUNT(*) FROM ` + table)[0][0]; fmt.Sprint(n) != "1" {
				t.Errorf("%s has %v rows, want that of the other run", table, n)
			}
		}
	},
}
