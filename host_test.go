package maitre_test

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/llm/llmtest"
)

// A line of a conversation with a scripted model: what the guest says, the calls of the
// model, its answer, and what is then in the results of tools, in the answer, and in
// neither.
type line struct {
	says  string
	calls []string // name and arguments in turn
	reply string
	told  []string // among the results
	shown []string // among the components
	never []string // in results or components
}

// talk has a conversation. An answer that the house does not send as it stands fails.
func talk(t *testing.T, lines ...line) {
	t.Helper()
	script := &llmtest.Script{}
	for _, l := range lines {
		if len(l.calls) > 0 {
			script.Steps = append(script.Steps, uses(l.calls...))
		}
		script.Steps = append(script.Steps, llmtest.Say(l.reply))
	}
	m, _ := served(t, script)
	for _, l := range lines {
		var shown strings.Builder
		before := len(script.Asked())
		got, err := m.Turn(t.Context(), maitre.Turn{Thread: "t1", Guest: "ana", Message: l.says}, func(e event.Event) {
			if e.Type == event.UI {
				shown.Write(e.Data)
			}
		})
		if err != nil || !strings.HasPrefix(got.Text, l.reply) {
			t.Fatalf("%q: %q, %v", l.says, got.Text, err)
		}
		var told strings.Builder
		asked := script.Asked()
		if len(l.calls) > 0 {
			for name, result := range results(asked[len(asked)-1]) {
				told.WriteString(name + " " + result + "\n")
			}
		}
		if want := 1 + min(1, len(l.calls)); len(asked)-before != want {
			t.Errorf("%q: the model was asked %d times, want %d", l.says, len(asked)-before, want)
		}
		for _, want := range l.told {
			if !strings.Contains(told.String(), want) {
				t.Errorf("%q: %s was not told:\n%s", l.says, want, told.String())
			}
		}
		for _, want := range l.shown {
			if !strings.Contains(shown.String(), want) {
				t.Errorf("%q: %s is not shown: %s", l.says, want, shown.String())
			}
		}
		for _, never := range l.never {
			if strings.Contains(told.String(), never) || strings.Contains(shown.String(), never) {
				t.Errorf("%q: %s was told or shown:\n%s\n%s", l.says, never, told.String(), shown.String())
			}
		}
	}
}

func TestAHostWarnsOfDishesAndShowsTheOthers(t *testing.T) {
	talk(t, line{
		says:  "Estou no quinto mês de gravidez: o que eu deixo de lado aqui, e o que vocês têm de bom pra mim?",
		calls: []string{"remember", `{"facts":[{"what":"gravidez","kind":"fact"}]}`, "whole_card", `{"avoid":true,"for":["me"]}`, "find_dishes", `{"wish":"algo cremoso","course":"main","for":["me"]}`},
		reply: "Por ora deixe o Ceviche de pirarucu com leite de tigre de cupuaçu e o Hambúrguer de picanha; o Escondidinho de carne-seca é bem cremoso, só pergunte se o queijo é pasteurizado.",
		told:  []string{"cru ou malpassado", "Risoto de pupunha", "pergunte se é pasteurizado"},
		shown: []string{"escondidinho-de-carne-seca"},
		never: []string{`"id":"ceviche`, "hamburguer-de-picanha", "none_fits"},
	})
}

func TestAHostSplitsTheBillOfATableWithNeeds(t *testing.T) {
	talk(t,
		line{
			says:  "my aunt Lia is vegan, and another two are coeliac",
			calls: []string{"remember", `{"facts":[{"what":"vegan","kind":"diet","person":"Lia"},{"what":"coeliac","kind":"diet","person":"other two","count":2}]}`},
			reply: "Noted.",
		},
		line{
			says:  "one of the coeliacs hates coriander. What's the strongest beer for Lia?",
			calls: []string{"remember", `{"facts":[{"what":"coriander","kind":"dislike","person":"one of the coeliacs"},{"what":"coeliac","kind":"diet","person":"one of the coeliacs"}]}`, "find_dishes", `{"course":"beer","sort":"strong","for":["Lia"]}`},
			reply: "The Dubbel com castanha-do-pará is the strongest, at 7.2%, and one of the two with a dislike of coriander is noted.",
			told:  []string{`"Dubbel com castanha-do-pará · R$34.00 · 7.2%`},
			never: []string{`{"who":"one of the coeliacs","why":"gluten"`},
		},
		line{
			says:  "I pay my ribs and half a cheese bread, Bob has a lasagne and the other half. Who owes what, without drinks?",
			calls: []string{"bill", `{"items":[{"dish":"Costela fogo de chão","by":["me"]},{"dish":"Lasanha de berinjela","by":["Bob"]},{"dish":"Pão de queijo da serra","by":["me","Bob"]}]}`},
			reply: "Without drinks or service it comes to R$168.00: you owe R$101.00 and Bob R$67.00.",
			told:  []string{`{"who":"guest","pays":"R$101.00"}`, `{"who":"Bob","pays":"R$67.00"}`},
		},
	)
}

