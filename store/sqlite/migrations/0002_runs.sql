-- One row for each run: its checkpoint, as graph.Checkpoint says. state and
-- question are JSON, and NULL is none. id gives the order in which runs began.
CREATE TABLE runs (
    id       INTEGER NOT NULL PRIMARY KEY,
    run      TEXT    NOT NULL UNIQUE,
    thread   TEXT    NOT NULL,
    guest    TEXT    NOT NULL,
    graph    TEXT    NOT NULL,
    version  INTEGER NOT NULL,
    seq      INTEGER NOT NULL,
    status   TEXT    NOT NULL CHECK (status IN ('running', 'waiting', 'ended', 'failed', 'cancelled')),
    step     INTEGER NOT NULL,
    next     TEXT    NOT NULL,
    err      TEXT    NOT NULL,
    deadline INTEGER,
    updated  INTEGER NOT NULL,
    question BLOB,
    state    BLOB
) STRICT;

-- A thread has one run at a time that is not over.
CREATE UNIQUE INDEX runs_under_way ON runs (thread)
WHERE thread <> '' AND status IN ('running', 'waiting');

CREATE INDEX runs_of_thread ON runs (thread);

-- What Due, Stalled and Prune look for. Few runs are running at any time, so
-- they are looked through: to order them by the time they were last heard of
-- would cost a page with every Extend.
CREATE INDEX runs_waiting ON runs (graph, deadline) WHERE status = 'waiting' AND deadline IS NOT NULL;
CREATE INDEX runs_running ON runs (graph) WHERE status = 'running';
CREATE INDEX runs_over ON runs (updated) WHERE status IN ('ended', 'failed', 'cancelled');

-- What orders events, and nothing a guest has said. Who reads on from an id
-- must not meet it again: AUTOINCREMENT does not give out the id of an event
-- that was pruned.
CREATE TABLE agent_events (
    id     INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    run    TEXT    NOT NULL,
    seq    INTEGER NOT NULL,
    thread TEXT    NOT NULL,
    step   INTEGER NOT NULL,
    type   TEXT    NOT NULL,
    time   INTEGER NOT NULL,
    UNIQUE (run, seq)
) STRICT;

-- What events say, apart, with the guest they are about: it can be sealed or
-- forgotten guest by guest while the order of events stays.
CREATE TABLE event_payloads (
    event INTEGER NOT NULL PRIMARY KEY REFERENCES agent_events (id),
    guest TEXT    NOT NULL,
    body  BLOB
) STRICT;

-- Events are appended and stay as they are. Who may remove them says so with
-- a row here, in the transaction that removes them and the row.
CREATE TABLE removal (
    allowed INTEGER NOT NULL PRIMARY KEY CHECK (allowed = 1)
) STRICT;

CREATE TRIGGER agent_events_stay BEFORE DELETE ON agent_events
WHEN NOT EXISTS (SELECT 1 FROM removal)
BEGIN SELECT RAISE(ABORT, 'events are only appended'); END;

CREATE TRIGGER agent_events_never_change BEFORE UPDATE ON agent_events
BEGIN SELECT RAISE(ABORT, 'events are only appended'); END;

CREATE TRIGGER event_payloads_stay BEFORE DELETE ON event_payloads
WHEN NOT EXISTS (SELECT 1 FROM removal)
BEGIN SELECT RAISE(ABORT, 'events are only appended'); END;

CREATE TRIGGER event_payloads_never_change BEFORE UPDATE ON event_payloads
BEGIN SELECT RAISE(ABORT, 'events are only appended'); END;
