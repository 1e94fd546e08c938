package memo_test

import (
	"strings"
	"testing"
)

func TestWhoAsksToKeepIsNotAskedAgain(t *testing.T) {
	for _, tt := range []struct{ says, call, of string }{
		{"sou alérgica a lula, guarda isso pra próxima", `remember {"facts":[{"what":"lula","kind":"allergy"}]}`, ""},
		{"I'm allergic to squid. Please remember that for next time", `remember {"facts":[{"what":"squid","kind":"allergy"}],"keep":"Please remember that for next time"}`, ""},
		{"soy alérgica al pulpo, ténganlo presente la próxima vez", `remember {"facts":[{"what":"pulpo","kind":"allergy"}],"keep":"ténganlo presente la próxima vez"}`, ""},
		{"wipe whatever you have of last night, only hold on to the squid: keep that it makes me ill", `remember {"facts":[{"what":"squid","kind":"allergy"}],"keep":"keep that it makes me ill"}`, ""},
		{"apague aquilo de ontem, mas mantenha que não posso com lula", `remember {"facts":[{"what":"lula","kind":"allergy"}],"keep":"mantenha que não posso com lula"}`, ""},
		{"de mim deixem só isso: não posso com lula", `remember {"facts":[{"what":"lula","kind":"allergy"}],"keep":"de mim deixem só isso"}`, ""},
		{"minha irmã Ana é alérgica a lula, anota para as próximas vezes", `remember {"facts":[{"what":"lula","kind":"allergy","person":"Ana"}]}`, "Ana"},
	} {
		h := open(t)
		c := h.turn(turn{guest: "bia", says: tt.says, calls: []string{tt.call}, answer: "Certo."})
		if strings.Contains(c.results[0], "ask") || strings.Contains(c.more, "?") {
			t.Errorf("to %q the house asks: %s %s", tt.says, c.results[0], c.more)
		}
		own, _ := h.book.Of(t.Context(), "bia")
		if own.Health(tt.of) != "yes" || len(own.In("")) == 0 {
			t.Errorf("after %q consent is %q and %d are kept", tt.says, own.Health(tt.of), len(own.In("")))
		}
	}
	h := open(t)
	h.turn(turn{guest: "bia", says: "mi primo Leo no come gluten, es celíaco", calls: []string{`remember {"facts":[{"what":"celíaco","kind":"intolerance","person":"Leo"}]}`}})
	c := h.turn(turn{guest: "bia", says: "¿lo podrían dejar en la ficha de Leo? a él no le molesta para nada", calls: []string{`consent {"answer":"yes","person":"Leo","words":"lo podrían dejar en la ficha de Leo? a él no le molesta para nada"}`}})
	c.result(t, `{"answer":"yes","of":"Leo","kept":["Restrição alimentar: celíaco (de Leo)"]}`)
	h = open(t)
	h.turn(turn{guest: "bia", says: "sou alérgica a lula", calls: []string{`remember {"facts":[{"what":"lula","kind":"allergy"}],"keep":"sou alérgica a lula"}`}})
	if own, _ := h.book.Of(t.Context(), "bia"); own.Health("") == "yes" {
		t.Error("who only tells has agreed to nothing")
	}
}

func TestWhoAgreedBeforeHasWhatTheyNameKept(t *testing.T) {
	h := open(t)
	h.turn(turn{guest: "bia", says: "I'm allergic to squid. Please remember that for next time", calls: []string{`remember {"facts":[{"what":"squid","kind":"allergy"}],"keep":"Please remember that for next time"}`}})
	h.turn(turn{guest: "bia", says: "today I'm off sesame and I don't drink", calls: []string{`remember {"facts":[{"what":"sesame","kind":"diet"}]}`}})
	c := h.turn(turn{guest: "bia", says: "the sesame one as well, then", calls: []string{`consent {"answer":"yes","only":["sesame"]}`}})
	if !strings.Contains(c.results[0], `"answer":"yes"`) || !strings.Contains(c.results[0], "gergelim") {
		t.Error(c.results)
	}
	c = h.turn(turn{guest: "bia", says: "what shall we eat?", calls: []string{`consent {"answer":"yes","only":["alcohol"]}`}})
	if strings.Contains(c.results[0], `"answer":"yes"`) {
		t.Errorf("nobody spoke of it: %s", c.results)
	}
}

// Of a companion only what is named is kept, and the rest holds for the conversation.
func TestOfACompanionOnlyWhatIsNamedIsKept(t *testing.T) {
	h := open(t)
	h.turn(turn{guest: "bia", says: "meu tio Zeca vem junto: tem alergia a mel, adora pesca e não come jiló", calls: []string{`remember {"facts":[{"what":"mel","kind":"allergy","person":"Zeca"},{"what":"pesca","kind":"like","person":"Zeca"},{"what":"jiló","kind":"diet","person":"Zeca"}]}`}})
	c := h.turn(turn{guest: "bia", says: "do Zeca pode guardar o mel para a próxima vez, o resto não", calls: []string{`consent {"answer":"yes","person":"Zeca","only":["mel"]}`}})
	c.result(t, `{"answer":"yes","of":"Zeca","kept":["Alergia: mel (de Zeca)"]}`)
	own, _ := h.book.Of(t.Context(), "bia")
	for _, k := range own.In("") {
		if k.Kind != "asked" && k.Value != "mel" {
			t.Errorf("kept besides: %s %s", k.Kind, k.Value)
		}
	}
}

// A yes to some beside a no of somebody else is no plain no.
func TestWhatIsKeptOfHealthIsToldBesideANo(t *testing.T) {
	h := open(t)
	h.turn(turn{guest: "bia", says: "I'm coeliac and my aunt is allergic to walnuts", calls: []string{`remember {"facts":[{"what":"coeliac","kind":"diet"},{"what":"walnuts","kind":"allergy","person":"my aunt"}]}`}, answer: "Noted. May I keep that for next time?"})
	h.turn(turn{guest: "bia", says: "the coeliac bit, yes, keep it; of my aunt nothing please", calls: []string{`consent {"answer":"yes","only":["coeliac"]}`, `consent {"answer":"no","person":"my aunt"}`}, answer: "Done."})
	for _, thread := range []string{"", "another"} {
		c := h.turn(turn{guest: "bia", thread: thread, says: "what do you know of me?", calls: []string{`recall {}`}, answer: "…"})
		if got := c.results[0]; !strings.Contains(got, "celíaco") || strings.Contains(got, `"health_may_be_kept":"no"`) {
			t.Errorf("recall: %s", got)
		}
	}
}
