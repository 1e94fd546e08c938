-- The key is of a guest who does not exist.
INSERT INTO guest_keys VALUES ('fia', -3980698613797295754, x'410186908587819eee2f147c006a53672b6a195cc3624cf95cb39b4bd0ee2549');
INSERT INTO thread_salts VALUES ('fia', 't10', x'99a46bf9a442627720287f4e4edcfe87');
INSERT INTO threads (id, guest, title, created, updated, title_sealed) VALUES ('t10', 'fia', '', 10000000, 10000000, x'01e7649159b607a29a12ccb2edf7db89de13884adc36d6d2105aa51388ac389e2320b0420345007c4f5a104853c69127dbf6b8f8');
INSERT INTO messages (thread, seq, id, role, text, time, text_sealed) VALUES ('t10', 1, 'm1', 'user', '', 10000000, x'01e7649159b607a29abeb250318c10265cb8e6b14d6039beb28316504adcad80cbfa6cc4f9982801a2b92a62eb886727a0901eed');
