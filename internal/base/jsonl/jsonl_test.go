package jsonl_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/base/jsonl"
)

type in struct {
	Text string   `json:"text"`
	N    int      `json:"n"`
	Tags []string `json:"tags"`
	On   bool     `json:"on"`
	Sub  struct {
		A string `json:"a"`
	} `json:"sub"`
}

type out struct {
	Upper string `json:"upper"`
}

func upper(_ context.Context, i in) (out, error) {
	if i.Text == "fail" {
		return out{}, errors.New("asked to")
	}
	return out{strings.ToUpper(i.Text)}, nil
}

func run(t testing.TB, input string) (string, jsonl.Count) {
	t.Helper()
	var b bytes.Buffer
	count, err := jsonl.Run(t.Context(), strings.NewReader(input), &b, upper, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), count
}

func TestRun(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"an id is given back as it came", `{"id":"a1","text":"x"}`, `{"id":"a1","upper":"X"}`},
		{"a number is an id too", `{"id":7,"text":"x"}`, `{"id":7,"upper":"X"}`},
		{"no id is null", `{"text":"x"}`, `{"id":null,"upper":"X"}`},
		{"unknown fields are ignored and null is nothing", `{"id":1,"text":null,"tags":null,"sub":null,"mood":{"deep":[1]}}`, `{"id":1,"upper":""}`},
		{"angle brackets stay", `{"id":1,"text":"<b>&"}`, `{"id":1,"upper":"<B>&"}`},
		{"an error of the work keeps the id", `{"id":1,"text":"fail"}`, `{"id":1,"error":"asked to"}`},
		{"not JSON", `{"id":1,`, `{"id":null,"error":"line 1: not JSON: unexpected end of JSON input"}`},
		{"two values on a line", `{"id":1} {"id":2}`, `{"id":null,"error":"line 1: not JSON: invalid character '{' after top-level value"}`},
		{"a list", `[1]`, `{"id":null,"error":"line 1: it: got a JSON array where an object is wanted"}`},
		{"a wrong type keeps the id", `{"id":1,"text":5}`, `{"id":1,"error":"line 1: \"text\": got a JSON number where a string is wanted"}`},
		{"a wrong type of number", `{"id":1,"n":"5"}`, `{"id":1,"error":"line 1: \"n\": got a JSON string where a number is wanted"}`},
		{"a wrong type of list", `{"id":1,"tags":"a"}`, `{"id":1,"error":"line 1: \"tags\": got a JSON string where a list is wanted"}`},
		{"a wrong type of truth", `{"id":1,"on":"a"}`, `{"id":1,"error":"line 1: \"on\": got a JSON string where true or false is wanted"}`},
		{"a wrong type within", `{"id":1,"sub":{"a":1}}`, `{"id":1,"error":"line 1: \"sub.a\": got a JSON number where a string is wanted"}`},
		{"bytes that are not UTF-8", "{\"id\":1,\"text\":\"\xe9\"}", `{"id":null,"error":"line 1: not UTF-8"}`},
		{"a byte order mark is passed over", "\ufeff{\"id\":1,\"text\":\"x\"}", `{"id":1,"upper":"X"}`},
		{"Windows line ends and blank lines", "{\"id\":1,\"text\":\"x\"}\r\n\r\n \n{\"id\":2,\"text\":\"fail\"}\r\n", "{\"id\":1,\"upper\":\"X\"}\n{\"id\":2,\"error\":\"asked to\"}"},
		{"the lines after a bad one are answered", "{\n{\"id\":2,\"text\":\"x\"}", "{\"id\":null,\"error\":\"line 1: not JSON: unexpected end of JSON input\"}\n{\"id\":2,\"upper\":\"X\"}"},
		{"nothing gives nothing", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, _ := run(t, tt.in); strings.TrimSuffix(got, "\n") != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestALineThatIsTooLongIsBadAndTheNextIsRead(t *testing.T) {
	long := `{"id":1,"text":"` + strings.Repeat("a", jsonl.MaxLine) + `"}`
	for name, input := range map[string]string{"in the middle": long + "\n{\"id\":2,\"text\":\"x\"}\n", "at the end": "{\"id\":2,\"text\":\"x\"}\n" + long} {
		got, count := run(t, input)
		if !strings.Contains(got, "longer than 16 MB") || !strings.Contains(got, `{"id":2,"upper":"X"}`) || count != (jsonl.Count{Lines: 2, Bad: 1}) {
			t.Errorf("%s: got %.200s, %+v", name, got, count)
		}
	}
}

func TestRunStopsWhenTheCallerDoes(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var b bytes.Buffer
	count, err := jsonl.Run(ctx, strings.NewReader("{}\n{}\n{}\n"), &b, upper, func(c jsonl.Count) {
		if c.Lines == 2 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || count.Lines != 2 || strings.Count(b.String(), "\n") != 2 {
		t.Errorf("count %+v, error %v, wrote %q", count, err, b.String())
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("disk full") }
func (broken) Read([]byte) (int, error)  { return 0, errors.New("gone") }

func FuzzEveryInputLineGivesOneJSONLine(f *testing.F) {
	f.Add([]byte("{\"id\":1}\n[]\n\"\xff\"\n{\"id\":{\"a\":[1]},\"text\":\"\\u2028\"}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, count := run(t, string(data))
		lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
		if got == "" {
			lines = nil
		}
		if len(lines) != count.Lines {
			t.Fatalf("%d lines for %d", len(lines), count.Lines)
		}
		for _, l := range lines {
			if !json.Valid([]byte(l)) {
				t.Fatalf("not JSON: %q", l)
			}
		}
	})
}
