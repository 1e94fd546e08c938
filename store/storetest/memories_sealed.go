package storetest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/memory"
)

func sealedMemories(t *testing.T, b Behind) {
	m := memoryTest{t, b.Store}
	const secret, plain, other = "jabuticaba-7f3a91", "graviola-55b2c0", "pitanga-90aa17"
	m.learn("ana", "r1", "m1="+secret)
	m.learn("ana", "r1b", "m1="+secret+" e mais")
	m.learn("", "r2", "m2="+plain, "m3="+other)
	m.learn("", "r2b", "m2="+plain+" e mais")
	all := b.Bytes()
	if bytes.Contains(all, []byte(secret)) {
		t.Error("the memory of a guest is there")
	}
	if !bytes.Contains(all, []byte(plain)) { // or it looks in the wrong place
		t.Error("what is of the house is not there")
	}
	m.purge("ana", "m1")
	m.purge("", "m2")
	all = b.Bytes()
	if bytes.Contains(all, []byte(secret)) || b.Overwrites && bytes.Contains(all, []byte(plain)) {
		t.Error("what was purged is there")
	}
	if !bytes.Contains(all, []byte(other)) {
		t.Error("what was not purged is not there")
	}
	m.wantAll("ana")
	m.wantAll("", "m3="+other)
	for run, events := range readAll(t, b.Store) {
		for _, e := range events {
			if strings.Contains(string(e.Data), secret) || strings.Contains(string(e.Data), plain) {
				t.Errorf("event %d of %s says %s", e.Seq, run, e.Data)
			}
		}
	}
}

const memorySalt = "salt FROM memory_salts WHERE memory"

// sealedSalts has enough memories for salts to move from page to page.
func sealedSalts(t *testing.T, b Behind) {
	const owners, each = 10, 30
	m := memoryTest{t, b.Store}
	salts := map[string][]byte{}
	for o := range owners {
		var all []string
		for i := range each {
			all = append(all, fmt.Sprintf("m%d-%d=sal", o, i))
		}
		owner := fmt.Sprint("g", o)
		m.learn(owner, "r-"+owner, all...)
		for i := range each {
			id := fmt.Sprintf("m%d-%d", o, i)
			salts[id] = b.secret(memorySalt, id)
		}
	}
	all := b.Bytes()
	for id, salt := range salts {
		if len(salt) < 16 || !bytes.Contains(all, salt) { // or it looks in the wrong place
			t.Fatalf("the salt of %s is not there", id)
		}
	}
	m.purge("g0", "m0-3", "m0-4")
	m.purge("g1")
	mustForget(t, b.Store, "g2")
	all = b.Bytes()
	for id, salt := range salts {
		gone := id == "m0-3" || id == "m0-4" || strings.HasPrefix(id, "m1-") || strings.HasPrefix(id, "m2-")
		if got := b.secret(memorySalt, id) == nil && !bytes.Contains(all, salt); got != gone {
			t.Errorf("the salt of %s is gone: %v, want %v", id, got, gone)
		}
	}
}

func sealedRows(t *testing.T, b Behind) {
	m := memoryTest{t, b.Store}
	for i, owner := range []string{"ana", "rui", ""} {
		m.learn(owner, "r-"+owner, fmt.Sprintf("m%d=camarão", i), fmt.Sprintf("n%d=vinho", i))
	}
	others := func() []string { return slices.Concat(b.rows("rui"), b.rows("")) }
	want := others()
	if len(want) < 14 { // an owner, two memories, salts and events, twice
		t.Errorf("others have %d rows, want more", len(want))
	}
	m.purge("ana", "m0")
	m.purge("ana")
	m.purge("bia")
	m.learn("ana", "again", "m0=camarão")
	mustForget(t, b.Store, "ana")
	wantSame(t, "the rows of others", others(), want)
	if left := b.rows("ana"); len(left) != 3 {
		t.Errorf("of a forgotten guest %d rows are left, want the places of three events", len(left))
	}
}

