package sqlstore

import (
	"context"
	"net/url"

	"github.com/maitre-dev/maitre/retrieve"
)

const collectionID = `(SELECT id FROM collections WHERE sha256(name) = sha256($1))`

const (
	nextDocs = `
		INSERT INTO collections AS c (name, seq) VALUES ($1, $2)
		ON CONFLICT (sha256(name)) DO UPDATE SET seq = c.seq + excluded.seq
		RETURNING id, seq`
	lastDoc = `SELECT id, seq FROM collections WHERE sha256(name) = sha256($1) FOR UPDATE`

	putVector = `
		INSERT INTO doc_vectors (doc, embedder, vector)
		SELECT id, $3, $4 FROM docs WHERE collection = $1 AND sha256(name) = sha256($2)`
	replaceVector = ` ON CONFLICT (doc, sha256(embedder)) DO UPDATE SET vector = excluded.vector`
)

// PutDocs implements retrieve.Store. Of two documents with one id the later
// replaces the earlier. When the answer of a server is lost they are put again,
// which changes nothing but their numbers.
func (s *Store) PutDocs(ctx context.Context, collection, embedder string, rows []retrieve.Row) error {
	const (
		forget = `
			DELETE FROM doc_vectors WHERE doc = (
				SELECT id FROM docs WHERE collection = $1 AND sha256(name) = sha256($2) AND (title <> $3 OR text <> $4))`
		put = `
			INSERT INTO docs (collection, name, seq, gone, title, text, fields) VALUES ($1, $2, $3, FALSE, $4, $5, $6)
			ON CONFLICT (collection, sha256(name)) DO UPDATE
			SET seq = excluded.seq, gone = excluded.gone, title = excluded.title, text = excluded.text, fields = excluded.fields`
		mark = `
			UPDATE docs SET gone = TRUE, seq = $3, title = '', text = '', fields = ''
			WHERE collection = $1 AND sha256(name) = sha256($2) AND gone = FALSE`
		strip = `
			DELETE FROM doc_vectors WHERE doc = (
				SELECT id FROM docs WHERE collection = $1 AND sha256(name) = sha256($2) AND gone = TRUE)`
	)
	if len(rows) == 0 {
		return ctx.Err()
	}
	err := s.db.Write(ctx, func(t Tx) error {
		c, err := count(t, nextDocs, Raw(collection), int64(len(rows)))
		if err != nil {
			return err
		}
		c.seq -= int64(len(rows))
		for _, r := range rows {
			c.seq++
			id, title, text := Raw(r.ID), Raw(r.Title), Raw(r.Text)
			if r.Gone {
				t.Do(mark, c.id, id, c.seq)
				t.Do(strip, c.id, id)
				continue
			}
			t.Do(forget, c.id, id, title, text)
			t.Do(put, c.id, id, c.seq, title, text, encodeFields(r.Fields))
			if len(r.Vector) > 0 {
				t.Do(putVector+replaceVector, c.id, id, Raw(embedder), r.Vector)
			}
		}
		return nil
	})
	return s.db.Fail(ctx, "saving documents", err)
}

// PutVectors implements retrieve.Store.
func (s *Store) PutVectors(ctx context.Context, collection, embedder string, rows []retrieve.Row) error {
	const put = putVector + ` AND seq = $5 AND gone = FALSE` + replaceVector
	err := s.db.Write(ctx, func(t Tx) error {
		c, err := count(t, lastDoc, Raw(collection))
		for _, r := range rows {
			t.Do(put, c.id, Raw(r.ID), Raw(embedder), r.Vector, r.Seq)
		}
		return err
	})
	return s.db.Fail(ctx, "saving vectors", err)
}

// DocsAfter implements retrieve.Store. A limit of 0 is none.
func (s *Store) DocsAfter(ctx context.Context, collection, embedder string, after int64, limit int) ([]retrieve.Row, error) {
	const query = `
		SELECT d.name, d.title, d.text, d.fields, v.vector, d.seq, d.gone
		FROM docs AS d LEFT JOIN doc_vectors AS v ON v.doc = d.id AND sha256(v.embedder) = sha256($2)
		WHERE d.collection = ` + collectionID + ` AND d.seq > $3 AND ($3 > 0 OR d.gone = FALSE)
		ORDER BY d.seq LIMIT CAST($4 AS bigint)`
	rows, err := list(ctx, s, scanDoc, query, Raw(collection), Raw(embedder), after, orAll(limit))
	return rows, s.db.Fail(ctx, "reading documents", err)
}

// Collections implements retrieve.Store.
func (s *Store) Collections(ctx context.Context) (map[string]int, error) {
	const query = `
		SELECT c.name, COUNT(*) FROM collections AS c JOIN docs AS d ON d.collection = c.id
		WHERE d.gone = FALSE GROUP BY c.id`
	sizes := map[string]int{}
	_, err := list(ctx, s, func(r Row) (name Raw, err error) {
		var size int
		err = r.Scan(&name, &size)
		sizes[string(name)] = size
		return name, err
	}, query)
	if err != nil {
		return nil, s.db.Fail(ctx, "counting documents", err)
	}
	return sizes, nil
}

func scanDoc(r Row) (d retrieve.Row, err error) {
	var query string
	err = r.Scan((*Raw)(&d.ID), (*Raw)(&d.Title), (*Raw)(&d.Text), &query, &d.Vector, &d.Seq, &d.Gone)
	if err != nil {
		return d, err
	}
	d.Fields, err = decodeFields(query)
	return d, err
}

// encodeFields writes fields as a query string, which has room for any bytes: JSON
// would change those that are not UTF-8.
func encodeFields(fields map[string]string) string {
	query := url.Values{}
	for name, value := range fields {
		query.Set(name, value)
	}
	return query.Encode()
}

// decodeFields reads what encodeFields wrote.
func decodeFields(query string) (map[string]string, error) {
	values, err := url.ParseQuery(query)
	if len(values) == 0 {
		return nil, err
	}
	fields := make(map[string]string, len(values))
	for name := range values {
		fields[name] = values.Get(name)
	}
	return fields, err
}
