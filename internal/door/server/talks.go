package server

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/operate/learn"
	"github.com/maitre-dev/maitre/internal/operate/talks"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/thread"
)

// shownTalks is how many conversations an owner sees at once.
const shownTalks = 30

// talkLine is a conversation in the owner's list.
type talkLine struct {
	ID       string    `json:"id"`
	Last     time.Time `json:"last"`
	Messages int       `json:"messages"` // of the guest
	Kinds    []string  `json:"kinds"`
	Topics   []string  `json:"topics"`
	Language string    `json:"language,omitempty"`
	Excerpt  string    `json:"excerpt"` // what the guest said where the filter found it
}

// said answers GET /api/v1/guests: conversations of all guests that a filter chooses, the
// last spoken in first. Names and health are hidden.
func (srv *Server) said(c *call) (any, error) {
	q := c.URL.Query()
	f := talks.Filter{Kind: q.Get("kind"), Topic: q.Get("topic"), Lang: q.Get("language"), Day: q.Get("day")}
	if f.Kind != "" && !slices.Contains(talks.Kinds, f.Kind) {
		return nil, bad("kind is one of " + strings.Join(talks.Kinds, ", "))
	}
	if _, err := time.Parse(time.DateOnly, f.Day); f.Day != "" && err != nil {
		return nil, bad("day is a date such as 2026-11-17")
	}
	skip, err := c.number("skip", 0, 0)
	if err != nil {
		return nil, err
	}
	var found []*talks.Talk
	if err := srv.talks.Read(c.Context(), srv.o.Store, func(turns []*talks.Turn) { found = talks.Find(turns, f) }); err != nil {
		return nil, err
	}
	all, rest := []talkLine{}, found[min(int(skip), len(found)):]
	for _, t := range rest[:min(shownTalks, len(rest))] {
		line, err := srv.talkLine(c.Context(), t)
		if errors.Is(err, thread.ErrNotFound) { // the guest has deleted it
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, line)
	}
	return map[string]any{"conversations": all, "found": len(found)}, nil
}

func (srv *Server) talkLine(ctx context.Context, t *talks.Talk) (talkLine, error) {
	line := talkLine{ID: t.First.Thread, Last: t.Last(), Messages: len(t.Turns), Kinds: []string{}, Topics: []string{}, Language: t.First.Lang}
	for _, turn := range t.Turns {
		line.Kinds, line.Topics = union(line.Kinds, turn.Kinds), union(line.Topics, turn.Topics)
	}
	said, err := srv.hidden(ctx, t.First)
	if i := slices.IndexFunc(said, func(m thread.Message) bool { return m.ID == t.First.Message }); i >= 0 {
		line.Excerpt = thread.CleanTitle(said[i].Text)
	}
	return line, err
}

func union(all, more []string) []string {
	for _, x := range more {
		if !slices.Contains(all, x) {
			all = append(all, x)
		}
	}
	return all
}

// hidden returns the messages of a turn's conversation without names and health.
func (srv *Server) hidden(ctx context.Context, t *talks.Turn) ([]thread.Message, error) {
	said, err := srv.o.Store.Messages(ctx, t.Thread, t.Guest, 0)
	if err != nil {
		return nil, err
	}
	known, err := srv.o.Book.Export(ctx, t.Guest, srv.o.Language)
	if err != nil {
		return nil, err
	}
	at, err := srv.kept.Links.Visitor(ctx, t.Guest)
	if err != nil {
		return nil, err
	}
	private := []string{at.Name}
	for _, m := range known.Memories {
		if m.Kind == memory.Diet || m.Key == "name" {
			private = append(private, m.Value)
		}
	}
	return talks.Hide(said, private...), nil
}

// moment is a message of a conversation, and of a guest's what became of it.
type moment struct {
	thread.Message
	Run    string   `json:"run,omitempty"`
	Kinds  []string `json:"kinds,omitempty"`
	Topics []string `json:"topics,omitempty"`
}

// turnsOf returns the turns of a conversation.
func (srv *Server) turnsOf(ctx context.Context, id string) (turns []*talks.Turn, err error) {
	err = srv.talks.Read(ctx, srv.o.Store, func(all []*talks.Turn) {
		for _, t := range all {
			if t.Thread == id {
				turns = append(turns, t)
			}
		}
	})
	if err == nil && len(turns) == 0 {
		err = errNotFound
	}
	return turns, err
}

