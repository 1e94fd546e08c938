package trip_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/gazetteer"
	"github.com/maitre-dev/maitre/internal/places"
	"github.com/maitre-dev/maitre/internal/trip"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/store/memory"
)

// source is a live source that does what its functions do.
type source struct {
	lodgings    func(context.Context, places.Area) ([]places.Lodging, error)
	restaurants func(context.Context, places.Area) ([]places.Restaurant, error)
}

func (s source) Lodgings(ctx context.Context, a places.Area, _ places.Wish) ([]places.Lodging, error) {
	return s.lodgings(ctx, a)
}

func (s source) Restaurants(ctx context.Context, a places.Area, _ places.Wish) ([]places.Restaurant, error) {
	return s.restaurants(ctx, a)
}

var errDown = errors.New("the source is down")

func noLodgings(context.Context, places.Area) ([]places.Lodging, error) { return nil, errDown }

func noRestaurants(context.Context, places.Area) ([]places.Restaurant, error) { return nil, errDown }

// twoHotels are real, so nobody knows their price.
func twoHotels(context.Context, places.Area) ([]places.Lodging, error) {
	return []places.Lodging{
		{ID: "1", Name: "Hotel do Porto", Kind: places.Hotel, Phone: "+55 48 3333-0000", Site: "https://porto.example", Source: "osm", Attribution: "© OpenStreetMap contributors"},
		{ID: "2", Name: "Hostel da Ilha", Kind: places.Hostel, Source: "osm", Attribution: "© OpenStreetMap contributors"},
	}, nil
}

func TestAToolThatFailsLeavesTheOthersResultStanding(t *testing.T) {
	p := planner()
	for name, f := range map[string]places.Fallback{
		"one tool fails":   {Live: source{twoHotels, noRestaurants}},
		"both tools fail":  {Live: source{noLodgings, noRestaurants}},
		"source is down":   {Live: source{noLodgings, noRestaurants}, Sample: places.Sample{}},
		"one tool panics":  {Live: source{func(context.Context, places.Area) ([]places.Lodging, error) { panic("a bug") }, noRestaurants}, Sample: places.Sample{}},
		"nothing is there": {Live: source{empty[places.Lodging], empty[places.Restaurant]}},
	} {
		t.Run(name, func(t *testing.T) {
			p.Places = f
			golden(t, "testdata/"+strings.ReplaceAll(name, " ", "-")+".golden", transcript(t, p, hook.Constraints{}, []turn{toFloripa}))
		})
	}
}

func empty[T any](context.Context, places.Area) ([]T, error) { return nil, nil }

func TestAStaleAnswerIsToldAsSuch(t *testing.T) {
	now := sunday
	down := false
	p := planner()
	p.Places.Cache = semcache.New(memory.New(), "places", semcache.Options{TTL: places.Fresh, Now: func() time.Time { return now }})
	p.Places.Live = source{func(ctx context.Context, a places.Area) ([]places.Lodging, error) {
		if down {
			return nil, errDown
		}
		return twoHotels(ctx, a)
	}, noRestaurants}
	ask := []turn{{says: "Hotel em Floripa de 10 a 15 de março para 2 pessoas"}}
	const old = "isto é o que ela disse da última vez"
	if text := transcript(t, p, hook.Constraints{}, ask); !strings.Contains(text, "Hotel do Porto") || strings.Contains(text, old) {
		t.Errorf("while the source is up:\n%s", text)
	}
	now, down = now.Add(2*places.Fresh), true
	if text := transcript(t, p, hook.Constraints{}, ask); !strings.Contains(text, "Hotel do Porto") || !strings.Contains(text, old) {
		t.Errorf("while it is down:\n%s", text)
	}
}

