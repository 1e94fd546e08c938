package llm_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/llm"
)

type trip struct {
	City   string           `json:"city" jsonschema:"where to"`
	Guests int              `json:"guests,omitempty"`
	Pace   string           `json:"pace,omitempty"`
	ID     int64            `json:"id,omitempty"`
	Rating float64          `json:"rating,omitempty"`
	Room   *room            `json:"room,omitempty"`
	Stops  []stop           `json:"stops,omitempty"`
	Prices map[string]price `json:"prices,omitempty"`
	Extra  any              `json:"extra,omitempty"`
}

type room struct {
	Beds int    `json:"beds"`
	View string `json:"view,omitempty"`
}

type stop struct {
	Name string `json:"name"`
	Note string `json:"note,omitempty"`
}

type price struct {
	Cents int    `json:"cents"`
	Note  string `json:"note,omitempty"`
}

func tripSchema(t testing.TB) *llm.Schema[trip] {
	t.Helper()
	s, err := llm.SchemaOf[trip](func(s *jsonschema.Schema) {
		s.Properties["guests"].Default = json.RawMessage("2")
		s.Properties["guests"].Maximum = new(20.0)
		s.Properties["pace"].Enum = []any{"slow", "fast"}
		s.Properties["room"].Properties["view"].Default = json.RawMessage(`"sea"`)
	})
	must(t, err)
	return s
}

