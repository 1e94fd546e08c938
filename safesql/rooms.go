package safesql

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

// rooms keeps the rooms that are not in use, so that the next statement of the
// same client need not copy its rows again.
type rooms struct {
	vault Vault
	rel   *relations

	mu        sync.Mutex
	catalogue *image
	release   *image             // nil until there is one
	idle      map[string][]*room // by client
	count     int
	closed    bool
}

const (
	maxIdleRooms   = 64               // each holds a few MB
	maxClientRooms = 2                // idle, of one client
	roomAge        = time.Minute      // after which the client's rows are copied anew
	catalogueAge   = 10 * time.Minute // after which the catalogue is
)

// take returns a room with the client's rows.
func (p *rooms) take(ctx context.Context, client string) (*room, error) {
	p.mu.Lock()
	for l := p.idle[client]; len(l) > 0; l = p.idle[client] {
		r := l[len(l)-1]
		p.remove(client, len(l)-1)
		if time.Since(r.born) < roomAge && r.release == p.release {
			p.mu.Unlock()
			return r, nil
		}
		r.close()
	}
	p.mu.Unlock()
	r, err := p.open(ctx)
	if err != nil {
		return nil, fmt.Errorf("opening a room: %w", err)
	}
	if err := p.furnish(ctx, r, client); err != nil {
		r.close()
		return nil, fmt.Errorf("copying the client's rows into the room: %w", err)
	}
	return r, nil
}

// open opens a room over the catalogue, which is read anew if it is old. If
// that fails the old one serves.
func (p *rooms) open(ctx context.Context) (*room, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	old := p.catalogue
	if old == nil || time.Since(old.born) > catalogueAge {
		cat, err := readCatalogue(ctx, p.vault, p.rel.public)
		switch {
		case err == nil && old != nil:
			old.forget()
			p.catalogue = cat
		case err == nil:
			p.catalogue = cat
		case old == nil:
			return nil, err
		}
	}
	return openRoom(p.catalogue, p.release)
}

func (p *rooms) furnish(ctx context.Context, r *room, client string) error {
	if err := r.c.Exec("BEGIN"); err != nil {
		return err
	}
	for _, rel := range p.rel.own {
		rows, err := rel.rows(ctx, p.vault, client)
		if err != nil {
			return err
		}
		if err := r.load(rel.name, rel.cols, rows); err != nil {
			return err
		}
	}
	return r.c.Exec("COMMIT")
}

// give takes a room back, or closes it.
func (p *rooms) give(client string, r *room) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || r.broken || r.release != p.release || len(p.idle[client]) >= maxClientRooms {
		r.close()
		return
	}
	if p.count >= maxIdleRooms {
		for other := range p.idle { // any will do
			p.idle[other][0].close()
			p.remove(other, 0)
			break
		}
	}
	p.idle[client] = append(p.idle[client], r)
	p.count++
}

func (p *rooms) remove(client string, i int) {
	p.idle[client] = slices.Delete(p.idle[client], i, i+1)
	p.count--
	if len(p.idle[client]) == 0 {
		delete(p.idle, client)
	}
}

func (p *rooms) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, l := range p.idle {
		for _, r := range l {
			r.close()
		}
	}
	p.idle, p.count = nil, 0
	p.catalogue.forget()
	p.release.forget()
}

// publish gives the rooms that are opened from now on another release.
func (p *rooms) publish(m *image) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		m.forget()
		return
	}
	p.release.forget()
	p.release = m
}

// published returns the release, or nil.
func (p *rooms) published() *image {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.release
}
