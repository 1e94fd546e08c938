package concierge

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/concierge/guard"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

// decide implements agent.Think: the models are asked in their order. When none
// of them decides, the facts found so far are said by template, and if there are
// none the reader decides.
func (c *Concierge) decide(ctx context.Context, s agent.State, tools []llm.ToolSpec, say func(event.Words)) (agent.Thought, error) {
	o := ownOf(s)
	tools = c.offered(o, tools)
	offered := tools
	if goesRound(s, o.From) {
		tools = nil // it has what it asks for: it must answer now
	}
	if c.Unsure && len(c.Tasks.Models) > 0 && (byReader(s, o.From) || c.sure(ctx, o) && len(s.Messages) == o.From+1) {
		return c.byReader(ctx, s, o, tools, say, false), nil
	}
	if thought, ok := c.beside(ctx, s, o, offered, say); ok {
		return thought, nil
	}
	var why []string
	for _, m := range c.Tasks.Models {
		thought, err := c.byModel(ctx, m, s, o, tools, say, strings.Join(why, "; "))
		if err == nil {
			return thought, nil
		}
		if ctx.Err() != nil {
			return agent.Thought{}, context.Cause(ctx)
		}
		why = append(why, err.Error())
	}
	if text := c.facts(s, o); text != "" && (s.Said != "" || !byReader(s, o.From)) {
		return c.answered(ctx, text, o, tools, say), nil
	}
	return c.byReader(ctx, s, o, offered, say, len(why) > 0), nil // the reader has not gone round
}

// decided puts into the log who decided, and what it cost.
func decided(ctx context.Context, d task.Decision) {
	d.Task = Decide.Name
	event.Emit(ctx, event.Decision, d)
}

// maxTokens is a long answer, or a dozen calls.
const maxTokens = 1200

// byModel asks one model, and once more if its answer cannot stand. The log is
// told who decided, and why not the models before.
func (c *Concierge) byModel(ctx context.Context, m llm.Model, s agent.State, o own, tools []llm.ToolSpec, say func(event.Words), why string) (agent.Thought, error) {
	timeout := c.Tasks.Timeout
	if timeout == 0 {
		timeout = Decide.Params.Timeout
	}
	if s.System == "" { // begun where there was no model
		s = c.prompted(ctx, s, o)
	}
	turn := ctx
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, fmt.Errorf("no decision within %v", timeout))
	defer cancel()
	messages := o.Refused.among(s.Messages)
	told := slim(c.needed(ctx, o, tools))
	for retried := false; ; retried = true {
		start := time.Now()
		req := &llm.Request{System: s.System, Messages: messages, Tools: told, MaxTokens: maxTokens, Temperature: new(temperature), Label: Decide.Name}
		facts := c.groundsOf(ctx, s, o)
		facts.Prompt += "\n" + o.Refused.Complaint
		speech := &speech{stream: guard.NewStream(facts), say: say}
		resp, err := llm.Stream(ctx, m, req, speech.hear)
		if err == nil {
			err = complete(resp, tools)
		}
		if err != nil {
			if turn.Err() == nil { // what was heard of an answer that the guest stops stands
				speech.withdraw()
			}
			decided(ctx, task.Decision{By: task.ByRule, Why: event.Brief(err.Error()), MS: since(start), Cost: llm.Spent(resp, err)})
			return agent.Thought{}, err
		}
		decided(ctx, task.Decision{By: resp.Model, Why: event.Brief(why), MS: since(start), Usage: resp.Usage, Cost: resp.Cost})
		if calls := resp.Calls(); len(calls) > 0 && tools != nil {
			speech.withdraw() // words before a call are not the answer
			thought := agent.Thought{Calls: calls, Sent: &resp.Message}
			if o.Refused.Complaint != "" {
				thought.Own = o.raw()
			}
			return thought, nil
		}
		verdict := judge(resp.Text(), facts, retried)
		switch {
		case verdict.outcome != refused:
		case retried:
			word := strings.TrimSpace(withWord("", "", o.Scene.Language, verdict.found))
			verdict.text, verdict.marks, verdict.outcome = cmp.Or(c.facts(s, o), word), nil, replaced
			if verdict.text == "" { // somebody else may know
				guarded(ctx, verdict)
				speech.withdraw()
				return agent.Thought{}, errors.New("no answer of the model could stand")
			}
		default:
			guarded(ctx, verdict)
			o.Refused = refusal{At: len(s.Messages), Answer: resp.Message, Complaint: verdict.complaint()}
			messages = o.Refused.among(s.Messages)
			speech.withdraw()
			continue
		}
		guarded(ctx, verdict)
		speech.end(verdict.text)
		if strings.HasSuffix(strings.TrimSpace(verdict.text), "?") {
			tools = nil // it asks something itself: nothing is offered besides
		}
		return c.settled(ctx, verdict.text, verdict.marks, o, tools), nil
	}
}

