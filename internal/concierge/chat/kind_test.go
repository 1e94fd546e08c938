package chat

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/lang"
)

// The set has one message a line. Odd lines are what the phrases were tuned
// on; even lines are held out: their mistakes are counted and never shown. New
// lines go at the end, so that no line changes sides. Both halves were written by
// the hand that wrote the tables: what guests write will fare worse.
func TestKindIsRightOnLabelledMessages(t *testing.T) {
	f, err := os.Open("testdata/smalltalk.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var total, right, spoken [2]int
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		var l struct {
			Message  string
			Kind     kind
			Language lang.Language
		}
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			t.Fatalf("line %d: %v", n, err)
		}
		if l.Language == "none" {
			l.Language = ""
		}
		if l.Kind != unknown && !slices.Contains(kinds, l.Kind) {
			t.Errorf("line %d: there is no kind %q", n, l.Kind)
		}
		got, language := kindOf(l.Message)
		kindRight := got == l.Kind
		half := (n + 1) % 2
		total[half]++
		if kindRight {
			right[half]++
		}
		if language == l.Language {
			spoken[half]++
		}
		if half == 0 && (!kindRight || language != l.Language) {
			t.Logf("line %d: kindOf(%q) = %s in %q, want %s in %q", n, l.Message, got, language, l.Kind, l.Language)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	for half, least := range [2]float64{0.97, 0.90} {
		name := [2]string{"tuned on", "held out"}[half]
		n := float64(max(total[half], 1))
		kinds, languages := float64(right[half])/n, float64(spoken[half])/n
		t.Logf("%s: of %d messages the kind was right in %.3f, the language in %.3f", name, total[half], kinds, languages)
		if total[half] < 100 || kinds < least || languages < 0.95 {
			t.Errorf("%s: of %d messages the kind was right in %.3f and the language in %.3f; want at least 100, %.2f and 0.95",
				name, total[half], kinds, languages, least)
		}
	}
}

func TestEveryTongueIsComplete(t *testing.T) {
	for language, tongue := range tongues() {
		if len(tongue.asks) != len(kinds) {
			t.Errorf("%s: of %d kinds some are misspelt", language, len(tongue.asks))
		}
		asks := map[string][]phrase{}
		for _, k := range kinds {
			asks[string(k)] = tongue.asks[k]
		}
		for k, phrases := range asks {
			if len(phrases) == 0 {
				t.Errorf("%s: nobody asks %s", language, k)
			}
			for _, p := range phrases {
				if text := strings.TrimSpace(p.text); text != lang.Fold(text) {
					t.Errorf("%s, %s: %q is never found: it is not folded", language, k, text)
				}
				if p.only && !strings.HasSuffix(p.text, " ") {
					t.Errorf("%s, %s: %q cannot be a beginning and all there is", language, k, p.text)
				}
			}
		}
	}
}
