package memory_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/storetest"
)

func (h *house) export(guest string, l lang.Language) *memory.Export {
	h.t.Helper()
	return must.Get(h.Export(h.t.Context(), guest, l))(h.t)
}

func TestAGuestSeesAllThatIsKnown(t *testing.T) {
	h := open(t)
	h.says("ana", "t1", "moro em Olinda")
	h.says("ana", "t1", "agora moro em Recife")
	h.says("ana", "t2", "moro em Recife. sou alérgica a camarão")
	h.says("bia", "t3", "adoro lula")
	e := h.export("ana", lang.Portuguese)
	want := `O que sei de você, porque você disse:

- Mora em: Olinda (dito em 14/11/2026; não vale mais)
- Mora em: Recife (dito 2 vezes, desde 14/11/2026)
- Alergia: camarão (dito em 14/11/2026; só para esta conversa)`
	if diff := cmp.Diff(want, e.Markdown); diff != "" {
		t.Errorf("the Markdown (-want +got):\n%s", diff)
	}
	if e.Guest != "ana" || e.Health != "asked" || len(e.Memories) != 3 {
		t.Errorf("the export is %+v", e)
	}
	recife := e.Memories[1]
	if recife.Evidence != 2 || recife.Confidence != 0.92 || recife.Thread != "t1" || recife.Since != noon.Add(2*time.Minute) || recife.Last != noon.Add(3*time.Minute) || !strings.Contains(recife.Text, "Mora em: Recife") {
		t.Errorf("the export says %+v", recife) // 4.6 of 5
	}
	if raw, err := json.Marshal(e); err != nil || strings.Contains(string(raw), "lula") {
		t.Errorf("the JSON is %s, %v", raw, err)
	}
	if e := h.export("caio", lang.English); e.Health != "not asked" || len(e.Memories) != 0 || e.Markdown != "I have not kept anything about you yet." {
		t.Errorf("of a stranger is known %+v", e)
	}
}

func TestForgetting(t *testing.T) {
	for _, tt := range []struct {
		name string
		what func(h *house) memory.What
		n    int
		left []string
		gone string
	}{
		{"one", func(h *house) memory.What { return memory.What{ID: h.the("ana", "", "polvo").ID} }, 1, []string{"preference drink vinho tinto", "location home Recife"}, "polvo"},
		{"a kind", func(*house) memory.What { return memory.What{Kind: memory.Preference} }, 2, []string{"location home Recife"}, "polvo tinto"},
		{"all", func(*house) memory.What { return memory.What{All: true} }, 3, nil, "polvo tinto Recife"},
		{"nothing", func(*house) memory.What { return memory.What{} }, 0, []string{"preference food polvo", "preference drink vinho tinto", "location home Recife"}, ""},
		{"what is another's", func(h *house) memory.What { return memory.What{ID: h.the("bia", "", "polvo").ID} }, 0, []string{"preference food polvo", "preference drink vinho tinto", "location home Recife"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := open(t)
			h.says("bia", "t0", "adoro polvo")
			h.says("ana", "t1", "adoro polvo e vinho tinto. moro em Recife")
			others := h.rows("bia")
			what := tt.what(h)
			some, err := h.Matching(t.Context(), "ana", what)
			if err != nil || len(some) != tt.n {
				t.Errorf("%d memories match, %v; want %d", len(some), err, tt.n)
			}
			if n, err := h.Forget(t.Context(), "ana", what); err != nil || n != tt.n {
				t.Errorf("Forget = %d, %v; want %d", n, err, tt.n)
			}
			h.knows("ana", "", tt.left...)
			for _, e := range h.logged(event.MemorySaved, event.MemoryCandidate, event.MemoryRejected, event.MemoryRetired) {
				for word := range strings.FieldsSeq(tt.gone) {
					if e.Guest == "ana" && strings.Contains(string(e.Data), word) {
						t.Errorf("the log still says %s", e.Data)
					}
				}
			}
			if diff := cmp.Diff(others, h.rows("bia")); diff != "" {
				t.Errorf("of another (-want +got):\n%s", diff)
			}
			must.Do(t, h.Rebuild(t.Context()))
			h.knows("ana", "", tt.left...)
		})
	}
}

func TestAStoreThatCannotForgetAGuestSaysSo(t *testing.T) {
	s := storetest.Memory(t)
	b := memory.NewBook(memory.Options{Store: s, Log: s})
	if _, err := b.Forget(t.Context(), "ana", memory.What{All: true}); err == nil {
		t.Error("all is forgotten by nobody")
	}
}

