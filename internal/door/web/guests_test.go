package web_test

import (
	"strings"
	"testing"
)

// fits wants the owner's page to have no words that are missing, no small buttons and no
// sideways scrolling on a phone.
func (p *visit) fits() {
	p.t.Helper()
	if by := p.wide(); by > 0 {
		p.t.Errorf("the page is %d px too wide", by)
	}
	if all := p.tooSmall("main :is(button, select, input:not([type=checkbox], [type=radio]), summary)"); len(all) > 0 {
		p.t.Errorf("too small to touch: %q", all)
	}
	nameless := `[...document.querySelectorAll("main :is(button, select, input, textarea)")].filter((e) => e.checkVisibility() && !(e.innerText || e.ariaLabel || e.labels?.length)).map((e) => e.outerHTML)`
	if all := js[[]string](p, nameless); len(all) > 0 {
		p.t.Errorf("without a name: %q", all)
	}
}

// An owner lets somebody in, who stays signed in when the page is opened again and sees
// what staff may, until the owner ends it; the journal tells.
func TestPageLetsAnOwnerGiveAndEndAccess(t *testing.T) {
	t.Parallel()
	owner := enter(t, guarded, 390, 844)
	owner.signIn(secret)
	owner.goTo("/owner#access")
	owner.wait("the form", `document.querySelector("main form input")`)
	js[any](owner, `document.querySelector("main form input").value = "Rita do balcão"`)
	owner.click("Criar acesso")
	owner.wait("the code", `document.querySelector(".secret code")?.innerText.startsWith("mtr_")`)
	code := js[string](owner, `document.querySelector(".secret code").innerText`)
	owner.fits()
	owner.shot("access")

	rita := enter(t, guarded, 1280, 800)
	rita.refused()
	rita.goTo("/owner")
	rita.wait("to be asked", `document.querySelector("dialog input[type=password]")`)
	js[any](rita, `document.querySelector("dialog input").value = "mtr_nonsense"`)
	rita.click("Entrar")
	rita.wait("why not", `document.querySelector("#wrong-token")?.innerText.length > 10`)
	js[any](rita, `document.querySelector("dialog input").value = "`+code+`"`)
	rita.click("Entrar")
	rita.wait("her name", `document.querySelector("#person").innerText === "Rita do balcão"`)
	rita.reload()
	rita.wait("the inbox", `document.querySelector("#tabs")?.innerText.replace(/\s+/g, " ") === "Pedidos Cardápio"`)
	if kept := js[string](rita, "document.cookie + JSON.stringify(sessionStorage) + JSON.stringify(localStorage)"); strings.Contains(kept, "mtr_") || strings.Contains(kept, "session=") {
		t.Errorf("a script can read %s", kept)
	}
	if status := js[int](rita, `fetch("/api/v1/journal").then((r) => r.status)`); status != 403 {
		t.Errorf("the journal: %d", status)
	}

	js[any](owner, `[...document.querySelectorAll("tr")].find((r) => r.cells[0]?.innerText === "Rita do balcão").querySelector("button").click()`)
	owner.wait("it ended", `[...document.querySelectorAll("tr")].some((r) => r.cells[0]?.innerText === "Rita do balcão" && r.innerText.includes("encerrado"))`)
	if said := js[string](owner, `[...document.querySelectorAll("table")].at(-1).innerText`); !strings.Contains(said, "criou um acesso") || !strings.Contains(said, "encerrou um acesso") || !strings.Contains(said, "linha de comando\tcriou um acesso") {
		t.Errorf("the journal says %q", said)
	}
	rita.cuts()
	rita.reload()
	rita.wait("to be asked again", `document.querySelector("dialog input[type=password]")`)
	rita.refused()
}

