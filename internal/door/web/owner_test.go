package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// refused lets the console tell that the page was and is refused.
func (p *visit) refused() {
	p.cuts()
	p.forgive()
}

// comeBy opens a link on a phone of its own.
func comeBy(t *testing.T, path string) *visit {
	t.Helper()
	p := enter(t, guarded, 390, 844)
	p.refused()
	p.do(chromedp.Navigate("about:blank"))
	p.goTo(path)
	return p
}

// link makes a link to a table, as its owner.
func (p *visit) link(table string) (path string) {
	p.t.Helper()
	url := js[string](p, fmt.Sprintf(`fetch("/api/v1/links", {method: "POST", headers: {"Content-Type": "application/json"},
		body: JSON.stringify({tables: [%q], days: 1})}).then((r) => r.json()).then((made) => made.links[0].url)`, table))
	return strings.TrimPrefix(url, guarded)
}

// A guest asks for a person; one takes the conversation, answers in it and hands it back.
func TestPageBringsAGuestAndAPersonTogether(t *testing.T) {
	t.Parallel()
	owner := enter(t, guarded, 1280, 800)
	owner.signIn(secret)
	guest := comeBy(t, owner.link("Jardim 4"))
	guest.asks("Sou alérgica a camarão.")
	guest.click("Falar com alguém")
	guest.turn(2)
	guest.say("sim")
	guest.has("Passei à equipe")
	guest.idle()

	owner.goTo("/owner#inbox")
	const mine = `[...document.querySelectorAll(".request")].find((b) => b.innerText.includes("Jardim 4"))`
	owner.wait("the request", mine)
	if said := js[string](owner, mine+".innerText"); !strings.Contains(said, "camarão") {
		t.Errorf("the staff is not told what the guest must not have: %q", said)
	}
	js[any](owner, mine+".click()")
	owner.wait("the conversation", `document.querySelector(".said li.guest")?.innerText.includes("camarão")`)
	owner.click("Assumir")
	owner.wait("to be asked for a name", `document.querySelector(".toast.wrong")`)
	js[any](owner, `document.querySelector(".who input").value = "Rita"`)
	owner.click("Assumir")
	owner.wait("it taken", `document.querySelector(".facts")?.innerText.includes("com Rita")`)
	js[any](owner, `document.querySelector(".detail textarea").value = "Oi! Já vou à sua mesa."`)
	owner.click("Responder")
	guest.wait("a person", `document.querySelector(".text.by-person")?.innerText.includes("Rita: Oi! Já vou")`)
	guest.wait("who has it", `document.querySelector("#banner").innerText.includes("Rita")`)
	guest.shot("person")

	guest.say("Obrigada! Traz a carta de sobremesas?")
	guest.has("está com esta conversa")
	guest.idle()
	guest.asks("E um café, por favor")
	if said := js[string](guest, `document.querySelector(".turn:last-child .answer").hidden ? "" : document.querySelector(".turn:last-child .answer").innerText`); said != "" {
		t.Errorf("the concierge is not silent: %q", said)
	}
	owner.wait("what the guest said", `document.querySelector(".said").innerText.includes("E um café")`)
	owner.shot("inbox")
	owner.click("Devolver")
	owner.wait("it handed back", `![...document.querySelectorAll(".request small")].some((e) => e.innerText.includes("com Rita"))`)
	guest.wait("nobody to have it", `document.querySelector("#banner").hidden`)
	guest.say("Quem é você?")
	guest.wait("the concierge again", `document.querySelector(".turn:last-child .text")?.innerText.length > 10 && document.querySelectorAll(".turn").length === 6`)
	guest.reload()
	guest.has("Rita: Oi! Já vou")
	if n := js[int](guest, `document.querySelectorAll(".text.by-person").length`); n != 1 {
		t.Errorf("after a reload a person has said %d things", n)
	}
}

