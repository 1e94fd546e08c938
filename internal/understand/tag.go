package understand

import (
	"math"
	"slices"
)

// A tag says of a token which span it belongs to: 0 none, 2k+1 it begins one of
// the kind k, 2k+2 it goes on with one.
var tagCount = 1 + 2*len(Kinds)

// follows reports whether a tag may come after another: a span goes on only in
// its own kind.
func follows(prev, tag int) bool { return tag == 0 || tag%2 == 1 || prev == tag || prev == tag-1 }

// spans returns what a message speaks of: the best row of tags (Viterbi), and of
// each span its attributes.
func (r *Reader) spans(m *message) []Span {
	scores := make([]float32, len(m.tokens)*tagCount)
	f := make([]feature, 0, 128)
	for i := range m.tokens {
		f = m.ofToken(f[:0], i)
		r.tags.addAll(f, scores[i*tagCount:(i+1)*tagCount])
	}
	return r.attribute(m, placesOf(best(scores, r.step)))
}

// best returns the row of tags with the highest sum of scores and steps.
func best(scores, step []float32) []int {
	n := len(scores) / tagCount
	from := make([]int, len(scores))
	sum, next := make([]float32, tagCount), make([]float32, tagCount)
	for t := range tagCount {
		sum[t] = scores[t]
		if !follows(0, t) {
			sum[t] = float32(math.Inf(-1))
		}
	}
	live := make([]int, 0, tagCount) // the tags that may still be on the best row
	for i := 1; i < n; i++ {
		least := slices.Max(sum) - 15
		live = live[:0]
		for t, v := range sum {
			if v > least {
				live = append(live, t)
			}
		}
		for t := range tagCount {
			top, at := float32(math.Inf(-1)), 0
			for _, p := range live {
				if v := sum[p] + step[p*tagCount+t]; v > top && follows(p, t) {
					top, at = v, p
				}
			}
			next[t], from[i*tagCount+t] = top+scores[i*tagCount+t], at
		}
		sum, next = next, sum
	}
	row, at := make([]int, n), 0
	for t := range tagCount {
		if sum[t] > sum[at] {
			at = t
		}
	}
	for i := n - 1; i >= 0; i-- {
		row[i] = at
		at = from[i*tagCount+at]
	}
	return row
}

// place is where a span lies among the tokens of a message.
type place struct {
	From, To int // To is not included
	Kind     int // of Kinds
}

// Places returns the spans of a row of tags.
func placesOf(row []int) (all []place) {
	for i := 0; i < len(row); i++ {
		if row[i]%2 == 0 {
			continue
		}
		p := place{i, i + 1, row[i] / 2}
		for p.To < len(row) && row[p.To] == row[i]+1 {
			p.To++
		}
		all, i = append(all, p), p.To-1
	}
	return all
}

// valueCount counts the values of all attributes: the classes of their model.
var valueCount = func() (n int) {
	for _, a := range Attributes {
		n += len(a.Values)
	}
	return n
}()

// attribute makes spans of places.
func (r *Reader) attribute(m *message, places []place) []Span {
	all := make([]Span, 0, len(places))
	f, scores := make([]feature, 0, 256), make([]float32, valueCount)
	for _, p := range places {
		s := Span{Kind: Kinds[p.Kind], From: m.tokens[p.From].from, To: m.tokens[p.To-1].to}
		s.Text = m.text[s.From:s.To]
		f = m.ofSpan(f[:0], p, all, places)
		clear(scores)
		r.attributes.addAll(f, scores)
		at := 0
		for _, a := range Attributes {
			top := 0
			for v := range a.Values {
				if scores[at+v] > scores[at+top] {
					top = v
				}
			}
			if a.Name == "p" && top >= firstNever && top <= lastNever { // a must-not takes more than a guess
				if part := append([]float32{}, scores[at:at+len(a.Values)]...); share(part, firstNever, lastNever) < leastNever {
					top = 0
				}
			}
			at += len(a.Values)
			if a.has(s.Kind) {
				s.set(a.Name, a.Values[top])
			}
		}
		all = append(all, s)
	}
	return all
}

// The values of p that say what somebody must not have.
const (
	firstNever = 4 // allergy
	lastNever  = 6 // cannot
)

// leastNever is how likely a must-not has to be: below it more is noted that was not
// meant than is found.
const leastNever = 0.5

// share is how likely values from one to another are together.
func share(scores []float32, from, to int) (sum float32) {
	for v := range scores {
		scores[v] *= 0.25
	}
	softmax(scores)
	for _, v := range scores[from : to+1] {
		sum += v
	}
	return sum
}
