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
		"what did I spend altogether, and in how many orders?":                {{Measure: "amount", Stat: question.Sum}, {Stat: question.Count}},
		"gastei quanto ao todo? e em quantas compras?":                        {{Measure: "amount", Stat: question.Sum}, {Stat: question.Count}},
		"¿Qué estilo califiqué mejor? Solo los que compré al menos dos veces": {{Measure: "rating", Stat: question.Mean, Top: 1}},
		"what did I spend in 2024 and how much in 2025?":                      {{Measure: "amount", Stat: question.Sum}},
		"o que comprei em maio de 2026 e quanto gastei?":                      {{}, {Measure: "amount", Stat: question.Sum}},
		"in which month did I spend the most and what did I buy?":             {{Measure: "amount", Stat: question.Sum, Top: 1}, {}},
		"qual o preço mais caro que paguei?":                                  {{Measure: "price", Stat: question.Max}},
		"quais eu não avaliei":                                                {{Stat: question.Distinct}},
		"cuánto gastamos con thorn":                                           {{Measure: "amount", Stat: question.Sum}},
		"which styles did I buy at least 3x?":                                 {{Stat: question.Count}},
		"how many cans did I get in July, and from how many breweries?":       {{Measure: "units", Stat: question.Sum}, {Measure: "brewery", Stat: question.Distinct}},
		"quando foi minha primeira compra, e quanto gastei em agosto?":        {{Top: 1}, {Measure: "amount", Stat: question.Sum}},
		"quantas latas levei em setembro, foi pro batizado":                   {{Measure: "units", Stat: question.Sum}},
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

func TestTwoTimesOfTwoSentencesAreBothTold(t *testing.T) {
	v, now := question.Shipped(), time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC)
	for text, want := range map[string]int{"what did I spend in June? and in July?": 2, "quanto gastei em maio? e em abril?": 2, "what did I spend in 2025? only in July": 1} {
		if got, err := v.Plans(text, now, nil); err != nil || len(got) != 1 || len(got[0].When) != want {
			t.Errorf("%s: %+v, %v", text, got, err)
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

func TestAFigureOfATieIsOfEach(t *testing.T) {
	now := time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC)
	v := question.Shipped()
	first, err := v.Read("which beer did I buy most?", now, nil)
	if err != nil {
		t.Fatal(err)
	}
	first = first.Naming([]string{"beer", "units"}, [][]any{{"A", 3.0}, {"B", 3.0}}, question.Plan{})
	for _, text := range []string{"quanto gastei com ela?", "what did I rate it?", "how much of it did I buy in 2025?"} {
		p, err := v.Read(text, now, &first)
		if err != nil || p.Then != "" || len(p.By) != 1 || len(p.Where) != 1 || len(p.Where[0].Values) != 2 {
			t.Errorf("%s: %+v, %v", text, p, err)
		}
	}
}

func TestAQuestionKeepsWhatTheOneBeforeItSaid(t *testing.T) {
	now := time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC)
	v := question.Shipped()
	for _, tt := range []struct {
		first, then string
		fits        func(question.Plan) bool
	}{
		{"how much did I spend in 2025?", "by style, in 2026, the first 3", func(p question.Plan) bool {
			return p.Measure == "amount" && p.By[0] == "style" && p.Top == 3 && p.Order == question.Desc && p.When[0].From.Year() == 2026
		}},
		{"quantas unidades comprei em 2025?", "e qual foi a que mais comprei?", func(p question.Plan) bool {
			return p.Measure == "units" && p.By[0] == "beer" && p.Top == 1 && p.When[0].From.Year() == 2025
		}},
		{"my spending by quarter", "compare 2024 and 2025", func(p question.Plan) bool {
			return len(p.By) == 0 && len(p.When) == 2 && p.Measure == "amount"
		}},
		{"how much did I spend in March 2026?", "and in the same month of last year?", func(p question.Plan) bool {
			return p.When[0].From.Year() == 2025 && p.When[0].From.Month() == time.March
		}},
		{"what do I buy most?", "how many purchases per client on average?", func(p question.Plan) bool {
			return p.Whose == question.All && p.Other == "clients"
		}},
		{"which purchases did I rate 1?", "but what do people in Ohio buy most?", func(p question.Plan) bool {
			return p.Whose == question.All && p.By[0] == "beer" && p.Do == ""
		}},
	} {
		before, err := v.Read(tt.first, now, nil)
		if err != nil {
			t.Fatalf("%s: %v", tt.first, err)
		}
		all, err := v.Plans(tt.then, now, &before)
		if err != nil || len(all) != 1 || !tt.fits(all[0]) {
			t.Errorf("%s / %s: %+v, %v", tt.first, tt.then, all, err)
		}
	}
}

func TestAnAsideChangesNotWhatIsAsked(t *testing.T) {
	v := question.Shipped()
	for _, text := range []string{"quanto gastei com hidromel, em 2025?", "how much did he spend, Roberto Nunes?"} {
		if got, err := v.Plans(text, time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC), nil); err == nil {
			t.Errorf("%s: %+v", text, got)
		}
	}
}
