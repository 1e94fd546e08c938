package lang

import "strings"

// longest bounds the work that a hostile word can cause.
const longest = 64

// Nearest returns the word of words that a person who wrote wrong most likely
// meant: the one with the fewest letters to add, drop, change or swap, whatever
// their case, if those are at most a third of it. It returns "" when none is
// near.
func Nearest(wrong string, words []string) string {
	best, fewest := "", 0
	if len(wrong) > longest {
		return ""
	}
	for _, w := range words {
		d := Distance(strings.ToLower(wrong), strings.ToLower(w))
		if d <= max(1, len([]rune(w))/3) && (best == "" || d < fewest) {
			best, fewest = w, d
		}
	}
	return best
}

// Distance counts the letters to add, drop, change or swap with their
// neighbour to make b of a (optimal string alignment).
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range row {
		last[j] = j
	}
	for i := range x {
		row[0] = i + 1
		for j := range y {
			change := last[j]
			if x[i] != y[j] {
				change++
			}
			row[j+1] = min(change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}
