package web_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// mouse clicks with the mouse on the first of some elements that begins with the words,
// when it stands still and nothing covers it.
func (p *visit) mouse(selector, words string) {
	p.t.Helper()
	find := fmt.Sprintf(`[...document.querySelectorAll(%q)].find((e) => e.checkVisibility() && !e.disabled && (e.ariaLabel || e.innerText || "").trim().startsWith(%q))`, selector, words)
	p.wait(selector+" "+words+" within reach", `((el) => {
		el?.scrollIntoView({ block: "center", behavior: "instant" });
		const r = el?.getBoundingClientRect(), x = r?.x + r?.width / 2, y = r?.y + r?.height / 2, top = el && document.elementFromPoint(x, y), still = window.at?.x === x && window.at.y === y;
		window.at = { x, y };
		return el && still && (el === top || el.contains(top) || top?.contains(el));
	})(`+find+`)`)
	at := js[[]float64](p, "[at.x, at.y]")
	js[any](p, `delete window.at; window.hit = false; `+find+`?.addEventListener("click", () => window.hit = true, { capture: true, once: true })`)
	p.do(chromedp.MouseClickXY(at[0], at[1]))
	if hit, err := tried[string](p, `String(window.hit)`); err == nil && hit == "false" { // it was drawn anew under the mouse
		p.mouse(selector, words)
	}
}

// fills clicks into a field and writes, in the place of what was there.
func (p *visit) fills(selector, text string) {
	p.t.Helper()
	p.mouse(selector, "")
	p.wait("the field", fmt.Sprintf(`document.activeElement?.matches(%q)`, selector))
	js[any](p, `document.activeElement.select?.()`)
	p.insert(text)
	js[any](p, `document.activeElement.dispatchEvent(new Event("change", {bubbles: true}))`)
}

