package places

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/ui"
)

// Fresh is how long what a live source said is good: the TTL of its cache.
const Fresh = 7 * 24 * time.Hour

// Fallback asks a live source, through a cache. If the source is down it tells
// what the source said before, however old, or else what the sample has, and
// which of these it is. It is safe for concurrent use if its parts are.
type Fallback struct {
	Live   Finder          // nil: offline, only the sample
	Cache  *semcache.Cache // with a TTL of Fresh; nil: none
	Sample Finder          // nil: none, and then it is an error if Live is down
}

// Notice says what is to be told with a result.
type Notice string

// The notices.
const (
	None       Notice = ""       // it is from the live source
	Stale      Notice = "stale"  // the source is down; this is old, see Result.Age
	Down       Notice = "down"   // the source is down; this is the sample
	SampleOnly Notice = "sample" // there is no live source here; this is the sample
)

// Result is what was found. An empty list from a live source means that it
// knows no such place, or none that fits: see the notes.
type Result[T Lodging | Restaurant] struct {
	Places      []T
	Source      ui.Source // of all places; empty if there are none
	Attribution string    // to be shown with them
	Notice      Notice
	Notes       []Note        // what was left out, and why
	Age         time.Duration // since the live source said it
	Err         error         // what went wrong on the way, if the source is down that; for the operator's eyes
}

// Lodgings finds somewhere to stay.
func (f Fallback) Lodgings(ctx context.Context, a Area, w Wish) (Result[Lodging], error) {
	res, err := find(ctx, f, "lodgings", a, Finder.Lodgings)
	if err != nil {
		return res, fmt.Errorf("finding lodgings: %w", err)
	}
	res.Places, res.Notes = w.Lodgings(res.Places)
	if len(res.Places) > 0 {
		res.Source, res.Attribution = res.Places[0].Source, res.Places[0].Attribution
	}
	return res, nil
}

// Restaurants finds somewhere to eat.
func (f Fallback) Restaurants(ctx context.Context, a Area, w Wish) (Result[Restaurant], error) {
	res, err := find(ctx, f, "restaurants", a, Finder.Restaurants)
	if err != nil {
		return res, fmt.Errorf("finding restaurants: %w", err)
	}
	res.Places, res.Notes = w.Restaurants(res.Places)
	if len(res.Places) > 0 {
		res.Source, res.Attribution = res.Places[0].Source, res.Places[0].Attribution
	}
	return res, nil
}

// find returns all places of a kind. Finders are asked without a wish: so one
// answer serves all guests, and nothing of any guest is sent or kept.
func find[T Lodging | Restaurant](ctx context.Context, f Fallback, kind string, a Area, ask func(Finder, context.Context, Area, Wish) ([]T, error)) (Result[T], error) {
	res := Result[T]{Notice: SampleOnly}
	if f.Live != nil && a.Located() {
		a := Area{a.Name, a.Country, round(a.Lat), round(a.Lon)}
		live := func(ctx context.Context) ([]T, error) { return ask(f.Live, ctx, a, Wish{}) }
		res = through(ctx, f.Cache, fmt.Sprintf("%s/1/%.2f,%.2f", kind, a.Lat, a.Lon), live)
		if err := ctx.Err(); err != nil {
			return res, context.Cause(ctx)
		}
	}
	switch {
	case res.Notice == None || res.Notice == Stale:
		return res, nil
	case f.Sample == nil && res.Err != nil:
		return res, res.Err
	case f.Sample == nil:
		return res, errors.New("there is neither a live source nor a sample")
	}
	var err error
	res.Places, err = ask(f.Sample, ctx, a, Wish{})
	return res, err
}

// round makes areas of about a kilometre, which share an answer.
func round(degrees float64) float64 { return math.Round(degrees*100) / 100 }

// through asks a live source, if the cache has no good answer.
func through[T Lodging | Restaurant](ctx context.Context, cache *semcache.Cache, key string, live func(context.Context) ([]T, error)) (res Result[T]) {
	if cache == nil {
		if res.Places, res.Err = live(ctx); res.Err != nil {
			res.Notice = Down
		}
		return res
	}
	q := semcache.Question{Key: key}
	answer, err := cache.Get(ctx, q, func(ctx context.Context) ([]byte, error) {
		found, err := live(ctx)
		if err != nil {
			return nil, err
		}
		return json.Marshal(found)
	})
	if err != nil {
		return Result[T]{Notice: Down, Err: err}
	}
	if err := json.Unmarshal(answer.Value, &res.Places); err != nil {
		err = fmt.Errorf("reading what was kept: %w", err)
		return Result[T]{Notice: Down, Err: errors.Join(err, cache.Forget(ctx, q))}
	}
	res.Age, res.Err = answer.Age, answer.Err
	if answer.Expired {
		res.Notice = Stale
	}
	return res
}