func TestAHostReadsTheWholeCard(t *testing.T) {
	talk(t,
		line{
			says:  "Tem algo de tomar de colher, bem quente? E qual o prato com boi que sai mais em conta?",
			calls: []string{"find_dishes", `{"wish":"de tomar de colher, bem quente"}`, "find_dishes", `{"wish":"carne de boi","course":"main","sort":"cheap"}`},
			reply: "De colher temos o Caldinho de feijão com torresmo, o Tacacá e a Sopa de abóbora com gengibre. De boi, dos 31 pratos principais, o mais em conta é o Hambúrguer de picanha, por R$ 49,00; depois vem o Escondidinho de carne-seca, R$ 14,00 a mais.",
			told:  []string{"Hambúrguer de picanha · R$ 49,00", `"count":31`},
			shown: []string{"sopa-de-abobora-com-gengibre", "hamburguer-de-picanha"},
			never: []string{"none_fits", "more_fit", `"match"`},
		},
		line{
			says:  "quanto dá o hambúrguer com um mate gelado?",
			calls: []string{"bill", `{"items":["Hambúrguer de picanha","Mate gelado com limão"]}`},
			reply: "Dá R$ 63,00.",
		},
		line{
			says:  "e sem o mate?",
			calls: []string{"bill", `{"items":["Hambúrguer de picanha"]}`},
			reply: "Fica em R$ 49,00, R$ 14,00 a menos que antes.",
			told:  []string{`"less_than_before":"R$ 14,00"`},
		},
		line{
			says:  "e se fosse com o mate, ou com uma pilsen?",
			calls: []string{"bill", `{"items":["Hambúrguer de picanha","Mate gelado com limão"]}`, "bill", `{"items":["Hambúrguer de picanha","Pilsen da casa"]}`},
			reply: "Com o mate são R$ 63,00, com a pilsen R$ 65,00.",
			told:  []string{`"more_than_before":"R$ 16,00"`},
		},
		line{
			says:  "e com duas pilsen?",
			calls: []string{"bill", `{"items":["Hambúrguer de picanha",{"dish":"Pilsen da casa","quantity":2}],"what_if":true}`},
			reply: "São R$ 81,00, R$ 32,00 a mais.",
			told:  []string{`"more_than_before":"R$ 32,00"`},
		},
		line{
			says:  "e se forem dois hambúrgueres?",
			calls: []string{"bill", `{"items":[{"dish":"Hambúrguer de picanha","quantity":2}]}`},
			reply: "São R$ 98,00.",
			told:  []string{`"more_than_before":"R$ 49,00"`},
		},
	)
}

func TestAHostKeepsAndErasesInTheGuestsOwnWords(t *testing.T) {
	talk(t,
		line{
			says:  "o Beto, meu sogro, tem alergia a gergelim",
			calls: []string{"remember", `{"facts":[{"what":"gergelim","kind":"allergy","person":"Beto"}]}`},
			reply: "Anotado para o Beto.",
		},
		line{
			says:  "vocês podem deixar isso dele registrado pra outra vez? ele falou que tudo bem, não se importa",
			calls: []string{"consent", `{"answer":"yes","person":"Beto","words":"podem deixar isso dele registrado pra outra vez? ele falou que tudo bem, não se importa"}`},
			reply: "Ficou guardado.",
			told:  []string{`consent {"answer":"yes","of":"Beto","kept":["Alergia: gergelim (de Beto)"]}`},
		},
		line{
			says:  "pensando bem, zera tudo que vocês anotaram nessa conversa e me mostra o que sumiu",
			calls: []string{"forget", `{"what":"conversation"}`},
			reply: "Pronto: apaguei a alergia a gergelim do Beto, e não ficou nada anotado.",
			told:  []string{`"what":["Alergia: gergelim (de Beto)"]`, `"still_known":0`},
			never: []string{"confirm"},
		},
	)
}

func TestTheNotesHaveTheBillAndWhoMustNotHaveWhatWasShown(t *testing.T) {
	script := &llmtest.Script{Steps: []llmtest.Step{
		uses("bill", `{"items":[{"dish":"Hambúrguer de picanha","for":"me"},{"dish":"Pilsen da casa","quantity":2}]}`), llmtest.Say("Dá R$ 81,00."),
		uses("find_dishes", `{"wish":"quindim"}`), llmtest.Say("Temos o Quindim de coco fresco."),
		uses("remember", `{"facts":[{"what":"ovo","kind":"allergy","person":"Lia"}]}`), llmtest.Say("Anotado."), llmtest.Say("Certo."),
	}}
	m, _ := served(t, script)
	for _, says := range []string{"um hambúrguer pra mim e duas pilsen, quanto dá?", "e tem quindim?", "a Lia é alérgica a ovo", "ok"} {
		speak(t, m, says)
	}
	asked := script.Asked()
	last := asked[len(asked)-1].Messages
	notes := last[len(last)-1].Parts[0].Text
	for _, want := range []string{"On the bill: 1 Hambúrguer de picanha for the guest; 2 Pilsen da casa;", "Quindim de coco fresco, R$ 22,00, not for Lia"} {
		if !strings.Contains(notes, want) {
			t.Errorf("%q is not in the notes:\n%s", want, notes)
		}
	}
}
