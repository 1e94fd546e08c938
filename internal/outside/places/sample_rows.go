package places

import "strings"

// words are what made-up names consist of, in one language. The heads say that
// the place is none.
type words struct {
	language int // 0 Portuguese, 1 Spanish, 2 English
	form     string
	heads    []string
	tails    []string
	street   string
}

var (
	portuguese = words{
		0, "%s %s %s",
		[]string{"Exemplo", "Faz de Conta", "Era Uma Vez", "Amostra", "Imaginação"},
		[]string{"das Palmeiras", "do Sol", "da Praça", "do Mirante", "do Jardim", "da Lua", "das Flores", "do Sabiá", "da Brisa", "do Ipê", "das Redes", "da Varanda"},
		"Rua Exemplo, %d",
	}
	spanish = words{
		1, "%s %s %s",
		[]string{"Ejemplo", "Érase Una Vez", "Muestra", "De Mentira", "Fantasía"},
		[]string{"del Sol", "de la Plaza", "del Mirador", "del Jardín", "de la Luna", "de las Flores", "del Colibrí", "de la Brisa", "del Olivo", "del Patio", "de la Fuente", "del Faro"},
		"Calle Ejemplo %d",
	}
	english = words{
		2, "The %[2]s %[3]s %[1]s",
		[]string{"Example", "Make-Believe", "Once-Upon-a-Time", "Sample", "Imaginary"},
		[]string{"Garden", "Moonlight", "Lantern", "Robin", "Orchard", "Harvest", "Sunrise", "Willow", "Maple", "Terrace", "Clover", "Breeze"},
		"%d Example Street",
	}
)

// wordsOf returns the words for a country; where it is unknown, and where none
// of the languages is spoken, the house's own, Portuguese.
func wordsOf(country string) words {
	switch strings.ToUpper(country) {
	case "AR", "BO", "CL", "CO", "CR", "CU", "DO", "EC", "ES", "GT", "HN", "MX", "NI", "PA", "PE", "PR", "PY", "SV", "UY", "VE":
		return spanish
	case "AU", "CA", "GB", "IE", "NZ", "US", "ZA":
		return english
	default:
		return portuguese
	}
}

// The prices are in reais of a middling Brazilian city, made up like the rest.
// Among the first eight rows of each is something for every party and almost every diet.
var (
	sampleLodgings = []struct {
		is     [3]string
		kind   Kind
		sleeps int
		stars  int
		night  float64
	}{
		{[3]string{"Pousada", "Posada", "Guest House"}, GuestHouse, 2, 0, 260},
		{[3]string{"Hotel", "Hotel", "Hotel"}, Hotel, 2, 3, 340},
		{[3]string{"Hostel", "Hostal", "Hostel"}, Hostel, 1, 0, 75},
		{[3]string{"Apartamento", "Apartamento", "Apartment"}, Apartment, 4, 0, 390},
		{[3]string{"Casa", "Casa", "House"}, Apartment, 8, 0, 780},
		{[3]string{"Hotel", "Hotel", "Hotel"}, Hotel, 3, 4, 520},
		{[3]string{"Pousada", "Posada", "Guest House"}, GuestHouse, 4, 0, 430},
		{[3]string{"Estúdio", "Estudio", "Studio"}, Apartment, 2, 0, 230},
		{[3]string{"Grande Hotel", "Gran Hotel", "Grand Hotel"}, Hotel, 2, 5, 1150},
		{[3]string{"Chalé", "Cabaña", "Cottage"}, Apartment, 6, 0, 610},
		{[3]string{"Albergue", "Albergue", "Hostel"}, Hostel, 1, 0, 60},
		{[3]string{"Pousada", "Posada", "Inn"}, GuestHouse, 5, 0, 480},
	}

	sampleRestaurants = []struct {
		is       [3]string
		cuisines string
		diets    string
		hours    string
		person   float64
	}{
		{[3]string{"Cozinha", "Cocina", "Kitchen"}, "regional", "vegetarian pescetarian", "Mo-Su 11:30-22:00", 65},
		{[3]string{"Horta", "Huerta", "Greens"}, "vegan", "vegan vegetarian pescetarian lactose_free gluten_free", "Tu-Su 12:00-21:00", 55},
		{[3]string{"Peixaria", "Marisquería", "Seafood House"}, "seafood", "pescetarian gluten_free", "Tu-Su 12:00-23:00", 110},
		{[3]string{"Churrascaria", "Parrilla", "Steakhouse"}, "steak_house", "gluten_free", "Mo-Su 12:00-23:00", 130},
		{[3]string{"Pizzaria", "Pizzería", "Pizzeria"}, "pizza italian", "vegetarian pescetarian", "Mo-Su 18:00-23:30", 60},
		{[3]string{"Mesa Árabe", "Mesa Árabe", "Levant Table"}, "lebanese", "halal vegetarian vegan pescetarian", "Mo-Sa 12:00-22:00", 70},
		{[3]string{"Mesa sem Glúten", "Mesa sin Gluten", "Gluten-Free Table"}, "regional", "gluten_free lactose_free vegetarian pescetarian", "We-Su 12:00-22:00", 75},
		{[3]string{"Bistrô", "Bistró", "Bistro"}, "french", "vegetarian pescetarian", "Tu-Sa 19:00-23:00", 160},
		{[3]string{"Cantina", "Trattoria", "Trattoria"}, "italian pasta", "vegetarian pescetarian", "Tu-Su 12:00-22:30", 85},
		{[3]string{"Sushi", "Sushi", "Sushi Bar"}, "sushi japanese", "pescetarian", "Tu-Su 18:30-23:00", 120},
		{[3]string{"Boteco", "Taberna", "Tavern"}, "regional", "", "Mo-Sa 17:00-00:00", 50},
		{[3]string{"Deli", "Deli", "Deli"}, "jewish", "kosher pescetarian", "Su-Th 11:00-20:00", 80},
	}
)

// perReal is about what a real buys of other currencies: enough for prices that
// are made up to look like prices.
var perReal = map[string]float64{
	"BRL": 1, "ARS": 250, "BOB": 1.3, "CLP": 175, "COP": 750, "EUR": 0.17, "GBP": 0.14, "JPY": 28,
	"MXN": 3.4, "PEN": 0.65, "PYG": 1350, "USD": 0.19, "UYU": 7.5,
}

const perReal0 = 0.2
