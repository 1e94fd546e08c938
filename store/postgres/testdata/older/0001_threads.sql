INSERT INTO threads (id, guest, title, created, updated) VALUES ('t1', 'ana', 'uma IPA', '1970-01-01T00:00:01Z', '1970-01-01T00:00:02Z');
INSERT INTO messages (thread, seq, id, role, text, time) VALUES
    ('t1', 1, 'm1', 'user', 'uma IPA', '1970-01-01T00:00:01.5Z'),
    ('t1', 2, 'm2', 'assistant', 'Claro!', '1970-01-01T00:00:02Z');
INSERT INTO spend (day, micros) VALUES ('2026-03-14', 42);