func TestCancelledWhileAToolIsUnderWay(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	hungUp := errors.New("the guest hung up")
	p := planner()
	p.Places = places.Fallback{Live: source{func(ctx context.Context, _ places.Area) ([]places.Lodging, error) {
		cancel(hungUp)
		<-ctx.Done()
		return nil, ctx.Err()
	}, noRestaurants}, Sample: places.Sample{}}
	r, err := p.Graph().Compile(graph.NewMemory(), graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	begin := p.Begin(nil, []trip.Message{{Role: "user", Content: toFloripa.says}}, "", hook.Constraints{})
	out, err := r.Run(ctx, graph.Run{ID: "r"}, begin, func(e event.Event) {
		if e.Type == event.Text || e.Type == event.UI {
			t.Errorf("%s after the guest had hung up", e.Type)
		}
	})
	if !errors.Is(err, hungUp) || out.Status != graph.Cancelled {
		t.Errorf("%s, %v, want cancelled because %v", out.Status, err, hungUp)
	}
}

func TestAPickSaysHowToGoOn(t *testing.T) {
	p := planner()
	p.Places = places.Fallback{Live: source{twoHotels, noRestaurants}}
	for says, want := range map[string]string{
		"Quero o primeiro":              "Boa escolha: Hotel do Porto. Para reservar: https://porto.example.",
		"o segundo, por favor":          "Boa escolha: Hostel da Ilha. Não tenho site nem telefone desse lugar; procure pelo nome.",
		"o último":                      "Boa escolha: Hostel da Ilha.",
		"Vamos ficar no Hotel do Porto": "Boa escolha: Hotel do Porto.",
		"quero a opção 3":               "Só mostrei 2. Qual você prefere?",
	} {
		got := transcript(t, p, hook.Constraints{}, []turn{{says: "Hotel em Floripa de 10 a 15 de março para 2 pessoas"}, {says: says}})
		if _, got, _ := strings.Cut(got, "> "+says); !strings.Contains(got, want) {
			t.Errorf("%q is answered with %s\nwant %s", says, got, want)
		}
	}
}

// A specialist is told the end of a conversation.
func TestALongConversationIsNotForgotten(t *testing.T) {
	p := planner()
	r, err := p.Graph().Compile(graph.NewMemory(), graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var before *trip.State
	for i, tt := range []struct {
		says    string
		want    trip.Details
		assumed []string
	}{
		{toFloripa.says, trip.Details{Location: "Florianópolis", StartDate: "2027-03-10", EndDate: "2027-03-15", NumberOfGuests: 4}, nil},
		{"de 20 a 25 de março", trip.Details{Location: "Florianópolis", StartDate: "2027-03-20", EndDate: "2027-03-25", NumberOfGuests: 4}, nil},
		{"e para 2 pessoas?", trip.Details{Location: "Florianópolis", StartDate: "2027-03-20", EndDate: "2027-03-25", NumberOfGuests: 2}, nil},
		{"melhor a partir de 2 de abril", trip.Details{Location: "Florianópolis", StartDate: "2027-04-02", EndDate: "2027-04-09", NumberOfGuests: 2}, []string{"endDate"}},
		{"quero ir para Curitiba", trip.Details{Location: "Curitiba", StartDate: "2027-04-02", EndDate: "2027-04-09", NumberOfGuests: 2}, []string{"endDate"}},
	} {
		said := []trip.Message{{Role: "user", Content: tt.says}} // all else is too long ago
		out, err := r.Run(t.Context(), graph.Run{ID: fmt.Sprint("run", i)}, p.Begin(before, said, "", hook.Constraints{}), nil)
		if err != nil {
			t.Fatal(err)
		}
		if before = &out.State; before.Details == nil || *before.Details != tt.want || !slices.Equal(before.Assumed, tt.assumed) {
			t.Errorf("%q: %+v, assumed %q; want %+v, %q", tt.says, before.Details, before.Assumed, tt.want, tt.assumed)
		}
	}
}

// Hotels are named after towns, and after the one they stand in.
func TestANameOfAPlaceToStayIsNoDestination(t *testing.T) {
	p := planner()
	p.Places = places.Fallback{Live: source{func(context.Context, places.Area) ([]places.Lodging, error) {
		return []places.Lodging{{ID: "1", Name: "Hotel do Porto", Source: "osm"}, {ID: "2", Name: "Gramado", Source: "osm"}, {ID: "3", Name: "Nova York", Source: "osm"}}, nil
	}, noRestaurants}}
	first := turn{says: "Hotel em Gramado de 10 a 15 de março para 2 pessoas"}
	for _, tt := range []struct {
		says []string
		want string
	}{
		{[]string{"Vamos ficar no Hotel do Porto"}, "Boa escolha: Hotel do Porto."},
		{[]string{"Vamos ficar no Hotel do Porto", "mas de 20 a 25 de março"}, "\nGramado, de 20 a 25 de março"},
		{[]string{"mas de 20 a 25 de março"}, "\nGramado, de 20 a 25 de março"},
		{[]string{"Melhor: quero ir para Nova York"}, "\nNova York, de 10 a 15 de março"},
	} {
		turns := []turn{first}
		for _, says := range tt.says {
			turns = append(turns, turn{says: says})
		}
		got := transcript(t, p, hook.Constraints{}, turns)
		if _, got, _ := strings.Cut(got, "> "+tt.says[len(tt.says)-1]); !strings.Contains(got, tt.want) {
			t.Errorf("%q is answered with %s\nwant %q", tt.says, got, tt.want)
		}
	}
}

func TestWhatNoListKnowsIsLocatedAndCredited(t *testing.T) {
	p := planner()
	p.Credit = "Geocoder"
	p.Locate = func(_ context.Context, name string) ([]gazetteer.Place, error) {
		return []gazetteer.Place{{Name: "Xanxerê", Country: "BR", Lat: -26.87, Lon: -52.4}}, nil
	}
	var asked places.Area
	p.Places.Live = source{func(ctx context.Context, a places.Area) ([]places.Lodging, error) {
		asked = a
		return twoHotels(ctx, a)
	}, noRestaurants}
	turns := []turn{{says: "Hotel em Xanxerê para 2 pessoas"}}
	text := transcript(t, p, hook.Constraints{}, turns)
	if want := (places.Area{Name: "Xanxerê", Country: "BR", Lat: -26.87, Lon: -52.4}); asked != want {
		t.Errorf("the source was asked about %+v, want %+v", asked, want)
	}
	if want := "Fonte: © OpenStreetMap contributors, Geocoder"; !strings.Contains(text, want) {
		t.Errorf("no %q in\n%s", want, text)
	}
	p.Locate = func(context.Context, string) ([]gazetteer.Place, error) { return nil, errDown }
	if text := transcript(t, p, hook.Constraints{}, turns); !strings.Contains(text, "[exemplo]") || strings.Contains(text, "Geocoder") {
		t.Errorf("with a geocoder that is down there is no sample in\n%s", text)
	}
}

// The guest has said it all at once, so nothing is asked, and the coordinates
// are those of the right town.
func TestTheRegionSaidWithANameDecides(t *testing.T) {
	p := planner()
	var lat float64
	p.Places.Live = source{func(ctx context.Context, a places.Area) ([]places.Lodging, error) {
		lat = a.Lat
		return twoHotels(ctx, a)
	}, noRestaurants}
	for says, north := range map[string]bool{"Hotel em Portland, Oregon em julho": true, "Hotel em Portland, Maine em julho": false} {
		transcript(t, p, hook.Constraints{}, []turn{{says: says}})
		if got := lat > 45; got != north {
			t.Errorf("%q led to a latitude of %v", says, lat)
		}
	}
}