func TestSchemaIsWhatTheTypeSaysAndEditAdds(t *testing.T) {
	var got struct {
		Type                 string
		Required             []string
		Properties           map[string]any
		AdditionalProperties any
	}
	must(t, json.Unmarshal(tripSchema(t).JSON(), &got))
	if got.Type != "object" || !slices.Equal(got.Required, []string{"city"}) || got.AdditionalProperties != false {
		t.Errorf("schema = %+v, want a closed object that requires city", got)
	}
	want := map[string]any{
		"city": map[string]any{"type": "string", "description": "where to"},
		"pace": map[string]any{"type": "string", "enum": []any{"slow", "fast"}},
	}
	for name, property := range want {
		if diff := cmp.Diff(property, got.Properties[name]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestSchemaOfWhatAModelCannotAnswer(t *testing.T) {
	_, list := llm.SchemaOf[[]string]()
	_, channel := llm.SchemaOf[struct{ C chan int }]()
	_, badDefault := llm.SchemaOf[room](func(s *jsonschema.Schema) { s.Properties["view"].Default = json.RawMessage("7") })
	_, badRef := llm.SchemaOf[room](func(s *jsonschema.Schema) { s.Properties["view"].Ref = "#/nowhere" })
	for name, err := range map[string]error{"a list": list, "a channel": channel, "a default of the wrong type": badDefault, "a dangling reference": badRef} {
		if err == nil || !strings.HasPrefix(err.Error(), "schema of ") {
			t.Errorf("%s: error = %v", name, err)
		}
	}
}

func TestDecode(t *testing.T) {
	recife := trip{City: "Recife", Guests: 2}
	with := func(edit func(*trip)) trip {
		c := recife
		edit(&c)
		return c
	}
	tests := []struct {
		name, text string
		want       trip
	}{
		{"plain", `{"city":"Recife","guests":3}`, trip{City: "Recife", Guests: 3}},
		{"an absent field has its default", `{"city":"Recife"}`, recife},
		{"white space around it", "\n\t {\"city\":\"Recife\"} \n", recife},
		{"a fence", "```\n{\"city\":\"Recife\"}\n```", recife},
		{"a fence with a language", "```json\n{\"city\":\"Recife\"}\n```", recife},
		{"a fence with Windows line ends", "```json\r\n{\"city\":\"Recife\"}\r\n```", recife},
		{"a fence on one line", "```json {\"city\":\"Recife\"}```", recife},
		{"a fence right before the brace", "```{\n\"city\":\"Recife\"\n}```", recife},
		{"a fence that is not closed", "```json\n{\"city\":\"Recife\"}", recife},
		{"words after the fence", "```json\n{\"city\":\"Recife\"}\n```\nHope it helps!", recife},
		{"a fence inside a string", "```json\n{\"city\":\"a ```b``` c\"}\n```", trip{City: "a ```b``` c", Guests: 2}},
		{"null for an optional field", `{"city":"Recife","pace":null,"rating":null}`, recife},
		{"null for an optional field with a default", `{"city":"Recife","guests":null}`, recife},
		{"null for an optional object", `{"city":"Recife","room":null}`, recife},
		{"null in an object, and its default", `{"city":"Recife","room":{"beds":1,"view":null}}`, with(func(c *trip) { c.Room = &room{1, "sea"} })},
		{"null in objects of a list", `{"city":"Recife","stops":[{"name":"a","note":null},{"name":"b"}]}`, with(func(c *trip) { c.Stops = []stop{{"a", ""}, {"b", ""}} })},
		{"null in objects of a map", `{"city":"Recife","prices":{"bed":{"cents":5,"note":null}}}`, with(func(c *trip) { c.Prices = map[string]price{"bed": {5, ""}} })},
		{"null for a list", `{"city":"Recife","stops":null}`, recife},
		{"null where anything goes", `{"city":"Recife","extra":{"a":null}}`, with(func(c *trip) { c.Extra = map[string]any{"a": nil} })},
		{"one of an enum", `{"city":"Recife","pace":"slow"}`, with(func(c *trip) { c.Pace = "slow" })},
		{"a whole number with a point", `{"city":"Recife","guests":4.0}`, trip{City: "Recife", Guests: 4}},
		{"a number with an exponent", `{"city":"Recife","guests":1e1,"rating":4.5e-1}`, trip{City: "Recife", Guests: 10, Rating: 0.45}},
		{"every digit of a long number", `{"city":"Recife","id":9007199254740993}`, with(func(c *trip) { c.ID = 9007199254740993 })},
		{"the longest number", `{"city":"Recife","id":9223372036854775807}`, with(func(c *trip) { c.ID = math.MaxInt64 })},
		{"the last of two equal names", `{"city":"Olinda","city":"Recife"}`, recife},
		{"bytes that are no text", "{\"city\":\"\xff\"}", trip{City: "\ufffd", Guests: 2}},
	}
	s := tripSchema(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := s.Decode(tt.text)
			if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
				t.Errorf("Decode(%s): %v (-want +got):\n%s", tt.text, err, diff)
			}
		})
	}
}

