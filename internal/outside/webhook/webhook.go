// Package webhook tells another program of something that happened, signed as
// standardwebhooks.com has it, so that its libraries can check the signature:
//
//	webhook-id         the same for every try: what came twice is one
//	webhook-timestamp  seconds since 1970
//	webhook-signature  v1,BASE64 of HMAC-SHA256 over ID.TIMESTAMP.BODY
package webhook

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Hook is where to tell it, and the secret that both sides know.
type Hook struct {
	URL    string
	Secret string // any text, or whsec_BASE64
	Client *http.Client
}

// patience is how long the other side may take.
const patience = 10 * time.Second

// plain takes no redirect: a signed body is for one address.
var plain = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// Check says what is wrong with a hook.
func (h *Hook) Check() error {
	u, err := url.Parse(h.URL)
	switch {
	case err != nil || u.Host == "":
		return errors.New("the webhook has no address")
	case len(h.Secret) < 16:
		return errors.New("the webhook needs a secret of 16 characters or more, by which its receiver knows that it is us")
	case u.Scheme != "https" && !isLocal(u.Hostname()):
		return errors.New("the webhook would tell of guests over plain http: write https")
	}
	return nil
}

func isLocal(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Send posts a body. Any answer but 2xx, and none within ten seconds, is an error; its
// text quotes neither side.
func (h *Hook) Send(ctx context.Context, id string, body []byte) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.URL, bytes.NewReader(body))
	if err != nil {
		return errors.New("the webhook's address is none")
	}
	at := strconv.FormatInt(time.Now().Unix(), 10)
	for name, value := range map[string]string{
		"Content-Type": "application/json", "User-Agent": "maitre",
		"Idempotency-Key": id, "Webhook-Id": id, "Webhook-Timestamp": at, "Webhook-Signature": "v1," + h.sign(id, at, body),
	} {
		req.Header.Set(name, value)
	}
	client := h.Client
	if client == nil {
		client = plain
	}
	res, err := client.Do(req)
	if err != nil {
		if ctx.Err() != nil {
			return errors.New("the webhook does not answer in time")
		}
		return errors.New("the webhook cannot be reached")
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 64<<10)) // so that the connection can be used again
	if res.StatusCode/100 != 2 {
		return fmt.Errorf("the webhook answers %d", res.StatusCode)
	}
	return nil
}

func (h *Hook) sign(id, at string, body []byte) string {
	key := []byte(h.Secret)
	if raw, ok := strings.CutPrefix(h.Secret, "whsec_"); ok {
		if decoded, err := base64.StdEncoding.DecodeString(raw); err == nil {
			key = decoded
		}
	}
	mac := hmac.New(sha256.New, key)
	_, _ = fmt.Fprintf(mac, "%s.%s.%s", id, at, body)
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}
