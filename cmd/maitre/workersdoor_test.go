//go:build linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/maitre-dev/maitre/internal/base/token"
	"github.com/maitre-dev/maitre/internal/operate/sample"
	"github.com/maitre-dev/maitre/store/postgres"
)

// house is two workers on one database, and who shares the requests among them.
type house struct {
	t      *testing.T
	ctx    context.Context // of all requests
	dsn    string
	store  *postgres.Store
	tokens map[string]string // by guest

	customers string // file with the sample, which all workers share

	mu      sync.Mutex
	workers [2]*worker // a dead one stays until another is in its place
	turn    int
}

// openHouse opens one for as many guests.
func openHouse(ctx context.Context, t *testing.T, dsn string, guests int) *house {
	t.Helper()
	store, err := postgres.Open(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	h := &house{t: t, ctx: ctx, dsn: dsn, store: store, tokens: map[string]string{}, customers: filepath.Join(t.TempDir(), "customers.db")}
	if err := sample.Write(ctx, h.customers, sample.Options{Clients: 100, Seed: 7}); err != nil {
		t.Fatal(err)
	}
	for n := range guests {
		h.admit(guest(n))
	}
	h.admit(operator)
	for i := range h.workers {
		h.workers[i] = h.start(os.Args[0])
	}
	return h
}

// admit gives a guest a token.
func (h *house) admit(guest string) {
	h.t.Helper()
	secret, made, hash := token.New(guest, "test")
	if err := h.store.PutToken(h.ctx, made, hash); err != nil {
		h.t.Fatal(err)
	}
	h.tokens[guest] = secret
}

// operator may read the metrics.
const operator = "operator"

// guest returns one of the sample's customers.
func guest(n int) string { return fmt.Sprintf("C%03d", n+1) }

// worker is a process of "maitre serve".
type worker struct {
	url  string
	cmd  *exec.Cmd
	said bytes.Buffer  // its standard error, to be read when it is gone
	gone chan struct{} // closed when it is
}

// start starts a worker of the program that is at path, and waits until it
// serves.
func (h *house) start(path string, env ...string) *worker {
	h.t.Helper()
	return startWorker(h.t, append(env, "MAITRE_DB="+h.dsn, "MAITRE_CUSTOMERS="+h.customers), path, "serve", "--addr", "127.0.0.1:0", "--auth", "token", "--operator", operator)
}

func startWorker(t *testing.T, env []string, command ...string) *worker {
	t.Helper()
	out, in := io.Pipe()
	w := &worker{cmd: exec.Command(command[0], command[1:]...), gone: make(chan struct{})} //nolint:noctx // it is killed
	w.cmd.Dir = t.TempDir()
	w.cmd.Env = append(env, "MAITRE_TEST_MAIN=1", "HOME="+w.cmd.Dir)
	w.cmd.Stdout, w.cmd.Stderr = in, &w.said
	w.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	go func() {
		runtime.LockOSThread() // the worker dies with the thread that started it
		err := w.cmd.Start()
		if err == nil {
			err = w.cmd.Wait()
		}
		_ = in.CloseWithError(fmt.Errorf("it ended: %w", err))
		close(w.gone)
	}()
	t.Cleanup(w.kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	at, ok := strings.CutPrefix(strings.TrimSpace(line), "maitre serves ")
	if err != nil || !ok {
		w.kill()
		t.Fatalf("a worker says %q: %v\n%s", line, err, &w.said)
	}
	w.url = at
	return w
}

// end sends a signal to the worker, unless it is gone, and waits until it is.
func (w *worker) end(sig os.Signal) {
	if w.cmd.Process != nil {
		_ = w.cmd.Process.Signal(sig) // it fails only when the process is gone
	}
	<-w.gone
}

func (w *worker) kill() { w.end(syscall.SIGKILL) }

// replace kills a worker and starts another, as start does.
func (h *house) replace(i int, path string, env ...string) {
	h.t.Helper()
	h.workers[i].kill()
	h.calm(h.workers[i])
	fresh := h.start(path, env...)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.workers[i] = fresh
}

// calm checks what a worker that is gone has logged.
func (h *house) calm(w *worker) {
	h.t.Helper()
	said := w.said.String()
	for _, alarm := range []string{"DATA RACE", "panic: ", "level=ERROR"} {
		if strings.Contains(said, alarm) {
			h.t.Errorf("a worker says\n%s", said)
			break
		}
	}
	for _, secret := range h.secrets() {
		if strings.Contains(said, secret) {
			h.t.Error("a worker logs a secret")
		}
	}
}

// secrets are the tokens of all guests and the database's password.
func (h *house) secrets() []string {
	database, _ := url.Parse(h.dsn)
	password, _ := database.User.Password()
	all := append(slices.Collect(maps.Values(h.tokens)), password)
	return slices.DeleteFunc(all, func(s string) bool { return s == "" }) // a file has none
}

// next returns the address of the worker whose turn it is.
func (h *house) next() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.turn++
	return h.workers[h.turn%len(h.workers)].url
}

// ask sends a request of a guest to a worker.
func (h *house) ask(to, guest, method, path string, header http.Header, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(h.ctx, method, to+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for name, values := range header {
		req.Header[name] = values
	}
	if secret := h.tokens[guest]; secret != "" {
		req.Header.Set("Authorization", "Bearer "+secret)
	}
	return http.DefaultClient.Do(req)
}

// memory returns how much of the machine's a worker has, in bytes.
func (w *worker) memory() (int, error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", w.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(b), "VmRSS:")
	kb, err := strconv.Atoi(strings.Fields(rest + " ? ")[0])
	return kb << 10, err
}
