package trip_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/specialist/trip"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

// desk is a conversation in which tools are used.
type desk struct {
	*testing.T
	tools []agent.Tool
	scene *scene.Scene
}

func deskOf(t *testing.T, p *trip.Planner) *desk {
	t.Helper()
	all, err := p.Tools()
	if err != nil {
		t.Fatal(err)
	}
	return &desk{t, all, &scene.Scene{Language: lang.Portuguese, Now: sunday, Currency: "BRL"}}
}

func (d *desk) tool(name string) agent.Tool {
	d.Helper()
	i := slices.IndexFunc(d.tools, func(t agent.Tool) bool { return t.Name == name })
	if i < 0 {
		d.Fatalf("there is no tool %s", name)
	}
	return d.tools[i]
}

// facts are what a model is told, as JSON that was read.
type facts map[string]any

func (f facts) String() string {
	b, _ := json.Marshal(f)
	return string(b)
}

func (f facts) items(field string) (all []facts) {
	some, _ := f[field].([]any)
	for _, x := range some {
		all = append(all, facts(x.(map[string]any)))
	}
	return all
}

// call runs a tool as an agent does. What it returns is what a model is told.
func (d *desk) call(name, args string) facts {
	d.Helper()
	f, err := d.try(name, args)
	if err != nil {
		d.Fatalf("%s %s: %v", name, args, err)
	}
	return f
}

func (d *desk) try(name, args string) (facts, error) {
	out, err := d.tool(name).Run(scene.With(d.Context(), d.scene), args)
	if err != nil {
		return nil, err
	}
	d.scene.Settle()
	raw, err := json.Marshal(d.scene) // as it is kept between the turns of a conversation
	if err != nil {
		return nil, err
	}
	d.scene = new(scene.Scene)
	if err := json.Unmarshal(raw, d.scene); err != nil {
		return nil, err
	}
	content := llm.ToolCall{Name: name}.Reply(out, nil).Result.Content
	for _, l := range []lang.Language{lang.Portuguese, lang.English, lang.Spanish} {
		if said := d.tool(name).Say(content, l); said == "" || strings.Contains(said, "%!") {
			d.Errorf("%s says of %s in %s: %q", name, content, l, said)
		}
	}
	f := facts{}
	return f, json.Unmarshal([]byte(content), &f)
}

// has fails unless the facts hold the values, given as JSON in pairs.
func (d *desk) has(f facts, pairs ...string) {
	d.Helper()
	for i := 0; i < len(pairs); i += 2 {
		got, _ := json.Marshal(f[pairs[i]])
		if string(got) != pairs[i+1] {
			d.Errorf("%s is %s, want %s in %s", pairs[i], got, pairs[i+1], f)
		}
	}
}

