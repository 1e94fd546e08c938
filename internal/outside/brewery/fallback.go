package brewery

import (
	"context"
	"errors"
)

// WithFallback returns a Finder that asks api and, when that cannot answer,
// the catalogue; then the Note says why.
func WithFallback(api, catalogue Finder) Finder { return fallback{api, catalogue} }

type fallback struct{ api, catalogue Finder }

func (f fallback) Find(ctx context.Context, q Query) (Found, error) {
	found, err := f.api.Find(ctx, q)
	if err == nil || errors.Is(err, ErrQuery) || ctx.Err() != nil {
		return found, err
	}
	found, also := f.catalogue.Find(ctx, q)
	if also != nil {
		return Found{}, errors.Join(err, also)
	}
	found.Note = err.Error()
	return found, nil
}
