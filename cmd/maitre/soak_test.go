//go:build soak && linux

package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
)

var (
	seed = flag.Uint64("seed", 0, "when what happens in a soak; 0: at another time in each")
	long = flag.Duration("for", 3*time.Minute, "how long the guests of a soak talk")
)

const (
	crowd   = 100 // guests that talk at the same time
	warmUp  = 40 * time.Second
	growth  = 1.5 // of a worker's memory and goroutines, from warm to the end
	spareMB = 48  // that it may have more in any case
)

// soak is what happens to a house in some minutes, and what came of it.
type soak struct {
	*house
	dice       *rand.Rand
	wrongClock string // the program with it

	kills, restarts, crashes int
	clocks                   []string
	late                     atomic.Int64 // turns after which something learnt was told too late for who listened
	threads                  [][]*talk    // the turns of each
}

// TestSoak has a hundred guests talk to two workers on one database. One of the
// workers is killed now and then, and the one in its place may have a clock that
// is an hour off, or is set while it works; the database is restarted, in order
// and not; some guests read slowly, some break off and come back. The other
// worker lives through it all. Then the log must show that nobody lost, doubled
// or overheard anything.
func TestSoak(t *testing.T) {
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	fmt.Printf("soak: seed %d, %d guests for %v\n", *seed, crowd, *long)
	dsn := pgtest.Start(t)
	s := &soak{wrongClock: wrongClock(t), dice: rand.New(rand.NewPCG(*seed, 0))}
	ctx, cancel := context.WithTimeout(t.Context(), *long+6*time.Minute)
	defer cancel()
	s.house = openHouse(ctx, t, dsn, crowd)

	var guests sync.WaitGroup
	var mu sync.Mutex
	begin := time.Now()
	for n := range crowd {
		guests.Go(func() {
			mine := s.visit(n, begin.Add(*long))
			mu.Lock()
			defer mu.Unlock()
			s.threads = append(s.threads, mine...)
		})
	}
	warm := make(chan usage, 1)
	time.AfterFunc(min(warmUp, *long/4), func() { warm <- s.usage() })
	s.trouble(begin.Add(*long))
	guests.Wait()
	took := time.Since(begin)
	http.DefaultClient.CloseIdleConnections()
	select { // for what is learnt from the last turns
	case <-time.After(5 * time.Second):
	case <-ctx.Done():
	}
	last := s.usage()

	results := []*result{s.doubled(), s.lost(), s.leaked(), s.open(), flat(<-warm, last)}
	s.checkWorkers()
	s.report(took, results)
	for _, r := range results {
		if len(r.wrong) > 0 {
			t.Errorf("%s:\n%s", r.invariant, strings.Join(r.wrong[:min(20, len(r.wrong))], "\n"))
		}
	}
	if turns := len(slices.Concat(s.threads...)); turns < 3*crowd || s.kills == 0 || s.restarts == 0 || s.crashes == 0 {
		t.Errorf("%d turns, %d kills, %d restarts and %d crashes show nothing", turns, s.kills, s.restarts, s.crashes)
	}
}

// says is what a guest says, of whom a word tells that only they say. Not all
// of it leads to the same specialist every time: that depends on what was said
// before.
var says = []string{
	"Oi, tudo bem? Aqui é a turma %s",
	"Sou alérgico a camarão, o que você recomenda? Mesa %s",
	"sim",
	"Quero ir a Florianópolis de 3 a 7 de dezembro, 2 adultos, grupo %s",
	"Recomende cervejarias novas para mim, da turma %s",
	"Recomende cervejarias novas para mim",
	"Quanto gastei este ano?",
	"O que você sabe de mim?",
	"Adoro comida picante e odeio %s",
}

// marker returns the word of a guest.
func marker(guest string) string { return "zorblax" + guest }

var markers = regexp.MustCompile(`(?i)zorblax(C\d{3})`)

