package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// said is what the guest has said last.
const said = `[...document.querySelectorAll(".guest p")].at(-1)?.textContent`

// chips are what may be said next.
const chips = `[...document.querySelectorAll(".turn:last-child .next button")].map((b) => b.innerText).join("; ")`

// turn waits for so many turns, all of them over.
func (p *visit) turn(n int) {
	p.t.Helper()
	p.wait("the next turn", fmt.Sprintf(`document.querySelectorAll(".turn").length === %d`, n))
	p.idle()
}

// asks says something and waits for the answer.
func (p *visit) asks(text string) {
	p.t.Helper()
	before := js[int](p, `document.querySelectorAll(".turn").length`)
	p.say(text)
	p.turn(before + 1)
}

func TestPageYesAndNoAreButtons(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ code, says, chips, yes string }{
		{"pt", "Sou alérgico a amendoim", "Sim; Não", "Sim"},
		{"en", "I am allergic to peanuts", "Yes; No", "Yes"},
		{"es", "Soy alérgico al maní", "Sí; No", "Sí"},
	} {
		p := enter(t, ruled, 390, 800)
		p.asks(tt.says)
		p.wait("yes and no", chips+fmt.Sprintf(" === %q", tt.chips))
		p.reload()
		p.wait("yes and no again", chips+fmt.Sprintf(" === %q", tt.chips))
		js[any](p, `document.querySelector(".turn:last-child .next button").focus()`)
		p.do(chromedp.KeyEvent("\r"))
		p.turn(2)
		if got := js[string](p, said); got != tt.yes {
			t.Errorf("%s: it says %q", tt.code, got)
		}
	}
}

// A yes to keeping the guest's own needs keeps none of a companion's: there is a button for those.
func TestPageKeepsACompanionsNeedByAYesOfItsOwn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ says, yes, keep, kept, ask, of string }{
		{"Sou vegetariano e meu irmão Davi é celíaco", "Sim", "Guarde também o de meu irmão Davi", "de seu irmão Davi", "O que você sabe de mim?", "(de seu irmão Davi)"},
		{"I am vegetarian and my brother Joe is celiac", "Yes", "Keep that of my brother Joe too", "of your brother Joe", "What do you know about me?", "(of your brother Joe)"},
		{"Soy vegetariano y mi hermano Luis es celíaco", "Sí", "Guarde también lo de mi hermano Luis", "de su hermano Luis", "¿Qué sabe de mí?", "(de su hermano Luis)"},
	} {
		p := enter(t, ruled, 390, 800)
		p.asks(tt.says)
		p.click(tt.yes)
		p.turn(2)
		p.wait("a button for the companion", chips+fmt.Sprintf(" === %q", tt.keep))
		p.click(tt.keep)
		p.turn(3)
		p.wait("that it is kept", fmt.Sprintf(`document.querySelector(".latest .answer").innerText.includes(%q)`, tt.kept))
		p.click("#new")
		p.say(tt.ask)
		p.wait("it in another conversation", fmt.Sprintf(`document.querySelector(".latest .answer")?.innerText.includes(%q)`, tt.of))
	}
}

// What is counted makes a bill, which the guest has added up or sends to the kitchen with a yes.
func TestPageTheBillRunsAlong(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ code, ask, sum, less, total, totalSaid, order, orderSaid, yes, sent, clear string }{
		{"pt", "Quero um prato vegetariano e leve", "3 itens · R$ ", "Menos: ", "Fazer a conta", "Quanto fica a conta com 2 %s e 1 %s?", "Pedir", "Quero pedir 2 %s e 1 %s. Pode mandar para a cozinha.", "Sim", "Passei à equipe", "Limpar a conta"},
	} {
		t.Run(tt.code, func(t *testing.T) {
			p := enter(t, ruled, 390, 800)
			js[any](p, fmt.Sprintf(`localStorage.setItem("maitre.lang", %q)`, tt.code))
			p.reload()
			p.asks(tt.ask)
			const steppers = `document.querySelectorAll("[data-dish]")`
			p.wait("the steppers", steppers+".length > 1")
			press := func(item, button, times int) {
				js[any](p, fmt.Sprintf(`%s[%d].querySelectorAll("button")[%d].focus()`, steppers, item, button))
				for range times {
					p.do(chromedp.KeyEvent("\r"))
				}
			}
			press(0, 1, 3)
			press(0, 0, 1)
			press(1, 1, 1)
			names := js[[]string](p, `[...document.querySelectorAll("[data-component=dishes-list] .title strong")].map((e) => e.textContent)`)
			const sum = `document.querySelector("#bill output").textContent.replaceAll("\u00a0", " ")`
			p.wait("the sum", sum+fmt.Sprintf(".startsWith(%q)", tt.sum))
			amount := strings.TrimPrefix(js[string](p, sum), tt.sum)
			p.shot("bill-" + tt.code)
			press(1, 0, 1)
			p.wait("one less", sum+`.startsWith("2 ")`)
			if got := js[string](p, `document.activeElement.ariaLabel`); got != tt.less+names[1] {
				t.Errorf("at none the focus is at %q", got)
			}
			press(1, 1, 1)
			p.reload()
			p.wait("it still", sum+fmt.Sprintf(`.startsWith(%q) && `, tt.sum)+steppers+`[0]?.innerText.includes("2")`)
			for n, b := range [][2]string{{tt.total, tt.totalSaid}, {tt.order, tt.orderSaid}} {
				p.click(b[0])
				p.turn(n + 2)
				if got, want := js[string](p, said), fmt.Sprintf(b[1], names[0], names[1]); got != want {
					t.Errorf("it says %q, want %q", got, want)
				}
				p.wait("the amount", fmt.Sprintf(`document.querySelector(".latest .answer").innerText.replaceAll("\u00a0", " ").includes(%q)`, amount))
			}
			if js[bool](p, `document.querySelector(".latest .answer").innerText.includes("“")`) {
				t.Error("who has sent the order is told how to send it")
			}
			p.click(tt.yes)
			p.turn(4)
			p.has(tt.sent)
			p.wait("what was ordered is not counted again", `document.querySelector("#bill").hidden`)
			press(0, 1, 1)
			p.wait("another count", sum+`.startsWith("1 ")`)
			p.click(tt.clear)
			p.wait("nothing counted", `document.querySelector("#bill").hidden && [...`+steppers+`].every((e) => e.querySelector("output").textContent === "0")`)
			p.click("#new")
			if !js[bool](p, `document.querySelector("#bill").hidden`) {
				t.Error("a new conversation has a bill")
			}
		})
	}
}
