package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// document is what the tests read of the OpenAPI document.
type document struct {
	OpenAPI    string                          `json:"openapi"`
	Paths      map[string]map[string]operation `json:"paths"`
	Components struct {
		Schemas   map[string]json.RawMessage `json:"schemas"`
		Responses map[string]response        `json:"responses"`
	} `json:"components"`

	resolved map[string]*jsonschema.Resolved // by schema; tests take turns
}

type operation struct {
	ID         string                         `json:"operationId"`
	Parameters []struct{ Name, In string }    `json:"parameters"`
	Security   *[]map[string][]string         `json:"security"`
	Body       *struct{ Content contentType } `json:"requestBody"`
	Responses  map[string]response            `json:"responses"`
}

type response struct {
	Ref     string `json:"$ref"`
	Content contentType
}

type contentType map[string]struct {
	Schema  json.RawMessage
	Example json.RawMessage
}

// documented is the document, read once.
var documented = sync.OnceValues(func() (*document, error) {
	d := &document{resolved: map[string]*jsonschema.Resolved{}}
	return d, json.Unmarshal(openAPI, d)
})

func theDocument(t testing.TB) *document {
	t.Helper()
	d, err := documented()
	must(t, err)
	return d
}

// operation returns what the document says of a route.
func (d *document) operation(method, path string) (operation, bool) {
	op, ok := d.Paths[strings.TrimSuffix(path, "{$}")][strings.ToLower(method)]
	return op, ok
}

// fits says why JSON does not fit a schema of the document, or nil.
func (d *document) fits(schema, value json.RawMessage) error {
	var v any
	if err := json.Unmarshal(value, &v); err != nil {
		return err
	}
	if known := d.resolved[string(schema)]; known != nil {
		return known.Validate(v)
	}
	defs, err := json.Marshal(d.Components.Schemas)
	if err != nil {
		return err
	}
	whole := fmt.Appendf(nil, `{"allOf":[%s],"$defs":%s}`, schema, defs)
	whole = bytes.ReplaceAll(whole, []byte("#/components/schemas/"), []byte("#/$defs/"))
	s := &jsonschema.Schema{}
	if err := json.Unmarshal(whole, s); err != nil {
		return err
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		return err
	}
	d.resolved[string(schema)] = resolved
	return resolved.Validate(v)
}

// answers says how an answer differs from what the document promises.
func (d *document) answers(op operation, a answer) error {
	res, ok := op.Responses[fmt.Sprint(a.status)]
	if !ok {
		res, ok = op.Responses[fmt.Sprintf("%dXX", a.status/100)]
	}
	if !ok {
		return fmt.Errorf("it does not know the status %d", a.status)
	}
	if name, isRef := strings.CutPrefix(res.Ref, "#/components/responses/"); isRef {
		res = d.Components.Responses[name]
	}
	if len(res.Content) == 0 {
		if a.body != "" {
			return fmt.Errorf("it knows no body of the status %d", a.status)
		}
		return nil
	}
	kind, _, err := mime.ParseMediaType(a.header.Get("Content-Type"))
	if err != nil {
		return err
	}
	content, ok := res.Content[kind]
	if !ok {
		return fmt.Errorf("it does not know %s with the status %d", kind, a.status)
	}
	if strings.HasSuffix(kind, "json") {
		return d.fits(content.Schema, []byte(a.body))
	}
	return nil
}

// check holds an answer to the document, whatever the test wants of it.
func (h *house) check(r request, a answer) {
	h.t.Helper()
	mux := http.NewServeMux()
	for _, rt := range h.routes() {
		mux.HandleFunc(rt.method+" "+rt.path, func(http.ResponseWriter, *http.Request) {})
	}
	_, pattern := mux.Handler(httptest.NewRequestWithContext(h.t.Context(), r.method, r.path, nil))
	method, path, _ := strings.Cut(pattern, " ")
	if op, ok := theDocument(h.t).operation(method, path); ok {
		if err := theDocument(h.t).answers(op, a); err != nil {
			h.t.Errorf("%s %s does not answer what its document says: %v: %.500s", r.method, r.path, err, a.body)
		}
	}
}

var parameter = regexp.MustCompile(`\{(\w+)\}`)

