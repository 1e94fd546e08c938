package sqlstore

import (
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/store/internal/seal"
)

// PlainUntil is the last step of the schema whose database may hold words of guests
// that were written before there were keys.
const PlainUntil = 9

// PlainTables are those that SealPlain changes.
var PlainTables = []string{"threads", "messages", "runs", "event_payloads"}

// SealPlain seals what guests said before there were keys, and returns how many rows
// had it. Called again it finds nothing to do.
func (s *Store) SealPlain(t Tx) (rows int, err error) {
	sealed := map[string]*seal.Key{}
	t.Do(s.dialect.Allow) // an event is never updated
	for _, p := range plain {
		var found []plainRow
		if err := ask(t, collect(&found, scanPlain), p.find); err != nil {
			return rows, err
		}
		for _, f := range found {
			k := sealed[f.guest]
			if k == nil {
				if k, err = guestKey(t, f.guest); err != nil {
					return rows, err
				}
				sealed[f.guest] = k
			}
			p.put(t, f, k.Seal(f.words, append([]string{p.is}, f.place()...)...))
		}
		rows += len(found)
	}
	t.Do(s.dialect.Forbid)
	return rows, nil
}

// plainRow says whose words stand where: in a thread or a run, and there in a message or an event.
type plainRow struct {
	guest, in, message string
	seq, event         int64
	words              []byte
}

func scanPlain(r Row) (f plainRow, err error) {
	err = r.Scan(&f.guest, &f.in, &f.message, &f.seq, &f.event, &f.words)
	return f, err
}

func (f plainRow) place() []string {
	switch {
	case f.message != "":
		return []string{f.in, f.message}
	case f.seq > 0:
		return []string{f.in, strconv.FormatInt(f.seq, 10)}
	}
	return []string{f.in}
}

var plain = []struct {
	is, find string
	put      func(t Tx, f plainRow, sealed []byte)
}{
	{"title", `SELECT guest, id, '', 0, 0, title FROM threads WHERE guest <> '' AND title <> ''`, update(`UPDATE threads SET title = '', title_sealed = $1 WHERE id = $2`)},
	{"message", `SELECT t.guest, m.thread, m.id, 0, 0, m.text FROM messages AS m JOIN threads AS t ON t.id = m.thread WHERE t.guest <> '' AND m.text <> ''`, update(`UPDATE messages SET text = '', text_sealed = $1 WHERE thread = $2 AND id = $3`)},
	{"err", `SELECT guest, run, '', 0, 0, err FROM runs WHERE guest <> '' AND err <> ''`, update(`UPDATE runs SET err = '', err_sealed = $1 WHERE run = $2`)},
	{"state", `SELECT guest, run, '', 0, 0, state FROM runs WHERE guest <> '' AND substr(state, 1, 1) <> '\x01'`, update(`UPDATE runs SET state = $1 WHERE run = $2`)},
	{"question", `SELECT guest, run, '', 0, 0, question FROM runs WHERE guest <> '' AND substr(question, 1, 1) <> '\x01'`, update(`UPDATE runs SET question = $1 WHERE run = $2`)},
	{"event", `SELECT p.guest, e.run, '', e.seq, e.id, p.body FROM event_payloads AS p JOIN agent_events AS e ON e.id = p.event WHERE p.guest <> '' AND substr(p.body, 1, 1) <> '\x01'`, func(t Tx, f plainRow, sealed []byte) {
		t.Do(`DELETE FROM event_payloads WHERE event = $1`, f.event)
		t.Do(`INSERT INTO event_payloads (event, guest, body) VALUES ($1, $2, $3)`, f.event, f.guest, sealed)
	}},
}

// update sets what is sealed, where a row's words are.
func update(statement string) func(t Tx, f plainRow, sealed []byte) {
	return func(t Tx, f plainRow, sealed []byte) {
		args := []any{sealed, f.in}
		if strings.Contains(statement, "$3") {
			args = append(args, f.message)
		}
		t.Do(statement, args...)
	}
}
