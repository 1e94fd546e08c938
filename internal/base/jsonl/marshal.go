package jsonl

import (
	"bytes"
	"encoding/json"
)

// Marshal is [json.Marshal] that leaves <, > and & as they are: people and models
// read them better so, and nothing of it stands in HTML.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
