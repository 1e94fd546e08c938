// Package safesql answers SQL that a model wrote for a guest, and shows only
// what the guest may see: the public catalogue, the guest's own rows, and
// aggregates of several clients.
//
//	vault, err := safesql.OpenSQLite("customers.db")
//	gate, err := safesql.Open(ctx, safesql.Options{Vault: vault, Secret: secret})
//	result, err := gate.Query(ctx, "C001", "SELECT SUM(amount) FROM my_purchases")
//
// The text is hostile. It runs only in a room, a SQLite in memory that holds
// nothing else than what its reader may see. What it asks about everybody is
// taken out of it, computed by the operator's database from statements that
// this package prints, and put into the room once the policy allows. DESIGN.md
// says what is promised and what is not.
package safesql

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/scrub"
)

// Options say what a [Gate] guards, and how.
type Options struct {
	Vault Vault // required; closing it is the caller's

	// Policy is that of the sample's tables if nil.
	Policy *Policy

	// Secret decides the noise in aggregates: at least 16 bytes, always the
	// same for a database, known to no guest.
	Secret []byte

	// Time is what a statement may take, all in all: 3 seconds if zero.
	Time time.Duration

	// Quota reports whether the client may ask a population question, which is
	// named by a hash, the same for the same question. It decides how many
	// different ones a client may ask in a day. If nil there is no limit: for
	// the operator only, never for guests. See [DailyQuota].
	Quota func(ctx context.Context, client, question string) (bool, error)

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
	vault    Vault
	policy   *Policy
	rel      *relations
	time     time.Duration
	noise    noise
	quota    func(ctx context.Context, client, question string) (bool, error)
	audit    func(ctx context.Context, a Audit)
	log      *slog.Logger
	rooms    *rooms
	released *releases
}

// Result is what a statement returned.
type Result struct {
	Columns   []string
	Rows      [][]any // nil, int64, float64 or string
	Truncated bool    // there were more rows than are shown

	// Path is "room" if the statement read the catalogue and the caller's rows
	// only, "population" if it read aggregates of all clients.
	Path      string
	Blocks    []Block  // the aggregates
	Rewritten string   // the statement that ran in the room, if not the caller's
	Notes     []string // what a reader should know about the figures
}

// Block is an aggregate that was released.
type Block struct {
	Table string // in Rewritten
	SQL   string // what the vault was asked
	Rows  int
}

// Open reads the catalogue and makes a gate.
func Open(ctx context.Context, o Options) (*Gate, error) {
	if o.Vault == nil {
		return nil, errors.New("opening the gate: no vault")
	}
	if len(o.Secret) < 16 {
		return nil, errors.New("opening the gate: the secret has less than 16 bytes")
	}
	g := &Gate{
		vault: o.Vault, policy: o.Policy, time: cmp.Or(o.Time, 3*time.Second), noise: newNoise(o.Secret),
		quota: o.Quota, audit: o.Audit, log: o.Log, released: newReleases(),
	}
	if g.policy == nil {
		p, err := ParsePolicy(samplePolicy)
		if err != nil {
			return nil, err
		}
		g.policy = p
	} else if err := g.policy.check(); err != nil {
		return nil, fmt.Errorf("checking the policy: %w", err)
	}
	if g.log == nil {
		g.log = slog.New(slog.DiscardHandler)
	}
	var err error
	if g.rel, err = compile(ctx, g.policy, g.vault); err != nil {
		return nil, fmt.Errorf("opening the gate: %w", err)
	}
	if v, ok := g.vault.(restricted); ok {
		v.restrict(g.policy.reads())
	}
	g.rooms = &rooms{vault: g.vault, rel: g.rel, idle: map[string][]*room{}}
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
	return g.audited(ctx, client, sql, everybody)
}

// QueryOwn is Query for a statement that may read the client's own rows and the
// catalogue only: one that names a population relation is refused with
// [CodePopulation].
func (g *Gate) QueryOwn(ctx context.Context, client, sql string) (*Result, error) {
	return g.audited(ctx, client, sql, ownOnly)
}

// reach is whose rows a statement may be about.
type reach bool

const (
	ownOnly   reach = false
	everybody reach = true // their aggregates
)

func (g *Gate) audited(ctx context.Context, client, sql string, of reach) (*Result, error) {
	start := time.Now()
	ctx, cancel := context.WithTimeout(ctx, g.time)
	defer cancel()
	res, err := g.query(ctx, client, sql, of)
	var refused *Error
	if err != nil && !errors.As(err, &refused) {
		g.failed("vault failed", err)
		refused = refuse(CodeUnavailable, "try again later", "the data could not be read")
		if ctx.Err() != nil {
			refused = errTime
		}
	}
	if g.audit != nil {
		a := Audit{Client: client, Text: scrub.Text(sql[:min(len(sql), maxStatement)]), Verdict: "ok", MS: float64(time.Since(start).Microseconds()) / 1000}
		if refused != nil {
			a.Verdict, a.Code = "refused", refused.Code
		} else {
			a.Path, a.Rows = res.Path, len(res.Rows)
		}
		g.audit(context.WithoutCancel(ctx), a)
	}
	if refused != nil {
		return nil, refused
	}
	return res, nil
}

