package server

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"
)

// limiter counts requests by who sends them: each has a bucket of tokens that
// fills at a rate and holds ten seconds' worth.
type limiter struct {
	mu      sync.Mutex
	buckets map[string]bucket
}

type bucket struct {
	left float64
	at   time.Time
}

const (
	burst      = 10.0   // seconds
	maxBuckets = 20_000 // a few megabytes
	wrongCodes = 1.0    // that an address may send, a second
)

// slowDown says that a client asks too often, and how long it is to wait.
type slowDown struct{ wait time.Duration }

func (e *slowDown) Error() string { return "asked too often" }

// take takes a token from a bucket. If there is none it fails with a slowDown.
func (l *limiter) take(key string, rate float64) error {
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	b, ok := l.buckets[key]
	if !ok {
		l.makeRoom(now)
		b = bucket{rate * burst, now}
	}
	b.left = min(rate*burst, b.left+rate*now.Sub(b.at).Seconds())
	b.at = now
	wait := time.Duration((1 - b.left) / rate * float64(time.Second))
	if b.left >= 1 {
		b.left--
	}
	l.buckets[key] = b
	if wait > 0 {
		return &slowDown{wait}
	}
	return nil
}

// put gives a token back that was taken.
func (l *limiter) put(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.buckets[key]
	b.left++
	l.buckets[key] = b
}

// makeRoom forgets buckets that are full again and, should a flood of strangers
// have filled the map all the same, the others too.
func (l *limiter) makeRoom(now time.Time) {
	if l.buckets != nil && len(l.buckets) < maxBuckets {
		return
	}
	for key, b := range l.buckets {
		if now.Sub(b.at).Seconds() > burst {
			delete(l.buckets, key)
		}
	}
	if l.buckets == nil || len(l.buckets) >= maxBuckets {
		l.buckets = map[string]bucket{}
	}
}

// guess checks a code or a token that somebody sends. Who sends wrong ones has to wait
// before the next is looked at.
func guess[T any](srv *Server, r *http.Request, check func() (T, error)) (found T, err error) {
	key := "wrong " + network(addressOf(r))
	if err := srv.limits.take(key, wrongCodes); err != nil {
		return found, err
	}
	if found, err = check(); !errors.Is(err, errNoLink) && !errors.Is(err, errBadToken) {
		srv.limits.put(key)
	}
	return found, err
}

// addressOf returns where a request comes from. A proxy on the same machine is
// believed when it says for whom it asks; nobody else is.
func addressOf(r *http.Request) netip.Addr {
	peer, _ := netip.ParseAddrPort(r.RemoteAddr)
	from := peer.Addr().Unmap()
	forwarded := r.Header.Values("X-Forwarded-For")
	if !from.IsLoopback() || len(forwarded) == 0 {
		return from
	}
	all := strings.Split(forwarded[len(forwarded)-1], ",")
	last, _ := netip.ParseAddr(strings.TrimSpace(all[len(all)-1]))
	return last.Unmap()
}

// network returns what one household has of addresses: of IPv6 it is given
// more than anybody can count.
func network(a netip.Addr) string {
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.String()
		}
	}
	return a.String()
}

// How much of requests' bodies is in memory at once. A message has some kilobytes, and
// AG-UI's clients send the conversation with it.
const (
	maxBody   = 2 << 20
	maxUpload = 10 << 20 // a card, a table, or a photo of a dish
	maxSender = 16 << 20 // of one sender
	maxBodies = 64 << 20 // of all
)

// bodies counts the bytes of bodies that are being read. Who sends many and ends none
// fills no memory: their next one is refused.
type bodies struct {
	mu    sync.Mutex
	total int64
	by    map[string]int64
}

// read reads the body of a request.
func (b *bodies) read(w http.ResponseWriter, r *http.Request, sender string) ([]byte, error) {
	most := int64(maxBody)
	if strings.HasPrefix(r.URL.Path, "/api/v1/card") || r.URL.Path == "/api/v1/tables" {
		most = maxUpload
	}
	size := r.ContentLength
	if size > most {
		w.Header().Set("Connection", "close")
		return nil, errTooLarge
	}
	if size < 0 { // it does not say
		size = most
	}
	if !b.hold(sender, size) {
		return nil, errBusy
	}
	defer b.hold(sender, -size)
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	slow, ok := errors.AsType[net.Error](err)
	switch {
	case ok && slow.Timeout():
		return nil, errTooSlow
	case explain(err) == errTooLarge:
		return nil, errTooLarge
	case err != nil:
		return nil, bad("the body could not be read")
	}
	return raw, nil
}

// hold counts n bytes more of a sender, or fewer, and reports whether there is room for them.
func (b *bodies) hold(sender string, n int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n > 0 && (b.total+n > maxBodies || b.by[sender]+n > maxSender) {
		return false
	}
	if b.by == nil {
		b.by = map[string]int64{}
	}
	b.total += n
	if b.by[sender] += n; b.by[sender] == 0 {
		delete(b.by, sender)
	}
	return true
}
