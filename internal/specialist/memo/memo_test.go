package memo_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/specialist/memo"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/thread"
)

var noon = time.Date(2026, 11, 14, 12, 0, 0, 0, time.UTC)

// A house has a book, guests who talk, and somebody who does what a test says.
type house struct {
	t       *testing.T
	store   *sqlite.Store
	book    *memory.Book
	memo    *memo.Memo
	chain   hook.Chain
	now     time.Time
	threads map[string][]thread.Message
	runs    int
}

func open(t *testing.T) *house {
	s := storetest.Memory(t)
	b := memory.NewBook(memory.Options{Store: s, Log: s, Org: "casa", Forget: s.Forget})
	h := b.Hook()
	h.Budgets = hook.Budgets{PreQuery: time.Minute, Other: time.Minute}
	return &house{t: t, store: s, book: b, memo: &memo.Memo{Book: b, Nobody: "local"}, chain: hook.Chain{h}, now: noon, threads: map[string][]thread.Message{}}
}

// A turn is what a guest says, what is called, and what is answered.
type turn struct {
	guest, thread, says string
	notes               map[string]json.RawMessage // of the turn before
	calls               []string                   // "remember {…}"
	answer              string
}

// A came is what came of a turn.
type came struct {
	known   hook.Known
	results []string      // of the calls
	table   []hook.Person // after them
	scene   *scene.Scene  // after them
	must    []string      // allergies and diets of all, after them
	more    string        // said besides the answer
	tools   []agent.Tool
}

