package web_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// chooses gives a file to the field of a selector, as a person does.
func (p *visit) chooses(selector, name, kind string, content []byte) {
	p.t.Helper()
	js[any](p, fmt.Sprintf(`(() => {
		const bytes = Uint8Array.from(atob(%q), (c) => c.charCodeAt(0)), files = new DataTransfer(), input = document.querySelector(%q);
		files.items.add(new File([bytes], %q, {type: %q}));
		input.files = files.files;
		input.dispatchEvent(new Event("change", {bubbles: true}));
	})()`, base64.StdEncoding.EncodeToString(content), selector, name, kind))
}

// writes puts a text into a field, as a person does who then goes on.
func (p *visit) writes(selector, text string) {
	p.t.Helper()
	js[any](p, fmt.Sprintf(`(() => {
		const field = document.querySelector(%q);
		field.value = %q;
		field.dispatchEvent(new Event("change", {bubbles: true}));
	})()`, selector, text))
}

func plate(t *testing.T) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 300, 200))
	for i := range m.Pix {
		m.Pix[i] = 200
	}
	m.Set(10, 10, color.Black)
	var b bytes.Buffer
	must(t, png.Encode(&b, m))
	return b.Bytes()
}

// What one worker publishes the other has with the next message: who must not have
// something is kept from it.
func TestAPublishedCardReachesEveryWorkerAtOnce(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "card.db")
	one, err := start(db)
	must(t, err)
	two, err := start(db)
	must(t, err)
	post := func(url, body string) (answer map[string]any) {
		t.Helper()
		res, err := http.Post(url, "application/json", strings.NewReader(body))
		must(t, err)
		defer res.Body.Close()
		if err := json.NewDecoder(res.Body).Decode(&answer); err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d %v %v", url, res.StatusCode, answer, err)
		}
		return answer
	}
	publish := func(card string) {
		t.Helper()
		draft := post(one+"/api/v1/card/file?name=card.csv", card)
		post(one+"/api/v1/card/publish", fmt.Sprintf(`{"version":%v}`, draft["version"]))
	}
	ask := func(talk string) string {
		t.Helper()
		answer := post(two+"/v1/chat/completions", fmt.Sprintf(`{"model":"maitre","metadata":{"session_id":%q},"messages":[{"role":"user","content":"Sou alérgico a amendoim. Que torta vocês têm?"}]}`, talk))
		return fmt.Sprint(answer["choices"])
	}
	publish("name,ingredients,allergens,course\nTorta de maçã,\"maçã, farinha\",glúten,dessert\nTorta de banana,\"banana, farinha\",glúten,dessert\n")
	const barred = "Torta de maçã não é para você (amendoim)"
	if said := ask("before"); !strings.Contains(said, "Torta de maçã") || strings.Contains(said, barred) {
		t.Errorf("the other worker says %s", said)
	}
	publish("name,ingredients,allergens,course,may\nTorta de maçã,\"maçã, farinha\",glúten,dessert,amendoim\nTorta de banana,\"banana, farinha\",glúten,dessert,\n")
	if said := ask("after"); !strings.Contains(said, barred) {
		t.Errorf("then it says %s", said)
	}
}

