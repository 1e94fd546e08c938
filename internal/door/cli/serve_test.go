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

func TestServeAnswersUntilItIsTold(t *testing.T) {
	for name, tt := range map[string]struct {
		args []string
		want string
	}{
		"anybody is a sample customer": {nil, `"name":"Bar do João"`},
		"with tokens nobody is":        {[]string{"--auth", "token"}, `"code":"unauthorized"`},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			out, w := io.Pipe()
			args := append([]string{"serve", "--addr", "127.0.0.1:0", "--db", filepath.Join(t.TempDir(), "maitre.db")}, tt.args...)
			served := make(chan error, 1)
			go func() {
				err := run(ctx, ctx, System{Args: args, Stdout: w, Stderr: t.Output()})
				_ = w.CloseWithError(io.EOF)
				served <- err
			}()
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
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			logged, w := io.Pipe()
			served := make(chan error, 1)
			go func() {
				err := run(ctx, ctx, System{
					Args:    append([]string{"serve", "--addr", "127.0.0.1:0", "--db", filepath.Join(t.TempDir(), "maitre.db"), "--model", "openai:m"}, tt.args...),
					Environ: []string{"OPENAI_API_KEY=sk-canary-0123456789", "OPENAI_BASE_URL=" + tt.base}, Stdout: io.Discard, Stderr: w,
				})
				_ = w.CloseWithError(io.EOF)
				served <- err
			}()
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
