package trip_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/specialist/trip"
	"github.com/maitre-dev/maitre/task"
)

// Each row of said.txt is a conversation as guests write it, and what is to be made of it. The
// rules are views of the reader: they hold as many rows as it understands.
func TestTheRulesUnderstandWhatGuestsSay(t *testing.T) {
	b, err := os.ReadFile("testdata/said.txt")
	if err != nil {
		t.Fatal(err)
	}
	var r task.Runner
	rows, met, missed := map[string]float64{}, map[string]float64{}, map[string][]string{}
	for row := range strings.Lines(string(b)) {
		f := strings.Split(strings.TrimSpace(row), "|")
		if strings.HasPrefix(row, "#") {
			continue
		}
		var messages []trip.Message
		for text := range strings.SplitSeq(f[len(f)-1], " // ") {
			m := trip.Message{Role: "user", Content: text}
			if said, ok := strings.CutPrefix(text, "A: "); ok {
				m = trip.Message{Role: "assistant", Content: said}
			}
			messages = append(messages, m)
		}
		known := trip.Details{Location: f[1], StartDate: "2027-01-10", EndDate: "2027-01-17", NumberOfGuests: 2}
		want := strings.Join(f[1:len(f)-1], "|")
		var got string
		switch f[0] {
		case "extract":
			res, err := trip.Extract.Do(t.Context(), &r, trip.ExtractIn{Messages: messages, Now: "2026-11-15"})
			if err != nil {
				t.Fatal(err)
			}
			place := "-"
			if res.Out.Location != nil {
				place = *res.Out.Location
			}
			got = strings.Join([]string{place, res.Out.StartDate, res.Out.EndDate, strconv.Itoa(res.Out.NumberOfGuests)}, "|")
		case "classify":
			res, err := trip.Classify.Do(t.Context(), &r, trip.ClassifyIn{Details: known, Messages: messages, Now: "2026-11-15"})
			if err != nil {
				t.Fatal(err)
			}
			got = f[1] + "|" + map[bool]string{true: "holds", false: "changes"}[res.Out.IsRelevant]
		case "tools":
			res, err := trip.Choose.Do(t.Context(), &r, trip.ChooseIn{Details: known, Messages: messages})
			if err != nil {
				t.Fatal(err)
			}
			got = f[1] + "|" + strings.Join(slices.Sorted(slices.Values(res.Out.Tools)), "+")
		default:
			t.Fatalf("%q is none of the tasks", row)
		}
		if rows[f[0]]++; got == want {
			met[f[0]]++
		} else {
			missed[f[0]] = append(missed[f[0]], fmt.Sprintf("%q = %s, want %s", f[len(f)-1], got, want))
		}
	}
	for name, least := range map[string]float64{"extract": .92, "classify": .87, "tools": .75} {
		if share := met[name] / rows[name]; share < least {
			t.Errorf("%s understands %.3f of the rows, want %.2f:\n%s", name, share, least, strings.Join(missed[name], "\n"))
		}
	}
}
