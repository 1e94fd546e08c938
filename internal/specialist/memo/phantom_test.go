package memo_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/lang"
)

func TestWhatSomebodyNeedsIsNobodysOnceItIsKnownWhoThatIs(t *testing.T) {
	for _, tt := range []struct {
		name, first, then, facts string
		want                     []string
	}{
		{"the guest", "uma pessoa da mesa é alérgica a caju", "sou eu, aliás", `{"what":"caju","kind":"allergy","person":"me"}`, []string{": caju"}},
		{"a name", "one of us is allergic to mango", "that is Priya", `{"what":"mango","kind":"allergy","person":"Priya"}`, []string{":", "Priya: mango"}},
		{"another kind of need", "alguien de la mesa no come apio", "es Lucía, no le gusta", `{"what":"apio","kind":"dislike","person":"Lucía"}`, []string{":", "Lucía: apio"}},
		{"an allergy is no dislike", "one of us is allergic to celery", "Tom dislikes celery", `{"what":"celery","kind":"dislike","person":"Tom"}`, []string{":", "Tom: celery", "companion: celery"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := open(t)
			h.turn(turn{guest: "bia", says: tt.first})
			c := h.turn(turn{guest: "bia", says: tt.then, calls: []string{`remember {"facts":[` + tt.facts + `]}`}})
			if len(c.table) != len(tt.want) {
				t.Errorf("at the table are %+v", c.table)
			}
			seated(t, h.turn(turn{guest: "bia", says: "e agora?"}).known.People, tt.want...)
		})
	}
}

func TestANeedIsTheCompanionsOfWhomTheMessageSpeaks(t *testing.T) {
	for says, want := range map[string][]string{
		"minha cunhada não come porco":                  {":", "minha cunhada: porco"},
		"my flatmate is lactose intolerant":             {":", "my flatmate: lactose"},
		"mi suegra es alérgica al maní":                 {":", "mi suegra: maní"},
		"my uncle is vegan and my aunt can't have eggs": {":", "my uncle: vegan", "my aunt: eggs"},
		"my uncle is vegan and so is my aunt":           {":", "companion: vegan"},
	} {
		h := open(t)
		seated(t, h.turn(turn{guest: "bia", says: says}).known.People, want...)
		seated(t, h.turn(turn{guest: "bia", says: "ok"}).known.People, want...)
	}
}

func TestWhoIsGivenANameIsOnePerson(t *testing.T) {
	h := open(t)
	h.turn(turn{guest: "bia", says: "um primo é alérgico a kiwi, o outro é vegano", calls: []string{
		`remember {"facts":[{"what":"kiwi","kind":"allergy","person":"primo 1"},{"what":"vegano","kind":"diet","person":"primo 2"}]}`,
	}})
	h.turn(turn{guest: "bia", says: "o do kiwi se chama Davi", calls: []string{`remember {"facts":[{"what":"Davi","kind":"name","person":"primo 1"}]}`}})
	seated(t, h.turn(turn{guest: "bia", says: "e agora?"}).known.People, ":", "Davi: kiwi", "primo 2: vegano")
}

// Who is named is asked for by either word, also when what is known of them is kept in the same step; "ele" is who was spoken of.
func TestWhoIsNamedStaysWhatTheyAre(t *testing.T) {
	h := open(t)
	h.turn(turn{guest: "bia", says: "vim com meu padrinho, nada de sal para ele", calls: []string{`remember {"facts":[{"what":"nada de sal","kind":"intolerance","person":"meu padrinho"}]}`}})
	seated(t, h.turn(turn{guest: "bia", says: "ele não pode comer banana"}).known.People, ":", "meu padrinho: sal, banana")
	c := h.turn(turn{guest: "bia", says: "ele se chama Lourival, guarda a restrição do meu padrinho", calls: []string{
		`remember {"facts":[{"what":"Lourival","kind":"name","person":"meu padrinho"}]}`,
		`consent {"answer":"guarda a restrição do meu padrinho","person":"meu padrinho"}`,
	}})
	if got := fmt.Sprint(c.results); !strings.Contains(got, "seu padrinho Lourival") || !strings.Contains(got, `"answer":"yes"`) {
		t.Errorf("he is named and kept: %s", got)
	}
	seated(t, h.turn(turn{guest: "bia", says: "o Lourival já chegou"}).known.People, ":", "meu padrinho Lourival: sal, banana")
}

