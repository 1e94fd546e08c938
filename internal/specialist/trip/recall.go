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

// read reads the dates and the party that a message says, as a call of a tool would.
func (t plan) read(text string, now time.Time) (in told) {
	dated, when := false, text
	for _, s := range slices.Backward(understand.Read(text, understand.Before{}).Spans) { // Natal is a town, and "12 people" no day
		switch s.Kind {
		case "date":
			dated = true
		case "money", "people":
			when = when[:s.From] + when[s.To:]
		case "place":
			when = when[:s.From] + "ali" + when[s.To:]
		}
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
		in := heard.read(text, now)
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
