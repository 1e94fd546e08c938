package web_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// The pictures that "make screenshots" takes: three widths, in the light and in the dark. Where nobody looks, one of them.
func TestPagePictures(t *testing.T) {
	t.Parallel()
	pictures := []struct {
		name          string
		width, height int64
		guest, seen   string
		say           []string
	}{
		{"question", 820, 900, "C008", ".answers", []string{"Recomende cervejarias novas para mim"}},
		{"trip", 1280, 800, "C007", "[data-component=restaurants-list]", []string{"Quero um hotel em Gramado de 10 a 13 de dezembro, para 2 pessoas", "Escolho o segundo", "Onde comer por lá?"}},
		{"dishes", 390, 844, "C009", "[data-component=dishes-list] .suits", []string{"Sou alérgico a camarão e a Ana é celíaca. O que tem de prato principal?"}},
	}
	if os.Getenv("MAITRE_SCREENSHOTS") == "" {
		pictures = pictures[:1]
	}
	for _, tt := range pictures {
		p := enter(t, ruled, tt.width, tt.height)
		p.be(tt.guest)
		p.goTo("/")
		for _, text := range tt.say {
			p.asks(text)
		}
		p.wait("what is to be seen", fmt.Sprintf(`document.querySelector(%q)`, tt.seen))
		if tt.name == "dishes" {
			js[any](p, `document.querySelector("[data-component=dishes-list]").scrollIntoView()`)
		}
		for _, scheme := range []string{"light", "dark"} {
			p.look(scheme)
			if by := p.wide(); by > 0 {
				t.Errorf("%s, %s: %d px too wide", tt.name, scheme, by)
			}
			p.small(tt.name + "-" + scheme)
		}
	}
}

// Every main screen in three widths, in the light and in the dark, fits: "make pictures" takes them to be looked at.
// Where nobody looks, two of them do.
func TestPageEveryScreen(t *testing.T) {
	t.Parallel()
	screens := []struct {
		name, seen, press string
		say               []string
	}{
		{"welcome", ".starter", "", nil},
		{"settings", "dialog[open]", "#settings", nil},
		{"dishes", "[data-component=dishes-list]", "", []string{"Sou alérgico a camarão e a Ana é celíaca. O que tem de prato principal?"}},
		{"stay", "[data-component=accommodations-list]", "", []string{"Quero um hotel em Gramado de 10 a 13 de dezembro, para 2 pessoas"}},
		{"plan", "#plan .days", "", []string{"Quero um hotel em Gramado de 10 a 13 de dezembro, para 2 pessoas", "Escolho o segundo", "Onde jantar no dia 11 de dezembro?", "Escolho o terceiro"}},
		{"breweries", "[data-component=breweries-list]", "", []string{"Quero conhecer cervejarias em Portland"}},
		{"figures", "[data-component=chart]", "", []string{"Quanto gastei por mês?", "Mostre em um gráfico"}},
		{"ring", "[data-component=chart]", "", []string{"Quanto gastei por estilo de cerveja?", "Mostre em um gráfico de pizza"}},
		{"consent", ".next button", "", []string{"Sou alérgico a amendoim"}},
		{"memory", "dialog[open] .entry, dialog[open] li", "#memory", []string{"Sou vegetariana e não como amendoim", "Sim"}},
		{"staff", ".latest .text", "", []string{"Pode pedir uma cadeira de bebê para a minha mesa?"}},
	}
	if os.Getenv("MAITRE_SCREENSHOTS") == "" {
		screens = screens[:2]
	}
	for i, tt := range screens {
		p := enter(t, ruled, 1280, 800)
		p.be(fmt.Sprintf("C%03d", 21+i))
		p.goTo("/")
		for _, text := range tt.say {
			p.asks(text)
		}
		for _, size := range [][2]int64{{1280, 800}, {820, 900}, {390, 844}} {
			p.do(chromedp.EmulateViewport(size[0], size[1]))
			if tt.press != "" {
				p.wait("a button", fmt.Sprintf(`(document.querySelector(%q).click(), true)`, tt.press))
			}
			p.wait("what is to be seen", fmt.Sprintf(`document.querySelector(%q)`, tt.seen))
			if by := p.wide(); by > 0 {
				t.Errorf("%s, %d px: %d px too wide", tt.name, size[0], by)
			}
			for _, scheme := range []string{"light", "dark"} {
				p.look(scheme)
				p.small(fmt.Sprintf("%s-%d-%s", tt.name, size[0], scheme))
			}
			p.do(chromedp.KeyEvent("\x1b"))
		}
	}
}

// small saves what is seen as a small file.
func (p *visit) small(name string) {
	p.t.Helper()
	p.keep(name+".webp", func() ([]byte, error) {
		picture, err := chromedp.Call(p.ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatWebp, Quality: new(int64(60))})
		if err != nil {
			return nil, err
		}
		return picture.Data, nil
	})
}

// faint lists the texts whose contrast with what they stand on is less than 7 to 1, as
// WCAG 2 computes it.
const faint = `(() => {
	const rgb = (c) => c.match(/[\d.]+/g).map(Number);
	const light = (c) => rgb(c).slice(0, 3).map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((n, v, i) => n + v * [0.2126, 0.7152, 0.0722][i], 0);
	const ground = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if ((rgb(c)[3] ?? 1) === 1) return c; } return "rgb(255 255 255)"; };
	return [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) && !e.closest(".unseen, svg, option")).map((e) => {
		const [a, b] = [light(getComputedStyle(e).color), light(ground(e))].sort((x, y) => y - x);
		return [(a + 0.05) / (b + 0.05), e];
	}).filter(([ratio]) => ratio < 7).map(([ratio, e]) => ratio.toFixed(1) + " " + e.className + " " + e.textContent.trim().slice(0, 40));
})()`

// Who asks for more contrast, here or in their system, reads everything at 7 to 1.
func TestPageHasHighContrast(t *testing.T) {
	t.Parallel()
	cards := drawn(t, "pt", deck(t))
	js[any](cards, `document.documentElement.dataset.contrast = "more"`)
	p := enter(t, ruled, 1280, 800)
	p.asks("Quero um prato vegetariano e leve")
	p.click("#settings")
	js[any](p, `document.querySelector("dialog input[name=contrast][value=more]").click()`)
	p.click("Fechar")
	p.reload() // it is remembered
	p.wait("the card", `document.querySelector("[data-component=dishes-list]")`)
	p.idle()
	for _, scheme := range []string{"light", "dark"} {
		for what, v := range map[string]*visit{"cards": cards, "page": p} {
			v.look(scheme)
			if all := js[[]string](v, faint); len(all) > 0 {
				t.Errorf("%s, %s: %q", what, scheme, all)
			}
			v.shot("contrast-" + what + "-" + scheme)
		}
	}
	asks := enter(t, ruled, 1280, 800)
	call(asks, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-contrast", Value: "more"}}})
	asks.reload()
	if all := js[[]string](asks, faint); len(all) > 0 || !js[bool](asks, `getComputedStyle(document.body).color === "rgb(0, 0, 0)"`) {
		t.Errorf("who prefers more contrast has %q", all)
	}
}
