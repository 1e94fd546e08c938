package memory

import (
	"context"
	"time"

	"github.com/maitre-dev/maitre/graph"
)

// Wait implements event.Tail.
func (s *Store) Wait(ctx context.Context, run string, after int64) error {
	return s.tail.Wait(ctx, run, after)
}

func (s *Store) lastEvents(ctx context.Context, runs []string) (map[string]int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := map[string]int64{}
	for _, run := range runs {
		if s.follows(run) {
			last[run] = int64(len(s.words[run].data))
		}
	}
	return last, ctx.Err()
}

// follows reports whether there is a run to follow.
func (s *Store) follows(run string) bool {
	w := s.words[run]
	return w != nil && !w.lesson && !w.forgotten
}

// Attend implements event.Tail.
func (s *Store) Attend(ctx context.Context, run string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case !s.follows(run):
		return graph.ErrNotFound
	}
	s.attended[run] = time.Now().UTC().Truncate(time.Microsecond)
	return nil
}

// Attended implements event.Tail.
func (s *Store) Attended(ctx context.Context, run string) (time.Time, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.attended[run], ctx.Err()
}
