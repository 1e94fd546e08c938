package memory_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/memory"
)

var noon = time.Date(2026, 11, 14, 12, 0, 0, 0, time.UTC)

// happened is an event about a memory.
func happened(t event.Type, minute int, c memory.Change) event.Event {
	data, err := json.Marshal(c)
	if err != nil {
		panic(err)
	}
	return event.Event{Run: "r", Seq: int64(minute), Type: t, Time: noon.Add(time.Duration(minute) * time.Minute), Data: data}
}

// began is how the memory "m" began, at a confidence of 0.9.
func began() event.Event {
	m := recall("m: preference food lula")
	m.Since, m.Last, m.Evidence = noon, noon, 1
	m.Sessions = []string{}
	return happened(event.MemorySaved, 0, memory.Change{ID: "m", Memory: &m})
}

func folded(t *testing.T, events ...event.Event) (memory.Memory, string) {
	t.Helper()
	row := must.Get(memory.Fold("ana", "m", events))(t)
	var m memory.Memory
	must.Do(t, json.Unmarshal(row.Body, &m))
	return m, string(row.Body)
}

func TestWhatHappensToAMemory(t *testing.T) {
	again := func(minute int, session string) event.Event {
		return happened(event.MemorySaved, minute, memory.Change{ID: "m", Session: session})
	}
	type sum struct {
		Alpha, Beta int64
		Evidence    int
		Retired     string
		Last        int // minutes after noon
	}
	for _, tt := range []struct {
		name   string
		events []event.Event
		want   sum
	}{
		{"nothing", nil, sum{3_600_000, 400_000, 1, "", 0}},
		{"it is said again in a session", []event.Event{again(1, "t2")}, sum{4_600_000, 400_000, 2, "", 1}},
		{"and once more: that is evidence, but makes it no surer", []event.Event{again(1, "t2"), again(2, "t2")}, sum{4_600_000, 400_000, 3, "", 2}},
		{"and in another session", []event.Event{again(1, "t2"), again(2, "t3")}, sum{5_600_000, 400_000, 3, "", 2}},
		{"it is praised", []event.Event{happened(event.MemoryVoted, 1, memory.Change{ID: "m", Alpha: 600_000})}, sum{4_200_000, 400_000, 1, "", 0}},
		{"it is blamed", []event.Event{happened(event.MemoryVoted, 1, memory.Change{ID: "m", Beta: 1_000_000})}, sum{3_600_000, 1_400_000, 1, "", 0}},
		{"it is superseded", []event.Event{happened(event.MemoryRetired, 1, memory.Change{ID: "m", Beta: 4_000_000, Why: "superseded"})}, sum{3_600_000, 4_400_000, 1, "superseded", 0}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, _ := folded(t, append([]event.Event{began()}, tt.events...)...)
			got := sum{m.Alpha, m.Beta, m.Evidence, m.Retired, int(m.Last.Sub(noon).Minutes())}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheOrderOfWhatHappensDoesNotMatter(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 6))
		var events []event.Event
		for i := range 1 + r.IntN(200) { // more sessions than count
			c := memory.Change{ID: "m", Session: fmt.Sprint("t", r.IntN(120))}
			kind := event.MemorySaved
			if r.IntN(3) == 0 {
				kind, c = event.MemoryVoted, memory.Change{ID: "m", Alpha: r.Int64N(600_000), Beta: r.Int64N(1_000_000)}
			}
			events = append(events, happened(kind, i+1, c))
		}
		events = append(events, happened(event.MemoryRetired, 300, memory.Change{ID: "m", Beta: 4_000_000, Why: "retracted"}))
		_, want := folded(t, append([]event.Event{began()}, events...)...)
		for range 3 {
			r.Shuffle(len(events), func(i, j int) { events[i], events[j] = events[j], events[i] })
			if _, got := folded(t, append([]event.Event{began()}, events...)...); got != want {
				t.Fatalf("seed %d, another order: %s\nwant %s", seed, got, want)
			}
		}
	}
}

func TestFoldSaysWhatItCannotRead(t *testing.T) {
	for name, events := range map[string][]event.Event{
		"a memory without a beginning": {happened(event.MemoryVoted, 1, memory.Change{ID: "m", Alpha: 1})},
		"data that is none":            {began(), {Type: event.MemoryVoted, Data: json.RawMessage(`[`)}},
		"nothing":                      nil,
	} {
		if row, err := memory.Fold("ana", "m", events); err == nil {
			t.Errorf("%s is folded to %s", name, row.Body)
		}
	}
}

func TestSalienceDecaysAndConfidenceDoesNot(t *testing.T) {
	m := memory.Memory{Alpha: 3_600_000, Beta: 400_000, Last: noon}
	for days, want := range map[int]float64{0: 0.9, 182: 0.45, 364: 0.225, -3: 0.9} {
		if got := m.Salience(noon.AddDate(0, 0, days)); got < want-1e-9 || got > want+1e-9 {
			t.Errorf("after %d days its salience is %v, want %v", days, got, want)
		}
	}
	if got := m.Confidence(); got != 0.9 {
		t.Errorf("its confidence is %v, want 0.9", got)
	}
	if got := new(memory.Memory).Confidence(); got != 0 {
		t.Errorf("the confidence of nothing is %v, want 0", got)
	}
}
