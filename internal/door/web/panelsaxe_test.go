package web_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// axe fetches axe-core, which judges pages by WCAG. It belongs to CI: elsewhere
// MAITRE_AXE=1 asks for it.
func axe(t *testing.T) (script string, err error) {
	if os.Getenv("CI") != "true" && os.Getenv("MAITRE_AXE") == "" {
		return "", errors.New("set MAITRE_AXE=1 to fetch axe-core")
	}
	if _, err := exec.LookPath("npm"); err != nil {
		return "", errors.New("npm is not installed (Debian: apt-get install npm)")
	}
	dir := t.TempDir()
	wanted, err := os.ReadFile(filepath.Join("axe", "package.json"))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "package.json"), wanted, 0o644)
	}
	must(t, err)
	npm := exec.CommandContext(t.Context(), "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error", "--prefer-offline")
	npm.Dir = dir
	if out, err := npm.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm cannot fetch axe-core: %w\n%s", err, out)
	}
	raw, err := os.ReadFile(filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
	return string(raw), err
}

// judge returns what is not accessible on the page as it is.
const judge = `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], rules: { "target-size": { enabled: true } } })
.then((r) => r.violations.flatMap((v) => v.nodes.map((n) => v.id + ": " + n.target.join(" ") + ": " + (n.any[0] || n.all[0] || n.none[0] || {}).message)))`

func TestPageIsAccessibleByWCAG(t *testing.T) {
	t.Parallel()
	script, err := axe(t)
	if err != nil {
		t.Log("the page is not judged by axe-core: ", err)
		return
	}
	check := func(what string, p *visit) {
		t.Helper()
		for _, l := range looks {
			l.at(p)
			for _, v := range js[[]string](p, judge) {
				t.Errorf("%s, %s: %s", what, l.name, v)
			}
		}
	}
	load := func(p *visit) { p.do(chromedp.Evaluate[chromedp.Void](script)) }

	cards := drawn(t, "pt", deck(t))
	load(cards)
	cards.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("details").forEach((d) => d.open = true)`))
	check("cards", cards)

	cards = drawn(t, "en", sights(t))
	load(cards)
	check("a map and a line", cards)
	js[any](cards, `document.documentElement.dataset.contrast = "more"`)
	check("a map and a line, with high contrast", cards)

	p := enter(t, ruled, 1280, 800)
	load(p)
	check("welcome", p)
	p.do(chromedp.EmulateViewport(1280, 800))
	p.asks("Quero um hotel em Gramado de 10 a 13 de dezembro, para 2 pessoas")
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll(".card details").forEach((d) => d.open = true)`))
	check("conversation", p)
	p.do(chromedp.EmulateViewport(1280, 800))
	p.asks("Quero um prato vegetariano e leve")
	p.click("Tentar de novo")
	p.turn(3)
	p.click("Mais: ")
	p.click("Editar")
	p.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll(".acts details").forEach((d) => d.open = true)`))
	check("dishes, versions and a bill", p)
	p.do(chromedp.EmulateViewport(1280, 800))
	p.key("Escape", 27)
	p.asks("Prefiro vinho tinto")
	for _, button := range []string{"#memory", "#trace", "#export", "#settings", "#person"} {
		p.do(chromedp.EmulateViewport(1280, 800))
		p.click(button)
		p.wait("a dialog", `document.querySelector("dialog[open]") && !document.querySelector("[aria-busy=true]")`)
		p.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("dialog details").forEach((d) => d.open = true)`))
		if button == "#memory" {
			p.click("Esquecer tudo") // which asks once more
		}
		check(button, p)
		p.do(chromedp.EmulateViewport(1280, 800))
		p.picture("page"+button[1:], "dialog[open]")
		js[any](p, `document.querySelector("dialog[open]").close()`)
	}
}

// The owner's parts are accessible in whatever colour the house has.
func TestPageOwnersPartsAreAccessibleByWCAG(t *testing.T) {
	t.Parallel()
	script, err := axe(t)
	if err != nil {
		t.Log("the owner's page is not judged by axe-core: ", err)
		return
	}
	base := fresh(t)
	p := enter(t, base, 1280, 800)
	js[any](p, `fetch("/api/v1/house/facts", {method: "PUT", body: JSON.stringify({version: 0, facts: {name: "Casa", color: "#ffee00", hours: "Mo-Fr 12:00-15:00; PH off", tables: {seats: 10}}})}).then((r) => r.status)`)
	js[any](p, `fetch("/api/v1/tables?name=vendas", {method: "POST", body: "produto,valor\nVinho,3\n"}).then((r) => r.status)`)
	guest := enter(t, base, 390, 844)
	guest.asks("Quero falar com alguém da equipe")
	guest.say("sim")
	guest.has("Passei à equipe")
	guest.turn(2)
	for part, opens := range map[string][2]string{
		"inbox": {".request", ".detail .said li"}, "house": {"", "form button"}, "data": {"tbody button", ".look .versions"}, "tables": {"form button", ".codes img"},
		"access": {"", "form button"}, "guests": {".talks button", ".said .teach"},
	} {
		p.do(chromedp.EmulateViewport(1280, 800))
		p.goTo("/owner?" + part + "#" + part) // a page of its own
		p.wait(part, `document.querySelector("main :is(form, table, .inbox)")`)
		if opens[0] != "" {
			p.mouse("main "+opens[0], "")
		}
		p.wait(part+", opened", `document.querySelector("main `+opens[1]+`")`)
		js[any](p, `document.querySelectorAll("main details").forEach((d) => d.open = true)`)
		p.do(chromedp.Evaluate[chromedp.Void](script))
		for _, l := range looks {
			l.at(p)
			for _, v := range js[[]string](p, judge) {
				t.Errorf("%s, %s: %s", part, l.name, v)
			}
		}
	}
}
