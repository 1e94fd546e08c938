-- The hash is of mtr_eva, which signs nobody in.
INSERT INTO tokens (id, hash, guest, name, created, role, signed_out) VALUES ('k9', X'3e21fa9f1411ca70c585341f9c6937d69ebddf16674e3e7b642e6d28ee2a0a60', 'eva', 'balcão', 9000000, 'staff', 9000000);
