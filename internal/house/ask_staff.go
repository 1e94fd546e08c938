package house

import (
	"context"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/internal/voice"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// askStaffIn is a wish that only people can fulfil. People is any, since models
// write numbers as texts, and nothing reckons with it.
type askStaffIn struct {
	Request string `json:"request" jsonschema:"what the guest wants"`
	People  any    `json:"people,omitempty"`
	Date    string `json:"date,omitempty"`
	Time    string `json:"time,omitempty"`
	Contact string `json:"contact,omitempty" jsonschema:"of the guest, if given"`
}

type askStaffOut struct {
	Filed bool   `json:"filed"`
	Reach string `json:"reach"`
	Say   string `json:"say"`
}

func (h *House) askStaffTool() (agent.Tool, error) {
	return agent.NewTool("ask_staff", "For what only people can do: a booking, an order, a complaint. Nothing is booked by it.", h.ask, agent.Options[askStaffOut]{
		Schema: func(s *jsonschema.Schema) { s.Properties["people"].Types = []string{"integer", "string"} },
		Say:    sayStaff,
	})
}

// ask files nothing: there is no inbox that somebody reads.
func (h *House) ask(ctx context.Context, _ askStaffIn) (askStaffOut, error) {
	return askStaffOut{Reach: h.reach(scene.From(ctx).Language), Say: "nothing is booked or ordered here"}, nil
}

func sayStaff(out askStaffOut, l lang.Language) string {
	return fmt.Sprintf(voice.In(l).House.NotFiled, out.Reach)
}
