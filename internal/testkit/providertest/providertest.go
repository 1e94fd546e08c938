// Package providertest is a provider of models for tests: a server on this
// machine that speaks as OpenAI, Anthropic and Gemini do, and answers as it is
// told to: well, badly, or as somebody who obeys whatever they read.
//
//	p := providertest.New(t, providertest.Concierge(maitre.Tasks()))
//	model := openai.New("m", providertest.Key, openai.Options{BaseURL: p.URL})
//	p.Play(providertest.Stall.Of(good))
//
// A model is asked in prose. So that an answer can be a good one all the same,
// [Prompts] writes on top of each prompt which task it is and what goes in;
// nobody but the server reads that line.
package providertest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/maitre-dev/maitre/task"
)

// Key is what the house is to sign its requests with, and never to show.
const Key = "sk-canary-9b1e7c55d2f04a86"

// Player answers as a model.
type Player func(Ask) Answer

// Server is the provider. It is safe for concurrent use.
type Server struct {
	URL  string
	quit chan struct{}

	mu    sync.Mutex
	play  Player
	asked []Ask
}

// New starts a server that ends with the test.
func New(t testing.TB, play Player) *Server {
	s := &Server{play: play, quit: make(chan struct{})}
	srv := httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(func() {
		close(s.quit) // who stalls would stall the end too
		srv.Close()
	})
	s.URL = srv.URL
	return s
}

// Play lets another answer from now on, and forgets what was asked.
func (s *Server) Play(play Player) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.play, s.asked = play, nil
}

// Asked returns what was asked, in order.
func (s *Server) Asked() []Ask {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Ask(nil), s.asked...)
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	f := formatOf(r.URL.Path)
	if err != nil || f == nil {
		http.NotFound(w, r)
		return
	}
	a, err := f.read(body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	a.cutHeader()
	s.mu.Lock()
	s.asked = append(s.asked, a)
	play := s.play
	s.mu.Unlock()
	s.write(w, r, f, a, play(a))
}

// Ask is what a model is asked.
type Ask struct {
	Task    string          // "" without Prompts
	Input   json.RawMessage // of the task
	Prompt  string          // all it reads: what it is told to do, what was said, what tools returned
	Asked   string          // the last message of the user
	Tools   []string        // that it may call
	Called  []string        // that it has called since, in order
	Results []string        // what came of that
	Schema  bool            // the answer is to be JSON
	answer  string          // the tool that Anthropic wants such an answer in
	refused bool            // the house did not send the last answer
	told    int             // how many of Results it has answered with

	toldBefore int // the last answer
}

// Again reports whether it is asked for a second time: its answer was rejected.
func (a Ask) Again() bool {
	return strings.HasPrefix(a.Asked, "That answer was rejected: ") || a.refused
}

// Message returns what the guest says: the last message without the notes that
// the house puts before it.
func (a Ask) Message() string {
	_, said, ok := strings.Cut(a.Asked, "</notes>\n")
	if !ok {
		return a.Asked
	}
	return said
}

const header = "providertest: "

// cutHeader reads the line that Prompts writes, and takes it away.
func (a *Ask) cutHeader() {
	line, rest, ok := strings.Cut(a.Prompt, "\n")
	named, ok2 := strings.CutPrefix(line, header)
	if !ok || !ok2 {
		return
	}
	var input string
	a.Task, input, _ = strings.Cut(named, " ")
	a.Input, a.Prompt = json.RawMessage(input), rest
	if a.Task == decides {
		a.Input = json.RawMessage(encode(map[string]string{"message": a.Message()}))
	}
}

// Prompts writes the prompts of tasks into a new directory, as they are but for
// one line, and returns its name. That of the concierge has no input in it: its
// beginning is to be the same for every message, and no answer may repeat it.
func Prompts(t testing.TB, tasks []task.Any) string {
	t.Helper()
	dir := t.TempDir()
	for _, one := range tasks {
		info := one.Info()
		text := header + info.Name + " {{json .}}\n" + info.Prompt
		if info.Name == decides {
			text = header + info.Name + " \n" + info.Prompt
		}
		if err := os.WriteFile(filepath.Join(dir, info.Name+".md"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// ByRule answers as the rule of each task does. Of what it cannot tell the task
// it says so.
func ByRule(tasks []task.Any) Player {
	return func(a Ask) Answer {
		one, err := task.Find(tasks, a.Task)
		if err != nil {
			return Answer{Status: http.StatusBadRequest, Body: err.Error()}
		}
		res, err := one.DoJSON(context.Background(), &task.Runner{}, a.Input)
		if err != nil {
			return Answer{Status: http.StatusBadRequest, Body: err.Error()}
		}
		var words string
		if json.Unmarshal(res.Out, &words) != nil {
			words = string(res.Out)
		}
		return Answer{Text: words}
	}
}

// Answer is what a model answers, or what comes instead. The zero value is an
// empty answer.
type Answer struct {
	Text    string
	Calls   []Call
	Sources []string // pages that a search found
	Refused bool     // the provider withholds it

	Stall bool // nothing comes, ever
	Half  bool // what comes ends in the middle: with Stall it never ends, else the line is cut

	// Another answer than a stream. A Status alone has an empty body.
	Status int
	Type   string // of the content; empty: JSON
	Header map[string]string
	Body   string
}

// Call is a tool that a model wants to be called.
type Call struct{ Name, Args string }

func (s *Server) write(w http.ResponseWriter, r *http.Request, f *format, a Ask, ans Answer) {
	wait := func() {
		select {
		case <-r.Context().Done():
		case <-s.quit:
		}
	}
	if ans.Status != 0 {
		for k, v := range ans.Header {
			w.Header().Set(k, v)
		}
		w.Header().Set("Content-Type", "application/json")
		if ans.Type != "" {
			w.Header().Set("Content-Type", ans.Type)
		}
		w.WriteHeader(ans.Status)
		_, _ = io.WriteString(w, ans.Body)
		return
	}
	if ans.Stall && !ans.Half {
		wait()
		return
	}
	events := f.events(a, ans)
	if ans.Half {
		events = events[:(len(events)+1)/2]
	}
	w.Header().Set("Content-Type", "text/event-stream")
	for _, e := range events {
		if _, err := fmt.Fprintf(w, "data: %s\n\n", e); err != nil {
			return
		}
	}
	_ = http.NewResponseController(w).Flush()
	switch {
	case ans.Stall:
		wait()
	case ans.Half:
		panic(http.ErrAbortHandler)
	}
}
