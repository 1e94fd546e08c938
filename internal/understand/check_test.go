package understand

import (
	"slices"
	"testing"
)

func TestBrokenWeightsAreRefused(t *testing.T) {
	if err := Default().Check(); err != nil {
		t.Fatal("the shipped weights:", err)
	}
	for _, at := range []int{12, 40, 12 + 4*(drawers+1) + 2} { // where drawers begin, and a count of cells
		broken := slices.Clone(shipped)
		broken[at], broken[at+1] = broken[at]^0xff, 0xff
		r, err := Open(broken)
		if err == nil {
			err = r.Check()
		}
		if err == nil {
			t.Errorf("weights broken at %d are taken", at)
		}
	}
}
