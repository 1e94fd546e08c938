package openai

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Keywords of JSON Schema as strict mode sees them: plain ones are kept, extra
// ones are refused or say nothing about the shape and are left out, since
// llm.Schema checks the answer again. A schema with any other keyword cannot
// be strict.
var (
	plain   = []string{"type", "title", "description", "enum", "const", "$ref", "pattern", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems"}
	extra   = []string{"$schema", "$id", "$comment", "default", "examples", "minLength", "maxLength", "uniqueItems"}
	formats = []string{`"date-time"`, `"time"`, `"date"`, `"duration"`, `"email"`, `"hostname"`, `"ipv4"`, `"ipv6"`, `"uuid"`}
)

// strict rewrites a schema so that strict mode takes it: every property
// required, the optional ones nullable instead, and no others allowed. It
// keeps the order of properties, in which the model will write them. It
// reports false for a schema that cannot be strict, such as a free-form map.
func strict(schema json.RawMessage) (json.RawMessage, bool) {
	in, ok := fieldsOf(schema)
	if !ok {
		return nil, false
	}
	var required, names []string
	if r, ok := in.find("required"); ok && json.Unmarshal(r, &required) != nil {
		return nil, false
	}
	var out fields
	shaped, open := false, true
	for _, f := range in {
		value, ok := f.value, true
		switch f.name {
		case "properties":
			open = false
			value, ok = strictEach(value, func(name string, v json.RawMessage) json.RawMessage {
				names = append(names, name)
				if slices.Contains(required, name) {
					return v
				}
				return nullable(v)
			})
		case "$defs", "definitions":
			value, ok = strictEach(value, func(_ string, v json.RawMessage) json.RawMessage { return v })
		case "items":
			value, ok = strict(value)
		case "anyOf":
			shaped = true
			value, ok = strictAll(value)
		case "format":
			ok = slices.Contains(formats, string(value))
		case "required":
			continue
		case "additionalProperties":
			if string(value) != "false" {
				return nil, false
			}
			continue
		default:
			if slices.Contains(extra, f.name) {
				continue
			}
			ok = slices.Contains(plain, f.name)
			shaped = shaped || slices.Contains([]string{"type", "enum", "const", "$ref"}, f.name)
		}
		if !ok {
			return nil, false
		}
		out = append(out, field{f.name, value})
	}
	if !shaped {
		return nil, false
	}
	if t, _ := in.find("type"); slices.Contains(typesOf(t), "object") {
		if open {
			return nil, false
		}
		out = append(out, field{"required", list(names)}, field{"additionalProperties", json.RawMessage("false")})
	}
	return out.join(), true
}

// strictEach applies strict and then edit to each schema of an object.
func strictEach(schemas json.RawMessage, edit func(name string, v json.RawMessage) json.RawMessage) (json.RawMessage, bool) {
	in, ok := fieldsOf(schemas)
	for i, f := range in {
		v, fine := strict(f.value)
		if !fine {
			return nil, false
		}
		in[i].value = edit(f.name, v)
	}
	return in.join(), ok
}

func strictAll(schemas json.RawMessage) (json.RawMessage, bool) {
	var all []json.RawMessage
	if json.Unmarshal(schemas, &all) != nil {
		return nil, false
	}
	for i, s := range all {
		var ok bool
		if all[i], ok = strict(s); !ok {
			return nil, false
		}
	}
	return list(all), true
}

// nullable lets a schema also be null: in its type where that says all.
func nullable(schema json.RawMessage) json.RawMessage {
	either := list([]json.RawMessage{schema, json.RawMessage(`{"type":"null"}`)})
	wrapped := fields{{"anyOf", either}}.join()
	in, _ := fieldsOf(schema)
	typed := false
	for i, f := range in {
		switch f.name {
		case "$ref", "anyOf", "const":
			return wrapped
		case "type":
			typed = true
			in[i].value = withNull(f.value, `"null"`)
		case "enum":
			in[i].value = withNull(f.value, "null")
		}
	}
	if !typed {
		return wrapped
	}
	return in.join()
}

// withNull adds null to a list, or to a value that stands for a list of one.
func withNull(values json.RawMessage, null string) json.RawMessage {
	var all []json.RawMessage
	if json.Unmarshal(values, &all) != nil {
		all = []json.RawMessage{values}
	}
	if !slices.ContainsFunc(all, func(v json.RawMessage) bool { return string(v) == null }) {
		all = append(all, json.RawMessage(null))
	}
	return list(all)
}

// typesOf reads a type that is one name or several.
func typesOf(raw json.RawMessage) []string {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		return []string{one}
	}
	var all []string
	_ = json.Unmarshal(raw, &all)
	return all
}

// list encodes strings, or values that came from JSON: neither can fail.
func list[T string | json.RawMessage](values []T) json.RawMessage {
	b, _ := json.Marshal(append([]T{}, values...))
	return b
}

// fields is a JSON object that keeps its order.
type fields []field

type field struct {
	name  string
	value json.RawMessage
}

func fieldsOf(raw json.RawMessage) (fields, bool) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, false
	}
	var all fields
	for dec.More() {
		t, err := dec.Token()
		name, ok := t.(string)
		if err != nil || !ok {
			return nil, false
		}
		f := field{name: name}
		if dec.Decode(&f.value) != nil {
			return nil, false
		}
		all = append(all, f)
	}
	_, err := dec.Token()
	return all, err == nil
}

func (fs fields) find(name string) (json.RawMessage, bool) {
	for _, f := range fs {
		if f.name == name {
			return f.value, true
		}
	}
	return nil, false
}

func (fs fields) join() json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, f := range fs {
		if i > 0 {
			b.WriteByte(',')
		}
		name, _ := json.Marshal(f.name) // a string always can be
		b.Write(name)
		b.WriteByte(':')
		b.Write(f.value)
	}
	b.WriteByte('}')
	return b.Bytes()
}
