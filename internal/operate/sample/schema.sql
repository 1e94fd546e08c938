-- The operator's tables, in words that SQLite and PostgreSQL both understand.

CREATE TABLE maitre_sample (
	note TEXT NOT NULL
);

CREATE TABLE clients (
	client_id   TEXT PRIMARY KEY,
	client_name TEXT NOT NULL,
	email       TEXT NOT NULL,
	phone       TEXT NOT NULL,
	postal_code TEXT NOT NULL,
	city        TEXT NOT NULL,
	state       TEXT NOT NULL, -- CA
	segment     TEXT NOT NULL, -- bar, restaurant, shop, hotel, home
	joined_year INTEGER NOT NULL
);

CREATE TABLE breweries (
	id           TEXT PRIMARY KEY,
	name         TEXT NOT NULL,
	brewery_type TEXT NOT NULL, -- micro, brewpub, regional, large
	city         TEXT NOT NULL,
	state        TEXT NOT NULL, -- California
	country      TEXT NOT NULL,
	website_url  TEXT
);

CREATE TABLE beers (
	id         TEXT PRIMARY KEY,
	name       TEXT NOT NULL,
	style      TEXT NOT NULL,
	abv        DOUBLE PRECISION NOT NULL,
	ibu        INTEGER NOT NULL,
	brewery_id TEXT NOT NULL REFERENCES breweries (id)
);

CREATE TABLE purchases (
	id           INTEGER PRIMARY KEY,
	client_id    TEXT NOT NULL REFERENCES clients (client_id),
	beer_id      TEXT NOT NULL REFERENCES beers (id),
	purchased_at TEXT NOT NULL, -- 2025-03-14 19:42:00
	month        TEXT NOT NULL, -- 2025-03
	channel      TEXT NOT NULL, -- app, online, phone, rep, store
	quantity     INTEGER NOT NULL,
	unit_price   DOUBLE PRECISION NOT NULL,
	amount       DOUBLE PRECISION NOT NULL,
	rating       INTEGER -- 1 to 5, if the client gave one
);

CREATE TABLE bookings (
	id         INTEGER PRIMARY KEY,
	client_id  TEXT NOT NULL REFERENCES clients (client_id),
	dest_city  TEXT NOT NULL,
	dest_state TEXT NOT NULL, -- OR
	check_in   TEXT NOT NULL, -- 2025-05-09
	month      TEXT NOT NULL, -- 2025-05
	kind       TEXT NOT NULL, -- hotel, inn, cabin, apartment, hostel
	nights     INTEGER NOT NULL,
	total      DOUBLE PRECISION NOT NULL
);
