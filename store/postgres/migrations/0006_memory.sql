-- What is remembered, as the log adds up to: it can be dropped and made again
-- from there. rev is the revision of its owner that it was last changed in. The
-- guest '' is the house. body is JSON, or sealed in place as events are.
CREATE TABLE memories (
    id    text COLLATE "C" PRIMARY KEY,
    guest text COLLATE "C" NOT NULL,
    rev   bigint NOT NULL,
    body  bytea NOT NULL
);

CREATE INDEX memories_of_guest ON memories (guest, rev);

-- How far each owner's memories have come. Revisions grow with the clock, so
-- that a guest who was forgotten and comes back has none that was seen before.
-- purged is the last in which memories were removed, of which no row tells.
CREATE TABLE memory_owners (
    guest  text COLLATE "C" PRIMARY KEY,
    rev    bigint NOT NULL,
    purged bigint NOT NULL
) WITH (fillfactor = 50);

-- A memory, and events about it, are sealed with its guest's key and its salt:
-- forgetting the memory destroys the salt. They are apart from memories, which
-- may be dropped. One of the house has a salt too, used for nothing: the row
-- says whose the id is.
CREATE TABLE memory_salts (
    memory text COLLATE "C" PRIMARY KEY,
    guest  text COLLATE "C" NOT NULL,
    salt   bytea NOT NULL
);

CREATE INDEX memory_salts_of_guest ON memory_salts (guest);

-- The memory that an event is about and is sealed with; '' is none.
ALTER TABLE event_payloads ADD COLUMN memory text COLLATE "C" NOT NULL DEFAULT '';

CREATE INDEX event_payloads_of_memory ON event_payloads (memory) WHERE memory <> '';

-- Who first asked what an answer was kept for: with them their words go. '' is
-- nobody.
ALTER TABLE cache_entries ADD COLUMN guest text COLLATE "C" NOT NULL DEFAULT '';

CREATE INDEX cache_entries_of_guest ON cache_entries (guest) WHERE guest <> '';
