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

// fail says what was being done to which file, and what usually
// helps. SQLite's messages name tables and columns, never values, so they are safe
// to show; the end of ctx comes back as itself, and so does what tells a
// caller how a thread or a run stands.
func (s *Store) fail(ctx context.Context, doing string, err error) error {
	is := func(target error) bool { return errors.Is(err, target) }
	if err == nil || slices.ContainsFunc(sqlstore.Standing, is) {
		return err
	}
	if by, ok := errors.AsType[*sqlstore.CallersError](err); ok {
		return fmt.Errorf("%s %s: %w", doing, s.path, by.Err)
	}
	if ctx.Err() != nil && is(sqlite3.INTERRUPT) {
		err = ctx.Err()
	}
	told := fmt.Errorf("%s %s: %w", doing, s.path, err)
	if is(fs.ErrNotExist) {
		return fmt.Errorf("%w (make the directory %s first)", told, filepath.Dir(s.path))
	}
	if i := slices.IndexFunc(hints, func(h hint) bool { return slices.ContainsFunc(h.of, is) }); i >= 0 {
		told = fmt.Errorf("%w (%s)", told, hints[i].says)
	}
	if slices.ContainsFunc(passing, is) {
		return graph.Unavailable(told)
	}
	return told
}

// Taken implements sqlstore.DB.
func (engine) Taken(err error) bool {
	return errors.Is(err, sqlite3.CONSTRAINT_UNIQUE) || errors.Is(err, sqlite3.CONSTRAINT_PRIMARYKEY)
}

// passing is what may be over in a while: the disk is full, or another program
// is in the way.
var passing = []error{sqlite3.FULL, sqlite3.IOERR, sqlite3.BUSY, syscall.ENOSPC}

type hint struct {
	of   []error
	says string
}

var hints = []hint{
	{[]error{syscall.EISDIR}, "name a file in it"},
	{[]error{fs.ErrPermission, sqlite3.READONLY, sqlite3.CANTOPEN, sqlite3.PERM}, "this user must be able to write to the file and to its directory"},
	{[]error{sqlite3.NOTADB}, "give the path of a maitre database, or of a new file"},
	{[]error{sqlite3.FULL, syscall.ENOSPC}, "free some space; what was saved before is safe"},
	{[]error{sqlite3.IOERR}, "the disk may be full, or fail; what was saved before is safe"}, // the driver says no more of a full disk
	{[]error{sqlite3.BUSY}, "another program holds a lock on it: wait for it or stop it"},
	{[]error{sqlite3.CORRUPT}, "the file is damaged: restore a backup"},
}
