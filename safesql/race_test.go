//go:build race

package safesql_test

// The engine is many times slower under the race detector, so some of the
// statements stand for all: the rest is for tests without it.
const (
	everyNth  = 16 // statement of a corpus
	mutations = 60
)
