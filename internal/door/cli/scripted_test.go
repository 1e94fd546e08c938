package cli

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/testkit/providertest"
)

// A step is what a scripted model does next: it makes calls, or it answers.
type step struct {
	calls []providertest.Call
	said  string // beside the calls
	text  func(results string) string
}

// call makes one call, or several at once: a tool and its arguments by turns.
func call(toolsAndArgs ...string) (s step) {
	for pair := range slices.Chunk(toolsAndArgs, 2) {
		s.calls = append(s.calls, providertest.Call{Name: pair[0], Args: providertest.NextMarch(pair[1])})
	}
	return s
}

// beside answers in the same step in which it makes calls.
func (s step) beside(text string) step {
	s.said = text
	return s
}

func says(text string) step { return step{text: func(string) string { return text }} }

// quoting answers with what a pattern finds in the results of the tools, for %.
func quoting(text, pattern string) step {
	return step{text: func(results string) string {
		return strings.ReplaceAll(text, "%", regexp.MustCompile(pattern).FindString(results))
	}}
}

// script plays a model that was told what to do for each message.
func script(messages map[string][]step) providertest.Player {
	return func(a providertest.Ask) providertest.Answer {
		if a.Task != "decide" {
			return well(a)
		}
		done := len(a.Called)
		for _, s := range messages[a.Message()] {
			if s.text != nil {
				return providertest.Answer{Text: s.text(strings.Join(a.Results, "\n"))}
			}
			if done < len(s.calls) {
				return providertest.Answer{Text: s.said, Calls: s.calls}
			}
			done -= len(s.calls)
		}
		return providertest.Answer{Status: 500, Body: "the script has nothing for " + a.Message()}
	}
}

const (
	pasta     = "quero uma massa"
	twoOf     = "Sugiro o Espaguete com tomate assado e manjericão ou o Talharim fresco com ragu de costela."
	inDollars = `US\$ [0-9.,]+\d`
	inReais   = `R\$ [0-9.]+,\d\d`
)

// Turns in which two dishes are recommended, and one.
var (
	offersTwo = []step{call("find_dishes", `{"wish":"massa"}`), says(twoOf)}
	offersOne = []step{call("find_dishes", `{"wish":"massa"}`), says("Sugiro o Talharim fresco com ragu de costela.")}
)

