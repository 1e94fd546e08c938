package openai

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/internal/wire"
)

// maxCalls bounds the tool calls of one answer: OpenAI allows 128 tools.
const maxCalls = 128

// event is one event of a stream, in all the shapes that servers give it.
type event struct {
	Choices []struct {
		Delta  delta  `json:"delta"`
		Finish string `json:"finish_reason"`
		Usage  *usage `json:"usage"`
	} `json:"choices"`
	Pages []page `json:"search_results"` // Perplexity
	Usage *usage `json:"usage"`
	Groq  struct {
		Usage *usage `json:"usage"`
	} `json:"x_groq"`
	Error *complaint `json:"error"`
}

type delta struct {
	Content     string       `json:"content"`
	Refusal     string       `json:"refusal"`
	Reasoning   string       `json:"reasoning"`         // Groq, Ollama, newer vLLM
	Reasoning2  string       `json:"reasoning_content"` // llama.cpp, older vLLM
	Calls       []fragment   `json:"tool_calls"`
	Annotations []annotation `json:"annotations"`
	Executed    []executed   `json:"executed_tools"` // Groq
}

// executed is a tool that Groq called for itself.
type executed struct {
	Arguments arguments `json:"arguments"`
	Found     struct {
		Results []page `json:"results"`
	} `json:"search_results"`
}

type page struct {
	URL   string `json:"url"`
	Title string `json:"title"`
}

// fragment is a piece of a tool call, or the whole call.
type fragment struct {
	Index    *int   `json:"index"` // some servers leave it out
	ID       string `json:"id"`
	Function struct {
		Name      string    `json:"name"`
		Arguments arguments `json:"arguments"`
	} `json:"function"`
}

type annotation struct {
	Type     string `json:"type"`
	Citation struct {
		Start int    `json:"start_index"`
		End   int    `json:"end_index"`
		URL   string `json:"url"`
		Title string `json:"title"`
	} `json:"url_citation"`
}

