package places

import (
	"context"
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
	Stale      Notice = "stale"  // the source is down; this is old
	Down       Notice = "down"   // the source is down; this is the sample
	SampleOnly Notice = "sample" // there is no live source here; this is the sample
)

// Result is what was found. An empty list from a live source means that it
// knows no such place, or none that fits: see the notes.
type Result struct {
	Places      []Listing
	Source      ui.Source // of all places; empty if there are none
	Attribution string    // to be shown with them
	Notice      Notice
	Notes       []Note // what was left out, and why
}

// Find finds somewhere to stay or to eat.
func (f Fallback) Find(ctx context.Context, sort string, a Area, w Wish) (res Result, err error) {
	all, err := f.all(ctx, sort, a, &res.Notice)
	if err != nil {
		return res, fmt.Errorf("finding a %s: %w", sort, err)
	}
	res.Places, res.Notes = w.Fit(all)
	if len(res.Places) > 0 {
		res.Source, res.Attribution = res.Places[0].Source, res.Places[0].Attribution
	}
	return res, nil
}

// all returns all places of a sort, and notes where they come from.
func (f Fallback) all(ctx context.Context, sort string, a Area, from *Notice) ([]Listing, error) {
	*from = SampleOnly
	err := errors.New("there is neither a live source nor a sample")
	if f.Live != nil && a.Located() {
		round := func(degrees float64) float64 { return math.Round(degrees*100) / 100 } // areas of about a kilometre share an answer
		a := Area{a.Name, a.Country, round(a.Lat), round(a.Lon)}
		q := semcache.Question{Key: fmt.Sprintf("%ss/1/%.2f,%.2f", sort, a.Lat, a.Lon)}
		var all []Listing
		var answer semcache.Answer
		all, answer, err = semcache.Value(ctx, f.Cache, q, func(ctx context.Context) ([]Listing, error) { return f.Live.Find(ctx, sort, a) })
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case err == nil && answer.Expired:
			*from = Stale
			return all, nil
		case err == nil:
			*from = None
			return all, nil
		}
		*from = Down
	}
	if f.Sample == nil {
		return nil, err
	}
	return f.Sample.Find(ctx, sort, a)
}
