package safesql

import (
	"context"
	"sync"
	"time"
)

// releases remembers what was released, for all clients: the same question has
// the same answer, whoever asks.
type releases struct {
	mu      sync.Mutex
	entries map[string]release
	cells   int
}

type release struct {
	rows [][]any
	born time.Time
}

const (
	maxReleasedCells = 1 << 20 // in memory, of all releases
	releaseAge       = 5 * time.Minute
)

func newReleases() *releases { return &releases{entries: map[string]release{}} }

func (r *releases) get(question string) ([][]any, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e, ok := r.entries[question]
	if ok && time.Since(e.born) > releaseAge {
		r.remove(question)
		ok = false
	}
	return e.rows, ok
}

// put remembers rows, which nobody may change after that.
func (r *releases) put(question string, rows [][]any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.remove(question)
	for other := range r.entries { // any will do
		if r.cells+cellsOf(question, rows) <= maxReleasedCells {
			break
		}
		r.remove(other)
	}
	if r.cells+cellsOf(question, rows) > maxReleasedCells {
		return
	}
	r.entries[question] = release{rows, time.Now()}
	r.cells += cellsOf(question, rows)
}

func (r *releases) remove(question string) {
	if e, ok := r.entries[question]; ok {
		delete(r.entries, question)
		r.cells -= cellsOf(question, e.rows)
	}
}

// cellsOf is about how much memory a release takes, in cells of 16 bytes.
func cellsOf(question string, rows [][]any) int {
	n := len(question)/16 + 8
	for _, row := range rows {
		n += len(row) + 2
	}
	return n
}

// DailyQuota is an [Options.Quota] in memory: n different questions for each
// client in a day (UTC).
func DailyQuota(n int) func(ctx context.Context, client, question string) (bool, error) {
	var mu sync.Mutex
	var day string
	var asked map[[2]string]bool // client and question
	var count map[string]int     // of questions, by client
	return func(_ context.Context, client, question string) (bool, error) {
		mu.Lock()
		defer mu.Unlock()
		if today := time.Now().UTC().Format(time.DateOnly); today != day {
			day, asked, count = today, map[[2]string]bool{}, map[string]int{}
		}
		key := [2]string{client, question}
		if !asked[key] && count[client] < n {
			asked[key] = true
			count[client]++
		}
		return asked[key], nil
	}
}
