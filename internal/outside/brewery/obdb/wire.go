package obdb

import (
	"encoding/json"
	"strings"
)

// row is a brewery as the service writes it. Values come as text, number or
// null; what is none of these is not read, and what is no object is empty.
type row map[string]string

// UnmarshalJSON implements json.Unmarshaler.
func (r *row) UnmarshalJSON(data []byte) error {
	*r = row{}
	var fields map[string]json.RawMessage
	if json.Unmarshal(data, &fields) != nil {
		return nil // one bad row spoils no page
	}
	for name, value := range fields {
		var text string
		switch {
		case string(value) == "null":
		case json.Unmarshal(value, &text) == nil:
			(*r)[name] = text
		case strings.ContainsRune("-0123456789", rune(value[0])):
			(*r)[name] = string(value)
		}
	}
	return nil
}
