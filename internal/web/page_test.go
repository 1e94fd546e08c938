package web_test

import (
	"testing"
)

func TestPageShots(t *testing.T) {
	p := enter(t, ruled, 1280, 800)
	p.shot("welcome")
	p.click("Cervejarias")
	p.wait("q", `document.querySelector(".question")`)
	p.shot("question")
	p.click("Não")
	p.idle()
	p.shot("no")
	p.say("Quero um prato vegetariano e leve")
	p.idle()
	p.shot("menu")
	p.say("Quero um hotel em Gramado de 10 a 13 de dezembro, para 2 pessoas")
	p.idle()
	p.shot("trip")
}
