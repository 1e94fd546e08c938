package trip

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/choice"
	"github.com/maitre-dev/maitre/internal/gazetteer"
	"github.com/maitre-dev/maitre/internal/voice"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

// shown is a place that can be picked.
type shown struct {
	PickProps
	tool string
}

func (l Listed) all() (some []shown) {
	for _, x := range l.Lodgings {
		some = append(some, shown{PickProps{Name: x.Name, Address: x.Address, Site: x.Site, Phone: x.Phone, Source: x.Source, Attribution: x.Attribution}, ListAccommodations})
	}
	for _, x := range l.Restaurants {
		some = append(some, shown{PickProps{Name: x.Name, Address: x.Address, Site: x.Site, Phone: x.Phone, Hours: x.Hours, Source: x.Source, Attribution: x.Attribution}, ListRestaurants})
	}
	return some
}

// picked returns the place that a message picks of those that were shown, by its
// name or by its place in the list, "quero o segundo", "the second hotel", and
// what to say. There is no place if fewer were shown.
func (s State) picked() (x *shown, text string, ok bool) {
	message, _ := lastSaid(s.Messages)
	list := s.Listed.all()
	folded := lang.Fold(message)
	if len(list) == 0 || len(strings.Fields(folded)) > 12 {
		return nil, "", false
	}
	w := phrases{voice.In(s.Language)}
	for _, x := range list {
		if len(x.Name) > 4 && !isPlace(x.Name) && strings.Contains(" "+folded+" ", " "+lang.Fold(x.Name)+" ") {
			return &x, w.goOn(x), true
		}
	}
	n := choice.Ordinal(folded)
	if n == 0 || asksMore(message) {
		return nil, "", false
	}
	// Numbers count in the list that is meant: the one that is named, or else
	// the one that was shown, or else the first.
	tool := list[0].tool
	if some := named(message); len(some) == 1 {
		tool = some[0]
	}
	list = slices.DeleteFunc(list, func(x shown) bool { return x.tool != tool })
	switch {
	case len(list) == 0: // none of those was shown
		return nil, "", false
	case n < 0:
		n = len(list)
	case n > len(list):
		return nil, fmt.Sprintf(w.Trip.PickNo, fmt.Sprint(len(list))), true
	}
	return &list[n-1], w.goOn(list[n-1]), true
}

// asksMore reports whether a message that picks a place asks for others too:
// "amei o segundo. E fondue, onde tem?".
func asksMore(message string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(message, func(r rune) bool { return strings.ContainsRune(".!?;\n", r) }), func(s string) bool {
		return !settles(s) && len(namedIn(s)) > 0
	})
}

// goOn says how to go on with a place. Its phone is on the card: from what is
// said phones are struck out.
func (w phrases) goOn(x shown) string {
	text := fmt.Sprintf(w.Trip.Pick, x.Name) + " "
	switch {
	case x.Source == ui.Sample:
		return text + w.Trip.SamplePick
	case x.Site != "":
		return text + fmt.Sprintf(w.Trip.Contact, x.Site)
	case x.Phone != "":
		return text + w.Trip.Phone
	default:
		return text + w.Trip.NoContact
	}
}

// isPlace reports whether a name is one of somewhere to go, as that of a
// restaurant called Nova York.
func isPlace(name string) bool {
	return slices.ContainsFunc(gazetteer.Read(name), func(m gazetteer.Mention) bool { return m.Words == strings.TrimSpace(name) })
}

// heard returns the conversation since a trip was called off, without the names
// of places that were shown, for who stays at the Hotel do Porto does not go to
// Porto.
func (s State) heard() []Message {
	all := slices.Clone(s.Messages)
	for i, m := range slices.Backward(all) {
		if m.Role == "user" && callsOff(m.Content) {
			all = all[i+1:]
			break
		}
	}
	names := slices.Clone(s.Picked)
	for _, x := range s.Listed.all() {
		names = append(names, x.Name)
	}
	for _, name := range names {
		if !strings.Contains(name, " ") || isPlace(name) { // "quero ir para Gramado" stays, whatever is called so
			continue
		}
		is := regexp.MustCompile("(?i)" + regexp.QuoteMeta(name))
		for i, m := range all {
			if m.Role == "user" {
				all[i].Content = is.ReplaceAllLiteralString(m.Content, "—")
			}
		}
	}
	return all
}
