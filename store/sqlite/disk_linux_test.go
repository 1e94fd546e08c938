package sqlite_test

import (
	"errors"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/semcache"
)

// Of a disk that is full the driver says less than of a database that has
// reached its limit: only that it could not write.
func TestADiskThatTakesNoMoreLosesNothing(t *testing.T) {
	path := newPath(t)
	s := openStore(t, path)
	say(t, s, "t1", "before")
	begin(t, s, "r1")
	cp := must.Get(s.Load(t.Context(), "r1"))(t)
	want := contents(t, s)

	lift := limitFiles(t, path+"-wal")
	next := *cp
	next.Version, next.Seq = 2, 1
	err := s.Save(t.Context(), &next, text("r1", 1))
	if want := "saving a run: " + path + ": sqlite3: disk I/O error"; err == nil || !strings.HasPrefix(err.Error(), want) || !strings.HasSuffix(err.Error(), "(the disk may be full, or fail; what was saved before is safe)") {
		t.Errorf("Save = %v, want the path, the cause and a hint", err)
	}
	if !errors.Is(err, graph.ErrUnavailable) {
		t.Errorf("Save = %v, want ErrUnavailable", err)
	}
	err = s.CachePut(t.Context(), "probe", semcache.Entry{Key: "ready", Value: make([]byte, 16<<10), Made: time.Now()}, 0)
	if !errors.Is(err, graph.ErrUnavailable) { // by this a server finds that it is not ready
		t.Errorf("CachePut = %v, want ErrUnavailable", err)
	}
	wantUntouched(t, s, cp)
	if diff := cmp.Diff(want, contents(t, s)); diff != "" {
		t.Errorf("threads (-want +got):\n%s", diff)
	}
	lift()
	if err := s.Save(t.Context(), &next, text("r1", 1)); err != nil {
		t.Errorf("with space again: %v", err)
	}
}

// limitFiles lets no file of this process grow past the size that one has now.
func limitFiles(t *testing.T, name string) (lift func()) {
	t.Helper()
	info := must.Get(os.Stat(name))(t)
	var old syscall.Rlimit
	must.Do(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old))
	set := func(limit syscall.Rlimit) {
		must.Do(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit))
	}
	signal.Ignore(syscall.SIGXFSZ)
	set(syscall.Rlimit{Cur: uint64(info.Size()), Max: old.Max})
	lift = func() { set(old) }
	t.Cleanup(func() {
		lift()
		signal.Reset(syscall.SIGXFSZ)
	})
	return lift
}
