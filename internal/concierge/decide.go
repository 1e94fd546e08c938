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
	timeout := cmp.Or(c.Tasks.Timeout, Decide.Params.Timeout)
	if s.System == "" { // begun where there was no model
		s = c.prompted(ctx, s, o)
	}
	turn := ctx
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, fmt.Errorf("no decision within %v", timeout))
	defer cancel()
	req := llm.Request{System: s.System, Tools: slim(c.needed(ctx, o, tools)), MaxTokens: maxTokens, Temperature: new(temperature), Label: Decide.Name}
	for retried := false; ; retried = true {
		start := time.Now()
		req.Messages = o.Refused.among(s.Messages)
		facts := c.groundsOf(ctx, s, o)
		facts.Prompt += "\n" + o.Refused.Complaint
		speech := &speech{stream: guard.NewStream(facts), say: say}
		resp, err := llm.Stream(ctx, m, &req, speech.hear)
		if err == nil {
			err = complete(resp, tools)
		}
		ms := float64(time.Since(start)) / float64(time.Millisecond)
		if err != nil {
			if turn.Err() == nil { // what was heard of an answer that the guest stops stands
				speech.withdraw()
			}
			decided(ctx, task.Decision{By: task.ByRule, Why: event.Brief(err.Error()), MS: ms, Cost: llm.Spent(resp, err)})
			return agent.Thought{}, err
		}
		decided(ctx, task.Decision{By: resp.Model, Why: event.Brief(why), MS: ms, Usage: resp.Usage, Cost: resp.Cost})
		if calls := resp.Calls(); len(calls) > 0 && tools != nil {
			speech.withdraw() // words before a call are not the answer
			thought := agent.Thought{Calls: calls, Sent: &resp.Message}
			if o.Refused.Complaint != "" {
				thought.Own = o.raw()
			}
			return thought, nil
		}
		v := judge(resp.Text(), facts, retried)
		if v.outcome == refused && !retried {
			guarded(ctx, v)
			o.Refused = refusal{At: len(s.Messages), Answer: resp.Message, Complaint: v.complaint()}
			speech.withdraw()
			continue
		}
		if v.outcome == refused {
			word := strings.TrimSpace(withWord("", "", o.Scene.Language, v.found))
			v.text, v.marks, v.outcome = cmp.Or(c.facts(s, o), word), nil, replaced
		}
		guarded(ctx, v)
		if v.text == "" { // somebody else may know
			speech.withdraw()
			return agent.Thought{}, errors.New("no answer of the model could stand")
		}
		speech.end(v.text)
		if strings.HasSuffix(strings.TrimSpace(v.text), "?") {
			tools = nil // it asks something itself: nothing is offered besides
		}
		return c.settled(ctx, v.text, v.marks, o, tools), nil
	}
}

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
	all := c.things(ctx, o.Scene)
	facts := guard.Facts{Language: o.Scene.Language, Table: o.Scene.Table, Things: all, Asked: o.Turn.Message, Marks: marks}
	var named, aside, offered []scene.Thing
	for _, x := range guard.Names(text, facts) {
		i := slices.IndexFunc(all, func(t guard.Thing) bool { return t.Kind == x.Kind && t.ID == x.ID })
		t, ok := spoken(x, all[i], o.Scene)
		forbidden := slices.ContainsFunc(all[i].NotFor, func(n guard.NotFor) bool { return n.Who == "" })
		switch {
		case !ok:
		case x.Warned || x.Not && !x.For:
			aside = append(aside, t)
		case x.For || len(marks) == 0 && !forbidden && found(o.Scene, t): // what was found before, and is only spoken of, needs no card again
			named, offered = append(named, t), append(offered, t)
		default:
			named = append(named, t)
		}
	}
	bill := o.tab()
	offered = slices.DeleteFunc(offered, func(t scene.Thing) bool { return slices.Contains(bill, t.ID) })
	if len(named)+len(aside) > 0 {
		o.Scene.Named(named, aside...)
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

// spoken is a thing that an answer names, as it was found in this turn or shown before. A dish that is marked need be
// neither: one listed it two turns ago, beside what was suggested then.
func spoken(x guard.Spoken, is guard.Thing, s *scene.Scene) (scene.Thing, bool) {
	same := func(t scene.Thing) bool { return t.Kind == x.Kind && t.ID == x.ID }
	if i := slices.IndexFunc(s.Found, same); i >= 0 {
		return s.Found[i], true
	}
	if i := slices.IndexFunc(s.Shown, same); i >= 0 {
		return s.Shown[i], s.Shown[i].Number > 0 || strings.Contains(s.Shown[i].Name, " ") // "café" may be anything
	}
	return scene.Thing{Kind: dish, ID: x.ID, Name: is.Name, Price: priceOf(is, s), Aside: true}, x.Kind == dish && (x.For || x.Not)
}

// found reports whether a tool of this turn found a thing.
func found(s *scene.Scene, is scene.Thing) bool {
	return slices.ContainsFunc(s.Found, func(t scene.Thing) bool { return t.Kind == is.Kind && t.ID == is.ID })
}

func priceOf(x guard.Thing, s *scene.Scene) string {
	if x.Price == 0 {
		return ""
	}
	return ui.Money{Amount: x.Price, Currency: cmp.Or(s.Currency, "BRL")}.Text(s.Language)
}

// tab returns the ids of what is on the bill.
func (o own) tab() []string { return asked{at: o.Scene}.tab() }

// cardedNote is the key of the ids of what was on the last card.
const cardedNote = "concierge.carded"

// show emits the card of the things that an answer offers, if one of them was not on the last card. A card that cannot
// be made does not take the answer back.
func (c *Concierge) show(ctx context.Context, offered []scene.Thing, o own) {
	var had []string
	o.Scene.Load(cardedNote, &had)
	if c.Cards == nil || len(less(ids(offered), had)) == 0 {
		return
	}
	if card, err := c.Cards(scene.With(ctx, o.Scene), offered); err == nil && card.Name != "" {
		event.Emit(ctx, event.UI, card)
		_ = o.Scene.Save(cardedNote, ids(offered)) // else it is shown again
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
func goesRound(s agent.State, from int) (again bool) {
	made := map[string]bool{}
	for _, m := range s.Messages[min(from, len(s.Messages)):] {
		calls, repeated := 0, 0
		for _, p := range m.Parts {
			if p.Call == nil || strings.HasPrefix(p.Call.ID, readID) {
				continue
			}
			key := p.Call.Name + " " + canonical(p.Call.Args)
			if calls++; made[key] {
				repeated++
			}
			made[key] = true
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
