package event_test

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/scrub"
)

type refuses struct{}

func (refuses) MarshalJSON() ([]byte, error) { return nil, errors.New("senha=hunter22") }

func TestPayloadIsTheDataAsJSON(t *testing.T) {
	for _, tt := range []struct {
		name string
		data any
		want string
	}{
		{"nothing", nil, ""},
		{"a text", "uma IPA & <b>pão</b>", `"uma IPA & <b>pão</b>"`},
		{"a struct keeps its order", struct {
			B int    `json:"b"`
			A string `json:"a"`
		}{1, "x"}, `{"b":1,"a":"x"}`},
		{"numbers stay as they are", json.RawMessage(`[1.50, -2e3, 12345678901234567890]`), `[1.50,-2e3,12345678901234567890]`},
		{"signs of JSON within a text", `a":{}[],1\`, `"a\":{}[],1\\"`},
		{"an empty name", map[string]int{"": 1}, `{"":1}`},
		{"a name with signs of JSON", map[string]string{`a":"b`: "x"}, `{"a\":\"b":"x"}`},
		{"words", event.Words{Text: "Claro!\n"}, `{"text":"Claro!\n"}`},
		{"true, false and null", []any{true, false, nil}, `[true,false,null]`},
		{"bytes that are no text", "a\xffb", `"a\ufffdb"`},
		{"bytes that are no text, said to be JSON", json.RawMessage("\"a\xffb\""), "\"a\uFFFDb\""},
	} {
		if got := string(event.Payload(event.Text, tt.data)); got != tt.want {
			t.Errorf("%s: Payload = %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestPayloadOfWhatCannotBeJSON(t *testing.T) {
	type ring struct{ Next *ring }
	loop := &ring{}
	loop.Next = loop
	self := map[string]any{}
	self["self"] = self
	for name, data := range map[string]any{
		"a channel":            make(chan int),
		"a function":           func() {},
		"no number":            math.NaN(),
		"a ring of pointers":   loop,
		"a map within itself":  self,
		"what is said to be":   json.RawMessage(`{"a":`),
		"what refuses":         refuses{},
		"one that is too deep": json.RawMessage(strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001)),
		"one level too many":   []any{json.RawMessage(strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000))},
	} {
		got := event.Payload(event.Text, data)
		var why struct{ Unreadable string }
		if err := json.Unmarshal(got, &why); err != nil || why.Unreadable == "" || strings.Contains(string(got), "hunter22") {
			t.Errorf("%s: Payload = %.200s, want it to say why there is none", name, got)
		}
	}
}

func TestPayloadHidesWhatIsPersonal(t *testing.T) {
	for _, tt := range []struct {
		name   string
		data   any
		secret string
		stays  string
	}{
		{"in a text", "meu CPF é 529.982.247-25, ok?", "982", `, ok?"`},
		{"in a text within", []any{map[string]any{"a": []string{"x", "cpf 529.982.247-25"}}}, "982", `["x",`},
		{"behind an escape", json.RawMessage(`"529.982.\u00324\u0037-25"`), "529", `"`},
		{"beside a line's end", "meu CPF:\n52998224725", "52998224725", `CPF:\n`},
		{"in a number", map[string]any{"n": 52998224725, "m": 7}, "52998224725", `"m":7`},
		{"in a name", map[string]any{"529.982.247-25": 1}, "982", `":1`},
		{"in two names", map[string]any{"529.982.247-25": 1, "111.444.777-35": 2}, "777", `":2`},
		{"in a name of a text", map[string]any{"529.982.247-25": "abacaxi"}, "982", `":"abacaxi"`},
		{"given away by its name", map[string]string{"senha": "abacaxi", "prato": "abacaxi"}, `"senha":"abacaxi"`, `"prato":"abacaxi"`},
		{"given away by its name, with quotation marks", map[string]string{"senha": `aba"caxi`}, "caxi", `"senha":"`},
		{"given away by its name, a number", map[string]any{"pin": 1234, "mesa": 1234}, `"pin":1234`, `"mesa":1234`},
		{"given away by its name, in a list", map[string]any{"senha": []string{"abacaxi"}}, "abacaxi", `"senha":["`},
	} {
		for _, typ := range []event.Type{event.Text, event.ToolCall} {
			got := string(event.Payload(typ, tt.data))
			if strings.Contains(got, tt.secret) || !strings.Contains(got, tt.stays) || !json.Valid([]byte(got)) {
				t.Errorf("%s: Payload = %s, want it without %s and with %s", tt.name, got, tt.secret, tt.stays)
			}
		}
	}
}

// Figures that a tool computed are no documents, whatever they look like.
func TestAToolsOwnFiguresStay(t *testing.T) {
	got := string(event.Payload(event.ToolResult, map[string]any{"cpf": 52998224725, "pin": 4821, "text": "CPF 52998224725", "total": 52998224725}))
	if want := `{"cpf":"[CPF]","pin":"[PIN]","text":"CPF [CPF]","total":52998224725}`; got != want {
		t.Errorf("Payload = %s, want %s", got, want)
	}
}

// The id is the key of a message; even if it looks like something else.
func TestWhatWasSaidKeepsItsID(t *testing.T) {
	said := event.Said{ID: "52998224725", Text: "CPF 529.982.247-25"}
	var got event.Said
	if err := json.Unmarshal(event.Payload(event.PreQuery, said), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(event.Said{ID: said.ID, Text: scrub.Text(said.Text)}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestACallKeepsItsID(t *testing.T) {
	const id = "111.444.777-35" // whatever it looks like
	got := string(event.Payload(event.ToolCall, event.Call{ID: id, Tool: "find", Input: map[string]string{"cpf": id}}))
	if want := `{"id":"111.444.777-35","tool":"find","input":{"cpf":"[CPF]"}}`; got != want {
		t.Errorf("Payload = %s, want %s", got, want)
	}
	if got := string(event.Payload(event.ToolCall, event.Call{ID: id, Input: make(chan int)})); !strings.HasPrefix(got, `{"unreadable":`) {
		t.Errorf("Payload = %s", got)
	}
}

func TestPayloadCutsWhatIsNotThePoint(t *testing.T) {
	long := strings.Repeat("é", 300) // 600 bytes
	for _, tt := range []struct {
		typ  event.Type
		want string
	}{
		{event.Text, long},
		{event.PostResponse, long},
		{event.ModelCall, long},
		{event.ToolResult, strings.Repeat("é", 250) + "…"},
		{event.MemorySaved, strings.Repeat("é", 250) + "…"},
	} {
		var got event.Call
		if err := json.Unmarshal(event.Payload(tt.typ, event.Call{ID: "c1", Tool: "menu", Output: long, MS: 1.5}), &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(event.Call{ID: "c1", Tool: "menu", Output: tt.want, MS: 1.5}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.typ, diff)
		}
	}
	odd := "x" + long // cut between two characters, not within one
	if got := string(event.Payload(event.ToolError, odd)); !utf8.ValidString(got) || len(got) != 499+len(`"…"`) {
		t.Errorf("Payload = %d bytes: %s", len(got), got)
	}
	if got := event.Brief("cpf 529.982.247-25 " + long); strings.Contains(got, "982") || len(got) > 500+len("…") {
		t.Errorf("Brief = %d bytes: %s", len(got), got)
	}
}

func FuzzPayloadIsJSON(f *testing.F) {
	for _, seed := range []string{
		`"oi"`, `{"senha":"abacaxi","n":[1,-2.5e3,52998224725],"529.982.247-25":null}`, `{"a":{"b":"\ud800\u0000\\"}}`,
		"a\xff\"b", `[[[[{"pin":1234}]]]]`, strings.Repeat(`{"a":`, 200) + "1" + strings.Repeat("}", 200), `"` + strings.Repeat("é", 400) + `"`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		var data any = in
		if json.Valid([]byte(in)) {
			data = json.RawMessage(in)
		}
		whole, short := event.Payload(event.Text, data), event.Payload(event.ToolResult, data)
		for _, p := range []json.RawMessage{whole, short} {
			if !json.Valid(p) || !utf8.Valid(p) {
				t.Fatalf("Payload(%q) = %q, which is not JSON", in, p)
			}
		}
		if again := event.Payload(event.Text, whole); string(again) != string(whole) {
			t.Errorf("Payload(%q) = %s, and once more %s", in, whole, again)
		}
		for _, text := range texts(t, whole) {
			if scrub.Text(text) != text {
				t.Errorf("Payload(%q) = %s, of which %q is to be scrubbed", in, whole, text)
			}
		}
		for _, text := range texts(t, short) {
			if len(short) > 600 && len(text) > 503 {
				t.Errorf("Payload(%q) left %d bytes of a text", in, len(text))
			}
		}
	})
}

// texts returns the texts and numbers in a JSON value.
func texts(t *testing.T, raw json.RawMessage) []string {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	var all []string
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			all = append(all, v)
		case json.Number:
			all = append(all, v.String())
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			for _, e := range v {
				walk(e)
			}
		}
	}
	walk(v)
	return slices.Clip(all)
}

func BenchmarkPayload(b *testing.B) {
	for name, data := range map[string]any{
		"a word":   event.Words{Text: " lupulada"},
		"a line":   event.Words{Text: "Temos uma IPA bem lupulada e uma Weiss, qual prefere?"},
		"a result": event.Call{ID: "c1", Tool: "menu", Output: map[string]any{"pratos": []string{"Moqueca", "Feijoada", "Pão de queijo"}, "preco": 4590}},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				event.Payload(event.Text, data)
			}
		})
	}
}
