package memo_test

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/lang"
)

// A note that stands under another name or kind than whoever takes it back says is found,
// and what is recalled afterwards is what the notes have.
func TestAWrongNoteIsTakenBackWhereverItStands(t *testing.T) {
	for _, tt := range []struct{ name, says, noted, over, value string }{
		{"a companion's, noted as the guest's", "o Beto detesta jiló", `{"what":"jiló","kind":"dislike"}`, `{"what":"jiló","kind":"dislike","person":"Beto","over":true}`, "jiló"},
		{"somebody's, taken back as the guest's", "my friend hates okra", `{"what":"okra","kind":"dislike","person":"somebody"}`, `{"what":"okra","kind":"dislike","over":true}`, "okra"},
		{"a dislike, taken back as a diet", "mi tío no quiere ajo", `{"what":"ajo","kind":"dislike"}`, `{"what":"ajo","kind":"diet","over":true}`, "ajo"},
		{"a diet, taken back as a dislike", "hoje sem cebola pra mim", `{"what":"cebola","kind":"diet"}`, `{"what":"cebola","kind":"dislike","over":true}`, "cebola"},
		{"what was noted in other words", "she cannot stand cilantro", `{"what":"cilantro","kind":"dislike"}`, `{"what":"coriander","kind":"dislike","over":true}`, "cilantro"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := open(t)
			h.turn(turn{guest: "bia", says: tt.says, calls: []string{`remember {"facts":[` + tt.noted + `]}`}, answer: "Certo."})
			c := h.turn(turn{guest: "bia", says: "e a sobremesa?", calls: []string{`remember {"facts":[` + tt.over + `]}`, "recall {}"}, answer: "Certo."})
			if !strings.Contains(c.results[0], `"over":[`) || strings.Contains(c.results[1], tt.value) {
				t.Errorf("after %s there is %s; recalled %s", tt.over, c.results[0], c.results[1])
			}
			c = h.turn(turn{guest: "bia", says: "obrigada", calls: []string{"recall {}"}})
			for _, p := range c.table {
				if strings.Contains(strings.Join(append(p.Dislikes, p.Diets...), " "), tt.value) {
					t.Errorf("the table still has %+v", p)
				}
			}
			if strings.Contains(c.results[0], tt.value) || strings.Contains(before(c.known.Context, "lately"), tt.value) {
				t.Errorf("recalled %s, told the model %s", c.results[0], c.known.Context)
			}
		})
	}
}

func before(text, mark string) string {
	text, _, _ = strings.Cut(text, mark)
	return text
}

// What the house has heard in a message is taken back in that message too.
func TestWhatWasJustHeardIsTakenBack(t *testing.T) {
	for says, over := range map[string]string{
		"meu chefe não gosta de alho":      `{"what":"alho","kind":"dislike","over":true}`,
		"my boss does not like garlic":     `{"what":"garlic","kind":"dislike","over":true}`,
		"a mi jefe no le gusta el ajo":     `{"what":"ajo","kind":"dislike","over":true}`,
		"ele não curte muito pimentão não": `{"what":"pimentão","kind":"dislike","over":true}`,
		"Rui no come fritura hoje":         `{"what":"fritura","kind":"diet","over":true}`,
	} {
		h := open(t)
		h.turn(turn{guest: "bia", says: says, calls: []string{`remember {"facts":[` + over + `]}`}, answer: "Certo."})
		c := h.turn(turn{guest: "bia", says: "obrigada", calls: []string{"recall {}"}})
		if len(c.table) > 0 || !strings.Contains(c.results[0], `"known":[]`) {
			t.Errorf("%q: the table is %v, recalled %s", says, c.table, c.results[0])
		}
	}
}

// Of what never held it is not said that it no longer does.
func TestWhatNeverHeldIsNotOver(t *testing.T) {
	c := open(t).turn(turn{guest: "bia", says: "o alho não é alergia, é mania dela", calls: []string{`remember {"facts":[{"what":"alho","kind":"allergy","person":"somebody","over":true}]}`}, answer: "Certo."})
	if strings.Contains(c.results[0], `"over"`) {
		t.Errorf("it says %s", c.results[0])
	}
}

