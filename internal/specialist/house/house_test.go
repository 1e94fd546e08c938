package house_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/store/sqlite"
)

func toolOf(t *testing.T, h *house.House, name string) agent.Tool {
	t.Helper()
	all, err := h.Tools()
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range all {
		if tool.Name == name {
			return tool
		}
	}
	t.Fatalf("there is no tool %s", name)
	return agent.Tool{}
}

// called returns the facts of a tool as a model reads them, and as they are said.
func called(t *testing.T, h *house.House, l lang.Language, name, args string) (facts, said string) {
	t.Helper()
	tool := toolOf(t, h, name)
	out, err := tool.Run(scene.With(t.Context(), &scene.Scene{Language: l}), args)
	if err != nil {
		t.Fatalf("%s(%s): %v", name, args, err)
	}
	facts = llm.ToolCall{}.Reply(out, nil).Result.Content
	return facts, tool.Say(facts, l)
}

func noted(notes ...string) func(context.Context) ([]string, error) {
	return func(context.Context) ([]string, error) { return notes, nil }
}

func TestTheHouseTellsWhatItWasTold(t *testing.T) {
	told := &house.House{Name: "Casa", Contact: "48 3333-0000", Notes: noted("horario: a cozinha fecha às 22h", "estacionamento: há vagas na rua de trás")}
	for _, tt := range []struct {
		name, args  string
		house       *house.House
		facts, said string
	}{
		{
			"what is about the topic comes first, and the rest too", `{"topic":"estacionamento"}`, told,
			`{"house":"Casa","topic":"estacionamento","about":["parking"],"told":["estacionamento: há vagas na rua de trás","horario: a cozinha fecha às 22h"],"reach":"48 3333-0000"}`,
			"estacionamento: há vagas na rua de trás",
		},
		{"nothing about the topic is said to be so", `{"topic":"wifi"}`, told, `"told":["horario`, "Sobre internet a casa não me contou nada, e prefiro não chutar. A equipe sabe: 48 3333-0000."},
		{"no topic", `{}`, told, `"told":["horario`, "horario: a cozinha fecha às 22h\nestacionamento: há vagas na rua de trás"},
		{"a house that said nothing", `{"topic":"wifi"}`, &house.House{}, `{"topic":"wifi","about":["wifi"],"not_told":true,"reach":"no bar ou na recepção","contact":"none was told; only staff in the house can help"}`, "Sobre internet a casa não me contou nada, e prefiro não chutar. A equipe sabe: no bar ou na recepção."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			facts, said := called(t, tt.house, lang.Portuguese, "house_info", tt.args)
			if !strings.Contains(facts, tt.facts) || !strings.HasPrefix(said, tt.said) {
				t.Errorf("house_info(%s) = %s, said as %q, want %s and %q", tt.args, facts, said, tt.facts, tt.said)
			}
		})
	}
}

func TestOfManyNotesTheOnesAboutTheTopicAreTold(t *testing.T) {
	var many []string
	for i := range 30 {
		many = append(many, fmt.Sprintf("nota %d", i))
	}
	facts, _ := called(t, &house.House{Notes: noted(append(many, "piscina: aberta das 8h às 20h")...)}, lang.Portuguese, "house_info", `{"topic":"a piscina"}`)
	if !strings.Contains(facts, `"told":["piscina`) || strings.Count(facts, "nota") != 11 {
		t.Errorf("told %s", facts)
	}
}

func TestNotesThatCannotBeReadAreAnError(t *testing.T) {
	h := &house.House{Notes: func(context.Context) ([]string, error) { return nil, errors.New("closed") }}
	if out, err := toolOf(t, h, "house_info").Run(t.Context(), `{"topic":"wifi"}`); err == nil {
		t.Errorf("house_info = %v, want an error", out)
	}
}

