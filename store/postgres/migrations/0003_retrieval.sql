-- Documents that can be found. Names and words are kept as bytes: they come
-- from files and from guests, and a text refuses the byte 0 and what is not
-- UTF-8. convert_from(title, 'UTF8') shows one. Names are indexed by their hash:
-- an index holds none that is longer than a third of a page.
--
-- seq is the number of the last change in the collection. Each change takes the
-- next one, and has the row locked until it is committed: so numbers become
-- visible in their order, and who has read up to one reads on from there.
CREATE TABLE collections (
    id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name bytea NOT NULL,
    seq  bigint NOT NULL
) WITH (fillfactor = 50);

CREATE UNIQUE INDEX collections_by_name ON collections (sha256(name));

-- name is what a retrieve.Doc calls its ID. fields is a query string. Of what
-- was removed the name and the number stay, for who has not read of it yet.
CREATE TABLE docs (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    collection bigint NOT NULL,
    name       bytea NOT NULL,
    seq        bigint NOT NULL,
    gone       boolean NOT NULL,
    title      bytea NOT NULL,
    text       bytea NOT NULL,
    fields     text NOT NULL
);

CREATE UNIQUE INDEX docs_by_name ON docs (collection, sha256(name));

-- It has gone so that documents are counted without being read.
CREATE UNIQUE INDEX docs_by_change ON docs (collection, seq, gone);

-- Always of the words that the document has now. That the document exists is
-- sure without a foreign key: one statement writes both. Vectors are not
-- compressed: it would take time and win nothing.
CREATE TABLE doc_vectors (
    doc      bigint NOT NULL,
    embedder bytea NOT NULL,
    vector   bytea NOT NULL
);

ALTER TABLE doc_vectors ALTER COLUMN vector SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX doc_vectors_of_doc ON doc_vectors (doc, sha256(embedder));

-- Answers that are kept, in spaces that count their changes as collections do.
CREATE TABLE cache_spaces (
    id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name bytea NOT NULL,
    seq  bigint NOT NULL
) WITH (fillfactor = 50);

CREATE UNIQUE INDEX cache_spaces_by_name ON cache_spaces (sha256(name));

CREATE TABLE cache_entries (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    space    bigint NOT NULL,
    key      bytea NOT NULL,
    seq      bigint NOT NULL,
    gone     boolean NOT NULL,
    text     bytea NOT NULL,
    embedder bytea NOT NULL,
    vector   bytea,
    value    bytea,
    made     timestamptz NOT NULL
);

ALTER TABLE cache_entries ALTER COLUMN vector SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX cache_entries_by_key ON cache_entries (space, sha256(key));
CREATE UNIQUE INDEX cache_entries_by_change ON cache_entries (space, seq);
CREATE INDEX cache_entries_by_age ON cache_entries (space, made, seq) WHERE NOT gone;
CREATE INDEX cache_entries_gone ON cache_entries (space, seq) WHERE gone;

-- Who works on the answer for a key, and until when. The space may be one that
-- has no answers yet.
CREATE TABLE cache_claims (
    space bytea NOT NULL,
    key   bytea NOT NULL,
    owner bytea NOT NULL,
    until timestamptz NOT NULL
);

CREATE UNIQUE INDEX cache_claims_by_key ON cache_claims (sha256(space), sha256(key));
