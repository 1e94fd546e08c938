// Package learn teaches the reader of a house: it trains on the shipped readings and
// on a house's own, keeps what came of it in the store that all workers share, and
// takes it back when a guest whose words are in it is forgotten.
package learn

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/concierge"
	"github.com/maitre-dev/maitre/internal/operate/trace"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/semcache"
)

// Line is a labelled message, and whose it is if a guest wrote it.
type Line struct {
	understand.Labelled
	Guest string `json:"-"`
}

// Result is what a house's lines have changed, on messages that were not trained on:
// those of held-out writers, and a fifth of the house's own.
type Result struct {
	Lines    int // of the house's own that were trained on
	Old, New understand.Score
	Own      [2]understand.Score // old and new, on the house's lines that were set aside
	Weights  []byte

	// Better and Worse are lines of held-out writers whose acts are now read right, or wrong.
	Better, Worse []Change
	// Understood is how many of the lines that an owner taught are now read right.
	Taught, Understood int
	// Lost is how many allergies and intolerances of held-out writers were understood
	// before and are not now.
	Lost int
}

// Change is a message that is read otherwise than before: by their acts.
type Change struct {
	Text string   `json:"text"`
	Was  []string `json:"was"`
	Now  []string `json:"now"`
}

// Fails says in what the new weights are worse than the old ones, or "". A hair is
// chance; an allergy that is lost is not.
func (r *Result) Fails() string {
	const hair = 0.005
	old, now := r.Old.Shares(), r.New.Shares()
	var worse []string
	if r.Lost > 0 {
		worse = append(worse, fmt.Sprintf("allergies lost: %d", r.Lost))
	}
	for _, name := range []string{"acts_exact", "spans_f1", "must_nots_recall"} {
		if now[name] < old[name]-hair {
			worse = append(worse, fmt.Sprintf("%s %.3f after %.3f", name, now[name], old[name]))
		}
	}
	slices.Sort(worse)
	return strings.Join(worse, ", ")
}

// someLines is the least number of lines of which a fifth is set aside for scoring.
const someLines = 50

// Taught is the labeller, in Labelled.By, of the lines that an owner taught.
const Taught = "owner"

// Train learns from the shipped readings and some lines; what an owner taught is added to
// what was learned, which takes seconds.
func Train(ctx context.Context, own []Line) (*Result, error) {
	learn, held, err := understand.Shipped()
	if err != nil {
		return nil, err
	}
	var aside, taught []understand.Labelled
	r := &Result{Weights: understand.ShippedWeights()}
	for _, l := range own {
		h := fnv.New32a()
		_, _ = h.Write([]byte(l.Text))
		switch {
		case l.By == Taught:
			taught = append(taught, l.Labelled)
		case h.Sum32()%5 == 0 && len(own) >= someLines:
			aside = append(aside, l.Labelled)
			continue
		default:
			learn = append(learn, l.Labelled)
		}
		r.Lines++
	}
	if r.Lines > len(taught) {
		r.Weights = understand.Train(learn)
	}
	if len(taught) > 0 && ctx.Err() == nil {
		r.Weights, err = understand.Teach(ctx, taught, learn, r.Weights)
	}
	if err = errors.Join(err, context.Cause(ctx)); err != nil {
		return nil, err
	}
	now, err := understand.Open(r.Weights)
	if err != nil {
		return nil, err
	}
	rate := func(lines []understand.Labelled, reader *understand.Reader) understand.Score {
		return understand.Rate(lines, func(l *understand.Labelled) understand.Reading { return reader.Read(l.Text, l.Before()) })
	}
	r.Old, r.New = rate(held, understand.Default()), rate(held, now)
	r.Own = [2]understand.Score{rate(aside, understand.Default()), rate(aside, now)}
	r.compare(held, own, now)
	return r, nil
}

// compare lists what the new reader reads otherwise.
func (r *Result) compare(held []understand.Labelled, own []Line, now *understand.Reader) {
	for i := range held {
		l := &held[i]
		c := Change{l.Text, acts(understand.Default().Read(l.Text, l.Before()).Acts), acts(now.Read(l.Text, l.Before()).Acts)}
		meant := acts(l.Acts)
		r.Lost += max(0, harms(l, understand.Default())-harms(l, now))
		switch was, is := slices.Equal(c.Was, meant), slices.Equal(c.Now, meant); {
		case is && !was:
			r.Better = append(r.Better, c)
		case was && !is:
			r.Worse = append(r.Worse, c)
		}
	}
	for _, l := range own {
		if l.By != Taught {
			continue
		}
		if r.Taught++; slices.Equal(acts(now.Read(l.Text, l.Before()).Acts), acts(l.Acts)) {
			r.Understood++
		}
	}
}

// harms is how many allergies and intolerances of a line a reader understands.
func harms(l *understand.Labelled, by *understand.Reader) int {
	return understand.Rate([]understand.Labelled{*l}, func(l *understand.Labelled) understand.Reading { return by.Read(l.Text, l.Before()) }).Harm.Hit
}

