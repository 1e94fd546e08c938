package memory

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
)

// about is what follows from a memory's words, found out once: a guest may have
// ten thousand of them, and every message asks.
type about struct {
	folded string // key and value, each word between spaces
	danger bool
	vector atomic.Pointer[[]float32]
}

// words returns what follows from the memory's words.
func (m *Memory) words() *about {
	if m.about != nil {
		return m.about
	}
	return m.read()
}

func (m *Memory) read() *about {
	a := &about{folded: spaced(m.Key + " " + m.Value)}
	said := " " + lang.Fold(string(m.Kind)) + a.folded
	a.danger = m.Safety() || slices.ContainsFunc(dangers(), func(begins string) bool { return strings.Contains(said, begins) })
	return a
}

// dangerous reports whether to overlook a memory may harm, going by what it
// says too: an operator, or an older version, may have filed it elsewhere.
func (m *Memory) dangerous() bool { return m.words().danger }

// embedded returns the vector of what the memory says.
func (m *Memory) embedded() []float32 {
	a := m.words()
	if v := a.vector.Load(); v != nil {
		return *v
	}
	// The local embedder computes: it cannot fail and asks nobody.
	v, err := embed.Local().Embed(context.Background(), llm.Document, []string{m.Value})
	if err != nil {
		return nil
	}
	a.vector.Store(&v[0])
	return v[0]
}

// dangers are how words begin that speak of what may harm, after a space.
var dangers = sync.OnceValue(func() (all []string) {
	for part := range lists()["dangers"] {
		all = append(all, " "+part)
	}
	return all
})
