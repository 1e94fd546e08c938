package config

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
)

const (
	prefix  = "MAITRE_"
	fileKey = "config" // the one setting that the file cannot hold
)

// row is one setting. Its kind is the type of its field.
type row struct {
	topic   string // opens a heading in docs/configuration.md; on the first row under it
	key     string // in the file; flag and environment names follow from it
	field   func(*Config) any
	std     string // the default; a setting that has one cannot be emptied
	help    string // one line; a word in `back quotes` names the flag's value
	aliases []string
	oneOf   []string
	check   func(text string) error
}

// table is the one list of settings. No key may be the beginning of another
// (TOML cannot have both model = "…" and model.timeout = "…"), hence the
// underscores.
var table = []row{
	{
		topic: "The program", key: fileKey, std: "maitre.toml",
		field: func(c *Config) any { return &c.File },
		help:  "`file` with settings, named by flag or environment only; the default one may be missing",
	},
	{
		key: "db", std: "maitre.db", check: checkDB,
		field: func(c *Config) any { return &c.DB },
		help:  "where maitre keeps its state: the `path` of a SQLite file, or postgres://user:password@host/database",
	},
	{
		key: "prompts", check: checkDirectory,
		field: func(c *Config) any { return &c.Prompts },
		help:  "`directory` with changed prompt files, each named after its task (docs/build.md has the format); a file that is not there is taken from the program",
	},
	{
		key: "customers", aliases: []string{"DATABASE_PATH"}, check: checkDB,
		field: func(c *Config) any { return &c.Customers },
		help:  "the operator's customers, which maitre only reads: the `path` of a SQLite file, or postgres://user:password@host/database; without it sample customers, who are fictional",
	},
	{
		key:   "policy",
		field: func(c *Config) any { return &c.Policy },
		help:  "`file` that says what a guest's questions may read of the customers; without it the one for the sample's tables, which \"maitre sql policy\" prints",
	},
	{
		key: "log.level", std: "warn", oneOf: []string{"debug", "info", "warn", "error"},
		field: func(c *Config) any { return &c.Log.Level },
		help:  "the least important `level` that is logged",
	},
	{
		key: "log.format", std: "text", oneOf: []string{"text", "json"},
		field: func(c *Config) any { return &c.Log.Format },
		help:  "`format` of a log line",
	},
	{
		topic: "Models", key: "model", std: "rule",
		field: func(c *Config) any { return &c.Models },
		help:  "`provider:model`, several separated by commas in order of fallback, or rule to use no model; providers: " + strings.Join(providers, ", ") + " (as replay:FILE)",
	},
	{
		key: "model_timeout", std: "0s",
		field: func(c *Config) any { return &c.Timeout },
		help:  "longest `duration` in which a model must decide; 0 leaves it to each task (15 to 30 s)",
	},
	{
		key: "model_silence", std: "20s",
		field: func(c *Config) any { return &c.Silence },
		help:  "longest `duration` a model may be silent in mid-answer; 0 is no bound",
	},
	{
		key: "model_retries", std: "2",
		field: func(c *Config) any { return &c.Retries },
		help:  "how many `times` a call that failed for a passing reason is repeated",
	},
	{
		key: "ask_model", std: "always", oneOf: []string{"always", "unsure"},
		field: func(c *Config) any { return &c.AskModel },
		help:  "`when` a model decides about a message; unsure is where the reader is not sure what it means",
	},
	{
		key: "embedder", std: "local",
		field: func(c *Config) any { return &c.Embedder },
		help:  "who makes vectors of texts: local, which needs no key, or `provider:model`; providers: " + strings.Join(embedders, ", "),
	},
	{
		key:   "record",
		field: func(c *Config) any { return &c.Record },
		help:  "`file` to which every exchange with a model is appended, guests' words included, for replay:FILE",
	},
	{
		topic: "Money", key: "budget.turn", std: "0",
		field: func(c *Config) any { return &c.Budget.Turn },
		help:  "most `dollars` that models may cost in one turn; 0 is no cap",
	},
	{
		key: "budget.day", std: "0",
		field: func(c *Config) any { return &c.Budget.Day },
		help:  "most `dollars` that models may cost in one day; 0 is no cap",
	},
	{
		topic: "The house", key: "house.name", std: "maitre",
		field: func(c *Config) any { return &c.House.Name },
		help:  "`name` the house goes by",
	},
	{
		key: "house.persona", std: "You are the host of the house: attentive, warm and brief.",
		field: func(c *Config) any { return &c.House.Persona },
		help:  "`text` that tells models whom they speak for",
	},
	{
		key: "house.opening.pt", std: texts.In(lang.Portuguese).House.Opening,
		field: func(c *Config) any { return &c.House.Opening.PT },
		help:  "opening `text` in Portuguese",
	},
	{
		key: "house.opening.en", std: texts.In(lang.English).House.Opening,
		field: func(c *Config) any { return &c.House.Opening.EN },
		help:  "opening `text` in English",
	},
	{
		key: "house.opening.es", std: texts.In(lang.Spanish).House.Opening,
		field: func(c *Config) any { return &c.House.Opening.ES },
		help:  "opening `text` in Spanish",
	},
	{
		key: "house.language", std: "pt", oneOf: []string{"pt", "en", "es"},
		field: func(c *Config) any { return &c.House.Language },
		help:  "`language` to speak when a guest's cannot be told",
	},
	{
		key: "house.currency", std: "BRL", check: checkCurrency,
		field: func(c *Config) any { return &c.House.Currency },
		help:  "`code` of the currency in which sample prices and the amounts of your own customers are, and guests name their budgets",
	},
	{
		key:   "house.restaurant",
		field: func(c *Config) any { return &c.House.Restaurant },
		help:  "`name` of the restaurant whose card is the house's, when several were imported",
	},
	{
		key:   "house.order",
		field: func(c *Config) any { return &c.House.Order },
		help:  "`text` that says how to order here, told to a guest who wants to; without it, to call the staff",
	},
	{
		key:   "house.contact",
		field: func(c *Config) any { return &c.House.Contact },
		help:  "`text` that says how to reach the people of the house (a phone number, an e-mail address, \"at the bar\"), told to a guest who wants what only they can do; without it, to call the staff",
	},
	{
		topic: "Trips", key: "places", std: "sample", oneOf: []string{"sample", "osm"},
		field: func(c *Config) any { return &c.Places },
		help:  "where lodgings and restaurants come `from`: sample makes them up and says so; osm asks OpenStreetMap, and sends overpass_url the coordinates of a destination, geocoder_url the name of one that maitre does not know, and nothing else of a guest",
	},
	{
		key: "overpass_url", std: "https://overpass-api.de/api/interpreter", check: checkURL,
		field: func(c *Config) any { return &c.Overpass },
		help:  "`URL` of the Overpass server for osm; whoever asks much runs their own",
	},
	{
		key: "geocoder_url", std: "https://geocoding-api.open-meteo.com/v1/search", check: checkURL,
		field: func(c *Config) any { return &c.Geocoder },
		help:  "`URL` of the geocoder for osm; the public one is free where it is not for profit",
	},
	{
		topic: "Breweries", key: "breweries", std: "sample", oneOf: []string{"sample", "openbrewerydb"},
		field: func(c *Config) any { return &c.Breweries },
		help:  "where new breweries come `from`: sample has those shipped with the program or imported, and sends nothing anywhere; openbrewerydb asks breweries_url too, and sends it a town, a state and a type of brewery, and nothing else of a guest",
	},
	{
		key: "breweries_url", std: "https://api.openbrewerydb.org/v1/breweries", check: checkURL,
		field: func(c *Config) any { return &c.BreweriesURL },
		help:  "`URL` of Open Brewery DB for openbrewerydb",
	},
	{
		key: "cache.ttl", std: "30d", aliases: []string{"CACHE_TTL_DAYS"}, check: checkTTL,
		field: func(c *Config) any { return &c.CacheTTL },
		help:  "`duration` that what the web says of a brewery is kept before it is searched for again; CACHE_TTL_DAYS may be a plain number of days",
	},
	{
		topic: "Memory", key: "memory.keep", std: "730d",
		field: func(c *Config) any { return &c.Memory.Keep },
		help:  "`duration` that a memory of a guest is kept without being spoken of, until \"maitre prune\"; 0 is for ever",
	},
	{
		key: "memory.keep_sessions", std: "1d",
		field: func(c *Config) any { return &c.Memory.Sessions },
		help:  "`duration` that what was meant for one conversation is kept if nobody ended it; 0 is for ever",
	},
	{
		key: "memory.keep_retired", std: "30d",
		field: func(c *Config) any { return &c.Memory.Retired },
		help:  "`duration` that what no longer holds is kept; 0 is for ever",
	},
	{
		topic: "The server", key: "addr", std: "127.0.0.1:8080", check: checkListen,
		field: func(c *Config) any { return &c.Server.Addr },
		help:  "`host:port` on which \"maitre serve\" listens; beyond loopback it needs auth token",
	},
	{
		key: "auth", std: "demo", oneOf: []string{"demo", "token"},
		field: func(c *Config) any { return &c.Server.Auth },
		help:  "`how` requests say who asks: demo believes them, and who does not say is the sample's C001; token wants one of \"maitre token create\"",
	},
	{
		key: "public_host", check: checkHosts,
		field: func(c *Config) any { return &c.Server.Hosts },
		help:  "`name` that the server goes by besides localhost, without port, several separated by commas; requests to other names are refused",
	},
	{
		key: "cors", check: checkOrigins,
		field: func(c *Config) any { return &c.Server.Origins },
		help:  "`origin` of another site whose pages may ask, as https://example.com, several separated by commas",
	},
	{
		key:   "operator",
		field: func(c *Config) any { return &c.Server.Operator },
		help:  "`guest` whose tokens are an owner's, as those of \"token create --role owner\" are; in a demo whoever comes without a token may do what an owner may",
	},
	{
		key: "webhook_url", check: checkURL,
		field: func(c *Config) any { return &c.Server.Webhook },
		help:  "`URL` that is told of every request of a guest to the staff, signed with webhook_secret; https, unless it is on this machine",
	},
	{
		key:   "webhook_secret",
		field: func(c *Config) any { return &c.Server.Signs },
		help:  "secret by which the receiver of webhook_url knows that it is this house",
	},
	{
		topic: "Providers", key: "google_api_key", aliases: []string{"GOOGLE_API_KEY", "GEMINI_API_KEY"},
		field: func(c *Config) any { return &c.Gemini.Key },
		help:  "key for gemini",
	},
	{
		key: "openai_api_key", aliases: []string{"OPENAI_API_KEY"},
		field: func(c *Config) any { return &c.OpenAI.Key },
		help:  "key for openai",
	},
	{
		key: "groq_api_key", aliases: []string{"GROQ_API_KEY"},
		field: func(c *Config) any { return &c.Groq.Key },
		help:  "key for groq",
	},
	{
		key: "anthropic_api_key", aliases: []string{"ANTHROPIC_API_KEY"},
		field: func(c *Config) any { return &c.Anthropic.Key },
		help:  "key for anthropic",
	},
	{
		key: "gemini_base_url", aliases: []string{"GOOGLE_GEMINI_BASE_URL"}, check: checkURL,
		field: func(c *Config) any { return &c.Gemini.BaseURL },
		help:  "`URL` of gemini, when it is not Google's own",
	},
	{
		key: "openai_base_url", aliases: []string{"OPENAI_BASE_URL"}, check: checkURL,
		field: func(c *Config) any { return &c.OpenAI.BaseURL },
		help:  "`URL` of openai, when it is not OpenAI's own: vLLM, llama.cpp and others speak the same protocol",
	},
	{
		key: "groq_base_url", std: "https://api.groq.com/openai/v1", check: checkURL,
		field: func(c *Config) any { return &c.Groq.BaseURL },
		help:  "`URL` of groq",
	},
	{
		key: "anthropic_base_url", aliases: []string{"ANTHROPIC_BASE_URL"}, check: checkURL,
		field: func(c *Config) any { return &c.Anthropic.BaseURL },
		help:  "`URL` of anthropic, when it is not Anthropic's own",
	},
	{
		key: "ollama_base_url", std: "http://localhost:11434/v1", check: checkURL,
		field: func(c *Config) any { return &c.Ollama.BaseURL },
		help:  "`URL` of ollama",
	},
}

