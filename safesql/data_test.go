package safesql_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/ncruces/go-sqlite3"

	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
	"github.com/maitre-dev/maitre/safesql/pgvault"
)

// dataset is an operator's database: fictional, the same for the same seed.
type dataset map[string][][]any // rows by table

const me = "C001"

var (
	tables  = []string{"clients", "breweries", "beers", "purchases", "bookings"}
	columns = map[string]string{
		"clients":   "client_id TEXT PRIMARY KEY, client_name TEXT, email TEXT, phone TEXT, postal_code TEXT, city TEXT, state TEXT, segment TEXT, joined_year INTEGER",
		"breweries": "id INTEGER PRIMARY KEY, name TEXT, brewery_type TEXT, city TEXT, state TEXT, country TEXT, website_url TEXT",
		"beers":     "id INTEGER PRIMARY KEY, name TEXT, style TEXT, abv DOUBLE PRECISION, ibu INTEGER, brewery_id INTEGER",
		"purchases": "id INTEGER PRIMARY KEY, client_id TEXT, beer_id INTEGER, purchased_at TEXT, month TEXT, channel TEXT, quantity INTEGER, unit_price DOUBLE PRECISION, amount DOUBLE PRECISION, rating INTEGER",
		"bookings":  "id INTEGER PRIMARY KEY, client_id TEXT, dest_city TEXT, dest_state TEXT, check_in TEXT, month TEXT, kind TEXT, nights INTEGER, total DOUBLE PRECISION",
	}

	places = []struct {
		state  string
		cities []string
		weight int
	}{
		{"California", []string{"San Diego", "Los Angeles", "San Francisco", "Eureka"}, 12},
		{"Oregon", []string{"Portland", "Bend", "Eugene"}, 8},
		{"Colorado", []string{"Denver", "Boulder", "Fort Collins"}, 8},
		{"Texas", []string{"Austin", "Houston", "Dallas"}, 7},
		{"Washington", []string{"Seattle", "Spokane"}, 6},
		{"New York", []string{"New York", "Buffalo"}, 5},
		{"Vermont", []string{"Burlington"}, 2},
		{"Wyoming", []string{"Jackson"}, 0}, // three clients, see below
	}
	styles   = []string{"IPA", "Pale Ale", "Stout", "Porter", "Pilsner", "Lager", "Wheat", "Saison", "Sour", "Amber"}
	segments = []string{"bar", "restaurant", "shop", "private"}
	channels = []string{"online", "store", "phone"}
	kinds    = []string{"hotel", "hostel", "apartment"}
)

