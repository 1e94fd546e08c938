package cli

import (
	"cmp"
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

// doctor looks at what is configured, and says of each thing at once what it found.
type doctor struct {
	*app
	say    func(finding)
	own    bool     // it is a house of one's own, to which no sample is shown
	lacks  []string // what such a house has not brought
	broken int
}

func (d *doctor) ok(what, format string, args ...any) {
	d.say(finding{what, fine, fmt.Sprintf(format, args...), ""})
}

func (d *doctor) note(what, fix, format string, args ...any) {
	d.say(finding{what, notice, fmt.Sprintf(format, args...), fix})
}

// bad says that something failed, if it did, and reports whether.
func (d *doctor) bad(what, fix string, err error) bool {
	if err != nil {
		d.broken++
		d.say(finding{what, problem, err.Error(), fix})
	}
	return err != nil
}

// sample is said of what was not brought and is made up.
func (d *doctor) sample(what, fix, format string, args ...any) {
	if d.own {
		d.lacks = append(d.lacks, what)
		return
	}
	d.note(what, fix, format, args...)
}

func examine(ctx context.Context, a *app, _ nothing) (any, error) {
	var unsaid error
	d := &doctor{app: a, say: func(f finding) { unsaid = errors.Join(unsaid, a.print(a.name, f)) }}
	d.lookAtProgram()
	if d.lookAtStore(ctx) {
		d.lookAtData(ctx)
	}
	d.lookAtCustomers(ctx)
	d.lookAtOutside()
	d.lookAtModels(ctx)
	d.lookAtConcierge(ctx)
	d.lookAtBudget()
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
	d.ok("settings", "settings from %s", cmp.Or(file, "flags and environment: there is no maitre.toml, which is fine"))
	inFile := func(s config.Setting) bool {
		return strings.HasSuffix(s.Key, "_api_key") && strings.HasPrefix(s.From, "file ")
	}
	if info, err := os.Stat(file); err == nil && info.Mode().Perm()&0o077 != 0 && slices.ContainsFunc(d.config.Explain(), inFile) {
		d.note("settings", "chmod 600 "+file, "%s holds a key and others can read it", file)
	}
	for _, v := range d.config.Unknown {
		fix := `"maitre help settings" lists them`
		if v.Nearest != "" {
			fix = "did you mean " + v.Nearest + "?"
		}
		d.note("settings", fix, "%s is set and names no setting", v.Name)
	}
	at := time.Now().Format("Monday, 2006-01-02 15:04 MST")
	if name, _ := time.Now().Zone(); name == "UTC" && d.config.House.Zone == "" {
		d.note("clock", "if that is not its hour: --house-timezone America/Sao_Paulo", "in the house it is %s", at)
	} else {
		d.ok("clock", "in the house it is %s", at)
	}
}

func (d *doctor) lookAtStore(ctx context.Context) bool {
	if d.bad("database", "--db names another; is its server up, and are name and password right?", d.openDB(ctx)) {
		return false
	}
	d.ok("database", "%v can be read and written", d.config.DB)
	facts, err := house.Kept(ctx, d.db)
	d.own = err == nil && facts.Own()
	return true
}

// lookAtData looks at what the database has.
func (d *doctor) lookAtData(ctx context.Context) {
	if owners, err := d.db.Owners(ctx, "", 0); !d.bad("memory", "", err) {
		kept := "for ever"
		if k := d.config.Memory.Keep; k > 0 {
			kept = fmt.Sprintf("for %.0f days without being spoken of", k.Hours()/24)
		}
		d.ok("memory", "something is known of %d guests, and kept %s", len(owners), kept)
	}
	of, err := d.cardOf(ctx, "")
	items, unread := d.items(ctx, of)
	switch {
	case d.bad("card", "maitre menu import FILE replaces it", errors.Join(err, unread)):
	case of.Sample:
		d.note("card", "maitre menu import FILE", "none: the sample's %s are offered", counted(len(items), "item"))
	default:
		d.ok("card", "%s of %s", counted(len(items), "item"), of)
	}
	sizes, err := d.db.Collections(ctx)
	switch n := sizes[brewery.Collection]; {
	case d.config.Breweries == "openbrewerydb":
		d.note("breweries", "", "towns that guests ask about go to %s", d.config.BreweriesURL)
	case d.bad("breweries", "", err):
	case n == 0:
		d.sample("breweries", "maitre breweries import FILE, or maitre breweries import --live", "none: the sample's are recommended")
	default:
		d.ok("breweries", "%d in the catalogue", n)
	}
	if tables, err := d.tables().List(ctx); !d.bad("tables", "", err) {
		var names []string
		for _, e := range tables {
			names = append(names, e.Name)
		}
		d.ok("tables", "%s", cmp.Or(strings.Join(names, ", "), "none to ask about besides one's own purchases (maitre data add FILE)"))
	}
}

// lookAtCustomers opens a gate, which reads the tables that the policy names.
func (d *doctor) lookAtCustomers(ctx context.Context) {
	if d.config.Customers == "" {
		d.sample("customers", "", "none: the sample serves (%s), whose customers are fictional", sampleFile)
		return
	}
	ctx, cancel := context.WithTimeout(ctx, doctorWaits)
	defer cancel()
	c, err := d.customers(ctx)
	if d.bad("customers", "--customers names another database, --policy another file", err) {
		return
	}
	g, err := safesql.Open(ctx, safesql.Options{Vault: c.vault, Policy: c.policy, Secret: make([]byte, 32)}) // it answers nobody
	if err != nil {
		err = fmt.Errorf("%s: %w", c.name, err)
	}
	if d.bad("customers", `--policy names a file that fits these tables; "maitre sql policy" prints one to start from`, err) {
		return
	}
	defer g.Close()
	d.ok("customers", "%s has the tables that the policy names; source: %s; amounts are in %s (house.currency)", c.name, c.source, d.config.House.Currency)
	const fix = "see docs/customers.md"
	for _, want := range needed {
		names, found := columnsIn(c.policy, want.relation)
		missing := slices.DeleteFunc(strings.Fields(want.columns), func(c string) bool { return slices.Contains(names, c) })
		switch {
		case !found:
			d.note("customers", fix, "the policy has no relation %s: %s cannot be told", want.relation, want.lacks)
		case len(missing) > 0:
			d.note("customers", fix, "%s has no %s: %s may not be told", want.relation, strings.Join(missing, ", "), want.lacks)
		}
	}
	if client, err := c.client(ctx, ""); err == nil { // "em março" is read as 2026-03
		res, err := g.Query(ctx, client, "SELECT month FROM my_purchases WHERE month NOT LIKE '____-__' LIMIT 1")
		if err == nil && len(res.Rows) > 0 {
			d.bad("customers", fix, fmt.Errorf("my_purchases.month is %q, and not as 2026-03: questions about a time find nothing", cell(res.Rows[0][0])))
		}
	}
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

func columnsIn(p *safesql.Policy, relation string) (names []string, found bool) {
	for _, r := range slices.Concat(p.Own, p.Public, p.Population) {
		if !strings.EqualFold(r.Name, relation) {
			continue
		}
		found = true
		for _, c := range r.Columns {
			names = append(names, strings.ToLower(c.Name))
		}
	}
	return names, found
}

// lookAtOutside looks at what goes elsewhere, and at changed prompts.
func (d *doctor) lookAtOutside() {
	if file := d.config.Record; file != "" {
		f, err := openRecord(file)
		if !d.bad("record", "--record names another file", err) {
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
	if d.bad("prompts", `"maitre task show NAME --prompt" prints the original`, err) {
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
		if m.IsRule() {
			d.ok("model", "none: the reader inside decides, and nothing is spent")
		} else if fix, err := d.reach(ctx, m); !d.bad("model", fix, err) {
			d.ok("model", "%v is reachable and knows the key", m)
		}
	}
}

// reach asks a model whether it could be asked, and says what usually mends one that could not, such as "ollama serve".
func (d *doctor) reach(ctx context.Context, m config.Model) (fix string, err error) {
	if m.Provider == "replay" {
		_, err := d.readRecording(m.Name)
		return "--record FILE makes one", err
	}
	model, err := provider(d.config, m)
	if u, ok := errors.AsType[*usageError](err); ok {
		return u.hint, errors.New(u.text)
	}
	ctx, cancel := context.WithTimeout(ctx, doctorWaits)
	defer cancel()
	if err = model.Check(ctx); err == nil {
		return "", nil
	}
	e, _ := errors.AsType[*llm.Error](err)
	switch fix = "is the base URL right, and the network there?"; {
	case errors.Is(err, context.DeadlineExceeded):
		return fix, fmt.Errorf("%v did not answer within %v", m, doctorWaits)
	case llm.KindOf(err) == llm.Auth:
		fix = "is the key right, and allowed to use this model? " + keyOf(m.Provider)
	case m.Provider == "ollama" && e != nil && e.Status == 0:
		fix = "start it with: ollama serve"
	case m.Provider == "ollama":
		fix = "fetch the model with: ollama pull " + m.Name
	case e != nil && (e.Status == 404 || e.Kind == llm.Permanent):
		fix = "is the model's name right?"
	}
	return fix, fmt.Errorf("%v: %w", m, err)
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
	if _, told := errors.AsType[*usageError](err); told || d.bad("decides", "", err) {
		return
	}
	o, err := m.Offer(ctx)
	if d.bad("decides", "", err) {
		return
	}
	d.ok("decides", "the concierge, with %v; when it fails or the budget is spent, with the reader", d.config.Models[0])
	d.ok("tools", "%d offered: %s; with the prompt about %d tokens a call", len(o.Tools), strings.Join(o.Tools, ", "), o.Tokens)
}

// typicalWorst is the usage that the budget sets aside for one call of a short conversation.
var typicalWorst = llm.Usage{Input: 4000, Output: 1024}

// lookAtBudget looks at prices and caps, and at keys that no configured model uses.
func (d *doctor) lookAtBudget() {
	b := d.config.Budget
	used := map[string]bool{}
	for _, m := range d.config.Models {
		p, fix := d.config.Price(m), fmt.Sprintf("add [price.%q] with input and output to maitre.toml", m.Name)
		switch used[m.Provider] = true; {
		case m.IsRule() || m.Provider == "replay":
		case p == nil && b.Turn+b.Day > 0:
			d.bad("budget", fix, fmt.Errorf("%v has no price, so a cap refuses it", m))
		case p == nil:
			d.note("budget", fix, "%v has no price, so its cost is unknown", m)
		case b.Turn > 0 && p.Cost(typicalWorst) > b.Turn:
			d.note("budget", "raise --budget-turn", "one call of %v may cost %v, more than the %v a turn: the reader will decide", m, p.Cost(typicalWorst), b.Turn)
		}
	}
	limit := func(u llm.USD) any {
		if u == 0 {
			return "no cap"
		}
		return u
	}
	d.ok("budget", "%v a turn, %v a day", limit(b.Turn), limit(b.Day))
	for _, name := range config.Providers() {
		if d.config.Provider(name).Key != "" && !used[name] {
			d.note("keys", "MAITRE_MODEL="+name+":MODEL uses it", "there is a key for %s that no model uses", name)
		}
	}
}
