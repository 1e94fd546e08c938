package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/ncruces/go-sqlite3"

	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/store/internal/sqlstore"
)

// fail says what was being done to which file, and what usually helps.
// SQLite's messages name tables and columns, never values, so they are safe
// to show; the end of ctx comes back as itself, and so does what tells a
// caller how a thread or a run stands.
func (s *Store) fail(ctx context.Context, doing string, err error) error {
	if err == nil || slices.ContainsFunc(sqlstore.Standing, func(known error) bool { return errors.Is(err, known) }) {
		return err
	}
	if e, ok := errors.AsType[*sqlstore.CallersError](err); ok {
		return fmt.Errorf("%s %s: %w", doing, s.path, e.Err)
	}
	if ctx.Err() != nil && errors.Is(err, sqlite3.INTERRUPT) {
		err = ctx.Err()
	}
	told := fmt.Errorf("%s %s: %w", doing, s.path, err)
	if hint := s.hint(err); hint != "" {
		told = fmt.Errorf("%w (%s)", told, hint)
	}
	if slices.ContainsFunc(passing, func(known error) bool { return errors.Is(err, known) }) {
		return graph.Unavailable(told)
	}
	return told
}

// passing is what may be over in a while: the disk is full, or another program
// is in the way.
var passing = []error{sqlite3.FULL, sqlite3.IOERR, sqlite3.BUSY, syscall.ENOSPC}

func (s *Store) hint(err error) string {
	is := func(target error) bool { return errors.Is(err, target) }
	switch {
	case is(fs.ErrNotExist):
		return fmt.Sprintf("make the directory %s first", filepath.Dir(s.path))
	case is(syscall.EISDIR):
		return "name a file in it"
	case is(fs.ErrPermission), is(sqlite3.READONLY), is(sqlite3.CANTOPEN), is(sqlite3.PERM):
		return "this user must be able to write to the file and to its directory"
	case is(sqlite3.NOTADB):
		return "give the path of a maitre database, or of a new file"
	case is(sqlite3.FULL), is(syscall.ENOSPC):
		return "free some space; what was saved before is safe"
	case is(sqlite3.IOERR): // the driver says no more of a full disk
		return "the disk may be full, or fail; what was saved before is safe"
	case is(sqlite3.BUSY):
		return "another program holds a lock on it: wait for it or stop it"
	case is(sqlite3.CORRUPT):
		return "the file is damaged: restore a backup"
	}
	return ""
}
