INSERT INTO threads VALUES ('t-GUEST', 'GUEST', 'SECRET', 1, 2);
INSERT INTO messages VALUES ('t-GUEST', 1, 'm1', 'user', 'SECRET', 1);
INSERT INTO runs (run, thread, guest, graph, version, seq, status, step, next, err, updated, state, question)
VALUES ('r-GUEST', 't-GUEST', 'GUEST', 'beer@1', 1, 2, 'waiting', 1, 'find', 'SECRET', 1, CAST('"SECRET"' AS BLOB), CAST('{"text":"SECRET"}' AS BLOB));
INSERT INTO agent_events (run, seq, thread, step, type, time) VALUES ('r-GUEST', 1, 't-GUEST', 1, 'text', 1), ('r-GUEST', 2, 't-GUEST', 1, 'text', 1);
INSERT INTO event_payloads SELECT id, 'GUEST', CAST('"SECRET"' AS BLOB) FROM agent_events WHERE run = 'r-GUEST';
