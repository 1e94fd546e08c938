// Package wire is the half that every provider's adapter shares: one request,
// an answer in JSON or in server-sent events, and errors that say what to do.
package wire

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/jsonl"
	"github.com/maitre-dev/maitre/llm"
)

// maxAnswer bounds what is read of one answer, and maxEvent one event of it.
const (
	maxAnswer = 64 << 20
	maxEvent  = 8 << 20
)

// Client sends requests to one provider. It holds what is secret in closures,
// so that printing a Client, in whatever way, cannot print it.
type Client struct {
	provider string
	base     string // without a password; empty when it was no URL
	http     *http.Client
	sign     func(http.Header)
	hide     func(string) string
}

// New makes a client. sign adds the key and what else the provider wants in
// every header. A user:password@ in base is sent too, where sign sets no
// Authorization of its own. hc may be nil. Redirects are not followed: they
// would carry the key to wherever an answer points.
func New(provider, base, key string, hc *http.Client, sign func(http.Header)) *Client {
	c := &Client{provider: provider, http: new(*cmp.Or(hc, &http.Client{})), sign: sign}
	c.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

	secrets := []string{key}
	u, err := url.Parse(strings.TrimRight(base, "/"))
	if err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.RawQuery+u.Fragment == "" {
		if u.User != nil {
			secrets = append(secrets, login(c, u.User)...)
			u.User = nil
		}
		c.base = u.String()
	}
	c.hide = hider(secrets)
	return c
}

// login makes c send the user and password of its base URL, and returns what
// of it is secret: the password, and the header that has it.
func login(c *Client, user *url.Userinfo) []string {
	name, sign := user.Username(), c.sign
	password, ok := user.Password()
	c.sign = func(h http.Header) {
		if sign(h); h.Get("Authorization") == "" {
			(&http.Request{Header: h}).SetBasicAuth(name, password)
		}
	}
	header := base64.StdEncoding.EncodeToString([]byte(name + ":" + password))
	if !ok { // https://token@host
		return []string{name, header}
	}
	return []string{password, header}
}

func hider(secrets []string) func(string) string {
	var pairs []string
	for _, s := range secrets {
		if s != "" {
			quoted := strconv.Quote(s) // as in many an error
			pairs = append(pairs, s, "[key]", quoted[1:len(quoted)-1], "[key]")
		}
	}
	return strings.NewReplacer(pairs...).Replace
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

func (c *Client) send(ctx context.Context, path string, body any) (*http.Response, error) {
	method, content := http.MethodGet, io.Reader(nil)
	if body != nil {
		b, err := jsonl.Marshal(body) // as the vendors' own clients do
		if err != nil {
			return nil, fmt.Errorf("%s: encoding the request: %w", c.provider, err)
		}
		method, content = http.MethodPost, bytes.NewReader(b)
	}
	// What is wrong with a URL is not told: it may be the password in it.
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, content)
	if err != nil || c.base == "" {
		return nil, c.Said(llm.Permanent, "the base URL is not one; it looks like https://host/path")
	}
	if err := guard(req.URL); err != nil {
		return nil, c.Said(llm.Permanent, err.Error())
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
	text, _ := io.ReadAll(io.LimitReader(resp.Body, maxError))
	return nil, c.refused(resp, text)
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
