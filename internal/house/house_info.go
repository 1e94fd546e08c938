package house

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/internal/voice"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

type houseInfoIn struct {
	Topic string `json:"topic,omitempty" jsonschema:"hours, parking, pets, ordering …"`
}

type houseInfoOut struct {
	House   string   `json:"house,omitempty"`
	Topic   string   `json:"topic,omitempty"`
	Told    []string `json:"told,omitempty"` // by the operator
	Order   string   `json:"order,omitempty"`
	NotTold bool     `json:"not_told,omitempty"`
	Ask     string   `json:"ask,omitempty"`
	Reach   string   `json:"reach"`
	None    string   `json:"contact,omitempty"`
}

// maxNotes is how many notes are told: those about the topic first.
const maxNotes = 12

func (h *House) houseInfoTool() (agent.Tool, error) {
	return agent.NewTool("house_info", "What the house says of itself, and how to reach it.", h.info, agent.Options[houseInfoOut]{Say: sayInfo})
}

func (h *House) info(ctx context.Context, in houseInfoIn) (houseInfoOut, error) {
	out := houseInfoOut{House: h.Name, Topic: strings.TrimSpace(in.Topic), Order: h.Order, Reach: h.reach(scene.From(ctx).Language), None: h.noContact()}
	if h.Notes != nil {
		notes, err := h.Notes(ctx)
		if err != nil {
			return houseInfoOut{}, fmt.Errorf("reading what the house says of itself: %w", err)
		}
		first := about(notes, in.Topic)
		rest := slices.DeleteFunc(slices.Clone(notes), func(n string) bool { return slices.Contains(first, n) })
		out.Told = slices.Concat(first, rest)
		out.Told = out.Told[:min(len(out.Told), maxNotes)]
	}
	if len(out.Told) == 0 {
		out.NotTold, out.Ask = true, "staff"
	}
	return out, nil
}

// sayInfo tells what the house said about the topic, or that it did not.
func sayInfo(out houseInfoOut, l lang.Language) string {
	told := out.Told
	if out.Topic != "" {
		told = about(out.Told, out.Topic)
	}
	if len(told) == 0 {
		if out.Topic != "" && len(strings.Fields(out.Topic)) <= 3 {
			return fmt.Sprintf(voice.In(l).House.NotToldOf, out.Topic, out.Reach)
		}
		return fmt.Sprintf(voice.In(l).House.NotTold, out.Reach)
	}
	return strings.Join(told, "\n")
}
