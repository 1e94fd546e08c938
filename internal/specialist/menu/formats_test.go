package menu

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/ui"
)

const schemaOrg = `{
  "@context": "https://schema.org", "@type": "Restaurant", "name": "Casa",
  "hasMenu": {"@type": "Menu", "hasMenuSection": [
    {"@type": "MenuSection", "name": "Sobremesas", "hasMenuItem": [
      {"@type": "MenuItem", "name": "Pudim de leite",
       "description": "Da avó", "image": "https://example.com/p.jpg",
       "offers": {"@type": "Offer", "price": "14.50", "priceCurrency": "BRL"},
       "menuAddOn": {"@type": "MenuItem", "name": "calda de amendoim", "offers": {"price": 3}}},
      {"@type": "http://schema.org/MenuItem", "name": [{"@value": "Fruta da época", "@language": "pt-BR"}, {"@value": "Fruit", "@language": "en"}], "suitableForDiet": "https://schema.org/VeganDiet"}
    ]},
    {"@type": "MenuSection", "name": "Bebidas", "hasMenuItem": {"@type": "MenuItem", "name": "Água", "offers": [{"price": "sem preço"}]}}
  ]}
}`

const google = `{"name": "accounts/1/locations/2/foodMenus", "menus": [{"labels": [{"displayName": "Jantar"}], "sections": [
  {"labels": [{"displayName": "Massas"}], "items": [
    {"labels": [{"displayName": "Espaguete", "description": "Com camarão", "languageCode": "pt"}, {"displayName": "Spaghetti", "languageCode": "en"}],
     "attributes": {"price": {"currencyCode": "BRL", "units": "52", "nanos": 500000000}, "allergen": ["WHEAT", "SHELLFISH"], "dietaryRestriction": ["ORGANIC"], "ingredients": [{"labels": [{"displayName": "camarão"}]}]},
     "options": [{"labels": [{"displayName": "com queijo"}], "attributes": {"allergen": ["DAIRY"]}}]},
    {"labels": [{"displayName": "Nhoque"}], "attributes": {"allergen": ["KRYPTON"]}}
  ]}]}]}`

func TestReadMenusOfOthers(t *testing.T) {
	items, problems, err := Read(strings.NewReader(schemaOrg), "menu.jsonld", Options{})
	if err != nil || len(items) != 2 || len(problems) != 1 || problems[0].Line != 3 || problems[0].Code != "price" {
		t.Fatalf("schema.org: %+v, %+v, %v", items, problems, err)
	}
	pudding, fruit := items[0], items[1]
	if pudding.Name != "Pudim de leite" || pudding.Course != "dessert" || pudding.Price.Amount != 1450 || pudding.Photo == "" {
		t.Errorf("the pudding is %+v", pudding)
	}
	want := []Option{{Name: "calda de amendoim", Price: &ui.Money{Amount: 300, Currency: "BRL"}, More: true, Inferred: []string{"amendoim"}}}
	if diff := cmp.Diff(want, pudding.Options); diff != "" || slices.Contains(pudding.Inferred, "amendoim") {
		t.Errorf("its extra (-want +got):\n%s", diff)
	}
	if fruit.Name != "Fruta da época" || fruit.NameEN != "Fruit" || !slices.Equal(fruit.Tags, []string{"vegano"}) {
		t.Errorf("the fruit is %+v", fruit)
	}

	items, problems, err = Read(strings.NewReader(google), "menu.json", Options{})
	if err != nil || len(items) != 1 || len(problems) != 1 || problems[0].Line != 2 || problems[0].Code != "allergen" {
		t.Fatalf("Google: %+v, %+v, %v", items, problems, err)
	}
	if it := items[0]; it.Course != "main" || it.Price.Amount != 5250 || it.NameEN != "Spaghetti" || !slices.Equal(it.Allergens, []string{"glúten", "crustáceos", "moluscos"}) {
		t.Errorf("the spaghetti is %+v", it)
	}
	want = []Option{{Name: "com queijo", Allergens: []string{"leite"}}}
	if diff := cmp.Diff(want, items[0].Options); diff != "" {
		t.Errorf("its option (-want +got):\n%s", diff)
	}
}

func FuzzNoMenuOfOthersPanics(f *testing.F) {
	for _, seed := range []string{schemaOrg, google, `{"menus":1}`, `{"menus":[[{"sections":{}}]]}`, `{"@type":["MenuItem"],"offers":[],"name":[[]]}`, `{"@type":{"@type":"MenuItem"}}`, `[{"@type":"MenuItem","menuAddOn":[1,null,{}]}]`, strings.Repeat(`{"a":`, 200)} {
		f.Add(seed)
	}
	f.Fuzz(func(_ *testing.T, text string) {
		_, _, _ = ReadRows(strings.NewReader(text), "menu.json", 100)
	})
}
