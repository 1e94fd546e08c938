//go:build soak && linux

package main

import (
	_ "embed"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// clockSource is what the changed library has more.
//
//go:embed testdata/clock.go.txt
var clockSource string

// wrongClock builds the program anew with a standard library whose clock is off
// by the seconds in CLOCK_OFF, from CLOCK_AFTER seconds after its start on: as
// if somebody had set the machine's. What measures time that passes is right, as
// it is then. A Go program asks the kernel itself, so that nothing else can lie
// to it without being root.
func wrongClock(t *testing.T) (path string) {
	t.Helper()
	const (
		reads = "sec, nsec, mono := runtimeNow()\n"
		off   = reads + "\tif mono-startNano >= clockAfter {\n\t\tsec += clockOff\n\t}\n"
	)
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	dir, lib := t.TempDir(), filepath.Join(strings.TrimSpace(string(root)), "src", "time")
	source, err := os.ReadFile(filepath.Join(lib, "time.go"))
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(source), "func Now() Time {\n\t"+reads, "func Now() Time {\n\t"+off, 1)
	if changed == string(source) {
		t.Fatal("this Go reads the clock in another way")
	}
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{
		filepath.Join(lib, "time.go"):  write("time.go", changed),
		filepath.Join(lib, "clock.go"): write("clock.go", clockSource),
	}})
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(dir, "maitre")
	build := exec.CommandContext(t.Context(), "go", "build", "-overlay", write("overlay.json", string(overlay)), "-o", path, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building a program with a wrong clock: %v\n%s", err, out)
	}
	return path
}
