package understand

import (
	"slices"

	"github.com/maitre-dev/maitre/internal/base/recent"
)

// read are readings of messages: every turn reads the words of its whole conversation
// again, and several packages read the same message.
var read = recent.Table[asked, Reading]{Size: 1024}

// asked is what a reading hangs on.
type asked struct {
	by     *Reader
	text   string
	before Before
}

// Kept is how long a message is at most whose reading is kept, in bytes: a book that
// somebody pastes is read anew.
const Kept = 4000

// Read reads a message with the reader that maitre ships, or one that a house has
// taught: see Install. The caller may change what it returns.
func Read(text string, b Before) Reading {
	by := Current()
	if len(text)+len(b.House) > Kept {
		return by.Read(text, b)
	}
	r := read.Get(asked{by, text, b}, func() Reading { return by.Read(text, b) })
	r.Acts, r.Spans = slices.Clone(r.Acts), slices.Clone(r.Spans)
	return r
}
