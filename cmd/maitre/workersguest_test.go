//go:build linux

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/internal/door/agui"
	"github.com/maitre-dev/maitre/internal/door/agui/aguitest"
)

// talk is a conversation as a guest's client has it: a message, a question and
// its answer. The client does not know of workers. When a stream breaks off it
// looks whether its words have arrived, sends them again if not, and takes the
// stream up where it was.
type talk struct {
	*house
	guest, thread, message string
	words                  string
	dice                   *rand.Rand
	patient                bool          // it breaks nothing off
	pace                   time.Duration // between one frame and the next, for who reads slowly
	posted                 time.Time     // when it last posted something
	first                  time.Duration // from then until the first frame of all
	run                    string        // as the log calls it
	frames                 []aguitest.Event
	known                  int64 // frames up to it are not to come again
	answering              bool
	answer                 approval
	refused                string // why its answer was not taken
	taken                  bool   // its answer was heard to the end
	rival                  *talk  // answers the same question at the same time
	breaks                 int    // of streams
	took                   time.Duration
	err                    error
}

// approval is an answer to the question.
type approval struct {
	Approved bool              `json:"approved"`
	Args     map[string]string `json:"editedArgs,omitempty"`
}

const (
	retries = 300 // of a request: a worker takes a second or two to be back
	pause   = 50 * time.Millisecond
)

// have has the conversation. It calls stuck when it may have to wait for a run
// whose worker is gone: that takes as long as others need for all they say.
func (c *talk) have(stuck func()) {
	defer func(start time.Time) { c.took = time.Since(start) }(time.Now())
	c.try(stuck, func() bool { return c.asked() || c.over() }, c.say)
	if c.err == nil && c.asked() {
		c.reply(stuck)
	}
}

// try repeats what must be done until it is, or there is an error.
func (c *talk) try(stuck func(), done func() bool, do func()) {
	for range retries {
		do()
		if c.err != nil || done() {
			return
		}
		if c.breaks++; c.breaks == 1 {
			time.AfterFunc(time.Second, stuck)
		}
		select {
		case <-time.After(pause):
		case <-c.ctx.Done():
			c.err = c.ctx.Err()
			return
		}
	}
	c.err = fmt.Errorf("%d tries were not enough", retries)
}

// say says what the guest wants, unless that has arrived, or hears the rest of
// what came of it.
func (c *talk) say() {
	if c.breaks > 0 {
		switch arrived, known := c.arrived(); {
		case !known:
			return
		case arrived:
			c.follow()
			return
		}
	}
	c.post("the message", map[string]any{"messages": []any{map[string]string{"id": c.message, "role": "user", "content": c.words}}})
}

// arrived reports whether the message is in the thread, if that can be known.
func (c *talk) arrived() (yes, known bool) {
	var seen struct {
		Messages []struct{ ID string }
		State    struct{ Run string }
	}
	status := c.fetch("/api/v1/threads/"+c.thread, &seen)
	switch status {
	case 0, http.StatusServiceUnavailable:
		return false, false
	case http.StatusOK, http.StatusNotFound:
	default:
		c.fail("the thread is answered with %d", status)
		return false, false
	}
	if yes = slices.ContainsFunc(seen.Messages, func(m struct{ ID string }) bool { return m.ID == c.message }); yes {
		c.run = seen.State.Run
	}
	return yes, true
}

