package wire

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/maitre-dev/maitre/llm"
)

// maxError bounds what is read of an answer that is an error.
const maxError = 64 << 10

// Bad makes the error of an answer that cannot be understood.
func (c *Client) Bad(err error) error {
	return &llm.Error{Kind: llm.Transient, Provider: c.provider, Err: fmt.Errorf("answer not understood: %s", c.clean(err.Error()))}
}

// Said makes an error of what the provider reported inside an answer.
func (c *Client) Said(kind llm.Kind, message string) error {
	return &llm.Error{Kind: kind, Provider: c.provider, Err: errors.New(cmp.Or(c.clean(message), "an error without a message"))}
}

// broken is the error of a call that failed below HTTP, or in mid-answer.
func (c *Client) broken(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for u, ok := errors.AsType[*url.Error](err); ok; u, ok = errors.AsType[*url.Error](err) {
		err = u.Err // its text repeats the URL
	}
	text := err.Error()
	if strings.Contains(text, "invalid proxy address") { // and its password, which net/http quotes
		text = "the proxy's address is not valid"
	}
	failed := &fault{text: cmp.Or(c.clean(text), "an error without a message")}
	if op, ok := errors.AsType[*net.OpError](err); ok {
		failed.err = op
	}
	return &llm.Error{Kind: llm.Transient, Provider: c.provider, Err: failed}
}

// fault is a call that failed in the network, told without secrets.
type fault struct {
	text string
	err  error // nil: not known
}

func (f *fault) Error() string { return f.text }

func (f *fault) Unwrap() error { return f.err }

// refused is the error of an answer with a status other than 2xx.
func (c *Client) refused(resp *http.Response, text []byte) error {
	said := c.complaint(text)
	status := resp.StatusCode
	return &llm.Error{
		Kind:       kindOf(status, said.message),
		Provider:   c.provider,
		Status:     status,
		Param:      said.param,
		RetryAfter: cmp.Or(retryAfter(resp.Header, time.Now()), said.wait),
		Err:        errors.New(strings.TrimSpace(fmt.Sprintf("%d %s", status, cmp.Or(said.message, http.StatusText(status))))),
	}
}

func kindOf(status int, message string) llm.Kind {
	says := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(strings.ToLower(message), w) })
	}
	switch {
	case status == 408 || status == 409 || status == 429 || status >= 500:
		return llm.Transient
	case status == 401 || status == 403:
		return llm.Auth
	case status == 400 && says("api key not valid", "api_key_invalid"): // Gemini
		return llm.Auth
	case status == 413:
		return llm.Overflow
	case status == 400 && says("context length", "context_length", // OpenAI, vLLM
		"context size",                         // llama.cpp
		"prompt is too long",                   // Anthropic
		"exceeds the maximum number of tokens", // Gemini
	):
		return llm.Overflow
	default:
		return llm.Permanent
	}
}

// notEvents is the error of a 2xx answer that is no event stream: some servers
// report errors so, and some proxies answer with a page.
func (c *Client) notEvents(resp *http.Response, text []byte) error {
	message := c.complaint(text).message
	if message == "" {
		message = "an answer of type " + strconv.Quote(c.clean(resp.Header.Get("Content-Type"))) + " instead of events; is the base URL right?"
	}
	return &llm.Error{Kind: llm.Transient, Provider: c.provider, Status: resp.StatusCode, Err: errors.New(message)}
}

type complaint struct {
	message, param string
	wait           time.Duration
}

// complaint finds the provider's words in the shapes that errors have:
// {"error":{"message","param"}}, the same in a list, {"error":"…"},
// {"message":"…"}. Gemini says there, not in a header, how long to wait.
func (c *Client) complaint(text []byte) complaint {
	type shape struct {
		Error   json.RawMessage
		Message string
	}
	var s shape
	if json.Unmarshal(text, &s) != nil {
		var list []shape
		if json.Unmarshal(text, &list) == nil && len(list) > 0 {
			s = list[0]
		}
	}
	var e struct {
		Message, Param string
		Details        []struct{ RetryDelay string }
	}
	if json.Unmarshal(s.Error, &e) != nil { // what was understood stays
		_ = json.Unmarshal(s.Error, &e.Message)
	}
	said := complaint{message: c.clean(cmp.Or(e.Message, s.Message)), param: c.clean(e.Param)}
	for _, d := range e.Details {
		if wait, err := time.ParseDuration(d.RetryDelay); err == nil && wait > 0 {
			said.wait = wait
		}
	}
	return said
}

// clean makes a provider's words fit for an error: no secret, one line of
// printable characters, not long.
func (c *Client) clean(text string) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return ' '
		}
		return r
	}, c.hide(text))
	const most = 300
	if cut := []rune(text); len(cut) > most {
		text = string(cut[:most]) + "…"
	}
	return strings.TrimSpace(text)
}

// retryAfter reads seconds or a date.
func retryAfter(h http.Header, now time.Time) time.Duration {
	v := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(v, 64); err == nil && s > 0 {
		return time.Duration(min(s, 1e6) * float64(time.Second))
	}
	if t, err := http.ParseTime(v); err == nil && t.After(now) {
		return t.Sub(now)
	}
	return 0
}
