package concierge

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/choice"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// Kinds of things that were shown, besides dishes.
const (
	breweryKind    = "brewery"
	lodgingKind    = "lodging"
	restaurantKind = "restaurant"
)

// ref is what some words point at, or name by a part of a name.
type ref struct {
	things   []scene.Thing
	among    bool // it may be any one of these
	text     string
	from, to int
}

// listed are the things of some kinds that numbers count: of each kind the newest list.
func (a asked) listed(kinds ...string) (all []scene.Thing) {
	last := map[string]int{}
	for _, t := range a.at.Shown {
		if slices.Contains(kinds, t.Kind) && t.Number == last[t.Kind]+1 {
			all, last[t.Kind] = append(all, t), t.Number
		}
	}
	return all
}

// lastTold are the dishes of the last part of the house's words that names any: what "esse" and "it" mean. Of a bill and a list behind it
// those are of the list.
func (a asked) lastTold() []scene.Thing {
	for _, part := range slices.Backward(strings.Split(a.at.Last, "\n\n")) {
		if told := a.namedIn(part); len(told) > 0 {
			return told
		}
	}
	return nil
}

// namedIn are the dishes that were shown and that words of the house name, in their order.
func (a asked) namedIn(said string) (all []scene.Thing) {
	said = words(said)
	for _, t := range a.at.Shown {
		if t.Kind == dish && strings.Contains(said, words(t.Name)) {
			all = append(all, t)
		}
	}
	slices.SortStableFunc(all, func(x, y scene.Thing) int {
		return cmp.Compare(strings.Index(said, words(x.Name)), strings.Index(said, words(y.Name)))
	})
	return all
}

// offered are the dishes that the house named last and that are not on the order; if all are, those; if it named none, those that the guest
// named before.
func (a asked) offered() []scene.Thing {
	on, told := a.tab(), a.lastTold()
	if fresh := slices.DeleteFunc(slices.Clone(told), func(t scene.Thing) bool { return slices.Contains(on, t.ID) }); len(fresh) > 0 {
		return fresh
	}
	if len(told) == 0 {
		a.text = a.saidBefore()
		return a.named()
	}
	return told
}

// follows reports whether the last answer showed or described dishes.
func (a asked) follows() bool { return a.last == "menu" || a.last == "dish" }

// dishRefs are the dishes that words point at, "o segundo", "os dois", "esse".
func (a asked) dishRefs() []ref {
	list, told := a.listed(dish), a.offered()
	if len(list)+len(told) == 0 {
		return nil
	}
	return resolved(a.pointers(), list, told)
}

// breweryRefs are the breweries that words point at or name.
func (a asked) breweryRefs() []ref {
	list := a.listed(breweryKind)
	return append(a.byName(list), resolved(a.pointers(), list, list)...)
}

// resolved are references with what they mean in a list, or of what was told of last.
func resolved(refs []ref, list, told []scene.Thing) (all []ref) {
	for _, r := range refs {
		if r.things, r.among = pointed(r.text, list, told); len(r.things) > 0 {
			all = append(all, r)
		}
	}
	return all
}

// placesMeant are the arguments of choose_place for each lodging or restaurant that words point at or name; spoken: it is the one that was
// spoken of last.
func (a asked) placesMeant() (all []args, spoken bool) {
	list := a.listed(lodgingKind, restaurantKind)
	if len(list) == 0 {
		return nil, false
	}
	add := func(place, kind string) {
		in := args{"place": place}
		in.put("kind", kind)
		all = append(all, in)
	}
	named := a.byName(list)
	for _, t := range things(named) {
		add(t.ID, "")
	}
	for _, r := range a.pointers() {
		p, kind := understand.Point(r.text), a.placeKind(list)
		for n := range p.Count {
			p.Numbers = append(p.Numbers, n+1)
		}
		switch {
		case len(p.Ranks) > 0: // "os dois mais baratos"
			for _, n := range p.Ranks {
				add("number "+strconv.Itoa(n)+" "+sortNames[p.Sort], kind)
			}
		case p.Sort != "":
			add(sortNames[p.Sort], kind)
		case len(p.Numbers) > 0:
			for _, n := range p.Numbers {
				add(map[bool]string{true: strconv.Itoa(n), false: "last"}[n > 0], kind)
			}
		case len(named) == 0 && onlyPoints(r.text):
			spoken = true
		}
	}
	return all, spoken
}

// sortNames are what choose_place calls the ends of a list.
var sortNames = map[string]string{"cheap": "cheapest", "dear": "dearest"}

// placeKind is which of shown places words mean: a kind of lodging, lodgings or restaurants; those of the newest list if they do not say.
func (a asked) placeKind(list []scene.Thing) string {
	kind := kindSaid(a.text, "lodging")
	switch {
	case kind != "" && !strings.ContainsAny(a.text, "0123456789"):
		return kind
	case kind != "" || a.says("lodge", "bed"):
		return lodgingKind
	case a.says("dine", "menu_of"), a.last == "trip_eat":
		return restaurantKind
	case a.last == "trip_stay":
		return lodgingKind
	}
	return list[0].Kind
}