// visit has a guest talk, in one thread after the other, until a time. One of
// ten reads slowly.
func (s *soak) visit(n int, until time.Time) (threads [][]*talk) {
	dice := rand.New(rand.NewPCG(*seed, uint64(n+1)))
	for time.Now().Before(until) {
		var turns []*talk
		thread := fmt.Sprintf("%s-%d", guest(n), len(threads))
		for i := range 1 + dice.IntN(4) {
			words := says[dice.IntN(len(says))]
			if strings.Contains(words, "%s") {
				words = fmt.Sprintf(words, marker(guest(n)))
			}
			c := &talk{house: s.house, guest: guest(n), thread: thread, message: fmt.Sprintf("%s-%d", thread, i), words: words, dice: dice}
			if n%10 == 0 {
				c.pace = 150 * time.Millisecond
			}
			c.have(func() {})
			if turns = append(turns, c); c.err != nil {
				break
			}
			time.Sleep(time.Duration(dice.Int64N(int64(3 * time.Second)))) // they read
		}
		threads = append(threads, turns)
	}
	return threads
}

// trouble makes it, until a time. The first worker is left alone, but for its
// database.
func (s *soak) trouble(until time.Time) {
	s.t.Helper()
	hour := []string{"CLOCK_OFF=3600", "CLOCK_OFF=-3600", "CLOCK_OFF=3600 CLOCK_AFTER=4", "CLOCK_OFF=-3600 CLOCK_AFTER=4", ""}
	for n := s.dice.IntN(len(hour)); ; n++ {
		wait := 6*time.Second + time.Duration(s.dice.Int64N(int64(8*time.Second)))
		if time.Until(until) < wait {
			return
		}
		time.Sleep(wait)
		switch {
		case n%3 != 0:
			clock := hour[n%len(hour)]
			s.clocks = append(s.clocks, cmp.Or(shown.Replace(clock), "right"))
			s.replace(1, s.wrongClock, strings.Fields(clock)...)
			s.kills++
		case s.dice.IntN(2) == 0 && s.crashes > 0 || s.restarts < s.crashes:
			pgtest.RestartGently(s.t)
			s.restarts++
		default:
			pgtest.Restart(s.t)
			s.crashes++
		}
	}
}

var shown = strings.NewReplacer("CLOCK_OFF=3600", "+1h", "CLOCK_OFF=-3600", "-1h", " CLOCK_AFTER=4", " later")

// usage is what a worker has of the machine.
type usage struct {
	mb, goroutines int
	err            error
}

// usage asks the first worker for its own. It may be asked while the database is
// away.
func (s *soak) usage() (u usage) {
	for range retries {
		var res *http.Response
		if res, u.err = s.ask(s.workers[0].url, operator, http.MethodGet, "/metrics", nil, nil); u.err != nil {
			return u
		}
		body, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if _, rest, ok := strings.Cut(string(body), "\nmaitre_goroutines "); ok {
			line, _, _ := strings.Cut(rest, "\n")
			bytes, err := s.workers[0].memory()
			u.mb, u.err = bytes>>20, err
			u.goroutines, _ = strconv.Atoi(line)
			return u
		}
		u.err = fmt.Errorf("the metrics are answered with %d", res.StatusCode)
		time.Sleep(pause)
	}
	return u
}

// result is whether an invariant holds, and what was looked at.
type result struct {
	invariant, seen string

	mu    sync.Mutex
	wrong []string
}

func (r *result) fail(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.wrong = append(r.wrong, fmt.Sprintf(format, args...))
}

// each calls do with all, some at once, and returns the sum.
func each[T any](all []T, do func(T) int) (sum int) {
	var doing sync.WaitGroup
	slots, sums := make(chan struct{}, 16), make(chan int, len(all))
	for _, one := range all {
		slots <- struct{}{}
		doing.Go(func() {
			defer func() { <-slots }()
			sums <- do(one)
		})
	}
	doing.Wait()
	for range all {
		sum += <-sums
	}
	return sum
}

