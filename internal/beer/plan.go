package beer

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/choice"
	"github.com/maitre-dev/maitre/internal/customer"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/task"
)

// rule thinks without a model: it looks at what the guest wants and at what was
// done for it, and does the next thing of the plan. To say it is left to held.
func (a *Advisor) rule(ctx context.Context, s agent.State, tools []llm.ToolSpec, _ func(event.Words)) (agent.Thought, error) {
	thought := a.next(ctx, s)
	if len(tools) == 0 && len(thought.Calls) > 0 { // there is no time left for another step
		thought = agent.Thought{Text: a.words(s).summed(turnOf(s))}
	}
	return thought, nil
}

func (a *Advisor) next(ctx context.Context, s agent.State) agent.Thought {
	o, t, w := ownOf(s), turnOf(s), a.words(s)
	want := a.read(ctx, o)
	switch want.intent {
	case profiles:
		if who, ok := result[customer.Profile](t, profileTool); ok {
			return answer(w.profile(who))
		}
		if t.called(profileTool) {
			return answer(w.Again(w.Beer.Failed))
		}
		return call(ctx, profileTool, customer.Lookup{})
	case questions:
		if out, ok := result[queryOut](t, queryTool); ok {
			return answer(w.answered(out))
		}
		if t.called(queryTool) {
			return answer(w.Again(w.Beer.Failed))
		}
		return call(ctx, queryTool, queryIn{want.question, o.Language})
	case details:
		return a.explain(ctx, o, t, w, want)
	case recommend:
		return a.recommend(ctx, o, t, w, want)
	}
	return answer(w.Beer.Help)
}

// recommend follows the five steps.
func (a *Advisor) recommend(ctx context.Context, o own, t turn, w phrases, want wish) agent.Thought {
	if !t.called(profileTool) {
		return call(ctx, profileTool, customer.Lookup{})
	}
	who, _ := result[customer.Profile](t, profileTool)
	if !t.called(searchTool) {
		if want.city == "" && want.state == "" && who.Location == "" {
			return answer(w.Beer.Where)
		}
		in := searchIn{City: want.city, State: want.state, Type: want.kind, Language: o.Language}
		if want.others {
			in.History = o.Shown
		}
		return call(ctx, searchTool, in)
	}
	found, ok := result[searchOut](t, searchTool)
	switch {
	case !ok:
		return answer(w.Again(w.Beer.Failed))
	case len(found.Breweries) == 0 && want.others:
		return answer(fmt.Sprintf(w.Beer.NoOthers, place(found.Metadata.City, found.Metadata.State)))
	case len(found.Breweries) == 0:
		return answer(w.none(found.Metadata))
	case !t.called(detailsTool):
		return call(ctx, detailsTool, detailsIn{BreweryID: found.Breweries[0].ID, Listed: found.Breweries, Language: o.Language})
	}
	return answer(w.summed(t))
}

// explain tells of one brewery that the guest asked for themselves.
func (a *Advisor) explain(ctx context.Context, o own, t turn, w phrases, want wish) agent.Thought {
	listed := o.Listed
	if want.item == 0 { // named, but not shown yet
		found, ok := result[searchOut](t, searchTool)
		switch {
		case !t.called(searchTool):
			return call(ctx, searchTool, searchIn{Name: want.name, Language: o.Language})
		case !ok || len(found.Breweries) == 0:
			return answer(fmt.Sprintf(w.Beer.Unknown, want.name))
		case len(found.Breweries) > 1:
			return answer(w.which(found.Breweries))
		}
		listed, want.item = found.Breweries, 1
	}
	if !t.called(detailsTool) {
		return call(ctx, detailsTool, detailsIn{BreweryID: listed[want.item-1].ID, Listed: listed, Asked: true, Language: o.Language})
	}
	return answer(w.summed(t))
}

func answer(text string) agent.Thought { return agent.Thought{Text: text} }

// call makes a thought of one call. Its id is the same when the step is done
// again after a crash.
func call(ctx context.Context, tool string, args any) agent.Thought {
	b, _ := json.Marshal(args) // ours
	return agent.Thought{Calls: []llm.ToolCall{{ID: graph.Key(ctx), Name: tool, Args: string(b)}}}
}

