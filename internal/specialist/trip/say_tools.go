package trip

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

// ask says what the guest is asked before there is anything to list.
func (w phrases) ask(f Plan) string {
	switch {
	case f.Ask == "landscape":
		return fmt.Sprintf(w.Trip.Landscape, w.List(f.Which))
	case f.Ask == "town":
		return fmt.Sprintf(w.Trip.Town, f.Place, w.List(f.Which))
	case f.Ask == "town_near":
		return fmt.Sprintf(w.Trip.Near, f.Place, w.List(f.Which))
	case len(f.Which) > 0:
		return fmt.Sprintf(w.Trip.Which, w.Either(f.Which))
	case f.PlaceUnknown != "":
		return fmt.Sprintf(w.Trip.NoPlace, f.PlaceUnknown)
	case f.DatesWrong != "":
		return w.Trip.Doubts[f.DatesWrong]
	default:
		return w.Trip.Where
	}
}

// plan says the trip.
func (w phrases) plan(f Plan) string {
	if f.StartDate == "" {
		return ""
	}
	return w.summary(SummaryProps{TripDetails: Details{f.Place, f.StartDate, f.EndDate, f.People}, Nights: f.Nights, Language: w.Language})
}

func (w phrases) noLonger(some []gone) (lines []string) {
	for _, g := range some {
		why, ok := w.Trip.Whys[g.Why]
		if !ok {
			why, _, _ = strings.Cut(g.Why, ":")
		}
		lines = append(lines, fmt.Sprintf(w.Trip.NoLonger, g.Name, why))
	}
	return lines
}

// left turns facts back into what cards say of places left out.
func left(some []leftFact) (all []places.Note) {
	for _, l := range some {
		word, why, named := strings.Cut(l.Why, ": ")
		switch {
		case named && strings.HasPrefix(why, "diet"):
			all = append(all, places.Note{Place: l.Name, Reason: places.WrongDiet, Word: word})
		case named:
			all = append(all, places.Note{Place: l.Name, Reason: places.Allergen, Word: word})
		default:
			for range l.Count {
				all = append(all, places.Note{Reason: places.Reason(l.Why)})
			}
		}
	}
	return all
}

// say heads the list of the card. Where there is none, it says all.
func (f AccommodationsFacts) say(l lang.Language) string {
	w := phrases{texts.In(l)}
	if f.Ask != "" {
		return w.ask(f.Plan)
	}
	lines := w.noLonger(f.NoLonger)
	switch x := f.CheapestAbove; {
	case f.Same && len(f.UnknownWishes) > 0:
		return fmt.Sprintf(w.Trip.AboutAll, w.wishes(f.UnknownWishes))
	case f.Same:
		return fmt.Sprintf(w.Trip.Same, f.Place)
	case x != nil:
		lines = append(lines, fmt.Sprintf(w.Trip.Above, f.Place, x.Name, x.Kind, w.cost(x.StayCost))+w.mark(f.Sample))
	case len(f.Items) == 0:
		lines = append(lines, w.ending(w.Trip.NoLodging, f.Notice, left(f.LeftOut), f.Credit))
	default:
		lines = append(lines, w.head(lodging, f.NoMore, f.Place, w.within("night", f.MaxNight), w.within("total", f.MaxTotal), w.cheapFirst(f.Cheap))+w.least(f.Least, len(f.Items), f.Cheap || f.Before != nil))
	}
	if f.Before != nil {
		lines = append(lines, w.before(*f.Before))
	}
	if len(f.UnknownWishes) > 0 {
		lines = append(lines, fmt.Sprintf(w.Trip.AboutAll, w.wishes(f.UnknownWishes)))
	}
	return w.closing(lines, f.Plan, f.Sample, len(f.Items) > 0)
}

// within says a limit; empty: there is none.
func (w phrases) within(per, amount string) string {
	if amount == "" {
		return ""
	}
	return ", " + fmt.Sprintf(w.Trip.Within[per], amount)
}

func (w phrases) cheapFirst(cheap bool) string {
	if cheap {
		return ", " + w.Trip.Within["cheap"]
	}
	return ""
}

// head is the line before a list.
func (w phrases) head(kind string, again bool, place string, limits ...string) string {
	if again {
		return w.Trip.NoOthers
	}
	return fmt.Sprintf(w.Trip.Here[kind], place, strings.Join(limits, ""))
}

// least names the places of a list that cost least, with what they cost, where that is
// asked: the list below tells it anyway.
func (w phrases) least(some []string, listed int, asked bool) string {
	switch {
	case len(some) == 0 || !asked:
		return ""
	case listed == 1:
		return " " + fmt.Sprintf(w.Trip.Least["only"], some[0])
	case len(some) == 1:
		return " " + fmt.Sprintf(w.Trip.Least["one"], some[0])
	}
	return " " + fmt.Sprintf(w.Trip.Least["some"], strings.Join(some, "; "))
}

