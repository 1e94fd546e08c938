package postgres_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
)

// A trigger fails as the server does when a table cannot grow.
func TestAServerThatTakesNoMoreLosesNothing(t *testing.T) {
	s := openStore(t, pgtest.Start(t))
	before := run("before", "")
	mustSave(t, s, before, event.RunStart)
	s.Exec(t, `CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`)
	s.Exec(t, `CREATE TRIGGER no_space BEFORE INSERT ON agent_events EXECUTE FUNCTION no_space()`)
	cp := run("r1", "")
	err := s.Save(t.Context(), cp, happened(cp, event.RunStart))
	if !errors.Is(err, graph.ErrUnavailable) || !strings.Contains(err.Error(), "free some space") {
		t.Errorf("Save = %v, want ErrUnavailable and a hint", err)
	}
	if _, err := s.Load(t.Context(), "r1"); !errors.Is(err, graph.ErrNotFound) {
		t.Errorf("Load = %v, want nothing of it", err)
	}
	s.Exec(t, `DROP TRIGGER no_space ON agent_events`)
	mustSave(t, s, cp, event.RunStart)
	wantRun(t, s, "before")
	wantRun(t, s, "r1")
}