func TestWhatIsOldIsForgotten(t *testing.T) {
	h := open(t)
	h.says("ana", "t1", "adoro polvo. moro em Olinda. hoje somos 4")
	h.says("bia", "t2", "adoro lula")
	h.now = h.now.AddDate(0, 0, 10)
	h.says("ana", "t3", "agora moro em Recife")
	h.now = h.now.AddDate(0, 0, 10)
	for _, tt := range []struct {
		keep memory.Keep
		n    int
		ana  []string
	}{
		{memory.Keep{}, 0, []string{"location home Recife", "party_size people 4, for now", "preference food polvo"}},
		{memory.Keep{Sessions: 48 * time.Hour}, 1, []string{"location home Recife", "preference food polvo"}},
		{memory.Keep{Retired: 48 * time.Hour}, 1, []string{"location home Recife", "preference food polvo"}},
		{memory.Keep{Memories: 15 * 24 * time.Hour}, 2, []string{"location home Recife"}},
	} {
		n, err := h.Expire(t.Context(), tt.keep, h.now)
		if err != nil || n != tt.n {
			t.Errorf("with %+v %d are forgotten, %v; want %d", tt.keep, n, err, tt.n)
		}
		h.knows("ana", "t1", tt.ana...)
	}
	h.knows("bia", "")
}

func TestWhatTheHouseNotesIsForItsGuests(t *testing.T) {
	h := open(t)
	other := openBook(t, h.store, memory.Options{Store: h.store, Log: h.store, Org: "outra", Forget: h.store.Forget})
	other.runs = 100
	add := func(b *house, whom, value string) *memory.Memory {
		t.Helper()
		return must.Get(b.Add(t.Context(), "", whom, memory.Fact, "schedule", value))(t)
	}
	first := add(h, memory.ForOrg, "fechado às segundas")
	if again := add(h, memory.ForOrg, "Fechado às segundas"); again.ID != first.ID {
		t.Error("what is said twice is two memories")
	}
	add(other, memory.ForOrg, "aberto às segundas")
	add(other, memory.ForGlobal, "feriado em 20 de novembro")
	for _, tt := range []struct {
		house         *house
		tells, hidden string
	}{{h, "fechado às segundas", "aberto às segundas"}, {other, "aberto às segundas", "fechado às segundas"}} {
		for _, guest := range []string{"ana", "bia", ""} {
			text := tt.house.says(guest, "t-"+guest, "abre segunda?").known.Context
			if !strings.Contains(text, "(of the house): "+tt.tells) || !strings.Contains(text, "feriado") || strings.Contains(text, tt.hidden) {
				t.Errorf("%q is told %s", guest, text)
			}
		}
	}
	if n, err := h.Forget(t.Context(), "", memory.What{All: true}); err != nil || n != 2 {
		t.Errorf("the house forgets %d of its own, %v; want 2", n, err)
	}
	other.knows("", "", "fact schedule aberto às segundas")
}

func TestWhatAnOperatorCannotAdd(t *testing.T) {
	h := open(t)
	for _, tt := range []struct {
		name, guest, whom string
		kind              memory.Kind
		key, value        string
	}{
		{"a kind there is not", "ana", memory.ForUser, "rule", "x", "y"},
		{"a key there is not", "ana", memory.ForUser, memory.Fact, "x", "y"},
		{"consent", "ana", memory.ForUser, memory.Asked, "health", "yes"},
		{"a guest's without the guest", "", memory.ForUser, memory.Fact, "name", "Ana"},
		{"a house's with one", "ana", memory.ForOrg, memory.Fact, "name", "Ana"},
		{"for whom there is not", "", "everyone", memory.Fact, "name", "Ana"},
		{"nothing", "ana", memory.ForUser, memory.Fact, "name", " "},
		{"a story", "ana", memory.ForUser, memory.Fact, "name", strings.Repeat("a", 121)},
		{"two lines", "ana", memory.ForUser, memory.Fact, "name", "Ana\n- Bia"},
		{"a CPF", "ana", memory.ForUser, memory.Fact, "name", "529.982.247-25"},
		{"a CPF that is corrected", "ana", memory.ForUser, memory.Correction, "529.982.247-25", "x"},
	} {
		if m, err := h.Add(t.Context(), tt.guest, tt.whom, tt.kind, tt.key, tt.value); err == nil {
			t.Errorf("%s is added: %+v", tt.name, m)
		}
	}
	h.knows("ana", "")
	h.knows("", "")
}

func TestAHouseIsNotShownWhatIsAnothers(t *testing.T) {
	h := open(t)
	other := memory.NewBook(memory.Options{Store: h.store, Log: h.store, Org: "outra"})
	must.Get(other.Add(t.Context(), "", memory.ForOrg, memory.Diet, "restriction", "kosher"))(t)
	must.Get(h.Add(t.Context(), "", memory.ForOrg, memory.Diet, "restriction", "halal"))(t)
	e := h.export("", lang.Portuguese)
	if len(e.Memories) != 1 || e.Memories[0].Value != "halal" || strings.Contains(e.Markdown, "kosher") {
		t.Errorf("the house is shown %+v and %q", e.Memories, e.Markdown)
	}
}