// An owner brings a card with a mistake, mends it, says what a dish contains, gives it a
// photo and publishes; a guest has it at once, and is kept from what they must not have.
// Then it is sold out, and brought back as it was.
func TestPageChangesTheCard(t *testing.T) {
	t.Parallel()
	base := fresh(t)
	owner := enter(t, base, 1280, 900)
	owner.goTo("/owner#card")
	owner.wait("no card", `document.querySelector(".state")?.innerText.includes("ainda não tem cardápio")`)
	const file = `.file input`
	js[any](owner, `(() => { const all = new DataTransfer(), input = document.querySelector(".file input"); all.items.add(new File([new Uint8Array(20 << 20)], "menu.csv")); input.files = all.files; input.dispatchEvent(new Event("change")); })()`)
	owner.wait("that 20 MB are too many", `document.querySelector("#toasts").innerText.includes("grande demais")`)
	owner.chooses(file, "menu.csv", "text/csv", []byte("nome;preço;ingredientes;contém\nMoqueca de banana;R$ 60,00;banana, leite de coco;nenhum\nArroz de polvo;noventa;arroz, polvo;moluscos\n<b>Torta</b> de limão;22;limão, leite condensado;\n"))
	owner.wait("the mistake", `document.querySelector(".problems")?.innerText.includes("Linha 3: “noventa” não é um preço")`)
	if js[bool](owner, `!document.querySelector(".state .primary").disabled`) {
		t.Error("a card with a mistake can be published")
	}
	owner.shot("card")
	owner.click("Linha 3")
	owner.wait("the cell", `document.activeElement.dataset.column === "price"`)
	owner.writes(`[data-line="3"] [data-column="price"]`, "90")
	owner.wait("no mistake", `!document.querySelector(".problems li") && !document.querySelector(".state .primary").disabled`)

	owner.writes(".filters select", "unstated")
	owner.wait("what states no allergens", `[...document.querySelectorAll(".card-table tbody tr:not([hidden])")].length === 1 && document.querySelector('[data-line="4"]').innerText.includes("pelos ingredientes: glúten, ovo, leite")`)
	owner.click("Editar: Torta")
	owner.wait("the dish", `document.querySelector("dialog .states select")`)
	const set = `(() => { const of = (name) => [...document.querySelectorAll("dialog .states label")].find((l) => l.innerText.startsWith(name)).querySelector("select");
		for (const [name, value] of [["leite", "allergens"], ["amêndoa", "may"]]) { const s = of(name); s.value = value; s.dispatchEvent(new Event("change")); } })()`
	js[any](owner, set)
	owner.chooses("dialog .photo input", "note.png", "image/png", []byte("<svg onload=alert(1)>"))
	owner.cuts()
	owner.wait("that it is no photo", `document.querySelector("#toasts")?.innerText.includes("não é uma foto")`)
	owner.chooses("dialog .photo input", "pie.png", "image/png", plate(t))
	owner.wait("the photo", `document.querySelector("dialog .photo img").naturalWidth === 300`)
	owner.shot("card-dish")
	owner.click("Guardar no rascunho")
	owner.wait("what is stated", `document.querySelector('[data-line="4"] [data-column="allergens"]').value === "leite" && document.querySelector('[data-line="4"] [data-column="may"]').value === "amêndoa"`)
	owner.wait("it understood", `document.querySelector(".state").innerText.includes("Novos: 3")`)
	js[any](owner, `(() => { const real = URL.createObjectURL; URL.createObjectURL = (b) => { b.text().then((s) => { window.file = s; }); return real(b); }; })()`)
	owner.click("Baixar (CSV)")
	owner.wait("the file", `window.file?.startsWith('"id","name",') && file.includes('"<b>Torta</b> de limão"') && file.includes('"leite","amêndoa"')`)
	owner.click("Publicar")
	owner.wait("it published", `document.querySelector(".state").innerText.includes("É o que os convidados têm") && document.querySelectorAll("tbody")[1].rows.length === 1`)

	guest := enter(t, base, 390, 844)
	guest.become("C002")
	guest.asks("Tem alguma sobremesa ou torta?")
	guest.wait("the photo on the guest's card", `document.querySelector(".card img.dish")?.naturalWidth > 0`)
	guest.shot("card-guest")
	guest.asks("Sou alérgica a amêndoa. O que posso comer?")
	if said := js[string](guest, `[...document.querySelectorAll(".turn:last-child .card .heading")].map((e) => e.innerText).join()`); strings.Contains(said, "Torta") {
		t.Errorf("who is allergic to almonds is offered %q", said)
	}

	owner.writes(".filters select", "all")
	owner.click("Esgotado hoje: Moqueca de banana")
	owner.wait("it sold out", `[...document.querySelectorAll("[aria-pressed=true]")].length === 1`)
	guest.asks("Tem moqueca de banana?")
	if said := js[string](guest, `document.querySelector(".turn:last-child").innerText`); !strings.Contains(said, "esgotou hoje") {
		t.Errorf("of what is sold out the guest is told %q", said)
	}

	owner.writes(`[data-line="1"] [data-column="name"]`, "Moqueca de banana-da-terra")
	owner.wait("a draft", `document.querySelector(".state").innerText.includes("mudados: 1")`)
	owner.click("Publicar")
	owner.wait("two versions", `document.querySelectorAll("tbody")[1].rows.length === 2`)
	owner.click("Voltar a esta")
	owner.click("Voltar a esta")
	owner.wait("it as it was", `document.querySelectorAll("tbody")[1].rows.length === 3 && [...document.querySelectorAll('[data-column="name"]')].some((i) => i.value === "Moqueca de banana")`)

	owner.do(chromedp.EmulateViewport(390, 844))
	owner.shot("card-phone")
	if by := owner.wide(); by > 0 {
		t.Errorf("on a telephone the page is %d px too wide", by)
	}
	if script, err := axe(t); err != nil {
		t.Log("the card is not judged by axe-core: ", err)
	} else {
		owner.do(chromedp.Evaluate[chromedp.Void](script))
		for _, width := range []int64{390, 1280} {
			owner.do(chromedp.EmulateViewport(width, 900))
			for _, v := range js[[]string](owner, judge) {
				t.Errorf("%d wide: %s", width, v)
			}
		}
		owner.click("Editar")
		owner.wait("the dish", `document.querySelector("dialog .states select")`)
		js[any](owner, `document.querySelectorAll("dialog details").forEach((d) => d.open = true)`)
		owner.click("Mais uma opção")
		owner.wait("an option", `document.querySelector("dialog [data-way]")`)
		for _, v := range js[[]string](owner, judge) {
			t.Errorf("a dish: %s", v)
		}
	}
}
