INSERT INTO collections (name, seq) VALUES ('menu', 1);
INSERT INTO docs (collection, name, seq, gone, title, text, fields)
SELECT id, 'd3', 1, false, 'Moqueca', 'com banana', 'course=main' FROM collections;
INSERT INTO doc_vectors (doc, embedder, vector) SELECT id, 'e3', '\x0102' FROM docs;
INSERT INTO cache_spaces (name, seq) VALUES ('web', 1);
INSERT INTO cache_entries (space, key, seq, gone, text, embedder, value, made)
SELECT id, 'k3', 1, false, convert_to('quem é a Amplified?', 'UTF8'), '', '{"site":"a"}', 'epoch' FROM cache_spaces;
