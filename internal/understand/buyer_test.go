package understand

import "testing"

func TestBuyer(t *testing.T) {
	t.Parallel()
	for clause, want := range map[string]string{
		"quanto já gastei até agora e o preço médio por compra?": OwnPurchases,
		"Quais foram minhas compras em maio?":                    OwnPurchases,
		"which stout do I buy most?":                             OwnPurchases,
		"minha tia compra aí também, o que ela leva?":            OtherPurchases,
		"me mostra as compras do meu primo":                      OtherPurchases,
		"what does my boss usually buy?":                         OtherPurchases,
		"qual o estilo mais vendido?":                            "",
		"how much does the average customer spend?":              "",
	} {
		if got := Buyer(clause); got != want {
			t.Errorf("Buyer(%q) = %q, want %q", clause, got, want)
		}
	}
}
