package chat

// portuguese is Portuguese as it is spoken in Brazil.
var portuguese = &tongue{
	moments: [4][]phrase{
		morning:   phrases("bom dia, bons dias"),
		afternoon: phrases("boa tarde"),
		evening:   phrases("boa noite"),
	},
	short: map[string]string{
		"vc": "voce", "ce": "voce", "c": "voce", "tu": "voce", "vcs": "voces", "td": "tudo", "q": "que", "oq": "o que", "blz": "beleza",
		"eh": "e", "pra": "para", "pro": "para o", "to": "estou", "tou": "estou", "ta": "esta", "n": "nao", "pq": "porque", "hj": "hoje",
		"obg": "obrigado", "vlw": "valeu", "pfv": "por favor", "pf": "por favor", "cmg": "comigo", "eae": "e ai", "eai": "e ai", "mt": "muito", "mto": "muito",
	},
	topics: map[string][]phrase{
		menu: phrases(`
			comer, comida*, fome, jant*, almoc*, prato*, cardapio*, menu, sobremesa*, beber, bebida*, sede, drink*,
			vinho*, caipirinha*, petisc*, lanche*, pizza*, hamburg*, carne*, peixe*, frango*, salada*, porcao, porcoes,
			cafe, vegetarian*, vegan*, sem gluten, sem lactose, churrasc*, sanduich*, doce*, sorvete*, bolo*, queijo*,
			camarao, feijoada*, caldo*, cachaca*, gin, whisky, agua, suco*, refri*, tomar algo, macarrao, picante*, apimentad*`),
		beer: phrases(`
			cervej*, chopp*, chope*, breja*, ipa, pilsen, stout, weiss, gelada*, geladinha*, tomar uma, tomar algo,
			beber, bebida*, sede`),
		trip: phrases(`
			viaj*, viagem, viagens, pousada*, hotel, hoteis, hosped*, praia*, passag*, passeio*, roteiro*, ferias,
			feriado, mochila*, fim de semana em, serra, montanha*, resort*, voo*, aviao, cruzeiro*, conhecer a cidade`),
	},
	asks: map[kind][]phrase{
		emergency: phrases(`
			passando mal, passou mal, socorro, ambulancia, samu, desmai*, sangrando, sangramento, infarto, engasg*, convuls*, incendio,
			pegando fogo, nao consigo respirar, falta de ar, reacao alergica, choque anafilatico, me ajudem, se afog*, bombeiros,
			agress*, me agred*, assalto, assaltad*, policia, quero morrer, me matar, suicid*`),
		robot: phrases(`
			voce e gente, voce e real, voce e uma pessoa, voce e pessoa, pessoa de verdade, voce e uma maquina,
			com uma maquina, inteligencia artificial, chatgpt, gpt, gemini, voce e ia, e uma ia, voce e um programa,
			voce e de verdade, voce existe, robo, robos, bot, bots, humano, humana, humanos, gente ou maquina,
			homem ou maquina, pessoa real, voce e de carne, alexa, siri, algoritmo, automatic*, automatiz*`),
		person: phrases(`
			falar com um atendente, falar com atendente, falar com uma atendente, falar com alguem, falar com uma pessoa,
			falar com um humano, falar com humano, falar com o gerente, falar com a gerente, falar com gerente,
			falar com o dono, falar com o garcom, falar com um garcom, para um humano, para um atendente, para uma pessoa,
			chama o gerente, chama a gerente, chama alguem, chama o garcom, chamar o garcom, chamar alguem, chame o gerente,
			atendente humano, atendimento humano, quero um atendente, quero um humano, cade o garcom, um humano agora,
			preciso de um humano, preciso de uma pessoa, passa para alguem, me transfere, transferir, transfira, sac,
			ouvidoria, algum atendente, chamar um atendente, chamar o gerente, chama um atendente, um atendente de verdade,
			posso falar com`),
		who: phrases(`
			quem e voce, quem e voces, quem sao voces, quem fala, quem esta falando, quem esta ai, qual e o seu nome,
			qual o seu nome, qual seu nome, qual e seu nome, qual o teu nome, como voce se chama, como se chama, seu nome e,
			com quem eu estou falando, com quem estou falando, com quem falo, com quem eu falo, o que e voce,
			fale sobre voce, fala de voce, se apresent*, de onde voce e, de onde voce fala, quantos anos voce, sua idade,
			onde voce mora, quem te criou, quem te fez, quem criou voce, quem fez voce, tem nome, voce e homem,
			voce e mulher, voce tem namorad*, conte sobre voce, conta sobre voce, te chamar, te chamo, chamar voce`),
		joke: phrases(`
			piada*, me faz rir, me faca rir, algo engracado, coisa engracada, uma charada, risada*, gargalhada*, quero rir,
			rir um pouco, trocadilho*, anedota*, coisa divertida, algo divertido`),
		insult: phrases(`
			burro, burra, idiota*, imbecil, merda, bosta, foder, fodase, foda se, puta, otario*, inutil, lixo, cala a boca,
			cale a boca, calado, nao serve, pessim*, horrivel, ridicul*, odeio, odiei, tomar no cu, nao gostei, ruim,
			vergonha, desgraca*, babaca, vagabund*, estupid*, retardad*, nojent*, nojo, voce e chato, voce e chata,
			que chato, arrombad*, demorou demais, nunca mais volto, decepcion*, ladrao, ladroes, ladra, palhac*, mentiros*,
			porcaria, incompetent*, que saco, saco cheio, trouxa, desastre, fdp, pqp, vsf, va se catar, vai se catar,
			chatice, mal educad*, grosseir*, grosso, nao presta, demora*, absurd*, atras*`),
		facts: phrases(`
			que horas, horario*, aberto, aberta, abre, abrem, abriu, fecham, fechado, endereco, onde fica*, onde voces,
			como chego, como chegar, wifi, wi fi, senha, pix, cartao, aceita*, dinheiro, quanto custa*, quanto e,
			quanto fica, quanto sai, quanto esta, preco*, valor, estacionamento, estacionar, reserva*, mesa para, tem mesa,
			tem vaga*, banheiro, telefone, whatsapp, delivery, entregam, fazem entrega, couvert, rolha, lotad*, cachorro,
			pet, crianca*, chegar ai, chegar la, faco para chegar, cozinha, funcionam, funciona no, funciona na,
			funciona hoje, ar condicionado, acessibilidade, cadeirante*, taxa, dez por cento, gorjeta, ingresso*, evento*,
			musica, show hoje, contato, instagram, email, em que rua, que bairro, estao cheios, ainda esta, ainda estao`),
		compliment: phrases(`
			adorei, adoro, amei, maravilh*, excelente*, mandou bem, show de bola, parabens, muito legal, muito bom,
			muito boa, voce e demais, bom demais, gostei, delicia, delicios*, estava otim*, voce e otim*, incrivel,
			sensacional, fantastic*, perfeito, perfeita, arrasou, voce e fofo, voce e fofa, voce e bom, voce e legal,
			voce e engracad*, simpatic*, que lindo, que linda, te amo, nota dez, nota 10, top demais, ajudou muito,
			voce e o melhor, voce e a melhor, bacana, =legal, =massa, =top, =show, =otimo, =bom, =boa, =demais, que lugar,
			lugar lind*, lugar bonit*, melhor bar, melhor lugar, melhor restaurante, melhor atendimento, sao os melhores,
			nota mil, amo esse, amo este, amo voces, amo vir, que fofo, que fofa, que gracinha, inteligent*, esperto,
			esperta, gente boa, muito bem, mandaram bem, impecavel, espetacul*, super legal, divertid*, caprich*, genial,
			elogi*, sou fa, curti, meu dia, ganhei o dia`),
		wish: phrases("recomend*, me indica, sugest*, sugere, alguma dica, uma dica, dicas de"),
		can: phrases(`
			o que voce faz, o que voce sabe, o que voce pode, o que voces fazem, o que da para fazer, sabe fazer,
			pode fazer, pode ajudar, como voce ajuda, me ajuda*, me ajude, pode falar, pode conversar, sobre o que,
			como funciona, para que voce serve, para que serve, o que e isso, preciso de ajuda, quero ajuda, =ajuda,
			=socorro, =help, =menu, voce entende de, nao entendi, nao entendo, como assim, como uso, como usar, como se usa, estou perdido, estou perdida,
			que assuntos, quais assuntos, quais as opcoes, quais opcoes, que tipo de, da para perguntar, posso perguntar,
			posso pedir, o que posso, me explica*, voce conhece, voce sabe o que, instrucoes de uso, suas funcoes,
			habilidade*, oferece*, servicos`),
		offTopic: phrases(`
			chove, chover, chuva, chovendo, calor, frio, tempo hoje, previsao, sol, jogo, jogou, futebol, time, torce,
			campeonato, brasileirao, flamengo, corinthians, palmeiras, copa, gol, votar, vota, voto, eleic*, presidente,
			politic*, governo, lula, bolsonaro, deputad*, prefeito, dolar, cotacao, bitcoin, bolsa, noticia*, novela,
			filme*, serie, signo, horoscopo, religiao, deus, receita federal, namora*, casar comigo, capital da, capital do,
			traduz*, escreve um, escreva um, programar, vasco, gremio, selecao, neymar, partida, olimpiada*, formula 1, ufc,
			big brother, bbb, musica favorita, cor favorita, imposto*, inflacao, guerra, vacina*, dever de casa, matematica,
			temperatura, nublado, quem ganhou, ganhou ontem`),
		howAreYou: phrases(`
			tudo bem, tudo bom, tudo certo, tudo joia, tudo tranquilo, tudo em ordem, tudo beleza, como vai, como voce esta,
			como voce vai, como esta, como estao, como tem passado, e ai beleza, oi beleza, opa beleza, ola beleza, de boa,
			como foi seu dia, como foi o seu dia, como foi o dia, como andam, como anda, suave, tudo na paz, =e voce,
			=e com voce, quais as novas, novidades, como vao, como voces estao, tudo ok, numa boa, tudo legal,
			tudo sob controle, que tal, como passou, passou bem, dormiu bem, e a vida, e a familia, voce esta bem,
			=e contigo, e por ai, bao, se sente, se sentindo`),
		intro: phrases(`
			meu nome e, me chamo, pode me chamar, prazer em, muito prazer, um prazer, =prazer, me chamam de, aqui e o,
			aqui e a, aqui quem fala, =sou o, =sou a, prazer meu nome, me apresentar, meu apelido, sou o, sou a`),
		goodbye: phrases(`
			tchau*, xau, ate mais, ate logo, ate amanha, ate breve, ate a proxima, ate ja, ate depois, adeus, bye, tenha um,
			tenha uma, bom descanso, boa semana, bom fim de semana, vou indo, vou embora, preciso ir, estou indo,
			fui embora, nos vemos, a gente se ve, se cuida, abraco*, beijo*, bjs, flw, =falou, =fui, =ate, nos falamos,
			se fala, se falamos, conversamos depois, falamos depois, falo depois, volto depois, volto mais tarde,
			volto amanha, ja vou, ja volto, vou nessa, vou dormir, vou sair, partiu, fica com deus, ate segunda, ate sexta,
			ate semana que vem, ate qualquer hora, ate outro dia, bom trabalho, adios, ciao`),
		thanks: phrases(`
			obrigad*, brigad*, valeu*, agradec*, thanks, muito gentil, quanta gentileza, deus te abencoe, deus lhe pague,
			tmj, thank you, thx, grato, grata, gratidao`),
		sorry: phrases(`
			desculp*, foi mal, perdao, sinto muito, foi sem querer, errei, me enganei, mal ai, foi engano, engano meu,
			me confundi, digitei errado, escrevi errado, mandei errado, perdoe, perdoa, falha minha, erro meu, minha culpa,
			ops, opss`),
		no: phrases(`
			=nao, =nao quero, =nao precisa, =nao preciso, =nada, =nada nao, =agora nao, =ainda nao, =hoje nao,
			=deixa para la, =deixa, =esquece, =nem, =nunca, =por enquanto nao, =por enquanto, =acho que nao, =nao sei,
			=melhor nao, =negativo, =de jeito nenhum, =claro que nao, =nao mesmo, =tanto faz, =depois, =mais tarde, =talvez,
			=talvez mais tarde, =so isso, =era so isso, =nenhum, =nenhuma, =nao e isso, =nao obrigado, =ah nao, =nada disso,
			=nem pensar, =sem chance, =nao da, =nao posso, =nem um pouco, =eu nao, =jamais, =nao gosto, =ninguem, =to fora,
			=estou fora, =estou bem, =dispenso, =passo, =ah, =na verdade nao`),
		yes: phrases(`
			=sim, =claro, =claro que sim, =com certeza, =isso, =isso mesmo, =isso ai, =pode ser, =pode, =ok, =okay, =beleza,
			=certo, =ta bom, =esta bom, =esta bem, =esta, =entao, =bora, =vamos, =vamos la, =quero, =quero sim, =eu quero,
			=por favor, =aham, =uhum, =combinado, =fechado, =fechou, =positivo, =e, =e isso, =exato, =exatamente,
			=acho que sim, =sem duvida, =perfeito, =entendi, =ah, =tranquilo, =joia, =verdade, =e verdade, =sim senhor,
			=sim sim, =dale, =show, =mesmo, =bem, =pois e, =aceito, =topo, =eu topo, =manda, =manda ver, =pode mandar, =vai,
			=sim por favor, =opa, =sem problema, =sem problemas, =ta, =tudo certo, =de acordo, =concordo, =e mesmo, =isso e, =logico,
			=obvio, =uai, =demorou, =manda bala, =boa ideia, =acho, =deve ser, =gostaria, =gostaria sim, =queria,
			=queria sim, =absoluta, =por que nao`),
		laughter: phrases(`
			que engracado, muito engracado, morri de rir, ri muito, rachei, hilario, que comedia, morrendo de rir,
			essa foi boa, boa essa, rindo`),
		greeting: phrases(`
			oi, oie, oii, oiee, ola, opa, e ai, alo, salve, fala ai, bom dia, bons dias, boa tarde, boa noite, hey,
			alguem ai, cheguei, =fala, =bom, =boa, =voltei, saudac*, hello, hi, fala comigo, fala galera, fala meu,
			fala mano, alguem em casa, o de casa, boas`),
		wanting: phrases(`
			quero, queria, gostaria, procuro, procurando, vontade, a fim de, afim de, desejo, pode me trazer, me traz,
			me traga, me ve`),
	},
}
