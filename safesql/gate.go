// Package safesql answers SQL that a model wrote for a guest. The statement runs
// in a room: a SQLite that holds the public catalogue, the guest's own rows and
// figures about all clients that were published, and nothing else.
//
//	vault, err := safesql.OpenSQLite("customers.db")
//	gate, err := safesql.Open(ctx, safesql.Options{Vault: vault, Secret: secret, Releases: store})
//	result, err := gate.Query(ctx, "C001", "SELECT style, amount FROM all_by_style ORDER BY 2 DESC")
//
// The text is hostile and never reaches the operator's database. [Gate.Publish]
// reads that, and what it publishes hides each client: DESIGN.md says how, and
// what is promised and what is not.
package safesql

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/scrub"
)

// Options say what a [Gate] guards, and how.
type Options struct {
	Vault Vault // required; closing it is the caller's

	// Policy is that of the sample's tables if nil.
	Policy *Policy

	// Secret decides the noise of figures: at least 16 bytes, always the
	// same for a database, known to no guest.
	Secret []byte

	// Releases keeps what is published, under Name, which tells databases
	// apart. If it is nil this gate publishes for itself.
	Releases Shelf
	Name     string

	// Now is the clock. It is time.Now if nil.
	Now func() time.Time

	// Time is what a statement may take, all in all: 3 seconds if zero.
	Time time.Duration

	// Audit is told about every statement, allowed or refused, if it is not nil.
	Audit func(ctx context.Context, a Audit)

	// Log hears of failures of the vault, which callers do not. It may be nil.
	Log *slog.Logger
}

// Audit is the record of one statement.
type Audit struct {
	Client  string
	Text    string  // the statement, scrubbed
	Verdict string  // "ok" or "refused"
	Code    string  // of the [Error], if refused
	Path    string  // as in [Result], if ok
	MS      float64 // how long it took
	Rows    int     // returned
}

// Gate answers statements. It is safe for concurrent use.
type Gate struct {
	Options
	policy *Policy
	rel    *relations
	rooms  *rooms

	publishing sync.Mutex // one at a time
	mu         sync.Mutex
	checked    time.Time     // when the shelf was last looked at
	behind     chan struct{} // closed when the release that is being made is there; nil if none is
}

// Result is what a statement returned.
type Result struct {
	Columns   []string
	Rows      [][]any // nil, int64, float64 or string
	Truncated bool    // there were more rows than are shown

	// Path is "room" if the statement read the catalogue and the caller's rows
	// only, "population" if it read figures about all clients.
	Path   string
	Blocks []Block  // the tables of the release that it read
	Notes  []string // what a reader should know about the figures
}

// Block is a table of the release.
type Block struct {
	Table string `json:"table"`
	Rows  int    `json:"rows"`
	About string `json:"sql"`
}

// Open reads the catalogue and makes a gate.
func Open(ctx context.Context, o Options) (*Gate, error) {
	if o.Vault == nil {
		return nil, errors.New("opening the gate: no vault")
	}
	if len(o.Secret) < 16 {
		return nil, errors.New("opening the gate: the secret has less than 16 bytes")
	}
	g := &Gate{Options: o, policy: o.Policy}
	g.Time = cmp.Or(o.Time, 3*time.Second)
	if g.policy == nil {
		p, err := ParsePolicy(samplePolicy)
		if err != nil {
			return nil, err
		}
		g.policy = p
	} else if err := g.policy.check(); err != nil {
		return nil, fmt.Errorf("checking the policy: %w", err)
	}
	if g.Log == nil {
		g.Log = slog.New(slog.DiscardHandler)
	}
	if g.Now == nil {
		g.Now = time.Now
	}
	var err error
	if g.rel, err = compile(ctx, g.policy, g.Vault); err != nil {
		return nil, fmt.Errorf("opening the gate: %w", err)
	}
	if v, ok := g.Vault.(restricted); ok {
		v.restrict(g.policy.reads())
	}
	g.rooms = &rooms{vault: g.Vault, rel: g.rel}
	r, err := g.rooms.open(ctx)
	if err != nil {
		return nil, fmt.Errorf("opening the gate: %w", err)
	}
	r.close()
	return g, nil
}

