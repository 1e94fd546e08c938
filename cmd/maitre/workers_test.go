//go:build linux

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/door/agui"
	"github.com/maitre-dev/maitre/internal/door/agui/aguitest"
	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
)

const (
	guests        = 16 // that talk at the same time
	conversations = 30
	perKill       = 6         // conversations begin between one kill and the next
	maxMemory     = 200 << 20 // of a worker, in bytes
	maxGoroutines = 150

	lease = 30 * time.Second // of a worker that is not heard of
)

// TestKilledWorkersLoseNothingThatWasSaid has conversations with two workers on
// one database, of which now one and now the other is killed. A run that loses
// its worker is gone on with after the lease, so that the test takes at least
// as long.
func TestKilledWorkersLoseNothingThatWasSaid(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	h := openHouse(ctx, t, pgtest.Start(t), guests)
	start := time.Now()
	var talks []*talk
	lost := func(c *talk) bool { return c.took > lease*2/3 }
	for len(talks) < 3*conversations && !slices.ContainsFunc(talks, lost) { // by chance no kill may hit a run
		talks = append(talks, h.talk(len(talks))...)
	}
	t.Logf("%d conversations took %v", len(talks), time.Since(start).Round(time.Second))

	broken, alone, late := 0, 0, 0
	for _, c := range talks {
		if c.err != nil {
			t.Errorf("%s of %s: %v", c.thread, c.guest, c.err)
			continue
		}
		c.check()
		if c.breaks > 0 {
			broken++
		}
		if lost(c) {
			alone++
		}
		if c.refused == agui.Expired {
			late++
		}
	}
	t.Logf("%d streams broke off, %d runs lost their worker, %d answers came too late", broken, alone, late)
	if broken == 0 || alone == 0 || late > len(talks)/10 {
		t.Error("that shows nothing")
	}
	h.checkLists(talks)
	h.checkWorkers()
}

// newTalk returns a conversation that leads to a question.
func (h *house) newTalk(n int) *talk {
	return &talk{
		house: h, guest: guest(n % guests), thread: fmt.Sprintf("thread-%d", n), message: fmt.Sprintf("message-%d", n),
		words: "Recomende cervejarias novas para mim", dice: rand.New(rand.NewPCG(rand.Uint64(), 0)),
	}
}

// talk has conversations, counted from a number, and kills a worker now and then while they last.
func (h *house) talk(from int) (talks []*talk) {
	for n := range conversations {
		talks = append(talks, h.newTalk(from+n))
	}
	slots, kills := make(chan struct{}, guests), make(chan struct{})
	var talking sync.WaitGroup
	talking.Go(func() {
		defer close(kills)
		for n, c := range talks {
			if n%perKill == 0 {
				kills <- struct{}{} // when the last one that was killed is back
			}
			slots <- struct{}{}
			talking.Go(func() {
				leave := sync.OnceFunc(func() { <-slots })
				defer leave()
				c.have(leave)
			})
		}
	})
	for range kills {
		<-time.After(rand.N(100 * time.Millisecond)) // it is to be in the middle of something
		h.replace(rand.IntN(len(h.workers)), os.Args[0])
	}
	talking.Wait()
	return talks
}

