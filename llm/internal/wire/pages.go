package wire

import "github.com/maitre-dev/maitre/llm"

// Pages gathers what a provider tells of its web search, each page once. The
// zero value is empty.
type Pages struct {
	llm.Grounding
	at map[string]int // by URL
}

// Add returns the index of a page among the sources, to which it is added if it
// is not there; -1 for one without a URL.
func (p *Pages) Add(s llm.Source) int {
	if s.URL == "" {
		return -1
	}
	i, ok := p.at[s.URL]
	if !ok {
		if p.at == nil {
			p.at = map[string]int{}
		}
		i = len(p.Sources)
		p.at[s.URL] = i
		p.Sources = append(p.Sources, s)
	}
	return i
}

// Result is nil when nothing was searched.
func (p *Pages) Result() *llm.Grounding {
	if len(p.Queries)+len(p.Sources) == 0 {
		return nil
	}
	return &p.Grounding
}