// Close frees the rooms. Statements that are being answered end as usual.
func (g *Gate) Close() { g.rooms.close() }

// Query answers one statement for the client. The error of a statement that
// is refused, or cannot be answered, is an [*Error].
func (g *Gate) Query(ctx context.Context, client, sql string) (*Result, error) {
	start := time.Now()
	err := g.readied(ctx, sql)
	ctx, cancel := context.WithTimeout(ctx, g.Time)
	defer cancel()
	var res *Result
	if err == nil {
		res, err = g.query(ctx, client, sql)
	}
	var refused *Error
	if err != nil && !errors.As(err, &refused) {
		g.failed(slog.LevelError, "vault failed", err)
		refused = refuse(CodeUnavailable, "try again later", "the data could not be read")
		if ctx.Err() != nil {
			refused = errTime
		}
	}
	if g.Audit != nil {
		a := Audit{Client: client, Text: scrub.Text(sql[:min(len(sql), maxStatement)]), Verdict: "ok", MS: float64(time.Since(start).Microseconds()) / 1000}
		if refused != nil {
			a.Verdict, a.Code = "refused", refused.Code
		} else {
			a.Path, a.Rows = res.Path, len(res.Rows)
		}
		g.Audit(context.WithoutCancel(ctx), a)
	}
	if refused != nil {
		return nil, refused
	}
	return res, nil
}

func (g *Gate) query(ctx context.Context, client, sql string) (*Result, error) {
	switch {
	case len(sql) > maxStatement:
		return nil, refuse(CodeLimit, hintSimplify, "the statement is longer than %d bytes", maxStatement)
	case strings.IndexByte(sql, 0) >= 0:
		return nil, refuse(CodeSyntax, "", "the statement holds a NUL byte")
	case writes.MatchString(sql):
		return nil, errWrite
	}
	r, err := g.rooms.take(ctx, client)
	if err != nil {
		return nil, err
	}
	defer g.rooms.give(r)
	res, err := r.run(ctx, sql)
	if err != nil {
		return nil, g.advise(err, sql)
	}
	for name := range r.read {
		x := r.release.tables[name]
		res.Blocks = append(res.Blocks, Block{x.Name, x.Rows, x.About})
	}
	if len(res.Blocks) > 0 {
		slices.SortFunc(res.Blocks, func(a, b Block) int { return strings.Compare(a.Table, b.Table) })
		res.Path = "population"
		res.Notes = []string{fmt.Sprintf("figures about all clients are approximate, end with the last month that is over, and leave out what fewer than %d clients did", minClients)}
	}
	return res, nil
}

// readied waits for the first release if the statement may read it.
func (g *Gate) readied(ctx context.Context, sql string) error {
	sql = strings.ToLower(sql[:min(len(sql), maxStatement)])
	if !slices.ContainsFunc(g.rel.population, func(r *relation) bool { return strings.Contains(sql, prefixOf(r.name)+"_") }) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, firstRelease)
	defer cancel()
	return g.ensure(ctx)
}

// firstRelease is how long a statement waits for the first release.
const firstRelease = 20 * time.Second

// Tables describes the tables of a room. It waits for a release.
func (g *Gate) Tables(ctx context.Context) ([]Table, error) {
	if err := g.ensure(ctx); err != nil {
		return nil, err
	}
	return g.known(), nil
}

// known are the tables of a room opened now.
func (g *Gate) known() (all []Table) {
	for _, r := range g.rel.own {
		all = append(all, r.table("the caller's own rows"))
	}
	for _, r := range g.rel.public {
		all = append(all, r.table("the catalogue"))
	}
	if m := g.rooms.published(); m != nil {
		all = append(all, m.sorted()...)
	}
	return all
}

// failed logs what failed. Databases quote data in their errors, so no more
// than the kind of the error is kept.
func (g *Gate) failed(level slog.Level, event string, err error) {
	kind := err
	for errors.Unwrap(kind) != nil {
		kind = errors.Unwrap(kind)
	}
	g.Log.Log(context.Background(), level, event, "error_type", fmt.Sprintf("%T", kind))
}