// held keeps whoever thinks to the plan: details are proposed only of breweries
// that were shown, after they were shown; what was done is not done again; what
// a guest was shown they are asked about; there is always an answer. A thought
// that breaks it is dropped for the rule's.
func (a *Advisor) held(think agent.Think) agent.Think {
	return func(ctx context.Context, s agent.State, tools []llm.ToolSpec, say func(event.Words)) (agent.Thought, error) {
		// What a model says is heard once it was judged: it has read what others
		// wrote.
		thought, err := think(ctx, s, tools, func(event.Words) {})
		if err != nil {
			return thought, err
		}
		if thought.Sent == nil { // the rule needs no holding
			return told(thought, say), nil
		}
		o, t := ownOf(s), turnOf(s)
		thought.Sent = filled(&thought, o, listed(s))
		why := broken(thought, o, t, listed(s), tools)
		if why == "" && len(thought.Calls) == 0 && len(t.calls) == 0 && a.read(ctx, o).intent != nothing {
			why = "it answered without looking"
		}
		if err := a.fit(thought, s); why == "" && err != nil {
			why = err.Error()
		}
		if why == "" {
			return told(thought, say), nil
		}
		event.Emit(ctx, event.Decision, task.Decision{Task: "beer.plan", By: task.ByRule, Why: why, Cost: new(llm.USD)})
		thought, err = a.rule(ctx, s, tools, nil)
		return told(thought, say), err
	}
}

// told says an answer.
func told(thought agent.Thought, say func(event.Words)) agent.Thought {
	if len(thought.Calls) == 0 {
		say(event.Words{Text: thought.Text})
	}
	return thought
}

// fit says what is wrong with the words of a thought: those of an answer, and
// those of a call that the guest will read.
func (a *Advisor) fit(thought agent.Thought, s agent.State) error {
	var read strings.Builder
	read.WriteString(s.System)
	for _, m := range s.Messages {
		for _, p := range m.Parts {
			if read.WriteString("\n" + p.Text); p.Result != nil {
				read.WriteString(p.Result.Content)
			}
		}
	}
	for _, c := range thought.Calls {
		if c.Name == detailsTool {
			continue // the house's own words
		}
		// A town may have a name that nobody has said yet.
		if err := Plan.Fit(strings.ToLower(c.Args), read.String(), ""); err != nil {
			return fmt.Errorf("it called a tool with words of its own: %w", err)
		}
	}
	if len(thought.Calls) > 0 {
		return nil
	}
	return Plan.Fit(thought.Text, read.String(), ownOf(s).Language)
}

// broken says how a thought breaks the plan, or "".
func broken(thought agent.Thought, o own, t turn, listed []Item, tools []llm.ToolSpec) string {
	for _, c := range thought.Calls {
		in := detailsOf(c)
		switch {
		case !slices.ContainsFunc(tools, func(s llm.ToolSpec) bool { return s.Name == c.Name }):
			return "it called a tool that there is not"
		case t.again(c):
			return "it called a tool again that had answered"
		case t.times(c.Name) >= mostCalls:
			return "it called a tool over and over"
		case c.Name == searchTool && !t.called(profileTool):
			return "it searched before it knew the guest"
		case c.Name == detailsTool && len(t.results) == 0 && len(o.Listed) == 0, c.Name == detailsTool && len(listed) == 0:
			return "it asked for details before there was anything to ask about"
		case c.Name == detailsTool && !slices.ContainsFunc(listed, func(i Item) bool { return i.ID == in.BreweryID }):
			return "it asked for details of a brewery that was not shown"
		case c.Name == detailsTool && t.called(detailsTool):
			return "it asked for details twice"
		}
	}
	found, ok := result[searchOut](t, searchTool)
	switch {
	case len(thought.Calls) > 0:
		return ""
	case thought.Text == "":
		return "it had no answer"
	case ok && len(found.Breweries) > 0 && !t.called(detailsTool) && len(tools) > 0 && found.Metadata.Name == "":
		return "it did not ask about the details"
	case t.failed(detailsTool) != "":
		return "there was nothing left to say but good-bye"
	case !founded(thought.Text, t):
		return "it said what no tool had returned"
	}
	return ""
}

