package sqlite_test

import (
	"errors"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/thread"
)

// Of a disk that is full the driver says less than of a database that has
// reached its limit: only that it could not write.
func TestADiskThatTakesNoMoreLosesNothing(t *testing.T) {
	pragma := func(spoil, mend string) func(*testing.T, *sqlite.Store, string) func() {
		return func(t *testing.T, s *sqlite.Store, _ string) func() {
			s.Exec(t, spoil)
			return func() { s.Exec(t, mend) }
		}
	}
	for name, tt := range map[string]struct {
		spoil   func(t *testing.T, s *sqlite.Store, path string) (mend func())
		want    string
		passing bool
	}{
		"a full disk":           {limitFiles, "disk I/O error (the disk may be full, or fail; what was saved before is safe)", true},
		"a full database":       {pragma(`PRAGMA max_page_count = 1`, `PRAGMA max_page_count = 100000`), "database or disk is full (free some space; what was saved before is safe)", true}, // SQLite takes it as: no page more
		"it may not be written": {pragma(`PRAGMA query_only = ON`, `PRAGMA query_only = OFF`), "attempt to write a readonly database (this user must be able to write to the file and to its directory)", false},
	} {
		t.Run(name, func(t *testing.T) {
			path := newPath(t)
			s := openStore(t, path)
			say(t, s, "t1", "before")
			begin(t, s, "r1")
			cp := must.Get(s.Load(t.Context(), "r1"))(t)
			next := *cp
			next.Version, next.Seq, next.State = 2, 1, []byte(`"`+strings.Repeat("segredo ", 10_000)+`"`)
			save := func() error { return s.Save(t.Context(), &next, text("r1", 1)) }
			segredo := thread.Message{Role: thread.RoleUser, Text: strings.Repeat("segredo ", 10_000)}

			mend := tt.spoil(t, s, path)
			for what, err := range map[string]error{
				"saving a run":    save(),
				"saving messages": s.Append(t.Context(), "t1", "ana", thread.Message{Role: thread.RoleUser, Text: "small"}, segredo),
				// by this a server finds that it is not ready
				"keeping an answer": s.CachePut(t.Context(), "probe", semcache.Entry{Key: "ready", Value: make([]byte, 16<<10), Made: time.Now()}, 0),
			} {
				if want := what + ": " + path + ": sqlite3: " + tt.want; err == nil || err.Error() != want || errors.Is(err, graph.ErrUnavailable) != tt.passing {
					t.Errorf("error = %v (unavailable: %v), want %s", err, errors.Is(err, graph.ErrUnavailable), want)
				}
			}
			if !next.Updated.Equal(cp.Updated) {
				t.Errorf("Updated became %v", next.Updated)
			}
			if diff := cmp.Diff(cp, must.Get(s.Load(t.Context(), "r1"))(t)); diff != "" {
				t.Errorf("the checkpoint (-want +got):\n%s", diff)
			}
			if events := must.Get(s.Events(t.Context(), "r1", 0, 0))(t); len(events) != 0 {
				t.Errorf("events = %v, want none", events)
			}
			wantTexts(t, s, "before")
			mend()
			must.Do(t, save())
			must.Do(t, s.Append(t.Context(), "t1", "ana", segredo))
		})
	}
}

// limitFiles lets no file of this process grow past the size that the WAL has now.
func limitFiles(t *testing.T, _ *sqlite.Store, path string) (lift func()) {
	t.Helper()
	info := must.Get(os.Stat(path + "-wal"))(t)
	var old syscall.Rlimit
	must.Do(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old))
	set := func(limit syscall.Rlimit) { must.Do(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)) }
	signal.Ignore(syscall.SIGXFSZ)
	set(syscall.Rlimit{Cur: uint64(info.Size()), Max: old.Max})
	lift = func() { set(old) }
	t.Cleanup(func() {
		lift()
		signal.Reset(syscall.SIGXFSZ)
	})
	return lift
}

func TestUnwritable(t *testing.T) {
	dir := t.TempDir()
	made := filepath.Join(dir, "made.db")
	must.Do(t, openStore(t, made).Close())
	// The file may be written, what SQLite puts beside it may not.
	must.Do(t, errors.Join(os.Chmod(filepath.Dir(dir), 0o555), os.Chmod(dir, 0o555), os.Chmod(made, 0o666)))
	asNobody(t)
	for name, path := range map[string]string{"a new file": filepath.Join(dir, "new.db"), "a file that is there": made} {
		s, err := sqlite.Open(t.Context(), path)
		if err == nil {
			s.Close()
			t.Errorf("%s in a read-only directory was opened", name)
			continue
		}
		if !strings.HasPrefix(err.Error(), "opening "+path) || !strings.Contains(err.Error(), "(this user must be able to write") {
			t.Errorf("%s: error = %q, want the path and a hint", name, err)
		}
		if name == "a new file" && !errors.Is(err, fs.ErrPermission) {
			t.Errorf("%s: error = %#v, want fs.ErrPermission", name, err)
		}
	}
}

// asNobody takes from this test the rights of root, whom no mode stops.
func asNobody(t *testing.T) {
	if os.Geteuid() != 0 {
		return
	}
	runtime.LockOSThread() // the right to files belongs to a thread
	must.Do(t, syscall.Setfsuid(65534))
	t.Cleanup(func() {
		if err := syscall.Setfsuid(0); err != nil {
			t.Error(err)
		}
		runtime.UnlockOSThread()
	})
}
