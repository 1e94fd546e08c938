package question_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/maitre-dev/maitre/internal/figures/question"
)

// A question may point to the one thing that the last answer named, or to a place in its list.
func TestAQuestionPointsToWhatWasTold(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 18, 0, 0, 0, 0, time.UTC)
	v := question.Shipped()
	top := func(n int, rows [][]any) question.Plan {
		p := question.Plan{About: "purchases", Whose: question.Mine, Measure: "units", Stat: question.Sum, By: []string{"beer"}, Order: question.Desc, Top: n}
		return p.Naming([]string{"beer", "units"}, rows, question.Plan{})
	}
	one := top(1, [][]any{{"Stone IPA", 14}})
	three := top(3, [][]any{{"Stone IPA", 14}, {"Nut Brown", 9}, {"The Pupil", 4}})
	for _, tt := range []struct {
		before          question.Plan
		text, do, whose string
		beer            string
	}{
		{one, "desde quando eu bebo ela?", question.First, question.Mine, "Stone IPA"},
		{one, "how often did I order that?", "", question.Mine, "Stone IPA"},
		{one, "¿cuándo la pedí primero?", question.First, question.Mine, "Stone IPA"},
		{one, "how many did I take?", "", question.Mine, "Stone IPA"},
		{one, "que nota média eu dei?", "", question.Mine, "Stone IPA"},
		{one, "what style?", question.Lookup, "", "Stone IPA"},
		{one, "what do other customers think of it?", "", question.All, "Stone IPA"},
		{three, "e da segunda, em que canal eu mais compro?", "", question.Mine, "Nut Brown"},
		{three, "how much have I spent on the first one?", "", question.Mine, "Stone IPA"},
	} {
		p, err := v.Read(tt.text, now, &tt.before)
		if err != nil {
			t.Errorf("Read(%q): %v", tt.text, err)
			continue
		}
		want := []question.Cond{{Field: "beer", Op: "=", Values: []string{tt.beer}}}
		if diff := cmp.Diff(want, p.Where, cmpopts.IgnoreUnexported(question.Cond{})); diff != "" || p.Do != tt.do || p.Whose != tt.whose {
			t.Errorf("Read(%q) = %q of %q %s", tt.text, p.Do, p.Whose, diff)
		}
	}
	count, _ := v.Read("quantas vezes comprei a segunda?", now, &three)
	count = count.Naming([]string{"purchases"}, [][]any{{2}}, three)
	p, err := v.Read("e a terceira?", now, &count)
	if err != nil || len(p.Where) != 1 || p.Where[0].Values[0] != "The Pupil" || p.Stat != question.Count {
		t.Errorf("the same of another: %+v, %v", p, err)
	}
}
