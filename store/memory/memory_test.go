package memory_test

import (
	"testing"

	"github.com/maitre-dev/maitre/store/memory"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/thread"
)

func TestThreads(t *testing.T) {
	storetest.TestThreads(t, func(*testing.T) thread.Store { return memory.New() })
}

func TestRuns(t *testing.T) {
	storetest.TestRuns(t, func(*testing.T) storetest.RunStore { return memory.New() })
}
