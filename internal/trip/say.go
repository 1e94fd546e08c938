package trip

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/places"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

// phrases are what the planner says in one language.
type phrases struct {
	where, which, or         string
	perNight, inAll, noPrice string
	perPerson                string
	noLodging, noRestaurant  string
	sample, sampleNote       string
	found, failed, next      string
	assumed, unknown         string
	avoiding                 string
	kinds                    map[places.Kind]string
	fields                   map[string]string
	months                   [12]string
	trip                     func(d Details, months [12]string) string
	pick, pickNo, contact    string
	noContact, samplePick    string
	leftOut                  string
	notices                  map[places.Notice]string
}

var texts = map[lang.Language]phrases{
	lang.Portuguese: {
		where: "Que bom, vamos planejar! Para onde você quer ir?",
		which: "Qual deles: %s?", or: "ou",
		perNight: "%s por noite", inAll: "%s no total", noPrice: "preço não informado", perPerson: "cerca de %s por pessoa",
		noLodging: "Não encontrei hospedagem que sirva.", noRestaurant: "Não encontrei restaurante que sirva.",
		sample: "exemplo", sampleNote: "Os lugares marcados como exemplo são inventados, só para mostrar como funciona.",
		found: "Encontrei opções para a sua viagem.", failed: "Não consegui consultar %s agora.", next: "Diga \"quero o segundo\" para escolher, ou mude datas, pessoas ou destino.",
		assumed: "Como você não disse, supus %s.", unknown: "Não consegui verificar suas alergias agora: confirme com o restaurante.",
		avoiding: "Levei em conta: %s. Confirme sempre com a cozinha.",
		kinds:    map[places.Kind]string{places.Hotel: "hotel", places.Hostel: "hostel", places.GuestHouse: "pousada", places.Apartment: "apartamento"},
		fields:   map[string]string{"startDate": "as datas", "endDate": "a volta", "numberOfGuests": "2 pessoas", ListAccommodations: "as hospedagens", ListRestaurants: "os restaurantes"},
		months:   [12]string{"janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro", "dezembro"},
		trip: func(d Details, months [12]string) string {
			return fmt.Sprintf("%s, de %s a %s (%s), %s", d.Location, dayPT(d.StartDate, months), dayPT(d.EndDate, months), plural(d.Nights(), "noite", "noites"), plural(d.NumberOfGuests, "pessoa", "pessoas"))
		},
		pick: "Boa escolha: %s.", pickNo: "Mostrei só %s. Qual deles?", contact: "Para reservar: %s.", noContact: "Não tenho site nem telefone desse lugar: procure pelo nome.", samplePick: "É um lugar de exemplo: não dá para reservar de verdade.",
		leftOut: "Deixei de fora: %s.",
		notices: map[places.Notice]string{places.Stale: "A fonte está fora do ar: isto é o que ela disse antes.", places.Down: "A fonte está fora do ar: estes são exemplos."},
	},
	lang.English: {
		where: "Lovely, let's plan! Where would you like to go?",
		which: "Which one: %s?", or: "or",
		perNight: "%s a night", inAll: "%s in all", noPrice: "price not known", perPerson: "about %s a person",
		noLodging: "I found no place to stay that fits.", noRestaurant: "I found no restaurant that fits.",
		sample: "sample", sampleNote: "Places marked as sample are made up, only to show how it works.",
		found: "Here is what I found for your trip.", failed: "I could not look up %s just now.", next: "Say \"the second one\" to choose, or change dates, party or place.",
		assumed: "As you did not say, I assumed %s.", unknown: "I could not check your allergies just now: please confirm with the restaurant.",
		avoiding: "I kept in mind: %s. Always confirm with the kitchen.",
		kinds:    map[places.Kind]string{places.Hotel: "hotel", places.Hostel: "hostel", places.GuestHouse: "guest house", places.Apartment: "apartment"},
		fields:   map[string]string{"startDate": "the dates", "endDate": "the day you leave", "numberOfGuests": "2 people", ListAccommodations: "places to stay", ListRestaurants: "restaurants"},
		months:   [12]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"},
		trip: func(d Details, months [12]string) string {
			return fmt.Sprintf("%s, %s to %s (%s), %s", d.Location, dayEN(d.StartDate, months), dayEN(d.EndDate, months), plural(d.Nights(), "night", "nights"), plural(d.NumberOfGuests, "person", "people"))
		},
		pick: "Good choice: %s.", pickNo: "I showed only %s. Which one?", contact: "To book: %s.", noContact: "I have no site or phone of this place: look for it by name.", samplePick: "It is a sample place: it cannot really be booked.",
		leftOut: "I left out: %s.",
		notices: map[places.Notice]string{places.Stale: "The source is down: this is what it said before.", places.Down: "The source is down: these are samples."},
	},
	lang.Spanish: {
		where: "¡Qué bueno, vamos a planear! ¿Adónde quiere ir?",
		which: "¿Cuál de ellos: %s?", or: "o",
		perNight: "%s por noche", inAll: "%s en total", noPrice: "precio no informado", perPerson: "unos %s por persona",
		noLodging: "No encontré alojamiento que sirva.", noRestaurant: "No encontré restaurante que sirva.",
		sample: "ejemplo", sampleNote: "Los lugares marcados como ejemplo son inventados, solo para mostrar cómo funciona.",
		found: "Encontré opciones para su viaje.", failed: "No pude consultar %s ahora.", next: "Diga \"quiero el segundo\" para elegir, o cambie fechas, personas o destino.",
		assumed: "Como no lo dijo, supuse %s.", unknown: "No pude verificar sus alergias ahora: confirme con el restaurante.",
		avoiding: "Tuve en cuenta: %s. Confirme siempre con la cocina.",
		kinds:    map[places.Kind]string{places.Hotel: "hotel", places.Hostel: "hostal", places.GuestHouse: "posada", places.Apartment: "apartamento"},
		fields:   map[string]string{"startDate": "las fechas", "endDate": "la vuelta", "numberOfGuests": "2 personas", ListAccommodations: "los alojamientos", ListRestaurants: "los restaurantes"},
		months:   [12]string{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"},
		trip: func(d Details, months [12]string) string {
			return fmt.Sprintf("%s, del %s al %s (%s), %s", d.Location, dayPT(d.StartDate, months), dayPT(d.EndDate, months), plural(d.Nights(), "noche", "noches"), plural(d.NumberOfGuests, "persona", "personas"))
		},
		pick: "Buena elección: %s.", pickNo: "Mostré solo %s. ¿Cuál de ellos?", contact: "Para reservar: %s.", noContact: "No tengo sitio ni teléfono de ese lugar: búsquelo por su nombre.", samplePick: "Es un lugar de ejemplo: no se puede reservar de verdad.",
		leftOut: "Dejé fuera: %s.",
		notices: map[places.Notice]string{places.Stale: "La fuente no responde: esto es lo que dijo antes.", places.Down: "La fuente no responde: estos son ejemplos."},
	},
}

func dayPT(d ui.Date, months [12]string) string {
	t := dayOf(string(d))
	return fmt.Sprintf("%d de %s de %d", t.Day(), months[t.Month()-1], t.Year())
}

func dayEN(d ui.Date, months [12]string) string {
	t := dayOf(string(d))
	return fmt.Sprintf("%s %d, %d", months[t.Month()-1], t.Day(), t.Year())
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}

// summary says the trip, and what of it was assumed.
func (w phrases) summary(p SummaryProps) string {
	text := w.trip(p.TripDetails, w.months) + "."
	var assumed []string
	for _, f := range p.Assumed {
		if f == "endDate" && slices.Contains(p.Assumed, "startDate") {
			continue // the dates are assumed
		}
		assumed = append(assumed, w.fields[f])
	}
	if len(assumed) > 0 {
		text += " " + fmt.Sprintf(w.assumed, strings.Join(assumed, ", "))
	}
	return text
}

// answer says in words what the components show.
func (s State) answer(failed []string) string {
	w := texts[s.Language]
	var lines []string
	sample := false
	for _, c := range s.UI {
		lines = append(lines, c.Text)
		sample = sample || strings.Contains(c.Text, "["+w.sample+"]")
	}
	for _, f := range failed {
		lines = append(lines, fmt.Sprintf(w.failed, w.fields[f]))
	}
	avoid := slices.Concat(s.Constraints.Allergies, s.Constraints.Diets)
	switch {
	case s.Constraints.Unknown:
		lines = append(lines, w.unknown)
	case len(avoid) > 0 && len(s.Listed.Restaurants) > 0:
		lines = append(lines, fmt.Sprintf(w.avoiding, strings.Join(avoid, ", ")))
	}
	if sample {
		lines = append(lines, w.sampleNote)
	}
	if len(s.Listed.Lodgings)+len(s.Listed.Restaurants) > 0 {
		lines = append(lines, w.next)
	}
	return strings.Join(lines, "\n\n")
}