func TestMessagesThatAModelDecidesWell(t *testing.T) {
	type turn struct {
		says  string
		does  []step
		heard string   // exactly, but for what the script quotes; "": anything
		tools []string // that ran
		facts []string // that they returned
		never []string // that is neither returned nor said
		cards []string

		unseen []string // that the guest is told nothing of
	}
	chosen := []turn{
		{
			says: "vamos a Florianópolis de 10 a 15 de março, 2 pessoas", does: []step{call("list-accommodations", `{"place":"Florianópolis","start_date":"YYYY-03-10","end_date":"YYYY-03-15","people":2}`), says("Há boas opções, do hostel ao hotel.")},
			heard: "Há boas opções, do hostel ao hotel.", cards: []string{"trip-summary", "accommodations-list"},
		},
		{says: "fico com o segundo", does: []step{call("choose_place", `{"place":"2"}`), says("Anotei o Hotel Faz de Conta da Praça.")}, heard: "Anotei o Hotel Faz de Conta da Praça.", facts: []string{"Hotel Faz de Conta da Praça"}},
		{says: "quanto dá a viagem toda?", does: []step{call("trip_total", `{}`), quoting("A viagem fica em %.", `R\$ [0-9.]+,\d\d`)}, heard: "A viagem fica em %.", tools: []string{"trip_total"}, facts: []string{"Hotel Faz de Conta da Praça", `"total":"R$ `}},
	}
	for _, tt := range []struct {
		name  string
		turns []turn
	}{
		{"two wishes for two specialists in one message", []turn{
			{
				says:  "quero uma massa, e quanto gastei no total?",
				does:  []step{call("find_dishes", `{"wish":"massa"}`, "ask_purchases", `{"question":"quanto gastei no total?"}`), quoting("Sugiro o Talharim fresco com ragu de costela, e você gastou % no total.", inDollars)},
				heard: "Sugiro o Talharim fresco com ragu de costela, e você gastou % no total.", tools: []string{"find_dishes", "ask_purchases"}, cards: []string{"dishes-list"},
			},
		}},
		{"what both dishes just recommended cost", []turn{
			{says: pasta, does: offersTwo, heard: twoOf, cards: []string{"dishes-list"}},
			{
				says: "quanto ficam os dois?", does: []step{call("bill", `{}`), says("Os dois ficam R$ 128,00.")}, heard: "Os dois ficam R$ 128,00.",
				tools: []string{"bill"}, facts: []string{`"total":"R$ 128,00"`, "Espaguete com tomate assado e manjericão", "Talharim fresco com ragu de costela"},
			},
			{says: "e com 10% para dois?", does: []step{call("bill", `{"service_percent":10,"people":2}`), says("Com o serviço são R$ 140,80, ou R$ 70,40 para cada.")}, heard: "Com o serviço são R$ 140,80, ou R$ 70,40 para cada."},
		}},
		{"a sum that the model got wrong does not pass", []turn{
			{says: pasta, does: offersTwo},
			{says: "quanto ficam os dois?", does: []step{call("bill", `{}`), says("Os dois ficam R$ 138,00.")}, facts: []string{"R$ 128,00"}, never: []string{"138,00"}},
			{says: "e sem contar de novo, os dois?", does: []step{says("Os dois ficam R$ 158,00.")}, never: []string{"158,00"}},
		}},
		{"what the dish just shown comes with", []turn{
			{says: pasta, does: offersOne},
			{
				says: "esse aí vem com o quê?", does: []step{call("dish_details", `{}`), says("O Talharim fresco com ragu de costela leva costela, vinho tinto e parmesão.")}, tools: []string{"dish_details"},
				facts: []string{"Talharim fresco com ragu de costela · R$ 76,00", "costela bovina, vinho tinto"}, never: []string{"Espaguete"},
			},
		}},
		{"no traces are promised", []turn{
			{says: pasta, does: offersOne},
			{says: "tem certeza que não tem traço de castanha?", does: []step{says("Tenho certeza: não tem nenhum traço de castanha, pode comer sem medo.")}, never: []string{"Tenho certeza", "sem medo", "não tem nenhum traço"}},
			{says: "tem certeza que não tem traço de castanha nesse?", does: []step{call("dish_details", `{}`), says("Sim, é totalmente livre de castanha e seguro para você.")}, never: []string{"livre de castanha", "seguro para você"}},
			{says: "e traços, de verdade?", does: []step{call("dish_details", `{}`), says("O cardápio não cita castanha, mas traços eu não posso garantir: a cozinha confirma.")}, heard: "O cardápio não cita castanha, mas traços eu não posso garantir: a cozinha confirma."},
		}},
		{"what is in the dish just shown is not denied", []turn{
			{says: pasta, does: offersOne},
			{says: "esse tem leite?", does: []step{says("Não tem leite, fique à vontade.")}, never: []string{"Não tem leite"}},
			{says: "e tem leite mesmo?", does: []step{call("dish_details", `{}`), says("Tem leite, sim, diz o cardápio.")}, heard: "Tem leite, sim, diz o cardápio."},
		}},
		{"a word of another name shows no dish", []turn{
			{says: "e um prato com camarão?", does: []step{call("find_dishes", `{"wish":"camarão"}`), says("Com camarão temos o Bobó de camarão.")}, heard: "Com camarão temos o Bobó de camarão.", cards: []string{"dishes-list"}, unseen: []string{"Camarão na moranga"}},
		}},
		{"an order by pointing, and more of it", []turn{
			{says: pasta, does: offersOne},
			{
				says: "traz três desse e um quindim, e anota que a Rute não come amendoim", does: []step{call("bill", `{"items":[{"dish":"Talharim fresco com ragu de costela","quantity":3},{"dish":"Quindim de coco fresco"}]}`, "ask_staff", `{"kind":"order","send":true}`), says("Mandei.")},
				facts: []string{`"filed":{"kind":"order"`, "3 x Talharim fresco com ragu de costela", "1 x Quindim de coco fresco"},
			},
		}},
		{"a dish that was priced before is on the bill, and is ordered by its name", []turn{
			{says: pasta, does: offersOne},
			{says: "põe um talharim pra mim", does: []step{call("bill", `{"items":[{"dish":"Talharim fresco com ragu de costela"}]}`), says("Anotei o Talharim fresco com ragu de costela, R$ 76,00.")}},
			{
				says: "e dois quindins", does: []step{call("bill", `{"items":[{"dish":"Talharim fresco com ragu de costela"},{"dish":"Quindim de coco fresco","quantity":2}]}`), call("ask_staff", `{"kind":"order","send":true}`), says("Mandei.")},
				facts: []string{`"filed":{"kind":"order"`, "2 x Quindim de coco fresco"},
			},
		}},
		{"an order that a message only asks about", []turn{
			{says: pasta, does: offersTwo},
			{
				says: "será que três desses e um quindim dá?", does: []step{call("bill", `{"items":[{"dish":"Talharim fresco com ragu de costela","quantity":3},{"dish":"Quindim de coco fresco"}]}`, "ask_staff", `{"kind":"order","send":true}`), says("Posso mandar?")},
				facts: []string{`"read_back":{"kind":"order"`}, never: []string{`"filed"`},
			},
		}},
		{"a chart of the figures just given", []turn{
			{says: "quanto gastei por mês?", does: []step{call("ask_purchases", `{"question":"quanto gastei por mês?"}`), says("Está tudo na tabela, mês a mês.")}, heard: "Está tudo na tabela, mês a mês.", cards: []string{"query-result"}},
			{says: "mostra isso num gráfico", does: []step{call("draw_chart", `{}`), says("Aqui está o gráfico.")}, heard: "Aqui está o gráfico.", tools: []string{"draw_chart"}, cards: []string{"chart"}},
		}},
		{"only the brewpubs of the list just shown", []turn{
			{says: "que cervejarias novas tem em San Diego?", does: []step{call("find_breweries", `{"place":"San Diego, California"}`), says("Encontrei algumas perto de você.")}, cards: []string{"breweries-list"}},
			{
				says: "só os brewpubs", does: []step{call("find_breweries", `{"type":"brewpub"}`), says("Os brewpubs são a Amplified Ale Works e a Pizza Port Ocean Beach.")}, heard: "Os brewpubs são a Amplified Ale Works e a Pizza Port Ocean Beach.\n\nTudo bem! Ficam as dicas: Amplified Ale Works e Pizza Port Ocean Beach.",
				tools: []string{"find_breweries"}, facts: []string{"Amplified Ale Works", `"type":"brewpub"`}, never: []string{`"type":"micro"`, "Bay City"}, cards: []string{"breweries-list"},
			},
		}},
		{"a total of the trip", chosen},
		{"a summary of everything", append(slices.Clone(chosen),
			turn{says: pasta, does: offersTwo, heard: twoOf},
			turn{
				says: "me faz um resumo de tudo?", does: []step{says("Até aqui: Florianópolis de 10 a 15 de março para 2 pessoas, no Hotel Faz de Conta da Praça, e para o jantar o Espaguete com tomate assado e manjericão (R$ 52,00) ou o Talharim fresco com ragu de costela (R$ 76,00).")},
				heard: "Até aqui: Florianópolis de 10 a 15 de março para 2 pessoas, no Hotel Faz de Conta da Praça, e para o jantar o Espaguete com tomate assado e manjericão (R$ 52,00) ou o Talharim fresco com ragu de costela (R$ 76,00).",
			},
		)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			does := map[string][]step{}
			for _, turn := range tt.turns {
				does[turn.says] = turn.does
			}
			h := serving(t, script(does), nil)
			for _, turn := range tt.turns {
				got := h.say(t, "C001", "t", turn.says, new(false))
				want := regexp.QuoteMeta(turn.heard)
				want = "^" + strings.ReplaceAll(want, "%", "("+inDollars+"|"+inReais+")") + "$"
				if turn.heard != "" && !regexp.MustCompile(want).MatchString(got.text) {
					t.Errorf("%q: %q, want %q", turn.says, got.text, turn.heard)
				}
				if got.text == "" || turn.tools != nil && !slices.Equal(slices.Sorted(slices.Values(got.tools)), slices.Sorted(slices.Values(turn.tools))) || turn.cards != nil && !slices.Equal(got.cards, turn.cards) {
					t.Errorf("%q: %q by the tools %q, shown %q; want %q, %q", turn.says, got.text, got.tools, got.cards, turn.tools, turn.cards)
				}
				for _, fact := range turn.facts {
					if !strings.Contains(got.facts, fact) {
						t.Errorf("%q: the tools do not tell %s: %.1500s", turn.says, fact, got.facts)
					}
				}
				for _, words := range turn.unseen {
					if strings.Contains(got.all+got.text, words) {
						t.Errorf("%q: the guest is told of %q: %s", turn.says, words, got.all)
					}
				}
				for _, lie := range turn.never {
					if strings.Contains(got.facts+got.all+got.text, lie) {
						t.Errorf("%q: %q, with %q in it or in what the tools tell: %.1500s", turn.says, got.text, lie, got.facts)
					}
				}
			}
		})
	}
}

