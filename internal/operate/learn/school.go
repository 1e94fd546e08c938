package learn

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/thread"
)

// Lesson is what an owner says that a message of a guest meant.
type Lesson struct {
	ID   string    `json:"id"` // of the run
	Text string    `json:"text"`
	Act  string    `json:"act"`
	At   time.Time `json:"at"`
}

// School keeps lessons, and has the reader learn them in the background: one worker at a
// time, whose progress all see.
type School struct {
	Store semcache.Store
	Train func(context.Context, []Line) (*Result, error) // nil: Train
}

const (
	lessonSpace = "lessons"
	schoolSpace = "school"
	statusKey   = "status"
	stopKey     = "stop"

	beatTime = 2 * time.Second
	lostTime = time.Minute // without a beat: the worker is gone

	usually = 20 * time.Second // learning takes, on two processors
)

// kept is a lesson as the store has it.
type kept struct {
	Lesson
	Line Line
}

// Keep adds a lesson, in the place of one of the same run.
func (s *School) Keep(ctx context.Context, run string, l Line, now time.Time) (Lesson, error) {
	lesson := Lesson{ID: run, Text: l.Text, Act: l.Acts[0].Name, At: now.UTC()}
	raw, err := json.Marshal(kept{lesson, l})
	if err != nil {
		return lesson, err
	}
	return lesson, s.Store.CachePut(ctx, lessonSpace, semcache.Entry{Key: run, Value: raw, Guest: l.Guest, Made: now}, 0)
}

// Drop removes a lesson, and reports whether there was one.
func (s *School) Drop(ctx context.Context, id string) (bool, error) {
	found, err := has(ctx, s.Store, lessonSpace, id)
	if id == "" || !found { // "" would remove all
		return false, err
	}
	return true, s.Store.CacheRemove(ctx, lessonSpace, id)
}

// Lessons returns what was taught, the newest first, and what is to be learned from it.
func (s *School) Lessons(ctx context.Context) (lessons []Lesson, lines []Line, err error) {
	err = each(ctx, s.Store, lessonSpace, func(e semcache.Entry) error {
		var l kept
		err := json.Unmarshal(e.Value, &l)
		l.Line.Guest = e.Guest
		lessons, lines = append(lessons, l.Lesson), append(lines, l.Line.located())
		return err
	})
	slices.Reverse(lessons)
	slices.Reverse(lines)
	return append([]Lesson{}, lessons...), lines, err
}

// located finds the places of the spans in the text again, which are not stored.
func (l Line) located() Line {
	at := 0
	for i := range l.Spans {
		x := &l.Spans[i]
		k := max(0, strings.Index(l.Text[at:], x.Text)) // it was there when it was stored
		x.From, x.To = at+k, at+k+len(x.Text)
		at = min(x.To, len(l.Text))
	}
	return l
}

// Report is what came of learning, on lines of held-out writers that were not learned.
type Report struct {
	Kept       int                `json:"kept"`
	Before     map[string]float64 `json:"before"`
	After      map[string]float64 `json:"after"`
	Better     []Change           `json:"better"`
	Worse      []Change           `json:"worse"`
	Taught     int                `json:"taught"`
	Understood int                `json:"understood"` // of those taught
	Installed  bool               `json:"installed"`
	Why        string             `json:"why,omitempty"` // it was not installed
}

// What learning may be at.
const (
	Learning = "learning"
	Done     = "done"
	Failed   = "failed"
)

// Status is how the learning stands.
type Status struct {
	State   string    `json:"state"` // "" before the first time
	Lines   int       `json:"lines"`
	Percent int       `json:"percent"` // about, by how long it took before
	Began   time.Time `json:"began,omitzero"`
	Took    float64   `json:"took_s,omitempty"` // the last time
	Report  *Report   `json:"report,omitempty"`
	Undo    bool      `json:"undo"`            // the house reads with what it learned
	Stops   bool      `json:"stops,omitempty"` // somebody has stopped it: it ends soon
}

// ErrBusy says that somebody learns already; ErrNothing that there are no lessons.
var (
	ErrBusy    = errors.New("it is learning already")
	ErrNothing = errors.New("there is nothing to learn")
)

// Status returns how the learning stands.
func (s *School) Status(ctx context.Context) (Status, error) {
	var st Status
	e, err := s.Store.CacheGet(ctx, schoolSpace, statusKey)
	if err == nil {
		err = json.Unmarshal(e.Value, &st)
	} else if errors.Is(err, semcache.ErrNone) {
		err = nil
	}
	if err != nil {
		return st, err
	}
	now := time.Now()
	if st.State == Learning {
		st.Percent = min(95, int(100*now.Sub(st.Began).Seconds()/max(1, st.Took)))
		if st.Stops, err = has(ctx, s.Store, schoolSpace, stopKey); err != nil {
			return st, err
		}
		if now.Sub(e.Made) > lostTime {
			st.State = Failed
		}
	}
	st.Undo, err = has(ctx, s.Store, space, weightsKey)
	return st, err
}

