package understand

import (
	"fmt"
	"slices"
	"strings"
)

// Score is how well readings agree with labels.
type Score struct {
	Lines int
	Exact int // all acts, and no other
	Right int // at least one of the acts
	Whole int // all acts and all spans, with their kinds
	Spans Found
	Never Found // what somebody at the table must not have
	Harm  Found // of these, allergies and intolerances
	Whose Found // of those found, whose it is
}

// Found counts things found and to be found.
type Found struct{ Hit, Said, Meant int }

// Recall is the share of what should be found.
func (f Found) Recall() float64 { return share64(f.Hit, f.Meant) }

// Precision is the share of what was found rightly.
func (f Found) Precision() float64 { return share64(f.Hit, f.Said) }

// F1 is the harmonic mean of both.
func (f Found) F1() float64 { return share64(2*f.Hit, f.Said+f.Meant) }

func share64(n, of int) float64 { return float64(n) / max(1, float64(of)) }

// Rate compares readings with labels.
func Rate(lines []Labelled, read func(*Labelled) Reading) (s Score) {
	exactly := func(a, b *Span) bool { return a.From == b.From && a.To == b.To && a.Kind == b.Kind }
	touch := func(a, b *Span) bool { return a.From < b.To && b.From < a.To }
	for i := range lines {
		l := &lines[i]
		r := read(l)
		s.Lines++
		meant, said := actNames(l.Acts), actNames(r.Acts)
		exact := slices.Equal(meant, said)
		hits := s.Spans.count(l.Spans, r.Spans, exactly, func(*Span) bool { return true })
		for to, is := range map[*int]bool{
			&s.Exact: exact, &s.Right: slices.ContainsFunc(said, func(a string) bool { return slices.Contains(meant, a) }),
			&s.Whole: exact && hits == len(l.Spans) && hits == len(r.Spans),
		} {
			if is {
				*to++
			}
		}
		s.Never.count(l.Spans, r.Spans, touch, (*Span).never)
		s.Harm.count(l.Spans, r.Spans, touch, func(x *Span) bool { return x.never() && x.P != "cannot" })
		s.Whose.count(l.Spans, r.Spans, func(a, b *Span) bool { return touch(a, b) && a.Of == b.Of }, (*Span).never)
	}
	return s
}

// never reports whether a span is something that somebody at the table must not have.
func (s *Span) never() bool { return isNever(s.P) && s.Of != "other" && s.When != "past" && !s.Drop }

// count adds what was found of the spans that are of interest.
func (f *Found) count(meant, said []Span, same func(a, b *Span) bool, of func(*Span) bool) (hits int) {
	used := make([]bool, len(said))
	for i := range meant {
		if !of(&meant[i]) {
			continue
		}
		f.Meant++
		for k := range said {
			if !used[k] && of(&said[k]) && same(&meant[i], &said[k]) {
				used[k] = true
				hits++
				break
			}
		}
	}
	for k := range said {
		if of(&said[k]) {
			f.Said++
		}
	}
	f.Hit += hits
	return hits
}

func actNames(acts []Act) []string {
	var all []string
	for _, a := range acts {
		all = append(all, a.Name)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// figure is one of a score.
type figure struct {
	name  string
	value float64
}

func (s Score) figures() []figure {
	return []figure{
		{"acts_exact", share64(s.Exact, s.Lines)},
		{"one_act_right", share64(s.Right, s.Lines)},
		{"whole", share64(s.Whole, s.Lines)},
		{"spans_f1", s.Spans.F1()},
		{"spans_precision", s.Spans.Precision()},
		{"spans_recall", s.Spans.Recall()},
		{"must_nots_recall", s.Never.Recall()},
		{"must_nots_precision", s.Never.Precision()},
		{"allergies_recall", s.Harm.Recall()},
		{"allergies_precision", s.Harm.Precision()},
		{"whose", share64(s.Whose.Hit, s.Never.Hit)},
	}
}

// String tells a score in one line.
func (s Score) String() string {
	all := fmt.Sprintf("%d lines:", s.Lines)
	for _, f := range s.figures() {
		all += fmt.Sprintf(" %s %.3f,", f.name, f.value)
	}
	return strings.TrimSuffix(all, ",")
}

// Shares are a score's figures by name, for programs.
func (s Score) Shares() map[string]float64 {
	all := map[string]float64{"lines": float64(s.Lines)}
	for _, f := range s.figures() {
		all[f.name] = f.value
	}
	return all
}