func (g *Gate) query(ctx context.Context, client, sql string, of reach) (*Result, error) {
	tokens, err := lex(sql)
	if err != nil {
		return nil, err
	}
	if err := screen(tokens); err != nil {
		return nil, err
	}
	res, err := g.answer(ctx, client, sql, tokens, of)
	return res, g.advise(err, tokens)
}

func (g *Gate) answer(ctx context.Context, client, sql string, tokens []token, of reach) (*Result, error) {
	r, err := g.rooms.take(ctx, client)
	if err != nil {
		return nil, err
	}
	defer g.rooms.give(client, r)
	r.seed(g.noise.cellKey, client, sql)
	t, err := r.run(ctx, sql, maxRows)
	var none errNoTable
	switch {
	case err == nil:
		return t.result("room"), nil
	case !errors.As(err, &none):
		return nil, err
	case find(g.rel.population, none.name) == nil:
		return nil, g.noTable(none.name)
	case of == ownOnly:
		return nil, refuse(CodePopulation, "use "+g.names(g.policy.Own)+" or the catalogue ("+g.names(g.policy.Public)+")", "this statement may not read %s, which is about all clients", none.name)
	}
	return g.population(ctx, r, client, tokens)
}

// population answers a statement that reads population relations.
func (g *Gate) population(ctx context.Context, r *room, client string, tokens []token) (*Result, error) {
	q, err := parse(tokens)
	if err != nil {
		return nil, err
	}
	gw := &gateway{gate: g, ctx: ctx, room: r, client: client, projected: map[*query]projection{}}
	defer func() {
		for _, b := range gw.blocks {
			r.drop(b.Table)
		}
	}()
	if err := gw.query(q, nil, asRows); err != nil {
		return nil, gw.inner(err)
	}
	sql := printQuery(q)
	t, err := r.run(ctx, sql, maxRows)
	if err != nil {
		return nil, gw.explain(err)
	}
	res := t.result("population")
	gw.note(fmt.Sprintf("figures about all clients are approximate; those behind fewer than %d clients are left out, and conditions that concern fewer than %d are not applied", minClients, minGroup))
	res.Blocks, res.Rewritten, res.Notes = gw.blocks, sql, gw.notes
	return res, nil
}

func (t *table) result(path string) *Result {
	return &Result{Columns: t.cols, Rows: t.rows, Truncated: t.truncated, Path: path}
}

// noTable explains a name that the room does not know.
func (g *Gate) noTable(name string) error {
	bare := strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
	if g.policy.isPrivateTable(bare) {
		return refuse(CodeOtherClient, "use "+g.names(g.policy.Own)+" for the caller's rows, "+g.names(g.policy.Population)+" for aggregates", "%s holds rows of other clients", bare)
	}
	if find(g.rel.population, bare) != nil {
		if bare != strings.ToLower(name) {
			return errSchema
		}
		return refuse(CodeUnsupported, "aggregate it in a subquery or a CTE first", "%s cannot be read there", bare)
	}
	return refuse(CodeNoTable, "there are "+g.names(g.policy.Own)+", "+g.names(g.policy.Public)+", "+g.names(g.policy.Population), "no such table: %s", name)
}

func (g *Gate) names(l []Relation) string {
	out := make([]string, len(l))
	for i, r := range l {
		out[i] = r.Name
	}
	return strings.Join(out, ", ")
}

// mayAsk asks the quota.
func (g *Gate) mayAsk(ctx context.Context, client, question string) error {
	if g.quota == nil {
		return nil
	}
	sum := sha256.Sum256([]byte(question))
	ok, err := g.quota(ctx, client, hex.EncodeToString(sum[:]))
	if err != nil {
		return fmt.Errorf("asking for the quota: %w", err)
	}
	if !ok {
		return refuse(CodeQuota, "ask again tomorrow, or about the caller's own rows", "no more different questions about all clients today")
	}
	return nil
}

// failed logs what failed. Databases quote data in their errors, so no more
// than the kind of the error is kept.
func (g *Gate) failed(event string, err error) {
	kind := err
	for errors.Unwrap(kind) != nil {
		kind = errors.Unwrap(kind)
	}
	g.log.Error(event, "error_type", fmt.Sprintf("%T", kind))
}