func (h *house) turn(u turn) (c came) {
	h.t.Helper()
	h.runs++
	h.now = h.now.Add(time.Minute)
	if u.thread == "" {
		u.thread = "t1"
	}
	ctx := event.With(h.t.Context(), func(event.Type, any) {})
	run := fmt.Sprint("run", h.runs)
	ht := hook.Turn{Thread: u.thread, Guest: u.guest, Run: run, Message: u.says, History: h.threads[u.thread], Time: h.now}
	c.known = h.chain.PreQuery(ctx, ht)
	c.scene = &scene.Scene{Language: lang.Portuguese, Now: h.now, Message: u.says, Table: c.known.People, Notes: u.notes}
	for _, m := range ht.History {
		if m.Role == thread.RoleUser {
			c.scene.Said = append(c.scene.Said, m.Text)
		} else {
			c.scene.Last = m.Text
		}
	}
	var err error
	if c.tools, err = h.memo.Tools(); err != nil {
		h.t.Fatal(err)
	}
	var calls []llm.ToolCall
	r := hook.Response{Text: u.answer, Specialist: "concierge"}
	for i, call := range u.calls {
		name, args, _ := strings.Cut(call, " ")
		calls = append(calls, llm.ToolCall{ID: fmt.Sprint(i), Name: name, Args: args})
		r.Tools = append(r.Tools, hook.Tool{Name: name})
	}
	a := agent.Agent{
		Name: "test@1", Tools: c.tools,
		Think: func(_ context.Context, s agent.State, _ []llm.ToolSpec, _ func(event.Words)) (agent.Thought, error) {
			if s.Iteration == 1 && len(calls) > 0 {
				return agent.Thought{Calls: calls}, nil
			}
			return agent.Thought{Text: "ok"}, nil
		},
		Around: func(ctx context.Context, s agent.State) (context.Context, func(agent.State) agent.State) {
			return scene.With(ctx, c.scene), func(s agent.State) agent.State { return s }
		},
	}
	g, err := a.Graph()
	if err != nil {
		h.t.Fatal(err)
	}
	runner, err := g.Compile(h.store, graph.Options{})
	if err != nil {
		h.t.Fatal(err)
	}
	guest := u.guest
	if _, err := h.store.Open(ctx, u.thread, guest); err != nil {
		h.t.Fatal(err)
	}
	out, err := runner.Run(ctx, graph.Run{ID: run, Thread: u.thread, Guest: guest}, agent.State{}, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, m := range out.State.Messages {
		for _, p := range m.Parts {
			if p.Result != nil {
				c.results = append(c.results, p.Result.Content)
			}
		}
	}
	c.table = c.scene.People()
	never := c.scene.MustNots(nil)
	c.must = append(never.Allergies, never.Diets...)
	if r.Text == "" {
		r.Text = "Pois não."
	}
	c.more = h.chain.PostResponse(ctx, ht, r)
	h.threads[u.thread] = append(h.threads[u.thread],
		thread.Message{ID: run + "q", Role: thread.RoleUser, Text: u.says, Time: h.now},
		thread.Message{ID: run + "a", Role: thread.RoleAssistant, Text: strings.TrimSpace(r.Text + "\n" + c.more), Time: h.now})
	return c
}

func (c came) result(t *testing.T, want string) {
	t.Helper()
	if len(c.results) == 0 || c.results[0] != want {
		t.Errorf("the result is %s, want %s", strings.Join(c.results, "\n"), want)
	}
}

// seated checks who is at the table: "Ana: camarão, vegano".
func seated(t *testing.T, table []hook.Person, want ...string) {
	t.Helper()
	var got []string
	for _, p := range table {
		needs := slices.Concat(p.Allergies, p.Diets, p.Dislikes)
		if p.Count > 0 {
			needs = append(needs, fmt.Sprint(p.Count, " people"))
		}
		got = append(got, strings.TrimSpace(p.Name+": "+strings.Join(needs, ", ")))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("at the table (-want +got):\n%s", diff)
	}
}

func TestWhatIsRememberedIsThatPersonsAndCountsAtOnce(t *testing.T) {
	h := open(t)
	c := h.turn(turn{
		guest: "bia", says: "Somos seis. A Ana é alérgica a camarão e o João não bebe álcool, está dirigindo",
		calls: []string{`remember {"facts":[{"what":"camarão","kind":"allergy","person":"Ana"},{"what":"álcool","kind":"diet","person":"João"},{"what":"seis","kind":"party","count":"6"}]}`},
	})
	c.result(t, `{"for_now":["Alergia: camarão (de Ana)","Não pode: álcool (de João)","Pessoas: 6"],"new":["Ana, sem camarão","João, sem álcool","Pessoas: 6"],"may_ask_to_keep":["Ana","João"]}`)
	seated(t, c.table, ":", "Ana: camarão", "João: álcool")
	if c.scene.Party != 6 {
		t.Errorf("the party is %d", c.scene.Party)
	}
	if strings.Contains(c.more, "?") {
		t.Errorf("the guest is asked %q about their own health", c.more)
	}
	// So it is in the next turn, though the rules read the history again.
	c = h.turn(turn{guest: "bia", says: "o que sugere?"})
	seated(t, c.known.People, ":", "Ana: camarão", "João: álcool")
	// Elsewhere nobody has said that they come.
	c = h.turn(turn{guest: "bia", thread: "t2", says: "vou com a Ana, o que sugere?"})
	seated(t, c.known.People)
	if len(c.known.Constraints.Allergies) > 0 {
		t.Errorf("what was said for a conversation binds another: %+v", c.known.Constraints)
	}
}

func TestWhoseItIsGoesByWhoListensWhereTheGuestDoesNotSaySo(t *testing.T) {
	for _, tt := range []struct {
		name, says, facts string
		want              []string
	}{
		{"a rule takes it for the guest's", "Ana: alergia a amendoim", `{"what":"amendoim","kind":"allergy","person":"Ana"}`, []string{":", "Ana: amendoim"}},
		{"a rule knows of somebody", "minha filha é alérgica a ovo", `{"what":"ovo","kind":"allergy","person":"minha filha"}`, []string{":", "minha filha: ovo"}},
		{"the guest says it of themselves too", "sou alérgica a camarão, a Ana também", `{"what":"camarão","kind":"allergy","person":"Ana"}`, []string{": camarão", "Ana: camarão"}},
		{"what only the rules find stays", "sou vegana e a Ana é alérgica a camarão", `{"what":"camarão","kind":"allergy","person":"Ana"}`, []string{": vegana", "Ana: camarão"}},
		{"two companions have the same", "a Ana e o Leo são alérgicos a soja", `{"what":"soja","kind":"allergy","person":"Ana"},{"what":"soja","kind":"allergy","person":"Leo"}`, []string{":", "Ana: soja", "Leo: soja"}},
		{"several people", "duas de nós são vegetarianas", `{"what":"vegetarianas","kind":"diet","person":"duas de nós","count":2}`, []string{":", "duas de nós: vegetarianas, 2 people"}},
		{"a name that nobody said is nobody's", "minha amiga vem comigo e é celíaca", `{"what":"celíaca","kind":"diet","person":"Carla"}`, []string{":", "minha amiga: celíaca"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := open(t)
			c := h.turn(turn{guest: "bia", says: tt.says, calls: []string{`remember {"facts":[` + tt.facts + `]}`}})
			seated(t, c.table, tt.want...)
			c = h.turn(turn{guest: "bia", says: "e então?"})
			seated(t, c.known.People, tt.want...)
		})
	}
}

func TestANeedThatFindsItsOwnerIsNobodyElses(t *testing.T) {
	h := open(t)
	h.turn(turn{guest: "bia", says: "somos quatro, um de nós é celíaco"})
	if c := h.turn(turn{guest: "bia", says: "tem pão?"}); len(hook.Among(c.table, hook.Companion)) != 1 {
		t.Fatalf("at the table: %+v, want somebody", c.table)
	}
	c := h.turn(turn{guest: "bia", says: "quem é celíaca é a minha mulher", calls: []string{`remember {"facts":[{"what":"celíaca","kind":"diet","person":"esposa"}]}`}})
	later := h.turn(turn{guest: "bia", says: "e de sobremesa?"})
	for _, table := range [][]hook.Person{c.table, later.table} {
		if at := hook.Among(table, "wife"); len(hook.Among(table, hook.Companion)) != 0 || len(at) != 1 || len(table[at[0]].Diets) != 1 {
			t.Errorf("at the table: %+v, want the wife's need", table)
		}
	}
}

func TestAGuestWithoutAnIDIsRememberedWhileTheyTalk(t *testing.T) {
	h := open(t)
	for _, guest := range []string{"", "local"} {
		c := h.turn(turn{guest: guest, thread: "t" + guest, says: "I have a thing about prawns, they make me ill", calls: []string{`remember {"facts":[{"what":"prawns","kind":"allergy","always":true},{"what":"lula","kind":"like"}]}`}})
		if !strings.HasPrefix(c.results[0], `{"for_now":["Alergia: camarão"],"new":["você, sem camarão"],"rejected":[{"what":"Gosta de: lula"`) {
			t.Errorf("the result is %s", c.results[0])
		}
		seated(t, c.table, ": prawns")
	}
	if own, _ := h.book.Of(t.Context(), "local"); len(own.About("", "")) != 0 {
		t.Errorf("of nobody is kept %v", own.About("", ""))
	}
}

func TestAnAllergyIsLiftedOnlyByTheGuest(t *testing.T) {
	over := `remember {"facts":[{"what":"camarão","kind":"allergy","over":true}]}`
	for _, tt := range []struct {
		name, house, says string
		lifted            bool
	}{
		{"a question is no leave", "", "esse prato leva camarão?", false},
		{"nor is a wish without it", "", "quero algo sem camarão", false},
		{"nor something else", "", "pode trazer a conta", false},
		{"nor an order", "", "traz uma moqueca de camarão para meu marido", false},
		{"nor to say it again", "", "lembra que sou alérgica a camarão", false},
		{"nor a yes to something else", "Quer a moqueca?", "sim", false},
		{"the guest says so", "", "na verdade camarão eu como sem problema", true},
		{"the guest says so in another language", "", "turns out shrimp is fine for me now", true},
		{"the guest says yes to the question", "Posso tirar a alergia a camarão das suas notas?", "sim", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := open(t)
			h.turn(turn{guest: "bia", says: "sou alérgica a camarão", answer: tt.house})
			h.turn(turn{guest: "bia", says: "sim, pode guardar", answer: tt.house})
			c := h.turn(turn{guest: "bia", says: tt.says, calls: []string{over}})
			if got := len(c.must) == 0; got != tt.lifted {
				t.Errorf("after %s the table must not have %q", c.results[0], c.must)
			}
			c = h.turn(turn{guest: "bia", thread: "t2", says: "oi"})
			if got := len(c.known.Constraints.Allergies) == 0; got != tt.lifted {
				t.Errorf("then it is known that they must not have %q", c.known.Constraints.Allergies)
			}
		})
	}
}

