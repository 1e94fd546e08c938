package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/door/server"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/specialist/trip"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/storetest"
)

// house is a server that plans trips and remembers.
type house struct {
	t    *testing.T
	api  http.Handler
	m    *maitre.Maitre
	book *memory.Book
}

func opened(t *testing.T, change func(*server.Options)) house {
	t.Helper()
	db := storetest.Memory(t)
	book := memory.NewBook(memory.Options{Store: db, Log: db, Org: "casa", Forget: db.Forget})
	planner := &trip.Planner{
		Places: places.Fallback{Sample: places.Sample{}},
		Now:    func() time.Time { return time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC) },
	}
	hooks := hook.Chain{book.Hook()}
	hooks[0].Budgets = hook.Budgets{PreQuery: time.Minute, Other: time.Minute} // however slow the machine
	m, err := maitre.New(maitre.Options{House: maitre.House{Name: "Casa", Language: "pt"}, Store: db, Hooks: hooks, Specialists: []maitre.Specialist{maitre.Trip(planner)}})
	must(t, err)
	o := server.Options{Maitre: m, Book: book, Store: db}
	if change != nil {
		change(&o)
	}
	srv, err := server.New(o)
	must(t, err)
	return house{t, srv.Handler(), m, book}
}

// says has the guest of the demonstration talk.
func (h house) says(messages ...string) {
	h.t.Helper()
	for _, text := range messages {
		if _, err := h.m.Turn(h.t.Context(), maitre.Turn{Thread: "t1", Guest: "C001", Message: text}, nil); err != nil {
			h.t.Fatal(err)
		}
	}
}

// drawer opens a drawer in the stage, over an API.
func drawer(t *testing.T, api http.Handler, opening string) *visit {
	t.Helper()
	b := open(t, `import { speak } from "/page/js/i18n.js";
await speak("pt");
const { openMemory } = await import("/page/js/memory.js");
const { openTrace } = await import("/page/js/trace.js");
Object.assign(window, { openMemory, openTrace });
document.documentElement.dataset.ready = "true";`, api)
	b.cuts() // the console tells of answers that are errors
	js[any](b, opening)
	return b
}

// panel is what the drawer says, without times, which differ.
func panel(b *visit) string {
	b.t.Helper()
	text := js[string](b, `document.querySelector(".panel-body").innerText.replace(/\s+/g, " ").trim()`)
	return regexp.MustCompile(`[\d.,]+ (ms|s)\b`).ReplaceAllString(text, "# ms")
}

func (b *visit) looks(name string) {
	b.t.Helper()
	for _, l := range looks {
		l.at(b)
		b.picture(name+"-"+l.name, ".panel")
		if by := js[int](b, `(() => { const p = document.querySelector(".panel"); return Math.max(p.scrollWidth - p.clientWidth, p.getBoundingClientRect().width - innerWidth) })()`); by > 0 {
			b.t.Errorf("%s: the drawer is %d px too wide", l.name, by)
		}
		if all := b.tooSmall(".panel :is(a, button, summary)"); len(all) > 0 {
			b.t.Errorf("%s: too small to touch: %q", l.name, all)
		}
	}
}

// press presses the button of the drawer that says this, and waits until the
// drawer has a text and has not another.
func (b *visit) press(label, has, hasNot string) {
	b.t.Helper()
	js[any](b, fmt.Sprintf(`[...document.querySelectorAll(".panel button")].find((b) => b.checkVisibility() && b.textContent === %q).click()`, label))
	b.wait(has, fmt.Sprintf(`((said) => said.includes(%q) && !said.includes(%q))(document.querySelector(".panel").innerText)`, has, hasNot))
}

// saved presses a button and reads the file that the guest gets.
func (b *visit) saved(label string, file any) error {
	b.t.Helper()
	const save = `new Promise((done) => {
		const make = URL.createObjectURL;
		URL.createObjectURL = (b) => { b.text().then(done); return make.call(URL, b); };
		[...document.querySelectorAll(".panel button")].find((b) => b.textContent === %q).click();
	})`
	return json.Unmarshal([]byte(js[string](b, fmt.Sprintf(save, label))), file)
}

