INSERT INTO threads VALUES ('t-GUEST', 'GUEST', 'SECRET', now(), now());
INSERT INTO messages VALUES ('t-GUEST', 1, 'm1', 'user', 'SECRET', now());
INSERT INTO runs (run, thread, guest, graph, version, seq, status, step, next, err, updated, state, question, token)
VALUES ('r-GUEST', 't-GUEST', 'GUEST', 'beer@1', 1, 2, 'waiting', 1, 'find', 'SECRET', now(), '"SECRET"', '{"text":"SECRET"}', 1);
INSERT INTO agent_events (tx, run, seq, thread, step, type, time) VALUES (1, 'r-GUEST', 1, 't-GUEST', 1, 'text', now()), (1, 'r-GUEST', 2, 't-GUEST', 1, 'text', now());
INSERT INTO event_payloads SELECT id, 'GUEST', '"SECRET"' FROM agent_events WHERE run = 'r-GUEST';