// On a phone the parts of the owner's page are one row, in which the chosen one is in view; a
// request that is tapped comes into view and has the focus; what is said of a part goes with it.
func TestPageAnOwnerHasAPhone(t *testing.T) {
	t.Parallel()
	owner := enter(t, guarded, 390, 844)
	owner.signIn(secret)
	guest := comeBy(t, owner.link("Pátio 3"))
	guest.say("uma mesa para 2 no dia 12 de dezembro às 20h, longe do palco")
	guest.has("longe do palco")
	guest.idle()
	guest.say("sim")
	guest.has("Passei à equipe")
	owner.goTo("/owner#access")
	owner.wait("the chosen part in view", `((e) => e && e.right <= innerWidth && e.left >= 0)(document.querySelector("#tabs [aria-current]")?.getBoundingClientRect())`)
	if h := js[int](owner, `Math.round(document.querySelector("header").getBoundingClientRect().height)`); h > 130 {
		t.Errorf("the head of the page is %d high", h)
	}
	owner.fits()
	owner.goTo("/owner#inbox")
	owner.shot("owner-phone")
	owner.mouse(".request", "Reserva · Mesa Pátio 3")
	owner.wait("it in view and with the focus", `((e) => e && e.contains(document.activeElement) && e.getBoundingClientRect().top < innerHeight / 2 && e.innerText.includes("longe do palco"))(document.querySelector(".detail"))`)
	owner.mouse(".detail button", "Assumir")
	owner.wait("to be asked for a name", `document.querySelector(".toast.wrong")`)
	owner.mouse("#tabs button", "Mesas")
	owner.wait("nothing of that on another part", `document.querySelector(".codes, #main form") && !document.querySelector(".toast")`)
}

// An owner prints codes; two guests with phones come in by one of them and are two. When
// it is revoked they are told so, and whom to ask.
func TestPageLetsGuestsInByALink(t *testing.T) {
	t.Parallel()
	owner := enter(t, guarded, 1280, 800)
	owner.signIn(secret)
	owner.goTo("/owner#tables")
	js[any](owner, `document.querySelector("input[type=text]").value = "7, Varanda"`)
	owner.click("Fazer códigos")
	owner.wait("two codes", `document.querySelectorAll(".codes img").length === 2 && [...document.querySelectorAll(".codes img")].every((i) => i.naturalWidth > 0)`)
	owner.shot("tables")
	link := js[string](owner, `document.querySelector(".codes .url").innerText`)
	path, ok := strings.CutPrefix(link, guarded)
	if !ok || !strings.HasPrefix(path, "/#c=") {
		t.Fatalf("the link is %q", link)
	}

	guests := map[string]*visit{}
	for range 2 {
		p := comeBy(t, path)
		p.wait("the table", `document.querySelector("#where").innerText === "Mesa 7" || document.querySelector("#where").textContent === "Mesa 7"`)
		if at := js[string](p, "location.href"); strings.Contains(at, "c=") {
			t.Errorf("the code stays in the address: %s", at)
		}
		p.asks("Olá!")
		p.reload()
		p.wait("the guest again", `document.querySelector("#where").textContent === "Mesa 7" && document.querySelector(".turn")`)
		guests[js[string](p, `fetch("/api/v1/session").then((r) => r.json()).then((s) => s.guest)`)] = p
		if n := js[int](p, `fetch("/api/v1/threads").then((r) => r.json()).then((l) => l.threads.length)`); n != 1 {
			t.Errorf("a guest sees %d conversations, not their own", n)
		}
		if js[string](p, "document.cookie") != "" {
			t.Error("a script can read the cookie")
		}
	}
	if len(guests) != 2 {
		t.Errorf("two devices are %d guests", len(guests))
	}

	owner.reload()
	const row = `[...document.querySelectorAll("tr")].find((r) => r.cells[0].innerText === "7")`
	owner.wait("the link", row)
	js[any](owner, row+`.querySelector("button").click()`)
	owner.wait("it revoked", row+`?.innerText.includes("encerrado")`)
	for _, p := range guests {
		p.reload()
		p.wait("why", `document.querySelector("dialog")?.innerText.includes("já encerrou") && document.querySelector("dialog").innerText.includes("equipe")`)
	}
	stranger := comeBy(t, "/#c=nonsense")
	stranger.wait("why", `document.querySelector("dialog")?.innerText.includes("Não há código assim")`)
	stranger.shot("link-unknown")
}

// The words of the owner's page are there in all languages.
func TestPageOwnersWordsAreTheSameInAllLanguages(t *testing.T) {
	t.Parallel()
	p := enter(t, ruled, 1280, 800)
	got := js[[]string](p, `Promise.all([import("/page/js/owner-words.js"), import("/page/js/card-words.js"), import("/page/js/house-words.js"), import("/page/js/guests-words.js")]).then(([m]) => Object.values(m.words).map((w) => Object.keys(w).sort().join(" ")))`)
	if len(got) != 3 || got[0] != got[1] || got[1] != got[2] {
		t.Errorf("they differ: %q", got)
	}
}
