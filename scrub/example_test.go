package scrub_test

import (
	"fmt"

	"github.com/maitre-dev/maitre/scrub"
)

func ExampleText() {
	fmt.Println(scrub.Text("Sou a Ana, CPF 529.982.247-25. A senha do wi-fi é lupulo77?"))
	fmt.Println(scrub.Text("Pedido 12345678901, mesa 7, senha 45 no painel: R$ 184,90"))
	// Output:
	// Sou a Ana, CPF [CPF]. A senha do wi-fi é [PASSWORD]?
	// Pedido 12345678901, mesa 7, senha 45 no painel: R$ 184,90
}

func ExampleReplace() {
	clean, found := scrub.Replace("pix (11) 98765-4321")
	fmt.Println(clean)
	for _, f := range found {
		fmt.Println(f.Type, f.Start, f.End, f.Sensitivity)
	}
	// Output:
	// pix [PHONE]
	// PHONE 4 19 medium
}