func TestThePersonsAllergyIsLiftedNotTheGuests(t *testing.T) {
	h := open(t)
	h.turn(turn{guest: "bia", says: "sou alérgica a camarão, e a Ana é alérgica a camarão", calls: []string{`remember {"facts":[{"what":"camarão","kind":"allergy","person":"Ana"},{"what":"camarão","kind":"allergy"}]}`}})
	c := h.turn(turn{guest: "bia", says: "falei com a Ana: camarão ela pode comer", calls: []string{`remember {"facts":[{"what":"camarão","kind":"allergy","person":"Ana","over":true}]}`}})
	seated(t, c.table, ": camarão", "Ana:")
	c = h.turn(turn{guest: "bia", says: "e então?"})
	seated(t, c.known.People, ": camarão")
}

func TestConsentTakesManyForms(t *testing.T) {
	for _, says := range []string{"sim, pode guardar", "👍", "pode ser", "ok", "claro", "yes please", "dale", "Pode sim! E me traz a carta de vinhos", "sim e quero reservar para amanhã", "por supuesto", "sure, go ahead"} {
		t.Run(says, func(t *testing.T) {
			h := open(t)
			c := h.turn(turn{guest: "bia", says: "sou alérgica a camarão", calls: []string{`remember {"facts":[{"what":"camarão","kind":"allergy","always":true}]}`}})
			c.result(t, `{"for_now":["Alergia: camarão"],"new":["você, sem camarão"],"house_asks_to_keep":true}`)
			if !strings.Contains(c.more, texts.In(lang.Portuguese).Memory.Consent) {
				t.Fatalf("the guest is not asked: %q", c.more)
			}
			c = h.turn(turn{guest: "bia", says: says, calls: []string{`consent {"answer":"yes"}`}})
			c.result(t, `{"answer":"yes","kept":["Alergia: camarão"]}`)
			seated(t, h.turn(turn{guest: "bia", thread: "t2", says: "oi"}).known.People, ": camarão")
		})
	}
}

