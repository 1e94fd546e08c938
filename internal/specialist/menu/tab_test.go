package menu

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

func TestAnOrderIsChangedLineByLine(t *testing.T) {
	k := newKit(t)
	s := &scene.Scene{Table: []hook.Person{{}, {Name: "Téo", Diets: []string{"álcool"}}}}
	for _, tt := range []struct{ name, changes, want, not string }{
		{"a dish of a course goes alone", `{"do":"add","dish":"pilsen","quantity":3},{"do":"add","dish":"milk stout","quantity":1},{"do":"drop","dish":"milk-stout-da-fazenda"}`, `"total":"R$ 48,00"`, "Milk stout"},
		{"one of two that may be meant is asked for", `{"do":"add","dish":"quindim","quantity":1},{"do":"add","dish":"pudim","quantity":1},{"do":"drop","dish":"doce","among":["quindim-de-coco-fresco","pudim-de-leite-sem-furinhos"]}`, `"say_which"`, `"off"`},
		{"who must not drink gets none", `{"do":"add","dish":"pilsen","quantity":1,"for":"Téo"}`, `"nobody_may_have"`, `"total":"R$ 64,00"`},
		{"a note is on its line", `{"do":"note","dish":"quindim-de-coco-fresco","note":"sem calda"}`, `"note":"sem calda"`, `"say_which"`},
		{"a note stays beside another", `{"do":"note","dish":"quindim-de-coco-fresco","note":"bem gelado"}`, `"note":"sem calda, bem gelado"`, `"say_which"`},
		{"a note takes the place of what it says anew", `{"do":"note","dish":"quindim-de-coco-fresco","note":"com calda"}`, `"note":"bem gelado, com calda"`, "sem calda"},
		{"a course goes as a whole", `{"do":"drop","dish":"dessert"}`, `"total":"R$ 48,00"`, "Pudim de leite sem furinhos\",\"quantity"},
	} {
		got := k.told(s, "bill", `{"tab":true,"changes":[`+tt.changes+`]}`)
		if !strings.Contains(got, tt.want) || strings.Contains(got, tt.not) {
			t.Errorf("%s: %s", tt.name, got)
		}
	}
	if got := k.told(s, "bill", `{"tab":true,"what_if":true,"changes":[{"do":"drop","dish":"pilsen-da-casa","quantity":1}]}`); !strings.Contains(got, `"total":"R$ 32,00"`) {
		t.Errorf("with a beer less: %s", got)
	}
	if got := k.told(s, "bill", `{"tab":true}`); !strings.Contains(got, `"total":"R$ 48,00"`) {
		t.Errorf("after it was only asked: %s", got)
	}
}

func TestWhatWasAskedForWaitsForTheAnswerWhichOne(t *testing.T) {
	k, s := newKit(t), &scene.Scene{}
	var beers []string
	for _, it := range Sample() {
		if it.Course == "beer" {
			beers = append(beers, it.ID)
		}
	}
	among := func(ids []string) string { return `["` + strings.Join(ids, `","`) + `"]` }
	sweets := among([]string{"quindim-de-coco-fresco", "pudim-de-leite-sem-furinhos"})
	k.told(s, "bill", `{"tab":true,"changes":[{"do":"add","dish":"tacaca","quantity":1},{"do":"add","dish":"cervejas","quantity":3,"among":`+among(beers)+`},{"do":"add","dish":"doce","quantity":2,"for":"Téo","among":`+sweets+`}]}`)
	var kept tab
	s.Load(tabNote, &kept)
	if len(kept.Asked) != 2 || len(kept.Asked[0].Among) != len(beers) || kept.Asked[0].Quantity != 3 {
		t.Errorf("what waits is %+v", kept.Asked)
	}
	if got := k.told(s, "bill", `{"tab":true,"people":2}`); strings.Count(got, `"asked":`) != 2 {
		t.Errorf("what is not in the sum is not told: %s", got)
	}
	got := k.told(s, "bill", `{"tab":true,"changes":[{"do":"add","dish":"`+beers[len(beers)-1]+`","quantity":3}]}`)
	if !strings.Contains(got, `"say_which":[{"asked":"doce"`) {
		t.Errorf("the other question is not asked again: %s", got)
	}
	if got := k.told(s, "bill", `{"tab":true,"changes":[{"do":"add","dish":"pilsen-da-casa","quantity":1}]}`); strings.Contains(got, "say_which") {
		t.Errorf("what nobody answers is asked for ever: %s", got)
	}
}

