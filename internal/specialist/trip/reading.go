package trip

import (
	"context"
	_ "embed"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/choice"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
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

// hear notes what the reader finds in one message.
func (c *conversation) hear(m Message) error {
	if m.Role != "user" {
		c.house = m.Content
		return nil
	}
	c.scene.Message = m.Content
	err := c.note(c.plan.read(m.Content, c.house, c.scene.Now))
	c.scene.Said, c.house = append(c.scene.Said, m.Content), ""
	return err
}

// note notes what was told. A place that no list knows is somewhere: nobody is asked where.
func (c *conversation) note(in told) (err error) {
	p := Planner{Locate: func(context.Context, string) ([]gazetteer.Place, error) { return nil, errors.ErrUnsupported }}
	c.plan, _, err = p.hear(context.Background(), &c.scene, in)
	return err
}

// read reads a message that follows the house's words as a call of a tool.
func (t plan) read(text, house string, now time.Time) (in told) {
	dated, when := false, text
	var refused, wanted []understand.Span
	for _, s := range understand.Read(text, understand.Before{Last: "trip_stay", House: house}).Spans {
		switch out := s.Role != "" || s.Drop || s.P == "not" || s.When == "past"; {
		case s.Kind == "date":
			dated = true
		case s.Kind == "place" && out:
			refused = append(refused, s)
		case s.Kind == "place":
			wanted = append(wanted, s)
		}
		if s.Kind == "place" || s.Kind == "money" || s.Kind == "people" { // Natal is a town, and "12 people" no day
			when = when[:s.From] + strings.Repeat(" ", s.To-s.From) + when[s.To:]
		}
	}
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

// destination returns the place to go to of those that a message names: a town that is on the
// list, or else a name that the reader takes for one.
func destination(text string, wanted, refused []understand.Span) string {
	in := func(m gazetteer.Mention, spans []understand.Span) bool {
		return slices.ContainsFunc(spans, func(s understand.Span) bool { return m.From < s.To && s.From < m.To })
	}
	name := ""
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
	c := conversation{scene: scene.Scene{Now: dayOf(in.Now), Language: lang.Portuguese}}
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
	folded := " " + lang.Fold(text) + " "
	if slices.ContainsFunc(changes, func(w string) bool { return strings.Contains(folded, w) }) {
		return false, nil
	}
	d := in.Details
	c := conversation{scene: scene.Scene{Now: dayOf(in.Now), Language: lang.Portuguese}}
	if err := c.note(told{place: d.Location, start: string(d.StartDate), end: string(d.EndDate), people: d.NumberOfGuests}); err != nil {
		return false, err
	}
	before := c.plan
	if err := c.hear(Message{"assistant", house}); err != nil || text == "" {
		return true, err
	}
	if err := c.hear(Message{"user", text}); err != nil {
		return false, err
	}
	t := c.plan
	there := t.Place != nil && before.Place != nil && t.Place.Key == before.Place.Key && len(t.Offered) == len(before.Offered) && len(t.Which) == len(before.Which)
	return there && t.Start == before.Start && t.End == before.End && t.People == before.People, nil
}

//go:embed words/changes.txt
var changesText string

// changes are ways to say that a detail changes without saying what to.
var changes = wordfile.Lists(changesText)["changes"]

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
// its words, or else by the kinds of what it names. What a lodging is to have asks for none.
func listsNamed(text string) (some []string) {
	var stay, eat bool
	rest := text
	for _, s := range understand.Read(text, understand.Before{}).Spans {
		wants := s.P != "not" && !s.Drop
		stay = stay || s.Kind == "lodging" && wants
		eat = eat || (s.Kind == "cuisine" || s.Kind == "food") && wants
		if s.Kind == "amenity" || s.Kind == "place" || s.Kind == "people" { // Canela is a town
			rest = rest[:s.From] + strings.Repeat(" ", s.To-s.From) + rest[s.To:]
		}
	}
	for w := range strings.FieldsSeq(lang.Fold(rest)) {
		stay, eat = stay || listWords()["stay"][lang.Stem(w)], eat || listWords()["eat"][lang.Stem(w)]
	}
	if kinds := ontology.Default().Kinds(rest); !stay && !eat {
		stay, eat = kinds&ontology.Hospedagem != 0, kinds&(ontology.Comida|ontology.Bebida) != 0
	}
	if stay {
		some = append(some, ListAccommodations)
	}
	if eat {
		some = append(some, ListRestaurants)
	}
	return some
}

//go:embed words/lists.txt
var listsText string

// listWords are the stems of the words for a list: "jantar" is of eat.
var listWords = sync.OnceValue(func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for list, words := range wordfile.Entries(listsText) {
		all[list] = map[string]bool{}
		for w := range strings.FieldsSeq(words) {
			all[list][lang.Stem(w)] = true
		}
	}
	return all
})

// lastSaid returns what the guest said last, and what the house said before it.
func lastSaid(messages []Message) (text, house string) {
	i := len(messages) - 1
	for i >= 0 && messages[i].Role != "user" {
		i--
	}
	if i < 0 {
		return "", ""
	}
	if i > 0 && messages[i-1].Role != "user" {
		house = messages[i-1].Content
	}
	return messages[i].Content, house
}
