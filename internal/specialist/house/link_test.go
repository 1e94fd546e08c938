package house

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/store/storetest"
)

func TestALinkLetsInUntilItEndsOrIsRevoked(t *testing.T) {
	now := time.Date(2026, 11, 20, 19, 0, 0, 0, time.UTC)
	links := &Links{Store: storetest.Memory(t), Now: func() time.Time { return now }}
	ctx := t.Context()
	code, made, err := links.Make(ctx, "12", 2)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(made.ID, code) || len(code) != codeDigits {
		t.Errorf("the code %q shows in the id %q, or is short", code, made.ID)
	}
	if got, err := links.Open(ctx, " "+strings.ToUpper(code)); err != nil || got.Table != "12" {
		t.Errorf("its code opens %+v, %v", got, err)
	}
	if _, err := links.Open(ctx, made.ID); !errors.Is(err, ErrNoLink) {
		t.Errorf("its id is no code: %v", err)
	}
	now = now.AddDate(0, 0, 3)
	if _, err := links.Open(ctx, code); !errors.Is(err, ErrLinkEnded) {
		t.Errorf("after its days: %v", err)
	}
	now = now.AddDate(0, 0, -3)
	if _, err := links.Revoke(ctx, made.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := links.Check(ctx, made.ID); !errors.Is(err, ErrLinkEnded) {
		t.Errorf("when it is revoked: %v", err)
	}
	for _, wrong := range []struct {
		table string
		days  int
	}{{"", 1}, {" \n", 1}, {"1", 0}, {"1", MaxLinkDays + 1}} {
		if _, _, err := links.Make(ctx, wrong.table, wrong.days); err == nil {
			t.Errorf("Make(%q, %d) makes a link", wrong.table, wrong.days)
		}
	}
}

func TestARequestTellsTheTableOfWhoCameByALink(t *testing.T) {
	db := storetest.Memory(t)
	links, box := &Links{Store: db}, &Inbox{Store: db, Threads: db}
	_, made, err := links.Make(t.Context(), "Varanda 3", 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := links.Seat(t.Context(), "g-1", made); err != nil {
		t.Fatal(err)
	}
	if _, err := links.Rename(t.Context(), "g-1", "Lia"); err != nil {
		t.Fatal(err)
	}
	for guest, want := range map[string]string{"g-1": "Varanda 3 Lia", "other": " "} {
		r, err := box.File(t.Context(), "k", Request{Guest: guest, Thread: "t-" + guest, Kind: "other", Text: "gelo"})
		if got := r.Table + " " + r.Name; err != nil || got != want {
			t.Errorf("of %s it says %q, %v; want %q", guest, got, err, want)
		}
	}
}
