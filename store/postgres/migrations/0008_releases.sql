-- Figures about all clients as they were last published, in parts of a
-- megabyte. Every process that shares this database answers from them.
CREATE TABLE releases (
    name    text    NOT NULL,
    part    integer NOT NULL,
    version text    NOT NULL,
    data    bytea   NOT NULL,
    PRIMARY KEY (name, part)
);
