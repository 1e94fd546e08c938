package storetest

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/memory"
)

// A counter counts, in two memories of one guest, how often it was told to. It
// knows them from what it was last given, as who caches memories does.
type counter struct {
	s    memory.Store
	rev  int64
	rows map[string]int
}

const counted = "ana" // the guest

var counters = []string{"even", "odd"}

// add learns a lesson that adds one to both counters.
func (c *counter) add(ctx context.Context, run string) error {
	l := memory.Lesson{Owner: counted, Run: run, Thread: "t1", After: c.rev}
	page, err := c.s.Learn(ctx, l, func(p memory.Page) (n memory.Notes, err error) {
		know, err := c.knowing(p)
		if err != nil {
			return n, err
		}
		for _, id := range counters {
			n.Entries = append(n.Entries, memory.Entry{Memory: id, Type: event.MemorySaved, Time: morning, Data: []byte(`1`)})
			n.Rows = append(n.Rows, memory.Row{ID: id, Body: fmt.Append(nil, know[id]+1)})
		}
		return n, nil
	})
	if err == nil {
		c.rows, err = c.knowing(page)
		c.rev = page.Rev
	}
	return err
}

// knowing returns what c knows with a page, which changes nothing in c.
func (c *counter) knowing(p memory.Page) (map[string]int, error) {
	rows := map[string]int{}
	if !p.All {
		for id, n := range c.rows {
			rows[id] = n
		}
	}
	for _, r := range p.Rows {
		var n int
		if err := json.Unmarshal(r.Body, &n); err != nil {
			return nil, err
		}
		rows[r.ID] = n
	}
	return rows, nil
}

func foldCount(_, id string, events []event.Event) (memory.Row, error) {
	return memory.Row{ID: id, Body: fmt.Append(nil, len(events))}, nil
}

// count lets workers count at once, while something else is done.
func (m memoryTest) count(workers, each int, beside func() error) {
	var wg sync.WaitGroup
	for w := range workers {
		c := counter{s: m.s}
		wg.Go(func() {
			for i := range each {
				if err := c.add(m.t.Context(), fmt.Sprintf("r%d-%d", w, i)); err != nil {
					m.t.Error(err)
				}
			}
		})
	}
	for range 5 {
		if err := beside(); err != nil {
			m.t.Error(err)
		}
	}
	wg.Wait()
	m.wantCount(workers * each)
}

// wantCount checks what the rows count, what the log does, and what is made of
// it anew.
func (m memoryTest) wantCount(n int) {
	m.t.Helper()
	want := []string{fmt.Sprint("even ", n), fmt.Sprint("odd ", n)}
	if got := lines(m.page(counted, 0).Rows); !slices.Equal(got, want) {
		m.t.Errorf("the memories are %q, want %q", got, want)
	}
	logs := readAll(m.t, m.s)
	if len(logs) != n {
		m.t.Errorf("the log has %d lessons, want %d", len(logs), n)
	}
	for run, events := range logs {
		if len(events) != len(counters) {
			m.t.Errorf("the lesson %s has %d events, want %d", run, len(events), len(counters))
		}
	}
	must.Do(m.t, m.s.Rebuild(m.t.Context(), foldCount))
	if got := lines(m.page(counted, 0).Rows); !slices.Equal(got, want) {
		m.t.Errorf("made anew, the memories are %q, want %q", got, want)
	}
}

const (
	learners     = 8 // in each of two processes
	lessons      = 100
	learnKills   = 12
	learnedAtEnd = "all"
)

// TestMemoriesKill lets 16 workers in two processes count in the same memories,
// and kills one of the processes at a random moment, 12 times. It begins again
// with its first lesson. In the end every lesson counts once. See Work for what
// else it needs.
func TestMemoriesKill(t *testing.T, dsn string, open Open) {
	m := memoryTest{t, openFor(t, open, dsn).(MemoryStore)}
	var mu sync.Mutex
	heard := map[string]bool{}
	start := func(slot string) *learner {
		l := &learner{news: make(chan struct{}, 1), done: make(chan struct{})}
		l.child = startChild(t, "learn", dsn, func(line string) {
			if line == learnedAtEnd {
				close(l.done)
				return
			}
			mu.Lock()
			heard[line] = true
			mu.Unlock()
			select {
			case l.news <- struct{}{}:
			default:
			}
		})
		l.order(t, slot)
		return l
	}
	running := []*learner{start(slots[0]), start(slots[1])}
	cut := 0 // how many were killed before they had learnt all
	for n := range learnKills {
		i := n % len(slots)
		running[i].await(t, running[i].news, "learns nothing")
		time.Sleep(rand.N(15 * time.Millisecond))
		running[i].kill(t)
		select {
		case <-running[i].done:
		default:
			cut++
		}
		running[i] = start(slots[i])
	}
	for _, l := range running {
		l.await(t, l.done, "does not come to an end")
		l.kill(t)
	}
	m.wantCount(len(slots) * learners * lessons)
	for run := range heard {
		m.wantSays(run, "1", "1")
	}
	t.Logf("%d of %d were killed while they learnt; %d lessons were heard of", cut, learnKills, len(heard))
	if cut < 3 {
		t.Error("hardly any was killed while it learnt: nothing was put to the test")
	}
}

// learner is a child that learns.
type learner struct {
	*child
	news chan struct{} // it has learnt something
	done chan struct{} // closed when it has learnt all
}

func (l *learner) await(t *testing.T, what <-chan struct{}, or string) {
	t.Helper()
	select {
	case <-what:
	case <-l.done:
	case <-l.gone:
		l.kill(t) // says why
	case <-time.After(60 * time.Second):
		t.Fatalf("a child %s", or)
	}
}

// learnWork learns the lessons of a slot with several workers, prints those that
// it has, and then waits to be killed.
func learnWork(s RunStore, orders *bufio.Scanner, print func(string)) error {
	store, ok := s.(MemoryStore)
	if !ok {
		return errors.New("the store has no memories")
	}
	if !orders.Scan() {
		return orders.Err()
	}
	slot := strings.TrimSpace(orders.Text())
	var wg sync.WaitGroup
	failed := make([]error, learners)
	for w := range learners {
		c := counter{s: store}
		wg.Go(func() {
			for n := range lessons {
				run := fmt.Sprintf("%s-%d-%d", slot, w, n)
				switch err := c.add(context.Background(), run); {
				case err == nil:
					print(run)
				case !errors.Is(err, memory.ErrLearnt): // before it was killed
					failed[w] = err
					return
				}
			}
		})
	}
	wg.Wait()
	if err := errors.Join(failed...); err != nil {
		return err
	}
	print(learnedAtEnd)
	orders.Scan() // until who started it is gone
	return nil
}