var errEmpty = errors.New("is empty; give it a value or leave it out")

// set reads text into the row's field of c.
func (r row) set(c *Config, text string) error {
	if text == "" && r.std != "" {
		return errEmpty
	}
	if text == "" {
		return nil
	}
	if r.oneOf != nil {
		text = strings.ToLower(text)
		if !slices.Contains(r.oneOf, text) {
			return fmt.Errorf("%q is unknown; write one of %s", text, strings.Join(r.oneOf, ", "))
		}
	}
	if r.check != nil {
		if err := r.check(text); err != nil {
			return err
		}
	}
	var err error
	switch field := r.field(c).(type) {
	case *string:
		*field = text
	case *[]string:
		*field = list(text)
	case *Secret:
		*field, err = parseSecret(text)
	case *Address:
		*field = Address(text)
	case *int:
		*field, err = parseCount(text)
	case *time.Duration:
		*field, err = parseDuration(text)
	case *llm.USD:
		*field, err = parseDollars(text)
	case *[]Model:
		*field, err = ParseModels(text)
	case *Embedder:
		*field, err = parseEmbedder(text)
	case *slog.Level:
		err = field.UnmarshalText([]byte(text))
	default:
		panic(fmt.Sprintf("config: %s fills a field of a kind that set does not know", r.key))
	}
	return err
}

