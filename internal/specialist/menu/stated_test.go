package menu

import (
	"strings"
	"testing"
)

// What one line of a card says of allergens, and what an import makes of it.
func TestEveryWordOfAStatementOfAllergensIsRead(t *testing.T) {
	const odd = "refused"
	for cell, want := range map[string]string{
		"leite e ovo": "ovo leite", "leite/ovo": "ovo leite", "Leite, ovos e trigo": "glúten ovo leite", "ovo leite": "ovo leite",
		"contém leite e derivados": "leite", "ALÉRGICOS: CONTÉM TRIGO E SOJA.": "glúten soja", "crustáceos (camarão)": "crustáceos",
		"cereals containing gluten": "glúten", "sulfitos (> 10 mg/kg)": "sulfitos", "dióxido de enxofre e sulfitos": "sulfitos",
		"proteína do leite": "leite", "queijo": "leite", "lecitina de soja": "soja", "tree nuts": "castanhas", "sesame seeds": "gergelim",
		"avelã e castanha-de-caju": "castanhas [avelã castanha-de-caju]", "pode conter avelã": "may castanhas unknown",

		// A slip is one wherever it stands.
		"soja e gergelin": odd, "soja/gergelin": odd, "gergelin soja": odd, "contém soja e gergelin": odd, "mostrada e aipo": odd,
		"soja (opcional)": odd, "leite de coco": odd, "soja e banana": odd, "derivados": odd, ",": odd,

		// A denial is one.
		"não contém soja": "[sem soja] unknown", "sem soja": "[sem soja] unknown", "livre de soja": "[sem soja] unknown", "soy free": "[sem soja] unknown",
		"sem lactose": "[sem lactose] unknown", "leite, sem lactose": "leite [sem lactose]", "ovo; sem glúten": "ovo [sem glúten]",
		"sem soja nem ovo": "[sem ovo sem soja] unknown", "sem soja e sem ovo": "[sem soja sem ovo] unknown",
		"sem soja; contém ovo": "ovo [sem soja]", "sem soja e com ovo": "ovo [sem soja]",
		"sem soja e ovo": odd, "sem soja, ovo": odd, "não contém soja, ovo": odd, "sem gergelin": odd, "soja; sem soja": odd, "nenhum; soja": odd,
		"nenhum": "none", "Não contém alergênicos": "none", "sem alérgenos": "none", "": "unknown",

		// So is a maybe.
		"pode conter soja": "may soja unknown", "ovo e pode conter soja": "ovo may soja", "ovo. Pode conter soja, aipo e leite.": "ovo may soja leite aipo",
		"pode conter soja; contém ovo": "ovo may soja", "traços de soja": "may soja unknown", "may contain milk or soy": "may soja leite unknown",
		"nenhum; pode conter soja": "may soja none", "soja (traços)": odd,
	} {
		items, problems, err := Read(strings.NewReader(`{"name":"Prato da serra","allergens":"`+cell+`"}`), "card.jsonl", Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := odd
		if len(items) == 1 && len(problems) == 0 {
			it := items[0]
			got = strings.Join(it.Allergens, " ")
			if len(it.May) > 0 {
				got += " may " + strings.Join(it.May, " ")
			}
			if kinds := append(it.Nuts, it.Tags...); len(kinds) > 0 {
				got += " [" + strings.Join(kinds, " ") + "]"
			}
			if it.None {
				got += " none"
			}
			if it.Unknown {
				got += " unknown"
			}
		}
		if want = strings.TrimSuffix(strings.ReplaceAll(want, "may castanhas unknown", "may castanhas unknown"), "|"); strings.TrimSpace(got) != want {
			t.Errorf("%q is %q %v, want %q", cell, got, problems, want)
		}
	}
}
