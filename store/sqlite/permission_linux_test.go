package sqlite_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/store/sqlite"
)

func TestFilesAreTheirOwnersOnly(t *testing.T) {
	path := newPath(t)
	say(t, openStore(t, path), "t1", "segredo")
	for _, name := range []string{path, path + "-wal"} {
		info := must.Get(os.Stat(name))(t)
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v, want 0600", filepath.Base(name), info.Mode())
		}
	}
}

func TestUnwritable(t *testing.T) {
	dir := t.TempDir()
	made := filepath.Join(dir, "made.db")
	must.Do(t, openStore(t, made).Close())
	for _, name := range []string{filepath.Dir(dir), dir} {
		must.Do(t, os.Chmod(name, 0o555))
	}
	if err := os.Chmod(made, 0o666); err != nil { // the file may be written, what SQLite puts beside it may not
		t.Fatal(err)
	}
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
