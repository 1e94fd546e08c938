// Package retrieve finds documents by what people mean.
//
// A [Collection] holds documents and is searched by vector and by words at
// once; what may not be offered is left out before anything is ranked. When a
// search is weak, a [Refiner] tries other words: paraphrases, what the
// ontology knows, and at last every document there is, and it tells what it
// tried.
package retrieve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/vector"
)

// A Collection is a set of documents in memory, in step with its store. It is
// safe for concurrent use.
type Collection struct {
	// Embedded, if set before the first use, hears how far Sync is with
	// documents that had no vector of this embedder.
	Embedded func(done, total int)

	name     string
	store    Store // nil: in memory only
	embedder embed.Embedder
	info     embed.Info

	sync chan struct{}  // full while the store is read; who waits for it can give up
	seq  int64          // read so far
	bare map[string]Row // read, but still without a vector

	mu      sync.RWMutex
	onto    *ontology.Ontology // as far as the documents' kinds go
	kinds   ontology.Kinds     // of the documents
	docs    map[string]*item
	vectors *vector.Index
	words   *words
	scored  *recent.Table[question, scored] // of these documents
}

type item struct {
	doc   *Doc
	is    ontology.Description
	terms []term // by id
	size  float32
}

// New returns a collection of that name; a nil store keeps nothing, and a nil
// embedder is embed.Local. It is empty until it is searched, put to or synced.
func New(name string, store Store, e embed.Embedder) *Collection {
	if e == nil {
		e = embed.Local()
	}
	info := e.Info()
	info.Batch = max(1, info.Batch)
	return &Collection{
		name: name, store: store, embedder: e, info: info, onto: ontology.Default(),
		sync: make(chan struct{}, 1), bare: map[string]Row{},
		docs: map[string]*item{}, vectors: vector.New(info.Dim), words: newWords(), scored: newScored(),
	}
}

func newScored() *recent.Table[question, scored] {
	return &recent.Table[question, scored]{Size: 256}
}

// Len is the number of documents.
func (c *Collection) Len() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return len(c.docs)
}

// Seq grows with each change that the collection has taken up from its store.
func (c *Collection) Seq() int64 {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.seq
}

// Get returns a document, which must not be changed.
func (c *Collection) Get(id string) (*Doc, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	it, ok := c.docs[id]
	if !ok {
		return nil, false
	}
	return it.doc, true
}

// IDs returns the ids of all documents, sorted.
func (c *Collection) IDs() []string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return sortedKeys(c.docs)
}

// Put adds or replaces documents and returns how many were new or changed.
// What is there already and unchanged costs nothing, so a Put that was cut off
// goes on where it stopped when it is repeated. Progress, if not nil, hears
// how many of docs are done.
func (c *Collection) Put(ctx context.Context, docs []Doc, progress func(done int)) (changed int, err error) {
	if err := check(docs); err != nil {
		return 0, err
	}
	if err := c.Sync(ctx); err != nil {
		return 0, err
	}
	done := 0
	for batch := range slices.Chunk(docs, c.info.Batch) {
		fresh := c.fresh(batch)
		rows, err := c.rows(ctx, fresh)
		if err == nil && len(rows) > 0 {
			err = c.keep(ctx, rows)
		}
		if err != nil {
			return changed, err
		}
		changed += len(fresh)
		if done += len(batch); progress != nil {
			progress(done)
		}
	}
	return changed, nil
}

// Change puts documents and removes others, all at once: whoever reads has the
// collection as it was or as it is then. Words that are new are embedded before.
func (c *Collection) Change(ctx context.Context, put []Doc, gone []string, progress func(done int)) error {
	if err := check(put); err != nil {
		return err
	}
	if err := c.Sync(ctx); err != nil {
		return err
	}
	var rows []Row
	for batch := range slices.Chunk(put, c.info.Batch) {
		some, err := c.rows(ctx, batch)
		if err != nil {
			return err
		}
		if rows = append(rows, some...); progress != nil {
			progress(len(rows))
		}
	}
	return c.keep(ctx, append(rows, Gone(gone)...))
}

