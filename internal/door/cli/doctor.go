package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/internal/door/config"
	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/safesql"
)

// finding is one thing the doctor looked at.
type finding struct {
	What  string `json:"what"`
	State state  `json:"state"`
	Says  string `json:"says"`
	Fix   string `json:"fix,omitempty"`
}

type state string

const (
	fine    state = "ok"
	notice  state = "note" // works, and worth knowing
	problem state = "problem"
)

func (f finding) Mark() string {
	return map[state]string{fine: "ok  ", notice: "note", problem: "BAD "}[f.State]
}

// doctor looks at what is configured, and says of each thing at once what it found.
type doctor struct {
	*app
	say func(finding)

	own    bool     // it is a house of one's own, to which no sample is shown
	lacks  []string // what such a house has not brought
	broken int
}

func (d *doctor) found(what string, s state, fix, format string, args ...any) {
	if s == problem {
		d.broken++
	}
	d.say(finding{what, s, fmt.Sprintf(format, args...), fix})
}

func (d *doctor) ok(what, format string, args ...any) { d.found(what, fine, "", format, args...) }

func (d *doctor) note(what, fix, format string, args ...any) {
	d.found(what, notice, fix, format, args...)
}

func (d *doctor) bad(what, fix, format string, args ...any) {
	d.found(what, problem, fix, format, args...)
}

// sample is said of what was not brought and is made up.
func (d *doctor) sample(what, fix, format string, args ...any) {
	if d.own {
		d.lacks = append(d.lacks, what)
		return
	}
	d.note(what, fix, format, args...)
}

// wrong says that something failed, and reports whether it did.
func (d *doctor) wrong(what string, err error, fix string) bool {
	if err != nil {
		d.bad(what, fix, "%v", err)
	}
	return err != nil
}

func examine(ctx context.Context, a *app, _ nothing) (any, error) {
	var unsaid error
	d := &doctor{app: a, say: func(f finding) { unsaid = errors.Join(unsaid, a.print(a.name, f)) }}
	d.lookAtProgram()
	d.lookAtStore(ctx)
	d.lookAtCustomers(ctx)
	if a.db != nil { // else it was told why
		d.lookAtData(ctx)
	}
	d.lookAtRest()
	d.lookAtModels(ctx)
	d.lookAtConcierge(ctx)
	d.lookAtBudget()
	d.lookAtKeys()
	if len(d.lacks) > 0 {
		d.ok("not used", "%s: none of this house, so its guests are offered none", strings.Join(d.lacks, ", "))
	}
	if unsaid == nil && d.broken > 0 {
		unsaid = fmt.Errorf("%d found wrong", d.broken)
	}
	return nil, unsaid
}

func (d *doctor) lookAtProgram() {
	b, file := thisBuild(), d.config.File
	d.ok("program", "maitre %s, %s, %s", b.Version, b.Go, b.Platform)
	if file == "" {
		d.ok("settings", "no settings file (maitre.toml), which is fine")
	} else {
		d.ok("settings", "settings from %s", file)
	}
	at := time.Now().Format("Monday, 2006-01-02 15:04 MST")
	if name, _ := time.Now().Zone(); name == "UTC" && d.config.House.Zone == "" {
		d.note("clock", "if that is not its hour: --house-timezone America/Sao_Paulo", "in the house it is %s", at)
	} else {
		d.ok("clock", "in the house it is %s", at)
	}
	hasKey := func(s config.Setting) bool {
		return strings.HasSuffix(s.Key, "_api_key") && strings.HasPrefix(s.From, "file ")
	}
	if info, err := os.Stat(file); err == nil && info.Mode().Perm()&0o077 != 0 && slices.ContainsFunc(d.config.Explain(), hasKey) {
		d.note("settings", "chmod 600 "+file, "%s holds a key and others can read it", file)
	}
	for _, v := range d.config.Unknown {
		fix := `"maitre help settings" lists them`
		if v.Nearest != "" {
			fix = "did you mean " + v.Nearest + "?"
		}
		d.note("settings", fix, "%s is set and names no setting", v.Name)
	}
}

