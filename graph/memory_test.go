package graph_test

import (
	"testing"

	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/store/storetest"
)

func TestMemory(t *testing.T) {
	type rest struct{ storetest.Store } // of what graph.Memory does not keep
	storetest.TestGraphs(t, func(t *testing.T) storetest.Store {
		return struct {
			*graph.Memory
			rest
		}{graph.NewMemory(), rest{storetest.Memory(t)}}
	})
}
