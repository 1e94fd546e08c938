package recent_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/base/recent"
)

func TestTableComputesAgainOnlyWhatItNoLongerHolds(t *testing.T) {
	table := recent.Table[string, int]{Size: 8}
	computed := 0
	get := func(n int) int {
		return table.Get(strconv.Itoa(n), func() int { computed++; return n })
	}
	if first, again := get(1), get(1); first != 1 || again != 1 || computed != 1 {
		t.Errorf("the same key twice was computed %d times, want once", computed)
	}
	computed = 0
	for round := range 2 {
		for n := range 100 { // more than it has places for
			if got := get(n); got != n {
				t.Fatalf("round %d: Get(%d) = %d", round, n, got)
			}
		}
	}
	if computed < 200-2*8 {
		t.Errorf("200 Gets of 100 keys computed %d: it holds more than its size", computed)
	}
}

func TestTwoKeysOfOnePlaceAreBothHeld(t *testing.T) {
	table, computed := recent.Table[string, int]{Size: 2}, 0
	for range 10 {
		for _, key := range []string{"a", "b"} {
			table.Get(key, func() int { computed++; return 0 })
		}
	}
	if computed != 2 {
		t.Errorf("two keys by turns were computed %d times, want once each", computed)
	}
}

func TestTextsReadsALongTextAnew(t *testing.T) {
	read := 0
	length := recent.Texts(8, func(text string) int { read++; return len(text) })
	for range 3 {
		if got := length("short"); got != 5 {
			t.Fatalf("got %d", got)
		}
	}
	if read != 1 {
		t.Errorf("a short text was read %d times, want once", read)
	}
	long := strings.Repeat("a", 5000)
	length(long)
	if length(long); read != 3 {
		t.Errorf("a long text is kept")
	}
}
