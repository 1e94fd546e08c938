// Package concierge is the one agent that answers a guest: it decides, uses the
// tools of every specialist, and answers. A model decides, whose answer a guard looks
// at before the guest hears it; where there is none, the reader does.
//
// Begin at [Concierge.Graph]. The prompt is prompts/decide.md, and [Decide] the
// same decision as a task for the command line.
package concierge

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/concierge/guard"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

// Concierge is what the agent is made of. Tasks and Tools are required.
type Concierge struct {
	Tasks *task.Runner
	House House
	Tools []agent.Tool

	// About is what specialists of the house's own making are for.
	About []string

	// Unsure asks the models only where the reader is not sure.
	Unsure bool

	// Spare names the tools that a model need not be told of for a guest, in the scene of
	// its context; nil: none.
	Spare func(ctx context.Context, guest string) []string

	// Schema describes the relations that SQL of the model may read.
	Schema func(context.Context) string
	// Things returns all that the house could name, such as every dish of the
	// card, with what it would do to whom.
	Things func(context.Context, *scene.Scene) []guard.Thing
	// Named returns where a text names dishes of the card.
	Named func(ctx context.Context, text string) []scene.Mention
	// Cards make the components for things that an answer offers, and Held returns the
	// lists that were held until then, with those things alone; nil: whole.
	Cards func(context.Context, []scene.Thing) (ui.Component, error)
	Held  func(context.Context, []scene.Thing) ([]ui.Component, error)
	// Offer returns a call to propose after an answer, or nil.
	Offer func(s *scene.Scene, key string) *llm.ToolCall
	// Told returns the part of a message that asks what the owner of the house has answered
	// beforehand, and the rest; nil: nothing was.
	Told func(ctx context.Context, message string) (told, rest string)

	// Tabled reports whether a message names a table of figures that the guest may see; nil: there is none.
	Tabled func(ctx context.Context, guest, message string) bool

	// Waiting returns the requests to the staff that wait for the guest's yes, in words, or
	// "", those that were passed on, and what an order comes to that was not sent; nil: none ever does.
	Waiting func(context.Context, *scene.Scene) (waits, filed, unsent string)

	// Own returns the tool of the house's own making that answers a message where
	// the reader decides, or "".
	Own func(context.Context, Turn) string
	// Keeping returns what a message says, unasked, of having needs kept for next time:
	// yes, no or nothing; nil: nobody keeps any.
	Keeping func(message, person string, needs []string) string
	// Topics are what the house talks about: menu, beer, trip, facts.
	Topics []string
	// TopicOf tells of which topic a tool is; those of a topic that the house lacks are not used.
	TopicOf map[string]string
	// Lacks returns what the owner calls the house, and the topics of which it has nothing of
	// its own and offers nothing; nil: it has all.
	Lacks func(context.Context) (house string, topics []string)
}

// House is who speaks.
type House struct {
	Name     string
	Persona  string
	Language string // a name, "Portuguese"
}

// Turn is a guest's message with what surrounds it.
type Turn struct {
	Guest    string `json:"guest,omitempty"`
	Message  string `json:"message"`
	History  []Line `json:"history,omitempty"` // oldest first
	Known    string `json:"known,omitempty"`   // of the guest, fenced as data
	Language string `json:"language,omitempty"`
	Reply    string `json:"reply,omitempty"` // of a hook, for the rules

	House  string   `json:"house,omitempty"`  // what its owner calls it
	Topics []string `json:"topics,omitempty"` // what it has something for
	About  []string `json:"about,omitempty"`  // what specialists of its own making are for

	WordsOnly bool `json:"words_only,omitempty"` // the guest sees no cards

	Constraints hook.Constraints `json:"constraints,omitzero"` // for the rules
}

// Line is something said, by the guest ("user") or by the house ("assistant").
type Line struct {
	Role string `json:"role"`
	Text string `json:"text"`
}

// own is what goes along with a run besides what is said.
type own struct {
	Scene *scene.Scene   `json:"scene"`
	Turn  Turn           `json:"turn"`
	Facts []string       `json:"facts,omitempty"` // what tools said in earlier turns, the newest last
	From  int            `json:"from"`            // the place of the guest's message among Messages
	Did   string         `json:"did,omitempty"`   // what the house showed or asked last, as in understand.Before
	Under string         `json:"under,omitempty"` // the same before it asked whether something may be kept
	Again []llm.ToolCall `json:"again,omitempty"` // the searches that did it
	Steps []step         `json:"steps,omitempty"` // what the reader decided, before tools changed the scene

	Refused refusal `json:"refused,omitzero"`

	told bool // Turn.History is the messages before From: it is not written a second time
}