func TestAHouseTellsItsFacts(t *testing.T) {
	facts, err := house.ParseFacts(`
hours = "Tu-Su 12:00-15:00,19:00-23:00; PH off"
kitchen = "Tu-Su 12:00-14:30,19:00-22:15"
payment = "Pix e cartões"
contact = "48 3333-0000"
[wifi]
pt = "rede Salão, senha na mesa"
en = "network Salão, password on the table"
[[answers]]
ask = ["posso levar bolo de aniversário?", "may I bring a birthday cake?"]
answer = "Pode, e a casa dá os pratos."
`)
	if err != nil {
		t.Fatal(err)
	}
	told := &house.House{Name: "Casa", Facts: func(context.Context) (*house.Facts, error) { return facts, nil }}
	for _, tt := range []struct {
		l           lang.Language
		topic, want string
		now         string
	}{
		{lang.Portuguese, "que horas fecha a cozinha", "Agora a cozinha está aberta, até as 22:15. Horário: segunda fechado; terça a domingo das 12:00 às 14:30 e das 19:00 às 22:15.", "2026-11-17T20:00:00Z"},
		{lang.English, "are you open now", "Right now the house is closed; it opens Tuesday 17/11, 12:00. Hours: Monday closed; Tuesday to Sunday from 12:00 to 15:00 and from 19:00 to 23:00.", "2026-11-16T20:00:00Z"},
		{lang.Spanish, "a qué hora abren", "Ahora la casa está cerrada; abre 19:00. Horario: lunes cerrado; martes a domingo de 12:00 a 15:00 y de 19:00 a 23:00.", "2026-11-18T16:00:00Z"},
		{lang.Portuguese, "abre no feriado", "Agora a casa está fechada; abre sábado 21/11, 12:00. Horário: segunda fechado; terça a domingo das 12:00 às 15:00 e das 19:00 às 23:00. Hoje, feriado: fechado.", "2026-11-20T13:00:00Z"},
		{lang.Portuguese, "abrem no Natal", "Horário da casa: sexta, 25 de dezembro de 2026: fechado.", "2026-11-17T20:00:00Z"},
		{lang.English, "are you open on Easter Sunday?", "Hours of the house on Sunday, March 28, 2027: from 12:00 to 15:00 and from 19:00 to 23:00.", "2026-11-17T20:00:00Z"},
		{lang.Spanish, "¿la cocina abre el Viernes Santo?", "Horario de la cocina: viernes, 26 de marzo de 2027: cerrado.", "2026-11-17T20:00:00Z"},
		{lang.English, "the wifi password", "Internet: network Salão, password on the table", "2026-11-17T20:00:00Z"},
		{lang.Portuguese, "aceitam cartão", "Pagamento: Pix e cartões", "2026-11-17T20:00:00Z"},
		{lang.Portuguese, "a gente queria levar um bolo de aniversário", "Pode, e a casa dá os pratos.", "2026-11-17T20:00:00Z"},
		{lang.English, "may we bring a cake for a birthday, and do you take cards?", "Pode, e a casa dá os pratos.\nPayment: Pix e cartões", "2026-11-17T20:00:00Z"},
		{lang.Spanish, "¿Podemos llevar una torta de cumpleaños? ¿Cuál es la clave del wifi?", "Pode, e a casa dá os pratos.\nInternet: rede Salão, senha na mesa", "2026-11-17T20:00:00Z"},
		{lang.Portuguese, "estacionamento", "Sobre estacionamento a casa não me contou nada, e prefiro não chutar. A equipe sabe: 48 3333-0000.", "2026-11-17T20:00:00Z"},
	} {
		now, _ := time.Parse(time.RFC3339, tt.now)
		tool := toolOf(t, told, "house_info")
		out, err := tool.Run(scene.With(t.Context(), &scene.Scene{Language: tt.l, Now: now}), fmt.Sprintf(`{"topic":%q}`, tt.topic))
		if err != nil {
			t.Fatal(err)
		}
		if got := tool.Say(llm.ToolCall{}.Reply(out, nil).Result.Content, tt.l); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.topic, got, tt.want)
		}
	}
	for message, want := range map[string]bool{"posso levar um bolo de aniversário?": true, "May I bring a birthday cake? And what's the wifi?": true, "levamos bolo de aniversário e queremos ver as cervejas escuras mais baratas": false, "tem bolo?": false} {
		if part, rest := told.Answers(t.Context(), message); (part != "" && rest == "") != want {
			t.Errorf("of %q the owner answered %q and not %q, want all: %t", message, part, rest, want)
		}
	}
}

