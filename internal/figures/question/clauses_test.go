package question_test

import (
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/figures/question"
)

func TestATextMayAskSeveralThings(t *testing.T) {
	now := time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC)
	v := question.Shipped()
	for text, want := range map[string][]question.Plan{
		"what did I spend altogether, and in how many orders?":                        {{Measure: "amount", Stat: question.Sum}, {Stat: question.Count}},
		"gastei quanto ao todo? e em quantas compras?":                                {{Measure: "amount", Stat: question.Sum}, {Stat: question.Count}},
		"¿Qué estilo califiqué mejor? Solo los que compré al menos dos veces":         {{Measure: "rating", Stat: question.Mean, Top: 1}},
		"em que mês gastei menos, e quanto isso ficou abaixo da média mensal?":        {{Measure: "amount", Stat: question.Sum, Then: question.FromMean, Top: 1}},
		"which was my slowest month and how far below the monthly average did it go?": {{Measure: "amount", Stat: question.Sum, Then: question.FromMean, Top: 1}},
		"which styles did I buy at least 3x?":                                         {{Stat: question.Count}},
	} {
		got, err := v.Plans(text, now, nil)
		if err != nil || len(got) != len(want) {
			t.Errorf("%s: %d plans, %v", text, len(got), err)
			continue
		}
		for i, p := range got {
			if w := want[i]; p.Whose != question.Mine || p.Measure != w.Measure || p.Stat != w.Stat || p.Then != w.Then || p.Top != w.Top {
				t.Errorf("%s: plan %d is %+v", text, i, p)
			}
		}
	}
}

func TestWhatAListNamesIsPointedAt(t *testing.T) {
	now := time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC)
	v := question.Shipped()
	list, err := v.Read("quais as três cervejas que mais comprei?", now, nil)
	if err != nil {
		t.Fatal(err)
	}
	list = list.Naming([]string{"beer", "units"}, [][]any{{"A", 3.0}, {"B", 2.0}, {"C", 1.0}}, question.Plan{})
	for text, want := range map[string]string{"a segunda é de qual cervejaria?": "B", "the first one, where is it from?": "A", "¿y la última, de qué ciudad es?": "C"} {
		p, err := v.Read(text, now, &list)
		if err != nil || p.Do != question.Lookup || len(p.Where) != 1 || p.Where[0].Values[0] != want {
			t.Errorf("%s: %+v, %v", text, p, err)
		}
	}
}
