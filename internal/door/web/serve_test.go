package web_test

import (
	"bufio"
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
	"time"

	"github.com/maitre-dev/maitre/internal/door/cli"
)

// The servers, as "maitre serve" starts them: one decides by its rules, another
// wants a token besides, and the last asks a model, which is played here, and is
// reached over a wire that can be cut.
var (
	ruled   string
	guarded string
	secret  string // of C001, at guarded
	modeled string
	wire    = &cable{}
	model   = &actor{ended: make(chan struct{}, 9)}
	slow    sync.Mutex // one test at a time has a slow answer
)

func serve(dir string) error {
	var err error
	if ruled, err = start(filepath.Join(dir, "rule.db")); err != nil {
		return err
	}
	tokens := filepath.Join(dir, "token.db")
	var made strings.Builder
	if code := cli.Run(cli.System{Args: []string{"token", "create", "--guest", "C001", "--db", tokens}, Stdin: strings.NewReader(""), Stdout: &made, Stderr: io.Discard}); code != 0 {
		return fmt.Errorf("maitre token create: exit code %d", code)
	}
	secret = strings.TrimSpace(made.String())
	if guarded, err = start(tokens, "MAITRE_AUTH=token", "MAITRE_OPERATOR=C001"); err != nil {
		return err
	}
	provider := httptest.NewServer(model)
	behind, err := start(filepath.Join(dir, "model.db"), "MAITRE_MODEL=openai:actor", "OPENAI_BASE_URL="+provider.URL, "OPENAI_API_KEY=none")
	if err != nil {
		return err
	}
	modeled, err = wire.lay(strings.TrimPrefix(behind, "http://"))
	return err
}

// start runs "maitre serve" until the tests are over, and returns its address.
func start(db string, environ ...string) (string, error) {
	r, w := io.Pipe()
	go cli.Run(cli.System{
		Args: []string{"serve", "--addr", "127.0.0.1:0", "--db", db}, Environ: environ,
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

// actor is a model behind OpenAI's protocol. What it says depends on a word in
// what it is asked; where there is none, and where the answer has a schema, it
// fails, and the rules decide.
type actor struct {
	ended chan struct{} // a slow answer is over, or was broken off
}

func (a *actor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	asked := string(body)
	if strings.Contains(asked, "json_schema") || strings.Contains(asked, "json_object") {
		http.Error(w, `{"error":{"message":"no"}}`, http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	say := func(text string) {
		raw, _ := json.Marshal(text)
		fmt.Fprintf(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":%s}}]}\n\n", raw)
		_ = http.NewResponseController(w).Flush()
	}
	switch {
	case strings.Contains(asked, "devagar"):
		for i := range 60 {
			say(sentence(i) + " ")
			select {
			case <-r.Context().Done():
				a.ended <- struct{}{}
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
		say("fim.")
		a.ended <- struct{}{}
	default:
		http.Error(w, `{"error":{"message":"no"}}`, http.StatusBadRequest)
		return
	}
	fmt.Fprint(w, "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
}

// sentence is one of many, each different and of plain words: what could be a
// number of somebody's is held back by the house until it is known.
func sentence(i int) string { return fmt.Sprintf("Frase %c%c.", 'a'+i/10, 'a'+i%10) }

// cable leads connections to a server, until it is cut.
type cable struct {
	mu    sync.Mutex
	conns []net.Conn
}

// lay returns the address of its near end.
func (c *cable) lay(to string) (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", to)
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
	return "http://" + l.Addr().String(), nil
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
