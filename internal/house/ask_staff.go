package house

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/internal/voice"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// askStaffIn is a wish that only people can fulfil.
type askStaffIn struct {
	Request string `json:"request"`
}

type askStaffOut struct {
	Sent  bool   `json:"sent"` // never: there is no inbox that somebody reads
	For   string `json:"for,omitempty"`
	Reach string `json:"guest_asks"`
}

func (h *House) askStaffTool() (agent.Tool, error) {
	return agent.NewTool("ask_staff", "How the guest reaches the staff, for a booking, an order, a complaint. Sends nothing.", h.ask, agent.Options[askStaffOut]{
		Schema: func(s *jsonschema.Schema) { s.AdditionalProperties = nil }, // how many and when may come besides
		Say:    sayStaff,
	})
}

// ask sends nothing: the guest is told whom to ask.
func (h *House) ask(ctx context.Context, in askStaffIn) (askStaffOut, error) {
	f, err := h.facts(ctx)
	if err != nil {
		return askStaffOut{}, err
	}
	return askStaffOut{For: strings.TrimSpace(in.Request), Reach: h.reach(f, scene.From(ctx).Language)}, nil
}

func sayStaff(out askStaffOut, l lang.Language) string {
	return fmt.Sprintf(voice.In(l).House.NotFiled, out.Reach)
}
