package safesql

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// Report is what was published.
type Report struct {
	Tables int           `json:"tables"`
	Cells  int           `json:"cells"`
	Bytes  int           `json:"bytes"` // as kept
	Took   time.Duration `json:"-"`
}

const (
	checkAge   = time.Minute    // how long a gate believes that nobody else published
	releaseAge = 24 * time.Hour // after which a new release is made
)

// Publish reads the operator's database and publishes figures about all clients,
// for every process that shares the store.
func (g *Gate) Publish(ctx context.Context) (Report, error) {
	g.publishing.Lock()
	defer g.publishing.Unlock()
	start := time.Now()
	p := &publication{vault: g.Vault, rel: g.rel, noise: noise{g.Secret}, now: g.Now().UTC()}
	if err := g.load(ctx); err != nil {
		return Report{}, err
	}
	sketchesOf := g.Name + " sketches"
	if m := g.rooms.published(); m != nil && g.Releases != nil {
		_, sketches, err := g.Releases.Release(ctx, sketchesOf, "")
		if err != nil {
			return Report{}, fmt.Errorf("reading the release before: %w", err)
		}
		p.before = readKept(m, sketches)
	}
	data, sketches, err := writeRelease(ctx, p)
	if err != nil {
		return Report{}, fmt.Errorf("publishing: %w", err)
	}
	packed, err := pack(data)
	if err != nil {
		return Report{}, err
	}
	version := p.now.Format(time.RFC3339Nano)
	if g.Releases != nil { // sketches first: newer than the figures, they keep more of them
		if err = g.Releases.PutRelease(ctx, sketchesOf, version, sketches); err == nil {
			err = g.Releases.PutRelease(ctx, g.Name, version, packed)
		}
		if err != nil {
			return Report{}, fmt.Errorf("keeping the release: %w", err)
		}
	}
	m, err := openRelease(data, version)
	if err != nil {
		return Report{}, err
	}
	g.rooms.publish(m)
	out := Report{Bytes: len(packed), Tables: len(m.tables), Took: time.Since(start)}
	for _, t := range m.tables {
		out.Cells += t.Rows
	}
	return out, nil
}

// load takes up a release that another process made.
func (g *Gate) load(ctx context.Context) error {
	if g.Releases == nil {
		return nil
	}
	have := ""
	if m := g.rooms.published(); m != nil {
		have = m.version
	}
	version, packed, err := g.Releases.Release(ctx, g.Name, have)
	if err == nil && (len(packed) == 0 || version == have) {
		return nil
	}
	var data []byte
	if err == nil {
		data, err = unpack(packed)
	}
	if err != nil {
		return fmt.Errorf("reading the release: %w", err)
	}
	m, err := openRelease(data, version)
	if err == nil {
		g.rooms.publish(m)
	}
	return err
}

// ensure waits for a release. One that is old serves while the next is made.
func (g *Gate) ensure(ctx context.Context) error {
	g.mu.Lock()
	fresh := time.Since(g.checked) < checkAge
	g.mu.Unlock()
	if fresh && g.rooms.published() != nil {
		return nil
	}
	if err := g.load(ctx); err != nil {
		return err
	}
	done := g.republish(ctx)
	if g.rooms.published() != nil {
		return nil
	}
	select { // somebody makes the first
	case <-ctx.Done():
		return refuse(CodeUnavailable, "try again in a minute", "the figures about all clients are being published")
	case <-done:
	}
	if g.rooms.published() == nil {
		return refuse(CodeUnavailable, "try again later", "the figures about all clients could not be published")
	}
	return nil
}

// republish publishes in the background if there is no release or the one there is is old, unless
// that is being done, and returns what is closed when it is over.
func (g *Gate) republish(ctx context.Context) chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.checked = time.Now()
	if m := g.rooms.published(); m != nil {
		made, err := time.Parse(time.RFC3339Nano, m.version)
		if err == nil && g.Now().Sub(made) <= releaseAge {
			return nil
		}
	}
	if g.behind != nil {
		return g.behind
	}
	done := make(chan struct{})
	g.behind = done
	ctx = context.WithoutCancel(ctx)
	go func() {
		defer close(done)
		if _, err := g.Publish(ctx); err != nil {
			g.failed(slog.LevelWarn, "publishing failed", err) // who asks next tries again
		}
		g.mu.Lock()
		g.behind = nil
		g.mu.Unlock()
	}()
	return done
}
