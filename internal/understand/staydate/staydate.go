// Package staydate reads when guests will come and go, for how many nights,
// and how many they are, from what they say in Portuguese, English or Spanish:
// "de 10 a 15 de março", "next weekend", "eu, minha esposa e dois filhos".
//
// It cuts a text into tokens that mean the same in the three languages, and
// parses those. Its conventions: a day comes before its month unless the text
// is clearly English; what names no year is the next time it comes; a weekend
// is Saturday to Sunday, next week Monday to Sunday, and a holiday its day
// alone unless it is called a long one ("feriadão"); a month has a beginning,
// a middle and an end of ten days each; a stay of n days or nights ends n days
// after it starts. Days that cannot be are not read: [Stay.Doubt] says why.
package staydate

import "time"

// Stay is when a guest will come and go, at midnight UTC. A zero day is one
// that was not said. Neither is ever past, and End is after Start.
type Stay struct {
	Start, End time.Time
	Vague      bool // a week, a month: the stay is some days of it
	Loose      bool // of some nights in a week or month: Start is the first day of that
}

// Doubt is why dates cannot be meant as they were said.
type Doubt string

// The doubts.
const (
	NoSuchDay Doubt = "no_such_day" // 30 de fevereiro
	Backwards Doubt = "backwards"   // de 15 a 10 de março
	Past      Doubt = "past"        // em março de 2020
)

// Dates reads the stay that a text speaks of, as of now. What is said later
// completes or corrects what is said before ("aliás, de 12 a 18"). It is false
// if the text names no day to come.
func Dates(text string, now time.Time) (Stay, bool) {
	return Stay{}.Next(text, now)
}

// Next reads a text as Dates does, where s was spoken of before it: after "em
// janeiro", "do dia 11 ao dia 18" is in January. It returns what the text says,
// not what of s still holds.
func (s Stay) Next(text string, now time.Time) (Stay, bool) {
	s, _ = s.read(text, now)
	return s, s != Stay{}
}

// Doubt returns what is wrong with the dates that a text names, where s was
// spoken of before it; empty: nothing.
func (s Stay) Doubt(text string, now time.Time) Doubt {
	s, doubt := s.read(text, now)
	if doubt == Past && s != (Stay{}) { // it is told, and another time is wanted
		return ""
	}
	return doubt
}

func (s Stay) read(text string, now time.Time) (Stay, Doubt) {
	r := newReader(text, now)
	r.before = s
	items, nights := r.items()
	s = r.stay(items, nights)
	return s, r.doubt
}

// Nights reads the length of a stay: "5 noites", "por uma semana". Days count
// as nights, unless nights are said too. It is false if no length is said.
func Nights(text string) (int, bool) {
	r := newReader(text, time.Time{})
	_, n := r.items()
	return n, n > 0
}
