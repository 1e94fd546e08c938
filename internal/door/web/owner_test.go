package web_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// refused lets the console tell that the page was refused, as it is before somebody
// signed in.
func (p *visit) refused() {
	p.cuts()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.errors = slices.DeleteFunc(p.errors, func(e string) bool { return strings.Contains(e, "status of 401") })
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
		p := enter(t, guarded, 390, 844)
		p.refused()
		p.do(chromedp.Navigate("about:blank"))
		p.goTo(path)
		p.wait("the table", `document.querySelector("#where").innerText === "Mesa 7" || document.querySelector("#where").textContent === "Mesa 7"`)
		if at := js[string](p, "location.href"); strings.Contains(at, "c=") {
			t.Errorf("the code stays in the address: %s", at)
		}
		p.say("Olá!")
		p.idle()
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
	stranger := enter(t, guarded, 390, 844)
	stranger.refused()
	stranger.do(chromedp.Navigate("about:blank"))
	stranger.goTo("/#c=nonsense")
	stranger.wait("why", `document.querySelector("dialog")?.innerText.includes("Não há código assim")`)
	stranger.shot("link-unknown")
}

// The words of the owner's page are there in all languages.
func TestPageOwnersWordsAreTheSameInAllLanguages(t *testing.T) {
	t.Parallel()
	p := enter(t, ruled, 1280, 800)
	got := js[[]string](p, `import("/page/js/owner-words.js").then((m) => Object.values(m.words).map((w) => Object.keys(w).sort().join(" ")))`)
	if len(got) != 3 || got[0] != got[1] || got[1] != got[2] {
		t.Errorf("they differ: %q", got)
	}
}
