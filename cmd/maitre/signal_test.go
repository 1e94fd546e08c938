//go:build unix

package main

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// TestSignalsEndACommandThatWaitsForInput starts the program itself and keeps
// its standard input open.
func TestSignalsEndACommandThatWaitsForInput(t *testing.T) {
	for _, args := range [][]string{{"task", "run", "data.answer"}, {"ask"}, {"chat"}, {"sql", "--as", "C001", "--jsonl"}} {
		for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
			t.Run(args[0]+" "+sig.String(), func(t *testing.T) {
				cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
				cmd.Env = append(os.Environ(), "MAITRE_TEST_MAIN=1", "MAITRE_LOG_LEVEL=debug")
				cmd.Dir = t.TempDir()
				stdin, err := cmd.StdinPipe()
				if err != nil {
					t.Fatal(err)
				}
				stdout, err := cmd.StdoutPipe()
				if err != nil {
					t.Fatal(err)
				}
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				if args[0] == "ask" { // which says nothing before it has read to the end
					if _, err := stdin.Write(make([]byte, 1<<17)); err != nil { // more than fits into a pipe that nobody reads
						t.Fatal(err)
					}
				} else {
					if _, err := stdin.Write([]byte("{\"id\":1}\n")); err != nil {
						t.Fatal(err)
					}
					if _, err := bufio.NewReader(stdout).ReadString('\n'); err != nil {
						t.Fatal(err)
					}
				}
				if err := cmd.Process.Signal(sig); err != nil {
					t.Fatal(err)
				}
				err = cmd.Wait()
				exit, ok := errors.AsType[*exec.ExitError](err)
				if !ok || exit.ExitCode() != 130 {
					t.Errorf("it ended with %v, want exit code 130", err)
				}
			})
		}
	}
}
