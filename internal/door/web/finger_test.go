package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/maitre-dev/maitre/internal/specialist/beer"
)

// said is what the guest has said last.
const said = `[...document.querySelectorAll(".guest p")].at(-1)?.textContent`

// chips are what may be said next.
const chips = `[...document.querySelectorAll(".turn:last-child .next button")].map((b) => b.innerText).join("; ")`

// turn waits for so many turns, all of them over.
func (p *visit) turn(n int) {
	p.t.Helper()
	p.wait("the next turn", fmt.Sprintf(`document.querySelectorAll(".turn").length === %d`, n))
	p.idle()
}

// asks says something and waits for the answer.
func (p *visit) asks(text string) {
	p.t.Helper()
	before := js[int](p, `document.querySelectorAll(".turn").length`)
	p.say(text)
	p.turn(before + 1)
}

func TestPageADishIsChosenWithAFinger(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ code, ask, want, wantSaid, without, withoutSaid, pairs, pairsSaid, chips string }{
		{"pt", "Quero um prato vegetariano e leve", "Quero este", "Quero %s", "sem leite", "%s pode vir sem leite?", "O que combina?", "O que combina com %s?", "O que combina para beber?; E de sobremesa?; Tem algo mais barato?"},
		{"en", "I would like a light vegetarian dish", "I want this", "I would like %s", "without milk", "Can %s come without milk?", "What goes with it?", "What goes well with %s?", "What goes well with it to drink?; And for dessert?; Is there anything cheaper?"},
		{"es", "Quiero un plato vegetariano y ligero", "Quiero este", "Quiero %s", "sin leche", "¿%s puede venir sin leche?", "¿Qué va bien?", "¿Qué va bien con %s?", "¿Qué va bien para beber?; ¿Y de postre?; ¿Hay algo más barato?"},
	} {
		t.Run(tt.code, func(t *testing.T) {
			p := enter(t, ruled, 390, 800)
			p.asks(tt.ask)
			p.wait("the buttons", `document.querySelector("[data-component=dishes-list] .acts")`)
			p.wait("what to say next", chips+fmt.Sprintf(" === %q", tt.chips))
			p.shot("dishes-" + tt.code)
			dish := js[string](p, fmt.Sprintf(`(() => {
				document.querySelectorAll(".acts details").forEach((d) => d.open = true);
				const b = [...document.querySelectorAll(".acts button")].find((b) => b.ariaLabel?.startsWith(%[1]q + ": "));
				return b ? b.ariaLabel.slice(%[1]q.length + 2) : "";
			})()`, tt.without))
			for i, b := range [][2]string{{tt.want, tt.wantSaid}, {tt.without, tt.withoutSaid}, {tt.pairs, tt.pairsSaid}} {
				js[any](p, `document.querySelectorAll(".acts details").forEach((d) => d.open = true)`)
				p.click(b[0] + ": " + dish)
				p.turn(i + 2)
				if got, want := js[string](p, said), fmt.Sprintf(b[1], dish); got != want {
					t.Errorf("%s says %q, want %q", b[0], got, want)
				}
			}
			if n := js[int](p, `[...document.querySelectorAll(".next")].filter((e) => e.checkVisibility()).length`); n > 1 {
				t.Errorf("%d turns offer something", n)
			}
		})
	}
}

