// Package oracle has the protocol's own clients follow our streams: two
// versions of the npm package @ag-ui/client. It needs node, npm and its
// registry, so it is a module of its own, and CI runs it.
package oracle

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"testing"
)

const streams = "../testdata/streams"

func TestTheProtocolsOwnClientsFollowOurStreams(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(replay))
	defer server.Close()
	dir, err := filepath.Abs(streams)
	if err != nil {
		t.Fatal(err)
	}
	run(t, install(t), "node", "check.mjs", "golden", server.URL, dir)
}

// replay answers with a golden stream, frame by frame.
func replay(w http.ResponseWriter, r *http.Request) {
	stream, err := os.ReadFile(filepath.Join(streams, path.Base(r.URL.Path)+".txt"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	for frame := range bytes.SplitAfterSeq(stream, []byte("\n\n")) {
		_, _ = w.Write(frame)
		w.(http.Flusher).Flush()
	}
}

// install puts the clients where the test may, since thousands of files of
// other people's are no part of this repository.
func install(t *testing.T) (dir string) {
	t.Helper()
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Fatalf("the oracle needs %s, which is not installed", tool)
		}
	}
	dir = t.TempDir()
	for _, name := range []string{"package.json", "check.mjs"} {
		b, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), b, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	run(t, dir, "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error")
	return dir
}

func run(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
}
