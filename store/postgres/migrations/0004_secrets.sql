-- Random bytes that this database keeps to itself, made when they are first
-- asked for.
CREATE TABLE secrets (
    name  text NOT NULL PRIMARY KEY,
    value bytea NOT NULL
);
