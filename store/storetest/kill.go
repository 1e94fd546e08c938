package storetest

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/memory"
)

// Open opens a store that other processes have open too.
type Open func(ctx context.Context, dsn string) (Store, error)

func (open Open) test(t *testing.T, dsn string) test {
	t.Helper()
	s := must.Get(open(t.Context(), dsn))(t)
	t.Cleanup(func() { _ = s.Close() })
	return test{t, s, s, s}
}

// TestKilled lets processes share a store and kills them at random moments. Each call of
// at returns the place of a new one. See Work for what else it needs.
func TestKilled(t *testing.T, at func(t *testing.T) (dsn string), open Open) {
	for name, do := range map[string]func(t test, dsn string){
		"workers lose nothing": killRuns, "while they forget": killForgetting, "while they learn": killLearning, "of many answers one wins": manyAnswers,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dsn := at(t)
			do(open.test(t, dsn), dsn)
		})
	}
}

// works are what a child process can be told to do. Each reads its orders line
// by line and prints what came of them.
var works = map[string]func(s Store, orders *bufio.Scanner, print func(string)) error{
	"run": runWork, "answer": answerWork, "forget": forgetWork, "learn": learnWork,
}

// childArg is how a process is told that it is a child.
const childArg = "storetest-child"

// Work must be called first thing in TestMain of a package that calls TestKilled: it starts
// the test binary again, and in such a child Work does what it is about and does not return.
//
//	func TestMain(m *testing.M) {
//		storetest.Work(open)
//		os.Exit(m.Run())
//	}
func Work(open Open) {
	if len(os.Args) != 3 || os.Args[1] != childArg {
		return
	}
	if err := work(open, os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// work does a child's work. The first line it reads is the DSN, which has no
// place among the arguments: it may hold a password.
func work(open Open, name string) error {
	orders := bufio.NewScanner(os.Stdin)
	if !orders.Scan() {
		return fmt.Errorf("there is no DSN: %w", orders.Err())
	}
	s, err := open(context.Background(), orders.Text())
	if err != nil {
		return err
	}
	var mu sync.Mutex
	return works[name](s, orders, func(line string) {
		mu.Lock()
		defer mu.Unlock()
		// One write, so that the line is whole or ends nowhere.
		_, _ = os.Stdout.WriteString(line + "\n")
	})
}

// child is a running child process.
type child struct {
	t      *testing.T
	cmd    *exec.Cmd
	orders io.WriteCloser
	stderr strings.Builder
	lines  chan string // that it prints; closed when it is gone
}

// start starts a child, and gives it its orders.
func start(t test, work, dsn string, orders ...string) *child {
	t.Helper()
	self := must.Get(os.Executable())(t)
	c := &child{t: t.T, cmd: exec.Command(self, childArg, work), lines: make(chan string, 1<<16)}
	c.cmd.Stderr = &c.stderr
	in, errIn := c.cmd.StdinPipe()
	out, errOut := c.cmd.StdoutPipe()
	must.Do(t, errors.Join(errIn, errOut, c.cmd.Start()))
	c.orders = in
	t.Cleanup(func() { c.end() })
	go func() {
		defer close(c.lines)
		r := bufio.NewReader(out)
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				return // a line without its end was cut short
			}
			c.lines <- strings.TrimSuffix(line, "\n")
		}
	}()
	c.order(append([]string{dsn}, orders...)...)
	return c
}

func (c *child) order(lines ...string) {
	c.t.Helper()
	if _, err := io.WriteString(c.orders, strings.Join(lines, "\n")+"\n"); err != nil {
		c.kill()
		c.t.Fatal(err)
	}
}

// next returns the next line, or "" when the child is gone.
func (c *child) next() string {
	c.t.Helper()
	select {
	case line := <-c.lines:
		return line
	case <-time.After(60 * time.Second):
		c.t.Fatal("a child says nothing")
		return ""
	}
}

