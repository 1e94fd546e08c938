package cli

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/door/config"
	"github.com/maitre-dev/maitre/internal/operate/sample"
	"github.com/maitre-dev/maitre/internal/specialist/beer/customer"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/safesql/pgvault"
	"github.com/maitre-dev/maitre/store/sqlite"
)

// customers is the operator's database, or the sample, opened to be read.
type customers struct {
	vault
	where  config.Address
	name   string // fit to be shown
	source string // "sample" or "customers"
	policy *safesql.Policy
}

type vault interface {
	safesql.Vault
	io.Closer
}

// customers opens the configured database. One that "maitre sample customers" wrote
// is called a sample, wherever it is.
func (a *app) customers(ctx context.Context) (*customers, error) {
	where := a.config.Customers
	if where == "" {
		path, err := a.sample(ctx)
		if err != nil {
			return nil, err
		}
		where = config.Address(path)
	}
	v, err := openVault(ctx, where)
	if err != nil {
		return nil, err
	}
	a.later(v.Close)
	p, err := a.policy()
	if err != nil {
		return nil, err
	}
	c := &customers{v, where, where.String(), "customers", p}
	rows, err := safesql.Rows(ctx, v, "SELECT note FROM maitre_sample")
	isSample := err == nil && len(rows) == 1 && rows[0][0] == sample.Note
	if isSample {
		c.source = "sample"
	}
	if !isSample && a.config.Customers == "" {
		return nil, fmt.Errorf("%s is not the sample that maitre writes there; move it away, or name it with --customers if these are your customers", where)
	}
	return c, nil
}

func openVault(ctx context.Context, where config.Address) (vault, error) {
	if isURL(where) {
		return pgvault.Open(ctx, where.Reveal())
	}
	switch info, err := os.Stat(where.Reveal()); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &usageError{fmt.Sprintf("there is no customers' database %v", where), "maitre sample customers --out FILE makes one to try"}
	case err == nil && info.IsDir():
		return nil, &usageError{fmt.Sprintf("%v is a directory", where), "name the database in it"}
	}
	v, err := safesql.OpenSQLite(where.Reveal())
	if err != nil {
		return nil, fmt.Errorf("%v: %w", where, err)
	}
	return v, nil
}

func isURL(a config.Address) bool { return strings.Contains(a.Reveal(), "://") }

const sampleFile = "maitre-sample.db"

// sample returns the file with the sample, beside maitre's own. It is made when it
// is not there, or was made in a month that is over: a guest asks what they spent
// this year. With maitre's own in PostgreSQL it is a temporary file of the command.
func (a *app) sample(ctx context.Context) (string, error) {
	dir := filepath.Dir(a.config.DB.Reveal())
	if a.inPostgres() || a.config.DB.Reveal() == sqlite.Memory {
		var err error
		if dir, err = os.MkdirTemp("", "maitre-"); err != nil {
			return "", fmt.Errorf("making a place for the sample: %w", err)
		}
		a.later(func() error { return os.RemoveAll(dir) })
	}
	path, now := filepath.Join(dir, sampleFile), time.Now().UTC()
	if info, err := os.Stat(path); err == nil && info.ModTime().UTC().Format("2006-01") != now.Format("2006-01") {
		_ = os.Remove(path) // a process that reads it keeps the file it has opened
	}
	if err := sample.Write(ctx, path, sample.Options{Until: now}); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	return path, nil
}

// policy reads the configured policy, or the one for the sample's tables.
func (a *app) policy() (*safesql.Policy, error) {
	if a.config.Policy == "" {
		return safesql.ParsePolicy(safesql.SamplePolicy())
	}
	text, err := os.ReadFile(a.config.Policy)
	if err != nil {
		return nil, fmt.Errorf("reading the policy: %w", err)
	}
	p, err := safesql.ParsePolicy(string(text))
	if err != nil {
		return nil, &usageError{fmt.Sprintf("%s: %v", a.config.Policy, err), `"maitre sql policy" prints one to start from`}
	}
	return p, nil
}