func TestConsentIsTheGuestsOwnHoweverItIsSaid(t *testing.T) {
	for message, kept := range map[string]bool{
		"sim, pode guardar": true, "👍": true, "pode ser": true, "claro, obrigada": true,
		"não": false, "melhor não": false, "quero uma massa": false,
	} {
		t.Run(message, func(t *testing.T) {
			// The model says yes to everything: what counts is what the guest says.
			h := serving(t, script(map[string][]step{
				"sou alérgica a camarão": {call("remember", `{"facts":[{"what":"camarão","kind":"allergy","always":true}]}`), says("Anotei.")},
				message:                  {call("consent", `{"answer":"yes"}`), says("Combinado.")},
			}), nil)
			if got := h.say(t, "ana", "t", "sou alérgica a camarão", nil); !strings.Contains(got.text, "Posso guardar") {
				t.Fatalf("the house does not ask: %q", got.text)
			}
			got := h.say(t, "ana", "t", message, nil)
			if has := slices.Contains(h.kept(t, "ana"), "allergy camarão"); has != kept {
				t.Errorf("%q: %q; kept is %v: %q", message, got.text, has, h.kept(t, "ana"))
			}
		})
	}
}

func TestWhatAModelDoesNotRememberIsNotedOnlyForSafety(t *testing.T) {
	for message, noted := range map[string]string{
		"adoro cerveja escura":                      "",
		"somos seis, até 80 por pessoa":             "",
		"una hamburguesa sin cebolla, ¿pueden?":     "",
		"the stout of 11 percent is over my budget": "",
		"sou alérgica a amendoim":                   "amendoim (allergy or intolerance)",
		"mi hija es celíaca, ¿qué hay para ella?":   "celíaca",
		"tem leite no purê? tenho alergia a leite":  "leite (allergy or intolerance)",
		"please answer in English from now on":      "English",
	} {
		t.Run(message, func(t *testing.T) {
			h := serving(t, script(map[string][]step{message: {says("Claro.")}, "e então?": {says("Pois é.")}}), nil)
			h.say(t, "ana", "t", message, nil)
			h.say(t, "ana", "t", "e então?", nil)
			for _, a := range h.model.Asked() {
				_, people, found := strings.Cut(a.Prompt, "what else was told:")
				people, _, _ = strings.Cut(people, "</notes>")
				if a.Task == "decide" && (found != (noted != "") || !strings.Contains(people, noted)) {
					t.Errorf("%q: the notes for a model say of people %q, want %q", a.Message(), people, noted)
				}
			}
		})
	}
}

