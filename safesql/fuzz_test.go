package safesql_test

import (
	"flag"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// FuzzNothingHiddenComesOut holds whatever is asked: the answer does not
// depend on what is hidden, and no canary is in it.
func FuzzNothingHiddenComesOut(f *testing.F) {
	for i, sql := range slices.Concat(corpus(attacksText), corpus(honestText)) {
		if isFuzzing() || i%50 == 0 { // without, other tests try all
			f.Add(sql)
		}
	}
	o := newOracle(f, 40)
	f.Fuzz(func(t *testing.T, sql string) { o.check(t, sql) })
}

func isFuzzing() bool { return flag.Lookup("test.fuzz").Value.String() != "" }

var word = regexp.MustCompile(`'[^']*'|"[^"]*"|[A-Za-z_][A-Za-z_0-9]*|[0-9.]+|[^\sA-Za-z0-9]`)

// mutate makes a statement of others: words are dropped, doubled, moved, and
// taken from another statement.
func mutate(r *rand.Rand, statements []string) string {
	pick := func() []string { return word.FindAllString(statements[r.IntN(len(statements))], -1) }
	w := pick()
	for range 1 + r.IntN(4) {
		if len(w) < 2 {
			return strings.Join(w, " ")
		}
		i, j := r.IntN(len(w)), r.IntN(len(w))
		switch r.IntN(5) {
		case 0:
			w = slices.Delete(w, i, i+1)
		case 1:
			w[i], w[j] = w[j], w[i]
		case 2:
			w = slices.Insert(w, i, w[j])
		case 3:
			if other := pick(); len(other) > 0 {
				w[i] = other[r.IntN(len(other))]
			}
		case 4: // the tail of another
			if other := pick(); len(other) > 0 {
				w = append(w[:i:i], other[r.IntN(len(other)):]...)
			}
		}
	}
	return strings.Join(w, " ")
}

func TestMutationsLeakNothing(t *testing.T) {
	o := newOracle(t, 40)
	statements := slices.Concat(corpus(attacksText), corpus(honestText))
	r := rand.New(rand.NewPCG(1, 2))
	for range mutations {
		o.check(t, mutate(r, statements))
	}
}
