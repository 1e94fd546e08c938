package trip

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/places"
	"github.com/maitre-dev/maitre/internal/voice"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

// A tool makes one list. To add one, add it here.
type tool struct {
	name  string
	about string   // what it lists, for the prompt
	words []string // how words begin that ask for it, folded
	call  func(ctx context.Context, p *Planner, r request) result
}

var tools = []tool{
	{
		ListAccommodations, "where to stay",
		strings.Split("hote,pousad,posada,hosped,hostel,albergue,airbnb,resort,flat,chale,apart,apto,ape ,quarto,suite,acomoda,aloj,lodg,accommod,acomod,dormir,sleep,pernoit,diaria,onde ficar,onde eu fico,onde a gente fica,lugar para ficar,lugar pra ficar,lugares para ficar,lugares pra ficar,place to stay,places to stay,where to stay,where can we stay,where can i stay,where should we stay,where should i stay,somewhere to stay,stay at,room ,rooms,guesthouse,guest house,beach house,lake house,house for,house to rent,cabin,villa ,bed and breakfast,bed breakfast,b b ,bnb,inn ,inns,donde quedar,donde dormir,habitacion,cabana,bangalo,glamping,camping,loft,studio,kitnet,casa de praia,casa na praia,casa de temporada,casa pra,casa para,casa com,uma casa,casinha,casarao,cama ,camas ,onde me hosped,bed for,beds,pra ficar,para ficar,recomendam ficar,recomenda ficar,indica ficar,estadia", ","),
		listLodgings,
	},
	{
		ListRestaurants, "where to eat",
		strings.Split("restaurant,comer ,comida,comemos,jantar,janta,almoc,lanch,cafe da manha fora,tomar cafe,gastronom,cozinha ,pizzaria,pizza,churrasc,sushi,bistro,boteco,botequim,bar ,bares,bars ,barzinho,pub ,pubs,cantina,rodizio,prato,culinaria,foodie,eat ,eating,eats,dinner,lunch,brunch,breakfast place,breakfast spot,dining,dine,food,seafood,frutos do mar,mariscos,peixe,camarao,lagosta,parrill,steak,cuisine,cenar,cena ,almorzar,fome,hungry,cafeteria,padaria,confeitaria,doceria,sorvete,sorvet,hamburg,burger,petisc,tapas,pasta place,vegan,vegetarian,sem gluten,coffee,cafes ,cerveja,chopp,drink,caipirinha,vinho,beer,wine,se come,come bem,come bien,come pra,japones,italian,mexican,acaraje,moqueca,mesa ,happy hour,ostra,alimenta,gente come,bacalhau,tasca,boulanger,creper,starving", ","),
		listRestaurants,
	},
}

// callTools calls the tools that the guest wants and shows what they find, or
// goes on with a place that the guest has picked.
func (p *Planner) callTools(ctx context.Context, s State, emit graph.Emit) (State, error) {
	if s.Details == nil {
		return s, ErrNoDetails
	}
	if x, text, ok := s.picked(); ok {
		return s.pick(ctx, x, text, emit)
	}
	if text, ok := s.aside(false); ok {
		return s.say(emit, text), nil
	}
	res, err := Choose.Do(ctx, p.Tasks, ChooseIn{Details: *s.Details, Messages: s.heard()})
	if err != nil {
		return s, err
	}
	if text, ok := s.aside(res.By == task.ByRule); ok {
		return s.say(emit, text), nil
	}
	return p.call(ctx, s, res.Out.Tools, emit)
}

// pick shows the place that was picked, if there is one.
func (s State) pick(ctx context.Context, x *shown, text string, emit graph.Emit) (State, error) {
	if x != nil {
		x.Language = s.Language
		card, err := Pick.New(graph.Key(ctx)+"-0", x.PickProps)
		if err != nil {
			return s, err
		}
		s.UI = []ui.Component{card}
		s.Picked = append(slices.Clip(s.Picked), x.Name)
		emit(event.UI, card)
	}
	return s.say(emit, text), nil
}

