package maitre

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/concierge"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/thread"
)

// concierge makes the one agent that answers with a model, of the tools of all
// specialists.
func (m *Maitre) concierge() (Specialist, error) {
	house := concierge.House{Name: m.o.House.Name, Persona: m.o.House.Persona, Language: lang.Language(m.o.House.Language).English()}
	c := &concierge.Concierge{Tasks: m.o.Tasks, Unsure: m.o.Unsure, House: house, Own: m.ownTool, Keeping: memory.Keeping, TopicOf: map[string]string{}}
	c.Spare = func(context.Context, string) []string { return nil }
	for _, s := range m.o.Specialists {
		tools, err := s.tools()
		if err != nil {
			return Specialist{}, err
		}
		if len(s.Tools) > 0 && s.compile != nil { // its graph answers where the model fails, and no model is told of it
			own, err := s.asTool()
			if err != nil {
				return Specialist{}, err
			}
			tools = append(slices.Clip(tools), own)
			spares(c, func(context.Context, string) []string { return []string{own.Name} })
		}
		for _, t := range tools {
			if slices.ContainsFunc(c.Tools, func(had agent.Tool) bool { return had.Name == t.Name }) {
				return Specialist{}, fmt.Errorf("specialist %s: another tool is called %s", s.Name, t.Name)
			}
			c.Tools = append(c.Tools, t)
		}
		if s.sense == nil {
			c.About = append(c.About, s.About)
			continue
		}
		c.Topics = append(c.Topics, s.Name)
		for _, t := range tools {
			c.TopicOf[t.Name] = s.Name
		}
		s.sense(c)
	}
	g, err := c.Graph()
	if err != nil {
		return Specialist{}, err
	}
	begin := func(ctx context.Context, q Query) agent.State {
		var before *agent.State
		if last := new(agent.State); q.Last(last) {
			before = last
		}
		t := concierge.Turn{Guest: q.Guest, Message: q.Message, Known: q.Context, Language: q.Language, Reply: q.reply, Constraints: q.Constraints, WordsOnly: q.WordsOnly}
		for _, said := range q.History {
			t.History = append(t.History, concierge.Line{Role: string(said.Role), Text: said.Text})
		}
		return c.Begin(ctx, before, t, m.sceneOf(q, before))
	}
	return specialistOf(conciergeName, "everything", g, begin, func(s agent.State) string { return s.Text }), nil
}

// spares has the concierge offer a model no tools that are named so, besides those it
// is spared already.
func spares(c *concierge.Concierge, more func(ctx context.Context, guest string) []string) {
	before := c.Spare
	c.Spare = func(ctx context.Context, guest string) []string {
		return append(before(ctx, guest), more(ctx, guest)...)
	}
}

// tools returns those of a specialist. One that has a graph alone is a tool
// itself.
func (s Specialist) tools() ([]agent.Tool, error) {
	if len(s.Tools) > 0 || s.compile == nil {
		return s.Tools, nil
	}
	t, err := s.asTool()
	return []agent.Tool{t}, err
}

// asTool makes a tool of a specialist's graph.
func (s Specialist) asTool() (agent.Tool, error) {
	type in struct {
		Question string `json:"question" jsonschema:"the guest's wish, in words that need no conversation"`
	}
	type out struct {
		Answer string `json:"answer"`
	}
	t, err := agent.NewTool(s.toolName(), s.About, func(ctx context.Context, i in) (out, error) {
		at := scene.From(ctx)
		q := Query{Turn: Turn{Guest: graph.Guest(ctx), Message: i.Question}, Language: string(at.Language), Constraints: at.MustNots(nil), People: at.People()}
		answer, err := s.once(ctx, q)
		return out{answer}, err
	}, agent.Options[out]{Say: func(o out, _ lang.Language) string { return o.Answer }})
	if err != nil {
		return agent.Tool{}, fmt.Errorf("specialist %s: %w", s.Name, err)
	}
	return t, nil
}

// toolName is that of a specialist that is a tool itself.
func (s Specialist) toolName() string { return "ask_" + strings.ReplaceAll(s.Name, ".", "_") }

// ownTool returns the tool that a specialist with a graph of its own is, if a message
// is for one, or "".
func (m *Maitre) ownTool(ctx context.Context, t concierge.Turn) string {
	var history []thread.Message
	for _, l := range t.History {
		history = append(history, thread.Message{Role: thread.Role(l.Role), Text: l.Text})
	}
	name, err := m.own(ctx, nil, t.Message, history, "") // the log has who was chosen, or has the tool
	if err != nil || name == "" {
		return ""
	}
	return Specialist{Name: name}.toolName()
}

// sceneOf is the conversation as a turn begins. before is what the concierge kept of it, or nil.
func (m *Maitre) sceneOf(q Query, before *agent.State) *scene.Scene {
	at := &scene.Scene{Now: m.now(), Message: q.Message, Currency: m.o.House.Currency, Budget: q.Constraints.Budget, Party: q.Constraints.Party, Unknown: q.Constraints.Unknown}
	last := &scene.Scene{}
	if before != nil && before.Own != nil {
		last = scene.Of(before.Own)
	}
	at.Shown, at.Notes = last.Shown, last.Notes
	at.Language = m.spokenBy(q, last.Language, last.Shown)
	at.Table = tableOf(q, last.Table)
	return at
}

