package places_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/ui"
)

func reais(amount int64) *ui.Money { return &ui.Money{Amount: amount * 100, Currency: "BRL"} }

func TestLodgingsThatFitAParty(t *testing.T) {
	all := []places.Listing{
		{Place: places.Place{Name: "hotel"}, Kind: places.Hotel, Sleeps: 2, Night: reais(300)},
		{Place: places.Place{Name: "hostel"}, Kind: places.Hostel, Sleeps: 1, Night: reais(80)},
		{Place: places.Place{Name: "flat"}, Kind: places.Apartment, Sleeps: 4, Night: reais(500)},
		{Place: places.Place{Name: "real"}, Kind: places.Apartment},
	}
	for _, tt := range []struct {
		name  string
		wish  places.Wish
		want  []string
		notes []places.Note
	}{
		{"nothing wished: all", places.Wish{}, []string{"hotel", "hostel", "flat", "real"}, nil},
		{"a hotel has more rooms, a flat does not", places.Wish{Guests: 5}, []string{"hotel", "hostel", "real"}, []places.Note{{Place: "flat", Reason: places.TooSmall}}},
		{
			"the budget is that of the party, in all its rooms",
			places.Wish{Guests: 4, BudgetNight: 500},
			[]string{"hostel", "flat", "real"},
			[]places.Note{{Place: "hotel", Reason: places.OverBudget}},
		},
		{
			"a limit of a room is not that of the party",
			places.Wish{Guests: 4, BudgetRoom: 300},
			[]string{"hotel", "hostel", "real"},
			[]places.Note{{Place: "flat", Reason: places.OverBudget}},
		},
		{"an unknown price is not held against a place", places.Wish{Guests: 2, BudgetNight: 1}, []string{"real"}, []places.Note{
			{Place: "hotel", Reason: places.OverBudget}, {Place: "hostel", Reason: places.OverBudget}, {Place: "flat", Reason: places.OverBudget},
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			fit, notes := tt.wish.Fit(all)
			var got []string
			for _, l := range fit {
				got = append(got, l.Name)
			}
			if diff := cmp.Diff(tt.want, got) + cmp.Diff(tt.notes, notes); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestTheTotalIsForAllRoomsAndNights(t *testing.T) {
	hotel := places.Listing{Kind: places.Hotel, Sleeps: 2, Night: reais(300)}
	flat := places.Listing{Kind: places.Apartment, Sleeps: 4, Night: reais(500)}
	for _, tt := range []struct {
		name           string
		lodging        places.Listing
		guests, nights int
		want           *ui.Money
	}{
		{"one room", hotel, 2, 5, reais(1500)},
		{"three are two rooms", hotel, 3, 5, reais(3000)},
		{"a party unknown is one room", hotel, 0, 1, reais(300)},
		{"a flat is one price", flat, 4, 2, reais(1000)},
		{"a flat that is too small has none", flat, 5, 2, nil},
		{"no nights", flat, 2, 0, nil},
		{"a price unknown", places.Listing{Kind: places.Hotel, Sleeps: 2}, 2, 2, nil},
		{"rooms unknown", places.Listing{Kind: places.Hotel, Night: reais(1)}, 2, 2, nil},
	} {
		if diff := cmp.Diff(tt.want, tt.lodging.Total(places.Wish{Guests: tt.guests}, tt.nights)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tt.name, diff)
		}
	}
}

func TestRestaurantsThatFitDietsAndAllergies(t *testing.T) {
	all := []places.Listing{
		{Place: places.Place{Name: "Unknown"}},
		{Place: places.Place{Name: "Sea"}, Cuisines: []string{"regional", "seafood"}},
		{Place: places.Place{Name: "Grill"}, Cuisines: []string{"steak_house"}, Diets: []string{"gluten_free"}},
		{Place: places.Place{Name: "Pizza"}, Cuisines: []string{"pizza"}, Lacks: []string{"vegan"}, Person: reais(60)},
		{Place: places.Place{Name: "Pizza sem Glúten"}, Cuisines: []string{"pizza"}, Diets: []string{"gluten_free"}, Person: reais(90)},
		{Place: places.Place{Name: "Thai"}, Cuisines: []string{"thai"}, Diets: []string{"vegan", "vegetarian"}},
		{Place: places.Place{Name: "Rei do Camarão"}},
		{Place: places.Place{Name: "Vista do Mar"}},
		{Place: places.Place{Name: "Kiwi Bar"}},
		{Place: places.Place{Name: "Ice"}, Cuisines: []string{"ice_cream"}, Diets: []string{"lactose_free"}},
	}
	out := func(reason places.Reason, word string, names ...string) (notes []places.Note) {
		for _, n := range names {
			notes = append(notes, places.Note{Place: n, Reason: reason, Word: word})
		}
		return notes
	}
	const sea = "Rei do Camarão"
	for _, tt := range []struct {
		name  string
		wish  places.Wish
		first string
		out   []places.Note
	}{
		{"nothing wished", places.Wish{}, "Unknown", nil},
		{"shrimps", places.Wish{Allergies: []string{"camarões"}}, "Thai", out(places.Allergen, "camarões", "Sea", sea)},
		{"seafood in words", places.Wish{Allergies: []string{"frutos do mar"}}, "Thai", out(places.Allergen, "frutos do mar", "Sea", sea)},
		{"shellfish", places.Wish{Allergies: []string{"shellfish"}}, "Thai", out(places.Allergen, "shellfish", "Sea", sea)},
		{"peanuts", places.Wish{Allergies: []string{"amendoim"}}, "Unknown", out(places.Allergen, "amendoim", "Thai")},
		{"two in one", places.Wish{Allergies: []string{"amendoim e mariscos"}}, "Unknown", out(places.Allergen, "amendoim e mariscos", "Sea", "Thai", sea)},
		{"vegans first to who serves them, never to a no", places.Wish{Diets: []string{"vegana"}}, "Thai", out(places.WrongDiet, "vegana", "Sea", "Grill", "Pizza", "Ice")},
		{"what serves vegans serves vegetarians", places.Wish{Diets: []string{"vegetarian"}}, "Thai", out(places.WrongDiet, "vegetarian", "Sea", "Grill")},
		{"coeliacs eat pizza that is made for them", places.Wish{Diets: []string{"celíaco"}}, "Grill", out(places.WrongDiet, "celíaco", "Pizza")},
		{"lactose is no matter where there is none", places.Wish{Diets: []string{"sem lactose"}}, "Thai", out(places.WrongDiet, "sem lactose", "Pizza", "Pizza sem Glúten")},
		{"without lactose is not without milk", places.Wish{Allergies: []string{"leite"}}, "Thai", out(places.Allergen, "leite", "Pizza", "Pizza sem Glúten", "Ice")},
		{"one that we do not know goes by its name", places.Wish{Allergies: []string{"kiwi"}}, "Unknown", append(
			[]places.Note{{Reason: places.Unchecked, Word: "kiwi"}}, out(places.Allergen, "kiwi", "Kiwi Bar")...)},
		{"no word at all", places.Wish{Allergies: []string{"", "?"}, Diets: []string{" "}}, "Unknown", nil},
		{"a meal above the budget", places.Wish{BudgetPerson: 80}, "Unknown", out(places.OverBudget, "", "Pizza sem Glúten")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			fit, notes := tt.wish.Fit(all)
			if diff := cmp.Diff(tt.out, notes); diff != "" {
				t.Errorf("notes (-want +got)\n%s", diff)
			}
			left := 0
			for _, n := range notes {
				if n.Place != "" {
					left++
				}
			}
			if len(fit)+left != len(all) || fit[0].Name != tt.first {
				t.Errorf("fit %d of %d, first %q, want the rest, first %q", len(fit), len(all), fit[0].Name, tt.first)
			}
		})
	}
}

func TestBudgetsAreInWholeUnitsOfTheirCurrency(t *testing.T) {
	for _, m := range []ui.Money{{Amount: 10000, Currency: "BRL"}, {Amount: 100, Currency: "JPY"}, {Amount: 100000, Currency: "KWD"}} {
		r := []places.Listing{{Place: places.Place{Name: "r"}, Person: &m}}
		just, _ := places.Wish{BudgetPerson: 100}.Fit(r)
		none, _ := places.Wish{BudgetPerson: 99.99}.Fit(r)
		if len(just) != 1 || len(none) != 0 {
			t.Errorf("%v costs 100: found %d for that and %d for 99.99, want 1 and 0", m, len(just), len(none))
		}
	}
}

func TestANeedThatIsToldTwiceIsOne(t *testing.T) {
	w := places.Wish{Allergies: []string{"coeliac", "kiwi"}, Diets: []string{"Coeliac", "kiwi"}}
	found, notes := w.Fit([]places.Listing{{Place: places.Place{Name: "Trattoria"}, Cuisines: []string{"pasta"}}, {Place: places.Place{Name: "Mesa"}, Diets: []string{"gluten_free"}}})
	var unchecked []string
	for _, n := range notes {
		if n.Reason == places.Unchecked {
			unchecked = append(unchecked, n.Word)
		}
	}
	if len(found) != 1 || found[0].Name != "Mesa" || !slices.Equal(unchecked, []string{"kiwi"}) {
		t.Errorf("found %+v, unchecked %q, want Mesa alone and kiwi once", found, unchecked)
	}
}

func TestWhatAWishAsksOfAKitchenIsRead(t *testing.T) {
	for wish, want := range map[string]string{
		"vegetarianos": "vegetarianos /", "com minha filha celíaca": "celíaca /", "vegan and kosher": "vegan kosher /",
		"sem glúten": "/ glúten", "sem glúten, lactose e ovo": "/ glúten lactose ovo", "alérgico a camarão": "/ camarão", "nut-free": "/ nut",
		"sem peixe nem camarão": "/ peixe camarão", "lactose intolerant": "/ lactose", "I can't have shellfish": "/ shellfish", "we don’t eat fish": "/ fish", "nut allergy": "/ nut", "vegetariano, sem glúten": "vegetariano / glúten",
		"peixe": "/", "seafood by the sea": "/", "café da manhã": "/",
	} {
		diets, without := places.Asked(wish)
		if got := strings.TrimSpace(strings.Join(diets, " ") + " / " + strings.Join(without, " ")); got != want {
			t.Errorf("Asked(%q) = %q, want %q", wish, got, want)
		}
	}
	for pair, want := range map[[2]string]bool{
		{"celíaca", "Glúten"}: true, {"shrimp", "camarão"}: true, {"vegana", "vegan"}: true, {"coentro", "Coentro"}: true,
		{"vegano", "vegetariano"}: false, {"coentro", "alho"}: false,
	} {
		if got := places.SameFood(pair[0], pair[1]); got != want {
			t.Errorf("SameFood(%q) = %v, want %v", pair, got, want)
		}
	}
}
