INSERT INTO collections (id, name, seq) VALUES (1, 'menu', 1);
INSERT INTO docs (id, collection, name, seq, gone, title, text, fields) VALUES (1, 1, 'd3', 1, 0, 'Moqueca', 'com banana', 'course=main');
INSERT INTO doc_vectors (doc, embedder, vector) VALUES (1, 'e3', X'0102');
INSERT INTO cache_spaces (id, name, seq) VALUES (1, 'web', 1);
INSERT INTO cache_entries (space, key, seq, gone, text, embedder, value, made) VALUES
    (1, 'k3', 1, 0, 'quem é a Amplified?', '', CAST('{"site":"a"}' AS BLOB), 3000000);
