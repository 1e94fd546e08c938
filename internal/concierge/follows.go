package concierge

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/gazetteer"
	"github.com/maitre-dev/maitre/internal/guard"
)

// follows reports whether a figure that the guard has no source for follows by a
// step of arithmetic from figures of this turn, of the last messages, or of the
// answer itself: a sum of two, a difference, a multiple, a share, a
// percentage. The guard knows prices by their dishes and puts those right; a total
// of an order that changed three times it cannot follow, and a good answer must
// not be lost for that.
func follows(answer string, x guard.Violation, f guard.Facts) bool {
	if x.Kind == guard.Name { // a town that everybody knows is nobody's invention
		places := gazetteer.Read(answer[x.From:x.To])
		return len(places) == 1 && !places[0].Guess && places[0].Words == answer[x.From:x.To]
	}
	if x.Kind != guard.Figure || x.Fix != "" {
		return false
	}
	is := figuresIn(answer[x.From:x.To])
	if len(is) != 1 || is[0] == 0 {
		return false
	}
	recent := strings.Join(append(slices.Clone(f.Texts[max(0, len(f.Texts)-recentTexts):]), f.Fresh...), " ")
	read, money := figuresIn, isMoney(answer, x)
	if money { // follows from money alone
		read = amountsIn
	}
	from := read(recent + " " + answer[:x.From] + " " + answer[x.To:])
	from = slices.DeleteFunc(from, func(n float64) bool { return n == is[0] && !slices.Contains(read(recent), n) })
	slices.Sort(from)
	from = slices.Compact(from)
	return computed(is[0], from[:min(len(from), mostOperands)], money)
}

const (
	recentTexts  = 6 // the last messages, and what was shown last
	mostOperands = 40
)

// computed reports whether a value is one step from some others. Amounts of money have
// no ratio.
func computed(v float64, from []float64, money bool) bool {
	near := func(x float64) bool {
		return math.Abs(x-v) < 0.011 || math.Abs(x-v) < 0.51 && v == math.Trunc(v) && v > 20 && x != math.Trunc(x)
	}
	for i, a := range from {
		for n := 2.0; n <= 12; n++ {
			if near(a*n) || near(a/n) {
				return true
			}
		}
		if near(a*1.1) || near(a*0.1) || !money && near(100-a) {
			return true
		}
		for _, b := range from[:i+1] {
			if near(a+b) || near(a-b) || !money && b != 0 && a != b && (near(a/b) || near(100*a/b) || near(100*b/a) || near(100*(a-b)/b) || near(100*(a-b)/a)) {
				return true
			}
		}
	}
	return false
}

var (
	figure = regexp.MustCompile(`\d[\d.,]*`)
	amount = regexp.MustCompile(`(?i)(?:[$€]|\b(?:brl|usd))\s*\d[\d.,]*|\d[\d.,]*\s*(?:reais|reales|d[oó]lares|dollars|euros)\b`)
)

// isMoney reports whether a figure of an answer is an amount of money.
func isMoney(answer string, x guard.Violation) bool {
	return slices.ContainsFunc(amount.FindAllStringIndex(answer, -1), func(at []int) bool { return at[0] <= x.From && x.From < at[1] })
}

// amountsIn returns the amounts of money in a text.
func amountsIn(text string) []float64 {
	return figuresIn(strings.Join(amount.FindAllString(text, -1), " "))
}

// figuresIn returns the numbers of a text, with either sign for their decimals.
func figuresIn(text string) (all []float64) {
	for _, n := range figure.FindAllString(text, -1) {
		n = strings.TrimRight(n, ".,")
		whole, decimals := n, ""
		if i := strings.LastIndexAny(n, ".,"); i >= 0 && len(n)-i-1 != 3 {
			whole, decimals = n[:i], n[i+1:]
		}
		if v, err := strconv.ParseFloat(strings.NewReplacer(".", "", ",", "").Replace(whole)+"."+decimals, 64); err == nil {
			all = append(all, v)
		}
	}
	return all
}
