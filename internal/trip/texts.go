package trip

import (
	"fmt"
	"strings"

	"github.com/maitre-dev/maitre/internal/places"
	"github.com/maitre-dev/maitre/lang"
)

// texts are what the planner says. A language is added here.
var texts = map[lang.Language]phrases{
	lang.Portuguese: {
		and: "e", or: "ou",
		where: "Que bom, vamos planejar! Para onde você quer ir?",
		which: "Há mais de um lugar com esse nome. Qual deles: %s?",
		trip: func(d Details, from, to, nights, people string) string {
			return fmt.Sprintf("%s, de %s a %s (%s), para %s.", d.Location, from, to, nights, people)
		},
		day:     func(day int, month string, year int) string { return fmt.Sprintf("%d de %s de %d", day, month, year) },
		months:  [12]string{"janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro", "dezembro"},
		night:   [2]string{"noite", "noites"},
		person:  [2]string{"pessoa", "pessoas"},
		assumed: "Como você não disse, supus %s.",
		fields:  map[string]string{"startDate": "a ida", "endDate": "a volta", "dates": "as datas"},
		stay:    "Onde ficar:", eat: "Onde comer:",
		noLodging: "Não encontrei hospedagem que sirva.", noRestaurant: "Não encontrei restaurante que sirva.",
		kinds:    map[places.Kind]string{places.Hotel: "hotel", places.Hostel: "hostel", places.GuestHouse: "pousada", places.Apartment: "casa ou apartamento"},
		perNight: "%s por noite", inAll: "%s no total", rooms: "%d quartos a %s cada", beds: "%d camas a %s cada",
		perPerson: "cerca de %s por pessoa", noPrice: "preço não informado",
		sample: "exemplo", sampleNote: "Os lugares marcados como exemplo são inventados, só para mostrar como funciona.",
		leftOut: "Deixei de fora: %s.", more: "mais %d", overBudget: "%d acima do seu orçamento", tooSmall: "%d sem espaço para todos",
		unchecked: "Não tenho como verificar: %s. Pergunte ao restaurante.",
		notices: map[places.Notice]string{
			places.Stale: "A fonte está fora do ar: isto é o que ela disse da última vez.",
			places.Down:  "A fonte está fora do ar: mostro exemplos no lugar.",
		},
		source:   "Fonte: ",
		avoiding: "Levei em conta: %s. Mesmo assim, confirme com a cozinha.",
		unknown:  "Não consegui verificar agora o que você não pode comer: avise o restaurante.",
		failed:   map[string]string{ListAccommodations: "Não consegui procurar hospedagem agora. Tente de novo daqui a pouco.", ListRestaurants: "Não consegui procurar restaurantes agora. Tente de novo daqui a pouco."},
		next:     "Para escolher, diga por exemplo \"quero o segundo\". Também posso mudar as datas, as pessoas ou o destino.",
		pick:     "Boa escolha: %s.", pickNo: "Só mostrei %s. Qual você prefere?", contact: "Para reservar: %s.",
		phone:      "Para reservar, ligue para o telefone que está no cartão.",
		noContact:  "Não tenho site nem telefone desse lugar; procure pelo nome.",
		samplePick: "É um lugar de exemplo, inventado: não dá para reservar de verdade.",
	},
	lang.English: {
		and: "and", or: "or",
		where: "Lovely, let's plan! Where would you like to go?",
		which: "There is more than one place of that name. Which one: %s?",
		trip: func(d Details, from, to, nights, people string) string {
			return fmt.Sprintf("%s, %s to %s (%s), for %s.", d.Location, from, to, nights, people)
		},
		day:     func(day int, month string, year int) string { return fmt.Sprintf("%s %d, %d", month, day, year) },
		months:  [12]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"},
		night:   [2]string{"night", "nights"},
		person:  [2]string{"person", "people"},
		assumed: "As you did not say, I assumed %s.",
		fields:  map[string]string{"startDate": "the day you arrive", "endDate": "the day you leave", "dates": "the dates"},
		stay:    "Where to stay:", eat: "Where to eat:",
		noLodging: "I found no place to stay that fits.", noRestaurant: "I found no restaurant that fits.",
		kinds:    map[places.Kind]string{places.Hotel: "hotel", places.Hostel: "hostel", places.GuestHouse: "guest house", places.Apartment: "house or apartment"},
		perNight: "%s a night", inAll: "%s in all", rooms: "%d rooms at %s each", beds: "%d beds at %s each",
		perPerson: "about %s a person", noPrice: "price not known",
		sample: "sample", sampleNote: "Places marked as sample are made up, only to show how it works.",
		leftOut: "I left out: %s.", more: "%d more", overBudget: "%d above your budget", tooSmall: "%d too small for all of you",
		unchecked: "I have no way to check: %s. Please ask the restaurant.",
		notices: map[places.Notice]string{
			places.Stale: "The source is down: this is what it said last time.",
			places.Down:  "The source is down: I show samples instead.",
		},
		source:   "Source: ",
		avoiding: "I kept in mind: %s. Please confirm with the kitchen all the same.",
		unknown:  "I could not check just now what you must not eat: please tell the restaurant.",
		failed:   map[string]string{ListAccommodations: "I could not look for places to stay just now. Please try again in a while.", ListRestaurants: "I could not look for restaurants just now. Please try again in a while."},
		next:     "To choose, say for example \"the second one\". I can also change the dates, the party or the place.",
		pick:     "Good choice: %s.", pickNo: "I showed only %s. Which one would you like?", contact: "To book: %s.",
		phone:      "To book, call the number on the card.",
		noContact:  "I have no site or phone of this place; look for it by name.",
		samplePick: "It is a sample place, made up: it cannot really be booked.",
	},
	lang.Spanish: {
		and: "y", or: "o",
		where: "¡Qué bueno, vamos a planear! ¿Adónde quiere ir?",
		which: "Hay más de un lugar con ese nombre. ¿Cuál de ellos: %s?",
		trip: func(d Details, from, to, nights, people string) string {
			return fmt.Sprintf("%s, del %s al %s (%s), para %s.", d.Location, from, to, nights, people)
		},
		day:     func(day int, month string, year int) string { return fmt.Sprintf("%d de %s de %d", day, month, year) },
		months:  [12]string{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"},
		night:   [2]string{"noche", "noches"},
		person:  [2]string{"persona", "personas"},
		assumed: "Como no lo dijo, supuse %s.",
		fields:  map[string]string{"startDate": "la ida", "endDate": "la vuelta", "dates": "las fechas"},
		stay:    "Dónde alojarse:", eat: "Dónde comer:",
		noLodging: "No encontré alojamiento que sirva.", noRestaurant: "No encontré restaurante que sirva.",
		kinds:    map[places.Kind]string{places.Hotel: "hotel", places.Hostel: "hostal", places.GuestHouse: "posada", places.Apartment: "casa o apartamento"},
		perNight: "%s por noche", inAll: "%s en total", rooms: "%d habitaciones a %s cada una", beds: "%d camas a %s cada una",
		perPerson: "unos %s por persona", noPrice: "precio no informado",
		sample: "ejemplo", sampleNote: "Los lugares marcados como ejemplo son inventados, solo para mostrar cómo funciona.",
		leftOut: "Dejé fuera: %s.", more: "%d más", overBudget: "%d por encima de su presupuesto", tooSmall: "%d sin espacio para todos",
		unchecked: "No tengo cómo verificar: %s. Pregunte al restaurante.",
		notices: map[places.Notice]string{
			places.Stale: "La fuente no responde: esto es lo que dijo la última vez.",
			places.Down:  "La fuente no responde: muestro ejemplos en su lugar.",
		},
		source:   "Fuente: ",
		avoiding: "Tuve en cuenta: %s. Aun así, confirme con la cocina.",
		unknown:  "No pude verificar ahora lo que usted no puede comer: avise al restaurante.",
		failed:   map[string]string{ListAccommodations: "No pude buscar alojamiento ahora. Inténtelo de nuevo en un rato.", ListRestaurants: "No pude buscar restaurantes ahora. Inténtelo de nuevo en un rato."},
		next:     "Para elegir, diga por ejemplo \"quiero el segundo\". También puedo cambiar las fechas, las personas o el destino.",
		pick:     "Buena elección: %s.", pickNo: "Solo mostré %s. ¿Cuál prefiere?", contact: "Para reservar: %s.",
		phone:      "Para reservar, llame al teléfono que está en la tarjeta.",
		noContact:  "No tengo sitio ni teléfono de ese lugar; búsquelo por su nombre.",
		samplePick: "Es un lugar de ejemplo, inventado: no se puede reservar de verdad.",
	},
}

// cuisines says kinds of kitchen, which have their names of OpenStreetMap, in a
// language. One that is not in the list keeps its name.
func cuisines(some []string, l lang.Language) string {
	said := make([]string, len(some))
	for i, c := range some {
		said[i] = strings.ReplaceAll(c, "_", " ")
		if in, ok := kitchens[c]; ok && l == lang.Portuguese {
			said[i] = in[0]
		} else if ok && l == lang.Spanish {
			said[i] = in[1]
		}
	}
	return strings.Join(said, ", ")
}

// kitchens are in Portuguese and Spanish.
var kitchens = map[string][2]string{
	"american": {"americana", "estadounidense"}, "arab": {"árabe", "árabe"}, "argentinian": {"argentina", "argentina"}, "asian": {"asiática", "asiática"},
	"barbecue": {"churrasco", "parrilla"}, "brazilian": {"brasileira", "brasileña"}, "breakfast": {"café da manhã", "desayuno"}, "burger": {"hambúrguer", "hamburguesas"},
	"cake": {"doces", "pasteles"}, "chicken": {"frango", "pollo"}, "chinese": {"chinesa", "china"}, "coffee_shop": {"cafeteria", "cafetería"}, "crepe": {"crepe", "crepes"},
	"fish": {"peixe", "pescado"}, "french": {"francesa", "francesa"}, "german": {"alemã", "alemana"}, "grill": {"grelhados", "a la parrilla"}, "ice_cream": {"sorvete", "helado"},
	"indian": {"indiana", "india"}, "international": {"internacional", "internacional"}, "italian": {"italiana", "italiana"}, "japanese": {"japonesa", "japonesa"},
	"jewish": {"judaica", "judía"}, "korean": {"coreana", "coreana"}, "lebanese": {"libanesa", "libanesa"}, "local": {"local", "local"}, "mediterranean": {"mediterrânea", "mediterránea"},
	"mexican": {"mexicana", "mexicana"}, "pasta": {"massas", "pastas"}, "peruvian": {"peruana", "peruana"}, "pizza": {"pizza", "pizza"}, "portuguese": {"portuguesa", "portuguesa"},
	"regional": {"regional", "regional"}, "sandwich": {"sanduíches", "sándwiches"}, "seafood": {"frutos do mar", "mariscos"}, "spanish": {"espanhola", "española"},
	"steak_house": {"carnes", "carnes"}, "sushi": {"sushi", "sushi"}, "thai": {"tailandesa", "tailandesa"}, "vegan": {"vegana", "vegana"}, "vegetarian": {"vegetariana", "vegetariana"},
}
