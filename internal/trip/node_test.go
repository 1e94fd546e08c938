package trip

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/places"
	"github.com/maitre-dev/maitre/internal/voice"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

var floripa = Details{"Florianópolis", "2027-03-10", "2027-03-15", 4}

func TestRoutes(t *testing.T) {
	known, unknown := State{Details: &floripa}, State{}
	for _, tt := range []struct {
		from  string
		route graph.Route[State]
		in    State
		want  string
	}{
		{"the start, knowing nothing", routeStart, unknown, "extraction"},
		{"the start, knowing the trip", routeStart, known, "classify"},
		{"classify, when the details were dropped", routeClassified, unknown, "extraction"},
		{"classify, when they hold", routeClassified, known, "callTools"},
		{"extraction, without a place", routeExtracted, unknown, graph.End},
		{"extraction, with all", routeExtracted, known, "callTools"},
	} {
		if got := tt.route(tt.in); got != tt.want {
			t.Errorf("from %s to %s, want %s", tt.from, got, tt.want)
		}
	}
}

// quiet fails if anything is emitted.
func quiet(t *testing.T) graph.Emit {
	return func(e event.Type, _ any) { t.Errorf("%s was emitted", e) }
}

func TestClassifyWithoutDetailsChangesNothing(t *testing.T) {
	m := &llmtest.Script{}
	p := &Planner{Tasks: &task.Runner{Models: []llm.Model{m}}}
	s := State{Messages: []Message{{"user", "Quero ir para Floripa"}}, Assumed: []string{"endDate"}, Language: lang.Portuguese}
	got, err := p.classify(t.Context(), s, quiet(t))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s, got); diff != "" {
		t.Errorf("the state changed (-was +is):\n%s", diff)
	}
	if asked := m.Asked(); len(asked) > 0 {
		t.Errorf("the model was asked %d times about nothing", len(asked))
	}
}

func TestToolsAreNotCalledWithoutDetailsOrWithoutAChoice(t *testing.T) {
	p := &Planner{Tasks: &task.Runner{}, Places: places.Fallback{Sample: places.Sample{}}}
	if _, err := p.callTools(t.Context(), State{}, quiet(t)); !errors.Is(err, ErrNoDetails) {
		t.Errorf("without details: %v, want %v", err, ErrNoDetails)
	}
	for _, chosen := range [][]string{nil, {}, {"list-flights"}} {
		if _, err := p.call(t.Context(), State{Details: &floripa}, chosen, quiet(t)); !errors.Is(err, ErrNoTool) {
			t.Errorf("%q are chosen: %v, want %v", chosen, err, ErrNoTool)
		}
	}
}

