package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/maitre-dev/maitre/internal/door/cli"
	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
	"github.com/maitre-dev/maitre/llm/llmtest"
)

func TestMain(m *testing.M) {
	if os.Getenv("MAITRE_TEST_MAIN") != "" {
		main()
	}
	testscript.Main(withPostgres{m}, map[string]func(){"program": main})
}

type withPostgres struct{ *testing.M }

func (m withPostgres) Run() int { return pgtest.Main(m.M, os.Getenv("CI") == "true") }

// TestScript runs testdata/script: each file is a person at the command line.
// The provider openai is a server of ours whose models are named after how
// they behave. A line "maitre …" runs in this process, where words and sample are
// read once for all scripts; "exec program …" is a process of its own.
func TestScript(t *testing.T) {
	t.Parallel() // with a test that waits
	provider := httptest.NewServer(http.HandlerFunc(model))
	t.Cleanup(provider.Close)
	world := httptest.NewServer(http.HandlerFunc(places))
	t.Cleanup(world.Close)
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(here, "testdata", "script")
	house := &inProcess{home: here, given: map[*testscript.TestScript]string{}, variables: variables(t, dir)}
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("OPENAI_BASE_URL", provider.URL)
			env.Setenv("PROVIDER", provider.URL)
			env.Setenv("OPENAI_API_KEY", llmtest.Key)
			env.Setenv("OVERPASS_URL", world.URL+"/overpass")
			env.Setenv("GEOCODER_URL", world.URL+"/geocoder")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			// maitre ARG... runs a command line, which must work, or with ! must fail.
			"maitre": func(ts *testscript.TestScript, fails bool, args []string) {
				if code := house.run(ts, args); (code != 0) != fails {
					ts.Fatalf("exit code %d", code)
				}
			},
			// exitcode N maitre ARG... checks the exit code.
			"exitcode": func(ts *testscript.TestScript, _ bool, args []string) {
				if code := house.run(ts, args[2:]); args[0] != strconv.Itoa(code) {
					ts.Fatalf("exit code %d, want %s", code, args[0])
				}
			},
			// input FILE is what the next command reads.
			"input": func(ts *testscript.TestScript, _ bool, args []string) { house.give(ts, ts.ReadFile(args[0])) },
			// capture NAME REGEXP sets a variable to what the group in REGEXP finds in the last output.
			"capture": func(ts *testscript.TestScript, _ bool, args []string) {
				found := regexp.MustCompile("(?m)" + args[1]).FindStringSubmatch(ts.ReadFile("stdout"))
				if found == nil {
					ts.Fatalf("no match for %q in the output", args[1])
				}
				ts.Setenv(args[0], found[1])
			},
			// nokey FILE... fails when a file, or what the last command wrote, holds the key.
			"nokey": func(ts *testscript.TestScript, _ bool, files []string) {
				for _, f := range append([]string{"stdout", "stderr"}, files...) {
					if strings.Contains(ts.ReadFile(f), llmtest.Key) {
						ts.Fatalf("%s holds the key", f)
					}
				}
			},
		},
	})
}

// inProcess runs command lines of scripts, one at a time: each has the working
// directory of its script, and a process has only one.
type inProcess struct {
	mu        sync.Mutex
	home      string
	given     map[*testscript.TestScript]string // what the next command of a script reads
	variables []string                          // names of those that scripts set
}

func (p *inProcess) give(ts *testscript.TestScript, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.given[ts] = text
}

func (p *inProcess) run(ts *testscript.TestScript, args []string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	sys := cli.System{Args: args, Stdin: strings.NewReader(p.given[ts]), Stdout: ts.Stdout(), Stderr: ts.Stderr()}
	delete(p.given, ts)
	for _, name := range p.variables {
		if v := ts.Getenv(name); v != "" {
			sys.Environ = append(sys.Environ, name+"="+v)
		}
	}
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer func() { ts.Check(os.Chdir(p.home)) }()
	return cli.Run(sys)
}