// end ends the child, which has no time to do anything about it, and returns what it has
// printed since.
func (c *child) end() (lines []string) {
	_ = c.cmd.Process.Kill() // unless it was ended before
	for line := range c.lines {
		lines = append(lines, line)
	}
	_ = c.cmd.Wait() // that it was killed
	return lines
}

// kill ends the child, which must not have ended by itself.
func (c *child) kill() (lines []string) {
	c.t.Helper()
	if lines = c.end(); c.cmd.ProcessState.Exited() {
		c.t.Fatalf("a child ended by itself: %s", &c.stderr)
	}
	return lines
}

func mustCompile[S any](g *graph.Graph[S], s graph.Store, o graph.Options) *graph.Runner[S] {
	r, err := g.Compile(s, o)
	if err != nil {
		panic(err) // the graphs here are right
	}
	return r
}

// slots are the children that run at once.
var slots = []string{"a", "b"}

const (
	forgotten   = 48 // guests
	forgetKills = 16
)

// killForgetting kills a process that forgets guests, again and again: each
// guest is there as before, or is forgotten.
func killForgetting(t test, dsn string) {
	var visits []visit
	for i := range forgotten {
		v := newVisit(fmt.Sprint("g", i))
		t.visit(v)
		visits = append(visits, v)
	}
	done := map[string]bool{}
	left := visits
	for n := 0; n < forgetKills && len(left) > 0; n++ {
		c := start(t, "forget", dsn)
		for _, v := range left {
			c.order(v.guest)
		}
		done[c.next()] = true
		time.Sleep(rand.N(12 * time.Millisecond))
		for _, guest := range c.kill() {
			done[guest] = true
		}
		left = nil
		for _, v := range visits {
			all, err := t.left(v)
			switch {
			case err != nil:
				t.Error(err)
			case all && done[v.guest]:
				t.Errorf("%s was forgotten and is there", v.guest)
			case all:
				left = append(left, v)
			}
		}
	}
	t.Logf("%d of %d guests were left in the end", len(left), forgotten)
	for _, v := range visits {
		t.forget(v.guest)
		t.wantVisit(v, false)
	}
}

// forgetWork forgets the guests that it is told, and then waits to be killed.
func forgetWork(s Store, orders *bufio.Scanner, print func(string)) error {
	for orders.Scan() {
		if err := s.Forget(context.Background(), orders.Text()); err != nil {
			return err
		}
		print(orders.Text())
	}
	return orders.Err()
}

const (
	learners     = 8 // in each of two processes
	lessons      = 100
	learnKills   = 12
	learnedAtEnd = "all"
)

// killLearning lets 16 workers in two processes count in the same memories,
// and kills one of the processes at a random moment, 12 times. It begins again
// with its first lesson. In the end every lesson counts once.
func killLearning(t test, dsn string) {
	heard := map[string]bool{}
	running := []*child{start(t, "learn", dsn, slots[0]), start(t, "learn", dsn, slots[1])}
	for n := range learnKills {
		i := n % len(slots)
		heard[running[i].next()] = true
		time.Sleep(rand.N(15 * time.Millisecond))
		for _, run := range running[i].kill() {
			heard[run] = true
		}
		running[i] = start(t, "learn", dsn, slots[i])
	}
	cut := !heard[learnedAtEnd]
	for _, c := range running {
		for line := ""; line != learnedAtEnd; heard[line] = true {
			if line = c.next(); line == "" {
				c.kill() // says why
			}
		}
		c.kill()
	}
	delete(heard, learnedAtEnd)
	t.wantCount(len(slots) * learners * lessons)
	for run := range heard {
		t.wantSays(run, "1", "1")
	}
	t.Logf("%d lessons were heard of", len(heard))
	if !cut {
		t.Error("one was killed when it had learnt all: hardly anything was put to the test")
	}
}

