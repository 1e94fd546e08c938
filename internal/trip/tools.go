package trip

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/maitre-dev/maitre/internal/places"
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
	shown ui.Component
	err   error
}

// do calls the tool. A panic in it is an error of its own.
func (t tool) do(ctx context.Context, p *Planner, r request) (res result) {
	defer func() {
		if v := recover(); v != nil {
			res.err = fmt.Errorf("%s broke down: %v", t.name, v)
		}
		res.shown.ToolCallID = r.id
	}()
	return t.call(ctx, p, r)
}

// errNoPlace says that nobody knows a place of that name.
var errNoPlace = errors.New("trip: there is no such place")

// locate finds where the trip goes. A place is somewhere, even if who could
// tell where cannot be asked.
func (p *Planner) locate(ctx context.Context, s State) (_ places.Area, credit string, err error) {
	name := s.Details.Location
	all := meant(name, nil)
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
	found.Places = best(order{}, found.Places, func(l places.Lodging) *ui.Money {
		return l.Total(r.wish.Guests, r.wish.Nights)
	})
	res.shown, res.err = Accommodations.New(r.id, accommodationsOf(r, found))
	return res
}

func listRestaurants(ctx context.Context, p *Planner, r request) (res result) {
	found, err := p.Places.Restaurants(ctx, r.where, r.wish)
	if err != nil {
		return result{err: err}
	}
	found.Places = best(order{}, found.Places, func(x places.Restaurant) *ui.Money { return x.Person })
	res.shown, res.err = Restaurants.New(r.id, restaurantsOf(r, found))
	return res
}