func TestPageTheMemoryDrawerForgets(t *testing.T) {
	t.Parallel()
	h := opened(t, nil)
	empty := drawer(t, h.api, "openMemory()")
	const consent = "Lembrar da minha saúde Posso lembrar do que toca a sua saúde, como alergias? Até lá, vale só para a conversa em que você contou. Levar meus dados"
	if got, want := panel(empty), "Ainda não sei nada de você. O que você contar numa conversa aparece aqui, e pode ser esquecido a qualquer hora. "+consent; got != want {
		t.Errorf("at first the drawer says\n%s\nwant\n%s", got, want)
	}
	h.says("Moro em Curitiba", "Prefiro vinho tinto")
	h.knows(2)

	b := drawer(t, h.api, "openMemory()")
	said := panel(b)
	for _, want := range []string{"vinho tinto", "Curitiba", "dito em ", "Esquecer tudo"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in %s", want, said)
		}
	}
	b.looks("memory")
	var kept struct {
		Guest   string
		Memory  struct{ Memories []any }
		Threads []any
	}
	if err := b.saved("Levar meus dados", &kept); err != nil || kept.Guest != "C001" || len(kept.Memory.Memories) != 2 || len(kept.Threads) != 1 {
		t.Errorf("the guest takes away %+v, %v", kept, err)
	}

	forgotten := func(left int) {
		t.Helper()
		if known, err := h.book.Export(t.Context(), "C001", "pt"); err != nil || len(known.Memories) != left {
			t.Errorf("%d memories are left, %v; want %d", len(known.Memories), err, left)
		}
	}
	js[any](b, `document.querySelector(".panel [role=switch]").click()`)
	b.wait("that the switch is on", `document.querySelector(".panel [role=switch]").ariaChecked === "true" && document.querySelector(".panel").innerText.includes("Lembro das suas alergias")`)
	b.press("Esquecer", "Esquecido.", "vinho tinto")
	forgotten(1)
	b.press("Esquecer tudo", "Não há volta. As conversas ficam na sua lista", "vinho tinto")
	forgotten(1)
	b.press("Sim, esquecer tudo", "Esqueci tudo o que sabia de você. As conversas ficam na sua lista", "Curitiba")
	forgotten(0)
	if got := panel(b); !strings.Contains(got, consent) {
		t.Errorf("what was allowed is not forgotten: %s", got)
	}

	h.says("Moro em Recife")
	h.knows(1)
	b = drawer(t, h.api, "openMemory(() => { document.title = \"gone\" })")
	b.press("Esquecer tudo", "Apagar também as conversas", "nada de você")
	js[any](b, `document.querySelector(".panel input[type=checkbox]").click()`)
	b.press("Sim, esquecer tudo", "Esqueci tudo o que sabia de você e apaguei as conversas.", "Recife")
	forgotten(0)
	b.wait("that the page is told", `document.title === "gone"`)
	if err := json.Unmarshal([]byte(js[string](b, `fetch("/api/v1/threads").then((r) => r.text())`)), &kept); err != nil || len(kept.Threads) != 0 {
		t.Errorf("%d conversations are left, %v", len(kept.Threads), err)
	}
}

// known is all that the house knows of the guest.
func (h house) known() string {
	h.t.Helper()
	k, err := h.book.Export(h.t.Context(), "C001", "pt")
	must(h.t, err)
	return k.Markdown
}

// knows waits until the house knows so many things.
func (h house) knows(n int) {
	h.t.Helper()
	eventually(h.t, func() bool { return strings.Count(h.known(), "\n- ") == n })
}

func eventually(t *testing.T, done func() bool) {
	t.Helper()
	for until := time.Now().Add(10 * time.Second); !done(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("it does not happen")
		}
	}
}

// changed is an API whose answers of a path are changed before they are sent.
func changed(api http.Handler, suffix string, change func(map[string]any)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, suffix) {
			api.ServeHTTP(w, r)
			return
		}
		rec := httptest.NewRecorder()
		api.ServeHTTP(rec, r)
		var v map[string]any
		_ = json.Unmarshal(rec.Body.Bytes(), &v)
		change(v)
		raw, _ := json.Marshal(v)
		_, _ = io.Copy(w, bytes.NewReader(raw))
	})
}

func TestPageTheTraceShowsWhoDecidedAndWhen(t *testing.T) {
	t.Parallel()
	h := opened(t, nil)
	if got := panel(drawer(t, changed(h.api, "/trace", func(v map[string]any) { clear(v); v["runs"], v["spans"] = []any{}, []any{} }), `openTrace("t1")`)); got != "Ainda não aconteceu nada nesta conversa." {
		t.Errorf("of nothing the drawer says %q", got)
	}
	h.says("Quero ir para Floripa com minha esposa de 10 a 15 de março", "Tem algo mais barato?", "Obrigado, <b>era isso</b>!")
	b := drawer(t, h.api, `openTrace("t1")`)
	js[bool](b, `document.querySelectorAll(".panel details").forEach((d) => d.open = d.className === "run") || true`)
	b.looks("trace")
	said := panel(b)
	for _, want := range []string{
		"Obrigado, <b>era isso</b>!", // it is text
		"regras", "list-accommodations", "trip-summary", "Baixar JSON",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
	if n := js[int](b, `document.querySelectorAll('.waterfall > li > [role=img]:not([aria-label*=" durou "])').length`); n != 0 {
		t.Errorf("%d bars do not say when and how long", n)
	}
	var got struct{ Runs, Spans []any }
	if err := b.saved("Baixar JSON", &got); err != nil || len(got.Runs) != 3 || len(got.Spans) < 10 {
		t.Errorf("the file has %d runs and %d spans, %v", len(got.Runs), len(got.Spans), err)
	}
}
