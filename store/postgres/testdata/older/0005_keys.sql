-- The key is of a guest who does not exist.
INSERT INTO guest_keys (guest, id, key) VALUES ('bia', -632558709156512881, '\x224f28534dbd29e73531e9c9415a99d91b194d6745d29bf78f9e7442823ab558');
INSERT INTO threads (id, guest, title, created, updated, title_sealed) VALUES ('t5', 'bia', '', '1970-01-01T00:00:05Z', '1970-01-01T00:00:05Z',
    '\x01f738b33499257b8f5ced7d9e20fec774b2312dbc68454f31c05c723a95d893f0f374972a2336ed2d4a870f1403d086352b10ef2cc3865f922e552b85');
INSERT INTO messages (thread, seq, id, role, text, time, text_sealed) VALUES
    ('t5', 1, 'm1', 'user', '', '1970-01-01T00:00:05Z',
    '\x01f738b33499257b8f3e001fb0d81ac51b5b6ec5ceb490ca1bf10487a2098324a298495e23f24060116becedecb1e471c91f2109c70eed805c82d765f1'),
    ('t5', 2, 'm2', 'assistant', '', '1970-01-01T00:00:05Z',
    '\x01f738b33499257b8f9cf858f836d5751e38f72e44da837dee2eaf70267152871db339409f9318feb293411c53');
INSERT INTO runs (run, thread, guest, graph, version, seq, status, step, next, err, updated, token, question, state) VALUES
    ('r5', 't5', 'bia', 'menu@1', 1, 1, 'waiting', 2, 'ask', '', '1970-01-01T00:00:05Z', 5,
    '\x01f738b33499257b8fee000f36551e8a6230b87ed64232a487ce3895def98d3743a759a22648f2236bcc903ce5847a8043c476514f5338a9143d361bcc23',
    '\x01f738b33499257b8fabf71d49e31b1da5926854b063fa765cb55569a9fd90c8874eb91b6d7ff86e3f6efeaf160178286f7f643d86a31a');
WITH e AS (INSERT INTO agent_events (tx, run, seq, thread, step, type, time) VALUES (5, 'r5', 1, 't5', 1, 'text', '1970-01-01T00:00:05Z') RETURNING id)
INSERT INTO event_payloads (event, guest, body) SELECT id, 'bia',
    '\x01f738b33499257b8f5756ad19467837d3d6549b7edca60eec1e2f5f9dff03c85e70e9f86c7e6421991d3000ab7936b77b4b8053639b280ca72a32b0ef7d766953334971' FROM e;
