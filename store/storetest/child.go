package storetest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
)

// Open opens a store that other processes have open too.
type Open func(ctx context.Context, dsn string) (RunStore, error)

// works are what a child process can be told to do. Each reads its orders line
// by line and prints what came of them.
var works = map[string]func(s RunStore, orders *bufio.Scanner, print func(string)) error{
	"kill":    killWork,
	"answers": answersWork,
	"forget":  forgetWork,
	"learn":   learnWork,
}

// childArg is how a process is told that it is a child.
const childArg = "storetest-child"

// Work must be called first thing in TestMain of a package that calls TestKill,
// TestAnswers, TestForgetKill or TestMemoriesKill: they start the test binary
// again, and in such a child Work does what they are about and does not return.
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
	do, ok := works[name]
	if !ok {
		return fmt.Errorf("%q is not what a child can do", name)
	}
	orders := bufio.NewScanner(os.Stdin)
	if !orders.Scan() {
		return fmt.Errorf("there is no DSN: %w", orders.Err())
	}
	s, err := open(context.Background(), orders.Text())
	if err != nil {
		return err
	}
	var mu sync.Mutex
	return do(s, orders, func(line string) {
		mu.Lock()
		defer mu.Unlock()
		// One write, so that the line is whole or ends nowhere.
		_, _ = os.Stdout.WriteString(line + "\n")
	})
}

// child is a running child process.
type child struct {
	cmd    *exec.Cmd
	orders io.WriteCloser
	stderr strings.Builder
	gone   chan struct{} // closed when all it printed was heard
}

// startChild starts a child. hear is called with each line that it prints.
func startChild(t *testing.T, work, dsn string, hear func(line string)) *child {
	t.Helper()
	self := must.Get(os.Executable())(t)
	c := &child{cmd: exec.Command(self, childArg, work), gone: make(chan struct{})}
	c.cmd.Stderr = &c.stderr
	orders, errIn := c.cmd.StdinPipe()
	out, errOut := c.cmd.StdoutPipe()
	must.Do(t, errors.Join(errIn, errOut, c.cmd.Start()))
	c.orders = orders
	t.Cleanup(func() { c.end() })
	go func() {
		defer close(c.gone)
		r := bufio.NewReader(out)
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				return // a line without its end was cut short
			}
			hear(strings.TrimSuffix(line, "\n"))
		}
	}()
	c.order(t, dsn)
	return c
}

func (c *child) order(t *testing.T, line string) {
	t.Helper()
	if _, err := io.WriteString(c.orders, line+"\n"); err != nil {
		c.kill(t)
		t.Fatal(err)
	}
}

// end ends the child, which has no time to do anything about it.
func (c *child) end() {
	_ = c.cmd.Process.Kill() // unless it was ended before
	<-c.gone
	_ = c.cmd.Wait() // that it was killed
}

// kill ends the child, which must not have ended by itself.
func (c *child) kill(t *testing.T) {
	t.Helper()
	if c.end(); c.cmd.ProcessState.Exited() {
		t.Fatalf("a child ended by itself: %s", &c.stderr)
	}
}

// openFor opens the store for the test itself.
func openFor(t *testing.T, open Open, dsn string) RunStore {
	t.Helper()
	s := must.Get(open(t.Context(), dsn))(t)
	t.Cleanup(func() { _ = s.(io.Closer).Close() })
	return s
}

func mustCompile[S any](g *graph.Graph[S], s graph.Store, o graph.Options) *graph.Runner[S] {
	r, err := g.Compile(s, o)
	if err != nil {
		panic(err) // the graphs here are right
	}
	return r
}
