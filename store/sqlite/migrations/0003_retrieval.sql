-- Documents that can be found. seq is the number of the last change in the
-- collection: each change takes the next one, so that who has read up to a
-- number reads on from there.
CREATE TABLE collections (
    id   INTEGER NOT NULL PRIMARY KEY,
    name TEXT    NOT NULL UNIQUE,
    seq  INTEGER NOT NULL
) STRICT;

-- name is what a retrieve.Doc calls its ID. fields is a query string. Of what
-- was removed the name and the number stay, for who has not read of it yet.
CREATE TABLE docs (
    id         INTEGER NOT NULL PRIMARY KEY,
    collection INTEGER NOT NULL REFERENCES collections (id),
    name       TEXT    NOT NULL,
    seq        INTEGER NOT NULL,
    gone       INTEGER NOT NULL CHECK (gone IN (0, 1)),
    title      TEXT    NOT NULL,
    text       TEXT    NOT NULL,
    fields     TEXT    NOT NULL,
    UNIQUE (collection, name)
) STRICT;

-- It has gone so that documents are counted without being read.
CREATE UNIQUE INDEX docs_by_change ON docs (collection, seq, gone);

-- Always of the words that the document has now.
CREATE TABLE doc_vectors (
    doc      INTEGER NOT NULL REFERENCES docs (id),
    embedder TEXT    NOT NULL,
    vector   BLOB    NOT NULL,
    PRIMARY KEY (doc, embedder)
) STRICT;

-- Answers that are kept, in spaces that count their changes as collections do.
CREATE TABLE cache_spaces (
    id   INTEGER NOT NULL PRIMARY KEY,
    name TEXT    NOT NULL UNIQUE,
    seq  INTEGER NOT NULL
) STRICT;

CREATE TABLE cache_entries (
    id       INTEGER NOT NULL PRIMARY KEY,
    space    INTEGER NOT NULL REFERENCES cache_spaces (id),
    key      TEXT    NOT NULL,
    seq      INTEGER NOT NULL,
    gone     INTEGER NOT NULL CHECK (gone IN (0, 1)),
    text     TEXT    NOT NULL,
    embedder TEXT    NOT NULL,
    vector   BLOB,
    value    BLOB,
    made     INTEGER NOT NULL,
    UNIQUE (space, key),
    UNIQUE (space, seq)
) STRICT;

CREATE INDEX cache_entries_by_age ON cache_entries (space, made, seq) WHERE gone = 0;
CREATE INDEX cache_entries_gone ON cache_entries (space, seq) WHERE gone = 1;

-- Who works on the answer for a key, and until when. The space may be one that
-- has no answers yet.
CREATE TABLE cache_claims (
    space TEXT    NOT NULL,
    key   TEXT    NOT NULL,
    owner TEXT    NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (space, key)
) STRICT;
