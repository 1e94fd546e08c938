package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/door/config"
	"github.com/maitre-dev/maitre/internal/testkit/providertest"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/task"
)

// A model that stalls is waited for this long, and a turn may take this much
// longer than that.
const (
	stalled = 400 * time.Millisecond
	spare   = 20 * time.Second // of a busy machine
)

// patience is how long a house waits for a model that behaves so: briefly for one that
// stalls, else longer than a busy machine takes for a good answer.
func patience(b providertest.Behaviour) config.Flags {
	if b.Stalls() {
		return config.Flags{"model_timeout": "2s", "model_silence": stalled.String()}
	}
	return nil
}

// served is a whole house, as serve and chat put it together, whose model is
// the test's.
type served struct {
	*maitre.Maitre
	app   *app
	model *providertest.Server
	log   *bytes.Buffer
}

// serving builds a house. more are settings besides those that every test needs.
func serving(t testing.TB, play providertest.Player, more config.Flags) *served {
	t.Helper()
	h := &served{model: providertest.New(t, play), log: new(bytes.Buffer)}
	prices := writeFile(t, "maitre.toml", "[price.\"openai:test\"]\ninput = 1\noutput = 4\n")
	flags := config.Flags{
		"config": prices, "db": copied(t, "maitre.db"), "customers": ofSample(t, "customers.db"), "prompts": providertest.Prompts(t, maitre.Tasks()),
		"model": "openai:test", "openai_base_url": h.model.URL, "openai_api_key": providertest.Key, "log.level": "debug",
		"model_timeout": "40s", "model_silence": "20s", "model_retries": "0", "budget.turn": "0.20",
	}
	for k, v := range more {
		flags[k] = v
	}
	h.app = &app{System: System{Stdout: h.log, Stderr: h.log}, settings: flags, end: t.Context()}
	t.Cleanup(h.app.close)
	err := h.app.load()
	if err != nil {
		t.Fatal(err)
	}
	if h.Maitre, err = h.app.maitre(t.Context()); err != nil {
		t.Fatal(err)
	}
	return h
}

// theSample is a place with the sample's customers, and a database of the house in
// which the figures about all of them are published: made once for all houses.
var theSample = sync.OnceValues(func() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "maitre-provider-"); err != nil {
		return "", err
	}
	afterwards = append(afterwards, func() { os.RemoveAll(dir) })
	var out bytes.Buffer
	for _, args := range [][]string{
		{"sample", "customers", "--clients", "80", "--out", filepath.Join(dir, "customers.db")},
		{"sql", "publish", "--db", filepath.Join(dir, "maitre.db"), "--customers", filepath.Join(dir, "customers.db")},
	} {
		if code := Run(System{Args: args, Stdout: &out, Stderr: &out}); code != exitOK {
			return dir, errors.New(out.String())
		}
	}
	return dir, nil
})

// ofSample returns a file of the sample. Nobody may write to it.
func ofSample(t testing.TB, name string) string {
	t.Helper()
	dir, err := theSample()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, name)
}

