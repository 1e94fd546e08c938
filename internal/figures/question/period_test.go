package question

import (
	"testing"

	"github.com/maitre-dev/maitre/lang"
)

// A time that a model named in its own words is said in them.
func TestAPeriodInOtherWordsIsSaidInThem(t *testing.T) {
	for label, want := range map[string]string{"2024 until 30/6": "2024 until 30/6", "first half": "first half", "1/2025": "1/2025", "2025-01-01/2025-03-31": "Q1 2025"} {
		if got := (Answer{Language: lang.English}).period(label); got != want {
			t.Errorf("%q is said %q, want %q", label, got, want)
		}
	}
}
