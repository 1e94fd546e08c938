-- The key is of a guest who does not exist.
INSERT INTO guest_keys (guest, id, key) VALUES ('caio', -636290978427215577, '\xc6c98cfa1fb6b2a638c9ed6c3b6f1ff77dc28940a40b55f2657ac6d2794e79c0');
INSERT INTO memory_owners (guest, rev, purged) VALUES ('caio', 1794763954545774, 1794763954545774);
INSERT INTO memory_salts (memory, guest, salt) VALUES ('m6', 'caio', '\x0fb7ed77e4888fa0640983b3dcfe0ba6');
INSERT INTO memories (id, guest, rev, body) VALUES ('m6', 'caio', 1794763954545774,
    '\x0128003f1e6f8d7c08c3b69991809265827d56f436796334ad6487352817d2992ca4ea35b72aad3975d3d8fac0a8c5cc1143db231b117788d8936931b7fdd230957d9100e11d');
WITH e AS (INSERT INTO agent_events (tx, run, seq, thread, step, type, time) VALUES (6, 'r6~memory', 1, 't6', 0, 'remembered', 'epoch') RETURNING id)
INSERT INTO event_payloads (event, guest, memory, body) SELECT id, 'caio', 'm6',
    '\x0128003f1e6f8d7c0866e0417ca12352e91cd86d72a6a8bb6077be13d7219471acccc173f819606fe840193bafc1c611371aac35a503cb0c17e40fef' FROM e;
