package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
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

	madeUp state = "sample" // what was not brought is made up: a notice, except to a house of its own, which offers none
)

func doctorCommand(ctx context.Context, a *app, _ []string) error {
	problems, lacks := 0, []string{}
	own := func() bool {
		if a.db == nil {
			return false
		}
		facts, err := house.Kept(ctx, a.db)
		return err == nil && facts.Own()
	}
	type look func(context.Context) []finding
	inStore := func(l look) look { // without a database, of which is told once, there is nothing to look at
		return func(ctx context.Context) []finding {
			if a.db == nil {
				return nil
			}
			return l(ctx)
		}
	}
	for _, l := range []look{
		a.lookAtProgram, a.lookAtStore, inStore(a.lookAtMemory), a.lookAtCustomers, inStore(a.lookAtCard), inStore(a.lookAtBreweries), inStore(a.lookAtTables),
		a.lookAtRecord, a.lookAtPlaces, a.lookAtPrompts, a.lookAtModels, a.lookAtConcierge, a.lookAtBudget, a.lookAtKeys,
	} {
		for _, f := range l(ctx) {
			if f.State == problem {
				problems++
			}
			if f.State == madeUp && own() {
				lacks = append(lacks, f.What)
				continue
			} else if f.State == madeUp {
				f.State = notice
			}
			if err := a.show(f, f.write); err != nil {
				return err
			}
		}
	}
	if len(lacks) > 0 {
		f := finding{What: "not used", State: fine, Says: strings.Join(lacks, ", ") + ": none of this house, so its guests are offered none"}
		if err := a.show(f, f.write); err != nil {
			return err
		}
	}
	if problems > 0 {
		return fmt.Errorf("%d found wrong", problems)
	}
	return nil
}

func (f finding) write(w io.Writer) {
	mark := map[state]string{fine: "ok  ", notice: "note", problem: "BAD "}[f.State]
	fmt.Fprintf(w, "%s  %-9s %s\n", mark, f.What, oneLine(f.Says))
	if f.Fix != "" {
		fmt.Fprintf(w, "%16s→ %s\n", "", f.Fix)
	}
}

func (a *app) lookAtProgram(context.Context) []finding {
	b := thisBuild()
	file := "no settings file (maitre.toml), which is fine"
	if a.config.File != "" {
		file = "settings from " + a.config.File
	}
	all := []finding{
		{"program", fine, fmt.Sprintf("maitre %s, %s, %s", b.Version, b.Go, b.Platform), ""},
		{"settings", fine, file, ""},
		{"clock", fine, "in the house it is " + time.Now().Format("Monday, 2006-01-02 15:04 MST"), ""},
	}
	if name, _ := time.Now().Zone(); name == "UTC" && a.config.House.Zone == "" {
		all[2].State, all[2].Fix = notice, "if that is not its hour: --house-timezone America/Sao_Paulo"
	}
	if info, err := os.Stat(a.config.File); err == nil && info.Mode().Perm()&0o077 != 0 && slices.ContainsFunc(a.config.Explain(), func(s config.Setting) bool {
		return strings.HasSuffix(s.Key, "_api_key") && strings.HasPrefix(s.From, "file ")
	}) {
		all = append(all, finding{"settings", notice, a.config.File + " holds a key and others can read it", "chmod 600 " + a.config.File})
	}
	for _, v := range a.config.Unknown {
		f := finding{"settings", notice, v.Name + " is set and names no setting", `"maitre help settings" lists them`}
		if v.Nearest != "" {
			f.Fix = "did you mean " + v.Nearest + "?"
		}
		all = append(all, f)
	}
	return all
}

func (a *app) lookAtRecord(context.Context) []finding {
	if a.config.Record == "" {
		return nil
	}
	file, err := openRecord(a.config.Record)
	if err != nil {
		return []finding{{"record", problem, err.Error(), "--record names another file"}}
	}
	_ = file.Close()
	return []finding{{"record", notice, "every exchange with a model, guests' words included, goes to " + a.config.Record, ""}}
}

func (a *app) lookAtPlaces(context.Context) []finding {
	if a.config.Places != "osm" {
		return []finding{{"places", madeUp, "lodgings and restaurants are made up, and marked as sample", "--places osm takes them from OpenStreetMap"}}
	}
	return []finding{{"places", notice, fmt.Sprintf("coordinates of destinations go to %s, names of unknown ones to %s", a.config.Overpass, a.config.Geocoder), ""}}
}

