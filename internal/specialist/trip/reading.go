package trip

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/choice"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// The rules of the tasks are views of the reader: a conversation is read message by message,
// and what each says of a trip is heard as the calls of the tools are.

// conversation is a plan while messages are heard.
type conversation struct {
	scene scene.Scene
	plan  plan
	house string // its last words
}

func begin(now string) *conversation {
	return &conversation{scene: scene.Scene{Now: dayOf(now), Language: lang.Portuguese}}
}

// hear notes what the reader finds in one message.
func (c *conversation) hear(m Message) error {
	if m.Role != "user" {
		c.house = m.Content
		return nil
	}
	c.scene.Message = m.Content
	err := c.note(c.plan.read(m.Content, understand.Before{Last: "trip_stay", House: c.house}, c.scene.Now))
	c.scene.Said, c.house = append(c.scene.Said, m.Content), ""
	return err
}

// note notes what was told. A place that no list knows is somewhere: nobody is asked where.
func (c *conversation) note(in told) (err error) {
	p := Planner{Locate: func(context.Context, string) (*places.Area, error) { return nil, errors.ErrUnsupported }}
	c.plan, _, err = p.hear(context.Background(), &c.scene, in)
	return err
}

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

// extractByReading reads where, when and how many from a conversation.
func extractByReading(in ExtractIn) (out ExtractOut, err error) {
	c := begin(in.Now)
	for _, m := range in.Messages {
		if err := c.hear(m); err != nil {
			return out, err
		}
	}
	t := c.plan
	t.setDates(dates{}, c.scene.Now) // if nobody has said when
	t.setPeople(0, 0, 0)
	place := t.Region
	switch {
	case len(t.Which) > 0:
		out.Candidates = t.Which
		place, _, _ = strings.Cut(t.Which[0], ",")
	case t.Place != nil:
		place = t.Place.Name
	}
	if place != "" {
		out.Location = &place
	}
	out.StartDate, out.EndDate, out.NumberOfGuests = string(t.Start), string(t.End), t.People
	for _, f := range t.Assumed {
		out.Assumed = append(out.Assumed, fieldNames[f])
	}
	return out, nil
}

// stillHold reports whether the details hold after the last thing the guest said.
func stillHold(in ClassifyIn) (bool, error) {
	text, house := lastSaid(in.Messages)
	if means("change", text) {
		return false, nil
	}
	d, c := in.Details, begin(in.Now)
	err := c.note(told{place: d.Location, start: string(d.StartDate), end: string(d.EndDate), people: d.NumberOfGuests})
	before := c.plan
	if err != nil || text == "" {
		return text == "", err
	}
	c.house = house
	if err := c.hear(Message{"user", text}); err != nil {
		return false, err
	}
	t := c.plan
	there := t.Place != nil && before.Place != nil && t.Place.Key == before.Place.Key && len(t.Offered)+len(t.Which) == 0
	return there && t.Start == before.Start && t.End == before.End && t.People == before.People, nil
}

// wanted returns the lists that a conversation asks for: what its last message names or says
// yes to, or else the last one before that names any, or else all.
func wanted(messages []Message) []string {
	text, house := lastSaid(messages)
	if said, _ := choice.Read(text, nil); said.Yes && strings.Contains(house, "?") {
		if some := listsNamed(house); len(some) == 1 {
			return some
		}
	}
	for _, m := range slices.Backward(messages) {
		if some := listsNamed(m.Content); m.Role == "user" && len(some) > 0 {
			return some
		}
	}
	return []string{ListAccommodations, ListRestaurants}
}

// listsNamed returns the lists that a message asks for: by what the reader finds in it and by
// its words. What a lodging is to have asks for none.
func listsNamed(text string) (some []string) {
	of := map[string]string{"lodging": ListAccommodations, "cuisine": ListRestaurants, "food": ListRestaurants}
	rest := text
	for _, s := range slices.Backward(understand.Read(text, understand.Before{}).Spans) {
		if list := of[s.Kind]; list != "" && s.P != "not" && !s.Drop {
			some = append(some, list)
		}
		if s.Kind == "amenity" || s.Kind == "place" || s.Kind == "people" { // Canela is a town
			rest = rest[:s.From] + rest[s.To:]
		}
	}
	return slices.Compact(slices.Sorted(slices.Values(append(some, named("list", rest)...))))
}

// lastSaid returns what the guest said last, and what the house said before it.
func lastSaid(messages []Message) (text, house string) {
	for i, m := range messages {
		if m.Role != "user" {
			continue
		}
		if text, house = m.Content, ""; i > 0 && messages[i-1].Role != "user" {
			house = messages[i-1].Content
		}
	}
	return text, house
}
