package server

import (
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
)

// take takes a token from a bucket. If there is none it returns how long it
// takes until there is.
func (l *limiter) take(key string, rate float64) (wait time.Duration) {
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
	if b.left < 1 {
		wait = time.Duration((1 - b.left) / rate * float64(time.Second))
	} else {
		b.left--
	}
	l.buckets[key] = b
	return wait
}

// wrongCodes is how many wrong codes a second an address may send.
const wrongCodes = 1.0

// guessing checks a code or a token that somebody sends. Who sends wrong ones has to wait
// before the next is looked at.
func (srv *Server) guessing(r *http.Request, check func() error) error {
	key := "wrong " + network(addressOf(r))
	if wait := srv.limits.take(key, wrongCodes); wait > 0 {
		return &slowDown{wait}
	}
	err := check()
	if err != errNoLink && err != errBadToken {
		srv.limits.put(key)
	}
	return err
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