// An owner finds the moment at which it went wrong, sees names and health for a reason
// only, says what the message meant and what is to be answered, and has it learned.
func TestPageShowsAnOwnerWhatWentWrongAndLetsThemTeach(t *testing.T) {
	t.Parallel()
	owner := enter(t, guarded, 390, 844)
	owner.signIn(secret)
	guest := comeBy(t, owner.link("Pátio 9"))
	guest.asks("Sou alérgica a amendoim.")
	guest.asks("Vocês alugam patinete na calçada?")
	thread := js[string](guest, `new URLSearchParams(location.hash.slice(1)).get("t")`)
	js[any](guest, `fetch("/api/v1/feedback", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({threadId: "`+thread+`", type: "negative"})}).then((r) => r.status)`)

	owner.goTo("/owner#guests")
	owner.wait("the filters", `document.querySelectorAll(".filters select").length === 3`)
	js[any](owner, `(() => { const s = document.querySelector(".filters select"); s.value = "disliked"; s.dispatchEvent(new Event("change")); })()`)
	const mine = `[...document.querySelectorAll(".talks button")].find((b) => b.innerText.includes("patinete"))`
	owner.wait("the conversation", "("+mine+"?.click(), "+mine+")")
	owner.wait("the moment", `document.querySelector(".said li.guest.amiss")?.innerText.includes("patinete")`)
	if said := js[string](owner, `document.querySelector(".said").innerText`); strings.Contains(said, "amendoim") {
		t.Errorf("health is shown: %q", said)
	}
	js[any](owner, `document.querySelectorAll("details").forEach((d) => d.open = true)`)
	owner.fits()
	owner.shot("guests")

	owner.click("Mostrar tudo")
	js[any](owner, `document.querySelector("dialog input").value = "a cozinha pergunta"`)
	js[any](owner, `document.querySelector("dialog form").requestSubmit()`)
	owner.wait("all of it", `document.querySelector(".said")?.innerText.includes("amendoim")`)

	const form = `document.querySelector(".said li.amiss.guest form:has(textarea)")`
	js[any](owner, form+`.querySelector("textarea").value = "Sim, a patinete custa dez reais a hora."`)
	js[any](owner, form+`.requestSubmit()`)
	owner.wait("the answer", `document.querySelector(".school")?.innerText.includes("dez reais a hora")`)
	guest.say("Vocês alugam patinete aqui na calçada?")
	guest.has("dez reais a hora")

	js[any](owner, `(() => { const f = document.querySelector(".said li.amiss.guest form"); f.closest("details").open = true; f.querySelector("input").value = "queria saber uma regra da casa"; f.requestSubmit(); })()`)
	const choice = `document.querySelector(".said li.amiss.guest .choice")`
	owner.wait("what it may mean", choice+`.querySelectorAll("input[type=radio]").length === 3 && document.activeElement.value === "house_info"`)
	owner.fits()
	js[any](owner, choice+`.requestSubmit()`)
	owner.wait("the lesson", `document.querySelector(".lessons")?.innerText.includes("perguntou o horário ou algo da casa")`)
	owner.fits()
	js[any](owner, `document.querySelector(".school").scrollIntoView()`)
	owner.shot("teach")
	owner.wait("counts", `document.querySelectorAll(".counts .box").length === 7`)
	js[any](owner, `(() => { const s = document.querySelector(".over-days select"), of = [...s.options].find((x) => x.text === "Opiniões: não ajudou"); s.value = of.value; s.dispatchEvent(new Event("change")); })()`)
	owner.wait("one kind by day", `/não ajudou: .* [1-9]/.test(document.querySelector(".over-days .plot")?.ariaLabel)`)
	owner.goTo("/owner#access")
	owner.wait("the journal", `document.querySelector("main").innerText.includes("a cozinha pergunta")`)
}

// What an owner teaches is learned by the reader itself: the page shows what came of it on
// kept messages, and one click undoes it. It runs by itself, for all servers here read with one reader.
func TestPageHasTheReaderLearnAndUndoesIt(t *testing.T) {
	t.Parallel()
	base := fresh(t)
	guest := enter(t, base, 390, 844)
	guest.asks("zumbidinho trelelê")
	owner := enter(t, base, 390, 844)
	owner.goTo("/owner#guests")
	owner.mouse(".talks button", "zumbidinho")
	owner.mouse(".said li.guest summary", "")
	owner.fills(".said li.guest form input", "ela se despediu, disse tchau")
	owner.mouse(".said li.guest form button", "Entender")
	owner.wait("goodbye", `document.activeElement.value === "bye"`)
	owner.mouse(".choice button", "Guardar a lição")
	owner.wait("the lesson", `document.querySelector(".lessons")?.innerText.includes("despediu-se")`)
	owner.mouse(".school button", "Aprender")
	owner.within(10*patience, "what came of it", `document.querySelector(".learning")?.innerText.includes("entende agora 1 das 1 lições")`)
	if rows := js[int](owner, `[...document.querySelectorAll(".learning tbody tr")].filter((r) => /^[0-9,]+\s*%$/.test(r.cells[1].innerText) && /^[0-9,]+\s*%$/.test(r.cells[2].innerText)).length`); rows != 4 {
		t.Errorf("%d scores are shown before and after", rows)
	}
	owner.fits()
	guest.asks("zumbidinho trelelê")
	owner.mouse(".school button", "Desfazer o aprendizado")
	owner.wait("it undone", `!document.querySelector(".learning table") && [...document.querySelectorAll(".school button")].every((b) => b.hidden || !b.innerText.startsWith("Desfazer"))`)
}