func since(start time.Time) float64 { return float64(time.Since(start)) / float64(time.Millisecond) }

// complete says what an answer lacks to be one. Without tools calls are none.
func complete(resp *llm.Response, tools []llm.ToolSpec) error {
	switch {
	case resp.Finish == llm.Length:
		return errors.New("the answer is longer than the limit")
	case resp.Finish == llm.Filtered:
		return errors.New("the provider withheld the answer")
	case strings.TrimSpace(resp.Text()) != "":
	case len(resp.Calls()) == 0:
		return errors.New("the model answered nothing")
	case tools == nil:
		return errors.New("the model calls tools and does not answer")
	}
	return nil
}

// answered says a text that no model wrote.
func (c *Concierge) answered(ctx context.Context, text string, o own, tools []llm.ToolSpec, say func(event.Words)) agent.Thought {
	say(event.Words{Text: text})
	said := words(text)
	o.Scene.Found = slices.DeleteFunc(o.Scene.Found, func(t scene.Thing) bool { // it has names in full: "batida" is no Batida de coco
		return !strings.Contains(said, words(t.Name))
	})
	c.release(ctx, nil, o)
	return c.settled(ctx, text, nil, o, tools)
}

// settled makes a thought of an answer: what it names is shown, and a paid tool
// may be offered.
func (c *Concierge) settled(ctx context.Context, text string, marks []guard.Mark, o own, tools []llm.ToolSpec) agent.Thought {
	thought := agent.Thought{Text: text}
	offered := []scene.Thing{}
	marked := c.marked(ctx, text, marks, o)
	if named := named(text, o.Scene, func(t scene.Thing) bool { return len(marks) == 0 || slices.Contains(marked, t.ID) }); len(named) > 0 {
		var aside []string
		offered, aside = c.offers(ctx, text, marks, named, o)
		without := func(t scene.Thing) bool { return slices.Contains(aside, t.ID) }
		o.Scene.Named(slices.DeleteFunc(slices.Clone(named), without), slices.DeleteFunc(named, func(t scene.Thing) bool { return !without(t) })...)
		c.show(ctx, offered, o)
	}
	c.release(ctx, append([]scene.Thing{}, offered...), o)
	if c.Offer != nil && tools != nil {
		thought.Offer = c.Offer(o.Scene, graph.Key(ctx))
	}
	o.Scene.Found = nil
	thought.Own = o.raw()
	return thought
}

// marked returns the ids of what an answer marks. Dishes among them that no tool has found in
// this turn are found now: one listed them two turns ago, beside what was suggested then.
func (c *Concierge) marked(ctx context.Context, text string, marks []guard.Mark, o own) (ids []string) {
	all := c.things(ctx, o.Scene)
	ids, without := guard.Offered(text, guard.Facts{Language: o.Scene.Language, Things: all, Marks: marks})
	for _, x := range all {
		same := func(t scene.Thing) bool { return t.Kind == x.Kind && t.ID == x.ID }
		if x.Kind == dish && slices.Contains(ids, x.ID) && !slices.ContainsFunc(o.Scene.Found, same) && !slices.ContainsFunc(o.Scene.Shown, same) {
			o.Scene.Found = append(o.Scene.Found, scene.Thing{Kind: dish, ID: x.ID, Name: x.Name, Price: priceOf(x, o.Scene), Aside: true})
		}
	}
	return append(ids, without...)
}

func priceOf(x guard.Thing, s *scene.Scene) string {
	if x.Price == 0 {
		return ""
	}
	return ui.Money{Amount: x.Price, Currency: cmp.Or(s.Currency, "BRL")}.Text(s.Language)
}

// offers returns which of the things that an answer names are offered, and the ids of those
// that it only warns of or leaves out. Its marks tell; where there are none, the words do. What
// the guest knows is not offered: the bill, and what they named, unless there is more.
func (c *Concierge) offers(ctx context.Context, text string, marks []guard.Mark, named []scene.Thing, o own) (offered []scene.Thing, aside []string) {
	all := c.things(ctx, o.Scene)
	facts := guard.Facts{Language: o.Scene.Language, Table: o.Scene.Table, Things: all, Asked: o.Turn.Message, Marks: marks}
	var ids, asked []string
	if len(marks) > 0 {
		ids, aside = guard.Offered(text, facts)
		asked = guard.Named(facts, o.Turn.Message)
	} else {
		aside, asked = guard.Aside(text, facts), guard.Named(facts, slices.Concat(o.Scene.Said, []string{o.Turn.Message})...) // now or before
	}
	bill := o.tab()
	offered = slices.DeleteFunc(slices.Clone(named), func(t scene.Thing) bool {
		unmarked := len(marks) > 0 && !slices.Contains(ids, t.ID)
		nobodys := len(marks) == 0 && (forbidden(all, t) || slices.Contains(asked, t.ID))
		return unmarked || nobodys || slices.Contains(aside, t.ID) || slices.Contains(bill, t.ID)
	})
	if !slices.ContainsFunc(offered, func(t scene.Thing) bool { return !slices.Contains(asked, t.ID) }) {
		return nil, aside
	}
	return offered, aside
}

