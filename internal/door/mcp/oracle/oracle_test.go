// Package oracle has the vendors' own clients use our doors: the npm packages
// openai, for chat completions, and both generations of the Model Context
// Protocol's. It needs node, npm and its registry, so it is a module of its
// own, and CI runs it.
package oracle

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheVendorsOwnClientsUseOurDoors(t *testing.T) {
	dir := install(t)
	maitre := filepath.Join(dir, "maitre")
	run(t, "../../../..", nil, "go", "build", "-o", maitre, "./cmd/maitre")
	url := serve(t, maitre, dir)
	token := run(t, dir, nil, maitre, "token", "create", "--guest", "C001", "--db", database)
	key := []string{"OPENAI_API_KEY=" + strings.TrimSpace(token)}
	t.Run("completions", func(t *testing.T) { run(t, dir, key, "node", "check.mjs", "completions", url) })
	t.Run("mcp", func(t *testing.T) { run(t, dir, nil, "node", "check.mjs", "mcp", url, maitre) })
}

const database = "maitre.db"

// serve starts a server without a model, and returns its address.
func serve(t *testing.T, maitre, dir string) (url string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), maitre, "serve", "--addr", "127.0.0.1:0", "--db", database)
	cmd.Dir = dir
	cmd.Stderr = t.Output()
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, url, ok := strings.Cut(lines.Text(), "serves "); ok {
			return url
		}
	}
	t.Fatal("the server does not say where it is")
	return ""
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
	run(t, dir, nil, "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error")
	return dir
}

// run runs a program and returns what it prints.
func run(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", name, err, out, &errs)
	}
	return string(out)
}