func TestOneOfADishIsTakenOffWhoseItIs(t *testing.T) {
	const two = `{"do":"clear"},{"do":"add","dish":"quindim","quantity":1,"for":"me"},{"do":"add","dish":"quindim","quantity":1,"for":"Téo"},`
	for drop, want := range map[string]string{
		`{"do":"drop","dish":"quindim-de-coco-fresco","for":"Téo"}`:  "me",
		`{"do":"drop","dish":"quindim-de-coco-fresco","for":"me"}`:   "Téo",
		`{"do":"drop","dish":"quindim-de-coco-fresco","quantity":1}`: "me",
		`{"do":"drop","dish":"dessert","for":"Téo"}`:                 "me",
		`{"do":"drop","dish":"quindim-de-coco-fresco"}`:              "",
	} {
		k, s := newKit(t), &scene.Scene{}
		k.told(s, "bill", `{"tab":true,"changes":[`+two+drop+`]}`)
		var kept tab
		var who []string
		s.Load(tabNote, &kept)
		for _, l := range kept.Lines {
			who = append(who, l.For)
		}
		if strings.Join(who, ", ") != want {
			t.Errorf("after %s there are %+v", drop, kept.Lines)
		}
	}
}

func TestAFoodIsLeftOutOfTheDishesThatHaveIt(t *testing.T) {
	const two = `{"do":"clear"},{"do":"add","dish":"costela-fogo-de-chao","quantity":1},{"do":"add","dish":"lasanha-de-berinjela","quantity":1},{"do":"add","dish":"pilsen-da-casa","quantity":1},`
	for without, want := range map[string]string{
		`{"do":"without","dish":"vinagre","note":"sem vinagre"}`:                                "sem vinagre||",
		`{"do":"without","dish":"wasabi","note":"sem wasabi"}`:                                  "|sem wasabi|", // which the card knows of none
		`{"do":"without","dish":"tomate","note":"sem tomate","among":["costela-fogo-de-chao"]}`: "sem tomate||",
	} {
		k, s := newKit(t), &scene.Scene{}
		k.told(s, "bill", `{"tab":true,"changes":[`+two+without+`]}`)
		var kept tab
		var notes []string
		s.Load(tabNote, &kept)
		for _, l := range kept.Lines {
			notes = append(notes, l.Note)
		}
		if strings.Join(notes, "|") != want {
			t.Errorf("after %s there are %+v", without, kept.Lines)
		}
	}
}

// Where no beer is for somebody other drinks come near, and of nothing there is nothing to confirm.
func TestAPlainNoHasWhatComesNear(t *testing.T) {
	k := newKit(t)
	s := &scene.Scene{Language: lang.Portuguese, Table: []hook.Person{{Diets: []string{"celíaca"}}}}
	out, err := k.w.findAndList(scene.With(t.Context(), s), findDishesIn{Course: "beer"})
	if text := sayFound(out, lang.Portuguese); err != nil || !strings.Contains(text, "Parecido, tenho Batida de coco") {
		t.Error(err, text)
	}
	if text := sayFound(findDishesOut{None: noneOnCard, caution: caution{Kitchen: kitchenConfirms}}, lang.Portuguese); strings.Contains(text, "cozinha") {
		t.Error(text)
	}
}

// A dish for a name that may be of somebody with a need is in doubt until the guest was told.
func TestADishForAnUnknownNameIsInDoubt(t *testing.T) {
	k := newKit(t)
	for who, doubt := range map[string]bool{"meu primo": true, "Lia": false} {
		s := &scene.Scene{Language: lang.Portuguese, Message: "uma paçoca pro Caio", Table: []hook.Person{{}, {Name: who, Allergies: []string{"amendoim"}}}}
		got, _ := k.call(s, "bill", `{"items":[{"dish":"Paçoca cremosa com banana","for":"Caio"}]}`)
		if kept := string(s.Notes["menu.bill"]); strings.Contains(kept, `"doubt":true`) != doubt || strings.Contains(kept, "against") {
			t.Errorf("beside %s: %s; kept %s", who, got, kept)
		}
	}
}
