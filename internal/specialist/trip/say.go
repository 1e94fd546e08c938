package trip

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/outside/places"
)

// phrases are what the planner says in one language.
type phrases struct{ *texts.Words }

// summary says the trip, and what of it was assumed.
func (w phrases) summary(p SummaryProps) string {
	d := p.TripDetails
	people := w.Count(d.NumberOfGuests, w.House.People)
	days := w.Days(dayOf(string(d.StartDate)), dayOf(string(d.EndDate)))
	text := fmt.Sprintf(w.Trip.Plan, d.Location, days, w.Count(p.Nights, w.House.Nights), people)
	if p.Open {
		text = fmt.Sprintf(w.Trip.Open, d.Location, people)
	}
	var assumed []string
	start, end := !p.Open && slices.Contains(p.Assumed, "startDate"), !p.Open && slices.Contains(p.Assumed, "endDate")
	switch {
	case start && end:
		assumed = append(assumed, w.Trip.Fields["dates"])
	case start || end:
		assumed = append(assumed, w.Trip.Fields[map[bool]string{true: "startDate", false: "endDate"}[start]])
	}
	if slices.Contains(p.Assumed, "numberOfGuests") {
		assumed = append(assumed, people)
	}
	if len(assumed) > 0 {
		text += " " + fmt.Sprintf(w.Trip.Assumed, w.List(assumed))
	}
	return text
}

// wishes says what nobody knows of places; what has no word of its own is quoted.
func (w phrases) wishes(some []string) string {
	var about, said []string
	for _, wish := range some {
		subjects := named("wish", wish)
		if w.Trip.Wishes[wish] != "" {
			subjects = []string{wish}
		} else if len(subjects) == 0 {
			subjects = []string{"“" + wish + "”"}
		}
		about = append(about, subjects...)
	}
	near := share([]string{"beach", "centre", "transport"}, about) // which tell of what the distance is
	for _, subject := range about {
		if text := cmp.Or(w.Trip.Wishes[subject], subject); !slices.Contains(said, text) && !(near && subject == "distance") {
			said = append(said, text)
		}
	}
	return w.List(said)
}

// ending adds to a list what is to be said of it.
func (w phrases) ending(list string, n places.Notice, left []leftFact, unchecked []string, attribution string) string {
	lines := []string{list}
	var without []string
	for _, l := range left {
		word, _, _ := strings.Cut(l.Why, ":")
		switch {
		case l.Name != "":
			if strings.Contains(l.Why, ": diet") {
				word = fmt.Sprintf(w.Trip.NotDiet, word)
			}
			without = append(without, fmt.Sprintf("%s (%s)", l.Name, word))
		case l.Why == mustNot:
			without = append(without, fmt.Sprintf(w.House.More, l.Count))
		case l.Why == string(places.OverBudget):
			without = append(without, fmt.Sprintf(w.Trip.OverBudget, l.Count))
		case l.Why == string(places.TooSmall):
			without = append(without, fmt.Sprintf(w.Trip.TooSmall, l.Count))
		}
	}
	if len(without) > 0 {
		lines = append(lines, fmt.Sprintf(w.Trip.LeftOut, w.List(without)))
	}
	if len(unchecked) > 0 {
		lines = append(lines, fmt.Sprintf(w.Trip.Unchecked, w.List(unchecked)))
	}
	if text := w.Trip.Notices[string(n)]; text != "" {
		lines = append(lines, text)
	}
	if attribution != "" {
		lines = append(lines, fmt.Sprintf(w.Trip.Source, attribution))
	}
	return strings.Join(lines, "\n")
}

// badge marks what is not real.
func (w phrases) badge(sample bool) string {
	if sample {
		return " [" + w.House.Sample + "]"
	}
	return ""
}

// cuisines says kinds of kitchen. One that is not in the list keeps its name.
func (w phrases) cuisines(some []string) string {
	said := make([]string, len(some))
	for i, c := range some {
		said[i] = cmp.Or(w.Trip.Kitchens[c], strings.ReplaceAll(c, "_", " "))
	}
	return strings.Join(said, ", ")
}

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
	}
	return w.Trip.Where
}

func (w phrases) noLonger(some []gone) (lines []string) {
	for _, g := range some {
		why, _, _ := strings.Cut(g.Why, ":")
		lines = append(lines, fmt.Sprintf(w.Trip.NoLonger, g.Name, cmp.Or(w.Trip.Whys[g.Why], why)))
	}
	return lines
}