func (s *School) tell(ctx context.Context, st Status) error {
	raw, err := json.Marshal(st)
	if err != nil {
		return err
	}
	return s.Store.CachePut(ctx, schoolSpace, semcache.Entry{Key: statusKey, Value: raw, Made: time.Now()}, 0)
}

// Start has the reader learn all lessons, and returns when it has begun. ctx bounds the
// beginning; done is called at the end.
func (s *School) Start(ctx context.Context, done func(error)) (Status, error) {
	_, lines, err := s.Lessons(ctx)
	if err == nil && len(lines) == 0 {
		err = ErrNothing
	}
	if err != nil {
		return Status{}, err
	}
	was, err := s.Status(ctx)
	if err != nil {
		return was, err
	}
	owner, now := thread.NewID(), time.Now()
	if ok, err := s.Store.CacheClaim(ctx, schoolSpace, statusKey, owner, now, now.Add(lostTime)); err != nil || !ok {
		return was, errors.Join(err, ErrBusy)
	}
	if err := s.Store.CacheRemove(ctx, schoolSpace, stopKey); err != nil {
		return was, err
	}
	st := Status{State: Learning, Lines: len(lines), Began: now.UTC(), Took: was.Took}
	if st.Took == 0 {
		st.Took = usually.Seconds()
	}
	if err := s.tell(ctx, st); err != nil {
		return st, err
	}
	ctx = context.WithoutCancel(ctx)
	go func() {
		err := s.learn(ctx, owner, st, lines)
		done(errors.Join(err, s.Store.CacheRelease(ctx, schoolSpace, statusKey, owner)))
	}()
	return st, nil
}

// learn trains and installs, and says meanwhile that it is still there.
func (s *School) learn(ctx context.Context, owner string, st Status, lines []Line) error {
	beating, stop := context.WithCancel(ctx)
	training, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-beating.Done():
				return
			case <-time.After(beatTime):
				_, _ = s.Store.CacheClaim(ctx, schoolSpace, statusKey, owner, time.Now(), time.Now().Add(lostTime))
				_ = s.tell(ctx, st) // the next beat tries again
				if stops, _ := has(ctx, s.Store, schoolSpace, stopKey); stops {
					cancel(errStopped)
				}
			}
		}
	}()
	train := s.Train
	if train == nil {
		train = Train
	}
	r, err := train(training, lines)
	stop()
	<-stopped
	if errors.Is(err, errStopped) {
		return s.Store.CacheRemove(ctx, schoolSpace, statusKey)
	}
	if err == nil {
		st.Report, err = s.finish(ctx, r, lines)
	}
	if st.State = Done; err != nil {
		st.State = Failed
	}
	st.Took = time.Since(st.Began).Seconds()
	return errors.Join(err, s.tell(ctx, st))
}

// finish installs what was learned, if it is not worse.
func (s *School) finish(ctx context.Context, r *Result, lines []Line) (*Report, error) {
	report := &Report{
		Kept: r.Old.Lines, Before: r.Old.Shares(), After: r.New.Shares(), Taught: r.Taught, Understood: r.Understood, Why: r.Fails(),
		Better: append([]Change{}, r.Better...), Worse: append([]Change{}, r.Worse...),
	}
	if report.Installed = report.Why == ""; !report.Installed {
		return report, nil
	}
	if err := Install(ctx, s.Store, r.Weights, lines, time.Now()); err != nil {
		return nil, err
	}
	Once(ctx, s.Store)
	return report, nil
}

// errStopped is why a training ends that somebody has stopped.
var errStopped = errors.New("the learning was stopped")

// has reports whether a space of the store has an entry.
func has(ctx context.Context, store semcache.Store, space, key string) (bool, error) {
	_, err := store.CacheGet(ctx, space, key)
	if errors.Is(err, semcache.ErrNone) {
		return false, nil
	}
	return err == nil, err
}

// Undo goes back to how the house read before it last learned; a learning that is under
// way, of whatever worker, is stopped instead.
func (s *School) Undo(ctx context.Context) error {
	st, err := s.Status(ctx)
	if err != nil {
		return err
	}
	if st.State == Learning {
		return s.Store.CachePut(ctx, schoolSpace, semcache.Entry{Key: stopKey, Value: []byte{1}, Made: time.Now()}, 0)
	}
	return errors.Join(Undo(ctx, s.Store), s.Store.CacheRemove(ctx, schoolSpace, statusKey))
}

// Adopt has what was learned from a guest go with another, who is the same.
func Adopt(ctx context.Context, store semcache.Store, from, to string) error {
	for _, of := range []string{lessonSpace, space, before} {
		err := each(ctx, store, of, func(e semcache.Entry) error {
			if e.Guest != from {
				return nil
			}
			e.Guest = to
			_, err := store.CacheSwap(ctx, of, e)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