// What is counted makes a bill, which the guest has added up or sends to the kitchen with a yes.
func TestPageTheBillRunsAlong(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ code, ask, sum, less, total, totalSaid, order, orderSaid, yes, sent, clear string }{
		{"pt", "Quero um prato vegetariano e leve", "3 itens · R$ ", "Menos: ", "Fazer a conta", "Quanto fica a conta com 2 %s e 1 %s?", "Pedir", "Quero pedir 2 %s e 1 %s. Pode mandar para a cozinha.", "Sim", "Passei à equipe", "Limpar a conta"},
		{"en", "I would like a light vegetarian dish", "3 items · R$", "Less: ", "Ask for the bill", "How much is the bill for 2 %s and 1 %s?", "Order", "I would like 2 %s and 1 %s. Please send it to the kitchen.", "Yes", "I passed it on to the staff", "Clear the bill"},
		{"es", "Quiero un plato vegetariano y ligero", "3 artículos · R$ ", "Menos: ", "Hacer la cuenta", "¿Cuánto es la cuenta de 2 %s y 1 %s?", "Pedir", "Quiero 2 %s y 1 %s. Envíe el pedido a la cocina, por favor.", "Sí", "Lo pasé al personal", "Vaciar la cuenta"},
	} {
		t.Run(tt.code, func(t *testing.T) {
			p := enter(t, ruled, 390, 800)
			js[any](p, fmt.Sprintf(`localStorage.setItem("maitre.lang", %q)`, tt.code))
			p.reload()
			p.asks(tt.ask)
			const steppers = `document.querySelectorAll("[data-dish]")`
			p.wait("the steppers", steppers+".length > 1")
			press := func(item, button, times int) {
				js[any](p, fmt.Sprintf(`%s[%d].querySelectorAll("button")[%d].focus()`, steppers, item, button))
				for range times {
					p.do(chromedp.KeyEvent("\r"))
				}
			}
			press(0, 1, 3)
			press(0, 0, 1)
			press(1, 1, 1)
			names := js[[]string](p, `[...document.querySelectorAll("[data-component=dishes-list] .title strong")].map((e) => e.textContent)`)
			const sum = `document.querySelector("#bill output").textContent.replaceAll("\u00a0", " ")`
			p.wait("the sum", sum+fmt.Sprintf(".startsWith(%q)", tt.sum))
			amount := strings.TrimPrefix(js[string](p, sum), tt.sum)
			p.shot("bill-" + tt.code)
			press(1, 0, 1)
			p.wait("one less", sum+`.startsWith("2 ")`)
			if got := js[string](p, `document.activeElement.ariaLabel`); got != tt.less+names[1] {
				t.Errorf("at none the focus is at %q", got)
			}
			press(1, 1, 1)
			p.reload()
			p.wait("it still", sum+fmt.Sprintf(`.startsWith(%q) && `, tt.sum)+steppers+`[0]?.innerText.includes("2")`)
			for n, b := range [][2]string{{tt.total, tt.totalSaid}, {tt.order, tt.orderSaid}} {
				p.click(b[0])
				p.turn(n + 2)
				if got, want := js[string](p, said), fmt.Sprintf(b[1], names[0], names[1]); got != want {
					t.Errorf("it says %q, want %q", got, want)
				}
				p.wait("the amount", fmt.Sprintf(`document.querySelector(".latest .answer").innerText.replaceAll("\u00a0", " ").includes(%q)`, amount))
			}
			if js[bool](p, `document.querySelector(".latest .answer").innerText.includes("“")`) {
				t.Error("who has sent the order is told how to send it")
			}
			p.click(tt.yes)
			p.turn(4)
			p.has(tt.sent)
			p.wait("what was ordered is not counted again", `document.querySelector("#bill").hidden`)
			press(0, 1, 1)
			p.wait("another count", sum+`.startsWith("1 ")`)
			p.click(tt.clear)
			p.wait("nothing counted", `document.querySelector("#bill").hidden && [...`+steppers+`].every((e) => e.querySelector("output").textContent === "0")`)
			p.click("#new")
			if !js[bool](p, `document.querySelector("#bill").hidden`) {
				t.Error("a new conversation has a bill")
			}
		})
	}
}

// Of many dishes the less usual buttons come when they are wanted.
func TestPageEveryDishOfTheWholeCardHasItsButtons(t *testing.T) {
	t.Parallel()
	p := enter(t, ruled, 390, 800)
	p.asks("Mostre o cardápio inteiro")
	const dish = "Bife à parmegiana"
	p.click("Mais…: " + dish)
	p.wait("the focus", fmt.Sprintf(`document.activeElement.ariaLabel === "Sem…: %s"`, dish))
	p.click("O que combina?: " + dish)
	p.turn(2)
	if got := js[string](p, said); got != "O que combina com "+dish+"?" {
		t.Errorf("it says %q", got)
	}
	p.click("Quero este: " + dish)
	p.turn(3)
	p.wait("a way to send it", chips+` === "Pode mandar"`)
	p.asks("E de sobremesa?") // all of which the whole card has shown
	p.wait("buttons and what to say next", `document.querySelectorAll(".latest [data-component=dishes-list] .acts").length > 1 && document.querySelector(".latest .next button")`)
}

