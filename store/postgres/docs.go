package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/store/internal/fields"
)

// Statements that follow each other in one transaction. The first makes others
// who write to the collection wait; the next sees what those before it wrote.
var (
	countDocs = newStatement(`
		INSERT INTO collections AS c (name, seq) VALUES (@collection, @count)
		ON CONFLICT (sha256(name)) DO UPDATE SET seq = c.seq + excluded.seq`)
	lockDocs = newStatement(`SELECT FROM collections WHERE sha256(name) = sha256(@collection) FOR UPDATE`)

	// left is how many of the numbers taken are left for these documents and
	// those after them. A vector is either forgotten here or kept, never both:
	// within a statement there is no first and then.
	putDocs = newStatement(`
		WITH c AS (SELECT id, seq FROM collections WHERE sha256(name) = sha256(@collection)),
		new AS MATERIALIZED (
			SELECT * FROM unnest(@names::bytea[], @titles::bytea[], @texts::bytea[], @fields::text[], @vectors::bytea[])
				WITH ORDINALITY AS n (name, title, text, fields, vector, nth)),
		put AS (
			INSERT INTO docs (collection, name, seq, gone, title, text, fields)
			SELECT c.id, new.name, c.seq - @left + new.nth, false, new.title, new.text, new.fields FROM c, new
			ON CONFLICT (collection, sha256(name)) DO UPDATE
			SET seq = excluded.seq, gone = false, title = excluded.title, text = excluded.text, fields = excluded.fields
			RETURNING id, name),
		forgotten AS (
			DELETE FROM doc_vectors AS v USING c, new, docs AS d
			WHERE d.collection = c.id AND sha256(d.name) = sha256(new.name) AND (d.title <> new.title OR d.text <> new.text)
				AND v.doc = d.id AND (new.vector IS NULL OR v.embedder <> @embedder))
		INSERT INTO doc_vectors (doc, embedder, vector)
		SELECT put.id, @embedder, new.vector FROM put JOIN new USING (name) WHERE new.vector IS NOT NULL
		ON CONFLICT (doc, sha256(embedder)) DO UPDATE SET vector = excluded.vector`)

	putVectors = newStatement(`
		INSERT INTO doc_vectors (doc, embedder, vector)
		SELECT d.id, @embedder, new.vector
		FROM unnest(@names::bytea[], @seqs::bigint[], @vectors::bytea[]) AS new (name, seq, vector), collections AS c, docs AS d
		WHERE sha256(c.name) = sha256(@collection) AND d.collection = c.id AND sha256(d.name) = sha256(new.name)
			AND d.seq = new.seq AND NOT d.gone
		ON CONFLICT (doc, sha256(embedder)) DO UPDATE SET vector = excluded.vector`)

	removeDocs = newStatement(`
		WITH c AS (SELECT id, seq FROM collections WHERE sha256(name) = sha256(@collection)),
		old AS MATERIALIZED (
			SELECT d.id, c.seq + ROW_NUMBER() OVER (ORDER BY o.nth) AS seq
			FROM (SELECT name, MIN(nth) AS nth FROM unnest(@names::bytea[]) WITH ORDINALITY AS n (name, nth) GROUP BY name) AS o, c, docs AS d
			WHERE d.collection = c.id AND sha256(d.name) = sha256(o.name) AND NOT d.gone),
		marked AS (
			UPDATE docs AS d SET gone = true, seq = old.seq, title = '', text = '', fields = ''
			FROM old WHERE d.id = old.id),
		forgotten AS (DELETE FROM doc_vectors AS v USING old WHERE v.doc = old.id)
		UPDATE collections AS c SET seq = seq + (SELECT COUNT(*) FROM old)
		WHERE sha256(name) = sha256(@collection)`)
)

// A statement puts at most so many documents.
const putAtOnce = 256

// PutDocs implements retrieve.Store. Of two documents with one id the later
// replaces the earlier. When the answer of the server is lost they are put
// again, which changes nothing but their numbers.
func (s *Store) PutDocs(ctx context.Context, collection, embedder string, rows []retrieve.Row) error {
	if len(rows) == 0 {
		return ctx.Err()
	}
	err := s.write(ctx, func(ctx context.Context, c *pgx.Conn, _ bool) error {
		batch := &pgx.Batch{}
		countDocs.queue(batch, map[string]any{"collection": raw(collection), "count": len(rows)})
		for left := rows; len(left) > 0; {
			n := distinct(left)
			args := docArgs(left[:n])
			args["collection"], args["embedder"], args["left"] = raw(collection), raw(embedder), len(left)
			putDocs.queue(batch, args)
			left = left[n:]
		}
		return c.SendBatch(ctx, batch).Close()
	})
	return s.fail(ctx, "saving documents", err)
}

