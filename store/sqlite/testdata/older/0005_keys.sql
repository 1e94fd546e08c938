-- The key is of a guest who does not exist.
INSERT INTO guest_keys (guest, id, key) VALUES ('bia', 8991134842496485008, X'cbec71f1778fb0b5539552732ff667408d3d702804baef6418788edb3f3f96e5');
INSERT INTO threads (id, guest, title, created, updated, title_sealed) VALUES ('t5', 'bia', '', 5000000, 5000000,
    X'017cc6ed808ea40690a8c86ff1b1982946b58b4402cf74fae6b32800b334404b5c083f7f53baa63b7b6cd204121b777a8d758d102977b0e175e95fd658');
INSERT INTO messages (thread, seq, id, role, text, time, text_sealed) VALUES
    ('t5', 1, 'm1', 'user', '', 5000000,
    X'017cc6ed808ea4069087209e250d8369bae9644c145d8f49e90d92c8b2221cfd32bb5618a4cc8892f787452991f526b0ff157cb1d0efa9e628b51f88f9'),
    ('t5', 2, 'm2', 'assistant', '', 5000000,
    X'017cc6ed808ea406908bf874f65f0816e286ef95754b830e07aea7b68be2b126846e6c7f9c28430ab663e7ce63');
INSERT INTO runs (run, thread, guest, graph, version, seq, status, step, next, err, updated, question, state) VALUES
    ('r5', 't5', 'bia', 'menu@1', 1, 1, 'waiting', 2, 'ask', '', 5000000,
    X'017cc6ed808ea406906bbf78538d5e0d846f77a268f34bbbe4b35d7ad491ff121a72a867f46395a47f457734a81fda9f1f39ef446ed79f93c073327dc6ed',
    X'017cc6ed808ea406903bda275aa836804ed1c0bbdac7484ec6449fa5605e2223c54cb1ae2ee6424008d9230a723f8aabff08814780d998');
INSERT INTO agent_events (run, seq, thread, step, type, time) VALUES ('r5', 1, 't5', 1, 'text', 5000000);
INSERT INTO event_payloads (event, guest, body) VALUES (last_insert_rowid(), 'bia',
    X'017cc6ed808ea4069016834fdf680f293168fe7922ce035f90bca863b8b856070f3d0be4ca3ae364c6427bd209473fe38c5651a7378f94dd33887c6443f07b542154f3d5');
