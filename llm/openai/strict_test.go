package openai_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
)

type sentFormat struct {
	Format struct {
		Type   string
		Schema struct {
			Name   string
			Strict bool
			Schema json.RawMessage
		} `json:"json_schema"`
	} `json:"response_format"`
}

// schemaSent returns how an answer of that schema is asked for.
func schemaSent(t *testing.T, name, schema string) sentFormat {
	t.Helper()
	base, sent := llmtest.Server(t, "text/event-stream", llmtest.Stream(t, "text"))
	req := oi()
	req.Schema, req.SchemaName = json.RawMessage(schema), name
	if _, err := llm.Complete(t.Context(), open(base, ""), req); err != nil {
		t.Fatal(err)
	}
	var got sentFormat
	must(t, json.Unmarshal(sent()[0].Body, &got))
	return got
}

func compact(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	must(t, json.Compact(&b, []byte(text)))
	return b.String()
}

func TestSchemasAreMadeStrict(t *testing.T) {
	for _, tt := range []struct{ name, schema, want string }{
		{
			"a strict one stays as it is, in its order",
			`{"type":"object","properties":{"why":{"type":"string"},"answer":{"type":"integer"}},"required":["why","answer"],"additionalProperties":false}`,
			`{"type":"object","properties":{"why":{"type":"string"},"answer":{"type":"integer"}},"required":["why","answer"],"additionalProperties":false}`,
		},
		{
			"an optional property is required and may be null",
			`{"type":"object","properties":{"z":{"type":"string","description":"d"},"a":{"type":"integer","minimum":1}},"required":["z"]}`,
			`{"type":"object","properties":{"z":{"type":"string","description":"d"},"a":{"type":["integer","null"],"minimum":1}},"required":["z","a"],"additionalProperties":false}`,
		},
		{
			"null joins several types and an enum, once",
			`{"type":"object","properties":{"a":{"type":["string","integer"]},"b":{"type":["null","string"]},"c":{"type":"string","enum":["x",12345678901234567890]},"d":{"type":["string","null"],"enum":["x",null]}}}`,
			`{"type":"object","properties":{"a":{"type":["string","integer","null"]},"b":{"type":["null","string"]},"c":{"type":["string","null"],"enum":["x",12345678901234567890,null]},"d":{"type":["string","null"],"enum":["x",null]}},"required":["a","b","c","d"],"additionalProperties":false}`,
		},
		{
			"what has no type of its own, or cannot be null in place, is one or null",
			`{"type":"object","properties":{"a":{"$ref":"#/$defs/p"},"b":{"anyOf":[{"type":"string"},{"type":"integer"}]},"c":{"type":"string","const":"x"},"d":{"enum":["x"]}},"$defs":{"p":{"type":"object","properties":{"q":{"type":"boolean"}}}}}`,
			`{"type":"object","properties":{
				"a":{"anyOf":[{"$ref":"#/$defs/p"},{"type":"null"}]},
				"b":{"anyOf":[{"anyOf":[{"type":"string"},{"type":"integer"}]},{"type":"null"}]},
				"c":{"anyOf":[{"type":"string","const":"x"},{"type":"null"}]},
				"d":{"anyOf":[{"enum":["x"]},{"type":"null"}]}},
			  "$defs":{"p":{"type":"object","properties":{"q":{"type":["boolean","null"]}},"required":["q"],"additionalProperties":false}},
			  "required":["a","b","c","d"],"additionalProperties":false}`,
		},
		{
			"items, branches and objects within are strict too",
			`{"type":"object","required":["a","b"],"properties":{
				"a":{"type":"array","minItems":1,"items":{"type":"object","properties":{"x":{"type":"number"}}}},
				"b":{"anyOf":[{"type":"object","properties":{"y":{"type":"string","format":"date"}},"required":["y"]},{"type":"null"}]}}}`,
			`{"type":"object","properties":{
				"a":{"type":"array","minItems":1,"items":{"type":"object","properties":{"x":{"type":["number","null"]}},"required":["x"],"additionalProperties":false}},
				"b":{"anyOf":[{"type":"object","properties":{"y":{"type":"string","format":"date"}},"required":["y"],"additionalProperties":false},{"type":"null"}]}},
			  "required":["a","b"],"additionalProperties":false}`,
		},
		{
			"what strict mode refuses and Decode checks is left out",
			`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","required":["a","b"],"properties":{"a":{"type":"string","minLength":1,"default":"x"},"b":{"type":"array","uniqueItems":true,"items":{"type":"string"}}}}`,
			`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"array","items":{"type":"string"}}},"required":["a","b"],"additionalProperties":false}`,
		},
		{
			"a property may be called as a keyword is",
			`{"type":"object","properties":{"properties":{"type":"string"},"not":{"type":"string"},"default":{"type":"string"}},"required":["properties","not","default"]}`,
			`{"type":"object","properties":{"properties":{"type":"string"},"not":{"type":"string"},"default":{"type":"string"}},"required":["properties","not","default"],"additionalProperties":false}`,
		},
		{
			"an object without fields",
			`{"type":"object","properties":{}}`,
			`{"type":"object","properties":{},"required":[],"additionalProperties":false}`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := schemaSent(t, "trip", tt.schema).Format.Schema
			if diff := cmp.Diff(compact(t, tt.want), string(got.Schema)); diff != "" || !got.Strict {
				t.Errorf("strict = %v, schema (-want +got):\n%s", got.Strict, diff)
			}
		})
	}
}

