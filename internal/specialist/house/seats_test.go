package house_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/semcache"
)

// small is a house of six seats, which are taken for two hours.
func small(t *testing.T) *house.Facts {
	t.Helper()
	f, err := house.ParseFacts("hours = \"Tu-Su 18:00-23:00\"\n[tables]\nseats = 6\nstay = 120\nlead = 60")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

var friday = time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)

func table(guest string, people int, at time.Time) house.Request {
	return house.Request{Guest: guest, Thread: "t-" + guest, Kind: "booking", Text: "mesa", People: people, At: at}
}

func TestTheLastSeatsAreTakenOnce(t *testing.T) {
	box, f := inbox(t), small(t)
	var wg sync.WaitGroup
	var mu sync.Mutex
	seated := 0
	for i := range 8 {
		wg.Go(func() {
			at := friday.Add(time.Duration(i%3-1) * 30 * time.Minute)
			_, err := box.Book(t.Context(), "1", table(fmt.Sprint("g", i), 2, at), f.Tables)
			if err != nil && !errors.Is(err, house.ErrFull) {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				seated += 2
			}
		})
	}
	wg.Wait()
	if seated != 6 {
		t.Errorf("%d of 6 seats are taken", seated)
	}
	all, err := box.List(t.Context())
	if err != nil || len(all) != 3 {
		t.Errorf("%d requests are filed, %v", len(all), err)
	}
	if _, err := box.Book(t.Context(), "1", table(all[0].Guest, 2, all[0].At), f.Tables); err != nil {
		t.Errorf("filed again under its key: %v", err)
	}
}

func TestAFullTimeIsSaidToBeAndItsNeighboursAreOffered(t *testing.T) {
	box, f := inbox(t), small(t)
	now := friday.Add(-48 * time.Hour)
	box.Now = func() time.Time { return now }
	first, err := box.Book(t.Context(), "1", table("ana", 4, friday), f.Tables)
	if err != nil {
		t.Fatal(err)
	}
	free := func(people int, at time.Time) (bool, string) {
		t.Helper()
		ok, near, err := box.Free(t.Context(), f, people, at, "")
		if err != nil {
			t.Fatal(err)
		}
		var times []string
		for _, n := range near {
			times = append(times, n.Format("15:04"))
		}
		return ok, strings.Join(times, " ")
	}
	for _, tt := range []struct {
		people int
		at     time.Time
		want   string
	}{
		{2, friday, "true "},
		{3, friday, "false 18:00 22:00 22:30"}, // when they have gone, or before they come
		{3, friday.Add(2 * time.Hour), "true "},
		{3, friday.AddDate(0, 0, 1), "true "},
		{3, friday.Add(10 * time.Minute), "false 18:00 22:00 22:30"}, // on the grid of the slots
		{7, friday, "false "},
	} {
		ok, near := free(tt.people, tt.at)
		if got := fmt.Sprint(ok, " ", near); got != tt.want {
			t.Errorf("%d people at %s: %s, want %s", tt.people, tt.at.Format(time.DateTime), got, tt.want)
		}
	}
	if _, err := box.Set(t.Context(), first.ID, house.Change{State: house.Done, By: "Rita", Declined: true}); err != nil {
		t.Fatal(err)
	}
	if ok, _ := free(6, friday); !ok {
		t.Error("what was declined still takes seats")
	}
}

func TestSeatsOfARequestThatWasNeverFiledAreFreeAgain(t *testing.T) {
	box, f := inbox(t), small(t)
	now := friday.Add(-48 * time.Hour)
	box.Now = func() time.Time { return now }
	for i := range house.MaxOpen {
		file(t, box, "ana", "t-ana", fmt.Sprint("open ", i))
	}
	if _, err := box.Book(t.Context(), "1", table("ana", 6, friday), f.Tables); !errors.Is(err, house.ErrTooMany) {
		t.Errorf("with too many open: %v", err)
	}
	if _, err := box.Book(t.Context(), "1", table("bia", 6, friday), f.Tables); err != nil {
		t.Errorf("a request that was refused takes seats: %v", err)
	}
	if err := box.Store.CacheRemove(t.Context(), "inbox", "guest bia"); err != nil { // she is forgotten
		t.Fatal(err)
	}
	now = now.Add(time.Hour)
	if _, err := box.Book(t.Context(), "1", table("caio", 6, friday), f.Tables); err != nil {
		t.Errorf("a guest who is forgotten takes seats: %v", err)
	}
}

