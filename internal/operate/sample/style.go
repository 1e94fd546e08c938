package sample

import "math/rand/v2"

// style is a kind of beer, what it is like, and when people drink it.
type style struct {
	name   string
	share  int    // how common it is
	abv    span   // in tenths of a percent
	ibu    span   //
	price  span   // of a pack, in quarters of a dollar
	season [4]int // how much it is bought from January, April, July and October on
}

var (
	always = [4]int{4, 4, 4, 4}
	warm   = [4]int{1, 5, 9, 2}
	cold   = [4]int{8, 3, 1, 7}
	autumn = [4]int{1, 1, 3, 14}
)

var styles = []style{
	{"IPA", 14, span{60, 75}, span{50, 75}, span{44, 60}, always},
	{"Hazy IPA", 11, span{60, 80}, span{25, 50}, span{56, 80}, [4]int{3, 5, 5, 3}},
	{"Double IPA", 5, span{78, 92}, span{65, 100}, span{60, 84}, [4]int{5, 4, 3, 5}},
	{"Session IPA", 4, span{42, 49}, span{30, 45}, span{40, 52}, warm},
	{"Pale Ale", 11, span{48, 60}, span{28, 45}, span{38, 52}, always},
	{"Lager", 9, span{42, 54}, span{12, 28}, span{34, 48}, [4]int{3, 4, 6, 4}},
	{"Pilsner", 9, span{46, 54}, span{25, 42}, span{38, 52}, [4]int{3, 5, 6, 3}},
	{"Kölsch", 4, span{44, 52}, span{16, 26}, span{40, 52}, warm},
	{"Blonde Ale", 4, span{42, 52}, span{12, 24}, span{36, 48}, [4]int{3, 5, 6, 3}},
	{"Cream Ale", 3, span{42, 54}, span{10, 20}, span{36, 48}, warm},
	{"Wheat Beer", 6, span{42, 56}, span{8, 18}, span{36, 50}, warm},
	{"Witbier", 3, span{46, 56}, span{10, 18}, span{40, 54}, warm},
	{"Fruit Beer", 3, span{42, 58}, span{6, 16}, span{44, 60}, warm},
	{"Sour Ale", 5, span{42, 68}, span{4, 12}, span{52, 84}, warm},
	{"Saison", 4, span{54, 72}, span{18, 32}, span{52, 76}, [4]int{2, 6, 5, 3}},
	{"Amber Ale", 6, span{50, 62}, span{20, 36}, span{36, 50}, [4]int{4, 3, 3, 6}},
	{"Brown Ale", 3, span{45, 60}, span{18, 30}, span{38, 52}, cold},
	{"Märzen", 2, span{54, 62}, span{18, 28}, span{38, 52}, autumn},
	{"Pumpkin Ale", 1, span{52, 86}, span{12, 25}, span{44, 64}, autumn},
	{"Bock", 2, span{60, 82}, span{18, 28}, span{42, 56}, [4]int{6, 5, 1, 3}},
	{"Porter", 4, span{52, 68}, span{22, 40}, span{40, 56}, cold},
	{"Stout", 5, span{48, 65}, span{25, 42}, span{42, 58}, cold},
	{"Imperial Stout", 3, span{90, 128}, span{45, 75}, span{64, 100}, cold},
	{"Strong Ale", 2, span{75, 98}, span{30, 60}, span{52, 76}, cold},
	{"Winter Ale", 2, span{64, 90}, span{20, 36}, span{48, 64}, [4]int{3, 1, 1, 12}},
}

// span is a range, with both ends.
type span struct{ low, high int }

func (s span) in(r *rand.Rand) int { return s.low + r.IntN(s.high-s.low+1) }

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// weighted returns the index of one of the things, the heavier the likelier.
func weighted[T any](r *rand.Rand, things []T, weight func(T) int) int {
	sum := 0
	for _, t := range things {
		sum += weight(t)
	}
	n := r.IntN(sum)
	for i, t := range things {
		if n -= weight(t); n < 0 {
			return i
		}
	}
	return len(things) - 1
}
