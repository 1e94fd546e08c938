package graph_test

import (
	"testing"

	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/thread"
)

func TestMemory(t *testing.T) {
	storetest.TestGraphs(t, func(t *testing.T) storetest.RunStore {
		return struct {
			*graph.Memory
			thread.Store
		}{graph.NewMemory(), storetest.Memory(t)}
	})
}
