package memo_test

import (
	"slices"
	"strings"
	"testing"
)

// What was noted beside a question about what is known was not known before it.
func TestWhatIsToldNowIsRecalledAsSuch(t *testing.T) {
	h := open(t)
	h.turn(turn{guest: "bia", says: "moro em Natal", calls: []string{`remember {"facts":[{"what":"Natal","kind":"home"}]}`}})
	c := h.turn(turn{guest: "bia", says: "meu nome é Bia, o que sabem de mim?", calls: []string{`recall {}`, `remember {"facts":[{"what":"Bia","kind":"name"}]}`}})
	i := slices.IndexFunc(c.results, func(r string) bool { return strings.Contains(r, `"known"`) })
	if i < 0 {
		t.Fatalf("recalled: %q", c.results)
	}
	for item := range strings.SplitSeq(c.results[i], "},{") {
		if now := strings.Contains(item, "told_just_now"); now != strings.Contains(item, "Bia") {
			t.Errorf("told just now: %v of %s", now, item)
		}
	}
}

func TestAnAgeIsNoAllergy(t *testing.T) {
	for _, says := range []string{"my nephew Ravi (7) is allergic to peanut", "mi sobrino Iván (7) es alérgico al maní"} {
		c := open(t).turn(turn{guest: "bia", says: says, calls: []string{`remember {"facts":[{"what":"7","kind":"allergy","person":"Ravi"},{"what":"7","kind":"fact","person":"Ravi"}]}`}})
		if slices.Contains(c.must, "7") || len(c.must) == 0 {
			t.Errorf("%s: must not have %q", says, c.must)
		}
		if strings.Contains(says, "Ravi") && (strings.Contains(c.results[0], "Sobre você") || !strings.Contains(c.results[0], "Nota: 7 (de Ravi)")) {
			t.Errorf("%s: %s", says, c.results[0])
		}
	}
}

func TestWhatAFamilyMustNotHaveNobodyOfItMust(t *testing.T) {
	c := open(t).turn(turn{guest: "bia", says: "my family is vegetarian, and Ravi is allergic to peanut", calls: []string{`remember {"facts":[{"what":"vegetarian","kind":"diet","person":"family"},{"what":"peanut","kind":"allergy","person":"Ravi"}]}`}})
	if m := c.scene.MustNots([]string{"Ravi"}); len(m.Diets) != 1 || len(m.Allergies) != 1 {
		t.Errorf("Ravi must not have %+v, at the table %+v", m, c.table)
	}
}

// A child at the table has no beer, in this turn and the next.
func TestAChildHasNoAlcohol(t *testing.T) {
	h := open(t)
	c := h.turn(turn{guest: "bia", says: "vou com meu sobrinho Caio, de 5 anos, e minha mãe, de 71", calls: []string{`remember {"facts":[{"what":"5 anos","kind":"fact","person":"Caio"},{"what":"71","kind":"fact","person":"mãe"}]}`}})
	for range 2 {
		if m := c.scene.MustNots([]string{"Caio"}); !slices.Contains(m.Diets, "bebida alcoólica") {
			t.Errorf("Caio must not have %q, at the table %+v", m.Diets, c.table)
		}
		if m := c.scene.MustNots([]string{"mãe"}); len(m.Diets) > 0 {
			t.Errorf("her mother must not have %q", m.Diets)
		}
		c = h.turn(turn{guest: "bia", says: "o que tem de entrada?"})
	}
}

// What somebody has, and how they are, stay both: a model notes what the notes did not have yet.
func TestAStateStaysBesideWhatItLimits(t *testing.T) {
	for _, tt := range []struct{ says, fact, state string }{
		{"pouco sal pro meu avô, ele é hipertenso", `"what":"pouco sal","kind":"diet","person":"meu avô"`, "hipertenso"},
		{"low salt for my uncle please, my uncle is hypertensive", `"what":"low salt","kind":"diet","person":"my uncle"`, "hypertensive"},
	} {
		h := open(t)
		h.turn(turn{guest: "bia", says: tt.says, calls: []string{`remember {"facts":[{` + tt.fact + `}]}`}, answer: "Ok."})
		c := h.turn(turn{guest: "bia", says: "e a sobremesa?"})
		if len(c.table) != 2 || !slices.Contains(c.table[1].Diets, tt.state) || len(c.table[1].Diets) < 2 {
			t.Errorf("%q: at the table are %+v", tt.says, c.table)
		}
	}
}
