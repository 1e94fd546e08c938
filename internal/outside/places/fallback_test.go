package places_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/ui"
)

var (
	errDown = errors.New("the map is down")
	floripa = places.Area{Name: "Florianópolis", Country: "BR", Lat: -27.5954, Lon: -48.548}
)

// world is a source with one hotel and two restaurants, that can be down or slow.
type world struct {
	down  atomic.Bool
	slow  time.Duration
	asked atomic.Int32
	areas chan places.Area
}

func (w *world) Find(ctx context.Context, sort string, a places.Area) ([]places.Listing, error) {
	w.asked.Add(1)
	if w.areas != nil {
		w.areas <- a
	}
	select {
	case <-time.After(w.slow):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	place := func(id, name string) places.Place {
		return places.Place{ID: id, Name: name, Lat: 1, Source: "osm", Attribution: "©"}
	}
	switch {
	case w.down.Load():
		return nil, errDown
	case sort == places.Lodging:
		return []places.Listing{{Place: place("node/1", "Hotel Real"), Kind: places.Hotel}}, nil
	}
	return []places.Listing{{Place: place("node/2", "Sea"), Cuisines: []string{"seafood"}}, {Place: place("node/3", "Land")}}, nil
}

func cache(t *testing.T) *semcache.Cache {
	t.Helper()
	return semcache.New(storetest.Memory(t), "places", semcache.Options{TTL: places.Fresh})
}

func TestWhereAnAnswerComesFrom(t *testing.T) {
	const week, day = places.Fresh, 24 * time.Hour
	synctest.Test(t, func(t *testing.T) {
		w := &world{}
		f := places.Fallback{Live: w, Cache: cache(t), Sample: places.Sample{}}
		look := func(notice places.Notice, source ui.Source, asked int32) {
			t.Helper()
			got, err := f.Find(t.Context(), places.Lodging, floripa, places.Wish{Guests: 2})
			if err != nil {
				t.Fatal(err)
			}
			if got.Notice != notice || got.Source != source || w.asked.Load() != asked {
				t.Errorf("notice %q, source %q, asked %d; want %q, %q, %d", got.Notice, got.Source, w.asked.Load(), notice, source, asked)
			}
			if live := source == "osm"; live != (got.Attribution == "©") || live != (len(got.Places) == 1) {
				t.Errorf("%d places of %q are attributed to %q", len(got.Places), source, got.Attribution)
			}
		}
		w.down.Store(true)
		look(places.Down, ui.Sample, 1)
		look(places.Down, ui.Sample, 1) // not asked again at once
		time.Sleep(time.Minute)
		w.down.Store(false)
		look(places.None, "osm", 2)
		time.Sleep(week - 1)
		w.down.Store(true)
		look(places.None, "osm", 2)
		time.Sleep(1 + day)
		look(places.Stale, "osm", 3)
		w.down.Store(false)
		time.Sleep(time.Minute)
		look(places.None, "osm", 4)
	})
}

func TestAWishIsAppliedToWhatIsKept(t *testing.T) {
	w := &world{}
	f := places.Fallback{Live: w, Cache: cache(t), Sample: places.Sample{}}
	for _, tt := range []struct {
		wish  places.Wish
		names string
		notes []places.Note
	}{
		{places.Wish{}, "Sea Land", nil},
		{places.Wish{Allergies: []string{"camarão"}}, "Land", []places.Note{{Place: "Sea", Reason: places.Allergen, Word: "camarão"}}},
	} {
		got, err := f.Find(t.Context(), places.Restaurant, floripa, tt.wish)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, r := range got.Places {
			names = append(names, r.Name)
		}
		if diff := cmp.Diff(tt.names, strings.Join(names, " ")) + cmp.Diff(tt.notes, got.Notes); diff != "" {
			t.Errorf("%+v (-want +got)\n%s", tt.wish, diff)
		}
	}
	if asked := w.asked.Load(); asked != 1 {
		t.Errorf("asked %d times, want once for all guests", asked)
	}
}

func TestNeighboursShareAnAnswerAndKindsDoNot(t *testing.T) {
	w := &world{areas: make(chan places.Area, 9)}
	f := places.Fallback{Live: w, Cache: cache(t), Sample: places.Sample{}}
	for _, a := range []places.Area{
		floripa,
		{Name: "Floripa", Lat: -27.5999, Lon: -48.5501},
		{Name: "Palhoça", Lat: -27.65, Lon: -48.67},
	} {
		if _, err := f.Find(t.Context(), places.Lodging, a, places.Wish{}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.Find(t.Context(), places.Restaurant, floripa, places.Wish{}); err != nil {
		t.Fatal(err)
	}
	close(w.areas)
	var got []places.Area
	for a := range w.areas {
		got = append(got, a)
	}
	middle := places.Area{Name: "Florianópolis", Country: "BR", Lat: -27.6, Lon: -48.55}
	want := []places.Area{middle, {Name: "Palhoça", Lat: -27.65, Lon: -48.67}, middle}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("asked about (-want +got)\n%s", diff)
	}
}

func TestWhenThereIsOnlyTheSample(t *testing.T) {
	w := &world{}
	for name, f := range map[string]places.Fallback{
		"no live source":      {Sample: places.Sample{}},
		"no coordinates":      {Live: w, Cache: cache(t), Sample: places.Sample{}},
		"none, and no memory": {Live: w, Sample: places.Sample{}},
	} {
		got, err := f.Find(t.Context(), places.Restaurant, places.Area{Name: "Gramado", Country: "BR"}, places.Wish{Allergies: []string{"camarão"}})
		if err != nil || got.Notice != places.SampleOnly || got.Source != ui.Sample || len(got.Places) < 6 {
			t.Errorf("%s: %d places of %q, notice %q, error %v", name, len(got.Places), got.Source, got.Notice, err)
		}
		if len(got.Notes) == 0 || got.Notes[0].Reason != places.Allergen || !strings.HasPrefix(got.Notes[0].Place, "Peixaria") {
			t.Errorf("%s: notes %v, want one on the seafood house", name, got.Notes)
		}
	}
	if w.asked.Load() != 0 {
		t.Error("a source was asked for places that are nowhere")
	}
}

func TestWithoutACache(t *testing.T) {
	w := &world{}
	f := places.Fallback{Live: w, Sample: places.Sample{}}
	if got, err := f.Find(t.Context(), places.Lodging, floripa, places.Wish{}); err != nil || got.Notice != places.None || got.Source != "osm" {
		t.Errorf("notice %q, source %q, error %v, want the live ones", got.Notice, got.Source, err)
	}
	w.down.Store(true)
	if got, err := f.Find(t.Context(), places.Lodging, floripa, places.Wish{}); err != nil || got.Notice != places.Down || got.Source != ui.Sample {
		t.Errorf("notice %q, source %q, error %v, want the sample because it is down", got.Notice, got.Source, err)
	}
}

func TestWithNothingToFallBackOnItIsAnError(t *testing.T) {
	w := &world{}
	w.down.Store(true)
	if _, err := (places.Fallback{Live: w, Cache: cache(t)}).Find(t.Context(), places.Lodging, floripa, places.Wish{}); !errors.Is(err, errDown) {
		t.Errorf("error %v, want that of the source", err)
	}
	if _, err := (places.Fallback{}).Find(t.Context(), places.Restaurant, floripa, places.Wish{}); err == nil {
		t.Error("no error where there is no source at all")
	}
}

func TestAGuestWhoLeavesGetsNoSample(t *testing.T) {
	for name, c := range map[string]*semcache.Cache{"with a cache": cache(t), "without": nil} {
		t.Run(name, func(t *testing.T) {
			f := places.Fallback{Live: &world{slow: time.Hour}, Cache: c, Sample: places.Sample{}}
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
			defer cancel()
			if got, err := f.Find(ctx, places.Lodging, floripa, places.Wish{}); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%d places, error %v, want that of the guest's context", len(got.Places), err)
			}
		})
	}
}

// An entry that another version wrote is no reason to fail, and goes.
func TestWhatCannotBeReadIsForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := cache(t)
		bad := func(context.Context) ([]byte, error) { return []byte(`{"v":2}`), nil }
		if _, err := c.Get(t.Context(), semcache.Question{Key: "lodgings/1/-27.60,-48.55"}, bad); err != nil {
			t.Fatal(err)
		}
		f := places.Fallback{Live: &world{}, Cache: c, Sample: places.Sample{}}
		for _, want := range []places.Notice{places.Down, places.None} {
			if got, err := f.Find(t.Context(), places.Lodging, floripa, places.Wish{}); err != nil || got.Notice != want {
				t.Errorf("notice %q, error %v, want %q", got.Notice, err, want)
			}
		}
	})
}
