package gemini

import (
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/internal/wire"
)

// metadata is what an event tells of a Google search. Its supports count
// their sources in its own list, or in what came before when it has none.
type metadata struct {
	Queries []string `json:"webSearchQueries"`
	Chunks  []struct {
		Web struct {
			URI   string `json:"uri"`
			Title string `json:"title"`
		} `json:"web"`
	} `json:"groundingChunks"`
	Supports []struct {
		Segment segment `json:"segment"`
		Chunks  []int   `json:"groundingChunkIndices"`
	} `json:"groundingSupports"`
}

type segment struct {
	Start int    `json:"startIndex"`
	Text  string `json:"text"`
}

// grounding gathers metadata of several events, of which one may repeat and
// extend what another said.
type grounding struct {
	wire.Pages
	asked   map[string]bool
	support map[segment]int // index in Supports
}

func (g *grounding) add(m *metadata) {
	if g.asked == nil {
		g.asked, g.support = map[string]bool{}, map[segment]int{}
	}
	for _, q := range m.Queries {
		if !g.asked[q] {
			g.asked[q] = true
			g.Queries = append(g.Queries, q)
		}
	}
	index := g.indexes(m)
	for _, s := range m.Supports {
		var from []int
		for _, i := range s.Chunks {
			if i >= 0 && i < len(index) && index[i] >= 0 {
				from = append(from, index[i])
			}
		}
		if from == nil || s.Segment.Text == "" {
			continue
		}
		if at, ok := g.support[s.Segment]; ok {
			g.Supports[at].Sources = from
			continue
		}
		g.support[s.Segment] = len(g.Supports)
		g.Supports = append(g.Supports, llm.Support{Text: s.Segment.Text, Sources: from})
	}
}

// indexes adds the sources of m and returns, for each of its chunks, the index
// in Sources; -1 for one that is no web page.
func (g *grounding) indexes(m *metadata) []int {
	var index []int
	for _, c := range m.Chunks {
		index = append(index, g.Add(llm.Source{URL: c.Web.URI, Title: c.Web.Title}))
	}
	if index == nil {
		for at := range g.Sources {
			index = append(index, at)
		}
	}
	return index
}
