// Package config gathers maitre's settings from flags, the environment, a file
// and defaults, in that order of precedence, and says where each came from.
//
// One table of rows drives all of it, docs/configuration.md included. A command
// calls [AddFlags], parses its arguments and calls [Load]. No other package
// reads the environment.
package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
)

// Config is the settings of one run. Load has checked them; nothing changes
// them afterwards. Printing, encoding or logging one shows no secret.
type Config struct {
	File string // the file that was read; "" when there was none

	DB        Address
	Customers Address // of the operator, only read; "": the sample
	Policy    string  // "": the one for the sample's tables
	Models    []Model // in order of fallback; at least one
	Embedder  Model   // or local
	Timeout   time.Duration
	Silence   time.Duration
	Retries   int
	AskModel  string // always, or unsure: only where the reader is not sure
	Prompts   string // "": the prompts shipped with the program
	Record    string // "": nothing is recorded
	Budget    Budget
	House     House
	Memory    Memory
	Places    string  // sample or osm
	Overpass  Address // for osm
	Geocoder  Address // for osm
	Log       Log
	Server    Server

	Breweries    string        // sample or openbrewerydb
	BreweriesURL Address       // for openbrewerydb
	CacheTTL     time.Duration // how long what the web says is good; more than 0

	Gemini, OpenAI, Groq, Anthropic, Ollama Provider

	// Prices are keyed by model or provider:model; see Price.
	Prices map[string]llm.Price

	// Unknown are the MAITRE_ variables that name no setting, in order of name.
	Unknown []Variable

	settings []Setting
}

// Budget caps what models may cost. Zero is no cap.
type Budget struct{ Turn, Day llm.USD }

// House is how the program presents itself.
type House struct {
	Name     string
	Persona  string // for prompts, in English
	Opening  Texts
	Language string // pt, en or es: spoken when a guest's cannot be told
	Currency string // of sample prices and of guests' budgets, as BRL
	Zone     string // time zone, as America/Sao_Paulo; "": this machine's

	Restaurant string // whose card is the house's; "": the one that names none, or the only one
	Order      string // how to order here; "": with the staff
	Contact    string // how guests reach the people of the house; "": ask anybody of the staff
}

// Server is where and whom "maitre serve" answers.
type Server struct {
	Addr     string
	Auth     string   // demo or token
	Hosts    []string // names besides localhost
	Origins  []string // of other sites
	Operator string   // "": nobody in particular
	Webhook  Address  // "": none
	Signs    Secret   // what the webhook is signed with
}

// Memory is how long what is known of a guest is kept. Zero is for ever.
type Memory struct {
	Keep     time.Duration // since it was last spoken of
	Sessions time.Duration // what was meant for one conversation
	Retired  time.Duration // what no longer holds
}

// Texts says one thing in each language of the house.
type Texts struct{ PT, EN, ES string }

// Greeting returns the opening text in the language of the house.
func (h House) Greeting() string {
	return map[string]string{"pt": h.Opening.PT, "en": h.Opening.EN, "es": h.Opening.ES}[h.Language]
}

// Provider is how one provider is reached. An empty BaseURL is the provider's
// own address.
type Provider struct {
	Key     Secret
	BaseURL Address
}

// Variable is an environment variable that names no setting. Nearest is the
// name that was perhaps meant, or "".
type Variable struct{ Name, Nearest string }

// Setting is one effective value, fit to be shown: secrets are masked.
type Setting struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	From  string `json:"from"` // "default", "flag --db", "environment MAITRE_DB", "file maitre.toml"
}

// Error is a setting that cannot be used, for the user to put right: one line
// that says what is wrong and what to do, and holds no secret.
type Error struct{ err error }

func (e *Error) Error() string { return e.err.Error() }

// Unwrap returns what went wrong.
func (e *Error) Unwrap() error { return e.err }

// Load gathers and checks all settings. flags is what AddFlags returned (nil
// will do), environ is in the form of os.Environ, and readFile is os.ReadFile
// or stands in for it. The error is an *Error with the first problem met.
func Load(flags Flags, environ []string, readFile func(string) ([]byte, error)) (*Config, error) {
	c := &Config{}
	from := sources{flags: flags, env: map[string]string{}}
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		from.env[name] = strings.TrimSpace(value)
	}
	err := from.open(c, readFile)
	for _, r := range table {
		if err != nil {
			return nil, &Error{err}
		}
		text, origin := from.find(r)
		if r.key == fileKey {
			text = c.File
		} else if wrong := r.set(c, text); wrong != nil {
			err = fmt.Errorf("%s from %s: %w", r.key, origin, wrong)
		}
		c.settings = append(c.settings, Setting{r.key, r.shown(c, text), origin})
	}
	c.Unknown = unknown(from.env)
	if err := cmp.Or(err, c.checkFoundFile(from)); err != nil {
		return nil, &Error{err}
	}
	return c, nil
}

