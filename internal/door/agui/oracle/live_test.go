package oracle

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheProtocolsOwnClientsTalkWithTheServer(t *testing.T) {
	run(t, install(t), "node", "check.mjs", "live", serve(t)+"/agui")
}

// serve builds the program, lets it serve the sample until the test ends, and
// returns where.
func serve(t *testing.T) (url string) {
	t.Helper()
	home := t.TempDir()
	program := filepath.Join(home, "maitre")
	run(t, "../../../..", "go", "build", "-o", program, "./cmd/maitre")
	cmd := exec.CommandContext(t.Context(), program, "serve", "--addr", "127.0.0.1:0", "--db", filepath.Join(home, "maitre.db"))
	cmd.Dir, cmd.Stderr = home, os.Stderr
	cmd.Env = []string{"HOME=" + home} // no settings and no keys of whoever runs the test
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Wait() }) // the test's context has ended it
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	_, url, _ = strings.Cut(strings.TrimSpace(line), "serves ")
	return url
}
