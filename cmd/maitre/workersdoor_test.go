//go:build linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/maitre-dev/maitre/internal/token"
	"github.com/maitre-dev/maitre/store/postgres"
)

// house is two workers on one database, and who shares the requests among them.
type house struct {
	t      *testing.T
	ctx    context.Context // of all requests
	dsn    string
	store  *postgres.Store
	tokens map[string]string // by guest

	mu      sync.Mutex
	workers [2]*worker // a dead one stays until another is in its place
	turn    int
}

func openHouse(ctx context.Context, t *testing.T, dsn string) *house {
	t.Helper()
	store, err := postgres.Open(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	h := &house{t: t, ctx: ctx, dsn: dsn, store: store, tokens: map[string]string{}}
	for n := range guests {
		secret, made, hash := token.New(guest(n), "test")
		if err := store.PutToken(ctx, made, hash); err != nil {
			t.Fatal(err)
		}
		h.tokens[made.Guest] = secret
	}
	for i := range h.workers {
		h.workers[i] = h.start()
	}
	return h
}

// guest returns one of the sample's customers.
func guest(n int) string { return fmt.Sprintf("C%03d", n%guests+1) }

// worker is a process of "maitre serve".
type worker struct {
	url  string
	cmd  *exec.Cmd
	said bytes.Buffer  // its standard error, to be read when it is gone
	gone chan struct{} // closed when it is
}

// start starts a worker and waits until it serves.
func (h *house) start() *worker {
	h.t.Helper()
	out, in := io.Pipe()
	w := &worker{cmd: exec.Command(os.Args[0], "serve", "--addr", "127.0.0.1:0", "--auth", "token"), gone: make(chan struct{})} //nolint:noctx // it is killed
	w.cmd.Dir = h.t.TempDir()
	w.cmd.Env = []string{"MAITRE_TEST_MAIN=1", "MAITRE_DB=" + h.dsn, "HOME=" + w.cmd.Dir}
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
	h.t.Cleanup(w.kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	at, ok := strings.CutPrefix(strings.TrimSpace(line), "maitre serves ")
	if err != nil || !ok {
		w.kill()
		h.t.Fatalf("a worker says %q: %v\n%s", line, err, &w.said)
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

// replace kills one of the workers and starts another.
func (h *house) replace() {
	h.t.Helper()
	i := rand.IntN(len(h.workers))
	h.workers[i].kill()
	h.calm(h.workers[i])
	fresh := h.start()
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
	database, _ := url.Parse(h.dsn)
	password, _ := database.User.Password()
	for _, secret := range append(slices.Collect(maps.Values(h.tokens)), password) {
		if strings.Contains(said, secret) {
			h.t.Error("a worker logs a secret")
		}
	}
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
	req.Header.Set("Authorization", "Bearer "+h.tokens[guest])
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
