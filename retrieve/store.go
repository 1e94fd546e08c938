package retrieve

import "context"

// A Doc is a thing that can be found: a dish, a beer, a column of a table.
type Doc struct {
	ID     string            `json:"id"`
	Title  string            `json:"title"`
	Text   string            `json:"text"`
	Fields map[string]string `json:"fields,omitempty"` // what filters ask: price, city, allergens
}

// A Row is a document as a store keeps it.
type Row struct {
	Doc
	Vector []byte // of the embedder asked for, by vector.Encode; nil: none yet
	Seq    int64  // of the last change, rising in a collection
	Gone   bool   // removed: only ID and Seq are left
}

// A Store keeps collections of documents and their vectors, shared by all
// workers. A collection is there as soon as it has a document.
type Store interface {
	// PutDocs adds or replaces documents, all or none, and gives them, in their
	// order, the collection's next numbers. A document whose Title or Text
	// changes loses its vectors of other embedders; one whose Vector is nil
	// keeps the vector it has if its words are the same; one that is Gone is
	// removed. Of two rows with one ID the later counts; Seq is the store's to say.
	PutDocs(ctx context.Context, collection, embedder string, rows []Row) error
	// PutVectors adds the embedder's vectors of rows read before to those of
	// their documents that have not changed since: whose number is still the
	// row's Seq. It gives no new numbers.
	PutVectors(ctx context.Context, collection, embedder string, rows []Row) error
	// DocsAfter returns at most limit rows (0: all) that changed after the number
	// after, in the order of their numbers, with their vectors of the embedder.
	// After 0 it leaves out what is gone. A number that a reader has seen is
	// never followed by a lower one that becomes visible later.
	DocsAfter(ctx context.Context, collection, embedder string, after int64, limit int) ([]Row, error)
	// Collections returns how many documents each collection has, by name.
	Collections(ctx context.Context) (map[string]int, error)
}
