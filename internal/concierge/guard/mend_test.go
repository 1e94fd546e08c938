package guard_test

import (
	"slices"
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
		{"a sentence with an invented name goes", "Sugiro a Lasanha de berinjela. Recomendo o Risoto Trufado Fiorentina. Bom apetite a todos!", "Sugiro a Lasanha de berinjela. Bom apetite a todos!", true},
		{"an invented line of a list goes", "Minhas sugestões:\n- Lasanha de berinjela — R$ 58,00\n- Risoto de trufas — R$ 94,00\n- Sorbet de cajá — R$ 19,00", "Minhas sugestões:\n- Lasanha de berinjela — R$ 58,00\n- Sorbet de cajá — R$ 19,00", true},
		{"with its last line a list loses its head", "Temos a Lasanha de berinjela. Também:\n- Risoto de trufas — R$ 94,00", "Temos a Lasanha de berinjela.", true},
		{"what hung on a deleted sentence goes with it", "Temos a Lasanha de berinjela. Recomendo o Risoto Trufado Fiorentina. Custa R$ 94,00.", "Temos a Lasanha de berinjela.", true},
		{"nothing remains", "Recomendo o Risoto Trufado Fiorentina!", "", false},
		{"a question alone says nothing", "Recomendo o Risoto Trufado Fiorentina! Quer mais alguma coisa?", "Quer mais alguma coisa?", false},
		{"what the card speaks against stays, for its word to stand below", "O Bobó de camarão é famoso na cidade.", "O Bobó de camarão é famoso na cidade.", true},
		{"an offer of it goes", "O Bobó de camarão é perfeito para você! Temos a Lasanha de berinjela.", "Temos a Lasanha de berinjela.", true},
		{"another language cannot be mended", "You should try the eggplant lasagna, it is the best we have.", "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := guard.Mend(tt.answer, guard.Check(tt.answer, f))
			if got != tt.want || ok != tt.ok {
				t.Errorf("Mend(%q) = %q, %v; want %q, %v", tt.answer, got, ok, tt.want, tt.ok)
			}
			again := slices.DeleteFunc(guard.Check(got, f), func(v guard.Violation) bool { return v.Word != guard.NoWord })
			if ok && len(again) > 0 {
				t.Errorf("Check(%q) = %+v after Mend, want nothing", got, again)
			}
		})
	}
}

func TestStreamSaysWhatPassed(t *testing.T) {
	f := facts(lang.Portuguese, "o que tem?", hook.Person{Allergies: []string{"camarão"}})
	for _, tt := range []struct {
		name, answer, said, rest string
		wrong                    int
	}{
		{"all but the last sentence is said early", "Boa noite! Sugiro a Lasanha de berinjela, por R$ 58,00. Bom apetite.", "Boa noite! Sugiro a Lasanha de berinjela, por R$ 58,00.", " Bom apetite.", 0},
		{"from what is wrong on all is held back", "Boa noite! Recomendo o Risoto Trufado Fiorentina. Bom apetite. Até já.", "Boa noite!", " Recomendo o Risoto Trufado Fiorentina. Bom apetite. Até já.", 1},
		{"what the card has a word of goes on", "O bobó é famoso. Bom apetite.", "O bobó é famoso.", " Bom apetite.", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := guard.NewStream(f)
			var said strings.Builder
			for _, word := range strings.SplitAfter(tt.answer, " ") {
				said.WriteString(s.Next(word))
			}
			rest, whole, vs := s.End()
			if said.String() != tt.said || rest != tt.rest || whole != tt.answer || len(vs) != tt.wrong {
				t.Errorf("said %q, rest %q, whole %q, wrong %+v; want %q, %q, %q, %d", said.String(), rest, whole, vs, tt.said, tt.rest, tt.answer, tt.wrong)
			}
		})
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

// A dish that is ordered without something is no claim about the card, and only where it is ordered so.
func TestWhatIsOrderedWithoutSomethingIsNoClaim(t *testing.T) {
	for _, tt := range []struct {
		result, answer string
		wrong          bool
	}{
		{`{"read_back":{"kind":"order","text":"Hambúrguer de picanha sem queijo"}}`, "Vai um Hambúrguer de picanha sem queijo: posso passar à equipe?", false},
		{`{"dishes":[{"name":"Hambúrguer de picanha"}]}`, "O Hambúrguer de picanha é sem queijo.", true},
		{`{"read_back":{"kind":"order","text":"Hambúrguer de picanha sem cebola"}}`, "O Hambúrguer de picanha é sem queijo.", true},
	} {
		f := facts(lang.Portuguese, "pode pedir")
		f.Texts = append(f.Texts, tt.result)
		got := slices.ContainsFunc(guard.Check(tt.answer, f), func(v guard.Violation) bool { return v.Kind == guard.Claim })
		if got != tt.wrong {
			t.Errorf("after %s %q is a wrong claim: %t, want %t", tt.result, tt.answer, got, tt.wrong)
		}
	}
}
