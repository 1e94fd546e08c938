package semcache

import (
	"context"
	"sync"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/vector"
)

// meaning finds the entries of a space by what their texts mean. It has their
// vectors and texts in memory, in step with the store.
type meaning struct {
	store     Store
	space     string
	embedder  embed.Embedder
	info      embed.Info
	threshold float32

	mu    sync.Mutex // also held while the store is read, so that one does
	index *vector.Index
	kept  map[string]kept // by key, those of the index
	seq   int64           // of the last change that was read
}

type kept struct {
	text    string
	reading reading
}

// A neighbour is an entry with a text that asks the same.
type neighbour struct {
	vector.Hit
	text string
}

const (
	page       = 500 // entries read at once
	neighbours = 8   // several: the nearest may be past its time, or gone
)

func newMeaning(store Store, space string, o Options) *meaning {
	info := o.Embedder.Info()
	m := &meaning{
		store: store, space: space,
		embedder: o.Embedder, info: info, threshold: o.Threshold,
		index: vector.New(info.Dim), kept: map[string]kept{},
	}
	if m.threshold == 0 {
		m.threshold = info.Good + 0.75*(1-info.Good)
		if info.Local {
			m.threshold = 0.7
		}
	}
	return m
}

// find returns the entries whose texts ask the same as that of e, the nearest
// first, and gives e its vector.
func (m *meaning) find(ctx context.Context, e *Entry) ([]neighbour, error) {
	// As a query on both sides: what is compared are questions.
	v, err := embed.One(ctx, m.embedder, llm.Query, e.Text)
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.follow(ctx); err != nil {
		return nil, err
	}
	asked := read(e.Text, m.info.Local)
	hits, err := m.index.Top(nil, vector.Query{
		Vector: v,
		K:      neighbours,
		Floor:  m.threshold,
		Keep:   func(key string) bool { return asked.same(m.kept[key].reading) },
	})
	if err != nil {
		return nil, err
	}
	e.Embedder, e.Vector = m.info.ID, vector.Encode(v)
	near := make([]neighbour, len(hits))
	for i, h := range hits {
		near[i] = neighbour{h, m.kept[h.ID].text}
	}
	return near, nil
}

// follow reads what changed in the store since it was last read.
func (m *meaning) follow(ctx context.Context) error {
	for {
		changed, err := m.store.CacheAfter(ctx, m.space, m.seq, page)
		if err != nil {
			return err
		}
		for _, e := range changed {
			m.take(e)
			m.seq = e.Seq
		}
		if len(changed) < page {
			return nil
		}
	}
}

// take puts an entry in the index if it can be compared, and out of it if not.
func (m *meaning) take(e Entry) {
	m.index.Remove(e.Key)
	delete(m.kept, e.Key)
	if e.Gone || e.Embedder != m.info.ID {
		return
	}
	if v, err := vector.Decode(e.Vector, m.info.Dim); err == nil && m.index.Put(e.Key, v) == nil {
		m.kept[e.Key] = kept{e.Text, read(e.Text, m.info.Local)}
	}
}

func (m *meaning) drop(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.take(Entry{Key: key, Gone: true})
}
