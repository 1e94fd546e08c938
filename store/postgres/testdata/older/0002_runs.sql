INSERT INTO runs (run, thread, guest, graph, version, seq, status, step, next, err, updated, question, state, token) VALUES
    ('r2', 't2', 'ana', 'beer@1', 1, 1, 'waiting', 2, 'ask', '', 'epoch', '{"text":"Quer saber mais?"}', '{"found":2}', 1);
WITH e AS (INSERT INTO agent_events (tx, run, seq, thread, step, type, time) VALUES (2, 'r2', 1, 't2', 1, 'text', 'epoch') RETURNING id)
INSERT INTO event_payloads (event, guest, body) SELECT id, 'ana', '{"text":"Achei duas."}' FROM e;