// tab returns the ids of what is on the bill.
func (o own) tab() []string { return asked{at: o.Scene}.tab() }

// forbidden reports whether a thing is one that the guest must not have.
func forbidden(all []guard.Thing, t scene.Thing) bool {
	return slices.ContainsFunc(all, func(x guard.Thing) bool {
		return x.ID == t.ID && slices.ContainsFunc(x.NotFor, func(n guard.NotFor) bool { return n.Who == "" })
	})
}

// cardedNote is the key of the ids of what was on the last card.
const cardedNote = "concierge.carded"

// longCard is the number of things from which on a card is long. Behind a long card a new one is
// shown for the few things that an answer offers, since their buttons are far up.
const longCard = 12

// show emits the card of the things that an answer offers, if one of them was not on the last card or that
// card was long. A card that cannot be made does not take the answer back.
func (c *Concierge) show(ctx context.Context, offered []scene.Thing, o own) {
	var had []string
	o.Scene.Load(cardedNote, &had)
	var ids []string
	for _, t := range offered {
		ids = append(ids, t.ID)
	}
	news := func(id string) bool { return len(had) >= longCard || !slices.Contains(had, id) }
	if c.Cards == nil || !slices.ContainsFunc(ids, news) {
		return
	}
	if card, err := c.Cards(scene.With(ctx, o.Scene), offered); err == nil && card.Name != "" {
		event.Emit(ctx, event.UI, card)
		_ = o.Scene.Save(cardedNote, ids) // else it is shown again
	}
}

// release shows of the lists that were held what an answer offers; nil: all of them.
func (c *Concierge) release(ctx context.Context, offered []scene.Thing, o own) {
	if c.Held == nil {
		return
	}
	cards, _ := c.Held(scene.With(ctx, o.Scene), offered) // else the answer stands alone
	for _, card := range cards {
		event.Emit(ctx, event.UI, card)
	}
}

// goesRound reports whether the last calls of a model were all made before for
// this message, with the same arguments.
func goesRound(s agent.State, from int) bool {
	made := map[string]bool{}
	again := false
	for _, m := range s.Messages[min(from, len(s.Messages)):] {
		calls, repeated := 0, 0
		for _, p := range m.Parts {
			if p.Call == nil || strings.HasPrefix(p.Call.ID, readID) {
				continue
			}
			calls++
			if key := p.Call.Name + " " + canonical(p.Call.Args); made[key] {
				repeated++
			} else {
				made[key] = true
			}
		}
		if calls > 0 {
			again = repeated == calls
		}
	}
	return again
}

// canonical is JSON with its keys in order.
func canonical(args string) string {
	var v any
	if json.Unmarshal([]byte(args), &v) != nil {
		return args
	}
	b, _ := json.Marshal(v)
	return string(b)
}

// facts says what the tools have found for this message, by their templates, and
// for an answer of which more was asked what they have found since.
func (c *Concierge) facts(s agent.State, o own) string {
	var all []string
	clean := resultsAs(s, o.From, llm.ToolResult.Value)
	for _, m := range s.Messages[min(o.From, len(s.Messages)):] {
		if m.Role == llm.RoleAssistant && s.Said != "" && len(m.Parts) > 0 && m.Parts[0].Text != "" && strings.HasSuffix(s.Said, strings.TrimSpace(m.Parts[0].Text)) {
			all = nil
		}
		for _, p := range m.Parts {
			if p.Result == nil || p.Result.IsError {
				continue
			}
			content := clean[0]
			clean = clean[1:]
			i := slices.IndexFunc(c.Tools, func(t agent.Tool) bool { return t.Name == p.Result.Name })
			if i < 0 {
				continue
			}
			if text := strings.TrimSpace(c.Tools[i].Say(content, o.Scene.Language)); text != "" && !slices.Contains(all, text) {
				all = append(all, text)
			}
		}
	}
	return strings.Join(all, "\n\n")
}
