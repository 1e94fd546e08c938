package openai

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// Error is an error as clients of OpenAI know it. Its words are for whoever
// wrote the client, and quote nothing of the request.
type Error struct {
	Status  int
	Code    string // empty: none
	Param   string // the field it is about; empty: none
	Message string
}

// Error implements error.
func (e *Error) Error() string { return e.Message }

func invalid(param, message string) *Error {
	return &Error{http.StatusBadRequest, "", param, message}
}

// Write answers with the error.
func (e *Error) Write(w http.ResponseWriter) {
	_ = writeJSON(w, e.Status, map[string]any{"error": e.object()}) // it is texts alone
}

// object is the error in JSON: what there is none of is null.
func (e *Error) object() map[string]any {
	o := map[string]any{"message": e.Message, "type": "invalid_request_error", "param": nil, "code": nil}
	if e.Status >= http.StatusInternalServerError {
		o["type"] = "server_error"
	}
	if e.Param != "" {
		o["param"] = e.Param
	}
	if e.Code != "" {
		o["code"] = e.Code
	}
	return o
}

func writeJSON(w http.ResponseWriter, status int, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encoding an answer: %w", err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(raw, '\n')) // a client that is gone is no error of ours
	return nil
}
