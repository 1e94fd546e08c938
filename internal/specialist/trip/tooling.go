package trip

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

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

// newTool makes a tool that forgives what models do to arguments: a number as
// text, one name for a list of them, a field too many. The model is told the
// plain schema.
func newTool[In, Out any](name, about string, fn func(context.Context, In) (Out, error), o agent.Options[Out]) (agent.Tool, error) {
	var plain json.RawMessage
	var failed error
	edit := o.Schema
	o.Schema = func(s *jsonschema.Schema) {
		if edit != nil {
			edit(s)
		}
		plain, failed = json.Marshal(s)
		s.AdditionalProperties = nil
		for _, f := range s.Properties {
			f.Type, f.Types, f.Enum, f.Items = "", nil, nil, nil
		}
	}
	t, err := agent.NewTool(name, about, fn, o)
	if err != nil {
		return t, err
	}
	t.Params = plain
	return t, failed
}

// readNumber reads a number that a model may have written as text: "7", "R$ 500".
func readNumber(b []byte) (float64, bool) {
	var n float64
	if json.Unmarshal(b, &n) == nil {
		return n, true
	}
	var s string
	if json.Unmarshal(b, &s) != nil {
		return 0, false
	}
	digits := strings.TrimFunc(s, func(r rune) bool { return r != '-' && (r < '0' || r > '9') })
	if i := strings.LastIndexAny(digits, ".,"); i >= 0 && len(digits)-i-1 == 3 { // 1.200
		digits = strings.NewReplacer(".", "", ",", "").Replace(digits)
	} else if i >= 0 {
		digits = strings.NewReplacer(".", "", ",", "").Replace(digits[:i]) + "." + digits[i+1:]
	}
	n, err := strconv.ParseFloat(digits, 64)
	return n, err == nil && !math.IsInf(n, 0) && !math.IsNaN(n)
}

// howMany is a count; what is none counts as not said.
type howMany int

// UnmarshalJSON implements json.Unmarshaler.
func (w *howMany) UnmarshalJSON(b []byte) error {
	n, _ := readNumber(b)
	*w = howMany(max(-1, min(n, 1e6)))
	return nil
}

// amount is a sum of money in the currency of the prices; -1: no limit.
type amount float64

// UnmarshalJSON implements json.Unmarshaler.
func (a *amount) UnmarshalJSON(b []byte) error {
	n, _ := readNumber(b)
	*a = amount(max(-1, min(n, 1e12)))
	return nil
}

// anyText is words, or a number.
type anyText string

// UnmarshalJSON implements json.Unmarshaler.
func (t *anyText) UnmarshalJSON(b []byte) error {
	var s string
	if json.Unmarshal(b, &s) != nil {
		s = string(bytes.Trim(b, `[]{}"`))
	}
	*t = anyText(strings.TrimSpace(s))
	return nil
}

// yesNo is a switch.
type yesNo bool

// UnmarshalJSON implements json.Unmarshaler.
func (f *yesNo) UnmarshalJSON(b []byte) error {
	*f = yesNo(string(bytes.ToLower(bytes.Trim(b, `"`))) == "true")
	return nil
}

// textList is a list, or a text with commas.
type textList []string

// UnmarshalJSON implements json.Unmarshaler.
func (t *textList) UnmarshalJSON(b []byte) error {
	var some []anyText
	var one anyText
	if json.Unmarshal(b, &some) != nil {
		if err := one.UnmarshalJSON(b); err != nil {
			return err
		}
		for s := range strings.SplitSeq(string(one), ",") {
			some = append(some, anyText(strings.TrimSpace(s)))
		}
	}
	for _, s := range some {
		if s != "" {
			*t = append(*t, string(s))
		}
	}
	return nil
}
