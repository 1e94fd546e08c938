// Package webclient asks public services on the web, which owe us nothing: rarely,
// under our name, with an end to our patience, and reading what they say warily.
package webclient

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/ui"
)

// Patience is how long a guest is kept waiting for a service that is not known
// to be quick.
const Patience = 20 * time.Second

const (
	maxBody = 8 << 20

	// maxFresh is how long an answer is good at most, whatever it says.
	maxFresh = 24 * time.Hour

	// pause is how long a service that says 429 is left alone if it does not
	// say, and maxPause at most.
	pause    = 30 * time.Second
	maxPause = time.Hour

	// agent names us, as the policies of OpenStreetMap's services want it.
	agent = "maitre (+https://github.com/maitre-dev/maitre)"
)

// Every is the time between two requests to a service whose limit we do not
// know.
const Every = time.Second

// Client sends requests one after the other, not too often. A program has one for each
// service. The zero value is ready; it is safe for concurrent use.
type Client struct {
	HTTP     *http.Client  // nil: a plain one
	Every    time.Duration // between two requests; 0: Every
	Patience time.Duration // 0: Patience

	mu    sync.Mutex
	next  time.Time // when the next request may be sent
	quiet time.Time // until when the service wants none
}

// BusyError is that of a service which is left alone, as it asked us to.
type BusyError struct {
	Left time.Duration // until it may be asked again
}

func (e *BusyError) Error() string {
	return fmt.Sprintf("the service wants to be left alone for %s", e.Left.Round(time.Second))
}

// JSON posts form, or gets endpoint if it is nil, and decodes the answer into
// a value. With its turn to wait for, all of it takes no longer than Patience. A
// service that asked us to wait is not asked before. The errors never quote the
// request, in which are a guest's words, nor the answer.
func (c *Client) JSON(ctx context.Context, endpoint string, form url.Values, into any) error {
	_, err := c.Fresh(ctx, endpoint, form, into)
	return err
}

// Fresh is JSON, and says for how long the answer may be used again: what its
// Cache-Control allows, a day at most, or 0.
func (c *Client) Fresh(ctx context.Context, endpoint string, form url.Values, into any) (time.Duration, error) {
	own, cancel := context.WithTimeout(ctx, cmp.Or(c.Patience, Patience))
	defer cancel()
	req, err := request(own, endpoint, form)
	if err != nil {
		return 0, err
	}
	if err := c.turn(own); err != nil {
		return 0, err
	}
	resp, err := c.client().Do(req)
	if err != nil {
		return 0, broken(own, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, c.refused(resp)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxBody+1))
	if err != nil {
		return 0, broken(own, err)
	}
	if len(body) > maxBody {
		return 0, fmt.Errorf("answer has more than %d MB", maxBody>>20)
	}
	if json.Unmarshal(body, into) != nil { // its error may quote the answer
		return 0, errors.New("answer is not the JSON we know")
	}
	return fresh(resp.Header), nil
}

func request(ctx context.Context, endpoint string, form url.Values) (*http.Request, error) {
	method, body := http.MethodGet, io.Reader(nil)
	if form != nil {
		method, body = http.MethodPost, strings.NewReader(form.Encode())
	}
	req, err := http.NewRequestWithContext(ctx, method, endpoint, body)
	if err != nil || req.URL.Host == "" {
		return nil, errors.New("the endpoint is no URL")
	}
	req.Header.Set("User-Agent", agent)
	req.Header.Set("Accept", "application/json")
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	return req, nil
}

