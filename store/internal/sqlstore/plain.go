package sqlstore

import (
	"strconv"

	"github.com/maitre-dev/maitre/store/internal/seal"
)

// PlainUntil is the last step of the schema whose database may hold words of guests
// that were written before there were keys.
const PlainUntil = 9

// PlainTables are those that SealPlain changes.
var PlainTables = []string{"threads", "messages", "runs", "event_payloads"}

// SealPlain seals what guests said before there were keys, and returns how many rows
// had it. Called again it finds nothing to do.
func SealPlain(t Tx) (rows int, err error) {
	keys := map[string]*seal.Key{}
	for _, p := range plain {
		found, err := collect(t.Each, func(r Row) (f plainRow, err error) {
			err = r.Scan(&f.guest, &f.id, &f.thread, &f.event, &f.seq, &f.words)
			return f, err
		}, p.find)
		if err != nil {
			return rows, err
		}
		for _, f := range found {
			k := keys[f.guest]
			if k == nil {
				if k, err = KeyOf(t, f.guest); err != nil {
					return rows, err
				}
				keys[f.guest] = k
			}
			p.put(t, f, func(place ...string) []byte { return k.Seal(f.words, place...) })
		}
		rows += len(found)
	}
	return rows, nil
}

type plainRow struct {
	guest, id, thread string
	event, seq        int64
	words             []byte
}

var plain = []struct {
	find string // guest, id, thread, event, seq, words
	put  func(t Tx, f plainRow, sealed func(place ...string) []byte)
}{
	{`SELECT guest, id, '', 0, 0, title FROM threads WHERE guest <> '' AND title <> ''`, func(t Tx, f plainRow, sealed func(...string) []byte) {
		t.Do(`UPDATE threads SET title = '', title_sealed = $1 WHERE id = $2`, sealed("title", f.id), f.id)
	}},
	{`SELECT t.guest, m.id, m.thread, 0, 0, m.text FROM messages AS m JOIN threads AS t ON t.id = m.thread WHERE t.guest <> '' AND m.text <> ''`, func(t Tx, f plainRow, sealed func(...string) []byte) {
		t.Do(`UPDATE messages SET text = '', text_sealed = $1 WHERE thread = $2 AND id = $3`, sealed("message", f.thread, f.id), f.thread, f.id)
	}},
	{`SELECT guest, run, '', 0, 0, err FROM runs WHERE guest <> '' AND err <> ''`, func(t Tx, f plainRow, sealed func(...string) []byte) {
		t.Do(`UPDATE runs SET err = '', err_sealed = $1 WHERE run = $2`, sealed("err", f.id), f.id)
	}},
	{`SELECT guest, run, '', 0, 0, state FROM runs WHERE guest <> '' AND substr(state, 1, 1) <> '\x01'`, func(t Tx, f plainRow, sealed func(...string) []byte) {
		t.Do(`UPDATE runs SET state = $1 WHERE run = $2`, sealed("state", f.id), f.id)
	}},
	{`SELECT guest, run, '', 0, 0, question FROM runs WHERE guest <> '' AND substr(question, 1, 1) <> '\x01'`, func(t Tx, f plainRow, sealed func(...string) []byte) {
		t.Do(`UPDATE runs SET question = $1 WHERE run = $2`, sealed("question", f.id), f.id)
	}},
	{`SELECT p.guest, e.run, e.thread, e.id, e.seq, p.body FROM event_payloads AS p JOIN agent_events AS e ON e.id = p.event WHERE p.guest <> '' AND substr(p.body, 1, 1) <> '\x01'`, func(t Tx, f plainRow, sealed func(...string) []byte) {
		t.AllowRemoval() // an event is never updated
		t.Do(`DELETE FROM event_payloads WHERE event = $1`, f.event)
		t.Do(`INSERT INTO event_payloads (event, guest, body) VALUES ($1, $2, $3)`, f.event, f.guest, sealed("event", f.id, strconv.FormatInt(f.seq, 10)))
	}},
}

// KeyOf returns the guest's key, and makes it if there is none.
func KeyOf(t Tx, guest string) (k *seal.Key, err error) {
	err = t.Each(func(r Row) (err error) {
		var id int64
		var raw []byte
		if err := r.Scan(&id, &raw); err != nil {
			return err
		}
		k, err = seal.New(id, raw)
		return err
	}, `SELECT id, key FROM guest_keys WHERE guest = $1`, guest)
	if err != nil || k != nil {
		return k, err
	}
	if k, err = seal.Make(); err == nil {
		t.Do(`INSERT INTO guest_keys (guest, id, key) VALUES ($1, $2, $3)`, guest, k.ID, k.Raw)
	}
	return k, err
}
