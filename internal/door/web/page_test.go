package web_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

func TestPageHoldsAConversation(t *testing.T) {
	t.Parallel()
	p := enter(t, ruled, 1280, 800)
	if got := js[[]string](p, `[...document.querySelectorAll("[role=log], textarea, input:not([type=search])")].map((e) => e.id)`); len(got) != 2 {
		t.Errorf("one log and one text box: %q", got)
	}
	js[any](p, `window.said = [], new MutationObserver(() => { const s = document.querySelector("#announce").textContent; if (s) said.push(s) }).observe(document.querySelector("#announce"), {childList: true}), 0`)
	p.asks("Quero um prato vegetariano e leve")
	p.has("Respondido em")
	p.wait("the card", `document.querySelector("#log [data-component=dishes-list]")`)
	p.wait("the announcement", "said.length")
	if said := js[[]string](p, "said"); len(said) != 1 || len(said[0]) < 40 {
		t.Errorf("the answer is read out once, when it is whole; it was %q", said)
	}
	if live := js[string](p, `document.querySelector("[role=log]").ariaLive`); live != "off" {
		t.Errorf("the log is %s: it would chatter", live)
	}

	p.asks("Olá, tudo bem?")
	const words = `document.querySelector("#log").innerText.replaceAll(/Respondido em .*|[0-9]+ consultas?|Anotei.*/g, "").replaceAll(/\s+/g, " ").trim()`
	before := js[string](p, words)
	p.reload()
	p.wait("what was said", `document.querySelectorAll(".turn").length === 2`)
	if after := js[string](p, words); after != before {
		t.Errorf("after a reload the log says\n%s\nbefore it said\n%s", after, before)
	}

	p.click("Editar")
	if box := js[string](p, `document.querySelector("#box").value`); box != "Olá, tudo bem?" {
		t.Errorf("to edit there is %q", box)
	}
	p.key("Escape", 27)
	p.wait("an empty box", `document.querySelector("#box").value === "" && document.querySelector("#editing").hidden`)
}

// pictured shows the chart of the conversation once more, as a kind of which the page shows the server's picture.
const pictured = `(async () => {
	const at = document.querySelector("script[type=module]").src.replace("main.js", "");
	const { api } = await import(at + "api.js"), { Turn } = await import(at + "turn.js"), cards = await import(at + "cards.js");
	const id = new URLSearchParams(location.hash.slice(1)).get("t"), { messages } = await api("GET", "/threads/" + id);
	const chart = messages.find((m) => m.content?.name === "chart").content, turn = new Turn({ cards });
	document.querySelector("#log").append(turn.el);
	turn.begin();
	turn.card({ ...chart, props: { ...chart.props, kind: "box" } });
})()`

func TestPageShowsChartsToTheirGuest(t *testing.T) {
	t.Parallel()
	for name, enters := range map[string]func(t *testing.T) *visit{
		"who says who they are": func(t *testing.T) *visit {
			p := enter(t, ruled, 1280, 800)
			p.become("C001")
			return p
		},
		"who has a token": func(t *testing.T) *visit {
			p := enter(t, guarded, 1280, 800)
			p.signIn(secret)
			return p
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := enters(t)
			p.asks("Qual a distribuição do preço (histograma)?")
			const drawn = `document.querySelectorAll("[data-component=chart] .plot-line rect").length > 2`
			p.wait("the chart", drawn)
			if alt := js[string](p, `document.querySelector("[data-component=chart] .plot").ariaLabel`); !strings.Contains(alt, "preço") {
				t.Errorf("to who cannot see it the chart says %q", alt)
			}
			p.shot("chart")
			p.reload()
			p.wait("the chart again", drawn)
			const image = `document.querySelector("[data-component=chart] img")`
			js[any](p, pictured)
			p.wait("the picture", image+"?.naturalWidth > 0")
			src := js[string](p, image+".src")
			p.cuts() // the browser tells of what it cannot load
			gone := fmt.Sprintf(`new Promise((done) => { const i = new Image(); i.onload = () => done(false); i.onerror = () => done(true); i.src = %q })`, src)
			if strings.HasPrefix(src, "blob:") && js[bool](p, gone) {
				t.Error("the picture cannot be read while it is shown")
			}
			js[any](p, image+`.closest(".card").remove()`)
			if !strings.HasPrefix(src, "blob:") || !js[bool](p, gone) {
				t.Errorf("%s is held when nobody sees it any more", src)
			}
		})
	}
}