// lost checks that every message has its run, which came to its end, and an
// answer that the client has and the thread shows.
func (s *soak) lost() *result {
	r := &result{invariant: "nothing lost"}
	runs := each(s.threads, func(turns []*talk) int {
		first := turns[0]
		var want, got []string
		for _, c := range turns {
			if c.err != nil {
				r.fail("%s, %q after %d breaks: %v", c.thread, c.words, c.breaks, c.err)
			}
			want = append(want, c.message+": "+c.words)
		}
		said, err := s.store.Messages(s.ctx, first.thread, first.guest, 0)
		if err != nil {
			r.fail("%s: %v", first.thread, err)
			return 0
		}
		answered := true
		for _, m := range said {
			if m.Role != "user" {
				answered = true
				continue
			}
			if !answered {
				r.fail("%s: there is no answer before %q", first.thread, m.Text)
			}
			answered, got = false, append(got, m.ID+": "+m.Text)
		}
		ids, err := s.store.Runs(s.ctx, first.thread)
		if err != nil || !slices.Equal(want, got) || !answered || len(ids) != len(turns) {
			r.fail("%s: %d runs, %v; said %q, kept %q", first.thread, len(ids), err, want, got)
		}
		if turns[len(turns)-1].err == nil {
			first.checkThread(turns...)
		}
		return len(ids)
	})
	r.seen = fmt.Sprintf("%d messages, %d runs", len(slices.Concat(s.threads...)), runs)
	return r
}

// doubled checks that the log of each run has each thing once, and that streams
// heard in pieces are those that are told as a whole.
func (s *soak) doubled() *result {
	r := &result{invariant: "nothing doubled"}
	var questions, summaries atomic.Int64
	all := each(slices.Concat(s.threads...), func(c *talk) int {
		if c.err != nil {
			return 0
		}
		if c.run == "" { // nothing broke off
			ids, err := s.store.Runs(s.ctx, c.thread)
			if err != nil {
				r.fail("%s: %v", c.thread, err)
				return 0
			}
			at, _ := strconv.Atoi(c.message[strings.LastIndexByte(c.message, '-')+1:])
			if at >= len(ids) {
				return 0 // it is lost, and told so
			}
			c.run = ids[at]
		}
		events, err := s.store.Events(s.ctx, c.run, 0, 0)
		if err != nil {
			r.fail("%s: %v", c.thread, err)
			return 0
		}
		once, steps := map[event.Type]int{}, map[int]int{}
		for i, e := range events {
			if e.Seq != int64(i+1) || e.Guest != c.guest || e.Thread != c.thread {
				r.fail("%s: event %d is number %d, of %s in %s", c.thread, i+1, e.Seq, e.Guest, e.Thread)
			}
			if once[e.Type]++; e.Type == event.StepEnd {
				steps[e.Step]++
			}
		}
		for step, n := range steps {
			if n != 1 {
				r.fail("%s: step %d ends %d times", c.thread, step, n)
			}
		}
		if once[event.RunStart] != 1 || once[event.RunEnd] != 1 || once[event.PreQuery] != 1 {
			r.fail("%s: the log has %v", c.thread, once)
		}
		if once[event.Question] > 0 {
			questions.Add(1)
			summaries.Add(int64(c.checkAnswer(events)))
		}
		if told := c.checkStream(c.next()); len(told) > len(c.frames) {
			s.late.Add(1)
			c.frames = told // as who opens the thread again sees it
		}
		return len(events)
	})
	r.seen = fmt.Sprintf("%d events; %d questions, %d websites read", all, questions.Load(), summaries.Load())
	return r
}

