package cli

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestVersionAsksWhetherTheServerIsReady(t *testing.T) {
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:1") // not for what is here
	status := http.StatusOK
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" {
			t.Errorf("it asked for %s", r.URL.Path)
		}
		w.WriteHeader(status)
	}))
	defer srv.Close()
	addr := srv.Listener.Addr().String()
	ask := func(addr string) (string, error) {
		var out strings.Builder
		err := run(t.Context(), t.Context(), System{Args: []string{"version", "--ready", "--addr", addr}, Stdout: &out, Stderr: t.Output()})
		return out.String(), err
	}
	everywhere := "0.0.0.0" + addr[strings.LastIndex(addr, ":"):]
	for _, a := range []string{addr, everywhere} {
		if out, err := ask(a); err != nil || !strings.HasPrefix(out, "maitre ") {
			t.Errorf("ready at %s: %q, %v", a, out, err)
		}
	}
	status = http.StatusServiceUnavailable
	if _, err := ask(addr); err == nil || err.Error() != "the server at "+addr+" is not ready (503)" {
		t.Errorf("not ready: %v", err)
	}
	srv.Close()
	if _, err := ask(addr); err == nil || err.Error() != "nobody answers at "+addr {
		t.Errorf("closed: %v", err)
	}
}
