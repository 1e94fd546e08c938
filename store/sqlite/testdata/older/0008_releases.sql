INSERT INTO releases (name, part, version, data) VALUES ('customers', 0, '2026-01-05T00:00:00Z', X'66696775726573');
