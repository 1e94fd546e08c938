-- When somebody last followed a run. Apart from runs, whose rows are large and
-- not to be written every few seconds.
CREATE TABLE attention (
    run TEXT    NOT NULL PRIMARY KEY REFERENCES runs (run) ON DELETE CASCADE,
    at  INTEGER NOT NULL
) STRICT;

-- What guests' programs sign in with. hash is the SHA-256 of the secret, which
-- is kept nowhere. used and revoked are NULL for never.
CREATE TABLE tokens (
    id      TEXT    NOT NULL PRIMARY KEY,
    hash    BLOB    NOT NULL UNIQUE,
    guest   TEXT    NOT NULL,
    name    TEXT    NOT NULL,
    created INTEGER NOT NULL,
    used    INTEGER,
    revoked INTEGER
) STRICT;

CREATE INDEX tokens_of_guest ON tokens (guest);
