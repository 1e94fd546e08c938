package cli

import (
	"cmp"
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
	"sync"
	"time"

	"github.com/maitre-dev/maitre/internal/door/config"
	"github.com/maitre-dev/maitre/internal/figures/question"
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
	switch isSample := err == nil && len(rows) == 1 && rows[0][0] == sample.Note; {
	case isSample:
		c.source = "sample"
	case a.config.Customers == "":
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
		return nil, wrong("maitre sample customers --out FILE makes one to try", "there is no customers' database %v", where)
	case err == nil && info.IsDir():
		return nil, wrong("name the database in it", "%v is a directory", where)
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
		return nil, wrong(`"maitre sql policy" prints one to start from`, "%s: %v", a.config.Policy, err)
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
		return nil, c.unfit(err)
	}
	a.later(func() error { g.Close(); return nil })
	return g, nil
}

// gateFor opens the customers, and the gate for a client who must be among them.
func (a *app) gateFor(ctx context.Context, client string) (*customers, *safesql.Gate, error) {
	if client == "" {
		return nil, nil, wrong("--as C001", "say which client asks")
	}
	c, g, err := a.purchases(ctx)
	if err == nil {
		_, err = c.client(ctx, client)
	}
	return c, g, err
}

// bought is the customers' database as guests see it, through the gate.
type bought struct {
	mu        sync.Mutex
	customers *customers
	gate      *safesql.Gate
	names     *question.Vocabulary
}

// purchases opens the customers at the first question about them: most conversations have none.
func (a *app) purchases(ctx context.Context) (*customers, *safesql.Gate, error) {
	b := &a.bought
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.gate != nil {
		return b.customers, b.gate, nil
	}
	ctx = context.WithoutCancel(ctx) // others wait for it too
	c, err := a.customers(ctx)
	if err != nil {
		return nil, nil, err
	}
	b.customers = c
	b.gate, err = a.gate(ctx, c)
	return c, b.gate, err
}

// askCustomers puts a guest's statement to the gate.
func (a *app) askCustomers(ctx context.Context, guest, sql string) (*safesql.Result, error) {
	_, g, err := a.purchases(ctx)
	if err != nil {
		return nil, err
	}
	return g.Query(ctx, guest, sql)
}

// publish sees to it that figures about all clients are published.
func (a *app) publish(ctx context.Context) {
	_, g, err := a.purchases(ctx)
	if err == nil {
		_, err = g.Tables(ctx)
	}
	if err != nil && ctx.Err() == nil {
		a.log.WarnContext(ctx, "no figures about all clients are published", "err", err)
	}
}

// vocabulary returns the names in the database, or those of the sample as long as it cannot be read.
func (a *app) vocabulary(ctx context.Context) *question.Vocabulary {
	_, g, err := a.purchases(ctx)
	b := &a.bought
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.names != nil || err != nil {
		return cmp.Or(b.names, question.Shipped())
	}
	names, err := question.Load(context.WithoutCancel(ctx), func(ctx context.Context, sql string) ([][]any, error) {
		r, err := g.Query(ctx, "", sql)
		if err != nil {
			return nil, err
		}
		return r.Rows, nil
	})
	if err != nil {
		a.log.WarnContext(ctx, "the names of beers and breweries could not be read", "err", err)
	}
	if err == nil {
		b.names = names
	} else if isMissing(err) {
		b.names = question.Shipped() // the policy has none, and will not have
	}
	return cmp.Or(b.names, question.Shipped())
}

