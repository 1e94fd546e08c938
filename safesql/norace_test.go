//go:build !race

package safesql_test

const (
	everyNth  = 1 // statement of a corpus
	mutations = 6000
)
