package cli

import (
	"bufio"
	"context"
	"io"
	"net/http"
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
