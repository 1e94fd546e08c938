package trip

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/scene"
)

const (
	day  = 24 * time.Hour
	week = 7 * day
)

// said is what messages say of the dates and the party of a trip, so far.
type said struct {
	stay   staydate.Stay
	nights int
	guests int
	turns  int // of the guest
}

// earlierSaid hears what the guest said of dates and party, once it is needed: who names
// a month in one message and a town in the next has said both. A message that names no
// place may be about the table, except that of this turn.
func earlierSaid(s *scene.Scene, now time.Time) func() said {
	return sync.OnceValue(func() (heard said) {
		if s.Message == "" {
			return heard
		}
		for _, text := range append(slices.Clone(s.Said), s.Message) {
			sure := func(m gazetteer.Mention) bool { return !m.Guess }
			if text == s.Message || slices.ContainsFunc(gazetteer.Read(text), sure) {
				heard.hear(text, now)
			}
		}
		return heard
	})
}

// hear takes what one message says: what is said later corrects what was said before.
func (s *said) hear(text string, now time.Time) {
	s.hearDates(text, now)
	before := s.guests
	if s.turns++; s.turns > 1 {
		before = cmp.Or(before, 2) // whom others join
	}
	if n, ok := staydate.PartyAfter(before, text); ok && n <= maxGuests {
		s.guests = n
	}
}

func (s *said) hearDates(text string, now time.Time) {
	stay, dated := s.stay.Next(text, now)
	if s.stay.Doubt(text, now) != "" || !slices.ContainsFunc(understand.Read(text, understand.Before{}).Spans, func(x understand.Span) bool { return x.Kind == "date" }) {
		dated = false
	}
	nights, measured := staydate.Nights(text)
	start, end := s.stay.Start, s.stay.End
	switch {
	case dated && stay.Vague && s.nights > 0: // "5 dias", then "em julho"
		s.stay = staydate.Stay{Start: stay.Start, Loose: true}
	case dated && !stay.Start.IsZero() && !stay.End.IsZero():
		s.stay, s.nights = stay, 0
	case dated && !stay.Start.IsZero():
		// A stay that was given with its end keeps it, or else its length.
		switch {
		case measured:
			s.nights, end = nights, time.Time{}
		case s.stay.Vague:
			end = time.Time{}
		case start.IsZero() || end.IsZero() || stay.Start.Before(end) && start.Before(stay.Start):
			if !end.After(stay.Start) {
				end = time.Time{}
			}
		default:
			end = stay.Start.Add(end.Sub(start))
		}
		s.stay = staydate.Stay{Start: stay.Start, End: end}
	case dated:
		if !start.Before(stay.End) || s.stay.Vague {
			start = time.Time{}
		}
		s.stay = staydate.Stay{Start: start, End: stay.End}
	case measured:
		s.nights, s.stay = nights, staydate.Stay{Start: start, Loose: s.stay.Vague || s.stay.Loose}
	}
}

// dates are those of a conversation.
func (s said) dates() dates {
	d := dates{start: s.stay.Start, end: s.stay.End, nights: s.nights, vague: s.stay.Vague || s.stay.Loose}
	if d.vague && (s.nights > 0 || s.stay.Vague) {
		d.until, d.end = d.end, time.Time{}
	}
	return d
}