// within gives a step of a specialist's graph the scene that its run began with. It is in the
// log, as any worker may go on with the run.
func (m *Maitre) within(ctx context.Context) context.Context {
	at := &scene.Scene{Now: m.now(), Language: lang.Portuguese, Unknown: true} // where the log cannot be read
	begun, err := m.o.Store.Events(ctx, graph.Of(ctx).ID, 0, 4)                // run, session, message, scene
	if i := slices.IndexFunc(begun, func(e event.Event) bool { return e.Type == event.Scene }); err == nil && i >= 0 {
		at = event.Read[*scene.Scene](begun[i])
	}
	return scene.With(ctx, at)
}

// spokenBy returns the language to answer in: the one that was asked for, else
// the message's, if it is long enough to tell, else the one known before, which may be empty.
// The names of things shown tell nothing: they stand on the card as they are.
func (m *Maitre) spokenBy(q Query, known lang.Language, shown []scene.Thing) lang.Language {
	if l, ok := lang.Parse(q.Language); ok {
		return l
	}
	message := q.Message
	for _, t := range shown {
		message = strings.ReplaceAll(message, t.Name, "")
	}
	said := prose(message)
	if l, sure := lang.Detect(strings.Join(said, " ")); sure && (known == "" || len(said) > 3) {
		return l
	}
	if known != "" {
		return known
	}
	for _, said := range slices.Backward(q.History) {
		if l, sure := lang.Detect(said.Text); sure && said.Role == thread.RoleUser {
			return l
		}
	}
	if l, ok := lang.Parse(m.o.House.Language); ok {
		return l
	}
	return lang.Portuguese
}

// prose returns the words of a message that may tell its language: SQL, names in
// capitals and codes do not.
func prose(message string) []string {
	return slices.DeleteFunc(strings.Fields(message), func(w string) bool {
		return strings.ContainsAny(w, "_=*<>{}[]()|/\\'0123456789") || strings.ToUpper(w) == w && strings.ToLower(w) != w && len(w) > 1
	})
}

// tableOf returns who is at the table: whom the hooks know, and the Companion, of
// whom it is not known who that is, with what the rules of safety hear in the
// message besides, and heard before. Once somebody is known to need it, it is theirs.
func tableOf(q Query, before []hook.Person) []hook.Person {
	table := hook.Seat(nil, hook.Person{})
	if len(q.People) == 0 { // nobody tells people apart: all of it binds the guest
		table = hook.Seat(table, hook.Person{Allergies: q.Constraints.Allergies, Diets: q.Constraints.Diets, Dislikes: q.Constraints.Dislikes})
	}
	for _, p := range q.People {
		table = hook.Seat(table, p)
	}
	named := func(need string) bool {
		return slices.ContainsFunc(table, func(p hook.Person) bool {
			return !p.Is(hook.Companion) && needs(p, need) && (p.Name != "" || !q.tellsOfSomebody(need))
		})
	}
	for i, p := range table {
		if p.Is(hook.Companion) { // whose need has an owner by now, maybe in another word
			table[i].Allergies, table[i].Diets = slices.DeleteFunc(p.Allergies, named), slices.DeleteFunc(p.Diets, named)
		}
	}
	heard := hook.Person{Name: hook.Companion}
	var freed []string
	for _, n := range understand.Needs(q.Message) {
		switch {
		case n.Kind == "diet" && (!n.Plain || memory.Measures(n.What)): // whoever listens knows better
		case n.Sober && n.Of[0] != understand.Somebody: // who drives does not make the others sober
			table = hook.Seat(table, hook.Person{Name: n.Of[0], Diets: []string{n.What}})
		case n.Over:
			freed = append(freed, n.What)
		case n.Kind == "diet":
			heard.Diets = append(heard.Diets, n.What)
		default:
			heard.Allergies = append(heard.Allergies, n.What)
		}
	}
	for _, p := range before {
		if p.Is(hook.Companion) {
			heard.Allergies, heard.Diets = append(heard.Allergies, p.Allergies...), append(heard.Diets, p.Diets...)
		}
	}
	known := func(need string) bool {
		return slices.ContainsFunc(table, func(p hook.Person) bool { return needs(p, need) })
	}
	drop := func(need string) bool {
		return known(need) || slices.ContainsFunc(freed, func(f string) bool { return menu.SameNeed(f, need) })
	}
	heard.Allergies, heard.Diets = slices.DeleteFunc(heard.Allergies, drop), slices.DeleteFunc(heard.Diets, drop)
	if !heard.Safety() {
		return table
	}
	return hook.Seat(table, heard)
}

// tellsOfSomebody reports whether the guest plainly told of somebody else that they must not have something.
// Who has an allergy and asks what is fried with peanuts tells of nobody.
func (q *Query) tellsOfSomebody(need string) bool {
	told := func(text string) bool {
		return slices.ContainsFunc(understand.Needs(text), func(n understand.Need) bool {
			return n.Plain && !n.Over && !slices.Equal(n.Of, []string{""}) && menu.CoversNeed(n.What, need)
		})
	}
	return told(q.Message) || slices.ContainsFunc(q.History, func(l thread.Message) bool { return l.Role == thread.RoleUser && told(l.Text) })
}

// needs reports whether somebody must not have something, in whatever words.
func needs(p hook.Person, need string) bool {
	return slices.ContainsFunc(slices.Concat(p.Allergies, p.Diets), func(has string) bool { return menu.CoversNeed(has, need) })
}
