package trip

import (
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/lang"
)

// A tool makes one list, as trip.tools chooses them.
type tool struct {
	name  string
	about string   // what it lists, for the prompt
	words []string // how words begin that ask for it, folded
}

var tools = []tool{
	{
		ListAccommodations, "where to stay",
		strings.Split("hote,pousad,posada,hosped,hostel,albergue,airbnb,resort,flat,chale,apart,apto,ape ,quarto,suite,acomoda,aloj,lodg,accommod,acomod,dormir,sleep,pernoit,diaria,onde ficar,onde eu fico,onde a gente fica,lugar para ficar,lugar pra ficar,lugares para ficar,lugares pra ficar,place to stay,places to stay,where to stay,where can we stay,where can i stay,where should we stay,where should i stay,somewhere to stay,stay at,room ,rooms,guesthouse,guest house,beach house,lake house,house for,house to rent,cabin,villa ,bed and breakfast,bed breakfast,b b ,bnb,inn ,inns,donde quedar,donde dormir,habitacion,cabana,bangalo,glamping,camping,loft,studio,kitnet,casa de praia,casa na praia,casa de temporada,casa pra,casa para,casa com,uma casa,casinha,casarao,cama ,camas ,onde me hosped,bed for,beds,pra ficar,para ficar,recomendam ficar,recomenda ficar,indica ficar,estadia", ","),
	},
	{
		ListRestaurants, "where to eat",
		strings.Split("restaurant,comer ,comida,comemos,jantar,janta,almoc,lanch,cafe da manha fora,tomar cafe,gastronom,cozinha ,pizzaria,pizza,churrasc,sushi,bistro,boteco,botequim,bar ,bares,bars ,barzinho,pub ,pubs,cantina,rodizio,prato,culinaria,foodie,eat ,eating,eats,dinner,lunch,brunch,breakfast place,breakfast spot,dining,dine,food,seafood,frutos do mar,mariscos,peixe,camarao,lagosta,parrill,steak,cuisine,cenar,cena ,almorzar,fome,hungry,cafeteria,padaria,confeitaria,doceria,sorvete,sorvet,hamburg,burger,petisc,tapas,pasta place,vegan,vegetarian,sem gluten,coffee,cafes ,cerveja,chopp,drink,caipirinha,vinho,beer,wine,se come,come bem,come bien,come pra,japones,italian,mexican,acaraje,moqueca,mesa ,happy hour,ostra,alimenta,gente come,bacalhau,tasca,boulanger,creper,starving", ","),
	},
}

// request is what a card is made for.
type request struct {
	details  Details
	party    places.Wish
	language lang.Language
	never    hook.Constraints
	id       string // of the call
	credit   string // for the place
	trip     *TripProps
}
