package safesql

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"
)

//go:embed policy.toml
var samplePolicy string

// SamplePolicy is the policy for the sample's tables, as a file: what an
// operator with other tables starts from.
func SamplePolicy() string { return samplePolicy }

// ParsePolicy reads a policy from the text of a file. A key it does not know
// is an error: a mistyped "use" must not turn a measure into a dimension.
func ParsePolicy(text string) (*Policy, error) {
	var p Policy
	meta, err := toml.Decode(text, &p)
	if err != nil {
		return nil, fmt.Errorf("reading the policy: %w", err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		names := make([]string, len(unknown))
		for i, k := range unknown {
			names[i] = k.String()
		}
		return nil, fmt.Errorf("reading the policy: unknown %s", strings.Join(names, ", "))
	}
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("checking the policy: %w", err)
	}
	return &p, nil
}
