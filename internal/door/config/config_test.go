package config_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/door/config"
	"github.com/maitre-dev/maitre/llm"
)

// files stands in for os.ReadFile.
type files map[string]string

func (f files) read(name string) ([]byte, error) {
	text, ok := f[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return []byte(text), nil
}

func toml(text string) files { return files{"maitre.toml": text} }

func load(t *testing.T, flags config.Flags, environ []string, f files) *config.Config {
	t.Helper()
	c, err := config.Load(flags, environ, f.read)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func explain(t *testing.T, c *config.Config, key string) config.Setting {
	t.Helper()
	all := c.Explain()
	i := slices.IndexFunc(all, func(s config.Setting) bool { return s.Key == key })
	if i < 0 {
		t.Fatalf("Explain() has no %s", key)
	}
	return all[i]
}

func TestNoKeyGoesToAnAddressOfAFoundFile(t *testing.T) {
	var environ, addresses []string
	for _, s := range load(t, nil, nil, nil).Explain() {
		switch {
		case strings.HasSuffix(s.Key, "_api_key"):
			environ = append(environ, "MAITRE_"+strings.ToUpper(s.Key)+"=sk-canary")
		case strings.HasSuffix(s.Key, "_base_url") && s.Key != "ollama_base_url": // which is sent none
			addresses = append(addresses, s.Key)
		}
	}
	if len(addresses) < 4 || len(addresses) != len(environ) {
		t.Fatalf("addresses %v for %d keys", addresses, len(environ))
	}
	for _, address := range addresses {
		file := toml(address + ` = "https://elsewhere.example/v1"`)
		if _, err := config.Load(nil, environ, file.read); err == nil || !strings.Contains(err.Error(), address+" from file maitre.toml would be sent the key") || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s from a found file: error = %v", address, err)
		}
		load(t, config.Flags{"config": "maitre.toml"}, environ, file) // it is no longer merely found
		load(t, nil, append(environ, "MAITRE_CONFIG=maitre.toml"), file)
	}
	load(t, nil, nil, toml("openai_api_key = \"sk-own\"\nopenai_base_url = \"https://elsewhere.example/v1\""))
}

func TestAKeyIsFoundByTheNameOfItsProvider(t *testing.T) {
	for _, name := range config.Providers() {
		v := config.KeyVariable(name)
		if name == "ollama" && v == "" {
			continue
		}
		if c := load(t, nil, []string{v + "=sk-own"}, nil); c.Provider(name).Key.Reveal() != "sk-own" {
			t.Errorf("the key of %s is not in %q", name, v)
		}
	}
	if got := config.KeyVariable("gemini"); got != "GEMINI_API_KEY" {
		t.Errorf("the key of gemini is in %q", got)
	}
}

func TestNothingConfiguredIsAWorkingHouse(t *testing.T) {
	c := load(t, nil, nil, nil)
	if c.File != "" || c.DB != "maitre.db" || !slices.Equal(c.Models, []config.Model{{Provider: "rule"}}) ||
		c.Timeout != 0 || c.Silence != 20*time.Second || c.Retries != 2 ||
		c.Budget != (config.Budget{}) || c.House.Name != "maitre" || c.House.Language != "pt" {
		t.Errorf("defaults are %+v", c)
	}
	if got := explain(t, c, "config"); got.Value != "" {
		t.Errorf("no file was read, yet config is %q", got.Value)
	}
	for _, s := range c.Explain() {
		if s.From != "default" {
			t.Errorf("%s comes from %q, want default", s.Key, s.From)
		}
	}
}

func TestFlagBeforeEnvironmentBeforeFileBeforeDefault(t *testing.T) {
	file := toml(`db = "file.db"`)
	env := []string{"MAITRE_DB=env.db"}
	flags := config.Flags{"db": "flag.db"}
	for _, tt := range []struct {
		name        string
		flags       config.Flags
		env         []string
		file        files
		value, from string
	}{
		{"all four", flags, env, file, "flag.db", "flag --db"},
		{"no flag", nil, env, file, "env.db", "environment MAITRE_DB"},
		{"an empty variable counts as not set", nil, []string{"MAITRE_DB= "}, file, "file.db", "file maitre.toml"},
		{"no variable", nil, nil, file, "file.db", "file maitre.toml"},
		{"nothing", nil, nil, nil, "maitre.db", "default"},
	} {
		c := load(t, tt.flags, tt.env, tt.file)
		if got := explain(t, c, "db"); got != (config.Setting{Key: "db", Value: tt.value, From: tt.from}) || c.DB.Reveal() != tt.value {
			t.Errorf("%s: db is %+v, want %s from %s", tt.name, got, tt.value, tt.from)
		}
	}
}

func TestOfSeveralNamesTheFirstListedWins(t *testing.T) {
	env := []string{"GEMINI_API_KEY=third", "GOOGLE_API_KEY=second", "MAITRE_GOOGLE_API_KEY=first"}
	for _, want := range []string{"first", "second", "third"} {
		if got := load(t, nil, env, nil).Gemini.Key.Reveal(); got != want {
			t.Errorf("with %q the key is %q, want %q", env, got, want)
		}
		env = env[:len(env)-1]
	}
}

func TestWhichFileIsRead(t *testing.T) {
	f := files{"maitre.toml": `db = "here.db"`, "a.toml": `db = "a.db"`, "b.toml": `db = "b.db"`}
	for _, tt := range []struct {
		name     string
		flags    config.Flags
		env      []string
		file, db string
	}{
		{"maitre.toml when nothing is said", nil, nil, "maitre.toml", "here.db"},
		{"MAITRE_CONFIG", nil, []string{"MAITRE_CONFIG=a.toml"}, "a.toml", "a.db"},
		{"--config before MAITRE_CONFIG", config.Flags{"config": "b.toml"}, []string{"MAITRE_CONFIG=a.toml"}, "b.toml", "b.db"},
	} {
		if c := load(t, tt.flags, tt.env, f); c.File != tt.file || c.DB.Reveal() != tt.db {
			t.Errorf("%s: File, DB = %q, %q, want %q, %q", tt.name, c.File, c.DB.Reveal(), tt.file, tt.db)
		}
	}
}

func TestTheExampleInTheDocumentationLoads(t *testing.T) {
	example, err := os.ReadFile("testdata/example.toml")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"as it is":               string(example),
		"with Windows line ends": "\ufeff" + strings.ReplaceAll(string(example), "\n", "\r\n"),
	} {
		t.Run(name, func(t *testing.T) {
			c := load(t, nil, nil, toml(text))
			if want := []config.Model{{"gemini", "gemini-2.5-flash"}, {"ollama", "llama3.2:3b"}}; !slices.Equal(c.Models, want) {
				t.Errorf("Models = %v, want %v", c.Models, want)
			}
			if want := (config.Budget{Turn: 20_000, Day: 5_000_000}); c.Budget != want {
				t.Errorf("Budget = %v, want %v", c.Budget, want)
			}
			if want := "You are the host of a family restaurant on the square.\nYou are cheerful, and you keep it short."; c.House.Persona != want {
				t.Errorf("Persona = %q, want %q", c.House.Persona, want)
			}
			if diff := cmp.Diff(c.Price(c.Models[0]), &llm.Price{Input: 1.25, Output: 2.5}); diff != "" {
				t.Errorf("price (-got +want):\n%s", diff)
			}
		})
	}
}

