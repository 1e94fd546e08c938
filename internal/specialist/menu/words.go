package menu

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// courses are the words that ask for a course.
var courses = []struct{ course, words string }{
	{"breakfast", "cafe da manha, breakfast, desayuno, desjejum"},
	{"dessert", "algo doce, um doce, doces, something sweet, algo dulce, un dulce, sobremesa, sobremesas, dessert, desserts, postre, postres"},
	{"starter", "entrada, entradas, petisco, petiscos, tira gosto, belisco, beliscar, aperitivo, starter, starters, appetizer, appetizers, snack, snacks, entrante, entrantes, para comecar, de entrada"},
	{"beer", "cerveja, cervejas, chope, chopes, chopp, breja, brejas, beer, beers, cerveza, cervezas"},
	{"drink", "bebida, bebidas, beber, drink, drinks, tomar"},
	{"side", "acompanhamento, acompanhamentos, guarnicao, guarnicoes, side, sides, side dish, guarnicion"},
	{"main", "prato, pratos, prato principal, pratos principais, almoco, jantar, almocar, jantar, main, mains, main course, lunch, dinner, plato, platos, plato principal, plato fuerte, platos fuertes, plato de fondo, segundo plato, almorzar, cenar"},
}

// byName are drinks by their names, which ask for nothing else.
var byName = []struct{ course, words string }{
	{"beer", "ipa, ipas, lager, pilsen, stout, weiss, witbier, porter"},
	{"drink", "drinque, drinques, coquetel, coqueteis, cocktail, cocktails, coctel, cocteles, suco, sucos, juice, jugo, refrigerante, soda, caipirinha, caipirinhas, vinho, vinhos, wine, vino, cafe, coffee, cha, tea, te"},
}

// courseOf returns the course that a wish names, or nothing, and whether it
// names it by a drink of it.
func courseOf(query string) (course string, only bool) {
	folded := " " + strings.Join(wordsOf(query), " ") + " "
	for i, all := range [][]struct{ course, words string }{courses, byName} {
		for _, c := range all {
			for w := range strings.SplitSeq(c.words, ", ") {
				if strings.Contains(folded, " "+w+" ") {
					return c.course, i == 1
				}
			}
		}
	}
	return "", false
}

// generic are the words that name a course and no dish.
var generic = func() map[string]bool {
	all := map[string]bool{}
	for _, c := range courses {
		for w := range strings.SplitSeq(c.words, ", ") {
			all[w] = true
		}
	}
	all["principal"] = true
	return all
}()

func fitsCourse(have, want string, only bool) bool {
	switch want {
	case "drink":
		return have == "drink" || have == "beer" && !only
	case "starter":
		return have == "starter" || have == "snack"
	}
	return have == want
}

// wrongKind reports whether something to drink is offered to who wants to eat,
// or the other way round.
func wrongKind(kinds ontology.Kinds, course string) bool {
	drink := course == "drink" || course == "beer"
	switch kinds & (ontology.Comida | ontology.Bebida) {
	case ontology.Comida:
		return drink
	case ontology.Bebida:
		return !drink && course != ""
	}
	return false
}

// dropWords returns a text without some of its words.
func dropWords(text string, words map[string]bool) string {
	fields := strings.Fields(text)
	kept := slices.DeleteFunc(slices.Clone(fields), func(w string) bool { return words[lang.Fold(w)] })
	if len(kept) == len(fields) {
		return text
	}
	return strings.Join(kept, " ")
}

var (
	// praise says of what is wanted that it is to be good, and so nothing.
	praise = lang.Set(`bom boa bons boas otimo otima bacana bacanas legal gostoso gostosa gostosos gostosas delicioso deliciosa maravilhoso maravilhosa incrivel excelente
		good great nice amazing awesome lovely delicious tasty wonderful perfect excellent buen bueno buena excelente sabroso sabrosa delicioso deliciosa`)
	// claims may stand on a card, and often do not.
	claims = lang.Set(`artesanal artesanais autentico autentica tipico tipica tradicional caseiro caseira verdadeiro verdadeira especial caprichado caprichada reforcado honesto
		gourmet chique famoso famosa premium craft artisanal authentic typical traditional homemade genuine special fancy famous honest casero casera honesta`)
	// asking has the words in which something is asked for, whatever it is.
	asking = lang.Set(`a o as os e um uma de da do das dos no na em para pra por que qual quais me eu voce voces vc vcs tem ter ha temos ai aqui hoje quero queria gostaria posso pode
		poderia ver mostra mostre mostrar conhecer saber cardapio menu carta algo alguma alguns algumas coisa coisas opcao opcoes comer beber recomenda recomendam recomendaria sugere sugerem sugestao
		sugestoes indica indicam favor oi ola bom boa dia tarde noite chef casa melhor the of an what which do you your have recommend suggest suggestion can could i d like to see show us
		some something eat food here please today hi hello best is are there el la los las un una del en y lo que tiene tienen hay recomienda recomiendas sugiere quiero quisiera ver hola comida mejor
		mim me s manda mande manden passa envia lista give list surprise surpreenda surpreende sorprendeme sorprende surpresa especialidade especialidades especialidad carro chefe specialty specialties
		signature popular populares vendido vendidos sai saem servem serve serving sirven mais pedido pedidos mas all tudo todo good about how for sao qualquer whatever sea sean any anything decide escolhe escolha elige tanto faz`)
)
