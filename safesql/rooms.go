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
	release   *image  // nil until there is one
	idle      []*room // the one that was used last is the last
	closed    bool
}

const (
	maxIdleRooms = 64               // each holds a few MB
	roomAge      = time.Minute      // after which the client's rows are copied anew
	catalogueAge = 10 * time.Minute // after which the catalogue is
)

// take returns a room with the client's rows.
func (p *rooms) take(ctx context.Context, client string) (*room, error) {
	p.mu.Lock()
	for i, r := range slices.Backward(p.idle) {
		if r.client != client {
			continue
		}
		p.idle = slices.Delete(p.idle, i, i+1)
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
	r.client = client
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
func (p *rooms) give(r *room) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || r.broken || r.release != p.release {
		r.close()
		return
	}
	if len(p.idle) >= maxIdleRooms {
		p.idle[0].close()
		p.idle = slices.Delete(p.idle, 0, 1)
	}
	p.idle = append(p.idle, r)
}

func (p *rooms) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, r := range p.idle {
		r.close()
	}
	p.idle = nil
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
