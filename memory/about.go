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
	begins uint64 // how the words begin, a bit each: most searches end here
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
	for w := range strings.FieldsSeq(said) {
		a.begins |= beginning(w)
	}
	a.danger = m.Safety() || slices.ContainsFunc(dangers(), func(d begun) bool { return d.in(said, a.begins) })
	return a
}

// beginning is one of 64 bits that stands for how a word begins.
func beginning(word string) uint64 {
	bit := uint(word[0])
	if len(word) > 1 {
		bit = bit*7 + uint(word[1])
	}
	return 1 << (bit % 64)
}

// begun is how words begin that are looked for.
type begun struct {
	text string // after a space
	bit  uint64
}

// in reports whether words of a folded text begin so, of which the bits are
// known.
func (b begun) in(folded string, begins uint64) bool {
	return begins&b.bit != 0 && strings.Contains(folded, b.text)
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

// dangers are how words begin that speak of what may harm.
var dangers = sync.OnceValue(func() (all []begun) {
	for part := range lists()["dangers"] {
		all = append(all, begun{" " + part, beginning(part)})
	}
	return all
})