// pointers are where words point at something shown: by what the reader took for a reference, by "os dois", or by an ordinal.
func (a asked) pointers() (all []ref) {
	_, day := staydate.Dates(a.text, a.at.Now)
	for _, s := range a.spans {
		if day && a.count("weekday") > 1 && says(s.Text, "weekday") { // "de quinta a segunda"
			continue
		}
		ends := s.Kind == "money" && understand.Point(s.Text).Sort != "" && a.near(s.From, 1, "article") // "o mais barato"
		if s.Kind != "ref" && !ends {
			continue
		}
		if behind := spots(a.text[s.To:]); len(behind) > 1 && understand.Point(s.Text+a.text[s.To:s.To+behind[1].to]).Ranks != nil { // "o segundo mais barato"
			s.To += behind[1].to
		}
		all = append(all, ref{text: a.text[s.From:s.To], from: s.From, to: s.To})
	}
	if len(all) > 0 || a.has("ref") {
		return all
	}
	text := spots(a.text)
	for i := 1; i < len(text); i++ { // "o preço dos dois"
		count := a.text[text[i-1].from:text[i].to]
		noun := i+1 < len(text) && (courseNamed(text[i+1].word) != "" || understand.Edible(text[i+1].word) && !joining[text[i+1].word])
		if understand.Point(count).Count > 1 && !noun && !is(text[max(0, i-2)].word, "for") {
			all = append(all, ref{text: count, from: text[i-1].from, to: text[i].to})
		}
	}
	if n := choice.Ordinal(lang.Fold(a.text)); len(all) == 0 && n != 0 && !day {
		all = append(all, ref{text: map[bool]string{true: strconv.Itoa(n), false: "last"}[n > 0], to: len(a.text)})
	}
	return all
}

// pointed are the things that a reference means. among: it may be any of them.
func pointed(text string, list, told []scene.Thing) (things []scene.Thing, among bool) {
	p := understand.Point(text)
	if len(list) == 0 {
		list = told
	}
	if len(told) == 0 {
		told = list
	}
	at := func(n int) {
		if n < 0 {
			n = len(list)
		}
		if n > 0 && n <= len(list) {
			things = append(things, list[n-1])
		}
	}
	switch {
	case len(p.Ranks) > 0:
		list = byPrice(list, p.Sort == "dear")
		for _, n := range p.Ranks {
			at(n)
		}
	case len(p.Numbers) > 0:
		for _, n := range p.Numbers {
			at(n)
		}
	case p.Middle && len(list) > 0:
		at((len(list) + 1) / 2)
	case p.Sort != "":
		return byPrice(told, p.Sort == "dear")[:1], false
	case p.Count > 0 && len(told) < p.Count && len(list) >= p.Count:
		return list[:p.Count], false
	case p.Count > 0:
		return told[:min(p.Count, len(told))], false
	case onlyPoints(text):
		return told, len(told) > 1
	}
	return things, false
}

// byPrice are things by their prices, the cheapest first, or the dearest.
func byPrice(things []scene.Thing, dear bool) []scene.Thing {
	price := func(t scene.Thing) float64 { n, _ := understand.Amount(cmp.Or(t.Total, t.Price)); return n }
	things = slices.Clone(things)
	slices.SortStableFunc(things, func(x, y scene.Thing) int {
		if dear {
			x, y = y, x
		}
		return cmp.Compare(price(x), price(y))
	})
	return things
}

// onlyPoints reports whether a reference names nothing: "esses dois aí".
func onlyPoints(text string) bool {
	return !slices.ContainsFunc(spots(text), func(w spot) bool {
		return numeral(w.word) == 0 && !isAny(w.word, "this", "of", "article", "any_of", "with", "there", "same")
	})
}

// byName are the things of a list that words name, by two words of the name, or one that the reader took for a name or a reference. Of
// several that are named equally well it is none.
func (a asked) byName(list []scene.Thing) []ref {
	said := nameWords(a.text)
	var spoken []string
	for _, s := range a.spans {
		if slices.Contains([]string{"ref", "name", "brewery"}, s.Kind) {
			spoken = append(spoken, nameWords(s.Text)...)
		}
	}
	best, found := 1, []scene.Thing{}
	for _, t := range list {
		n := 0
		for _, w := range nameWords(t.Name) {
			if slices.Contains(said, w) {
				n++
			}
			if slices.Contains(spoken, w) {
				n++
			}
		}
		if n > best {
			best, found = n, nil
		}
		if n == best && n > 1 {
			found = append(found, t)
		}
	}
	if len(found) == 0 || len(found) > 1 && found[0].Kind == found[1].Kind {
		return nil
	}
	return []ref{{things: found, text: a.text, to: len(a.text)}}
}

// nameWords are the words of a name that tell it from others, folded.
func nameWords(text string) (all []string) {
	for _, w := range spots(text) {
		if len(w.word) > 2 && kindSaid(w.word, "lodging") == "" && !isAny(w.word, "dine", "in_names", "brewhouse", "article") {
			all = append(all, w.word)
		}
	}
	return all
}

// things are all that some references mean, each once.
func things(refs []ref) (all []scene.Thing) {
	for _, r := range refs {
		for _, t := range r.things {
			if !slices.ContainsFunc(all, func(had scene.Thing) bool { return had.Kind == t.Kind && had.ID == t.ID }) {
				all = append(all, t)
			}
		}
	}
	return all
}

func ids(things []scene.Thing) (all []string) {
	for _, t := range things {
		all = append(all, t.ID)
	}
	return all
}

// meansPlace reports whether words point at or name a place that was shown.
func (a asked) meansPlace() bool {
	of, _ := a.placesMeant()
	return len(of) > 0
}
