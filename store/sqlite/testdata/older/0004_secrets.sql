INSERT INTO secrets (name, value) VALUES ('s4', CAST('0123456789abcdef0123456789abcdef' AS BLOB));
