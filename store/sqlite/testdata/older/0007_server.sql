-- The hash is of mtr_davi, which signs nobody in.
INSERT INTO tokens (id, hash, guest, name, created) VALUES ('k7', X'432fcc7b62223506ffb1f2e648dc4462f2159b088ff78cb67006a1070103e562', 'davi', 'telefone', 7000000);
INSERT INTO attention (run, at) VALUES ('r2', 7000000);
