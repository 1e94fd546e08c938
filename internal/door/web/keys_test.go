package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// stroke presses a key as a person does who has no mouse.
func (p *visit) stroke(key string, code int64, text string) {
	p.t.Helper()
	for _, typ := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeKeyDown, input.DispatchKeyEventTypeKeyUp} {
		call(p, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: typ, Key: key, Code: key, Text: text, WindowsVirtualKeyCode: code, NativeVirtualKeyCode: code})
		text = ""
	}
}

// tabTo goes on with Tab until what has the focus is the element of a selector that is
// called so. It must be seen which one that is.
func (p *visit) tabTo(selector, words string) {
	p.t.Helper()
	there := fmt.Sprintf(`((e) => e.matches(%q) && (e.ariaLabel || e.labels?.[0]?.innerText || e.innerText || "").trim().startsWith(%q))(document.activeElement)`, selector, words)
	p.wait(words, fmt.Sprintf(`[...document.querySelectorAll(%q)].some((e) => e.checkVisibility() && !e.disabled && (e.ariaLabel || e.labels?.[0]?.innerText || e.innerText || "").trim().startsWith(%q))`, selector, words))
	for range 250 {
		if js[bool](p, there) {
			if js[bool](p, `((e, s) => s.outlineStyle === "none" && s.boxShadow === "none" && !e.matches("summary, .file input"))(document.activeElement, getComputedStyle(document.activeElement))`) {
				p.t.Errorf("it is not seen that %s has the focus", words)
			}
			return
		}
		p.stroke("Tab", 9, "")
	}
	p.shot("failed-" + p.t.Name())
	p.t.Fatalf("Tab does not lead to %s %q; the focus is on %s", selector, words, js[string](p, `document.activeElement.outerHTML.slice(0, 200)`))
}

func (p *visit) enterKey() { p.t.Helper(); p.stroke("Enter", 13, "\r") }

// strike goes to something and presses Enter.
func (p *visit) strike(selector, words string) { p.t.Helper(); p.tabTo(selector, words); p.enterKey() }

// types goes to a field and writes into it.
func (p *visit) types(selector, label, text string) {
	p.t.Helper()
	p.tabTo(selector, label)
	js[any](p, `document.activeElement.select?.()`)
	for _, r := range text {
		p.stroke(string(r), 0, string(r))
	}
}

// The owner's way with the keyboard alone: the name of the house, a dish with an option,
// published; codes; a request taken, answered and handed back; a message taught.
func TestPageIsTheOwnersByKeyboardAlone(t *testing.T) {
	t.Parallel()
	base := fresh(t)
	owner := enter(t, base, 1280, 900)
	owner.goTo("/owner#house")
	owner.types(`[data-fact="name"]`, "", "Cantina do Porto")
	owner.strike("button", "Salvar")
	owner.wait("the name", `document.querySelector("#title").innerText === "Cantina do Porto"`)

	part := func(name string) {
		t.Helper()
		js[any](owner, `document.activeElement.blur()`) // as at the top of the page
		owner.strike("#tabs button", name)
		owner.wait(name, fmt.Sprintf(`document.querySelector("#main section")?.ariaLabel === %q && document.activeElement.innerText === %q`, name, name))
	}
	part("Cardápio")
	owner.strike("button", "Novo prato")
	owner.wait("the dish", `document.querySelector("dialog.dish")`)
	owner.types("dialog input", "Nome", "Tapioca")
	owner.types("dialog input", "Preço", "18")
	owner.types("dialog textarea", "Ingredientes", "goma, queijo coalho")
	owner.strike("dialog summary", "Opções e extras")
	owner.strike("dialog button", "Mais uma opção")
	owner.wait("an option", `document.activeElement.dataset.way === "name"`)
	owner.types("[data-way=name]", "", "sem queijo")
	owner.types("[data-way=without]", "", "leite")
	owner.strike("dialog button", "Guardar no rascunho")
	owner.wait("the draft", `!document.querySelector("dialog") && document.querySelector(".state .primary:not(:disabled)")`)
	owner.strike(".state button", "Publicar")
	owner.wait("it published", `document.querySelector(".state").innerText.includes("É o que os convidados têm")`)
	part("Mesas")
	owner.strike("button", "Fazer códigos")
	owner.wait("the codes", `document.querySelectorAll(".codes img").length === 10`)
	link := js[string](owner, `document.querySelector(".codes .url").innerText`)

	guest := enter(t, base, 390, 844)
	guest.do(chromedp.Navigate("about:blank"))
	guest.goTo(strings.TrimPrefix(link, base))
	guest.asks("Sou alérgica a leite. A tapioca tem leite?")
	guest.has("sem queijo")
	guest.asks("Quero falar com alguém da equipe, por favor")
	guest.say("sim")
	guest.has("Passei à equipe")
	guest.turn(3)

	part("Pedidos")
	owner.types("input", "Seu nome", "Rita")
	owner.strike(".request", "")
	owner.strike(".detail button", "Assumir")
	owner.wait("it taken", `document.querySelector(".facts")?.innerText.includes("com Rita")`)
	owner.types(".detail textarea", "Sua resposta", "Oi, sou a Rita.")
	owner.strike(".detail button", "Responder")
	guest.wait("a person", `document.querySelector(".text.by-person")?.innerText.includes("Rita: Oi, sou a Rita.")`)
	owner.strike(".detail button", "Devolver")
	guest.wait("nobody to have it", `document.querySelector("#banner").hidden`)
	guest.asks("lero lalá do beijuzinho")

	part("Convidados")
	owner.strike(".talks button", "")
	owner.wait("the conversation", `document.activeElement.classList.contains("said") && [...document.querySelectorAll(".said li.guest")].at(-1).innerText.includes("beijuzinho")`)
	js[any](owner, `[...document.querySelectorAll(".said li.guest")].at(-1).id = "missed"`)
	owner.strike("#missed summary", "Ensinar")
	owner.types("#missed input", "O que o convidado queria", "perguntou de um prato, o que leva")
	owner.enterKey()
	owner.wait("what it may mean", `document.activeElement.type === "radio" && document.activeElement.value === "about_dish"`)
	owner.strike("#missed button", "Guardar a lição")
	owner.wait("the lesson", `document.querySelector(".lessons").innerText.includes("perguntou de um prato")`)
	owner.types("#missed input", "Um prato que o convidado chamou assim", "beijuzinho")
	owner.tabTo("#missed select", "Prato do cardápio")
	owner.strike("#missed button", "Guardar a palavra")
	owner.wait("the word", `document.querySelector(".school").innerText.includes("beijuzinho")`)
	guest.say("Quanto custa o beijuzinho?")
	guest.has("R$ 18")
	owner.strike(".school button", "Remover: beijuzinho")
	owner.wait("it undone", `![...document.querySelectorAll(".school button")].some((b) => b.ariaLabel === "Remover: beijuzinho")`)
}