func (d *doctor) lookAtStore(ctx context.Context) {
	fix := "--db names another file"
	if d.inPostgres() {
		fix = "is the server up, and are the name and the password in --db, or MAITRE_DB, right?"
	}
	if d.wrong("database", d.openDB(ctx), fix) {
		return
	}
	d.ok("database", "%v can be read and written", d.config.DB)
	facts, err := house.Kept(ctx, d.db)
	d.own = err == nil && facts.Own()
}

// manyGuests is the number of guests at which the doctor stops counting.
const manyGuests = 1000

// lookAtData looks at what the database has.
func (d *doctor) lookAtData(ctx context.Context) {
	if owners, err := d.db.Owners(ctx, "", manyGuests+1); !d.wrong("memory", err, "") {
		n, kept := fmt.Sprint(len(owners)), "for ever"
		if len(owners) > manyGuests {
			n = fmt.Sprintf("more than %d", manyGuests)
		}
		if k := d.config.Memory.Keep; k > 0 {
			kept = fmt.Sprintf("for %.0f days without being spoken of", k.Hours()/24)
		}
		d.ok("memory", "something is known of %s guests, and kept %s", n, kept)
	}
	d.lookAtCard(ctx)
	sizes, err := d.db.Collections(ctx)
	switch n := sizes[brewery.Collection]; {
	case d.config.Breweries == "openbrewerydb":
		d.note("breweries", "", "towns that guests ask about go to %s", d.config.BreweriesURL)
	case d.wrong("breweries", err, ""):
	case n == 0:
		d.sample("breweries", "maitre breweries import FILE, or maitre breweries import --live", "none: the sample's are recommended")
	default:
		d.ok("breweries", "%d in the catalogue", n)
	}
	if tables, err := d.tables().List(ctx); !d.wrong("tables", err, "") {
		var names []string
		for _, e := range tables {
			names = append(names, e.Name)
		}
		if len(names) == 0 {
			names = append(names, "none to ask about besides one's own purchases (maitre data add FILE)")
		}
		d.ok("tables", "%s", strings.Join(names, ", "))
	}
}

func (d *doctor) lookAtCard(ctx context.Context) {
	of, err := d.cardOf(ctx, "")
	if d.wrong("card", err, "") {
		return
	}
	items, err := d.items(ctx, of)
	if d.wrong("card", err, "maitre menu import FILE replaces it") {
		return
	}
	if of.Sample {
		d.note("card", "maitre menu import FILE", "none: the sample's %s are offered", counted(len(items), "item"))
		return
	}
	more := ""
	if others, err := (&shelf{app: d.app}).Names(ctx); err == nil && len(others) > 0 {
		more = ", and the cards of " + counted(len(others), "other restaurant")
	}
	d.ok("card", "%s of %s%s", counted(len(items), "item"), of, more)
}

// lookAtCustomers opens a gate, which reads the tables that the policy names.
func (d *doctor) lookAtCustomers(ctx context.Context) {
	if d.config.Customers == "" {
		d.sample("customers", "", "none: the sample serves (%s), whose customers are fictional", sampleFile)
		return
	}
	p, err := d.policy()
	if d.wrong("customers", err, "--policy names another file") {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, doctorWaits)
	defer cancel()
	c, err := d.customers(ctx)
	if d.wrong("customers", err, "--customers names another database") {
		return
	}
	g, err := safesql.Open(ctx, safesql.Options{Vault: c.vault, Policy: p, Secret: make([]byte, 32)}) // it answers nobody
	if err != nil {
		d.bad("customers", `--policy names a file that fits these tables; "maitre sql policy" prints one to start from`, "%s: %v", c.name, err)
		return
	}
	defer g.Close()
	money := ""
	if c.source != "sample" {
		money = fmt.Sprintf("; amounts are told in %s (house.currency)", d.config.House.Currency)
	}
	d.ok("customers", "%s has the tables that the policy names; source: %s%s", c.name, c.source, money)
	d.lookAtPolicy(p)
	d.lookAtMonths(ctx, c, g, p)
}

// needed lists the relations and columns that questions in words and profiles
// read, and what does not work without them. docs/customers.md tells them.
var needed = []struct{ relation, columns, lacks string }{
	{"my_profile", "client_name city state postal_code", "who a guest is and where to look for breweries"},
	{"my_purchases", "id beer_id purchased_at month year quantity amount", "questions about one's own purchases"},
	{"beers", "id name style brewery_id", "what was bought"},
	{"breweries", "id name brewery_type city state", "which breweries are new to a guest"},
	{"all_purchases", "client_key beer_id month year client_state quantity amount", "questions about what all customers buy"},
}