// leaked looks for a guest's word in what others have: streams, threads,
// memories. What is one's own is not there for another.
func (s *soak) leaked() *result {
	r, seen := &result{invariant: "nothing overheard"}, 0
	look := func(owner, where, text string) {
		for _, found := range markers.FindAllStringSubmatch(text, -1) {
			if seen++; !strings.EqualFold(found[1], owner) {
				r.fail("%s of %s has the word of %s", where, owner, found[1])
			}
		}
	}
	for i, turns := range s.threads {
		for _, c := range turns {
			look(c.guest, "a stream", strings.Join(raw(c.frames), "\n"))
		}
		if c := turns[0]; i%10 == 0 && c.err == nil && c.run != "" {
			c.checkStrangers()
		}
	}
	for n := range crowd {
		for _, path := range []string{"/api/v1/me/export", "/api/v1/me/memory", "/api/v1/threads"} {
			res, err := s.ask(s.next(), guest(n), http.MethodGet, path, nil, nil)
			if err != nil {
				r.fail("%s of %s: %v", path, guest(n), err)
				continue
			}
			body, err := io.ReadAll(res.Body)
			_ = res.Body.Close()
			if err != nil || res.StatusCode != http.StatusOK {
				r.fail("%s of %s: %d, %v", path, guest(n), res.StatusCode, err)
			}
			look(guest(n), path, string(body))
		}
	}
	if seen < 10*crowd {
		r.fail("the words were found %d times, which shows nothing", seen)
	}
	r.seen = fmt.Sprintf("%d times a guest's own word", seen)
	return r
}

// open checks that no run is under way, or waits, when nobody talks any more.
func (s *soak) open() *result {
	const query = `SELECT run || ' is ' || status FROM runs WHERE NOT status = $1`
	r := &result{invariant: "no run left open, none failed", seen: "all runs of the database"}
	conn, err := pgx.Connect(s.ctx, s.dsn)
	if err != nil {
		r.fail("%v", err)
		return r
	}
	defer conn.Close(s.ctx)
	rows, err := conn.Query(s.ctx, query, string(graph.Ended))
	if err == nil {
		r.wrong, err = pgx.CollectRows(rows, pgx.RowTo[string])
	}
	if err != nil {
		r.fail("%v", err)
	}
	return r
}

// flat compares what a worker has when it is warm with what it has at the end.
func flat(warm, last usage) *result {
	r := &result{invariant: "memory and goroutines flat"}
	r.seen = fmt.Sprintf("%d MB and %d goroutines when warm, %d MB and %d at the end", warm.mb, warm.goroutines, last.mb, last.goroutines)
	if warm.err != nil || last.err != nil {
		r.fail("%v, %v", warm.err, last.err)
	}
	if float64(last.mb) > max(growth*float64(warm.mb), float64(warm.mb+spareMB)) || float64(last.goroutines) > growth*float64(warm.goroutines) {
		r.fail("%s", r.seen)
	}
	return r
}

// report prints what happened.
func (s *soak) report(took time.Duration, results []*result) {
	var first []time.Duration
	breaks, slow, lost := 0, 0, 0
	turns := slices.Concat(s.threads...)
	for _, c := range turns {
		breaks += c.breaks
		if c.pace > 0 {
			slow++
		}
		if c.took > lease*2/3 {
			lost++
		}
		if c.first > 0 {
			first = append(first, c.first)
		}
	}
	slices.Sort(first)
	at := func(p int) time.Duration { return first[(len(first)-1)*p/100].Round(time.Millisecond) }
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	row := func(name string, format string, args ...any) {
		fmt.Fprintf(w, "%s\t%s\n", name, fmt.Sprintf(format, args...))
	}
	row("\nseed", "%d", *seed)
	row("guests", "%d, for %v", crowd, took.Round(time.Second))
	row("turns", "%d in %d threads; %d read slowly", len(turns), len(s.threads), slow)
	row("workers killed", "%d; %d turns waited for another to take over", s.kills, lost)
	row("their clocks", "%s", strings.Join(s.clocks, ", "))
	row("database", "%d restarts, %d crashes", s.restarts, s.crashes)
	row("streams cut", "%d, by guests, kills and restarts", breaks)
	row("learnt late", "%d turns, whose last line is seen when the thread is opened again", s.late.Load())
	if len(first) > 0 {
		row("first byte", "p50 %v, p99 %v", at(50), at(99))
	}
	for _, r := range results {
		verdict := "ok"
		if len(r.wrong) > 0 {
			verdict = fmt.Sprintf("BROKEN %d times", len(r.wrong))
		}
		row(r.invariant, "%s (%s)", verdict, r.seen)
	}
	if s.t.Failed() {
		row("and", "BROKEN, as told below")
	}
	_ = w.Flush()
}