func TestPageStopsTheModelItself(t *testing.T) {
	t.Parallel()
	p := enter(t, modeled, 1280, 800)
	tale := model.about("Iracema")
	p.say("Conte a história de Iracema")
	tale.let <- 8
	p.has(sentence(3))
	p.click("#stop")
	p.has("Você parou a resposta.")
	select {
	case <-tale.ended:
	case <-time.After(patience):
		t.Error("the model goes on")
	}
	p.idle()
	said := js[string](p, `document.querySelector(".text").innerText`)
	if strings.Contains(said, "fim.") {
		t.Errorf("it went on: %s", said)
	}
	p.reload()
	p.has(sentence(3))
}

func TestPageComesBackAfterALostConnectionAndAReload(t *testing.T) {
	t.Parallel()
	var wire cable
	p := enter(t, wire.lay(t, modeled), 1280, 800)
	p.cuts()
	tale := model.about("Jurema")
	p.say("Conte a história de Jurema")
	underWay := func() {
		t.Helper()
		if js[bool](p, `document.querySelector("#stop").hidden`) {
			t.Error("nothing is under way that could be lost")
		}
	}
	tale.let <- 10
	p.has(sentence(5))
	underWay()
	wire.cut()
	tale.let <- 15
	p.has(sentence(20))
	underWay()
	p.reload()
	p.has(sentence(20))
	underWay()
	tale.let <- sentences
	p.has("fim.")
	p.idle()
	const told = `(() => { const text = document.querySelector("#log").innerText; return %s.filter((s) => text.split(s).length !== 2) })()`
	var all []string
	for i := range sentences {
		all = append(all, sentence(i))
	}
	if wrong := js[[]string](p, fmt.Sprintf(told, inJS(t, all))); len(wrong) > 0 {
		t.Errorf("%q are not told once", wrong)
	}
}

func TestPageAsksAndTakesTheAnswer(t *testing.T) {
	t.Parallel()
	p := enter(t, ruled, 1280, 800)
	p.become("C010") // who has five breweries left to know; others have one
	ask := func() {  // of the same list there is one question in a conversation
		t.Helper()
		p.click("#new")
		p.say("Recomende cervejarias novas para mim")
		p.wait("a question", `document.querySelectorAll(".turn").length === 1 && document.querySelector(".turn:last-child [role=group] [role=timer]")`)
		p.idle()
	}
	ask()
	labels := js[[]string](p, `[...document.querySelectorAll(".answers button")].map((b) => b.innerText)`)
	listed := js[int](p, `document.querySelectorAll("[data-component=breweries-list] .items > li").length`) // a guest who knows many is told of fewer
	if listed < 3 || len(labels) != 2+listed || !strings.HasPrefix(labels[0], "Sim") || !strings.HasPrefix(labels[1], "Não") {
		t.Errorf("the buttons are %q: yes, no, %d items", labels, listed)
	}
	if !js[bool](p, `document.activeElement.closest("[role=group]") !== null`) {
		t.Error("the focus is not in the question")
	}
	p.shot("question")
	p.do(chromedp.KeyEvent("\t\t\r"))
	p.has("Você respondeu: " + labels[2])
	p.idle()
	p.wait("what is known of it", `document.querySelector("[data-component=brewery-details]")?.innerText.includes(`+fmt.Sprintf("%q", labels[2])+`)`)
	if n := js[int](p, `document.querySelectorAll("[role=timer], .answers").length`); n != 0 {
		t.Error("the countdown or the buttons are still there")
	}
	if at := js[string](p, "document.activeElement.id"); at != "box" {
		t.Errorf("the focus is at %q", at)
	}

	ask()
	p.click("Não, obrigado")
	p.has("Você respondeu: Não")
	p.has("Ficam as dicas")
	p.idle()

	ask()
	p.say("sim") // in words
	p.has("Você respondeu: Sim")
	p.idle()

	ask()
	p.reload() // it waits
	p.wait("the question again", `document.querySelector("[role=group] [role=timer]")`)
	p.click("Sim")
	p.idle()
}