// before says what the cheapest stay cost as the trip was planned before, and what it costs now.
func (w phrases) before(b BeforeFact) string {
	now := w.Trip.Before[b.Now]
	if b.Difference != "" {
		now = fmt.Sprintf(now, b.Difference)
	}
	return fmt.Sprintf(w.Trip.Before["was"], w.Count(b.People, w.House.People), w.Count(b.Nights, w.House.Nights), b.Name, b.Total) + " " + now
}

// cost says what a lodging costs the party.
func (w phrases) cost(c StayCost) string {
	var text string
	switch {
	case c.PerNight == "" && c.PerRoom == "":
		return w.House.NoPrice
	case c.Beds > 0:
		text = fmt.Sprintf(w.Trip.Beds, c.Beds, fmt.Sprintf(w.House.PerNight, c.PerBed))
	case c.Rooms > 0:
		text = fmt.Sprintf(w.Trip.Rooms, c.Rooms, fmt.Sprintf(w.House.PerNight, c.PerRoom))
	case c.PerNight == "":
		text = fmt.Sprintf(w.House.PerNight, c.PerRoom)
	default:
		text = fmt.Sprintf(w.House.PerNight, c.PerNight)
	}
	if c.Total != "" {
		text += ", " + fmt.Sprintf(w.Trip.InAll, c.Total)
	}
	return text
}

// mark is a badge for what is made up.
func (w phrases) mark(sample bool) string {
	if sample {
		return w.badge(ui.Sample)
	}
	return ""
}

// closing ends an answer that lists places, with what was not said before.
func (w phrases) closing(lines []string, f Plan, sample, some bool) string {
	var once []string
	if some && !slices.Contains(f.Said, nextNote) {
		once = append(once, w.Trip.Next)
	}
	if sample && !slices.Contains(f.Said, sampleNote) {
		once = append(once, w.Trip.SampleNote)
	}
	if len(once) > 0 {
		lines = append(lines, strings.Join(once, " "))
	}
	return strings.Join(lines, "\n")
}

// say heads the list of the card, which has what was left out and what is minded.
func (f RestaurantsFacts) say(l lang.Language) string {
	w := phrases{texts.In(l)}
	if f.Ask != "" {
		return w.ask(f.Plan)
	}
	lines := w.noLonger(f.NoLonger)
	if f.NoSuchCuisine != "" {
		lines = append(lines, fmt.Sprintf(w.Trip.NoKitchen, f.NoSuchCuisine, f.Place))
	}
	if len(f.Items) > 0 {
		lines = append(lines, w.head(restaurant, f.NoMore, f.Place, w.within("person", f.MaxPerson), w.cheapFirst(f.Cheap))+w.least(f.Least, len(f.Items), f.Cheap))
	} else {
		out := left(f.LeftOut)
		for _, word := range f.Unchecked {
			out = append(out, places.Note{Reason: places.Unchecked, Word: word})
		}
		lines = append(lines, w.ending(w.Trip.NoRestaurant, f.Notice, out, f.Credit))
	}
	if len(f.UnknownWishes) > 0 {
		lines = append(lines, fmt.Sprintf(w.Trip.AboutAll, w.wishes(f.UnknownWishes)))
	}
	if f.MustNotsOpen {
		lines = append(lines, w.Trip.Unknown)
	}
	return w.closing(lines, f.Plan, f.Sample, len(f.Items) > 0)
}

func (f ChosenFacts) say(l lang.Language) string {
	w := phrases{texts.In(l)}
	switch {
	case f.Ask != "" || f.About != "":
		return w.answered(f)
	case f.Unsafe != "":
		word, _, _ := strings.Cut(f.Unsafe, ":")
		return fmt.Sprintf(w.Trip.PickUnsafe, f.Name, word)
	case f.Dropped:
		return fmt.Sprintf(w.Trip.Unpick, f.Name)
	}
	lines := []string{fmt.Sprintf(w.Trip.Pick, f.Name)}
	if f.PerNight != "" {
		lines = append(lines, "("+strings.TrimPrefix(f.When+": ", ": ")+w.cost(f.StayCost)+".)")
	}
	if f.Problem != "" {
		lines = append(lines, fmt.Sprintf(w.Trip.NoLonger, f.Name, w.Trip.Whys[f.Problem]))
	}
	if f.NotFor != "" {
		word, _, _ := strings.Cut(f.NotFor, ":")
		lines = append(lines, fmt.Sprintf(w.Trip.PickUnsafe, f.Name, word))
	}
	lines = append(lines, w.noLonger(f.NoLonger)...)
	if !slices.Contains(f.Said, samplePickNote) {
		lines = append(lines, w.reach(f))
	}
	return strings.Join(lines, " ")
}

// reach says how to book a place.
func (w phrases) reach(f ChosenFacts) string {
	switch {
	case f.Sample:
		return w.Trip.SamplePick
	case f.Contact == "site":
		return fmt.Sprintf(w.Trip.Contact, f.Site)
	case f.Contact == "phone_on_card":
		return w.Trip.Phone
	default:
		return w.Trip.NoContact
	}
}

