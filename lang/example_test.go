package lang_test

import (
	"fmt"

	"github.com/maitre-dev/maitre/lang"
)

func ExampleDetect() {
	for _, message := range []string{"vc tem chopp?", "what's on tap", "q tal, una caña", "ok 👍"} {
		language, ok := lang.Detect(message)
		fmt.Printf("%q %v\n", language, ok)
	}
	// Output:
	// "pt" true
	// "en" true
	// "es" true
	// "" false
}

func ExampleFold() {
	fmt.Println(lang.Fold("Não, OBRIGADO!  Só água…"))
	// Output: nao obrigado so agua
}
