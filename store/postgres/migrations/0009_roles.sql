-- Whose a token is: owner, staff, or '' for a guest's. Sessions of it that began
-- before signed_out are over.
ALTER TABLE tokens ADD COLUMN role TEXT NOT NULL DEFAULT '';
ALTER TABLE tokens ADD COLUMN signed_out timestamptz;
