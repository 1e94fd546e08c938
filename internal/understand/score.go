package understand

import (
	"fmt"
	"slices"
	"strings"
)

// Score is how well readings agree with labels.
type Score struct {
	Lines  int
	Exact  int // all acts, and no other
	Right  int // at least one of the acts
	Whole  int // all acts and all spans, with their kinds
	Spans  Found
	Unseen Found // spans whose words are in no label that was trained on; only what should be found is counted
	Never  Found // what somebody at the table must not have
	Harm   Found // of these, allergies and intolerances
	Whose  Found // of those found, whose it is
}

// Found counts things found and to be found.
type Found struct{ Hit, Said, Meant int }

// Recall is the share of what should be found.
func (f Found) Recall() float64 { return float64(f.Hit) / max(1, float64(f.Meant)) }

// Precision is the share of what was found rightly.
func (f Found) Precision() float64 { return float64(f.Hit) / max(1, float64(f.Said)) }

// F1 is the harmonic mean of both.
func (f Found) F1() float64 { return 2 * float64(f.Hit) / max(1, float64(f.Said+f.Meant)) }

// Rate compares readings with labels. seen, which may be nil, tells the words
// that were trained on.
func Rate(lines []Labelled, read func(*Labelled) Reading, seen map[string]bool) (s Score) {
	for i := range lines {
		l := &lines[i]
		r := read(l)
		s.Lines++
		exact := slices.Equal(actNames(l.Acts), actNames(r.Acts))
		if exact {
			s.Exact++
		}
		if slices.ContainsFunc(r.Acts, func(a Act) bool { return slices.ContainsFunc(l.Acts, func(b Act) bool { return a.Name == b.Name }) }) {
			s.Right++
		}
		hits := count(&s.Spans, l.Spans, r.Spans, func(a, b *Span) bool { return a.From == b.From && a.To == b.To && a.Kind == b.Kind }, nil)
		if exact && hits == len(l.Spans) && hits == len(r.Spans) {
			s.Whole++
		}
		count(&s.Unseen, l.Spans, r.Spans, func(a, b *Span) bool { return a.From == b.From && a.To == b.To && a.Kind == b.Kind },
			func(x *Span) bool { return seen != nil && !seen[strings.ToLower(x.Text)] })
		touch := func(a, b *Span) bool { return a.From < b.To && b.From < a.To }
		count(&s.Never, l.Spans, r.Spans, touch, (*Span).never)
		count(&s.Harm, l.Spans, r.Spans, touch, func(x *Span) bool { return x.never() && (x.P == "allergy" || x.P == "intolerance") })
		count(&s.Whose, l.Spans, r.Spans, func(a, b *Span) bool { return touch(a, b) && a.Of == b.Of }, (*Span).never)
	}
	return s
}

// never reports whether a span is something that somebody at the table must not
// have.
func (s *Span) never() bool {
	return (s.P == "allergy" || s.P == "intolerance" || s.P == "cannot") && s.Of != "other" && s.When != "past" && !s.Drop
}

// count adds to f what was found of the spans that are of interest.
func count(f *Found, meant, said []Span, same func(a, b *Span) bool, of func(*Span) bool) (hits int) {
	used := make([]bool, len(said))
	for i := range meant {
		if of != nil && !of(&meant[i]) {
			continue
		}
		f.Meant++
		for k := range said {
			if !used[k] && (of == nil || of(&said[k])) && same(&meant[i], &said[k]) {
				used[k] = true
				hits++
				break
			}
		}
	}
	for k := range said {
		if of == nil || of(&said[k]) {
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

// String tells a score in one line.
func (s Score) String() string {
	n := max(1, float64(s.Lines))
	return fmt.Sprintf("%d lines: acts exact %.3f, one right %.3f; spans F1 %.3f P %.3f R %.3f (unseen words: %.3f found); whole %.3f; must-nots R %.3f P %.3f, allergies R %.3f P %.3f, whose %.3f",
		s.Lines, float64(s.Exact)/n, float64(s.Right)/n, s.Spans.F1(), s.Spans.Precision(), s.Spans.Recall(), s.Unseen.Recall(), float64(s.Whole)/n,
		s.Never.Recall(), s.Never.Precision(), s.Harm.Recall(), s.Harm.Precision(), float64(s.Whose.Hit)/max(1, float64(s.Never.Hit)))
}

// Shares are a score's figures by name, for programs.
func (s Score) Shares() map[string]float64 {
	n := max(1, float64(s.Lines))
	return map[string]float64{
		"lines": float64(s.Lines), "acts_exact": float64(s.Exact) / n, "one_act_right": float64(s.Right) / n, "whole": float64(s.Whole) / n,
		"spans_f1": s.Spans.F1(), "spans_precision": s.Spans.Precision(), "spans_recall": s.Spans.Recall(),
		"must_nots_recall": s.Never.Recall(), "must_nots_precision": s.Never.Precision(),
		"allergies_recall": s.Harm.Recall(), "allergies_precision": s.Harm.Precision(), "whose": float64(s.Whose.Hit) / max(1, float64(s.Never.Hit)),
	}
}
