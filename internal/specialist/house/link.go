package house

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/thread"
)

// Link lets whoever has its code in as a guest of a table or a room, until it ends. The
// code is shown once, when the link is made: only its hash is kept.
type Link struct {
	ID    string    `json:"id"` // of the code's hash
	Table string    `json:"table"`
	Made  time.Time `json:"made"`
	Until time.Time `json:"until"`
	Ended time.Time `json:"ended,omitzero"` // revoked
}

// Visitor is a guest who came in by a link: one for each device.
type Visitor struct {
	Link  string `json:"link"`
	Table string `json:"table"`
	Name  string `json:"name,omitempty"` // if they said one
}

// Links keeps links and those who came in by them, in a store that all workers share.
type Links struct {
	Store semcache.Store
	Now   func() time.Time // nil: time.Now
}

// What may be wrong with a code.
var (
	ErrNoLink    = errors.New("no such link")
	ErrLinkEnded = errors.New("the link has ended")
)

const (
	codeDigits = 20 // of base 32: a hundred bits

	// MaxLinkDays is how long a link may last: codes are printed and put on tables.
	MaxLinkDays = 1000
)

func (l *Links) links() shelf[Link]       { return shelf[Link]{l.Store, "links", l.Now} }
func (l *Links) visitors() shelf[Visitor] { return shelf[Visitor]{l.Store, "visitors", l.Now} }

// Make makes a link to a table for some days. The code is not to be kept.
func (l *Links) Make(ctx context.Context, table string, days int) (code string, made Link, err error) {
	table = thread.CleanTitle(table)
	switch {
	case table == "":
		return "", made, errors.New("a link needs the name of a table or a room")
	case days < 1 || days > MaxLinkDays:
		return "", made, errors.New("a link lasts from 1 to 1000 days")
	}
	random := make([]byte, 15)
	_, _ = rand.Read(random) // never fails
	code = strings.ToLower(base32.StdEncoding.EncodeToString(random))[:codeDigits]
	now := clock(l.Now)
	made = Link{ID: linkID(code), Table: table, Made: now, Until: now.AddDate(0, 0, days)}
	return code, made, l.links().put(ctx, made.ID, "", made, 0)
}

// LinkURL is what a QR code says: a browser sends what stands after # to nobody, so
// that the code is in no log and in no Referer.
func LinkURL(base, code string) string { return strings.TrimSuffix(base, "/") + "/#c=" + code }

func linkID(code string) string {
	sum := sha256.Sum256([]byte("link " + strings.ToLower(code)))
	return hex.EncodeToString(sum[:10])
}

// Open returns the link that a code is for.
func (l *Links) Open(ctx context.Context, code string) (Link, error) {
	return l.Check(ctx, linkID(strings.TrimSpace(code)))
}

// Check returns a link by its id, if it still lets guests in.
func (l *Links) Check(ctx context.Context, id string) (Link, error) {
	found, seq, err := l.links().get(ctx, id)
	switch {
	case err == nil && seq == 0:
		err = ErrNoLink
	case err == nil && (!found.Ended.IsZero() || clock(l.Now).After(found.Until)):
		err = ErrLinkEnded
	}
	return found, err
}

// List returns all links, those of a table together, the newest first.
func (l *Links) List(ctx context.Context) (all []Link, err error) {
	_, all, _, err = l.links().all(ctx, 0)
	slices.SortStableFunc(all, func(a, b Link) int {
		return cmp.Or(cmp.Compare(len(a.Table), len(b.Table)), strings.Compare(a.Table, b.Table), b.Made.Compare(a.Made)) // 2 before 12
	})
	return all, err
}

// Revoke ends a link: nobody comes in by it any more, and those who did are out.
func (l *Links) Revoke(ctx context.Context, id string) (Link, error) {
	found, err := l.Check(ctx, id)
	if err != nil && !errors.Is(err, ErrLinkEnded) {
		return found, err
	}
	if !found.Ended.IsZero() {
		return found, nil
	}
	found.Ended = clock(l.Now)
	return found, l.links().put(ctx, id, "", found, 0)
}

// Seat notes that a guest is at the table of a link. What they are called stays.
func (l *Links) Seat(ctx context.Context, guest string, at Link) (Visitor, error) {
	v, err := l.Visitor(ctx, guest)
	if err != nil || v.Link == at.ID {
		return v, err
	}
	v.Link, v.Table = at.ID, at.Table
	return v, l.visitors().put(ctx, guest, guest, v, 0)
}

// Rename notes what a visitor is called.
func (l *Links) Rename(ctx context.Context, guest, name string) (Visitor, error) {
	v, err := l.Visitor(ctx, guest)
	if err != nil {
		return v, err
	}
	v.Name = thread.CleanTitle(name)
	return v, l.visitors().put(ctx, guest, guest, v, 0)
}

// Visitors returns by their ids all guests who came by a link.
func (l *Links) Visitors(ctx context.Context) (map[string]Visitor, error) {
	guests, visitors, _, err := l.visitors().all(ctx, 0)
	all := map[string]Visitor{}
	for i, id := range guests {
		all[id] = visitors[i]
	}
	return all, err
}

// Visitor returns what is known of a guest who came by a link; nothing of others.
func (l *Links) Visitor(ctx context.Context, guest string) (v Visitor, err error) {
	v, _, err = l.visitors().get(ctx, guest)
	return v, err
}
