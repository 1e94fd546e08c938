// Package talks reads the event log as an owner does: what guests asked, where it went
// wrong, and how often. Begin at [Book.Read].
package talks

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/operate/trace"
	"github.com/maitre-dev/maitre/lang"
)

// What may be of interest in a turn.
const (
	Unanswered = "unanswered" // it was not understood, the house has not told, or it failed
	Disliked   = "disliked"
	Unsure     = "unsure"   // the reader was not sure of its reading
	Fallback   = "fallback" // a model failed, or said what could not stand
	Request    = "request"  // something was filed for the staff
)

// Kinds are all of them.
var Kinds = []string{Unanswered, Disliked, Unsure, Fallback, Request}

// doubt is the chance below which a reading is unsure.
const doubt = 0.5

// Turn is a message of a guest and what became of it. It has no words of theirs but the
// names of dishes: what was said is read from the thread, which the guest may delete.
type Turn struct {
	Run, Thread, Guest string
	Message            string // its id
	At                 time.Time
	Lang               string
	Kinds, Topics      []string
	Missing            []string // dishes asked for that are not on the card
	Refused            []string // dishes that somebody must not have
	Opinions           []string
	Approved           []string // answers of the owner that were found
	Calls              int
	Cost               float64 // in dollars
}

func (t *Turn) mark(kind string) { add(&t.Kinds, kind) }

// add appends a text to a list that does not have it; an empty one is none.
func add(to *[]string, text string) {
	if text != "" && !slices.Contains(*to, text) {
		*to = append(*to, text)
	}
}

const (
	mostTurns = 50_000
	// stale is after how long the log is read from its beginning again, so that what a
	// forgotten guest asked for is forgotten here, too.
	stale = time.Hour
)

// Book is the turns of a log. The zero value is empty; it reads what is new when asked.
type Book struct {
	mu     sync.Mutex
	turns  []*Turn
	runs   map[string]*Turn
	began  time.Time
	cursor string
	reader trace.Reader
}

// Read brings the book up to date, and calls with the turns, the oldest first, which are
// not to be changed.
func (b *Book) Read(ctx context.Context, log event.Log, with func([]*Turn)) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if time.Since(b.began) > stale {
		b.turns, b.runs, b.cursor, b.began, b.reader = nil, map[string]*Turn{}, "", time.Now(), trace.Reader{}
	}
	var err error
	if b.cursor, err = event.Each(ctx, log, b.cursor, func(e event.Event) { b.reader.Read(e, b.add) }); err != nil {
		return err
	}
	for len(b.turns) > mostTurns {
		delete(b.runs, b.turns[0].Run)
		b.turns = b.turns[1:]
	}
	with(b.turns)
	return nil
}

func (b *Book) add(e event.Event, d trace.Facts) {
	if e.Type == event.PreQuery && d.Text != "" && e.Thread != "" { // else of a guest who was forgotten, or of the command line
		l, _ := lang.Detect(d.Text)
		t := &Turn{Run: e.Run, Thread: e.Thread, Guest: e.Guest, Message: d.ID, At: e.Time, Lang: string(l)}
		b.turns, b.runs[e.Run] = append(b.turns, t), t
	}
	if t := b.runs[cmp.Or(d.Of, e.Run)]; t != nil {
		t.add(e, d)
	}
}

func (t *Turn) add(e event.Event, d trace.Facts) {
	switch e.Type {
	case event.Decision:
		if d.Why == NotUnderstood {
			t.mark(Unanswered)
		} else if d.Why != "" {
			t.mark(Fallback)
		}
		if d.Sure > 0 && d.Sure < doubt {
			t.mark(Unsure)
		}
		if d.Cost != nil {
			t.Cost += d.Cost.Float()
		}
	case event.ModelCall:
		t.Calls++
	case event.Guarded:
		if d.Outcome == "replaced" {
			t.mark(Fallback)
		}
	case event.ToolError:
		t.mark(Unanswered)
	case event.ToolResult:
		var r result
		_ = json.Unmarshal(d.Output, &r) // the log may be of an older version
		t.found(d.Tool, r)
	case event.Feedback:
		t.Opinions = append(t.Opinions, d.Kind)
		if d.Kind == "negative" || d.Kind == "correction" {
			t.mark(Disliked)
		}
	case event.RunEnd:
		if d.Status == "failed" {
			t.mark(Unanswered)
		}
		if len(t.Topics) == 0 {
			t.Topics = []string{"talk"}
		}
	}
}

// NotUnderstood is why the reader decided as it did where it did not know what is meant.
const NotUnderstood = "not understood"

