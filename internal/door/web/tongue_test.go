package web_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/door/cli"
)

// served is a house of its own with a card of two dishes, of which one is translated.
func served(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	file, db := filepath.Join(dir, "card.csv"), filepath.Join(dir, "card.db")
	const card = "nome,descrição,preço,categoria,name_en,description_en,name_es,description_es\n" +
		"Caldo de sururu,\"Caldo grosso e apimentado, com pão.\",42,entrada,Mussel broth,\"Thick, spicy broth, with bread.\",Caldo de mejillones,\n" +
		"Cuscuz com legumes,\"De milho, no vapor, com legumes da horta.\",29,principal,,,Cuscús con verduras,\"De maíz, al vapor, con verduras de la huerta.\"\n"
	must(t, os.WriteFile(file, []byte(card), 0o600))
	if code := cli.Run(cli.System{Args: []string{"menu", "import", file, "--db", db}, Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: os.Stderr}); code != 0 {
		t.Fatalf("maitre menu import: exit code %d", code)
	}
	base, err := start(db)
	must(t, err)
	return base
}

// A guest reads a dish in their language where the card has it, else as it is, which is
// said; and may call it so.
func TestPageReadsDishesInTheGuestsLanguage(t *testing.T) {
	t.Parallel()
	base := served(t)
	const shown = `[...document.querySelectorAll("[data-component=dishes-list]")].filter((c) => c.checkVisibility()).map((c) => [...c.querySelectorAll(".title strong, .original, .description, footer")].map((e) => (e.lang ? e.lang + ": " : "") + e.innerText).join(" | ")).join(" || ")`
	for _, tt := range []struct{ guest, ask, shown, want, said, price, about, told string }{
		{
			"C002", "Show me the whole menu", "Mussel broth | Caldo de sururu | Thick, spicy broth, with bread. | Cuscuz com legumes | pt: De milho, no vapor, com legumes da horta. | Texts in the original: Portuguese.",
			"I want this: Mussel broth", "I would like Mussel broth", "Mussel broth: R$42.00",
			"What is the Cuscuz com legumes like?", ": “De milho, no vapor, com legumes da horta”.",
		},
		{
			"C003", "Quiero ver toda la carta", "Caldo de mejillones | Caldo de sururu | pt: Caldo grosso e apimentado, com pão. | Cuscús con verduras | Cuscuz com legumes | De maíz, al vapor, con verduras de la huerta. | Textos en el original: portugués.",
			"Quiero este: Cuscús con verduras", "Quiero Cuscús con verduras", "Cuscús con verduras: R$ 29,00",
			"¿Cómo es el Caldo de mejillones?", ": “Caldo grosso e apimentado, com pão”.",
		},
		{
			"C005", "Mostre o cardápio inteiro", "Caldo de sururu | Caldo grosso e apimentado, com pão. | Cuscuz com legumes | De milho, no vapor, com legumes da horta.",
			"Quero este: Caldo de sururu", "Quero Caldo de sururu", "Caldo de sururu: R$ 42,00",
			"Como é o Caldo de sururu?", ": caldo grosso e apimentado, com pão.",
		},
	} {
		p := enter(t, base, 1280, 800)
		p.become(tt.guest)
		p.asks(tt.ask)
		// The words of the guest's language come after the card, which is then drawn again.
		p.wait("the card in the guest's language", shown+fmt.Sprintf(" === %q", tt.shown))
		if n := js[int](p, `[...document.querySelector("#log").innerText.matchAll(/R\$\s?42/g)].length`); n != 1 {
			t.Errorf("a price is there %d times", n)
		}
		p.click(tt.want)
		p.turn(2)
		if got := js[string](p, said); got != tt.said {
			t.Errorf("the button says %q, want %q", got, tt.said)
		}
		p.wait("the answer", fmt.Sprintf(`document.querySelector(".turn:last-child").innerText.replaceAll("\u00a0", " ").includes(%q)`, tt.price))
		p.asks(tt.about)
		p.wait("what it is, in words", fmt.Sprintf(`document.querySelector(".turn:last-child").innerText.includes(%q)`, tt.told))
	}
}