// generate makes a dataset. What is hidden of other clients comes from the
// mark and nothing else does: two datasets with one seed and two marks are
// twins.
func generate(seed uint64, clients int, mark string) dataset {
	d := dataset{}
	busy := 14         // how many purchases a client has, about
	if clients < 400 { // fast, rather than plausible
		busy = 1
	}
	open := rand.New(rand.NewPCG(seed, 1))
	hidden := rand.New(rand.NewPCG(seed, uint64(len(mark))*7919+uint64(mark[0])))
	for i := range 60 {
		p := places[i%7]
		d["breweries"] = append(d["breweries"], []any{i + 1, fmt.Sprintf("Brewery %02d", i+1), []string{"micro", "brewpub", "regional"}[i%3], p.cities[0], p.state, "United States", fmt.Sprintf("https://brewery%02d.example", i+1)})
	}
	for i := range 150 {
		d["beers"] = append(d["beers"], []any{i + 1, fmt.Sprintf("Beer %03d", i+1), styles[i%len(styles)], 4 + float64(i%60)/10, 10 + i%80, i%60 + 1})
	}
	row, booking := 0, 0
	for i := range clients {
		id := fmt.Sprintf("C%03d", i+1)
		mine := id == me
		secret := func(what string) string {
			if mine {
				return "my " + what
			}
			return fmt.Sprintf("%s-%s-%06d", mark, what, hidden.IntN(1000000))
		}
		place := pick(open)
		if i >= clients-3 {
			place = len(places) - 1
		}
		p := places[place]
		city := p.cities[min(open.IntN(len(p.cities)), open.IntN(len(p.cities)+1))]
		if mine {
			p, city = places[0], "San Diego"
		}
		segment, joined := segments[open.IntN(len(segments))], 2015+open.IntN(10)
		d["clients"] = append(d["clients"], []any{id, secret("name"), secret("mail"), secret("phone"), secret("zip"), city, p.state, segment, joined})
		favourite := open.IntN(len(styles))
		for range busy/2 + open.IntN(busy) + 8 {
			beer := open.IntN(15)*len(styles) + favourite
			if open.IntN(3) == 0 {
				beer = open.IntN(150)
			}
			month := fmt.Sprintf("%d-%02d", 2023+open.IntN(3), 1+open.IntN(12))
			quantity := 1 + open.IntN(24)
			price := 2 + float64(open.IntN(600))/100
			amount := float64(int(price*float64(quantity)*100)) / 100
			var rating any = 1 + min(4, open.IntN(7))
			if open.IntN(4) == 0 {
				rating = nil
			}
			day, shown := 1+hidden.IntN(28), price
			if mine {
				day = 14
			} else {
				shown = float64(hidden.IntN(100000)) + float64(mark[0])/1000
			}
			row++
			at := fmt.Sprintf("%s-%02dT10:00:00 %s", month, day, secret("at"))
			d["purchases"] = append(d["purchases"], []any{row, id, beer + 1, at, month, channels[open.IntN(3)], quantity, shown, amount, rating})
		}
		for range open.IntN(6) {
			q := places[pick(open)]
			booking++
			month := fmt.Sprintf("%d-%02d", 2024+open.IntN(2), 1+open.IntN(12))
			nights := 1 + open.IntN(7)
			d["bookings"] = append(d["bookings"], []any{booking, id, q.cities[open.IntN(len(q.cities))], q.state, month + "-10 " + secret("day"), month, kinds[open.IntN(3)], nights, float64(nights * (60 + open.IntN(200)))})
		}
	}
	return d
}

func pick(r *rand.Rand) int {
	n := r.IntN(48)
	for i, p := range places {
		if n -= p.weight; n < 0 {
			return i
		}
	}
	return 0
}

// script is the dataset as SQL.
func (d dataset) script() string {
	var b strings.Builder
	for _, name := range tables {
		fmt.Fprintf(&b, "CREATE TABLE %s (%s);\n", name, columns[name])
		insert := "INSERT INTO " + name + " VALUES "
		for _, row := range d[name] {
			b.WriteString(insert)
			insert = ", "
			values := make([]string, len(row))
			for i, v := range row {
				switch v := v.(type) {
				case nil:
					values[i] = "NULL"
				case string:
					values[i] = "'" + v + "'"
				default:
					values[i] = fmt.Sprint(v)
				}
			}
			b.WriteString("(" + strings.Join(values, ", ") + ")")
		}
		b.WriteString(";\n")
	}
	return b.String() + "CREATE INDEX purchases_client ON purchases(client_id); CREATE INDEX bookings_client ON bookings(client_id);"
}

// writeSQLite writes the dataset to a file and returns its path.
func (d dataset) writeSQLite(t testing.TB, extra string) string {
	return writeSQLite(t, d.script()+extra)
}

// writeSQLite runs the script in a new file and returns its path.
func writeSQLite(t testing.TB, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "customers.db")
	c, err := sqlite3.Open(path)
	must(t, err)
	must(t, errors.Join(c.Exec("BEGIN;"+script+"; COMMIT"), c.Close()))
	return path
}

// openPostgres runs the script in a new database.
func openPostgres(t testing.TB, script string) *pgvault.Vault {
	t.Helper()
	dsn := pgtest.Start(t)
	c, err := pgx.Connect(t.Context(), dsn)
	must(t, err)
	_, err = c.Exec(t.Context(), script+"; ANALYZE")
	must(t, errors.Join(err, c.Close(t.Context())))
	v, err := pgvault.Open(t.Context(), dsn)
	must(t, err)
	t.Cleanup(func() { v.Close() })
	return v
}

// must ends a test that cannot go on.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
