package menu

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

// The same card as people keep it.
func TestACardIsReadFromAnyOfItsForms(t *testing.T) {
	want := []Item{
		{
			ID: "tutu-a-mineira", Name: "Tutu à mineira", Description: "Feijão, lombo e couve.", Ingredients: []string{"feijão", "ovo", "couve"}, Course: "main",
			Price: &ui.Money{Amount: 4290, Currency: "BRL"}, Allergens: []string{"ovo"}, Tags: []string{"minas"}, Hours: "11:30-15:00",
			Photo: "https://example.com/tutu.jpg", Source: "menu",
		},
		{ID: "d2", Restaurant: "Bar", Name: "Pastel de queijo", Inferred: []string{"glúten", "leite"}, Unknown: true, Source: "menu"},
	}
	for name, text := range map[string]string{
		"card.csv": "Nome,Descrição,Ingredientes,Categoria,Preço,Alérgenos,Tags,Horário,Foto,Código,Restaurante\n" +
			"Tutu à mineira,\"Feijão, lombo e couve.\",\"feijão, ovo, couve\",Prato principal,\"R$ 42,90\",ovos,minas,11h30 às 15h,https://example.com/tutu.jpg,,\n" +
			"Pastel de queijo,,,,,,,,,d2,Bar\n",
		"card.tsv": "name\tdescription\tingredients\tcourse\tprice\tallergens\ttags\thours\tphoto\tid\trestaurant\n" +
			"Tutu à mineira\tFeijão, lombo e couve.\tfeijão; ovo; couve\tmain\t42.90\tegg\tminas\t11:30-15:00\thttps://example.com/tutu.jpg\t\t\n" +
			"Pastel de queijo\t\t\t\t\t\t\t\t\td2\tBar\n",
		"card.json": `[
			{"nombre":"Tutu à mineira","descripción":"Feijão, lombo e couve.","ingredientes":["feijão","ovo","couve"],"course":"principal","precio":42.9,
			 "alérgenos":["huevo"],"etiquetas":["minas"],"horario":"11:30-15:00","foto":"https://example.com/tutu.jpg"},
			{"name":"Pastel de queijo","id":"d2","restaurant":"Bar","allergens":[],"price":null}
		]`,
		"card.jsonl": `{"name":"Tutu à mineira","description":"Feijão, lombo e couve.","ingredients":"feijão|ovo|couve","course":"Main","price":{"amount":4290,"currency":"BRL"},"allergens":"ovo","tags":"minas","availability":["11:30-15:00"],"photo":"https://example.com/tutu.jpg"}
			{"name":"Pastel de queijo","id":"d2","restaurant":"Bar"}`,
	} {
		got, problems, err := Read(strings.NewReader(text), name, Options{})
		if err != nil || len(problems) > 0 {
			t.Errorf("%s: %v, %v", name, problems, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestEveryProblemIsToldWithItsLine(t *testing.T) {
	text := `name,course,price,hours,photo,allergens,id,cor
Tutu,main,"42,90",,,,a,azul
,main,,,,,b,
Bobó,classics,quarenta,noon,http://example.com,kryptonite,c,
Angu,,,,,,a,verde
` + strings.Repeat("x", maxName+1) + `,,,,,,d,
Vatapá,,,,,,"e e",
Pirão,,,,,,f,,too,many
Quindim,,,,,,,
Quindim,,,,,,,
`
	items, problems, err := Read(strings.NewReader(text), "card.csv", Options{})
	if err != nil {
		t.Fatal(err)
	}
	var names, told []string
	for _, it := range items {
		names = append(names, it.Name)
	}
	for _, p := range problems {
		told = append(told, p.String())
	}
	if diff := cmp.Diff([]string{"Tutu", "Quindim"}, names); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
	want := []string{
		`line 1: warning: column "cor" is not known and not read`,
		`line 3: the name is empty`,
		`line 4: warning: course "classics" is not known and left out; it is one of starter, main, side, dessert, drink, beer, snack, breakfast`,
		`line 4: allergen "kryptonite" is not known: write as in "leite e ovo; pode conter soja; sem glúten", or, where there are none, "nenhum"`,
		`line 4: price "quarenta": write it like 42,90`,
		`line 4: hours "noon": write the hours as 11:30-15:00,18:00-23:00, or with days: qua,sáb 12:00-16:00`,
		`line 4: photo: a URL must start with https://`,
		`line 5: id "a" is on line 2 and on line 5`,
		`line 6: the name has 121 characters, 120 at most`,
		`line 7: id "e e": use up to 100 letters without accents, digits and - _ . :`,
		`line 8: 10 values for 8 columns: one that has a comma in it stands in quotes, as "a,b"`,
		`line 10: id "quindim" is on line 9 and on line 10`,
	}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

func TestLinesOfAJSONListAreThePlacesOfItsDishes(t *testing.T) {
	text := "\n[\n  {\"name\": \"Tutu\"},\n\n  {\n    \"course\": \"main\"\n  }, {\"name\": 1, \"price\": \"x\"}, 7\n]\n"
	_, problems, err := Read(strings.NewReader(text), "card.json", Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range problems {
		got = append(got, p.String())
	}
	want := []string{
		"line 2: the name is empty",
		`line 3: price "x": write it like 42,90`,
		"line 4: it is no object",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

func TestWhatCannotBeReadIsAnError(t *testing.T) {
	broken := errors.New("broken")
	for name, r := range map[string]io.Reader{
		"list.json":   strings.NewReader(`{"name":"Tutu"}`),
		"open.json":   strings.NewReader(`[{"name":"Tutu"}`),
		"bad.json":    strings.NewReader(`[{"name":}]`),
		"broken.csv":  iotest.ErrReader(broken),
		"broken.json": iotest.ErrReader(broken),
		"utf16.csv":   strings.NewReader("n\x00a\x00m\x00e\x00"),
	} {
		if _, _, err := Read(r, name, Options{}); err == nil {
			t.Errorf("%s is read without an error", name)
		} else if strings.HasPrefix(name, "broken") && !errors.Is(err, broken) {
			t.Errorf("%s: %v does not tell why", name, err)
		}
	}
}

func TestPricesAreReadAsPeopleWriteThem(t *testing.T) {
	for _, tt := range []struct{ text, column, want string }{
		{"R$ 42,90", "", "4290 BRL"},
		{"R$42", "", "4200 BRL"},
		{"42.90", "", "4290 BRL"},
		{"42,9", "", "4290 BRL"},
		{"42", "usd", "4200 USD"},
		{"42 reais", "", "4200 BRL"},
		{"1.234,50", "", "123450 BRL"},
		{"1,234.50", "", "123450 BRL"},
		{"1.234", "", "123400 BRL"},
		{"1.234.567", "CLP", "1234567 CLP"},
		{"US$ 10", "", "1000 USD"},
		{"$10.50", "ARS", "1050 ARS"},
		{"€ 9,00", "", "900 EUR"},
		{"9 EUR", "", "900 EUR"},
		{"0", "", "0 BRL"},
		{`{"amount":4290,"currency":"BRL"}`, "", "4290 BRL"},
		{"-5", "", ""},
		{"42,905", "", "4290500 BRL"}, // three digits are thousands
		{"4,2,9", "", ""},
		{"12.50", "CLP", ""},
		{"R$ 10", "USD", ""},
		{"10 XYZ", "", ""},
		{"sob consulta", "", ""},
		{"99999999999999999999", "", ""},
		{`{"amount":-1,"currency":"BRL"}`, "", ""},
		{`{"amount":1}`, "", ""},
	} {
		got := ""
		m, err := parsePrice(tt.text, tt.column, "")
		if m != nil {
			got = fmt.Sprint(m.Amount, " ", m.Currency)
		}
		if got != tt.want || (err != nil) != (tt.want == "") {
			t.Errorf("%q in %q is %q, %v; want %q", tt.text, tt.column, got, err, tt.want)
		}
	}
}

func TestHostileTextIsCleaned(t *testing.T) {
	text := `{"name":"=Tutu <script>alert(1)</script>\u202e","description":"a\n\nb\u0007<img src=x>","ingredients":["<b>feijão</b>","@ovo"],"photo":"https://example.com/a"}`
	items, problems, err := Read(strings.NewReader(text), "card.jsonl", Options{Restaurant: "<i>Bar</i>"})
	if err != nil || len(problems) > 0 || len(items) != 1 {
		t.Fatal(items, problems, err)
	}
	it := items[0]
	got := []string{it.Name, it.Description, it.Restaurant, it.ID, strings.Join(it.Ingredients, ";")}
	if diff := cmp.Diff([]string{"Tutu alert(1)", "a b", "Bar", "bar-tutu-alert-1", "feijão;ovo"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNoIngredientIsCutOffUnseen(t *testing.T) {
	for _, ingredients := range []string{
		strings.Repeat("arroz, ", maxValue/7) + "camarão", // one time too often to be read whole
		strings.Repeat("x", maxEntry+1),
		numbered(maxEntries + 1),
	} {
		_, problems, err := Read(strings.NewReader(`{"name":"Tutu","ingredients":"`+ingredients+`"}`), "card.jsonl", Options{})
		if err != nil || len(problems) != 1 {
			t.Errorf("%d characters: %v, %v", len(ingredients), problems, err)
		}
	}
}

func numbered(n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprint("erva ", i))
	}
	return strings.Join(all, ",")
}

func TestAPasswordInAnAddressIsNotRepeated(t *testing.T) {
	_, problems, _ := Read(strings.NewReader(`{"name":"Tutu","photo":"https://me:hunter2@example.com/a"}`), "card.jsonl", Options{})
	if len(problems) != 1 || strings.Contains(problems[0].Text, "hunter2") {
		t.Errorf("the problems are %v", problems)
	}
}

func TestMadeIDsAreStableAndTellNamesApart(t *testing.T) {
	long := strings.Repeat("muito ", 19)
	for name, want := range map[string]string{
		"Pão de queijo": "bar-pao-de-queijo",
		"PÃO DE QUEIJO": "bar-pao-de-queijo",
	} {
		if got := madeID("Bar", name); got != want {
			t.Errorf("madeID(%q) = %q, want %q", name, got, want)
		}
	}
	seen := map[string]string{}
	for _, name := range []string{long + "a", long + "b", "寿司", "刺身", "🍕", "!!!"} {
		id := madeID("", name)
		if other, ok := seen[id]; ok || !idForm().MatchString(id) {
			t.Errorf("%q has the id %q, as has %q", name, id, other)
		}
		seen[id] = name
	}
}

func TestTheHouseMaySayThatThereAreNoAllergens(t *testing.T) {
	items, _, err := Read(strings.NewReader(`{"name":"Prato do dia","allergens":"nenhum"}`), "card.jsonl", Options{})
	if err != nil || len(items) != 1 || items[0].Unknown || items[0].Allergens != nil {
		t.Errorf("%+v, %v", items, err)
	}
}

func TestWhatIsExportedIsImportedTheSame(t *testing.T) {
	card := append(Sample(),
		Item{ID: "n", Name: `Prato "do" dia, sim`, Source: ui.Sample, Photo: "https://example.com/a.jpg", Restaurant: "Bar", None: true},
		Item{ID: "c", Name: "Café", Unknown: true, Source: ui.Sample, Price: &ui.Money{Amount: 1500, Currency: "CLP"}},
	)
	roundTrip(t, card, Options{Source: ui.Sample})
}

func roundTrip(t *testing.T, card []Item, opts Options) {
	t.Helper()
	for name, write := range map[string]func(io.Writer, []Item) error{"card.jsonl": WriteJSONL, "card.csv": WriteCSV} {
		var b bytes.Buffer
		if err := write(&b, card); err != nil {
			t.Fatal(err)
		}
		got, problems, err := Read(bytes.NewReader(b.Bytes()), name, opts)
		if wrong := kept(problems, func(p Problem) bool { return !p.Warning }); err != nil || len(wrong) > 0 {
			t.Errorf("%s: %v, %v\n%s", name, problems, err, b.String())
		}
		if diff := cmp.Diff(card, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// Whatever a file holds, what is read of it is clean, keeps to what an Item
// promises and survives an export.
func FuzzReadYieldsItemsThatRoundTrip(f *testing.F) {
	f.Add("name,price\nTutu,\"42,90\"\n", "a.csv")
	f.Add("nome;ingredientes;alérgenos\nPão;(a, b; c;nenhum\n", "a.csv")
	f.Add(`[{"name":"Tutu","allergens":["ovo"],"hours":"18-2"}]`, "a.json")
	f.Add(`{"name":"=Tu<tu","ingredients":["(a","a, (b)"],"photo":"https://example.com/ã"}`, "a.jsonl")
	f.Add("name\tid\n\"a\r\nb\"\tx\n", "a.tsv")
	f.Fuzz(func(t *testing.T, text, name string) {
		items, problems, err := Read(strings.NewReader(text), name, Options{})
		for _, p := range problems {
			if p.Line < 1 || p.Text == "" || ui.Clean(p.Text) != p.Text {
				t.Errorf("the problem is %+v", p)
			}
		}
		if err != nil {
			return
		}
		for _, it := range items {
			for _, s := range append([]string{it.Name, it.Description, it.Restaurant}, append(it.Ingredients, it.Tags...)...) {
				if ui.Clean(s) != s || strings.ContainsAny(s, "\n\t") {
					t.Errorf("%q is not clean", s)
				}
			}
			if it.Name == "" || !idForm().MatchString(it.ID) {
				t.Errorf("%+v", it)
			}
		}
		if len(items) > 0 {
			roundTrip(t, items, Options{})
		}
	})
}

func TestColumnsAsACardCallsThem(t *testing.T) {
	for called, want := range map[string]string{
		"Nome do Prato": "name", "Preço (R$)": "price", "Ingredientes principais": "ingredients", "Categoria do prato": "course", "restaurant name": "restaurant", "Dish name": "name", "precio de venta": "price",
		"Valor calórico": "", "Contém lactose": "", "Cor": "", "Tempo de preparo": "",
	} {
		if got, ok := columnOf(called); got != want || ok != (want != "") {
			t.Errorf("%q is the column %q, want %q", called, got, want)
		}
	}
}

func TestACardHasTextsInMoreLanguages(t *testing.T) {
	const text = "nome,descrição,name_en,Description (EN),nombre en español,descripcion_es,ingredientes\n" +
		"Tacacá,Caldo quente com jambu.,Jambu soup,A hot broth with peanuts.,Sopa de jambu,,jambu; tucupi\n"
	card, problems, err := Read(strings.NewReader(text), "card.csv", Options{})
	if err != nil || len(problems) > 0 || len(card) != 1 {
		t.Fatal(card, problems, err)
	}
	if diff := cmp.Diff(Translations{NameEN: "Jambu soup", NameES: "Sopa de jambu", DescriptionEN: "A hot broth with peanuts."}, card[0].Translations); diff != "" {
		t.Errorf("the translations (-want +got):\n%s", diff)
	}
	if !card[0].Contains("amendoim") {
		t.Error("what a translation names is not inferred")
	}
	if doc := docOf(card[0]); !strings.Contains(doc.Text, "hot broth") {
		t.Errorf("a translation is not found: %+v", doc)
	}
	for l, want := range map[lang.Language]DishProps{
		"pt": {Name: "Tacacá", Description: "Caldo quente com jambu."},
		"en": {Name: "Tacacá", NameIn: "Jambu soup", Description: "A hot broth with peanuts."},
		"es": {Name: "Tacacá", NameIn: "Sopa de jambu", Description: "Caldo quente com jambu.", Lang: "pt"},
	} {
		got := dishesOf(l, card, "").Items[0]
		got = DishProps{Name: got.Name, NameIn: got.NameIn, Description: got.Description, Lang: got.Lang}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", l, diff)
		}
	}
	var file bytes.Buffer
	for name, write := range map[string]func(io.Writer, []Item) error{"x.csv": WriteCSV, "x.jsonl": WriteJSONL} {
		file.Reset()
		if err := write(&file, card); err != nil {
			t.Fatal(err)
		}
		if again, _, err := Read(&file, name, Options{}); err != nil || !cmp.Equal(card, again) {
			t.Errorf("%s is read as %s, %v", name, cmp.Diff(card, again), err)
		}
	}
	if only, _, err := Read(strings.NewReader("name_es,price\nFlan,9\n"), "card.csv", Options{}); err != nil || len(only) != 1 || only[0].Name != "Flan" {
		t.Errorf("a card of one language is read as %+v, %v", only, err)
	}
}

func TestATableWithoutNamesIsOneMistake(t *testing.T) {
	text := "Designação;Preço (R$);Seção\n" + strings.Repeat("Tutu;40,00;Massas frescas\n", 40)
	items, problems, err := Read(strings.NewReader(text), "card.csv", Options{})
	want := []Problem{
		{Line: 1, Text: `no column has the names of the dishes: call it name, nome or nombre; the columns are "designação", "preço (r$)", "seção"`, Code: "names", What: `"designação", "preço (r$)", "seção"`},
		{Line: 1, Text: `column "designação" is not known and not read`, Warning: true, Code: "column", What: "designação"},
	}
	if diff := cmp.Diff(want, problems); diff != "" || err != nil || len(items) > 0 {
		t.Errorf("%d items, %v (-want +got):\n%s", len(items), err, diff)
	}
}

func TestSectionsOfACardAreCourses(t *testing.T) {
	for section, want := range map[string]string{
		"Massas": "main", "Massas frescas": "main", "Carnes e aves": "main", "Pizzas": "main", "Saladas": "starter", "Porções": "snack", "Drinks": "drink", "Vinhos tintos": "drink", "Postres": "dessert", "Pastas": "main", "Guarnições": "side", "Clássicos": "",
	} {
		in := reader{warned: map[string]bool{}}
		if got := in.course(section); got != want || (len(in.problems) == 1) != (want == "") {
			t.Errorf("%q is %q with %v, want %q", section, got, in.problems, want)
		}
	}
}