func sealedMemoriesElsewhere(t *testing.T, b Behind) {
	m, other := memoryTest{t, b.Store}, memoryTest{t, b.Other}
	other.learn("ana", "r1", "m1=camarão", "m2=vinho") // which has used the key
	before := m.page("ana", 0)
	m.purge("ana", "m1")
	other.want("the memories of ana", other.page("ana", before.Rev), true, "m2=vinho")
	mustForget(t, b.Store, "ana")
	other.wantAll("ana")
	other.wantSays("r1", saysForgotten, saysForgotten)
	other.learn("ana", "r2", "m1=lagosta") // with another key
	m.wantAll("ana", "m1=lagosta")
	m.wantSays("r2", `{"value":"lagosta"}`)
	mustForget(t, b.Other, "ana")
	m.wantAll("ana")
	m.wantSays("r2", saysForgotten)
}

func sealedLost(t *testing.T, b Behind) {
	for _, loss := range []string{
		`DELETE FROM memories`,
		`DELETE FROM memories; DELETE FROM memory_owners`,
		`UPDATE memories SET guest = 'rui', rev = 1`,
	} {
		m := memoryTest{t, b.Store}
		run := func(owner string) string { return owner + loss }
		m.learn("ana", run("ana"), "m1=camarão", "m2=vinho")
		m.learn("ana", run("ana2"), "m1=lagosta")
		m.learn("", run(""), "m3=sol")
		before := map[string]memory.Page{"ana": m.page("ana", 0), "": m.page("", 0)}
		b.mustExec(t, loss)
		if err := b.Other.Rebuild(t.Context(), lastSaid); err != nil {
			t.Fatalf("%s: %v", loss, err)
		}
		for owner, was := range before {
			now := m.page(owner, was.Rev)
			if !now.All || now.Rev <= was.Rev || !slices.Equal(lines(now.Rows), lines(was.Rows)) {
				t.Errorf("%s: there is %v, want all of %v at a later revision", loss, now, was)
			}
		}
	}
}

func sealedMoved(t *testing.T, b Behind) {
	m := memoryTest{t, b.Store}
	m.learn("ana", "r1", "m1=camarão", "m2=vinho")
	b.mustExec(t, `UPDATE memories SET body = (SELECT body FROM memories WHERE id = 'm1')`)
	m.wantAll("ana", "m1=camarão")
	b.mustExec(t, `UPDATE memory_salts SET salt = (SELECT salt FROM memory_salts WHERE memory = 'm1')`)
	m.wantAll("ana", "m1=camarão")
	m.wantSays("r1", `{"value":"camarão"}`, saysForgotten)
}

func sealedForged(t *testing.T, b Behind) {
	m := memoryTest{t, b.Store}
	m.learn("ana", "r1", "m1=camarão", "m2=vinho")
	m.learn("rui", "r2", "m3=rock")
	b.mustExec(t, `UPDATE memories SET body = (SELECT body FROM memories WHERE id = 'm3')`)
	m.wantAll("ana")
	m.wantAll("rui", "m3=rock")
	if page := m.learn("ana", "r3", "m2=cerveja"); len(page.Rows) != 1 {
		t.Errorf("Learn sees %q, want what it has written", lines(page.Rows))
	}
	must.Do(t, b.Store.Rebuild(t.Context(), lastSaid))
	m.wantAll("ana", "m1=camarão", "m2=cerveja")
	m.wantAll("rui", "m3=rock")
}

// sealedKey deletes a guest's key but not the salts, which Forget never does:
// what is left is forgotten all the same.
func sealedKey(t *testing.T, b Behind) {
	m := memoryTest{t, b.Store}
	m.learn("ana", "r1", "m1=camarão")
	b.mustExec(t, `DELETE FROM guest_keys`)
	m.wantAll("ana")
	m.wantSays("r1", saysForgotten)
	if err := b.Other.Rebuild(t.Context(), lastSaid); err != nil {
		t.Error(err)
	}
	m.wantAll("ana")
}
