package concierge

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/llm"
)

// Below these chances the reader does not act: it asks which of two acts is meant,
// or says that it understood none.
const (
	certain  = 0.85 // the reader decides without a model
	doubtful = 0.40
	lost     = 0.12
)

// unsure is what is said where the reader does not know what is meant, or "".
func unsure(r understand.Reading, o own) string {
	w := &texts.In(o.Scene.Language).Concierge
	switch {
	case len(r.Acts) == 0 || r.Sure < lost && len(r.Spans) == 0:
		return notUnderstood(o)
	case len(r.Acts) == 2 && r.Sure < doubtful && r.Acts[0].Score < 0.6:
		if one, two := w.Acts[r.Acts[0].Name], w.Acts[r.Acts[1].Name]; one != "" && two != "" {
			return fmt.Sprintf(w.Which, one, two)
		}
	}
	return ""
}

// notUnderstood says so, and what may be said instead.
func notUnderstood(o own) string {
	w := &texts.In(o.Scene.Language).Concierge
	return strings.TrimSpace(w.Lost + " " + can(o) + examples(o))
}

// namesOf tells what steps do, for the log.
func namesOf(steps []step) (acts []string) {
	for _, s := range steps {
		acts = append(acts, cmp.Or(s.Act, "other"))
	}
	return acts
}

// sure reports whether the reader may decide about a message in place of a model.
func (c *Concierge) sure(ctx context.Context, o own) bool {
	_, sure := c.steps(ctx, o)
	return sure >= certain
}

// shownAgain reports whether a step only shows dishes, or asks which is meant. Of a question about the kitchen only "safe" asks for more.
func shownAgain(s step, ofKitchen bool) bool {
	return s.Act != "tell" && !slices.ContainsFunc(s.Calls, func(x llm.ToolCall) bool {
		return x.Name != "find_dishes" && (x.Name != "dish_details" || strings.Contains(x.Args, `"ask":"safe"`) || !ofKitchen && strings.Contains(x.Args, `"ask"`))
	})
}
