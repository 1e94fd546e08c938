package understand

import (
	"slices"
	"sync"
)

// recent are the readings of the messages that were read last: every turn reads the words
// of its whole conversation again, and several packages read the same message.
var recent = lately{all: map[asked]Reading{}}

// lately holds a few readings. It is safe for concurrent use.
type lately struct {
	mu    sync.Mutex
	all   map[asked]Reading
	order []asked // the oldest first
}

// asked is what a reading hangs on.
type asked struct {
	by     *Reader
	text   string
	before Before
}

// How many readings are held, and of how long a message: a book that somebody pastes is
// read anew.
const (
	maxRecent      = 256
	maxRecentBytes = 4000
)

// read returns the reading of a message, which the caller may change.
func (l *lately) read(a asked) Reading {
	if len(a.text)+len(a.before.House) > maxRecentBytes {
		return a.by.Read(a.text, a.before)
	}
	l.mu.Lock()
	r, ok := l.all[a]
	l.mu.Unlock()
	if !ok {
		r = a.by.Read(a.text, a.before)
		l.keep(a, r)
	}
	r.Acts, r.Spans = slices.Clone(r.Acts), slices.Clone(r.Spans)
	return r
}

func (l *lately) keep(a asked, r Reading) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.all[a]; ok {
		return
	}
	if len(l.order) == maxRecent {
		delete(l.all, l.order[0])
		l.order = l.order[1:]
	}
	l.all[a], l.order = r, append(l.order, a)
}
