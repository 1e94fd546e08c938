-- The key is of a guest who does not exist.
INSERT INTO guest_keys (guest, id, key) VALUES ('caio', -5259655936969715350, X'4ec92b9069f8919192430459847d89363f691f728124099629a62fffa2e3ac2e');
INSERT INTO memory_owners (guest, rev, purged) VALUES ('caio', 1794763888580321, 1794763888580321);
INSERT INTO memory_salts (memory, guest, salt) VALUES ('m6', 'caio', X'68b42b29ed11d45de09c2c3a63f031da');
INSERT INTO memories (id, guest, rev, body) VALUES ('m6', 'caio', 1794763888580321,
    X'016b677c8f627c0c4db958069827f6fb8c41bfb111214a1487f3420d778eff0d9919f37be15648be29519f3d17a5db7c6471b2e64b1cef47024e7dbeb015336de7024b5edb3d');
INSERT INTO agent_events (run, seq, thread, step, type, time) VALUES ('r6~memory', 1, 't6', 0, 'remembered', 6000000);
INSERT INTO event_payloads (event, guest, memory, body) VALUES (last_insert_rowid(), 'caio', 'm6',
    X'016b677c8f627c0c4d886816fe1398cff861d38d52695d80e6b63d7fe1af1b20860c280c83c503994a7f2704c2a5a7371f0186d8bc30ee3d40e17506');
