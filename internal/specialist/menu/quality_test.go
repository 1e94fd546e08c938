package menu

import (
	"context"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/task"
)

// TestWishesAreMetOrNothingIsOffered holds the rules to what strangers asked
// for. A wrong dish is worse than none.
func TestWishesAreMetOrNothingIsOffered(t *testing.T) {
	table := sit(t, atAnyHour(), nil)
	round, asked, met, wrong, traps, held := "", 0, 0, 0, 0, 0
	report := func() {
		if asked > 0 {
			t.Logf("%s: %d of %d met, %d with something wrong; %d of %d traps held", round, met, asked, wrong, held, traps)
		}
	}
	var all [5]int
	for _, line := range lines(t, "testdata/wishes.txt") {
		if name, ok := strings.CutPrefix(line, "# Round"); ok {
			report()
			round, asked, met, wrong, traps, held = "round"+name, 0, 0, 0, 0, 0
		}
		wish, want, ok := strings.Cut(line, " = ")
		if strings.HasPrefix(line, "#") || !ok {
			continue
		}
		s := table.turn(wish, hook.Constraints{})
		var bad, good []string
		for _, p := range s.Picked {
			it := table.card.byID[p.ID]
			if want != "-" && fits(it, want) {
				good = append(good, it.Name)
			} else {
				bad = append(bad, it.Name)
			}
		}
		if want == "-" {
			traps, all[3] = traps+1, all[3]+1
			if len(bad) == 0 {
				held, all[4] = held+1, all[4]+1
			} else {
				t.Logf("%q gives %q (%s)", wish, bad, s.Text)
			}
			continue
		}
		asked, all[0] = asked+1, all[0]+1
		if len(good) > 0 {
			met, all[1] = met+1, all[1]+1
		}
		if len(bad) > 0 {
			wrong, all[2] = wrong+1, all[2]+1
		}
		if len(bad) > 0 || len(good) == 0 {
			t.Logf("%q gives %q, of which wrong %q (%s)", wish, good, bad, s.Text)
		}
	}
	report()
	t.Logf("all: %d of %d met, %d with something wrong; %d of %d traps held", all[1], all[0], all[2], all[4], all[3])
	if all[1] < 113 || all[2] > 9 || all[4] < 25 {
		t.Errorf("%d wishes met (113 wanted), %d with something wrong (9 allowed), %d traps held (25 wanted)", all[1], all[2], all[4])
	}
}

// atAnyHour is the sample card where what is asked for is what counts.
func atAnyHour() []Item {
	items := Sample()
	for i := range items {
		items[i].Hours = ""
	}
	return items
}

func lines(t *testing.T, file string) []string {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(raw)), "\n")
}

// fits reports whether an item is what a line of wishes.txt wants.
func fits(it Item, want string) bool {
	return slices.ContainsFunc(strings.Split(want, " | "), func(all string) bool {
		return !slices.ContainsFunc(strings.Split(all, " & "), func(term string) bool {
			no := strings.HasPrefix(term, "!")
			field, value, _ := strings.Cut(strings.TrimPrefix(term, "!"), ":")
			return has(it, field, value) == no
		})
	})
}

func has(it Item, field, value string) bool {
	var text string
	switch field {
	case "n":
		text = it.Name
	case "c":
		return it.Course == value
	case "i":
		text = strings.Join(it.Ingredients, "; ")
	case "t":
		text = strings.Join(it.Tags, "; ")
	case "d":
		text = it.Description
	case "a":
		text = strings.Join(append(it.Allergens, it.Inferred...), "; ")
	case "p":
		most, err := strconv.ParseInt(value, 10, 64)
		return err == nil && it.Price != nil && it.Price.Amount <= most
	default:
		panic("no field " + field)
	}
	return strings.Contains(strings.ReplaceAll(lang.Fold(text), "-", " "), strings.ReplaceAll(value, "-", " "))
}

// A table is where guests sit in these tests.
type table struct {
	t    testing.TB
	card *Card
	w    *Waiter
	n    int
}

// sit opens a table with a card; tasks nil decides by the rules.
func sit(t testing.TB, items []Item, tasks *task.Runner) *table {
	t.Helper()
	card, err := NewCard(t.Context(), items, embed.Local())
	if err != nil {
		t.Fatal(err)
	}
	if tasks == nil {
		tasks = &task.Runner{}
	}
	w := &Waiter{Tasks: tasks, Card: func(context.Context) (*Card, error) { return card, nil }}
	return &table{t: t, card: card, w: w}
}

// turn is what a guest was offered, and what was said.
type turn struct {
	Picked []Item
	Text   string
}

// turn has a guest say something, of whom something is known.
func (tb *table) turn(message string, c hook.Constraints) turn {
	tb.t.Helper()
	tb.n++
	items, said, err := tb.w.Find(tb.t.Context(), message, "", c)
	if err != nil {
		tb.t.Fatalf("%q: %v", message, err)
	}
	out := turn{items, said}
	return out
}