func TestFactsThatMakeNoSenseSayWhat(t *testing.T) {
	for text, part := range map[string]string{
		`hours = "seg a sex"`:                          `"seg" is not known`,
		`hours = "todo santo dia"`:                     `"todo" is not known; days are Mo`,
		`kitchen = "ter a dom ao anoitecer"`:           `or in simple words: "ter a dom das 12h`,
		`hours = "Tu-Su 12:00-25:00"`:                  `"25:00" is no time of day; what ends after midnight`,
		`hours = "ter a dom 18h às 26h"`:               `or in simple words`,
		"name = \"Bar\"\n[[answers]]\nask = \"wifi?\"": "line 3",
		"wifi = \"sim\"\nwifi = \"não\"":               "line 2",
		"Prato;Preço\nSopa;12":                         "line 1",
		"name = \"Caf\xe9\"":                           "no text in UTF-8; is it the right one?",
		`wiffi = "x"`:                                  `"wiffi" is not known; there are name`,
		`hours = "Mo 12:00-12:00"`:                     "ends when it begins",
		`hours = "Mo 29:00-31:00"`:                     "no time of day",
		`country = "XX"`:                               "not known; name the days",
		`color = "red;background:url(x)"`:              "not written as #7a2e1d",
		`mark = "../../x.jpg"`:                         "a photo that was kept",
		`name = "<b>Casa</b>"`:                         "without < and >",
		`welcome = "<i>Oi</i>"`:                        "without < and >",
		`holidays = ["24/12"]`:                         `"24/12" is no date`,
		"[parking]\nfr = \"oui\"":                      "pt, en and es",
		`wifi = "<script>"`:                            "plain text",
		"[[answers]]\nask=[\"?\"]":                     "needs a question in words",
		`name = `:                                      "what the house says of itself",
		`dress = "` + strings.Repeat("x", 501) + `"`:   "at most 500",
	} {
		if _, err := house.ParseFacts(text); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("ParseFacts(%q) = %v, want %s", text, err, part)
		}
	}
}

func inbox(t *testing.T) *house.Inbox {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "house.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return &house.Inbox{Store: db, Threads: db}
}

func TestOnlyTheGuestsYesFilesARequest(t *testing.T) {
	s := newStaffTalk(t)
	s.at.Table = []hook.Person{{Allergies: []string{"walnuts"}}}
	for _, tt := range []struct{ message, args, want string }{
		{"a table for 2 on Friday at 8pm", `{"kind":"booking","request":"a table","people":2,"date":"2026-11-20","time":"8pm"}`, "I have: a table, 2 people, November 20, 2026, 8pm, dietary needs: walnuts. May I pass it on to the staff? Please tell me the name it is for and a phone number or e-mail where the staff can reach you too, if you can."},
		{"a table for 2 on Friday at 8pm", `{"answer":"yes"}`, "I have: a table, 2 people, November 20, 2026, 8pm, dietary needs: walnuts. May I pass it on to the staff?"}, // the model's yes
		{"make it three", `{"kind":"booking","people":"3"}`, "I have: a table, 3 people, November 20, 2026, 8pm, dietary needs: walnuts. May I pass it on to the staff?"},
		{"go ahead", `{"answer":"yes"}`, "I passed it on to the staff: a table, 3 people, November 20, 2026, 8pm, dietary needs: walnuts. Nothing is confirmed until somebody of the house answers in this conversation. I cannot say when somebody answers."},
		{"yes", `{"answer":"yes"}`, ""},
	} {
		if got := s.hears(tt.message, tt.args); tt.want != "" && got != tt.want {
			t.Errorf("%s: %q, want %q", tt.message, got, tt.want)
		}
	}
	if all := s.filed(); len(all) != 1 || all[0].People != 3 {
		t.Errorf("filed %+v", all)
	}
}