// Who goes by keyboard never has to begin anew: where a button goes away, the
// focus is at what came instead, or in the box.
func TestPageKeepsThePlaceOfAKeyboard(t *testing.T) {
	t.Parallel()
	p := enter(t, ruled, 1280, 800)
	press := func(selector string) {
		t.Helper()
		p.wait(selector, fmt.Sprintf(`document.querySelector(%q)`, selector))
		js[any](p, fmt.Sprintf(`document.querySelector(%q).focus()`, selector))
		p.do(chromedp.KeyEvent("\r"))
	}
	focus := func(want string) {
		t.Helper()
		p.wait("the focus at "+want, fmt.Sprintf(`document.activeElement.matches(%q)`, want))
	}
	press(".starter:nth-child(2)")
	focus("#box")
	p.idle()
	press(".latest [aria-label='Tentar de novo']")
	focus("#box")
	p.idle()
	p.asks("Prefiro vinho tinto")
	press("[data-component=memory-notice] button")
	focus("[data-component=memory-notice] [role=status]")
	press(".turn:last-child [aria-label='Dar opinião']")
	focus(".feedback button")
	p.do(chromedp.KeyEvent("\r"))
	focus(".feedback .outcome")
	press("#new")
	focus("#box")
	press(".threads .open")
	focus("#box")
}

func TestPageTakesSilenceForNo(t *testing.T) {
	t.Parallel()
	p := enter(t, ruled, 390, 800)
	p.say("Recomende cervejarias novas para mim")
	p.wait("a question", `document.querySelector("[role=timer]")`)
	p.has("Sem resposta a tempo: ficou como não.")
	p.has("dicas")
	p.idle()
	if n := js[int](p, `document.querySelectorAll("[role=timer], .answers").length`); n != 0 {
		t.Error("the countdown or the buttons are still there")
	}
}

func TestPageKeepsConversations(t *testing.T) {
	t.Parallel()
	p := enter(t, ruled, 1280, 800)
	for i, text := range []string{"Olá, bom dia!", "Quem é você?"} {
		p.click("#new")
		p.asks(text)
		p.wait("it in the list", fmt.Sprintf(`document.querySelectorAll("#threads .open").length === %d`, i+1))
	}
	if got := js[string](p, `[...document.querySelectorAll("#threads .day")].map((e) => e.innerText).join("; ")`); got != "Hoje" {
		t.Errorf("the days of the list are %q", got)
	}
	const names = `[...document.querySelectorAll("#threads .name")].map((e) => e.innerText).join("; ")`
	js[any](p, `(() => { const s = document.querySelector("#search"); s.value = "ola"; s.dispatchEvent(new Event("input")) })()`)
	if got := js[string](p, names); got != "Olá, bom dia!" {
		t.Errorf("a search for ola finds %q", got)
	}
	js[any](p, `(() => { const s = document.querySelector("#search"); s.value = "programa"; s.dispatchEvent(new Event("input")) })()`)
	p.wait("what is found in an answer", names+` === "Quem é você?"`)
	js[any](p, `(() => { const s = document.querySelector("#search"); s.value = "ola"; s.dispatchEvent(new Event("input")) })()`)
	p.click("Olá, bom dia!")
	p.has("Olá, bom dia!")
	p.click("Renomear")
	js[any](p, `(() => { const b = document.querySelector("dialog[open] input"); b.value = "Sexta à noite"; b.form.requestSubmit() })()`)
	js[any](p, `(() => { const s = document.querySelector("#search"); s.value = ""; s.dispatchEvent(new Event("input")) })()`)
	p.click("Desfazer")
	p.wait("the old name again", names+`.includes("Olá, bom dia!")`)
	p.click("Renomear “Olá")
	js[any](p, `(() => { const b = document.querySelector("dialog[open] input"); b.value = "Sexta à noite"; b.form.requestSubmit() })()`)
	p.wait("the new name", names+`.includes("Sexta à noite") && document.title.startsWith("Sexta à noite") && !document.querySelector("dialog")`)
	js[any](p, "history.back()")
	p.has("Quem é você?")
	p.click("Sexta à noite")
	p.wait("the first one", `document.querySelector("#log").innerText.includes("bom dia")`)
	p.click("Apagar “Sexta")
	p.wait("one less", `document.querySelectorAll("#threads .open").length === 1 && document.querySelector(".welcome")`)
	p.wait("the focus at what undoes it", `document.activeElement.innerText === "Desfazer"`)
	p.do(chromedp.KeyEvent("\r"))
	p.wait("it back", names+`.includes("Sexta à noite") && document.querySelector("#log").innerText.includes("bom dia")`)
	p.click("Apagar “Sexta")
	p.wait("one less", `document.querySelectorAll("#threads .open").length === 1`)
	p.reload() // which leaves no time to undo it
	if got := js[string](p, names); got != "Quem é você?" {
		t.Errorf("what is left is %q", got)
	}
}

