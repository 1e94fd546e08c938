package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/internal/door/cli"
	"github.com/maitre-dev/maitre/internal/testkit/providertest"
)

var update = flag.Bool("update", false, "write testdata/conversation.txt, conversation-model.txt and readme.txt")

const (
	conversation = "testdata/conversation.txt"
	short        = "testdata/readme.txt" // what the READMEs show
	withModel    = "testdata/conversation-model.txt"
)

// TestOneConversationGoesThroughTheWholeHouse has the conversation of
// testdata/conversation.txt once more: no model, no settings, a new database,
// and a clock that says what the file says. A line "> " is what the guest says,
// "@ " begins a thread at a time. Below them stands what the house answers.
func TestOneConversationGoesThroughTheWholeHouse(t *testing.T) {
	for _, name := range []string{conversation, short} {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, name, have(t, string(file)))
	}
}

// compare compares what was said with a file, or writes it there.
func compare(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(file), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("it went otherwise (-file +now; -update writes it):\n%s", diff)
	}
}

// TestTheSameConversationWithAModel has it with a model on this machine, which
// decides well: testdata/conversation-model.txt, where what depends on the day
// is struck out. The log says that the model decided.
func TestTheSameConversationWithAModel(t *testing.T) {
	script, err := os.ReadFile(conversation)
	if err != nil {
		t.Fatal(err)
	}
	p := providertest.New(t, concierge)
	got, db := converse(t, string(script), false, "OPENAI_BASE_URL="+p.URL, "OPENAI_API_KEY="+providertest.Key,
		"MAITRE_MODEL=openai:test", "MAITRE_PROMPTS="+providertest.Prompts(t, maitre.Tasks()))
	got = regexp.MustCompile(`US\$ [0-9.,]+[0-9]|\d\d/\d\d/\d{4}|(de )20\d\d`).ReplaceAllString(got, "$1…")
	compare(t, withModel, got)
	decided := map[string]string{}
	for _, thread := range []string{"day-2026-11-14", "day-2026-11-15"} {
		var out bytes.Buffer
		if code := cli.Run(cli.System{Args: []string{"trace", thread, "--json", "--db", db}, Stdout: &out, Stderr: &out}); code != 0 {
			t.Fatalf("%s", &out)
		}
		for d := json.NewDecoder(&out); d.More(); {
			var run struct {
				Spans []struct{ Kind, Name, Status string }
			}
			if err := d.Decode(&run); err != nil {
				t.Fatal(err)
			}
			for _, s := range run.Spans {
				if s.Kind == "decision" {
					decided[s.Name] = s.Status
				}
			}
		}
	}
	if !strings.Contains(decided["decide"], "test") {
		t.Errorf("decide was decided by %q; all: %v", decided["decide"], decided)
	}
	for _, a := range p.Asked() {
		if a.Task == "decide" && a.Again() {
			t.Errorf("the answer to %q was not sent as it was", a.Message())
		}
	}
}

