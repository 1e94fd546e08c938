package trip

import (
	"cmp"
	"slices"
	"time"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/scene"
)

// read reads a message as a call of a tool.
func (t plan) read(text string, after understand.Before, now time.Time) (in told) {
	dated, when := false, text
	var refused, wanted []understand.Span
	for _, s := range slices.Backward(understand.Read(text, after).Spans) { // Natal is a town, and "12 people" no day
		switch out := s.Role != "" || s.Drop || s.P == "not" || s.When == "past"; {
		case s.Kind == "date":
			dated = true
		case s.Kind == "money" || s.Kind == "people":
			when = when[:s.From] + when[s.To:]
		case s.Kind == "place":
			when = when[:s.From] + "ali" + when[s.To:]
			if out {
				refused = append(refused, s)
			} else {
				wanted = append(wanted, s)
			}
		}
	}
	slices.Reverse(refused)
	slices.Reverse(wanted)
	in.place = destination(text, wanted, refused)
	if in.place == "" && len(refused) > 0 && refused[0].Role == "" {
		in.instead = refused[0].Text
	}
	in.nights, _ = staydate.Nights(when)
	if _, ok := t.stay().Next(when, now); ok && (dated || !t.stay().Start.IsZero()) {
		in.start = when
		if d, _ := staydate.Dates(when, now); !d.End.IsZero() && !d.Vague {
			in.nights = 0
		}
	}
	known := t.People
	if t.assumed("people") {
		known = 0
	}
	if n, ok := staydate.PartyAfter(known, text); ok && n <= maxGuests {
		in.people = n
	}
	return in
}

// recall notes the dates and the party that the guest said in messages about places to go, where
// no call has told them: who names a month in one message and a town in the next has said both.
func (t *plan) recall(s *scene.Scene, now time.Time) {
	if s.Message == "" || t.Start != "" && !t.Guess && !t.assumed("people") {
		return
	}
	var heard plan
	for _, text := range append(slices.Clone(s.Said), s.Message) {
		sure := func(m gazetteer.Mention) bool { return !m.Guess }
		if text != s.Message && !slices.ContainsFunc(gazetteer.Read(text), sure) {
			continue // it may be about the table
		}
		in := heard.read(text, understand.Before{}, now)
		if dates, wrong := readDates(in, heard.stay(), now); wrong == "" && in.start != "" || in.nights > 0 {
			heard.setDates(dates, now)
		}
		heard.People = cmp.Or(in.people, heard.People)
	}
	if heard.Start != "" && (t.Start == "" || t.Guess) {
		t.Start, t.End, t.Nights, t.Guess = heard.Start, heard.End, heard.Nights, heard.Guess
		t.assume("start_date", heard.assumed("start_date"))
		t.assume("end_date", heard.assumed("end_date"))
	}
	if heard.People > 0 && (t.People == 0 || t.assumed("people")) {
		t.setPeople(heard.People, 0, 0)
	}
}

// destination returns the place to go to of those that a message names: a town that is on the
// list, or else a name that the reader takes for one.
func destination(text string, wanted, refused []understand.Span) (name string) {
	in := func(m gazetteer.Mention, spans []understand.Span) bool {
		return slices.ContainsFunc(spans, func(s understand.Span) bool { return m.From < s.To && s.From < m.To })
	}
	var at gazetteer.Place
	for _, m := range gazetteer.Read(text) {
		if (!m.Guess || in(m, wanted)) && !m.Origin && !in(m, refused) && (name == "" || at.Contains(m.Places[0])) { // "Chile, Santiago"
			name, at = m.Words, m.Places[0]
		}
	}
	if name == "" && len(wanted) > 0 {
		name = wanted[0].Text
	}
	return name
}