// list heads the list of the card. Where there is none, it says all.
func (w phrases) list(f ListFacts, kind string) string {
	switch {
	case f.Ask != "":
		return w.ask(f.Plan)
	}
	lines := w.noLonger(f.NoLonger)
	if f.NoSuchCuisine != "" {
		lines = append(lines, fmt.Sprintf(w.Trip.NoKitchen, f.NoSuchCuisine, f.Place))
	}
	switch {
	case len(f.Items) == 0:
		none := map[string]string{places.Lodging: w.Trip.NoLodging, places.Restaurant: w.Trip.NoRestaurant}[kind]
		lines = append(lines, w.ending(none, f.Notice, f.LeftOut, f.Unchecked, f.Credit))
	default:
		lines = append(lines, w.head(f, kind)+w.least(f))
	}
	if f.OtherMoney != "" {
		lines = append(lines, fmt.Sprintf(w.Trip.OtherMoney, f.PricesIn, f.OtherMoney))
	}
	if len(f.UnknownWishes) > 0 {
		lines = append(lines, fmt.Sprintf(w.Trip.AboutAll, w.wishes(f.UnknownWishes)))
	}
	if f.MustNotsOpen {
		lines = append(lines, w.Trip.Unknown)
	}
	if f.First && f.Sample {
		lines = append(lines, w.Trip.Next+" "+w.Trip.SampleNote)
	} else if f.First && len(f.Items) > 0 {
		lines = append(lines, w.Trip.Next)
	}
	return strings.Join(lines, "\n")
}

// head is the line before a list, with its limits.
func (w phrases) head(f ListFacts, kind string) (text string) {
	switch {
	case f.NoMore:
		return w.Trip.NoOthers
	case f.Above:
		return fmt.Sprintf(w.Trip.Above, f.Place)
	}
	for _, limit := range [][2]string{{"night", f.MaxNight}, {"total", f.MaxTotal}, {"person", f.MaxPerson}} {
		if limit[1] != "" {
			text += ", " + fmt.Sprintf(w.Trip.Within[limit[0]], limit[1])
		}
	}
	if f.Cheap {
		text += ", " + w.Trip.Within["cheap"]
	}
	return fmt.Sprintf(w.Trip.Here[kind], f.Place, text)
}

// least names the places of a list that cost least: the list below tells it anyway.
func (w phrases) least(f ListFacts) string {
	switch {
	case len(f.Least) == 0:
		return ""
	case len(f.Items) == 1:
		return " " + fmt.Sprintf(w.Trip.Least["only"], f.Least[0])
	case len(f.Least) == 1:
		return " " + fmt.Sprintf(w.Trip.Least["one"], f.Least[0])
	}
	return " " + fmt.Sprintf(w.Trip.Least["some"], strings.Join(f.Least, "; "))
}

// priced is a place and what it costs.
func (w phrases) priced(x PlaceFact) string {
	switch {
	case x.Kind != "":
		return fmt.Sprintf("%s (%s), %s", x.Name, x.Kind, w.cost(x.StayCost))
	case x.PerPerson != "":
		return fmt.Sprintf("%s, %s", x.Name, strings.TrimSpace(fmt.Sprintf(w.Trip.PerPerson, x.PerPerson)+" "+x.ForAll))
	}
	return x.Name
}

// cost says what a lodging costs the party.
func (w phrases) cost(c StayCost) string {
	text := fmt.Sprintf(w.House.PerNight, cmp.Or(c.PerBed, c.PerRoom, c.PerNight))
	switch {
	case c.PerNight+c.PerRoom == "":
		return w.House.NoPrice
	case c.Beds > 0:
		text = fmt.Sprintf(w.Trip.Beds, c.Beds, text)
	case c.Rooms > 0:
		text = fmt.Sprintf(w.Trip.Rooms, c.Rooms, text)
	}
	if c.Total != "" {
		text += ", " + fmt.Sprintf(w.Trip.InAll, c.Total)
	}
	return text
}

func (w phrases) chosen(f ChosenFacts) string {
	unsafe := func(why string) string {
		word, _, _ := strings.Cut(why, ":")
		return fmt.Sprintf(w.Trip.PickUnsafe, f.Name, word)
	}
	switch {
	case f.Ask != "" || f.Answers:
		return w.answered(f)
	case f.Unsafe != "":
		return unsafe(f.Unsafe)
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
		lines = append(lines, unsafe(f.NotFor))
	}
	lines = append(lines, w.noLonger(f.NoLonger)...)
	if f.First || !f.Sample {
		lines = append(lines, w.reach(f))
	}
	return strings.Join(lines, " ")
}

// reach says how to book a place: by its site, or by the telephone number on its card.
func (w phrases) reach(f ChosenFacts) string {
	switch {
	case f.Sample:
		return w.Trip.SamplePick
	case f.Contact == "site":
		return fmt.Sprintf(w.Trip.Contact, f.Site)
	case f.Contact == "phone_on_card":
		return w.Trip.Phone
	}
	return w.Trip.NoContact
}

