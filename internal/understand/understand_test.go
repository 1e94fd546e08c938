package understand

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// few are labelled messages enough to learn something from.
func few(t *testing.T) []Labelled {
	t.Helper()
	f, err := os.Open(filepath.Join("readings", "table_talk.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := Lines(f)
	if err != nil {
		t.Fatal(err)
	}
	return lines[:150]
}

func TestTrainIsDeterministic(t *testing.T) {
	lines := few(t)
	one, two := Train(lines), Train(lines)
	if !bytes.Equal(one, two) {
		t.Fatal("the same messages gave two different files")
	}
	r, err := Open(one)
	if err != nil {
		t.Fatal(err)
	}
	s := Rate(lines, func(l *Labelled) Reading { return r.Read(l.Text, l.Before()) })
	if s.Right < 130 || s.Spans.F1() < 0.8 {
		t.Errorf("it did not learn its own lines: %v", s)
	}
}

func TestOpenRefusesOtherFiles(t *testing.T) {
	for _, n := range []int{0, 3, 100, 1 << 17, len(shipped) / 2, len(shipped) - 20} {
		if _, err := Open(shipped[:n]); err == nil {
			t.Errorf("a file cut after %d bytes was opened", n)
		}
	}
	if len(shipped) > 4<<20 {
		t.Errorf("weights.bin has %d bytes, more than 4 MB", len(shipped))
	}
}

func TestTokens(t *testing.T) {
	for text, want := range map[string]string{
		"Até R$ 1.200,50, tá?": "ate r $ 1.200,50 , ta ?",
		"I can't":              "i can t",
		"my dad’s beer":        "my dad s beer",
		"oiiii!!":              "oi ! !",
	} {
		var got []string
		for _, x := range tokens(text) {
			got = append(got, x.word)
			if x.from >= x.to || x.to > len(text) {
				t.Errorf("%q: the token %q lies at %d to %d", text, x.word, x.from, x.to)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("tokens(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestSpansLieOnTokens(t *testing.T) {
	l := Labelled{Text: "my dad's allergic to peanuts, shrimp and milk", Spans: []Span{{Text: "dad", Kind: "people"}, {Text: "peanuts", Kind: "food"}, {Text: "shrimp", Kind: "food"}, {Text: "milk", Kind: "food"}}}
	if err := l.locate(); err != nil {
		t.Fatal(err)
	}
	x := newExample(&l)
	m := newMessage(l.Text, l.Before())
	var got []string
	for _, p := range placesOf(x.tags) {
		got = append(got, l.Text[m.tokens[p.From].from:m.tokens[p.To-1].to])
	}
	if want := []string{"dad", "peanuts", "shrimp", "milk"}; !slices.Equal(got, want) {
		t.Errorf("spans %q, want %q", got, want)
	}
	if err := (&Labelled{Text: "oi", Spans: []Span{{Text: "tchau"}}}).locate(); err == nil {
		t.Error("a span that is not in the text was found")
	}
}

func TestClauses(t *testing.T) {
	m := newMessage("me vê a conta, por favor, e que horas fecha?", Before{})
	to := 0
	for _, c := range m.clauses() {
		if c.From != to || c.To <= c.From {
			t.Errorf("a clause from %d to %d after %d", c.From, c.To, to)
		}
		to = c.To
	}
	if to != len(m.tokens) || len(m.clauses()) < 2 {
		t.Errorf("clauses %v of %d tokens", m.clauses(), len(m.tokens))
	}
}

func FuzzRead(f *testing.F) {
	f.Add("o segundo vem com coentro? minha filha não suporta", "menu", "1. Moqueca 2. Tambaqui")
	f.Add("\xff'-’ 1.,2 \u0301", "", "?")
	f.Add(strings.Repeat("camarão, ", 600), "none", "")
	f.Fuzz(func(t *testing.T, text, last, house string) {
		start := time.Now()
		r := Read(text, Before{Last: last, House: house})
		if took := time.Since(start); took > 10*time.Second { // a hang, not a slow machine
			t.Errorf("%v for %d bytes", took, len(text))
		}
		to := 0
		for _, s := range r.Spans {
			if s.From < to || s.To <= s.From || text[s.From:s.To] != s.Text {
				t.Errorf("the span %q lies at %d to %d", s.Text, s.From, s.To)
			}
			to = s.To
		}
		if r.Sure < 0 || r.Sure > 1 {
			t.Errorf("sure is %v", r.Sure)
		}
	})
}
