package trip

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/choice"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

var (
	//go:embed prompts/trip.classify.md
	classifyPrompt string
	//go:embed prompts/trip.extract.md
	extractPrompt string
	//go:embed prompts/trip.tools.md
	toolsPrompt string
)

// A Message is something said, by the guest ("user") or by us ("assistant").
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Tasks are the decisions this package takes.
var Tasks = []task.Any{Classify, Extract, Choose}

// Classify tells whether the details of a trip still hold after what was said
// last. A change of place, dates or party ends them.
var Classify = &task.Task[ClassifyIn, ClassifyOut]{
	Name:   "trip.classify",
	About:  "whether the details of a trip still hold",
	Prompt: classifyPrompt,
	Params: task.Params{Timeout: 15 * time.Second},
	Rule: func(_ context.Context, in ClassifyIn) (ClassifyOut, error) {
		holds, err := stillHold(in)
		return ClassifyOut{holds}, err
	},
}

// ClassifyIn are the details and the conversation, oldest first.
type ClassifyIn struct {
	Details  Details   `json:"details"`
	Messages []Message `json:"messages"`
	Now      string    `json:"now,omitempty"` // the day, written 2006-01-02; empty: today
}

// Prompted implements [task.Prompted].
func (in ClassifyIn) Prompted() map[string]any { return map[string]any{"Today": today(dayOf(in.Now))} }

// ClassifyOut is the answer.
type ClassifyOut struct {
	IsRelevant bool `json:"isRelevant" jsonschema:"false if the last message changes the place, the dates or the number of guests"`
}

// Extract reads where, when and how many from a conversation.
var Extract = &task.Task[ExtractIn, ExtractOut]{
	Name:   "trip.extract",
	About:  "where, when and how many",
	Prompt: extractPrompt,
	Params: task.Params{Timeout: 15 * time.Second},
	Schema: func(s *jsonschema.Schema) {
		delete(s.Properties, "assumed") // ours to say
		delete(s.Properties, "candidates")
		least, most := 1.0, float64(maxGuests)
		s.Properties["numberOfGuests"].Minimum, s.Properties["numberOfGuests"].Maximum = &least, &most
	},
	Check: checkExtracted,
	Rule: func(_ context.Context, in ExtractIn) (ExtractOut, error) {
		return extractByReading(in)
	},
}

// ExtractIn is the conversation, oldest first.
type ExtractIn struct {
	Messages []Message `json:"messages"`
	Now      string    `json:"now,omitempty"` // the day, written 2006-01-02; empty: today
}

// Prompted implements [task.Prompted].
func (in ExtractIn) Prompted() map[string]any { return map[string]any{"Today": today(dayOf(in.Now))} }

// ExtractOut is what a conversation says of a trip. What a model leaves out is
// completed as the document says, and listed in Assumed.
type ExtractOut struct {
	Location       *string  `json:"location" jsonschema:"the destination by its proper name, or null if none was said"`
	StartDate      string   `json:"startDate,omitempty" jsonschema:"YYYY-MM-DD; left out if not said"`
	EndDate        string   `json:"endDate,omitempty" jsonschema:"YYYY-MM-DD, the day they leave; left out if not said"`
	NumberOfGuests int      `json:"numberOfGuests,omitempty" jsonschema:"left out if not said"`
	Assumed        []string `json:"assumed,omitempty"`
	Candidates     []string `json:"candidates,omitempty"` // places of that name, if it may be several
}

func checkExtracted(in ExtractIn, out ExtractOut) error {
	if at := out.Location; at != nil && (len(*at) > maxPlace || *at != ui.Clean(*at) || strings.Contains(*at, "\n")) {
		return errors.New("location is no name of a place")
	}
	if at := out.Location; at != nil && !spokenOf(*at, in.Messages) {
		return errors.New("location is no place that we know, and nobody has spoken of it")
	}
	now := dayOf(in.Now)
	var days [2]time.Time
	for i, s := range []string{out.StartDate, out.EndDate} {
		if s == "" {
			continue
		}
		d, err := time.Parse(time.DateOnly, s)
		if err != nil {
			return fmt.Errorf("%q is no day written like 2006-01-02", s)
		}
		if d.Before(now) {
			return fmt.Errorf("%s is past: today is %s", s, today(now))
		}
		days[i] = d
	}
	if !days[0].IsZero() && !days[1].IsZero() && !days[1].After(days[0]) {
		return errors.New("endDate must be after startDate")
	}
	return nil
}

// spokenOf reports whether a place is one of ours, or one that was spoken of,
// perhaps misspelt: a model's own must not be planned for.
func spokenOf(place string, messages []Message) bool {
	if strings.ContainsAny(place, "/:<>[]()") {
		return false
	}
	if place == "" || len(gazetteer.Find(place)) > 0 {
		return true
	}
	for w := range strings.FieldsSeq(lang.Fold(place)) {
		for _, m := range messages {
			for said := range strings.FieldsSeq(lang.Fold(m.Content)) {
				if said == w || len(w) > 4 && lang.Distance(said, w) <= 2 {
					return true
				}
			}
		}
	}
	return false
}

// Choose tells which tools the guest wants to be used.
var Choose = &task.Task[ChooseIn, ChooseOut]{
	Name:   "trip.tools",
	About:  "which lists the guest wants: where to stay, where to eat, or both",
	Prompt: toolsPrompt,
	Params: task.Params{Timeout: 15 * time.Second},
	Schema: func(s *jsonschema.Schema) {
		s.Properties["tools"].Items.Enum = []any{ListAccommodations, ListRestaurants}
	},
	Check: func(_ ChooseIn, out ChooseOut) error {
		if len(out.Tools) == 0 {
			return errors.New("at least one tool must be chosen")
		}
		for i, t := range out.Tools {
			if slices.Contains(out.Tools[:i], t) {
				return fmt.Errorf("%s is chosen twice", t)
			}
		}
		return nil
	},
	Rule: func(_ context.Context, in ChooseIn) (ChooseOut, error) {
		return ChooseOut{wanted(in.Messages)}, nil
	},
}

// ChooseIn are the details and the conversation, oldest first.
type ChooseIn struct {
	Details  Details   `json:"details"`
	Messages []Message `json:"messages"`
}

// Prompted implements [task.Prompted]: Tools are those to choose from.
func (ChooseIn) Prompted() map[string]any {
	return map[string]any{"Tools": fmt.Sprintf("- %q: where to stay.\n- %q: where to eat.", ListAccommodations, ListRestaurants)}
}

// ChooseOut is the choice.
type ChooseOut struct {
	Tools []string `json:"tools" jsonschema:"the tools to call"`
}

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
