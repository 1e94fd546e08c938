package menu

import (
	"fmt"
	"strings"
	"testing"
)

func TestAColumnThatTellsOfAllergensIsNotLeftOut(t *testing.T) {
	for heading, refused := range map[string]bool{
		"Alergia": false, "Alérgicos": false, "Restrições": true, "Intolerâncias": true, "Tem glúten?": true, "Lactose": true, "Allergy notes": true, "Cor": false,
	} {
		text := "nome;" + heading + "\nCuscuz;leite\n"
		_, problems, err := Read(strings.NewReader(text), "card.csv", Options{})
		wrong := len(kept(problems, func(p Problem) bool { return !p.Warning })) > 0
		_, _, draft := ReadRows(strings.NewReader(text), "card.csv", 10)
		if err != nil || wrong != refused || (draft != nil) != refused {
			t.Errorf("%s: %v, %v, a draft: %v", heading, problems, err, draft)
		}
	}
	_, problems, _ := Read(strings.NewReader("nome;alérgenos;contém\nCuscuz;leite;ovo\n"), "card.csv", Options{})
	if len(problems) != 1 || problems[0].Warning {
		t.Errorf("one of two columns of allergens is left out: %v", problems)
	}
}

func TestDaysAndRemarksHaveColumnsOfTheirOwn(t *testing.T) {
	text := "nome;dias;horário;obs;tags\nCuscuz;seg a qua;11h às 15h;vegano;leve\nMungunzá;sáb e dom;;;\n"
	items, problems, err := Read(strings.NewReader(text), "card.csv", Options{})
	if err != nil || len(problems) > 0 || len(items) != 2 {
		t.Fatal(items, problems, err)
	}
	got := fmt.Sprint(items[0].Hours, items[0].Tags, items[1].Hours)
	if got != "Mo-We 11:00-15:00[vegano leve]Sa,Su" {
		t.Error(got)
	}
}

func TestATableOfSalesIsNoCard(t *testing.T) {
	text := "data;produto;hora\n" + strings.Repeat("01/07/2026;Cuscuz;22:53\n02/07/2026;Canjica;13:24\n", 20)
	items, problems, err := Read(strings.NewReader(text), "card.csv", Options{})
	wrong := kept(problems, func(p Problem) bool { return !p.Warning })
	if err != nil || len(items) > 0 || len(wrong) != 1 || wrong[0].Code != "nocard" {
		t.Errorf("%v, %v", wrong, err)
	}
}

func TestPricesThatAreHardlyMeantAreWarnedOf(t *testing.T) {
	text := "nome;preço\nCuscuz;9,90\nCanjica;R$ 12\nTapioca;10,00\nBeiju;11,50\nX-burger;R$ 1.290\nBuchada;1.290,00\nSarapatel;\n"
	_, problems, err := Read(strings.NewReader(text), "card.csv", Options{})
	var got []string
	for _, p := range problems {
		got = append(got, fmt.Sprint(p.Line, " ", p.Code))
	}
	if err != nil || strings.Join(got, ", ") != "6 dear, 8 unpriced" {
		t.Errorf("%v, %v", problems, err)
	}
}

func TestAWarningNamesTheWordsThatTellOfAnAllergen(t *testing.T) {
	text := `{"name":"Caldo da serra","description":"Com anchova e farofa de dendê","ingredients":"mandioca; creme de leite","allergens":"nenhum"}`
	_, problems, err := Read(strings.NewReader(text), "card.jsonl", Options{})
	if err != nil || len(problems) != 1 || !strings.Contains(problems[0].Text, "peixe (“anchova”)") || !strings.Contains(problems[0].Text, "leite (“leite”)") {
		t.Errorf("%v, %v", problems, err)
	}
}
