package lang

import "strings"

// words weighs folded words. A word under two languages counts for both.
var words = index(
	weighed{
		// 3: no other of the three has it.
		{score{pt: 3}, `
			nao sim voce voces vc vcs ce eu ele eles elas meu minha meus minhas seu seus sua suas teu tua dele dela deles delas
			nosso nossa nossos nossas um uma uns umas ao aos pelo pela pelos pelas num numa neste nesta nesse nessa isto isso aquilo
			essa essas esse esses aquele aquela com sem em pra pro pras pros muito muita muitos muitas pouco pouca mais tambem tbm
			tb tudo td hoje amanha ontem agora ainda ja sempre depois cedo quem qual quais quando quanto quanta quantos quantas onde
			cade oi oie oii opa eai eae tchau tchauzinho falou flw vlw valeu obrigado obrigada obg brigado brigada obrigadao
			brigadao bom boa bons boas noite bem blz beleza bacana otimo otima otimos pessimo pessima maneiro sou sao estou tou ta
			tao estao foi vai vou vao vem veio tem tenho tinha tive fazer faz faco fez fiz posso pode podem quero quer querem queria
			queriamos gostaria gosto gostei gostou gosta gostamos adoro adorei amei sei sabem precisa precisamos precisava acho acha
			achei diz disse fala falar fale falando deixa deixe manda mande mandou mandar traz trazer traga chega chegou chegar
			chegando chegamos volto voltar voltem saindo indo indica indicar indique olha olhar procuro procurando ficar fica ficou
			fico moro mora espera esperando cerveja cervejas cervejaria chopp chope breja gelada geladinha fome almoco almocar
			jantar janta pratos prato cardapio sobremesa sobremesas porcao petisco petiscos batata frango peixe peixes queijo
			queijos pao leite suco vinho vinhos cachaca caipirinha camarao feijao feijoada legumes doce doces gelo garcom rodada
			pessoas pessoa casal crianca criancas cachorro filho filha filhos mae irmao irma namorada namorado viagem viagens praia
			praias pousada hospedagem diaria diarias quarto quartos passagem passagens voo feriado ferias preco precos custa
			dinheiro cartao pix troco senha endereco estacionamento banheiro aberto fechado abrem fecham fecha horario terca quinta
			kk desculpa desculpas desculpe licenca gentileza parabens saudade saudades alguem algum ninguem coisa coisas outro outra
			outros outras mesmo mesma daqui dai dali entao assim talvez certeza verdade dois duas quatro sete oito nove dez perto
			longe chove chuva jogo futebol ganhou governo torce piada piadas engracado engracada rir robo atendente atendimento
			ajudar ajude ajudem ajuda cala boca burra merda pessoal galera moco moca legal bora cara eh tmj nois neh ne hein uai
			aniversario leve escura escuro salgado aceita aceitam vamo sera seria chama chamo jeito dicas dica conhecer prazer nome
			lugar demora demorou errei pedi peco melhor pior maravilhoso maravilhosa gerente mim comigo conosco lhes naquele naquela
			daquele daquela disso disto nisso nele nela qualquer quaisquer varias demais alguns nenhum nenhuma pois porem embora
			enquanto atraves apos ou fora logo devagar quase somente pfv pfvr pf oq oque mt mto mta cmg ctg msm vdd hj amn dps qnd
			qnt qto qdo sla sdds bjs bj abs abraco abracos beijo beijos fds ngm algm tds joia dahora daora putz caramba poxa puxa
			oxe oxente vixe eita aham uhum estava estavam estive esteve eram foram seja teve tiver houve havia vir venho vindo vejo
			veja vejam dou deu dei dizer dito sabia soube puder podia poderia quis quiser fazem fazemos feito faca faria ficamos
			ficam acham achamos entrou levar leva levo levou tomou esquecer esqueci esqueceu lembrar lembro lembra experimentar
			experimentei provei troca trocar troquei mudei senta sentamos combinado marquei acordei acordar trabalhar trabalha
			conheco conhece entendi pergunto perguntar escolher escolho escolha escrever ler leu ouvir ouvi sinto deve devo devemos
			servem entregam aguarde aguardando comeca comecar acabou terminou olhe rua cidade carteira chave onibus aviao trem
			aeroporto estacao mala malas mulher homem menino menina avo cozinha varanda janela cadeira copo garrafa taca colher
			garfo guardanapo molho acucar pimenta alho cebola alface macarrao boi porco churrasco linguica salgadinho coxinha acai
			mandioca farofa pudim brigadeiro bolo sorvete laranja limao abacaxi morango maracuja lupulo pequeno pequena velho velha
			quente gostoso gostosa ruim fraco fraca azedo azeda cheio vazio barulho perfeito perfeita certo certa errado errada
			primeiro primeira possivel dificil facil disponivel incrivel meia fevereiro maio junho julho setembro outubro novembro
			dezembro natal carnaval`},
		// 2: another has it, in rarer use.
		{score{pt: 2}, `
			ola ae to ela conta pedir preciso segunda sexta sede mano show massa bola serve entrada janeiro ver frita vontade passa
			sabe rs ter forte gelado vota votar vaga n chefe festa`},
		// 1: a hint.
		{score{pt: 1}, `
			e o a os as do da dos das no na nos nas se te por pq q ai ali la mas ser era porque nem de para que como me tu gente
			vamos temos somos estamos favor nada nunca antes hora horas dia tarde tardes semana domingo sabado cinco seis tres mil
			aqui claro menos sobre entre desde mal caro barato carne agua comida comer beber bebida mesa reserva reservar viajar
			amigo amiga noites viu vi ir dar esta este estas alo sal cana conto toda todo todos todas algo alguma algumas hotel cafe
			funciona abre quarta prefiro busca buscar humano maquina burro idiota calor frio tempo presidente trigo artesanal amarga
			amargas negra arroz leves pedido diga partido time feliz completa depende vegetariana vegetariano vegana vegano nova
			novo vez tanto socorro vale cada tantos bastante segundo dentro frente lado rapido apenas jamais tipo digo saber poder
			queremos entrar passar passo tomar toma pagar pago paga cancelar dormir viver vivo entender aprender entende responder
			sentir parece servir entregar surpreenda casa celular bolsa carro musica banda grupo esposa marido bebe sala tomate
			fruta manga espuma grande bonito bonita lindo linda fria proximo proxima ultimo ultima dias minuto minutos mes meses ano
			anos madrugada abril agosto probar demasiado tia tio pasta`},
	},
	weighed{
		{score{en: 3}, `
			the you your yours u we they she it its this that these those there here what whats when where who whos why how hows
			which is are am was were been being does did dont doesnt didnt have having had can cant could would will wont shall
			should might must not isnt arent yes yeah yep yup nope please pls plz thanks thank thx ty cheers hi hello hey heya hiya howdy
			good morning afternoon evening night goodnight nights bye goodbye later see soon tomorrow today tonight yesterday now
			never always maybe sure cool awesome great nice lovely amazing wonderful terrible awful bad best better more less much
			many some any something anything nothing someone anyone anybody somebody nobody everyone everything and but for from
			with without of on at by about into near away out up down over under another other my mine our his her their want wanna
			gonna gotta need like love prefer get got give make tell talk talking speak say go going coming take taking bring book
			booking order eat eating drink drinks drinking try pay know think understand help helpful look looking find work works
			working recommend suggest plan beer beers pint pints ale ales brewery wine food meal lunch dinner breakfast dessert dish
			dishes fish chicken steak beef meat salad bread cheese fries water ice hungry thirsty starving spicy sweet bitter dark
			light fresh cold hot warm free table tables room rooms bill tap taps people person kids dog friend friends girlfriend
			boyfriend wife husband two three four five seven eight nine trip travel beach weekend flight stay pool holiday holidays
			vacation price cost costs card cards cash open close closed closing hours monday tuesday wednesday thursday friday
			saturday sunday mondays fridays saturdays sundays bathroom toilet restroom parking password address sorry worries mind
			wrong right joke jokes laugh funny lol lmao omg weather rain sunny game football team won vote stupid dumb useless suck
			sucks fuck shut hate so very too just really only also still yet then than birthday celebrate celebrating name meet
			whatever idk brb btw asap bit long quick little big small few because same every first last next place service delicious
			tasty wheat ones bodied mate located world apologize previous instructions real week month year day days way things
			thing let lets done back home hurry late early them us wow ages ago before after again around between during since until
			while though although already almost enough else even ever far inside outside instead often perhaps quite rather
			sometimes through together usually well whole yourself myself nah ask asked asking arrive arrived buy bought called came
			change choose feel felt finish follow forget forgot gave grab happen hear heard hope keep kept knew learn leave leaves
			leaving listen lost made mean miss move paid pick put read remember ride run said sat saw seat seem sell send sent serve
			served share sit sitting sleep smell sound sounds spend start stop swap taste tastes thought told took tried turn use
			used visit wait waiting walk watch wear went wish wonder write deliver delivery surprise staying stayed airport bag baby
			boss bottle boy car chair child children city coffee cup date door eggs family father fan girl glass guest guests guy
			guys house kitchen knife fork spoon key keys kid life line man milk minute minutes mom mother money music onion owner
			pepper phone pork potato potatoes queue rice roast sauce salt shop shower side sister brother snack street sugar sun tea
			tip town train view waiter waitress wallet window woman able alone angry boring busy cheap clean crispy dirty dry easy
			empty expensive fancy fast fine fun happy hard heavy high huge kind large loud low noisy old perfect poor quiet ready
			sad salty sick short slow soft sour strong tired weird young black white blue green january february march april june
			july august september october november december`},
		{score{en: 2}, `
			i do one ten check in or to if be has okay human left off all options option come full rare round new oh live once group
			local reserve`},
		{score{en: 1}, `
			a no me he an as may six time bot show pan hotel s t m d re ll ve son sin red idiot problem medium legal vegetarian
			gluten president social chat sea menu cancel bus`},
	},
	weighed{
		{score{es: 3}, `
			hola buenas buenos buen bueno buena noches adios chau hasta luego gracias usted ustedes vosotros yo el ella ellos ellas
			nosotros mis tus su sus nuestro nuestra nuestros lo los las un una unos unas del al con muy mucho mucha muchos muchas
			poco poca tambien hoy manana ayer ahora todavia siempre despues temprano quien quienes cual cuales cuando cuanto cuanta
			cuantos cuantas donde adonde xq soy eres estoy estan fue hay tengo tienes tiene tienen tenemos tenes hacer hace haces
			hago hizo haciendo puedo puedes puede pueden quiero quieres quiere quieren queremos quisiera gustaria gusta gusto
			encanta encantado encanto sabes saben necesito necesita necesitamos creo digo dime dice habla hablar hablas hablo
			hablando cuentame cuenta dejame dejalo deja ponme pon traeme trae llego llegado llegar llegamos vuelvo volver voy busco
			buscamos entiendo entiendes quedar quedan cerveza cervezas cerveceria hambre cena cenar almuerzo almorzar desayuno
			desayunar plato platos postre postres racion pollo pescado queso jamon leche jugo zumo vino vinos patatas hielo mozo
			camarero mesero ronda persona personas pareja ninos nino ninas perro hijo hija hijos novia novio viaje viajes playa
			playas habitacion habitaciones vuelo vacaciones precio precios cuesta cuestan dinero tarjeta tarjetas efectivo direccion
			estacionamiento aparcamiento bano abierto cerrado abren cierran cierra contrasena lunes martes miercoles jueves viernes
			perdon perdona siento disculpa disculpen cumpleanos alguien algun alguno nadie otro otra otros otras eso esto ese esa
			esos aquel alli ahi entonces asi quizas quiza verdad cuatro siete ocho nueve diez cerca lejos hacia llover llueve lluvia
			equipo gano futbol gobierno chiste chistes gracioso graciosa reir encargado ayuda ayudar ayudame ayudas tonto tonta
			mierda callate oye bien genial ligero ligera fuerte llamo llamas llama aceptan acepta recomienda recomiendas
			recomiendame supuesto estaba riquisimo riquisima rico rica dulce cuerpo noche hablame pregunta onda sirves pasame vete
			mismo misma aun primero salir mejor peor ubicados opinas opciones amable decir calle corre tarda cerdo conmigo suyo mio
			mia tuyo cualquier cualquiera ningun ninguno varios demasiado demasiada algunos algunas segun aunque mientras pero sino
			pues fuera adentro afuera delante detras encima debajo casi solamente pronto despacio aca alla porfa porfi xfa xfavor
			dnd finde besos beso abrazo abrazos saludos vaya guay mola tio wey guey bacan chevere orale dale venga hombre estuvo
			estaban eramos fueron tuve tuvo tener tenia habia hubo venir vengo viene vienen veo doy dio dijo supe podria pude quise
			hicimos hacen hecho haga haria queda quedamos cree llevar lleva llevo olvidar olvide olvido recordar recuerdo probar
			probado probe pruebo cambiar cambia cambias cambio sentarnos sentarse despertar trabajar trabajo vivir conocer conozco
			preguntar escoger elegir elijo escribir leer oir escucha escuchar debe debo sirve sirven entregan envian envio envios
			empieza empezar sale salen traiga traigame ciudad barrio cartera movil coche llave llaves autobus avion tren aeropuerto
			estacion maleta fiesta mujer chico chica jefe cocina salon terraza ventana silla vaso botella copa cuchara tenedor
			cuchillo servilleta azucar pimienta ajo cebolla lechuga ensalada asado empanada empanadas tortilla croquetas arepa
			arepas helado naranja limon fresa nuevo nueva viejo vieja caliente feo malo mala flojo agrio lleno vacio perfecto
			perfecta posible disponible increible enero febrero marzo mayo junio julio septiembre octubre noviembre diciembre
			navidad`},
		{score{es: 2}, `
			si es estas y ya mi vale sea che desde tal chao tmb vas sed ninguna carta cobras igual q tardes queria fin dias celebrar
			van son servicio vos solo anda idea tia`},
		{score{es: 1}, `
			o a la se te le por pq no me de para que como tu gente vamos somos estamos favor nada nunca antes hora horas dia tarde
			mas ser era porque ni va da mal semana domingo sabado cinco seis tres mil aqui claro menos sobre entre caro barato carne
			agua comida comer beber bebida mesa reserva reservar viajar amigo amiga ir dar esta este alo sal cana cara toda todo
			todos todas algo alguna hotel cafe funciona abre prefiro buscar humano maquina burro idiota calor frio tiempo presidente
			legal social trigo artesanal amarga amargas negra arroz pedido diga partido feliz completa depende preciso vegetariana
			vegetariano vegetarianas vegana vegano vez tanto tanta socorro disculpe dos has he votar ver aniversario boca lugar
			gerente chama sera seria pan sin cada tantos bastante dentro atras frente lado rapido saber poder entrar pasar paso
			tomar toma pagar pago paga cancelar dormir vivo entender aprender responder sentir parece servir entregar espera casa
			celular bolsa carro musica banda grupo esposa marido bebe sala tomate fruta manga espuma grande bonito bonita lindo
			linda fria proximo proxima ultimo ultima minuto minutos mes meses ano anos madrugada abril agosto media pasta salsa e
			esperando`},
	},
)