func TestAnEmptyFlagClearsWhatTheFileSays(t *testing.T) {
	if got := load(t, config.Flags{"record": ""}, nil, toml(`record = "all.jsonl"`)).Record; got != "" {
		t.Errorf("Record = %q, want none", got)
	}
}

func TestGreetingIsInTheLanguageOfTheHouse(t *testing.T) {
	h := load(t, nil, []string{"MAITRE_HOUSE_LANGUAGE=es"}, nil).House
	if got := h.Greeting(); got != h.Opening.ES || got == "" {
		t.Errorf("Greeting() = %q, want %q", got, h.Opening.ES)
	}
}

func TestPriceOfProviderAndModelComesFirst(t *testing.T) {
	c := load(t, nil, nil, toml(`
		[price."m"]
		input = 1
		output = 2
		[price."groq:m"]
		input = 3
		output = 4.5
		cache_read = 5
		cache_write = 6
		search = 7`))
	for model, want := range map[config.Model]*llm.Price{
		{"groq", "m"}:   {Input: 3, Output: 4.5, CacheRead: 5, CacheWrite: 6, Search: 7},
		{"openai", "m"}: {Input: 1, Output: 2},
		{"openai", "x"}: nil,
	} {
		if diff := cmp.Diff(c.Price(model), want); diff != "" {
			t.Errorf("Price(%v) (-got +want):\n%s", model, diff)
		}
	}
	want := config.Setting{Key: `price."groq:m"`, Value: "input 3, output 4.5, cache_read 5, cache_write 6, search 7", From: "file maitre.toml"}
	if got := explain(t, c, want.Key); got != want {
		t.Errorf("Explain() has %+v, want %+v", got, want)
	}
}