// answered says what is known of a place, and what is not.
func (w phrases) answered(f ChosenFacts) string {
	cost := ""
	switch {
	case f.PerPerson != "":
		cost = strings.TrimSpace(fmt.Sprintf(w.Trip.PerPerson, f.PerPerson) + " " + f.ForAll)
	case f.PerNight+f.PerRoom != "":
		cost = w.cost(f.StayCost)
	}
	facts := map[string]string{"price": cost, "hours": f.Hours, "address": f.Address, "contact": string(f.Site), "booking": strings.TrimRight(w.reach(f), ".")}
	if f.Contact == "phone_on_card" {
		facts["contact"] = strings.TrimRight(w.Trip.Phone, ".")
	}
	var known, none []string
	for _, topic := range f.Topics {
		if facts[topic] != "" {
			known = append(known, facts[topic])
		} else {
			none = append(none, w.Trip.Topics[topic])
		}
	}
	if f.Unknown != "" {
		none = []string{w.wishes(strings.Split(f.Unknown, ", "))}
	}
	var lines []string
	if slices.Contains(f.Topics, "booking") {
		lines = append(lines, w.Trip.NoBooking)
	}
	switch name := f.Name + w.badge(f.Sample); {
	case f.Ask != "" && len(f.Which) > 0:
		lines = append(lines, fmt.Sprintf(w.Menu.WhichOne, w.Either(f.Which)))
	case f.Ask != "":
		lines = append(lines, w.Trip.Where)
	case f.Name == "" && none != nil:
		lines = append(lines, fmt.Sprintf(w.Trip.AboutAll, w.List(none)))
	case f.Name == "":
		lines = append(lines, w.Trip.NotKnownAny)
	case known == nil && none == nil:
		rest := slices.DeleteFunc([]string{cmp.Or(f.Kind, f.Cuisine), cost, f.Address, f.Hours}, func(x string) bool { return x == "" })
		lines = append(lines, fmt.Sprintf(w.Trip.NotKnown, name, strings.Join(rest, "; ")))
	default:
		if known != nil {
			lines = append(lines, name+": "+strings.Join(known, "; ")+".")
		}
		if none != nil {
			lines = append(lines, fmt.Sprintf(w.Trip.AboutIt, name, w.List(none)))
		}
	}
	return strings.Join(lines, " ")
}

// total says the costs of a trip.
func (w phrases) total(f TotalFacts) string {
	if f.Ask != "" {
		return w.ask(f.Plan)
	}
	lines := slices.Clone(f.Stops)
	if len(lines) == 0 && f.StartDate != "" {
		lines = []string{w.summary(SummaryProps{TripDetails: Details{f.Place, f.StartDate, f.EndDate, f.People}, Nights: f.Nights})}
	}
	lines = append(lines, w.noLonger(f.NoLonger)...)
	for _, x := range f.Lines {
		lines = append(lines, w.line(x, f.Sample && x.What != "own"))
	}
	if f.Total != "" {
		lines = append(lines, fmt.Sprintf(w.Trip.Total, f.Total, f.PerPerson))
	}
	for _, m := range f.Missing {
		if m == "restaurants" && len(f.Eat) > 0 {
			lines = append(lines, fmt.Sprintf(w.Trip.Seen, w.List(f.Eat)))
		} else if f.Total != "" {
			lines = append(lines, w.Trip.Missing[m])
		}
	}
	if f.Example != "" {
		lines = append(lines, fmt.Sprintf(w.Trip.Example, f.Example))
	}
	if f.Share != nil {
		lines = append(lines, w.share(*f.Share))
	}
	if over, is := strings.CutPrefix(f.Left, "-"); f.Left != "" {
		lines = append(lines, fmt.Sprintf(w.Trip.Left[map[bool]string{true: "over", false: "under"}[is]], f.MaxTotal, over))
	}
	if len(f.NoPrice) > 0 {
		lines = append(lines, fmt.Sprintf(w.Trip.NoPriceOf, w.List(f.NoPrice)))
	}
	var parts []string
	for _, p := range f.NotIncluded {
		parts = append(parts, w.Trip.Parts[p])
	}
	if parts != nil {
		lines = append(lines, fmt.Sprintf(w.Trip.NotIncluded, w.List(parts)))
	}
	if f.Sample && f.First {
		lines = append(lines, w.Trip.SampleNote)
	}
	return strings.Join(lines, "\n")
}

// line is a place and how what it costs is counted: "1 room × 2 nights × $ 90 = $ 180".
func (w phrases) line(x TotalLine, sample bool) string {
	text := x.Name + w.badge(sample)
	if x.Place != "" {
		text += ", " + x.Place
	}
	text += ": "
	for _, by := range []struct {
		n int
		f texts.Forms
	}{{x.Rooms, w.Trip.RoomCount}, {x.Beds, w.Trip.BedCount}, {x.Nights, w.House.Nights}, {x.People, w.House.People}, {x.Meals, w.Trip.MealCount}} {
		if by.n > 0 {
			text += w.Count(by.n, by.f) + " × "
		}
	}
	if x.What == "own" && x.Price == x.Sum {
		return text + x.Sum
	}
	return text + x.Price + " = " + x.Sum
}

// share says a part of a sum: "R$ 1.300,00, by 4 nights and 3 people: R$ 108,33".
func (w phrases) share(p SharePart) string {
	var per []string
	for _, x := range p.Per {
		per = append(per, w.Trip.Per[x])
	}
	text := fmt.Sprintf(w.Trip.Share, strings.Join(per, " "), p.Amount)
	if p.Payers > 0 {
		text += " " + fmt.Sprintf(w.Trip.Among, w.Count(p.Payers, w.House.People))
	}
	return text
}