// The name of a dish is in the card's language, and tells nothing of the guest's.
func TestPageADishIsOrderedInTheGuestsLanguage(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ ask, want, next string }{
		{"¿Qué plato principal recomienda?", "Quiero este", "Mande el pedido"},
		{"Which main course do you recommend?", "I want this", "Send the order"},
	} {
		p := enter(t, ruled, 390, 800)
		p.asks(tt.ask)
		p.wait("the buttons", `document.querySelector("[data-component=dishes-list] .acts")`)
		p.click(tt.want + ": Baião de dois com carne de sol")
		p.turn(2)
		p.wait("what to say next", chips+fmt.Sprintf(" === %q", tt.next))
	}
}

// The staff is told what is for them, and not what the house answers itself.
func TestPageAsksTheStaffOnlyWhatIsTheirs(t *testing.T) {
	t.Parallel()
	for ask, sent := range map[string]string{
		"Mostre as sobremesas. E chame o garçom, por favor.":     `Passei à equipe: recado, "chame o garçom, por favor".`,
		"Show me the desserts. And please call the waiter.":      `I passed it on to the staff: a message, "please call the waiter".`,
		"Muéstreme los postres. Y llame al camarero, por favor.": `Lo pasé al personal: un recado, "llame al camarero, por favor".`,
	} {
		p := enter(t, ruled, 390, 800)
		p.asks(ask)
		p.has(sent)
	}
}

func TestPagePlacesAndBreweriesAreChosenWithAFinger(t *testing.T) {
	t.Parallel()
	p := enter(t, ruled, 1280, 800)
	p.asks("Quero um hotel em Gramado de 10 a 13 de dezembro, para 2 pessoas")
	p.click("Escolher")
	p.turn(2)
	if got := js[string](p, said); !strings.HasPrefix(got, "Escolho ") {
		t.Errorf("it says %q", got)
	}
	p.has("Boa escolha")
	p.click("Onde comer por lá?")
	p.turn(3)
	p.wait("restaurants", `document.querySelector("[data-component=restaurants-list] .acts")`)
	p.say("Recomende cervejarias novas para mim")
	p.wait("a question", `document.querySelector("[role=timer]")`)
	p.idle()
	p.wait("the list", `document.querySelector("[data-component=breweries-list] .title strong")`)
	name := js[string](p, `[...document.querySelectorAll("[data-component=breweries-list] .title strong")].at(-1).textContent`)
	p.click("Saber mais: " + name) // answers the question that waits
	p.has("Você respondeu: " + name)
	p.wait("it", `document.querySelector("[data-component=brewery-details]")`)
	p.idle()
}

func TestPageABreweryHasButtons(t *testing.T) {
	t.Parallel()
	card := made(t, beer.List, beer.ListProps{Language: "en", Source: "openbrewerydb", Items: []beer.BreweryCard{
		{ID: "x", Name: "Elm", Lat: new(44.05), Lon: new(-121.3)}, {ID: "y", Name: "Fir", City: "Bend", State: "Oregon"}, {ID: "z", Name: "Oak"},
	}})
	p := open(t, fmt.Sprintf(`import "/page/js/words-pt.js"; import "/page/js/words-en.js"; import "/page/js/words-es.js"; import { renderCard } from "/page/js/cards.js";
window.said = [];
for (const lang of ["pt", "en", "es"]) document.querySelector("#stage").append(renderCard(%s, { lang, finger: { say: (text) => said.push(text) } }));
document.documentElement.dataset.ready = "true"`, inJS(t, card)), nil)
	for i, tt := range []struct{ know, beers, way string }{
		{"Quero saber mais sobre Elm", "Quais cervejas a Elm faz?", "Como chegar openstreetmap.org: "},
		{"I want to know more about Elm", "Which beers does Elm make?", "How to get there openstreetmap.org: "},
		{"Quiero saber más de Elm", "¿Qué cervezas hace Elm?", "Cómo llegar openstreetmap.org: "},
	} {
		at := fmt.Sprintf(`document.querySelectorAll(".card")[%d]`, i)
		for range 2 {
			js[any](p, at+`.querySelectorAll(".acts button")[said.length % 2].focus()`)
			n := js[int](p, "said.length")
			p.do(chromedp.KeyEvent("\r"))
			p.wait("words", fmt.Sprintf("said.length === %d", n+1))
		}
		if got := js[[]string](p, "said.slice(-2)"); got[0] != tt.know || got[1] != tt.beers {
			t.Errorf("the buttons say %q, want %q and %q", got, tt.know, tt.beers)
		}
		want := tt.way + "Elm https://www.openstreetmap.org/directions?to=44.05%2C-121.3; " + tt.way + "Fir https://www.openstreetmap.org/directions?to=Fir%2C%20Bend%2C%20Oregon"
		if got := js[string](p, `[...`+at+`.querySelectorAll(".acts a")].map((a) => a.ariaLabel + " " + a.href).join("; ")`); got != want {
			t.Errorf("the ways are %s, want %s", got, want)
		}
	}
}

