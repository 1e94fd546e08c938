package memory

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/maitre-dev/maitre/retrieve"
)

// collection is documents by their ids. What is gone stays, for who has not
// read of it yet.
type collection struct {
	docs map[string]*doc
	seq  int64 // of the last change
}

type doc struct {
	retrieve.Row                   // without a vector
	vectors      map[string][]byte // by embedder
}

// PutDocs implements retrieve.Store. Of two documents with one id the later
// replaces the earlier.
func (s *Store) PutDocs(ctx context.Context, name, embedder string, rows []retrieve.Row) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil || len(rows) == 0 {
		return err
	}
	c := s.collections[name]
	if c == nil {
		c = &collection{docs: map[string]*doc{}}
		s.collections[name] = c
	}
	for _, r := range rows {
		d := c.docs[r.ID]
		if d == nil || d.Title != r.Title || d.Text != r.Text {
			d = &doc{vectors: map[string][]byte{}}
			c.docs[r.ID] = d
		}
		if len(r.Vector) > 0 {
			d.vectors[embedder] = slices.Clone(r.Vector)
		}
		c.seq++
		d.Row = retrieve.Row{Doc: r.Doc, Seq: c.seq}
		d.Fields = cloneFields(r.Fields)
	}
	return nil
}

// PutVectors implements retrieve.Store.
func (s *Store) PutVectors(ctx context.Context, name, embedder string, rows []retrieve.Row) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.collections[name]
	if err := ctx.Err(); err != nil || c == nil {
		return err
	}
	for _, r := range rows {
		if d := c.docs[r.ID]; d != nil && d.Seq == r.Seq && !d.Gone {
			d.vectors[embedder] = slices.Clone(r.Vector)
		}
	}
	return nil
}

// RemoveDocs implements retrieve.Store.
func (s *Store) RemoveDocs(ctx context.Context, name string, ids []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.collections[name]
	if err := ctx.Err(); err != nil || c == nil {
		return err
	}
	for _, id := range ids {
		if d := c.docs[id]; d != nil && !d.Gone {
			c.seq++
			c.docs[id] = &doc{retrieve.Row{Doc: retrieve.Doc{ID: id}, Seq: c.seq, Gone: true}, map[string][]byte{}}
		}
	}
	return nil
}

// DocsAfter implements retrieve.Store. A limit of 0 is none.
func (s *Store) DocsAfter(ctx context.Context, name, embedder string, after int64, limit int) ([]retrieve.Row, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.collections[name]
	if err := ctx.Err(); err != nil || c == nil {
		return nil, err
	}
	var docs []*doc
	for _, d := range c.docs {
		if d.Seq > after && (after > 0 || !d.Gone) {
			docs = append(docs, d)
		}
	}
	slices.SortFunc(docs, func(a, b *doc) int { return cmp.Compare(a.Seq, b.Seq) })
	if limit > 0 {
		docs = docs[:min(limit, len(docs))]
	}
	var rows []retrieve.Row
	for _, d := range docs {
		r := d.Row
		r.Fields, r.Vector = maps.Clone(d.Fields), slices.Clone(d.vectors[embedder])
		rows = append(rows, r)
	}
	return rows, nil
}

// Collections implements retrieve.Store.
func (s *Store) Collections(ctx context.Context) (map[string]int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	sizes := map[string]int{}
	for name, c := range s.collections {
		for _, d := range c.docs {
			if !d.Gone {
				sizes[name]++
			}
		}
	}
	return sizes, nil
}

// cloneFields makes nil of no fields, as databases do.
func cloneFields(fields map[string]string) map[string]string {
	if len(fields) == 0 {
		return nil
	}
	return maps.Clone(fields)
}