// founded reports whether an answer rests on what was found out: it names the
// brewery whose details it tells, and its numbers are those of the rows.
func founded(text string, t turn) bool {
	if out, ok := result[detailsOut](t, detailsTool); ok && choice.Named(text, []string{out.Brewery.Name}) == 0 {
		return false
	}
	out, ok := result[queryOut](t, queryTool)
	if !ok || out.Declined != "" {
		return true
	}
	given := digits(fmt.Sprint(out.Question, out.Rows, out.Columns))
	for n := range digits(text) {
		if !given[n] && len(n) > 1 {
			return false
		}
	}
	return true
}

// digits returns the numbers of a text without their separators, and each as it
// would be rounded to a whole one.
func digits(text string) map[string]bool {
	all := map[string]bool{}
	for _, n := range numbers.FindAllString(text, -1) {
		n = strings.TrimRight(n, ".,")
		whole := n
		if i := strings.LastIndexAny(n, ".,"); i >= 0 && len(n)-i-1 != 3 {
			whole = n[:i]
			if f, err := strconv.ParseFloat(strings.NewReplacer(".", "", ",", "").Replace(n[:i])+"."+n[i+1:], 64); err == nil {
				all[strconv.FormatFloat(math.Round(f), 'f', 0, 64)] = true
			}
		}
		all[strings.NewReplacer(".", "", ",", "").Replace(whole)] = true
	}
	return all
}

var numbers = regexp.MustCompile(`[0-9][0-9.,]*`)

// again reports whether a call was made in this turn, with the same arguments,
// and worked.
func (t turn) again(c llm.ToolCall) bool {
	return slices.ContainsFunc(t.calls, func(before llm.ToolCall) bool {
		r, done := t.results[before.ID]
		return before.Name == c.Name && sameJSON(before.Args, c.Args) && done && !r.IsError
	})
}

// mostCalls is how often a model may call one tool for one message.
const mostCalls = 3

// times counts the calls of a tool.
func (t turn) times(tool string) (n int) {
	for _, c := range t.calls {
		if c.Name == tool {
			n++
		}
	}
	return n
}

func sameJSON(a, b string) bool {
	var x, y any
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && fmt.Sprint(x) == fmt.Sprint(y)
}

// filled writes into the calls what is the house's to say, and returns what a
// model said with them.
func filled(thought *agent.Thought, o own, listed []Item) *llm.Message {
	for i, c := range thought.Calls {
		var args map[string]any
		if json.Unmarshal([]byte(c.Args), &args) != nil || args == nil {
			args = map[string]any{}
		}
		switch c.Name {
		case detailsTool:
			id, _ := args["breweryId"].(string)
			args = map[string]any{"breweryId": id, "listed": listed, "language": o.Language, "asked": asked(c, o, listed)}
		case searchTool, queryTool:
			args["language"] = o.Language
		default:
			continue
		}
		b, _ := json.Marshal(args)
		thought.Calls[i].Args = string(b)
	}
	if thought.Sent == nil {
		return nil
	}
	sent := *thought.Sent
	sent.Parts = slices.Clone(sent.Parts)
	for i, p := range sent.Parts {
		if p.Call == nil {
			continue
		}
		if at := slices.IndexFunc(thought.Calls, func(c llm.ToolCall) bool { return c.ID == p.Call.ID }); at >= 0 {
			sent.Parts[i].Call = &thought.Calls[at]
		}
	}
	return &sent
}

// decided puts what a model's thought cost, or why there was none, into the log.
func (a *Advisor) decided(ctx context.Context, resp *llm.Response, why error) {
	d := task.Decision{Task: "beer.plan", By: task.ByRule, Cost: new(llm.USD)}
	if a.Tasks != nil && len(a.Tasks.Models) > 0 {
		d.Cost = llm.Spent(resp, why)
	}
	if why != nil {
		d.Why = event.Brief(why.Error())
	}
	if resp != nil {
		d.Usage = resp.Usage
		if why == nil {
			d.By = resp.Model
		}
	}
	event.Emit(ctx, event.Decision, d)
}