// From a fresh house to a taught one, with the mouse: its name and hours, its card with a
// mistake mended, a code that a phone opens, a question about hours, a table that is asked
// for, taken by staff, answered and handed back, and a message that was not understood. Then the
// guest signs in and keeps all of it.
func TestPageAnOwnerOpensTheirHouse(t *testing.T) {
	t.Parallel()
	base := fresh(t)
	owner := enter(t, base, 1280, 900)
	if h := js[string](owner, `document.querySelector(".welcome h2").innerText`); h != "Bem-vindo à casa." {
		t.Errorf("who has not said who they are is greeted %q", h)
	}
	owner.mouse("a#house", "")
	owner.wait("the house", `document.querySelector("#tabs button")`)
	owner.fills(`[data-fact="name"]`, "Cantina da Praça")
	owner.mouse(`fieldset[data-fact="hours"] button`, "Mais um horário")
	owner.mouse(`fieldset[data-fact="hours"] .segments label`, "seg.")
	owner.mouse(`fieldset[data-fact="hours"] .check`, "")
	owner.fits()
	owner.mouse("button", "Salvar")
	owner.wait("what guests hear", `document.querySelector("form.house")?.innerText.includes("terça a domingo das 12:00 às 15:00")`)
	owner.wait("the name", `document.querySelector("#title").innerText === "Cantina da Praça"`)
	owner.shot("path-house")

	owner.mouse("#tabs button", "Cardápio")
	owner.wait("no card", `document.querySelector(".state")?.innerText.includes("ainda não tem cardápio")`)
	owner.chooses(".file input", "menu.csv", "text/csv", []byte("nome;preço;ingredientes;contém\nNhoque da praça;R$ 48,00;batata, tomate;glúten\nPolenta com ragu;trinta e dois;milho, carne;nenhum\n"))
	owner.mouse(".problems button", "Linha 3")
	owner.fills(`[data-line="3"] [data-column="price"]`, "32")
	owner.wait("no mistake, but a doubt about celery", `document.body.innerText.includes("Erros a corrigir: 0") && document.querySelector(".problems").innerText.includes("aipo")`)
	owner.mouse("button", "Publicar")
	owner.wait("it published", `document.querySelector(".state").innerText.includes("É o que os convidados têm")`)

	owner.wait("prices as they are written here", `[...document.querySelectorAll("[data-column=price]")].map((e) => e.value).join() === "48,00,32,00"`)

	owner.mouse("#tabs button", "Mesas")
	owner.mouse("button", "Fazer códigos")
	owner.wait("the codes", `document.querySelectorAll(".codes img").length === 10`)
	link := js[string](owner, `document.querySelector(".codes .url").innerText`)

	guest := enter(t, base, 390, 844)
	guest.do(chromedp.Navigate("about:blank"))
	guest.goTo(strings.TrimPrefix(link, base))
	guest.wait("whose page it is", `document.title === "Cantina da Praça" && document.querySelector(".welcome").innerText.includes("Cantina da Praça") && !document.body.innerText.includes("Gramado")`)
	guest.shot("path-guest")
	guest.mouse(".starter", "Horário")
	guest.turn(1)
	guest.wait("the hours of today", `/das 12:00 às 15:00|fechad/.test(document.querySelector("#log").innerText)`) // on Mondays it is closed
	guest.asks("Quero reservar uma mesa para 2 pessoas no próximo sábado às 13h")
	guest.mouse(".next button", "Sim")
	guest.has("Passei à equipe")
	guest.turn(3)

	owner.mouse("#tabs button", "Pedidos")
	owner.fills(".who input", "Rita")
	owner.mouse(".request", "Reserva")
	owner.mouse(".detail button", "Assumir")
	owner.fills(".detail textarea", "Mesa 4, à janela. Até sábado!")
	owner.mouse(".detail button", "Responder")
	owner.wait("their own answer", `document.querySelector(".said li.by-person")?.innerText.includes("Mesa 4")`)
	guest.wait("a person", `document.querySelector(".text.by-person")?.innerText.includes("Rita: Mesa 4, à janela")`)
	owner.shot("path-inbox")
	if said := js[string](owner, `document.querySelector(".request").innerText`); !regexp.MustCompile(`sáb\., \d\d/\d\d/\d{4}`).MatchString(said) || strings.Contains(said, " 0 ") {
		t.Errorf("a table of Saturday reads %q", said)
	}
	owner.mouse(".detail button", "Devolver")
	guest.wait("nobody to have it", `document.querySelector("#banner").hidden`)

	guest.asks("Dá pra levar a violinha?")
	owner.mouse("#tabs button", "Convidados")
	owner.mouse(".talks button", "")
	owner.wait("the message", `[...document.querySelectorAll(".said li.guest")].at(-1)?.innerText.includes("violinha")`)
	js[any](owner, `[...document.querySelectorAll(".said li.guest")].at(-1).id = "missed"`)
	owner.mouse("#missed summary", "")
	owner.fills("#missed textarea", "Pode sim: às quartas a roda é aberta a quem traz instrumento.")
	owner.mouse("#missed form:has(textarea) button", "")
	owner.wait("the answer", `document.querySelector(".school").innerText.includes("a roda é aberta")`)
	owner.shot("path-teach")
	guest.say("Dá pra levar a violinha aí?")
	guest.has("a roda é aberta")

	owner.mouse("#tabs button", "Acessos")
	owner.wait("who did it, by the name that was typed", `[...document.querySelectorAll("tr")].some((r) => r.innerText.includes("Rita") && r.innerText.includes("Reserva, assumido"))`)

	guest.mouse("#menu", "")
	guest.mouse("#person", "")
	guest.mouse("dialog button", "Entrar")
	guest.mouse("dialog .check", "")
	guest.mouse("dialog .person", "")
	guest.wait("somebody", `!document.querySelector("dialog") && document.querySelector("#where").textContent !== "Mesa 1"`)
	guest.mouse("#threads button", "Até que horas")
	guest.has("Rita: Mesa 4, à janela")
	guest.mouse("#menu", "")
	guest.mouse("#new", "")
	guest.wait("whose house it is, and who the guest is", `document.querySelector(".welcome h2")?.innerText === "Cantina da Praça" && document.querySelector(".welcome").innerText.includes("Bem-vindo, ")`)
}