func TestTheGuestConsentsToSome(t *testing.T) {
	for _, tt := range []struct {
		says string
		kept bool
	}{
		{"pode guardar a alergia, mas a gravidez não", true},
		{"keep the allergy but not the pregnancy", true},
		{"não guarda a gravidez, só a alergia", true},
		{"não guarda a gravidez e nem a alergia", false},
		{"a alergia também não", false},
		{"posso comer sushi?", false},
	} {
		t.Run(tt.says, func(t *testing.T) {
			h := open(t)
			h.memo.Diet = func(text string) string { return text }
			h.turn(turn{guest: "bia", says: "sou alérgica a soja e estou grávida", calls: []string{`remember {"facts":[{"what":"soja","kind":"allergy"},{"what":"grávida","kind":"diet"}]}`}})
			c := h.turn(turn{guest: "bia", says: tt.says, calls: []string{`consent {"answer":"yes","only":["alergia"]}`}})
			if got := strings.Contains(c.results[0], `"kept":["Alergia: soja"]`); got != tt.kept {
				t.Errorf("consent gave %s", c.results[0])
			}
			if c = h.turn(turn{guest: "bia", says: "e de entrada?"}); !slices.Contains(c.must, "grávida") || !slices.Contains(c.must, "soja") {
				t.Errorf("in the conversation the table must not have %q", c.must)
			}
			want := []string(nil)
			if tt.kept {
				want = []string{": soja"}
			}
			seated(t, h.turn(turn{guest: "bia", thread: "t2", says: "oi"}).known.People, want...)
		})
	}
}