// What cannot happen by the routes fails the run and says why, should it
// happen all the same.
func TestAnErrorOfANodeIsReported(t *testing.T) {
	p := &Planner{Tasks: &task.Runner{}}
	g := graph.New[State]("trip@test")
	g.Start(nil, "callTools")
	g.Node("callTools", p.callTools, nil, graph.End)
	r, err := g.Compile(graph.NewMemory(), graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	out, err := r.Run(t.Context(), graph.Run{ID: "r"}, State{}, nil)
	if !errors.Is(err, ErrNoDetails) || out.Status != graph.Failed {
		t.Errorf("%v, %v, want a failed run because of %v", out.Status, err, ErrNoDetails)
	}
}

func TestNodesChangeACopy(t *testing.T) {
	p := &Planner{Tasks: &task.Runner{}, Places: places.Fallback{Sample: places.Sample{}}}
	begin := func() State {
		d := floripa
		return State{
			Messages: []Message{{"user", "Quero ir para Curitiba com 3 amigos"}}, Details: &d, Assumed: []string{"numberOfGuests"},
			Listed:    Listed{Lodgings: []places.Lodging{{Name: "Hotel"}}},
			Timestamp: time.Date(2026, 11, 15, 0, 0, 0, 0, time.UTC), Language: lang.Portuguese,
		}
	}
	for name, node := range map[string]graph.Node[State]{"classify": p.classify, "extraction": p.extract, "callTools": p.callTools} {
		s := begin()
		if _, err := node(t.Context(), s, func(event.Type, any) {}); name != "callTools" && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(begin(), s); diff != "" {
			t.Errorf("%s changed the state it was given (-was +is):\n%s", name, diff)
		}
	}
}

func TestNights(t *testing.T) {
	for _, tt := range []struct {
		d    Details
		want int
	}{
		{Details{StartDate: "2027-03-10", EndDate: "2027-03-15"}, 5},
		{Details{StartDate: "2026-12-28", EndDate: "2027-01-03"}, 6},
		{Details{StartDate: "2027-02-27", EndDate: "2027-03-02"}, 3},
		{Details{StartDate: "2028-02-27", EndDate: "2028-03-02"}, 4}, // a leap year
		{Details{StartDate: "2027-01-31", EndDate: "2027-05-01"}, 90},
	} {
		if got := tt.d.Nights(); got != tt.want {
			t.Errorf("from %s to %s there are %d nights, want %d", tt.d.StartDate, tt.d.EndDate, got, tt.want)
		}
	}
}

// The words are by codes that other packages have.
func TestEveryCodeHasWordsInEveryLanguage(t *testing.T) {
	for _, w := range voice.All() {
		all := map[string]string{"stale": w.Trip.Notices[string(places.Stale)], "down": w.Trip.Notices[string(places.Down)]}
		for _, k := range []places.Kind{places.Hotel, places.Hostel, places.GuestHouse, places.Apartment} {
			all[string(k)] = w.Trip.Kinds[string(k)]
		}
		for _, f := range []string{"startDate", "endDate", "dates"} {
			all[f] = w.Trip.Fields[f]
		}
		for _, tool := range tools {
			all[tool.name] = w.Trip.Failed[tool.name]
		}
		for code, text := range all {
			if text == "" {
				t.Errorf("%s has no words for %s", w.Language, code)
			}
		}
	}
}

func TestALanguageIsKeptWhenAMessageTellsTooLittle(t *testing.T) {
	p := &Planner{Language: lang.Spanish}
	for _, tt := range []struct {
		name   string
		before *State
		asked  lang.Language
		says   []string
		want   lang.Language
	}{
		{"the guest's own", nil, "", []string{"I would like to travel"}, lang.English},
		{"a name: the house's", nil, "", []string{"Floripa"}, lang.Spanish},
		{"a name: as before", &State{Language: lang.English}, "", []string{"I would like to travel", "Floripa"}, lang.English},
		{"a few words: as before", &State{Language: lang.Portuguese}, "", []string{"quero viajar", "a do Maine"}, lang.Portuguese},
		{"a change of language", &State{Language: lang.Portuguese}, "", []string{"quero viajar", "sorry, I would rather speak English"}, lang.English},
		{"what the guest has asked for", nil, lang.English, []string{"quero viajar para o Rio"}, lang.English},
		{"one that we do not speak", nil, "fr", []string{"quero viajar para o Rio"}, lang.Portuguese},
	} {
		var said []Message
		for _, text := range tt.says {
			said = append(said, Message{"user", text})
		}
		if got := p.Begin(tt.before, said, tt.asked, State{}.Constraints).Language; got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestABudgetForTheWholeTripIsSpreadOverItsNights(t *testing.T) {
	s := State{Details: &floripa}
	s.Constraints.Budget.Total = 2000
	if got := s.wish().BudgetNight; got != 400 {
		t.Errorf("%v a night, want 400", got)
	}
	s.Constraints.Budget.Night = 300
	if got := s.wish().BudgetNight; got != 300 {
		t.Errorf("%v a night, want the 300 that were said", got)
	}
}

func TestBest(t *testing.T) {
	price := func(amount int64) *ui.Money { return &ui.Money{Amount: amount, Currency: "BRL"} }
	all := []places.Restaurant{{Name: "a"}, {Name: "b", Person: price(90)}, {Name: "c", Person: price(50)}, {Name: "d"}, {Name: "e", Person: price(70)}, {Name: "f"}, {Name: "g"}}
	for _, tt := range []struct {
		name, says string
		listed     []places.Restaurant
		want       string
	}{
		{"as they come", "onde comer?", all[:3], "abcdef"},
		{"the cheapest first, without a price last", "algo mais barato?", nil, "cebadf"},
		{"those that were not shown first", "mais opções", all[:3], "defgab"},
		{"both", "outras opções, mais baratas", all[:3], "edfgcb"},
	} {
		s := State{Messages: []Message{{"user", tt.says}}, Listed: Listed{Restaurants: tt.listed}}
		got := ""
		for _, r := range best(s.order(), all, func(r places.Restaurant) string { return r.Name }, func(r places.Restaurant) *ui.Money { return r.Person }) {
			got += r.Name
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
