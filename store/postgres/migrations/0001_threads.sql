-- Names are compared byte by byte (COLLATE "C"), as in the SQLite store,
-- whatever language the database was made for.

CREATE TABLE threads (
    id      text COLLATE "C" PRIMARY KEY,
    guest   text COLLATE "C" NOT NULL,
    title   text NOT NULL DEFAULT '',
    created timestamptz NOT NULL,
    updated timestamptz NOT NULL
);

CREATE INDEX threads_of_guest ON threads (guest, updated, id);

-- seq orders the messages of a thread. An id is unique only within its thread:
-- a guest may choose it, and must not learn of another's by a clash.
CREATE TABLE messages (
    thread text COLLATE "C" NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
    seq    bigint NOT NULL,
    id     text COLLATE "C" NOT NULL,
    role   text NOT NULL CHECK (role IN ('user', 'assistant')),
    text   text NOT NULL,
    time   timestamptz NOT NULL,
    PRIMARY KEY (thread, seq),
    UNIQUE (thread, id)
);

-- What each day has cost, in millionths of a dollar.
CREATE TABLE spend (
    day    text PRIMARY KEY,
    micros bigint NOT NULL
);
