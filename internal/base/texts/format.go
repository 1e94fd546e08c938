package texts

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/lang"
)

// List joins names as in "a, b and c".
func (w *Words) List(names []string) string { return w.join(names, w.House.And) }

// Either joins names as in "a, b or c".
func (w *Words) Either(names []string) string { return w.join(names, w.House.Or) }

func (w *Words) join(names []string, last string) string {
	n := len(names) - 1
	if n < 1 {
		return strings.Join(names, "")
	}
	if w.Language == lang.Spanish {
		last = easier(last, names[n])
	}
	return strings.Join(names[:n], ", ") + " " + last + " " + names[n]
}

// easier is what Spanish says for y and o before a word that sounds like them:
// "agujas e hilo", "siete u ocho".
func easier(last, word string) string {
	word = strings.TrimPrefix(lang.Fold(word), "h")
	switch {
	case last == "y" && strings.HasPrefix(word, "i") && !strings.HasPrefix(word, "ie") && !strings.HasPrefix(word, "ia"):
		return "e"
	case last == "o" && strings.HasPrefix(word, "o"):
		return "u"
	}
	return last
}

// Again ends what could not be done with the advice to try again.
func (w *Words) Again(failed string) string { return failed + " " + w.House.TryAgain }

// Count writes a number with its noun.
func (w *Words) Count(n int, f Forms) string { return f.Of(float64(n), w.Number(float64(n))) }

// Of writes a number, which is written already, with its noun.
func (f Forms) Of(n float64, written string) string {
	if n == 1 {
		return fmt.Sprintf(f[0], written)
	}
	return fmt.Sprintf(f[1], written)
}

// Date writes a day as a sentence has it: 10 de março de 2027.
func (w *Words) Date(t time.Time) string {
	return fill(w.House.Date, "day", t.Day(), "month", w.month(t), "year", t.Year())
}

// Days writes from which day to which, saying nothing twice: de 10 a 15 de
// março de 2027.
func (w *Words) Days(from, to time.Time) string {
	switch h := &w.House; {
	case from.Year() != to.Year():
		return fill(h.Days, "from", w.Date(from), "to", w.Date(to))
	case from.Month() != to.Month():
		return fill(h.SameYear, "from", from.Day(), "month", w.month(from), "to", to.Day(), "last", w.month(to), "year", to.Year())
	default:
		return fill(h.SameMonth, "from", from.Day(), "to", to.Day(), "month", w.month(to), "year", to.Year())
	}
}

func (w *Words) month(t time.Time) string { return w.House.Months[t.Month()-1] }

// Day writes a day as short as a table has it: 10/03/2027.
func (w *Words) Day(t time.Time) string {
	return fill(w.House.Day, "d", t.Format("02"), "m", t.Format("01"), "year", t.Format("2006"))
}

// Month writes a month as short as a table has it: 03/2027.
func (w *Words) Month(t time.Time) string {
	return fill(w.House.Month, "m", t.Format("01"), "year", t.Format("2006"))
}

// fill puts values in the place of their names in braces.
func fill(text string, pairs ...any) string {
	var b strings.Builder
next:
	for at := 0; at < len(text); at++ {
		if text[at] == '{' {
			for i := 0; i+1 < len(pairs); i += 2 {
				if name, ok := pairs[i].(string); ok && strings.HasPrefix(text[at+1:], name) && strings.HasPrefix(text[at+1+len(name):], "}") {
					fmt.Fprint(&b, pairs[i+1])
					at += len(name) + 1
					continue next
				}
			}
		}
		b.WriteByte(text[at])
	}
	return b.String()
}

// Yours says to a guest what they call somebody: "minha irmã" is "sua irmã".
func (w *Words) Yours(name string) string {
	_, yours := w.called(name)
	return yours
}

// Need is what somebody must not have, or the diet that they keep, in the language.
func (w *Words) Need(why string) string { return cmp.Or(w.Menu.Allergens[why], w.Menu.Diets[why], why) }

// called returns what the guest and what the house call a person within a sentence: "my
// daughter" and "your daughter" for "My daughter".
func (w *Words) called(name string) (mine, yours string) {
	first, rest, _ := strings.Cut(name, " ")
	for pair := range strings.FieldsSeq(w.Memory.Yours) {
		if is, yours, _ := strings.Cut(pair, ":"); strings.EqualFold(is, first) {
			return is + " " + rest, yours + " " + rest
		}
	}
	return name, name
}

// Agreed is what is said after a yes to keeping the guest's own needs, and of whose needs it
// is none.
func (w *Words) Agreed(others []string) string {
	if len(others) == 0 {
		return w.Memory.Agreed
	}
	var mine, yours []string
	for _, name := range others {
		m, y := w.called(name)
		mine, yours = append(mine, m), append(yours, y)
	}
	return w.Memory.Agreed + " " + fmt.Sprintf(w.Memory.OnlyToday, w.List(yours), w.List(mine))
}