func TestSchemasThatCannotBeStrictAreSentAsTheyAre(t *testing.T) {
	within := func(property string) string {
		return `{"type":"object","properties":{"a":` + property + `},"required":["a"]}`
	}
	for name, schema := range map[string]string{
		"a free-form map":        within(`{"type":"object","additionalProperties":{"type":"string"}}`),
		"a map of anything":      within(`{"type":"object","additionalProperties":true}`),
		"an object left open":    within(`{"type":"object"}`),
		"anything at all":        within(`true`),
		"anything, described":    within(`{"description":"whatever"}`),
		"a list of maps":         within(`{"type":"array","items":{"type":"object"}}`),
		"a map in a branch":      within(`{"anyOf":[{"type":"string"},{"type":"object"}]}`),
		"a map in a definition":  `{"type":"object","properties":{"a":{"$ref":"#/$defs/m"}},"$defs":{"m":{"type":"object"}}}`,
		"an unknown format":      within(`{"type":"string","format":"uri"}`),
		"a keyword it refuses":   within(`{"oneOf":[{"type":"string"},{"type":"null"}]}`),
		"properties of no shape": `{"type":"object","properties":[]}`,
		"required of no shape":   `{"type":"object","properties":{},"required":"a"}`,
	} {
		t.Run(name, func(t *testing.T) {
			got := schemaSent(t, "trip", schema).Format.Schema
			if got.Strict || string(got.Schema) != schema {
				t.Errorf("strict = %v, schema %s, want %s", got.Strict, got.Schema, schema)
			}
		})
	}
}

func TestSchemaNamesFitTheAPI(t *testing.T) {
	for name, want := range map[string]string{
		"":                       "answer",
		"trip-1_a":               "trip-1_a",
		"trip.extract":           "trip_extract",
		"opção":                  "op__o",
		strings.Repeat("x", 100): strings.Repeat("x", 64),
	} {
		if got := schemaSent(t, name, llmtest.Params).Format; got.Schema.Name != want || got.Type != "json_schema" {
			t.Errorf("%q is sent as %q, type %q, want %q", name, got.Schema.Name, got.Type, want)
		}
	}
}

func TestNullForAnOptionalFieldIsAnAbsentOne(t *testing.T) {
	type trip struct {
		City string `json:"city"`
		Days *int   `json:"days,omitempty"`
		Stay struct {
			Kind string `json:"kind,omitempty"`
		} `json:"stay"`
	}
	schema, err := llm.SchemaOf[trip]()
	must(t, err)
	base, sent := llmtest.Server(t, "text/event-stream", deltas("stop", `{"content":"{\"city\":\"Recife\",\"days\":null,\"stay\":{\"kind\":null}}"}`))
	got, _, err := llm.Object(t.Context(), open(base, ""), oi(), schema, nil)
	must(t, err)
	if diff := cmp.Diff(trip{City: "Recife"}, got); diff != "" {
		t.Errorf("trip (-want +got):\n%s", diff)
	}
	if n := len(sent()); n != 1 || !strings.Contains(string(sent()[0].Body), `"strict":true`) {
		t.Errorf("%d requests, the first %s; want one, strict", n, sent()[0].Body)
	}
}