func TestNobodyConsentsForTheGuest(t *testing.T) {
	yes := `consent {"answer":"yes"}`
	for _, tt := range []struct {
		name, before, says, call, want string
	}{
		{"the guest refuses", "sou alérgica a camarão", "não, obrigada", yes, `"refused"`},
		{"the guest cannot decide", "sou alérgica a camarão", "talvez depois", yes, `"refused"`},
		{"the guest speaks of something else", "sou alérgica a camarão", "quero a moqueca", yes, `"refused"`},
		{"the guest asks something", "sou alérgica a camarão", "isso tem glúten?", yes, `"refused"`},
		{"nobody asked", "oi", "ok, e o que tem hoje?", yes, `"refused"`},
		{"the house asked something else since", "sou alérgica a camarão|Quer a moqueca de palmito?", "sim", yes, `"refused"`},
		{"nobody asked of Ana", "minha amiga Ana é alérgica a camarão", "sim", `consent {"answer":"yes","person":"Ana"}`, `"refused"`},
		{"a no is the guest's too", "sou alérgica a camarão", "sim", `consent {"answer":"no"}`, `"refused"`},
		{"the guest asks for it", "oi", "guarde que sou alérgica a soja", yes, `"answer":"yes"`},
		{"the guest says no", "sou alérgica a camarão", "não", `consent {"answer":"no"}`, `"answer":"no"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := open(t)
			said, asked, more := strings.Cut(tt.before, "|")
			h.turn(turn{guest: "bia", says: said})
			if more {
				h.turn(turn{guest: "bia", says: "o que tem hoje?", answer: asked})
			}
			c := h.turn(turn{guest: "bia", says: tt.says, calls: []string{tt.call}})
			if !strings.Contains(c.results[0], tt.want) {
				t.Errorf("the result is %s, want %s", c.results[0], tt.want)
			}
		})
	}
}

func TestAPersonsNeedsComeBackWithThatPerson(t *testing.T) {
	h := open(t)
	h.turn(turn{
		guest: "bia", says: "a Ana é alérgica a camarão e não gosta de coentro",
		calls:  []string{`remember {"facts":[{"what":"camarão","kind":"allergy","person":"Ana"},{"what":"coentro","kind":"dislike","person":"Ana","always":true}]}`},
		answer: "Anotado! Quer que eu guarde o que contou da Ana para as próximas vezes?",
	})
	c := h.turn(turn{guest: "bia", says: "pode ser", calls: []string{`consent {"answer":"yes","person":"Ana"}`}})
	c.result(t, `{"answer":"yes","of":"Ana","kept":["Alergia: camarão (de Ana)","Não gosta de: coentro (de Ana)"]}`)
	c = h.turn(turn{guest: "bia", thread: "t2", says: "mesa para hoje"})
	seated(t, c.known.People)
	if len(c.known.Constraints.Allergies) > 0 || strings.Contains(c.known.Context, "camarão") {
		t.Errorf("who is not spoken of binds somebody: %+v", c.known)
	}
	c = h.turn(turn{guest: "bia", thread: "t2", says: "a ANA vem também"})
	seated(t, c.known.People, ":", "Ana: camarão, coentro")
	c = h.turn(turn{guest: "bia", thread: "t2", says: "o que tem?"})
	seated(t, c.known.People, ":", "Ana: camarão, coentro")
	// What is told of her now is kept too.
	h.turn(turn{guest: "bia", thread: "t2", says: "e a Ana é alérgica a soja", calls: []string{`remember {"facts":[{"what":"soja","kind":"allergy","person":"Ana"}]}`}})
	e, err := h.book.Export(t.Context(), "bia", lang.Portuguese)
	if err != nil || !strings.Contains(e.Markdown, "Alergia: soja (de Ana; dito em 14/11/2026)") || e.Memories[0].Person != "Ana" {
		t.Errorf("the guest is shown %s, %v", e.Markdown, err)
	}
	// Until the guest has all of her forgotten, also in the conversation.
	c = h.turn(turn{guest: "bia", thread: "t2", says: "esqueça a Ana, por favor", calls: []string{`forget {"what":"Ana"}`}})
	c.result(t, `{"forgotten":3,"what":["Alergia: camarão (de Ana)","Não gosta de: coentro (de Ana)","Alergia: soja (de Ana)"],"stays":"as conversas, até que você as apague"}`)
	seated(t, c.table, ":")
	for _, thread := range []string{"t1", "t2", "t3"} {
		c = h.turn(turn{guest: "bia", thread: thread, says: "e com a Ana?"})
		seated(t, c.known.People)
	}
	own, _ := h.book.Of(t.Context(), "bia")
	if got := own.Health("Ana"); got != "" {
		t.Errorf("the answer for Ana is still %q", got)
	}
}

func TestOfSomebodyItMayBeAskedOnce(t *testing.T) {
	h := open(t)
	c := h.turn(turn{guest: "bia", says: "meu pai é diabético e minha mãe veio junto", calls: []string{`remember {"facts":[{"what":"diabético","kind":"diet","person":"pai"},{"what":"mãe","kind":"party","person":"mãe","count":1}]}`}})
	if got := c.results[0]; !strings.Contains(got, `"may_ask_to_keep":["pai"]`) || strings.Contains(got, "Pessoas") {
		t.Errorf("remember: %s", got)
	}
	c = h.turn(turn{guest: "bia", says: "meu pai também não come porco", notes: c.scene.Notes, calls: []string{`remember {"facts":[{"what":"porco","kind":"diet","person":"pai"}]}`}})
	if got := c.results[0]; strings.Contains(got, "may_ask_to_keep") {
		t.Errorf("it may be asked again: %s", got)
	}
}

func TestForgetting(t *testing.T) {
	for _, tt := range []struct {
		name, says, call, want string
		left                   []string
	}{
		{"a value", "esqueça minha alergia a camarão", `forget {"what":"camarão"}`, `{"forgotten":1,"what":["Alergia: camarão"],"stays":"as conversas, até que você as apague"}`, []string{": soja", "Ana: camarão"}},
		{"a value in another language", "forget the shrimp please", `forget {"what":"shrimp allergy"}`, `{"forgotten":1,"what":["Alergia: camarão"],"stays":"as conversas, até que você as apague"}`, []string{": soja", "Ana: camarão"}},
		{"what a person has", "apague o camarão da Ana", `forget {"what":"camarão da Ana"}`, `{"forgotten":1,"what":["Alergia: camarão (de Ana)"],"stays":"as conversas, até que você as apague"}`, []string{": camarão, soja", "Ana:"}},
		{"nobody forgets an allergy for the guest", "o que tem hoje?", `forget {"what":"soja"}`, `{"forgotten":0,"confirm":"esqueça soja"}`, []string{": camarão, soja", "Ana: camarão"}},
		{"nor another than the guest names", "esqueça a soja", `forget {"what":"camarão"}`, `{"forgotten":0,"confirm":"esqueça camarão"}`, []string{": camarão, soja", "Ana: camarão"}},
		{"it", "pode apagar isso", `forget {"what":"soja"}`, `{"forgotten":1,"what":["Alergia: soja"],"stays":"as conversas, até que você as apague"}`, []string{": camarão", "Ana: camarão"}},
		{"the last, which is pointed at", "apaga isso, por favor", `forget {"what":"isso"}`, `{"forgotten":2,"what":["Alergia: camarão","Alergia: soja"],"stays":"as conversas, até que você as apague"}`, []string{":", "Ana: camarão"}},
		{"what is not known", "esqueça o polvo", `forget {"what":"polvo"}`, `{"forgotten":0}`, []string{": camarão, soja", "Ana: camarão"}},
		{"everything has to be asked for", "esqueça o que eu disse do polvo", `forget {"what":"everything"}`, `{"forgotten":0,"confirm":"esqueça tudo o que sabe de mim"}`, []string{": camarão, soja", "Ana: camarão"}},
		{"everything of last week is not everything", "apague tudo que anotou nos meus dados semana passada", `forget {"what":"everything"}`, `{"forgotten":0,"confirm":"esqueça tudo o que sabe de mim"}`, []string{": camarão, soja", "Ana: camarão"}},
		{"everything but a value", "esqueça tudo, menos a soja", `forget {"what":"everything","except":["soja"]}`, `{"forgotten":2,"what":["Alergia: camarão","Alergia: camarão (de Ana)"],"kept":["Alergia: soja"],"stays":"as conversas, até que você as apague"}`, []string{": soja", "Ana:"}},
		{"everything but a person", "erase all but Ana's allergy", `forget {"what":"everything","except":["Ana"]}`, `{"forgotten":2,"what":["Alergia: camarão","Alergia: soja"],"kept":["Alergia: camarão (de Ana)"],"stays":"as conversas, até que você as apague"}`, []string{":", "Ana: camarão"}},
		{"everything but what only the conversation knows", "wipe everything except our travel dates", `forget {"what":"everything","except":["travel dates"]}`, `{"forgotten":3,"what":["Alergia: camarão","Alergia: soja","Alergia: camarão (de Ana)"],"only_in_conversation":["travel dates"],"stays":"as conversas, até que você as apague"}`, []string{":", "Ana:"}},
		{"everything but a value and what the conversation knows", "olvida todo menos la soja y cuántas personas somos", `forget {"what":"everything","except":["soja","cuántas personas"]}`, `{"forgotten":2,"what":["Alergia: camarão","Alergia: camarão (de Ana)"],"kept":["Alergia: soja"],"only_in_conversation":["cuántas personas"],"stays":"as conversas, até que você as apague"}`, []string{": soja", "Ana:"}},
		{"nothing else is noted", "of all this keep just the soy and the shrimp, mine and Ana's", `forget {"what":"conversation","except":["soja","camarão"]}`, `{"forgotten":0,"kept":["Alergia: camarão","Alergia: soja","Alergia: camarão (de Ana)"],"stays":"as conversas, até que você as apague"}`, []string{": camarão, soja", "Ana: camarão"}},
		{"nobody asks for everything but", "o que tem hoje, menos peixe?", `forget {"what":"everything","except":["soja"]}`, `{"forgotten":0,"confirm":"esqueça tudo o que sabe de mim"}`, []string{": camarão, soja", "Ana: camarão"}},
		{"everything of this talk, in other words", "Some com tudo que ficou registrado hoje. Zera tudo e me mostra, faz favor", `forget {"what":"conversation"}`, `{"forgotten":3,"what":["Alergia: camarão","Alergia: soja","Alergia: camarão (de Ana)"],"all":true,"still_known":0,"stays":"as conversas, até que você as apague"}`, []string{":", "Ana:"}},
		{"everything, beside a wish", "Borra todo lo que sabes de mí. Y la cuenta, por favor", `forget {"what":"everything"}`, `{"forgotten":3,"what":["Alergia: camarão","Alergia: soja","Alergia: camarão (de Ana)"],"all":true,"still_known":0,"stays":"as conversas, até que você as apague"}`, []string{":"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := open(t)
			h.turn(turn{guest: "bia", says: "sou alérgica a camarão e a soja. a Ana é alérgica a camarão", calls: []string{`remember {"facts":[{"what":"camarão","kind":"allergy","person":"Ana"}]}`}})
			c := h.turn(turn{guest: "bia", says: tt.says, calls: []string{tt.call}})
			c.result(t, tt.want)
			seated(t, c.table, tt.left...)
		})
	}
}

func TestRecalling(t *testing.T) {
	h := open(t)
	h.turn(turn{guest: "bia", says: "moro em Recife e sou alérgica a soja. a Ana é vegana", calls: []string{`remember {"facts":[{"what":"vegana","kind":"diet","person":"Ana"},{"what":"Recife","kind":"home"}]}`}})
	for about, want := range map[string]string{
		``:         `{"known":[{"what":"Mora em: Recife","since":"14/11/2026"},{"what":"Alergia: soja","since":"14/11/2026","for_now":true},{"what":"Restrição alimentar: vegano (de Ana)","since":"14/11/2026","for_now":true}],"health_may_be_kept":"asked"}`,
		`Ana`:      `{"known":[{"what":"Restrição alimentar: vegano (de Ana)","since":"14/11/2026","for_now":true}],"health_may_be_kept":"asked"}`,
		`alergias`: `{"known":[{"what":"Alergia: soja","since":"14/11/2026","for_now":true}],"health_may_be_kept":"asked"}`,
		`polvo`:    `{"known":[],"health_may_be_kept":"asked"}`,
	} {
		c := h.turn(turn{guest: "bia", says: "o que você sabe de mim?", calls: []string{`recall {"about":"` + about + `"}`}})
		if diff := cmp.Diff(sorted(want), sorted(c.results[0])); diff != "" {
			t.Errorf("recall %q (-want +got):\n%s", about, diff)
		}
	}
}

// sorted orders what is known: what is said in one message has no order.
func sorted(raw string) any {
	var v struct {
		Known  []map[string]any `json:"known"`
		Health string           `json:"health_may_be_kept"`
	}
	_ = json.Unmarshal([]byte(raw), &v)
	slices.SortFunc(v.Known, func(a, b map[string]any) int { return strings.Compare(fmt.Sprint(a["what"]), fmt.Sprint(b["what"])) })
	return v
}

func TestWhatTheAnswerSaysIsNotNotedAgain(t *testing.T) {
	call := `remember {"facts":[{"what":"camarão","kind":"allergy"}]}`
	for _, tt := range []struct {
		name, answer string
		calls        []string
		noted        bool
	}{
		{"in the guest's words", "Sem problema, nada de camarões para você.", []string{call}, false},
		{"in other words", "No problem, we will keep shrimp away from your plate.", []string{call}, false},
		{"without naming it", "Anotado! O que mais?", []string{call}, false},
		{"not at all", "O que deseja comer?", []string{call}, true},
		{"when nobody listened but the rules", "O que deseja comer?", nil, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := open(t).turn(turn{guest: "bia", says: "sou alérgica a camarão", calls: tt.calls, answer: tt.answer})
			if got := strings.Contains(c.more, "Anotado: você, sem camarão"); got != tt.noted {
				t.Errorf("besides %q the house says %q", tt.answer, c.more)
			}
			if strings.Count(c.more, texts.In(lang.Portuguese).Memory.Consent) != 1 {
				t.Errorf("the guest is to be asked once: %q", c.more)
			}
		})
	}
}

func TestResultsAreSaidWhenNobodyElseDoes(t *testing.T) {
	h := open(t)
	h.turn(turn{guest: "bia", says: "sou alérgica a camarão. a Ana é vegana", calls: []string{`remember {"facts":[{"what":"vegana","kind":"diet","person":"Ana"}]}`}})
	for _, tt := range []struct{ says, call, pt, en, es string }{
		{"adoro lula", `remember {"facts":[{"what":"lula","kind":"like","always":true}]}`, "Anotado: você, gosta de lula.", "", ""},
		{"o que sabe da Ana?", `recall {"about":"Ana"}`, "O que sei de você, porque você disse:\n\n- Restrição alimentar: vegano (de Ana; dito em 14/11/2026; só para esta conversa)", "", ""},
		{"esqueça tudo que falei da praia", `forget {"what":"everything"}`, "Para isso, diga “esqueça tudo o que sabe de mim”: não há volta.", "For that, say “esqueça tudo o que sabe de mim”: there is no way back.", ""},
		{"pode guardar o que contei da Ana", `consent {"answer":"yes","person":"Ana"}`, "Combinado: nas próximas vezes vou lembrar o que você contou de Ana.", "Agreed: I will remember what you told me of Ana next time.", "De acuerdo: las próximas veces recordaré lo que contó de Ana."},
		{"esqueça a Ana", `forget {"what":"Ana"}`, "Esqueci: Restrição alimentar: vegano (de Ana).", "", ""},
	} {
		c := h.turn(turn{guest: "bia", says: tt.says, calls: []string{tt.call}})
		name, _, _ := strings.Cut(tt.call, " ")
		tool := c.tools[slices.IndexFunc(c.tools, func(t agent.Tool) bool { return t.Name == name })]
		for l, want := range map[lang.Language]string{lang.Portuguese: tt.pt, lang.English: tt.en, lang.Spanish: tt.es} {
			if got := tool.Say(c.results[0], l); want != "" && got != want {
				t.Errorf("%s is said as %q, want %q", c.results[0], got, want)
			}
		}
	}
}

func TestARememberedFactIsTakenOnce(t *testing.T) {
	h := open(t)
	call := `remember {"facts":[{"what":"lula","kind":"like","always":true}]}`
	c := h.turn(turn{guest: "bia", says: "adoro lula", calls: []string{call, call}})
	if len(c.results) != 2 || c.results[0] != c.results[1] {
		t.Errorf("two calls bring %q", c.results)
	}
	own, _ := h.book.Of(t.Context(), "bia")
	if held := own.In(""); len(held) != 1 || held[0].Evidence != 1 {
		t.Errorf("there is %d memory, said %d times", len(held), held[0].Evidence)
	}
}

func TestWhoListensWithdrawsAWrongNoteOfTheHouse(t *testing.T) {
	for _, tt := range []struct {
		name, before, says, call string
		want                     []string // what binds the table in the next turn
	}{
		{"a wish that was taken for a need", "", "não sei se como o polvo ou a lula hoje", `remember {"facts":[{"what":"polvo","kind":"diet","over":true}]}`, nil},
		{"a refusal of another turn", "eu não como lula", "quis dizer que não como lula todo dia", `remember {"facts":[{"what":"lula","kind":"diet","over":true}]}`, nil},
		{"an allergy that the words state", "sou alérgica a lula", "e hoje, o que tem?", `remember {"facts":[{"what":"lula","kind":"allergy","over":true}]}`, []string{"lula"}},
		{"an allergy stated in the same breath", "", "I'm allergic to squid, what is good?", `remember {"facts":[{"what":"squid","kind":"allergy","over":true}]}`, []string{"squid"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := open(t)
			if tt.before != "" {
				h.turn(turn{guest: "bia", says: tt.before, answer: "Anotado."})
			}
			h.turn(turn{guest: "bia", says: tt.says, calls: []string{tt.call}, answer: "Certo."})
			c := h.turn(turn{guest: "bia", says: "qual a sobremesa?"})
			if diff := cmp.Diff(tt.want, c.must); diff != "" {
				t.Errorf("after %q the table must not have (-want +got):\n%s", tt.says, diff)
			}
		})
	}
}

func TestToolsAreShortToDescribe(t *testing.T) {
	tools, err := (&memo.Memo{}).Tools()
	if err != nil {
		t.Fatal(err)
	}
	size := 0
	for _, tool := range tools {
		if n := len(strings.Fields(tool.Description)); n > 25 {
			t.Errorf("%s is described in %d words", tool.Name, n)
		}
		size += len(tool.Name) + len(tool.Description) + len(tool.Params)
	}
	if size > 2100 { // some 500 tokens
		t.Errorf("four tools take %d characters of every prompt", size)
	}
}
