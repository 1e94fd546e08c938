package gemini

import (
	"fmt"

	"github.com/maitre-dev/maitre/llm"
)

// event is one step of a stream.
type event struct {
	Candidates []struct {
		Content   content   `json:"content"`
		Finish    string    `json:"finishReason"`
		Grounding *metadata `json:"groundingMetadata"`
	} `json:"candidates"`
	Feedback struct {
		Blocked string `json:"blockReason"`
	} `json:"promptFeedback"`
	Usage *usage `json:"usageMetadata"`
	Error *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// usage counts are cumulative and come with every event. They are unsigned so
// that an answer cannot give tokens back to a budget.
type usage struct {
	Prompt   uint32 `json:"promptTokenCount"` // what was cached included
	ToolUse  uint32 `json:"toolUsePromptTokenCount"`
	Cached   uint32 `json:"cachedContentTokenCount"`
	Answer   uint32 `json:"candidatesTokenCount"` // thoughts not included
	Thoughts uint32 `json:"thoughtsTokenCount"`
}

// answer is what has come of a stream so far.
type answer struct {
	ids       map[string]bool // of the calls in the conversation and in the answer
	called    bool
	unsigned  bool // the last part was text, and had no signature
	finish    llm.Finish
	broken    string // the reason, when the model failed to answer
	usage     usage
	grounding grounding
}

func newAnswer(req *llm.Request) *answer {
	a := &answer{ids: map[string]bool{}}
	for _, m := range req.Messages {
		for _, p := range m.Parts {
			if p.Call != nil {
				a.ids[p.Call.ID] = true
			}
		}
	}
	return a
}

// add takes in an event and returns its parts.
func (a *answer) add(ev *event) []llm.Part {
	if ev.Usage != nil {
		a.usage = *ev.Usage
	}
	if ev.Feedback.Blocked != "" {
		a.finish = llm.Filtered
	}
	var parts []llm.Part
	for _, c := range ev.Candidates {
		for _, p := range c.Content.Parts {
			if out, ok := a.part(p); ok {
				parts = append(parts, out)
			}
		}
		if c.Grounding != nil {
			a.grounding.add(c.Grounding)
		}
		a.end(c.Finish)
	}
	return parts
}

// part returns p in our words, and whether it is of use. A signature alone
// belongs to the text before it; elsewhere it could be taken for one of
// another part, or of another provider.
func (a *answer) part(p part) (llm.Part, bool) {
	unsigned := a.unsigned
	a.unsigned = false
	switch {
	case p.Call != nil:
		a.called = true
		return llm.Part{Call: &llm.ToolCall{ID: a.id(p.Call.ID), Name: p.Call.Name, Args: args(p.Call)}, Sig: p.Sig}, true
	case p.Thought:
		return llm.Part{Thinking: p.Text}, p.Text != ""
	case p.Text != "":
		a.unsigned = len(p.Sig) == 0
		return llm.Part{Text: p.Text, Sig: p.Sig}, true
	default:
		return llm.Part{Sig: p.Sig}, unsigned && len(p.Sig) > 0
	}
}

func (a *answer) end(reason string) {
	switch reason {
	case "", "FINISH_REASON_UNSPECIFIED":
	case "STOP":
		a.finish = llm.Stop
	case "MAX_TOKENS", "CONTINUATION":
		a.finish = llm.Length
	case "MALFORMED_FUNCTION_CALL", "MALFORMED_RESPONSE", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS", "MISSING_THOUGHT_SIGNATURE":
		a.broken = reason
	default: // SAFETY, RECITATION, PROHIBITED_CONTENT, BLOCKLIST, SPII, LANGUAGE, OTHER…
		a.finish = llm.Filtered
	}
}

// last is the chunk that ends the answer. Gemini has no finish reason of its
// own for calls.
func (a *answer) last(model string) llm.Chunk {
	if a.finish == llm.Stop && a.called {
		a.finish = llm.ToolCalls
	}
	u := a.usage
	return llm.Chunk{
		Finish:    a.finish,
		Model:     model,
		Grounding: a.grounding.Result(),
		Usage: llm.Usage{
			Input:     max(0, int(u.Prompt)+int(u.ToolUse)-int(u.Cached)),
			CacheRead: int(u.Cached),
			Output:    int(u.Answer) + int(u.Thoughts),
			Thinking:  int(u.Thoughts),
			Searches:  len(a.grounding.Queries),
		},
	}
}

// id returns the id of a call, or a new one where Gemini gave none or one that
// another call has. Ids are unique in the whole conversation, since another
// provider may have to go on with it.
func (a *answer) id(given string) string {
	id := given
	for n := len(a.ids) + 1; id == "" || a.ids[id]; n++ {
		id = fmt.Sprintf("call_%d", n)
	}
	a.ids[id] = true
	return id
}

// args returns the arguments as written; Gemini may leave out empty ones.
func args(c *call) string {
	if s := string(c.Args); s != "" && s != "null" {
		return s
	}
	return "{}"
}