// fetch reads JSON. The status is 0 when the connection broke.
func (c *talk) fetch(path string, v any) (status int) {
	res, err := c.ask(c.next(), c.guest, http.MethodGet, path, nil, nil)
	if err != nil {
		return 0
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode == http.StatusOK && json.NewDecoder(res.Body).Decode(v) != nil {
		return 0
	}
	return res.StatusCode
}

// question is what the guest is asked, in the frame that ends the stream.
type question struct {
	Outcome struct {
		Type       string
		Interrupts []struct {
			ID             string
			ResponseSchema struct {
				Properties struct {
					EditedArgs struct {
						Properties struct{ Brewery struct{ Enum []string } }
					}
				}
			}
		}
	}
}

// last returns how the last stream ended, if it did.
func (c *talk) last() (q question) {
	if n := len(c.frames); n > 0 && c.frames[n-1].Type == "RUN_FINISHED" {
		_ = json.Unmarshal(c.frames[n-1].Raw, &q) // our server wrote it: see the checks of the outcome
	}
	return q
}

func (c *talk) asked() bool { return c.last().Outcome.Type == "interrupt" }
func (c *talk) over() bool  { return c.last().Outcome.Type == "success" }

// reply answers the question: yes, no, or another brewery than the one that is
// proposed. In one of three conversations somebody else of the household
// answers, too, in one of two of those with something else.
func (c *talk) reply(stuck func()) {
	asks := c.last().Outcome.Interrupts[0]
	offer := asks.ResponseSchema.Properties.EditedArgs.Properties.Brewery.Enum
	if len(offer) == 0 {
		c.fail("no breweries are offered")
		return
	}
	answers := []approval{{Approved: true}, {}, {true, map[string]string{"brewery": offer[len(offer)-1]}}}
	mine := c.dice.IntN(3)
	c.answer, c.answering = answers[mine], true
	var rival sync.WaitGroup
	if c.dice.IntN(3) == 0 {
		other := *c
		other.frames, other.answer = slices.Clone(c.frames), answers[(mine+c.dice.IntN(2))%3]
		other.dice = rand.New(rand.NewPCG(c.dice.Uint64(), 0))
		c.rival = &other
		rival.Go(func() { other.resume(asks.ID) })
	}
	again := true
	c.try(stuck, c.over, func() {
		if again {
			c.resume(asks.ID)
		} else {
			c.follow()
		}
		// Either is right: the same answer twice is safe.
		again = c.refused == "" && (c.run == "" || c.dice.IntN(2) == 0)
	})
	rival.Wait()
	if c.rival != nil && c.err == nil {
		c.err = c.rival.err
	}
}

// resume answers, and hears what comes of it.
func (c *talk) resume(interrupt string) {
	if c.run == "" {
		c.run, _, _ = strings.Cut(interrupt, "-q")
	}
	c.post("the answer", map[string]any{"messages": []any{}, "resume": []any{map[string]any{"interruptId": interrupt, "status": "resolved", "payload": c.answer}}})
	c.taken = c.refused == "" && c.over()
}

// post posts an input and hears the stream that answers.
func (c *talk) post(run string, in map[string]any) {
	in["threadId"], in["runId"], in["protocolVersion"] = c.thread, run, "1.0"
	body, err := json.Marshal(in)
	if err != nil {
		c.fail("%v", err)
		return
	}
	c.known = 0
	c.posted = time.Now()
	c.hear(c.ask(c.next(), c.guest, http.MethodPost, "/agui", nil, body))
}

// follow hears the rest of the run.
func (c *talk) follow() {
	c.known = int64(len(c.frames))
	after := http.Header{"Last-Event-ID": {strconv.FormatInt(c.known, 10)}}
	c.hear(c.ask(c.next(), c.guest, http.MethodGet, "/api/v1/runs/"+c.run+"/events", after, nil))
}

// hear reads a stream until it ends or breaks off. In one of four streams it is
// the guest who breaks it off.
func (c *talk) hear(res *http.Response, err error) {
	if err != nil {
		return // the connection broke
	}
	defer func() { _ = res.Body.Close() }()
	switch res.StatusCode {
	case http.StatusOK:
	default:
		c.turnedAway(res)
		return
	}
	enough := -1
	if !c.patient && c.dice.IntN(4) == 0 {
		enough = c.dice.IntN(20)
	}
	lines, block := bufio.NewReader(res.Body), ""
	for enough != 0 && c.err == nil {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		if block += line; line == "\n" {
			c.take(block)
			block = ""
			enough--
			time.Sleep(c.pace)
		}
	}
}

// turnedAway hears why there is no stream: what was said before goes on, or the
// database is away. Whatever it is, it gives nothing away.
func (c *talk) turnedAway(res *http.Response) {
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return
	}
	for _, secret := range append(c.secrets(), "postgres", "goroutine ", ".go:") {
		if strings.Contains(strings.ToLower(string(body)), strings.ToLower(secret)) {
			c.fail("an error tells of %q", secret)
		}
	}
	if res.StatusCode != http.StatusConflict && res.StatusCode != http.StatusServiceUnavailable {
		c.fail("%s %s is answered with %d %s", res.Request.Method, res.Request.URL.Path, res.StatusCode, body)
	}
}

// take takes a frame in. The next one is to follow the last; one that the guest
// has, and may get again by giving the same answer, is to be the same as it was.
func (c *talk) take(block string) {
	events, err := aguitest.Read(strings.NewReader(block))
	if err != nil {
		c.fail("%v", err)
	}
	for _, e := range events {
		e.Raw = c.plain(e)
		n := int64(len(c.frames))
		switch {
		case e.ID == 0: // it is not of the run
			c.refuse(e)
		case e.ID > n+1, e.ID <= c.known:
			c.fail("frame %d follows %d", e.ID, n)
		case e.ID <= n && string(c.frames[e.ID-1].Raw) != string(e.Raw):
			c.fail("frame %d was\n%s\nand is\n%s", e.ID, c.frames[e.ID-1].Raw, e.Raw)
		case e.ID == n+1:
			if n == 0 {
				c.first = time.Since(c.posted)
			}
			c.frames = append(c.frames, e)
			if e.Type == agui.RunError || c.last().Outcome.Type == "cancelled" {
				c.fail("the run ends with %s", e.Raw)
			}
		}
	}
}

// plain is a frame without what the client calls the run, which who comes back
// may call otherwise.
func (c *talk) plain(e aguitest.Event) json.RawMessage {
	return json.RawMessage(strings.Replace(string(e.Raw), `"runId":"`+e.Text("runId")+`"`, `"runId":""`, 1))
}

// refuse hears why there is no run: for a message, that the first try of it has
// led to a question; for an answer, that there is another or it comes too late.
func (c *talk) refuse(e aguitest.Event) {
	code := e.Text("code")
	switch {
	case e.Type == "RUN_STARTED":
	case c.answering && (code == agui.Answered || code == agui.Expired):
		c.refused = code
	case code == agui.Pending && c.breaks > 0:
	default:
		c.fail("refused: %s", e.Raw)
	}
}

func (c *talk) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}
