-- When somebody last followed a run. Apart from runs, whose rows are large and
-- not to be written every few seconds.
CREATE TABLE attention (
    run text COLLATE "C" PRIMARY KEY REFERENCES runs (run) ON DELETE CASCADE,
    at  timestamptz NOT NULL
) WITH (fillfactor = 50);

-- What guests' programs sign in with. hash is the SHA-256 of the secret, which
-- is kept nowhere. used and revoked are NULL for never.
CREATE TABLE tokens (
    id      text COLLATE "C" PRIMARY KEY,
    hash    bytea NOT NULL UNIQUE,
    guest   text COLLATE "C" NOT NULL,
    name    text NOT NULL,
    created timestamptz NOT NULL,
    used    timestamptz,
    revoked timestamptz
);

CREATE INDEX tokens_of_guest ON tokens (guest);
