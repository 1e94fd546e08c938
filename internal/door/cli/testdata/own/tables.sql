CREATE TABLE fregueses (codigo INTEGER PRIMARY KEY, nome TEXT, endereco TEXT);
CREATE TABLE purchases (n INTEGER PRIMARY KEY, quem INTEGER, produto INTEGER, quando TEXT, mes TEXT, qtd INTEGER, total REAL);
CREATE TABLE produtos (id INTEGER PRIMARY KEY, nome TEXT, estilo TEXT, fabrica INTEGER);
CREATE TABLE fabricas (id INTEGER PRIMARY KEY, nome TEXT, tipo TEXT, cidade TEXT, uf TEXT);
INSERT INTO fregueses VALUES (1, 'Bar da Ana', '{"cidade":"Curitiba","uf":"PR","cep":"80010-000"}'), (2, 'Bar do Zé', '{"cidade":"Curitiba","uf":"PR","cep":"80010-000"}');
INSERT INTO fabricas VALUES (1, 'Serra Alta', 'micro', 'Curitiba', 'PR'), (2, 'Rio Manso', 'brewpub', 'Pinhais', 'PR');
INSERT INTO produtos VALUES (1, 'Perigo', 'IPA', 1), (2, 'Nó', 'Porter', 2);
INSERT INTO purchases VALUES (1, 1, 1, '2026-03-04 10:00:00', '2026-03', 5, 500), (2, 1, 2, '2026-05-04 10:00:00', '2026-05', 1, 152.5), (3, 2, 2, '2025-05-04 10:00:00', '2025-05', 1, 99);
