package memory_test

import (
	"testing"

	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/semcache"
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

func TestForget(t *testing.T) {
	storetest.TestForget(t, func(*testing.T) storetest.ForgetStore { return memory.New() })
}

func TestMemories(t *testing.T) {
	storetest.TestMemories(t, func(*testing.T) storetest.MemoryStore { return memory.New() })
}

func TestDocs(t *testing.T) {
	storetest.TestDocs(t, func(*testing.T) retrieve.Store { return memory.New() })
}

func TestSecrets(t *testing.T) {
	storetest.TestSecrets(t, func(*testing.T) storetest.Secrets { return memory.New() })
}

func TestCache(t *testing.T) {
	storetest.TestCache(t, func(*testing.T) semcache.Store { return memory.New() })
}

func TestTail(t *testing.T) {
	storetest.TestTail(t, func(*testing.T) (here, there storetest.TailStore) {
		s := memory.New()
		return s, s
	})
}

func TestTokens(t *testing.T) {
	storetest.TestTokens(t, func(*testing.T) storetest.TokenStore { return memory.New() })
}