func TestUnknownVariablesAreNamedWithTheNearest(t *testing.T) {
	got := load(t, nil, []string{"MAITRE_ZEBRA=1", "MAITRE_HOUSE_NMAE=x", "HOME=y", "MAITRE_DB=z.db"}, nil).Unknown
	want := []config.Variable{{Name: "MAITRE_HOUSE_NMAE", Nearest: "MAITRE_HOUSE_NAME"}, {Name: "MAITRE_ZEBRA"}}
	if !slices.Equal(got, want) {
		t.Errorf("Unknown = %v, want %v", got, want)
	}
}

func TestTheVariablesOfTheDocumentsAreUnderstood(t *testing.T) {
	c := load(t, nil, []string{"DATABASE_PATH=data/customers.db", "CACHE_TTL_DAYS= 7 ", "FAISS_INDEX_PATH=data/faiss_index"}, nil)
	if c.Customers != "data/customers.db" || c.CacheTTL != 7*24*time.Hour {
		t.Errorf("the customers are in %v, the cache is good for %v", c.Customers, c.CacheTTL)
	}
	c = load(t, nil, []string{"CACHE_TTL_DAYS=36h", "MAITRE_CUSTOMERS=mine.db", "DATABASE_PATH=theirs.db", "FAISS_INDEX_PATH= "}, nil)
	if c.Customers != "mine.db" || c.CacheTTL != 36*time.Hour {
		t.Errorf("the customers are in %v, the cache is good for %v", c.Customers, c.CacheTTL)
	}
}

func TestListsAreTextsOrLists(t *testing.T) {
	c := load(t, config.Flags{"public_host": " maitre.example ,, B.example"}, nil, toml(`cors = ["https://A.example", "http://localhost:3000"]`))
	want := config.Server{Addr: "127.0.0.1:8080", Auth: "demo", Hosts: []string{"maitre.example", "b.example"}, Origins: []string{"https://a.example", "http://localhost:3000"}}
	if diff := cmp.Diff(want, c.Server); diff != "" {
		t.Errorf("the server's settings (-want +got):\n%s", diff)
	}
}

