package scrub_test

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/scrub"
)

type text struct{ name, text string }

var sizes = []text{
	{"short clean", "oi, tem mesa para quatro hoje às 20h?"},
	{"clean", "Boa noite! Somos 6 adultos e 2 crianças, chegamos dia 12/10/2026 às 19h30, pedido 88123, e a conta do ano passado deu R$ 1.284,90. Esqueci a senha do aplicativo, como recupero?"},
	{"dirty", "Sou a Ana, CPF 529.982.247-25, celular (11) 98765-4321, e-mail ana@exemplo.com, a senha do wi-fi é brisa2022"},
	{"page", strings.Repeat("Chegamos dia 12 às 20h, mesa 7, e queremos uma IPA de 65 IBU. ", 160)},
}

func TestCleanTextIsReturnedWithoutAllocating(t *testing.T) {
	for _, s := range sizes {
		if s.name == "dirty" {
			continue
		}
		if n := testing.AllocsPerRun(100, func() { scrub.Text(s.text) }); n != 0 {
			t.Errorf("Text of the %s text allocates %v times, want none", s.name, n)
		}
		if got, found := scrub.Replace(s.text); got != s.text || found != nil {
			t.Errorf("Replace(%q) = %q, %v, want it unchanged", s.text, got, found)
		}
	}
}
