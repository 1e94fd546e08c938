package beer

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/internal/outside/brewery"
	"github.com/maitre-dev/maitre/internal/specialist/beer/customer"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/ui"
)

// phrases are what the advisor says in one language.
type phrases struct{ *texts.Words }

func textsOf(l lang.Language) phrases { return phrases{texts.In(l)} }

// place says where a search looked: "San Diego, California".
func place(city, state string) string {
	switch {
	case city == "":
		return state
	case state == "" || strings.EqualFold(city, state):
		return city
	}
	if names := brewery.States(state); len(names) == 1 {
		state = names[0]
	}
	return city + ", " + state
}

// why says what speaks for a brewery.
func (w phrases) why(i Item) (all []string) {
	kind := w.Beer.Kinds[i.Type]
	switch {
	case i.Why.Type && i.Why.Rank == 1 && kind != "":
		all = append(all, fmt.Sprintf(w.Beer.ByRank, kind))
	case i.Why.Type && kind != "":
		all = append(all, fmt.Sprintf(w.Beer.ByType, kind))
	case i.Why.NewType && kind != "":
		all = append(all, fmt.Sprintf(w.Beer.NewType, kind))
	case kind != "":
		all = append(all, kind)
	}
	if i.Why.Likely != "" {
		all = append(all, fmt.Sprintf(w.Beer.Likely, i.Why.Likely))
	}
	return all
}

// origin says that a list is not what it might be taken for.
func (w phrases) origin(s ui.Source, notice string) (text string) {
	if s == ui.Sample {
		text = "\n" + w.Beer.SampleList
	}
	switch notice {
	case "down":
		text += "\n" + w.Beer.Down
	case "stale":
		text += "\n" + w.Beer.Stale
	}
	return text
}

// none says that there is nothing new.
func (w phrases) none(m metadata) string {
	at := place(m.City, m.State)
	if m.Found > 0 && m.Filtered >= m.Found {
		return fmt.Sprintf(w.Beer.AllBought, m.Found, at)
	}
	return fmt.Sprintf(w.Beer.NoneFound, at) + strings.ReplaceAll(w.origin(ui.Source(m.Source), notice(m)), "\n", " ")
}

// which asks which of several breweries of a name is meant.
func (w phrases) which(items []Item) string {
	var all []string
	for _, i := range items {
		all = append(all, i.Name+" ("+place(known(i.City), known(i.State))+")")
	}
	return fmt.Sprintf(w.Beer.Which, w.Either(all))
}

func (w phrases) profile(p customer.Profile) string {
	if p.SearchMetadata.Status != customer.Found {
		return w.Beer.NotClient
	}
	text := fmt.Sprintf(w.Beer.Hello, p.ClientName, p.Location)
	var kinds []string
	for _, k := range p.Top3BreweryTypes {
		if w.Beer.Kinds[k] != "" {
			k = w.Beer.Kinds[k]
		}
		kinds = append(kinds, k)
	}
	if len(kinds) > 0 {
		text += " " + fmt.Sprintf(w.Beer.Buys, w.List(kinds))
	}
	if len(p.Top5BeersRecently) > 0 {
		text += " " + fmt.Sprintf(w.Beer.Lately, w.List(p.Top5BeersRecently))
	}
	if len(p.Top3BreweriesRecently) > 0 {
		text += " " + fmt.Sprintf(w.Beer.From, w.List(p.Top3BreweriesRecently), len(p.BreweryHistory))
	}
	return text
}

// answered says what a question came to.
func (w phrases) answered(out queryOut) string {
	if out.Declined != "" {
		return w.declined(out)
	}
	text := out.answer(w.Language).Text()
	if len(out.Notes) > 0 { // of figures about everybody
		text += "\n" + w.Beer.Rough
	}
	if out.Source == ui.Sample {
		text += "\n" + w.Beer.SampleData
	}
	return text
}

// declined says why a question is not answered, and which part of it is the
// reason.
func (w phrases) declined(out queryOut) string {
	if out.Declined == noData {
		return w.Again(w.Beer.Declines[noData])
	}
	if why := out.answer(w.Language).Why(&question.Cannot{Why: out.Declined, Part: out.part}); why != "" {
		return why
	}
	return cmp.Or(w.Beer.Declines[out.Declined], w.Beer.Declines[question.NotUnderstood])
}

// Why a statement is not answered, besides the reasons of package question.
const noData = "unavailable" // nothing can be answered now

// declined names why a statement was refused as package question does.
func declined(code string) string {
	switch code {
	case safesql.CodeOtherClient, safesql.CodeRawPopulation:
		return question.OtherClient
	case safesql.CodeNoTable:
		return question.NotPublished
	case safesql.CodeUnavailable, safesql.CodeLimit:
		return noData
	}
	return question.NotUnderstood
}
