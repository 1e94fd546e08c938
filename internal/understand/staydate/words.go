package staydate

import (
	"slices"
	"strconv"
	"strings"
)

// meaning is what a word says in any of the three languages: its class, and
// within the class which one it is.
type meaning struct {
	class string
	name  string
	n     int
}

// phrase is a meaning that takes more than one word.
type phrase struct {
	text string
	rest []string // the words after the first
	meaning
}

// vocabulary has a class, the one of it that is meant, and after the colon the
// words and phrases that say so, folded. Of two phrases the longer wins; of
// two meanings of a word the first.
const vocabulary = `
month 1: janeiro, january, enero, jan, janero
month 2: fevereiro, february, febrero, fev, feb
month 3: marco, march, marzo, mar
month 4: abril, april, abr, apr
month 5: maio, may, mayo, mai
month 6: junho, june, junio, jun
month 7: julho, july, julio, jul
month 8: agosto, august, ago, aug
month 9: setembro, september, septiembre, setiembre, set, sep, sept
month 10: outubro, october, octubre, out, oct
month 11: novembro, november, noviembre, nov
month 12: dezembro, december, diciembre, dec, dic

weekday 0: domingo, domingo feira, sunday, dom, sun, domingos
weekday 1: segunda, segunda feira, seg, 2a feira, monday, mon, lunes
weekday 2: terca, terca feira, ter, 3a feira, tuesday, tue, tues, martes
weekday 3: quarta, quarta feira, qua, 4a feira, wednesday, wed, miercoles
weekday 4: quinta, quinta feira, qui, 5a feira, thursday, thu, thurs, jueves
weekday 5: sexta, sexta feira, sex, 6a feira, friday, fri, viernes
weekday 6: sabado, saturday, sab, sat, sabadao

number 1: um, uma, one, un, una, uno
number 2: dois, duas, two
number 3: tres, three
number 4: quatro, four, cuatro
number 5: cinco, five
number 6: seis, six
number 7: sete, seven, siete
number 8: oito, eight, ocho
number 9: nove, nine, nueve
number 10: dez, ten, diez
number 11: onze, eleven
number 12: doze, twelve
number 13: treze, thirteen, trece
number 14: catorze, quatorze, fourteen, catorce
number 15: quinze, fifteen, quince
number 16: dezesseis, dezasseis, sixteen, dieciseis
number 17: dezessete, dezassete, seventeen, diecisiete
number 18: dezoito, eighteen, dieciocho
number 19: dezenove, dezanove, nineteen, diecinueve
number 20: vinte, twenty, veinte
number 21: veintiuno
number 22: veintidos
number 25: veinticinco
number 30: trinta, thirty, treinta
number 40: quarenta, forty, cuarenta
spanish 2: dos
spanish 11: once
spanish 12: doce

ordinal 1: primeiro, primeira, primeiras, first, primer, primera, primero, primeiros
ordinal 2: segundo, second
ordinal 3: terceiro, terceira, third, tercera, tercer
ordinal 4: quarto, fourth, cuarta
ordinal 5: fifth
ordinal -1: ultimo, ultima, ultimos, ultimas, last, final of

of: de, do, da, dos, das, del, of, d
the: o, os, el, la, los, las, the, as
in: em, no, na, nos, nas, in, on, en, at, num, numa, pelo, pela
this: este, esse, esta, essa, neste, nesse, nesta, nessa, this, deste, desta, desse, dessa
next: proximo, proxima, prox, next, que vem, q vem, que viene, seguinte, siguiente, coming, upcoming, proximos, proximas, vindouro, que entra
until: ate, until, till, til, hasta, ate o dia, by
to: ao, to, al, through, thru
from: comeca, comecar, iniciando, desde, from, a partir, apartir, starting, starts, comecando, beginning
between: entre, between
and: e, y, and, tambem
plus: add, adding, inclui, incluir, inclua, adiciona, adicionar, acrescenta, mais, plus, e mais, and also, alem
or: ou, or, senao, se nao der, caso contrario
with: com, con, with, c, levando, bringing, levar
para: para, pra, pro, p, for
for: por, durante, during
after: later, depois, apos, after, despues, pos, logo apos
before: earlier, antes, before, pre
not: nao, not, can t, cannot, won t, don t, nunca
instead: em vez, ao inves, no lugar, em lugar, instead, en vez, en lugar, rather than
correct: alias, mudar, muda, mude, mudou, mudanca, trocar, troca, troque, alterar, altera, remarcar, remarca, adiar, change, changed, switch, move it, cambiar, cambia, quer dizer, na verdade, actually, i mean, digo, desculpa, desculpe, sorry, ops, opa, oops, corrigindo, correcao, melhor, pensando bem, pera, nao pera, mudei, mudamos, perdon, mejor, make it, make that, nao nao, no wait, wait, agora, now, ahora
ago: atras
hence: daqui, dentro, within, da qui
hereafter: from now, from today

day: dia, dias, day, days
night: noite, noites, night, nights, noche, noches, diaria, diarias, pernoite, pernoites, nts, nt
week: semana, semanas, week, weeks, semaninha
weekend: fds, fim de semana, final de semana, fins de semana, finais de semana, fin de semana, finde, findi, weekend, fim semana, final semana
fortnight: half, quinzena, fortnight, quincena
months: mes, meses, month, months
year next: ano que vem, proximo ano, next year, ano proximo, ano seguinte, el ano que viene
part 1: inicio, comeco, comecinho, principio, early, comienzo, comienzos, principios
part 2: meio, meados, meado, metade, mid, middle, mediados
part 3: fim, final, finzinho, late, end, fin, finales, fins
long: feriadao, feriado prolongado, long weekend of, feriadao prolongado, puente
holiday: feriado, holiday, feriados
today: hoje, today, tonight, hoy, hj, esta noite
tomorrow 1: amanha, tomorrow, tmrw, manana
tomorrow 2: depois de amanha, day after tomorrow, pasado manana, depois amanha

season summer: verao, verano
season winter: inverno, invierno
season autumn: outono
season spring: primavera
season north summer: summer
season north winter: winter

feast carnival: carnaval, carnival, mardi gras
feast christmas: natal, christmas, navidad, xmas, x mas
feast eve: vespera de natal, christmas eve, nochebuena
feast newyear: reveillon, ano novo, virada do ano, virada de ano, virada, new year, new year s, new years, new year s eve, new years eve, new year eve, nye, fim de ano, final de ano, fin de ano, fim do ano, final do ano, nochevieja, ano nuevo, reveion, revellon, reveilon, hogmanay
feast newday: new year s day, new years day, dia de ano novo
feast easter: feriado da pascoa, feriado de pascoa, pascoa, easter, pascua, domingo de pascoa
feast holyweek: semana santa, holy week
feast goodfriday: sexta feira santa, sexta santa, good friday, viernes santo, paixao de cristo
feast ash: quarta feira de cinzas, quarta de cinzas, ash wednesday
feast corpus: corpus christi, corpus
feast tiradentes: tiradentes
feast labour: dia do trabalho, dia do trabalhador, dia de los trabajadores
feast lovers: dia dos namorados
feast valentine: valentine, valentine s, valentine s day, valentines day, san valentin
feast june: festas juninas, festa junina, juninas, festas de sao joao
feast stjohn: sao joao
feast independence: dia da independencia, feriado da independencia, independencia
feast aparecida: nossa senhora aparecida, dia das criancas, dia de nossa senhora aparecida
feast dead: finados, dia de finados, dia de muertos
feast republic: proclamacao da republica, proclamacao
feast conscience: consciencia negra, dia da consciencia negra, zumbi
feast mothers: dia das maes, mother s day, mothers day
feast fathers: dia dos pais
feast thanksgiving: thanksgiving, acao de gracas
feast july4: independence day
feast memorial: memorial day
feast laborday: labor day
feast halloween: halloween, dia das bruxas

arrive: flying in, fly in, flying into, get in, getting in, chegarei, chegaria, chegariamos, partiremos, partimos, embarcamos, llegaremos, llegare, chego, chegar, chegando, chegamos, chega, chegaremos, chegada, checkin, check in, checking in, arrive, arriving, arrival, arrives, llego, llegamos, llegando, llegar, llegada, embarco, embarcando, ida, partindo, parto, entrada, entro, entrando, entramos
leave: flying out, and out, out on, head back, me voy, sairei, sairiamos, salimos, saldremos, departs, head home, heading home, saio, sair, saindo, saimos, sai, sairmos, sairemos, saida, checkout, check out, checking out, leave, leaving, leaves, depart, departing, departure, salgo, salimos, salida, embora, fly out, nos vamos, sairia
return: retornaremos, retornamos, retorna, retornarei, regressamos, regressando, regressaremos, voltarei, voltaria, voltariamos, voltasse, returns, coming back, come back, volvere, volveremos, regresamos, volto, voltar, voltando, voltamos, volta, voltaremos, retorno, retornar, retornando, regresso, regressar, return, returning, back, vuelvo, volvemos, volver, vuelta, regreso, fly home, go home
other: kids club, kids area, kids menu, kids room, kids pool, espaco kids, area kids, clube infantil, menu infantil, bate volta, bate e volta, por volta, la manana, ida e volta, round trip, de volta ao, fim de tarde, meio dia, bom dia, dia a dia, um dia desses, buenos dias, good day
place: rio de janeiro, sao joao del rei, sao joao da barra, sao joao de meriti, sao joao da boa vista, sao joao batista, ilha de pascoa, ilha da pascoa, easter island, christmas island
street: rua, avenida, av, praca, largo, travessa, alameda, rodovia, shopping, estacao, street, calle
bed: cama, camas, bed, beds
room: quarto, suite, chale, room, habitacion, suites, quartos, rooms, cuartos, apartamento, apto

person: alunos, estudantes, formandos, students, cabecas, convidados, pessoa, pessoas, people, person, personas, persona, hospede, hospedes, guest, guests, pax, viajantes, viajante, travelers, travellers, huespedes, peeps, integrantes, lugares, pessoal, ppl, pess
adult: grownups, grownup, grown ups, grown up, adt, adts, adulto, adultos, adult, adults, adulta, adultas, idosos, seniors, homens, mulheres, men, women, rapazes, mocas, guys, boys, girls, funcionarios, empregados, employees, mayores, solteiros
couple: casal, couple, pareja, casais, couples, parejas, casalzinho, recem casados, newlyweds
kin 1: polola, pololo, teenager, adolescente, toddler, chd, newborn, recem nascido, recem nascida, esposa, mina, boy, marido, esposo, mulher, mae, pai, irmao, irma, filho, filha, amigo, amiga, namorado, namorada, noivo, noiva, sogra, sogro, avo, vo, tia, tio, primo, prima, neto, neta, sobrinho, sobrinha, cunhado, cunhada, genro, nora, companheiro, companheira, parceiro, parceira, colega, chefe, socio, socia, crianca, bebe, nenem, bebezinho, filhinho, filhinha, afilhado, afilhada, baba, vovo, mozao, crush, patroa, padrinho, madrinha, enteado, enteada, gatinha, adolescente, wife, husband, mother, mom, mum, father, dad, son, daughter, friend, boyfriend, girlfriend, fiance, fiancee, partner, brother, sister, spouse, kid, child, baby, toddler, infant, teen, teenager, colleague, coworker, boss, cousin, aunt, uncle, niece, nephew, grandma, grandpa, grandmother, grandfather, grandson, granddaughter, roommate, buddy, mate, nanny, hubby, hija, hijo, nino, nina, novia, novio, hermano, hermana, mujer, madre, padre, suegra, suegro, abuela, abuelo, guri, guria, menino, menina, acompanhante, companion, mamae, papai, velho, velha, mana, mano
kin 2: pais, avos, sogros, tios, parents, grandparents, in laws, padres, abuelos, suegros, filhos, filhas, criancas, amigos, amigas, irmaos, irmas, primos, primas, bebes, netos, netas, sobrinhos, sobrinhas, colegas, adolescentes, gemeos, gemeas, parceiros, parceiras, meninos, meninas, cunhados, guris, kids, children, sons, daughters, friends, babies, twins, teens, teenagers, colleagues, coworkers, siblings, cousins, brothers, sisters, buddies, mates, grandkids, grandchildren, toddlers, infants, hijos, hijas, ninos, ninas, hermanos, hermanas, tias, companheiros, companions, acompanhantes, moleques, pequenos, chicos, peques, enteados, afilhados, socios
self: eu, mim, me, i, myself, yo, comigo, conmigo, with me
alone: a trabalho, on business, business trip, for work, por trabajo, de negocios, a negocios, sozinho, sozinha, alone, by myself, on my own, sozinhos, sozinhas, eu so, por mi cuenta, viajo so, viajando so, traveling solo, travelling solo, solo trip, solo traveler, solo traveller, viajo solo, viajo sola, voy solo, voy sola, estou so, vou so, going solo, solita, solito, viagem solo, sola, eu mesmo, eu mesma, desacompanhado, desacompanhada, uma pessoa so
only: so, apenas, somente, just, only, solo, solamente, soh
my: his, her, their, seu, sua, seus, suas, su, sus, meu, minha, meus, minhas, nosso, nossa, nossos, nossas, my, our, mi, mis, nuestro, nuestra, nuestros, nuestras
another: more, extra, additional, adicional, outro, outra, outros, outras, other, another, otro, otra, otros, otras
some: uns, umas, unos, unas, cerca de, about, around, mais ou menos, aproximadamente
small: pequeno, pequena, pequenas, little, young, small, lindas, lindos, grandes, big, melhor, melhores, best, grown, queridos, queridas, velhos, older, younger, mais nova, mais novo, mais velha, mais velho, mais velhos, elderly, old, teenage, jovens, pequenitos
are: somos, we d be, we would be, that makes us, makes us, we ll now be, forem, formos, fossem, fossemos, seremos, somo, estamos em, estaremos em, we are, we re, we will be, we ll be, there are, there will be, there ll be, there s, there is, sao, serao, estaremos, seriamos, eramos, total de, total of, a total of, num total, sera, seria, vao ser, vamos ser, we were, iamos ser, in total, totalizando, que sejam, va a ser, seran
go: vamos, iremos, vai, vamo, viajamos, viajaremos, vao, iriamos, estamos, é, gente e, eh, a gente, gente, viajando, ficamos, ficaremos, viajar
us: of us, de nos, de nosotros
we: nos, nós, nosotros, nosotras, us
them: eles, elas, them, ellos, ellas
total: no total, ao todo, in total, en total, total, contando comigo, comigo junto, todo mundo
group: familia, family, grupo, group, party, turma, galera, equipe, team, excursao, bando, equipo, delegacao, time de, turminha, pessoal de, bonde
including: sendo, incluindo, including, entre eles, entre elas, of which, of whom, dos quais, das quais, incluido, contando, que son, which includes
honeymoon: lua de mel, honeymoon, luna de miel
accompanied: acompanhado, acompanhada, junto, companhia, accompanied, lado
comes: is coming, are coming, is joining, are joining, will join, wants to come, want to come, wants to join, vai junto, vao junto, vai tambem, vao tambem, vem junto, vem tambem, quer ir, querem ir, vai com a gente, vai vir, tambem vai, tambem vao, tambem vem, tambem quer ir, resolveu ir, resolveu vir, resolveu vir junto, decidiu vir, quer vir, quer vir junto, decidiu ir, resolveram ir, vai comigo, viene tambien, tambien viene, is coming too, are coming too, is tagging along, coming along, vai entrar, vai participar
fewer: a menos, less, fewer, de menos, menos
extra: a mais
quits: desistiu, desistiram, cancelou, dropped, dropped out, canceled, cancelled, nao vai mais, nao vao mais, nao vem mais, nao vai poder, nao vai conseguir, nao pode ir, nao podera ir, can t come, can t make it, cannot come, isn t coming, is not coming, aren t coming, no viene, ya no va
does: tem, ama, adora, gosta, quer, come, is, has, loves, likes, wants, prefere, faz, esta, mora, lives, trabalha, indicou, recomendou, disse, sugeriu, falou, can, hates, odeia, ia, tiene, ama, quiere, recommended, said, s, mandou, acha, achou, pediu, completa, turns
age: ano, anos, year, years, aninhos, yrs, anitos, year old, years old, old
pet: cachorros, cachorro, cachorra, cachorrinho, cachorrinha, cao, caes, dogs, dog, gatos, gato, gata, cat, cats, pets, pet, perro, perros, doguinho
count: familias, families, grupos, reais, real, dolares, dollars, euros, conto, contos, pila, pilas, mil, thousand, bucks, pesos, usd, brl, horas, hora, hours, hour, hs, h, hrs, am, pm, minutos, min, minutes, km, kms, quilometros, metros, m2, metro, miles, estrelas, stars, estrellas, camas, banheiros, andar, andares, floor, pontos, vezes, times, vez, opcao, opcoes, option, options, malas, bags, carros, carro, cars, lugar, mesas, mesa, unidades, itens, pratos, cervejas, garrafas, dormitorios, bedrooms, banos, oclock, minutinhos, por cento, percent, percento, sugestao, sugestoes, alternativa, alternativas, parcelas, hoteis, hotels, hotel, pousada, pousadas, place, places, parte, fila, linha, etapa, temporada, guerra, mao, chance
`

// words and phrases are the vocabulary by (first) word.
var words, phrases = load(vocabulary)

func load(text string) (map[string]meaning, map[string][]phrase) {
	words, phrases := map[string]meaning{}, map[string][]phrase{}
	for row := range strings.Lines(text) {
		head, said, _ := strings.Cut(strings.TrimSpace(row), ": ")
		class, name, _ := strings.Cut(head, " ")
		n, _ := strconv.Atoi(name)
		for one := range strings.SplitSeq(said, ", ") {
			all := strings.Fields(one)
			switch m := (meaning{class, name, n}); {
			case len(all) > 1:
				phrases[all[0]] = append(phrases[all[0]], phrase{one, all[1:], m})
			case len(all) == 1 && words[one].class == "":
				words[one] = m
			}
		}
	}
	for _, list := range phrases {
		slices.SortStableFunc(list, func(a, b phrase) int { return len(b.rest) - len(a.rest) })
	}
	return words, phrases
}

// misspelt are the words long and odd enough that one wrong letter still
// leaves no doubt.
var misspelt = strings.Fields(`janeiro fevereiro setembro outubro novembro dezembro
	january february september october november december
	domingo sabado saturday wednesday thursday carnaval reveillon amanha feriado`)