// answered says what is known of a place, and what is not.
func (w phrases) answered(f ChosenFacts) string {
	which := w.Trip.Where
	if len(f.Which) > 0 {
		which = fmt.Sprintf(w.Menu.WhichOne, w.Either(f.Which))
	}
	switch {
	case f.Ask != "" && f.About == "booking":
		return w.Trip.NoBooking + " " + which
	case f.Ask != "":
		return which
	case f.Name == "" && f.Unknown != "":
		return fmt.Sprintf(w.Trip.AboutAll, w.wishes(strings.Split(f.Unknown, ", ")))
	case f.Name == "":
		return w.Trip.NotKnownAny
	case f.About == "booking":
		text := fmt.Sprintf("%s %s: %s", w.Trip.NoBooking, f.Name, w.reach(f))
		if f.Unknown != "" {
			text = fmt.Sprintf(w.Trip.AboutIt, f.Name, w.wishes(strings.Split(f.Unknown, ", "))) + " " + text
		}
		return text
	case f.Unknown != "":
		return fmt.Sprintf(w.Trip.AboutIt, f.Name, w.wishes([]string{f.Unknown}))
	}
	known, unknown := w.ofTopics(f)
	switch {
	case len(known) > 0 && len(unknown) > 0:
		return f.Name + w.mark(f.Sample) + ": " + strings.Join(known, "; ") + ". " + fmt.Sprintf(w.Trip.NoneOf, w.List(unknown))
	case len(known) > 0:
		return f.Name + w.mark(f.Sample) + ": " + strings.Join(known, "; ") + "."
	case len(unknown) > 0:
		return fmt.Sprintf(w.Trip.AboutIt, f.Name+w.mark(f.Sample), w.List(unknown))
	}
	return fmt.Sprintf(w.Trip.NotKnown, f.Name)
}

// ofTopics says what is known of a place among what is asked, and names what is not.
func (w phrases) ofTopics(f ChosenFacts) (known, unknown []string) {
	cost := ""
	switch {
	case f.PerPerson != "":
		cost = strings.TrimSpace(fmt.Sprintf(w.Trip.PerPerson, f.PerPerson) + " " + f.ForAll)
	case f.PerNight+f.PerRoom != "":
		cost = w.cost(f.StayCost)
	}
	facts := map[string]string{"price": cost, "hours": f.Hours, "address": f.Address, "contact": string(f.Site)}
	if f.Contact == "phone_on_card" {
		facts["contact"] = strings.TrimRight(w.Trip.Phone, ".")
	}
	for _, topic := range append([]string{f.About}, f.Also...) {
		switch {
		case facts[topic] != "":
			known = append(known, facts[topic])
		case w.Trip.Topics[topic] != "":
			unknown = append(unknown, w.Trip.Topics[topic])
		}
	}
	return known, unknown
}

// ends leaves, of many lodgings of which none is chosen, the cheapest and the dearest.
func (f TotalFacts) ends() TotalFacts {
	const few = 3
	last := len(f.Lines) - 1
	for last > 0 && f.Lines[last].What != lodging {
		last--
	}
	if last >= few && f.Lines[0].Example && len(f.Stops) == 0 {
		f.Lines = append([]TotalLine{f.Lines[0]}, f.Lines[last:]...)
	}
	return f
}

func (f TotalFacts) say(l lang.Language) string {
	w := phrases{texts.In(l)}
	switch {
	case f.Ask != "":
		return w.ask(f.Plan)
	case len(f.Towns) > 0:
		return w.sayTowns(f)
	case f.Only:
		return f.sayOnly(w)
	}
	trip := f.Stops
	if len(trip) == 0 {
		trip = []string{w.plan(f.Plan)}
	}
	lines := slices.DeleteFunc(append(trip, w.noLonger(f.NoLonger)...), func(l string) bool { return l == "" })
	lines = append(lines, w.totalLines(f.ends())...)
	if f.Share != nil {
		lines = append(lines, w.share(*f.Share))
	}
	if f.Total != "" {
		lines = append(lines, fmt.Sprintf(w.Trip.Total, f.Total, f.PerPerson))
	}
	for _, m := range f.Missing {
		if m == "restaurants" && len(f.Eat) > 0 {
			lines = append(lines, fmt.Sprintf(w.Trip.Seen, w.List(f.Eat)))
			continue
		}
		lines = append(lines, w.Trip.Missing[m])
	}
	if f.Example != "" {
		lines = append(lines, fmt.Sprintf(w.Trip.Example, f.Example))
	}
	if len(f.NoPrice) > 0 {
		lines = append(lines, fmt.Sprintf(w.Trip.NoPriceOf, w.List(f.NoPrice)))
	}
	var parts []string
	for _, p := range f.NotIncluded {
		parts = append(parts, w.Trip.Parts[p])
	}
	lines = append(lines, fmt.Sprintf(w.Trip.NotIncluded, w.List(parts)))
	if f.Sample && !slices.Contains(f.Said, sampleNote) {
		lines = append(lines, w.Trip.SampleNote)
	}
	return strings.Join(lines, "\n")
}