// result is what is read of what a tool found, whichever it was.
type result struct {
	Topic     string
	About     []string
	Answers   []string `json:"approved_answers"`
	Told      []string
	Facts     map[string]string
	Hours     json.RawMessage
	Kitchen   json.RawMessage
	Order     string
	NoContact string                   `json:"contact"`
	Filed     json.RawMessage          `json:"filed"`
	Missing   []struct{ Asked string } `json:"not_on_card"`
	Lines     []dish
	Dishes    []dish
}

// dish is a line of a bill, or what is said of a dish, which for a model is a text: its
// name, then what the card says, and "not for" somebody.
type dish struct {
	Name   string
	NotFor []any `json:"not_for"`
}

// UnmarshalJSON implements json.Unmarshaler.
func (d *dish) UnmarshalJSON(raw []byte) error {
	type plain dish
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return json.Unmarshal(raw, (*plain)(d))
	}
	name, rest, _ := strings.Cut(text, " · ")
	if d.Name = name; strings.Contains(rest, "· not for ") {
		d.NotFor = []any{true}
	}
	return nil
}

// topics are what tools are for.
var topics = map[string]string{
	"find_dishes": "dishes", "dish_details": "dishes", "whole_card": "card", "bill": "bill", "ask_staff": "staff", "find_breweries": "beer", "brewery_details": "beer", "ask_purchases": "purchases",
	"list-accommodations": "trip", "list-restaurants": "trip", "choose_place": "trip", "trip_total": "trip", "ask_data": "figures", "draw_chart": "figures", "recall": "memory", "forget": "memory",
}

// found takes what a tool found into account.
func (t *Turn) found(tool string, r result) {
	add(&t.Topics, topics[tool])
	if len(r.Filed) > 0 {
		t.mark(Request)
	}
	for _, m := range r.Missing {
		t.Missing = append(t.Missing, lang.Fold(m.Asked))
	}
	switch tool {
	case "house_info":
		for _, topic := range r.About {
			add(&t.Topics, topic)
		}
		if len(r.About) == 0 {
			add(&t.Topics, "house")
		}
		if !r.told() {
			t.mark(Unanswered)
		}
		t.Approved = append(t.Approved, r.Answers...)
	case "bill", "dish_details":
		for _, d := range slices.Concat(r.Lines, r.Dishes) {
			if len(d.NotFor) > 0 {
				add(&t.Refused, d.Name)
			}
		}
	}
}

// told reports whether the house knew what house_info was asked.
func (r *result) told() bool {
	knows := map[string]bool{"hours": len(r.Hours) > 0, "kitchen": len(r.Hours)+len(r.Kitchen) > 0, "order": r.Order != "", "contact": r.NoContact == ""}
	asked := slices.ContainsFunc(r.About, func(topic string) bool { return knows[topic] || r.Facts[topic] != "" })
	all := len(r.About) == 0 && r.Topic == "" && len(r.Facts) > 0
	return asked || all || len(r.Answers)+len(r.Told) > 0
}

// Filter chooses turns; what is empty does not matter.
type Filter struct {
	Kind, Topic, Lang string
	Day               string // 2026-11-17, where the house is
}

func (f Filter) takes(t *Turn) bool {
	return (f.Kind == "" || slices.Contains(t.Kinds, f.Kind)) && (f.Topic == "" || slices.Contains(t.Topics, f.Topic)) &&
		(f.Lang == "" || t.Lang == f.Lang) && (f.Day == "" || day(t.At) == f.Day)
}

func day(at time.Time) string { return at.Local().Format(time.DateOnly) }

// Talk is a conversation: its turns, and which of them a filter took first.
type Talk struct {
	Turns []*Turn
	First *Turn
}

// Last is when it was last spoken in.
func (t *Talk) Last() time.Time { return t.Turns[len(t.Turns)-1].At }

// Find returns conversations of which a filter takes a turn, the last spoken in first.
func Find(turns []*Turn, f Filter) []*Talk {
	of := map[string]*Talk{}
	for _, t := range turns {
		talk := of[t.Thread]
		if talk == nil {
			talk = &Talk{}
			of[t.Thread] = talk
		}
		talk.Turns = append(talk.Turns, t)
		if talk.First == nil && f.takes(t) {
			talk.First = t
		}
	}
	var all []*Talk
	for _, talk := range of {
		if talk.First != nil {
			all = append(all, talk)
		}
	}
	slices.SortFunc(all, func(a, b *Talk) int { return cmp.Or(b.Last().Compare(a.Last()), cmp.Compare(a.First.Run, b.First.Run)) })
	return all
}