func TestTheDocumentAndTheRoutesAreTheSame(t *testing.T) {
	d := theDocument(t)
	if d.OpenAPI != "3.1.0" {
		t.Errorf("it is OpenAPI %s", d.OpenAPI)
	}
	ids, served := map[string]bool{}, map[string]bool{}
	for _, rt := range opened(t, nil).routes() {
		op, ok := d.operation(rt.method, rt.path)
		if !ok {
			t.Errorf("%s %s is not documented", rt.method, rt.path)
			continue
		}
		served[rt.method+" "+strings.TrimSuffix(rt.path, "{$}")] = true
		if op.ID == "" || ids[op.ID] {
			t.Errorf("%s %s: its operationId %q is none, or another's", rt.method, rt.path, op.ID)
		}
		ids[op.ID] = true
		if open := op.Security != nil && len(*op.Security) == 0; open != (rt.may == anyone) {
			t.Errorf("%s %s: that anyone may use it is %v, not %v", rt.method, rt.path, rt.may == anyone, open)
		}
		for _, name := range parameter.FindAllStringSubmatch(rt.path, -1) {
			if !slices.Contains(op.Parameters, struct{ Name, In string }{name[1], "path"}) {
				t.Errorf("%s %s: its %s is not documented", rt.method, rt.path, name[1])
			}
		}
	}
	for path, ops := range d.Paths {
		for method := range ops {
			if !served[strings.ToUpper(method)+" "+path] {
				t.Errorf("%s %s is documented and not served", method, path)
			}
		}
	}
}

func TestTheDocumentsExamplesFitItsSchemas(t *testing.T) {
	d := theDocument(t)
	seen := 0
	check := func(where string, content contentType) {
		for _, c := range content {
			if c.Example == nil {
				continue
			}
			seen++
			if err := d.fits(c.Schema, c.Example); err != nil {
				t.Errorf("%s: %v: %s", where, err, c.Example)
			}
		}
	}
	for path, ops := range d.Paths {
		for method, op := range ops {
			if op.Body != nil {
				check(method+" "+path+", body", op.Body.Content)
			}
			for status, res := range op.Responses {
				check(method+" "+path+", "+status, res.Content)
			}
		}
	}
	check("errors", d.Components.Responses["Error"].Content)
	if seen < 20 {
		t.Errorf("there are only %d examples", seen)
	}
	if d.fits(json.RawMessage(`{"$ref":"#/components/schemas/Created"}`), json.RawMessage(`{"id":3}`)) == nil {
		t.Error("anything would fit")
	}
}

// Whatever is sent as a body is the sender's mistake, never ours.
func TestHostileBodiesAreTheSendersMistake(t *testing.T) {
	h := opened(t, nil)
	h.say("C001", "t1", "Olá!")
	hostile := map[string]string{
		"nothing":               "",
		"no JSON":               "oi",
		"half":                  `{"threadId":"t1"`,
		"two values":            `{} {}`,
		"a list":                `[]`,
		"a text":                `"oi"`,
		"a number":              `1e999`,
		"null":                  `null`,
		"wrong types":           `{"threadId":1,"runId":[],"title":{},"guest":false,"health":"yes","type":{},"messages":"x","resume":{}}`,
		"lists for texts":       `{"threadId":["t1"],"type":["positive"],"title":["x"],"guest":["C001"],"health":[true]}`,
		"invalid UTF-8":         "{\"threadId\":\"t1\",\"runId\":\"r\",\"type\":\"positive\",\"title\":\"\xff\",\"guest\":\"\xff\",\"health\":true,\"x\":\"\xc3\x28\"}",
		"deep lists":            strings.Repeat("[", 200_000),
		"deep lists that close": strings.Repeat("[", 50_000) + strings.Repeat("]", 50_000),
		"deep objects":          strings.Repeat(`{"data":`, 50_000) + "1" + strings.Repeat("}", 50_000),
		"a megabyte of text":    `{"threadId":"` + strings.Repeat("x", 1<<20) + `","type":"` + strings.Repeat("y", 1<<20) + `","guest":"` + strings.Repeat("z", 1<<20) + `"}`,
		"a megabyte of spaces":  strings.Repeat(" ", 1<<20),
		"ids that are none":     `{"threadId":"a/b c","runId":"\u0000","type":"positive","guest":"../x","title":"\u0000","messages":[{"id":"m","role":"user","content":"oi"}]}`,
	}
	d := theDocument(t)
	for _, rt := range h.routes() {
		op, _ := d.operation(rt.method, rt.path)
		if op.Body == nil {
			continue
		}
		for name, body := range hostile {
			a := h.ask(request{method: rt.method, path: strings.Replace(rt.path, "{id}", "t1", 1), body: body})
			if a.status < 400 || a.status >= 500 {
				t.Errorf("%s %s: %s: %d %.300s", rt.method, rt.path, name, a.status, a.body)
			}
		}
	}
	for _, id := range []string{"%00", "%ff", "a%20b", strings.Repeat("x", 5000), "..%2f..%2fetc", "%F0%9F%8D%BA", "'%20OR%201=1--"} {
		for _, rt := range h.routes() {
			if strings.Contains(rt.path, "{id}") {
				answered(t, h.ask(request{method: rt.method, path: strings.Replace(rt.path, "{id}", id, 1), body: `{"title":"x","state":"taken","by":"Rita"}`}), 404, rt.method, rt.path, id)
			}
		}
	}
	if log := h.log.String(); strings.Contains(log, "level=ERROR") {
		t.Errorf("the log says %s", log)
	}
}
