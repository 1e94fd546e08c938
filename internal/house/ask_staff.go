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
	Filed bool   `json:"filed"`
	For   string `json:"for,omitempty"` // the request
	Reach string `json:"reach"`
	Say   string `json:"say"`
	None  string `json:"contact,omitempty"`
}

func (h *House) askStaffTool() (agent.Tool, error) {
	return agent.NewTool("ask_staff", "For what only people can do: a booking, an order, a complaint. Nothing is booked by it.", h.ask, agent.Options[askStaffOut]{
		Schema: func(s *jsonschema.Schema) { s.AdditionalProperties = nil }, // how many and when may come besides
		Say:    sayStaff,
	})
}

// ask files nothing: there is no inbox that somebody reads.
func (h *House) ask(ctx context.Context, in askStaffIn) (askStaffOut, error) {
	return askStaffOut{For: strings.TrimSpace(in.Request), Reach: h.reach(scene.From(ctx).Language), Say: "nothing is booked or ordered here", None: h.noContact()}, nil
}

func sayStaff(out askStaffOut, l lang.Language) string {
	const short = 14 // words: a long complaint is not read back
	if n := len(strings.Fields(out.For)); n > 0 && n <= short {
		return fmt.Sprintf(voice.In(l).House.NotFiledOf, out.For, out.Reach)
	}
	return fmt.Sprintf(voice.In(l).House.NotFiled, out.Reach)
}