// Of several notes only the one that is named goes.
func TestForgettingLeavesTheNeighbours(t *testing.T) {
	for _, tt := range []struct{ says, facts, forget, what, gone string }{
		{
			"moro em Natal, adoro praia e o Beto gosta de frio", `{"what":"Natal","kind":"home"},{"what":"praia","kind":"like","always":true},{"what":"frio","kind":"like","person":"Beto"}`,
			"apaga isso de Natal", "Natal", "Natal",
		},
		{
			"I love oysters and my sister Joan loves quiet rooms", `{"what":"oysters","kind":"like","always":true},{"what":"quiet rooms","kind":"like","person":"Joan"}`,
			"please forget the oysters", "oysters", "oysters",
		},
		{
			"vamos a Cusco en mayo con Leo y no me gusta el cilantro", `{"what":"Cusco en mayo con Leo","kind":"fact","always":true},{"what":"cilantro","kind":"dislike","always":true}`,
			"borra lo de Cusco, deja el cilantro", "Cusco en mayo con Leo", "Cusco",
		},
	} {
		h := open(t)
		before := h.turn(turn{guest: "bia", says: tt.says, calls: []string{`remember {"facts":[` + tt.facts + `]}`, "recall {}"}}).results[1]
		c := h.turn(turn{guest: "bia", says: tt.forget, calls: []string{`forget {"what":"` + tt.what + `"}`, "recall {}"}})
		after := h.turn(turn{guest: "bia", says: "obrigada", calls: []string{"recall {}"}}).results[0]
		if strings.Contains(after, tt.gone) || strings.Count(after, `"what"`) != strings.Count(before, `"what"`)-strings.Count(before, tt.gone) {
			t.Errorf("%q: %s\nbefore %s\nafter  %s", tt.forget, c.results[0], before, after)
		}
	}
}

func TestAPartyIsForNow(t *testing.T) {
	c := open(t).turn(turn{guest: "bia", says: "somos três casais", calls: []string{`remember {"facts":[{"what":"6 pessoas","kind":"party","count":6,"always":true}]}`}})
	if !strings.Contains(c.results[0], `"for_now":["Pessoas: 6`) || strings.Contains(c.results[0], `"kept"`) {
		t.Errorf("%s", c.results[0])
	}
}

// Who has everything forgotten but one thing leaves nothing of what was put right before.
func TestWhatWasPutRightIsForgottenWithTheRest(t *testing.T) {
	h := open(t)
	h.turn(turn{guest: "bia", says: "sou alérgica a soja e detesto alho", calls: []string{`remember {"facts":[{"what":"soja","kind":"allergy"},{"what":"alho","kind":"dislike"}]}`}, answer: "Certo."})
	h.turn(turn{guest: "bia", says: "alho assado tudo bem, é o alho cru que eu detesto", calls: []string{`remember {"facts":[{"what":"alho","kind":"dislike","over":true},{"what":"alho cru","kind":"dislike"}]}`}, answer: "Certo."})
	h.turn(turn{guest: "bia", says: "esqueça tudo, menos a soja", calls: []string{`forget {"what":"everything","except":["soja"]}`}, answer: "Certo."})
	all, err := h.book.Export(t.Context(), "bia", lang.Portuguese)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range all.Memories {
		if strings.Contains(m.Value, "alho") {
			t.Errorf("there is still %+v", m)
		}
	}
}

// What the house noted as a need and is a liking is put right in one call, in whatever order.
func TestALikingTakesThePlaceOfAWrongNeed(t *testing.T) {
	const over, like = `{"what":"pork","kind":"diet","person":"my aunt","over":true}`, `{"what":"pork","kind":"like","person":"my aunt"}`
	for _, facts := range []string{over + "," + like, like + "," + over} {
		h := open(t)
		h.turn(turn{guest: "bia", says: "my aunt and pork, oh dear", calls: []string{`remember {"facts":[{"what":"pork","kind":"diet","person":"my aunt"}]}`}, answer: "Ok."})
		c := h.turn(turn{guest: "bia", says: "no, my aunt does eat pork, she likes pork", calls: []string{`remember {"facts":[` + facts + `]}`, "recall {}"}, answer: "Ok."})
		if strings.Contains(c.results[0], "rejected") || !strings.Contains(c.results[0], `"over":[`) || !strings.Contains(c.results[1], "Gosta de: porco") {
			t.Errorf("%s: %s; recalled %s", facts, c.results[0], c.results[1])
		}
		for _, p := range c.table {
			if p.Safety() {
				t.Errorf("at the table is %+v", p)
			}
		}
	}
}
