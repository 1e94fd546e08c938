// Package wire is the half that every provider's adapter shares: one request,
// an answer in JSON or in server-sent events, and errors that say what to do.
package wire

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/maitre-dev/maitre/llm"
)

// maxAnswer bounds what is read of one answer, and maxEvent one event of it.
const (
	maxAnswer = 64 << 20
	maxEvent  = 8 << 20
)

// Client sends requests to one provider. It holds the key in a closure, so
// that printing a Client cannot print the key.
type Client struct {
	provider string
	base     string
	http     *http.Client
	sign     func(http.Header)
	hide     func(string) string
}

// New makes a client. sign adds the key and what else the provider wants in
// every header. hc may be nil. Redirects are not followed: they would carry
// the key to wherever an answer points.
func New(provider, base, key string, hc *http.Client, sign func(http.Header)) *Client {
	own := *cmp.Or(hc, &http.Client{})
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Client{
		provider: provider,
		base:     strings.TrimRight(base, "/"),
		http:     &own,
		sign:     sign,
		hide: func(text string) string {
			if key == "" {
				return text
			}
			return strings.ReplaceAll(text, key, "[key]")
		},
	}
}

// String names the provider and nothing else.
func (c *Client) String() string { return c.provider }

// JSON sends body (with GET when it is nil, else POST) and decodes one answer.
func (c *Client) JSON(ctx context.Context, path string, body, into any) error {
	resp, err := c.send(ctx, path, body)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(io.LimitReader(resp.Body, maxAnswer)).Decode(into); err != nil {
		return c.broken(ctx, err)
	}
	return nil
}

// Events posts body and yields the data of each server-sent event, up to the
// end of the answer or "[DONE]". The bytes are the reader's until it asks for
// the next. An answer that is not an event stream is an error.
func (c *Client) Events(ctx context.Context, path string, body any) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		resp, err := c.send(ctx, path, body)
		if err != nil {
			yield(nil, err)
			return
		}
		defer resp.Body.Close()
		if kind := resp.Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/event-stream") {
			text, _ := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
			yield(nil, c.notEvents(resp, text))
			return
		}
		sc := bufio.NewScanner(io.LimitReader(resp.Body, maxAnswer))
		sc.Buffer(make([]byte, 0, 16<<10), maxEvent)
		var data []byte
		for sc.Scan() {
			line := sc.Bytes()
			if len(line) > 0 {
				if v, ok := bytes.CutPrefix(line, []byte("data:")); ok {
					if len(data) > 0 {
						data = append(data, '\n')
					}
					data = append(data, bytes.TrimPrefix(v, []byte(" "))...)
				}
				continue
			}
			if string(data) == "[DONE]" {
				return
			}
			if len(data) > 0 && !yield(data, nil) {
				return
			}
			data = data[:0]
		}
		if err := sc.Err(); err != nil {
			yield(nil, c.broken(ctx, err))
			return
		}
		if len(data) > 0 && string(data) != "[DONE]" {
			yield(data, nil)
		}
	}
}

// Bad makes the error of an answer that cannot be understood.
func (c *Client) Bad(err error) error {
	return &llm.Error{Kind: llm.Transient, Provider: c.provider, Err: fmt.Errorf("answer not understood: %s", c.clean(err.Error()))}
}

// Said makes an error of what the provider reported inside an answer.
func (c *Client) Said(kind llm.Kind, message string) error {
	return &llm.Error{Kind: kind, Provider: c.provider, Err: errors.New(cmp.Or(c.clean(message), "an error without a message"))}
}

func (c *Client) send(ctx context.Context, path string, body any) (*http.Response, error) {
	method, content := http.MethodGet, io.Reader(nil)
	if body != nil {
		b, err := encode(body)
		if err != nil {
			return nil, fmt.Errorf("%s: encoding the request: %w", c.provider, err)
		}
		method, content = http.MethodPost, bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, content)
	if err != nil {
		return nil, &llm.Error{Provider: c.provider, Err: fmt.Errorf("the base URL is not one: %s", c.clean(err.Error()))}
	}
	if err := guard(req.URL); err != nil {
		return nil, &llm.Error{Provider: c.provider, Err: err}
	}
	c.sign(req.Header)
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, c.broken(ctx, err)
	}
	if resp.StatusCode/100 == 2 {
		return resp, nil
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
	return nil, c.refused(resp, text)
}

