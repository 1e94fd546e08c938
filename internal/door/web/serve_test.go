package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/door/cli"
	"github.com/maitre-dev/maitre/internal/operate/sample"
)

// The servers, as "maitre serve" starts them: one decides by its rules, another
// wants a token besides, and the last asks a model, which is played here.
var (
	ruled   string
	guarded string
	secret  string // of C001, at guarded
	modeled string
	model   = &actor{}
)

func serve(dir string) error {
	customers = filepath.Join(dir, "customers.db")
	if err := sample.Write(context.Background(), customers, sample.Options{Until: time.Now()}); err != nil {
		return err
	}
	if _, err := command("sql", "publish", "--db", filepath.Join(dir, "published.db"), "--customers", customers); err != nil {
		return err
	}
	var err error
	if published, err = os.ReadFile(filepath.Join(dir, "published.db")); err != nil {
		return err
	}
	if ruled, err = start(filepath.Join(dir, "rule.db")); err != nil {
		return err
	}
	tokens := filepath.Join(dir, "token.db")
	if err := os.WriteFile(tokens, published, 0o600); err != nil {
		return err
	}
	if secret, err = command("token", "create", "--guest", "C001", "--db", tokens); err != nil {
		return err
	}
	if guarded, err = start(tokens, "MAITRE_AUTH=token", "MAITRE_OPERATOR=C001"); err != nil {
		return err
	}
	provider := httptest.NewServer(model)
	modeled, err = start(filepath.Join(dir, "model.db"), "MAITRE_MODEL=openai:actor", "OPENAI_BASE_URL="+provider.URL, "OPENAI_API_KEY=none")
	return err
}

// customers is the file with the sample's, and published a database of a house in which
// the figures about all of them are: to compute these takes each server seconds.
var (
	customers string
	published []byte
)

// command runs a command line and returns what it says.
func command(args ...string) (string, error) {
	var out strings.Builder
	if code := cli.Run(cli.System{Args: args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: io.Discard}); code != 0 {
		return "", fmt.Errorf("maitre %s: exit code %d", strings.Join(args, " "), code)
	}
	return strings.TrimSpace(out.String()), nil
}

// start runs "maitre serve" until the tests are over, and returns its address.
func start(db string, environ ...string) (string, error) {
	if _, err := os.Stat(db); err != nil {
		if err := os.WriteFile(db, published, 0o600); err != nil {
			return "", err
		}
	}
	r, w := io.Pipe()
	go cli.Run(cli.System{
		Args: []string{"serve", "--addr", "127.0.0.1:0", "--db", db}, Environ: append(environ, "MAITRE_CUSTOMERS="+customers),
		Stdin: strings.NewReader(""), Stdout: w, Stderr: os.Stderr,
	})
	line, err := bufio.NewReader(r).ReadString('\n')
	go func() { _, _ = io.Copy(io.Discard, r) }()
	_, url, ok := strings.Cut(strings.TrimSpace(line), "maitre serves ")
	if err != nil || !ok {
		return "", fmt.Errorf("maitre serve said %q: %w", line, err)
	}
	return url, nil
}

// fresh is a server with a database of its own.
func fresh(t *testing.T) (base string) {
	t.Helper()
	base, err := start(filepath.Join(t.TempDir(), "fresh.db"))
	must(t, err)
	return base
}

// actor is a model behind OpenAI's protocol. It tells the story of whom it is asked
// about; where it knows none, and where the answer has a schema, it fails, and the rules
// decide.
type actor struct{ stories sync.Map } // by name

// story is an answer that comes as the test lets it come.
type story struct {
	let   chan int      // so many sentences more
	ended chan struct{} // it is told, or was broken off
}

// about returns the story of somebody, which the model tells who asks for it.
func (a *actor) about(name string) *story {
	s := &story{let: make(chan int, 9), ended: make(chan struct{}, 9)}
	a.stories.Store(name, s)
	return s
}

// asked returns the story that is asked for; nil when there is none.
func (a *actor) asked(text string) (found *story) {
	a.stories.Range(func(name, s any) bool {
		if strings.Contains(text, name.(string)) {
			found = s.(*story)
		}
		return found == nil
	})
	return found
}

// sentences is how many a story has before its end.
const sentences = 60

// tell says sentences as they are let, and reports whether all were told.
func (s *story) tell(ctx context.Context, say func(string)) bool {
	for said, until := 0, 0; said < sentences; said++ {
		for said >= until {
			select {
			case <-ctx.Done():
				return false
			case n := <-s.let:
				until += n
			}
		}
		say(sentence(said) + " ")
	}
	say("fim.")
	return true
}

func (a *actor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	asked := string(body)
	if strings.Contains(asked, "json_schema") || strings.Contains(asked, "json_object") {
		http.Error(w, `{"error":{"message":"no"}}`, http.StatusBadRequest)
		return
	}
	say := func(text string) {
		raw, _ := json.Marshal(text)
		fmt.Fprintf(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":%s}}]}\n\n", raw)
		_ = http.NewResponseController(w).Flush()
	}
	told := a.asked(asked)
	if told == nil {
		http.Error(w, `{"error":{"message":"no"}}`, http.StatusBadRequest)
		return
	}
	defer func() { told.ended <- struct{}{} }()
	w.Header().Set("Content-Type", "text/event-stream")
	if !told.tell(r.Context(), say) {
		return
	}
	fmt.Fprint(w, "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
}

// sentence is one of many, each different and of plain words: what could be a
// number of somebody's is held back by the house until it is known.
func sentence(i int) string { return fmt.Sprintf("Frase %c%c.", 'a'+i/10, 'a'+i%10) }

// cable leads connections to a server, and can be cut.
type cable struct {
	mu    sync.Mutex
	conns []net.Conn
}

// lay leads it to a server and returns the address of its near end.
func (c *cable) lay(t *testing.T, server string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", strings.TrimPrefix(server, "http://"))
			if err != nil {
				_ = near.Close()
				continue
			}
			c.mu.Lock()
			c.conns = append(c.conns, near, far)
			c.mu.Unlock()
			go func() { _, _ = io.Copy(far, near); _ = far.Close() }()
			go func() { _, _ = io.Copy(near, far); _ = near.Close() }()
		}
	}()
	return "http://" + l.Addr().String()
}

// cut breaks all connections. New ones may be made.
func (c *cable) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conn := range c.conns {
		_ = conn.Close()
	}
	c.conns = nil
}
