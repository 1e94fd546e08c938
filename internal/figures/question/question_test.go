package question_test

import (
	"bufio"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/ncruces/go-sqlite3"

	"github.com/maitre-dev/maitre/internal/figures/question"
)

// asked is a question, with the statement a person would write or the reason
// why there is none.
type asked struct {
	line      int
	now       time.Time
	question  string
	sql, why  string
	following bool // it goes on from the question before
	beyond    bool // the statement is more than the engine can write
}

// questions reads a file: "? question", "+ one that goes on from it", "= SQL", "~ SQL
// that the engine does not write", "! reason", "@ the day from here on".
func questions(t testing.TB, file string) (all []asked) {
	t.Helper()
	f, err := os.Open("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var a asked
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		mark, text, _ := strings.Cut(lines.Text(), " ")
		switch mark {
		case "@":
			a.now, _ = time.Parse(time.DateOnly, text)
		case "?", "+":
			a.line, a.question, a.following = n, text, mark == "+"
		case "=", "!", "~":
			if a.sql, a.why = text, ""; mark == "!" {
				a.sql, a.why = "", text
			}
			a.beyond = mark == "~"
			all = append(all, a)
		}
	}
	return all
}

// wanted is the share of the labelled questions that are answered as a person would. The others are beyond the grammar:
// nobody adds a rule for a wording.
const wanted = 0.98

func TestTheRowsAreThoseAPersonWouldGive(t *testing.T) {
	db, right, total := room(t), 0, 0
	for _, file := range []string{"house.txt", "figures.txt", "several.txt", "talk.txt"} {
		var last *question.Plan
		for _, q := range questions(t, file) {
			before := last
			if !q.following {
				before = nil
			}
			p, err := question.Shipped().Read(q.question, q.now, before)
			var sql string
			if err == nil {
				sql, err = question.Shipped().Write(p, q.now)
			}
			var no *question.Cannot
			if err != nil && !errors.As(err, &no) {
				t.Fatal(err)
			}
			if last = nil; err == nil {
				last = &p
			}
			if q.beyond {
				continue
			}
			total++
			if wrong := wrongRows(t, db, q, sql, no); wrong != "" {
				t.Logf("%s:%d: %q\n%s\n%s", file, q.line, q.question, sql, wrong)
			} else {
				right++
			}
		}
	}
	if t.Logf("%d of %d", right, total); float64(right) < wanted*float64(total) {
		t.Errorf("%d of %d are right", right, total)
	}
}

// wrongRows says what is wrong with the rows of a statement, or with the reason for which there is none; "" if nothing is. Nobody
// is told of another client, whatever the share of those that are right.
func wrongRows(t *testing.T, db *sqlite3.Conn, q asked, sql string, no *question.Cannot) string {
	why := ""
	if no != nil {
		why = no.Why
	}
	if why != q.why {
		if q.why == question.OtherClient || q.why == question.ReadOnly {
			t.Errorf("%q is declined as %q, want %q", q.question, why, q.why)
		}
		return "declined as " + why + ", want " + q.why
	}
	if why != "" {
		return ""
	}
	got, err := rows(db, sql)
	if err != nil {
		t.Errorf("%q: %v\n%s", q.question, err, sql)
	}
	want, err := rows(db, q.sql)
	if err != nil {
		t.Fatalf("%d: %v", q.line, err)
	}
	slices.Sort(got)
	slices.Sort(want)
	diff := cmp.Diff(want, got)
	return diff[:min(len(diff), 600)]
}