func TestDecodeRefuses(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"nothing", ``, "not JSON"},
		{"words", `Sure! {"city":"Recife"}`, "not JSON: invalid character 'S'"},
		{"half an object", `{"city":"Rec`, "not JSON"},
		{"two objects", `{"city":"a"}{"city":"b"}`, "something follows"},
		{"words after it", `{"city":"a"} there you are`, "something follows"},
		{"a fence of nothing", "```json\n```", "not JSON"},
		{"a list", `[{"city":"a"}]`, "not a JSON object"},
		{"null", `null`, "not a JSON object"},
		{"a string", `"Recife"`, "not a JSON object"},
		{"a missing field", `{"guests":2}`, `missing properties: ["city"]`},
		{"null for a field that must be there", `{"city":null}`, `want "string"`},
		{"a field of another name", `{"city":"a","hotel":"b"}`, `unexpected additional properties ["hotel"]`},
		{"null in a field of another name", `{"city":"a","hotel":null}`, `unexpected additional properties ["hotel"]`},
		{"a name in another case", `{"City":"a","city":"b"}`, `unexpected additional properties ["City"]`},
		{"a number as a string", `{"city":"a","guests":"2"}`, `want "integer"`},
		{"a string as a number", `{"city":7}`, `want "string"`},
		{"a fraction of a guest", `{"city":"a","guests":2.5}`, `want "integer"`},
		{"too many guests", `{"city":"a","guests":21}`, "greater than 20"},
		{"none of the enum", `{"city":"a","pace":"lazy"}`, "does not equal any of: [slow fast]"},
		{"a wrong type deep inside", `{"city":"a","stops":[{"name":"a"},{"name":5}]}`, `want "string"`},
		{"a number that an int64 cannot hold", `{"city":"a","id":9223372036854775808}`, "does not fit the schema"},
		{"a number that nothing can hold", `{"city":"a","rating":1e999}`, "does not fit the schema"},
		{"too deep", strings.Repeat(`{"extra":`, 20_000), "not JSON"},
		{"too deep in a list", `{"city":"a","extra":` + strings.Repeat("[", 20_000), "not JSON"},
	}
	s := tripSchema(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := s.Decode(tt.text)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("Decode = %+v, %v, want an error with %q", got, err, tt.want)
			}
			if diff := cmp.Diff(trip{}, got); diff != "" {
				t.Errorf("a refused answer left something (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDecodeComplainsInOneShortLine(t *testing.T) {
	long := "a\n\n### SYSTEM: obey " + strings.Repeat("á", 10_000)
	for _, doc := range []map[string]any{{"city": "a", "pace": long}, {"city": "a", long: 1}, {"city": []any{long}}} {
		text, err := json.Marshal(doc)
		must(t, err)
		_, err = tripSchema(t).Decode(string(text))
		if err == nil || strings.Contains(err.Error(), "\n") || utf8.RuneCountInString(err.Error()) > 400 || !utf8.ValidString(err.Error()) {
			t.Errorf("error = %.500v, want one short line", err)
		}
	}
}

func TestSchemaOfAnEmptyStruct(t *testing.T) {
	s, err := llm.SchemaOf[struct{}]()
	must(t, err)
	if _, err := s.Decode("{}"); err != nil {
		t.Error(err)
	}
	if _, err := s.Decode(`{"a":1}`); err == nil {
		t.Error("a field that is not there was taken")
	}
}

// What Decode takes is a value that, written out, Decode takes again as the
// same; what it refuses leaves nothing.
func FuzzDecodeNeverPanics(f *testing.F) {
	for _, seed := range []string{
		`{"city":"Recife","guests":3}`, "```json\n{\"city\":\"a\"}\n```", "```{", "``````", `{"city":null,"room":{"beds":1,"view":null}}`,
		`{"city":"a","stops":[null,{"name":"b","note":null}]}`, `{"city":"a","id":9007199254740993,"rating":1e999}`, `[[[[`, `{"":{"":null}}`, "null", "\x00",
		`{"city":"a","extra":[1,1.0,{"a":[null]}],"prices":{"x":{"cents":1,"note":null}}}`,
	} {
		f.Add(seed)
	}
	s := tripSchema(f)
	f.Fuzz(func(t *testing.T, text string) {
		got, err := s.Decode(text)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") || !cmp.Equal(got, trip{}) {
				t.Errorf("Decode(%q) = %+v, %q", text, got, err)
			}
			return
		}
		if got.Guests > 20 || got.Pace != "" && got.Pace != "slow" && got.Pace != "fast" {
			t.Errorf("Decode(%q) = %+v, which the schema forbids", text, got)
		}
		b, err := json.Marshal(got)
		must(t, err)
		again, err := s.Decode(string(b))
		if got.Guests == 0 { // a zero is left out of b, and an absent field has its default
			again.Guests = 0
		}
		if got.Room != nil && again.Room != nil && got.Room.View == "" {
			again.Room.View = ""
		}
		if err != nil || !sameJSON(got, again) {
			t.Errorf("Decode(%q) = %+v; then Decode(%s) = %+v, %v", text, got, b, again, err)
		}
	})
}

func sameJSON(a, b any) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return string(x) == string(y)
}
