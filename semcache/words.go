package semcache

import "strings"

var (
	// numerals are the words of numbers, but those that are also articles and
	// the like: um, una, dos, once; doce is sweet.
	numerals = func() map[string]string {
		m := map[string]string{}
		for _, line := range []string{
			"2 dois duas two", "3 tres three", "4 quatro cuatro four", "5 cinco five", "6 seis six",
			"7 sete siete seven", "8 oito ocho eight", "9 nove nueve nine", "10 dez diez ten", "11 onze eleven",
			"12 doze twelve", "15 quinze quince fifteen", "20 vinte veinte twenty", "30 trinta treinta thirty",
			"40 quarenta cuarenta forty", "50 cinquenta cincuenta fifty", "100 cem cien hundred", "1000 mil thousand",
		} {
			words := strings.Fields(line)
			for _, w := range words[1:] {
				m[w] = words[0]
			}
		}
		return m
	}()

	// negations say that something is not so; t is what is left of don't. In
	// Portuguese, no is a place.
	negations = set(`sem nao nem nunca jamais nada nenhum nenhuma ninguem exceto menos pouco pouca
		without not no non nor never nothing none nobody except less t cannot
		sin ni ningun ninguna ninguno nadie salvo excepto`)

	// turns make another question of the same words.
	turns = set(`antes depois acima abaixo maior menor mais ate desde dentro fora pior perto longe minimo maximo
		before after above below over under more least most until since inside outside worst near far minimum maximum
		despues encima debajo mayor peor hasta cerca lejos mas`)

	// fillers are in every question and tell nothing of it.
	fillers = set(`a o as os um uma uns umas de da do das dos em na nas nos no num numa com por pelo pela para pra pro e ou
		que se ao aos qual quais sao tem ha existe existem me te lhe eu voce voces meu minha algum alguma alguns
		algumas algo quero queria gostaria desejo procuro busco preciso recomenda recomende recomendam indica indique indicam
		sugere sugira sugestao sugestoes dica dicas melhor melhores bom boa bons boas favor oi ola este esta esse essa isso
		posso pode podem ser seria
		the an of in on at with for to and or is are there do does did what which some any i you me my we us it its this that
		want would like looking need recommend suggest tell give show best good great please hi hello can could have has be
		el la los las del al en con un una unos unas y cual cuales es son hay tiene tienen quiero quisiera busco recomienda
		recomiendas sugiere mejor mejores bueno buena buenos buenas hola puedo puede`)
)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}
