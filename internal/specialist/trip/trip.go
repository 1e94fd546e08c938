// Package trip plans a trip with a guest: its tools list where to stay and where
// to eat, note what is chosen, and add up what it costs. They share one plan, a note
// of the conversation's scene.
//
// Begin at [Planner.Tools]. [Classify], [Extract] and [Choose] are decisions for
// the command line: without a model, views of what package understand reads.
package trip

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

// Details are what is known of a trip.
type Details struct {
	Location       string  `json:"location"`
	StartDate      ui.Date `json:"startDate"`
	EndDate        ui.Date `json:"endDate"`
	NumberOfGuests int     `json:"numberOfGuests"`
}

// Nights is how many nights there are between the dates.
func (d Details) Nights() int {
	return int(dayOf(string(d.EndDate)).Sub(dayOf(string(d.StartDate))) / (24 * time.Hour)) // days of UTC have all their hours
}

// A Message is something said, by the guest ("user") or by us ("assistant").
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// The tools that list places, in the order in which they are shown.
const (
	ListAccommodations = "list-accommodations"
	ListRestaurants    = "list-restaurants"
)

// ErrNoTool is about a name that no list has.
var ErrNoTool = errors.New("trip: no tool was chosen")

// A Planner is what the graph needs.
type Planner struct {
	Places places.Fallback
	// Locate returns the places of a name that the gazetteer does not know, the
	// likeliest first; nil: there are none. Credit is shown with what it led to.
	Locate func(ctx context.Context, name string) ([]gazetteer.Place, error)
	Credit string
	Now    func() time.Time // nil: time.Now
}

func (p *Planner) now() time.Time {
	if p.Now == nil {
		return time.Now()
	}
	return p.Now()
}

// meant returns the places that a name may mean after all that was said:
// several if the guest is to be asked, none if we do not know it.
func meant(name string, said []string) []gazetteer.Place {
	all := gazetteer.Find(name)
	if len(all) < 2 {
		return all
	}
	for _, text := range slices.Backward(said) {
		if one := chosen(text, namesOf(all)); one != "" {
			return slices.DeleteFunc(all, func(p gazetteer.Place) bool { return p.String() != one })
		}
	}
	return all
}

// chosen returns the candidate that an answer names.
func chosen(text string, candidates []string) string {
	t := " " + lang.Fold(text) + " "
	for i, c := range candidates {
		for part := range strings.SplitSeq(c, ", ") {
			unique := !slices.ContainsFunc(slices.Delete(slices.Clone(candidates), i, i+1), func(o string) bool { return strings.Contains(o, part) })
			if unique && strings.Contains(t, " "+lang.Fold(part)+" ") {
				return c
			}
		}
	}
	return ""
}

func namesOf(all []gazetteer.Place) (names []string) {
	for _, p := range all {
		names = append(names, p.String())
	}
	return names
}

func today(t time.Time) string { return t.Format(time.DateOnly) }
