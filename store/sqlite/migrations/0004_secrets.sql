-- Random bytes that this database keeps to itself, made when they are first
-- asked for.
CREATE TABLE secrets (
    name  TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
) STRICT;