func TestAGuestChangesOrWithdrawsWhatWasFiled(t *testing.T) {
	const booked = `{"kind":"booking","request":"a table","people":4,"date":"2026-11-20","time":"20:00"}`
	facts, err := house.ParseFacts("[tables]\nseats = 4")
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		calls []string // a message and its call by turns
		want  []string // what the staff finds
	}{
		"withdrawn in the guest's words": {[]string{"cancel the table, please", `{"filed":"withdraw"}`, "yes", `{"answer":"yes"}`}, []string{"withdrawn 4 20:00"}},
		"not before a yes":               {[]string{"cancel the table, please", `{"filed":"withdraw"}`}, []string{"new 4 20:00"}},
		"said twice":                     {[]string{"not sure", `{"filed":"withdraw"}`, "cancel it", `{"filed":"withdraw"}`}, []string{"withdrawn 4 20:00"}},
		"a model that says it twice":     {[]string{"not sure", `{"filed":"withdraw"}`, "is there soup?", `{"filed":"withdraw"}`}, []string{"new 4 20:00"}},
		"of another kind":                {[]string{"cancel Friday", `{"filed":"withdraw","kind":"room"}`, "yes", `{"answer":"yes"}`}, []string{"new 4 20:00"}},
		"asked first": {
			[]string{"we are not sure about Friday", `{"filed":"withdraw"}`, "yes", `{"filed":"withdraw","answer":"yes"}`},
			[]string{"withdrawn 4 20:00"},
		},
		"asked first, and kept": {[]string{"hmm, Friday rains", `{"filed":"withdraw"}`, "no, keep it", `{"answer":"no"}`}, []string{"new 4 20:00"}},
		"by the model alone":    {[]string{"what is in the pie?", `{"filed":"withdraw","answer":"yes"}`}, []string{"new 4 20:00"}},
		"changed, of the seats that it has": {
			[]string{"make it 20:30 for three", `{"filed":"change","people":3,"time":"20:30"}`, "yes", `{"answer":"yes"}`},
			[]string{"new 3 20:30", "withdrawn 4 20:00"},
		},
		"changed once more with the yes": {
			[]string{"make it 20:30", `{"filed":"change","time":"20:30"}`, "yes, but for two", `{"answer":"yes","people":2}`, "yes", `{"answer":"yes"}`},
			[]string{"new 2 20:30", "withdrawn 4 20:00"},
		},
		"a no with another time is a change": {
			[]string{"make it 20:30", `{"filed":"change","time":"20:30"}`, "no, 21:00", `{"answer":"no","time":"21:00"}`, "yes", `{"answer":"yes"}`},
			[]string{"new 4 21:00", "withdrawn 4 20:00"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, said := newStaffTalk(t), ""
			s.facts = facts
			for turn := range slices.Chunk(append([]string{"a table for 4 on Friday at 20:00", booked, "yes, send it", `{"answer":"yes"}`}, tt.calls...), 2) {
				s.at.Last = said
				said = s.hears(turn[0], turn[1])
			}
			var got []string
			for _, r := range s.filed() {
				state := r.State
				if r.Undone {
					state = "withdrawn"
				}
				got = append(got, fmt.Sprint(state, " ", r.People, " ", r.Time))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("the staff finds (-want +got):\n%s\nsaid last: %s", diff, said)
			}
		})
	}
}