// lookAtPolicy names the relations and columns of needed that a policy does not have.
func (d *doctor) lookAtPolicy(p *safesql.Policy) {
	for _, want := range needed {
		names, found := columnsIn(p, want.relation)
		missing := slices.DeleteFunc(strings.Fields(want.columns), func(c string) bool { return slices.Contains(names, c) })
		switch {
		case !found:
			d.note("customers", "see docs/customers.md", "the policy has no relation %s: %s cannot be told", want.relation, want.lacks)
		case len(missing) > 0:
			d.note("customers", "see docs/customers.md", "%s has no %s: %s may not be told", want.relation, strings.Join(missing, ", "), want.lacks)
		}
	}
}

func columnsIn(p *safesql.Policy, relation string) (names []string, found bool) {
	for _, r := range slices.Concat(p.Own, p.Public, p.Population) {
		if !strings.EqualFold(r.Name, relation) {
			continue
		}
		for _, c := range r.Columns {
			names = append(names, strings.ToLower(c.Name))
		}
		return names, true
	}
	return nil, false
}

// lookAtMonths looks whether times are written as "em março" is read.
func (d *doctor) lookAtMonths(ctx context.Context, c *customers, g *safesql.Gate, p *safesql.Policy) {
	client, err := c.first(ctx)
	if err != nil {
		d.note("customers", "", "%s: no client can be found: %v", c.name, err)
		return
	}
	names, _ := columnsIn(p, "my_purchases")
	for _, column := range []struct{ name, like, form string }{{"month", "____-__", "2026-03"}, {"purchased_at", "____-__-__%", "2026-03-14"}} {
		if !slices.Contains(names, column.name) {
			continue
		}
		res, err := g.Query(ctx, client, "SELECT "+column.name+" FROM my_purchases WHERE "+column.name+" NOT LIKE '"+column.like+"' LIMIT 1")
		if err == nil && len(res.Rows) > 0 {
			d.bad("customers", "name a column, or a view, that is written so; see docs/customers.md",
				"my_purchases.%s is %q, and not as %s: questions about a time find nothing", column.name, plain(fmt.Sprint(res.Rows[0][0])), column.form)
			return
		}
	}
}

// lookAtRest looks at what goes elsewhere, and at changed prompts.
func (d *doctor) lookAtRest() {
	if file := d.config.Record; file != "" {
		f, err := openRecord(file)
		if !d.wrong("record", err, "--record names another file") {
			_ = f.Close()
			d.note("record", "", "every exchange with a model, guests' words included, goes to %s", file)
		}
	}
	if d.config.Places == "osm" {
		d.note("places", "", "coordinates of destinations go to %s, names of unknown ones to %s", d.config.Overpass, d.config.Geocoder)
	} else {
		d.sample("places", "--places osm takes them from OpenStreetMap", "lodgings and restaurants are made up, and marked as sample")
	}
	if d.config.Prompts == "" {
		d.ok("prompts", "the program's own")
		return
	}
	p, err := d.prompts()
	if d.wrong("prompts", err, `"maitre task show NAME --prompt" prints the original`) {
		return
	}
	d.ok("prompts", "%d of %d changed in %s", len(p), len(maitre.Tasks()), d.config.Prompts)
	for _, file := range d.gonePrompts() {
		d.note("prompts", `delete it; what it asked for goes into decide.md ("maitre task show decide --prompt")`, "%s is not read: its task is gone", file)
	}
}

// doctorWaits is how long a provider may take to say whether it is there.
const doctorWaits = 8 * time.Second

func (d *doctor) lookAtModels(ctx context.Context) {
	for _, m := range d.config.Models {
		d.lookAtModel(ctx, m)
	}
}