func ownOf(s agent.State) (o own) {
	_ = json.Unmarshal(s.Own, &o) // written by Begin
	if o.Scene == nil {
		o.Scene = &scene.Scene{}
	}
	if o.told = o.Turn.History == nil && o.From > 0 && o.From <= len(s.Messages); o.told {
		for _, m := range s.Messages[:o.From] {
			o.Turn.History = append(o.Turn.History, Line{string(m.Role), (&llm.Response{Message: m}).Text()})
		}
	}
	return o
}

func (o own) raw() json.RawMessage {
	if o.told {
		o.Turn.History = nil
	}
	b, _ := json.Marshal(o) // plain data
	return b
}

// maxRounds is how often it may decide for one message.
const maxRounds = 10

// Graph returns the concierge as a graph.
func (c *Concierge) Graph() (*graph.Graph[agent.State], error) {
	return agent.Agent{Name: "concierge@1", Tools: c.Tools, Think: c.decide, MaxIterations: maxRounds, Around: c.around}.Graph()
}

// around gives the tools of a step the scene, and keeps what they leave in it.
func (c *Concierge) around(ctx context.Context, s agent.State) (context.Context, func(agent.State) agent.State) {
	o := ownOf(s)
	o.Scene.Later = len(s.Queue) > 0 && !strings.HasPrefix(s.Queue[0].ID, readID)
	if c.Named != nil {
		o.Scene.Names = func(text string) []scene.Mention { return c.Named(scene.With(ctx, o.Scene), text) }
	}
	return scene.With(ctx, o.Scene), func(s agent.State) agent.State {
		o.Scene.Settle()
		s.Own = o.raw()
		return s
	}
}

// Begin is the state in which a turn starts: before is how the last one in this
// conversation ended, or nil; at is the scene without what was shown and noted.
func (c *Concierge) Begin(ctx context.Context, before *agent.State, t Turn, at *scene.Scene) agent.State {
	t.Topics, t.About = c.Topics, c.About
	if c.Lacks != nil {
		house, lacks := c.Lacks(ctx)
		t.House, t.Topics = house, less(t.Topics, lacks)
	}
	for i, l := range t.History {
		switch user := string(llm.RoleUser); {
		case l.Role == user:
			at.Said = append(at.Said, l.Text)
		case i > 0 && t.History[i-1].Role != user: // a question behind an answer
			at.Last += "\n\n" + l.Text
		default:
			at.Last = l.Text
		}
	}
	o := own{Scene: at, Turn: t}
	if before != nil {
		c.goOn(&o, *before)
	}
	o.Did, o.Under = doneLast(o.Did, at)
	s := agent.State{}
	lines := window(t.History)
	for _, l := range lines {
		s.Messages = append(s.Messages, llm.Text(llm.Role(l.Role), l.Text))
	}
	o.From, o.told = len(s.Messages), slices.Equal(lines, t.History)
	s.Messages, s.Own = append(s.Messages, llm.Text(llm.RoleUser, t.Message)), o.raw()
	if len(c.Tasks.Models) > 0 {
		s = c.prompted(ctx, s, o)
	}
	return s
}

// goOn takes over what the last turn left: what was shown and noted, what tools said, and who is there of whom
// nobody else knows.
func (c *Concierge) goOn(o *own, before agent.State) {
	last, at := ownOf(before), o.Scene
	at.Shown, at.Notes = last.Scene.Shown, last.Scene.Notes
	if len(c.Tasks.Models) > 0 {
		o.Facts = bounded(append(last.Facts, results(before, last.From)...))
	}
	o.Did, o.Again = did(before, last)
	for _, p := range last.Scene.Table {
		if needless := p.Name != "" && needsOf(p) == "" && len(hook.Among(at.Table, p.Name)) == 0; needless || o.Turn.Guest == "" {
			at.Table = hook.Seat(at.Table, p)
		}
	}
}