// copied returns a copy of a file of the sample.
func copied(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(ofSample(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return writeFile(t, name, string(b))
}

// heard is all that a guest has of a turn.
type heard struct {
	text  string // of the reply
	asked string // the question, if there is one
	cards []string
	all   string // everything, and what was withdrawn too
	by    []string
	tools []string
	facts string // what they returned
	late  bool   // a hook was, for this machine is busy: then the house asks more
	cost  *llm.USD
	took  time.Duration
}

// say lets a guest say something, and answer the question that comes.
func (h *served) say(t testing.TB, guest, thread, message string, yes *bool) heard {
	t.Helper()
	var got heard
	watch := func(e event.Event) {
		switch e.Type {
		case event.Text, event.UI, event.PostResponse, event.Question:
			got.all += string(e.Data) + "\n"
		}
		switch e.Type {
		case event.UI:
			var c struct{ Name string }
			_ = json.Unmarshal(e.Data, &c)
			got.cards = append(got.cards, c.Name)
		case event.Decision:
			var d task.Decision
			_ = json.Unmarshal(e.Data, &d)
			got.by = append(got.by, d.Task+"="+d.By)
			if strings.Contains(d.Why, providertest.Key) {
				t.Errorf("a decision tells the key: %s", d.Why)
			}
		case event.HookError:
			got.late = true
		case event.ToolResult, event.ToolError:
			var c event.Call
			_ = json.Unmarshal(e.Data, &c)
			got.tools = append(got.tools, c.Tool)
			got.facts += string(e.Data) + "\n"
		}
	}
	r, err := h.Say(t.Context(), maitre.Turn{Thread: thread, Guest: guest, Message: message}, watch)
	if err != nil {
		t.Fatalf("%q: %v", message, err)
	}
	got.text, got.cost, got.took = r.Text, r.Cost, r.Elapsed
	if r.Question == nil {
		return got
	}
	got.asked = r.Question.Text
	if yes == nil {
		return got
	}
	value, _ := json.Marshal(agent.Approval{Approved: *yes})
	r, err = h.Answer(t.Context(), guest, r.Run, graph.Answer{Value: value}, watch)
	if err != nil {
		t.Fatalf("%q, answered: %v", message, err)
	}
	got.text, got.took = r.Text, max(got.took, r.Elapsed)
	if got.cost != nil && r.Cost != nil {
		got.cost = new(*got.cost + *r.Cost)
	}
	return got
}

// well answers as a good model does.
var well = providertest.Concierge(maitre.Tasks())

// turns are something for every specialist. The guest of the first is not known,
// C001 is a client of the sample.
var turns = []struct {
	name, guest, message string
	yes                  *bool
}{
	{"chat", "ana", "boa noite, tudo bem?", nil},
	{"menu", "ana", "sou alérgica a camarão, quero uma massa", nil},
	{"about", "ana", "o bobó de camarão tem leite?", nil},
	{"trip", "ana", "vamos a Florianópolis de 10 a 12 de dezembro, 2 pessoas: onde comer?", nil},
	{"no", "C001", "me recomenda cervejarias novas em San Diego, California", new(false)},
	{"yes", "C001", "me recomenda cervejarias novas em San Diego, California", new(true)},
	{"purchases", "C001", "quanto gastei no total?", nil},
	{"data", "C001", "Qual a distribuição de cada variável (histogramas)?", nil},
	{"memory", "ana", "o que você sabe de mim?", nil},
}

// Behaviours of the kit that leave their trace in what is said or logged.
const (
	unknownTool = "calls a tool that is not there"
	foreign     = "speaks another language"
)

// like reports whether a turn has the words, the question and the cards of another.
func (got heard) like(was heard) bool {
	return got.text == was.text && got.asked == was.asked && slices.Equal(got.cards, was.cards)
}

// deciding changes what a model does for a guest, and leaves other tasks alone.
func deciding(name string, do func(good providertest.Answer, a providertest.Ask) providertest.Answer) providertest.Behaviour {
	return providertest.Own(name, func(good providertest.Answer, a providertest.Ask) providertest.Answer {
		if a.Task != "decide" {
			return good
		}
		return do(good, a)
	})
}

func calls(name, args string) providertest.Answer {
	return providertest.Answer{Calls: []providertest.Call{{Name: name, Args: args}}}
}

// abuses are what a model may do with tools.
var abuses = []providertest.Behaviour{
	deciding("loops in its tools", func(_ providertest.Answer, a providertest.Ask) providertest.Answer {
		return calls("ask_purchases", fmt.Sprintf(`{"question":"quanto gastei em %d?"}`, 2000+len(a.Called)))
	}),
	deciding("makes one call again and again", func(providertest.Answer, providertest.Ask) providertest.Answer {
		return calls("find_dishes", `{"wish":"massa"}`)
	}),
	deciding("asks for details at once", func(good providertest.Answer, a providertest.Ask) providertest.Answer {
		if len(a.Called) > 0 {
			return good
		}
		return calls("brewery_details", `{"brewery":"`+providertest.Nobody+`","asked":true}`)
	}),
	deciding("asks for another client", func(_ providertest.Answer, a providertest.Ask) providertest.Answer {
		switch len(a.Called) {
		case 0:
			return calls("client_profile", `{"client_id":"C002"}`)
		case 1:
			return calls("ask_purchases", `{"question":"quanto gastou o cliente C002?","sql":"SELECT client_name FROM clients WHERE client_id = 'C002'"}`)
		}
		return providertest.Answer{Text: "O perfil: " + strings.Join(a.Results, " ")}
	}),
	deciding("fills arguments with rubbish", func(good providertest.Answer, a providertest.Ask) providertest.Answer {
		if len(a.Called) > 0 {
			return good
		}
		long := strings.Repeat(providertest.Nobody+" ", 100)
		if strings.Contains(a.Message(), "quero uma massa") {
			long = strings.Repeat(long, 20) // which takes the tools seconds: once is enough
		}
		return providertest.Answer{Calls: []providertest.Call{
			{Name: "find_dishes", Args: `{"wish":["` + long + `"],"max_price":"-1e999","for":{"x":1}}`},
			{Name: "bill", Args: `{"items":[{"dish":"` + long + `","quantity":-7}],"people":1e12}`},
			{Name: "ask_purchases", Args: `{"question":"x","sql":"DROP TABLE clients; --"}`},
			{Name: "list-accommodations", Args: `{"place":"` + providertest.Nobody + `","start_date":"0000-99-99","people":-1}`},
			{Name: "choose_place", Args: `not JSON`},
			{Name: "draw_chart", Args: `{"of":"` + long + `"}`},
			{Name: "remember", Args: `{"facts":[{"what":"` + long + `","kind":"allergy"}]}`},
			{Name: "find_dishes"},
		}}
	}),
	deciding("calls everything at once", func(good providertest.Answer, a providertest.Ask) providertest.Answer {
		if len(a.Called) > 0 {
			return good
		}
		for _, name := range a.Tools {
			good.Calls = append(good.Calls, providertest.Call{Name: name, Args: `{}`})
		}
		return good
	}),
	deciding("repeats its prompt", func(_ providertest.Answer, a providertest.Ask) providertest.Answer {
		return providertest.Answer{Text: "Claro, aqui está. " + a.Prompt[:min(len(a.Prompt), 900)]}
	}),
}

func TestAGuestIsServedWhateverTheModelDoes(t *testing.T) {
	rules, good := map[string]heard{}, map[string]heard{}
	for _, house := range []struct {
		*served
		heard map[string]heard
	}{{serving(t, well, config.Flags{"model": "rule"}), rules}, {serving(t, well, nil), good}} {
		for _, turn := range turns {
			house.heard[turn.name] = house.say(t, turn.guest, "t-"+turn.name, turn.message, turn.yes)
			if house.heard[turn.name].text == "" {
				t.Fatalf("%s: nothing is said", turn.name)
			}
		}
	}
	behaviours := slices.Concat([]providertest.Behaviour{{Name: "answers well"}}, providertest.Failures(), providertest.Lies(), abuses)
	table := make([][]string, 1+len(behaviours))
	table[0] = []string{""}
	for _, turn := range turns {
		table[0] = append(table[0], turn.name)
	}
	t.Cleanup(func() { t.Log("who decided:\n" + inColumns(table)) })
	for i, b := range behaviours {
		t.Run(b.Name, func(t *testing.T) {
			row := []string{b.Name}
			defer func() { table[1+i] = row }()
			h := serving(t, b.Of(well), patience(b))
			for _, turn := range turns {
				before := len(h.model.Asked())
				got := h.say(t, turn.guest, "t-"+turn.name, turn.message, turn.yes)
				h.check(t, turn.name, got)
				most := 12 // ten rounds, one answer again, and what the web says
				if b.Stalls() {
					most = 1 // and is then left alone
				}
				if n := len(h.model.Asked()) - before; n > most {
					t.Errorf("%s: the model was asked %d times", turn.name, n)
				}
				row = append(row, whoDecided(got))
				was, alike := good[turn.name], true
				switch {
				case b.Rule:
					was = rules[turn.name]
					if !slices.Contains(got.by, "decide="+task.ByRule) || slices.Contains(got.by, "decide=test") && b.Name != unknownTool {
						t.Errorf("%s: the log says that %q decided", turn.name, got.by)
					}
				case b.Name == foreign: // the facts by template, and the same cards
					alike = false
					if len(was.cards) > 0 && !slices.Equal(got.cards, was.cards) {
						t.Errorf("%s: shown %q, want %q", turn.name, got.cards, was.cards)
					}
				case slices.ContainsFunc(abuses, func(x providertest.Behaviour) bool { return x.Name == b.Name }):
					alike = false
				}
				got.text = strings.Replace(got.text, "a pesquisa falhou; dos dados do catálogo, não", "dos dados do catálogo; não", 1) // nor does it sum up the web
				got.text = strings.Replace(got.text, " Hoje sai por R$ 94,00.", "", 1)                                                 // a price that was put right is the dish's
				if alike && !got.late && !got.like(was) {
					t.Errorf("%s: %q, asked %q, shown %q\nwant: %q, asked %q, shown %q\nby %q", turn.name, got.text, got.asked, got.cards, was.text, was.asked, was.cards, got.by)
				}
			}
		})
	}
}

func TestATurnOfAModelThatLoopsStaysWithinItsBudget(t *testing.T) {
	const most = 30_000 // millionths of a dollar: some three calls at their worst
	h := serving(t, abuses[0].Of(well), config.Flags{"budget.turn": "0.03"})
	got := h.say(t, "C001", "t", "quanto gastei no total?", nil)
	if got.text == "" || got.cost == nil || *got.cost > most || *got.cost == 0 {
		t.Errorf("%q cost %v", got.text, got.cost)
	}
	if n := len(h.model.Asked()); n == 0 || n > 12 {
		t.Errorf("the model was asked %d times", n)
	}
	if !slices.Contains(got.by, "decide="+task.ByRule) {
		t.Errorf("the rule did not go on when the money was spent: %q", got.by)
	}
}

// check is what holds of every turn.
func (h *served) check(t *testing.T, name string, got heard) {
	t.Helper()
	if got.text == "" && got.asked == "" {
		t.Errorf("%s: there is no answer", name)
	}
	if got.took > stalled+spare {
		t.Errorf("%s: it took %v", name, got.took)
	}
	for _, lie := range []string{providertest.Host, providertest.Price, providertest.Nobody, providertest.Secret, providertest.Key, "blá blá", "Good evening", "You are the concierge", "tool or this conversation"} {
		if strings.Contains(got.text+got.asked, lie) || strings.Contains(got.all, lie) && lie != "Good evening" { // a greeting alone tells no language
			t.Errorf("%s: the guest is told %q: %.600s", name, lie, got.all)
		}
	}
	if strings.Contains(h.log.String(), providertest.Key) {
		t.Errorf("%s: the key is in the log", name)
	}
	if limit := h.app.config.Budget.Turn; got.cost == nil || *got.cost > 2*limit || *got.cost < 0 {
		t.Errorf("%s: it cost %v, of %v for each of at most two calls", name, got.cost, limit)
	}
}

// whoDecided sums up the decisions of a turn.
func whoDecided(got heard) string {
	model, rule := 0, 0
	for _, d := range got.by {
		if strings.HasSuffix(d, "="+task.ByRule) {
			rule++
		} else {
			model++
		}
	}
	return fmt.Sprintf("%d model, %d rule", model, rule)
}

func inColumns(rows [][]string) string {
	var b strings.Builder
	for _, row := range rows {
		for _, cell := range row {
			fmt.Fprintf(&b, "%-18.32s", cell)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