// gate opens a gate over the customers. Every statement is logged.
func (a *app) gate(ctx context.Context, c *customers) (*safesql.Gate, error) {
	if err := a.openDB(ctx); err != nil {
		return nil, err
	}
	secret, err := a.db.Secret(ctx, "safesql")
	if err != nil {
		return nil, err
	}
	g, err := safesql.Open(ctx, safesql.Options{
		Vault: c.vault, Policy: c.policy, Secret: secret, Releases: a.db, Name: releaseName(c), Log: a.log,
		Audit: func(ctx context.Context, q safesql.Audit) {
			a.log.InfoContext(ctx, "query", "client", pseudonym(secret, q.Client), "verdict", q.Verdict, "code", q.Code, "path", q.Path, "ms", q.MS, "rows", q.Rows, "shape", shape(q.Text))
		},
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w (does --policy fit its tables?)", c.name, err)
	}
	a.later(func() error { g.Close(); return nil })
	return g, nil
}

// literals matches the texts and numbers in a statement, which may be a guest's words.
var literals = regexp.MustCompile(`'(?:[^']|'')*'?|"(?:[^"]|"")*"?|\b\d[\w.]*`)

// shape is a statement without its literals: "SELECT … WHERE style = ?".
func shape(sql string) string { return literals.ReplaceAllString(sql, "?") }

// pseudonym stands for a client in the log of one installation.
func pseudonym(secret []byte, client string) string {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("log " + client))
	return hex.EncodeToString(mac.Sum(nil)[:6])
}

// releaseName is the name of the figures that are published about one database
// under one policy, such as "customers 1f00a2…".
func releaseName(c *customers) string {
	text, _ := json.Marshal(c.policy) // fails only on types that it has not
	sum := sha256.Sum256(append([]byte(c.where.Reveal()+"\x00"), text...))
	return "customers " + hex.EncodeToString(sum[:8])
}

// has reports whether there is a client with that key.
func (c *customers) has(ctx context.Context, client string) (bool, error) {
	rows, err := safesql.Rows(ctx, c, "SELECT 1 FROM "+quoted(c.policy.Clients.Table)+" WHERE CAST("+quoted(c.policy.Clients.Key)+" AS text) = $1 LIMIT 1", client)
	return len(rows) > 0, err
}

// first returns the key of a client, always the same.
func (c *customers) first(ctx context.Context) (string, error) {
	rows, err := safesql.Rows(ctx, c, "SELECT CAST("+quoted(c.policy.Clients.Key)+" AS text) AS k FROM "+quoted(c.policy.Clients.Table)+" ORDER BY k LIMIT 1")
	if err != nil {
		return "", err
	}
	if len(rows) == 0 {
		return "", errors.New("there are none")
	}
	key, _ := rows[0][0].(string)
	return key, nil
}

// quoted quotes a name, which may have a schema: crm.customers.
func quoted(name string) string {
	return `"` + strings.ReplaceAll(strings.ReplaceAll(name, `"`, `""`), ".", `"."`) + `"`
}

func customerCommand(ctx context.Context, a *app, args []string) error {
	who := customer.Lookup{PostalCode: a.text("postal-code"), Name: a.text("name")}
	if len(args) == 1 {
		who.ClientID = args[0]
	}
	if len(args) > 1 || who.ClientID == "" && (who.PostalCode == "" || who.Name == "") {
		return &usageError{"say which client", "maitre customer ID, or --postal-code CODE --name NAME"}
	}
	c, err := a.customers(ctx)
	if err != nil {
		return err
	}
	p, err := c.find(ctx, customer.Caller{Operator: true}, who)
	if err != nil {
		return fmt.Errorf("%s: %w (does --policy fit its tables?)", c.name, err)
	}
	found := p.SearchMetadata.Status == customer.Found
	if found || a.json {
		err = a.show(p, func(w io.Writer) { writeProfile(w, p, c.source) })
	}
	if err == nil && !found {
		err = fmt.Errorf("no client was found: %s (source: %s)", p.SearchMetadata.Reason, c.source)
	}
	return err
}

func writeProfile(w io.Writer, p customer.Profile, source string) {
	line := func(what string, values ...string) {
		fmt.Fprintf(w, "%-17s %s\n", what, strings.Join(values, "; "))
	}
	fmt.Fprintf(w, "%s  %s\n", p.ClientID, p.ClientName)
	line("place", p.Location+" "+p.PostalCode)
	line("brewery types", p.Top3BreweryTypes...)
	line("beers lately", p.Top5BeersRecently...)
	line("breweries lately", p.Top3BreweriesRecently...)
	line("bought from", p.BreweryHistory...)
	fmt.Fprintf(w, "\nfound by %s; source: %s\n", p.SearchMetadata.Method, source)
}

// find finds a client, in the tables that the policy names.
func (c *customers) find(ctx context.Context, as customer.Caller, who customer.Lookup) (customer.Profile, error) {
	return customer.Find(ctx, lookups{c.vault, tablesOf(c.policy, isURL(c.where))}, as, who)
}