func (a *app) lookAtStore(ctx context.Context) []finding {
	if err := a.openDB(ctx); err != nil {
		fix := "--db names another file"
		if a.inPostgres() {
			fix = "is the server up, and are the name and the password in --db, or MAITRE_DB, right?"
		}
		return []finding{{"database", problem, err.Error(), fix}}
	}
	return []finding{{"database", fine, fmt.Sprintf("%v can be read and written", a.config.DB), ""}}
}

// manyGuests is the number of guests at which the doctor stops counting.
const manyGuests = 1000

func (a *app) lookAtMemory(ctx context.Context) []finding {
	owners, err := a.db.Owners(ctx, "", manyGuests+1)
	if err != nil {
		return []finding{{"memory", problem, err.Error(), ""}}
	}
	n := fmt.Sprint(len(owners))
	if len(owners) > manyGuests {
		n = fmt.Sprintf("more than %d", manyGuests)
	}
	kept := "for ever"
	if k := a.config.Memory.Keep; k > 0 {
		kept = fmt.Sprintf("for %.0f days without being spoken of", k.Hours()/24)
	}
	return []finding{{"memory", fine, fmt.Sprintf("something is known of %s guests, and kept %s", n, kept), ""}}
}

// lookAtCustomers opens a gate, which reads the tables that the policy names.
func (a *app) lookAtCustomers(ctx context.Context) []finding {
	if a.config.Customers == "" {
		return []finding{{"customers", madeUp, "none: the sample serves (" + sampleFile + "), whose customers are fictional", ""}}
	}
	p, err := a.policy()
	if err != nil {
		return []finding{{"customers", problem, err.Error(), "--policy names another file"}}
	}
	ctx, cancel := context.WithTimeout(ctx, doctorWaits)
	defer cancel()
	c, err := a.customers(ctx)
	if err != nil {
		return []finding{{"customers", problem, err.Error(), "--customers names another database"}}
	}
	g, err := safesql.Open(ctx, safesql.Options{Vault: c.vault, Policy: p, Secret: make([]byte, 32)}) // it answers nobody
	if err != nil {
		return []finding{{"customers", problem, fmt.Sprintf("%s: %v", c.name, err), `--policy names a file that fits these tables; "maitre sql policy" prints one to start from`}}
	}
	defer g.Close()
	fits := finding{"customers", fine, fmt.Sprintf("%s has the tables that the policy names; source: %s", c.name, c.source), ""}
	if c.source != "sample" {
		fits.Says += fmt.Sprintf("; amounts are told in %s (house.currency)", a.config.House.Currency)
	}
	return slices.Concat([]finding{fits}, lacking(p), c.unlikeMonths(ctx, g, p))
}

func (a *app) lookAtPrompts(context.Context) []finding {
	if a.config.Prompts == "" {
		return []finding{{"prompts", fine, "the program's own", ""}}
	}
	p, err := a.prompts()
	if err != nil {
		return []finding{{"prompts", problem, err.Error(), `"maitre task show NAME --prompt" prints the original`}}
	}
	all := []finding{{"prompts", fine, fmt.Sprintf("%d of %d changed in %s", len(p), len(maitre.Tasks()), a.config.Prompts), ""}}
	for _, file := range a.gonePrompts() {
		all = append(all, finding{"prompts", notice, file + " is not read: its task is gone", `delete it; what it asked for goes into decide.md ("maitre task show decide --prompt")`})
	}
	return all
}

// doctorWaits is how long a provider may take to say whether it is there.
const doctorWaits = 8 * time.Second

func (a *app) lookAtModels(ctx context.Context) []finding {
	if a.config.Models[0].IsRule() {
		return []finding{{"model", fine, "none: the reader inside decides, and nothing is spent", ""}}
	}
	var all []finding
	for _, m := range a.config.Models {
		all = append(all, a.lookAtModel(ctx, m))
	}
	return all
}

