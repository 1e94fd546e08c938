package maitre

import (
	"context"
	"encoding/json"

	"github.com/maitre-dev/maitre/internal/concierge"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
)

// Offer is what a model is told with every message, whatever is said.
type Offer struct {
	Tools  []string // by name, in the order that they are offered in
	Tokens int      // of the prompt and the tools, four bytes each
}

// Offer returns what the concierge tells a model.
func (m *Maitre) Offer(ctx context.Context) (Offer, error) {
	in := concierge.DecideIn{House: concierge.House{Name: m.o.House.Name, Persona: m.o.House.Persona, Language: lang.Language(m.o.House.Language).English()}}
	var o Offer
	var specs []llm.ToolSpec
	var c concierge.Concierge
	for _, s := range m.o.Specialists {
		tools, err := s.tools()
		if err != nil {
			return Offer{}, err
		}
		for _, t := range tools {
			o.Tools, specs = append(o.Tools, t.Name), append(specs, t.ToolSpec)
		}
		if s.sense != nil {
			s.sense(&c)
		}
	}
	if c.Schema != nil {
		in.Schema = c.Schema(ctx)
	}
	system, _, err := concierge.Decide.Render(m.o.Tasks, in)
	if err != nil {
		return Offer{}, err
	}
	raw, err := json.Marshal(specs)
	o.Tokens = (len(system) + len(raw)) / 4
	return o, err
}
