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

func TestTheRowsAreThoseAPersonWouldGive(t *testing.T) {
	db := room(t)
	right, total := 0, 0
	for _, file := range []string{"house.txt", "figures.txt", "several.txt", "talk.txt"} {
		var last *question.Plan
		for _, q := range questions(t, file) {
			total++
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
			if q.beyond && no != nil {
				continue
			}
			if q.why != "" || no != nil {
				got := ""
				if no != nil {
					got = no.Why
				}
				if got != q.why {
					t.Errorf("%s:%d: %q is declined as %q (%v), want %q\n%s", file, q.line, q.question, got, no, q.why, sql)
				} else {
					right++
				}
				continue
			}
			got, err := rows(db, sql)
			if err != nil && !q.beyond {
				t.Errorf("%s:%d: %q: %v\n%s", file, q.line, q.question, err, sql)
				continue
			}
			want, err := rows(db, q.sql)
			if err != nil {
				t.Fatalf("%s:%d: %v", file, q.line, err)
			}
			slices.Sort(got)
			slices.Sort(want)
			if diff := cmp.Diff(want, got); q.beyond {
				if diff == "" {
					t.Errorf("%s:%d: %q is answered: write = before its statement", file, q.line, q.question)
				}
			} else if diff != "" {
				if len(diff) > 600 {
					diff = diff[:600]
				}
				t.Errorf("%s:%d: %q\n%s\n%+v\n(-want +got):\n%s", file, q.line, q.question, sql, p, diff)
			} else {
				right++
			}
		}
	}
	t.Logf("%d of %d", right, total)
}