// checkFoundFile keeps a file that merely lies in the current directory, which
// may be a stranger's, from sending a key of the environment to an address of
// its choice.
func (c *Config) checkFoundFile(s sources) error {
	if _, named := s.flags[fileKey]; named || s.env[prefix+"CONFIG"] != "" {
		return nil
	}
	from := map[string]string{}
	for _, s := range c.settings {
		from[s.Key] = s.From
	}
	for _, v := range vendors {
		if strings.HasPrefix(from[v.key], "environment ") && strings.HasPrefix(from[v.base], "file ") {
			return fmt.Errorf("%s from %s would be sent the key from %s; name the file with --config %s if it is yours", v.base, from[v.base], from[v.key], c.File)
		}
	}
	return nil
}

// Explain returns every setting in the order of docs/configuration.md, then
// the prices.
func (c *Config) Explain() []Setting {
	all := slices.Clone(c.settings)
	for _, model := range slices.Sorted(maps.Keys(c.Prices)) {
		p := c.Prices[model]
		value := fmt.Sprintf("input %v, output %v, cache_read %v, cache_write %v, search %v", p.Input, p.Output, p.CacheRead, p.CacheWrite, p.Search)
		all = append(all, Setting{"price." + strconv.Quote(model), value, "file " + c.File})
	}
	return all
}

// Price returns what a model costs, or nil when no price is configured. A
// price for provider:model comes before one for the model alone.
func (c *Config) Price(m Model) *llm.Price {
	for _, name := range []string{m.String(), m.Name} {
		if p, ok := c.Prices[name]; ok {
			return &p
		}
	}
	return nil
}

// Secrets returns every configured key and password, the longest first, for
// redaction. Those under four characters are left out: they hide nothing, and
// striking them out would make every text unreadable.
func (c *Config) Secrets() []string {
	var all []string
	for _, r := range table {
		switch field := r.field(c).(type) {
		case *Secret:
			all = append(all, field.Reveal())
		case *Address:
			all = append(all, field.passwords()...)
		}
	}
	all = slices.DeleteFunc(all, func(s string) bool { return len(s) < 4 })
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return slices.Compact(all)
}

// sources are the places a setting can come from, strongest first.
type sources struct {
	flags    Flags
	env      map[string]string
	file     map[string]string
	fileName string
}

// find returns the text of a setting and where it was found. Space around it
// is dropped, as is the carriage return of Windows line ends.
func (s *sources) find(r row) (text, origin string) {
	text, origin = r.std, "default"
	env := r.env()
	set := slices.IndexFunc(env, func(name string) bool { return s.env[name] != "" })
	inFile, ok := s.file[r.key]
	if ok {
		text, origin = inFile, "file "+s.fileName
	}
	if set >= 0 {
		text, origin = s.env[env[set]], "environment "+env[set]
		if strings.HasSuffix(env[set], "_DAYS") && strings.Trim(text, "0123456789") == "" {
			text += "d"
		}
	}
	if flag, ok := s.flags[r.key]; ok {
		text, origin = flag, "flag --"+r.flag()
	}
	return strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n")), origin
}

// open reads the file. Only the default one may be missing.
func (s *sources) open(c *Config, readFile func(string) ([]byte, error)) error {
	name, origin := s.find(*rowOf(fileKey))
	if name == "" {
		return fmt.Errorf("%s from %s: %w", fileKey, origin, errEmpty)
	}
	data, err := readFile(name)
	switch missing := errors.Is(err, fs.ErrNotExist); {
	case missing && origin == "default":
		return nil
	case missing:
		return fmt.Errorf("%s from %s: file %q does not exist", fileKey, origin, name)
	case err != nil:
		return fmt.Errorf("reading settings: %w", err)
	}
	s.fileName, c.File = name, name
	if s.file, c.Prices, err = parseFile(data); err != nil {
		return fmt.Errorf("file %s: %w", name, err)
	}
	return nil
}

// unknown lists the variables that are named like ours and are not ours.
func unknown(env map[string]string) (list []Variable) {
	var known []string
	for _, r := range table {
		known = append(known, strings.TrimPrefix(r.env()[0], prefix))
	}
	for _, name := range slices.Sorted(maps.Keys(env)) {
		rest, ours := strings.CutPrefix(name, prefix)
		if !ours || slices.Contains(known, rest) {
			continue
		}
		v := Variable{Name: name}
		if near := lang.Nearest(rest, known); near != "" {
			v.Nearest = prefix + near
		}
		list = append(list, v)
	}
	return list
}