type usage struct {
	Prompt     int `json:"prompt_tokens"`
	Completion int `json:"completion_tokens"`
	OfPrompt   struct {
		Cached int `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	OfCompletion struct {
		Reasoning int `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
}

// arguments are JSON in a string, or, from old servers, the object itself.
type arguments []byte

func (a *arguments) UnmarshalJSON(data []byte) error {
	if data[0] == '{' {
		*a = bytes.Clone(data)
		return nil
	}
	var s string
	err := json.Unmarshal(data, &s)
	*a = arguments(s)
	return err
}

// complaint is an error reported in the stream: an object with a message, or
// just the message.
type complaint string

func (c *complaint) UnmarshalJSON(data []byte) error {
	var object struct {
		Message string `json:"message"`
	}
	if json.Unmarshal(data, &object) == nil {
		*c = complaint(object.Message)
		return nil
	}
	return json.Unmarshal(data, (*string)(c))
}

// answer is what has come of an answer so far. Its zero value is empty.
type answer struct {
	text      strings.Builder
	calls     []partialCall
	citations []annotation
	queries   []string
	pages     []page
	finish    string
	refused   bool
	usage     llm.Usage
}

type partialCall struct {
	index    *int
	id, name string
	args     []byte
}

// add takes in one event and returns the parts that can be passed on.
func (a *answer) add(ev *event) ([]llm.Part, error) {
	var parts []llm.Part
	a.pages = append(a.pages, ev.Pages...)
	u := cmp.Or(ev.Usage, ev.Groq.Usage)
	for _, c := range ev.Choices {
		u = cmp.Or(u, c.Usage)
		a.finish = cmp.Or(c.Finish, a.finish)
		a.refused = a.refused || c.Delta.Refusal != ""
		a.citations = append(a.citations, c.Delta.Annotations...)
		for _, e := range c.Delta.Executed {
			a.search(e)
		}
		if t := cmp.Or(c.Delta.Reasoning, c.Delta.Reasoning2); t != "" {
			parts = append(parts, llm.Part{Thinking: t})
		}
		if t := c.Delta.Content; t != "" {
			a.text.WriteString(t)
			parts = append(parts, llm.Part{Text: t})
		}
		for _, f := range c.Delta.Calls {
			if err := a.addCall(f); err != nil {
				return nil, err
			}
		}
	}
	if u != nil {
		a.usage = u.count()
	}
	return parts, nil
}

func (a *answer) addCall(f fragment) error {
	c := a.callOf(f)
	if c == nil {
		if len(a.calls) == maxCalls || f.Index != nil && (*f.Index < 0 || *f.Index >= maxCalls) {
			return fmt.Errorf("more than %d tool calls", maxCalls)
		}
		a.calls = append(a.calls, partialCall{index: f.Index})
		c = &a.calls[len(a.calls)-1]
	}
	c.id = cmp.Or(c.id, f.ID)
	if c.name != f.Function.Name { // some servers repeat it with every piece
		c.name += f.Function.Name
	}
	c.args = append(c.args, f.Function.Arguments...)
	return nil
}

// callOf finds the call that f goes on with, nil when f begins one. Without an
// index that is the call before. A second name begins a new call when it comes
// with another id, for Ollama and vLLM have given every call the index 0, or
// with neither index nor id. An id alone begins nothing: vLLM has sent a new
// one with every piece.
func (a *answer) callOf(f fragment) *partialCall {
	for i := len(a.calls) - 1; i >= 0; i-- {
		c := &a.calls[i]
		if f.Index != nil && c.index != nil && *f.Index != *c.index {
			continue
		}
		named := f.Function.Name != "" && c.name != ""
		if named && (f.ID != "" && f.ID != c.id || f.ID == "" && f.Index == nil) {
			return nil
		}
		return c
	}
	return nil
}

// count clamps what a server may have counted wrong: a cost is never negative.
func (u *usage) count() llm.Usage {
	prompt, completion := max(u.Prompt, 0), max(u.Completion, 0)
	cached := min(max(u.OfPrompt.Cached, 0), prompt)
	return llm.Usage{
		Input:     prompt - cached,
		CacheRead: cached,
		Output:    completion,
		Thinking:  min(max(u.OfCompletion.Reasoning, 0), completion),
	}
}

// end says why the answer stopped, with no reason for one that was cut off.
// Only a whole answer has calls: the last one of any other is in pieces.
func (a *answer) end() (llm.Finish, []llm.ToolCall, error) {
	switch {
	case a.finish == "":
		return "", nil, nil
	case a.finish == "content_filter" || a.refused:
		return llm.Filtered, nil, nil
	case a.finish == "length":
		return llm.Length, nil, nil
	case a.finish != "stop" && a.finish != "tool_calls":
		return "", nil, fmt.Errorf("finish reason %q", a.finish)
	case len(a.calls) == 0:
		return llm.Stop, nil, nil
	}
	var calls []llm.ToolCall
	for _, c := range a.calls {
		if c.name == "" {
			return "", nil, errors.New("a tool call without a name")
		}
		calls = append(calls, llm.ToolCall{
			ID:   cmp.Or(c.id, "call_"+rand.Text()),
			Name: c.name,
			Args: cmp.Or(string(c.args), "{}"),
		})
	}
	return llm.ToolCalls, calls, nil // Ollama says "stop" even then
}

// search takes in a search, which is told when it begins and when it is over.
func (a *answer) search(e executed) {
	var asked struct{ Query string }
	if json.Unmarshal(e.Arguments, &asked) == nil && asked.Query != "" && !slices.Contains(a.queries, asked.Query) {
		a.queries = append(a.queries, asked.Query)
	}
	a.pages = append(a.pages, e.Found.Results...)
}

// grounding ties the citations to the answer. Positions count characters; one
// outside the answer is a source that supports nothing, and so is a page that
// was found and is not cited.
func (a *answer) grounding() *llm.Grounding {
	text := []rune(a.text.String())
	g := wire.Pages{Grounding: llm.Grounding{Queries: a.queries}}
	for _, n := range a.citations {
		c := n.Citation
		if n.Type != "url_citation" || c.URL == "" {
			continue
		}
		at := g.Add(llm.Source{URL: c.URL, Title: c.Title})
		if 0 <= c.Start && c.Start < c.End && c.End <= len(text) {
			g.Supports = append(g.Supports, llm.Support{Text: string(text[c.Start:c.End]), Sources: []int{at}})
		}
	}
	for _, p := range a.pages {
		g.Add(llm.Source(p))
	}
	return g.Result()
}
