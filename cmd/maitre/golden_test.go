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
	"github.com/maitre-dev/maitre/internal/cli"
	"github.com/maitre-dev/maitre/internal/providertest"
)

var update = flag.Bool("update", false, "write testdata/conversation.txt and conversation-model.txt")

const (
	conversation = "testdata/conversation.txt"
	withModel    = "testdata/conversation-model.txt"
)

// TestOneConversationGoesThroughTheWholeHouse has the conversation of
// testdata/conversation.txt once more: no model, no settings, a new database,
// and a clock that says what the file says. A line "> " is what the guest says,
// "@ " begins a thread at a time. Below them stands what the house answers.
func TestOneConversationGoesThroughTheWholeHouse(t *testing.T) {
	file, err := os.ReadFile(conversation)
	if err != nil {
		t.Fatal(err)
	}
	got := have(t, string(file))
	if *update {
		if err := os.WriteFile(conversation, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
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
	file, err := os.ReadFile(withModel)
	if err != nil && !*update {
		t.Fatal(err)
	}
	p := providertest.New(t, concierge)
	got, db := converse(t, string(script), false, "OPENAI_BASE_URL="+p.URL, "OPENAI_API_KEY="+providertest.Key,
		"MAITRE_MODEL=openai:test", "MAITRE_PROMPTS="+providertest.Prompts(t, maitre.Tasks()))
	got = regexp.MustCompile(`US\$ [0-9.,]+[0-9]|\d\d/\d\d/\d{4}|(de )20\d\d`).ReplaceAllString(got, "$1…")
	if *update {
		if err := os.WriteFile(withModel, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(strings.Split(string(file), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("it went otherwise (-file +now; -update writes it):\n%s", diff)
	}
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
	for _, name := range []string{"route", "chat.reply", "trip.extract", "trip.tools", "menu.rerank", "menu.answer", "beer.plan", "beer.sql"} {
		if !strings.Contains(decided[name], "test") {
			t.Errorf("%s was decided by %q; all: %v", name, decided[name], decided)
		}
	}
}

// concierge decides as the rules do, and uses beer's tools as its plan has it.
func concierge(a providertest.Ask) providertest.Answer {
	if a.Task != "beer.plan" {
		return providertest.ByRule(maitre.Tasks())(a)
	}
	call := func(name, args string) providertest.Answer {
		return providertest.Answer{Calls: []providertest.Call{{Name: name, Args: args}}}
	}
	steps := map[string][]providertest.Answer{
		"Recomende cervejarias novas para mim": {
			call("get_client_profile", `{}`), call("search_breweries", `{"city":"San Diego","state":"California"}`),
			call("get_website_summary", `{"breweryId":"bay-city-brewing"}`),
			{Text: "A Bay City Brewing Company é uma boa escolha para você conhecer."},
		},
		"E a terceira?":           {call("get_website_summary", `{"breweryId":"border-x-brewing"}`), {Text: "A Border X Brewing também vale a visita."}},
		"Quanto gastei este ano?": {call("run_analytical_query", `{"question":"Quanto gastei este ano?"}`), {Text: "Somei as suas compras."}},
	}[a.Asked]
	if len(a.Called) >= len(steps) {
		return providertest.Answer{}
	}
	return steps[len(a.Called)]
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