// unfit says that the policy is perhaps for other tables.
func (c *customers) unfit(err error) error {
	return fmt.Errorf("%s: %w (does --policy fit its tables?)", c.name, err)
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

// client returns the key of a client, who must be there, or of the first there is.
func (c *customers) client(ctx context.Context, wanted string) (string, error) {
	own := c.policy.Clients
	key := "CAST(" + quoted(own.Key) + " AS text)"
	rows, err := safesql.Rows(ctx, c, "SELECT "+key+" AS k FROM "+quoted(own.Table)+" WHERE $1 IN ('', "+key+") ORDER BY k LIMIT 1", wanted)
	if err != nil {
		return "", fmt.Errorf("%s: looking for the client: %w", c.name, err)
	}
	if len(rows) == 0 {
		return "", wrong(`"maitre customer" finds one by postal code and name`, "there is no client %q in %s", wanted, c.name)
	}
	found, _ := rows[0][0].(string)
	return found, nil
}

type customerProfile struct {
	customer.Profile
	Source string `json:"-"`
}

type customerShowIn struct {
	PostalCode, Name string
	IDs              []string
}

func customerShow(ctx context.Context, a *app, in customerShowIn) (any, error) {
	who := customer.Lookup{PostalCode: in.PostalCode, Name: in.Name}
	if len(in.IDs) == 1 {
		who.ClientID = in.IDs[0]
	}
	if len(in.IDs) > 1 || who.ClientID == "" && (who.PostalCode == "" || who.Name == "") {
		return nil, wrong("maitre customer ID, or --postal-code CODE --name NAME", "say which client")
	}
	c, err := a.customers(ctx)
	if err != nil {
		return nil, err
	}
	p, err := c.find(ctx, customer.Caller{Operator: true}, who)
	if err != nil {
		return nil, c.unfit(err)
	}
	if p.SearchMetadata.Status != customer.Found {
		err = fmt.Errorf("no client was found: %s (source: %s)", p.SearchMetadata.Reason, c.source)
	}
	return customerProfile{p, c.source}, err
}

// find finds a client, in the tables that the policy names.
func (c *customers) find(ctx context.Context, as customer.Caller, who customer.Lookup) (customer.Profile, error) {
	return customer.Find(ctx, lookups{c.vault, schema{c.policy, isURL(c.where)}.with()}, as, who)
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

// profiled are the tables that package customer reads, the relations of a policy that have them, and their columns,
// which become texts but for those that end in a mark: what is sorted by, and the client, whose index is used.
var profiled = []struct{ table, relation, columns string }{
	{"clients", "my_profile", "client_id! client_name city state postal_code"},
	{"purchases", "my_purchases", "client_id! id! beer_id purchased_at!"},
	{"beers", "beers", "id name brewery_id"},
	{"breweries", "breweries", "id name brewery_type"},
}

type schema struct {
	*safesql.Policy
	inPostgres bool
}

// with is a WITH clause with those tables. What the policy does not have is empty.
func (s schema) with() string {
	var tables []string
	for _, t := range profiled {
		r := s.relation(t.relation)
		if r.Table == "" && t.table == "clients" {
			r.Table, r.Client = s.Clients.Table, s.Clients.Key
		}
		var columns []string
		for c := range strings.FieldsSeq(t.columns) {
			name, plain := strings.CutSuffix(c, "!")
			value := s.value(r, name)
			if !plain {
				value = "CAST(" + value + " AS text)"
			}
			columns = append(columns, value+" AS "+name)
		}
		from := " WHERE 1 = 0"
		if r.Table != "" {
			from = " FROM " + s.real(r.Table)
		}
		tables = append(tables, t.table+" AS (SELECT "+strings.Join(columns, ", ")+from+")")
	}
	return "WITH " + strings.Join(tables, ", ") + " "
}

// relation returns a relation for the caller's own rows, or of the catalogue.
func (s schema) relation(name string) safesql.Relation {
	all := slices.Concat(s.Own, s.Public)
	if i := slices.IndexFunc(all, func(r safesql.Relation) bool { return strings.EqualFold(r.Name, name) }); i >= 0 {
		return all[i]
	}
	return safesql.Relation{}
}

// value writes the value of a relation's column: NULL where it has none, or one that is made of another.
func (s schema) value(r safesql.Relation, name string) string {
	if name == "client_id" && r.Client != "" {
		return quoted(r.Client)
	}
	i := slices.IndexFunc(r.Columns, func(c safesql.Column) bool { return strings.EqualFold(c.Name, name) })
	if i < 0 {
		return "NULL"
	}
	c, column := r.Columns[i], r.Columns[i].Name
	switch {
	case c.Client != "" && r.Table != s.Clients.Table, c.YearOf != "", c.BandsOf != "":
		return "NULL"
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

// quoted quotes a name, which may have a schema: crm.customers.
func quoted(name string) string {
	return `"` + strings.ReplaceAll(strings.ReplaceAll(name, `"`, `""`), ".", `"."`) + `"`
}

type sampleCustomersIn struct {
	Out           string
	Clients, Seed int
}

func sampleCustomers(ctx context.Context, _ *app, in sampleCustomersIn) (any, error) {
	to, write := config.Address(in.Out), sample.Write
	if isURL(to) {
		write = sample.WritePostgres
	}
	err := write(ctx, in.Out, sample.Options{Clients: in.Clients, Seed: uint64(in.Seed)})
	if errors.Is(err, fs.ErrExist) {
		err = fmt.Errorf("%v is there already, and stays as it is; name another file", to)
	}
	if err != nil {
		return nil, err
	}
	return fmt.Sprintf("%v: %d clients (%s)", to, in.Clients, sample.Note), nil
}
