// Package recent keeps the last results of functions that depend on nothing but their
// argument, such as the stem of a word.
package recent

import (
	"hash/maphash"
	"sync"
	"sync/atomic"
)

// A Table holds at most Size results, an even number: a newer one takes the place of an older one. It is
// safe for concurrent use.
type Table[K comparable, V any] struct {
	Size int

	once   sync.Once
	places []atomic.Pointer[result[K, V]]
}

type result[K comparable, V any] struct {
	of  K
	was V
}

var seed = maphash.MakeSeed()

// Get returns what compute returns, or has returned for the same key. Callers share it.
func (t *Table[K, V]) Get(key K, compute func() V) V {
	t.once.Do(func() { t.places = make([]atomic.Pointer[result[K, V]], t.Size) })
	place := 2 * (maphash.Comparable(seed, key) % uint64(len(t.places)/2))
	newer, older := &t.places[place], &t.places[place+1] // two, so that two keys of a turn need not fight for one
	last := newer.Load()
	if last != nil && last.of == key {
		return last.was
	}
	if r := older.Load(); r != nil && r.of == key {
		return r.was
	}
	v := compute()
	older.Store(last)
	newer.Store(&result[K, V]{key, v})
	return v
}

// longText is the length from which on what was read of a text is not kept, in bytes.
const longText = 1000

// Texts returns read with its last results, which callers share. Long texts are read anew.
func Texts[V any](size int, read func(string) V) func(string) V {
	t := &Table[string, V]{Size: size}
	return func(text string) V {
		if len(text) > longText {
			return read(text)
		}
		return t.Get(text, func() V { return read(text) })
	}
}
