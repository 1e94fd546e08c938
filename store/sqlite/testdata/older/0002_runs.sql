INSERT INTO runs (run, thread, guest, graph, version, seq, status, step, next, err, updated, question, state) VALUES
    ('r2', 't2', 'ana', 'beer@1', 1, 1, 'waiting', 2, 'ask', '', 2000000,
    CAST('{"text":"Quer saber mais?"}' AS BLOB), CAST('{"found":2}' AS BLOB));
INSERT INTO agent_events (run, seq, thread, step, type, time) VALUES ('r2', 1, 't2', 1, 'text', 2000000);
INSERT INTO event_payloads (event, guest, body) VALUES (last_insert_rowid(), 'ana', CAST('{"text":"Achei duas."}' AS BLOB));