// lookAtConcierge tells who decides what is done for a guest, and what a model
// reads with every message.
func (a *app) lookAtConcierge(ctx context.Context) []finding {
	const fallback = "; when it fails or the budget is spent, with the reader"
	if a.config.Models[0].IsRule() {
		return []finding{{"decides", fine, "the concierge, with the reader, which learned to understand messages; with a model (--model) the model does, with the same tools", ""}}
	}
	if a.db == nil {
		return nil // lookAtStore tells why
	}
	m, err := a.maitre(ctx)
	if _, told := errors.AsType[*usageError](err); told {
		return nil
	}
	if err != nil {
		return []finding{{"decides", problem, err.Error(), ""}}
	}
	o, err := m.Offer(ctx)
	if err != nil {
		return []finding{{"decides", problem, err.Error(), ""}}
	}
	return []finding{
		{"decides", fine, fmt.Sprintf("the concierge, with %v%s", a.config.Models[0], fallback), ""},
		{"tools", fine, fmt.Sprintf("%d offered: %s; with the prompt about %d tokens a call", len(o.Tools), strings.Join(o.Tools, ", "), o.Tokens), ""},
	}
}

func (a *app) lookAtModel(ctx context.Context, m config.Model) finding {
	if m.Provider == "replay" {
		x, err := a.readRecording(m.Name)
		if err != nil {
			return finding{"model", problem, err.Error(), ""}
		}
		return finding{"model", fine, fmt.Sprintf("%v has %d exchanges", m, len(x)), ""}
	}
	model, err := provider(a.config, m)
	if u, ok := errors.AsType[*usageError](err); ok {
		return finding{"model", problem, u.text, u.hint}
	}
	ctx, cancel := context.WithTimeout(ctx, doctorWaits)
	defer cancel()
	switch err := model.Check(ctx); {
	case errors.Is(err, context.DeadlineExceeded):
		return finding{"model", problem, fmt.Sprintf("%v did not answer within %v", m, doctorWaits), "is the base URL right, and the network there?"}
	case err != nil:
		return finding{"model", problem, fmt.Sprintf("%v: %v", m, err), remedy(m, err)}
	}
	return finding{"model", fine, fmt.Sprintf("%v is reachable and knows the key", m), ""}
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
	case e != nil && e.Status == 404 || e != nil && e.Kind == llm.Permanent:
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

func (a *app) lookAtBudget(context.Context) []finding {
	b := a.config.Budget
	var all []finding
	for _, m := range a.config.Models {
		if m.IsRule() || m.Provider == "replay" || a.config.Price(m) != nil {
			continue
		}
		f := finding{"budget", notice, fmt.Sprintf("%v has no price, so its cost is unknown", m), fmt.Sprintf("add [price.%q] with input and output to maitre.toml", m.Name)}
		if b.Turn > 0 || b.Day > 0 {
			f.State, f.Says = problem, fmt.Sprintf("%v has no price, so a cap refuses it", m)
		}
		all = append(all, f)
	}
	for _, m := range a.config.Models {
		if p := a.config.Price(m); p != nil && b.Turn > 0 && p.Cost(typicalWorst) > b.Turn {
			all = append(all, finding{"budget", notice, fmt.Sprintf("one call of %v may cost %v, more than the %v a turn: the reader will decide", m, p.Cost(typicalWorst), b.Turn), "raise --budget-turn"})
		}
	}
	limit := func(u llm.USD) string {
		if u == 0 {
			return "no cap"
		}
		return u.String()
	}
	return append(all, finding{"budget", fine, fmt.Sprintf("%s a turn, %s a day", limit(b.Turn), limit(b.Day)), ""})
}

// typicalWorst is the usage that the budget sets aside for one call of a short conversation.
var typicalWorst = llm.Usage{Input: 4000, Output: 1024}

// lookAtKeys points out keys that no configured model uses.
func (a *app) lookAtKeys(context.Context) []finding {
	used := map[string]bool{}
	for _, m := range a.config.Models {
		used[m.Provider] = true
	}
	var all []finding
	for _, name := range config.Providers() {
		if a.config.Provider(name).Key != "" && !used[name] {
			all = append(all, finding{"keys", notice, "there is a key for " + name + " that no model uses", "MAITRE_MODEL=" + name + ":MODEL uses it"})
		}
	}
	return all
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func (a *app) lookAtCard(ctx context.Context) []finding {
	items, of, err := a.items(ctx, "")
	if err != nil {
		return []finding{{"card", problem, err.Error(), "maitre menu import FILE replaces it"}}
	}
	if of.Sample {
		return []finding{{"card", notice, fmt.Sprintf("none: the sample's %s are offered", counted(len(items), "item")), "maitre menu import FILE"}}
	}
	says := counted(len(items), "item") + " of " + plain(of.String())
	if others, err := a.otherCards(ctx); err == nil && len(others) > 0 {
		says += ", and the cards of " + counted(len(others), "other restaurant")
	}
	return []finding{{"card", fine, says, ""}}
}

func (a *app) lookAtBreweries(ctx context.Context) []finding {
	if a.config.Breweries == "openbrewerydb" {
		return []finding{{"breweries", notice, fmt.Sprintf("towns that guests ask about go to %s", a.config.BreweriesURL), ""}}
	}
	sizes, err := a.db.Collections(ctx)
	switch n := sizes[brewery.Collection]; {
	case err != nil:
		return []finding{{"breweries", problem, err.Error(), ""}}
	case n == 0:
		return []finding{{"breweries", madeUp, "none: the sample's are recommended", "maitre breweries import FILE, or maitre breweries import --live"}}
	default:
		return []finding{{"breweries", fine, fmt.Sprintf("%d in the catalogue", n), ""}}
	}
}

func (a *app) lookAtTables(ctx context.Context) []finding {
	all, err := a.tables().List(ctx)
	if err != nil {
		return []finding{{"tables", problem, err.Error(), ""}}
	}
	if len(all) == 0 {
		return []finding{{"tables", fine, "none to ask about besides one's own purchases (maitre data add FILE)", ""}}
	}
	var names []string
	for _, e := range all {
		names = append(names, e.Name)
	}
	return []finding{{"tables", fine, strings.Join(names, ", "), ""}}
}

// asked lists the relations and columns that questions in words and profiles
// read, and what does not work without them. docs/customers.md tells them.
var asked = []struct{ relation, columns, lacks string }{
	{"my_profile", "client_name city state postal_code", "who a guest is and where to look for breweries"},
	{"my_purchases", "id beer_id purchased_at month year quantity amount", "questions about one's own purchases"},
	{"beers", "id name style brewery_id", "what was bought"},
	{"breweries", "id name brewery_type city state", "which breweries are new to a guest"},
	{"all_purchases", "client_key beer_id month year client_state quantity amount", "questions about what all customers buy"},
}

// lacking returns a finding for each relation or column of asked that a policy does not have.
func lacking(p *safesql.Policy) []finding {
	var all []finding
	for _, want := range asked {
		names, found := columnsIn(p, want.relation)
		if !found {
			all = append(all, finding{"customers", notice, fmt.Sprintf("the policy has no relation %s: %s cannot be told", want.relation, want.lacks), "see docs/customers.md"})
			continue
		}
		missing := slices.DeleteFunc(strings.Fields(want.columns), func(c string) bool { return slices.Contains(names, c) })
		if len(missing) > 0 {
			all = append(all, finding{"customers", notice, fmt.Sprintf("%s has no %s: %s may not be told", want.relation, strings.Join(missing, ", "), want.lacks), "see docs/customers.md"})
		}
	}
	return all
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

// unlikeMonths returns a finding if months are not written as 2026-03, which "em março" is read as.
func (c *customers) unlikeMonths(ctx context.Context, g *safesql.Gate, p *safesql.Policy) []finding {
	client, err := c.first(ctx)
	if err != nil {
		return []finding{{"customers", notice, fmt.Sprintf("%s: no client can be found: %v", c.name, err), ""}}
	}
	for _, column := range []struct{ name, like, form string }{{"month", "____-__", "2026-03"}, {"purchased_at", "____-__-__%", "2026-03-14"}} {
		names, _ := columnsIn(p, "my_purchases")
		if !slices.Contains(names, column.name) {
			continue
		}
		res, err := g.Query(ctx, client, "SELECT "+column.name+" FROM my_purchases WHERE "+column.name+" NOT LIKE '"+column.like+"' LIMIT 1")
		if err == nil && len(res.Rows) > 0 {
			return []finding{{
				"customers", problem, fmt.Sprintf("my_purchases.%s is %q, and not as %s: questions about a time find nothing", column.name, plain(fmt.Sprint(res.Rows[0][0])), column.form),
				"name a column, or a view, that is written so; see docs/customers.md",
			}}
		}
	}
	return nil
}
