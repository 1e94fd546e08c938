package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// The pictures that "make screenshots" takes, one guest after another. What is
// seen must fit, whatever the light and the width.
func TestPageLooksRight(t *testing.T) {
	t.Parallel()
	p := enter(t, ruled, 1280, 800)
	for _, look := range []struct {
		name          string
		width, height int64
		scheme, guest string
	}{
		{"light", 1280, 800, "light", "C002"},
		{"dark", 1280, 800, "dark", "C003"},
		{"phone", 390, 844, "light", "C005"},
		{"small", 320, 640, "dark", "C006"},
	} {
		p.look(look.scheme)
		p.do(chromedp.EmulateViewport(look.width, look.height))
		p.be(look.guest)
		p.goTo("/")
		seen := func(what string) {
			t.Helper()
			if by := js[int](p, `Math.max(...["html", "main", "#scroll"].map((s) => document.querySelector(s).scrollWidth)) - innerWidth`); by > 0 {
				t.Errorf("%s, %s: %d px too wide", what, look.name, by)
			}
			p.shot(what + "-" + look.name)
		}
		seen("welcome")
		p.say("Quero um hotel em Gramado de 10 a 13 de dezembro, para 2 pessoas")
		p.idle()
		p.wait("the cards", `document.querySelectorAll("#log [data-component]").length > 1`)
		seen("trip")
		p.say("Recomende cervejarias novas para mim")
		p.wait("a question", `document.querySelector(".answers")`)
		p.idle()
		seen("question")
		p.click("Não, obrigado")
		p.has("Ficam as dicas")
		p.idle()
		seen("answered")
	}
}
