package embed_test

import (
	"encoding/json"
	"net/http"
)

func decode(r *http.Request, v any) error { return json.NewDecoder(r.Body).Decode(v) }