// does is what the model of the conversation calls for a message, and then says.
// In words, % is what a pattern finds in what the tools have told.
var does = map[string][]struct{ tool, args, text, quotes string }{
	"Oi, boa tarde!": {{text: "Boa tarde! Que bom ter você aqui. O que vai ser: mesa, viagem ou cerveja?"}},
	"Quero ir para Floripa com minha esposa e dois filhos, de 10 a 15 de março": {
		{tool: "list-accommodations", args: `{"place":"Florianópolis","start_date":"YYYY-03-10","end_date":"YYYY-03-15","people":4}`},
		{text: "Para vocês quatro eu olharia primeiro a Pousada Exemplo do Jardim, que sai por R$ 2.900,00 no total, ou o Apartamento Era Uma Vez da Brisa. Estes lugares são só exemplos."},
	},
	"sou alérgico a camarão":               {{tool: "remember", args: `{"facts":[{"what":"camarão","kind":"allergy","always":true}]}`}, {text: "Está anotado: camarão fica fora de tudo o que eu sugerir."}},
	"Onde podemos jantar lá?":              {{tool: "list-restaurants", args: `{}`}, {text: "Sem camarão por perto, gosto da Cozinha Era Uma Vez do Sol e da Pizzaria Exemplo da Lua, boa para as crianças. Mesmo assim, confirmem com a cozinha."}},
	"sim":                                  {{tool: "consent", args: `{"answer":"yes"}`}, {text: "Combinado: vou lembrar disso nas próximas vezes."}},
	"Que prato do mar você sugere?":        {{tool: "find_dishes", args: `{"wish":"prato do mar"}`}, {text: "A Moqueca capixaba de badejo: peixe no barro, com tomate e coentro. Por causa da sua alergia, a cozinha confirma antes de servir."}},
	"Recomende cervejarias novas para mim": {{tool: "find_breweries", args: `{}`}, {text: "Começaria pela Bay City Brewing Company; a Amplified Ale Works é um brewpub, como você costuma escolher."}, {text: "É o que o catálogo diz da Bay City Brewing Company; na web não deu para conferir."}},
	"Fale mais da Border X Brewing":        {{tool: "brewery_details", args: `{"brewery":"3"}`}, {text: "A Border X Brewing é uma microcervejaria de San Diego, California; na web não deu para conferir mais."}},
	"Quanto gastei este ano?":              {{tool: "ask_purchases", args: `{"question":"Quanto gastei este ano?"}`}, {text: "Este ano foram %, nos dados de exemplo.", quotes: `US\$ [0-9.,]+\d`}},
	"O que você sabe de mim?":              {{tool: "recall", args: `{}`}, {text: "Sei o que você me contou: %.", quotes: `Alergia: camarão`}},
	"Esqueça tudo":                         {{tool: "forget", args: `{"what":"everything"}`}, {text: "Esqueci tudo o que sabia de você."}},
	"E um prato com camarão?":              {{tool: "find_dishes", args: `{"wish":"camarão"}`}, {text: "A Moqueca baiana de camarão e o Bobó de camarão são os que eu levaria à mesa."}},
}

// concierge plays that model.
func concierge(a providertest.Ask) providertest.Answer {
	if a.Task != "decide" {
		return providertest.ByRule(maitre.Tasks())(a)
	}
	steps := does[a.Message()]
	if len(a.Called) >= len(steps) {
		return providertest.Answer{Text: "Desculpe, isso eu não sei."}
	}
	step := steps[len(a.Called)]
	if step.tool != "" {
		return providertest.Answer{Calls: []providertest.Call{{Name: step.tool, Args: providertest.NextMarch(step.args)}}}
	}
	found := regexp.MustCompile(step.quotes).FindString(strings.Join(a.Results, " "))
	if step.quotes != "" && found == "" {
		return providertest.Answer{Text: "Ainda não sei nada de você."}
	}
	return providertest.Answer{Text: strings.ReplaceAll(step.text, "%", found)}
}

// have has a conversation at the times that it names, and writes it down.
func have(t *testing.T, script string) (had string) {
	// The runtime starts listening for signals when it is first asked to, and
	// must not do so in the bubble.
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	signal.Stop(c)
	synctest.Test(t, func(t *testing.T) { had, _ = converse(t, script, true) })
	return had
}

// converse has a conversation, and returns it and the database. It may wait until
// the time of each thread has come.
func converse(t *testing.T, script string, wait bool, environ ...string) (text, db string) {
	t.Helper()
	thread, db := "", t.TempDir()+"/maitre.db"
	var had strings.Builder
	for line := range strings.Lines(script) {
		line = strings.TrimSpace(line)
		switch said, ok := strings.CutPrefix(line, "> "); {
		case strings.HasPrefix(line, "@ "):
			at, err := time.Parse("@ 2006-01-02 15:04", line)
			if err != nil {
				t.Fatal(err)
			}
			if wait {
				time.Sleep(time.Until(at))
			}
			thread = at.Format("day-2006-01-02")
			had.WriteString(line + "\n\n")
		case ok:
			args := []string{"ask", "--as", "C001", "--db", db, "--thread", thread, "--", said}
			var out, errs bytes.Buffer
			if code := cli.Run(cli.System{Args: args, Environ: environ, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs}); code != 0 {
				t.Fatalf("ask %q: exit code %d: %s", said, code, &errs)
			}
			had.WriteString(line + "\n" + strings.TrimSpace(out.String()) + "\n\n")
		}
	}
	return strings.TrimSpace(had.String()) + "\n", db
}
