package trip

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
)

// phrases are what the planner says in one language.
type phrases struct{ *texts.Words }

// stay says a place of a trip and its days.
func (w phrases) stay(s stop) string {
	d := Details{StartDate: s.Start, EndDate: s.End}
	return fmt.Sprintf("%s: %s (%s)", s.Spot.Name, w.Days(dayOf(string(s.Start)), dayOf(string(s.End))), w.Count(d.Nights(), w.House.Nights))
}

// summary says the trip, and what of it was assumed.
func (w phrases) summary(p SummaryProps) string {
	d := p.TripDetails
	if p.Open {
		return fmt.Sprintf(w.Trip.Open, d.Location, w.Count(d.NumberOfGuests, w.House.People))
	}
	text := fmt.Sprintf(w.Trip.Plan, d.Location, w.Days(dayOf(string(d.StartDate)), dayOf(string(d.EndDate))), w.Count(p.Nights, w.House.Nights), w.Count(d.NumberOfGuests, w.House.People))
	fields := slices.Clone(p.Assumed)
	if slices.Contains(fields, "startDate") && slices.Contains(fields, "endDate") {
		fields = slices.DeleteFunc(fields, func(f string) bool { return f == "endDate" })
		fields[slices.Index(fields, "startDate")] = "dates"
	}
	for i, f := range fields {
		fields[i] = w.Trip.Fields[f]
		if f == "numberOfGuests" {
			fields[i] = w.Count(d.NumberOfGuests, w.House.People)
		}
	}
	if len(fields) > 0 {
		text += " " + fmt.Sprintf(w.Trip.Assumed, w.List(fields))
	}
	return text
}

//go:embed words/wishes.txt
var wishesText string

// longestQuoted is how many words of a wish are said again.
const longestQuoted = 6

// wishSubjects returns what some wishes are about, by the list of words; a wish that is
// about nothing of it stands for itself if it is short.
func wishSubjects(wishes []string) (all []string) {
	add := func(subject string) {
		if !slices.Contains(all, subject) {
			all = append(all, subject)
		}
	}
	for _, wish := range wishes {
		folded, known := plainWords(strings.ReplaceAll(wish, "-", " ")), false
		for subject, list := range wordfile.Entries(wishesText) {
			if containsAny(folded, append(strings.Split(list, ", "), subject+" ")) {
				add(subject)
				known = true
			}
		}
		if !known && len(strings.Fields(wish)) <= longestQuoted {
			add(wish)
		} else if !known {
			add("")
		}
	}
	return all
}

// wishesIn are the subjects of the list of words that a message speaks of.
func wishesIn(message string) []string {
	return slices.DeleteFunc(wishSubjects([]string{message}), func(subject string) bool { return subject == "" || subject == message })
}

// wishes says what nobody knows of places; what has no word of its own is quoted, or
// summed up.
func (w phrases) wishes(some []string) string {
	var said []string
	for _, subject := range wishSubjects(some) {
		text, ok := w.Trip.Wishes[subject]
		if !ok {
			text = "“" + subject + "”"
		}
		if !slices.Contains(said, text) {
			said = append(said, text)
		}
	}
	return w.List(said)
}

//go:embed words/landscapes.txt
var landscapeText string

// landscapes are towns by the words for a landscape: "praia".
var landscapes = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(landscapeText) {
		words, towns, ok := strings.Cut(strings.TrimSpace(line), " | ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for w := range strings.FieldsSeq(words) {
			all[w] = strings.Split(towns, ", ")
		}
	}
	return all
})