// lookups lets package customer read a vault whose tables have other names: a WITH
// clause with the names that it knows comes before each of its statements.
type lookups struct {
	vault safesql.Vault
	with  string
}

func (l lookups) Query(ctx context.Context, sql string, args ...any) ([][]any, error) {
	return safesql.Rows(ctx, l.vault, l.with+sql, args...)
}

// tablesOf is a WITH clause with the tables that package customer reads, made of
// the policy's relations. What the policy does not have is empty.
func tablesOf(p *safesql.Policy, inPostgres bool) string {
	s := schema{p, inPostgres}
	return "WITH " + strings.Join([]string{
		s.table("clients", p.Own, "my_profile", "client_name", "city", "state", "postal_code"),
		s.table("purchases", p.Own, "my_purchases", "id", "beer_id", "purchased_at"),
		s.table("beers", p.Public, "beers", "id", "name", "brewery_id"),
		s.table("breweries", p.Public, "breweries", "id", "name", "brewery_type"),
	}, ", ") + " "
}

type schema struct {
	*safesql.Policy
	inPostgres bool
}

// table writes one relation, with ids and names as texts. Relations with rows of
// clients have the column client_id, in the type that it has, so that an index is used.
func (s schema) table(name string, among []safesql.Relation, relation string, columns ...string) string {
	own := name == "clients" || name == "purchases"
	r := safesql.Relation{}
	if i := slices.IndexFunc(among, func(r safesql.Relation) bool { return strings.EqualFold(r.Name, relation) }); i >= 0 {
		r = among[i]
	} else if name == "clients" {
		r.Table, r.Client = s.Clients.Table, s.Clients.Key
	}
	var all []string
	switch {
	case own && r.Table == "":
		all = append(all, "NULL AS client_id")
	case own:
		all = append(all, quoted(r.Client)+" AS client_id")
	}
	for _, c := range columns {
		value := s.column(r, c)
		if c != "purchased_at" && (c != "id" || name != "purchases") { // these two are sorted by
			value = "CAST(" + value + " AS text)"
		}
		all = append(all, value+" AS "+c)
	}
	from := " WHERE 1 = 0"
	if r.Table != "" {
		from = " FROM " + s.real(r.Table)
	}
	return name + " AS (SELECT " + strings.Join(all, ", ") + from + ")"
}

// column writes the value of a relation's column.
func (s schema) column(r safesql.Relation, name string) string {
	i := slices.IndexFunc(r.Columns, func(c safesql.Column) bool { return strings.EqualFold(c.Name, name) })
	if i < 0 {
		return "NULL"
	}
	c := r.Columns[i]
	column := c.Name
	switch {
	case c.Client != "" && r.Table != s.Clients.Table, c.YearOf != "", c.BandsOf != "":
		return "NULL" // nothing that a profile needs is made so
	case c.Client != "":
		column = c.Client
	case c.Column != "":
		column = c.Column
	}
	column = `"` + strings.ReplaceAll(column, `"`, `""`) + `"`
	path := strings.ReplaceAll(c.Path, "'", "''")
	switch {
	case path == "":
		return column
	case s.inPostgres:
		return fmt.Sprintf("(%s::jsonb #>> '{%s}')", column, strings.ReplaceAll(path, ".", ","))
	}
	return fmt.Sprintf("json_extract(%s, '$.%s')", column, path)
}

// real is the quoted name of a table of the operator. In SQLite it has the schema
// main, for a table "clients" of the WITH clause hides the operator's "clients".
func (s schema) real(table string) string {
	if !s.inPostgres && !strings.Contains(table, ".") {
		table = "main." + table
	}
	return quoted(table)
}

func sampleCommand(ctx context.Context, a *app, _ []string) error {
	out, clients, seed := a.text("out"), a.number("clients"), a.number("seed")
	if out == "" {
		return &usageError{"say where to write", "--out FILE"}
	}
	if clients < 1 || seed < 1 {
		return &usageError{"--clients and --seed are 1 or more", ""}
	}
	to, write := config.Address(out), sample.Write
	if isURL(to) {
		write = sample.WritePostgres
	}
	err := write(ctx, out, sample.Options{Clients: clients, Seed: uint64(seed)})
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%v is there already, and stays as it is; name another file", to)
	}
	if err != nil {
		return err
	}
	return a.tell(nil, "%v: %d clients (%s)", to, clients, sample.Note)
}
