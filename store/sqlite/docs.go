package sqlite

import (
	"context"

	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/store/internal/fields"
)

// PutDocs implements retrieve.Store. Of two documents with one id the later
// replaces the earlier.
func (s *Store) PutDocs(ctx context.Context, collection, embedder string, rows []retrieve.Row) error {
	const (
		forget = `
			DELETE FROM doc_vectors WHERE doc = (
				SELECT id FROM docs WHERE collection = ? AND name = ? AND (title <> ? OR text <> ?))`
		put = `
			INSERT INTO docs (collection, name, seq, gone, title, text, fields) VALUES (?, ?, ?, 0, ?, ?, ?)
			ON CONFLICT (collection, name) DO UPDATE
			SET seq = excluded.seq, gone = 0, title = excluded.title, text = excluded.text, fields = excluded.fields
			RETURNING id`
		keep = `
			INSERT INTO doc_vectors (doc, embedder, vector) VALUES (?, ?, ?)
			ON CONFLICT (doc, embedder) DO UPDATE SET vector = excluded.vector`
	)
	if len(rows) == 0 {
		return ctx.Err()
	}
	err := s.write(ctx, func(t *tx) error {
		id, seq, err := t.count("collections", collection, len(rows))
		if err != nil {
			return err
		}
		for _, r := range rows {
			seq++
			if _, err := t.exec(forget, id, r.ID, r.Title, r.Text); err != nil {
				return err
			}
			doc, _, err := t.number(put, id, r.ID, seq, r.Title, r.Text, fields.Encode(r.Fields))
			if err != nil {
				return err
			}
			if len(r.Vector) == 0 {
				continue
			}
			if _, err := t.exec(keep, doc, embedder, r.Vector); err != nil {
				return err
			}
		}
		return nil
	})
	return s.fail(ctx, "saving documents to", err)
}

// PutVectors implements retrieve.Store.
func (s *Store) PutVectors(ctx context.Context, collection, embedder string, rows []retrieve.Row) error {
	const put = `
		INSERT INTO doc_vectors (doc, embedder, vector)
		SELECT id, ?, ? FROM docs
		WHERE collection = (SELECT id FROM collections WHERE name = ?) AND name = ? AND seq = ? AND gone = 0
		ON CONFLICT (doc, embedder) DO UPDATE SET vector = excluded.vector`
	err := s.write(ctx, func(t *tx) error {
		for _, r := range rows {
			if _, err := t.exec(put, embedder, r.Vector, collection, r.ID, r.Seq); err != nil {
				return err
			}
		}
		return nil
	})
	return s.fail(ctx, "saving vectors to", err)
}

// count takes the next n numbers of a row of a table that counts changes, which
// is made if it is missing. It returns the row's id and the number before.
func (t *tx) count(table, name string, n int) (id, before int64, err error) {
	insert := `INSERT INTO ` + table + ` (name, seq) VALUES (?, 0) ON CONFLICT (name) DO UPDATE SET seq = seq RETURNING id`
	if id, _, err = t.number(insert, name); err != nil {
		return 0, 0, err
	}
	last, err := t.take(table, id, int64(n))
	return id, last - int64(n), err
}

// take takes the next n numbers and returns the last of them.
func (t *tx) take(table string, id, n int64) (last int64, err error) {
	last, _, err = t.number(`UPDATE `+table+` SET seq = seq + ? WHERE id = ? RETURNING seq`, n, id)
	return last, err
}

// RemoveDocs implements retrieve.Store.
func (s *Store) RemoveDocs(ctx context.Context, collection string, ids []string) error {
	const (
		find   = `SELECT id FROM docs WHERE collection = (SELECT id FROM collections WHERE name = ?) AND name = ? AND gone = 0`
		mark   = `UPDATE docs SET gone = 1, seq = ?, title = '', text = '', fields = '' WHERE id = ?`
		forget = `DELETE FROM doc_vectors WHERE doc = ?`
	)
	err := s.write(ctx, func(t *tx) error {
		for _, id := range ids {
			doc, found, err := t.number(find, collection, id)
			if err != nil {
				return err
			}
			if !found {
				continue
			}
			_, before, err := t.count("collections", collection, 1)
			if err != nil {
				return err
			}
			if _, err := t.exec(mark, before+1, doc); err != nil {
				return err
			}
			if _, err := t.exec(forget, doc); err != nil {
				return err
			}
		}
		return nil
	})
	return s.fail(ctx, "removing documents from", err)
}

// DocsAfter implements retrieve.Store. A limit of 0 is none.
func (s *Store) DocsAfter(ctx context.Context, collection, embedder string, after int64, limit int) ([]retrieve.Row, error) {
	const query = `
		SELECT d.name, d.title, d.text, d.fields, v.vector, d.seq, d.gone
		FROM docs AS d LEFT JOIN doc_vectors AS v ON v.doc = d.id AND v.embedder = ?2
		WHERE d.collection = (SELECT id FROM collections WHERE name = ?1) AND d.seq > ?3 AND (?3 > 0 OR d.gone = 0)
		ORDER BY d.seq LIMIT ?4`
	rows, err := collect(ctx, s.reader, scanDoc, query, collection, embedder, after, orAll(limit))
	return rows, s.fail(ctx, "reading documents of", err)
}

// Collections implements retrieve.Store.
func (s *Store) Collections(ctx context.Context) (map[string]int, error) {
	const query = `
		SELECT c.name, COUNT(*) FROM collections AS c JOIN docs AS d ON d.collection = c.id
		WHERE d.gone = 0 GROUP BY c.id`
	sizes := map[string]int{}
	_, err := collect(ctx, s.reader, func(r row) (name string, err error) {
		var size int
		err = r.Scan(&name, &size)
		sizes[name] = size
		return name, err
	}, query)
	if err != nil {
		return nil, s.fail(ctx, "counting documents of", err)
	}
	return sizes, nil
}

func scanDoc(r row) (d retrieve.Row, err error) {
	var query string
	if err = r.Scan(&d.ID, &d.Title, &d.Text, &query, &d.Vector, &d.Seq, &d.Gone); err != nil {
		return d, err
	}
	d.Fields, err = fields.Decode(query)
	return d, err
}