// variables returns the names of all variables that the scripts, or TestScript, set.
func variables(t *testing.T, dir string) []string {
	t.Helper()
	all := []string{"OPENAI_BASE_URL", "OPENAI_API_KEY"}
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^env (\w+)=`).FindAllStringSubmatch(string(text), -1) {
			all = append(all, m[1])
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// model plays Chat Completions.
func model(w http.ResponseWriter, r *http.Request) {
	if name, ok := strings.CutPrefix(r.URL.Path, "/models"); ok {
		models(w, strings.TrimPrefix(name, "/"))
		return
	}
	body, _ := io.ReadAll(r.Body)
	var ask struct {
		Model    string
		Messages []struct{ Role, Content string }
	}
	_ = json.Unmarshal(body, &ask)
	answers := []string{"good", "mute", "recall", "system", "hostile", "broken"}
	if bytes.Contains(body, []byte(`"specialist"`)) && slices.Contains(answers, ask.Model) { // it is asked who answers
		stream(w, `{"specialist":"chat"}`)
		return
	}
	switch ask.Model {
	case "good":
		stream(w, "Olá, ", "do modelo!")
	case "mute": // forgets to say what it used
		fmt.Fprint(w, sse(w, "Olá!")+"data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
	case "recall": // tells what it was sent of the conversation
		var said []string
		for _, m := range ask.Messages {
			_, message, noted := strings.Cut(m.Content, "</notes>\n")
			if !noted {
				message = m.Content
			}
			if m.Role == "user" {
				said = append(said, strings.TrimSpace(message))
			}
		}
		stream(w, "Ouvi de você: "+strings.Join(said, ", "))
	case "system": // tells the system prompt
		stream(w, ask.Messages[0].Content)
	case "hostile":
		stream(w, "\x1b]0;owned\x07Olá\x1b[2J, que", "\u202e bom!")
	case "broken":
		fmt.Fprint(w, sse(w, "Olá, meu"))
	case "busy":
		http.Error(w, `{"error":{"message":"no capacity"}}`, http.StatusServiceUnavailable)
	case "denied":
		http.Error(w, `{"error":{"message":"Incorrect API key provided: `+llmtest.Key+`"}}`, http.StatusUnauthorized)
	case "page":
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<html>Sign in</html>")
	case "slow":
		select {
		case <-r.Context().Done():
		case <-time.After(time.Minute):
		}
	default:
		http.Error(w, `{"error":{"message":"The model does not exist"}}`, http.StatusNotFound)
	}
}

// places is OpenStreetMap and a geocoder, of a small world.
func places(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	if r.URL.Path == "/geocoder" {
		fmt.Fprintf(w, `{"results":[{"name":%q,"latitude":-26.87,"longitude":-52.4,"feature_code":"PPL","country_code":"BR","country":"Brasil","admin1":"Santa Catarina"}]}`, r.URL.Query().Get("name"))
		return
	}
	fmt.Fprint(w, `{"elements":[{"type":"node","id":1,"lat":-27.6,"lon":-48.55,"tags":{"tourism":"hotel","name":"Hotel do Porto","phone":"+55 48 3333-0000","website":"https://porto.example"}}]}`)
}

func models(w http.ResponseWriter, name string) {
	if name == "denied" {
		http.Error(w, `{"error":{"message":"Incorrect API key provided: `+llmtest.Key+`"}}`, http.StatusUnauthorized)
		return
	}
	if name == "" {
		fmt.Fprint(w, `{"object":"list","data":[{"id":"good","object":"model"}]}`)
		return
	}
	if name != "good" {
		http.Error(w, `{"error":{"message":"The model does not exist"}}`, http.StatusNotFound)
		return
	}
	fmt.Fprint(w, `{"id":"good","object":"model"}`)
}

func stream(w http.ResponseWriter, pieces ...string) {
	fmt.Fprint(w, sse(w, pieces...)+
		"data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"+
		"data: {\"choices\":[],\"usage\":{\"prompt_tokens\":120,\"completion_tokens\":30,\"total_tokens\":150}}\n\n"+
		"data: [DONE]\n\n")
}

func sse(w http.ResponseWriter, pieces ...string) string {
	w.Header().Set("Content-Type", "text/event-stream")
	var b strings.Builder
	for _, p := range pieces {
		text, _ := json.Marshal(p)
		fmt.Fprintf(&b, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":%s}}]}\n\n", text)
	}
	return b.String()
}