func acts(all []understand.Act) (names []string) {
	for _, a := range all {
		names = append(names, a.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// space is where the store keeps a house's weights, and the marks of the guests
// whose words are in them.
const space, weightsKey = "reader", "weights"

// Install keeps weights for all workers. A mark for each guest goes with the guest,
// and the weights with any mark.
func Install(ctx context.Context, store semcache.Store, weights []byte, own []Line, now time.Time) error {
	if err := move(ctx, store, space, before); err != nil {
		return err
	}
	var marks []string
	for _, l := range own {
		mark := "guest " + l.Guest
		if l.Guest == "" || slices.Contains(marks, mark) {
			continue
		}
		marks = append(marks, mark)
		if err := store.CachePut(ctx, space, semcache.Entry{Key: mark, Value: []byte{1}, Guest: l.Guest, Made: now}, 0); err != nil {
			return err
		}
	}
	return store.CachePut(ctx, space, semcache.Entry{Key: weightsKey, Text: strings.Join(marks, "\n"), Value: weights, Made: now}, 0)
}

// before is the space of what stood in space until the last Install.
const before = space + ".before"

// move puts the entries of a space into another, in the place of what is there. An entry
// goes with its guest wherever it is.
func move(ctx context.Context, store semcache.Store, from, to string) error {
	if err := store.CacheRemove(ctx, to, ""); err != nil {
		return err
	}
	err := each(ctx, store, from, func(e semcache.Entry) error { return store.CachePut(ctx, to, e, 0) })
	return errors.Join(err, store.CacheRemove(ctx, from, ""))
}

// each calls do with the entries of a space, but those that are forgotten meanwhile.
func each(ctx context.Context, store semcache.Store, of string, do func(semcache.Entry) error) error {
	all, err := store.CacheAfter(ctx, of, 0, 0)
	for _, k := range all {
		e, missing := store.CacheGet(ctx, of, k.Key)
		if errors.Is(missing, semcache.ErrNone) {
			continue
		}
		if err = missing; err == nil {
			err = do(e)
		}
		if err != nil {
			break
		}
	}
	return err
}

// Undo goes back to the reader before the last Install.
func Undo(ctx context.Context, store semcache.Store) error {
	err := move(ctx, store, before, space)
	understand.Install(nil)
	Once(ctx, store)
	return err
}

// Reset goes back to the shipped reader.
func Reset(ctx context.Context, store semcache.Store) error { return store.CacheRemove(ctx, space, "") }

// Follow has the process read with the weights that the store has, and looks for
// newer ones now and then until ctx ends. Where there are none, or a guest whose
// words were in them is forgotten, the shipped reader reads.
func Follow(ctx context.Context, store semcache.Store, every time.Duration) {
	for seq := int64(0); ; {
		seq = look(ctx, store, seq)
		select {
		case <-ctx.Done():
			return
		case <-time.After(every):
		}
	}
}

// Once has the process read with the weights that the store has now.
func Once(ctx context.Context, store semcache.Store) { look(ctx, store, 0) }

// look installs the weights that the store has, unless they are those of seq, which are
// installed already, and returns the number of those that are now; 0 is the shipped reader.
func look(ctx context.Context, store semcache.Store, seq int64) int64 {
	e, err := store.CacheGet(ctx, space, weightsKey)
	if errors.Is(err, semcache.ErrNone) && seq != 0 {
		understand.Install(nil)
		return 0
	}
	if err != nil {
		return seq // a store that is away comes back
	}
	for mark := range strings.FieldsFuncSeq(e.Text, func(r rune) bool { return r == '\n' }) {
		if there, err := has(ctx, store, space, mark); err == nil && !there {
			_ = store.CacheRemove(ctx, space, "")
			understand.Install(nil)
			return 0
		}
	}
	if e.Seq != seq {
		if r, err := understand.Open(e.Value); err == nil { // else it is broken, or of another version: learn again
			understand.Install(r)
		}
	}
	return e.Seq
}

// turn is a message in its conversation.
type turn struct {
	run, message, last, heard, answer string
	guest                             string
	calls                             []llm.ToolCall
	by                                string
}

// line is a message with the acts that it means. The reader's own spans stand.
func (t *turn) line(by string, acts ...string) Line {
	l := Line{Guest: t.guest}
	l.By, l.Last, l.House, l.Text = by, t.last, t.heard, t.message
	for _, a := range acts {
		l.Acts = append(l.Acts, understand.Act{Name: a})
	}
	l.Spans = understand.Read(t.message, l.Before()).Spans
	return l
}

// FromModel makes readings of what models have decided: the calls of a message are
// its acts, and the reader's own spans stand but for what the model had remembered.
func FromModel(events []event.Event) (all []Line) {
	for _, t := range turnsOf(events) {
		if acts := concierge.ActsOf(t.calls); t.by != "" && t.by != llm.ByRule && len(acts) > 0 {
			all = append(all, t.line("model", acts...))
		}
	}
	return all
}

// ErrNoTurn says that a log has no such message, or has its words no more.
var ErrNoTurn = errors.New("no such message")

// FromOwner makes a reading of what an owner says that the message of a run meant. The
// events are those of its conversation.
func FromOwner(events []event.Event, run, act string) (Line, error) {
	for _, t := range turnsOf(events) {
		if t.run == run && t.message != "" {
			return t.line(Taught, act), nil
		}
	}
	return Line{}, ErrNoTurn
}

func turnsOf(events []event.Event) (order []*turn) {
	threads, runs := map[string]*turn{}, map[string]*turn{}
	for _, e := range events {
		t, d := runs[e.Run], trace.Read(e)
		switch {
		case e.Type == event.PreQuery:
			t = &turn{run: e.Run, message: d.Text, guest: e.Guest, last: "none"}
			if before := threads[e.Thread]; before != nil {
				t.last, t.heard = concierge.Shown(before.calls, before.answer), before.answer
			}
			runs[e.Run], threads[e.Thread] = t, t
			order = append(order, t)
		case t == nil:
		case e.Type == event.Decision && d.Task == concierge.Decide.Name:
			t.by = d.By
		case e.Type == event.ToolCall:
			args, _ := json.Marshal(d.Input) // it was JSON
			t.calls = append(t.calls, llm.ToolCall{ID: d.ID, Name: d.Tool, Args: string(args)})
		case e.Type == event.PostResponse:
			t.answer = d.Text
		}
	}
	return order
}
