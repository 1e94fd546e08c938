package trip

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

// TownPrice is what a night costs the party in a town, over all lodgings that fit.
type TownPrice struct {
	Place    string `json:"place"`
	Lodgings int    `json:"lodgings"`
	Low      string `json:"lowest"`
	Cheapest string `json:"cheapest"` // its name
	High     string `json:"highest"`
	Mean     string `json:"mean"`

	low, mean int64
	currency  string
}

// compare tells what a night costs in each of some towns. The plan stays as it is.
func (p *Planner) compare(ctx context.Context, s *scene.Scene, t plan, f *TotalFacts, towns []string) error {
	f.Plan.People = t.People
	for _, name := range towns {
		where, _, err := p.whereTo(ctx, s, name, t)
		if err != nil || where == nil {
			return err
		}
		found, err := p.Places.Lodgings(ctx, where.Area, t.stayWish(s.Budget))
		if err != nil {
			return fmt.Errorf("places to stay cannot be looked up just now, tell the guest: %w", err)
		}
		if x, ok := t.townPrice(where.Name, found.Places, s.Language); ok {
			f.Towns = append(f.Towns, x)
		}
	}
	if len(f.Towns) > 0 {
		f.Cheapest = slices.MinFunc(f.Towns, func(a, b TownPrice) int { return cmp.Compare(a.low, b.low) }).Place
		f.Cheaper = slices.MinFunc(f.Towns, func(a, b TownPrice) int { return cmp.Compare(a.mean, b.mean) }).Place
	}
	f.differ(t, s.Language)
	return nil
}

// differ tells by how much the cheapest place of the cheapest town costs less than that of the next.
func (f *TotalFacts) differ(t plan, l lang.Language) {
	all := slices.SortedFunc(slices.Values(f.Towns), func(a, b TownPrice) int { return cmp.Compare(a.low, b.low) })
	if len(all) < 2 || all[0].currency != all[1].currency || all[0].low == all[1].low {
		return
	}
	by := ui.Money{Amount: all[1].low - all[0].low, Currency: all[0].currency}
	f.Less = by.Text(l)
	if nights := t.details().Nights(); nights > 1 && !t.open() {
		f.LessInAll, f.Plan.Nights = ui.Money{Amount: by.Amount * int64(nights), Currency: by.Currency}.Text(l), nights
	}
}

// townPrice sums up what lodgings cost the party a night; false: no price is known.
func (t plan) townPrice(town string, all []places.Lodging, l lang.Language) (x TownPrice, ok bool) {
	x.Place = town
	var high, sum int64
	for _, lodging := range all {
		m := lodging.Total(t.party(), 1)
		if m == nil {
			continue
		}
		if x.Lodgings == 0 || m.Amount < x.low {
			x.low, x.Cheapest = m.Amount, lodging.Name
		}
		high, sum, x.currency = max(high, m.Amount), sum+m.Amount, m.Currency
		x.Lodgings++
	}
	if x.Lodgings == 0 {
		return x, false
	}
	x.mean = sum / int64(x.Lodgings)
	text := func(n int64) string { return ui.Money{Amount: n, Currency: x.currency}.Text(l) }
	x.Low, x.High, x.Mean = text(x.low), text(high), text(x.mean)
	return x, true
}

// sayTowns says what towns cost, and which costs less.
func (w phrases) sayTowns(f TotalFacts) string {
	var lines []string
	for _, x := range f.Towns {
		if x.Lodgings == 1 {
			lines = append(lines, fmt.Sprintf(w.Trip.TownOne, x.Place, x.Cheapest, x.Low))
			continue
		}
		lines = append(lines, fmt.Sprintf(w.Trip.TownCost, x.Place, x.Lodgings, x.Low, x.Cheapest, x.High, x.Mean))
	}
	switch {
	case len(f.Towns) < 2:
	case f.Cheapest == f.Cheaper:
		lines = append(lines, fmt.Sprintf(w.Trip.TownLess, f.Cheaper))
	default:
		lines = append(lines, fmt.Sprintf(w.Trip.TownEither, f.Cheapest, f.Cheaper))
	}
	switch {
	case f.LessInAll != "":
		lines = append(lines, fmt.Sprintf(w.Trip.TownBy["stay"], f.Less, f.LessInAll, w.Count(f.Plan.Nights, w.House.Nights)))
	case f.Less != "":
		lines = append(lines, fmt.Sprintf(w.Trip.TownBy["night"], f.Less))
	}
	return fmt.Sprintf(w.Trip.TownHead, w.Count(f.Plan.People, w.House.People)) + "\n" + strings.Join(lines, "\n")
}

// totalOf tells what a stay at each of some places would cost. Nothing is chosen.
func (p *Planner) totalOf(ctx context.Context, s *scene.Scene, t plan, f TotalFacts, in totalIn) (TotalFacts, error) {
	nights := t.details().Nights()
	if in.Nights > 0 {
		nights = min(in.Nights, maxNights)
	}
	t.Rooms = cmp.Or(max(0, min(in.Rooms, maxGuests)), t.Rooms)
	for _, ref := range in.Of {
		c, ok := t.spokenOf(lodging)
		if ref != thatOne {
			found, err := p.find(ctx, t, ref, lodging)
			if c, ok = found, err == nil; !ok {
				continue
			}
		}
		if !ok || c.Lodging == nil {
			continue
		}
		t.Last = c.id()
		if total := f.stay(t, *c.Lodging, nights, s); total != nil {
			f.sum, f.Plan.Nights = *total, nights
			if c.Spot.Key != t.Place.Key {
				f.Lines[len(f.Lines)-1].Place = c.Spot.Name
			}
		}
	}
	f.Only = len(f.Lines)+len(f.NoPrice) > 0
	last := t.Last
	return f, s.Update(planKey, func(raw json.RawMessage) any {
		now := readPlan(raw)
		now.Last = last
		return now
	})
}

// thatOne stands for the place that was told of last.
const thatOne = "that"

// sayOnly says what some places would cost, and nothing of the rest of the trip.
func (f TotalFacts) sayOnly(w phrases) string {
	lines := w.totalLines(f)
	if f.Share != nil && len(f.Lines) == 1 {
		lines = append(lines, w.share(*f.Share))
	}
	if len(f.NoPrice) > 0 {
		lines = append(lines, fmt.Sprintf(w.Trip.NoPriceOf, w.List(f.NoPrice)))
	}
	return strings.Join(lines, "\n")
}

// share says a part of a sum: "R$ 1.300,00, by 4 nights and 3 adults: R$ 108,33".
func (w phrases) share(p SharePart) string {
	var per []string
	for _, x := range p.Per {
		per = append(per, w.Trip.Per[x])
	}
	text := fmt.Sprintf(w.Trip.Share, strings.Join(per, " "), p.Amount)
	if p.Payers > 0 {
		text += " " + fmt.Sprintf(w.Trip.Among, w.Count(p.Payers, map[bool]texts.Forms{true: w.Trip.Adults, false: w.House.People}[slices.Contains(p.Per, "adult")]))
	}
	return text
}

// totalLines are places and how what they cost is counted: "1 room × 2 nights × $ 90 = $ 180".
func (w phrases) totalLines(f TotalFacts) (lines []string) {
	for _, x := range f.Lines {
		text := x.Name + w.mark(f.Sample)
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
		lines = append(lines, text+x.Price+" = "+x.Sum)
	}
	return lines
}
