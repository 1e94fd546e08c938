// Package bench holds what measures maitre beside its peers: see
// docs/benchmarks.md. Here it is tested that "make bench" reads them right.
package bench

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTheTableHasARowForEachRatioAndGoal(t *testing.T) {
	const printed = `goos: linux
pkg: github.com/maitre-dev/maitre/bench/vector
BenchmarkTop/any/300-2   	 9	 0 allocs/search	 50.0 µs-ours	 25.0 µs-roof	 0.50 ×roof	 0.85 ≥goal×roof
BenchmarkTop/any/900-2   	 9	 5.04 µs-ours	 25.0 µs-roof	 4.96 ×roof	 0.85 ≥goal×roof
pkg: github.com/maitre-dev/maitre/bench/vector/peer
BenchmarkTop/300   	 9	 1234.5 µs-ours
pkg: github.com/maitre-dev/maitre/bench/memory
BenchmarkPreQuery-16   	 3	 21.5 ms-ours	 0.05 ms-empty	 430 ×empty	 20.0 ≤goal-ms
BenchmarkEmbed-2   	 3	 21 ns/op
--- BENCH: BenchmarkEmbed-2
PASS
`
	want := []string{
		"benchmark|ours|peer|ratio|goal",
		"vector Top/any/300|50 µs|25 roof|0.5|≥ 0.85 !",
		"vector Top/any/900|5 µs|25 roof|5|≥ 0.85",
		"vector/peer Top/300|1234 µs|||",
		"memory PreQuery|22 ms|0.05 empty|430|≤ 20 ms !",
	}
	got, err := table(t, printed)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestABenchmarkThatFailsIsToldAndFails(t *testing.T) {
	got, err := table(t, "--- FAIL: BenchmarkTop\nFAIL\n")
	if err == nil || !strings.Contains(strings.Join(got, "\n"), "--- FAIL: BenchmarkTop") {
		t.Errorf("%q, %v, want an exit code", got, err)
	}
}

func table(t *testing.T, printed string) ([]string, error) {
	cmd := exec.CommandContext(t.Context(), "awk", "-f", "table.awk")
	cmd.Stdin = strings.NewReader(printed)
	out, err := cmd.Output()
	return strings.Split(strings.TrimSpace(string(out)), "\n"), err
}
