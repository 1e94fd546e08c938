package guard_test

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/concierge/guard"
	"github.com/maitre-dev/maitre/lang"
)

func TestMendPutsRightOrDeletes(t *testing.T) {
	f := facts(lang.Portuguese, "o que tem?", hook.Person{Allergies: []string{"camarão"}})
	for _, tt := range []struct {
		name, answer, want string
		ok                 bool
	}{
		{"a right answer stays as it is", "Sugiro a Lasanha de berinjela, por R$ 58,00.", "Sugiro a Lasanha de berinjela, por R$ 58,00.", true},
		{"a wrong price becomes the right one", "Sugiro a Lasanha de berinjela, por R$ 85,00.", "Sugiro a Lasanha de berinjela, por R$ 58,00.", true},
		{"also where the name is not whole", "A Moqueca capixaba custa R$ 89,00.", "A Moqueca capixaba custa R$ 98,00.", true},
		{"a price keeps the form it was written in", "A Lasanha de berinjela sai por R$ 85.", "A Lasanha de berinjela sai por R$ 58.", true},
		{"an id goes", "Sugiro a Lasanha de berinjela [lasanha-de-berinjela], por R$ 58,00.", "Sugiro a Lasanha de berinjela, por R$ 58,00.", true},
		{"a link leaves its words", "Veja o [cardápio](https://x.example/y) de hoje à noite.", "Veja o cardápio de hoje à noite.", true},
		{"a dangerous sentence goes", "Sugiro a Lasanha de berinjela. O [Bobó de camarão](you) também é ótimo. Bom apetite a todos!", "Sugiro a Lasanha de berinjela. Bom apetite a todos!", true},
		{"a dangerous line of a list goes", "Minhas sugestões:\n- Lasanha de berinjela — R$ 58,00\n- [Bobó de camarão](you) — R$ 94,00\n- Sorbet de cajá — R$ 19,00", "Minhas sugestões:\n- Lasanha de berinjela — R$ 58,00\n- Sorbet de cajá — R$ 19,00", true},
		{"with its last line a list loses its head", "Temos a Lasanha de berinjela. Também:\n- [Bobó de camarão](you) — R$ 94,00", "Temos a Lasanha de berinjela.", true},
		{"nothing remains", "O [Bobó de camarão](you) é perfeito para você!", "", false},
		{"a question alone says nothing", "O [Bobó de camarão](you) é perfeito para você! Quer mais alguma coisa?", "Quer mais alguma coisa?", false},
		{"another language cannot be mended", "You should try the eggplant lasagna, it is the best we have.", "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			answer, marks := guard.Unmark(tt.answer)
			f.Marks = marks
			got, ok := guard.Mend(answer, guard.Check(answer, f))
			f.Marks = guard.Moved(marks, answer, got)
			if got != tt.want || ok != tt.ok {
				t.Errorf("Mend(%q) = %q, %v; want %q, %v", tt.answer, got, ok, tt.want, tt.ok)
			}
			if again := guard.Check(got, f); ok && len(again) > 0 {
				t.Errorf("Check(%q) = %+v after Mend, want nothing", got, again)
			}
		})
	}
}

func TestStreamSaysWhatPassed(t *testing.T) {
	f := facts(lang.Portuguese, "o que tem?", hook.Person{Allergies: []string{"camarão"}})
	for name, tt := range map[string]struct{ answer, said string }{
		"all but the last sentence is said early": {"Boa noite! Sugiro a [Lasanha de berinjela](you), por R$ 58,00. Bom apetite.", "Boa noite! Sugiro a Lasanha de berinjela, por R$ 58,00."},
		"from what is wrong on all is held back":  {"Boa noite! Sugiro o [Bobó de camarão](you). Bom apetite. Até já.", "Boa noite!"},
		"what is only warned of is said":          {"O bobó é famoso. Mas leva camarão, então não é para você. Até já.", "O bobó é famoso. Mas leva camarão, então não é para você."},
	} {
		s, said := guard.NewStream(f), ""
		for _, word := range strings.SplitAfter(tt.answer, " ") {
			said += s.Next(word)
		}
		if said != tt.said {
			t.Errorf("%s: said %q, want %q", name, said, tt.said)
		}
	}
}

func FuzzCheckStaysInsideTheAnswerAndIsTheSameTwice(f *testing.F) {
	for _, s := range []string{"Sugiro o Bobó de camarão [x-1] por R$ 1.234,50 (10%)!", "1. a\n- b:\n**c** 2027-03-10 às 19h30, 8 a 15 de março", "sem glúten nem traços, 100% seguro…", "\xff\xfe R$ 9999999999999999999,9 h 1/2/3/4 12:99", "a.b.c @x www. ]( [", "ÀÉ\u0301ß Ⅷ ١٢٣ noventa e cem mil e"} {
		f.Add(s, s)
	}
	facts := facts(lang.Portuguese, "o que tem?", hook.Person{Allergies: []string{"camarão"}}, hook.Person{Name: "Ana", Diets: []string{"vegana"}})
	f.Fuzz(func(t *testing.T, answer, said string) {
		facts := facts
		facts.Texts = append([]string{said}, facts.Texts...)
		facts.Asked = said
		vs := guard.Check(answer, facts)
		again := guard.Check(answer, facts)
		if len(vs) != len(again) {
			t.Fatalf("%d and then %d violations", len(vs), len(again))
		}
		for i, x := range vs {
			if x != again[i] || x.From < 0 || x.To > len(answer) || x.From >= x.To {
				t.Fatalf("%+v, then %+v, of %d bytes", x, again[i], len(answer))
			}
		}
		guard.Mend(answer, vs)
	})
}
