package scrub_test

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/scrub"
)

func TestAStreamIsScrubbedHoweverItIsParted(t *testing.T) {
	for _, text := range []string{
		"Olá, que bom ter você aqui! Em que posso ajudar?",
		"Anotei o CPF 529.982.247-25 na reserva. Até logo!",
		"Escreva para ana@example.com ou ligue (48) 99123-4567. Obrigado!",
		"A senha do wi-fi é batata123 e a mesa é a 4.\nBom apetite!",
		"É 529. 982. 247-25. Até logo! Volte sempre.",
		"Anote:\n529\n982\n247\n25\nfim da lista",
		"O cartão 4111 1111 1111 1111 foi recusado",
	} {
		want := scrub.Text(text)
		for size := 1; size < 12; size++ {
			var s scrub.Stream
			var told strings.Builder
			rest := text
			for len(rest) > 0 {
				n := min(size, len(rest))
				told.WriteString(s.Next(rest[:n]))
				rest = rest[n:]
			}
			told.WriteString(s.End())
			if told.String() != want {
				t.Errorf("in pieces of %d: %q, want %q", size, told.String(), want)
			}
		}
	}
}

func TestOrdinaryWordsAreHeldBackOnlyToTheNextSpace(t *testing.T) {
	var s scrub.Stream
	if got := s.Next("Que bom ter vo"); got != "Que bom ter " {
		t.Errorf("Next = %q", got)
	}
	if got := s.Next("cê aqui"); got != "você " {
		t.Errorf("Next = %q", got)
	}
	if got := s.End(); got != "aqui" {
		t.Errorf("End = %q", got)
	}
}
