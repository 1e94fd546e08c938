package concierge

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/concierge/chat"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

// step is one thing to do or to say for a message: some calls, or words.
type step struct {
	Act   string         `json:"act"`
	Calls []llm.ToolCall `json:"calls,omitempty"`
	Words string         `json:"words,omitempty"`
}

// readID begins the ids of the reader's calls.
const readID = "read-"

// byReader reports whether the reader has decided what to do for this message.
func byReader(s agent.State, from int) bool {
	return slices.ContainsFunc(s.Messages[min(from, len(s.Messages)):], func(m llm.Message) bool {
		return slices.ContainsFunc(m.Parts, func(p llm.Part) bool { return p.Call != nil && strings.HasPrefix(p.Call.ID, readID) })
	})
}

// byReader returns the calls of tools that the reader hears in a message, and then the answer made of their results. failed: a model was asked first.
func (c *Concierge) byReader(ctx context.Context, s agent.State, o own, tools []llm.ToolSpec, say func(event.Words), failed bool) agent.Thought {
	if o.Turn.Reply != "" && !o.goesOn() { // a hook gave the reply
		return c.answered(ctx, o.Turn.Reply, o, tools, say)
	}
	steps, sure := o.Steps, 0.0
	if steps == nil {
		steps, sure = c.steps(ctx, o)
	}
	done := map[string]*llm.ToolResult{}
	for _, m := range s.Messages[min(o.From, len(s.Messages)):] {
		for _, p := range m.Parts {
			if p.Result != nil && strings.HasPrefix(p.Result.CallID, readID) {
				done[p.Result.CallID] = p.Result
			}
		}
	}
	if len(done) == 0 {
		if !failed {
			d := task.Decision{By: task.ByRule, Cost: new(llm.USD), Sure: sure, Acts: namesOf(steps)}
			if slices.Contains(d.Acts, "unsure") || len(steps) == 0 {
				d.Why = "not understood"
			}
			decided(ctx, d)
		}
		if calls := c.callable(steps, tools); len(calls) > 0 {
			o.Steps = steps
			return agent.Thought{Calls: calls, Own: o.raw(), Free: !failed}
		}
	}
	return c.answered(ctx, c.warned(ctx, c.compose(s, steps, done, o), o), o, tools, say)
}

// callable are the calls of steps that the tools which are offered take: "o segundo" of no list is not a call.
func (c *Concierge) callable(steps []step, tools []llm.ToolSpec) (calls []llm.ToolCall) {
	for _, st := range steps {
		for _, x := range st.Calls {
			offered := slices.ContainsFunc(tools, func(t llm.ToolSpec) bool { return t.Name == x.Name })
			takes := func(t agent.Tool) bool { return t.Name == x.Name && t.Check(x.Args) == nil }
			if offered && slices.ContainsFunc(c.Tools, takes) {
				calls = append(calls, x)
			}
		}
	}
	return calls
}

// namesOf tells what steps do, for the log.
func namesOf(steps []step) (acts []string) {
	for _, s := range steps {
		acts = append(acts, cmp.Or(s.Act, "other"))
	}
	return acts
}

// sure reports whether the reader may decide about a message in place of a model.
func (c *Concierge) sure(ctx context.Context, o own) bool {
	_, sure := c.steps(ctx, o)
	return sure >= certain
}

// hearing is one message while it is understood, and the steps that it asks for.
type hearing struct {
	c     *Concierge
	ctx   context.Context
	o     own
	a     asked // the whole message
	steps []step
	calls int
	sure  float64
}

// steps returns the steps that a message asks for, and how sure that is.
func (c *Concierge) steps(ctx context.Context, o own) ([]step, float64) {
	h := &hearing{c: c, ctx: ctx, o: o, sure: 1, a: asked{text: o.Turn.Message, at: o.Scene, last: o.Did, again: o.Again, onCard: c.dishFinder(ctx, o)}}
	if help := chat.Emergency(chat.ReplyIn{Message: h.a.text, Language: string(o.Scene.Language)}); help != "" { // no other reading of it comes first
		return []step{{Words: help}}, 1
	}
	h.listen()
	slices.SortStableFunc(h.steps, func(a, b step) int { // a greeting comes first
		return strings.Count(b.Act, "hello") - strings.Count(a.Act, "hello")
	})
	return h.steps, h.sure
}

// add adds a step, without calls that another step makes already. Every call gets an id.
func (h *hearing) add(act string, calls []llm.ToolCall, words string) {
	calls = slices.DeleteFunc(calls, func(x llm.ToolCall) bool {
		return slices.ContainsFunc(h.steps, func(s step) bool {
			return slices.ContainsFunc(s.Calls, func(had llm.ToolCall) bool { return had.Name == x.Name && had.Args == x.Args })
		})
	})
	for i := range calls {
		h.calls++
		calls[i].ID = readID + strconv.Itoa(h.calls)
	}
	if len(calls) > 0 || words != "" || act == "tell" {
		h.steps = append(h.steps, step{act, calls, words})
	}
}

