package graph_test

import (
	"testing"

	"github.com/maitre-dev/maitre/store/memory"
	"github.com/maitre-dev/maitre/store/storetest"
)

// store/memory is a Memory with threads beside it.
func TestMemory(t *testing.T) {
	storetest.TestRuns(t, func(*testing.T) storetest.RunStore { return memory.New() })
}
