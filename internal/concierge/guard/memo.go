package guard

import "sync"

// A memo keeps what was computed for a text, up to a number of texts: then it
// forgets all.
type memo[V any] struct {
	limit int
	mu    sync.Mutex
	known map[string]V
}

func (m *memo[V]) get(key string, compute func() V) V {
	m.mu.Lock()
	v, ok := m.known[key]
	m.mu.Unlock()
	if ok {
		return v
	}
	v = compute()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known == nil || len(m.known) >= m.limit {
		m.known = make(map[string]V)
	}
	m.known[key] = v
	return v
}