func TestProblemsSayWhatToDo(t *testing.T) {
	flag := func(key, text string) func() error {
		return func() error {
			_, err := config.Load(config.Flags{key: text}, nil, files{}.read)
			return err
		}
	}
	file := func(text string) func() error {
		return func() error {
			_, err := config.Load(nil, nil, toml(text).read)
			return err
		}
	}
	tests := []struct {
		name string
		load func() error
		want string
	}{
		{"no such file", flag("config", "x.toml"), `config from flag --config: file "x.toml" does not exist`},
		{"no name for the file", flag("config", " "), `config from flag --config: is empty; give it a value or leave it out`},
		{"a setting with a default is emptied", flag("db", ""), `db from flag --db: is empty; give it a value or leave it out`},
		{"bad duration", flag("model_timeout", "soon"), `model_timeout from flag --model-timeout: "soon" is not a duration; write one such as 60s, 1m30s or 30d`},
		{"no time zone", flag("house.timezone", "America/Nowhere"), `"America/Nowhere" is no time zone; write an IANA name such as America/Sao_Paulo`},
		{"a file as a time zone", flag("house.timezone", "../../etc/passwd"), `is no time zone`},
		{"more days than a century", flag("memory.keep", "36501d"), `"36501d" is not a duration`},
		{"half a day", flag("memory.keep", "0.5d"), `"0.5d" is not a duration`},
		{"a cache that keeps nothing", flag("cache.ttl", "0d"), `cache.ttl from flag --cache-ttl: "0d" is no time at all; write a duration such as 30d`},
		{"negative duration", flag("model_silence", "-1s"), `"-1s" is not a duration`},
		{"negative budget", flag("budget.day", "-1"), `budget.day from flag --budget-day: "-1" is not an amount of dollars; write a number such as 0.50, or 0 for no cap`},
		{"a budget that is no number", flag("budget.day", "NaN"), `"NaN" is not an amount of dollars`},
		{"a budget without end", flag("budget.day", "inf"), `"inf" is not an amount of dollars`},
		{"a budget that would be rounded to no cap", flag("budget.turn", "0.0000001"), `"0.0000001" is not an amount of dollars`},
		{"too many retries", flag("model_retries", "11"), `"11" is not a number of times; write a whole number from 0 to 10`},
		{"unknown log level", flag("log.level", "loud"), `"loud" is unknown; write one of debug, info, warn, error`},
		{"model without provider", flag("model", "gpt-5"), `model from flag --model: "gpt-5" is no model; write provider:model, the provider one of ` + strings.Join(config.Providers(), ", ") + `, replay, or rule`},
		{"provider without model", flag("model", "gemini:"), `"gemini:" is no model`},
		{"unknown provider", flag("model", "openai:gpt-5,nobody:x"), `"nobody:x" is no model`},
		{"rule among models", flag("model", "openai:gpt-5,rule"), `rule stands alone`},
		{"base URL without scheme", flag("openai_base_url", "localhost:8000/v1"), `"localhost:8000/v1" is not a base URL; write one such as https://example.com/v1`},
		{"base URL with a query", flag("openai_base_url", "https://h/v1?a=b"), `is not a base URL`},
		{"prompts missing", flag("prompts", "no/such"), `prompts from flag --prompts: directory "no/such" does not exist; create it or leave the setting out`},
		{"another database", flag("db", "mysql://h/d"), `"mysql://h/d" is neither a path nor a PostgreSQL address; write postgres://`},
		{"an address without a port", flag("addr", "localhost"), `addr from flag --addr: "localhost" is no host:port; write one such as 127.0.0.1:8080`},
		{"a way to sign in that there is not", flag("auth", "none"), `"none" is unknown; write one of demo, token`},
		{"a host with a scheme", flag("public_host", "a.example, https://b.example"), `"https://b.example" is no name of a host; write one such as maitre.example.com, without scheme and port`},
		{"an origin with a path", flag("cors", "https://a.example,https://b.example/x"), `"https://b.example/x" is no origin; write one such as https://example.com, without a path`},
		{"every origin", flag("cors", "*"), `"*" is no origin`},

		{"unknown key", file("[house]\nnmae = 'x'"), `file maitre.toml: unknown key "house.nmae"; did you mean house.name?`},
		{"unknown key like none", file("zebra = 1"), `file maitre.toml: unknown key "zebra"; take it out`},
		{"unknown table", file("[hosue]\nname = 'x'"), `unknown key "hosue.name"; did you mean house.name?`},
		{"a key of no table", file("[house]\npublic_host = 'x'"), `unknown key "house.public_host"; it is public_host, and a key without a dot stands above the first table`},
		{"a key of another table", file("timezone = 'x'"), `unknown key "timezone"; it is house.timezone, and`},
		{"a decimal comma", file("[budget]\nturn = 0,05"), `line 2: is not TOML; texts need quotes, as in name = "value", and decimals a point, as in 0.05`},
		{"unknown empty table", file("[zebras]"), `unknown key "zebras"; take it out`},
		{"a dotted key in quotes is another key", file(`"house.name" = "x"`), `unknown key "\"house.name\""; did you mean house.name?`},
		{"a very long key", file(strings.Repeat("k", 1000) + " = 1"), `"; take it out`},
		{"the file cannot name another", file("config = 'x'"), `unknown key "config"; take it out`},
		{"text for a number", file("model_retries = '2'"), `file maitre.toml: model_retries must be a number`},
		{"text for dollars", file("budget.day = '2'"), `budget.day must be a number`},
		{"number for a duration", file("model_timeout = 60"), `model_timeout must be text in quotes`},
		{"date for text", file("db = 2025-01-01"), `db must be text in quotes`},
		{"number for origins", file("cors = 1"), `cors must be text in quotes, or a list of such texts`},
		{"text for a table", file("house = 'x'"), `unknown key "house"; take it out`},
		{"a value that makes no sense", file("budget.day = -3"), `budget.day from file maitre.toml: "-3" is not an amount`},
		{"a list with no models", file("model = []"), `model from file maitre.toml: is empty`},
		{"key given twice", file("db = 'a'\ndb = 'b'"), `file maitre.toml: line 2: Key 'db' has already been defined; give each key once`},
		{"text without quotes", file("\ndb = maitre.db"), `file maitre.toml: line 2: is not TOML; texts need quotes, as in name = "value"`},
		{"prices that are no table", file("price = 3"), `price must be tables of numbers: write [price."model"]`},
		{"model's name without quotes", file("[price.gemini-2.5-flash]\ninput = 1"), `a name with a dot needs quotes`},
		{"unknown kind of price", file("[price.m]\ninputs = 1"), `unknown key price.m.inputs; a price has input`},
		{"negative price", file("[price.m]\ninput = -1\noutput = 1"), `price."m": each must be a number of dollars from 0 to 1000000`},
		{"price that is text", file("[price.m]\ninput = '1'"), `price must be tables of numbers`},
		{"price that is no table", file("price.m = 3"), `price must be tables of numbers`},
		{"price by half", file("[price.m]\ninput = 1"), `price."m": input and output are needed; write 0`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := tt.load()
			if _, ok := errors.AsType[*config.Error](err); !ok || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("Load says %v, want %s", err, tt.want)
			}
		})
	}
}

