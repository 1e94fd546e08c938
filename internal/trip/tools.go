package trip

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/gazetteer"
	"github.com/maitre-dev/maitre/internal/places"
	"github.com/maitre-dev/maitre/ui"
)

// A tool makes one list. To add one, add it here.
type tool struct {
	name  string
	words []string // how words begin that ask for it, folded
	call  func(ctx context.Context, p *Planner, id string, s *State, where places.Area, w places.Wish) (ui.Component, error)
}

var tools []tool

func init() {
	tools = []tool{
		{
			ListAccommodations,
			strings.Split("hotel,hotei,hote,pousada,hosped,hostel,albergue,airbnb,resort,flat,chale,apart,quarto,suite,acomoda,aloj,lodg,accommod,acomod,dormir,pernoit,onde ficar,lugar para ficar,lugar pra ficar,um lugar pra dormir,place to stay,places to stay,where to stay,where can we stay,where should we stay,stay at,room,rooms,guesthouse,guest house,bed and breakfast,b b,inn ,donde quedar,donde dormir,alojamiento,habitacion,cama", ","),
			listLodgings,
		},
		{
			ListRestaurants,
			strings.Split("restaurant,comer,comida,jantar,janta,almoc,lanch,cafe da manha fora,gastronom,cozinha,pizzaria,churrasc,sushi,bistro,boteco,bar ,bares,barzinho,cantina,rodizio,prato,culinaria,foodie,where to eat,eat ,eating,places to eat,dinner,lunch,brunch,breakfast place,dining,dine,food,cuisine,donde comer,cenar,cena ,almorzar,fome,hungry", ","),
			listRestaurants,
		},
	}
}

// callTools calls the tools that the guest wants, all at once, and shows what
// they find. One that fails leaves the others' results standing.
func (p *Planner) callTools(ctx context.Context, s State, emit graph.Emit) (State, error) {
	if s.Details == nil {
		return s, ErrNoDetails
	}
	if text, ok := s.picked(); ok {
		return s.say(emit, text), nil
	}
	res, err := Choose.Do(ctx, p.Tasks, ChooseIn{Details: *s.Details, Messages: s.Messages})
	if err != nil {
		return s, err
	}
	var called []tool
	for _, t := range tools {
		if slices.Contains(res.Out.Tools, t.name) {
			called = append(called, t)
		}
	}
	if len(called) == 0 {
		return s, ErrNoTool
	}
	where, err := p.locate(ctx, s.Details.Location)
	if err != nil {
		return s, err
	}
	w := s.wish()
	type result struct {
		shown ui.Component
		err   error
		took  time.Duration
		after State
	}
	results := make([]result, len(called))
	var wg sync.WaitGroup
	for i, t := range called {
		id := fmt.Sprintf("%s-%d", graph.Key(ctx), i+1)
		emit(event.ToolCall, event.Call{ID: id, Tool: t.name, Input: s.Details})
		wg.Go(func() {
			r := &results[i]
			defer func() {
				if v := recover(); v != nil {
					r.err = fmt.Errorf("%s broke down", t.name)
				}
			}()
			start := time.Now()
			r.after = s
			r.shown, r.err = t.call(ctx, p, id, &r.after, where, w)
			r.took = time.Since(start)
		})
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return s, context.Cause(ctx)
	}
	summary, err := summaryOf(graph.Key(ctx)+"-0", s)
	if err != nil {
		return s, err
	}
	s.UI = []ui.Component{summary}
	s.Listed = Listed{}
	var failed []string
	for i, t := range called {
		id, r := fmt.Sprintf("%s-%d", graph.Key(ctx), i+1), results[i]
		told := event.Call{ID: id, Tool: t.name, MS: float64(r.took.Microseconds()) / 1000}
		if r.err != nil {
			told.Err = r.err.Error()
			emit(event.ToolError, told)
			failed = append(failed, t.name)
			continue
		}
		emit(event.ToolResult, told)
		s.UI = append(s.UI, r.shown)
		s.Listed.Lodgings = append(s.Listed.Lodgings, r.after.Listed.Lodgings...)
		s.Listed.Restaurants = append(s.Listed.Restaurants, r.after.Listed.Restaurants...)
	}
	for _, c := range s.UI {
		emit(event.UI, c)
	}
	return s.say(emit, s.answer(failed)), nil
}

// locate finds where a place is.
func (p *Planner) locate(ctx context.Context, name string) (places.Area, error) {
	all := gazetteer.Find(name)
	if len(all) == 0 && p.Locate != nil {
		var err error
		if all, err = p.Locate(ctx, name); err != nil && ctx.Err() != nil {
			return places.Area{}, context.Cause(ctx)
		}
	}
	bare, _, _ := strings.Cut(name, ",")
	area := places.Area{Name: bare}
	if len(all) > 0 {
		area = places.Area{Name: all[0].Name, Country: all[0].Country, Lat: all[0].Lat, Lon: all[0].Lon}
	}
	return area, nil
}

// shownAtMost is how long a list is.
const shownAtMost = 6

// wish is what the details and the guest's constraints ask of places.
func (s State) wish() places.Wish {
	c := s.Constraints
	return places.Wish{
		Guests: s.Details.NumberOfGuests, Nights: s.Details.Nights(), Diets: c.Diets, Allergies: c.Allergies,
		BudgetNight: c.Budget.Night, BudgetPerson: c.Budget.Person, Limit: shownAtMost,
	}
}

func listLodgings(ctx context.Context, p *Planner, id string, s *State, where places.Area, w places.Wish) (ui.Component, error) {
	found, err := p.Places.Lodgings(ctx, where, w)
	if err != nil {
		return ui.Component{}, err
	}
	s.Listed = Listed{Lodgings: found.Places}
	return Accommodations.New(id, accommodationsOf(id, *s, found))
}

func listRestaurants(ctx context.Context, p *Planner, id string, s *State, where places.Area, w places.Wish) (ui.Component, error) {
	found, err := p.Places.Restaurants(ctx, where, w)
	if err != nil {
		return ui.Component{}, err
	}
	s.Listed = Listed{Restaurants: found.Places}
	return Restaurants.New(id, restaurantsOf(id, *s, found))
}
