package config_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/door/config"
)

const (
	key      = `sk-live-7f2a9c`
	password = `p"w<d 9`
	escaped  = `p%22w%3Cd%209`
	token    = `tok-4411`
)

func secretive(t *testing.T, more ...string) *config.Config {
	t.Helper()
	return load(t, nil, append(more,
		"OPENAI_API_KEY="+key+"\n",
		"MAITRE_DB=postgres://ana:"+escaped+"@db.example/maitre?sslmode=disable&sslpassword="+token,
		"OPENAI_BASE_URL=https://ana:"+token+"@proxy.example/v1",
	), nil)
}

// leak returns the secret that text shows, "" when it shows none.
func leak(text string) string {
	for _, s := range []string{key, password, escaped, token, `p\"w<d 9`} {
		if strings.Contains(text, s) {
			return s
		}
	}
	return ""
}

func TestNoOutputShowsASecret(t *testing.T) {
	c := secretive(t)
	if c.OpenAI.Key.Reveal() != key {
		t.Fatalf("Reveal() = %q, want %q", c.OpenAI.Key.Reveal(), key)
	}
	outputs := map[string]string{}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		outputs[verb] = fmt.Sprintf(verb+verb+verb+verb, *c, c.OpenAI.Key, c.DB, &c.OpenAI)
	}
	for name, v := range map[string]any{"config": c, "settings": c.Explain()} {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		outputs["JSON of "+name] = string(b)
	}
	var log bytes.Buffer
	for _, h := range []slog.Handler{slog.NewTextHandler(&log, nil), slog.NewJSONHandler(&log, nil)} {
		slog.New(h).Info("start", "config", c, "key", c.OpenAI.Key, "db", c.DB, "provider", c.OpenAI)
	}
	outputs["slog"] = log.String()
	for name, text := range outputs {
		if s := leak(text); s != "" {
			t.Errorf("%s shows %q: %s", name, s, text)
		}
		if !strings.Contains(text, "****") {
			t.Errorf("%s does not show that a key is set: %s", name, text)
		}
	}
}

func TestAddressesAreShownWithoutUserAndPassword(t *testing.T) {
	for address, want := range map[config.Address]string{
		"maitre.db":                                  "maitre.db",
		"postgres://h/d":                             "postgres://h/d",
		"postgres://ana:secret@h/d":                  "postgres://****@h/d",
		"postgres://ana:se/cr@et@h/d":                "postgres://****@h/d",
		"postgres://h/d?a=b&password=x y&sslmode=on": "postgres://h/d?a=b&password=**** y&sslmode=on",
		"host=h password='x y' dbname=d":             "host=h password=**** dbname=d",
		"https://token@proxy/v1":                     "https://****@proxy/v1",
	} {
		if got := address.String(); got != want {
			t.Errorf("%q is shown as %q, want %q", address.Reveal(), got, want)
		}
	}
}

func TestSecretsAreWhatMustBeStruckOut(t *testing.T) {
	got := secretive(t, "GROQ_API_KEY=abc").Secrets()
	want := []string{key, escaped, token, password} // longest first, without the three letters
	if !slices.Equal(got, want) {
		t.Errorf("Secrets() = %q, want %q", got, want)
	}
}

func TestErrorsShowNoSecret(t *testing.T) {
	tests := []struct {
		name, env, file string
	}{
		{"key with a space in it", "OPENAI_API_KEY=" + key + " x", ""},
		{"key that is no ASCII", "OPENAI_API_KEY=" + key + "é", ""},
		{"password that breaks the URL", "MAITRE_DB=postgres://ana:" + token + "%zz@h/d", ""},
		{"another database", "MAITRE_DB=mysql://ana:" + token + "@h/d", ""},
		{"a list of words for a database", "MAITRE_DB=host=h password=" + token, ""},
		{"base URL", "OPENAI_BASE_URL=ftp://ana:" + token + "@h", ""},
		{"base URL with a key in its query", "OPENAI_BASE_URL=https://h/?key=" + token, ""},
		{"key without quotes", "", "openai_api_key = " + key},
		{"word without quotes", "", "openai_api_key = " + strings.ReplaceAll(token, "-", "_")},
		{"number too large", "", "openai_api_key = 44114411441144114411"},
		{"number with a bad underscore", "", "openai_api_key = 4411_"},
		{"bad escape", "", `openai_api_key = "` + key + `\q"`},
		{"no closing quote", "", `openai_api_key = "` + key + "\n"},
		{"list of keys", "", `openai_api_key = ["` + key + `"]`},
		{"table of keys", "", `openai_api_key.x = "` + key + `"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := config.Load(nil, []string{tt.env}, toml(tt.file).read)
			if err == nil {
				t.Fatal("no error")
			}
			if s := leak(err.Error()); s != "" || strings.Contains(err.Error(), "4411") {
				t.Errorf("the error shows a secret: %v", err)
			}
		})
	}
}

type exchange struct{ Header *header }

type header struct{ Authorization string }

func TestTheLoggerStrikesSecretsOut(t *testing.T) {
	for _, format := range []string{"text", "json"} {
		t.Run(format, func(t *testing.T) {
			var b bytes.Buffer
			log := secretive(t, "MAITRE_LOG_FORMAT="+format).Logger(&b)
			log = log.With("with", key).WithGroup("group")
			for name, v := range map[string]any{
				"text":    "Bearer " + key,
				"error":   fmt.Errorf("dialling: %w", errors.New("password "+password)),
				"bytes":   []byte(token),
				"struct":  header{key},
				"pointer": exchange{&header{password}},
				"map":     map[string]string{password: key},
				"group":   slog.GroupValue(slog.String("inner", token)),
			} {
				log.Warn("answer to "+key, name, v)
			}
			log.Warn("key", key, 1) //nolint:sloglint // a secret where a key should be
			log.Info("quiet")
			log.Warn("plain", "count", 4411, "model", config.Model{Provider: "openai", Name: "gpt-5"})
			if s := leak(b.String()); s != "" {
				t.Errorf("the log shows %q:\n%s", s, b.String())
			}
			if strings.Count(b.String(), "****") < 10 || !strings.Contains(b.String(), "gpt-5") || !strings.Contains(b.String(), "4411") || strings.Contains(b.String(), "quiet") {
				t.Errorf("the log hides too little or too much:\n%s", b.String())
			}
			for line := range strings.Lines(b.String()) {
				if format == "json" && !json.Valid([]byte(line)) {
					t.Errorf("not JSON: %s", line)
				}
			}
		})
	}
}