// check compares what the client has with the log, and with what others get.
func (c *talk) check() {
	t := c.t
	t.Helper()
	runs, err := c.store.Runs(c.ctx, c.thread)
	if err != nil || len(runs) != 1 || runs[0] != c.run {
		t.Errorf("%s: the runs are %q, %v; want %q", c.thread, runs, err, c.run)
		return
	}
	events, err := c.store.Events(c.ctx, c.run, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	cp, err := c.store.Load(c.ctx, c.run)
	if err != nil || cp.Status != graph.Ended || cp.Seq < int64(len(events)) {
		t.Errorf("%s: the run is %+v, %v", c.thread, cp, err)
	}
	c.checkMessages(c.checkAnswer(events))
	for _, w := range c.workers {
		c.checkStream(w.url)
	}
	c.checkStrangers()
}

// checkAnswer checks that the question was answered once, by who was told so,
// and that what was agreed to was done once. It returns how often it was.
func (c *talk) checkAnswer(events []event.Event) (summaries int) {
	c.t.Helper()
	counts, summary := map[event.Type]int{}, false
	for i, e := range events {
		if e.Seq != int64(i+1) {
			c.t.Fatalf("%s: event %d has the number %d", c.thread, i+1, e.Seq)
		}
		counts[e.Type]++
		switch e.Type {
		case event.StepStart: // what a try of a step did that was cut off is void
			summary = false
		case event.ToolResult:
			var call event.Call
			if err := json.Unmarshal(e.Data, &call); err != nil {
				c.t.Fatal(err)
			}
			summary = summary || call.Tool == "brewery_details"
		case event.StepEnd:
			if summary {
				summaries++
			}
			summary = false
		}
	}
	asked := agui.Questions(events)
	if counts[event.Question] != 1 || counts[event.Answer] != 1 || counts[event.RunEnd] != 1 {
		c.t.Errorf("%s: the log has %v", c.thread, counts)
		return summaries
	}
	logged := *asked[0].Answer
	var got approval
	if !logged.TimedOut {
		if err := json.Unmarshal(logged.Value, &got); err != nil {
			c.t.Fatal(err)
		}
	}
	want := 0
	if got.Approved {
		want = 1
	}
	if summaries != want {
		c.t.Errorf("%s: %d summaries were made, want %d", c.thread, summaries, want)
	}
	for _, who := range []*talk{c, c.rival} {
		if who == nil {
			continue
		}
		same := !logged.TimedOut && cmp.Equal(got, who.answer)
		late := who.refused == agui.Expired && c.rival == nil // else the other's may be in time, and saved only just now
		switch {
		case who.taken && !same, who.refused == agui.Answered && same, late && !logged.TimedOut:
			c.t.Errorf("%s: the answer is %s; who gave %+v was told %q", c.thread, logged.Value, who.answer, who.refused)
		}
	}
	return summaries
}

// checkMessages checks that the thread has what was said and shown, once, and
// the client the same.
func (c *talk) checkMessages(details int) {
	c.t.Helper()
	said, err := c.store.Messages(c.ctx, c.thread, c.guest, 0)
	if err != nil {
		c.t.Fatal(err)
	}
	heard := c.checkThread(c)
	var got []string
	for _, m := range said {
		got = append(got, string(m.Role)+": "+m.Text)
	}
	var answers []string // before the question, and after it
	for _, m := range heard.Messages {
		if text, ok := m.Content.(string); ok && m.Role == "assistant" && text != "" {
			answers = append(answers, text)
		}
	}
	if diff := cmp.Diff([]string{"user: " + c.words, "assistant: " + strings.Join(answers, "\n\n")}, got); diff != "" || said[0].ID != c.message {
		c.t.Errorf("%s: what was said (-want +got):\n%s", c.thread, diff)
	}
	cards := map[string]int{}
	for _, m := range heard.Messages {
		cards[m.ActivityType]++
	}
	if cards["breweries-list"] != 1 || cards["brewery-details"] != details {
		c.t.Errorf("%s shows %v, want %d details", c.thread, cards, details)
	}
}

// checkThread checks that a thread is what its client has heard in these turns,
// and returns that.
func (c *talk) checkThread(turns ...*talk) *aguitest.Client {
	c.t.Helper()
	heard := &aguitest.Client{}
	for _, turn := range turns {
		heard.Messages = append(heard.Messages, agui.Message{ID: turn.message, Role: "user", Content: turn.words})
		if err := heard.Apply(turn.frames); err != nil {
			c.t.Errorf("%s: %v", c.thread, err)
		}
	}
	var shown struct{ Messages, PendingInterrupts []json.RawMessage }
	if status := c.fetch("/api/v1/threads/"+c.thread, &shown); status != http.StatusOK || len(shown.PendingInterrupts) > 0 {
		c.t.Errorf("%s: %d, with %d questions", c.thread, status, len(shown.PendingInterrupts))
	}
	var theirs, mine []string
	for _, m := range shown.Messages {
		theirs = append(theirs, string(m))
	}
	for _, m := range heard.Messages {
		b, err := json.Marshal(m)
		if err != nil {
			c.t.Fatal(err)
		}
		mine = append(mine, string(b))
	}
	if diff := cmp.Diff(theirs, mine); diff != "" {
		c.t.Errorf("%s: the messages (-thread +client):\n%s", c.thread, diff)
	}
	return heard
}

// checkStream checks that who heard the run in pieces heard what a worker tells
// of it as a whole, which it returns. What is learnt from a run after its end may
// come too late for who listens, so that only the answer is compared.
func (c *talk) checkStream(worker string) (told []aguitest.Event) {
	c.t.Helper()
	whole := &talk{house: c.house, guest: c.guest, patient: true}
	whole.hear(c.ask(worker, c.guest, http.MethodGet, "/api/v1/runs/"+c.run+"/events", nil, nil))
	if err := errors.Join(whole.err, aguitest.Check(whole.frames)); err != nil {
		c.t.Errorf("%s: %v", c.thread, err)
	}
	all, got := raw(whole.frames), answerOf(raw(c.frames))
	if diff := cmp.Diff(all[:min(len(got), len(all))], got); diff != "" {
		c.t.Errorf("%s after %d breaks (-whole +heard):\n%s", c.thread, c.breaks, diff)
	}
	if c.rival != nil {
		heard := answerOf(raw(c.rival.frames))
		if n := len(heard); n > len(all) || !slices.Equal(all[:n], heard) {
			c.t.Errorf("%s: who answered at the same time heard something else", c.thread)
		}
	}
	return whole.frames
}

// answerOf returns a stream without what follows the last step of its run, if it
// was heard to the end.
func answerOf(frames []string) []string {
	for i, f := range slices.Backward(frames) {
		if strings.HasPrefix(f, `{"type":"TEXT_MESSAGE_END"`) || strings.HasPrefix(f, `{"type":"STEP_FINISHED"`) {
			return frames[:i]
		}
	}
	return frames
}

var deadlineHour = regexp.MustCompile(`("(?:expiresAt|deadline)":")[\d-]+T\d\d`)

// raw are frames as they were sent, but for the hour of a deadline: a question that waits tells
// the database's, one that is over that of whoever asked it, whose clock may be wrong.
func raw(frames []aguitest.Event) (all []string) {
	for _, f := range frames {
		all = append(all, deadlineHour.ReplaceAllString(string(f.Raw), "$1"))
	}
	return all
}

// checkStrangers checks that to others the conversation is not there.
func (c *talk) checkStrangers() {
	c.t.Helper()
	other := guest(0)
	if other == c.guest {
		other = guest(1)
	}
	for _, r := range []struct{ method, path string }{
		{http.MethodGet, "/api/v1/threads/" + c.thread},
		{http.MethodGet, "/api/v1/runs/" + c.run + "/events"},
		{http.MethodPost, "/api/v1/runs/" + c.run + "/cancel"},
	} {
		if got := c.status(c.next(), other, r.method, r.path); got != http.StatusNotFound {
			c.t.Errorf("%s %s of %s: %s gets %d", r.method, r.path, c.guest, other, got)
		}
	}
}

func (h *house) status(to, guest, method, path string) int {
	h.t.Helper()
	res, err := h.ask(to, guest, method, path, nil, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	_ = res.Body.Close()
	return res.StatusCode
}

// checkLists checks that every guest finds all their conversations, and no
// others.
func (h *house) checkLists(talks []*talk) {
	h.t.Helper()
	for n := range guests {
		var list struct{ Threads []struct{ ID string } }
		reader := h.newTalk(n)
		if status := reader.fetch("/api/v1/threads", &list); status != http.StatusOK {
			h.t.Fatalf("the threads of %s: %d", reader.guest, status)
		}
		var got, want []string
		for _, found := range list.Threads {
			got = append(got, found.ID)
		}
		for _, c := range talks {
			if c.guest == reader.guest {
				want = append(want, c.thread)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			h.t.Errorf("the threads of %s (-want +got):\n%s", reader.guest, diff)
		}
	}
}

// checkWorkers checks that both workers serve, and that neither has kept what
// it no longer needs. Told to quit, a Go program lists its goroutines.
func (h *house) checkWorkers() {
	h.t.Helper()
	for _, w := range h.workers {
		if got := h.status(w.url, guest(0), http.MethodGet, "/readyz"); got != http.StatusOK {
			h.t.Errorf("a worker's readiness is %d", got)
		}
		used, err := w.memory()
		if err != nil {
			h.t.Fatal(err)
		}
		http.DefaultClient.CloseIdleConnections()
		w.end(syscall.SIGQUIT)
		said := w.said.String()
		goroutines := strings.Count(said, "\ngoroutine ")
		h.t.Logf("a worker has %d MB and %d goroutines", used>>20, goroutines)
		if used > maxMemory || goroutines == 0 || goroutines > maxGoroutines {
			h.t.Errorf("want at most %d MB and 1 to %d goroutines", maxMemory>>20, maxGoroutines)
		}
		h.calm(w)
	}
}
