package trip

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/lang"
)

// withDiet adds to what is known of the party what a wish asks of kitchens: "vegana", "sem
// glúten". It reports whether the wish is one.
func withDiet(wish string, c *hook.Constraints) bool {
	diets, without := places.Asked(wish)
	news := func(words []string) []string {
		return slices.DeleteFunc(words, func(w string) bool {
			return slices.ContainsFunc(slices.Concat(c.Diets, c.Allergies), func(known string) bool { return places.SameFood(known, w) })
		})
	}
	asks := len(diets)+len(without) > 0
	c.Diets = append(slices.Clip(c.Diets), news(diets)...)
	c.Allergies = append(slices.Clip(c.Allergies), news(without)...)
	return asks
}

// plainWords folds a text, but keeps its commas as words.
func plainWords(text string) string {
	clauses := strings.Split(text, ",")
	for i, c := range clauses {
		clauses[i] = lang.Fold(c)
	}
	return " " + strings.Join(clauses, " , ") + " "
}

// containsAny reports whether a word of a folded text begins as one of some do.
func containsAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, " "+w) })
}

// lodgings are the kinds and how words for them begin, folded.
var lodgings = []struct {
	kind  places.Kind
	words []string
}{
	{places.Hotel, []string{"hotel", "hoteis", "resort"}},
	{places.Hostel, []string{"hostel", "hostal", "albergue", "backpacker"}},
	{places.GuestHouse, []string{"pousad", "posada", "guesthouse", "guest house", "bed and breakfast", "bed breakfast", "b b ", "bnb", "inn ", "inns "}},
	{places.Apartment, []string{"apart", "apto", "flat ", "flats ", "airbnb", "casa de temporada", "casa de praia", "casa na praia", "casa com", "casa pra", "casa para", "uma casa", "casas ", "beach house", "house for", "house to rent", "studio", "kitnet", "loft", "villa ", "condo", "departamento"}},
}