func (d *doctor) lookAtModel(ctx context.Context, m config.Model) {
	switch {
	case m.IsRule():
		d.ok("model", "none: the reader inside decides, and nothing is spent")
		return
	case m.Provider == "replay":
		if x, err := d.readRecording(m.Name); !d.wrong("model", err, "") {
			d.ok("model", "%v has %d exchanges", m, len(x))
		}
		return
	}
	model, err := provider(d.config, m)
	if u, ok := errors.AsType[*usageError](err); ok {
		d.bad("model", u.hint, "%s", u.text)
		return
	}
	ctx, cancel := context.WithTimeout(ctx, doctorWaits)
	defer cancel()
	switch err := model.Check(ctx); {
	case errors.Is(err, context.DeadlineExceeded):
		d.bad("model", "is the base URL right, and the network there?", "%v did not answer within %v", m, doctorWaits)
	case err != nil:
		d.bad("model", remedy(m, err), "%v: %v", m, err)
	default:
		d.ok("model", "%v is reachable and knows the key", m)
	}
}

// remedy says what usually mends a model that failed, such as "ollama serve".
func remedy(m config.Model, err error) string {
	e, _ := errors.AsType[*llm.Error](err)
	switch {
	case llm.KindOf(err) == llm.Auth:
		return "is the key right, and allowed to use this model? " + keyOf(m.Provider)
	case m.Provider == "ollama" && e != nil && e.Status == 0:
		return "start it with: ollama serve"
	case m.Provider == "ollama":
		return "fetch the model with: ollama pull " + m.Name
	case e != nil && (e.Status == 404 || e.Kind == llm.Permanent):
		return "is the model's name right?"
	}
	return "is the base URL right, and the network there?"
}

// keyOf says where the key of a provider is set.
func keyOf(provider string) string {
	hint := "set " + config.KeyVariable(provider)
	if provider == "openai" {
		hint += ", or OPENAI_BASE_URL for a server of your own"
	}
	return hint
}

// lookAtConcierge tells who decides what is done for a guest, and what a model
// reads with every message.
func (d *doctor) lookAtConcierge(ctx context.Context) {
	if d.config.Models[0].IsRule() {
		d.ok("decides", "the concierge, with the reader, which learned to understand messages; with a model (--model) the model does, with the same tools")
		return
	}
	if d.db == nil {
		return // lookAtStore tells why
	}
	m, err := d.maitre(ctx)
	if _, told := errors.AsType[*usageError](err); told || d.wrong("decides", err, "") {
		return
	}
	o, err := m.Offer(ctx)
	if d.wrong("decides", err, "") {
		return
	}
	d.ok("decides", "the concierge, with %v; when it fails or the budget is spent, with the reader", d.config.Models[0])
	d.ok("tools", "%d offered: %s; with the prompt about %d tokens a call", len(o.Tools), strings.Join(o.Tools, ", "), o.Tokens)
}

// typicalWorst is the usage that the budget sets aside for one call of a short conversation.
var typicalWorst = llm.Usage{Input: 4000, Output: 1024}

func (d *doctor) lookAtBudget() {
	b := d.config.Budget
	for _, m := range d.config.Models {
		p, fix := d.config.Price(m), fmt.Sprintf("add [price.%q] with input and output to maitre.toml", m.Name)
		switch {
		case m.IsRule() || m.Provider == "replay":
		case p == nil && b.Turn+b.Day > 0:
			d.bad("budget", fix, "%v has no price, so a cap refuses it", m)
		case p == nil:
			d.note("budget", fix, "%v has no price, so its cost is unknown", m)
		case b.Turn > 0 && p.Cost(typicalWorst) > b.Turn:
			d.note("budget", "raise --budget-turn", "one call of %v may cost %v, more than the %v a turn: the reader will decide", m, p.Cost(typicalWorst), b.Turn)
		}
	}
	limit := func(u llm.USD) string {
		if u == 0 {
			return "no cap"
		}
		return u.String()
	}
	d.ok("budget", "%s a turn, %s a day", limit(b.Turn), limit(b.Day))
}

// lookAtKeys points out keys that no configured model uses.
func (d *doctor) lookAtKeys() {
	for _, name := range config.Providers() {
		used := slices.ContainsFunc(d.config.Models, func(m config.Model) bool { return m.Provider == name })
		if d.config.Provider(name).Key != "" && !used {
			d.note("keys", "MAITRE_MODEL="+name+":MODEL uses it", "there is a key for %s that no model uses", name)
		}
	}
}
