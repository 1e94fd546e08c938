package memory_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/memory"
)

// sure is what counts.
func sure(all []memory.Candidate) []memory.Candidate {
	var kept []memory.Candidate
	for _, c := range all {
		if c.Confidence >= 0.7 {
			kept = append(kept, c)
		}
	}
	return kept
}

// detected is what counts of a message, a line each.
func detected(messages ...string) []string {
	var all []string
	for _, c := range sure(memory.Detect(messages)) {
		s := string(c.Kind) + " " + c.Key + " " + c.Value
		if c.Scope == memory.Session {
			s += ", for now"
		}
		if c.Subject == memory.Companion {
			s += ", a companion's"
		}
		if c.Retract {
			s += ", no longer"
		}
		all = append(all, s)
	}
	return all
}

func FuzzEveryProposalIsWellFormed(f *testing.F) {
	for _, s := range []string{"", "sou alérgico a", "não é", "a, b, c", "\xff sou \xc3", "é", "'s", "n't", "I'm", "12/", "entre 1 e", "somos", "“x", "R$ 1.500,00", "moro em", "me chamo", strings.Repeat("sou alérgico a camarão e ", 300), "tenho 👍🏽", "nao sou mais", "meu aniversário é dia"} {
		f.Add(s, "sou vegano")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, c := range memory.Detect([]string{a, b}) {
			keys, ok := memory.Keys[c.Kind]
			known := c.Kind == memory.Correction
			for _, k := range keys {
				known = known || k == c.Key
			}
			if !ok || !known || c.Value == "" || c.Confidence <= 0 || c.Confidence > 1 || utf8.RuneCountInString(c.Value) > 400 ||
				c.Scope != memory.Durable && c.Scope != memory.Session || c.Subject != memory.User && c.Subject != memory.Companion {
				t.Errorf("%q, %q give %+v", a, b, c)
			}
		}
	})
}
