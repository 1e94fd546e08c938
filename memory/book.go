package memory

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/event"
)

// A Book is what a house knows of its guests. It remembers what it has read of
// a store, and asks it only what has changed since. It is safe for concurrent
// use, and any number of them may share a store.
type Book struct {
	o  Options
	mu sync.Mutex
	// sets are what was last read, by owner; used are those that were asked for
	// since half of them were dropped.
	sets map[string]*Set
	used map[string]bool
}

// Options are what a Book is made of. Store and Log are required.
type Options struct {
	Store Store
	Log   event.Log
	Org   string // the house

	// Forget forgets a guest in all that the store keeps, for Book.Forget.
	Forget func(ctx context.Context, guest string) error
}

// NewBook opens a book.
func NewBook(o Options) *Book {
	return &Book{o: o, sets: map[string]*Set{}, used: map[string]bool{}}
}

// maxSets is how many owners a Book remembers.
const maxSets = 2000

// Of returns what is known of a guest ("": the house's own), now.
func (b *Book) Of(ctx context.Context, owner string) (*Set, error) {
	last := b.last(owner)
	p, err := b.o.Store.Memories(ctx, owner, last.rev)
	if err != nil {
		return nil, err
	}
	return b.keep(owner, last, p)
}

// last returns what is known of an owner in this process.
func (b *Book) last(owner string) *Set {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s := b.sets[owner]; s != nil {
		b.used[owner] = true
		return s
	}
	return nothing
}

func (b *Book) keep(owner string, last *Set, p Page) (*Set, error) {
	s, err := last.with(p)
	if err == nil {
		b.put(owner, last, s)
	}
	return s, err
}

// put remembers what has become of the last set.
func (b *Book) put(owner string, last, s *Set) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if now := b.sets[owner]; now != nil && now != last && now.rev > s.rev {
		return // another was faster and knows more
	}
	if len(b.sets) >= maxSets {
		for o := range b.sets {
			if !b.used[o] {
				delete(b.sets, o)
			}
		}
		if len(b.sets) >= maxSets {
			b.sets = map[string]*Set{}
		}
		b.used = map[string]bool{}
	}
	b.sets[owner] = s
}

// drop forgets what this process knows of an owner.
func (b *Book) drop(owner string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.sets, owner)
}

// learn writes what decide notes, once for a lesson. That it was learnt before
// is no error.
func (b *Book) learn(ctx context.Context, l Lesson, now time.Time, decide func(*draft)) error {
	last := b.last(l.Owner)
	l.After = last.rev
	var left *Set // if something is dropped
	page, err := b.o.Store.Learn(ctx, l, func(p Page) (Notes, error) {
		s, err := last.with(p)
		if err != nil {
			return Notes{}, err
		}
		d := newDraft(s, now)
		decide(d)
		if left = nil; len(d.dropped) > 0 { // of the revision before: who knows it reads all again, or, if they cannot, knows what is dangerous
			left = d.Set
		}
		return d.notes()
	})
	if errors.Is(err, ErrLearnt) {
		return nil
	}
	if err != nil {
		return err
	}
	if left != nil {
		b.put(l.Owner, last, left)
		return nil
	}
	_, err = b.keep(l.Owner, last, page)
	return err
}
