package server

import (
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/operate/learn"
	"github.com/maitre-dev/maitre/internal/operate/talks"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/thread"
)

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
