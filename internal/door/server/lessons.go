package server

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/operate/learn"
	"github.com/maitre-dev/maitre/internal/operate/talks"
	staff "github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/thread"
)

// meanings answers POST /api/v1/meanings: what an owner may mean who says in their own
// words what a guest wanted, the likeliest first.
func (srv *Server) meanings(r *http.Request, _ string, in struct{ Said string }) (any, error) {
	if in.Said = strings.TrimSpace(in.Said); in.Said == "" || len(in.Said) > 1000 {
		return nil, bad("said is what the guest wanted, in a sentence")
	}
	return map[string]any{"meanings": learn.Meant(in.Said)}, nil
}

// lessons answers GET /api/v1/lessons: what owners said that messages meant.
func (srv *Server) lessons(r *http.Request, _ string) (any, error) {
	all, _, err := srv.kept.School.Lessons(r.Context())
	if err != nil {
		return nil, err
	}
	for i := range all { // a guest may have told names and health in it
		all[i].Text = talks.Hide([]thread.Message{{Role: thread.RoleUser, Text: all[i].Text}})[0].Text
	}
	return map[string]any{"lessons": all}, nil
}

// keepLesson answers POST /api/v1/lessons: an owner says what the message of a run meant.
func (srv *Server) keepLesson(r *http.Request, _ string, in struct{ Thread, Run, Act string }) (any, error) {
	if !slices.Contains(understand.Acts, in.Act) {
		return nil, bad("act is one of " + strings.Join(understand.Acts, ", "))
	}
	ctx := r.Context()
	if _, err := srv.turnsOf(ctx, in.Thread); err != nil {
		return nil, err
	}
	runs, err := srv.o.Store.Runs(ctx, in.Thread)
	if err != nil {
		return nil, err
	}
	var events []event.Event
	for _, run := range runs {
		some, err := srv.o.Store.Events(ctx, run, 0, 0)
		if err != nil {
			return nil, err
		}
		events = append(events, event.Fold(some)...)
	}
	line, err := learn.FromOwner(events, in.Run, in.Act)
	if err != nil {
		return nil, err
	}
	lesson, err := srv.kept.School.Keep(ctx, in.Run, line, time.Now())
	if err != nil {
		return nil, err
	}
	note(r, "%s", in.Act)
	lesson.Text = ""
	return lesson, nil
}

// dropLesson answers DELETE /api/v1/lessons/{id}.
func (srv *Server) dropLesson(r *http.Request, _ string) error {
	found, err := srv.kept.School.Drop(r.Context(), r.PathValue("id"))
	if err == nil && !found {
		err = errNotFound
	}
	return err
}

// learn answers POST /api/v1/learn: the reader learns the lessons, which goes on when the
// request is over.
func (srv *Server) learn(r *http.Request, _ string) (any, error) {
	return srv.kept.School.Start(r.Context(), func(err error) {
		if err != nil {
			srv.o.Log.Error("the reader could not learn", "err", err)
		}
	})
}

// approved is an approved answer with a name by which it can be removed.
type approved struct {
	ID string `json:"id"`
	staff.Answer
	Used int `json:"used"` // how often it was found for a guest
}

func answerID(a staff.Answer) string {
	raw, _ := json.Marshal(a) // it came from JSON
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:8])
}

// answers answers GET /api/v1/answers: what the owner wants said to some questions.
func (srv *Server) answers(r *http.Request, _ string) (any, error) {
	facts, err := staff.Kept(r.Context(), srv.o.Store)
	if err != nil {
		return nil, err
	}
	used := map[string]int{}
	err = srv.talks.Read(r.Context(), srv.o.Store, func(turns []*talks.Turn) {
		for _, t := range turns {
			for _, text := range t.Approved {
				used[text]++
			}
		}
	})
	if err != nil {
		return nil, err
	}
	all := []approved{}
	for _, a := range facts.Answers {
		x := approved{ID: answerID(a), Answer: a}
		for _, text := range a.Answer {
			x.Used += used[text]
		}
		all = append(all, x)
	}
	return map[string]any{"answers": all}, nil
}

// keepAnswer answers POST /api/v1/answers: an answer to a question, or a rule for whatever
// is asked about something. One to the same question takes the place of the one before.
func (srv *Server) keepAnswer(r *http.Request, _ string, a staff.Answer) (any, error) {
	var wrong error
	err := staff.Amend(r.Context(), srv.o.Store, time.Now(), func(f *staff.Facts) error {
		if wrong = (&staff.Facts{Answers: []staff.Answer{a}}).Check(); wrong != nil {
			return wrong
		}
		f.Answers = slices.DeleteFunc(f.Answers, func(b staff.Answer) bool { return slices.Equal(a.Ask, b.Ask) && slices.Equal(a.About, b.About) })
		f.Answers = append(f.Answers, a)
		return nil
	})
	if wrong != nil {
		first, _, _ := strings.Cut(wrong.Error(), "\n")
		return nil, bad(first)
	}
	if err != nil {
		return nil, err
	}
	note(r, "%s", strings.Join(slices.Concat(a.Ask, a.About), " / "))
	return approved{ID: answerID(a), Answer: a}, nil
}

// dropAnswer answers DELETE /api/v1/answers/{id}.
func (srv *Server) dropAnswer(r *http.Request, _ string) error {
	return staff.Amend(r.Context(), srv.o.Store, time.Now(), func(f *staff.Facts) error {
		i := slices.IndexFunc(f.Answers, func(a staff.Answer) bool { return answerID(a) == r.PathValue("id") })
		if i < 0 {
			return errNotFound
		}
		note(r, "%s", strings.Join(slices.Concat(f.Answers[i].Ask, f.Answers[i].About), " / "))
		f.Answers = slices.Delete(f.Answers, i, i+1)
		return nil
	})
}