// shown returns text, which set has read, fit to be shown.
func (r row) shown(c *Config, text string) string {
	switch field := r.field(c).(type) {
	case *Secret:
		return field.String()
	case *Address:
		return field.String()
	}
	return text
}

// maxRetries is generous: after ten tries a guest has long given up.
const maxRetries = 10

func parseCount(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > maxRetries {
		return 0, fmt.Errorf("%q is not a number of times; write a whole number from 0 to %d", text, maxRetries)
	}
	return n, nil
}

// maxDays is a century: more is a slip of the finger, and far more overflows.
const maxDays = 36_500

// parseDuration also knows days, which have 24 hours: 30d.
func parseDuration(text string) (time.Duration, error) {
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.ParseUint(days, 10, 16); err == nil && n <= maxDays {
			return time.Duration(n) * 24 * time.Hour, nil
		}
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("%q is not a duration; write one such as 60s, 1m30s or 30d", text)
	}
	return d, nil
}

// checkTTL refuses zero, by which nobody could mean the same.
func checkTTL(text string) error {
	if d, err := parseDuration(text); err != nil || d > 0 {
		return err
	}
	return fmt.Errorf("%q is no time at all; write a duration such as 30d", text)
}

// maxDollars is where an amount must be a slip of the finger. It also keeps
// every sum of costs far from the limits of llm.USD.
const maxDollars = 1e6

func parseDollars(text string) (llm.USD, error) {
	d, err := strconv.ParseFloat(text, 64)
	// Less than a millionth would be rounded to zero, which is no cap at all.
	if err != nil || !isPrice(d) || d > 0 && d < 1e-6 {
		return 0, fmt.Errorf("%q is not an amount of dollars; write a number such as 0.50, or 0 for no cap", text)
	}
	return llm.Dollars(d), nil
}

// isPrice reports whether d can be an amount of dollars: NaN cannot.
func isPrice(d float64) bool { return d >= 0 && d <= maxDollars }

func checkCurrency(text string) error {
	if len(text) != 3 || strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return fmt.Errorf("%q is not the code of a currency; write one such as BRL, USD or EUR", text)
	}
	return nil
}

func checkDirectory(text string) error {
	info, err := os.Stat(text)
	if err == nil && info.IsDir() {
		return nil
	}
	if err == nil {
		return fmt.Errorf("%q is a file; name the directory it is in", text)
	}
	return fmt.Errorf("directory %q does not exist; create it or leave the setting out", text)
}
