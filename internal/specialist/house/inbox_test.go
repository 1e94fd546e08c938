package house_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/lang"
)

func file(t *testing.T, box *house.Inbox, guest, thread, key string) house.Request {
	t.Helper()
	if _, err := box.Threads.Open(t.Context(), thread, guest); err != nil {
		t.Fatal(err)
	}
	r, err := box.File(t.Context(), key, house.Request{Guest: guest, Thread: thread, Kind: "other", Text: "um cobertor"})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAConversationIsWithThePersonWhoTookIt(t *testing.T) {
	box := inbox(t)
	r := file(t, box, "ana", "a", "1")
	second := file(t, box, "ana", "a", "2")
	elsewhere := file(t, box, "ana", "b", "3")
	held := func(thread string) (string, bool) {
		t.Helper()
		say, held, err := box.Hold(t.Context(), "ana", thread, lang.English)
		if err != nil {
			t.Fatal(err)
		}
		return say, held
	}
	set := func(id string, c house.Change) error {
		t.Helper()
		_, err := box.Set(t.Context(), id, c)
		return err
	}
	if _, yes := held("a"); yes {
		t.Error("nobody has taken it, and the concierge is silent")
	}
	if err := set(r.ID, house.Change{State: house.Taken, By: "Rita", Reply: "Já levo."}); err != nil {
		t.Fatal(err)
	}
	if say, yes := held("a"); !yes || !strings.Contains(say, "Rita") {
		t.Errorf("a guest is told %q, %v", say, yes)
	}
	if say, yes := held("a"); !yes || say != "" {
		t.Errorf("a guest is told again: %q, %v", say, yes)
	}
	if _, yes := held("b"); yes {
		t.Error("another conversation is silent too")
	}
	if err := set(second.ID, house.Change{State: house.Taken, By: "Léo"}); !errors.Is(err, house.ErrTaken) || !strings.Contains(err.Error(), "Rita, who has its conversation by request "+r.ID) {
		t.Errorf("two people have one conversation: %v", err)
	}
	if err := set(elsewhere.ID, house.Change{State: house.Taken, By: "Léo"}); err != nil {
		t.Errorf("another conversation: %v", err)
	}
	said, err := box.Threads.Messages(t.Context(), "a", "ana", 0)
	if err != nil || len(said) != 1 || !strings.HasPrefix(said[0].ID, house.PersonID) || said[0].Text != "👤 Rita: Já levo." {
		t.Errorf("in the conversation stands %+v, %v", said, err)
	}
	if err := set(r.ID, house.Change{State: house.New, By: "Rita"}); err != nil {
		t.Fatal(err)
	}
	if _, yes := held("a"); yes {
		t.Error("handed back, it is silent")
	}
	if talk, err := box.Talk(t.Context(), "ana", "a"); err != nil || talk.Person != "" || talk.Open != 2 {
		t.Errorf("it stands %+v, %v", talk, err)
	}
	if talk, err := box.Talk(t.Context(), "bia", "a"); err != nil || talk != (house.Talk{}) {
		t.Errorf("another guest is told %+v, %v", talk, err)
	}
}

func TestWhoAsksAgainHearsWhatIsNew(t *testing.T) {
	box := inbox(t)
	first := file(t, box, "ana", "a", "1")
	file(t, box, "bia", "b", "1")
	all, next, err := box.Since(t.Context(), 0)
	if err != nil || len(all) != 2 {
		t.Fatalf("%v, %v", all, err)
	}
	if some, same, err := box.Since(t.Context(), next); err != nil || len(some) != 0 || same != next {
		t.Errorf("nothing is new: %v, %d, %v", some, same, err)
	}
	if _, err := box.Set(t.Context(), first.ID, house.Change{State: house.Done, By: "Rita"}); err != nil {
		t.Fatal(err)
	}
	if some, _, err := box.Since(t.Context(), next); err != nil || len(some) != 1 || some[0].State != house.Done {
		t.Errorf("one is done: %v, %v", some, err)
	}
}

func TestAGuestHasNoMoreThanSomeOpenRequests(t *testing.T) {
	box := inbox(t)
	var last house.Request
	for i := range house.MaxOpen {
		last = file(t, box, "ana", "a", fmt.Sprint(i))
	}
	one := func() error {
		_, err := box.File(t.Context(), "more", house.Request{Guest: "ana", Thread: "a", Kind: "other", Text: "x"})
		return err
	}
	if err := one(); !errors.Is(err, house.ErrTooMany) {
		t.Errorf("one more: %v", err)
	}
	file(t, box, "bia", "b", "1") // others are not concerned
	if _, err := box.Set(t.Context(), last.ID, house.Change{State: house.Done, By: "Rita"}); err != nil {
		t.Fatal(err)
	}
	if err := one(); err != nil {
		t.Errorf("when one is done: %v", err)
	}
}
