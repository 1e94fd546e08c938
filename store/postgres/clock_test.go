package postgres_test

import (
	"testing"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
	"github.com/maitre-dev/maitre/store/postgres"
)

// Two workers have one database, and the clock of the second is set while they
// work. By its own clock it sees what the first one sees by its.
func TestAWorkerWhoseClockIsWrongTakesNothingFromAnother(t *testing.T) {
	const lease, wait = 30 * time.Second, time.Minute
	dsn := pgtest.Start(t)
	first, second := openStore(t, dsn), openStore(t, dsn)
	for _, off := range []time.Duration{0, time.Hour, -time.Hour, 48 * time.Hour} {
		second.SetClock(off)
		id := "r" + off.String()
		now := func(s *postgres.Store) time.Time {
			if s == second {
				return time.Now().Add(off)
			}
			return time.Now()
		}
		for name, worker := range map[string][2]*postgres.Store{"of the right one": {first, second}, "of the wrong one": {second, first}} {
			mine, others := worker[0], worker[1]
			running, waiting := run(id+" running "+name, ""), run(id+" waiting "+name, "")
			waiting.Status, waiting.Question, waiting.Deadline = graph.Waiting, &graph.Question{Text: "?"}, now(mine).Add(wait)
			mustSave(t, mine, running, event.RunStart)
			mustSave(t, mine, waiting, event.RunStart)
			must.Do(t, mine.AppendEvents(t.Context(), running.Run, 1, nil))
			due, err := others.Due(t.Context(), running.Graph, now(others), 9)
			stalled, errStalled := others.Stalled(t.Context(), running.Graph, now(others).Add(-lease), 9)
			if len(due)+len(stalled) > 0 || err != nil || errStalled != nil {
				t.Errorf("off by %v, a run %s: overdue %q, abandoned %q, %v, %v; want none", off, name, due, stalled, err, errStalled)
			}
			got := must.Get(others.Load(t.Context(), waiting.Run))(t)
			if left, age := got.Deadline.Sub(now(others)), now(others).Sub(got.Updated); left < wait-lease || left > wait+lease || age.Abs() > lease {
				t.Errorf("off by %v, a run %s: it waits for another %v, and is %v old", off, name, left, age)
			}
			set := off // by which the others' clock is ahead of mine
			if others == first {
				set = -off
			}
			if want := waiting.Deadline.Add(set).Truncate(time.Microsecond); got.Deadline.Sub(want).Abs() > time.Microsecond {
				t.Errorf("off by %v, a run %s: its deadline has moved by %v", off, name, got.Deadline.Sub(want))
			}
			if due, err := others.Due(t.Context(), running.Graph, now(others).Add(2*wait), 9); len(due) == 0 || err != nil {
				t.Errorf("off by %v, a run %s is never overdue: %v", off, name, err)
			}
			for _, cp := range []*graph.Checkpoint{running, waiting} {
				cp.Version, cp.Status, cp.Question, cp.Deadline = cp.Version+1, graph.Ended, nil, time.Time{}
				must.Do(t, others.Save(t.Context(), cp, nil))
			}
		}
	}
}