func TestATripIsToldWithWhatWasAssumed(t *testing.T) {
	for _, tt := range []struct{ name, args, want string }{
		{"only a place: in four weeks, for a week, two people", `{"place":"Natal"}`, `Natal 2026-12-13 2026-12-20 7 2 [start_date end_date people]`},
		{"a start: for a week", `{"place":"natal","start_date":"2027-3-5"}`, `Natal 2027-03-05 2027-03-12 7 2 [end_date people]`},
		{"an end: a week before it", `{"place":"Natal","end_date":"12/03/2027"}`, `Natal 2027-03-05 2027-03-12 7 2 [start_date people]`},
		{"nights alone", `{"place":"Natal","nights":3,"people":4}`, `Natal 2026-12-13 2026-12-16 3 4 [start_date end_date]`},
		{"a start and nights", `{"place":"Natal","start_date":"2027-03-05","nights":"3"}`, `Natal 2027-03-05 2027-03-08 3 2 [people]`},
		{"a weekday", `{"place":"Floripa","start_date":"sábado","nights":2,"people":"3"}`, `Florianópolis 2026-11-21 2026-11-23 2 3 []`},
		{"a weekend is both days", `{"place":"Natal","start_date":"next weekend","people":1}`, `Natal 2026-11-21 2026-11-22 1 1 []`},
		{"carnival is its days", `{"place":"Natal","start_date":"carnaval","people":1}`, `Natal 2027-02-06 2027-02-09 3 1 []`},
		{"of a month the first week, which is told", `{"place":"Natal","start_date":"julho","people":1}`, `Natal 2027-07-01 2027-07-08 7 1 [start_date end_date]`},
		{"a part of a town", `{"place":"centro de Maceió","people":1,"start_date":"2027-01-01","end_date":"2027-01-03"}`, `Maceió 2027-01-01 2027-01-03 2 1 []`},
		{"a field too many", `{"place":"Natal","nights":3,"people":4,"budget":"alto"}`, `Natal 2026-12-13 2026-12-16 3 4 [start_date end_date]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := deskOf(t, planner()).call("list-accommodations", tt.args)
			assumed, _ := f["assumed"].([]any)
			got := fmt.Sprint(f["place"], " ", f["start_date"], " ", f["end_date"], " ", f["nights"], " ", f["people"], " ", assumed)
			if got != tt.want {
				t.Errorf("%s tells %s, want %s", tt.args, got, tt.want)
			}
		})
	}
}

func TestWhatCannotBeIsAskedForNotRefused(t *testing.T) {
	for _, tt := range []struct {
		name, args string
		want       []string
	}{
		{"no place", `{"people":4}`, []string{"ask", `"place"`}},
		{"a place nobody knows", `{"place":"Xyzzyland"}`, []string{"ask", `"place"`, "place_unknown", `"Xyzzyland"`}},
		{"a kind of place", `{"place":"somewhere with hot springs"}`, []string{"ask", `"place"`, "place_unknown", `"somewhere with hot springs"`}},
		{"one of several", `{"place":"Portland"}`, []string{"ask", `"which_place"`, "which", `["Portland, Oregon, Estados Unidos","Portland, Maine, Estados Unidos"]`}},
		{"the past", `{"place":"Natal","start_date":"2020-03-05"}`, []string{"ask", `"dates"`, "dates_wrong", `"past"`, "today", `"2026-11-15"`}},
		{"no such day", `{"place":"Natal","start_date":"2027-02-30"}`, []string{"ask", `"dates"`, "dates_wrong", `"no_such_day"`}},
		{"the end before the start", `{"place":"Natal","start_date":"2027-03-05","end_date":"2027-03-01"}`, []string{"ask", `"dates"`, "dates_wrong", `"backwards"`}},
		{"nonsense", `{"place":"Natal","start_date":"blah"}`, []string{"ask", `"dates"`, "dates_wrong", `"unclear"`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := deskOf(t, planner())
			f := d.call("list-accommodations", tt.args)
			d.has(f, append(tt.want, "items", "null")...)
		})
	}
}

func TestAnAnswerToAQuestionCompletesTheTrip(t *testing.T) {
	d := deskOf(t, planner())
	d.call("list-accommodations", `{"people":4,"start_date":"2027-03-10","nights":5}`)
	d.has(d.call("list-accommodations", `{"place":"Portland"}`), "ask", `"which_place"`)
	d.has(d.call("list-restaurants", `{}`), "ask", `"which_place"`)
	f := d.call("list-accommodations", `{"place":"a do Maine"}`)
	d.has(f, "place", `"Portland, Maine, Estados Unidos"`, "people", "4", "nights", "5", "start_date", `"2027-03-10"`, "assumed", "null")
	d.has(d.call("list-restaurants", `{}`), "place", `"Portland, Maine, Estados Unidos"`, "people", "4")

	d.has(d.call("list-accommodations", `{"place":"Natal","start_date":"2020-01-01"}`), "ask", `"dates"`)
	d.has(d.call("list-accommodations", `{"start_date":"2027-01-01"}`), "place", `"Natal"`, "start_date", `"2027-01-01"`)
}

func TestWhatIsNotSaidAgainStaysAsItWas(t *testing.T) {
	d := deskOf(t, planner())
	d.call("list-accommodations", `{"place":"Natal","start_date":"2027-03-10","end_date":"2027-03-15","people":6,"kind":"apartment"}`)
	for _, tt := range []struct{ name, args, want string }{
		{"nothing new", `{}`, "Natal 2027-03-10 2027-03-15 6"},
		{"only the town", `{"place":"Maceió"}`, "Maceió 2027-03-10 2027-03-15 6"},
		{"a day later", `{"start_date":"2027-03-11"}`, "Maceió 2027-03-11 2027-03-15 6"},
		{"a month later: as long as before", `{"start_date":"2027-04-11"}`, "Maceió 2027-04-11 2027-04-15 6"},
		{"a longer stay", `{"nights":7}`, "Maceió 2027-04-11 2027-04-18 6"},
		{"the nights go with a new day", `{"start_date":"2027-04-12"}`, "Maceió 2027-04-12 2027-04-19 6"},
		{"one less", `{"people":5}`, "Maceió 2027-04-12 2027-04-19 5"},
	} {
		f := d.call("list-accommodations", tt.args)
		if got := fmt.Sprint(f["place"], " ", f["start_date"], " ", f["end_date"], " ", f["people"]); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		for _, x := range f.items("items") {
			if x["kind"] != "casa ou apartamento" {
				t.Errorf("%s: a whole house was asked for, and %s is listed", tt.name, x)
			}
		}
	}
}

func TestAnAgentRunsTheTripsToolsInTheOrderOfTheirCalls(t *testing.T) {
	d := deskOf(t, planner())
	var cards []ui.Component
	calls := []llm.ToolCall{
		{ID: "c1", Name: "trip_total", Args: `{}`},
		{ID: "c2", Name: "list-accommodations", Args: `{"place":"Natal","start_date":"2027-03-10","end_date":"2027-03-15","people":4}`},
		{ID: "c3", Name: "list-restaurants", Args: `{}`},
		{ID: "c4", Name: "choose_place", Args: `{"place":"natal-lodging-5"}`},
	}
	a := agent.Agent{
		Name: "concierge@1", Tools: d.tools,
		Think: func(_ context.Context, s agent.State, _ []llm.ToolSpec, _ func(event.Words)) (agent.Thought, error) {
			if s.Iteration == 1 {
				return agent.Thought{Calls: calls}, nil
			}
			results := s.Messages[len(s.Messages)-1].Parts
			return agent.Thought{Text: results[0].Result.Content}, nil
		},
		Around: func(ctx context.Context, _ agent.State) (context.Context, func(agent.State) agent.State) {
			return scene.With(ctx, d.scene), func(s agent.State) agent.State { d.scene.Settle(); return s }
		},
	}
	text := runAgent(t, a, func(c ui.Component) { cards = append(cards, c) })
	if !strings.Contains(text, `"total":"R$ 1.650,00"`) {
		t.Errorf("the total does not know of the choice: %s", text)
	}
	var names []string
	for _, c := range cards {
		names = append(names, c.Name+" "+c.ToolCallID)
		var props struct{ ToolCallID string }
		if json.Unmarshal(c.Props, &props) != nil || props.ToolCallID != "" && props.ToolCallID != c.ToolCallID {
			t.Errorf("%s of %s has the props of %s", c.Name, c.ToolCallID, props.ToolCallID)
		}
	}
	want := []string{"trip-summary ", "accommodations-list c2", "restaurants-list c3", "trip-pick c4"}
	if !slices.Equal(names, want) {
		t.Errorf("cards: %q, want %q", names, want)
	}
	if len(d.scene.Shown) != 12 || d.scene.Shown[0].Kind != "lodging" || d.scene.Shown[1].Number != 2 || d.scene.Shown[0].Price == "" {
		t.Errorf("shown: %v", d.scene.Shown)
	}
}

func TestAChoiceSurvivesWhatItStillFits(t *testing.T) {
	const trip = `{"place":"Natal","start_date":"2027-03-10","end_date":"2027-03-15","people":4}`
	for _, tt := range []struct {
		name, tool, args string
		chosen, gone     string // gone: why it is not chosen any more
	}{
		{"other dates", "list-accommodations", `{"start_date":"2027-04-10","end_date":"2027-04-12"}`, `"R$ 660,00"`, ""},
		{"fewer people", "list-accommodations", `{"people":2}`, `"R$ 1.650,00"`, ""},
		{"another kind is looked at", "list-accommodations", `{"kind":"hostel"}`, `"R$ 1.650,00"`, ""},
		{"too many people", "list-accommodations", `{"people":6}`, "null", "too_small"},
		{"too many people to eat", "list-restaurants", `{"people":6}`, "null", "too_small"},
		{"a limit", "list-accommodations", `{"max_per_night":300}`, "null", "over_budget"},
		{"a limit of the whole", "list-accommodations", `{"max_total":"1.500"}`, "null", "over_budget"},
		{"another place", "list-accommodations", `{"place":"Maceió"}`, "null", "other_place"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := deskOf(t, planner())
			d.call("list-accommodations", trip)
			d.has(d.call("choose_place", `{"place":"Apartamento Era Uma Vez do Jardim"}`), "id", `"natal-lodging-5"`)
			f := d.call(tt.tool, tt.args)
			chosen, _ := f["chosen"].(map[string]any)
			if got, _ := json.Marshal(chosen["total"]); string(got) != tt.chosen {
				t.Errorf("chosen for %s, want %s in %s", got, tt.chosen, f)
			}
			why := ""
			for _, g := range f.items("no_longer_chosen") {
				why = fmt.Sprint(g["why"])
			}
			if why != tt.gone {
				t.Errorf("no longer chosen: %q, want %q", why, tt.gone)
			}
			if total := d.call("trip_total", `{}`); (total["total"] == nil) != (tt.gone != "") {
				t.Errorf("the total is %s", total)
			}
		})
	}
}

func TestALimitSaysWhatItIsOf(t *testing.T) {
	const trip = `{"place":"Natal","start_date":"2027-03-10","end_date":"2027-03-15","people":4,`
	d := deskOf(t, planner())
	within := func(args string) (all []string, f facts) {
		f = d.call("list-accommodations", args)
		for _, x := range f.items("items") {
			all = append(all, x["id"].(string))
		}
		return all, f
	}
	party, f := within(trip + `"max_per_night":500}`)
	d.has(f, "max_per_night", `"R$ 500,00"`, "limit_is_of", `"all rooms together"`)
	room, f := within(`{"max_per_room":500}`)
	d.has(f, "max_per_room", `"R$ 500,00"`, "max_per_night", "null")
	if hotel := "natal-lodging-1"; !slices.Contains(room, hotel) || slices.Contains(party, hotel) { // two rooms
		t.Errorf("within a limit of a room are %q, of all rooms %q", room, party)
	}
	if free, f := within(`{"max_per_night":-1}`); f["max_per_room"] != nil || len(free) < len(room) {
		t.Errorf("without a limit: %q", free)
	}
}

func TestPlacesAreComparedAndChosenFrom(t *testing.T) {
	d := deskOf(t, planner())
	d.call("list-accommodations", `{"place":"Maceió","people":7,"kind":"casa inteira","sort":"cheap"}`)
	d.call("list-accommodations", `{"place":"Natal"}`)
	f := d.call("choose_place", `{"place":"`+d.scene.Shown[len(d.scene.Shown)-1].ID+`"}`)
	d.has(f, "place", `"Maceió"`)
	d.has(d.call("list-restaurants", `{}`), "place", `"Maceió"`, "people", "7")
}

func TestOthersAreNotThoseShownBefore(t *testing.T) {
	d := deskOf(t, planner())
	ids := func(f facts) (all []string) {
		for _, x := range f.items("items") {
			all = append(all, x["id"].(string))
		}
		return all
	}
	first := d.call("list-accommodations", `{"place":"Natal"}`)
	d.has(first, "more", "6")
	second := d.call("list-accommodations", `{"others":true}`)
	for _, id := range ids(second) {
		if slices.Contains(ids(first), id) {
			t.Errorf("%s was shown before", id)
		}
	}
	d.has(d.call("list-accommodations", `{"others":true}`), "no_others", "true")
	cheap := d.call("list-accommodations", `{"sort":"cheap"}`).items("items")
	d.has(cheap[0], "name", `"Albergue Faz de Conta das Palmeiras"`, "per_night", `"R$ 92,00"`, "per_bed", `"R$ 46,00"`, "beds", "2", "total", "null")
	d.has(d.call("list-accommodations", `{"sort":"cheap","nights":7}`).items("items")[0], "total", `"R$ 644,00"`) // nobody said for how long before
}

func TestWhatOneMustNotEatIsLeftOut(t *testing.T) {
	d := deskOf(t, planner())
	d.scene.Tell(hook.Person{})
	d.scene.Tell(hook.Person{Name: "pai", Allergies: []string{"frutos do mar"}})
	d.scene.Tell(hook.Person{Name: "mãe", Diets: []string{"vegetariana"}})
	names := func(f facts) string {
		var all []string
		for _, x := range f.items("items") {
			all = append(all, x["name"].(string))
		}
		return strings.Join(all, "; ")
	}
	f := d.call("list-restaurants", `{"place":"Natal","people":6}`)
	if s := names(f); strings.Contains(s, "Peixaria") || strings.Contains(s, "Churrascaria") || s == "" {
		t.Errorf("for all: %s", s)
	}
	if s := f.String(); !strings.Contains(s, `"why":"frutos do mar: allergy of pai"`) || !strings.Contains(s, `"kitchen_must_confirm":["frutos do mar"]`) {
		t.Errorf("it is not told why: %s", s)
	}
	f = d.call("list-restaurants", `{"for":"pai","cuisine":"carnes"}`)
	if s := names(f); !strings.Contains(s, "Churrascaria") {
		t.Errorf("for the father alone: %s", s)
	}
	d.has(d.call("list-restaurants", `{"for":["mãe"],"cuisine":"frutos do mar"}`), "no_such_cuisine", `"frutos do mar"`)
	d.scene.Tell(hook.Person{Name: "Ana", Allergies: []string{"kiwi"}})
	d.has(d.call("list-restaurants", `{"for":["Ana"],"wishes":["vista pro mar"]}`), "unchecked", `["kiwi"]`, "unknown_wishes", `["vista pro mar"]`)
	d.has(d.call("choose_place", `{"place":"Peixaria Imaginação do Ipê"}`), "not_chosen_because", "null", "not_for", `"frutos do mar: allergy of pai"`) // Ana goes alone
	d.call("list-restaurants", `{}`)
	d.has(d.call("choose_place", `{"place":"Peixaria Imaginação do Ipê"}`), "not_chosen_because", `"frutos do mar: allergy of pai"`)
}

func TestAChosenRestaurantGoesWhenSomebodyMustNotEatThere(t *testing.T) {
	d := deskOf(t, planner())
	d.call("list-restaurants", `{"place":"Natal","cuisine":"seafood"}`)
	d.call("choose_place", `{"place":"o primeiro"}`)
	d.scene.Tell(hook.Person{Name: "pai", Allergies: []string{"camarão"}})
	f := d.call("list-restaurants", `{}`)
	if gone := f.items("no_longer_chosen"); len(gone) != 1 || gone[0]["why"] != "camarão: allergy of pai" {
		t.Errorf("facts: %s", f)
	}
	d.has(d.call("trip_total", `{}`), "not_chosen_yet", `["lodging","restaurants"]`)
}

func TestMealsAreSummedWhereAllMayEat(t *testing.T) {
	d := deskOf(t, planner())
	d.call("list-restaurants", `{"place":"Natal","cuisine":"seafood","people":2}`)
	if f := d.call("trip_total", `{"nights":2,"meals_per_day":1}`); !strings.Contains(f.String(), "Peixaria") {
		t.Errorf("facts: %s", f)
	}
	d.scene.Tell(hook.Person{Name: "pai", Allergies: []string{"camarão"}})
	if f := d.call("trip_total", `{"nights":2,"meals_per_day":1}`); strings.Contains(f.String(), "Peixaria") || !strings.Contains(f.String(), "meals") {
		t.Errorf("with somebody who must not eat there: %s", f)
	}
}

func TestTheTotalIsAddedUpInCode(t *testing.T) {
	d := deskOf(t, planner())
	d.call("list-accommodations", `{"place":"Natal","start_date":"2027-03-10","end_date":"2027-03-15","people":6}`)
	f := d.call("trip_total", `{}`)
	d.has(f, "not_chosen_yet", `["lodging","restaurants"]`, "total", "null", "not_included", `["transport","meals"]`, "sample", "true")
	if f["example_total"] == nil {
		t.Errorf("there is no example: %s", f)
	}
	d.call("choose_place", `{"place":"Chalé Amostra"}`) // 560 a night, sleeps 6
	d.has(d.call("trip_total", `{}`), "total", `"R$ 2.800,00"`, "per_person", `"R$ 466,67"`, "example_total", "null")
	d.call("list-restaurants", `{}`)
	d.call("choose_place", `{"place":"natal-restaurant-1"}`) // 69
	d.call("choose_place", `{"place":"natal-restaurant-3"}`) // 68
	f = d.call("trip_total", `{}`)
	d.has(f, "total", `"R$ 3.622,00"`, "not_chosen_yet", "null", "not_included", `["transport"]`)
	f = d.call("trip_total", `{"nights":3,"people":4,"meals_per_day":1}`) // 3×560 + 2×4×69 + 1×4×68
	d.has(f, "total", `"R$ 2.504,00"`, "nights", "3", "people", "4")
	d.has(d.call("trip_total", `{}`), "nights", "5", "people", "6")
	d.call("list-accommodations", `{"place":"Portland"}`) // which one is still to be told; the trip stands
	d.has(d.call("trip_total", `{}`), "place", `"Natal"`, "total", `"R$ 3.622,00"`)
	d.has(d.call("choose_place", `{"place":"natal-restaurant-3","drop":true}`), "dropped", "true")
	d.has(d.call("trip_total", `{}`), "total", `"R$ 3.214,00"`)
}

func TestWithNothingChosenTheTotalIsAnExample(t *testing.T) {
	d := deskOf(t, planner())
	d.call("list-accommodations", `{"place":"Natal","start_date":"2027-03-10","end_date":"2027-03-15","people":2,"max_total":2000}`)
	f := d.call("trip_total", `{"nights":3,"per":["person"],"payers":4}`)
	lines := f.items("lines")
	if len(lines) != 1 || lines[0]["example"] != true {
		t.Fatalf("lines: %s, want the cheapest one", f)
	}
	d.has(lines[0], "name", `"Albergue Faz de Conta das Palmeiras"`, "beds", "2", "nights", "3", "sum", `"R$ 276,00"`)
	d.has(f, "not_chosen_yet", `["lodging","restaurants"]`, "total", "null", "max_total", `"R$ 2.000,00"`, "left", `"R$ 1.724,00"`,
		"share", `{"amount":"R$ 69,00","of":"R$ 276,00","payers":4,"per":["person"]}`)
	d.call("list-accommodations", `{"place":"Natal","nights":2,"max_total":700}`)
	d.call("choose_place", `{"place":"Hotel Exemplo do Ipê"}`)
	d.has(d.call("trip_total", `{"nights":3}`), "total", `"R$ 840,00"`, "left", `"-R$ 140,00"`)
}

func TestASampleIsToldAsSuch(t *testing.T) {
	d := deskOf(t, planner())
	f := d.call("list-accommodations", `{"place":"Natal","wishes":["piscina","mais barato"]}`)
	d.has(f, "sample", "true", "unknown_wishes", `["piscina"]`)
	if len(f.items("items")) != 6 || len(f.String()) > 1700 {
		t.Errorf("%d items in %d bytes: %s", len(f.items("items")), len(f.String()), f)
	}
	for i := range 2 { // it is said once that it cannot be booked
		f := d.call("choose_place", `{"place":"1"}`)
		d.has(f, "sample", "true", "not_booked", "true", "site", "null", "contact", "null")
		content := llm.ToolCall{}.Reply(f, nil).Result.Content
		if said := d.tool("choose_place").Say(content, lang.Portuguese); strings.Contains(said, "não dá para reservar") != (i == 0) {
			t.Errorf("said: %s", said)
		}
	}

	p := planner()
	p.Places.Live = hotels{}
	d = deskOf(t, p)
	d.has(d.call("list-accommodations", `{"place":"Floripa"}`), "sample", "null", "prices_unknown", "true", "credit", `"© OpenStreetMap contributors"`)
	d.has(d.call("choose_place", `{"place":"hotel do porto"}`), "site", `"https://porto.example"`, "contact", `"site"`, "sample", "null")
	d.has(d.call("trip_total", `{}`), "price_unknown", `["Hotel do Porto"]`, "total", "null")
	d.has(d.call("choose_place", `{"place":"a última"}`), "contact", `"unknown"`)
	d.has(d.call("list-restaurants", `{}`), "sample", "true", "source_is", `"down"`)

	p.Places = places.Fallback{Live: hotels{down: true}}
	if _, err := deskOf(t, p).try("list-accommodations", `{"place":"Natal"}`); err == nil || !strings.Contains(err.Error(), "tell the guest") {
		t.Errorf("a source that is down: %v", err)
	}
}

func TestOnlyWhatWasShownIsChosen(t *testing.T) {
	d := deskOf(t, planner())
	if _, err := d.try("choose_place", `{"place":"2"}`); err == nil || !strings.Contains(err.Error(), "list-accommodations") {
		t.Errorf("nothing was shown: %v", err)
	}
	d.call("list-accommodations", `{"place":"Natal"}`)
	if f := d.call("choose_place", `{"place":9}`); f["ask"] != "which" || len(f["which"].([]any)) != 6 {
		t.Errorf("a number too high: %v", f)
	}
	if _, err := d.try("choose_place", `{"place":"Hotel Ritz"}`); err == nil || !strings.Contains(err.Error(), "Hotel Amostra das Flores") {
		t.Errorf("a name nobody knows: %v", err)
	}
	d.has(d.call("choose_place", `{"place":"Bistrô Exemplo das Flores"}`), "what", `"restaurant"`) // not shown, but there
}

func TestARestaurantThatIsClosedThatDayIsMarked(t *testing.T) {
	d := deskOf(t, planner())
	f := d.call("list-restaurants", `{"place":"Natal","date":"2027-03-15","cuisine":"french"}`) // a Monday
	if items := f.items("items"); len(items) != 1 || items[0]["closed_that_day"] != true || f["date"] != "15 de março de 2027" {
		t.Errorf("facts: %s", f)
	}
	d.has(d.call("list-restaurants", `{"date":"2020-03-15"}`), "ask", `"dates"`)
}

func TestWhatIsAboveALimitIsListedByPrice(t *testing.T) {
	d := deskOf(t, planner())
	f := d.call("list-accommodations", `{"place":"Natal","start_date":"2027-03-10","end_date":"2027-03-15","people":4,"max_per_night":10}`)
	d.has(f, "all_above_limit", "true", "cheapest_first", "true")
	if len(f.items("items")) == 0 {
		t.Errorf("above a limit that nothing keeps: %v", f)
	}
	f = d.call("list-accommodations", `{"max_per_night":90,"money":"90 dollars a night"}`)
	d.has(f, "limit_in_other_money", `"90 dollars a night"`, "prices_in", `"R$"`, "all_above_limit", "null")
	f = d.call("list-accommodations", `{"max_per_night":90,"each":true,"people":3}`)
	d.has(f, "max_per_night", `"R$ 270,00"`, "limit_in_other_money", "null")
}

func TestTheToolsAreCheapToOffer(t *testing.T) {
	all, err := planner().Tools()
	if err != nil {
		t.Fatal(err)
	}
	bytes := 0
	for _, tool := range all {
		bytes += len(tool.Name) + len(tool.Description) + len(tool.Params)
		t.Logf("%s: %s\n%s", tool.Name, tool.Description, tool.Params)
	}
	if bytes > 3200 { // about 800 tokens
		t.Errorf("the tools of a trip take %d bytes of every prompt", bytes)
	}
}

// runAgent runs an agent to its answer and hands over the cards it shows.
func runAgent(t *testing.T, a agent.Agent, show func(ui.Component)) string {
	t.Helper()
	g, err := a.Graph()
	if err != nil {
		t.Fatal(err)
	}
	r, err := g.Compile(graph.NewMemory(), graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	out, err := r.Run(t.Context(), graph.Run{ID: "r1"}, agent.State{Messages: []llm.Message{llm.Text(llm.RoleUser, "Natal")}}, func(e event.Event) {
		var c ui.Component
		if e.Type == event.UI && json.Unmarshal(e.Data, &c) == nil {
			show(c)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.State.Text
}

func TestAPlaceIsPointedAtAsGuestsDo(t *testing.T) {
	d := deskOf(t, planner())
	list := d.call("list-accommodations", `{"place":"Natal","people":2}`).items("items")
	second := ""
	for _, x := range list[1:] {
		if x["kind"] == list[0]["kind"] {
			second = x["name"].(string)
			break
		}
	}
	if second != "" {
		d.has(d.call("choose_place", fmt.Sprintf(`{"place":"2","kind":%q}`, list[0]["kind"])), "name", fmt.Sprintf("%q", second))
	}
	cheapest := d.call("choose_place", `{"place":"cheapest","ask":"how much is it?"}`)
	d.has(cheapest, "asked", `["price"]`, "not_booked", `null`)
	d.has(d.call("choose_place", `{"place":"","ask":"piscina"}`), "name", fmt.Sprintf("%q", cheapest["name"]), "not_known", `"piscina"`)
	d.has(d.call("choose_place", `{"place":""}`), "name", fmt.Sprintf("%q", cheapest["name"]), "not_booked", `true`)
}
