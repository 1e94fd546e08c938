package postgres

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
)

// clocks tell how far apart are the time of this machine, in which callers speak,
// and that of the database's server, in which it keeps what workers compare: up
// to when a question waits, when a run was last heard of, who has claimed an
// answer. So a worker whose clock is wrong, or is set while it works, takes no
// run from another and lets no question time out before its time.
type clocks struct {
	now  func() time.Time // of this machine; nil: time.Now
	last atomic.Pointer[reading]
}

// reading is what the server's clock showed at a moment.
type reading struct{ at, there time.Time }

const (
	tolerance = time.Second // clocks that differ by less are the same
	readEvery = time.Minute
)

// Now returns the time of this machine.
func (c *clocks) Now() time.Time {
	if c.now != nil {
		return c.now()
	}
	return time.Now()
}

// ahead returns by how much this machine's clock is ahead of the server's, in whole
// seconds: a reading is as exact as the way to a busy server is short, and a deadline that
// is read twice is to be the same. What has passed since the last reading is measured,
// not read off a clock, so that one that is set meanwhile changes nothing.
func (c *clocks) ahead() time.Duration {
	last := c.last.Load()
	if last == nil {
		return 0
	}
	there := last.there.Add(time.Since(last.at))
	d := c.Now().Round(0).Sub(there)
	if d.Abs() < tolerance {
		return 0
	}
	return d.Round(time.Second)
}

// read looks at the server's clock, unless that was done not long ago.
func (c *clocks) read(ctx context.Context, conn *pgx.Conn) error {
	const query = `SELECT clock_timestamp()`
	before := time.Now()
	if last := c.last.Load(); last != nil && before.Sub(last.at) < readEvery {
		return nil
	}
	var there time.Time
	if err := conn.QueryRow(ctx, query).Scan(&there); err != nil {
		return err
	}
	c.last.Store(&reading{before.Add(time.Since(before) / 2), there})
	return nil
}
