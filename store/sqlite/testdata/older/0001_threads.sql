INSERT INTO threads (id, guest, title, created, updated) VALUES ('t1', 'ana', 'uma IPA', 1000000, 2000000);
INSERT INTO messages (thread, seq, id, role, text, time) VALUES
    ('t1', 1, 'm1', 'user', 'uma IPA', 1500000),
    ('t1', 2, 'm2', 'assistant', 'Claro!', 2000000);
INSERT INTO spend (day, micros) VALUES ('2026-03-14', 42);
