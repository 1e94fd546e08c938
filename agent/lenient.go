package agent

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// lenient puts arguments that a model wrote into the form of a Go type: a number as text,
// one name for a list of them, a text that is a number. What cannot be put right is left
// out. Text that is no JSON stays as it is, for the schema to refuse.
func lenient(args string, t reflect.Type) string {
	var v any
	d := json.NewDecoder(strings.NewReader(args))
	d.UseNumber()
	if d.Decode(&v) != nil || d.More() {
		return args
	}
	raw, err := json.Marshal(coerced(v, t))
	if err != nil {
		return args
	}
	return string(raw)
}

// coerced returns a JSON value as a Go type has it, or nil.
func coerced(v any, t reflect.Type) any {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if v == nil || reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return v
	}
	switch t.Kind() {
	case reflect.Struct:
		return fieldsOf(v, t)
	case reflect.Slice:
		all, ok := v.([]any)
		if text, one := v.(string); one {
			for part := range strings.SplitSeq(text, ",") {
				all = append(all, part)
			}
		} else if !ok {
			all = []any{v}
		}
		kept := []any{}
		for _, x := range all {
			if x = coerced(x, t.Elem()); x != nil && x != "" {
				kept = append(kept, x)
			}
		}
		return kept
	case reflect.String:
		switch v := v.(type) {
		case string, json.Number, bool:
			return strings.TrimSpace(fmt.Sprint(v))
		case []any:
			return strings.Trim(fmt.Sprint(v...), "[]")
		}
		return nil
	case reflect.Bool:
		return strings.EqualFold(fmt.Sprint(v), "true")
	case reflect.Int, reflect.Int64:
		if n, ok := Figure(fmt.Sprint(v)); ok {
			return int64(n)
		}
		return nil
	case reflect.Float64:
		if n, ok := Figure(fmt.Sprint(v)); ok {
			return n
		}
		return nil
	}
	return v
}

// fieldsOf are the fields that a struct has of an object; what is no object is its first.
func fieldsOf(v any, t reflect.Type) map[string]any {
	object, ok := v.(map[string]any)
	out := map[string]any{}
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		value := object[name]
		if !ok && i == 0 {
			value = v
		}
		if value = coerced(value, t.Field(i).Type); value != nil {
			out[name] = value
		}
	}
	return out
}

// Figure reads a number as people and models write it: "7", "R$ 1.200,50", "10%".
func Figure(text string) (float64, bool) {
	const most = 1e12
	digits := strings.TrimFunc(text, func(r rune) bool { return r != '-' && (r < '0' || r > '9') })
	plain := strings.NewReplacer(".", "", ",", "")
	if i := strings.LastIndexAny(digits, ".,"); i >= 0 && len(digits)-i-1 == 3 { // 1.200
		digits = plain.Replace(digits)
	} else if i >= 0 {
		digits = plain.Replace(digits[:i]) + "." + digits[i+1:]
	}
	n, err := strconv.ParseFloat(digits, 64)
	return min(max(n, -most), most), err == nil && n == n
}
