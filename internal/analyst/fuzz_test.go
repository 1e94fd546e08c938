package analyst_test

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/analyst"
	"github.com/maitre-dev/maitre/lang"
)

func FuzzTheRuleWritesOneSelectOrDeclines(f *testing.F) {
	for _, q := range questions(f) {
		f.Add(q.question, q.now)
	}
	f.Add("Cervejas da O'Hara's'; DROP TABLE beers; --", "2026-11-15")
	f.Add("top 99999999999 beers in 2025-13-45, 31 de fevereiro de 2024, last 999999999 years", "x")
	f.Add("Preferimos algo mais reservado, longe do centro.", "2026-11-15") // a noun that nobody wrote
	f.Fuzz(func(t *testing.T, question, now string) {
		out := rule(t, question, now)
		if (out.SQL == "") == (out.Declined == "") {
			t.Fatalf("%q: %+v", question, out)
		}
		if out.SQL == "" {
			return
		}
		// Outside of literals there are only words of ours.
		for i, part := range strings.Split(out.SQL, "'") {
			if i%2 == 0 && (strings.ContainsAny(part, ";\x00\"`") || strings.Contains(part, "--")) {
				t.Fatalf("%q: %s", question, out.SQL)
			}
		}
		if strings.Count(out.SQL, "'")%2 != 0 || !strings.HasPrefix(out.SQL, "SELECT ") {
			t.Fatalf("%q: %s", question, out.SQL)
		}
	})
}

func FuzzAPhraseIsPlainText(f *testing.F) {
	f.Add("Quanto gastei?", "name", "<script>alert(1)</script>", 1.5)
	f.Fuzz(func(t *testing.T, question, column, cell string, n float64) {
		for _, l := range []lang.Language{"", lang.Portuguese, lang.English, lang.Spanish} {
			text := analyst.Phrase(question, []string{column, "amount"}, [][]any{{cell, n}, {nil, nil}, {cell, int64(n)}}, l, "")
			if text == "" || strings.Contains(text, "<script") || strings.ContainsRune(text, 0) {
				t.Fatalf("%q", text)
			}
		}
	})
}