// accented weighs words whose accent decides what their letters leave open.
var accented = index(
	weighed{
		{score{pt: 3}, `é és à às só há já lá dá tá tô vê aí nós avó alô olá até você vocês`},
		{score{pt: 1}, `está daí`},
	},
	weighed{
		{score{es: 3}, `qué cómo cuándo dónde quién cuál cuánto sí más él mí sé té tú aquí así ahí aló día días adiós`},
		{score{es: 1}, `está`},
	},
)

// letters weighs spellings that accents show, in words as they were written.
var letters = patterns(weighed{
	{score{pt: 4}, "ção ções"},
	{score{pt: 3}, "ã õ"},
	{score{pt: 2}, "ç Ç ê â ô à"},
	{score{es: 3}, "ñ Ñ ión"},
	{score{pt: 1, es: 1}, "á é í ó ú"},
})

// parts weighs parts of folded words of four letters and more: ^ is the
// beginning of the word, $ its end. Of all that fit a word, the heaviest of
// each language counts.
var parts = patterns(weighed{
	{score{pt: 3}, "cao$ coes$ inho$ inha$ inhos$ inhas$ ^rsrs"},
	{score{pt: 2}, "nh lh oes$ ao$ agem$ dade$ eiro$ eira$ aram$ ou$ ei$ eu$ iu$"},
	{score{pt: 1}, "vel$ am$ em$ im$ om$ um$ ava$ ais$ eis$ ss ix"},
	{score{es: 3}, "cion$ ciones$ ieron$ ^jaja ^jeje"},
	{score{es: 2}, "arme$ irme$ arnos$ irnos$ arse$ erse$ irse$ dad$ ^ll illo$ illa$ aron$ iene ame$ eme$ enme$"},
	{score{es: 1}, "an$ en$ aba$ ito$ ita$ ie ue ll z$"},
	{score{en: 3}, "ght ould$"},
	{score{en: 2}, "ing$ ^wh th ck tion$ tions$ ness$ ful$ ly$ ies$ ke$ ^st ^sp ^sc ^sk ^sw ^sm ^sn ^sl ^sh ^kn"},
	{score{en: 1}, "sh ee oo ea ll w k ss tt pp ff dd gg b$ c$ d$ f$ g$ h$ p$ t$ x$ y$"},
	{score{pt: 1, es: 1}, "que gue ar$ er$ ir$ a$ o$ as$ os$ mente$"},
})

// weighed is lists of words, each with what its words weigh.
type weighed []struct {
	score
	words string
}

func index(languages ...weighed) map[string]score {
	all := make(map[string]score, 4096)
	for _, lists := range languages {
		for _, l := range lists {
			for w := range strings.FieldsSeq(l.words) {
				s := all[w]
				s.add(l.score)
				all[w] = s
			}
		}
	}
	return all
}

// pattern is a part of a word and what it weighs.
type pattern struct {
	text       string
	start, end bool // where in the word it must be
	score
}

func patterns(lists weighed) []pattern {
	var all []pattern
	for _, l := range lists {
		for text := range strings.FieldsSeq(l.words) {
			all = append(all, pattern{strings.Trim(text, "^$"), text[0] == '^', strings.HasSuffix(text, "$"), l.score})
		}
	}
	return all
}

func (p *pattern) fits(word string) bool {
	switch {
	case p.start:
		return strings.HasPrefix(word, p.text)
	case p.end:
		return strings.HasSuffix(word, p.text)
	default:
		return strings.Contains(word, p.text)
	}
}
