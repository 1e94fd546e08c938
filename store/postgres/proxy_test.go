package postgres_test

import (
	"io"
	"net"
	"net/url"
	"sync"
	"testing"

	"github.com/maitre-dev/maitre/internal/testkit/must"
)

// proxy stands between a store and its server, and breaks a connection at the
// moment a test chooses.
type proxy struct {
	net.Listener
	server string

	mu   sync.Mutex
	cut  cut
	skip int    // so many exchanges are let through before
	met  func() // called once the cut is made
}

// cut is where the next exchange is cut off.
type cut int

const (
	nowhere      cut = iota
	beforeServer     // the server never gets the request
	beforeAnswer     // the server has answered, the client hears nothing
	withinAnswer     // the client hears all but that it is committed
)

// readyForQuery is how many bytes the server sends after a commit.
const readyForQuery = 6

// newProxy returns a proxy for the server of dsn, and the dsn of the proxy.
func newProxy(t *testing.T, dsn string) (p *proxy, through string) {
	t.Helper()
	u := must.Get(url.Parse(dsn))(t)
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	t.Cleanup(func() { l.Close() })
	p = &proxy{Listener: l, server: u.Host}
	go p.serve()
	u.Host = l.Addr().String()
	u.RawQuery += "&pool_max_conns=1"
	return p, u.String()
}

// after cuts the exchange that comes after so many, and then calls met.
func (p *proxy) after(exchanges int, at cut, met func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut, p.met, p.skip = at, met, exchanges
}

// done reports whether the cut was made, and makes it no more.
func (p *proxy) done() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	made := p.cut == nowhere
	p.cut = nowhere
	return made
}

// meets reports whether an exchange that has come to a point is cut there.
func (p *proxy) meets(points ...cut) cut {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, at := range points {
		if p.cut == at && p.skip > 0 {
			p.skip--
			return nowhere
		}
		if p.cut == at {
			p.cut = nowhere
			if p.met != nil {
				p.met()
			}
			return at
		}
	}
	return nowhere
}

func (p *proxy) serve() {
	for {
		client, err := p.Accept()
		if err != nil {
			return
		}
		go p.forward(client)
	}
}

func (p *proxy) forward(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", p.server)
	if err != nil {
		return
	}
	go func() {
		defer client.Close()
		defer server.Close()
		for b := range reads(server) {
			switch p.meets(beforeAnswer, withinAnswer) {
			case beforeAnswer:
				return
			case withinAnswer:
				_, _ = client.Write(b[:len(b)-readyForQuery])
				return
			}
			if _, err := client.Write(b); err != nil {
				return
			}
		}
	}()
	defer server.Close()
	for b := range reads(client) {
		if p.meets(beforeServer) == beforeServer {
			return
		}
		if _, err := server.Write(b); err != nil {
			return
		}
	}
}

// reads yields what arrives until the other side is gone.
func reads(from io.Reader) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		b := make([]byte, 1<<16)
		for {
			n, err := from.Read(b)
			if err != nil || !yield(b[:n]) {
				return
			}
		}
	}
}
