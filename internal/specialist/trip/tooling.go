package trip

import (
	"context"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/scene"
)

// Tools are what the concierge plans trips with. They share one plan, a note of
// the scene. Those that set it run before the others of their step and in the
// order of their calls, so that "the second one, and what is the total?" finds
// the choice made.
func (p *Planner) Tools() ([]agent.Tool, error) {
	var all []agent.Tool
	for _, tool := range []func() (agent.Tool, error){p.listAccommodationsTool, p.listRestaurantsTool, p.choosePlaceTool, p.tripTotalTool} {
		t, err := tool()
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// Spare names the tools that are of no use until places were listed in the scene: nothing
// can be chosen or added up.
func Spare(ctx context.Context, _ string) []string {
	var t plan
	if scene.From(ctx).Load(planKey, &t); len(t.Lists)+len(t.Chosen) > 0 {
		return nil
	}
	return []string{"choose_place", "trip_total"}
}