func TestWhatWasGivenUpIsTakenBackOnlyWithSeats(t *testing.T) {
	for _, giveUp := range []string{"declined", "withdrawn"} {
		box, f := inbox(t), small(t)
		if err := house.Keep(t.Context(), box.Store, f, friday); err != nil {
			t.Fatal(err)
		}
		box.Now = func() time.Time { return friday.Add(-48 * time.Hour) }
		first, err := box.Book(t.Context(), "1", table("ana", 4, friday), f.Tables)
		if err != nil {
			t.Fatal(err)
		}
		set := func(id string, c house.Change) error {
			_, err := box.Set(t.Context(), id, c)
			return err
		}
		if giveUp == "declined" {
			err = set(first.ID, house.Change{State: house.Done, By: "Rita", Declined: true})
		} else {
			_, err = box.Withdraw(t.Context(), "ana", first.ID)
		}
		other, err2 := box.Book(t.Context(), "1", table("bia", 5, friday), f.Tables)
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		if err := set(first.ID, house.Change{State: house.Taken, By: "Rita"}); !errors.Is(err, house.ErrFull) {
			t.Errorf("%s, its seats given to others, and taken back: %v", giveUp, err)
		}
		if got, err := box.Get(t.Context(), first.ID); err != nil || got.State != house.Done || !got.Declined && !got.Undone {
			t.Errorf("%s: it is now %+v, %v", giveUp, got, err)
		}
		if err := set(first.ID, house.Change{State: house.Done, By: "Rita", Declined: giveUp == "declined", Reply: "sorry"}); err != nil {
			t.Errorf("%s: a reply needs no seats: %v", giveUp, err)
		}
		if err := set(other.ID, house.Change{State: house.Done, By: "Rita", Declined: true}); err != nil {
			t.Fatal(err)
		}
		if err := set(first.ID, house.Change{State: house.Taken, By: "Rita"}); err != nil {
			t.Errorf("%s, and taken back while there is room: %v", giveUp, err)
		}
		if free, _, err := box.Free(t.Context(), f, 3, friday, ""); free || err != nil {
			t.Errorf("%s and taken back, it has no seats: %t, %v", giveUp, free, err)
		}
	}
}

// slowStore lets something happen just before seats are written.
type slowStore struct {
	semcache.Store
	before func()
}

func (s *slowStore) CacheSwap(ctx context.Context, space string, e semcache.Entry) (bool, error) {
	if meanwhile := s.before; space == "seats" && meanwhile != nil {
		s.before = nil
		meanwhile()
	}
	return s.Store.CacheSwap(ctx, space, e)
}

// While the seats of a table that was declined are being freed, another worker takes it back:
// they are its own again, and nobody else's.
func TestSeatsThatAreTakenBackWhileTheyAreFreedAreNobodyElses(t *testing.T) {
	for _, giveUp := range []string{"declined", "withdrawn"} {
		box, f, at := inbox(t), small(t), friday
		if err := house.Keep(t.Context(), box.Store, f, friday); err != nil {
			t.Fatal(err)
		}
		box.Now = func() time.Time { return friday.Add(-48 * time.Hour) }
		first, err := box.Book(t.Context(), "1", table("ana", f.Tables.Seats, at), f.Tables)
		if err != nil {
			t.Fatal(err)
		}
		slow := &slowStore{Store: box.Store, before: func() {
			if _, err := box.Set(t.Context(), first.ID, house.Change{State: house.Taken, By: "Rita"}); err != nil {
				t.Error(err)
			}
		}}
		other := &house.Inbox{Store: slow, Threads: box.Threads, Now: box.Now}
		if giveUp == "declined" {
			_, err = other.Set(t.Context(), first.ID, house.Change{State: house.Done, By: "Rui", Declined: true})
		} else {
			_, err = other.Withdraw(t.Context(), "ana", first.ID)
		}
		if err != nil || slow.before != nil {
			t.Fatalf("%s: %v, and nothing came between: %t", giveUp, err, slow.before != nil)
		}
		if got, err := box.Get(t.Context(), first.ID); err != nil || got.State != house.Taken {
			t.Fatalf("%s and taken back: %+v, %v", giveUp, got, err)
		}
		if _, err := box.Book(t.Context(), "1", table("bob", 1, at), f.Tables); !errors.Is(err, house.ErrFull) {
			t.Errorf("%s and taken back: its seats are another's, too (%v)", giveUp, err)
		}
		if _, err := box.Set(t.Context(), first.ID, house.Change{State: house.Done, By: "Rita", Declined: true}); err != nil {
			t.Fatal(err)
		}
		if _, err := box.Book(t.Context(), "2", table("bob", 1, at), f.Tables); err != nil {
			t.Errorf("declined for good, its seats are not free: %v", err)
		}
	}
}

