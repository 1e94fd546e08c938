package llm

// ByRule is who decided when no model did.
const ByRule = "rule"

// Decision is who decided something and what it cost, for logs and traces: what
// an event.Decision carries.
type Decision struct {
	Task  string   `json:"task"`
	By    string   `json:"by"` // the model's name, or ByRule
	Why   string   `json:"why,omitempty"`
	MS    float64  `json:"ms"`
	Usage Usage    `json:"usage,omitzero"`
	Cost  *USD     `json:"cost"`           // millionths of a dollar; nil: unknown
	Sure  float64  `json:"sure,omitempty"` // of a rule that knows: the chance that it is right
	Acts  []string `json:"acts,omitempty"` // of the reader: what is done
}