// Remove removes documents; ids that are not there are ignored.
func (c *Collection) Remove(ctx context.Context, ids ...string) error {
	return c.keep(ctx, Gone(ids))
}

// Gone returns the rows that remove documents from a store.
func Gone(ids []string) []Row {
	rows := make([]Row, len(ids))
	for i, id := range ids {
		rows[i] = Row{Doc: Doc{ID: id}, Gone: true}
	}
	return rows
}

// fresh returns the documents that are not there as they are; of two with one
// id, the last.
func (c *Collection) fresh(docs []Doc) []Doc {
	c.mu.RLock()
	defer c.mu.RUnlock()
	place := map[string]int{}
	var kept []Doc
	for _, d := range docs {
		if it, ok := c.docs[d.ID]; ok && equal(*it.doc, d) {
			continue
		}
		if i, ok := place[d.ID]; ok {
			kept[i] = d
			continue
		}
		place[d.ID] = len(kept)
		kept = append(kept, d)
	}
	return kept
}

// rows returns documents as rows, with vectors where their words are new: others keep theirs.
func (c *Collection) rows(ctx context.Context, docs []Doc) ([]Row, error) {
	rows, fresh := make([]Row, len(docs)), []*Row{}
	c.mu.RLock()
	for i, d := range docs {
		d.Fields = maps.Clone(d.Fields)
		rows[i].Doc = d
		if it, ok := c.docs[d.ID]; !ok || it.doc.words() != d.words() || it.doc.Title != d.Title {
			fresh = append(fresh, &rows[i])
		}
	}
	c.mu.RUnlock()
	return rows, c.vectorize(ctx, fresh)
}

// vectorize gives rows the vectors of their words.
func (c *Collection) vectorize(ctx context.Context, rows []*Row) error {
	if len(rows) == 0 {
		return nil
	}
	texts := make([]string, len(rows))
	for i, r := range rows {
		texts[i] = r.words()
	}
	vs, err := c.embedder.Embed(ctx, llm.Document, texts)
	if err != nil {
		return fmt.Errorf("embedding: %w", err)
	}
	for i, r := range rows {
		r.Vector = vector.Encode(vs[i])
	}
	return nil
}

// keep stores rows and takes them up.
func (c *Collection) keep(ctx context.Context, rows []Row) error {
	if c.store == nil {
		return c.takeRows(rows)
	}
	if err := c.store.PutDocs(ctx, c.name, c.info.ID, rows); err != nil {
		return err
	}
	return c.Sync(ctx)
}

const (
	longest = 64 << 10    // bytes of a document's words
	widest  = 4 * longest // and of its fields, which may repeat them
)

func check(docs []Doc) error {
	for i, d := range docs {
		if err := d.Check(); err != nil {
			return fmt.Errorf("document %d: %w", i+1, err)
		}
	}
	return nil
}

// Check says what keeps a document out of a collection.
func (d *Doc) Check() error {
	size := 0
	for name, value := range d.Fields {
		size += len(name) + len(value)
	}
	switch {
	case strings.TrimSpace(d.ID) == "" || len(d.ID) > 200:
		return errors.New("its id is empty or over 200 bytes")
	case strings.TrimSpace(d.Title+d.Text) == "":
		return fmt.Errorf("%q has no words to find it by", d.ID)
	case len(d.Title)+len(d.Text) > longest:
		return fmt.Errorf("%q is over %d bytes; cut it into parts", d.ID, longest)
	case size > widest:
		return fmt.Errorf("the fields of %q are over %d bytes", d.ID, widest)
	}
	return nil
}

func equal(a, b Doc) bool {
	return a.ID == b.ID && a.Title == b.Title && a.Text == b.Text && maps.Equal(a.Fields, b.Fields)
}

// words is what a document is found by, its title in the first line.
func (d *Doc) words() string {
	if d.Title == "" {
		return d.Text
	}
	return d.Title + "\n" + d.Text
}