// turn waits until a request may be sent. Who could not wait that long takes
// nobody's turn.
func (c *Client) turn(ctx context.Context) error {
	c.mu.Lock()
	now := time.Now()
	if left := c.quiet.Sub(now); left > 0 {
		c.mu.Unlock()
		return &BusyError{left}
	}
	at := now
	if c.next.After(now) {
		at = c.next
	}
	if end, ok := ctx.Deadline(); ok && at.After(end) {
		c.mu.Unlock()
		return fmt.Errorf("too many requests of ours are waiting: %w", context.DeadlineExceeded)
	}
	c.next = at.Add(cmp.Or(c.Every, Every))
	c.mu.Unlock()
	select {
	case <-time.After(at.Sub(now)):
		return ctx.Err()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// client follows no redirect: where one leads is not for an answer to say.
func (c *Client) client() *http.Client {
	hc := http.Client{}
	if c.HTTP != nil {
		hc = *c.HTTP
	}
	hc.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &hc
}

func (c *Client) refused(resp *http.Response) error {
	now := time.Now()
	wait := retryAfter(resp.Header.Get("Retry-After"), now)
	if wait == 0 && resp.StatusCode == http.StatusTooManyRequests {
		wait = pause
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if until := now.Add(min(wait, maxPause)); wait > 0 && until.After(c.quiet) {
		c.quiet = until
	}
	err := fmt.Errorf("the service answers %d %s", resp.StatusCode, http.StatusText(resp.StatusCode))
	if wait > 0 {
		return fmt.Errorf("%w: %w", err, &BusyError{min(wait, maxPause)})
	}
	return err
}

// fresh reads Cache-Control. A shared cache's time is not ours.
func fresh(h http.Header) time.Duration {
	age := time.Duration(0)
	for part := range strings.SplitSeq(strings.ToLower(strings.Join(h.Values("Cache-Control"), ",")), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch name {
		case "no-store", "no-cache":
			return 0
		case "max-age":
			if s, err := strconv.ParseUint(strings.Trim(value, `"`), 10, 31); err == nil {
				age = min(time.Duration(s)*time.Second, maxFresh)
			}
		}
	}
	if s, err := strconv.ParseUint(h.Get("Age"), 10, 31); err == nil { // spent on the way
		age -= time.Duration(s) * time.Second
	}
	return max(age, 0)
}

// retryAfter reads seconds or a date; 0 is neither.
func retryAfter(v string, now time.Time) time.Duration {
	if s, err := strconv.ParseFloat(v, 64); err == nil && s > 0 {
		return time.Duration(min(s, maxPause.Seconds()) * float64(time.Second))
	}
	if t, err := http.ParseTime(v); err == nil && t.After(now) {
		return t.Sub(now)
	}
	return 0
}

// broken is the error of a request that failed below HTTP, or in mid-answer,
// without the URL that net/http puts in it.
func broken(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("waiting for the service: %w", context.Cause(ctx))
	}
	for u, ok := errors.AsType[*url.Error](err); ok; u, ok = errors.AsType[*url.Error](err) {
		err = u.Err
	}
	if strings.Contains(err.Error(), "invalid proxy address") { // and its password, which net/http quotes
		return errors.New("the proxy's address is not valid")
	}
	return fmt.Errorf("reaching the service: %w", err)
}

// Line makes one clean line of at most so many characters of a text that
// anybody may have written.
func Line(s string, most int) string {
	if len(s) > 8*most { // enough for any honest one
		s = s[:8*most]
	}
	s = strings.Join(strings.Fields(ui.Clean(s)), " ")
	if r := []rune(s); len(r) > most {
		s = strings.TrimSpace(string(r[:most-1])) + "…"
	}
	return s
}

// Site returns the address of a site that anybody may have written as a link is made of it, or "". Of
// http it makes https, which nearly every server speaks by now; a port says that it is another
// server, and an address of a single machine is nobody's site.
func Site(text string) string {
	const most = 500
	if text = strings.TrimSpace(text); text == "" || len(text) > most {
		return ""
	}
	if !strings.Contains(text, "://") {
		text = "https://" + text
	}
	u, err := url.Parse(text)
	if err != nil || u.User != nil || u.Port() != "" || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	u.Scheme, u.Host = "https", strings.ToLower(u.Hostname())
	if _, err := netip.ParseAddr(u.Host); err == nil || !strings.Contains(u.Host, ".") || strings.Trim(u.Host, "abcdefghijklmnopqrstuvwxyz0123456789.-") != "" {
		return ""
	}
	return u.String()
}

// Host returns the host of such a site, without www.
func Host(text string) string {
	u, err := url.Parse(Site(text))
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(u.Host, "www.")
}