func TestPageYesAndNoAreButtons(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ code, says, chips, yes string }{
		{"pt", "Sou alérgico a amendoim", "Sim; Não", "Sim"},
		{"en", "I am allergic to peanuts", "Yes; No", "Yes"},
		{"es", "Soy alérgico al maní", "Sí; No", "Sí"},
	} {
		p := enter(t, ruled, 390, 800)
		p.asks(tt.says)
		p.wait("yes and no", chips+fmt.Sprintf(" === %q", tt.chips))
		p.reload()
		p.wait("yes and no again", chips+fmt.Sprintf(" === %q", tt.chips))
		js[any](p, `document.querySelector(".turn:last-child .next button").focus()`)
		p.do(chromedp.KeyEvent("\r"))
		p.turn(2)
		if got := js[string](p, said); got != tt.yes {
			t.Errorf("%s: it says %q", tt.code, got)
		}
	}
}

// A yes to keeping the guest's own needs keeps none of a companion's: there is a button for those.
func TestPageKeepsACompanionsNeedByAYesOfItsOwn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ says, yes, keep, kept, ask, of string }{
		{"Sou vegetariano e meu irmão Davi é celíaco", "Sim", "Guarde também o de meu irmão Davi", "de seu irmão Davi", "O que você sabe de mim?", "de seu irmão Davi; "},
		{"I am vegetarian and my brother Joe is celiac", "Yes", "Keep that of my brother Joe too", "of your brother Joe", "What do you know about me?", "of your brother Joe; "},
		{"Soy vegetariano y mi hermano Luis es celíaco", "Sí", "Guarde también lo de mi hermano Luis", "de su hermano Luis", "¿Qué sabe de mí?", "de su hermano Luis; "},
	} {
		p := enter(t, ruled, 390, 800)
		p.asks(tt.says)
		p.click(tt.yes)
		p.turn(2)
		p.wait("a button for the companion", chips+fmt.Sprintf(" === %q", tt.keep))
		p.click(tt.keep)
		p.turn(3)
		p.wait("that it is kept", fmt.Sprintf(`document.querySelector(".latest .answer").innerText.includes(%q)`, tt.kept))
		p.click("#new")
		p.say(tt.ask)
		p.wait("it in another conversation", fmt.Sprintf(`document.querySelector(".latest .answer")?.innerText.includes(%q)`, tt.of))
	}
}

// The name of a place says nothing of the guest, whatever words are in it.
func TestPageAPlaceIsChosenByAnyName(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ code, ask, choose, chosen string }{
		{"pt", "Vamos a Gramado de 10 a 13 de dezembro, 2 pessoas. Onde comer?", "Escolher: ", "Boa escolha: "},
		{"en", "We go to Gramado from December 10 to 13, 2 people. Where can we eat?", "Choose: ", "Good choice: "},
		{"es", "Vamos a Gramado del 10 al 13 de diciembre, 2 personas. ¿Dónde comer?", "Elegir: ", "Buena elección: "},
	} {
		p := enter(t, ruled, 1400, 900)
		p.asks(tt.ask)
		p.wait("the restaurants", `document.querySelector("[data-component=restaurants-list] .acts")`)
		name := js[string](p, `[...document.querySelectorAll("[data-component=restaurants-list] .title strong")].map((e) => e.textContent).find((n) => n.includes("sem Glúten")) ?? ""`)
		p.click(tt.choose + name)
		p.turn(2)
		p.has(tt.chosen + name)
		p.wait("it in the plan", fmt.Sprintf(`document.querySelector("#plan").innerText.includes(%q)`, name))
		if got := js[string](p, `document.querySelector(".latest .answer").innerText`); strings.Contains(strings.ReplaceAll(got, name, ""), "lúten") {
			t.Errorf("%s: a name is taken for a need: %s", tt.code, got)
		}
	}
}

