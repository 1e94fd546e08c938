-- What a guest says is sealed with a key of theirs, made when it is first
-- needed. Forgetting the guest destroys it. id is a random number that sealed
-- values name: a guest who comes back has another key.
CREATE TABLE guest_keys (
    guest TEXT    NOT NULL PRIMARY KEY,
    id    INTEGER NOT NULL,
    key   BLOB    NOT NULL
) STRICT;

-- Where a sealed value stands, the plain column beside it is empty. A body, a
-- state and a question are JSON, or sealed in place: then their first byte is 1.
ALTER TABLE threads ADD COLUMN title_sealed BLOB;
ALTER TABLE messages ADD COLUMN text_sealed BLOB;
ALTER TABLE runs ADD COLUMN err_sealed BLOB;

CREATE INDEX runs_of_guest ON runs (guest);

-- What was logged before there were keys, to be found when its guest is
-- forgotten.
CREATE INDEX event_payloads_plain ON event_payloads (guest)
WHERE guest <> '' AND substr(body, 1, 1) <> x'01';