// doneLast tells what the house showed or asked last, and what it did before it asked whether something may be kept.
func doneLast(did string, at *scene.Scene) (now, under string) {
	w := texts.In(at.Language).Memory
	switch asks, _, _ := strings.Cut(w.Consent, "?"); {
	case strings.Contains(at.Last, asks+"?"):
		return "consent", did
	case strings.HasPrefix(at.Last, w.Told): // a hook has told it
		return "memory", ""
	case did != "" || at.Last == "":
		return did, ""
	case strings.HasSuffix(strings.TrimSpace(at.Last), "?"):
		return "question", ""
	}
	return "chat", ""
}

// less returns the words that are not among others.
func less(all, others []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(s string) bool { return slices.Contains(others, s) })
}

// prompted is a state with what only models read: the prompt, and the notes of this turn
// with the message.
func (c *Concierge) prompted(ctx context.Context, s agent.State, o own) agent.State {
	system, user, err := Decide.Render(c.Tasks, c.decideIn(ctx, o.Turn, o.Scene))
	if err == nil { // of a prompt file that LoadPrompts has checked
		s.System, s.Messages = system, slices.Clone(s.Messages)
		s.Messages[o.From] = llm.Text(llm.RoleUser, user)
	}
	return s
}

func (c *Concierge) decideIn(ctx context.Context, t Turn, at *scene.Scene) DecideIn {
	in := DecideIn{
		House: c.House, Message: t.Message, WordsOnly: t.WordsOnly, Language: at.Language.English(), Currency: at.Currency,
		Today: at.Now.Format("Monday, 2 January 2006, 15:04"), Lacks: less(c.Topics, t.Topics), About: strings.Join(c.About, ", "), Tools: []string{},
	}
	in.House.Name = cmp.Or(t.House, in.House.Name)
	for _, tool := range c.Tools {
		in.Tools = append(in.Tools, tool.Name)
	}
	if c.Schema != nil && ofFigures(append(slices.Clone(at.Said), t.Message), at) {
		in.Schema = c.Schema(ctx)
	}
	if c.Waiting != nil {
		in.Waiting, in.Filed, in.Unsent = c.Waiting(ctx, at)
		in.Waiting, in.Filed = plain(in.Waiting), plain(in.Filed)
	}
	if plan, ok := (asked{at: at}).planned(); ok && len(plan.Lists) > 0 {
		in.Trip = plain(plan.told())
	}
	in.Table, in.Known = notesOf(at, t.Known)
	all := c.things(ctx, at)
	told := slices.DeleteFunc(slices.Clone(at.Shown), func(t scene.Thing) bool { return unnamed(t, at.Shown) })
	told = told[:min(len(told), 2*maxShown)]
	for i, t := range told {
		if t.Kind == dish {
			told[i].Note = notFor(all, t)
		}
	}
	in.Shown = shownLines(told)
	for _, l := range (asked{at: at}).kept().Lines {
		if i := slices.IndexFunc(all, func(x guard.Thing) bool { return x.Kind == dish && x.ID == l.ID }); i >= 0 {
			in.Bill = append(in.Bill, plain(l.of(all[i].Name)))
		}
	}
	return in
}

// notFor tells who must not have a thing, by what is known of them now: "not for guest, Ana".
func notFor(all []guard.Thing, t scene.Thing) string {
	var who []string
	for _, x := range all {
		for _, n := range x.NotFor {
			if name := cmp.Or(n.Who, "guest"); x.Kind == t.Kind && x.ID == t.ID && !slices.Contains(who, name) {
				who = append(who, name)
			}
		}
	}
	if len(who) == 0 {
		return ""
	}
	return "not for " + strings.Join(who, ", ")
}

// of tells a line of the bill: "2 Pilsen da casa (bem gelada) for Ana".
func (l orderLine) of(name string) string {
	if l.Note != "" {
		name += " (" + l.Note + ")"
	}
	who := strings.Split(l.For, ", ")
	for i := range who {
		if who[i] == "me" {
			who[i] = "the guest"
		}
	}
	return strings.TrimSuffix(fmt.Sprintf("%d %s for %s", l.Quantity, name, strings.Join(who, ", ")), " for ")
}

// ofFigures reports whether a conversation speaks of figures, for which a model may write a
// statement: only then it need know the relations. From then on it does, as a provider
// keeps what the prompt begins with.
func ofFigures(said []string, at *scene.Scene) bool {
	return at.Notes["figures"] != nil || slices.ContainsFunc(said, func(text string) bool {
		r := understand.Read(text, understand.Before{})
		return slices.ContainsFunc(r.Acts, func(a understand.Act) bool { return figureActs[a.Name] }) || r.Sure < doubtful
	})
}

