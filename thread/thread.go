// Package thread is the vocabulary of a conversation: a [Thread] belongs to one
// guest and holds [Message] values in order, and a [Store] keeps both.
//
// store/sqlite is a Store. To write another, begin with [Complete] and [Title],
// and let store/storetest say whether it behaves.
package thread

import (
	"context"
	"errors"
	"time"
)

// Thread is one conversation of one guest.
type Thread struct {
	ID      string    `json:"id"`
	Guest   string    `json:"guest"`
	Title   string    `json:"title"` // empty until the guest has said something
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"` // of the newest message; never goes back
}

// Message is one thing said. Its ID is unique within its thread.
type Message struct {
	ID   string    `json:"id"`
	Role Role      `json:"role"`
	Text string    `json:"text"`
	Time time.Time `json:"time"`
}

// Role says who speaks.
type Role string

// The two speakers whose words are kept.
const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
)

// ErrNotFound says that the guest has no such thread. That another guest has
// one is nobody's business, so it is the same error.
var ErrNotFound = errors.New("no such thread")

// Store keeps threads. A guest is an opaque name and sees only their own
// threads. A call that returns an error has written nothing, and its error
// never holds what anybody said; one whose context has ended, be it to read, is
// such a call. Times come back in UTC, to the microsecond.
// A Store is safe for concurrent use, by many processes if it is shared.
type Store interface {
	// Open returns the guest's thread and makes it if there is none. The id
	// must pass CheckID. A thread of another guest is ErrNotFound.
	Open(ctx context.Context, id, guest string) (Thread, error)

	// Messages returns the last messages of a thread, oldest first; all of
	// them when last is 0. A thread that is not the guest's is ErrNotFound.
	Messages(ctx context.Context, id, guest string, last int) ([]Message, error)

	// Append adds messages, made ready by Complete, to the end of a thread:
	// all of them, in order and with nothing between them, or none. The first
	// one of a guest that yields a Title gives it to the thread. An ID that
	// the thread already has is an error; a thread that is not the guest's is
	// ErrNotFound.
	Append(ctx context.Context, id, guest string, ms ...Message) error

	// List returns the guest's threads, the last updated first; all of them
	// when limit is 0.
	List(ctx context.Context, guest string, limit int) ([]Thread, error)

	// Rename gives a thread a title, made ready by CleanTitle, which later
	// messages leave as it is. An empty one lets the guest's next words give
	// it. A thread that is not the guest's is ErrNotFound.
	Rename(ctx context.Context, id, guest, title string) error

	// Delete removes a thread with its messages, and its runs with their events:
	// all or nothing. A worker that is at one of them can store nothing more.
	// What was learnt in it of the guest stays. A thread that is not the guest's
	// is ErrNotFound.
	Delete(ctx context.Context, id, guest string) error
}
