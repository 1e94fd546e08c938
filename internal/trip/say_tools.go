package trip

import (
	"fmt"
	"strings"

	"github.com/maitre-dev/maitre/internal/places"
	"github.com/maitre-dev/maitre/internal/voice"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

// ask says what the guest is asked before there is anything to list.
func (w phrases) ask(f Plan) string {
	switch {
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

// plan says the trip, and which choices do not hold any more.
func (w phrases) plan(f Plan) (lines []string) {
	if f.StartDate != "" {
		fields := map[string]string{"start_date": "startDate", "end_date": "endDate", "people": "numberOfGuests"}
		p := SummaryProps{TripDetails: Details{f.Place, f.StartDate, f.EndDate, f.People}, Nights: f.Nights, Language: w.Language}
		for _, a := range f.Assumed {
			p.Assumed = append(p.Assumed, fields[a])
		}
		lines = append(lines, w.summary(p))
	}
	return append(lines, w.noLonger(f.NoLonger)...)
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
func left(some []leftFact) (all []LeftOut) {
	for _, l := range some {
		word, why, named := strings.Cut(l.Why, ": ")
		switch {
		case named && strings.HasPrefix(why, "diet"):
			all = append(all, LeftOut{l.Name, places.WrongDiet, word})
		case named:
			all = append(all, LeftOut{l.Name, places.Allergen, word})
		default:
			for range l.Count {
				all = append(all, LeftOut{Reason: places.Reason(l.Why)})
			}
		}
	}
	return all
}

func (f AccommodationsFacts) say(l lang.Language) string {
	w := phrases{voice.In(l)}
	if f.Ask != "" {
		return w.ask(f.Plan)
	}
	text := w.Trip.NoLodging
	if len(f.Items) > 0 {
		text = w.Trip.Stay
	}
	for _, x := range f.Items {
		text += fmt.Sprintf("\n%d. %s (%s): %s", x.Number, x.Name, x.Kind, w.cost(x.StayCost)) + w.mark(f.Sample)
	}
	if x := f.CheapestAbove; x != nil {
		text += fmt.Sprintf("\n– %s (%s): %s", x.Name, x.Kind, w.cost(x.StayCost)) + w.mark(f.Sample)
	}
	lines := append(w.plan(f.Plan), w.ending(text, f.Notice, left(f.LeftOut), f.Credit))
	if len(f.UnknownWishes) > 0 {
		lines = append(lines, w.Trip.Beyond["features"])
	}
	return w.closing(lines, f.Sample, len(f.Items) > 0)
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

// closing ends an answer that lists places.
func (w phrases) closing(lines []string, sample, some bool) string {
	if sample {
		lines = append(lines, w.Trip.SampleNote)
	}
	if some {
		lines = append(lines, w.Trip.Next)
	}
	return strings.Join(lines, "\n\n")
}

func (f RestaurantsFacts) say(l lang.Language) string {
	w := phrases{voice.In(l)}
	if f.Ask != "" {
		return w.ask(f.Plan)
	}
	text := w.Trip.NoRestaurant
	if len(f.Items) > 0 {
		text = w.Trip.Eat
	}
	for _, x := range f.Items {
		text += fmt.Sprintf("\n%d. %s", x.Number, x.Name)
		if x.Cuisines != "" {
			text += " (" + x.Cuisines + ")"
		}
		price := w.House.NoPrice
		if x.PerPerson != "" {
			price = fmt.Sprintf(w.Trip.PerPerson, x.PerPerson)
		}
		text += ": " + price + w.mark(f.Sample)
	}
	out := left(f.LeftOut)
	for _, word := range f.Unchecked {
		out = append(out, LeftOut{Reason: places.Unchecked, Word: word})
	}
	if len(f.Confirm) > 0 {
		text += "\n" + fmt.Sprintf(w.House.Minded, w.List(f.Confirm))
	}
	lines := append(w.plan(f.Plan), w.ending(text, f.Notice, out, f.Credit))
	if f.MustNotsOpen {
		lines = append(lines, w.Trip.Unknown)
	}
	return w.closing(lines, f.Sample, len(f.Items) > 0)
}

func (f ChosenFacts) say(l lang.Language) string {
	w := phrases{voice.In(l)}
	switch {
	case f.Unsafe != "":
		word, _, _ := strings.Cut(f.Unsafe, ":")
		return fmt.Sprintf(w.Trip.PickUnsafe, f.Name, word)
	case f.Dropped:
		return fmt.Sprintf(w.Trip.Unpick, f.Name)
	}
	lines := []string{fmt.Sprintf(w.Trip.Pick, f.Name)}
	if f.PerNight != "" {
		lines = append(lines, fmt.Sprintf("(%s: %s.)", f.When, w.cost(f.StayCost)))
	}
	if f.Problem != "" {
		lines = append(lines, fmt.Sprintf(w.Trip.NoLonger, f.Name, w.Trip.Whys[f.Problem]))
	}
	if f.NotFor != "" {
		word, _, _ := strings.Cut(f.NotFor, ":")
		lines = append(lines, fmt.Sprintf(w.Trip.PickUnsafe, f.Name, word))
	}
	lines = append(lines, w.noLonger(f.NoLonger)...)
	switch {
	case f.Sample:
		lines = append(lines, w.Trip.SamplePick)
	case f.Contact == "site":
		lines = append(lines, fmt.Sprintf(w.Trip.Contact, f.Site))
	case f.Contact == "phone_on_card":
		lines = append(lines, w.Trip.Phone)
	default:
		lines = append(lines, w.Trip.NoContact)
	}
	return strings.Join(lines, " ")
}

func (f TotalFacts) say(l lang.Language) string {
	w := phrases{voice.In(l)}
	if f.Ask != "" {
		return w.ask(f.Plan)
	}
	lines := w.plan(f.Plan)
	for _, x := range f.Lines {
		text := x.Name + w.mark(f.Sample) + ": "
		for _, by := range []struct {
			n int
			f voice.Forms
		}{{x.Rooms, w.Trip.RoomCount}, {x.Beds, w.Trip.BedCount}, {x.Nights, w.House.Nights}, {x.People, w.House.People}, {x.Meals, w.Trip.MealCount}} {
			if by.n > 0 {
				text += w.Count(by.n, by.f) + " × "
			}
		}
		lines = append(lines, text+x.Price+" = "+x.Sum)
	}
	if f.Total != "" {
		lines = append(lines, fmt.Sprintf(w.Trip.Total, f.Total, f.PerPerson))
	}
	for _, m := range f.Missing {
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
	if f.Sample {
		lines = append(lines, w.Trip.SampleNote)
	}
	return strings.Join(lines, "\n")
}
