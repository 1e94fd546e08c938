package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/door/cli"
)

// TestEveryPromiseHasACommandThatShowsIt runs the commands of docs/seeds.md.
func TestEveryPromiseHasACommandThatShowsIt(t *testing.T) {
	page, err := os.ReadFile("../../docs/seeds.md")
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "maitre"), fmt.Appendf(nil, "#!/bin/sh\nexec %q \"$@\"\n", self), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	code := regexp.MustCompile("`([^`]+)`")
	var rows []string
	for line := range strings.Lines(string(page)) {
		// A bar in a command is written \|.
		cells := strings.Split(strings.ReplaceAll(strings.TrimSpace(line), `\|`, "\x00"), "|")
		if len(cells) != 6 || !regexp.MustCompile(`^ [BMQTHX]\d`).MatchString(cells[1]) {
			continue
		}
		rows = append(rows, numbers(cells[1])...)
		commands := code.FindAllStringSubmatch(cells[4], -1)
		if len(commands) == 0 {
			t.Errorf("row%shas no command", cells[1])
		}
		for _, c := range commands {
			command := strings.ReplaceAll(c[1], "\x00", "|")
			if out, err := seen(t, dir, command); err != nil || len(out) == 0 && !strings.Contains(command, " > ") {
				t.Errorf("row%s: %s: %v\n%.500s", cells[1], command, err, out)
			}
		}
	}
	var want []string
	for _, part := range []string{"B1–B9", "M1–M4", "Q1–Q5", "T1–T7", "H1–H9", "X1–X5"} {
		want = append(want, numbers(part)...)
	}
	if !slices.Equal(rows, want) {
		t.Errorf("the page has the rows %v, want %v", rows, want)
	}
}

// seen runs a command as it stands, in a shell if it needs one and else in this
// process, where words and sample are read once.
func seen(t *testing.T, dir, command string) (out []byte, err error) {
	t.Helper()
	args, ours := strings.CutPrefix(command, "maitre ")
	if !ours || strings.ContainsAny(args, "|<>&;$'") {
		sh := exec.CommandContext(t.Context(), "sh", "-c", command)
		sh.Dir = dir
		sh.Env = []string{"PATH=" + dir + ":" + os.Getenv("PATH"), "HOME=" + dir, "MAITRE_TEST_MAIN=1"}
		return sh.CombinedOutput()
	}
	var said bytes.Buffer
	sys := cli.System{Environ: []string{"HOME=" + dir}, Stdin: strings.NewReader(""), Stdout: &said, Stderr: &said}
	for _, arg := range regexp.MustCompile(`"([^"]*)"|\S+`).FindAllString(args, -1) {
		sys.Args = append(sys.Args, strings.Trim(arg, `"`))
	}
	if code := cli.Run(sys); code != 0 {
		err = fmt.Errorf("exit code %d", code)
	}
	return said.Bytes(), err
}

// numbers reads "T1, T2" and "Q1–Q4".
func numbers(cell string) (all []string) {
	for part := range strings.SplitSeq(cell, ",") {
		part = strings.TrimSpace(part)
		first, last, _ := strings.Cut(part, "–")
		if last == "" {
			last = first
		}
		for n := first[1]; n <= last[1]; n++ {
			all = append(all, part[:1]+string(n))
		}
	}
	return all
}