func TestAFileThatCannotBeReadIsAnError(t *testing.T) {
	denied := errors.New("permission denied")
	_, err := config.Load(nil, nil, func(string) ([]byte, error) { return nil, denied })
	if !errors.Is(err, denied) {
		t.Errorf("Load says %v, want %v", err, denied)
	}
}

func TestADatabaseIsAPathOrPostgreSQL(t *testing.T) {
	for _, db := range []string{"maitre.db", "C:\\data\\maitre.db", "file:maitre.db?mode=ro", "postgres://u:p@h/d", "postgresql:///d?host=/run/postgresql"} {
		if got := load(t, config.Flags{"db": db}, nil, nil).DB.Reveal(); got != db {
			t.Errorf("DB = %q, want %q", got, db)
		}
	}
}

func TestModelsAreReadInOrder(t *testing.T) {
	for text, want := range map[string][]config.Model{
		"rule":                            {{"rule", ""}},
		"openai:gpt-5 , ollama:llama3:8b": {{"openai", "gpt-5"}, {"ollama", "llama3:8b"}},
		`replay:C:\a\b.jsonl`:             {{"replay", `C:\a\b.jsonl`}},
	} {
		got, err := config.ParseModels(text)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("ParseModels(%q) = %v, %v, want %v", text, got, err, want)
		}
		again, err := config.ParseModels(strings.ReplaceAll(strings.Trim(fmt.Sprint(got), "[]"), " ", ","))
		if err != nil || !slices.Equal(again, want) {
			t.Errorf("%v does not print as it is written: %v, %v", got, again, err)
		}
	}
}

func TestFlagsAreFilledByParsing(t *testing.T) {
	set := flag.NewFlagSet("eval", flag.ContinueOnError)
	own := set.String("model", "", "a flag of the command's own")
	flags := config.AddFlags(set)
	if err := set.Parse([]string{"--model", "rule", "--house-name", "Bar", "--log-level=INFO"}); err != nil {
		t.Fatal(err)
	}
	want := config.Flags{"house.name": "Bar", "log.level": "INFO"}
	if diff := cmp.Diff(flags, want); diff != "" || *own != "rule" {
		t.Errorf("the command's own flag is %q; flags (-got +want):\n%s", *own, diff)
	}
	if got := load(t, flags, nil, nil).Log.Level.String(); got != "INFO" {
		t.Errorf("Level = %s, want INFO", got)
	}
	set.SetOutput(io.Discard)
	if err := set.Parse([]string{"--openai-api-key", "x"}); err == nil {
		t.Error("--openai-api-key was accepted: secrets have no flag")
	}
}

func TestHelpListsEverySettingByAllItsNames(t *testing.T) {
	var b strings.Builder
	if err := config.WriteHelp(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"The program\n  --config, MAITRE_CONFIG\n",
		"\n\nThe house\n  --house-name, MAITRE_HOUSE_NAME\n      name the house goes by (default maitre)\n",
		"\n  --log-format, MAITRE_LOG_FORMAT\n      format of a log line: text, json (default text)\n",
		"\n  MAITRE_GOOGLE_API_KEY, GOOGLE_API_KEY, GEMINI_API_KEY\n      key for gemini\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the help lacks %q:\n%s", want, b.String())
		}
	}
}

func ExampleLoad() {
	set := flag.NewFlagSet("config", flag.ContinueOnError)
	flags := config.AddFlags(set)
	if err := set.Parse([]string{"--model", "gemini:gemini-2.5-flash"}); err != nil {
		fmt.Println(err)
		return
	}
	c, err := config.Load(flags, []string{"GEMINI_API_KEY=AIza-example"}, files{}.read)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range c.Explain() {
		if s.From != "default" {
			line, _ := json.Marshal(s)
			fmt.Println(string(line))
		}
	}
	// Output:
	// {"key":"model","value":"gemini:gemini-2.5-flash","from":"flag --model"}
	// {"key":"google_api_key","value":"****","from":"environment GEMINI_API_KEY"}
}

func TestADurationMayBeOfDays(t *testing.T) {
	got := load(t, nil, nil, toml("[memory]\nkeep = '36500d'\nkeep_retired = '0'")).Memory
	want := config.Memory{Keep: 36500 * 24 * time.Hour, Sessions: 24 * time.Hour}
	if got != want {
		t.Errorf("Memory = %v, want %v", got, want)
	}
}
