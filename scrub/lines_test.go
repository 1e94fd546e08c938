package scrub_test

import (
	"encoding/json"
	"hash/fnv"
	"os"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/scrub"
)

// line is a labelled text: what is to be found in it, in order.
type line struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	Want []struct {
		Type scrub.Type `json:"type"`
		Text string     `json:"text"`
	} `json:"want"`
}

// heldOut reports whether the line is of the half that is never looked at when
// the rules are changed.
func (l line) heldOut() bool {
	h := fnv.New32a()
	h.Write([]byte(l.ID))
	return h.Sum32()%2 == 0
}

func readLines(t testing.TB) []line {
	t.Helper()
	b := must.Get(os.ReadFile("testdata/lines.jsonl"))(t)
	var lines []line
	for text := range strings.Lines(string(b)) {
		var l line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		lines = append(lines, l)
	}
	return lines
}

// score counts what was found of what should be.
type score struct {
	wanted, found   int // findings
	clean, alarmed  int // lines with nothing to find
	mustNotBeMissed int // CPFs, CNPJs and cards that were
}

func TestLabelledLinesAreScrubbed(t *testing.T) {
	lines := readLines(t)
	dirty := 0
	for _, half := range []struct {
		name    string
		heldOut bool
	}{{"tuned on", false}, {"held out", true}} {
		var s score
		for _, l := range lines {
			if l.heldOut() == half.heldOut {
				s.add(t, l)
			}
			if len(l.Want) > 0 {
				dirty++
			}
		}
		recall := float64(s.found) / float64(s.wanted)
		alarms := float64(s.alarmed) / float64(s.clean)
		t.Logf("%s: recall %.3f (%d of %d), false alarms %.3f (%d of %d clean lines)", half.name, recall, s.found, s.wanted, alarms, s.alarmed, s.clean)
		if recall < 0.99 || alarms > 0.01 {
			t.Errorf("%s: recall %.3f, false alarms %.3f, want at least 0.99 and at most 0.01", half.name, recall, alarms)
		}
		if s.mustNotBeMissed > 0 {
			t.Errorf("%s: %d CPFs, CNPJs or cards were missed, want none", half.name, s.mustNotBeMissed)
		}
	}
	if dirty /= 2; len(lines) < 300 || dirty > len(lines)/2 {
		t.Errorf("%d lines, of them %d with findings; want 300, at least half of them clean", len(lines), dirty)
	}
}

// add counts one line. Details are told of the tuned half only.
func (s *score) add(t *testing.T, l line) {
	clean, found := scrub.Replace(l.Text)
	if len(l.Want) == 0 {
		s.clean++
		if len(found) > 0 {
			s.alarmed++
			s.tell(t, l, "false alarm", clean)
		}
		return
	}
	at := 0
	for _, w := range l.Want {
		s.wanted++
		end := covering(found, l.Text, at, w.Type, w.Text)
		if end > 0 {
			at = end
			s.found++
			continue
		}
		s.tell(t, l, string(w.Type)+" missed", clean)
		if w.Type == scrub.CPF || w.Type == scrub.CNPJ || w.Type == scrub.Card {
			s.mustNotBeMissed++
		}
	}
}

func (s *score) tell(t *testing.T, l line, what, clean string) {
	if !l.heldOut() {
		t.Logf("%s: %s: %q gives %q", l.ID, what, l.Text, clean)
	}
}

// covering returns the end of the first finding of a type from at on that hides
// a text, or 0.
func covering(found []scrub.Finding, text string, at int, t scrub.Type, want string) int {
	for _, f := range found {
		if f.Type == t && f.Start >= at && strings.Contains(text[f.Start:f.End], want) {
			return f.End
		}
	}
	return 0
}
