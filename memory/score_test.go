package memory_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/base/jsonl"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
)

// A labelled line is what a guest wrote and what there is to remember of it.
type labelled struct {
	ID      string             `json:"id"`
	Text    string             `json:"text"`
	Queries []string           `json:"queries"`
	Items   []memory.Candidate `json:"items"`
}

func (l labelled) messages() []string {
	if l.Queries != nil {
		return l.Queries
	}
	return []string{l.Text}
}

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

// A score is how well labelled lines are read.
type score struct {
	right, wrong, missed int
	allergies, unseen    int // allergies and intolerances there are, and those not found
	traps, durable       int // lines with nothing to save, and those of which something lasting is
	stolen               int // what is a companion's and is said to be the guest's
	report               strings.Builder
}

func (s *score) f1() float64 {
	return 2 * float64(s.right) / float64(2*s.right+s.wrong+s.missed)
}

func (s *score) String() string {
	return fmt.Sprintf("F1 %.3f (%d right, %d wrong, %d missed); allergies %d/%d; false durable %d/%d; stolen %d",
		s.f1(), s.right, s.wrong, s.missed, s.allergies-s.unseen, s.allergies, s.durable, s.traps, s.stolen)
}

func key(c memory.Candidate) string {
	k := c.Key
	if c.Kind == memory.Correction {
		k = "" // it is free
	}
	return fmt.Sprintf("%s/%s=%s %s %s %t", c.Kind, k, lang.Fold(c.Value), c.Scope, c.Subject, c.Retract)
}

func (s *score) line(l labelled) {
	got := sure(memory.Detect(l.messages()))
	left := map[string]int{}
	for _, c := range got {
		left[key(c)]++
	}
	var missed, wrong []string
	for _, want := range l.Items {
		allergy := want.Kind == memory.Diet && want.Key != "restriction" && !want.Retract
		if allergy {
			s.allergies++
		}
		if k := key(want); left[k] > 0 {
			left[k]--
			s.right++
			continue
		}
		missed = append(missed, key(want))
		s.missed++
		if allergy && !strings.Contains(fmt.Sprint(left), fmt.Sprintf("diet/%s=%s", want.Key, lang.Fold(want.Value))) {
			s.unseen++
		}
		for _, c := range got {
			if want.Subject == memory.Companion && c.Subject == memory.User && c.Kind == want.Kind && lang.Fold(c.Value) == lang.Fold(want.Value) {
				s.stolen++
			}
		}
	}
	lasting := false
	for _, c := range got {
		if k := key(c); left[k] > 0 {
			left[k]--
			s.wrong++
			wrong = append(wrong, k)
			lasting = lasting || c.Scope == memory.Durable
		}
	}
	if len(l.Items) == 0 {
		s.traps++
		if lasting {
			s.durable++
		}
	}
	if len(missed)+len(wrong) > 0 {
		fmt.Fprintf(&s.report, "%s %q\n\tmissed %q\n\twrong  %q\n", l.ID, l.messages(), missed, wrong)
	}
}

func scoreFile(t testing.TB, file string) *score {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := &score{}
	for line := range jsonl.Lines(f) {
		var l labelled
		if err := jsonl.Decode(line.Data, &l); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		s.line(l)
	}
	return s
}