func TestWhoOnlyTellsSomethingIsAnsweredInOneCall(t *testing.T) {
	const noted = `{"facts":[{"what":"camarão","kind":"allergy","person":"Ana"}]}`
	for _, tt := range []struct {
		name, says string
		does       []step
		calls      int
		heard      string
	}{
		{"it is told and answered", "a Ana é alérgica a camarão", []step{call("remember", noted).beside("Anotado, a Ana fica sem camarão."), says("Anotei.")}, 1, "Anotado, a Ana fica sem camarão."},
		{"a number of people too", "somos quatro e a Ana é alérgica a camarão", []step{call("remember", noted).beside("Combinado."), says("Anotei.")}, 1, "Combinado."},
		{"something is asked too", "a Ana é alérgica a camarão, o que ela pode comer?", []step{call("remember", noted).beside("Vou ver."), says("Anotei.")}, 2, "Anotei."},
		{"something is wanted too", "a Ana é alérgica a camarão, traz uma feijoada completa", []step{call("remember", noted).beside("Vou ver."), says("Anotei.")}, 2, "Anotei."},
		{"not all of it was said", "a Ana é alérgica a camarão", []step{call("remember", `{"facts":[{"what":"glúten","kind":"allergy","person":"Ana"}]}`).beside("Anotado."), says("A Ana fica sem camarão.")}, 2, "A Ana fica sem camarão."},
		{"what harms her is offered", "a Ana é alérgica a camarão", []step{call("remember", noted).beside("Anotado. Para a Ana sugiro o [Bobó de camarão](Ana)."), says("A Ana fica sem camarão.")}, 2, "A Ana fica sem camarão."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := serving(t, script(map[string][]step{tt.says: tt.does}), nil)
			got := h.say(t, "bia", "t", tt.says, nil)
			n := 0
			for _, a := range h.model.Asked() {
				if a.Task == "decide" {
					n++
				}
			}
			if n != tt.calls || got.text != tt.heard {
				t.Errorf("%d calls, %q; want %d, %q", n, got.text, tt.calls, tt.heard)
			}
		})
	}
}