func TestAGuestHearsWhatIsFree(t *testing.T) {
	s := newStaffTalk(t)
	s.facts, s.at.Now = small(t), friday.Add(-8*time.Hour)
	if _, err := s.box.Book(t.Context(), "1", table("other", 5, friday), s.facts.Tables); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ message, args, want string }{
		{"a table for 2 tonight at 8", `{"kind":"booking","request":"a table","people":2,"date":"2026-11-20","time":"8"}`, "At 20:00 on November 20, 2026 there are not enough seats. There is room at 18:00, 22:00 and 22:30: which would you like?"},
		{"at 7 in the morning", `{"kind":"booking","time":"07:00"}`, "At 07:00 on November 20, 2026 we serve nobody. That day we serve from 18:00 to 23:00: what time would you like?"},
		{"late then, whenever", `{"kind":"booking","time":"later"}`, "To pass it on to the staff, tell me: at what time."},
		{"10.30 pm", `{"kind":"booking","time":"10.30 pm"}`, "I have: a table, 2 people, November 20, 2026, 10.30 pm. May I pass it on to the staff?"},
		{"yes", `{"answer":"yes"}`, "I passed it on to the staff"},
		{"one more for 3, at six", `{"kind":"booking","request":"one more","people":3,"date":"2026-11-20","time":"18:00"}`, "Tables are asked for at least 1 h ahead here. To pass it on to the staff, tell me: at what time."},
	} {
		if strings.HasPrefix(tt.message, "one more") {
			s.at.Now = s.at.Now.Add(5*time.Hour + 30*time.Minute)
		}
		if got := s.hears(tt.message, tt.args); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.message, got, tt.want)
		}
	}
}

// The one time that is offered instead of a full one is taken by a yes; of the days that are
// offered instead of a closed one the guest chooses.
func TestAYesTakesTheOneTimeThatIsOffered(t *testing.T) {
	s := newStaffTalk(t)
	s.facts, s.at.Now = small(t), friday.Add(-50*time.Hour)
	if _, err := s.box.Book(t.Context(), "1", table("other", 5, friday.Add(time.Hour)), s.facts.Tables); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ message, args, want string }{
		{"900 of us on Friday at 20:30", `{"kind":"booking","request":"a table","people":900,"date":"2026-11-20","time":"20:30"}`, "There are 6 seats here in all: 900 people do not fit. If fewer of you come, tell me how many."},
		{"2 then", `{"kind":"booking","people":2}`, "At 20:30 on November 20, 2026 there are not enough seats. There is room at 18:00, 18:30 and 19:00: which"},
		{"on Saturday, 2 of us at 6 in the morning", `{"kind":"booking","date":"2026-11-21","time":"06:00"}`, "At 06:00 on November 21, 2026 we serve nobody. That day we serve from 18:00 to 23:00: what time would you like?"},
		{"Monday at 8", `{"kind":"booking","date":"2026-11-23","time":"20:00"}`, "On November 23, 2026 (Monday) the house is closed. The next open days are Tuesday 24/11, Wednesday 25/11 and Thursday 26/11: which would you like?"},
		{"yes", `{"answer":"yes"}`, "The next open days are Tuesday 24/11, Wednesday 25/11 and Thursday 26/11: which would you like?"},
		{"the 25th", `{"kind":"booking","date":"2026-11-25"}`, "I have: a table, 2 people, November 25, 2026, 20:00. May I pass it on to the staff?"},
		{"yes please", `{"answer":"yes"}`, "I passed it on to the staff: a table, 2 people, November 25, 2026, 20:00"},
	} {
		if got := s.hears(tt.message, tt.args); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.message, got, tt.want)
		}
	}
	for i, hour := range []time.Duration{-2, 0} { // 22:30 alone is free
		if _, err := s.box.Book(t.Context(), "1", table(fmt.Sprint("more", i), 5, friday.AddDate(0, 0, 7).Add(hour*time.Hour+30*time.Minute)), s.facts.Tables); err != nil {
			t.Fatal(err)
		}
	}
	s.says("and on the 27th at 21:00", `{"kind":"booking","request":"one more","people":2,"date":"2026-11-27","time":"21:00"}`)
	s.says("yes", `{"answer":"yes"}`)
	if all := s.filed(); !slices.ContainsFunc(all, func(r house.Request) bool { return r.At.Format("02 15:04") == "27 22:30" }) {
		t.Errorf("filed %+v", all)
	}
}

// A closed day and too many people are said at once, before the rest of a table is asked for.
func TestATableThatThereIsNotIsNotAskedAboutFurther(t *testing.T) {
	for args, want := range map[string]string{
		`{"kind":"booking","request":"a table on Monday","date":"2026-11-23"}`: "On November 23, 2026 (Monday) the house is closed. The next open days are Tuesday 24/11,",
		`{"kind":"booking","request":"a table for 31","people":31}`:            "There are 6 seats here in all: 31 people do not fit.",
	} {
		s := newStaffTalk(t)
		s.facts, s.at.Now = small(t), friday
		if got := s.hears(args, args); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", args, got, want)
		}
	}
}