// encode is json.Marshal that leaves <, > and & alone, as the vendors' own
// clients do.
func encode(body any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(body)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

// broken is the error of a call that failed below HTTP, or in mid-answer.
func (c *Client) broken(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if u, ok := errors.AsType[*url.Error](err); ok {
		err = u.Err // its text repeats the URL
	}
	return &llm.Error{Kind: llm.Transient, Provider: c.provider, Err: errors.New(c.clean(err.Error()))}
}

// refused is the error of an answer with a status other than 2xx.
func (c *Client) refused(resp *http.Response, text []byte) error {
	message, param := c.complaint(text)
	status := resp.StatusCode
	e := &llm.Error{Provider: c.provider, Status: status, Param: param, RetryAfter: retryAfter(resp.Header, time.Now())}
	low := strings.ToLower(message)
	switch {
	case status == 408 || status == 409 || status == 429 || status >= 500:
		e.Kind = llm.Transient
	case status == 401 || status == 403:
		e.Kind = llm.Auth
	case status == 400 && (strings.Contains(low, "api key not valid") || strings.Contains(low, "api_key_invalid")):
		e.Kind = llm.Auth // Gemini
	case status == 413 || strings.Contains(low, "context length") || strings.Contains(low, "context_length") || strings.Contains(low, "prompt is too long"):
		e.Kind = llm.Overflow
	}
	e.Err = fmt.Errorf("%d %s", status, cmp.Or(message, http.StatusText(status)))
	return e
}

// notEvents is the error of a 2xx answer that is no event stream: some servers
// report errors so, and some proxies answer with a page.
func (c *Client) notEvents(resp *http.Response, text []byte) error {
	message, _ := c.complaint(text)
	if message == "" {
		message = "an answer of type " + strconv.Quote(c.clean(resp.Header.Get("Content-Type"))) + " instead of events; is the base URL right?"
	}
	return &llm.Error{Kind: llm.Transient, Provider: c.provider, Status: resp.StatusCode, Err: errors.New(message)}
}

// complaint finds the provider's words in the shapes that errors have:
// {"error":{"message","param"}}, the same in a list, {"error":"…"}.
func (c *Client) complaint(text []byte) (message, param string) {
	type shape struct {
		Error json.RawMessage `json:"error"`
	}
	var s shape
	if json.Unmarshal(text, &s) != nil {
		var list []shape
		if json.Unmarshal(text, &list) != nil || len(list) == 0 {
			return "", ""
		}
		s = list[0]
	}
	var e struct{ Message, Param string }
	if json.Unmarshal(s.Error, &e) != nil {
		_ = json.Unmarshal(s.Error, &e.Message)
	}
	return c.clean(e.Message), c.clean(e.Param)
}

// clean makes a provider's words fit for an error: no key, no control
// characters, not long.
func (c *Client) clean(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar || unicode.Is(unicode.Cf, r) {
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
	if s, err := strconv.ParseFloat(v, 64); err == nil && s > 0 && s < 1e6 {
		return time.Duration(s * float64(time.Second))
	}
	if t, err := http.ParseTime(v); err == nil && t.After(now) {
		return t.Sub(now)
	}
	return 0
}

// guard keeps tests from calling, and paying for, a real model: in a test
// binary only addresses of this machine are reached.
func guard(u *url.URL) error {
	if flag.Lookup("test.v") == nil {
		return nil
	}
	if ip := net.ParseIP(u.Hostname()); u.Hostname() == "localhost" || ip != nil && ip.IsLoopback() {
		return nil
	}
	return fmt.Errorf("a test must not call a real model (%s)", u.Hostname())
}

// Object returns args as the JSON object a provider wants to see again, {}
// where the model had written something else.
func Object(args string) json.RawMessage {
	var m map[string]json.RawMessage
	if json.Unmarshal([]byte(args), &m) != nil || m == nil {
		return json.RawMessage("{}")
	}
	return json.RawMessage(args)
}
