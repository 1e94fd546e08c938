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
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/door/config"
	"github.com/maitre-dev/maitre/internal/operate/sample"
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
}

type vault interface {
	safesql.Vault
	io.Closer
}

// customers opens the configured database. Whatever database it is, if it is a
// sample it is called one.
func (a *app) customers(ctx context.Context) (*customers, error) {
	if err := a.load(); err != nil {
		return nil, err
	}
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
	a.later(v)
	c := &customers{v, where, where.String(), "customers"}
	rows, err := v.Query(ctx, "SELECT note FROM maitre_sample", nil)
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

// sample returns the file with the sample, which is beside maitre's own and
// made when it is not there or of a month that is over: a guest asks what they
// spent this year. If maitre's own is not a file, neither has the
// sample a place: it lasts as long as the command.
func (a *app) sample(ctx context.Context) (string, error) {
	dir := filepath.Dir(a.config.DB.Reveal())
	if a.inPostgres() || a.config.DB.Reveal() == sqlite.Memory {
		var err error
		if dir, err = os.MkdirTemp("", "maitre-"); err != nil {
			return "", fmt.Errorf("making a place for the sample: %w", err)
		}
		a.later(closer(func() error { return os.RemoveAll(dir) }))
	}
	path, now := filepath.Join(dir, sampleFile), time.Now().UTC()
	if info, err := os.Stat(path); err == nil && info.ModTime().UTC().Format("2006-01") != now.Format("2006-01") {
		_ = os.Remove(path) // who reads it still has it
	}
	if err := sample.Write(ctx, path, sample.Options{Until: now}); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	return path, nil
}

type closer func() error

func (c closer) Close() error { return c() }

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
func (a *app) gate(ctx context.Context, c *customers, p *safesql.Policy) (*safesql.Gate, error) {
	db, err := a.store(ctx)
	if err != nil {
		return nil, err
	}
	secret, err := db.Secret(ctx, "safesql")
	if err != nil {
		return nil, err
	}
	g, err := safesql.Open(ctx, safesql.Options{
		Vault: c.vault, Policy: p, Secret: secret, Releases: db, Name: releaseName(c, p), Log: a.log,
		Audit: func(ctx context.Context, q safesql.Audit) {
			a.log.InfoContext(ctx, "query", "client", pseudonym(secret, q.Client), "verdict", q.Verdict, "code", q.Code, "path", q.Path, "ms", q.MS, "rows", q.Rows, "shape", shape(q.Text))
		},
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w (does --policy fit its tables?)", c.name, err)
	}
	a.later(closer(func() error { g.Close(); return nil }))
	return g, nil
}

// literals are the texts and numbers in a statement, which guests' words are made into.
var literals = regexp.MustCompile(`'(?:[^']|'')*'?|"(?:[^"]|"")*"?|\b\d[\w.]*`)

// shape is a statement without its literals: "SELECT … WHERE style = ?".
func shape(sql string) string { return literals.ReplaceAllString(sql, "?") }

// pseudonym stands for a client in the log of one installation.
func pseudonym(secret []byte, client string) string {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("log " + client))
	return hex.EncodeToString(mac.Sum(nil)[:6])
}

// releaseName tells what is published about one database under one policy from
// all else.
func releaseName(c *customers, p *safesql.Policy) string {
	text, _ := json.Marshal(p) // fails only on types that it has not
	sum := sha256.Sum256(append([]byte(c.where.Reveal()+"\x00"), text...))
	return "customers " + hex.EncodeToString(sum[:8])
}

// has reports whether there is a client with that key.
func (c *customers) has(ctx context.Context, p *safesql.Policy, client string) (bool, error) {
	rows, err := c.Query(ctx, "SELECT 1 FROM "+quoted(p.Clients.Table)+" WHERE CAST("+quoted(p.Clients.Key)+" AS text) = $1 LIMIT 1", []any{client})
	return len(rows) > 0, err
}

// first returns the key of a client, always the same.
func (c *customers) first(ctx context.Context, p *safesql.Policy) (string, error) {
	rows, err := c.Query(ctx, "SELECT CAST("+quoted(p.Clients.Key)+" AS text) AS k FROM "+quoted(p.Clients.Table)+" ORDER BY k LIMIT 1", nil)
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