// saidIn answers GET /api/v1/guests/{id}: a conversation, without names and health.
func (srv *Server) saidIn(c *call) (any, error) {
	turns, err := srv.turnsOf(c.Context(), c.PathValue("id"))
	if err != nil {
		return nil, err
	}
	said, err := srv.hidden(c.Context(), turns[0])
	return moments(turns, said, true), err
}

// minReason is how many characters a reason has at least.
const minReason = 8

// reveal answers POST /api/v1/guests/{id}/reveal: a conversation as it was, for a reason
// that the journal keeps.
func (srv *Server) reveal(c *call, in struct{ Reason string }) (any, error) {
	turns, err := srv.turnsOf(c.Context(), c.PathValue("id"))
	if err != nil {
		return nil, err
	}
	if c.note = strings.TrimSpace(in.Reason); len([]rune(c.note)) < minReason {
		return nil, bad("reason says in a few words why you must see it; the journal keeps it")
	}
	said, err := srv.o.Store.Messages(c.Context(), turns[0].Thread, turns[0].Guest, 0)
	return moments(turns, said, false), err
}

func moments(turns []*talks.Turn, said []thread.Message, hidden bool) any {
	all := []moment{}
	for _, m := range said {
		x := moment{Message: m}
		if i := slices.IndexFunc(turns, func(t *talks.Turn) bool { return t.Message == m.ID }); i >= 0 {
			x.Run, x.Kinds, x.Topics = turns[i].Run, turns[i].Kinds, turns[i].Topics
		}
		all = append(all, x)
	}
	return map[string]any{"id": turns[0].Thread, "messages": all, "hidden": hidden}
}

// Days of which it is counted what guests asked for.
const (
	fewDays = 14
	maxDays = 366
)

// saidCounts answers GET /api/v1/guests/counts: how often guests asked for what, over some
// days.
func (srv *Server) saidCounts(c *call) (any, error) {
	days, err := c.number("days", fewDays, 1)
	if err != nil || days > maxDays {
		return nil, bad("days is a number from 1 to 366")
	}
	var counts *talks.Counts
	err = srv.talks.Read(c.Context(), srv.o.Store, func(turns []*talks.Turn) { counts = talks.Count(turns, int(days), time.Now()) })
	return counts, err
}

// meanings answers POST /api/v1/meanings: what an owner may mean who says in their own
// words what a guest wanted, the likeliest first.
func (srv *Server) meanings(_ *call, in struct{ Said string }) (any, error) {
	if in.Said = strings.TrimSpace(in.Said); in.Said == "" || len(in.Said) > 1000 {
		return nil, bad("said is what the guest wanted, in a sentence")
	}
	return map[string]any{"meanings": learn.Meant(in.Said)}, nil
}

// lessons answers GET /api/v1/lessons: what owners said that messages meant.
func (srv *Server) lessons(c *call) ([]learn.Lesson, error) {
	all, _, err := srv.kept.School.Lessons(c.Context())
	for i := range all { // a guest may have told names and health in it
		all[i].Text = talks.Hide([]thread.Message{{Role: thread.RoleUser, Text: all[i].Text}})[0].Text
	}
	return all, err
}

// keepLesson answers POST /api/v1/lessons: an owner says what the message of a run meant.
func (srv *Server) keepLesson(c *call, in struct{ Thread, Run, Act string }) (any, error) {
	if !slices.Contains(understand.Acts, in.Act) {
		return nil, bad("act is one of " + strings.Join(understand.Acts, ", "))
	}
	turns, err := srv.turnsOf(c.Context(), in.Thread)
	if err != nil {
		return nil, err
	}
	h, err := srv.history(c.Context(), turns[0].Guest, in.Thread)
	if err != nil {
		return nil, err
	}
	var events []event.Event
	for _, run := range h.runs {
		events = append(events, event.Fold(run)...)
	}
	line, err := learn.FromOwner(events, in.Run, in.Act)
	if err != nil {
		return nil, err
	}
	lesson, err := srv.kept.School.Keep(c.Context(), in.Run, line, time.Now())
	c.note, lesson.Text = in.Act, ""
	return lesson, err
}

// dropLesson answers DELETE /api/v1/lessons/{id}.
func (srv *Server) dropLesson(c *call) error {
	found, err := srv.kept.School.Drop(c.Context(), c.PathValue("id"))
	if err == nil && !found {
		err = errNotFound
	}
	return err
}

// learn answers POST /api/v1/learn: the reader learns the lessons, which goes on when the
// request is over.
func (srv *Server) learn(c *call) (any, error) {
	return srv.kept.School.Start(c.Context(), func(err error) {
		if err != nil {
			srv.o.Log.Error("the reader could not learn", "err", err)
		}
	})
}