// The staff reads what took the place of a table that there is not: another day, fewer people.
func TestTheStaffReadsTheTableThatIsAskedForAtLast(t *testing.T) {
	s := newStaffTalk(t)
	s.facts, s.at.Now, s.at.Language = small(t), friday.AddDate(0, 0, -2), lang.Portuguese
	s.says("mesa para 9 pessoas na segunda às 7h", `{"kind":"booking","request":"mesa para 9 pessoas na segunda às 7h","people":9,"date":"segunda","time":"7h"}`)
	s.says("somos 5", `{"kind":"booking","people":5}`)
	s.says("na quinta", `{"kind":"booking","date":"na quinta"}`)
	s.says("às 19h30", `{"kind":"booking","time":"19h30"}`)
	s.says("sim", `{"answer":"yes"}`)
	if all := s.filed(); len(all) != 1 || all[0].Date != "2026-11-26" || all[0].People != 5 || all[0].Time != "19h30" || !strings.HasSuffix(all[0].Text, "na quinta. às 19h30") {
		t.Errorf("filed %+v", all)
	}
}

// What a table is wanted with is read back, and the staff sees it apart from the table.
func TestWhatATableIsWantedWithIsReadBackAndFiled(t *testing.T) {
	for request, want := range map[string]string{
		"mesa para 2 na sexta às 21h, longe da porta por favor":               "longe da porta por favor",
		"mesa para 2 na sexta às 21h e trago um violão":                       "trago um violão",
		"a table for 2 on Friday at 9 pm, by the fireplace":                   "by the fireplace",
		"mesa para 2 na sexta às 21h, por favor":                              "",
		"mesa para 2 na sexta às 21h, muito obrigada":                         "",
		"mesa para 2 na sexta às 21h. O que mais você faz por aqui?":          "",
		"mesa para 2 na sexta às 21h. Numa mesa reservada":                    "Numa mesa reservada",
		"mesa para 2 na sexta às 21h. Minha prima é celíaca. Num canto calmo": "Num canto calmo",
	} {
		s := newStaffTalk(t)
		s.at.Language, s.at.Now = lang.Portuguese, friday.AddDate(0, 0, -2)
		if got := s.hears(request, fmt.Sprintf(`{"kind":"booking","request":%q,"people":2,"date":"2026-11-20","time":"21h"}`, request)); !strings.Contains(got, want) {
			t.Errorf("%s: %q", request, got)
		}
		s.says("sim", `{"answer":"yes"}`)
		if all := s.filed(); len(all) != 1 || all[0].More != want {
			t.Errorf("%s: filed %+v", request, all)
		}
	}
}

func TestTablesThatMakeNoSenseAreRefused(t *testing.T) {
	for text, part := range map[string]string{
		"[tables]\nseats = 0":              "seats is from 1",
		"[tables]\nseats = 4\nstay = 3":    "stay is from 15",
		"[tables]\nseats = 4\nchairs = 3":  `"tables.chairs" is not known`,
		"[tables]\nseats = 4\nslot = 1000": "slot is from 5",
	} {
		if _, err := house.ParseFacts(text); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("ParseFacts(%q) = %v, want %s", text, err, part)
		}
	}
}

// A table that a model sends at once takes its seats too: at a full time it is not filed.
func TestATableSentAtOnceTakesItsSeats(t *testing.T) {
	s := newStaffTalk(t)
	s.facts, s.at.Now = small(t), friday.Add(-48*time.Hour)
	if _, err := s.box.Book(t.Context(), "1", table("other", 5, friday), s.facts.Tables); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ first, args, want string }{
		{"", `{"kind":"booking","request":"a table","people":2,"date":"2026-11-20","time":"20:00","name":"Noa","send":true}`, "At 20:00"},
		{`{"kind":"booking","request":"a table","people":2,"date":"2026-11-20"}`, `{"kind":"booking","time":"20:00","send":true}`, "At 20:00"},
		{"", `{"kind":"booking","request":"a table","people":4,"date":"2026-11-20","time":"22:00","name":"Noa","send":true}`, "I passed it on"},
		{"", `{"kind":"booking","request":"one more table","people":4,"date":"2026-11-20","time":"22:00","name":"Noa","send":true}`, "At 22:00"},
	} {
		s.at = &scene.Scene{Language: lang.English, Now: friday.Add(-48 * time.Hour)}
		s.says("a table on Friday", tt.first)
		if got := s.hears("book it, "+tt.args, tt.args); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s: %q", tt.args, got)
		}
	}
}