func TestARequestIsFiledOnceAndTakenByOne(t *testing.T) {
	box := inbox(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if _, err := box.File(t.Context(), "step 3", house.Request{Guest: "ana", Thread: "a", Kind: "other", Text: "a taxi"}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	all, err := box.List(t.Context())
	if err != nil || len(all) != 1 {
		t.Fatalf("filed %d, %v", len(all), err)
	}
	took := make(chan string, 8)
	for i := range 8 {
		wg.Go(func() {
			by := fmt.Sprintf("staff %d", i)
			if r, err := box.Set(t.Context(), all[0].ID, house.Change{State: house.Taken, By: by}); err == nil && r.By == by {
				took <- by
			}
		})
	}
	wg.Wait()
	if len(took) != 1 {
		t.Errorf("%d took it", len(took))
	}
	if own, err := box.Of(t.Context(), "bob", "a"); err != nil || len(own) > 0 {
		t.Errorf("bob sees %v, %v", own, err)
	}
	if _, err := box.Set(t.Context(), all[0].ID, house.Change{State: "booked", By: "x"}); err == nil {
		t.Error("a state that is none was taken")
	}
}

func TestWhatAModelSaysOfARequestIsPlain(t *testing.T) {
	s := newStaffTalk(t)
	hostile, _ := json.Marshal(map[string]string{"kind": "other", "request": "a taxi\x1b[2J\n" + strings.Repeat("é", 5000), "name": "Eve\x1b]0;x\a", "time": strings.Repeat("9", 9000)})
	s.says("tell them", string(hostile))
	s.says("yes", `{"answer":"yes"}`)
	all := s.filed()
	if len(all) != 1 {
		t.Fatal(all)
	}
	raw, _ := json.Marshal(all[0])
	if strings.Contains(string(raw), `\u001b`) || len(raw) > 4000 || !utf8.ValidString(all[0].Text) {
		t.Errorf("the staff reads %q", raw)
	}
}

// A telephone number is struck out of the message, and the staff gets it all the same.
func TestTheStaffLearnsHowToReachTheGuest(t *testing.T) {
	s := newStaffTalk(t)
	s.reach = "+44 20 7946 0958"
	s.says("my soup was cold, call me on [PHONE]", `{"kind":"complaint","request":"the soup was cold"}`)
	s.reach = ""
	s.says("then tell them, please; it stands on table 3", `{"kind":"complaint","request":"the soup was cold and it stands on table 3","answer":"then tell them, please"}`)
	if all := s.filed(); len(all) != 1 || all[0].Text != "the soup was cold and it stands on table 3" || all[0].Contact != "+44 20 7946 0958" {
		t.Errorf("filed %+v", all)
	}
}

func TestARuleOfTheHouseAnswersWhateverIsAskedAboutSomething(t *testing.T) {
	f, err := house.ParseFacts("[[answers]]\nabout = [\"desconto\", \"promoção\"]\nanswer = \"Às terças, 10% para quem mora no bairro.\"")
	if err != nil {
		t.Fatal(err)
	}
	h := &house.House{Facts: func(context.Context) (*house.Facts, error) { return f, nil }}
	for message, want := range map[string]bool{
		"Vocês fazem desconto pra grupo grande de aniversário?": true, "e promoções, rola alguma?": true,
		"Quero um prato vegano. E tem desconto?": false, "que horas fecha?": false,
		"which starters are gluten-free?": false, "is a table free on Sunday?": false, "free wifi for guests?": false,
		"sopa sem glúten tem desconto?": false, "book us a table with that discount": false, "any discount for nurses?": true,
	} {
		if part, rest := h.Answers(t.Context(), message); (part != "" && rest == "") != want {
			t.Errorf("%s: %q, and not %q", message, part, rest)
		}
	}
	for text, want := range map[string]string{`about = ["<b>"]`: "question", `about = []`: "needs a question", `ask = ["` + strings.Repeat("a ", 300) + `"]`: "question"} {
		if _, err := house.ParseFacts("[[answers]]\n" + text + "\nanswer = \"x\""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v", text, err)
		}
	}
}

func TestWhatHolidaysAreLikeIsTold(t *testing.T) {
	for hours, want := range map[string]string{"Tu-Su 12:00-23:00; PH off": "on public holidays: closed.", "Mo-Su 12:00-23:00; PH 13:00-17:00": "on public holidays: from 13:00 to 17:00.", "Mo-Su 12:00-23:00": "check with the staff"} {
		f := &house.Facts{Hours: hours}
		tool := toolOf(t, &house.House{Facts: func(context.Context) (*house.Facts, error) { return f, nil }}, "house_info")
		for _, message := range []string{"do you open on holidays?", "vocês funcionam nos feriados?", "¿abren en festivos?"} {
			out, err := tool.Run(scene.With(t.Context(), &scene.Scene{Language: lang.English, Message: message, Now: time.Date(2026, 11, 17, 12, 0, 0, 0, time.UTC)}), `{"topic":"`+message+`"}`)
			if err != nil {
				t.Fatal(err)
			}
			if got := tool.Say(llm.ToolCall{}.Reply(out, nil).Result.Content, lang.English); !strings.Contains(got, want) {
				t.Errorf("%s, %s: %q", hours, message, got)
			}
		}
	}
}

func TestAnAnswerIsNotGivenToANeighbouringQuestion(t *testing.T) {
	f, err := house.ParseFacts("dress = \"Smart casual.\"\n[[answers]]\nask = [\"do you charge corkage?\", \"is there a corkage fee?\"]\nanswer = \"30 a bottle.\"")
	if err != nil {
		t.Fatal(err)
	}
	tool := toolOf(t, &house.House{Facts: func(context.Context) (*house.Facts, error) { return f, nil }}, "house_info")
	for message, want := range map[string]string{"Is there a dress code?": "Dress: Smart casual.", "how much is corkage?": "30 a bottle.", "quanto custa a rolha?": "30 a bottle."} {
		out, err := tool.Run(scene.With(t.Context(), &scene.Scene{Language: lang.English, Message: message}), `{"topic":"`+message+`"}`)
		if err != nil {
			t.Fatal(err)
		}
		if got := tool.Say(llm.ToolCall{}.Reply(out, nil).Result.Content, lang.English); got != want {
			t.Errorf("%s: %q, want %q", message, got, want)
		}
	}
}

func TestAnOrderIsFiledWithItsLinesAndTotalOnce(t *testing.T) {
	s := newStaffTalk(t)
	s.at.Language, s.at.Currency = lang.Portuguese, "BRL"
	s.at.Shown = []scene.Thing{{Kind: "dish", ID: "d1", Name: "Coxinha", Price: "R$ 24,00"}, {Kind: "dish", ID: "d2", Name: "Mate", Price: "R$ 9,50"}}
	said := func(message, bill, args string) string {
		s.at.Now = s.at.Now.Add(time.Minute)
		if s.at.Notes == nil {
			s.at.Notes = map[string]json.RawMessage{}
		}
		s.at.Notes["menu.bill"] = json.RawMessage(`{"lines":[` + bill + `]}`)
		return s.hears(message, args)
	}
	two, more := `{"id":"d1","quantity":2},{"id":"d2","quantity":1,"note":"sem gelo"}`, `{"id":"d1","quantity":3},{"id":"d2","quantity":1}`
	if got := said("pode mandar", two, `{"kind":"order","request":"pode mandar"}`); got != "Anotei: pedido à cozinha, 2 x Coxinha, 1 x Mate (sem gelo), total R$ 57,50. Posso passar à equipe?" {
		t.Errorf("read back: %s", got)
	}
	said("sim", two, `{"answer":"yes"}`)
	if got := said("mais uma, pode mandar", more, `{"kind":"order","request":"pode mandar"}`); got != "Anotei: pedido à cozinha, 1 x Coxinha, total R$ 24,00. Posso passar à equipe?" {
		t.Errorf("what came since is read back as %s", got)
	}
	said("isso", more, `{"answer":"yes"}`)
	if all := s.filed(); len(all) != 2 || all[0].Kind != "order" || all[0].Total != "R$ 57,50" || len(all[0].Order) != 2 || len(all[1].Order) != 1 {
		t.Errorf("filed %+v", all)
	}
}

func TestARoomHasAnArrivalADepartureAndWhoBooks(t *testing.T) {
	s := newStaffTalk(t)
	s.at.Language = lang.Portuguese
	for _, tt := range []struct{ message, contact, args, want string }{
		{"quero um quarto", "", `{"kind":"room","request":"quero um quarto"}`, "Para passar à equipe, me diga: para quantas pessoas, para que dia é a chegada e até que dia fica."},
		{"chegamos no dia 20 de dezembro, somos dois", "", `{"kind":"room","people":2,"date":"no dia 20 de dezembro"}`, "Para passar à equipe, me diga: até que dia fica."},
		{"até o dia 23", "", `{"kind":"room","until":"até o dia 23"}`, "Anotei: quarto, 2 pessoas, de 20 de dezembro de 2026 a 23 de dezembro de 2026. Posso passar à equipe? Me diga também em nome de quem e um telefone ou e-mail para a equipe falar com você, se puder."},
		{"Ana Lima, [PHONE]", "48 99999-1234", `{"kind":"room","name":"Ana Lima"}`, "Anotei: quarto, 2 pessoas, de 20 de dezembro de 2026 a 23 de dezembro de 2026, Ana Lima, …1234. Posso passar à equipe?"},
		{"sim", "", `{"answer":"yes"}`, ""},
	} {
		s.reach = tt.contact
		if got := s.hears(tt.message, tt.args); tt.want != "" && got != tt.want {
			t.Errorf("%s: %s, want %s", tt.message, got, tt.want)
		}
		house.Waiting(hook.WithContact(t.Context(), tt.contact), s.at)
	}
	all := s.filed()
	if len(all) != 1 || all[0].Kind != "room" || all[0].Date != "2026-12-20" || all[0].Until != "2026-12-23" || all[0].Name != "Ana Lima" || all[0].Contact != "48 99999-1234" {
		t.Errorf("filed %+v", all)
	}
}

func TestAHouseOfItsOwnLacksWhatIsOnlyASample(t *testing.T) {
	for facts, want := range map[*house.Facts]int{{}: 0, {Name: "Casa"}: 2} {
		h := &house.House{Facts: func(context.Context) (*house.Facts, error) { return facts, nil }, Samples: func(context.Context) []string { return []string{"beer", "trip"} }}
		if name, lacks := h.Lacks(t.Context()); len(lacks) != want || name != facts.Name {
			t.Errorf("%q lacks %v", name, lacks)
		}
	}
}

// What is said beside a table belongs to the wish, unless it asks what the owner has told.
func TestWhatIsSaidBesideATableBelongsToIt(t *testing.T) {
	h := &house.House{Facts: func(context.Context) (*house.Facts, error) {
		return house.ParseFacts("hours = \"Tu-Su 18:00-23:00\"\npets = \"no quintal\"")
	}}
	for message, want := range map[string]string{
		"mesa para 3 no sábado às 21h e vamos precisar de um cadeirão": "",
		"a table for 3 on Saturday at 9 pm, we need a high chair":      "",
		"mesa para 3 no sábado às 21h, e vocês aceitam cachorro?":      "vocês aceitam cachorro?",
		"mesa para 3 no sábado às 21h. A que horas vocês fecham?":      "A que horas vocês fecham?",
		"a que horas vocês fecham?":                                    "a que horas vocês fecham?",
	} {
		if told, _ := h.Answers(t.Context(), message); told != want {
			t.Errorf("%q: asks %q, want %q", message, told, want)
		}
	}
}
