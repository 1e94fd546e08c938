package concierge

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
)

// offered returns the tools of the topics that the house offers.
func (c *Concierge) offered(o own, tools []llm.ToolSpec) []llm.ToolSpec {
	return slices.DeleteFunc(slices.Clone(tools), func(t llm.ToolSpec) bool { return o.lacks(c.TopicOf[t.Name]) })
}

// lacks reports whether the house does not offer a topic.
func (o own) lacks(topic string) bool { return topic != "" && !slices.Contains(o.Turn.Topics, topic) }

// actTopics are the topics, which a house need not offer, of acts and of subjects of asides.
var actTopics = map[string]string{
	"plan_trip": "trip", "trip_total": "trip", "book_place": "trip", "travel": "trip", "days": "trip", "sights": "trip", "pace": "trip", "plan": "trip",
	"find_breweries": "beer", "about_brewery": "beer", "ask_purchases": "beer",
}

// needed returns the tools that a model is to be told of.
func (c *Concierge) needed(ctx context.Context, o own, tools []llm.ToolSpec) []llm.ToolSpec {
	if c.Spare == nil {
		return tools
	}
	spare := c.Spare(scene.With(ctx, o.Scene), o.Turn.Guest)
	return slices.DeleteFunc(slices.Clone(tools), func(t llm.ToolSpec) bool { return slices.Contains(spare, t.Name) })
}

// slim returns tools as a model is told them: without what a schema says for the
// check alone, such as that nothing else is allowed or that a number may come as
// text. Every call pays for these words.
func slim(tools []llm.ToolSpec) []llm.ToolSpec {
	var all []llm.ToolSpec
	for _, t := range tools {
		var schema map[string]any
		if json.Unmarshal(t.Params, &schema) == nil {
			trim(schema)
			t.Params, _ = json.Marshal(schema)
		}
		all = append(all, t)
	}
	return all
}

func trim(schema map[string]any) {
	delete(schema, "additionalProperties")
	delete(schema, "default")
	if types, ok := schema["type"].([]any); ok {
		for _, t := range types {
			if t != "null" {
				schema["type"] = t
				break
			}
		}
	}
	if items, ok := schema["items"].(map[string]any); ok {
		trim(items)
	}
	fields, _ := schema["properties"].(map[string]any)
	for _, f := range fields {
		if field, ok := f.(map[string]any); ok {
			trim(field)
		}
	}
}
