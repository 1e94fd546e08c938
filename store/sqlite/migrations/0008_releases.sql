-- Figures about all clients as they were last published, in parts of a
-- megabyte. Every process that shares this database answers from them.
CREATE TABLE releases (
    name    TEXT    NOT NULL,
    part    INTEGER NOT NULL,
    version TEXT    NOT NULL,
    data    BLOB    NOT NULL,
    PRIMARY KEY (name, part)
) STRICT;