// learnWork learns the lessons of a slot with several workers, prints those that
// it has, and then waits to be killed.
func learnWork(s Store, orders *bufio.Scanner, print func(string)) error {
	if !orders.Scan() {
		return orders.Err()
	}
	slot := orders.Text()
	var wg sync.WaitGroup
	failed := make([]error, learners)
	for w := range learners {
		c := counter{s: s}
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

const (
	answerers    = 64
	answerRounds = 20
)

// verdict is what came of a child's answers to one question.
type verdict struct {
	Won, Lost int
	Other     []string // errors that should not be
}

// manyAnswers lets 64 goroutines in each of two processes answer the same
// question at once, half of the time after its deadline: one of them wins.
func manyAnswers(t test, dsn string) {
	r := mustCompile(questionnaire(), t.Store, graph.Options{})
	children := []*child{start(t, "answer", dsn), start(t, "answer", dsn)}
	for round := range answerRounds {
		id := fmt.Sprint("round", round)
		late := round%2 == 1
		timeout := time.Hour
		if late {
			timeout = time.Microsecond
		}
		out, err := r.Run(t.Context(), graph.Run{ID: id}, poll{Timeout: timeout}, nil)
		if err != nil || out.Status != graph.Waiting {
			t.Fatalf("Run = %+v, %v, want a question", out, err)
		}
		for _, c := range children {
			c.order(id)
		}
		var all verdict
		for _, c := range children {
			var v verdict
			if line := c.next(); json.Unmarshal([]byte(line), &v) != nil {
				c.kill() // says why
			}
			all = verdict{all.Won + v.Won, all.Lost + v.Lost, append(all.Other, v.Other...)}
		}
		if all.Won != 1 || all.Lost != 2*answerers-1 {
			t.Errorf("round %d: %d won and %d lost, want 1 and %d; others: %q", round, all.Won, all.Lost, 2*answerers-1, all.Other)
		}
		// One answer is in the log, and its effect in the state.
		t.wantTypes(id, event.RunStart, event.Question, event.Answer, event.StepStart, event.StepEnd, event.RunEnd)
		cp := t.load(id)
		var p poll
		must.Do(t, json.Unmarshal(cp.State, &p))
		if cp.Status != graph.Ended || p.Heard != 1 || p.Silence != late {
			t.Errorf("the run %s is %s with %+v; want it ended with one answer, silence: %v", id, cp.Status, p, late)
		}
	}
}

type poll struct {
	Timeout time.Duration
	Heard   int
	Silence bool
}

func questionnaire() *graph.Graph[poll] {
	g := graph.New[poll]("answers@1")
	g.Start(nil, "ask")
	g.Ask("ask", func(p poll) graph.Question {
		return graph.Question{Text: "Mais uma?", Timeout: p.Timeout}
	}, func(p poll, a graph.Answer) (poll, error) {
		p.Heard++
		p.Silence = a.TimedOut
		return p, nil
	}, nil, "after")
	g.Node("after", func(_ context.Context, p poll, _ graph.Emit) (poll, error) { return p, nil }, nil, graph.End)
	return g
}

// answerWork answers the question of each run that it is told of.
func answerWork(s Store, orders *bufio.Scanner, print func(string)) error {
	r := mustCompile(questionnaire(), s, graph.Options{})
	for orders.Scan() {
		var wg sync.WaitGroup
		var mu sync.Mutex
		var v verdict
		for range answerers {
			wg.Go(func() {
				_, err := r.Answer(context.Background(), orders.Text(), graph.Answer{Value: json.RawMessage(`"sim"`)}, nil)
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil:
					v.Won++
				case errors.Is(err, graph.ErrNoAsk) || errors.Is(err, graph.ErrConflict):
					v.Lost++
				default:
					v.Other = append(v.Other, err.Error())
				}
			})
		}
		wg.Wait()
		line, err := json.Marshal(v)
		if err != nil {
			return err
		}
		print(string(line))
	}
	return orders.Err()
}
