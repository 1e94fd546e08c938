package cli

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

// serve runs a server until it is stopped; the channel then tells how it ended. Pipes that
// it writes to end with it.
func serve(t *testing.T, sys System, args ...string) (stop context.CancelFunc, ended <-chan error) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	t.Cleanup(stop)
	sys.Args = append([]string{"serve", "--addr", "127.0.0.1:0", "--db", filepath.Join(t.TempDir(), "maitre.db")}, args...)
	served := make(chan error, 1)
	go func() {
		err := run(ctx, ctx, sys)
		for _, w := range []io.Writer{sys.Stdout, sys.Stderr} {
			if pipe, ok := w.(*io.PipeWriter); ok {
				_ = pipe.Close()
			}
		}
		served <- err
	}()
	return stop, served
}

func TestServeAnswersUntilItIsTold(t *testing.T) {
	for name, tt := range map[string]struct {
		args []string
		want string
	}{
		"anybody is a sample customer": {nil, `"name":"Bar do João"`},
		"with tokens nobody is":        {[]string{"--auth", "token"}, `"code":"unauthorized"`},
	} {
		t.Run(name, func(t *testing.T) {
			out, w := io.Pipe()
			stop, served := serve(t, System{Stdout: w, Stderr: io.Discard}, tt.args...) // what goes on behind may outlive the test
			line, err := bufio.NewReader(out).ReadString('\n')
			if err != nil {
				t.Fatalf("it said %q and ended with %v", line, <-served)
			}
			_, url, _ := strings.Cut(strings.TrimSpace(line), "maitre serves ")
			if got := fetch(t, url+"/api/v1/session"); !strings.Contains(got, tt.want) {
				t.Errorf("who asks: %s, want %s", got, tt.want)
			}
			stop()
			if err := <-served; err != nil {
				t.Errorf("it ended with %v", err)
			}
		})
	}
}

// A model that cannot be asked is told to the log at start: guests only notice that the
// reader answers.
func TestServeSaysWhichModelsCannotBeAsked(t *testing.T) {
	refuses := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = io.WriteString(w, `{"error":{"message":"Incorrect API key provided: sk-canary-0123456789"}}`)
	}))
	t.Cleanup(refuses.Close)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for name, tt := range map[string]struct {
		base string
		args []string
		want string
	}{
		"a refused key":         {refuses.URL, nil, `why="openai:m: openai: 401 Incorrect API key provided: [key]"`},
		"nobody there":          {gone.URL, nil, `connection refused`},
		"a cap without a price": {refuses.URL, []string{"--budget-day", "1"}, `why="openai:m has no price, so a cap refuses it"`},
	} {
		t.Run(name, func(t *testing.T) {
			logged, w := io.Pipe()
			environ := []string{"OPENAI_API_KEY=sk-canary-0123456789", "OPENAI_BASE_URL=" + tt.base}
			stop, served := serve(t, System{Environ: environ, Stdout: io.Discard, Stderr: w}, append(tt.args, "--model", "openai:m")...)
			found := false
			for lines := bufio.NewScanner(logged); lines.Scan(); {
				if line := lines.Text(); strings.Contains(line, "sk-canary") {
					t.Errorf("the key is in the log: %s", line)
				} else if strings.Contains(line, "a model cannot be asked") && strings.Contains(line, tt.want) {
					found = true
					stop()
				}
			}
			if err := <-served; err != nil || !found {
				t.Errorf("%s was not logged; it ended with %v", tt.want, err)
			}
		})
	}
}

func fetch(t *testing.T, url string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestServeKeepsStrangersOut(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", ":0", "[::]:0"} {
		err := run(t.Context(), t.Context(), System{Args: []string{"serve", "--addr", addr, "--db", filepath.Join(t.TempDir(), "maitre.db")}, Stdout: t.Output(), Stderr: t.Output()})
		if err == nil || !strings.Contains(err.Error(), "add --auth token") {
			t.Errorf("serve --addr %s: %v", addr, err)
		}
	}
}