// distinct returns how many rows one statement can put: it cannot change a
// document twice.
func distinct(rows []retrieve.Row) int {
	seen := map[string]bool{}
	for n, r := range rows {
		if n == putAtOnce || seen[r.ID] {
			return n
		}
		seen[r.ID] = true
	}
	return len(rows)
}

func docArgs(rows []retrieve.Row) map[string]any {
	var names, titles, texts []raw
	var queries []string
	var vectors [][]byte
	for _, r := range rows {
		names, titles, texts = append(names, raw(r.ID)), append(titles, raw(r.Title)), append(texts, raw(r.Text))
		queries, vectors = append(queries, fields.Encode(r.Fields)), append(vectors, orNull(r.Vector))
	}
	return map[string]any{"names": names, "titles": titles, "texts": texts, "fields": queries, "vectors": vectors}
}

// PutVectors implements retrieve.Store.
func (s *Store) PutVectors(ctx context.Context, collection, embedder string, rows []retrieve.Row) error {
	args := map[string]any{"collection": raw(collection), "embedder": raw(embedder)}
	var names []raw
	var seqs []int64
	var vectors [][]byte
	for _, r := range rows {
		names, seqs, vectors = append(names, raw(r.ID)), append(seqs, r.Seq), append(vectors, r.Vector)
	}
	args["names"], args["seqs"], args["vectors"] = names, seqs, vectors
	err := s.write(ctx, func(ctx context.Context, c *pgx.Conn, _ bool) error {
		batch := &pgx.Batch{}
		lockDocs.queue(batch, args)
		putVectors.queue(batch, args)
		return c.SendBatch(ctx, batch).Close()
	})
	return s.fail(ctx, "saving vectors", err)
}

// RemoveDocs implements retrieve.Store.
func (s *Store) RemoveDocs(ctx context.Context, collection string, ids []string) error {
	names := make([]raw, len(ids))
	for i, id := range ids {
		names[i] = raw(id)
	}
	args := map[string]any{"collection": raw(collection), "names": names}
	err := s.write(ctx, func(ctx context.Context, c *pgx.Conn, _ bool) error {
		batch := &pgx.Batch{}
		lockDocs.queue(batch, args)
		removeDocs.queue(batch, args)
		return c.SendBatch(ctx, batch).Close()
	})
	return s.fail(ctx, "removing documents", err)
}

// DocsAfter implements retrieve.Store. A limit of 0 is none.
func (s *Store) DocsAfter(ctx context.Context, collection, embedder string, after int64, limit int) ([]retrieve.Row, error) {
	const query = `
		SELECT d.name, d.title, d.text, d.fields, v.vector, d.seq, d.gone
		FROM docs AS d LEFT JOIN doc_vectors AS v ON v.doc = d.id AND sha256(v.embedder) = sha256($2)
		WHERE d.collection = (SELECT id FROM collections WHERE sha256(name) = sha256($1))
			AND d.seq > $3 AND ($3 > 0 OR NOT d.gone)
		ORDER BY d.seq LIMIT $4`
	rows, err := list(ctx, s, scanDoc, query, raw(collection), raw(embedder), after, orAll(limit))
	return rows, s.fail(ctx, "reading documents", err)
}

// Collections implements retrieve.Store.
func (s *Store) Collections(ctx context.Context) (map[string]int, error) {
	const query = `
		SELECT c.name, COUNT(*) FROM collections AS c JOIN docs AS d ON d.collection = c.id
		WHERE NOT d.gone GROUP BY c.id`
	sizes := map[string]int{}
	_, err := list(ctx, s, func(row pgx.CollectableRow) (name raw, err error) {
		var size int
		err = row.Scan(&name, &size)
		sizes[string(name)] = size
		return name, err
	}, query)
	if err != nil {
		return nil, s.fail(ctx, "counting documents", err)
	}
	return sizes, nil
}

func scanDoc(row pgx.CollectableRow) (d retrieve.Row, err error) {
	var query string
	err = row.Scan((*raw)(&d.ID), (*raw)(&d.Title), (*raw)(&d.Text), &query, &d.Vector, &d.Seq, &d.Gone)
	if err != nil {
		return d, err
	}
	d.Fields, err = fields.Decode(query)
	return d, err
}

// raw is a string that is kept as bytes: a text refuses some.
type raw string

// BytesValue implements pgtype.BytesValuer.
func (r raw) BytesValue() ([]byte, error) { return []byte(r), nil }

// ScanBytes implements pgtype.BytesScanner.
func (r *raw) ScanBytes(b []byte) error {
	*r = raw(b)
	return nil
}
