package menu

import (
	"testing"
	"time"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/scene"
)

func TestAnItemIsServedInItsHours(t *testing.T) {
	for _, tt := range []struct {
		hours, at string
		want      bool
	}{
		{"", "03:00", true},
		{"11:30-15:00,18:00-23:00", "11:29", false},
		{"11:30-15:00,18:00-23:00", "11:30", true},
		{"11:30-15:00,18:00-23:00", "15:00", false},
		{"11:30-15:00,18:00-23:00", "22:59", true},
		{"18:00-02:00", "01:59", true},
		{"18:00-02:00", "02:00", false},
		{"18:00-02:00", "17:59", false},
		{"18:00-24:00", "23:59", true},
		{"18:00-24:00", "00:00", false},
		{"18:00-00:00", "23:59", true},
		{"nobody knows", "12:00", false},
	} {
		at, err := time.Parse("15:04", tt.at)
		if err != nil {
			t.Fatal(err)
		}
		if got := (Item{Hours: tt.hours}).Available(at); got != tt.want {
			t.Errorf("%q at %s: %v, want %v", tt.hours, tt.at, got, tt.want)
		}
	}
}

func TestHoursAreReadByTheGuestsOwnClock(t *testing.T) {
	it := Item{Hours: "12:00-13:00"}
	noon := time.Date(2026, 5, 1, 12, 30, 0, 0, time.FixedZone("", -3*3600))
	if !it.Available(noon) || it.Available(noon.UTC()) {
		t.Error("the hours are not those of the time zone")
	}
}

func TestTheTextHasTheNameOnItsFirstLine(t *testing.T) {
	it := Item{Name: "Tutu", Description: "Feijão cremoso.", Ingredients: []string{"feijão", "ovo"}, Tags: []string{"minas"}}
	if got, want := it.Text(), "Tutu\nFeijão cremoso.\nfeijão, ovo\nminas"; got != want {
		t.Errorf("Text() = %q, want %q", got, want)
	}
	if got := (Item{Name: "Tutu"}).Text(); got != "Tutu" {
		t.Errorf("Text() of a name alone = %q", got)
	}
}

func TestWhatIsKeptOfATextIsOfOneCard(t *testing.T) {
	for _, dish := range []string{"Moqueca", "Pudim"} {
		card, err := NewCard(t.Context(), []Item{{ID: "d1", Name: dish, Source: "house"}}, embed.Local())
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time it is kept
			all := card.Mentions(&scene.Scene{}, "moqueca ou pudim?")
			if len(all) != 1 || len(all[0].Items) != 1 || all[0].Items[0].Name != dish {
				t.Fatalf("the card of %s alone hears %v", dish, all)
			}
		}
	}
}