func (c *Concierge) house(o own) chat.House {
	return chat.House{Name: cmp.Or(o.Turn.House, c.House.Name), Topics: o.Turn.Topics}
}

// dishFinder returns the findNames of one message. It keeps its results, since the same words are looked for again and again.
func (c *Concierge) dishFinder(ctx context.Context, o own) findNames {
	if c.Named == nil {
		return nil
	}
	found := map[string][]scene.Mention{}
	return func(text string) []scene.Mention {
		all, ok := found[text]
		if !ok {
			all = slices.DeleteFunc(c.Named(scene.With(ctx, o.Scene), text), func(m scene.Mention) bool { // "café da manhã" is no coffee
				return slices.ContainsFunc(menuWords().phrases["breakfast"], func(name string) bool { return strings.HasPrefix(words(text[m.From:]), " "+name) })
			})
			found[text] = all
		}
		return all
	}
}

// compose joins the results of the steps to one answer, in their order, and leaves out lines that were said before.
func (c *Concierge) compose(s agent.State, steps []step, done map[string]*llm.ToolResult, o own) string {
	w := texts.In(o.Scene.Language)
	var said []string
	add := func(text string) {
		kept := slices.DeleteFunc(strings.Split(strings.TrimSpace(text), "\n"), func(line string) bool {
			return slices.ContainsFunc(said, func(had string) bool { return slices.Contains(strings.Split(had, "\n"), line) })
		})
		if text = strings.TrimSpace(strings.Join(kept, "\n")); text != "" {
			said = append(said, text)
		}
	}
	sends, charted := false, ""
	for _, st := range steps {
		for _, x := range st.Calls {
			if r := done[x.ID]; x.Name == "draw_chart" && r != nil && !r.IsError {
				i := slices.IndexFunc(c.Tools, func(t agent.Tool) bool { return t.Name == x.Name })
				charted = c.Tools[i].Say(r.Value(), o.Scene.Language)
			}
			sends = sends || x.Name == "ask_staff" && argsOf(x)["kind"] == "order"
		}
	}
	for _, st := range steps {
		add(st.Words)
		for _, x := range st.Calls {
			r := done[x.ID]
			i := slices.IndexFunc(c.Tools, func(t agent.Tool) bool { return t.Name == x.Name })
			switch {
			case r == nil || i < 0 || st.Act == "held":
			case slices.ContainsFunc(s.Declined, func(d llm.ToolCall) bool { return d.ID == x.ID }):
				add(w.Concierge.Fine)
			case r.IsError && x.Name == "brewery_details":
				name, _ := argsOf(x)["brewery"].(string)
				add(fmt.Sprintf(w.Beer.Unknown, ui.Clean(name)))
			case r.IsError && x.Name == "draw_chart":
				if len(st.Calls) == 1 { // else what was asked says why
					add(w.Data.NotDrawn)
				}
			case r.IsError:
				add(w.Again(w.Beer.Failed))
			default:
				text := c.Tools[i].Say(r.Value(), o.Scene.Language)
				if charted != "" && x.Name != "draw_chart" && subjects[st.Act] == "figures" {
					text = unlisted(text, charted)
				}
				if sends && x.Name == "bill" { // an order that is being sent needs no advice how to send it
					text = strings.Replace(text, w.Menu.Order, "", 1)
				}
				if text != w.Memory.Maybe || len(said) == 0 {
					add(text)
				}
			}
		}
	}
	switch {
	case len(said) > 0:
		return strings.Join(said, "\n\n")
	case onlyTold(steps): // what was told is known
		return w.Concierge.Fine
	}
	return notUnderstood(o)
}

// unlisted is an answer without the list that the chart beside it shows, which has the same head.
func unlisted(text, chart string) string {
	listed := func(line string) bool { return strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "… ") }
	lines := strings.Split(text, "\n")
	var kept []string
	drawn := false
	for i, line := range lines {
		if !listed(line) {
			head, _, _ := strings.Cut(line, ":")
			drawn = i+1 < len(lines) && listed(lines[i+1]) && strings.Contains(chart, head+".")
		}
		if !drawn {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

// onlyTold reports whether steps do nothing but note what was told.
func onlyTold(steps []step) bool {
	return len(steps) > 0 && !slices.ContainsFunc(steps, func(s step) bool { return s.Act != "tell" && s.Act != "silent" })
}