// Sync takes up what this and other workers have stored since. Searching and
// putting do it too. Documents that another embedder put, and those whose
// vector is broken, get vectors of this one, which are stored.
func (c *Collection) Sync(ctx context.Context) error {
	if c.store == nil {
		return nil
	}
	select {
	case c.sync <- struct{}{}:
		defer func() { <-c.sync }()
	case <-ctx.Done():
		return ctx.Err()
	}
	const page = 1000
	for limit := page; ; {
		if c.seq > 0 {
			limit = 0 // what was changed at once is taken up at once
		}
		rows, err := c.store.DocsAfter(ctx, c.name, c.info.ID, c.seq, limit)
		if err != nil {
			return err
		}
		_ = c.takeRows(rows) // what has no vector waits for one
		if limit == 0 || len(rows) < page {
			break
		}
	}
	bare := slices.SortedFunc(maps.Values(c.bare), func(a, b Row) int { return cmp.Compare(a.Seq, b.Seq) })
	done := 0
	for batch := range slices.Chunk(bare, c.info.Batch) {
		if err := c.reembed(ctx, batch); err != nil {
			return err
		}
		if done += len(batch); c.Embedded != nil {
			c.Embedded(done, len(bare))
		}
	}
	return nil
}

// reembed makes and stores the vectors of rows, and takes them up.
func (c *Collection) reembed(ctx context.Context, rows []Row) error {
	all := make([]*Row, len(rows))
	for i := range rows {
		all[i] = &rows[i]
	}
	if err := c.vectorize(ctx, all); err != nil {
		return err
	}
	if err := c.store.PutVectors(ctx, c.name, c.info.ID, rows); err != nil {
		return err
	}
	return c.takeRows(rows)
}

// takeRows takes up rows, as far as it can. One of new words without a vector
// waits in bare, until it has one or a later row takes its place, and is an error.
func (c *Collection) takeRows(rows []Row) (wrong error) {
	if len(rows) == 0 {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.scored = newScored()
	for _, r := range rows {
		c.seq = max(c.seq, r.Seq)
		delete(c.bare, r.ID)
		if r.Gone {
			c.forget(r.ID)
			c.vectors.Remove(r.ID)
		} else if err := c.take(r); err != nil {
			c.bare[r.ID], wrong = r, fmt.Errorf("%q: %w", r.ID, err)
		}
	}
	c.focus()
	return wrong
}

// take takes up a document; the caller has locked.
func (c *Collection) take(r Row) error {
	if c.store != nil || r.Vector != nil { // else its words have not changed
		v, err := vector.Decode(r.Vector, c.info.Dim)
		if err == nil {
			err = c.vectors.Put(r.ID, v)
		}
		if err != nil {
			return err
		}
	}
	if old, known := c.docs[r.ID]; known && equal(*old.doc, r.Doc) {
		return nil
	}
	c.forget(r.ID)
	it := &item{doc: &r.Doc}
	c.docs[r.ID] = it
	c.read(it)
	return nil
}

func (c *Collection) forget(id string) {
	if it, ok := c.docs[id]; ok {
		c.words.add(it, -1)
		delete(c.docs, id)
	}
}

// read reads what a document is about.
func (c *Collection) read(it *item) {
	it.is = c.onto.Describe(it.doc.words())
	c.words.put(it, termsOf(it))
}

// focus reads all documents again if it turns out what kinds of things they
// are; the caller has locked.
func (c *Collection) focus() {
	var count [8]int
	known := 0
	for _, it := range c.docs {
		if it.is.Kinds != 0 {
			known++
		}
		for i := range count {
			count[i] += int(it.is.Kinds >> i & 1)
		}
	}
	var kinds ontology.Kinds
	for i, n := range count {
		if n*20 > known {
			kinds |= 1 << i
		}
	}
	if kinds == c.kinds {
		return
	}
	c.kinds, c.onto, c.scored, c.words = kinds, ontology.Default().Only(kinds), newScored(), newWords()
	for _, it := range c.docs {
		c.read(it)
	}
}

// ontology returns the ontology as far as the documents' kinds go now.
func (c *Collection) ontology() *ontology.Ontology {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.onto
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