// An answer in words alone offers questions too, in its language, also when it is read again.
func TestPageComparesWithLastYear(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ ask, compare, chips string }{
		{"Quanto gastei este ano?", "Compare com o ano passado", "Mostre em um gráfico; Compare com o ano passado; Quais cervejas eu mais comprei?"},
		{"Which beers did I buy most?", "Compare with last year", "Show it as a chart; Compare with last year"},
		{"¿Cuánto gasté este año?", "Compárelo con el año pasado", "Muéstrelo en un gráfico; Compárelo con el año pasado; ¿Qué cervezas compré más?"},
	} {
		p := enter(t, ruled, 1280, 800)
		p.become("C003")
		p.asks(tt.ask)
		p.wait("what to ask next", chips+fmt.Sprintf(" === %q", tt.chips))
		p.reload()
		p.wait("the same again", chips+fmt.Sprintf(" === %q", tt.chips))
		p.click(tt.compare)
		p.turn(2)
		p.wait("both years", `[0, 1].every((ago) => document.querySelector(".latest .answer").innerText.includes(new Date().getFullYear() - ago))`)
	}
}

func TestPageOffersWhatAQuestionNames(t *testing.T) {
	t.Parallel()
	p := open(t, `import "/page/js/words-pt.js"; import "/page/js/words-en.js"; import "/page/js/words-es.js";
import { offers } from "/page/js/offer.js"; window.offers = offers; document.documentElement.dataset.ready = "true"`, nil)
	for _, tt := range []struct{ code, text, want string }{
		{"pt", "Há dois com esse nome. Qual deles: Pilsen da casa (R$ 16,00), Weiss ou Porter?", "Pilsen da casa; Weiss; Porter"},
		{"pt", "Anotei: mesa para 4. Posso passar à equipe?", "Sim; Não"},
		{"pt", "Sem pressa. Se decidir agora, diga sim ou não.", "Sim; Não"},
		{"pt", "Para onde você quer ir?", ""},
		{"pt", "Vamos falar de comida, cerveja ou viagem?", ""},
		{"pt", "Você gostou? Então veja: a casa tem muito mais do que isso para mostrar, do café da manhã ao fim da noite, e quem cuida da cozinha gosta de contar de onde vem cada coisa que serve.", ""},
		{"en", "The nearest is Porto: would you like to know more?", "Yes; No"},
		{"en", "Which one: A, B, or C?", "A; B; C"},
		{"es", "¿Quiere que siga?", "Sí; No"},
		{"es", "¿Cuál de ellos: Uno, Dos o Tres?", "Uno; Dos; Tres"},
	} {
		if got := js[string](p, fmt.Sprintf(`offers(%s, [], %q).join("; ")`, inJS(t, tt.text), tt.code)); got != tt.want {
			t.Errorf("after %q it offers %q, want %q", tt.text, got, tt.want)
		}
	}
	for _, tt := range []struct{ code, card, want string }{
		{"pt", `{name: "breweries-list", props: {items: [{type: "micro"}, {type: "brewpub"}]}}`, "Só brewpubs, por favor; Quais cervejas eu mais comprei?"},
		{"en", `{name: "breweries-list", props: {items: [{type: "brewpub"}, {type: "brewpub"}]}}`, "Which beers did I buy most?"},
		{"es", `{name: "restaurants-list", props: {trip: {stops: [{}]}}}`, "¿Hay algo más barato?; ¿Y dónde alojarnos?"},
		{"en", `{name: "trip-pick", props: {trip: {stops: [{stay: {}}]}}}`, "Where can we eat there?; How much is the trip in all?"},
		{"pt", `{name: "trip-pick", props: {trip: {stops: [{stay: {}, meals: [{}]}]}}}`, "Quanto fica a viagem?"},
		{"pt", `{name: "accommodations-list", props: {}}, {name: "restaurants-list", props: {trip: {stops: [{}]}}}`, "Tem algo mais barato?"},
		{"en", `{name: "ask_purchases", props: {nothing_found: true}}`, "Which beers did I buy most?; Recommend new breweries for me"},
	} {
		if got := js[string](p, fmt.Sprintf(`offers("", [%s], %q).join("; ")`, tt.card, tt.code)); got != tt.want {
			t.Errorf("after %s it offers %q, want %q", tt.card, got, tt.want)
		}
	}
}