func TestAModelIsToldOfWhatTheConversationMayNeed(t *testing.T) {
	h := serving(t, script(map[string][]step{
		pasta: offersOne,
		"vamos a Natal de 10 a 15 de março, 2 pessoas": {call("list-accommodations", `{"place":"Natal","start_date":"YYYY-03-10","end_date":"YYYY-03-15","people":2}`), says("Há boas opções.")},
		"quanto gastei no total?":                      {says("Veja.")},
		"obrigada":                                     {says("Até logo.")},
	}), nil)
	for _, tt := range []struct {
		says          string
		chooses, asks bool // in the last call for the message
	}{
		{pasta, false, false},
		{"vamos a Natal de 10 a 15 de março, 2 pessoas", true, false},
		{"quanto gastei no total?", true, true},
		{"obrigada", true, true},
	} {
		h.say(t, "C001", "t", tt.says, nil)
		all := h.model.Asked()
		last := all[len(all)-1]
		if got := slices.Contains(last.Tools, "choose_place"); got != tt.chooses {
			t.Errorf("%q: of choose_place a model is told %t, want %t", tt.says, got, tt.chooses)
		}
		if got := strings.Contains(last.Prompt, "my_purchases("); got != tt.asks {
			t.Errorf("%q: of the relations a model is told %t, want %t", tt.says, got, tt.asks)
		}
	}
}
