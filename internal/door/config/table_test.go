package config

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/llm"
)

// sample returns a valid text for a row, different from its default, and the
// same as a value of the file.
func sample(t *testing.T, r row) (text, inFile string) {
	switch r.field(&Config{}).(type) {
	case *int:
		return "7", "7"
	case *time.Duration:
		text = "90s"
	case *llm.USD:
		return "0.25", "0.25"
	case *[]Model:
		text = "groq:m"
	case *Model:
		text = "openai:m"
	case *Address:
		text = "postgres://h/d"
		if strings.HasSuffix(r.key, "_url") {
			text = "http://localhost:1/v9"
		}
	default:
		text = "sample"
	}
	if r.oneOf != nil {
		text = r.oneOf[len(r.oneOf)-1]
	}
	own := map[string]string{"house.currency": "EUR", "house.timezone": "America/Recife", "addr": "[::1]:9090", "cors": "https://example.com", "prompts": t.TempDir()}
	if special, ok := own[r.key]; ok {
		text = special
	}
	return text, fmt.Sprintf("'%s'", text)
}

func TestEverySettingComesFromEverySource(t *testing.T) {
	standard, err := Load(nil, nil, noFile)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table {
		if r.key == fileKey {
			continue
		}
		text, inFile := sample(t, r)
		check := func(flags Flags, environ []string, file, from string) {
			t.Helper()
			c, err := Load(flags, environ, func(string) ([]byte, error) { return []byte(file), nil })
			if err != nil {
				t.Errorf("%s: %v", r.key, err)
				return
			}
			if got, want := c.settings[i], (Setting{r.key, r.shown(c, text), from}); got != want {
				t.Errorf("setting is %+v, want %+v", got, want)
			}
			for _, other := range table {
				changed := !cmp.Equal(other.field(standard), other.field(c))
				if changed != (other.key == r.key) && other.key != fileKey {
					t.Errorf("%s from %s: that %s changed is %v", r.key, from, other.key, changed)
				}
			}
		}
		if r.flag() != "" {
			check(Flags{r.key: text}, nil, "", "flag --"+r.flag())
		}
		for _, name := range r.env() {
			check(nil, []string{name + "=" + text}, "", "environment "+name)
		}
		check(nil, nil, r.key+" = "+inFile, "file maitre.toml")
	}
}

func TestTheTableHoldsTogether(t *testing.T) {
	names := map[string]string{}
	for _, r := range table {
		for _, name := range append(r.env(), r.key, "--"+r.flag()) {
			if other, taken := names[name]; taken && name != "--" {
				t.Errorf("%s and %s share the name %s", r.key, other, name)
			}
			names[name] = r.key
		}
		if opensTable(r.key) {
			t.Errorf("%s begins another key: TOML cannot hold both", r.key)
		}
		if r.help == "" || strings.ContainsAny(r.help, "|\n") {
			t.Errorf("%s: help %q does not fit a line of a table", r.key, r.help)
		}
		if strings.HasPrefix(r.key, priceKey) {
			t.Errorf("%s is in the way of the prices", r.key)
		}
	}
	if slices.Contains(fileKeys(), fileKey) {
		t.Error("the file must not name another file")
	}
}

func noFile(string) ([]byte, error) { return nil, fs.ErrNotExist }

func FuzzFileNeverPanics(f *testing.F) {
	example, err := os.ReadFile("testdata/example.toml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(example)
	for _, seed := range []string{
		"[[house]]\nname = 'x'", "house = [{name = 1}]", "price.a.b.c = 1", `"" = 1`, "db = 1979-05-27",
		"[price.m]\ninput = nan\noutput = inf", "budget.day = 1e300", `"a\nb" = 1`, "db = '\x00'", "\xff\xfe",
		"model = [[]]", "house.opening = {pt = {}}", "model_retries = 9223372036854775807",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Load(nil, nil, func(string) ([]byte, error) { return data, nil })
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("an error of more than one line: %q", err)
			}
			return
		}
		for _, m := range c.Models {
			if p := c.Price(m); p != nil && p.Cost(llm.Usage{Input: 1e6, Output: 1e6, Searches: 1e3}) < 0 {
				t.Errorf("%v costs less than nothing: %+v", m, *p)
			}
		}
		if c.Budget.Turn < 0 || c.Budget.Day < 0 || len(c.Models) == 0 || c.DB == "" {
			t.Errorf("settings that were not checked: %+v", c)
		}
	})
}