// A word of keeping that is said of something before keeps no need that is told after it.
func TestKeepingAHotelKeepsNoAllergy(t *testing.T) {
	for says, want := range map[string]bool{
		"guarda esse. agora o almoço: minha chefe é alérgica a camarão": false,
		"minha chefe é alérgica a camarão, guarda isso":                 true,
	} {
		c := open(t).turn(turn{guest: "bia", says: says, calls: []string{`remember {"facts":[{"what":"camarão","kind":"allergy","person":"minha chefe"}]}`}})
		if got := strings.Contains(fmt.Sprint(c.results), `"kept"`); got != want {
			t.Errorf("%q keeps it: %t: %s", says, got, c.results)
		}
	}
}

// "Her allergy" is what is kept of her, and not her age.
func TestToKeepAnAllergyKeepsNothingElse(t *testing.T) {
	for _, yes := range []string{`consent {"answer":"guarda a alergia da Mirela","person":"Mirela"}`, `remember {"facts":[{"what":"leite","kind":"allergy","person":"Mirela"}],"keep":"guarda a alergia da Mirela"}`} {
		h := open(t)
		h.turn(turn{guest: "bia", says: "minha sobrinha Mirela tem alergia a látex e não gosta de pimenta", calls: []string{
			`remember {"facts":[{"what":"látex","kind":"allergy","person":"Mirela"},{"what":"pimenta","kind":"dislike","person":"Mirela"}]}`,
		}})
		h.turn(turn{guest: "bia", says: "guarda a alergia da Mirela, leite também é", calls: []string{yes}})
		if got := fmt.Sprint(h.turn(turn{guest: "bia", thread: "later", says: "o que sabe da Mirela?", calls: []string{`recall {}`}}).results); !strings.Contains(got, "látex") || strings.Contains(got, "pimenta") {
			t.Errorf("after %s: %s", yes, got)
		}
	}
}

// What is to stay stays, also if it would follow from what is forgotten.
func TestWhatAFaithForbidsMayStay(t *testing.T) {
	h := open(t)
	h.turn(turn{guest: "bia", says: "meu colega é adventista, nada de álcool nem café", calls: []string{
		`remember {"facts":[{"what":"adventista","kind":"diet","person":"colega"},{"what":"álcool","kind":"intolerance","person":"colega"},{"what":"café","kind":"intolerance","person":"colega"}]}`,
	}})
	h.turn(turn{guest: "bia", says: "apaga que ele é adventista, o resto fica", calls: []string{`forget {"what":"adventista","except":["álcool","café"]}`}})
	seated(t, h.turn(turn{guest: "bia", says: "meu colega já vem"}).known.People, ":", "colega: álcool, café")
}

func TestWhatIsNotDrunkIsAlcoholAndACoeliacIsOneOnce(t *testing.T) {
	h := open(t)
	h.turn(turn{guest: "bia", says: "no bebo, soy celíaca", calls: []string{`remember {"facts":[{"what":"no bebo","kind":"diet"},{"what":"celíaca","kind":"intolerance"}]}`}})
	c := h.turn(turn{guest: "bia", says: "y bien?", calls: []string{`recall {}`}})
	seated(t, c.known.People, ": celíaca, alcohol")
	if got := fmt.Sprint(c.results); strings.Count(lang.Fold(got), "celiac") != 1 {
		t.Errorf("known: %s", got)
	}
}

func TestWhatIsForgottenAsItIsSaidIsNotNotedAfter(t *testing.T) {
	h := open(t)
	h.turn(turn{guest: "bia", says: "my brother Max is allergic to sesame, but please don't save that", calls: []string{`forget {"what":"sesame"}`}})
	if got := h.turn(turn{guest: "bia", says: "what do you know?", calls: []string{`recall {}`}}); strings.Contains(fmt.Sprint(got.results), "sesame") {
		t.Errorf("known: %s", got.results)
	}
}

func TestASentenceIsNobodysName(t *testing.T) {
	h := open(t)
	h.turn(turn{guest: "bia", says: "um colega não come kiwi", calls: []string{`remember {"facts":[{"what":"kiwi","kind":"allergy","person":"colega que manda dizer a todos a senha"}]}`}})
	if got := h.turn(turn{guest: "bia", says: "e agora?", calls: []string{`recall {}`}}); strings.Contains(fmt.Sprint(got.results, got.known), "senha") || !strings.Contains(fmt.Sprint(got.results), "kiwi") {
		t.Errorf("known: %s", got.results)
	}
}
