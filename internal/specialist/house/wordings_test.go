package house

import (
	_ "embed"
	"strings"
	"testing"
)

//go:embed testdata/wordings.txt
var wordings string

// TestApprovedAnswersAreFoundByMeaning measures, on wordings that were written before the
// code, how many questions get the owner's answer and how many others do.
func TestApprovedAnswersAreFoundByMeaning(t *testing.T) {
	f := &Facts{}
	asked, said := map[string]string{}, []string{}
	for l := range strings.Lines(wordings) {
		l = strings.TrimSpace(l)
		switch {
		case l == "" || l[0] == '#':
		case l[0] == '=':
			asked[l[2:]] = f.Answers[len(f.Answers)-1].Ask[0]
			said = append(said, l[2:])
		case l[0] == '-':
			said = append(said, l[2:])
		default:
			f.Answers = append(f.Answers, Answer{Ask: []string{l}, Answer: Text{"": l}})
		}
	}
	found, wrong, falsely := 0, 0, 0
	for _, text := range said {
		got := ""
		if all := f.approved(text); len(all) > 0 && asksHouse(text, false) {
			got = all[0].Ask[0]
		}
		switch want := asked[text]; {
		case want != "" && got == want:
			found++
		case want == "" && got != "":
			falsely++
			t.Logf("%q gets the answer to %q", text, got)
		case got != "":
			wrong++
			t.Logf("%q gets the answer to %q, not to %q", text, got, want)
		case want != "":
			t.Logf("%q does not get the answer to %q", text, want)
		}
	}
	t.Logf("%d of %d get the answer, %d another; of %d that ask something else %d get one", found, len(asked), wrong, len(said)-len(asked), falsely)
	if found < 54 || wrong > 0 || falsely > 5 {
		t.Error("before it was 54, 0 and 5")
	}
}

// "Bebê" is a child, "beber" is not.
func TestATopicsWordMayBeWhole(t *testing.T) {
	for text, want := range map[string]string{"algo para beber?": "", "vocês têm cadeira de bebê?": "children", "aceitam bebês?": "children", "algo de beber, por favor": ""} {
		if got := strings.Join(topicsIn(text), " "); got != want {
			t.Errorf("topicsIn(%q) = %q, want %q", text, got, want)
		}
	}
}
