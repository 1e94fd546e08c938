-- Times are microseconds since 1970 in UTC: they compare and index as plain
-- integers, where RFC 3339 sorts only while every writer prints as many digits,
-- and PostgreSQL keeps microseconds too, so both stores give back the same.

CREATE TABLE threads (
    id      TEXT    NOT NULL PRIMARY KEY,
    guest   TEXT    NOT NULL,
    title   TEXT    NOT NULL DEFAULT '',
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL
) STRICT;

CREATE INDEX threads_of_guest ON threads (guest, updated, id);

-- seq counts the messages of a thread from 1. An id is unique only within its
-- thread: a guest may choose it, and must not learn of another's by a clash.
CREATE TABLE messages (
    thread TEXT    NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
    seq    INTEGER NOT NULL,
    id     TEXT    NOT NULL,
    role   TEXT    NOT NULL CHECK (role IN ('user', 'assistant')),
    text   TEXT    NOT NULL,
    time   INTEGER NOT NULL,
    PRIMARY KEY (thread, seq),
    UNIQUE (thread, id)
) STRICT;

-- What each day has cost, in millionths of a dollar.
CREATE TABLE spend (
    day    TEXT    NOT NULL PRIMARY KEY,
    micros INTEGER NOT NULL
) STRICT;
