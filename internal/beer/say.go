package beer

import (
	"fmt"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/internal/analyst"
	"github.com/maitre-dev/maitre/internal/brewery"
	"github.com/maitre-dev/maitre/internal/customer"
	"github.com/maitre-dev/maitre/internal/explore"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/ui"
)

// phrases are what the advisor says in one language.
type phrases struct {
	language lang.Language
	and, or  string

	help, failed, where, unknown string // unknown: a brewery's name

	// The question, with how many and where.
	one, many, more string

	// Endings.
	declined, silent, other string

	noneFound, allBought, listNone string

	byType, byRank, newType, likely string
	kinds                           map[string]string // of breweries

	sample, sampleData, roughly, down, stale string
	notes                                    map[explore.Note]string

	// Profiles.
	hello, buys, lately, from, notClient string

	whichOne string
	declines map[string]string // by reason
	columns  map[string]string // of results
}

func textsOf(l lang.Language) *phrases {
	if w := texts[l]; w != nil {
		return w
	}
	return texts[lang.Portuguese]
}

func (a *Advisor) words(s agent.State) *phrases { return textsOf(ownOf(s).Language) }

// join writes names as in "a, b and c".
func join(names []string, last string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " " + last + " " + names[len(names)-1]
}

func namesOf(items []Item) (names []string) {
	for _, i := range items {
		names = append(names, i.Name)
	}
	return names
}

// place says where a search looked: "San Diego, California".
func place(city, state string) string {
	switch {
	case city == "":
		return state
	case state == "" || strings.EqualFold(city, state):
		return city
	}
	if name, _, ok := brewery.State(state); ok {
		state = name
	}
	return city + ", " + state
}

// question introduces what was found, and asks.
func (w *phrases) question(items []Item) string {
	if len(items) == 0 {
		return w.more
	}
	if len(items) == 1 {
		return fmt.Sprintf(w.one, items[0].Name) + " " + w.more
	}
	return fmt.Sprintf(w.many, len(items)) + " " + w.more
}

// why says what speaks for a brewery.
func (w *phrases) why(i Item) (all []string) {
	kind := w.kinds[i.Type]
	switch {
	case i.Why.Type && i.Why.Rank == 1 && kind != "":
		all = append(all, fmt.Sprintf(w.byRank, kind))
	case i.Why.Type && kind != "":
		all = append(all, fmt.Sprintf(w.byType, kind))
	case i.Why.NewType && kind != "":
		all = append(all, fmt.Sprintf(w.newType, kind))
	case kind != "":
		all = append(all, kind)
	}
	if i.Why.Likely != "" {
		all = append(all, fmt.Sprintf(w.likely, i.Why.Likely))
	}
	return all
}

// origin says that a list is not what it might be taken for.
func (w *phrases) origin(s ui.Source, notice string) (text string) {
	if s == ui.Sample {
		text = "\n" + w.sample
	}
	switch notice {
	case "down":
		text += "\n" + w.down
	case "stale":
		text += "\n" + w.stale
	}
	return text
}

// summed ends a turn with what was found out in it.
func (w *phrases) summed(t turn) string {
	if out, ok := result[detailsOut](t, detailsTool); ok {
		return w.detailed(out, t)
	}
	found, ok := result[searchOut](t, searchTool)
	if !ok || len(found.Breweries) == 0 {
		return w.failed
	}
	names := join(namesOf(found.Breweries), w.and)
	switch why := t.failed(detailsTool); {
	case strings.Contains(why, "in time"):
		return fmt.Sprintf(w.silent, names)
	case strings.Contains(why, "declined"):
		return fmt.Sprintf(w.declined, names)
	case why != "":
		return w.failed + " " + fmt.Sprintf(w.declined, names)
	}
	return fmt.Sprintf(w.declined, names)
}

func (w *phrases) detailed(out detailsOut, t turn) string {
	text := w.told(propsOf(out, w))
	if found, ok := result[searchOut](t, searchTool); ok && len(found.Breweries) > 1 {
		text += "\n" + w.other
	}
	return text
}

// none says that there is nothing new.
func (w *phrases) none(m metadata) string {
	at := place(m.City, m.State)
	if m.Found > 0 && m.Filtered >= m.Found {
		return fmt.Sprintf(w.allBought, m.Found, at)
	}
	return fmt.Sprintf(w.noneFound, at) + strings.ReplaceAll(w.origin(ui.Source(m.Source), notice(m)), "\n", " ")
}

// which asks which of several breweries of a name is meant.
func (w *phrases) which(items []Item) string {
	var all []string
	for _, i := range items {
		all = append(all, i.Name+" ("+place(known(i.City), known(i.State))+")")
	}
	return fmt.Sprintf(w.whichOne, join(all, w.or))
}

func (w *phrases) profile(p customer.Profile) string {
	if p.SearchMetadata.Status != customer.Found {
		return w.notClient
	}
	text := fmt.Sprintf(w.hello, p.ClientName, p.Location)
	var kinds []string
	for _, k := range p.Top3BreweryTypes {
		if w.kinds[k] != "" {
			k = w.kinds[k]
		}
		kinds = append(kinds, k)
	}
	if len(kinds) > 0 {
		text += " " + fmt.Sprintf(w.buys, join(kinds, w.and))
	}
	if len(p.Top5BeersRecently) > 0 {
		text += " " + fmt.Sprintf(w.lately, join(p.Top5BeersRecently, w.and))
	}
	if len(p.Top3BreweriesRecently) > 0 {
		text += " " + fmt.Sprintf(w.from, join(p.Top3BreweriesRecently, w.and), len(p.BreweryHistory))
	}
	return text
}

// answered says what a question came to.
func (w *phrases) answered(out queryOut) string {
	if out.Declined != "" {
		if text := w.declines[out.Declined]; text != "" {
			return text
		}
		return w.declines[analyst.NotUnderstood]
	}
	text := analyst.Phrase(out.Question, out.Columns, out.Rows, w.language)
	if len(out.Notes) > 0 { // of figures about everybody
		text += "\n" + w.roughly
	}
	if out.Source == ui.Sample {
		text += "\n" + w.sampleData
	}
	return text
}

// declined names why a statement was refused as analyst does.
func declined(code string) string {
	switch code {
	case safesql.CodeOtherClient, safesql.CodeRawPopulation:
		return analyst.OtherClient
	case safesql.CodeQuota:
		return "quota"
	case safesql.CodeUnavailable, safesql.CodeLimit:
		return "unavailable"
	}
	return analyst.NotUnderstood
}
