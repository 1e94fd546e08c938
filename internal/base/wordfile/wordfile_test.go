package wordfile_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
)

const file = `# who somebody is
kin: mãe, pai,
  mother , father

time: 10:30
kin: tía,
open:
`

func TestEntriesAreLinesWithAKey(t *testing.T) {
	var got [][2]string
	for key, value := range wordfile.Entries(file) {
		got = append(got, [2]string{key, value})
	}
	want := [][2]string{{"kin", "mãe, pai, mother , father"}, {"time", "10:30"}, {"kin", "tía,"}, {"open", ""}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for range wordfile.Entries(file) {
		break // whoever needs no more reads no more
	}
}

func TestListsAndSetsGatherAKey(t *testing.T) {
	if diff := cmp.Diff([]string{"mãe", "pai", "mother", "father", "tía"}, wordfile.Lists(file)["kin"]); diff != "" {
		t.Error(diff)
	}
	sets := wordfile.Sets("a: um dois\nb: um\na: três")
	if !sets["a"]["três"] || !sets["a"]["um"] || sets["b"]["dois"] {
		t.Errorf("the sets are %v", sets)
	}
}

func TestALineWithoutAKeyIsABug(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("it was read over")
		}
	}()
	for range wordfile.Entries("a word") {
	}
}