// call calls tools, all at once. One that fails leaves the others' results
// standing.
func (p *Planner) call(ctx context.Context, s State, chosen []string, emit graph.Emit) (State, error) {
	called := slices.DeleteFunc(slices.Clone(tools), func(t tool) bool { return !slices.Contains(chosen, t.name) })
	if len(called) == 0 {
		return s, ErrNoTool
	}
	r := request{State: s, wish: s.wish()}
	var err error
	if r.where, r.credit, err = p.locate(ctx, s); errors.Is(err, errNoPlace) {
		text := fmt.Sprintf(voice.In(s.Language).Trip.NoPlace, s.Details.Location)
		s.Details, s.Assumed = nil, nil
		return s.say(emit, text), nil
	} else if err != nil {
		return s, err
	}
	summary, err := summaryOf(graph.Key(ctx)+"-0", s)
	if err != nil {
		return s, err
	}
	results := make([]result, len(called))
	var wg sync.WaitGroup
	for i, t := range called {
		r := r
		r.id = fmt.Sprintf("%s-%d", graph.Key(ctx), i+1)
		emit(event.ToolCall, event.Call{ID: r.id, Tool: t.name, Input: s.Details})
		wg.Go(func() { results[i] = t.do(ctx, p, r) })
	}
	wg.Wait()
	if ctx.Err() != nil {
		return s, context.Cause(ctx)
	}
	s.UI, s.Listed = []ui.Component{summary}, Listed{}
	var failed []string
	for i, t := range called {
		r := results[i]
		told := event.Call{ID: r.id, Tool: t.name, MS: float64(r.took.Microseconds()) / 1000}
		if r.err != nil {
			told.Err = r.err.Error()
			emit(event.ToolError, told)
			failed = append(failed, t.name)
			continue
		}
		told.Output = r.report
		emit(event.ToolResult, told)
		s.UI = append(s.UI, r.shown)
		s.Listed.Lodgings = append(s.Listed.Lodgings, r.listed.Lodgings...)
		s.Listed.Restaurants = append(s.Listed.Restaurants, r.listed.Restaurants...)
	}
	for _, c := range s.UI {
		emit(event.UI, c)
	}
	return s.say(emit, s.answer(failed)), nil
}

// request is what a tool is asked.
type request struct {
	State
	id     string // of the call
	where  places.Area
	credit string // for where
	wish   places.Wish
}

// result is what came of a call.
type result struct {
	id     string
	shown  ui.Component
	listed Listed
	report report
	took   time.Duration
	err    error
}

// report is what the log says of a result.
type report struct {
	Found  int           `json:"found"`
	Source ui.Source     `json:"source,omitempty"`
	Notice places.Notice `json:"notice,omitempty"`
	Why    string        `json:"why,omitempty"` // what went wrong on the way
}

func reportOf[T places.Lodging | places.Restaurant](found places.Result[T]) report {
	r := report{Found: len(found.Places), Source: found.Source, Notice: found.Notice}
	if found.Err != nil {
		r.Why = found.Err.Error()
	}
	return r
}

// do calls the tool. A panic in it is an error of its own.
func (t tool) do(ctx context.Context, p *Planner, r request) (res result) {
	start := time.Now()
	defer func() {
		if v := recover(); v != nil {
			res.err = fmt.Errorf("%s broke down: %v", t.name, v)
		}
		res.id, res.took, res.shown.ToolCallID = r.id, time.Since(start), r.id
	}()
	return t.call(ctx, p, r)
}

// errNoPlace says that nobody knows a place of that name.
var errNoPlace = errors.New("trip: there is no such place")

// locate finds where the trip goes. A place is somewhere, even if who could
// tell where cannot be asked.
func (p *Planner) locate(ctx context.Context, s State) (_ places.Area, credit string, err error) {
	name := s.Details.Location
	all := meant(name, s.Messages)
	if len(all) == 0 && p.Locate != nil {
		all, err = p.Locate(ctx, name) // without it there are no live places, which is said
		if ctx.Err() != nil {
			return places.Area{}, "", context.Cause(ctx)
		}
		credit = p.Credit
	}
	bare, _, _ := strings.Cut(name, ",")
	switch {
	case len(all) == 0 && err != nil:
		return places.Area{Name: bare}, "", nil
	case len(all) == 0:
		return places.Area{Name: bare}, "", errNoPlace
	}
	return places.Area{Name: all[0].Name, Country: all[0].Country, Lat: all[0].Lat, Lon: all[0].Lon}, credit, nil
}

func listLodgings(ctx context.Context, p *Planner, r request) (res result) {
	found, err := p.Places.Lodgings(ctx, r.where, r.wish)
	if err != nil {
		return result{err: err}
	}
	found.Places = best(r.order(), found.Places, func(l places.Lodging) string { return l.Name }, func(l places.Lodging) *ui.Money {
		return l.Total(r.wish.Guests, r.wish.Nights)
	})
	res.listed.Lodgings, res.report = found.Places, reportOf(found)
	res.shown, res.err = Accommodations.New(r.id, accommodationsOf(r, found))
	return res
}

func listRestaurants(ctx context.Context, p *Planner, r request) (res result) {
	found, err := p.Places.Restaurants(ctx, r.where, r.wish)
	if err != nil {
		return result{err: err}
	}
	found.Places = best(r.order(), found.Places, func(x places.Restaurant) string { return x.Name }, func(x places.Restaurant) *ui.Money { return x.Person })
	res.listed.Restaurants, res.report = found.Places, reportOf(found)
	res.shown, res.err = Restaurants.New(r.id, restaurantsOf(r, found))
	return res
}
