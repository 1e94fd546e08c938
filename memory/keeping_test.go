package memory_test

import (
	"testing"

	"github.com/maitre-dev/maitre/memory"
)

func TestAYesStandsBesideANoOfSomebodyElse(t *testing.T) {
	const message = "pode guardar o amendoim da minha tia, do primo não precisa guardar nada"
	if !memory.WishesBeside(message, "pode guardar o amendoim da minha tia", []string{"primo"}) {
		t.Error("a no of another takes the yes away")
	}
	if memory.WishesBeside(message, "pode guardar o amendoim da minha tia", nil) {
		t.Error("a no of nobody else leaves the yes")
	}
}