var figureActs = lang.Set("ask_purchases ask_data draw_chart find_breweries about_brewery trip_total outside")

// maxShown is the number of things that make up one shown list; the notes keep two such lists.
const maxShown = 8

// unnamed reports whether a thing belongs to a list of places of which the answer named others.
func unnamed(t scene.Thing, all []scene.Thing) bool {
	return t.Kind != dish && t.Number == 0 && slices.ContainsFunc(all, func(x scene.Thing) bool { return x.Kind == t.Kind && x.Note == t.Note && x.Number > 0 })
}

// shownLines tells what was shown, the newest list first. Only things of the
// newest list of their kind have their number: it is what "o segundo" means.
func shownLines(things []scene.Thing) (lines []string) {
	last := map[string]int{} // the number before, by kind; -1: of an older list
	for _, t := range things {
		if last[t.Kind] >= 0 && t.Number > last[t.Kind] {
			last[t.Kind] = t.Number
		} else {
			last[t.Kind], t.Number = -1, 0
		}
		lines = append(lines, thingLine(t))
	}
	return lines
}

func thingLine(x scene.Thing) string {
	line := x.Kind + ": " + x.Name
	if x.Number > 0 {
		line = fmt.Sprintf("%s %d: %s", x.Kind, x.Number, x.Name)
	}
	total := x.Total
	if total != "" {
		total += " in all"
	}
	for _, more := range []string{x.Price, total, x.Note} {
		if more != "" {
			line += ", " + more
		}
	}
	return plain(line)
}

// plain keeps what others wrote from closing the notes.
func plain(text string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("<", "‹", ">", "›").Replace(text)), " ")
}

// Limits of the conversation that a model is told: at least leastLines messages,
// more while they have no more than mostBytes. Old ones leave in blocks, so that
// a provider's cache of the beginning holds for several turns.
const (
	leastLines = 20
	block      = 10
	mostBytes  = 8000
	longLine   = 1500
)

// window returns the end of a conversation, without what is empty.
func window(history []Line) []Line {
	all := slices.DeleteFunc(slices.Clone(history), func(l Line) bool { return strings.TrimSpace(l.Text) == "" })
	for i := range all {
		all[i].Text = whole(all[i].Text, longLine)
	}
	for len(all) > leastLines && size(all) > mostBytes {
		all = all[min(block, len(all)-leastLines):]
	}
	return all
}

func size(lines []Line) (n int) {
	for _, l := range lines {
		n += len(l.Text)
	}
	return n
}

// whole cuts a text after the last sentence that ends within most bytes.
func whole(text string, most int) string {
	if len(text) <= most {
		return text
	}
	cut := text[:most]
	if end := strings.LastIndexAny(cut, ".!?\n"); end > 0 {
		return cut[:end+1] + " …"
	}
	return strings.ToValidUTF8(cut, "") + " …"
}

// mostFacts is how many bytes of earlier tool results are kept to hold later
// answers to.
const mostFacts = 24_000

func bounded(facts []string) []string {
	n := 0
	for i, f := range slices.Backward(facts) {
		if n += len(f); n > mostFacts {
			return facts[i+1:]
		}
	}
	return facts
}

// partsSince yields the parts of the messages from one on.
func partsSince(s agent.State, from int) iter.Seq[llm.Part] {
	return func(yield func(llm.Part) bool) {
		for _, m := range s.Messages[min(from, len(s.Messages)):] {
			for _, p := range m.Parts {
				if !yield(p) {
					return
				}
			}
		}
	}
}

// results returns what a model was told by tools since a message.
func results(s agent.State, from int) []string {
	return resultsAs(s, from, func(r llm.ToolResult) string { return r.Content })
}

// resultsAs returns the results of tools since a message, without addresses that a tool only
// repeats from its call: an address that a model wrote is no fact.
func resultsAs(s agent.State, from int, as func(llm.ToolResult) string) (all []string) {
	var written []string
	for p := range partsSince(s, from) {
		if p.Call != nil {
			for _, a := range guard.Addresses(p.Call.Args) {
				if !slices.ContainsFunc(all, func(had string) bool { return strings.Contains(had, a) }) {
					written = append(written, a, "…")
				}
			}
		}
		if p.Result != nil && !p.Result.IsError {
			all = append(all, strings.NewReplacer(written...).Replace(as(*p.Result)))
		}
	}
	return all
}