func TestPageKnowsItsGuestAndTakesOpinions(t *testing.T) {
	t.Parallel()
	p := enter(t, ruled, 1280, 800)
	p.click("#person")
	p.click("Boteco do Dinho")
	p.wait("the guest", `document.querySelector("#who").innerText === "Boteco do Dinho" && document.querySelector(".welcome h2").innerText.includes("Dinho")`)
	p.reload()
	p.wait("the guest still", `document.querySelector("#who").innerText === "Boteco do Dinho"`)

	p.asks("Prefiro vinho tinto, sempre. Que prato vegetariano vai bem?")
	p.click("Não guarde isso")
	p.wait("it forgotten", `[...document.querySelectorAll("[data-component=memory-notice]")].some((e) => !e.querySelector("button"))`)
	if !js[bool](p, `document.querySelector(".feedback") === null`) {
		t.Error("nobody has asked for an opinion")
	}
	p.click("Dar opinião")
	p.click("Corrigir")
	js[any](p, `(() => { const b = document.querySelector("dialog[open] textarea"); b.value = "não sou vegetariano"; b.form.requestSubmit() })()`)
	p.wait("thanks", `!document.querySelector("dialog") && document.querySelector(".feedback .outcome")`)

	p.asks("E uma sobremesa?") // the cursor is back in the box
	js[any](p, `(() => { const b = [...document.querySelectorAll(".turn:last-child button")].find((b) => b.ariaLabel === "Dar opinião"); b?.click() })()`)
	p.click("Ajudou")
	p.wait("thanks", `document.querySelectorAll(".feedback .outcome").length === 2`)
}

// hostile is what no model should say.
const hostile = "# Olá <script>window.pwned=1</script>\n\n<img src=x onerror=\"window.pwned=1\"> e ![foto](https://evil.example/x.png)\n\n" +
	"[clique](javascript:window.pwned=1) ou [aqui](https://evil.example/login) ou [dados](data:text/html,x) ou [maitre.dev](https://user:pw@evil.example)\n\n" +
	"- item \u202Eodarref\u202C fim\n- `code <b>`\n\n"

