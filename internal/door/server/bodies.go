package server

import (
	"io"
	"net/http"
	"strings"
	"sync"
)

// How much of requests' bodies is in memory at once. A message has some kilobytes, and
// AG-UI's clients send the conversation with it.
const (
	maxBody   = 2 << 20
	maxUpload = 10 << 20 // a card, a table, or a photo of a dish
	maxSender = 16 << 20 // of one sender
	maxBodies = 64 << 20 // of all
)

// roomFor is how large the body of a request may be.
func roomFor(r *http.Request) int64 {
	if strings.HasPrefix(r.URL.Path, "/api/v1/card") || r.URL.Path == "/api/v1/tables" {
		return maxUpload
	}
	return maxBody
}

// bodies counts the bytes of bodies that are being read. Somebody who sends many and
// ends none fills no memory: the next byte of theirs is an error.
type bodies struct {
	mu    sync.Mutex
	total int
	by    map[string]int
}

// take counts n bytes more of a sender, and reports whether there is room for them.
func (b *bodies) take(sender string, n int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.total+n > maxBodies || b.by[sender]+n > maxSender {
		return false
	}
	if b.by == nil {
		b.by = map[string]int{}
	}
	b.total += n
	b.by[sender] += n
	return true
}

func (b *bodies) give(sender string, n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.total -= n
	if b.by[sender] -= n; b.by[sender] <= 0 {
		delete(b.by, sender)
	}
}

// body is one that is counted while it is read.
type body struct {
	io.ReadCloser
	of     *bodies
	sender string
	read   int
}

// counted counts the body of a request until it ends. A sender is whoever has one token
// or cookie; of those who have none, an address.
func (b *bodies) counted(r *http.Request) *body {
	sender := r.Header.Get("Authorization") + r.Header.Get("Cookie")
	if sender == "" {
		sender = network(addressOf(r))
	}
	return &body{r.Body, b, sender, 0}
}

// Read implements io.Reader.
func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if n > 0 && !b.of.take(b.sender, n) {
		return 0, errBusy
	}
	b.read += n
	if err != nil {
		b.done()
	}
	return n, err
}

// done counts it no more. A handler may have read nothing.
func (b *body) done() {
	if b.read > 0 {
		b.of.give(b.sender, b.read)
	}
	b.read = 0
}
