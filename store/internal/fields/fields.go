// Package fields writes the fields of a document into one column.
package fields

import (
	"errors"
	"net/url"
	"strings"
)

// Encode writes fields as a query string, which has room for any bytes: JSON
// would change those that are not UTF-8.
func Encode(fields map[string]string) string {
	pairs := make([]string, 0, len(fields))
	for name, value := range fields {
		pairs = append(pairs, url.QueryEscape(name)+"="+url.QueryEscape(value))
	}
	return strings.Join(pairs, "&")
}

// Decode reads what Encode wrote.
func Decode(query string) (map[string]string, error) {
	if query == "" {
		return nil, nil
	}
	fields := map[string]string{}
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		name, errName := url.QueryUnescape(name)
		value, errValue := url.QueryUnescape(value)
		if err := errors.Join(errName, errValue); err != nil {
			return nil, err
		}
		fields[name] = value
	}
	return fields, nil
}