// The house refuses such an answer; the page does not rely on it.
func TestPageShowsWhatAModelSaysAsWordsOnly(t *testing.T) {
	t.Parallel()
	table := "|" + strings.Repeat(" a |", 40) + "\n|" + strings.Repeat("---|", 40) + "\n" + strings.Repeat("|"+strings.Repeat(" largo |", 40)+"\n", 400)
	p := open(t, fmt.Sprintf(`import { draw } from "/page/js/markdown.js";
const text = document.createElement("div");
text.className = "text";
document.querySelector("#stage").append(text);
draw(text, %s);
document.documentElement.dataset.ready = "true";`, inJS(t, hostile+table)), nil)
	p.do(chromedp.EmulateViewport(390, 800))
	for expression, want := range map[string]string{
		`String(window.pwned)`: "undefined",
		`String(document.querySelectorAll(".text :is(script, img, iframe, style, form, b)").length)`:                                    "0",
		`[...document.querySelectorAll(".text a")].map((a) => a.href + " " + a.rel + " " + a.innerText).join("; ")`:                     `https://evil.example/x.png noopener noreferrer foto (evil.example); https://evil.example/login noopener noreferrer aqui (evil.example)`,
		`String(/[\u202A-\u202E\u2066-\u2069]/.test(document.querySelector(".text").textContent))`:                                      "false",
		`String(document.querySelectorAll(".text tbody tr").length <= 100 && document.querySelector(".text tr").children.length <= 12)`: "true",
		`String(document.documentElement.scrollWidth <= innerWidth)`:                                                                    "true",
	} {
		if got := js[string](p, expression); got != want {
			t.Errorf("%s is %q, want %q", expression, got, want)
		}
	}
	if got := js[string](p, `document.querySelector(".text").innerText`); !strings.Contains(got, "<script>window.pwned=1</script>") {
		t.Errorf("what was said is not shown: %.300s", got)
	}
}

func TestPageFitsASmallPhone(t *testing.T) {
	t.Parallel()
	p := enter(t, ruled, 320, 640)
	fits := func(where string) {
		t.Helper()
		if by := p.wide(); by > 0 {
			t.Errorf("%s: the page is %d px too wide", where, by)
		}
		const small = `[...document.querySelectorAll("button, summary, textarea, input")].filter((e) => e.checkVisibility({visibilityProperty: true}) && e.getBoundingClientRect().width > 1)
			.map((e) => [e.getBoundingClientRect(), e]).filter(([r]) => r.height < 43.5 || r.width < 43.5).map(([r, e]) => e.outerHTML.slice(0, 90) + Math.round(r.width) + "x" + Math.round(r.height))`
		if all := js[[]string](p, small); len(all) > 0 {
			t.Errorf("%s: too small to touch: %q", where, all)
		}
	}
	fits("the welcome")
	p.click("Viagem")
	p.idle()
	fits("a trip")
	p.say("Recomende cervejarias novas para mim")
	p.wait("a question", `document.querySelector(".answers")`)
	fits("a question")
	p.click("Não, obrigado")
	p.has("Ficam as dicas")
	p.idle()
	p.click("#menu")
	fits("the list")
	if !js[bool](p, `document.querySelector("#side").contains(document.activeElement) && document.querySelector("#main").inert`) {
		t.Error("the focus is not in the list")
	}
	p.key("Escape", 27)
	p.wait("it closed", `document.querySelector("#side").inert && document.activeElement.id === "menu"`)
	p.do(chromedp.EmulateViewport(320, 300)) // the keyboard is open
	p.wait("the box in sight", `document.querySelector("#box").getBoundingClientRect().bottom <= 300 && document.querySelector("#scroll").clientHeight > 100`)
}

func TestPageSpeaksTheGuestsLanguage(t *testing.T) {
	t.Parallel()
	p := enter(t, ruled, 1280, 800)
	p.become("C001")
	if got := js[string](p, "document.documentElement.lang"); got != "pt-BR" {
		t.Errorf("a browser that prefers Portuguese sees %s", got)
	}
	p.do(chromedp.KeyEvent("\t\r")) // the first stop leads to the box
	p.wait("the box", `document.activeElement.id === "box"`)
	for code, hello := range map[string]string{"en": "Welcome, Bar do João.", "es": "Le damos la bienvenida, Bar do João."} {
		p.click("#settings")
		js[any](p, fmt.Sprintf(`document.querySelector("dialog[open] input[value=%s]").click()`, code))
		p.has(hello)
		p.reload()
		p.has(hello)
		if got := js[string](p, "document.documentElement.lang"); !strings.HasPrefix(got, code+"-") {
			t.Errorf("the page says it is %s, want %s", got, code)
		}
	}
	p.click("#settings")
	js[any](p, `document.querySelector("dialog[open] input[value=dark]").click()`)
	if got := js[string](p, "getComputedStyle(document.documentElement).colorScheme"); got != "dark" {
		t.Errorf("who chose dark sees %s", got)
	}
}
