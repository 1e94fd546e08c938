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
	known       hook.Known
	results     []string      // of the calls
	table       []hook.Person // after them
	scene       *scene.Scene  // after them
	says, guest string
	must        []string // allergies and diets of all, after them
	more        string   // said besides the answer
	tools       []agent.Tool
}

func (h *house) turn(u turn) (c came) {
	c.says, c.guest = u.says, u.guest
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

func TestResultsAreSaidWhenNobodyElseDoes(t *testing.T) {
	h := open(t)
	h.turn(turn{guest: "bia", says: "sou alérgica a camarão. a Ana é vegana", calls: []string{`remember {"facts":[{"what":"vegana","kind":"diet","person":"Ana"}]}`}})
	for _, tt := range []struct{ says, call, pt, en, es string }{
		{"adoro lula", `remember {"facts":[{"what":"lula","kind":"like","always":true}]}`, "Anotado: você, gosta de lula.", "", ""},
		{"o que sabe da Ana?", `recall {"about":"Ana"}`, "O que sei de você, porque você disse:\n\n- Restrição alimentar: vegano (de Ana) (dito em 14/11/2026; só para esta conversa)", "", ""},
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
